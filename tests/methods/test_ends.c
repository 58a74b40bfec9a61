/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ends that methods name of their options: each is met on some problem, and the default goes on
 * there. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/claims.h"
#include "tests/generic.h"

typedef struct {
    const hol_method *method;
    const hol_option_end *end;
} named;

/* The k-th end of all methods; no method: there are not so many. */
static named end_at(int k)
{
    const hol_method *method;
    for (int m = 0; (method = hol_method_at(m)); m++)
        for (const hol_option_end *end = method->ends; end && end->option; end++)
            if (k-- == 0) return (named){method, end};
    return (named){NULL, NULL};
}

static int count(void)
{
    int n = 0;
    while (end_at(n).method) n++;
    return n;
}

START_TEST(an_end_names_a_value_that_is_not_the_default)
{
    named x = end_at(_i);
    const hol_option *table = x.method->options;
    double value[64], usual[64];
    hol_message why = {""};
    int n = hol_option_count(table), other = 0;
    ck_assert_int_le(n, 64);
    hol_option_defaults(table, value);
    hol_option_defaults(table, usual);
    ck_assert_msg(hol_option_set(table, "option", x.end->option, value, &why), "%s: %s",
                  x.method->name, why.text);
    for (int i = 0; i < n; i++) other += value[i] != usual[i];
    ck_assert_msg(other == 1, "%s: %s is the default", x.method->name, x.end->option);
    ck_assert_msg(x.end->status != HOL_OK && x.end->residual && x.end->why, "%s: %s",
                  x.method->name, x.end->option);
}
END_TEST

/* The method on a problem, with an option or as it is by default; NULL where it does not fit. */
static hol_experiment *open_on(const named *x, const hol_problem *problem, const char *option)
{
    const char *const options[] = {option, NULL};
    hol_refusal why;
    return hol_experiment_named(problem->name, x->method->name, NULL, NULL, options, &why);
}

/* Whether a run of 2 s ends as named, and the time it came to. */
static bool ends(const named *x, const hol_problem *problem, double *t)
{
    hol_experiment *run = open_on(x, problem, x->end->option);
    double h = problem->step;
    bool ended = run && hol_experiment_run(run, h, hol_regular_span(problem, 2), NULL);
    ended = ended && hol_named_end(run->s, hol_step(run->s, h, run->z)) == x->end;
    if (run) *t = run->z->t;
    hol_experiment_close(run);
    return ended;
}

static bool default_goes_on(const named *x, const hol_problem *problem, double t)
{
    hol_experiment *run = open_on(x, problem, NULL);
    bool ran = hol_experiment_run(run, problem->step, t + problem->step, NULL) == HOL_OK;
    hol_experiment_close(run);
    return ran;
}

START_TEST(an_end_that_is_named_is_met_where_the_default_goes_on)
{
    named x = end_at(_i);
    const hol_problem *problem;
    bool met = false;
    for (int p = 0; !met && (problem = hol_core_problem_at(p)); p++) {
        double t = 0;
        met = ends(&x, problem, &t) && default_goes_on(&x, problem, t);
        if (met && hol_verbose())
            printf("%s, %s, %s: at t = %g\n", x.method->name, problem->name, x.end->option, t);
    }
    ck_assert_msg(met, "%s: %s ends no run", x.method->name, x.end->option);
}
END_TEST

int main(void)
{
    enum { EVERY = 4 };
    Suite *suite = suite_create("ends");
    TCase *tcase = tcase_create("ends");
    tcase_set_timeout(tcase, hol_patience(120));
    tcase_add_loop_test(tcase, an_end_names_a_value_that_is_not_the_default, 0, count());
    hol_add_some(tcase, an_end_that_is_named_is_met_where_the_default_goes_on, count(), EVERY);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
