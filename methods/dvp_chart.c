/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dvp-chart: the discrete Euler-Lagrange equations of Wendlandt and Marsden in generalised
 * coordinates (paper 003, section 4.2); their psi is the map v -> q of a tangent-space chart
 * (paper 002), D psi our D:
 *
 *     D(q0)^T (p0 - p_left(q0, q1)) = 0 (4.12),   q1 = q(v1),   p1 = p0 - h G(q0)^T lambda + push
 *
 * with the slots of the discrete Lagrangian of discrete.h.  By theorem 4.3.1 its points are those
 * of dvp.  The unknown is w = v1 - v0.
 *
 * The multipliers come after: G(q0)^T h lambda = p0 - p_left(q0, q1) lies in the range of U B. */
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/newton.h"
#include "methods/chart.h"
#include "methods/discrete.h"

static const hol_option options[] = {
    HOL_DISCRETE_OPTION_ROWS, HOL_CHART_OPTION_ROWS(1e-15, 1e-15), {0}};

typedef struct {
    double *memory; /* of the chart of the state that is being stepped */
    int *pivot;     /* d */
} dvp_chart;

typedef struct { /* a step from a node to the next */
    hol_stepper *s;
    hol_chart chart;
    double h, t;
    double *q0, *v0, *p0;     /* n, d, n: the node and its momentum */
    double *ahead;            /* n: (q1 - q0) / h of the guess */
    double *w;                /* d: v1 - v0 */
    double *q1, *p1, *lambda; /* n, n, m: the next node, and the multipliers of this one */
} passage;

/* (11): where the chart is left as it is, also U u of the node. */
static hol_status find_node(passage *P, double Uu0[])
{
    double *q = hol_take(P->s->work, P->chart.n);
    hol_status status = hol_chart_point(&P->chart, P->v0, q);
    memcpy(Uu0, P->chart.Uu, sizeof(double) * (size_t)P->chart.n);
    return status;
}

/* q1 at v0 + w and d = q1 - q0 = V w - (U u1 - U u0), free of the cancellation in q1 - q0. */
static hol_status place(passage *P, const double Uu0[], double d[])
{
    hol_chart *c = &P->chart;
    size_t mark = hol_mark(P->s->work);
    double *v1 = hol_take(P->s->work, c->d);
    for (int i = 0; i < c->d; i++) v1[i] = P->v0[i] + P->w[i];
    hol_status status = hol_chart_point(c, v1, P->q1);
    for (int i = 0; i < c->n; i++)
        d[i] = hol_dot(c->d, c->V + i * c->d, P->w) - (c->Uu[i] - Uu0[i]);
    hol_scale_units(P->s->sys, 1, d);
    hol_release(P->s->work, mark);
    return status;
}

/* One Newton correction of w:  D0^T (h K) D1 x = D0^T h (p0 - p_left). */
static hol_status correct(passage *P, const hol_interval *I, const double D0[], double x[])
{
    hol_chart *c = &P->chart;
    hol_work *work = P->s->work;
    size_t mark = hol_mark(work);
    int n = c->n, d = c->d;
    double *D1 = hol_take(work, n * d), *KD = hol_take(work, n * d), *A = hol_take(work, d * d);
    double *r = hol_take(work, n);
    int *pivot = ((dvp_chart *)P->s->aux)->pivot;
    hol_status status;

    if ((status = hol_chart_tangent(c, P->q1, D1))) return status;
    hol_discrete_evaluate(P->s, I);
    hol_multiply_columns(hol_K(P->s->sys), I->K, d, D1, KD);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < d; k++) hol_axpy(d, D0[i * d + k], KD + i * d, A + k * d);
    for (int i = 0; i < n; i++) r[i] = P->h * (P->p0[i] - I->left[i]);
    hol_multiply_dense_transposed(n, d, D0, r, x);
    if (!(status = hol_lu_factor(d, A, pivot))) hol_lu_solve(d, A, pivot, x);
    hol_release(work, mark);
    return status;
}

/* w by Newton's method; I holds d and the slots at the point found. */
static hol_status solve(passage *P, hol_interval *I, double d[], const double D0[],
                        const double Uu0[])
{
    hol_stepper *s = P->s;
    double *x = hol_take(s->work, P->chart.d);
    hol_newton newton = hol_newton_start(hol_real(s, HOL_DISCRETE_NEWTON_TOL));
    hol_verdict verdict;
    hol_status status;

    if ((status = place(P, Uu0, d))) return status;
    do {
        if ((status = correct(P, I, D0, x))) return status;
        hol_axpy(P->chart.d, 1, x, P->w);
        if ((status = place(P, Uu0, d))) return status;
        verdict = hol_newton_judge(&newton,
                                   hol_norm_max(P->chart.d, x) / (s->sys->length / s->sys->unit));
    } while (verdict == HOL_ITERATE);
    if ((status = hol_newton_end(&newton, verdict, "discrete Euler-Lagrange equations (4.12)",
                                 s->count, &s->residual)))
        return status;
    I->K = NULL;
    hol_discrete_evaluate(s, I);
    return HOL_OK;
}

/* The next node in the chart. */
static hol_status within(void *self, double h)
{
    passage *P = self;
    hol_chart *c = &P->chart;
    hol_work *work = P->s->work;
    hol_eval *sys = P->s->sys;
    int n = c->n;
    double *D0 = hol_take(work, n * c->d), *d = hol_take(work, n), *Uu0 = hol_take(work, n);
    double *at0 = hol_take(work, hol_chart_place(c)), *at1 = hol_take(work, hol_chart_place(c));
    double *r = hol_take(work, n), *G0 = hol_take(work, sys->G.nnz);
    hol_interval I = {
        h, P->t, P->q0, d, hol_take(work, n), hol_take(work, n), hol_take(work, hol_K(sys)->nnz)};
    hol_status status;

    P->h = h;
    hol_chart_velocity(c, P->ahead, P->w); /* (11): w = V^T (q1 - q0) */
    for (int k = 0; k < c->d; k++) P->w[k] *= h;
    if ((status = find_node(P, Uu0))) return status;
    if ((status = hol_chart_tangent(c, P->q0, D0))) return status;
    hol_chart_keep(c, at0);
    if ((status = solve(P, &I, d, D0, Uu0))) return status;

    for (int i = 0; i < n; i++) r[i] = (P->p0[i] - I.left[i]) / h;
    hol_chart_keep(c, at1);
    hol_chart_go_back(c, at0);
    hol_chart_multipliers(c, r, P->lambda);
    hol_chart_go_back(c, at1);
    hol_constraints(sys, P->t, P->q0, NULL, G0);
    for (int i = 0; i < n; i++) P->p1[i] = P->p0[i] + I.push[i];
    hol_multiply_transposed_add(&sys->G, G0, -h, P->lambda, P->p1);

    memcpy(P->q0, P->q1, sizeof(double) * (size_t)n);
    memcpy(P->p0, P->p1, sizeof(double) * (size_t)n);
    hol_axpy(c->d, 1, P->w, P->v0);
    P->t += h;
    return HOL_OK;
}

static hol_status renew(void *self)
{
    passage *P = self;
    P->s->count->reparametrisations++;
    memset(P->v0, 0, sizeof(double) * (size_t)P->chart.d);
    return hol_chart_open(&P->chart, P->q0);
}

static hol_chart chart_of(hol_stepper *s)
{
    const dvp_chart *a = s->aux;
    return hol_chart_view(s, hol_chart_rule_of(s, HOL_DISCRETE_OPTIONS), a->memory);
}

static hol_status advance(hol_stepper *s, double h, double t, const double q0[], const double p0[],
                          double q1[], double p1[], double lambda[])
{
    int n = s->sys->nv;
    passage P = {.s = s, .chart = chart_of(s), .t = t, .q1 = q1, .p1 = p1, .lambda = lambda};
    P.q0 = hol_take(s->work, n);
    P.p0 = hol_take(s->work, n);
    P.ahead = hol_take(s->work, n);
    P.v0 = hol_take(s->work, P.chart.d);
    P.w = hol_take(s->work, P.chart.d);
    memcpy(P.q0, q0, sizeof(double) * (size_t)n);
    memcpy(P.p0, p0, sizeof(double) * (size_t)n);
    for (int i = 0; i < n; i++) P.ahead[i] = (q1[i] - q0[i]) / h;
    hol_chart_coordinates(&P.chart, q0, P.v0);
    return hol_chart_step(&P.chart, h, &(hol_chart_node){&P, P.v0, renew, within});
}

/* ---------------------------------------------------------------- the method */

/* The chart of this state, for `advance`. */
static void take_chart(hol_stepper *s, hol_state *z)
{
    dvp_chart *a = s->aux;
    a->memory = z->memory + hol_discrete_memory(s->method, s->sys, s->opt);
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    take_chart(s, z);
    return hol_variational_step(s, h, z, hol_choice(s, HOL_DISCRETE_VELOCITY), advance);
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    take_chart(s, z);
    hol_chart c = chart_of(s);
    hol_take(s->work, 12 * c.n + 4 * c.m); /* a step opens a chart on top of its nodes */
    hol_status status = hol_chart_open(&c, z->q);
    return status ? status : hol_discrete_start(s, h, z, advance);
}

static size_t memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    return hol_discrete_memory(method, sys, opt) + hol_chart_size(sys);
}

static hol_status setup(hol_stepper *s)
{
    dvp_chart *a = s->aux = hol_alloc(s->memory, 1, sizeof *a);
    a->pivot = hol_alloc(s->memory, (size_t)s->sys->nv, sizeof *a->pivot);
    return HOL_OK;
}

const hol_method hol_family_dvp_chart[] = {
    {
        .name = "dvp-chart",
        .family = "variational",
        .source =
            "Wendlandt, Marsden 1996, section 4.2 (paper 003); Haug, Pavesic 2023 (paper 002)",
        .about =
            "discrete Euler-Lagrange equations in generalised coordinates, on tangent-space charts",
        .formulation = "euler",
        .options = options,
        .ends = hol_chart_ends,
        .needs = HOL_FLAT | HOL_HOLONOMIC | HOL_SCLERONOMIC | HOL_FULL_RANK | HOL_SMALL,
        .claims = hol_discrete_claims,
        .memory = memory,
        .setup = setup,
        .start = start,
        .restart = hol_discrete_restart,
        .step = step,
    },
    {0},
};
