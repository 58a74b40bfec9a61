/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start of gena-lie (gena_lie.c): Arnold, Bruels, Cardona, Error analysis of generalized-alpha
 * Lie group time integration methods for constrained mechanical systems, Numer. Math. 129 (2015)
 * 149.
 *
 * a_n stands for v' at t_n + (alpha_m - alpha_f) h; and the step's own error in u is h^3 e,
 *
 *     e = (1/6 - (alpha_m - alpha_f)/2 - beta) v'' + 1/12 [v, v'],
 *
 * so that Phi = 0 holds the motion of index 3 to velocities with G v = h^2 G e.  Started elsewhere
 * (a0 = v'0, v0 exact) it settles there, at the rate rho_infinity a step, and until then the
 * multipliers have an error O(h): their order reduction. */
#include "holonomy/dense.h"
#include "methods/gena.h"
#include "methods/group.h"
#include "methods/jerk.h"

hol_status hol_gena_settle(hol_stepper *s, double h, hol_state *z, bool shift_v)
{
    hol_eval *sys = s->sys;
    const hol_gena_coefficients *c = &((const hol_gena *)s->aux)->c;
    double delta = c->am - c->af, *a = z->memory, *vdot = hol_gena_vdot(sys, z);
    double *vddot = hol_take(s->work, sys->nv);
    hol_status status = hol_jerk(s, h, z, vdot, vddot);
    if (status) return status;
    hol_axpy(sys->nv, delta * h, vddot, a);
    if (!shift_v) return HOL_OK;

    double *e = hol_take(s->work, sys->nv), of_jerk = 1. / 6 - 0.5 * delta - c->beta;
    hol_bracket(sys, z->v, vdot, e);
    for (int i = 0; i < sys->nv; i++) e[i] = h * h * (of_jerk * vddot[i] + e[i] / 12);
    if ((status = hol_keep_across(s, z, e))) return status;
    hol_axpy(sys->nv, 1, e, z->v);
    return HOL_OK;
}
