/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An equilibrium near a configuration, by Newton's iteration on the tangent space: of
 *
 *     r = N^T f,    K u = r,    q <- q + N u brought back onto the joints
 *
 * the step of least norm, shortened until |r| falls.  K is exact, so that near an equilibrium the
 * residual falls to its square in every step. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/dynamics.h"
#include "mechanics/linear.h"
#include "numerics/svd.h"

enum { STEPS = 60 };
static const double least_step = 1e-4;
static const double settled = 1e-13;   /* of the largest force, in the metric of the mass */
static const double near_zero = 1e-12; /* of the largest singular value of K */

/* At x->q at rest: the basis, the multipliers and r (m); |r|, or NAN. */
static double residual(hol_linear_state *x, double r[], double *scale)
{
    int nv = x->sys->nv;
    if (!hol_linear_basis(x) || !hol_linear_forces(x)) return NAN;
    hol_outer_force(x->sys, 0, x->q, x->v, x->df);
    for (int k = 0; k < x->m; k++) r[k] = hol_dot(nv, x->N + k * nv, x->df);
    *scale = 0;
    for (int i = 0; i < nv; i++) {
        double mass = x->M[hol_entry(&x->sys->M, i, i)];
        if (mass > 0) *scale += x->df[i] * x->df[i] / mass;
    }
    *scale = sqrt(*scale);
    return hol_norm(x->m, r);
}

/* q0 + factor N u on the joints, into x->q; false where that is nowhere. */
static bool go(hol_linear_state *x, const double q0[], const double du[], double factor)
{
    for (int i = 0; i < x->sys->nv; i++) x->q[i] = q0[i] + factor * du[i];
    memset(x->dv, 0, (size_t)x->sys->nv * sizeof *x->dv);
    hol_inner_project(x->sys, x->q, x->dv);
    return !x->sys->nj || hol_close_joints(&x->metric, x->q);
}

static bool step(hol_linear_state *x, hol_linear *L, double r[], double *size, double *scale)
{
    int nv = x->sys->nv;
    double *u = hol_linear_numbers(x, x->n), factor = 1;
    hol_svd s;
    L->n = x->n, L->m = x->m;
    hol_linear_matrices(x, L);
    if (!hol_svd_make(&s, x->memory, x->m, x->n, L->K, near_zero, 0)) return false;
    hol_svd_solve(&s, r, u);
    double *start = hol_alloc_copy(x->memory, x->q, (size_t)nv, sizeof *start);
    double *along = hol_linear_numbers(x, nv), before = *size;
    for (int k = 0; k < x->n; k++) hol_axpy(nv, u[k], x->N + k * nv, along);
    for (; factor > least_step; factor /= 2) {
        if (!go(x, start, along, factor)) continue;
        *size = residual(x, r, scale);
        if (*size < before) return true;
    }
    memcpy(x->q, start, (size_t)nv * sizeof *start);
    *size = residual(x, r, scale);
    return false;
}

typedef struct {
    hol_eval *sys;
    double *q;
    hol_message *why;
    bool found;
} call;

static void find(hol_memory *m, void *data)
{
    call *c = data;
    hol_linear_state x;
    hol_linear L = {.memory = m};
    double scale, size;
    if (!hol_linear_begin(&x, m, c->sys, c->why)) return;
    int nr = c->sys->nr;
    double *r = hol_linear_numbers(&x, nr);
    L.K = hol_linear_numbers(&x, nr * nr), L.C = hol_linear_numbers(&x, nr * nr);
    L.S = hol_linear_numbers(&x, nr * nr), L.state = hol_linear_numbers(&x, 4 * nr * nr);
    memcpy(x.q, c->q, (size_t)c->sys->nq * sizeof *x.q);
    size = residual(&x, r, &scale);
    for (int k = 0; k < STEPS && size > 0 && step(&x, &L, r, &size, &scale); k++) continue;
    c->found = size <= settled * scale || size == 0;
    if (c->found) memcpy(c->q, x.q, (size_t)c->sys->nq * sizeof *x.q);
    if (!c->found && !isnan(size))
        hol_say(c->why, "no equilibrium found near the start: a force of %.2g of the largest is "
                        "left",
                size / scale);
}

bool hol_equilibrium(hol_eval *sys, double q[], hol_message *why)
{
    call c = {.sys = sys, .q = q, .why = why};
    hol_memory *m = hol_memory_of(find, &c);
    if (!m) hol_say(why, "%s", hol_status_text(HOL_NO_MEMORY));
    hol_memory_end(m);
    return c.found;
}
