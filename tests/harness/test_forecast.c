/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a sweep says of the time that is left: weighed by what methods and problems cost. */
#include "harness/plan/forecast.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "harness/plan/deal.h"

enum { METHODS = 4, PROBLEMS = 3, LEVELS = 3, JOBS = METHODS * PROBLEMS * LEVELS };

/* Of a step, in seconds: methods that differ by a thousand. */
static const double method_cost[METHODS] = {2.5e-6, 4.1e-5, 3.3e-4, 2.7e-3};
static const double problem_cost[PROBLEMS] = {0.7, 3.2, 1.9};
static const double level[LEVELS] = {130, 520, 2100};

static hol_method method[METHODS];
static hol_problem problem[PROBLEMS];

static int number(int m, int p, int l)
{
    return (m * PROBLEMS + p) * LEVELS + l;
}

static double seconds(int m, int p, int l)
{
    return method_cost[m] * problem_cost[p] * level[l];
}

static hol_forecast *all_jobs(void)
{
    hol_forecast *f = hol_forecast_new(JOBS);
    for (int m = 0; m < METHODS; m++)
        for (int p = 0; p < PROBLEMS; p++)
            for (int l = 0; l < LEVELS; l++)
                hol_forecast_job(f, number(m, p, l), &method[m], &problem[p], level[l]);
    return f;
}

typedef bool chosen(int m, int p, int l);

/* Does the jobs chosen one after the other; the seconds of the others. */
static double do_jobs(hol_forecast *f, chosen *these, double *wall)
{
    double left = 0;
    for (int m = 0; m < METHODS; m++)
        for (int p = 0; p < PROBLEMS; p++)
            for (int l = 0; l < LEVELS; l++) {
                double s = seconds(m, p, l);
                if (these(m, p, l))
                    hol_forecast_done(f, number(m, p, l), s, *wall += s);
                else
                    left += s;
            }
    return left;
}

/* Every method on one problem and one method on every problem, a level each. */
static bool cross(int m, int p, int l)
{
    return l == 0 && (m == 1 || p == 2);
}

static bool cheap(int m, int p, int l)
{
    (void)p, (void)l;
    return m == 0;
}

static bool none(int m, int p, int l)
{
    (void)m, (void)p, (void)l;
    return false;
}

START_TEST(a_method_and_a_problem_seen_apart_tell_of_the_two_together)
{
    hol_forecast *f = all_jobs();
    double wall = 0, left = do_jobs(f, cross, &wall), said = hol_forecast_left(f, wall);
    ck_assert_msg(fabs(said - left) < 1e-9 * left, "%g s left, said %g", left, said);
    hol_forecast_free(f);
}
END_TEST

START_TEST(work_of_two_workers_takes_half_the_time_on_the_wall)
{
    hol_forecast *f = all_jobs();
    double wall = 0, left = 0;
    for (int l = 0; l < LEVELS; l++)
        for (int m = 0; m < METHODS; m++) {
            for (int p = 1; p < PROBLEMS; p++) left += seconds(m, p, l) / 2;
            hol_forecast_done(f, number(m, 0, l), seconds(m, 0, l), wall += seconds(m, 0, l) / 2);
        }
    double said = hol_forecast_left(f, wall), mean = problem_cost[0] * 2;
    left *= mean / (problem_cost[1] + problem_cost[2]); /* others cost as the one that was seen */
    ck_assert_msg(fabs(said - left) < 1e-9 * left, "%g s left, said %g", left, said);
    hol_forecast_free(f);
}
END_TEST

START_TEST(the_clock_goes_on_between_two_jobs)
{
    hol_forecast *f = all_jobs();
    double wall = 0, left = do_jobs(f, cross, &wall);
    double later = hol_forecast_left(f, wall + 0.25 * left);
    ck_assert_msg(fabs(later - 0.75 * left) < 1e-9 * left, "%g of %g s", later, left);
    ck_assert(hol_forecast_left(f, wall + 2 * left) == 0);
    hol_forecast_free(f);
}
END_TEST

START_TEST(nothing_is_said_before_a_job_is_done_nor_learnt_from_a_crash)
{
    hol_forecast *f = all_jobs();
    double wall = 0;
    do_jobs(f, none, &wall);
    ck_assert(isnan(hol_forecast_left(f, 1.0)));
    hol_forecast_done(f, 0, 0.0, 0.5);
    ck_assert(isnan(hol_forecast_left(f, 1.0)));
    do_jobs(f, cheap, &wall);
    ck_assert(hol_forecast_left(f, wall) > 0);
    hol_forecast_free(f);
}
END_TEST

START_TEST(the_cost_of_one_job_is_foreseen)
{
    hol_forecast *f = all_jobs();
    double wall = 0;
    ck_assert(isnan(hol_forecast_seconds(f, 0)));
    do_jobs(f, cross, &wall);
    for (int m = 0; m < METHODS; m++)
        for (int p = 0; p < PROBLEMS; p++)
            for (int l = 0; l < LEVELS; l++) {
                double s = seconds(m, p, l), said = hol_forecast_seconds(f, number(m, p, l));
                ck_assert_msg(fabs(said - s) < 1e-9 * s, "%g s, said %g", s, said);
            }
    hol_forecast_free(f);
}
END_TEST

/* Costs that differ by a thousand: the costliest first, each part once, and no task above Graham's
 * bound, 4/3 of what none can go below: the mean, or the costliest part. */
START_TEST(parts_are_dealt_to_tasks_evenly)
{
    enum { PARTS = 64 };
    double cost[PARTS], sum = 0, most = 0;
    int task[PARTS], order[PARTS];
    for (int i = 0; i < PARTS; i++) {
        cost[i] = exp(0.11 * ((i * 37) % PARTS));
        sum += cost[i];
        most = fmax(most, cost[i]);
    }
    for (int tasks = 1; tasks <= PARTS; tasks++) {
        double load[PARTS] = {0}, least = fmax(sum / tasks, most);
        int times[PARTS] = {0};
        hol_deal(PARTS, cost, tasks, task, order);
        for (int i = 0; i < PARTS; i++) {
            ck_assert(task[i] >= 0 && task[i] < tasks);
            ck_assert(i == 0 || cost[order[i - 1]] >= cost[order[i]]);
            load[task[i]] += cost[i];
            times[order[i]]++;
        }
        for (int i = 0; i < PARTS; i++) ck_assert_int_eq(times[i], 1);
        for (int k = 0; k < tasks; k++)
            ck_assert_msg(load[k] > 0 && load[k] <= 4.0 / 3.0 * least, "%g of %g", load[k], least);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("forecast");
    TCase *c = tcase_create("forecast");
    tcase_add_test(c, a_method_and_a_problem_seen_apart_tell_of_the_two_together);
    tcase_add_test(c, work_of_two_workers_takes_half_the_time_on_the_wall);
    tcase_add_test(c, the_clock_goes_on_between_two_jobs);
    tcase_add_test(c, the_cost_of_one_job_is_foreseen);
    tcase_add_test(c, parts_are_dealt_to_tasks_evenly);
    tcase_add_test(c, nothing_is_said_before_a_job_is_done_nor_learnt_from_a_crash);
    suite_add_tcase(s, c);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}
