/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Radau IIA: collocation at the nodes of Radau, the last of which is 1, and what radau_ggl.c (step,
 * claims), radau_newton.c (Newton's iteration) and radau_matrix.c (its linear systems) share. */
#pragma once

#include "holonomy/method.h"
#include "numerics/complex_parts.h"

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

typedef struct { /* of radau_matrix.c; K = N - nv, m = nc + na */
    int parts;   /* of its numbers: 1, or 2 where they are complex, real parts first */
    double *B;   /* parts x (nv + m) x nv */
    double *LU;  /* K rows of `parts` x K */
    int *pivot;  /* K */
} hol_radau_matrix;

typedef struct { /* a stepper's aux */
    hol_radau R;
    int N;                      /* unknowns of a stage */
    hol_radau_matrix matrix[2]; /* of gamma, of alpha - i beta */
    double *place;              /* where they were made; its h is 0: nowhere */
    double *J_mu;               /* nv x nc: of both */
    double *Z, *r, *w;          /* s x N: the stages less y_0; right-hand sides */
    double *y, *rate, *y0;      /* N */
    double *a0;                 /* nv: v' at y_0 */
} hol_radau_ggl;

/* h / gamma, h / (alpha - i beta) */
static inline double complex hol_radau_w(const hol_radau *R, int k, double h)
{
    return k ? h / CMPLX(R->alpha, -R->beta) : h / R->gamma;
}

/* A state's memory, so that a step that fails leaves no trace: h and Z of the last step; the place
 * at which the matrices of the next one are made unless they are at hand: h, t, y and v'. */
typedef struct {
    double *h, *Z, *place;
} hol_radau_memory;
static inline hol_radau_memory hol_radau_memory_of(const hol_radau_ggl *own, const hol_state *z)
{
    double *Z = z->memory + 1;
    return (hol_radau_memory){z->memory, Z, Z + own->R.stages * own->N};
}
static inline int hol_radau_place_size(int nv, int N)
{
    return 2 + N + nv;
}

/* Factors of the matrices at that place, kept where they are those at hand. */
hol_status hol_radau_factor(hol_stepper *s, const double place[]);
/* r becomes x,  (z F_y' + F_y) x = r  with the matrix k; N real parts, then N imaginary ones. */
void hol_radau_divide(hol_stepper *s, int k, double h, double x[]);
/* The Z of that step, by the factors of the state's place or by those of this step. */
hol_status hol_radau_solve(hol_stepper *s, double h, const hol_state *z, double tolerance);
