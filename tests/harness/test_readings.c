/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tables and figures of the report read off between measured runs, against cases worked by
 * hand. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "harness/report/report_ladder.h"
#include "tests/suite.h"

static const report_ladder ladder = {4, {{1.0, 1e-2}, {4.0, 1e-6}, {16.0, 1e-9}, {64.0, 2e-9}}};

static void same(report_reading of, report_place place, double x)
{
    ck_assert_int_eq(of.place, place);
    ck_assert_double_eq_tol(of.x, x, 1e-12 * x);
}

/* Four decades of error in a factor of four of time: half of either is half of the other. */
START_TEST(a_value_after_a_time_is_on_the_line_between_two_runs_in_both_logarithms)
{
    same(report_value_after(&ladder, 2.0), REPORT_BETWEEN, 1e-4);
    same(report_value_after(&ladder, 4.0), REPORT_BETWEEN, 1e-6);
    same(report_value_after(&ladder, 8.0), REPORT_BETWEEN, sqrt(1e-6 * 1e-9));
    same(report_value_after(&ladder, 32.0), REPORT_BETWEEN, sqrt(1e-9 * 2e-9));
}
END_TEST

START_TEST(nothing_is_read_off_beyond_what_was_measured)
{
    same(report_value_after(&ladder, 100.0), REPORT_WITHIN, 2e-9);
    same(report_value_after(&ladder, 0.5), REPORT_OUTSIDE, 1.0);
    same(report_time_to(&ladder, 1e-1), REPORT_WITHIN, 1.0);
    same(report_time_to(&ladder, 1e-10), REPORT_OUTSIDE, 1e-9);
    const report_ladder none = {.rungs = 0};
    ck_assert_int_eq(report_value_after(&none, 1.0).place, REPORT_NOTHING);
    ck_assert_int_eq(report_time_to(&none, 1e-4).place, REPORT_NOTHING);
}
END_TEST

START_TEST(the_time_to_an_error_is_that_of_the_last_run_above_it)
{
    const report_ladder turning = {4, {{1.0, 1e-5}, {2.0, 1e-3}, {8.0, 1e-7}, {9.0, 1e-2}}};
    same(report_time_to(&ladder, 1e-4), REPORT_BETWEEN, 2.0);
    same(report_time_to(&turning, 1e-5), REPORT_BETWEEN, 4.0);
    same(report_time_to(&turning, 1e-2), REPORT_WITHIN, 1.0);
}
END_TEST

/* ---------------------------------------------------------------- a report of made-up runs */

enum { LANES = 12, RUNGS = 2 };

typedef struct {
    report r;
    hol_method method[LANES];
    hol_record record[LANES * RUNGS];
    hol_spec spec[LANES * RUNGS];
    report_lane lane[LANES];
    hol_rung rung[LANES * RUNGS];
    report_run run[LANES * RUNGS];
    report_section section;
    hol_plan plan;
} made_up;

/* Each lane takes `cpu` seconds to an error of 1e-1 and 100 times that to 1e-11. */
static void make(made_up *m, const char *const family[LANES], const double cpu[LANES])
{
    *m = (made_up){.section.scale = {1, 1, 1, 1, true, true}};
    m->plan = (hol_plan){.spec = m->spec, .rung = m->rung};
    m->r = (report){.plan = &m->plan,
                    .runs = LANES * RUNGS,
                    .sections = 1,
                    .lanes = LANES,
                    .run = m->run,
                    .section = &m->section,
                    .lane = m->lane};
    for (int k = 0; k < LANES; k++) {
        m->method[k] = (hol_method){.name = family[k], .family = family[k]};
        m->lane[k].method = &m->method[k];
        for (int i = 0; i < RUNGS; i++) {
            int n = k * RUNGS + i;
            m->record[n] = (hol_record){.ran = true,
                                        .end = HOL_END_OK,
                                        .cpu_seconds = cpu[k] * (i ? 100 : 1),
                                        .error = {.position = i ? 1e-11 : 1e-1}};
            m->spec[n] = (hol_spec){.method = &m->method[k]};
            m->run[n] = (report_run){&m->spec[n], &m->record[n], 0, k, false};
        }
    }
}

START_TEST(the_front_and_the_nearest_of_six_other_families_stand_out)
{
    const char *const family[LANES] = {"a", "a", "b", "b", "c", "d",
                                       "e", "f", "g", "h", "a", "out"};
    const double cpu[LANES] = {1.0, 1.5, 3.0, 2.0, 4.0, 9.0, 5.0, 6.0, 7.0, 8.0, 1.0, 0.1};
    const report_standing expected[LANES] = {
        REPORT_FRONT,          REPORT_PALE, REPORT_PALE,           REPORT_REPRESENTATIVE,
        REPORT_REPRESENTATIVE, REPORT_PALE, REPORT_REPRESENTATIVE, REPORT_REPRESENTATIVE,
        REPORT_REPRESENTATIVE, REPORT_PALE, REPORT_FRONT,          REPORT_REPRESENTATIVE};
    made_up *m = malloc(sizeof *m);
    report_standing of[LANES];
    make(m, family, cpu);
    m->method[11].baseline = true; /* the cheapest of all is no method of the suite */
    report_standings(&m->r, 0, of);
    for (int k = 0; k < LANES; k++)
        ck_assert_msg(of[k] == expected[k], "lane %d (%s) stands at %d, not %d", k, family[k],
                      of[k], expected[k]);
    for (int n = 0; n < 4 * RUNGS; n++) m->record[n].cpu_seconds = NAN;
    report_standings(&m->r, 0, of);
    ck_assert_int_eq(of[0], REPORT_REPRESENTATIVE); /* eight timed curves need no choice */
    free(m);
}
END_TEST

/* One is the cheapest to coarse errors, the other to fine ones. */
START_TEST(who_is_the_cheapest_for_some_error_is_in_the_front)
{
    const char *const family[LANES] = {"a", "a", "a", "a", "a", "a", "a", "a", "a", "a", "a", "a"};
    const double cpu[LANES] = {1, 2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4};
    made_up *m = malloc(sizeof *m);
    report_standing of[LANES];
    make(m, family, cpu);
    m->record[3].cpu_seconds = 50.0;
    report_standings(&m->r, 0, of);
    for (int k = 0; k < LANES; k++) ck_assert_int_eq(of[k], k < 2 ? REPORT_FRONT : REPORT_PALE);
    free(m);
}
END_TEST

/* The ladders of four methods end with their last runs: by what the plan has recorded, whatever the
 * errors. */
START_TEST(a_ladder_that_the_plan_cut_off_has_an_open_end)
{
    const char *const family[LANES] = {"a", "a", "a", "a", "a", "a", "a", "a", "a", "a", "a", "a"};
    const double cpu[LANES] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const hol_ladder_end end[] = {HOL_LADDER_SPENT, HOL_LADDER_REACHED, HOL_LADDER_ROUND_OFF,
                                  HOL_LADDER_FAILED, HOL_LADDER_GOES_ON};
    made_up *m = malloc(sizeof *m);
    make(m, family, cpu);
    for (int k = 0; k < 5; k++) m->rung[k * RUNGS + 1].end = end[k];
    for (int k = 0; k < LANES; k++) ck_assert_int_eq(report_open_ended(&m->r, 0, k), k == 0);
    ck_assert(report_open_end(&m->r, &m->run[1]) && !report_open_end(&m->r, &m->run[0]));
    m->rung[4 * RUNGS].error = m->rung[4 * RUNGS + 1].error = 1e-8; /* no step was left to halve */
    ck_assert(report_open_end(&m->r, &m->run[9]) && !report_open_end(&m->r, &m->run[8]));
    m->record[1].end = HOL_END_DIVERGED; /* has no point */
    ck_assert(!report_open_ended(&m->r, 0, 0));
    free(m);
}
END_TEST

/* The centre of an upright top stays where it is, to 5e-12 m. */
START_TEST(what_sleeps_does_not_move)
{
    static const struct {
        const char *problem;
        bool moves, turns;
    } is[] = {{"top", false, true}, {"rigid-body", false, true}, {"pendulum", true, true}};
    for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
        hol_spec spec = hol_spec_of(hol_problem_named(is[i].problem), hol_method_named("mk4"));
        report_scale of = report_scale_of(&spec);
        ck_assert_msg(of.moves == is[i].moves && of.turns == is[i].turns, "%s", is[i].problem);
        ck_assert(of.energy > 0 && of.momentum > 0 && of.length > 0 && of.speed > 0);
        hol_spec_clear(&spec);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("readings");
    TCase *tcase = tcase_create("report");
    tcase_add_test(tcase, a_value_after_a_time_is_on_the_line_between_two_runs_in_both_logarithms);
    tcase_add_test(tcase, nothing_is_read_off_beyond_what_was_measured);
    tcase_add_test(tcase, the_time_to_an_error_is_that_of_the_last_run_above_it);
    tcase_add_test(tcase, the_front_and_the_nearest_of_six_other_families_stand_out);
    tcase_add_test(tcase, who_is_the_cheapest_for_some_error_is_in_the_front);
    tcase_add_test(tcase, a_ladder_that_the_plan_cut_off_has_an_open_end);
    tcase_add_test(tcase, what_sleeps_does_not_move);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
