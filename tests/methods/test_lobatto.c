/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameter by which lobatto keeps the energy: its history, and the order that hangs on it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "holonomy/diagnostics.h"
#include "tests/claims.h"
#include "tests/generic.h"

static const char *const exact = "energy=exact";

typedef struct {      /* of a run of 1 s */
    double parameter; /* the mean of |alpha| over its nodes */
    double largest;   /* |alpha| */
    double energy;    /* the largest change, over the largest kinetic energy */
    double error;     /* of the position at the end, of the motion's own reference [m] */
} history;

static history run(const char *problem, int per_second)
{
    hol_trial T;
    hol_pose pose[4], truth[4];
    history H = {0};
    double h = 1. / per_second, first = 0, kinetic = 0;
    hol_trial_named(&T, "lobatto", known_problem(problem), NULL, 1, &exact);
    hol_trial_start(&T, h);
    for (int n = 0; n <= per_second; n++) {
        if (n) hol_trial_step(&T, h, n);
        double K = hol_kinetic(T.sys, T.z->q, T.z->v), E = K + hol_potential(T.sys, T.z->q);
        if (!n) first = E;
        kinetic = fmax(kinetic, K);
        H.energy = fmax(H.energy, fabs(E - first));
        H.parameter += fabs(T.z->memory[0]) / per_second;
        H.largest = fmax(H.largest, fabs(T.z->memory[0]));
    }
    H.energy /= kinetic;
    ck_assert(hol_trial_truth(&T, 1, truth));
    hol_poses(T.sys, T.z->q, T.z->v, pose);
    H.error = hol_error_between(T.sys->nb, pose, truth, 0, NULL, NULL).position;
    if (hol_verbose())
        printf("%s: |alpha| %.2e in the mean, at most %.2e, energy %.1e, error %.2e\n", T.name,
               H.parameter, H.largest, H.energy, H.error);
    hol_trial_close(&T);
    return H;
}

/* Where the energy hangs on it, alpha falls as h^2 and the order of the pair, 4, stays: measured
 * 2.02e-4 and 9.64e-6, errors 3.43e-5 and 1.29e-7. */
START_TEST(the_parameter_falls_as_the_square_of_the_step)
{
    history coarse = run("double-spherical-pendulum", 20);
    history fine = run("double-spherical-pendulum", 80);
    double fell = coarse.parameter / fine.parameter, order = log2(coarse.error / fine.error) / 2;
    ck_assert_msg(fell > 8 && fell < 32, "by a factor %g", fell);
    ck_assert_msg(fabs(order - 4) < 0.3, "order %g", order);
    expect_at_most("lobatto", "change of the energy", fmax(coarse.energy, fine.energy), 2e-14);
}
END_TEST

/* At a turn of a swing, here the start, alpha is no smaller in smaller steps, which are the fewer
 * of all: the order stays.  Measured 0.0188 at both, 3.27e-4 and 8.07e-5 in the mean, order 4.00.
 */
START_TEST(the_parameter_of_a_turn_does_not_fall)
{
    history coarse = run("pendulum", 80), fine = run("pendulum", 320);
    double order = log2(coarse.error / fine.error) / 2;
    ck_assert_double_eq_tol(fine.largest / coarse.largest, 1, 0.05);
    ck_assert_double_eq_tol(coarse.parameter / fine.parameter, 4, 0.4);
    ck_assert_msg(fabs(order - 4) < 0.1, "order %g", order);
}
END_TEST

/* A free body's energy hardly hangs on alpha, which is no smaller in smaller steps. */
START_TEST(the_parameter_of_a_free_body_does_not_fall)
{
    history coarse = run("rigid-body", 20), fine = run("rigid-body", 80);
    ck_assert_double_eq_tol(fine.parameter / coarse.parameter, 1, 0.1);
    ck_assert_double_gt(fine.parameter, 0.01);
    expect_at_most("lobatto", "change of the energy", fmax(coarse.energy, fine.energy), 2e-14);
}
END_TEST

/* The first number of a row behind its time. */
static double next_parameter(FILE *rows)
{
    double t, parameter = NAN;
    ck_assert_int_eq(fscanf(rows, "%lf,%lf%*[^\n]", &t, &parameter), 2);
    return parameter;
}

START_TEST(the_program_writes_its_history)
{
    enum { STEPS = 4 };
    char path[] = "/tmp/holonomy-test-XXXXXX", command[512];
    const double h = 0.05;
    if (!getenv("HOLONOMY")) return;
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    close(file);
    snprintf(command, sizeof command,
             "'%s' run double-spherical-pendulum lobatto -o %s --step %g --until %g --columns "
             "memory --output %s >/dev/null",
             getenv("HOLONOMY"), exact, h, STEPS * h, path);
    ck_assert_int_eq(system(command), 0);
    FILE *rows = fopen(path, "r");
    ck_assert(rows && fscanf(rows, "%*[^\n]") == 0);
    hol_trial T;
    hol_trial_named(&T, "lobatto", known_problem("double-spherical-pendulum"), NULL, 1, &exact);
    hol_trial_start(&T, h);
    for (int n = 0; n <= STEPS; n++) {
        if (n) hol_trial_step(&T, h, n);
        ck_assert_double_eq(next_parameter(rows), T.z->memory[0]);
    }
    ck_assert_double_gt(fabs(T.z->memory[0]), 0);
    hol_trial_close(&T);
    fclose(rows);
    unlink(path);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {{the_parameter_falls_as_the_square_of_the_step, 1},
                             {the_parameter_of_a_turn_does_not_fall, 1},
                             {the_parameter_of_a_free_body_does_not_fall, 1},
                             {the_program_writes_its_history, 1}};
    return hol_run_loops("lobatto", loop, 4);
}
