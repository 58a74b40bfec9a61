/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Driven rows: a pendulum whose pivot is moved, x_p = a sin(w t), in coordinates of its own,
 * against its equation in the angle,
 *
 *     l theta'' = -g sin theta - x_p'' cos theta,    x = x_p + l sin theta,  z = -l cos theta,
 *
 * with every method that takes rows of time; the others refuse it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>

#include "holonomy.h"
#include "holonomy/memory.h"
#include "methods/reduced.h"
#include "tests/claims.h"
#include "tests/suite.h"

static const double l = 0.83, g = 9.81, m = 1.7, a = 0.31, w = 2.9, theta0 = 0.6, rate0 = 0.7;

static double pivot(int derivative, double t)
{
    return a * pow(w, derivative) * sin(w * t + derivative * M_PI_2);
}

/* ---------------------------------------------------------------- the system */

static void mass(const double par[], const double q[], double M[])
{
    (void)par, (void)q;
    M[0] = M[3] = m;
    M[1] = M[2] = 0;
}

static double potential(const double par[], const double q[])
{
    (void)par;
    return m * g * q[1];
}

static void grad_potential(const double par[], const double q[], double dU[])
{
    (void)par, (void)q;
    dU[0] = 0;
    dU[1] = m * g;
}

/* Phi = (|q - q_p|^2 - l^2) / 2l */
static void constraints(const double par[], double t, const double q[], double phi[], double G[])
{
    double x = q[0] - pivot(0, t), z = q[1];
    (void)par;
    if (phi) phi[0] = (x * x + z * z - l * l) / (2 * l);
    if (G) G[0] = x / l, G[1] = z / l;
}

static void curvature(const double par[], const double q[], const double v[], double c[])
{
    (void)par, (void)q;
    c[0] = (v[0] * v[0] + v[1] * v[1]) / l;
}

static void hessian(const double par[], const double q[], const double lambda[], double K[])
{
    (void)par, (void)q;
    K[0] += lambda[0] / l;
    K[3] += lambda[0] / l;
}

static void hessian_rate(const double par[], const double q[], const double u[],
                         const double lambda[], double K[])
{
    (void)par, (void)q, (void)u, (void)lambda, (void)K;
}

/* Phi_t, and Phi_tt + 2 G_t v. */
static void drive(const double par[], double t, const double q[], const double v[], double phi_t[],
                  double phi_tt[])
{
    double x = q[0] - pivot(0, t), xp = pivot(1, t);
    (void)par;
    if (phi_t) phi_t[0] = -x * xp / l;
    if (phi_tt) phi_tt[0] = (xp * xp - x * pivot(2, t) - 2 * xp * v[0]) / l;
}

static void poses(const double par[], const double q[], const double v[], hol_pose pose[])
{
    (void)par;
    pose[0] = (hol_pose){.r = {q[0], 0, q[1]}, .p = {1}, .v = {v[0], 0, v[1]}};
}

static void place(const double par[], const hol_pose pose[], double q[], double v[])
{
    (void)par;
    q[0] = pose[0].r[0], q[1] = pose[0].r[2];
    v[0] = pose[0].v[0], v[1] = pose[0].v[2];
}

static const char *const row[1] = {"rod"};

static const hol_own own = {
    .nv = 2,
    .nc = 1,
    .row_name = row,
    .has = HOL_REGULAR_MASS | HOL_QUADRATIC,
    .mass = mass,
    .potential = potential,
    .grad_potential = grad_potential,
    .constraints = constraints,
    .curvature = curvature,
    .hessian = hessian,
    .hessian_rate = hessian_rate,
    .drive = drive,
    .poses = poses,
    .place = place,
};

/* ---------------------------------------------------------------- the motion */

static int in_the_angle(double t, const double y[], double dydt[], void *par)
{
    (void)par;
    dydt[0] = y[1];
    dydt[1] = -(g * sin(y[0]) + pivot(2, t) * cos(y[0])) / l;
    return GSL_SUCCESS;
}

/* (x, z) at t. */
static void truth(double end, double q[2])
{
    gsl_odeiv2_system ode = {in_the_angle, NULL, 2, NULL};
    gsl_odeiv2_driver *d =
        gsl_odeiv2_driver_alloc_y_new(&ode, gsl_odeiv2_step_rk8pd, 1e-3, 1e-14, 0);
    double t = 0, y[2] = {theta0, rate0};
    ck_assert_int_eq(gsl_odeiv2_driver_apply(d, &t, end, y), GSL_SUCCESS);
    gsl_odeiv2_driver_free(d);
    q[0] = pivot(0, end) + l * sin(y[0]);
    q[1] = -l * cos(y[0]);
}

static hol_model *model(void)
{
    hol_model *made = hol_model_new();
    hol_body b = {.name = "mass", .shape = HOL_POINT, .m = m, .at = {.p = {1}}};
    b.at.r[0] = l * sin(theta0), b.at.r[2] = -l * cos(theta0);
    b.at.v[0] = pivot(1, 0) + l * rate0 * cos(theta0), b.at.v[2] = l * rate0 * sin(theta0);
    hol_add_body(made, &b);
    return made;
}

/* The error of a run of n steps to t = 1; NaN where the set-up refuses. */
static double error(hol_eval *sys, const hol_method *method, const double opt[], int n)
{
    hol_status status;
    hol_stepper *s = hol_stepper_new(sys, method, opt, &status, NULL);
    hol_state *z = hol_state_new(sys, method, opt);
    double h = 1. / n, q[2];
    if (status == HOL_UNSUPPORTED) { /* velocities by the Legendre transform take Phi_t = 0 */
        hol_stepper_free(s);
        hol_state_free(z);
        return NAN;
    }
    ck_assert_msg(s && !status && !hol_start(s, 0, h, NULL, z), "%s does not start", method->name);
    for (int k = 0; k < n; k++) {
        status = hol_step(s, h, z);
        ck_assert_msg(!status, "%s: %s", method->name, hol_status_text(status));
        z->t = (k + 1) * h;
    }
    truth(1, q);
    double wrong = hypot(z->q[0] - q[0], z->q[1] - q[1]);
    hol_state_free(z);
    hol_stepper_free(s);
    return wrong;
}

/* `option` in the manner of the user, or NULL. */
static void follow_the_pivot(const hol_method *method, const char *option)
{
    hol_model *made = model();
    hol_message why;
    hol_eval *sys = hol_eval_take(hol_realise_own(made, &own, NULL, 0, &why));
    ck_assert_msg(sys != NULL, "%s", why.text);
    ck_assert(!(sys->has & HOL_SCLERONOMIC));
    double *opt = hol_near_limit(method);
    ck_assert(!option || hol_option_set(method->options, "option", option, opt, &why));
    bool refuses = method->needs & HOL_SCLERONOMIC;
    ck_assert_int_eq(!!(hol_missing(method, sys) & HOL_SCLERONOMIC), refuses);
    if (!hol_missing(method, sys)) {
        hol_claims claims = hol_method_claims(method, sys, opt);
        double one = error(sys, method, opt, 160), two = error(sys, method, opt, 320);
        double order = log2(one / two);
        if (getenv("HOL_VERBOSE"))
            printf("%-16s %.2e %.2e order %.2f of %g\n", method->name, one, two, order,
                   claims.order_q);
        /* What passes singular configurations leaves the rest of a penalty. */
        double rest = method->needs & HOL_FULL_RANK ? 1e-10 : 1e-7;
        bool small = two < (claims.own_control ? 1e-5 : rest);
        ck_assert_msg(isnan(one) || small || order > claims.order_q - 0.1,
                      "%s: errors %.3g, %.3g, order %.2f of %g", method->name, one, two, order,
                      claims.order_q);
    }
    free(opt);
    hol_eval_free(sys);
    hol_model_free(made);
}

START_TEST(a_driven_pivot_takes_the_pendulum_with_it)
{
    follow_the_pivot(hol_method_at(_i), NULL);
}
END_TEST

/* The equations of motion in the coordinates of a chart, where the default takes those in q. */
START_TEST(a_driven_pivot_takes_a_chart_with_it)
{
    static const char *const from[] = {"from=node", "from=stage"};
    follow_the_pivot(hol_method_named("tangent-rk4"), from[_i]);
}
END_TEST

/* A chart at the start of the pendulum, whose rows are then those of a later time. */
START_TEST(a_velocity_of_no_size_is_carried_along)
{
    static const double rest[] = {0, 1e-20};
    hol_model *made = model();
    hol_eval *sys = hol_eval_take(hol_realise_own(made, &own, NULL, 0, NULL));
    const hol_method *method = hol_method_named("tangent-rk4");
    hol_stepper *s = hol_stepper_new(sys, method, NULL, NULL, NULL);
    hol_state *z = hol_state_new(sys, method, NULL);
    ck_assert_int_eq(hol_start(s, 0, 0.01, NULL, z), HOL_OK);

    hol_chart c = hol_reduced_view(s, z).chart;
    double G[2], phi_t, qdot[2] = {rest[_i], -rest[_i]};
    c.t = 0.2;
    hol_chart_jacobian(&c, z->q, G);
    ck_assert_int_eq(hol_chart_onto_tangent(&c, G, z->q, qdot), HOL_OK);
    hol_drive(sys, c.t, z->q, qdot, &phi_t, NULL);
    ck_assert_double_gt(fabs(phi_t), 0.1);
    ck_assert_double_le(fabs(G[0] * qdot[0] + G[1] * qdot[1] + phi_t), 1e-14);

    qdot[0] = NAN;
    ck_assert_int_eq(hol_chart_onto_tangent(&c, G, z->q, qdot), HOL_DIVERGED);
    hol_state_free(z);
    hol_stepper_free(s);
    hol_eval_free(sys);
    hol_model_free(made);
}
END_TEST

int main(void)
{
    int methods = 0;
    while (hol_method_at(methods)) methods++;
    Suite *suite = suite_create("driven");
    TCase *tcase = tcase_create("driven");
    tcase_add_loop_test(tcase, a_driven_pivot_takes_the_pendulum_with_it, 0, methods);
    tcase_add_loop_test(tcase, a_driven_pivot_takes_a_chart_with_it, 0, 2);
    tcase_add_loop_test(tcase, a_velocity_of_no_size_is_carried_along, 0, 2);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
