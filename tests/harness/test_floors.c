/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The floor programs of `holonomy bench` compute what the library does: else the ratio of their
 * times would say nothing. */
#include <check.h>

#include "harness/study/floors/floor.h"
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

int main(void)
{
    int count = 0;
    while (hol_floors[count]) count++;
    const hol_loop loops[] = {{a_floor_and_the_library_end_at_the_same_state, count},
                              {a_floor_moves_its_bodies, count},
                              {another_start_is_another_end, 1}};
    return hol_run_loops("floors", loops, 3);
}
