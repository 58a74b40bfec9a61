/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saddle-point systems that are singular or nearly so, on every path: rows that depend on others,
 * masses that are not positive, pivots that have become bad. */
#include <check.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/saddle.h"
#include "tests/numbers.h"
#include "tests/suite.h"

static const unsigned known = HOL_SADDLE_DEFINITE | HOL_SADDLE_SYMMETRIC;

/* Two unit masses in space: row 0 on the first, row 1 on both. */
static const int mass_start[] = {0, 1, 2, 3, 4, 5, 6}, mass_col[] = {0, 1, 2, 3, 4, 5};
static const int row_start[] = {0, 3, 9}, row_col[] = {0, 1, 2, 0, 1, 2, 3, 4, 5};
static const hol_pattern masses = {6, 6, 6, mass_start, mass_col};
static const hol_pattern rows = {2, 6, 9, row_start, row_col};
static const double unit[6] = {1, 1, 1, 1, 1, 1};

START_TEST(lost_rank_is_singular_on_every_path_and_the_next_factorisation_recovers)
{
    /* dependent but for round-off, in 0.3 = 3 x 0.1 and 0.9 = 3 x 0.3 */
    const double dependent[9] = {0.1, 0.7, 0.3, 0.3, 2.1, 0.9, 0, 0, 0};
    const double good[9] = {0.1, 0.7, 0.3, 0.3, 2.1, 0.9, 1, 0, 0};
    double x[6], y[2], b[2] = {1, 2}, first[2] = {0, 0};
    for (int path = HOL_SADDLE_BLOCK; path <= HOL_SADDLE_UMFPACK; path++) {
        hol_saddle *s = hol_saddle_new(&masses, &rows, known, (hol_saddle_path)path, NULL);
        ck_assert_int_eq(hol_saddle_set_K(s, unit), HOL_OK);
        for (int pass = 0; pass < 2; pass++) {
            hol_saddle_set_B(s, dependent);
            ck_assert_int_eq(hol_saddle_factor(s, dependent, NULL), HOL_SINGULAR);
            ck_assert(hol_saddle_pivot_ratio(s) == 0);
            ck_assert_int_eq(hol_saddle_factor(s, dependent, (double[]){1, 1}), HOL_OK);
            ck_assert(hol_saddle_pivot_ratio(s) > 0);
            hol_saddle_set_B(s, good);
            ck_assert_int_eq(hol_saddle_factor(s, good, NULL), HOL_OK);
            hol_saddle_solve_schur(s, b, x, y);
            if (path == HOL_SADDLE_BLOCK) memcpy(first, y, sizeof y);
            ck_assert_double_le(hol_apart(2, y, first), 1e-13);
        }
        hol_saddle_free(s);
    }
}
END_TEST

START_TEST(a_row_that_is_a_combination_of_others_is_singular_on_every_path)
{
    static const int start[] = {0, 6, 12, 18};
    static const int col[] = {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5};
    const double mass[6] = {1.3, 0.7, 2.1, 0.3, 1.1, 1.7}, a[6] = {1}, b[3] = {1};
    double C[18], x[6], y[3];
    for (int draws = 0; draws < 20; draws++)
        for (int m = 2; m <= 3; m++) {
            const hol_pattern full = {m, 6, 6 * m, start, col};
            double *last = C + 6 * (m - 1), second = m > 2 ? -0.3 : 0;
            fill(12, C);
            for (int j = 0; j < 6; j++) last[j] = 0.7 * C[j] + second * C[6 + j];
            for (int path = HOL_SADDLE_AUTO; path <= HOL_SADDLE_UMFPACK; path++) {
                hol_saddle *s = hol_saddle_new(&masses, &full, known, (hol_saddle_path)path, NULL);
                hol_saddle_set_K(s, mass);
                hol_saddle_set_B(s, C);
                ck_assert_int_eq(hol_saddle_factor(s, C, NULL), HOL_SINGULAR);
                ck_assert(hol_saddle_pivot_ratio(s) == 0);
                ck_assert_int_eq(hol_saddle_factor_solve(s, C, NULL, a, b, x, y), HOL_SINGULAR);
                ck_assert(hol_saddle_pivot_ratio(s) == 0);
                hol_saddle_free(s);
            }
        }
}
END_TEST

START_TEST(a_mass_that_is_not_positive_is_singular_and_a_coupled_one_has_no_schur_path)
{
    double K[6] = {1, 1, 0, 1, 1, 1};
    hol_saddle *s = hol_saddle_new(&masses, &rows, HOL_SADDLE_DEFINITE, HOL_SADDLE_AUTO, NULL);
    ck_assert_str_eq(hol_saddle_name(s), "schur");
    ck_assert_int_eq(hol_saddle_set_K(s, K), HOL_SINGULAR);
    K[2] = -1;
    ck_assert_int_eq(hol_saddle_set_K(s, K), HOL_SINGULAR);
    hol_saddle_free(s);

    ck_assert_ptr_null(hol_saddle_new(&masses, &rows, 0, HOL_SADDLE_SCHUR, NULL));
    ck_assert_ptr_null(hol_saddle_new(&masses, &rows, 0, HOL_SADDLE_BLOCK, NULL));
    ck_assert_ptr_null(hol_saddle_new(&masses, &rows, HOL_SADDLE_DEFINITE, HOL_SADDLE_BLOCK, NULL));
    s = hol_saddle_new(&masses, &rows, 0, HOL_SADDLE_AUTO, NULL);
    ck_assert_str_eq(hol_saddle_name(s), "dense");
    hol_saddle_free(s);
}
END_TEST

START_TEST(sparse_pivots_are_chosen_anew_when_they_have_become_bad)
{
    /* the first mass is a good pivot when it is 1, and a bad one when it is next to nothing */
    const double light[6] = {1e-6, 1, 1, 1, 1, 1}, C[9] = {1, 2, 3, 2, -4, 1, 1, 0.5, 0.25};
    const double a[6] = {1, -2, 3, 2, 1, 0.5}, b[2] = {0.3, 0.7};
    double x[6], y[2], exact_x[6], exact_y[2];
    hol_saddle *dense = hol_saddle_new(&masses, &rows, 0, HOL_SADDLE_DENSE, NULL);
    hol_saddle *sparse = hol_saddle_new(&masses, &rows, 0, HOL_SADDLE_KLU, NULL);
    for (int pass = 0; pass < 4; pass++) {
        hol_saddle *const both[] = {dense, sparse};
        for (int k = 0; k < 2; k++) {
            hol_saddle_set_K(both[k], pass % 2 ? light : unit);
            hol_saddle_set_B(both[k], C);
            ck_assert_int_eq(hol_saddle_factor(both[k], C, NULL), HOL_OK);
        }
        hol_saddle_solve(dense, a, b, exact_x, exact_y);
        hol_saddle_solve(sparse, a, b, x, y);
        ck_assert_double_le(hol_apart(6, x, exact_x) + hol_apart(2, y, exact_y), 1e-13);
    }
    hol_saddle_free(dense);
    hol_saddle_free(sparse);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("saddle rank");
    TCase *tests = tcase_create("saddle rank");
    tcase_add_test(tests, lost_rank_is_singular_on_every_path_and_the_next_factorisation_recovers);
    tcase_add_test(tests, a_row_that_is_a_combination_of_others_is_singular_on_every_path);
    tcase_add_test(tests,
                   a_mass_that_is_not_positive_is_singular_and_a_coupled_one_has_no_schur_path);
    tcase_add_test(tests, sparse_pivots_are_chosen_anew_when_they_have_become_bad);
    suite_add_tcase(suite, tests);
    return hol_run_suite(suite);
}
