/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Discrete Lagrange-d'Alembert methods, which take all rows as conditions on the velocity, B v = w
 * with B = (G; A), and step nonholonomic systems; f = -grad U and forces of position.
 *
 * lda (McLachlan, Perlmutter, J. Nonlinear Sci. 16 (2006) 283, (4.18)), symmetric:
 *
 *     q_h = q_0 + h/2 v_0,   M v_1 = M v_0 + h f(q_h) - h B(q_h)^T lambda,   q_1 = q_h + h/2 v_1
 *     B(q_1) v_1 = w
 *
 * gni, the nonholonomic leapfrog (Ferraro, Iglesias, Martin de Diego, arXiv 1312.1587), one linear
 * system a step: with v_- and v_+ half a step before and after the node q_1,
 *
 *     q_1 = q_0 + h v_-,   M (v_+ - v_-) = h f(q_1) - h B(q_1)^T lambda,   B(q_1) (v_- + v_+)/2 = w
 *
 * The velocity of the node is (v_- + v_+)/2.  At the start v_+ = v + h/2 v', of the index-1
 * equations.  Holonomic rows keep G v = 0 alone: Phi goes off by O(h^2). */
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/memory.h"
#include "holonomy/newton.h"
#include "holonomy/variational.h"
#include "methods/all_rows.h"
#include "methods/constant_mass.h"

enum { NEWTON_TOL };

/* A position moves by h/2 times what the velocity is off. */
static const hol_option options_lda[] = {
    [NEWTON_TOL] =
        {"newton_tol", HOL_REAL, 1e-14, 0, 1e-3, NULL,
         "largest last correction of the iteration, relative to the length of the system"},
    {0},
};

typedef struct {
    hol_pattern P;      /* of B: the rows of G, then those of A */
    hol_saddle *saddle; /* K = M */
    double *M;
} rows;

/* h f(q) + M v */
static void pushed(hol_stepper *s, double h, double t, const double q[], const double v[],
                   double p[])
{
    hol_eval *sys = s->sys;
    const rows *own = s->aux;
    double *rest = hol_take(s->work, sys->nv), *f = hol_take(s->work, sys->nv);
    hol_total_force(sys, t, q, rest, f);
    hol_multiply(&sys->M, own->M, v, p);
    hol_axpy(sys->nv, h, f, p);
}

/* The multipliers of the impulses y, and p = M v. */
static void finish(hol_stepper *s, double h, const double y[], hol_state *z)
{
    hol_eval *sys = s->sys;
    for (int i = 0; i < sys->nc; i++) z->lambda[i] = y[i] / h;
    for (int i = 0; i < sys->na; i++) z->alpha[i] = y[sys->nc + i] / h;
    hol_multiply(&sys->M, ((rows *)s->aux)->M, z->v, z->p);
}

/* ---------------------------------------------------------------- lda */

static hol_status step_lda(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    const rows *own = s->aux;
    int n = sys->nv, m = sys->nc + sys->na;
    double *q = hol_take(s->work, sys->nq), *q1 = hol_take(s->work, sys->nq);
    double *p = hol_take(s->work, n), *v1 = hol_take(s->work, n), *d = hol_take(s->work, n);
    double *B = hol_take(s->work, own->P.nnz), *w = hol_take(s->work, m), *y = hol_take(s->work, m);
    hol_newton newton = hol_newton_start(hol_real(s, NEWTON_TOL));
    hol_verdict verdict;
    hol_status status;

    memcpy(q, z->q, (size_t)sys->nq * sizeof *q);
    hol_axpy(n, h / 2, z->v, q);
    pushed(s, h, z->t + h / 2, q, z->v, p);
    hol_all_rows_at(sys, z->t + h / 2, q, B, w);
    if ((status = hol_saddle_set_B(own->saddle, B))) return status;
    memcpy(v1, z->v, (size_t)n * sizeof *v1);
    do { /* v1 is linear in B(q1) */
        memcpy(q1, q, (size_t)sys->nq * sizeof *q);
        hol_axpy(n, h / 2, v1, q1);
        hol_all_rows_at(sys, z->t + h, q1, B, w);
        if ((status = hol_saddle_factor(own->saddle, B, NULL))) return status;
        hol_saddle_solve(own->saddle, p, w, d, y);
        for (int i = 0; i < n; i++) {
            double change = d[i] - v1[i];
            v1[i] = d[i];
            d[i] = h / 2 * change;
        }
        verdict = hol_newton_judge(&newton, hol_displacement_size(sys, d));
    } while (verdict == HOL_ITERATE);
    if ((status = hol_newton_end(&newton, verdict, "velocity of the node", s->count, &s->residual)))
        return status;
    memcpy(z->q, q, (size_t)sys->nq * sizeof *q);
    hol_axpy(n, h / 2, v1, z->q);
    memcpy(z->v, v1, (size_t)n * sizeof *v1);
    finish(s, h, y, z);
    return HOL_OK;
}

static hol_claims claims_lda(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)method, (void)sys, (void)opt;
    return (hol_claims){.order_q = 2,
                        .order_v = 2,
                        .order_lambda = 2,
                        .lambda_time = -0.5,
                        .gv = HOL_EXACT,
                        .symmetric = true};
}

/* ---------------------------------------------------------------- gni */

static hol_status start_gni(hol_stepper *s, double h, hol_state *z)
{
    double *a = hol_take(s->work, s->sys->nv);
    hol_status status = hol_acceleration(s->sys, z->t, z->q, z->v, a, z->lambda, z->alpha);
    for (int i = 0; i < s->sys->nv; i++) z->memory[i] = z->v[i] + h / 2 * a[i];
    return status;
}

static hol_status step_gni(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    const rows *own = s->aux;
    int n = sys->nv, m = sys->nc + sys->na;
    double *p = hol_take(s->work, n), *before = hol_take(s->work, n), *after = z->memory;
    double *B = hol_take(s->work, own->P.nnz), *w = hol_take(s->work, m), *y = hol_take(s->work, m);
    hol_status status;

    memcpy(before, after, (size_t)n * sizeof *before);
    hol_axpy(n, h, before, z->q);
    pushed(s, h, z->t + h, z->q, before, p);
    hol_all_rows_at(sys, z->t + h, z->q, B, w);
    hol_multiply(&own->P, B, before, y);
    for (int i = 0; i < m; i++) y[i] = 2 * w[i] - y[i];
    if ((status = hol_factor_rows(own->saddle, B))) return status;
    hol_saddle_solve(own->saddle, p, y, after, y);
    for (int i = 0; i < n; i++) z->v[i] = 0.5 * (before[i] + after[i]);
    finish(s, h, y, z);
    return HOL_OK;
}

static size_t memory_gni(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)method, (void)opt;
    return (size_t)sys->nv; /* v_+ */
}

/* Nothing damps the part of the velocity across the rows: where several bodies roll it may grow
 * (bicycle), at any step. */
static hol_claims claims_gni(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)method, (void)opt;
    double order = sys->na && sys->nb > 1 ? 0 : 2;
    return (hol_claims){.order_q = order, .order_v = order, .order_lambda = order, .gv = HOL_EXACT};
}

/* ---------------------------------------------------------------- the methods */

static hol_status setup(hol_stepper *s)
{
    rows *own = s->aux = hol_alloc(s->memory, 1, sizeof *own);
    own->P = hol_all_rows(s);
    own->M = hol_constant_mass(s);
    return hol_mass_saddle(s, own->M, &own->P, false, &own->saddle);
}

#define NONHOLONOMIC                                                                               \
    .family = "nonholonomic", .formulation = "natural",                                            \
    .needs = HOL_FLAT | HOL_CONST_MASS | HOL_SCLERONOMIC | HOL_POSITION_FORCES | HOL_FULL_RANK,    \
    .setup = setup

const hol_method hol_family_nonholonomic[] = {
    {
        .name = "lda",
        .source = "McLachlan, Perlmutter, J. Nonlinear Sci. 16 (2006) 283",
        .about = "discrete Lagrange-d'Alembert: symmetric, nonholonomic rows at every node",
        .options = options_lda,
        .claims = claims_lda,
        .step = step_lda,
        NONHOLONOMIC,
    },
    {
        .name = "gni",
        .source = "Ferraro, Iglesias, Martin de Diego, arXiv 1312.1587",
        .about = "nonholonomic leapfrog, one linear system a step",
        .claims = claims_gni,
        .memory = memory_gni,
        .start = start_gni,
        .step = step_gni,
        NONHOLONOMIC,
    },
    {0},
};
