/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The floor programs of `holonomy bench` compute what the library does: else the ratio of their
 * times would say nothing. */
#include <string.h>

#include <check.h>

#include "harness/study/bench.h"
#include "harness/study/floors/floor.h"
#include "mechanics/metered.h"
#include "tests/suite.h"

enum { STEPS = 100 };
static const double agree = 1e-11; /* largest difference [m, rad, m/s] */

START_TEST(a_floor_and_the_library_end_at_the_same_state)
{
    const hol_floor *floor = hol_floors[_i];
    hol_refusal why;
    hol_experiment *x = hol_floor_library(floor, &why);
    ck_assert_msg(x != NULL, "%s on %s: %s", floor->method, floor->problem, why.reason.text);
    double apart = hol_floor_difference(floor, x, STEPS);
    ck_assert_msg(apart <= agree, "%s on %s: %g apart", floor->method, floor->problem, apart);
    double start = hol_floor_difference(floor, x, 0);
    ck_assert_msg(start <= agree, "%s on %s: %g at the start", floor->method, floor->problem,
                  start);
    hol_experiment_close(x);
}
END_TEST

START_TEST(a_floor_moves_its_bodies)
{
    enum { BODIES = 8 };
    const hol_floor *floor = hol_floors[_i];
    hol_pose first[BODIES] = {{.p = {0}}}, last[BODIES] = {{.p = {0}}};
    floor->run(floor->step, 0, first);
    floor->run(floor->step, STEPS, last);
    double moved = 0;
    for (int k = 0; k < 3; k++) {
        double r = last->r[k] - first->r[k], w = last->omega[k] - first->omega[k];
        moved += r * r + w * w;
    }
    ck_assert_msg(moved > 1e-4, "%s on %s", floor->method, floor->problem);
}
END_TEST

START_TEST(another_start_is_another_end)
{
    hol_floor faster = hol_floor_mk4_body;
    faster.parameters = (const char *const[]){"omega2=3.001", NULL};
    hol_refusal why;
    hol_experiment *x = hol_floor_library(&faster, &why);
    ck_assert(hol_floor_difference(&faster, x, STEPS) > 1e-4);
    hol_experiment_close(x);
}
END_TEST

/* Of an explicit method of four stages: four accelerations a step, whatever is asked inside. */
START_TEST(a_meter_counts_outermost_calls_and_changes_no_bit)
{
    hol_refusal why;
    hol_experiment *x = hol_floor_library(&hol_floor_mk4_top, &why);
    hol_memory *m = hol_memory_new();
    hol_meter meter = {0};
    double q[2][12];
    ck_assert(x && m && x->sys->nq == 12);
    const hol_system *system = x->sys->system;
    for (int k = 0; k < 2; k++) {
        hol_metered_system *on = NULL;
        ck_assert(!hol_start(x->s, 0, hol_floor_mk4_top.step, NULL, x->z));
        if (k) on = hol_meter_begin(m, x->sys, &meter);
        for (int n = 0; n < STEPS; n++) ck_assert(!hol_step(x->s, hol_floor_mk4_top.step, x->z));
        if (k) hol_meter_end(on, x->sys);
        memcpy(q[k], x->z->q, sizeof q[k]);
    }
    ck_assert(x->sys->system == system);
    ck_assert_mem_eq(q[0], q[1], sizeof q[0]);
    ck_assert_int_eq(meter.entries, 4 * STEPS);
    ck_assert(meter.depth == 0 && meter.inside > 0);
    double outside = hol_bench_outside(x->s, x->z, hol_floor_mk4_top.step, STEPS, 1000, 1e-3);
    ck_assert(outside > 0 && outside < 1000);
    hol_memory_end(m);
    hol_experiment_close(x);
}
END_TEST

int main(void)
{
    int count = 0;
    while (hol_floors[count]) count++;
    const hol_loop loops[] = {{a_floor_and_the_library_end_at_the_same_state, count},
                              {a_floor_moves_its_bodies, count},
                              {another_start_is_another_end, 1},
                              {a_meter_counts_outermost_calls_and_changes_no_bit, 1}};
    return hol_run_loops("floors", loops, 4);
}
