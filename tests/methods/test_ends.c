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

enum { MOST_STEPS = 400 };

/* Whether this way ends as named within 2 s of the problem, and how far it came. */
static bool ends(const hol_way *way, const named *x, double *t)
{
    hol_trial T;
    double h = way->problem->step;
    hol_trial_named(&T, way->method->name, way->problem, way->formulation, 1, &x->end->option);
    int steps = (int)fmin(MOST_STEPS, hol_regular_span(way->problem, 2) / h);
    bool ended = !hol_trial_run(&T, h, steps) && hol_trial_end(&T, h) == x->end;
    *t = T.z->t;
    if (ended && hol_verbose()) printf("%s, %s: at t = %g\n", T.name, x->end->option, *t);
    hol_trial_close(&T);
    return ended;
}

static bool default_goes_on(const hol_way *way, double t)
{
    hol_trial T;
    double h = way->problem->step;
    hol_trial_named(&T, way->method->name, way->problem, way->formulation, 0, NULL);
    bool ran = hol_trial_run(&T, h, (int)nearbyint(t / h) + 1);
    hol_trial_close(&T);
    return ran;
}

START_TEST(an_end_that_is_named_is_met_where_the_default_goes_on)
{
    named x = end_at(_i);
    bool met = false;
    for (int i = 0; !met && i < hol_ways(NULL); i++) {
        const hol_way *way = hol_way_at(i);
        double t;
        met = way->method == x.method && way->option < 0 && ends(way, &x, &t) &&
              default_goes_on(way, t);
    }
    ck_assert_msg(met, "%s: %s ends no run", x.method->name, x.end->option);
}
END_TEST

int main(void)
{
    hol_ways(NULL);
    const hol_loop loop[] = {
        {an_end_names_a_value_that_is_not_the_default, count()},
        {an_end_that_is_named_is_met_where_the_default_goes_on, count()},
    };
    return hol_run_loops("ends", loop, 2);
}
