/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LU of a complex matrix with partial pivoting: see complex_lu.h; Golub and Van Loan, Matrix
 * Computations, 4th ed., algorithm 3.4.1. */
#include "numerics/complex_lu.h"

#include <math.h>
#include <stdbool.h>

/* As in dense.c: a pivot this small against its column is round-off, unless it is no rest of what
 * was taken from it. */
static const double vanishing = 1e-14, rest = 1e-8;

static double size_of(int n, const double row[], int k)
{
    return fabs(row[k]) + fabs(row[n + k]);
}

static void swap(double *a, double *b)
{
    double t = *a;
    *a = *b;
    *b = t;
}

static int pivot_row(int n, const double A[], int k)
{
    int p = k;
    for (int i = k + 1; i < n; i++)
        if (size_of(n, A + 2 * n * i, k) > size_of(n, A + 2 * n * p, k)) p = i;
    return p;
}

/* The entries right of k of  below -= (below_k / row_k) row;  below_k becomes that factor. */
static void eliminate(int n, int k, const double row[], double below[])
{
    double re = below[k], im = below[n + k], square = row[k] * row[k] + row[n + k] * row[n + k];
    if (re == 0 && im == 0) return;
    double a = below[k] = (re * row[k] + im * row[n + k]) / square;
    double b = below[n + k] = (im * row[k] - re * row[n + k]) / square;
    for (int j = k + 1; j < n; j++) below[j] -= a * row[j] - b * row[n + j];
    for (int j = k + 1; j < n; j++) below[n + j] -= a * row[n + j] + b * row[j];
}

/* Is the pivot of column k round-off? */
static bool vanishes(int n, const double A[], int k)
{
    const double *row = A + 2 * n * k;
    double pivot = size_of(n, row, k), scale = pivot, most = 0;
    for (int i = 0; i < k; i++) {
        double size = size_of(n, A + 2 * n * i, k);
        scale = fmax(scale, size);
        most = fmax(most, size * size_of(n, row, i));
    }
    return !(pivot > vanishing * scale) && !(pivot > rest * most);
}

hol_status hol_complex_lu_factor(int n, double A[], int pivot[])
{
    for (int k = 0; k < n; k++) {
        int p = pivot[k] = pivot_row(n, A, k);
        double *row = A + 2 * n * k;
        for (int j = 0; p != k && j < 2 * n; j++) swap(row + j, A + 2 * n * p + j);
        if (vanishes(n, A, k)) return HOL_SINGULAR;
        for (int i = k + 1; i < n; i++) eliminate(n, k, row, A + 2 * n * i);
    }
    return HOL_OK;
}

/* sum_j a_j x_j in sums side by side */
static double product(int n, const double a[], const double x[])
{
    enum { SUMS = 4 };
    double sum[SUMS] = {0};
    int j = 0;
    for (; j + SUMS <= n; j += SUMS)
        for (int k = 0; k < SUMS; k++) sum[k] += a[j + k] * x[j + k];
    for (; j < n; j++) sum[0] += a[j] * x[j];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* x_i -= sum over first <= j < end of row_j x_j */
static void subtract(int n, const double row[], int first, int end, int i, double x[])
{
    const double *re = row + first, *im = row + n + first, *xre = x + first, *xim = x + n + first;
    int count = end - first;
    x[i] -= product(count, re, xre) - product(count, im, xim);
    x[n + i] -= product(count, re, xim) + product(count, im, xre);
}

void hol_complex_lu_solve(int n, const double LU[], const int pivot[], double x[])
{
    for (int k = 0; k < n; k++) {
        swap(x + k, x + pivot[k]);
        swap(x + n + k, x + n + pivot[k]);
    }
    for (int i = 1; i < n; i++) subtract(n, LU + 2 * n * i, 0, i, i, x);
    for (int i = n - 1; i >= 0; i--) {
        const double *row = LU + 2 * n * i;
        subtract(n, row, i + 1, n, i, x);
        double square = row[i] * row[i] + row[n + i] * row[n + i], re = x[i], im = x[n + i];
        x[i] = (re * row[i] + im * row[n + i]) / square;
        x[n + i] = (im * row[i] - re * row[n + i]) / square;
    }
}
