/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The driver of a run, with a method that fails, is rejected and estimates its error as it is told
 * to: time, cut steps, control of the step, failures and what is kept of them. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/run.h"
#include "tests/suite.h"

/* ---------------------------------------------------------------- a method by script */

enum { CALLS = 512 };

static struct {
    double estimate[CALLS]; /* returned by each call of the step */
    int rejections;         /* calls that are rejected first */
    long fail_at;           /* the step that fails, 0: none */
    hol_status failure;
    double blown_at; /* a step begins there after which the bodies are far away, 0: none */
    /* what was asked of it */
    int calls, starts;
    double t[CALLS], h[CALLS], h_start;
} script;

static size_t memory(const hol_method *m, hol_eval *sys, const double opt[])
{
    (void)m, (void)sys, (void)opt;
    return 1;
}

static hol_claims claims(const hol_method *m, hol_eval *sys, const double opt[])
{
    (void)m, (void)sys, (void)opt;
    return (hol_claims){.error_order = 5};
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    (void)s, (void)z;
    script.starts++;
    script.h_start = h;
    return HOL_OK;
}

/* memory[0] is the sum of the steps taken. */
static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    int k = script.calls++;
    if (k < CALLS) {
        script.t[k] = z->t;
        script.h[k] = h;
    }
    if (script.fail_at && s->count->steps + 1 == script.fail_at) {
        z->q[0] = 777;
        s->residual.value = 0.031;
        s->residual.of = "Phi(q1)";
        return script.failure;
    }
    if (script.blown_at > 0 && z->t > script.blown_at) z->q[0] = 1e6;
    if (script.rejections) {
        script.rejections--;
        z->q[0] = 55;
        return HOL_REJECT;
    }
    s->error = script.estimate[k < CALLS ? k : CALLS - 1];
    z->memory[0] += h;
    return HOL_OK;
}

static const hol_method method = {.name = "script",
                                  .family = "script",
                                  .source = "none",
                                  .about = "does as it is told",
                                  .formulation = "lie",
                                  .claims = claims,
                                  .memory = memory,
                                  .start = start,
                                  .step = step};

static hol_case fixed(double h, double until)
{
    memset(&script, 0, sizeof script);
    hol_case c = hol_case_of(hol_problem_named("rigid-body"), &method);
    c.h = h;
    c.until = until;
    c.repeats = 0;
    return c;
}

/* From h = 0.01 s to 1 s; the estimate is that at which 0.9 err^(-1/5) = factor. */
static hol_case controlled(double factor)
{
    hol_case c = fixed(0.01, 1);
    c.rtol = 1e-6;
    for (int k = 0; k < CALLS; k++) script.estimate[k] = pow(0.9 / factor, 5);
    return c;
}

static void run(const hol_case *c, hol_result *r)
{
    ck_assert_msg(hol_run(c, r) == HOL_RAN, "%s", r->message.text);
}

/* ---------------------------------------------------------------- fixed steps */

START_TEST(a_name_that_is_none_is_answered_with_the_nearest)
{
    hol_refusal refusal;
    ck_assert_ptr_null(hol_experiment_named("pendulm", "shake", NULL, NULL, NULL, &refusal));
    ck_assert_str_eq(refusal.reason.text,
                     "there is no problem 'pendulm': did you mean 'pendulum'?");
    ck_assert_ptr_null(hol_experiment_named("pendulum", "shaek", NULL, NULL, NULL, &refusal));
    ck_assert_str_eq(refusal.reason.text, "there is no method 'shaek': did you mean 'shake'?");
}
END_TEST

START_TEST(fixed_steps_stand_at_multiples_of_h)
{
    hol_result r;
    hol_case c = fixed(0.1, 0.7);
    run(&c, &r);
    ck_assert_int_eq(r.status, HOL_OK);
    ck_assert_int_eq(r.steps, 7);
    ck_assert_int_eq(script.starts, 1);
    for (int n = 0; n < 7; n++) ck_assert(script.t[n] == n * 0.1 && script.h[n] == 0.1);
    ck_assert(r.x->z->t == 0.7);
    ck_assert_str_eq(r.message.text, "");
    hol_result_free(&r);
}
END_TEST

START_TEST(a_last_step_is_cut_and_said_and_the_method_started_anew)
{
    hol_result r;
    hol_case c = fixed(0.1, 0.75);
    run(&c, &r);
    ck_assert_int_eq(r.steps, 8);
    ck_assert_int_eq(script.starts, 2);
    ck_assert_double_eq_tol(script.h_start, 0.05, 1e-15);
    ck_assert_double_eq_tol(script.h[7], 0.05, 1e-15);
    ck_assert(r.x->z->t == 0.75);
    ck_assert_str_eq(r.message.text, "0.75 s is no multiple of h: the last step was cut to 0.05 s");
    hol_result_free(&r);
}
END_TEST

START_TEST(a_step_beyond_the_end_is_cut_to_the_span)
{
    hol_result r;
    hol_case c = fixed(1, 0.75);
    run(&c, &r);
    ck_assert_int_eq(r.steps, 1);
    ck_assert_int_eq(script.starts, 1);
    ck_assert(script.h_start == 0.75 && script.h[0] == 0.75 && r.x->z->t == 0.75);
    hol_result_free(&r);
}
END_TEST

START_TEST(a_failed_step_ends_the_run_and_is_kept_out_of_it)
{
    hol_result r;
    hol_case c = fixed(0.1, 30);
    script.fail_at = 13;
    script.failure = HOL_DIVERGED;
    run(&c, &r);
    ck_assert_int_eq(r.status, HOL_DIVERGED);
    ck_assert_int_eq(r.steps, 12);
    ck_assert_int_eq(script.calls, 13);
    ck_assert(r.x->z->q[0] != 777);
    ck_assert_double_eq_tol(r.x->z->t, 1.2, 1e-14);
    ck_assert_int_eq(r.diagnostics->energy.count, 13); /* the start and twelve nodes */
    ck_assert_str_eq(r.message.text, "step 13 at t = 1.2: the iteration on Phi(q1) did not "
                                     "converge (residual 0.031)");
    hol_result_free(&r);
}
END_TEST

START_TEST(a_run_whose_joints_are_lost_has_diverged)
{
    hol_result r;
    hol_case c = fixed(0.1, 1);
    c.problem = hol_problem_named("pendulum");
    c.repeats = 2;
    script.blown_at = 0.25;
    run(&c, &r);
    ck_assert_int_eq(r.status, HOL_DIVERGED);
    ck_assert_int_eq(r.steps, 4);
    ck_assert_ptr_nonnull(strstr(r.message.text, "step 4 at t = 0.4: it has blown up"));
    ck_assert_str_eq(r.note.text, "");
    ck_assert_int_eq(script.calls, 3 * 4); /* the timed passes go no further */
    hol_result_free(&r);
    script.calls = 0;
    script.blown_at = 0;
    run(&c, &r);
    ck_assert_int_eq(r.status, HOL_OK);
    hol_result_free(&r);
}
END_TEST

START_TEST(no_more_steps_are_made_than_are_permitted)
{
    hol_result r;
    hol_case c = fixed(0.1, 30);
    c.max_steps = 5;
    run(&c, &r);
    ck_assert_int_eq(r.status, HOL_LIMIT);
    ck_assert_int_eq(r.steps, 5);
    ck_assert_int_eq(script.calls, 5);
    ck_assert_str_eq(r.message.text, "t = 0.5: the permitted 5 steps are used up");
    hol_result_free(&r);
}
END_TEST

/* Set after the step whose number is given. */
static volatile sig_atomic_t stop;

static void stop_at_four(void *self, const hol_node *node)
{
    (void)self;
    stop = node->step == 4;
}

START_TEST(an_interrupted_run_keeps_what_it_computed)
{
    hol_result r;
    hol_case c = fixed(0.1, 30);
    c.stop = &stop;
    c.observe = stop_at_four;
    run(&c, &r);
    ck_assert(r.interrupted);
    ck_assert_int_eq(r.steps, 4);
    ck_assert_str_eq(hol_result_status(&r), "interrupted");
    ck_assert_str_eq(r.message.text, "interrupted after step 4 at t = 0.4");
    ck_assert_double_eq_tol(r.x->z->memory[0], 0.4, 1e-15);
    hol_result_free(&r);
}
END_TEST

/* ---------------------------------------------------------------- steps under control */

START_TEST(a_step_with_the_wanted_error_is_kept)
{
    hol_result r;
    hol_case c = controlled(1);
    run(&c, &r);
    ck_assert_int_eq(r.steps, 100);
    ck_assert_int_eq(r.rejected, 0);
    ck_assert(r.x->z->t == 1);
    ck_assert_double_eq_tol(r.h_max, 0.01, 1e-15);
    ck_assert_double_eq_tol(r.x->z->memory[0], 1, 1e-13);
    hol_result_free(&r);
}
END_TEST

START_TEST(a_step_grows_by_a_factor_of_three_at_most)
{
    hol_result r;
    hol_case c = controlled(1e9);
    run(&c, &r);
    for (int k = 0; k < 4; k++) ck_assert_double_eq_tol(script.h[k], 0.01 * pow(3, k), 1e-15);
    ck_assert_int_eq(r.steps, 5); /* 0.01 (1 + 3 + 9 + 27) and the rest */
    ck_assert(r.x->z->t == 1);
    hol_result_free(&r);
}
END_TEST

START_TEST(an_inaccurate_step_is_repeated_shorter_and_does_not_grow_at_once)
{
    hol_result r;
    hol_case c = controlled(1.5);
    script.estimate[0] = 32; /* 0.9 / 2 */
    run(&c, &r);
    ck_assert_int_eq(r.rejected, 1);
    ck_assert_double_eq_tol(script.h[1], 0.0045, 1e-15);
    ck_assert(script.t[1] == 0 && script.h[2] == script.h[1]);
    ck_assert_double_eq_tol(script.h[3], 1.5 * script.h[2], 1e-12);
    ck_assert_double_eq_tol(r.x->z->memory[0], 1, 1e-13); /* the rejected step is not in it */
    hol_result_free(&r);
}
END_TEST

START_TEST(a_step_shrinks_to_a_fifth_at_least)
{
    hol_result r;
    hol_case c = controlled(1);
    script.estimate[0] = 1e30;
    run(&c, &r);
    ck_assert_double_eq_tol(script.h[1], 0.002, 1e-15);
    hol_result_free(&r);
}
END_TEST

START_TEST(a_rejected_step_is_halved_and_the_state_restored)
{
    hol_result r;
    hol_case c = controlled(1);
    script.rejections = 3;
    run(&c, &r);
    ck_assert_int_eq(r.status, HOL_OK);
    ck_assert_int_eq(r.rejected, 3);
    ck_assert(script.h[3] == 0.01 / 8 && script.h[4] == script.h[3] && r.x->z->q[0] != 55);
    hol_result_free(&r);
}
END_TEST

START_TEST(after_twenty_halvings_the_run_ends)
{
    hol_result r;
    hol_case c = controlled(1);
    script.rejections = 1000;
    run(&c, &r);
    ck_assert_int_eq(r.status, HOL_REJECT);
    ck_assert_int_eq(script.calls, 21);
    ck_assert_str_eq(r.message.text, "step 1 at t = 0: still rejected after 20 halvings");
    hol_result_free(&r);
}
END_TEST

START_TEST(an_estimate_that_is_not_a_number_is_no_success)
{
    hol_result r;
    hol_case c = controlled((double)NAN);
    run(&c, &r);
    ck_assert_int_eq(r.status, HOL_NOT_FINITE);
    ck_assert_int_eq(r.steps, 0);
    ck_assert_int_eq(script.calls, 21);
    hol_result_free(&r);

    c = controlled(1);
    script.estimate[2] = (double)INFINITY; /* once: a shorter step helps */
    run(&c, &r);
    ck_assert_int_eq(r.status, HOL_OK);
    ck_assert_int_eq(r.rejected, 1);
    hol_result_free(&r);
}
END_TEST

START_TEST(a_step_that_vanishes_ends_the_run)
{
    hol_result r;
    hol_case c = controlled(1e-60);
    run(&c, &r);
    ck_assert_int_eq(r.status, HOL_LIMIT);
    ck_assert_int_eq(r.steps, 0);
    ck_assert_str_eq(r.message.text, "step 1 at t = 0: the step fell below 1e-14 of the span");
    hol_result_free(&r);
}
END_TEST

START_TEST(what_a_smaller_step_cannot_help_ends_the_run_at_once)
{
    hol_result r;
    hol_case c = controlled(1);
    script.fail_at = 3;
    script.failure = HOL_SINGULAR;
    run(&c, &r);
    ck_assert_int_eq(r.status, HOL_SINGULAR);
    ck_assert_int_eq(r.steps, 2);
    ck_assert_int_eq(script.calls, 3);
    ck_assert_double_eq_tol(r.x->z->memory[0], 0.02, 1e-15);
    hol_result_free(&r);
}
END_TEST

START_TEST(a_refusal_says_of_what_and_why)
{
    hol_result r;
    hol_case c = hol_case_of(hol_problem_named("knife-edge"), hol_method_named("shake"));
    ck_assert_int_eq(hol_run(&c, &r), HOL_UNFIT);
    ck_assert_int_eq(r.refusal.outcome, HOL_UNFIT);
    ck_assert_int_eq(hol_result_end(&r), HOL_END_UNFIT);
    ck_assert_str_eq(r.refusal.subject, "shake on knife-edge in natural");
    ck_assert_str_eq(r.refusal.reason.text, "needs holonomic constraints only");
    ck_assert_str_eq(r.message.text, "shake on knife-edge in natural: not applicable: needs "
                                     "holonomic constraints only");
    hol_result_free(&r);
    c = hol_case_of(hol_problem_named("rigid-body"), hol_method_named("mk4"));
    c.rtol = 1e-6;
    ck_assert_int_eq(hol_run(&c, &r), HOL_REFUSED);
    ck_assert_int_eq(hol_result_end(&r), HOL_END_NOT_RUN);
    ck_assert_str_eq(r.message.text, r.refusal.reason.text);
    hol_result_free(&r);
}
END_TEST

START_TEST(a_case_that_makes_no_sense_is_refused)
{
    hol_case c = fixed(0.1, 1), bad[6];
    hol_result r;
    for (int k = 0; k < 6; k++) bad[k] = c;
    bad[0].h = 0;
    bad[1].h = (double)NAN;
    bad[2].until = -1;
    bad[3].rtol = (double)INFINITY;
    bad[4].samples = 1;
    bad[5].max_steps = 0;
    for (int k = 0; k < 6; k++) {
        ck_assert_msg(hol_run(&bad[k], &r) == HOL_REFUSED, "case %d runs", k);
        ck_assert_str_ne(r.message.text, "");
        hol_result_free(&r);
    }
}
END_TEST

/* Where a step or an end makes no sense the state stays where it was. */
START_TEST(an_experiment_runs_by_a_step_above_0_to_an_end_not_before_the_start)
{
    static const struct {
        double h, until;
        const char *said;
    } of[] = {{NAN, 1, "the step h = nan must be a number above 0"},
              {INFINITY, 1, "the step h = inf must be a number above 0"},
              {0, 1, "the step h = 0 must be a number above 0"},
              {-0.01, 1, "the step h = -0.01 must be a number above 0"},
              {0.1, NAN, "the end t = nan must be a number not below 0"},
              {0.1, INFINITY, "the end t = inf must be a number not below 0"},
              {0.1, -1, "the end t = -1 must be a number not below 0"}};
    hol_refusal refusal;
    hol_message why;
    hol_experiment *x = hol_experiment_named("pendulum", "shake", NULL, NULL, NULL, &refusal);
    ck_assert_int_eq(hol_experiment_run(x, 0.1, 1, &why), HOL_OK);
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        ck_assert_int_eq(hol_experiment_run(x, of[k].h, of[k].until, &why), HOL_UNSUPPORTED);
        ck_assert_str_eq(why.text, of[k].said);
        ck_assert(x->z->t == 1);
        hol_advance a = {.s = x->s, .z = x->z, .h = of[k].h, .t_end = of[k].until, .max_steps = 9};
        hol_advance_run(&a);
        ck_assert_int_eq(a.status, HOL_UNSUPPORTED);
        ck_assert_str_eq(a.message.text, of[k].said);
    }
    ck_assert_int_eq(hol_experiment_run(x, 0.1, 0, &why), HOL_OK);
    ck_assert(x->z->t == 0);
    hol_experiment_close(x);
}
END_TEST

static int place_of(const hol_option table[], const char *name)
{
    int k = 0;
    while (table[k].name && strcmp(table[k].name, name)) k++;
    ck_assert_ptr_nonnull(table[k].name);
    return k;
}

START_TEST(a_value_that_a_parameter_cannot_have_is_refused)
{
    static const struct {
        const char *problem, *parameter;
        double value;
        const char *said;
    } of[] = {
        {"triple-slider-crank", "component", 4,
         "triple-slider-crank: parameter 'component' takes the place, from 0 to 3, of one of "
         "C1, C2, C3 or C4, not 4"},
        {"double-spherical-pendulum", "g", (double)NAN,
         "double-spherical-pendulum: parameter 'g' = nan is out of range [0, 1000]: gravity, along "
         "-z [m/s^2]"},
        {"ladder", "N", 2.5, "ladder: parameter 'N' takes an integer, not 2.5"},
        {"top", "m", -1,
         "top: parameter 'm' = -1 is out of range [1e-06, 1000000]: mass [kg] (002, section 7.1)"}};
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        const hol_problem *problem = hol_problem_named(of[k].problem);
        double value[32];
        hol_refusal why;
        hol_message text;
        hol_result r;
        hol_option_defaults(problem->parameters, value);
        value[place_of(problem->parameters, of[k].parameter)] = of[k].value;
        const hol_setup setup = {.problem = problem, .parameters = value};
        ck_assert(!hol_experiment_open(&setup, &why));
        hol_refusal_text(&why, &text);
        ck_assert_str_eq(text.text, of[k].said);
        hol_case c = hol_case_of(problem, hol_method_named("taylor"));
        c.parameters = value;
        ck_assert_int_eq(hol_run(&c, &r), HOL_REFUSED);
        ck_assert_str_eq(r.message.text, of[k].said);
        hol_result_free(&r);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("driver");
    TCase *tcase = tcase_create("driver");
    tcase_add_test(tcase, a_name_that_is_none_is_answered_with_the_nearest);
    tcase_add_test(tcase, fixed_steps_stand_at_multiples_of_h);
    tcase_add_test(tcase, a_last_step_is_cut_and_said_and_the_method_started_anew);
    tcase_add_test(tcase, a_step_beyond_the_end_is_cut_to_the_span);
    tcase_add_test(tcase, a_failed_step_ends_the_run_and_is_kept_out_of_it);
    tcase_add_test(tcase, a_run_whose_joints_are_lost_has_diverged);
    tcase_add_test(tcase, no_more_steps_are_made_than_are_permitted);
    tcase_add_test(tcase, an_interrupted_run_keeps_what_it_computed);
    tcase_add_test(tcase, a_step_with_the_wanted_error_is_kept);
    tcase_add_test(tcase, a_step_grows_by_a_factor_of_three_at_most);
    tcase_add_test(tcase, an_inaccurate_step_is_repeated_shorter_and_does_not_grow_at_once);
    tcase_add_test(tcase, a_step_shrinks_to_a_fifth_at_least);
    tcase_add_test(tcase, a_rejected_step_is_halved_and_the_state_restored);
    tcase_add_test(tcase, after_twenty_halvings_the_run_ends);
    tcase_add_test(tcase, an_estimate_that_is_not_a_number_is_no_success);
    tcase_add_test(tcase, a_step_that_vanishes_ends_the_run);
    tcase_add_test(tcase, what_a_smaller_step_cannot_help_ends_the_run_at_once);
    tcase_add_test(tcase, a_refusal_says_of_what_and_why);
    tcase_add_test(tcase, a_case_that_makes_no_sense_is_refused);
    tcase_add_test(tcase, a_value_that_a_parameter_cannot_have_is_refused);
    tcase_add_test(tcase, an_experiment_runs_by_a_step_above_0_to_an_end_not_before_the_start);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
