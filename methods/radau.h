/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Radau IIA: collocation at the nodes of Radau, the last of which is 1, and what radau_ggl.c (step,
 * claims) and radau_newton.c (Newton's iteration) share. */
#ifndef HOL_RADAU_H
#define HOL_RADAU_H

#include "holonomy/method.h"

enum { HOL_RADAU_MOST = 3 }; /* stages */

/* omega is the inverse of the Runge-Kutta matrix A, for which sum_j a_ij c_j^(k-1) = c_i^k / k, k =
 * 1 .. s;  T^-1 omega T = diag(gamma, (alpha, beta; -beta, alpha)), of 2 stages without gamma;
 * matrices of s x s are row-major. */
typedef struct {
    int stages; /* s */
    double c[HOL_RADAU_MOST], gamma, alpha, beta;
    double omega[HOL_RADAU_MOST * HOL_RADAU_MOST];
    double T[HOL_RADAU_MOST * HOL_RADAU_MOST], inverse[HOL_RADAU_MOST * HOL_RADAU_MOST];
    /* h/gamma y_0' + sum_j e_j Z_j, Z_j = y_j - y_0, is the difference of order h^(s+1) between a
     * quadrature with the weight 1/gamma at y_0 and that of the method. */
    double e[HOL_RADAU_MOST];
} hol_radau;

/* Of 2 or 3 stages. */
hol_status hol_radau_make(int stages, hol_radau *R);

typedef struct { /* a stepper's aux */
    hol_radau R;
    int N;                        /* unknowns of a stage */
    double *real, *pair;          /* factors, N x N and 2N x 2N */
    int *real_pivot, *pair_pivot; /* N, 2N */
    double *Z, *r, *w;            /* s x N: the stages less y_0; right-hand sides */
    double *y, *rate, *y0;        /* N */
    double *a0;                   /* nv: v' at y_0 */
} hol_radau_ggl;

/* Factors of the Jacobians in the middle of the step from z by h; the real one where it is wanted.
 */
hol_status hol_radau_factor(hol_stepper *s, double h, const hol_state *z, bool with_real);
/* The Z of that step, by those factors. */
hol_status hol_radau_solve(hol_stepper *s, double h, const hol_state *z, double tolerance);

#endif
