/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Force laws by their power: (F - grad U) . v of a formulation against wrench and twist in space.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/so3.h"
#include "mechanics/internal.h"
#include "tests/generic.h"

static const double rounded = 1e-13;

typedef struct { /* a body in space: R, spatial angular velocity */
    double r[3], v[3], R[9], w[3];
} body_in_space;

static body_in_space seen(const hol_pose *pose)
{
    body_in_space b;
    memcpy(b.r, pose->r, sizeof b.r);
    memcpy(b.v, pose->v, sizeof b.v);
    hol_quaternion_to_matrix(pose->p, b.R);
    hol_rotate(b.R, pose->omega, b.w);
    return b;
}

/* Place and velocity of the point rho. */
static void point(const body_in_space *b, const double rho[3], double x[3], double x1[3])
{
    double arm[3];
    hol_rotate(b->R, rho, arm);
    hol_cross(b->w, arm, x1);
    for (int k = 0; k < 3; k++) {
        x[k] = b->r[k] + arm[k];
        x1[k] += b->v[k];
    }
}

/* ---------------------------------------------------------------- the laws and their power */

/* Every shape has points on its first axis. */
static const double rho[2][3] = {{0.47, 0, 0}, {-0.83, 0, 0}}, F[3] = {1.7, -2.3, 0.9},
                    tau[3] = {-0.71, 1.9, 2.7};
static const double stiffness = 31.7, length = 0.61, damping = 2.3;

static void add_constant(hol_model *m)
{
    hol_force_constant(m, hol_point(0, rho[0][0], 0, 0), F);
}

static double constant_power(const body_in_space b[2])
{
    double x[3], x1[3];
    point(&b[0], rho[0], x, x1);
    return hol_dot3(F, x1);
}

static void add_torque(hol_model *m)
{
    hol_torque_space(m, 0, tau);
}

static double torque_power(const body_in_space b[2])
{
    return hol_dot3(tau, b[0].w);
}

static void add_body_torque(hol_model *m)
{
    hol_torque_body(m, 0, tau);
}

static double body_torque_power(const body_in_space b[2])
{
    double turned[3];
    hol_rotate(b[0].R, tau, turned);
    return hol_dot3(turned, b[0].w);
}

static void add_spring(hol_model *m)
{
    hol_spring(m, hol_point(0, rho[0][0], 0, 0), hol_point(1, rho[1][0], 0, 0), stiffness, length,
               damping);
}

/* -(k (l - l0) + c l') l' */
static double spring_power(const body_in_space b[2])
{
    double x[2][3], x1[2][3];
    for (int k = 0; k < 2; k++) point(&b[k], rho[k], x[k], x1[k]);
    for (int k = 0; k < 3; k++) x[1][k] -= x[0][k], x1[1][k] -= x1[0][k];
    double l = sqrt(hol_dot3(x[1], x[1])), rate = hol_dot3(x[1], x1[1]) / l;
    return -(stiffness * (l - length) + damping * rate) * rate;
}

/* A law of the user's: on the first body F + 0.3 v and tau + 0.7 omega, on the second their half,
 * reversed. */
static void user_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    (void)f, (void)t;
    for (int b = 0; b < 2; b++)
        for (int k = 0; k < 3; k++) {
            w[b].F[k] = (b ? -0.5 : 1) * (F[k] + 0.3 * frame[b].v[k]);
            w[b].tau[k] = (b ? -0.5 : 1) * (tau[k] + 0.7 * frame[b].omega[k]);
        }
}

static const hol_force_law user_law = {.name = "user's", .wrench = user_wrench};

static void add_user(hol_model *m)
{
    hol_force force = {.law = &user_law, .count = 2, .body = {0, 1}};
    hol_add_force(m, &force);
}

static double user_power(const body_in_space b[2])
{
    double sum = 0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            sum += (i ? -0.5 : 1) *
                   ((F[k] + 0.3 * b[i].v[k]) * b[i].v[k] + (tau[k] + 0.7 * b[i].w[k]) * b[i].w[k]);
    return sum;
}

/* U = 0.9 R11^2 + 1.3 R21 y: on the first column of R, which every shape has. */
static double column_energy(const hol_force *f, const hol_frame frame[])
{
    (void)f;
    return 0.9 * frame->R[0] * frame->R[0] + 1.3 * frame->R[3] * frame->r[1];
}

static void column_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    (void)f, (void)t;
    w->D[0] = -1.8 * frame->R[0];
    w->D[3] = -1.3 * frame->r[1];
    w->F[1] = -1.3 * frame->R[3];
}

static const hol_force_law column_law = {.name = "column",
                                         .position_only = true,
                                         .on_directors = true,
                                         .energy = column_energy,
                                         .wrench = column_wrench};

static void add_column(hol_model *m)
{
    hol_force force = {.law = &column_law, .count = 1, .body = {0}};
    hol_add_force(m, &force);
}

static double column_power(const body_in_space b[2])
{
    double e[3] = {b->R[0], b->R[3], b->R[6]}, e1[3];
    hol_cross(b->w, e, e1);
    return -1.8 * e[0] * e1[0] - 1.3 * (e1[1] * b->r[1] + e[1] * b->v[1]);
}

static const struct {
    const char *name;
    void (*add)(hol_model *);
    double (*power)(const body_in_space b[2]);
    bool on_rods;
} law[] = {
    {"constant force", add_constant, constant_power, true},
    {"torque in space axes", add_torque, torque_power, true},
    {"torque in body axes", add_body_torque, body_torque_power, false},
    {"spring and damper", add_spring, spring_power, true},
    {"a user's wrench", add_user, user_power, true},
    {"a user's potential", add_column, column_power, true},
};
enum { LAWS = sizeof law / sizeof *law };

/* ---------------------------------------------------------------- tests */

/* Body 0 of the shape, body 1 rigid about its fixed centre. */
static hol_eval *two_bodies(hol_sketch *plan, hol_shape shape, int k, int formulation)
{
    plan->model = hol_model_new();
    plan->draw.state = 19;
    hol_plan_poses(plan, 2);
    for (int b = 0; b < 2; b++) {
        bool planar = shape == HOL_PLANAR && !b, rod = shape == HOL_ROD && !b;
        for (int i = 0; i < 3; i++) {
            plan->at[b].v[i] = b || (planar && i == 2) ? 0 : 1.9 * hol_draw_next(&plan->draw);
            plan->at[b].omega[i] =
                (planar && i < 2) || (rod && i == 0) ? 0 : 2.3 * hol_draw_next(&plan->draw);
        }
        if (!planar) continue;
        double n = hypot(plan->at[b].p[0], plan->at[b].p[3]);
        plan->at[b].r[2] = plan->at[b].p[1] = plan->at[b].p[2] = 0;
        plan->at[b].p[0] /= n;
        plan->at[b].p[3] /= n;
    }
    hol_plan_body(plan, shape, false);
    hol_plan_body(plan, HOL_RIGID, true);
    law[k].add(plan->model);
    return hol_eval_take(hol_realise(plan->model, hol_formulation_at(formulation), NULL, NULL));
}

START_TEST(the_power_of_a_force_is_that_of_its_wrench)
{
    static const hol_shape shape[3] = {HOL_RIGID, HOL_PLANAR, HOL_ROD};
    static const char *const shape_name[3] = {"rigid", "planar", "rod"};
    int k = _i / 9, s = _i / 3 % 3;
    if (shape[s] == HOL_ROD && (!law[k].on_rods || _i % 3)) return;
    hol_sketch plan;
    hol_eval *sys = two_bodies(&plan, shape[s], k, _i % 3);
    ck_assert_msg(sys != NULL, "%s on %s: no system", law[k].name, shape_name[s]);
    double q[24], v[24], f[24], dU[24];
    body_in_space b[2] = {seen(&plan.at[0]), seen(&plan.at[1])};
    hol_place(sys, plan.at, q, v);
    hol_applied(sys, 0, q, v, f);
    hol_grad_potential(sys, q, dU);
    hol_axpy(sys->nv, -1, dU, f);
    double power = hol_dot(sys->nv, f, v), expected = law[k].power(b);
    char name[96];
    snprintf(name, sizeof name, "%s, %s, %s", law[k].name, shape_name[s], sys->formulation);
    hol_expect_near(name, "power", 1, &power, &expected, rounded, NULL);
    ck_assert_msg(fabs(expected) > 1e-3, "%s: no power to compare", name);
    hol_eval_free(sys);
    hol_model_free(plan.model);
}
END_TEST

/* A weight at a height and a stretched spring, counted by hand. */
START_TEST(the_potential_is_that_of_the_weight_and_the_spring)
{
    hol_sketch plan;
    hol_eval *sys = two_bodies(&plan, HOL_RIGID, 3, _i);
    const double g[3] = {0.7, -1.3, -9.1};
    hol_gravity(plan.model, g);
    double q[24], v[24], x[2][3], rest[3];
    body_in_space b[2] = {seen(&plan.at[0]), seen(&plan.at[1])};
    hol_place(sys, plan.at, q, v);
    for (int k = 0; k < 2; k++) point(&b[k], rho[k], x[k], rest);
    for (int k = 0; k < 3; k++) rest[k] = x[1][k] - x[0][k];
    double stretch = sqrt(hol_dot3(rest, rest)) - length, U = hol_potential(sys, q);
    double expected = 0.5 * stiffness * stretch * stretch;
    for (int k = 0; k < 2; k++)
        expected -= hol_body_at(plan.model, k)->m * hol_dot3(g, plan.at[k].r);
    hol_expect_near(sys->formulation, "U", 1, &U, &expected, rounded, NULL);
    hol_eval_free(sys);
    hol_model_free(plan.model);
}
END_TEST

START_TEST(a_torque_is_half_its_product_with_each_director)
{
    hol_sketch plan;
    hol_eval *sys = two_bodies(&plan, HOL_RIGID, 1, 0);
    double q[24], v[24], f[24], expected[24] = {0};
    hol_place(sys, plan.at, q, v);
    hol_applied(sys, 0, q, v, f);
    for (int i = 3; i < 12; i += 3) {
        hol_cross(tau, q + i, expected + i);
        for (int k = 0; k < 3; k++) expected[i + k] *= 0.5;
    }
    hol_expect_near("natural", "tau x d_i / 2", sys->nv, f, expected, rounded, NULL);
    hol_eval_free(sys);
    hol_model_free(plan.model);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("forces");
    TCase *tcase = tcase_create("forces");
    tcase_add_loop_test(tcase, the_power_of_a_force_is_that_of_its_wrench, 0, 9 * LAWS);
    tcase_add_loop_test(tcase, the_potential_is_that_of_the_weight_and_the_spring, 0,
                        HOL_FORMULATIONS);
    tcase_add_test(tcase, a_torque_is_half_its_product_with_each_director);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
