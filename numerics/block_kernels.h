/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One column of a block LDL^T, for saddle_block.c: a pivot of r rows, nb blocks of rb rows below
 * it.  Always inlined with constant arguments, so that every loop is unrolled.
 *
 * The pivot D = l d l^T, l unit lower triangular, is factorised without pivoting and replaced by
 * the inverses of d and the entries of l, in the places of its lower triangle; its inverse by the
 * determinant would lose digits.  A block X below becomes L = X D^-1. */
#ifndef HOL_BLOCK_KERNELS_H
#define HOL_BLOCK_KERNELS_H

#define HOL_INLINED  static inline __attribute__((always_inline))
#define HOL_UNROLLED _Pragma("GCC unroll 9")

enum { HOL_BELOW_MOST = 5 }; /* blocks below a pivot, where the loops are unrolled */

/* d of a pivot of r rows; D: its lower triangle, by rows. */
HOL_INLINED void hol_pivot_factor(int r, double D[], double d[])
{
    d[0] = D[0];
    D[0] = 1 / d[0];
    if (r == 1) return;
    double x = D[1];
    D[1] *= D[0];
    d[1] = D[2] - D[1] * x;
    D[2] = 1 / d[1];
    if (r == 2) return;
    double y = D[3], z = D[4] - D[1] * y;
    D[3] *= D[0];
    D[4] = z * D[2];
    d[2] = D[5] - D[3] * y - D[4] * z;
    D[5] = 1 / d[2];
}

/* x = D^-1 x */
HOL_INLINED void hol_pivot_solve(int r, const double D[], double x[])
{
    if (r > 1) x[1] -= D[1] * x[0];
    if (r > 2) x[2] -= D[3] * x[0] + D[4] * x[1];
    if (r > 2) x[2] *= D[5];
    if (r > 1) x[1] *= D[2];
    if (r > 2) x[1] -= D[4] * x[2];
    x[0] *= D[0];
    if (r > 1) x[0] -= D[1] * x[1];
    if (r > 2) x[0] -= D[3] * x[2];
}

/* The column v: its factors in place, d out; the products L X^T subtracted at their targets, and
 * L y of the right-hand side y below it.  The last block first: the products of X_a are done when
 * L_a takes its place. */
HOL_INLINED void hol_eliminate(int r, int rb, int nb, double v[], double S[], const int target[],
                               const int below[], int row, double y[], double d[])
{
    double D[6], yj[3], *X = v + r * (r + 1) / 2;
    HOL_UNROLLED
    for (int k = 0; k < r * (r + 1) / 2; k++) D[k] = v[k];
    HOL_UNROLLED
    for (int k = 0; k < r; k++) yj[k] = y[row + k];
    hol_pivot_factor(r, D, d);
    HOL_UNROLLED
    for (int k = 0; k < r * (r + 1) / 2; k++) v[k] = D[k];
    HOL_UNROLLED
    for (int a = nb - 1; a >= 0; a--) {
        double L[9], *Xa = X + a * rb * r;
        HOL_UNROLLED
        for (int p = 0; p < rb; p++) {
            double sum = 0;
            HOL_UNROLLED
            for (int k = 0; k < r; k++) L[p * r + k] = Xa[p * r + k];
            hol_pivot_solve(r, D, L + p * r);
            HOL_UNROLLED
            for (int k = 0; k < r; k++) sum += L[p * r + k] * yj[k];
            y[below[a] + p] -= sum;
        }
        HOL_UNROLLED
        for (int c = 0; c <= a; c++) {
            double *to = S + target[a * (a + 1) / 2 + c], *Xc = X + c * rb * r;
            HOL_UNROLLED
            for (int p = 0; p < rb; p++) {
                HOL_UNROLLED
                for (int q = 0; q < rb; q++) {
                    if (c == a && q > p) continue; /* the lower triangle of a pivot block */
                    double sum = L[p * r] * Xc[q * r];
                    HOL_UNROLLED
                    for (int k = 1; k < r; k++) sum += L[p * r + k] * Xc[q * r + k];
                    to[c == a ? p * (p + 1) / 2 + q : p * rb + q] -= sum;
                }
            }
        }
        HOL_UNROLLED
        for (int k = 0; k < rb * r; k++) Xa[k] = L[k];
    }
}

/* Forward substitution alone: y below -= L y. */
HOL_INLINED void hol_forward(int r, int rb, int nb, const double v[], const int below[], int row,
                             double y[])
{
    const double *l = v + r * (r + 1) / 2;
    HOL_UNROLLED
    for (int a = 0; a < nb; a++) HOL_UNROLLED
    for (int p = 0; p < rb; p++, l += r) {
        double sum = 0;
        HOL_UNROLLED
        for (int k = 0; k < r; k++) sum += l[k] * y[row + k];
        y[below[a] + p] -= sum;
    }
}

/* y = D^-1 y - L^T y below. */
HOL_INLINED void hol_backward(int r, int rb, int nb, const double v[], const int below[], int row,
                              double y[])
{
    double yj[3];
    HOL_UNROLLED
    for (int k = 0; k < r; k++) yj[k] = y[row + k];
    hol_pivot_solve(r, v, yj);
    const double *l = v + r * (r + 1) / 2;
    HOL_UNROLLED
    for (int a = 0; a < nb; a++) HOL_UNROLLED
    for (int p = 0; p < rb; p++, l += r) HOL_UNROLLED
    for (int k = 0; k < r; k++) yj[k] -= l[k] * y[below[a] + p];
    HOL_UNROLLED
    for (int k = 0; k < r; k++) y[row + k] = yj[k];
}

#endif
