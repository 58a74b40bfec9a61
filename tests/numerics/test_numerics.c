/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dense algebra against LAPACK; scratch; the end of a Newton iteration. */
#include <check.h>
#include <lapacke.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/newton.h"
#include "holonomy/work.h"
#include "numerics/complex_lu.h"
#include "tests/numbers.h"
#include "tests/suite.h"

/* ---------------------------------------------------------------- dense algebra */

START_TEST(lu_and_cholesky_solve_as_lapack_does)
{
    enum { MOST = 40 };
    double A[MOST * MOST], LU[MOST * MOST], S[MOST * MOST], b[MOST], x[MOST], y[MOST];
    int pivot[MOST];
    for (int n = 1; n <= MOST; n++) {
        fill(n * n, A);
        fill(n, b);
        memcpy(LU, A, sizeof A);
        memcpy(x, b, sizeof b);
        memcpy(y, b, sizeof b);
        ck_assert_int_eq(hol_lu_factor(n, LU, pivot), HOL_OK);
        hol_lu_solve(n, LU, pivot, x);
        memcpy(S, A, sizeof A);
        ck_assert_int_eq(LAPACKE_dgesv(LAPACK_ROW_MAJOR, n, 1, S, n, pivot, y, 1), 0);
        ck_assert_double_le(hol_apart(n, x, y), 1e-11 * (1 + hol_norm_max(n, y)));

        for (int i = 0; i < n; i++) /* S = A A^T + 1 */
            for (int j = 0; j < n; j++) S[i * n + j] = hol_dot(n, A + i * n, A + j * n) + (i == j);
        memcpy(x, b, sizeof b);
        memcpy(y, b, sizeof b);
        memcpy(LU, S, sizeof S);
        ck_assert_int_eq(hol_cholesky_factor(n, LU), HOL_OK);
        hol_cholesky_solve(n, LU, x);
        ck_assert_int_eq(LAPACKE_dposv(LAPACK_ROW_MAJOR, 'L', n, 1, S, n, y, 1), 0);
        ck_assert_double_le(hol_apart(n, x, y), 1e-13);
    }
}
END_TEST

START_TEST(lu_pivots)
{
    double small[4] = {1e-20, 1, 1, 1}, zero[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0};
    double x[3] = {1, 2, 0}, y[3] = {1, 2, 3};
    int pivot[3];
    ck_assert_int_eq(hol_lu_factor(2, small, pivot), HOL_OK);
    hol_lu_solve(2, small, pivot, x);
    ck_assert_double_le(hol_apart(2, x, (double[]){1, 1}), 1e-15);
    ck_assert_int_eq(hol_lu_factor(3, zero, pivot), HOL_OK);
    hol_lu_solve(3, zero, pivot, y);
    ck_assert_double_le(hol_apart(3, y, (double[]){2, 3, 1}), 0);
}
END_TEST

START_TEST(a_matrix_without_rank_is_singular)
{
    enum { N = 7 };
    double A[N * N], S[N * N];
    int pivot[N];
    for (int row = 0; row < N; row++) { /* one row the sum of the others, in any place */
        fill(N * N, A);
        for (int j = 0; j < N; j++) {
            A[row * N + j] = 0;
            for (int i = 0; i < N; i++)
                if (i != row) A[row * N + j] += A[i * N + j];
        }
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) S[i * N + j] = hol_dot(N, A + i * N, A + j * N);
        ck_assert_int_eq(hol_cholesky_factor(N, S), HOL_SINGULAR);
        ck_assert_int_eq(hol_lu_factor(N, A, pivot), HOL_SINGULAR);
    }
    double zero = 0, negative = -1, nan_value = NAN;
    ck_assert_int_eq(hol_lu_factor(1, &zero, pivot), HOL_SINGULAR);
    ck_assert_int_eq(hol_lu_factor(1, &nan_value, pivot), HOL_SINGULAR);
    ck_assert_int_eq(hol_cholesky_factor(1, &negative), HOL_SINGULAR);
    ck_assert_int_eq(hol_cholesky_factor(1, &nan_value), HOL_SINGULAR);
}
END_TEST

/* A = Re + i Im (a row: both) as the real matrix [Re -Im; Im Re] of twice the size. */
static void as_real(int n, const double A[], double R[])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double re = A[2 * n * i + j], im = A[2 * n * i + n + j];
            R[2 * n * i + j] = R[2 * n * (n + i) + n + j] = re;
            R[2 * n * i + n + j] = -im;
            R[2 * n * (n + i) + j] = im;
        }
}

START_TEST(a_complex_lu_solves_as_lapack_does_the_real_system_of_twice_the_size)
{
    enum { MOST = 23 };
    double A[2 * MOST * MOST], R[4 * MOST * MOST], x[2 * MOST], y[2 * MOST];
    int pivot[2 * MOST];
    for (int n = 1; n <= MOST; n++) {
        fill(2 * n * n, A);
        if (n > 1) A[0] = A[n] = 0; /* no pivot on the diagonal */
        fill(2 * n, x);
        memcpy(y, x, sizeof x);
        as_real(n, A, R);
        ck_assert_int_eq(hol_complex_lu_factor(n, A, pivot), HOL_OK);
        hol_complex_lu_solve(n, A, pivot, x);
        ck_assert_int_eq(LAPACKE_dgesv(LAPACK_ROW_MAJOR, 2 * n, 1, R, 2 * n, pivot, y, 1), 0);
        ck_assert_double_le(hol_apart(2 * n, x, y), 1e-11 * (1 + hol_norm_max(2 * n, y)));
    }
}
END_TEST

START_TEST(a_complex_matrix_without_rank_is_singular)
{
    enum { N = 5 };
    double A[2 * N * N], nothing[2] = {0}, nan_value[2] = {0, NAN};
    int pivot[N];
    fill(2 * N * N, A);
    for (int j = 0; j < N; j++) { /* row 3 = i row 1 */
        A[2 * N * 3 + j] = -A[2 * N + N + j];
        A[2 * N * 3 + N + j] = A[2 * N + j];
    }
    ck_assert_int_eq(hol_complex_lu_factor(N, A, pivot), HOL_SINGULAR);
    ck_assert_int_eq(hol_complex_lu_factor(1, nothing, pivot), HOL_SINGULAR);
    ck_assert_int_eq(hol_complex_lu_factor(1, nan_value, pivot), HOL_SINGULAR);
}
END_TEST

START_TEST(norms_neither_overflow_nor_hide_a_nan)
{
    ck_assert_double_eq(hol_norm(2, (double[]){3, -4}), 5);
    ck_assert_double_eq_tol(hol_norm(2, (double[]){3e200, -4e200}) / 5e200, 1, 1e-15);
    ck_assert_double_eq_tol(hol_norm(2, (double[]){3e-200, -4e-200}) / 5e-200, 1, 1e-15);
    ck_assert_double_eq(hol_norm(0, NULL), 0);
    ck_assert_double_eq(hol_norm_max(3, (double[]){1, -7, 2}), 7);
    ck_assert(isnan(hol_norm_max(3, (double[]){1, NAN, 2})));
    ck_assert(isnan(hol_norm(3, (double[]){1, NAN, 2})));
    ck_assert(isinf(hol_norm(2, (double[]){1, -INFINITY})));
}
END_TEST

/* ---------------------------------------------------------------- scratch, Newton */

/* Whether n doubles all have the value, which they then lose to `next`. */
static bool all(double value, double next, int n, double x[])
{
    bool same = true;
    for (int i = 0; i < n; i++) {
        same = same && x[i] == value;
        x[i] = next;
    }
    return same;
}

/* A step that takes scratch of many lengths and gives some of it back. */
static bool scratch_is_good(hol_work *w)
{
    bool good = true;
    double *last = NULL;
    size_t outer = hol_mark(w);
    for (int n = 0; n < 200; n++) {
        double *x = hol_take(w, n);
        good = good && (uintptr_t)x % 16 == 0 && all(0, n, n, x);
        if (n > 0) good = good && all(n - 1, -1, n - 1, last);
        last = x;
        size_t inner = hol_mark(w);
        good = good && all(0, -1, 50, hol_take(w, 50)) && all(0, -1, 3, hol_take(w, 3));
        hol_release(w, inner);
        good = good && hol_mark(w) == inner;
    }
    hol_release(w, outer);
    return good;
}

START_TEST(scratch_is_zero_aligned_apart_and_allocates_in_the_first_step_only)
{
    hol_work *w = hol_work_new();
    bool good = scratch_is_good(w);
    long before = allocations;
    for (int step = 1; step < 4; step++) good = scratch_is_good(w) && good;
    long made = allocations - before;
    ck_assert(good);
    if (COUNTS) ck_assert_int_eq(made, 0);
    hol_work_free(w);
    hol_work_free(NULL);
}
END_TEST

START_TEST(newton_stops_at_the_tolerance_or_at_round_off_and_fails_on_a_nan)
{
    hol_newton n = hol_newton_start(1e-13);
    ck_assert_int_eq(hol_newton_judge(&n, 1e-3), HOL_ITERATE);
    ck_assert_int_eq(hol_newton_judge(&n, 1e-13), HOL_CONVERGED);
    n = hol_newton_start(1e-17);
    ck_assert_int_eq(hol_newton_judge(&n, 1e-14), HOL_ITERATE);
    ck_assert_int_eq(hol_newton_judge(&n, 0.9e-14), HOL_CONVERGED);
    ck_assert_int_eq(hol_newton_judge(&n, NAN), HOL_FAILED);
    n = hol_newton_start(1e-13);
    while (hol_newton_judge(&n, 1) == HOL_ITERATE) continue;
    ck_assert_int_eq(n.count, HOL_NEWTON_LIMIT);
}
END_TEST

START_TEST(the_end_of_an_iteration_is_counted_and_its_residual_named)
{
    hol_counters count = {.newton = 10, .newton_most = 4};
    hol_residual residual;
    hol_newton n = {1e-13, 1e-14, 3};
    ck_assert_int_eq(hol_newton_end(&n, HOL_CONVERGED, "position", &count, &residual), HOL_OK);
    ck_assert_int_eq(count.newton, 13);
    ck_assert_int_eq(count.newton_most, 4);
    n = (hol_newton){1e-13, 0.5, 50};
    ck_assert_int_eq(hol_newton_end(&n, HOL_FAILED, "velocity", &count, &residual), HOL_DIVERGED);
    ck_assert_int_eq(count.newton, 63);
    ck_assert_int_eq(count.newton_most, 50);
    ck_assert_double_eq(residual.value, 0.5);
    ck_assert_str_eq(residual.of, "velocity");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("numerics");
    TCase *tests = tcase_create("numerics");
    tcase_add_test(tests, lu_and_cholesky_solve_as_lapack_does);
    tcase_add_test(tests, lu_pivots);
    tcase_add_test(tests, a_matrix_without_rank_is_singular);
    tcase_add_test(tests, a_complex_lu_solves_as_lapack_does_the_real_system_of_twice_the_size);
    tcase_add_test(tests, a_complex_matrix_without_rank_is_singular);
    tcase_add_test(tests, norms_neither_overflow_nor_hide_a_nan);
    tcase_add_test(tests, scratch_is_zero_aligned_apart_and_allocates_in_the_first_step_only);
    tcase_add_test(tests, newton_stops_at_the_tolerance_or_at_round_off_and_fails_on_a_nan);
    tcase_add_test(tests, the_end_of_an_iteration_is_counted_and_its_residual_named);
    suite_add_tcase(suite, tests);
    return hol_run_suite(suite);
}
