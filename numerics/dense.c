/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small dense algebra: LU with partial pivoting, Cholesky, vectors.  Source: Golub and Van Loan,
 * Matrix Computations, 4th ed., algorithms 3.4.1 (outer product LU) and 4.2.1 (Cholesky by dots).
 */
#include <math.h>
#include <stdbool.h>

#include "holonomy/dense.h"
#include "numerics/inlined.h"

/* A pivot this small against its column is round-off, about 50 units in the last place; unless it
 * is no rest of what was taken from it, half of whose digits it has: then its unit is small. */
static const double vanishing = 1e-14, rest = 1e-8;

/* The loops below are unrolled for the sizes of Newton's matrices of a body or two. */
enum { MOST_UNROLLED = 9 };

HOL_INLINED void swap_rows(int n, double a[], double b[])
{
    for (int j = 0; j < n; j++) {
        double t = a[j];
        a[j] = b[j];
        b[j] = t;
    }
}

/* Row of the largest entry of column k at or below the diagonal. */
HOL_INLINED int pivot_row(int n, const double A[], int k)
{
    int p = k;
    double most = fabs(A[k * n + k]);
    for (int i = k + 1; i < n; i++) {
        double size = fabs(A[i * n + k]);
        if (size > most) {
            most = size;
            p = i;
        }
    }
    return p;
}

/* The largest |U_ik| of column k. */
HOL_INLINED double column_scale(int n, const double A[], int k)
{
    double scale = fabs(A[k * n + k]);
    for (int i = 0; i < k; i++) {
        double size = fabs(A[i * n + k]);
        if (size > scale) scale = size;
    }
    return scale;
}

/* Is the pivot of column k below `rest` of some L_ki U_ik that was taken from it? */
static bool cancelled(int n, const double A[], int k)
{
    double most = 0;
    for (int i = 0; i < k; i++) most = fmax(most, fabs(A[k * n + i] * A[i * n + k]));
    return !(fabs(A[k * n + k]) > rest * most);
}

HOL_INLINED hol_status lu_factor(int n, double A[], int pivot[])
{
    HOL_UNROLLED
    for (int k = 0; k < n; k++) {
        int p = pivot[k] = pivot_row(n, A, k);
        if (p != k) swap_rows(n, A + k * n, A + p * n);

        const double *row = A + k * n;
        if (!(fabs(row[k]) > vanishing * column_scale(n, A, k)) && cancelled(n, A, k))
            return HOL_SINGULAR;

        double inverse = 1 / row[k];
        for (int i = k + 1; i < n; i++) {
            double *below = A + i * n, factor = below[k] * inverse;
            below[k] = factor;
            if (factor == 0) continue;
            for (int j = k + 1; j < n; j++) below[j] -= factor * row[j];
        }
        A[k * n + k] = inverse;
    }
    return HOL_OK;
}

HOL_INLINED void permute(int n, const int pivot[], double x[])
{
    for (int k = 0; k < n; k++) {
        double t = x[pivot[k]];
        x[pivot[k]] = x[k];
        x[k] = t;
    }
}

/* By columns, in registers where n is a constant: the longest chain of sums is then one of n. */
HOL_INLINED void lu_solve_few(int n, const double LU[], const int pivot[], double x[])
{
    double y[MOST_UNROLLED];
    permute(n, pivot, x);
    HOL_UNROLLED
    for (int i = 0; i < n; i++) y[i] = x[i];
    HOL_UNROLLED
    for (int k = 0; k < n; k++) {
        HOL_UNROLLED
        for (int i = k + 1; i < n; i++) y[i] -= LU[i * n + k] * y[k];
    }
    HOL_UNROLLED
    for (int k = n - 1; k >= 0; k--) {
        y[k] *= LU[k * n + k];
        HOL_UNROLLED
        for (int i = 0; i < k; i++) y[i] -= LU[i * n + k] * y[k];
    }
    HOL_UNROLLED
    for (int i = 0; i < n; i++) x[i] = y[i];
}

static void lu_solve(int n, const double LU[], const int pivot[], double x[])
{
    permute(n, pivot, x);
    for (int i = 1; i < n; i++) x[i] -= hol_dot(i, LU + i * n, x);
    for (int i = n - 1; i >= 0; i--) {
        const double *row = LU + i * n;
        x[i] = (x[i] - hol_dot(n - i - 1, row + i + 1, x + i + 1)) * row[i];
    }
}

#define SMALL_SIZES(X) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9)

hol_status hol_lu_factor(int n, double A[], int pivot[])
{
    switch (n) {
#define X(size)                                                                                    \
    case size:                                                                                     \
        return lu_factor(size, A, pivot);
        SMALL_SIZES(X)
#undef X
    default:
        return lu_factor(n, A, pivot);
    }
}

void hol_lu_solve(int n, const double LU[], const int pivot[], double x[])
{
    switch (n) {
#define X(size)                                                                                    \
    case size:                                                                                     \
        lu_solve_few(size, LU, pivot, x);                                                          \
        return;
        SMALL_SIZES(X)
#undef X
    default:
        lu_solve(n, LU, pivot, x);
    }
}

double hol_lu_ratio(int n, const double LU[])
{
    double least = HUGE_VAL, most = 0;
    for (int i = 0; i < n; i++) {
        least = fmin(least, fabs(LU[i * n + i]));
        most = fmax(most, fabs(LU[i * n + i]));
    }
    return n ? least / most : 1;
}

hol_status hol_cholesky_factor(int n, double A[])
{
    for (int i = 0; i < n; i++) {
        double *row = A + i * n;
        for (int j = 0; j < i; j++) row[j] = (row[j] - hol_dot(j, row, A + j * n)) / A[j * n + j];
        double square = row[i] - hol_dot(i, row, row);
        if (!(square > vanishing * fabs(row[i]))) return HOL_SINGULAR;
        row[i] = sqrt(square);
    }
    return HOL_OK;
}

void hol_cholesky_solve(int n, const double L[], double x[])
{
    for (int i = 0; i < n; i++) x[i] = (x[i] - hol_dot(i, L + i * n, x)) / L[i * n + i];
    for (int i = n - 1; i >= 0; i--) {
        x[i] /= L[i * n + i];
        hol_axpy(i, -x[i], L + i * n, x);
    }
}

double hol_norm(int n, const double x[])
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * x[i];
    if (sum > 1e-280 && sum < 1e280) return sqrt(sum);

    double most = hol_norm_max(n, x); /* squares may have left the range of numbers */
    if (!(most > 0) || isinf(most)) return most;
    sum = 0;
    for (int i = 0; i < n; i++) sum += (x[i] / most) * (x[i] / most);
    return most * sqrt(sum);
}

double hol_norm_max(int n, const double x[])
{
    double most = 0;
    bool bad = false;
    for (int i = 0; i < n; i++) {
        double size = fabs(x[i]);
        most = size > most ? size : most;
        bad |= x[i] != x[i];
    }
    return bad ? (double)NAN : most;
}

double hol_apart(int n, const double x[], const double y[])
{
    double most = 0;
    for (int i = 0; i < n; i++) {
        double size = fabs(x[i] - y[i]);
        most = size <= most ? most : isnan(size) ? (double)INFINITY : size;
    }
    return most;
}

double hol_norm_frobenius(int n, const double A[])
{
    enum { SUMS = 8 }; /* side by side */
    double sum[SUMS] = {0};
    int i = 0;
    for (; i + SUMS <= n; i += SUMS)
        for (int k = 0; k < SUMS; k++) sum[k] += A[i + k] * A[i + k];
    for (int k = 0; i + k < n; k++) sum[k] += A[i + k] * A[i + k];
    for (int k = 1; k < SUMS; k++) sum[0] += sum[k];
    return sqrt(sum[0]);
}

void hol_multiply_add(int rows, int inner, int cols, const double A[], int stride, const double X[],
                      double Y[])
{
    for (int i = 0; i < rows; i++) {
        const double *a = A + i * stride;
        int k = 0;
        for (; k + 4 <= inner; k += 4)
            hol_axpy4(cols, a + k, X + k * cols, X + (k + 1) * cols, X + (k + 2) * cols,
                      X + (k + 3) * cols, Y + i * cols);
        for (; k < inner; k++) hol_axpy(cols, a[k], X + k * cols, Y + i * cols);
    }
}
