/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saddle-point systems that are singular or nearly so, on every path: rows that depend on others,
 * masses that are not positive, pivots that have become bad. */
#include <check.h>
#include <math.h>
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

/* K = diag(mass), C and a right-hand side in units of mass and length: of six unknowns the last
 * three are turns, of two rows the second is one of lengths.  With D and E of these units
 *
 *     K' = D K D,  C' = E C D / r,  a' = D a,  b' = E b / r:   x = D x', y = E y' / r,
 *
 * r^2 the unit of mass. */
typedef struct {
    double mass, length;
} measure;

static const double of_mass[6] = {1.3, 0.7, 2.1, 0.3, 1.1, 1.7};

static double of_unknown(measure in, int j)
{
    return sqrt(in.mass) * (j < 3 ? 1 : in.length);
}

static double of_row(measure in, int i)
{
    return (i ? in.length : 1) / sqrt(in.mass);
}

static hol_status solved_in(measure in, hol_saddle *s, const double C[12], const double a[6],
                            const double b[2], double x[6], double y[2])
{
    double K[6], G[12], there[6], rows_there[2];
    for (int j = 0; j < 6; j++) K[j] = of_mass[j] * of_unknown(in, j) * of_unknown(in, j);
    for (int k = 0; k < 12; k++) G[k] = of_row(in, k / 6) * C[k] * of_unknown(in, k % 6);
    for (int j = 0; j < 6; j++) there[j] = of_unknown(in, j) * a[j];
    for (int i = 0; i < 2; i++) rows_there[i] = of_row(in, i) * b[i];
    hol_saddle_set_K(s, K);
    hol_saddle_set_B(s, G);
    hol_status status = hol_saddle_factor(s, G, NULL);
    if (status) return status;
    hol_saddle_solve(s, there, rows_there, x, y);
    for (int j = 0; j < 6; j++) x[j] *= of_unknown(in, j);
    for (int i = 0; i < 2; i++) y[i] *= of_row(in, i);
    return HOL_OK;
}

/* A mechanism of a thousand tons, a kilometre large, and others down to one of millimetres. */
START_TEST(rank_does_not_depend_on_units_on_any_path)
{
    static const int start[] = {0, 6, 12}, col[] = {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5};
    static const hol_pattern full = {2, 6, 12, start, col};
    static const measure in[] = {{1e9, 1e3}, {1e12, 1e6}, {1e-12, 1e-3}, {1e-9, 1e3}};
    double C[12], a[6], b[2], x[2][6], y[2][2];
    for (int k = 0; k < 4; k++)
        for (int path = HOL_SADDLE_AUTO; path <= HOL_SADDLE_UMFPACK; path++) {
            hol_saddle *s = hol_saddle_new(&masses, &full, known, (hol_saddle_path)path, NULL);
            const char *name = hol_saddle_name(s);
            fill(12, C), fill(6, a), fill(2, b);
            ck_assert_int_eq(solved_in((measure){1, 1}, s, C, a, b, x[0], y[0]), HOL_OK);
            ck_assert_msg(!solved_in(in[k], s, C, a, b, x[1], y[1]), "%s, %g kg, %g m: singular",
                          name, in[k].mass, in[k].length);
            double apart = hol_apart(6, x[0], x[1]) + hol_apart(2, y[0], y[1]);
            ck_assert_msg(apart <= 1e-12 * (1 + hol_norm_max(6, x[0]) + hol_norm_max(2, y[0])),
                          "%s, %g kg, %g m: %g apart", name, in[k].mass, in[k].length, apart);
            for (int j = 0; j < 6; j++) C[6 + j] = 0.7 * C[j];
            ck_assert_msg(solved_in(in[k], s, C, a, b, x[1], y[1]) == HOL_SINGULAR,
                          "%s, %g kg, %g m: regular", name, in[k].mass, in[k].length);
            hol_saddle_free(s);
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
    tcase_add_test(tests, rank_does_not_depend_on_units_on_any_path);
    tcase_add_test(tests,
                   a_mass_that_is_not_positive_is_singular_and_a_coupled_one_has_no_schur_path);
    tcase_add_test(tests, sparse_pivots_are_chosen_anew_when_they_have_become_bad);
    suite_add_tcase(suite, tests);
    return hol_run_suite(suite);
}
