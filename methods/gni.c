/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gni: the nonholonomic leapfrog (Ferraro, Iglesias, Martin de Diego, arXiv 1312.1587), one linear
 * system a step; all rows are conditions on the velocity, B v = w with B = (G; A).  With v_- and
 * v_+ half a step before and after the node q_1,
 *
 *     q_1 = q_0 + h v_-,   M (v_+ - v_-) = h f(q_1) - h B(q_1)^T lambda,   B(q_1) (v_- + v_+)/2 = w
 *
 * The velocity of the node is (v_- + v_+)/2.  At the start v_+ = v + h/2 v', of the index-1
 * equations.  f = -grad U and forces of position.  Holonomic rows keep G v = 0 alone: Phi goes off
 * by O(h^2). */
#include <string.h>

#include "holonomy/dense.h"
#include "methods/all_rows.h"
#include "methods/constant_mass.h"
#include "methods/dalembert.h"

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    double *a = hol_take(s->work, s->sys->nv);
    hol_status status = hol_acceleration(s->sys, z->t, z->q, z->v, a, z->lambda, z->alpha);
    for (int i = 0; i < s->sys->nv; i++) z->memory[i] = z->v[i] + h / 2 * a[i];
    return status;
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    const hol_dalembert *own = s->aux;
    int n = sys->nv, m = sys->nc + sys->na;
    double *p = hol_take(s->work, n), *before = hol_take(s->work, n), *after = z->memory;
    double *B = hol_take(s->work, own->P.nnz), *w = hol_take(s->work, m), *y = hol_take(s->work, m);
    hol_status status;

    memcpy(before, after, (size_t)n * sizeof *before);
    hol_axpy(n, h, before, z->q);
    hol_dalembert_push(s, h, z->t + h, z->q, before, p);
    hol_all_rows_at(sys, z->t + h, z->q, B, w);
    hol_multiply(&own->P, B, before, y);
    for (int i = 0; i < m; i++) y[i] = 2 * w[i] - y[i];
    if ((status = hol_factor_rows(own->saddle, B))) return status;
    hol_saddle_solve(own->saddle, p, y, after, y);
    for (int i = 0; i < n; i++) z->v[i] = 0.5 * (before[i] + after[i]);
    hol_dalembert_finish(s, h, y, z);
    return HOL_OK;
}

static size_t memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)method, (void)opt;
    return (size_t)sys->nv; /* v_+ */
}

/* Nothing damps the part of the velocity across the rows: where several bodies roll it may grow
 * (bicycle), at any step. */
static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)method, (void)opt;
    double order = sys->na && sys->nb > 1 ? 0 : 2;
    return (hol_claims){.order_q = order, .order_v = order, .order_lambda = order, .gv = HOL_EXACT};
}

const hol_method hol_family_gni[] = {
    {
        .name = "gni",
        .source = "Ferraro, Iglesias, Martin de Diego, arXiv 1312.1587",
        .about = "nonholonomic leapfrog, one linear system a step",
        .claims = claims,
        .memory = memory,
        .start = start,
        .step = step,
        HOL_DALEMBERT,
    },
    {0},
};
