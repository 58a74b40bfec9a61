/* SPDX-License-Identifier: GPL-3.0-or-later */
/* References derived by power series in quadruple precision: two derivations agree on the digits
 * asked for, energy and constraints are kept as far, and the shipped references, made by programs
 * of their own in other coordinates, are the same motion. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/derive.h"
#include "tests/suite.h"

static const struct {
    const char *problem;
    double until; /* [s] */
} of[] = {{"pendulum", 1},    {"double-spherical-pendulum", 1},
          {"rigid-body", 1},  {"top", 1},
          {"gyrostat", 1},    {"knife-edge", 1},
          {"ladder", 0.2},    {"crank", 0.3},
          {"quadrangle", 0.3}};
enum { PROBLEMS = sizeof of / sizeof *of };

static hol_derivation *derived(const char *name, double until, int digits, const double par[])
{
    hol_message why;
    const hol_problem *problem = hol_problem_named(name);
    ck_assert_ptr_nonnull(problem);
    hol_derive_task task = {.problem = problem, .par = par, .until = until, .digits = digits};
    hol_derivation *d = hol_derive(&task, &why);
    ck_assert_msg(d, "%s: %s", name, d ? "" : why.text);
    return d;
}

START_TEST(two_derivations_agree_and_are_the_shipped_motion)
{
    enum { MOST = 64 };
    double par[MOST];
    hol_message missing = {""}, wrong = {""};
    const hol_problem *problem = hol_problem_named(of[_i].problem);
    ck_assert_int_lt(hol_option_count(problem->parameters), MOST);
    hol_option_defaults(problem->parameters, par);
    hol_derivation *d = derived(of[_i].problem, of[_i].until, 20, par);
    ck_assert_msg(d->digits >= 20, "%s: %d digits", of[_i].problem, d->digits);
    ck_assert_msg(d->violation < 1e-31, "%s: violation %.3g", of[_i].problem, d->violation);
    ck_assert_msg(isnan(d->energy) || d->energy < 1e-22, "%s: energy %.3g", of[_i].problem,
                  d->energy);
    ck_assert_int_ne(d->steps[0], d->steps[1]);
    hol_reference *ref = hol_reference_for(problem, par, &missing, &wrong);
    ck_assert_ptr_nonnull(ref);
    double apart = hol_derivation_against(d, ref); /* the data are decimals there, doubles here */
    ck_assert_msg(apart < 3e-13, "%s: %.3g apart from %s", of[_i].problem, apart, ref->path);
    hol_reference_free(ref);
    hol_derivation_free(d);
}
END_TEST

START_TEST(digits_asked_for_are_reached)
{
    double par[64];
    hol_option_defaults(hol_problem_named("pendulum")->parameters, par);
    for (int digits = 10; digits <= HOL_DERIVE_MOST_DIGITS; digits += 9) {
        hol_derivation *d = derived("pendulum", 0.5, digits, par);
        ck_assert_msg(d->digits >= digits, "%d digits of %d", d->digits, digits);
        hol_derivation_free(d);
    }
}
END_TEST

static bool give_up(void *self, double done)
{
    (void)done;
    ++*(int *)self;
    return false;
}

START_TEST(it_can_be_interrupted)
{
    double par[64];
    int calls = 0;
    hol_message why;
    const hol_problem *problem = hol_problem_named("pendulum");
    hol_option_defaults(problem->parameters, par);
    hol_derive_task task = {problem, par, 1, 20, give_up, &calls};
    ck_assert_ptr_null(hol_derive(&task, &why));
    ck_assert_int_eq(calls, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("derived");
    TCase *tcase = tcase_create("derived");
    tcase_add_loop_test(tcase, two_derivations_agree_and_are_the_shipped_motion, 0, PROBLEMS);
    tcase_add_test(tcase, digits_asked_for_are_reached);
    tcase_add_test(tcase, it_can_be_interrupted);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
