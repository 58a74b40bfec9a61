/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ggl_equations.h: the stabilised index-2 equations (Gear, Leimkuhler, Gupta, J. Comput. Appl.
 * Math. 12 (1985) 77) of a system whose coordinates add, in the form F(t, y, y') = 0,
 *
 *     q' = v + U^2 G^T mu,   M v' = f - G^T lambda - A^T alpha,
 *     Phi = 0,   G v + Phi_t = 0,   A v = w,
 *
 * with y = (q, v, lambda, alpha, mu) and U the units of the velocities (units.h), by which the way
 * onto Phi = 0 does not depend on the size of the mechanism; and their Jacobian. */
#pragma once

#include "holonomy/method.h"

typedef struct { /* y, or the residual: of q', v', G v + Phi_t, A v - w, Phi */
    double *q, *v, *lambda, *alpha, *mu;
} hol_ggl_parts;

int hol_ggl_unknowns(hol_eval *sys);
/* The parts of y, of hol_ggl_unknowns numbers. */
hol_ggl_parts hol_ggl_split(hol_eval *sys, double y[]);

/* out = F(t, y, y') */
void hol_ggl_residual(hol_stepper *s, double t, double y[], double rate[], double out[]);
/* J = dF/dy, row-major; J is zero on entry. */
void hol_ggl_slope(hol_stepper *s, double t, double y[], double rate[], double J[]);
/* J += factor dF/dy', which depends on q alone. */
void hol_ggl_add_rate_slope(hol_eval *sys, const double q[], double factor, double J[]);
