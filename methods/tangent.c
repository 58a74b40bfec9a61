/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tangent-nystrom4, -rk4, -dp5, -dop853: explicit methods on the multiplier-free equations of
 * motion (34), v'' = g(t, v, v'), in tangent-space charts (paper 002, section 6; reduced.h).  The
 * paper's integrator is Nystrom's of order 4 (section 7.2, "Nystrom4"); a table with s stages reads
 *
 *     v_i  = v + c_i h v' + h^2 sum_j a_ij g_j,   v'_i = v' + h sum_j e_ij g_j,   j < i
 *     g_i  = g(t + c_i h, v_i, v'_i):  u and q by (15) and (13), B by (16), D and q' by (24), (34)
 *     v_1  = v + h v' + h^2 sum_j b_j g_j,        v_1' = v' + h sum_j b'_j g_j
 *
 * and q_1, q_1', q_1'' follow by (29).  A Runge-Kutta table A, b on (v, v') is a Nystrom table:
 * v'_i = v' + h sum a_ij g_j put into v_i = v + h sum a_ij v'_j gives a = A^2, e = A, b^T A and
 * b' = b.
 *
 * The error estimates, not in the paper, are made in q and q', which the chart does not enter: by
 * (24) and (29) the differences dv, dv' of two solutions are to first order
 *
 *     dq = D dv,   dq' = D dv' - U B (dG along dq) q'. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/explicit.h"
#include "holonomy/memory.h"
#include "methods/stepper.h"
#include "methods/tangent.h"

enum { FROM = HOL_REDUCED_OPTIONS };
enum { NODE, STAGE, AHEAD };

static const hol_option options[] = {
    HOL_REDUCED_OPTION_ROWS,
    {"from", HOL_CHOICE, AHEAD, 0, 2, "node stage ahead",
     "the step in v, with (15) and (16) from u and B of its start (the paper) or of the stage "
     "before; or that in q, q' and q'', with (15) and, to Btol of |G q' + Phi_t| over |U| |q'|, "
     "(24) from B ahead of the last two nodes"},
    {0},
};

/* y^T = x^T A. */
static const double *times_table(int stages, const double x[], const double A[], double y[])
{
    hol_multiply_dense_transposed(stages, stages, A, x, y);
    return y;
}

/* ---------------------------------------------------------------- the step */

/* RMS of (dq, dq') over the tolerances, of an estimate that is off by dv and dv' at the node x. */
static double estimate(hol_reduced *y, double h, const double dv[], const double dvdot[],
                       const hol_reduced_point *x)
{
    hol_eval *sys = y->s->sys;
    hol_work *w = y->s->work;
    size_t mark = hol_mark(w);
    int n = y->chart.n, m = y->chart.m, d = y->chart.d;
    double t1 = y->t + h, *dq = hol_take(w, n), *dqdot = hol_take(w, n);
    double *sum = hol_take(w, n), *difference = hol_take(w, n);
    double *c = hol_take(w, m), *other = hol_take(w, m);
    double *qhat = hol_take(w, n), *vhat = hol_take(w, n);

    for (int i = 0; i < n; i++) {
        dq[i] = hol_dot(d, x->D + i * d, dv);
        sum[i] = x->qdot[i] + dq[i];
        difference[i] = x->qdot[i] - dq[i];
    }
    /* c = (dG along dq) q' + (dG/dt at fixed q) dq, by polarisation of (dG along u) u + 2 (dG/dt) u
     */
    hol_reduced_bend(sys, w, t1, x->q, sum, c);
    hol_reduced_bend(sys, w, t1, x->q, difference, other);
    for (int i = 0; i < m; i++) c[i] = (c[i] - other[i]) / 4;
    hol_chart_normal(&y->chart, c, dqdot); /* U B c */
    for (int i = 0; i < n; i++) {
        qhat[i] = x->q[i] - dq[i];
        vhat[i] = x->qdot[i] - hol_dot(d, x->D + i * d, dvdot) + dqdot[i];
    }
    double squares = hol_scaled_squares(y->s, sys->is_length, n, y->z->q, x->q, qhat) +
                     hol_scaled_squares(y->s, sys->is_length, n, y->z->v, x->qdot, vhat);
    hol_release(w, mark);
    return hol_scaled_mean(squares, 2 * n);
}

void hol_tangent_judge(hol_reduced *y, double h, const double dv[], const double dvdot[],
                       const hol_reduced_point *x)
{
    const hol_tangent_scheme *S = y->s->aux;
    int d = y->chart.d;
    double E[2] = {0};
    for (int k = 0; k < 2 && S->e[k]; k++) E[k] = estimate(y, h, dv + k * d, dvdot + k * d, x);
    y->s->error = hol_estimate(E[0], E[1]);
}

/* dv and dv' of the estimates, from g of the stages. */
static void judge(hol_reduced *y, double h, const double g[], const hol_reduced_point *x)
{
    const hol_tangent_scheme *S = y->s->aux;
    int d = y->chart.d, stages = S->table.stages;
    double *dv = hol_take(y->s->work, 2 * d), *dvdot = hol_take(y->s->work, 2 * d);
    for (int k = 0; k < 2 && S->e[k]; k++) {
        hol_combine(stages, S->e_v[k], h * h, d, g, NULL, dv + k * d);
        hol_combine(stages, S->e[k], h, d, g, NULL, dvdot + k * d);
    }
    hol_tangent_judge(y, h, dv, dvdot, x);
}

hol_tangent_round hol_tangent_round_of(const hol_tangent_scheme *S, int i)
{
    const hol_nystrom_table *T = &S->table;
    if (i == S->rounds) return (hol_tangent_round){i, 1.0, T->b, T->b1};
    return (hol_tangent_round){i, T->c[i], T->a + i * T->stages, T->e + i * T->stages};
}

/* The equations above, row by row; round `rounds` is the new node, with the weights b and b'. */
static hol_status step_in_chart(hol_reduced *y, double h)
{
    hol_stepper *s = y->s;
    const hol_tangent_scheme *S = s->aux;
    hol_chart *c = &y->chart;
    int d = c->d;
    double *g = hol_take(s->work, (S->table.stages + 1) * d), *drift = hol_take(s->work, d);
    double *node = hol_take(s->work, hol_chart_place(c));
    hol_reduced_point x = hol_reduced_point_take(y, true);
    double *v = hol_take(s->work, d), *vdot = hol_take(s->work, d);
    hol_status status;

    hol_chart_keep(c, node);
    memcpy(g, y->g, sizeof(double) * (size_t)d);
    for (int i = 1; i <= S->rounds; i++) {
        hol_tangent_round r = hol_tangent_round_of(S, i);
        hol_reduced_point to = {x.q, x.qdot, x.D, i == S->rounds ? x.lambda : NULL};
        memcpy(drift, y->v, sizeof(double) * (size_t)d);
        hol_axpy(d, r.at * h, y->vdot, drift);
        hol_combine(i, r.of_v, h * h, d, g, drift, v);
        hol_combine(i, r.of_v1, h, d, g, y->vdot, vdot);
        if (hol_choice(s, FROM) == NODE) hol_chart_go_back(c, node);
        status = hol_reduced_acceleration(y, y->t + r.at * h, v, vdot, &to, g + i * d);
        if (status) return status;
    }
    if (hol_controlled(s)) judge(y, h, g, &x);
    hol_reduced_move(y, v, vdot, g + S->rounds * d, &x);
    return HOL_OK;
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    bool ahead = hol_choice(s, FROM) == AHEAD;
    return hol_reduced_step(s, h, z, ahead ? hol_tangent_step_ahead : step_in_chart);
}

static size_t memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    bool ahead = hol_choice_of(method, opt, FROM) == AHEAD;
    return hol_reduced_memory(method, sys, opt) + (ahead ? hol_tangent_memory_ahead(sys) : 0);
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    hol_status status = hol_reduced_start(s, h, z);
    hol_reduced y = hol_reduced_view(s, z);
    if (!status && hol_choice(s, FROM) == AHEAD) hol_tangent_start_ahead(&y);
    return status;
}

/* ---------------------------------------------------------------- set-up */

/* Where the last stage is the new node it is evaluated once. */
static int rounds_of(const hol_nystrom_table *T)
{
    int last = T->stages - 1;
    size_t row = sizeof(double) * (size_t)T->stages;
    bool same = T->c[last] == 1 && !memcmp(T->a + last * T->stages, T->b, row) &&
                !memcmp(T->e + last * T->stages, T->b1, row);
    return same ? last : T->stages;
}

static void take_table(hol_tangent_scheme *S, const hol_butcher *T, hol_memory *m)
{
    int n = T->stages;
    double *a = hol_alloc(m, (size_t)(n * n + 3 * n), sizeof *a), *b = a + n * n;
    S->e_v[0] = b + n;
    S->e_v[1] = b + 2 * n;
    for (int i = 0; i < n; i++) times_table(n, T->a + i * n, T->a, a + i * n);
    times_table(n, T->b, T->a, b);
    for (int k = 0; k < 2; k++)
        if ((S->e[k] = T->e[k])) times_table(n, T->e[k], T->a, S->e_v[k]);
    S->table = (hol_nystrom_table){T->name, T->source, n, T->order, a, T->a, b, T->b, T->c};
}

typedef struct { /* the data of a method: one of the two */
    const hol_nystrom_table *nystrom;
    const hol_butcher *table;
} scheme;

static hol_status setup(hol_stepper *s)
{
    const scheme *of = s->method->data;
    hol_tangent_scheme *S = s->aux = hol_alloc(s->memory, 1, sizeof *S);
    if (of->table)
        take_table(S, of->table, s->memory);
    else
        S->table = *of->nystrom;
    S->rounds = rounds_of(&S->table);
    return HOL_OK;
}

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    const scheme *of = method->data;
    int order = of->table ? of->table->order : of->nystrom->order;
    (void)sys, (void)opt;
    hol_claims c = hol_claims_of_order(order, HOL_EXACT, HOL_EXACT, HOL_EXACT);
    c.error_order = of->table ? hol_estimate_order(of->table) : 0;
    return c;
}

/* ---------------------------------------------------------------- the methods */

#define ON_CHARTS                                                                                  \
    .family = "tangent", .formulation = "euler", .options = options, .ends = hol_chart_ends,       \
    .needs = HOL_FLAT | HOL_HOLONOMIC | HOL_FULL_RANK | HOL_SMALL, .claims = claims,               \
    .memory = memory, .setup = setup, .start = start, .step = step
#define PAPER "Haug, Pavesic 2023, eqs (8)-(16), (20)-(35) (paper 002); "

const hol_method hol_family_tangent[] = {
    {
        .name = "tangent-nystrom4",
        .source = PAPER "Hairer, Norsett, Wanner, Solving ODEs I, II.14",
        .about = "multiplier-free equations in tangent-space charts, Nystrom's method of order 4",
        .data = &(const scheme){.nystrom = &hol_butcher_nystrom4},
        ON_CHARTS,
    },
    {
        .name = "tangent-rk4",
        .source = PAPER "Hairer, Norsett, Wanner, Solving ODEs I, table II.1.2",
        .about = "multiplier-free equations in tangent-space charts, classical Runge-Kutta",
        .data = &(const scheme){.table = &hol_butcher_rk4},
        ON_CHARTS,
    },
    {
        .name = "tangent-dp5",
        .source = PAPER "Hairer, Norsett, Wanner, Solving ODEs I, table II.5.2",
        .about = "multiplier-free equations in tangent-space charts, Dormand-Prince 5(4)",
        .data = &(const scheme){.table = &hol_butcher_dp5},
        ON_CHARTS,
    },
    {
        .name = "tangent-dop853",
        .source = PAPER "Hairer, Norsett, Wanner, Solving ODEs I, II.10",
        .about = "multiplier-free equations in tangent-space charts, Dormand-Prince 8(5,3)",
        .data = &(const scheme){.table = &hol_butcher_dop853},
        ON_CHARTS,
    },
    {0},
};
