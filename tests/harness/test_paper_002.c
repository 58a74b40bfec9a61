/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Haug, Pavesic 2023 (paper 002): the spin at which the upright top becomes stable, and the
 * report of its tables. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/papers/paper.h"
#include "harness/papers/paper_002.h"
#include "tests/claims.h"
#include "tests/findings.h"
#include "tests/generic.h"
#include "tests/suite.h"

/* The discriminant of the quartic of linear theory vanishes where W = omega^2 / g is the only real
 * root of 4 W^3 - 135 W^2 + 2376 W - 21168 = 0; by Cardano. */
static double closed_form(void)
{
    const double g = 9.81, b = -135.0 / 4, c = 2376.0 / 4, d = -21168.0 / 4;
    double p = c - b * b / 3, q = 2 * b * b * b / 27 - b * c / 3 + d;
    double root = sqrt(q * q / 4 + p * p * p / 27);
    return sqrt(g * (cbrt(-q / 2 + root) + cbrt(-q / 2 - root) - b / 3));
}

START_TEST(linear_theory_has_the_threshold_of_the_discriminant)
{
    double critical = hol_p002_linear_critical();
    ck_assert_double_eq_tol(closed_form(), 12.9557245465, 1e-9);
    ck_assert_double_eq_tol(critical, closed_form(), 1e-9);
    ck_assert_double_lt(hol_p002_linear_growth(critical + 1e-6), 1e-6);
    /* sigma^2 falls to zero with a finite slope */
    double near = hol_p002_linear_growth(critical - 1e-4),
           far = hol_p002_linear_growth(critical - 4e-4);
    ck_assert_double_eq_tol(far / near, 2, 1e-3);
}
END_TEST

/* By the Runge-Kutta method on the index-1 equations in `lie`, which shares neither coordinates nor
 * projection with the integrator of the report.  At h = 0.01 s it damps by 7e-4 /s. */
START_TEST(a_falling_top_measures_the_critical_spin)
{
    static const hol_paper_run how = {
        .problem = "top", .method = "rk4-index1", .formulation = "lie", .h = 0.01, .until = 100};
    hol_p002_spins s;
    hol_message why = {""};
    ck_assert_msg(hol_p002_critical_spin(&how, &s, &why), "%s", why.text);
    for (int i = 0; i < HOL_P002_SPINS; i++) {
        double theory = hol_p002_linear_growth(s.omega[i]);
        if (hol_verbose()) printf("%.1f rad/s: %.6f, %.6f /s\n", s.omega[i], s.sigma[i], theory);
        ck_assert_double_eq_tol(s.sigma[i], theory, 1e-3);
    }
    if (hol_verbose()) printf("critical: %.6f rad/s\n", s.critical);
    ck_assert_double_eq_tol(s.critical, closed_form(), 0.01);
    ck_assert_double_eq_tol(hol_p002_fit(&s, s.critical), 0, 1e-12);
}
END_TEST

/* Velocity and acceleration at 1e-6 and 1e-8 within ten times; all follow the tolerance, within a
 * factor 5 a step of 100. */
static void expect_table_1(const hol_paper_table *t)
{
    static const char *const column[] = {"velocity error", "acceleration error", "position error"};
    ck_assert_int_eq(t->rows, 3);
    for (int k = 0; k < 3; k++)
        for (int row = 0; row < 2; row++) {
            const hol_paper_cell *at = hol_paper_at(t, row, column[k]);
            double ratio = at->ours / hol_paper_at(t, row + 1, column[k])->ours;
            if (k < 2) ck_assert_double_le(fabs(log10(at->ours / at->value)), 1);
            ck_assert_msg(ratio >= 20 && ratio <= 500, "%s, row %d: ratio %.3g", column[k], row + 1,
                          ratio);
        }
}

/* 6 changes of chart in 2000 steps of C3 by both readings of Table 2, and in C1; no spin chosen to
 * meet a number bears it out. */
static void expect_charts(const hol_paper_findings *found)
{
    int seen = 0;
    for (int i = 0; i < found->count; i++) {
        const hol_paper_finding *one = &found->of[i];
        if (!strcmp(one->id, "charts-8")) ck_assert(!one->rule);
        if (strcmp(one->id, "charts-sparse") != 0) continue;
        for (int k = 0; k < 3; k++) ck_assert_double_eq_tol(one->x[k], 2000 / 6., 1e-9);
        seen++;
    }
    ck_assert_int_eq(seen, 1);
}

START_TEST(both_readings_have_the_printed_charts)
{
    hol_paper_findings kept = kept_findings("002");
    expect_charts(&kept);
    free_findings(&kept);
}
END_TEST

/* By the paper's own integrator, to the digits of the report. */
START_TEST(the_report_has_the_rates_and_the_critical_spin)
{
    enum { TABLES = 8, ENERGY = 5, COMPONENTS = 7 };
    hol_paper_section to;
    bool redone = hol_paper_redo(&to, &hol_paper_002, NULL);
    ck_assert_msg(redone, "%s", to.why.text);
    ck_assert_int_eq(to.tables, TABLES);
    const hol_paper_table *t = to.table[0];
    ck_assert_int_eq(t->rows, HOL_P002_SPINS + 1);
    for (int i = 0; i < HOL_P002_SPINS; i++) {
        double omega = hol_paper_at(t, i, "spin [rad/s]")->value;
        double sigma = hol_paper_at(t, i, "growth rate [1/s]")->ours;
        ck_assert_double_eq_tol(sigma, hol_p002_linear_growth(omega), 2e-4);
    }
    double critical = hol_paper_at(t, HOL_P002_SPINS, "critical spin [rad/s]")->ours;
    ck_assert_double_eq_tol(critical, closed_form(), 1e-3);
    expect_table_1(to.table[1]);
    ck_assert_double_le(hol_paper_at(to.table[ENERGY], 0, "energy variation [%]")->ours, 1e-3);
    const hol_paper_table *ways = to.table[COMPONENTS];
    for (int i = 0; i < ways->rows; i++) { /* the last one runs into a singular configuration */
        bool free = i == ways->rows - 1;
        double end = hol_paper_at(ways, i, "end [s]")->ours;
        double G = hol_paper_at(ways, i, "largest condition of Phi_q")->ours;
        ck_assert_double_eq_tol(end, free ? acos(-1) / 4 : 2, 1e-4);
        ck_assert_msg(free ? G > 1000 : G < 100, "row %d: condition %g", i + 1, G);
    }
    expect_findings(&to);
    expect_charts(&to.found);
    hol_paper_section_free(&to);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("paper 002");
    TCase *tcase = tcase_create("critical spin");
    tcase_set_timeout(tcase, hol_patience(120));
    tcase_add_test(tcase, linear_theory_has_the_threshold_of_the_discriminant);
    tcase_add_test(tcase, a_falling_top_measures_the_critical_spin);
    tcase_add_test(tcase, both_readings_have_the_printed_charts);
    if (hol_long()) tcase_add_test(tcase, the_report_has_the_rates_and_the_critical_spin);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
