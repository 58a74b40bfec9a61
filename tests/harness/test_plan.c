/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans: the runs that a good one asks for. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness/plan_text.h"
#include "tests/suite.h"

/* The plan of a text that must be good. */
static hol_plan *good(const char *text)
{
    hol_mistakes mistakes;
    hol_plan *plan = read_bytes(text, strlen(text), &mistakes);
    ck_assert_msg(plan && !mistakes.count, "%s", mistakes.count ? mistakes.text[0] : "no plan");
    hol_mistakes_free(&mistakes);
    return plan;
}

START_TEST(a_plan_is_the_product_of_its_lists_in_the_order_of_the_file)
{
    hol_plan *plan = good("title: Products\n"
                          "runs:\n"
                          "  - problems: [rigid-body, double-spherical-pendulum]\n"
                          "    methods: [shake, dvp]\n"
                          "    formulations: [default, natural]\n"
                          "    step: [0.1, 0.05]\n"
                          "    until: 2\n");
    ck_assert_str_eq(plan->title, "Products");
    ck_assert_int_eq(plan->count, 16);
    for (int i = 0; i < 16; i++) {
        const hol_spec *s = &plan->spec[i];
        ck_assert_str_eq(s->problem->name, i < 8 ? "rigid-body" : "double-spherical-pendulum");
        ck_assert_str_eq(s->method->name, i % 8 < 4 ? "shake" : "dvp");
        ck_assert_str_eq(s->formulation, i % 4 < 2 ? "" : "natural");
        ck_assert_double_eq(s->h, i % 2 ? 0.05 : 0.1);
        ck_assert_double_eq(s->until, 2);
        ck_assert_double_eq(s->rtol, 0);
        ck_assert_int_eq(s->repeats, 1);
        ck_assert_int_eq(s->series, 0);
    }
    hol_plan_free(plan);
}
END_TEST

START_TEST(what_is_not_said_is_the_problems_own)
{
    hol_plan *plan = good("runs: [{problem: rigid-body, method: shake}]");
    const hol_problem *problem = hol_problem_named("rigid-body");
    hol_spec own = hol_spec_of(problem, hol_method_named("shake"));
    char a[HOL_KEY], b[HOL_KEY];
    ck_assert_int_eq(plan->count, 1);
    hol_spec_key(plan->spec, a);
    hol_spec_key(&own, b);
    ck_assert_str_eq(a, b);
    hol_spec_clear(&own);
    hol_plan_free(plan);
}
END_TEST

START_TEST(defaults_stand_in_every_run_that_does_not_say_otherwise)
{
    hol_plan *plan = good("defaults: {step_factor: [4, 1], until: 3, series: 10, motion: 7, "
                          "repeats: 0, past_singular: yes, redundant: drop}\n"
                          "runs:\n"
                          "  - {problem: rigid-body, method: shake}\n"
                          "  - {problem: rigid-body, method: shake, step: 0.5, until: 1.5, "
                          "past_singular: no}\n");
    double step = hol_problem_named("rigid-body")->step;
    ck_assert_int_eq(plan->count, 3);
    ck_assert_double_eq(plan->spec[0].h, 4 * step);
    ck_assert_double_eq(plan->spec[1].h, step);
    ck_assert_double_eq(plan->spec[1].until, 3);
    ck_assert_double_eq(plan->spec[2].h, 0.5);
    ck_assert_double_eq(plan->spec[2].until, 1.5);
    ck_assert_int_eq(plan->spec[2].series, 10);
    ck_assert_int_eq(plan->spec[2].motion, 7);
    ck_assert_int_eq(plan->spec[2].repeats, 0);
    ck_assert(plan->spec[1].past_singular && !plan->spec[2].past_singular);
    ck_assert(plan->spec[1].redundant == HOL_REDUNDANT_DROP);
    hol_plan_free(plan);
}
END_TEST

START_TEST(parameters_and_options_go_where_they_belong)
{
    hol_plan *plan = good("runs:\n"
                          "  - problem: rigid-body\n"
                          "    parameters: {J2: 2.385, omega1: -0.75}\n"
                          "    methods: [em, dvp]\n"
                          "    options: {lagrangian: trapezoid, newton_tol: 1e-11}\n");
    ck_assert_int_eq(plan->count, 2);
    ck_assert_double_eq(plan->spec[1].parameters[1], 2.385);
    ck_assert_double_eq(plan->spec[1].parameters[3], -0.75);
    ck_assert_double_eq(plan->spec[0].options[0], 1e-11); /* newton_tol, the first of em */
    ck_assert_double_eq(plan->spec[1].options[0], 2);
    hol_case c = hol_spec_case(&plan->spec[1]);
    ck_assert_ptr_eq(c.parameters, plan->spec[1].parameters);
    ck_assert_ptr_null(c.formulation);
    hol_plan_free(plan);
}
END_TEST

START_TEST(methods_with_an_error_estimate_take_the_tolerances_and_others_the_steps)
{
    hol_plan *plan = good("runs:\n"
                          "  - problem: double-spherical-pendulum\n"
                          "    methods: [shake, jet-dp5]\n"
                          "    step: [0.1, 0.05, 0.025]\n"
                          "    tolerance: [1e-4, 1e-6]\n");
    ck_assert_int_eq(plan->count, 5);
    for (int i = 0; i < 5; i++) {
        const hol_spec *s = &plan->spec[i];
        ck_assert_str_eq(s->method->name, i < 3 ? "shake" : "jet-dp5");
        ck_assert(i < 3 ? s->rtol == 0.0 && s->h == 0.1 / (1 << i)
                        : s->atol == s->rtol && s->h == s->problem->step);
    }
    ck_assert_double_eq(plan->spec[3].rtol, 1e-4);
    ck_assert_double_eq(plan->spec[4].rtol, 1e-6);
    hol_plan_free(plan);
}
END_TEST

START_TEST(equal_runs_are_one)
{
    hol_plan *plan = good("runs:\n"
                          "  - {problem: rigid-body, method: [dvp, dvp], step: [0.1, 0.10, 1e-1]}\n"
                          "  - {problem: rigid-body, method: all, step: [0.1, 0.2]}\n"
                          "  - {problem: rigid-body, method: dvp, step: 0.1, series: 5}\n");
    int methods = 0;
    while (hol_method_at(methods)) methods++;
    ck_assert_int_eq(plan->count, 2 * methods + 1);
    hol_plan_free(plan);
}
END_TEST

/* Counts of the registries, so that a new method or problem changes nothing here; beside them the
 * planar quadrangle, four steps of the nutating top and of the quadrangle without its torque, and
 * long runs on six problems; a method of fixed steps has a ladder on each.  In joint coordinates
 * ten methods have five tolerances, two of them four on the nutating top, and five have five
 * steps, one of which every formulation has, and a ladder. */
START_TEST(the_plan_of_the_report_has_every_method_on_every_problem)
{
    int methods = 0, problems = 0, formulations = 0, own = 0, rungs = 0;
    int joint_rungs = 0;
    char file[512];
    hol_mistakes mistakes;
    while (hol_method_at(methods)) methods++;
    while (hol_formulation_at(formulations)) formulations++;
    for (; hol_core_problem_at(problems); problems++)
        own += hol_core_problem_at(problems)->own != NULL;
    const char *tree = getenv("srcdir");
    snprintf(file, sizeof file, "%s/plans/report.yaml", tree ? tree : ".");
    hol_plan *plan = hol_plan_read(file, &mistakes);
    ck_assert_msg(plan != NULL, "%s", mistakes.count ? mistakes.text[0] : "");
    ck_assert(plan->certificates);
    for (int i = 0; i < plan->count; i++) {
        bool rung = plan->rung[i].error > 0;
        rungs += rung;
        joint_rungs += rung && !strcmp(plan->spec[i].formulation, "joint");
    }
    ck_assert((rungs - joint_rungs) % (12 * (problems + 1)) == 0 && rungs > joint_rungs);
    ck_assert_int_eq(joint_rungs, 12 * problems * 5);
    ck_assert_int_eq(plan->count - rungs,
                     methods * (problems * (5 + formulations) + own + 1 + 4 + 4) + 3 * 15 + 12 +
                         2 * 10 + problems * (10 * 5 + 5 * 4) + 2 * 4);
    hol_plan_free(plan);
    hol_mistakes_free(&mistakes);
    snprintf(file, sizeof file, "%s/plans/paper-003.yaml", tree ? tree : ".");
    plan = hol_plan_read(file, &mistakes);
    ck_assert_msg(plan != NULL, "%s", mistakes.count ? mistakes.text[0] : "");
    ck_assert_int_eq(plan->count, 18);
    hol_plan_free(plan);
    hol_mistakes_free(&mistakes);
}
END_TEST

/* Paths start at the plan's folder; a file named twice is read once, and its runs are merged. */
START_TEST(a_model_in_a_file_stands_beside_the_problems)
{
    const char *tree = getenv("srcdir");
    char folder[] = "/tmp/holonomy-models-XXXXXX", file[512], text[1024];
    char *whole = realpath(tree ? tree : ".", NULL);
    ck_assert(mkdtemp(folder) != NULL);
    snprintf(file, sizeof file, "%s/own.yaml", folder);
    FILE *out = fopen(file, "w");
    fputs("model: own\nstep: 0.5\nbodies: [{name: b, shape: point, m: 2}]\n", out);
    fclose(out);
    snprintf(text, sizeof text,
             "runs:\n  - {problems: [own.yaml, rigid-body, %.300s/examples/gyrostat.yaml], "
             "method: mk4}\n  - {problem: own.yaml, method: [mk4, spook]}\n",
             whole);
    free(whole);
    char plan_file[512];
    snprintf(plan_file, sizeof plan_file, "%s/plan.yaml", folder);
    out = fopen(plan_file, "w");
    fputs(text, out);
    fclose(out);
    hol_mistakes mistakes;
    hol_plan *plan = hol_plan_read(plan_file, &mistakes);
    ck_assert_msg(plan != NULL, "%s", mistakes.count ? mistakes.text[0] : "");
    hol_mistakes_free(&mistakes);
    ck_assert_int_eq(plan->count, 4);
    ck_assert_int_eq(plan->models, 2);
    ck_assert_str_eq(plan->spec[0].problem->name, "own");
    ck_assert(plan->spec[0].h == 0.5);
    ck_assert_str_eq(plan->spec[1].problem->name, "rigid-body");
    ck_assert_str_eq(plan->spec[2].problem->name, "gyrostat");
    ck_assert(plan->spec[2].problem != hol_problem_named("gyrostat"));
    ck_assert(plan->spec[3].problem == plan->spec[0].problem);
    hol_plan_free(plan);

    out = fopen(file, "w");
    fputs("model: own\nbodies: [{name: b, shape: point, m: 0}]\n", out);
    fclose(out);
    ck_assert_ptr_null(hol_plan_read(plan_file, &mistakes));
    ck_assert_int_eq(mistakes.count, 1);
    ck_assert_msg(strstr(mistakes.text[0], "plan.yaml:2:17: ") &&
                      strstr(mistakes.text[0], "own.yaml:2:10: body 'b': mass 0 kg"),
                  "%s", mistakes.text[0]);
    hol_mistakes_free(&mistakes);
    unlink(file);
    unlink(plan_file);
    rmdir(folder);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_plan_is_the_product_of_its_lists_in_the_order_of_the_file,
        what_is_not_said_is_the_problems_own,
        defaults_stand_in_every_run_that_does_not_say_otherwise,
        parameters_and_options_go_where_they_belong,
        methods_with_an_error_estimate_take_the_tolerances_and_others_the_steps,
        equal_runs_are_one,
        the_plan_of_the_report_has_every_method_on_every_problem,
        a_model_in_a_file_stands_beside_the_problems,
    };
    Suite *suite = suite_create("plan");
    TCase *plan = tcase_create("plan");
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(plan, tests[i]);
    suite_add_tcase(suite, plan);
    return hol_run_suite(suite);
}
