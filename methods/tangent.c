/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tangent-nystrom4, -rk4, -dp5, -dop853: explicit methods on the multiplier-free equations of
 * motion in tangent-space charts (paper 002, section 6; reduced.h), one scheme for all.  A
 * Runge-Kutta table A, b on (v, v') is a Nystrom table: with v'_i = v' + h sum a_ij g_j,
 *
 *   v_i = v + c_i h v' + h^2 sum (A^2)_ij g_j,   v_1 = v + h v' + h^2 sum (b^T A)_j g_j.
 *
 * The error estimates are made in q and q', which the chart does not enter: to first order the
 * differences dv, dv' of two solutions are dq = D dv, dq' = D dv' - U B (dG along dq) q'. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "methods/explicit.h"
#include "methods/memory.h"
#include "methods/reduced.h"
#include "numerics/dense.h"

enum { FROM = HOL_REDUCED_OPTIONS };
enum { NODE, STAGE };

static const hol_option options[] = {
    HOL_REDUCED_OPTION_ROWS,
    {"from", HOL_CHOICE, STAGE, 0, 1, "node stage",
     "start of (15) and (16): u and B of the step's start (the paper), or of the stage before"},
    {0},
};

typedef struct {
    hol_nystrom_table table; /* the first stage is the node */
    int rounds;              /* points to be evaluated, the last one the new node */
    const double *e[2];      /* stages: of the error estimates in v'; or NULL */
    double *e_v[2];          /* in v, over h */
    double *made;            /* what of the table is not borrowed */
} explicit_scheme;

/* y^T = x^T A. */
static const double *times_table(int stages, const double x[], const double A[], double y[])
{
    hol_multiply_dense_transposed(stages, stages, A, x, y);
    return y;
}

/* ---------------------------------------------------------------- the step */

/* Norm of the difference of the two solutions with the weights e, scaled by the tolerances. */
static double estimate(hol_reduced *y, double h, int k, const double g[],
                       const hol_reduced_point *x)
{
    const explicit_scheme *S = y->s->aux;
    const hol_system *sys = y->s->sys;
    hol_work *w = y->s->work;
    size_t mark = hol_mark(w);
    int n = y->chart.n, m = y->chart.m, d = y->chart.d, stages = S->table.stages;
    double *dv = hol_take(w, d), *dvdot = hol_take(w, d), *dq = hol_take(w, n);
    double *sum = hol_take(w, n), *difference = hol_take(w, n), *dqdot = hol_take(w, n);
    double *c = hol_take(w, m), *other = hol_take(w, m);
    double *qhat = hol_take(w, n), *vhat = hol_take(w, n);

    hol_combine(stages, S->e_v[k], h * h, d, g, NULL, dv);
    hol_combine(stages, S->e[k], h, d, g, NULL, dvdot);
    for (int i = 0; i < n; i++) {
        dq[i] = hol_dot(d, x->D + i * d, dv);
        sum[i] = x->qdot[i] + dq[i];
        difference[i] = x->qdot[i] - dq[i];
    }
    sys->curvature(sys, x->q, sum, c); /* 4 (dG along dq) q', by polarisation */
    sys->curvature(sys, x->q, difference, other);
    for (int i = 0; i < m; i++) c[i] = (c[i] - other[i]) / 4;
    hol_chart_normal(&y->chart, c, dqdot);
    for (int i = 0; i < n; i++) {
        qhat[i] = x->q[i] - dq[i];
        vhat[i] = x->qdot[i] - hol_dot(d, x->D + i * d, dvdot) + dqdot[i];
    }
    double squares = hol_scaled_squares(y->s, sys->is_length, n, y->z->q, x->q, qhat) +
                     hol_scaled_squares(y->s, sys->is_length, n, y->z->v, x->qdot, vhat);
    hol_release(w, mark);
    return sqrt(squares / (2 * n));
}

static void judge(hol_reduced *y, double h, const double g[], const hol_reduced_point *x)
{
    const explicit_scheme *S = y->s->aux;
    double E[2] = {0};
    for (int k = 0; k < 2 && S->e[k]; k++) E[k] = estimate(y, h, k, g, x);
    y->s->error = hol_estimate(E[0], E[1]);
}

static hol_status step_in_chart(hol_reduced *y, double h)
{
    hol_stepper *s = y->s;
    const explicit_scheme *S = s->aux;
    const hol_nystrom_table *T = &S->table;
    int d = y->chart.d, stages = T->stages;
    double *g = hol_take(s->work, (stages + 1) * d), *drift = hol_take(s->work, d);
    double *v = hol_take(s->work, d), *vdot = hol_take(s->work, d);
    double *place = hol_take(s->work, hol_chart_place(&y->chart));
    hol_reduced_point x = hol_reduced_point_take(y, true);
    hol_status status;

    hol_chart_keep(&y->chart, place);
    memcpy(g, y->g, sizeof(double) * (size_t)d);
    for (int i = 1; i <= S->rounds; i++) {
        bool node = i == S->rounds;
        double at = node ? 1.0 : T->c[i];
        hol_reduced_point point = {x.q, x.qdot, x.D, node ? x.lambda : NULL};
        memcpy(drift, y->v, sizeof(double) * (size_t)d);
        hol_axpy(d, at * h, y->vdot, drift);
        hol_combine(i, node ? T->b : T->a + i * stages, h * h, d, g, drift, v);
        hol_combine(i, node ? T->b1 : T->e + i * stages, h, d, g, y->vdot, vdot);
        if ((int)s->opt[FROM] == NODE) hol_chart_go_back(&y->chart, place);
        if ((status = hol_reduced_acceleration(y, y->t + at * h, v, vdot, &point, g + i * d)))
            return status;
    }
    if (hol_controlled(s)) judge(y, h, g, &x);
    if (s->error <= 1)
        hol_reduced_move(y, v, vdot, g + S->rounds * d, &x);
    else
        hol_chart_go_back(&y->chart, place);
    return HOL_OK;
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    return hol_reduced_step(s, h, z, step_in_chart);
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

static hol_status setup_nystrom(hol_stepper *s, const hol_nystrom_table *T)
{
    explicit_scheme *S = s->aux = hol_zeroed(1, sizeof *S);
    S->table = *T;
    S->rounds = rounds_of(T);
    return HOL_OK;
}

static hol_status setup_table(hol_stepper *s, const hol_table *T)
{
    explicit_scheme *S = s->aux = hol_zeroed(1, sizeof *S);
    int n = T->stages;
    double *a = S->made = hol_zeroed((size_t)(n * n + 3 * n), sizeof *a), *b = a + n * n;
    S->e_v[0] = b + n;
    S->e_v[1] = b + 2 * n;
    for (int i = 0; i < n; i++) times_table(n, T->a + i * n, T->a, a + i * n);
    times_table(n, T->b, T->a, b);
    for (int k = 0; k < 2; k++)
        if ((S->e[k] = T->e[k])) times_table(n, T->e[k], T->a, S->e_v[k]);
    S->table = (hol_nystrom_table){T->name, T->source, n, T->order, a, T->a, b, T->b, T->c};
    S->rounds = rounds_of(&S->table);
    return HOL_OK;
}

static void release(hol_stepper *s)
{
    explicit_scheme *S = s->aux;
    free(S->made);
    free(S);
}

static hol_claims claims(int order, int error_order)
{
    return (hol_claims){.order_q = order,
                        .order_v = order,
                        .order_lambda = order,
                        .phi = HOL_EXACT,
                        .gv = HOL_EXACT,
                        .inner = HOL_EXACT,
                        .error_order = error_order};
}

/* ---------------------------------------------------------------- the methods */

static hol_status setup_nystrom4(hol_stepper *s)
{
    return setup_nystrom(s, &hol_table_nystrom4);
}

static hol_status setup_rk4(hol_stepper *s)
{
    return setup_table(s, &hol_table_rk4);
}

static hol_status setup_dp5(hol_stepper *s)
{
    return setup_table(s, &hol_table_dp5);
}

static hol_status setup_dop853(hol_stepper *s)
{
    return setup_table(s, &hol_table_dop853);
}

static hol_claims claims_nystrom4(const hol_system *sys, const double opt[])
{
    (void)sys, (void)opt;
    return claims(hol_table_nystrom4.order, 0);
}

static hol_claims claims_rk4(const hol_system *sys, const double opt[])
{
    (void)sys, (void)opt;
    return claims(hol_table_rk4.order, 0);
}

static hol_claims claims_dp5(const hol_system *sys, const double opt[])
{
    (void)sys, (void)opt;
    return claims(hol_table_dp5.order, hol_estimate_order(&hol_table_dp5));
}

static hol_claims claims_dop853(const hol_system *sys, const double opt[])
{
    (void)sys, (void)opt;
    return claims(hol_table_dop853.order, hol_estimate_order(&hol_table_dop853));
}

/* What all have. */
#define ON_CHARTS                                                                                  \
    .family = "tangent", .formulation = "euler", .options = options,                               \
    .needs = HOL_FLAT | HOL_HOLONOMIC | HOL_SCLERONOMIC | HOL_FULL_RANK | HOL_SMALL,               \
    .memory = hol_reduced_memory, .release = release, .start = hol_reduced_start, .step = step
#define PAPER "Haug, Pavesic 2023, eqs (8)-(16), (20)-(35) (paper 002); "

static const hol_method nystrom4 = {
    .name = "tangent-nystrom4",
    .source = PAPER "Hairer, Norsett, Wanner, Solving ODEs I, II.14",
    .about = "multiplier-free equations in tangent-space charts, Nystrom's method of order 4",
    .claims = claims_nystrom4,
    .setup = setup_nystrom4,
    ON_CHARTS,
};

static const hol_method rk4 = {
    .name = "tangent-rk4",
    .source = PAPER "Hairer, Norsett, Wanner, Solving ODEs I, table II.1.2",
    .about = "multiplier-free equations in tangent-space charts, classical Runge-Kutta",
    .claims = claims_rk4,
    .setup = setup_rk4,
    ON_CHARTS,
};

static const hol_method dp5 = {
    .name = "tangent-dp5",
    .source = PAPER "Hairer, Norsett, Wanner, Solving ODEs I, table II.5.2",
    .about = "multiplier-free equations in tangent-space charts, Dormand-Prince 5(4)",
    .claims = claims_dp5,
    .setup = setup_dp5,
    ON_CHARTS,
};

static const hol_method dop853 = {
    .name = "tangent-dop853",
    .source = PAPER "Hairer, Norsett, Wanner, Solving ODEs I, II.10",
    .about = "multiplier-free equations in tangent-space charts, Dormand-Prince 8(5,3)",
    .claims = claims_dop853,
    .setup = setup_dop853,
    ON_CHARTS,
};

const hol_method *const hol_family_tangent[] = {&nystrom4, &rk4, &dp5, &dop853, NULL};
