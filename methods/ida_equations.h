/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ida_equations.h: the stabilised index-2 equations of a system in the form F(t, y, y') = 0,
 *
 *     q' = v + U^2 G^T mu,   M v' = f - G^T lambda - A^T alpha,
 *     Phi = 0,   G v + Phi_t = 0,   A v = w,
 *
 * with y = (q, v, lambda, alpha, mu) and U the units of the velocities (units.h), by which the way
 * onto Phi = 0 does not depend on the size of the mechanism; and their Jacobian, both with the
 * arguments IDA calls them by; `self` is the stepper. */
#ifndef HOL_IDA_EQUATIONS_H
#define HOL_IDA_EQUATIONS_H

#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

#include "holonomy/method.h"

typedef struct { /* y, or the residual: of q', v', G v + Phi_t, A v - w, Phi */
    double *q, *v, *lambda, *alpha, *mu;
} hol_ida_parts;

hol_ida_parts hol_ida_split(hol_eval *sys, N_Vector y);
int hol_ida_unknowns(hol_eval *sys);

int hol_ida_residual(double t, N_Vector at, N_Vector rate, N_Vector out, void *self);
/* c dF/dy' + dF/dy into J, which is zero */
int hol_ida_jacobian(double t, double c, N_Vector at, N_Vector rate, N_Vector r, SUNMatrix J,
                     void *self, N_Vector x1, N_Vector x2, N_Vector x3);

#endif
