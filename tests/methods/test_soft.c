/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Softened joints against closed forms, by every method that takes them; what the sweeps of xpbd
 * leave of hard ones. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/store/record.h"
#include "holonomy/dense.h"
#include "holonomy/experiment.h"
#include "holonomy/memory.h"
#include "tests/claims.h"
#include "tests/generic.h"

static const char *const method[] = {"spook", "xpbd"};
enum { METHODS = 2 };

/* ---------------------------------------------------------------- a mass on a soft joint */

static const double m = 2, g = 10;
enum { EPSILON, TAU, SPEED, WEIGHT };
static const hol_option parameters[] = {
    {"epsilon", HOL_REAL, 0.02, 1e-20, 1, NULL, "[m/N]"},
    {"tau", HOL_REAL, 0.05, 0, 1, NULL, "[s]"},
    {"speed", HOL_REAL, 0, 0, 10, NULL, "of the point that the mass hangs on [m/s]"},
    {"weight", HOL_REAL, 1, 0, 1, NULL, "0: none"},
    {0},
};

/* m z'' = -m g - (z - w + tau (z' - w')) / epsilon, w = speed t */
static void build(hol_model *model, const double par[])
{
    char w[64];
    hol_body body = {
        .name = "mass", .shape = HOL_POINT, .m = m, .at = {.p = {1}, .v = {0, 0, par[SPEED]}}};
    int b = hol_add_body(model, &body);
    snprintf(w, sizeof w, "%.17g*t", par[SPEED]);
    const double up[3] = {0, 0, 1};
    if (par[SPEED] > 0)
        hol_drive_coordinate(model, "spring", hol_point(b, 0, 0, 0), up, hol_law_read(model, w));
    else
        hol_coordinate(model, "spring", hol_point(b, 0, 0, 0), up, 0);
    hol_soften(model, "spring", par[EPSILON], par[TAU]);
    hol_gravity(model, (double[]){0, 0, -g * par[WEIGHT]});
}

static const hol_problem soft = {
    .name = "mass on a soft joint", .parameters = parameters, .build = build, .step = 0.001};

/* Its height at t = 1 s; the largest error on the way of the mass that hangs on a fixed point. */
static double height(const char *by, const double par[], double h, double *error)
{
    hol_refusal why;
    hol_experiment *x = hol_experiment_open(
        &(hol_setup){.problem = &soft, .method = hol_method_named(by), .parameters = par}, &why);
    ck_assert_msg(x, "%s", why.reason.text);
    double epsilon = par[EPSILON], d = 0.5 * par[TAU] / (epsilon * m), most = 0;
    double wd = sqrt(1 / (epsilon * m) - d * d), sag = m * g * epsilon;
    ck_assert_int_eq(hol_start(x->s, 0, h, NULL, x->z), HOL_OK);
    for (int n = 1; n * h <= 1 + 1e-9; n++) {
        ck_assert_int_eq(hol_step(x->s, h, x->z), HOL_OK);
        double t = x->z->t = n * h;
        double z = -sag * (1 - exp(-d * t) * (cos(wd * t) + d / wd * sin(wd * t)));
        most = fmax(most, fabs(x->z->q[2] - z));
    }
    if (error) *error = most;
    double z = x->z->q[2];
    hol_experiment_close(x);
    return z;
}

START_TEST(a_soft_joint_is_a_spring_with_a_damper)
{
    static const double par[] = {0.02, 0.05, 0, 1};
    double e1, e2;
    height(method[_i], par, 1e-3, &e1);
    height(method[_i], par, 5e-4, &e2);
    ck_assert_msg(fabs(log2(e1 / e2) - 1) < 0.05, "%s: errors %g, %g: order %.3f", method[_i], e1,
                  e2, log2(e1 / e2));
    ck_assert_double_le(e2, 1e-2);
}
END_TEST

START_TEST(a_stiff_soft_joint_settles_at_its_load_at_any_step)
{
    for (double epsilon = 1e-6; epsilon > 1e-13; epsilon *= 1e-3) {
        const double par[] = {epsilon, 0.04, 0, 1};
        double z = height(method[_i], par, 1 / 60., NULL), sag = -m * g * epsilon;
        ck_assert_msg(fabs(z - sag) < 1e-4 * fabs(sag), "%s, epsilon %g: %g of %g m", method[_i],
                      epsilon, z, sag);
    }
}
END_TEST

/* The damper sees the velocity beside that of the moving point: it leaves no lag. */
START_TEST(a_soft_driven_joint_follows_its_drive)
{
    static const double par[] = {1e-3, 0.02, 0.7, 0};
    double z = height(method[_i], par, 1e-3, NULL);
    ck_assert_msg(fabs(z - par[SPEED]) < 1e-12, "%s: at %g m", method[_i], z);
}
END_TEST

/* T + U falls by what the spring stores and the damper takes: that is no error of the energy. */
START_TEST(what_a_soft_row_takes_is_no_error)
{
    static const double par[] = {1e-3, 0.01, 0, 1};
    hol_case c = hol_case_of(&soft, hol_method_named(method[_i]));
    hol_record record;
    c.parameters = par;
    c.until = 0.5;
    hol_record_run(&c, 0, 0, &record);
    ck_assert_int_eq(record.end, HOL_END_OK);
    ck_assert(isnan(record.energy) && isnan(record.energy_rigid));
    ck_assert_int_eq(record.energy_drift, HOL_DRIFT_UNKNOWN);
    hol_record_clear(&record);
}
END_TEST

START_TEST(a_joint_that_cannot_be_softened_is_named)
{
    hol_model *model = hol_model_new();
    static const double par[] = {0.02, 0.05, 0, 1};
    bool unfit;
    hol_message why;
    build(model, par);
    hol_soften(model, "tail", 1e-3, 0);
    hol_soften(model, "spring", -1, 0);
    ck_assert_ptr_null(hol_realise(model, hol_formulation_named("natural"), &unfit, &why));
    ck_assert_msg(strstr(why.text, "no joint 'tail' to soften") && strstr(why.text, "'spring'"),
                  "%s", why.text);
    hol_model_free(model);
}
END_TEST

START_TEST(a_method_of_hard_joints_says_so)
{
    hol_refusal why;
    ck_assert_ptr_null(hol_experiment_open(
        &(hol_setup){.problem = &soft, .method = hol_method_named("shake")}, &why));
    ck_assert_msg(why.outcome == HOL_UNFIT && strstr(why.reason.text, "hard joints"), "%s",
                  why.reason.text);
}
END_TEST

/* ---------------------------------------------------------------- hard joints */

/* The largest |Phi| of a step from the start. */
static double left(const char *problem, int sweeps)
{
    hol_trial T;
    char text[32];
    const char *const option[] = {text};
    snprintf(text, sizeof text, "iterations=%d", sweeps);
    hol_trial_named(&T, "xpbd", known_problem(problem), "lie", 1, option);
    double h = T.way.problem->step, *phi = hol_new(T.sys->nc, sizeof *phi);
    hol_trial_start(&T, h);
    hol_trial_step(&T, h, 1);
    hol_constraints(T.sys, h, T.z->q, phi, NULL);
    double most = hol_norm_max(T.sys->nc, phi) / T.sys->length;
    free(phi);
    hol_trial_close(&T);
    return most;
}

/* Gauss-Seidel converges wherever M^-1 is positive, redundant rows or none. */
START_TEST(what_the_sweeps_leave_of_the_constraints_falls_to_round_off)
{
    static const char *const problem[] = {"double-spherical-pendulum", "ladder", "quadrangle"};
    double one = left(problem[_i], 1), many = left(problem[_i], 4000);
    if (hol_verbose()) printf("%s: %.2e, %.2e\n", problem[_i], one, many);
    ck_assert_double_gt(one, 1e-9);
    expect_at_most(problem[_i], "Phi", many, 1e-14);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {{a_soft_joint_is_a_spring_with_a_damper, METHODS},
                             {a_stiff_soft_joint_settles_at_its_load_at_any_step, METHODS},
                             {a_soft_driven_joint_follows_its_drive, METHODS},
                             {what_a_soft_row_takes_is_no_error, METHODS},
                             {a_joint_that_cannot_be_softened_is_named, 1},
                             {a_method_of_hard_joints_says_so, 1},
                             {what_the_sweeps_leave_of_the_constraints_falls_to_round_off, 3}};
    return hol_run_loops("soft", loop, sizeof loop / sizeof *loop);
}
