/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The benchmark bicycle of Meijaard, Papadopoulos, Ruina and Schwab (Proc. R. Soc. A 463 (2007)
 * 1955): two wheels that roll, a frame with its rider and a fork, upright and straight ahead.  The
 * eigenvalues of its linearised equations at 5 m/s, and the speeds between which it is stable by
 * itself, against those of reference/bicycle.c. */
#include <math.h>

#include "harness/study/published.h"
#include "holonomy.h"
#include "tests/suite.h"

/* The model of problems/bicycle.yaml, upright and straight ahead at the speed v. */
static hol_linear *bicycle(double v)
{
    const hol_problem *problem = hol_problem_named("bicycle");
    ck_assert(problem && hol_option_count(problem->parameters) == 2);
    hol_model *model = hol_model_new();
    hol_message why = {""};
    bool unfit;
    ck_assert_msg(hol_problem_build(problem, (double[]){v, 0}, model, &why), "%s", why.text);
    hol_eval *sys =
        hol_eval_take(hol_realise(model, hol_formulation_named("natural"), &unfit, &why));
    ck_assert_msg(sys != NULL, "%s", why.text);
    double q[48], s[48];
    hol_place(sys, NULL, q, s);
    hol_linear *L = hol_linearise(sys, q, s, &why);
    ck_assert_msg(L != NULL, "%s", why.text);
    ck_assert_int_eq(L->n, 7);
    ck_assert_int_eq(L->m, 3);
    hol_eval_free(sys);
    hol_model_free(model);
    return L;
}

/* A true value of reference/published/bicycle.values. */
static double known(const char *parameters, const char *quantity)
{
    hol_known_values all;
    hol_message why = {""};
    ck_assert_msg(hol_known_read("bicycle", &all, &why), "%s", why.text);
    const hol_known_value *v = hol_known_find(&all, parameters, quantity, "-");
    ck_assert_msg(v != NULL, "no %s", quantity);
    double x = (double)v->x;
    hol_known_free(&all);
    return x;
}

/* The eigenvalue nearest to one, of those that are no zeros of symmetries. */
static hol_eigenvalue nearest(double v, double re, double im)
{
    hol_linear *L = bicycle(v);
    hol_eigenvalue best = {.re = INFINITY};
    for (int i = L->along; i < L->n + L->m; i++)
        if (hypot(L->eigenvalue[i].re - re, L->eigenvalue[i].im - im) <
            hypot(best.re - re, best.im - im))
            best = L->eigenvalue[i];
    hol_linear_free(L);
    return best;
}

START_TEST(its_eigenvalues_at_5_metres_a_second_are_the_true_ones)
{
    static const char *const at = "speed=5 push=0";
    const double expected[3][2] = {{known(at, "weave.re"), known(at, "weave.im")},
                                   {known(at, "capsize"), 0},
                                   {known(at, "castering"), 0}};
    for (int i = 0; i < 3; i++) {
        hol_eigenvalue e = nearest(5, expected[i][0], expected[i][1]);
        ck_assert_double_eq_tol(e.re, expected[i][0], 1e-11);
        ck_assert_double_eq_tol(e.im, expected[i][1], 1e-11);
    }
}
END_TEST

/* Of the weave; and of the capsize, beside the one zero of the speed the smallest. */
static double weave(double v)
{
    return nearest(v, 0, 3.4).re;
}

static double capsize(double v)
{
    hol_linear *L = bicycle(v);
    double re = L->eigenvalue[L->along + 1].re;
    hol_linear_free(L);
    return re;
}

/* Where it is zero, by the secant's iteration. */
static double critical(double (*of)(double v), double v0, double v1)
{
    double f0 = of(v0);
    for (int i = 0; i < 12; i++) {
        double f1 = of(v1), v = v1 - f1 * (v1 - v0) / (f1 - f0);
        if (f1 == f0 || fabs(v - v1) < 1e-9) return f1 == f0 ? v1 : v;
        v0 = v1, f0 = f1, v1 = v;
    }
    return v1;
}

START_TEST(its_weave_and_capsize_speeds_are_the_true_ones_to_11_digits)
{
    ck_assert_double_eq_tol(critical(weave, 4.28, 4.30), known("default", "weave_speed"), 4e-11);
    ck_assert_double_eq_tol(critical(capsize, 5.9, 6.1), known("default", "capsize_speed"), 6e-11);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bicycle");
    TCase *t = tcase_create("benchmark");
    tcase_add_test(t, its_eigenvalues_at_5_metres_a_second_are_the_true_ones);
    tcase_add_test(t, its_weave_and_capsize_speeds_are_the_true_ones_to_11_digits);
    suite_add_tcase(s, t);
    return hol_run_suite(s);
}
