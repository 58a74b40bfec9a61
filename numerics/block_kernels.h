/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One column of a block LDL^T, for saddle_block.c and block_load.c: the pivot D (r x r), and nb
 * blocks X_c (rb x r) below it.  Always inlined with a constant r, so that the loops over its rows
 * are unrolled: with r a variable the problems take 1.3 times as long, where r is 4 to 6
 * (docs/solve.md).
 *
 *     D = l d l^T,   L_c = X_c D^-1,   S_ac -= X_a L_c^T  (a >= c),   y_c -= L_c y
 *
 * l is unit lower triangular.  D is factorised without pivoting, its lower triangle replaced by 1/d
 * on the diagonal and l below it; D^-1 by the determinant would lose digits. */
#pragma once

#include "numerics/held_rows.h"
#include "numerics/inlined.h"

/* What has a case for each number of rows of a pivot. */
#define HOL_ROWS_LIST(X) X(1) X(2) X(3) X(4) X(5) X(6)

/* D: its lower triangle by rows, r (r + 1) / 2 numbers. */
HOL_INLINED void hol_pivot_factor(int r, double D[])
{
    double d[HOL_FREE_ROWS];
    HOL_UNROLLED
    for (int i = 0; i < r; i++) {
        double x[HOL_FREE_ROWS], *row = D + i * (i + 1) / 2; /* x: l times d */
        d[i] = row[i];
        HOL_UNROLLED
        for (int j = 0; j < i; j++) {
            const double *l = D + j * (j + 1) / 2;
            x[j] = row[j];
            HOL_UNROLLED
            for (int k = 0; k < j; k++) x[j] -= x[k] * l[k];
            row[j] = x[j] * l[j];
            d[i] -= x[j] * row[j];
        }
        row[i] = 1 / d[i];
    }
}

/* x = D^-1 x */
HOL_INLINED void hol_pivot_solve(int r, const double D[], double x[])
{
    HOL_UNROLLED
    for (int i = 1; i < r; i++) HOL_UNROLLED
    for (int k = 0; k < i; k++) x[i] -= D[i * (i + 1) / 2 + k] * x[k];
    HOL_UNROLLED
    for (int i = r - 1; i >= 0; i--) {
        x[i] *= D[i * (i + 1) / 2 + i];
        HOL_UNROLLED
        for (int k = i + 1; k < r; k++) x[i] -= D[k * (k + 1) / 2 + i] * x[k];
    }
}

/* The pivot of the column v, factorised, in D and in v; the right-hand side y (r) of its rows in
 * yj. */
HOL_INLINED void hol_pivot_take(int r, double v[], const double y[], double D[], double yj[])
{
    HOL_UNROLLED
    for (int k = 0; k < r * (r + 1) / 2; k++) D[k] = v[k];
    HOL_UNROLLED
    for (int k = 0; k < r; k++) yj[k] = y[k];
    hol_pivot_factor(r, D);
    HOL_UNROLLED
    for (int k = 0; k < r * (r + 1) / 2; k++) v[k] = D[k];
}

/* The column v: factors in place; X_a L_c^T subtracted at target (nb (nb + 1) / 2 places in S, c by
 * c, a from c on), L_c y at the rows below[c] of y.  Block c is overwritten by L_c after all X_a,
 * a > c, have met it. */
HOL_INLINED void hol_eliminate(int r, int rb, int nb, double v[], double S[], const int target[],
                               const int below[], int row, double y[])
{
    double D[6], yj[3], *X = v + r * (r + 1) / 2;
    hol_pivot_take(r, v, y + row, D, yj);
    HOL_UNROLLED
    for (int c = 0; c < nb; c++) {
        double L[9], *Xc = X + c * rb * r;
        HOL_UNROLLED
        for (int q = 0; q < rb; q++) {
            HOL_UNROLLED
            for (int k = 0; k < r; k++) L[q * r + k] = Xc[q * r + k];
            hol_pivot_solve(r, D, L + q * r);
        }
        HOL_UNROLLED
        for (int a = c; a < nb; a++) {
            double *to = S + *target++, *Xa = X + a * rb * r;
            HOL_UNROLLED
            for (int p = 0; p < rb; p++) {
                HOL_UNROLLED
                for (int q = 0; q < rb; q++) {
                    if (c == a && q > p) continue; /* the lower triangle of a pivot block */
                    double sum = Xa[p * r] * L[q * r];
                    HOL_UNROLLED
                    for (int k = 1; k < r; k++) sum += Xa[p * r + k] * L[q * r + k];
                    to[c == a ? p * (p + 1) / 2 + q : p * rb + q] -= sum;
                }
            }
        }
        HOL_UNROLLED
        for (int q = 0; q < rb; q++) {
            double sum = 0;
            HOL_UNROLLED
            for (int k = 0; k < r; k++) {
                Xc[q * r + k] = L[q * r + k];
                sum += L[q * r + k] * yj[k];
            }
            y[below[c] + q] -= sum;
        }
    }
}

/* Forward substitution alone: y_c -= L_c y. */
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

/* y = D^-1 y - sum of L_c^T y_c. */
HOL_INLINED void hol_backward(int r, int rb, int nb, const double v[], const int below[], int row,
                              double y[])
{
    double yj[3];
    HOL_UNROLLED
    for (int k = 0; k < r; k++) yj[k] = y[row + k];
    hol_pivot_solve(r, v, yj);
    const double *l = v + r * (r + 1) / 2;
    HOL_UNROLLED
    for (int a = nb - 1; a >= 0; a--) HOL_UNROLLED
    for (int p = 0; p < rb; p++)
        HOL_UNROLLED for (int k = 0; k < r; k++) yj[k] -= l[(a * rb + p) * r + k] * y[below[a] + p];
    HOL_UNROLLED
    for (int k = 0; k < r; k++) y[row + k] = yj[k];
}

/* <x, y>, r numbers each. */
HOL_INLINED double hol_product(int r, const double x[], const double y[])
{
    double sum = x[0] * y[0];
    HOL_UNROLLED
    for (int k = 1; k < r; k++) sum += x[k] * y[k];
    return sum;
}

/* The three for any number of blocks, block c of size_of[below[c]] rows. */
HOL_INLINED void hol_eliminate_any(int r, int nb, const unsigned char size_of[], double v[],
                                   double S[], const int target[], const int below[], int row,
                                   double y[])
{
    double D[HOL_FREE_ROWS * (HOL_FREE_ROWS + 1) / 2], yj[HOL_FREE_ROWS];
    double L[HOL_FREE_ROWS * HOL_FREE_ROWS], *Xc = v + r * (r + 1) / 2;
    hol_pivot_take(r, v, y + row, D, yj);
    for (int c = 0; c < nb; c++) {
        int rows = size_of[below[c]];
        for (int q = 0; q < rows; q++) {
            HOL_UNROLLED
            for (int k = 0; k < r; k++) L[q * r + k] = Xc[q * r + k];
            hol_pivot_solve(r, D, L + q * r);
            y[below[c] + q] -= hol_product(r, L + q * r, yj);
        }
        double *to = S + *target++; /* the lower triangle of a pivot */
        for (int p = 0; p < rows; p++)
            for (int q = 0; q <= p; q++) *to++ -= hol_product(r, Xc + p * r, L + q * r);
        const double *Xa = Xc + rows * r;
        for (int a = c + 1; a < nb; a++) {
            to = S + *target++;
            for (int p = 0; p < size_of[below[a]]; p++, Xa += r)
                for (int q = 0; q < rows; q++) *to++ -= hol_product(r, Xa, L + q * r);
        }
        for (int k = 0; k < rows * r; k++) *Xc++ = L[k];
    }
}

HOL_INLINED void hol_forward_any(int r, int nb, const unsigned char size_of[], const double v[],
                                 const int below[], int row, double y[])
{
    const double *l = v + r * (r + 1) / 2;
    for (int a = 0; a < nb; a++)
        for (int p = 0; p < size_of[below[a]]; p++, l += r)
            y[below[a] + p] -= hol_product(r, l, y + row);
}

HOL_INLINED void hol_backward_any(int r, int nb, const unsigned char size_of[], const double v[],
                                  const int below[], int row, double y[])
{
    double yj[HOL_FREE_ROWS];
    const double *l = v + r * (r + 1) / 2;
    HOL_UNROLLED
    for (int k = 0; k < r; k++) yj[k] = y[row + k];
    hol_pivot_solve(r, v, yj);
    for (int a = 0; a < nb; a++)
        for (int p = 0; p < size_of[below[a]]; p++, l += r) HOL_UNROLLED
    for (int k = 0; k < r; k++) yj[k] -= l[k] * y[below[a] + p];
    HOL_UNROLLED
    for (int k = 0; k < r; k++) y[row + k] = yj[k];
}

/* y = C x - b and x += C^T y, C: r rows of `length` entries in the same columns. */
HOL_INLINED void hol_rows_times(int r, int length, const int col[], const double C[],
                                const double x[], const double b[], double y[])
{
    double sum[HOL_FREE_ROWS] = {0};
    for (int k = 0; k < length; k++) HOL_UNROLLED
    for (int i = 0; i < r; i++) sum[i] += C[i * length + k] * x[col[k]];
    HOL_UNROLLED
    for (int i = 0; i < r; i++) y[i] = sum[i] - b[i];
}

HOL_INLINED void hol_rows_transposed_add(int r, int length, const int col[], const double C[],
                                         const double y[], double x[])
{
    for (int k = 0; k < length; k++) {
        double sum = C[k] * y[0];
        HOL_UNROLLED
        for (int i = 1; i < r; i++) sum += C[i * length + k] * y[i];
        x[col[k]] += sum;
    }
}
