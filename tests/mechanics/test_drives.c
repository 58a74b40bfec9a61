/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Driven rows of a model in every formulation: derivatives against differences, and a driven crank
 * against its closed form. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "holonomy.h"
#include "holonomy/so3.h"
#include "tests/realised.h"
#include "tests/suite.h"

/* ---------------------------------------------------------------- a driven crank */

static const double mass = 1.3, length = 0.8, inertia = 0.21, gravity = 9.81;

/* theta = 0.4 + 2 t + 0.3 sin(3 t), with its derivatives. */
static void theta(const void *user, double t, double w[3])
{
    (void)user;
    w[0] = 0.4 + 2 * t + 0.3 * sin(3 * t);
    w[1] = 2 + 0.9 * cos(3 * t);
    w[2] = -2.7 * sin(3 * t);
}

/* The bar's centre at half its length from the pin, about -e2, gravity along -e3 (rigid), or about
 * e3, gravity along -e2 (planar). */
static hol_pose crank_at(hol_shape shape, double t)
{
    double w[3], r = length / 2;
    theta(NULL, t, w);
    double c = cos(w[0]), s = sin(w[0]);
    if (shape == HOL_PLANAR)
        return (hol_pose){.r = {r * c, r * s, 0},
                          .p = {cos(w[0] / 2), 0, 0, sin(w[0] / 2)},
                          .v = {-r * s * w[1], r * c * w[1], 0},
                          .omega = {0, 0, w[1]}};
    return (hol_pose){.r = {r * c, 0, r * s},
                      .p = {cos(w[0] / 2), 0, -sin(w[0] / 2), 0},
                      .v = {-r * s * w[1], 0, r * c * w[1]},
                      .omega = {0, -w[1], 0}};
}

static hol_model *crank(hol_shape shape, bool by_text)
{
    hol_model *m = hol_model_new();
    bool planar = shape == HOL_PLANAR;
    hol_body bar = {.name = "bar",
                    .shape = shape,
                    .m = mass,
                    .J = {0.13, inertia, planar ? inertia : 0.2},
                    .at = crank_at(shape, 0)};
    hol_add_body(m, &bar);
    hol_marker g = hol_point(HOL_GROUND, 0, 0, 0), b = hol_point(0, -length / 2, 0, 0);
    hol_marker axis = hol_direction(HOL_GROUND, 0, planar ? 0 : -1, planar);
    hol_marker turned = hol_direction(0, 0, planar ? 0 : -1, planar);
    hol_revolute(m, "pin", g, b, axis, turned);
    hol_drive_angle(m, "motor", axis, hol_direction(HOL_GROUND, 1, 0, 0), hol_direction(0, 1, 0, 0),
                    by_text ? hol_law_read(m, "0.4 + 2*t + 0.3*sin(3*t)")
                            : hol_law_of(m, theta, NULL));
    hol_gravity(m, (double[3]){0, planar ? -gravity : 0, planar ? 0 : -gravity});
    return m;
}

/* At any time of the motion the rows hold to their second derivative, and the motor's torque is
 * I theta'' + m g l/2 cos(theta), I about the pin. */
START_TEST(a_driven_crank_has_the_torque_of_its_closed_form)
{
    hol_shape shape = _i % 2 ? HOL_PLANAR : HOL_RIGID;
    hol_model *m = crank(shape, _i / 2 % 2);
    hol_eval *sys = realised(m, formulation[_i / 4]);
    int motor = -1;
    ck_assert(!(sys->has & HOL_SCLERONOMIC));
    for (int r = 0; r < sys->nj; r++)
        if (!strcmp(sys->row_name[r], "motor")) motor = r;
    double *q = hol_take(sys->work, sys->nq), *v = hol_take(sys->work, sys->nv);
    double *a = hol_take(sys->work, sys->nv), *lambda = hol_take(sys->work, sys->nc);
    double *phi[3], w[3];
    for (int k = 0; k < 3; k++) phi[k] = hol_take(sys->work, sys->nc);
    for (double t = 0; t < 4; t += 0.37) {
        hol_pose at = crank_at(shape, t);
        theta(NULL, t, w);
        hol_place(sys, &at, q, v);
        ck_assert_int_eq(hol_acceleration(sys, t, q, v, a, lambda, NULL), HOL_OK);
        hol_constraint_levels(sys, t, q, v, a, phi[0], phi[1], phi[2]);
        for (int r = 0; r < sys->nc; r++)
            ck_assert_msg(fabs(phi[0][r]) < 1e-14 && fabs(phi[1][r]) < 1e-14 &&
                              fabs(phi[2][r]) < 1e-12,
                          "%s in %s: %.1e %.1e %.1e", sys->row_name[r], sys->formulation, phi[0][r],
                          phi[1][r], phi[2][r]);
        double about = inertia + mass * length * length / 4;
        double torque = about * w[2] + mass * gravity * length / 2 * cos(w[0]);
        ck_assert_msg(fabs(-lambda[motor] - torque) < 1e-12, "%s: torque %.15g, not %.15g",
                      sys->formulation, -lambda[motor], torque);
    }
    hol_eval_free(sys);
    hol_model_free(m);
}
END_TEST

/* ---------------------------------------------------------------- derivatives */

/* Two bodies that move at random, every kind of drive between them; no start satisfies the rows, so
 * that each is as loose as its law at t = 0 makes it. */
static hol_model *loose(void)
{
    hol_model *m = hol_model_new();
    for (int b = 0; b < 2; b++) {
        hol_body body = {.name = {b ? 'b' : 'a'}, .m = 1, .J = {1, 1.3, 0.9}, .at = {.p = {1}}};
        body.at.r[0] = 2 * b;
        hol_add_body(m, &body);
    }
    hol_marker i = hol_point(0, 0, 0.1, 0), j = hol_point(1, 0, 0.1, 0);
    hol_drive_distance(m, "length", i, j, hol_law_read(m, "2 + t^2*(t - 1)"));
    hol_drive_coordinate(m, "height", j, (double[3]){0, 0.6, 0.8},
                         hol_law_read(m, "0.06 + sin(t)^2"));
    hol_drive_displacement(m, "slide", hol_direction(0, 1, 0, 0), i, j,
                           hol_law_read(m, "2*cos(t^2)"));
    hol_drive_angle(m, "angle", hol_direction(0, 0, 0, 1), hol_direction(0, 1, 0, 0),
                    hol_direction(1, 1, 0, 0), hol_law_read(m, "t^2*exp(t)"));
    hol_drive_angle(m, "of-ground", hol_direction(HOL_GROUND, 0, 1, 0),
                    hol_direction(HOL_GROUND, 0.6, 0, 0.8), hol_direction(1, 0.6, 0, 0.8),
                    hol_law_read(m, "2*t^2 - t^3"));
    hol_drive_slip(m, "slip", hol_direction(0, 0, 0, 1), j, hol_law_read(m, "t + t^2"));
    return m;
}

static const hol_pose generic[2] = {
    {.r = {0.3, -0.2, 0.5},
     .p = {0.5, -0.1, 0.7, 0.5},
     .v = {0.4, 0.9, -0.3},
     .omega = {1, -2, 0.7}},
    {.r = {-0.8, 0.4, 0.1},
     .p = {0.1, 0.3, -0.9, 0.3},
     .v = {-1, 0.2, 0.6},
     .omega = {0.3, 1, -1.4}},
};

/* Phi and its first derivative at (t + e, q o exp(e v)). */
static void along(hol_eval *sys, double t, double e, const double q[], const double v[],
                  double phi[], double rate[])
{
    double *q1 = hol_take(sys->work, sys->nq), *dv = hol_take(sys->work, sys->nv);
    double *G = hol_take(sys->work, sys->G.nnz), *phi_t = hol_take(sys->work, sys->nc);
    for (int k = 0; k < sys->nv; k++) dv[k] = e * v[k];
    hol_move(sys, q, dv, q1);
    hol_constraints(sys, t + e, q1, phi, G);
    hol_multiply(&sys->G, G, v, rate);
    hol_drive(sys, t + e, q1, v, phi_t, NULL);
    for (int r = 0; r < sys->nc; r++) rate[r] += phi_t[r];
}

START_TEST(derivatives_of_driven_rows_are_limits_of_differences)
{
    const double e = 1e-5, t = 0.43;
    hol_model *m = loose();
    hol_eval *sys = realised(m, formulation[_i]);
    double *q = hol_take(sys->work, sys->nq), *v = hol_take(sys->work, sys->nv);
    double *zero = hol_take(sys->work, sys->nv), *phi[5], *rate[3];
    for (int k = 0; k < 5; k++) phi[k] = hol_take(sys->work, sys->nc);
    for (int k = 0; k < 3; k++) rate[k] = hol_take(sys->work, sys->nc);
    hol_pose at[2];
    memcpy(at, generic, sizeof at);
    for (int b = 0; b < 2; b++) {
        double norm = 0;
        for (int k = 0; k < 4; k++) norm += at[b].p[k] * at[b].p[k];
        for (int k = 0; k < 4; k++) at[b].p[k] /= sqrt(norm);
    }
    hol_place(sys, at, q, v);
    for (int k = 0; k < 3; k++) along(sys, t, (k - 1) * e, q, v, phi[k], rate[k]);
    hol_constraint_levels(sys, t, q, v, zero, phi[1], phi[3], phi[4]);
    for (int r = 0; r < sys->nj; r++) {
        double first = (phi[2][r] - phi[0][r]) / (2 * e);
        double second = (rate[2][r] - rate[0][r]) / (2 * e);
        ck_assert_msg(fabs(phi[3][r] - first) < 1e-8, "%s in %s: %.12g, not %.12g",
                      sys->row_name[r], sys->formulation, phi[3][r], first);
        ck_assert_msg(fabs(phi[4][r] - second) < 1e-7, "%s in %s: second %.12g, not %.12g",
                      sys->row_name[r], sys->formulation, phi[4][r], second);
    }
    double w, b0, b1;
    hol_nonholonomic_rows(sys, t, q, NULL, &w);
    ck_assert(fabs(w - (t + t * t)) < 1e-15);
    hol_nonholonomic_rate(sys, t, q, v, &b1);
    hol_nonholonomic_rate(sys, t - 0.1, q, v, &b0);
    ck_assert(fabs(b1 - b0 - 2 * 0.1) < 1e-14);
    hol_eval_free(sys);
    hol_model_free(m);
}
END_TEST

/* The Hessian of lambda . Phi at the time that rows were asked for last, column by column. */
START_TEST(the_hessian_of_turned_rows_is_that_of_their_time)
{
    const double e = 1e-5, t = 0.43;
    hol_model *m = loose();
    hol_eval *sys = realised(m, formulation[_i]);
    const hol_pattern *P = hol_K(sys);
    double *q = hol_take(sys->work, sys->nq), *v = hol_take(sys->work, sys->nv);
    double *G = hol_take(sys->work, sys->G.nnz), *K = hol_take(sys->work, P->nnz);
    double *lambda = hol_take(sys->work, sys->nc), *side[2];
    for (int k = 0; k < 2; k++) side[k] = hol_take(sys->work, sys->nv);
    for (int r = 0; r < sys->nj; r++) lambda[r] = 1 + 0.3 * r;
    hol_place(sys, generic, q, v);
    hol_constraints(sys, t, q, NULL, G);
    hol_hessian(sys, q, lambda, K);
    for (int j = 0; j < sys->nv; j++) {
        for (int k = 0; k < 2; k++) {
            double kept = q[j];
            q[j] += k ? e : -e;
            hol_constraints(sys, t, q, NULL, G);
            q[j] = kept;
            memset(side[k], 0, (size_t)sys->nv * sizeof *side[k]);
            for (int r = 0; r < sys->nj; r++)
                for (int n = sys->G.start[r]; n < sys->G.start[r + 1]; n++)
                    side[k][sys->G.col[n]] += lambda[r] * G[n];
        }
        for (int i = 0; i < sys->nv; i++) {
            double here = 0;
            for (int n = P->start[i]; n < P->start[i + 1]; n++)
                if (P->col[n] == j) here = K[n];
            double wanted = (side[1][i] - side[0][i]) / (2 * e);
            ck_assert_msg(fabs(here - wanted) < 1e-8, "%s: (%d, %d): %.12g, not %.12g",
                          sys->formulation, i, j, here, wanted);
        }
    }
    hol_eval_free(sys);
    hol_model_free(m);
}
END_TEST

START_TEST(a_law_that_cannot_be_read_is_a_mistake_of_the_model)
{
    hol_message why;
    hol_model *m = hol_model_new();
    ck_assert_ptr_null(hol_law_read(m, "sin(2*tt)"));
    ck_assert(hol_model_mistakes(m, &why));
    ck_assert_str_eq(why.text, "'sin(2*tt)', place 7: unknown name 'tt': did you mean 't'?");
    hol_model_free(m);
}
END_TEST

/* ---------------------------------------------------------------- forces of time */

/* A body under forces of time, or under the constant ones that they are at the time t; t < 0: those
 * of time. */
static hol_model *pushed(double t)
{
    static const double axis[3] = {0.3, -1.1, 0.7};
    const double w[3] = {2 * cos(3 * t), exp(-t), 1 + t * t};
    hol_model *m = hol_model_new();
    hol_body body = {.name = "a", .m = 1.2, .J = {1, 1.3, 0.9}, .at = {.p = {1}}};
    hol_add_body(m, &body);
    hol_marker at = hol_point(0, 0.2, -0.1, 0.4);
    if (t < 0) {
        hol_force_of_time(m, at, axis, hol_law_read(m, "2*cos(3*t)"));
        hol_torque_of_time(m, 0, true, axis, hol_law_read(m, "exp(-t)"));
        hol_torque_of_time(m, 0, false, axis, hol_law_read(m, "1 + t^2"));
        return m;
    }
    double x[3][3];
    for (int n = 0; n < 3; n++)
        for (int k = 0; k < 3; k++) x[n][k] = w[n] * axis[k];
    hol_force_constant(m, at, x[0]);
    hol_torque_body(m, 0, x[1]);
    hol_torque_space(m, 0, x[2]);
    return m;
}

START_TEST(a_force_of_time_is_at_any_time_the_constant_one)
{
    const double t = 0.83;
    hol_model *m[2] = {pushed(-1), pushed(t)};
    double a[2][12];
    for (int k = 0; k < 2; k++) {
        hol_eval *sys = realised(m[k], formulation[_i]);
        double *q = hol_take(sys->work, sys->nq), *v = hol_take(sys->work, sys->nv);
        double *lambda = hol_take(sys->work, sys->nc);
        hol_place(sys, &(hol_pose){.p = {0.5, -0.5, 0.5, 0.5}, .omega = {1, -2, 0.7}}, q, v);
        ck_assert_int_eq(hol_acceleration(sys, t, q, v, a[k], lambda, NULL), HOL_OK);
        ck_assert(!(sys->has & HOL_POSITION_FORCES) == !k);
        for (int i = 0; i < sys->nv && k; i++)
            ck_assert_msg(fabs(a[0][i] - a[1][i]) < 1e-13, "%s: %d: %.15g, not %.15g",
                          formulation[_i], i, a[0][i], a[1][i]);
        hol_eval_free(sys);
        hol_model_free(m[k]);
    }
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {a_driven_crank_has_the_torque_of_its_closed_form, 4 * FORMULATIONS},
        {derivatives_of_driven_rows_are_limits_of_differences, FORMULATIONS},
        {the_hessian_of_turned_rows_is_that_of_their_time, 2}, /* where coordinates add */
        {a_force_of_time_is_at_any_time_the_constant_one, FORMULATIONS},
        {a_law_that_cannot_be_read_is_a_mistake_of_the_model, 1},
    };
    return hol_run_loops("drives", loop, sizeof loop / sizeof *loop);
}
