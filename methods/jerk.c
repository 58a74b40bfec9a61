/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The jerk of the constrained motion, and velocities across the constraints: see jerk.h. */
#include "methods/jerk.h"

#include "holonomy/dense.h"

/* v' a time d from the state along the motion: q and v to the terms of second and first order,
 * whose rest is even in d and drops out of a difference. */
static hol_status acceleration_at(hol_stepper *s, double d, const hol_state *z, const double vdot[],
                                  double out[])
{
    hol_eval *sys = s->sys;
    double *u = hol_take(s->work, sys->nv), *v = hol_take(s->work, sys->nv);
    double *q = hol_take(s->work, sys->nq);
    for (int i = 0; i < sys->nv; i++) {
        u[i] = d * (z->v[i] + 0.5 * d * vdot[i]);
        v[i] = z->v[i] + d * vdot[i];
    }
    hol_move(sys, z->q, u, q);
    return hol_acceleration(sys, z->t + d, q, v, out, NULL, NULL);
}

hol_status hol_jerk(hol_stepper *s, double h, const hol_state *z, const double vdot[],
                    double vddot[])
{
    int n = s->sys->nv;
    size_t mark = hol_mark(s->work);
    double *before = hol_take(s->work, n);
    hol_status status = acceleration_at(s, -h, z, vdot, before);
    if (!status) status = acceleration_at(s, h, z, vdot, vddot);
    for (int i = 0; i < n; i++) vddot[i] = (vddot[i] - before[i]) / (2 * h);
    hol_release(s->work, mark);
    return status;
}

/* The part along them is M^-1 (M e - G^T mu) with G of it zero. */
hol_status hol_keep_across(hol_stepper *s, const hol_state *z, double e[])
{
    hol_eval *sys = s->sys;
    int n = sys->nv;
    size_t mark = hol_mark(s->work);
    double *M = hol_take(s->work, sys->M.nnz), *Me = hol_take(s->work, n);
    double *along = hol_take(s->work, n);
    hol_mass(sys, z->q, M);
    hol_multiply(&sys->M, M, e, Me);
    hol_status status = hol_constrained_solve(sys, z->t, z->q, NULL, Me, along, NULL, NULL);
    hol_axpy(n, -1, along, e);
    hol_release(s->work, mark);
    return status;
}
