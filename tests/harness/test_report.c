/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the report says of methods, on runs whose errors and times are known by a formula: the CPU
 * time to an error, the rank over all problems, who keeps energy, the sentences and their links. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "harness/report/report_judge.h"
#include "harness/report/report_site.h"
#include "tests/suite.h"

/* ---------------------------------------------------------------- a report of known runs */

enum { PROBLEMS = 3, METHODS = 3, STEPS = 4, RUNS = PROBLEMS * METHODS * STEPS };

/* Error = constant * h^order, CPU time = price / h with a spread of a tenth, h = 0.1, 0.05, ..
 * On the last problem every run is better than any goal: it tells of no price. */
static const double order[METHODS] = {2, 4, 4}, price[METHODS] = {1e-3, 4e-3, 2e-2};
static const double constant[PROBLEMS] = {0.3, 30.0, 1e-14};

static report known;
static hol_record record[RUNS];
static hol_spec spec[RUNS];
static report_run run[RUNS];
static report_section section[PROBLEMS];
static report_lane lane[METHODS];
static report_energy energy[PROBLEMS * METHODS];

static void make_report(void)
{
    for (int i = 0; i < RUNS; i++) {
        int p = i / (METHODS * STEPS), m = i / STEPS % METHODS;
        double h = 0.1 / (1 << i % STEPS);
        spec[i] = (hol_spec){.h = h, .until = 1.0};
        record[i] = (hol_record){.ran = true, .end = HOL_END_OK, .h = h};
        record[i].error.position = constant[p] * pow(h, order[m]);
        record[i].cpu_seconds = price[m] / h;
        record[i].cpu_spread = 0.1 * price[m] / h;
        run[i] = (report_run){.spec = &spec[i], .record = &record[i], .section = p, .lane = m};
    }
    for (int p = 0; p < PROBLEMS; p++) {
        section[p] = (report_section){.subject = p};
        snprintf(section[p].title, sizeof section[p].title, "problem %d", p);
    }
    for (int m = 0; m < METHODS; m++) {
        lane[m].method = hol_method_at(m);
        snprintf(lane[m].title, sizeof lane[m].title, "%s", lane[m].method->name);
    }
    memset(energy, 0, sizeof energy);
    known = (report){.runs = RUNS,
                     .run = run,
                     .sections = PROBLEMS,
                     .section = section,
                     .lanes = METHODS,
                     .lane = lane,
                     .energy = energy};
}

/* price / h where constant h^order is the error */
static double cpu_to(int p, int m, double error)
{
    return price[m] * pow(constant[p] / error, 1 / order[m]);
}

/* ---------------------------------------------------------------- CPU time */

START_TEST(times_to_an_error_follow_the_law_of_the_runs)
{
    make_report();
    report_reach of = report_reach_of(&known, 0, 0, 1e-5, 0);
    ck_assert(!of.reached);
    ck_assert_double_eq_tol(of.best, 0.3 * 0.0125 * 0.0125, 1e-18);
    for (int m = 1; m < METHODS; m++) {
        of = report_reach_of(&known, 0, m, 1e-6, 0);
        ck_assert(of.reached && !of.at_most);
        ck_assert_double_eq_tol(of.cpu, cpu_to(0, m, 1e-6), 1e-12 * of.cpu);
        of = report_reach_of(&known, 0, m, 1e-6, 1);
        ck_assert_double_eq_tol(of.cpu, 1.1 * cpu_to(0, m, 1e-6), 1e-12 * of.cpu);
    }
    of = report_reach_of(&known, 0, 1, 1e-2, 0);
    ck_assert(of.reached && of.at_most);
    ck_assert_double_eq(of.cpu, price[1] / 0.1);
    ck_assert_int_eq(report_fastest(&known, 0, 1e-6, -1, REPORT_NOT_LONG), 1);
    ck_assert_int_eq(report_fastest(&known, 0, 1e-6, 1, REPORT_NOT_LONG), 2);
    ck_assert_int_eq(report_fastest(&known, 0, 1e-12, -1, REPORT_NOT_LONG), -1);
    const hol_method *baseline = hol_method_named("rk8pd");
    ck_assert(baseline->baseline);
    lane[1].method = baseline;
    ck_assert_int_eq(report_fastest(&known, 0, 1e-6, -1, REPORT_NOT_LONG), 2);
}
END_TEST

START_TEST(the_runs_of_a_lane_are_found_by_their_place)
{
    make_report();
    for (int p = 0; p < PROBLEMS; p++)
        for (int m = 0; m < METHODS; m++)
            for (int n = 0; n <= STEPS; n++)
                ck_assert_ptr_eq(report_nth(&known, p, m, n),
                                 n < STEPS ? &run[(p * METHODS + m) * STEPS + n] : NULL);
    run[RUNS - 1].lane = -1; /* of a formulation: behind all lanes */
    ck_assert_ptr_eq(report_nth(&known, PROBLEMS - 1, -1, 0), &run[RUNS - 1]);
    ck_assert_ptr_null(report_nth(&known, PROBLEMS - 1, METHODS - 1, STEPS - 1));
}
END_TEST

/* ---------------------------------------------------------------- ranks */

START_TEST(cost_is_a_geometric_mean_that_counts_what_is_not_reached)
{
    make_report();
    /* reached by the two of order 4 on the first two problems; the third tells nothing */
    report_rank rank = report_rank_of(&known, 2, 1e-5, REPORT_NOT_LONG);
    ck_assert_int_eq(rank.of, 2);
    ck_assert_int_eq(rank.reached, 2);
    ck_assert_double_eq_tol(rank.factor, price[2] / price[1], 1e-12);
    rank = report_rank_of(&known, 0, 1e-5, REPORT_NOT_LONG);
    ck_assert_int_eq(rank.reached, 0);
    ck_assert_double_eq_tol(rank.factor, report_farthest, 1e-9);
    rank = report_rank_of(&known, 0, 1e-3, REPORT_NOT_LONG); /* on the first problem alone */
    double first = cpu_to(0, 0, 1e-3) / fmin(cpu_to(0, 0, 1e-3), price[1] / 0.1);
    ck_assert_double_eq_tol(rank.factor, sqrt(first * report_farthest), 1e-9);
    ck_assert_int_eq(report_foremost(&known, 1e-4, REPORT_NOT_LONG), 1);
    ck_assert(report_counts(&known, 0, 1e-4) && !report_counts(&known, 2, 1e-4));
}
END_TEST

START_TEST(a_method_keeps_energy_where_it_keeps_it_on_every_problem)
{
    make_report();
    energy[0 * METHODS + 1].keeps = REPORT_BOUNDED;
    energy[1 * METHODS + 1].keeps = REPORT_GROWS;
    energy[0 * METHODS + 2].keeps = REPORT_BOUNDED;
    ck_assert_int_eq(report_foremost(&known, 1e-4, REPORT_BOUNDED), 2);
    energy[1 * METHODS + 1].keeps = REPORT_EXACT;
    ck_assert_int_eq(report_foremost(&known, 1e-4, REPORT_BOUNDED), 1);
    ck_assert_int_eq(report_foremost(&known, 1e-4, REPORT_EXACT), -1);
    energy[1 * METHODS + 1] = (report_energy){.run = &run[0], .keeps = REPORT_ENDED};
    ck_assert_int_eq(report_foremost(&known, 1e-4, REPORT_BOUNDED), 2);
    record[0].end = HOL_END_SINGULAR; /* the problem's own end */
    ck_assert_int_eq(report_foremost(&known, 1e-4, REPORT_BOUNDED), 1);
    record[0].end = HOL_END_OK;
    section[1].subject = 0; /* a longer span of the first problem */
    ck_assert_ptr_eq(report_energy_of(&known, 1, 1), &energy[1]);
}
END_TEST

/* Claims of rattle on the pendulum: energy bounded.  Of a long run the law decides, or the size. */
START_TEST(a_long_run_is_judged_by_claim_and_law)
{
    static const struct {
        double energy;
        hol_drift drift;
        hol_end end;
        double until;
        report_keeping keeps;
    } of[] = {
        {0.1, HOL_DRIFT_BOUNDED, HOL_END_OK, 100, REPORT_BOUNDED},
        {0.1, HOL_DRIFT_LINEAR, HOL_END_OK, 100, REPORT_GROWS},
        {0.1, HOL_DRIFT_UNKNOWN, HOL_END_OK, 100, REPORT_UNTOLD},
        {1e-11, HOL_DRIFT_LINEAR, HOL_END_OK, 100, REPORT_BOUNDED}, /* round-off of 288 J */
        {0.1, HOL_DRIFT_BOUNDED, HOL_END_SINGULAR, 100, REPORT_ENDED},
        {0.1, HOL_DRIFT_BOUNDED, HOL_END_OK, 50, REPORT_NOT_LONG},
    };
    const hol_problem *pendulum = hol_problem_named("pendulum");
    const char *const name[] = {"rattle", "mk4"}; /* the latter claims nothing of energy */
    for (size_t i = 0; i < 2 * sizeof of / sizeof *of; i++) {
        make_report();
        const hol_method *method = hol_method_named(name[i % 2]);
        report_keeping keeps = of[i / 2].keeps;
        if (i % 2 && (keeps == REPORT_BOUNDED || keeps == REPORT_UNTOLD)) keeps = REPORT_GROWS;
        known.sections = known.lanes = known.runs = 1;
        spec[0] = hol_spec_of(pendulum, method);
        spec[0].h = 0.01;
        spec[0].until = of[i / 2].until;
        record[0].steps = 10000;
        record[0].energy = of[i / 2].energy;
        record[0].energy_drift = of[i / 2].drift;
        record[0].end = of[i / 2].end;
        snprintf(record[0].formulation, sizeof record[0].formulation, "%s", method->formulation);
        report_judge_energy(&known);
        ck_assert_msg(known.energy[0].keeps == keeps, "%s, case %d: %d", name[i % 2], (int)i / 2,
                      known.energy[0].keeps);
        free(known.energy);
        hol_spec_clear(&spec[0]);
    }
}
END_TEST

/* ---------------------------------------------------------------- words and pages */

START_TEST(a_sentence_has_its_values_in_their_places)
{
    report_finding f = {.sentence = "On {2} of {1} <problems>, {2}.",
                        .count = 2,
                        .value = {(char[]){"5 & 6"}, (char[]){"three"}}};
    hol_text t;
    hol_text_begin(&t);
    const report_letters html = {hol_html_text, "<b>", "</b>"};
    report_sentence(t.out, &f, &html);
    char *text = hol_text_end(&t);
    ck_assert_str_eq(text, "On <b>three</b> of <b>5 &amp; 6</b> &lt;problems&gt;, <b>three</b>.");
    free(text);
}
END_TEST

/* Of the first problem: to 1e-4 the second method is the fastest; when the third alone keeps energy
 * it is the fastest that does. */
START_TEST(the_choice_on_a_problem_is_by_error_and_energy)
{
    make_report();
    char row[2048];
    energy[2] = (report_energy){.run = &run[2 * STEPS], .keeps = REPORT_BOUNDED};
    hol_text t;
    hol_text_begin(&t);
    report_show_choice(t.out, &report_markdown, &known, 0);
    char *text = hol_text_end(&t);
    const char *name[] = {lane[0].title, lane[1].title, lane[2].title};
    snprintf(row, sizeof row,
             "| 1e-06 m | [%s](#method-%s) | %.3g ms | no run of 10000 steps | [%s](#method-%s) | "
             "%.3g | none | – |",
             name[1], name[1], 1e3 * cpu_to(0, 1, 1e-6), name[2], name[2], price[2] / price[1]);
    ck_assert_msg(strstr(text, row) != NULL, "%s in %s", row, text);
    ck_assert_ptr_nonnull(strstr(text, "**Energy over the long run:** bounded with "));
    free(text);
    energy[1] = energy[2];
    hol_text_begin(&t);
    report_show_choice(t.out, &report_markdown, &known, 0);
    text = hol_text_end(&t);
    snprintf(row, sizeof row, "| [%s](#method-%s) | 1 | none | – |", name[1], name[1]);
    ck_assert_msg(strstr(text, row) != NULL, "%s in %s", row, text);
    free(text);
}
END_TEST

START_TEST(pages_have_names_of_their_own)
{
    make_report();
    for (int p = 0; p < PROBLEMS; p++)
        snprintf(section[p].name, sizeof section[p].name, "one-%d", p);
    section[2].subject = 1; /* another span: on the page of the second */
    report_pages pages = report_pages_of(&known);
    int problems = 0, methods = 0;
    for (int i = 0; i < pages.count; i++) {
        problems += !strcmp(pages.of[i].group, "Problems");
        methods += !strncmp(pages.of[i].heading, "Method ", 7);
        for (int k = 0; k < i; k++) {
            ck_assert_str_ne(pages.of[i].file, pages.of[k].file);
            ck_assert_str_ne(pages.of[i].heading, pages.of[k].heading);
        }
    }
    ck_assert_str_eq(pages.of[0].file, "index.html");
    ck_assert_int_eq(problems, 2);
    ck_assert_int_eq(methods, METHODS);
    report_pages_free(&pages);
}
END_TEST

/* Of x <= a and y <= b nothing is known of x / y. */
START_TEST(a_ratio_of_bounds_says_what_it_bounds)
{
    static const char *const sign[2][2] = {{"", "≥ "}, {"≤ ", "~ "}};
    for (int above = 0; above < 2; above++)
        for (int below = 0; below < 2; below++) {
            const report_reach of = {.reached = true, .at_most = above, .cpu = 2},
                               first = {.reached = true, .at_most = below, .cpu = 1};
            ck_assert_str_eq(report_ratio_sign(&of, &first), sign[above][below]);
            ck_assert_str_eq(report_ratio_sign(&of, &of), "");
        }
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {times_to_an_error_follow_the_law_of_the_runs, 1},
        {the_runs_of_a_lane_are_found_by_their_place, 1},
        {cost_is_a_geometric_mean_that_counts_what_is_not_reached, 1},
        {a_method_keeps_energy_where_it_keeps_it_on_every_problem, 1},
        {a_long_run_is_judged_by_claim_and_law, 1},
        {a_sentence_has_its_values_in_their_places, 1},
        {the_choice_on_a_problem_is_by_error_and_energy, 1},
        {pages_have_names_of_their_own, 1},
        {a_ratio_of_bounds_says_what_it_bounds, 1},
    };
    return hol_run_loops("what the report says", loop, sizeof loop / sizeof *loop);
}
