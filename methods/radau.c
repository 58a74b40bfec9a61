/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The coefficients of Radau IIA: see radau.h; Hairer, Wanner, Solving Ordinary Differential
 * Equations II, sections IV.5, IV.8.  gamma and alpha +- i beta are the zeros of z^3 - 9 z^2 + 36 z
 * - 60, the denominator of the stability function; of 2 stages, of z^2 - 4 z + 6, and gamma is
 * their modulus.
 */
#include "methods/radau.h"

#include <math.h>

#include "holonomy/dense.h"
#include "numerics/inverse.h"

enum { MOST = HOL_RADAU_MOST };

#define R2          1.41421356237309504880
#define R6          2.44948974278317809820
#define CUBE_ROOT_3 1.44224957030740838232
#define CUBE_ROOT_9 2.08008382305190411453
#define R3_HALF     0.86602540378443864676

static const hol_radau radau[] = {
    {.stages = 2, .c = {1. / 3, 1}, .gamma = R6, .alpha = 2, .beta = R2},
    {.stages = 3,
     .c = {(4 - R6) / 10, (4 + R6) / 10, 1},
     .gamma = 3 + CUBE_ROOT_9 - CUBE_ROOT_3,
     .alpha = 3 - (CUBE_ROOT_9 - CUBE_ROOT_3) / 2,
     .beta = R3_HALF * (CUBE_ROOT_9 + CUBE_ROOT_3)},
};

/* A vector with omega x = z x: across two rows of omega - z; of 2 stages across the first. */
static void eigenvector(const hol_radau *R, double complex z, double complex x[MOST])
{
    int s = R->stages;
    double complex a[MOST] = {0}, b[MOST] = {0, 0, 1};
    for (int j = 0; j < s; j++) {
        a[j] = R->omega[j] - (j == 0 ? z : 0);
        if (s == MOST) b[j] = R->omega[s + j] - (j == 1 ? z : 0);
    }
    for (int i = 0; i < MOST; i++) {
        int j = (i + 1) % MOST, k = (i + 2) % MOST;
        x[i] = a[j] * b[k] - a[k] * b[j];
    }
}

/* omega and e from the nodes, T from the eigenvalues. */
hol_status hol_radau_make(int stages, hol_radau *R)
{
    *R = radau[stages - 2];
    int s = stages, pivot[MOST];
    double powers[MOST * MOST], moments[MOST * MOST], d[MOST] = {-1 / R->gamma};
    double complex real[MOST], pair[MOST];
    hol_status status;
    for (int k = 0; k < s; k++) /* row k: c^k, and c^(k+1) / (k+1) */
        for (int j = 0; j < s; j++) {
            powers[k * s + j] = pow(R->c[j], k);
            moments[k * s + j] = pow(R->c[j], k + 1) / (k + 1);
        }
    if ((status = hol_lu_factor(s, moments, pivot))) return status;
    for (int i = 0; i < s; i++) { /* omega (c_j^k / k) = (c_i^(k-1)) */
        for (int k = 0; k < s; k++) R->omega[i * s + k] = powers[k * s + i];
        hol_lu_solve(s, moments, pivot, R->omega + i * s);
    }
    if ((status = hol_lu_factor(s, powers, pivot))) return status;
    hol_lu_solve(s, powers, pivot, d); /* weights that take 1/gamma y_0' away */
    for (int j = 0; j < s; j++)
        for (int i = 0; i < s; i++) R->e[j] += d[i] * R->omega[i * s + j];

    eigenvector(R, R->gamma, real);
    eigenvector(R, CMPLX(R->alpha, R->beta), pair);
    for (int i = 0; i < s; i++) {
        if (s == MOST) R->T[i * s] = creal(real[i]);
        R->T[i * s + s - 2] = creal(pair[i]);
        R->T[i * s + s - 1] = cimag(pair[i]);
    }
    return hol_inverse(s, R->T, R->inverse);
}
