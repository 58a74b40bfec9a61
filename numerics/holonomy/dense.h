/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/dense.h: small dense algebra without allocation; row-major. */
#ifndef HOLONOMY_DENSE_H
#define HOLONOMY_DENSE_H

#include "holonomy/api.h"
#include "holonomy/status.h"

HOL_API_BEGIN

/* A (n x n) becomes its LU factors with partial pivoting, the pivots inverted; SINGULAR where a
 * pivot vanishes against the largest entry of its column of U (relative 1e-14) and against an
 * L_ki U_ik that was taken from it (1e-8): both, for rows and columns may have units. */
hol_status hol_lu_factor(int n, double A[], int pivot[]);
void hol_lu_solve(int n, const double LU[], const int pivot[], double x[]); /* b in x, then x */

/* Smallest pivot against the largest, 1 where n = 0. */
double hol_lu_ratio(int n, const double LU[]);

/* A symmetric positive definite: A = L L^T in the lower triangle, the only one read; SINGULAR where
 * a pivot is not positive against its diagonal entry of A (relative 1e-14). */
hol_status hol_cholesky_factor(int n, double A[]);
void hol_cholesky_solve(int n, const double L[], double x[]);

double hol_norm(int n, const double x[]);                    /* Euclidean */
double hol_norm_max(int n, const double x[]);                /* NaN if any entry is */
double hol_apart(int n, const double x[], const double y[]); /* |x - y|_max; inf with a NaN */
/* Euclidean, of a matrix's n entries Frobenius, where no square leaves the range of numbers. */
double hol_norm_frobenius(int n, const double A[]);

/* Y += A X, A rows x inner (its rows `stride` apart), X inner x cols. */
void hol_multiply_add(int rows, int inner, int cols, const double A[], int stride, const double X[],
                      double Y[]);

static inline double hol_dot(int n, const double x[], const double y[])
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

/* The same in four sums, which do not wait for each other. */
static inline double hol_dot4(int n, const double x[], const double y[])
{
    double sum[4] = {0, 0, 0, 0}, rest = 0;
    int k = 0;
    for (; k + 4 <= n; k += 4)
        for (int j = 0; j < 4; j++) sum[j] += x[k + j] * y[k + j];
    for (; k < n; k++) rest += x[k] * y[k];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]) + rest;
}

static inline void hol_axpy(int n, double factor, const double x[], double y[]) /* y += factor x */
{
    for (int i = 0; i < n; i++) y[i] += factor * x[i];
}

/* Four at a time, for y is read and written once: y += f_0 x0 + ... + f_3 x3, y apart from all. */
static inline void hol_axpy4(int n, const double f[4], const double x0[], const double x1[],
                             const double x2[], const double x3[], double y[])
{
    const double a = f[0], b = f[1], c = f[2], d = f[3];
    for (int i = 0; i < n; i++) y[i] += (a * x0[i] + b * x1[i]) + (c * x2[i] + d * x3[i]);
}

HOL_API_END

#endif
