/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mexax with other numbers of columns than the default: orders against the true motion, and that of
 * the error estimate. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "holonomy/diagnostics.h"
#include "holonomy/experiment.h"
#include "tests/claims.h"
#include "tests/generic.h"

enum { FEWEST = 2, MOST = 7 };

static void open_with(hol_trial *T, int columns, const char *problem, const char *formulation)
{
    char text[32];
    const char *const option[] = {text};
    snprintf(text, sizeof text, "columns=%d", columns);
    hol_trial_named(T, "mexax", known_problem(problem), formulation, 1, option);
}

static const struct {
    const char *problem, *formulation;
    int fewest; /* steps */
} on[] = {{"double-spherical-pendulum", "natural", 30}, {"gyrostat", "lie", 2}};

/* The error after 1 s. */
static double error(int columns, int k, int steps)
{
    hol_trial T;
    hol_pose pose[2], truth[2];
    open_with(&T, columns, on[k].problem, on[k].formulation);
    ck_assert_int_le(T.sys->nb, 2);
    ck_assert(hol_trial_run(&T, 1. / steps, steps) && hol_trial_truth(&T, 1, truth));
    hol_poses(T.sys, T.z->q, T.z->v, pose);
    hol_error e = hol_error_between(T.sys->nb, pose, truth, 0, NULL, NULL);
    hol_trial_close(&T);
    return fmax(e.position, e.velocity);
}

START_TEST(the_order_is_the_number_of_columns)
{
    int columns = FEWEST + _i / 2, k = _i % 2,
        steps = on[k].fewest + 400 / (columns * columns * columns);
    double order = log2(error(columns, k, steps) / error(columns, k, 2 * steps));
    if (hol_verbose()) printf("%s, %d columns: order %.2f\n", on[k].problem, columns, order);
    ck_assert_msg(fabs(order - columns) < 0.4, "%s, %d columns: order %.2f", on[k].problem, columns,
                  order);
}
END_TEST

static double estimate(int columns, double h)
{
    hol_trial T;
    open_with(&T, columns, on[0].problem, on[0].formulation);
    T.s->rtol = T.s->atol = 1e-16;
    hol_trial_start(&T, h);
    ck_assert_int_eq(hol_step(T.s, h, T.z), HOL_REJECT);
    double e = T.s->error;
    hol_trial_close(&T);
    return e;
}

START_TEST(the_estimate_is_of_the_order_of_the_method)
{
    int columns = FEWEST + _i;
    double h = 0.01 * columns, order = log2(estimate(columns, h) / estimate(columns, h / 2));
    if (hol_verbose()) printf("%d columns: estimate of order %.2f\n", columns, order);
    ck_assert_msg(fabs(order - columns) < 0.4, "%d columns: estimate of order %.2f", columns,
                  order);
}
END_TEST

/* ---------------------------------------------------------------- a driven row */

/* A point that is driven to and fro, and a mass that hangs on it by a rod. */
static void build(hol_model *model, const double par[])
{
    (void)par;
    hol_body body = {.name = "point", .shape = HOL_POINT, .m = 1, .at = {.p = {1}, .v = {0.6}}};
    int a = hol_add_body(model, &body);
    memcpy(body.name, "mass", sizeof "mass");
    body.at = (hol_pose){.r = {0.6, 0, -0.8}, .p = {1}, .v = {0.6, 0.4, 0}};
    int b = hol_add_body(model, &body);
    hol_drive_coordinate(model, "x", hol_point(a, 0, 0, 0), (double[]){1, 0, 0},
                         hol_law_read(model, "0.3*sin(2*t)"));
    hol_coordinate(model, "y", hol_point(a, 0, 0, 0), (double[]){0, 1, 0}, 0);
    hol_coordinate(model, "z", hol_point(a, 0, 0, 0), (double[]){0, 0, 1}, 0);
    hol_distance(model, "rod", hol_point(a, 0, 0, 0), hol_point(b, 0, 0, 0), 1);
    hol_gravity(model, (double[]){0, 0, -9.81});
}

static const hol_problem driven = {.name = "driven pendulum", .build = build, .step = 0.01};

static void mass_at_1_second(const char *method, double h, hol_pose pose[2])
{
    hol_refusal why;
    hol_experiment *x = hol_experiment_open(
        &(hol_setup){.problem = &driven, .method = hol_method_named(method)}, &why);
    ck_assert_msg(x, "%s", why.reason.text);
    ck_assert_int_eq(hol_experiment_run(x, h, 1, NULL), HOL_OK);
    ck_assert_int_eq(hol_experiment_poses(x, pose), HOL_OK);
    hol_experiment_close(x);
}

static const struct {
    const char *method;
    double h, most; /* [s], [m, m/s] */
} met[] = {
    {"mexax", 0.01, 1e-9},     {"hem4", 0.002, 1e-9},     {"phem56", 0.005, 1e-9},
    {"radau-ggl", 0.01, 1e-9}, {"gena-lie", 0.001, 2e-5}, {"bliedf", 0.001, 5e-5},
    {"ali3p", 0.001, 2e-5},
};
enum { MET = sizeof met / sizeof *met };

START_TEST(a_driven_row_is_met_at_every_node_column_or_stage)
{
    hol_pose pose[2], beside[2];
    mass_at_1_second(met[_i].method, met[_i].h, pose);
    mass_at_1_second("rk4-index1", 0.0005, beside);
    hol_error e = hol_error_between(2, pose, beside, 0, NULL, NULL);
    expect_at_most(met[_i].method, "off rk4-index1", fmax(e.position, e.velocity), met[_i].most);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {{the_order_is_the_number_of_columns, 2 * (MOST - FEWEST + 1)},
                             {the_estimate_is_of_the_order_of_the_method, MOST - FEWEST + 1},
                             {a_driven_row_is_met_at_every_node_column_or_stage, MET}};
    return hol_run_loops("mexax", loop, sizeof loop / sizeof *loop);
}
