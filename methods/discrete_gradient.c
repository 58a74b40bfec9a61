/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Discrete gradients: see discrete_gradient.h. */
#include "methods/discrete_gradient.h"

#include <math.h>
#include <string.h>

#include "holonomy/dense.h"

static const double GAUSS = 0.28867513459481288; /* 1/(2 sqrt 3): the points qb -+ GAUSS d */

void hol_gauss_point(hol_eval *sys, const double q0[], const double d[], int side, double q[])
{
    for (int i = 0; i < sys->nv; i++) q[i] = (q0[i] + 0.5 * d[i]) + (side ? GAUSS : -GAUSS) * d[i];
}

void hol_lowered(hol_eval *sys, const double d[], double along[])
{
    memcpy(along, d, (size_t)sys->nv * sizeof *along);
    hol_scale_units(sys, -2, along);
}

void hol_discrete_gradient(hol_stepper *s, const double q0[], const double d[], double U0,
                           double DU[])
{
    hol_eval *sys = s->sys;
    if (!hol_has_tangent(sys)) {
        hol_grad_potential(sys, q0, DU);
        return;
    }
    size_t mark = hol_mark(s->work);
    int n = sys->nv;
    double *g = hol_take(s->work, n), *along = hol_take(s->work, n), *q = hol_take(s->work, n);
    for (int i = 0; i < n; i++) q[i] = q0[i] + d[i];
    double U1 = hol_potential(sys, q);

    for (int i = 0; i < n; i++) q[i] = q0[i] + 0.5 * d[i];
    hol_grad_potential(sys, q, DU);
    hol_lowered(sys, d, along);
    double slope = hol_dot(n, DU, d), square = hol_dot(n, along, d);
    double defect = U1 - U0 - slope;
    if (fabs(defect) <= HOL_RESOLVED * (fabs(U1) + fabs(U0) + fabs(slope))) {
        defect = 0;
        for (int side = 0; side < 2; side++) {
            hol_gauss_point(sys, q0, d, side, q);
            hol_grad_potential(sys, q, g);
            defect += 0.5 * (hol_dot(n, g, d) - slope);
        }
    }
    if (square > 0) hol_axpy(n, defect / square, along, DU);
    hol_release(s->work, mark);
}

bool hol_quadratic_potential(hol_eval *sys)
{
    if (!hol_has_tangent(sys)) return true;
    hol_counters kept = *sys->count;
    hol_work *w = sys->work;
    size_t mark = hol_mark(w);
    int n = sys->nv;
    double *q = hol_take(w, sys->nq), *bend = hol_take(w, n), *g = hol_take(w, n);
    for (int k = -1; k <= 1; k++) {
        for (int i = 0; i < sys->nq; i++)
            q[i] = sys->length / sys->unit * (cos(1.7 * i) + 0.4 * k * sin(2.3 * i + 1));
        hol_scale_units(sys, 1, q);
        hol_grad_potential(sys, q, g);
        hol_axpy(n, k ? 1 : -2, g, bend);
    }
    bool affine = hol_norm_max(n, bend) <= 1e-10 * hol_norm_max(n, g);
    hol_release(w, mark);
    *sys->count = kept;
    return affine;
}
