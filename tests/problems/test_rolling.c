/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rolling discs, spheres and stones beside their reduced equations, closed forms and balances; the
 * point in contact beside its geometry. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "holonomy/dense.h"
#include "holonomy/model_file.h"
#include "holonomy/so3.h"
#include "tests/realised.h"
#include "tests/suite.h"

static const hol_problem *shipped(const char *name)
{
    char file[512];
    hol_mistakes mistakes;
    snprintf(file, sizeof file, "%s/problems/%s.yaml", getenv("srcdir"), name);
    const hol_problem *problem = hol_model_read(file, &mistakes);
    ck_assert_msg(problem, "%s", mistakes.count ? mistakes.text[0] : file);
    hol_mistakes_free(&mistakes);
    return problem;
}

/* ---------------------------------------------------------------- beside the reductions */

/* Disc: rates of 15 /s over 2 s, errors of h^8 and round-off; stone: 30 /s over 5 s, which doubles
 * what is off several times as it rattles and turns. */
static const struct {
    const char *problem, *method, *formulation;
    double h, most; /* error [m, rad]; velocities times 100 /s */
} beside[] = {
    {"rolling-disc", "taylor", "natural", 0.002, 1e-12},
    {"rolling-disc", "rk8pd", "natural", 0.002, 1e-11},
    {"rolling-disc", "rk8pd", "euler", 0.002, 1e-11},
    {"rolling-disc", "rk8pd", "lie", 0.002, 1e-11},
    {"rolling-disc", "mk5", "lie", 0.0002, 1e-10},
    {"rattleback", "taylor", "natural", 0.00025, 1e-10},
    {"rattleback", "rk8pd", "lie", 0.0002, 1e-10},
};

START_TEST(the_motion_is_that_of_the_reduced_equations)
{
    const hol_problem *problem = shipped(beside[_i].problem);
    hol_case c = hol_case_of(problem, hol_method_named(beside[_i].method));
    hol_result r;
    c.formulation = beside[_i].formulation;
    c.h = beside[_i].h;
    c.repeats = 0;
    hol_run(&c, &r);
    double most = beside[_i].most;
    ck_assert_msg(hol_result_end(&r) == HOL_END_OK, "%s", r.message.text);
    ck_assert_msg(r.error.position <= most && r.error.orientation <= most &&
                      r.error.velocity <= 100 * most,
                  "%s, %s, %s: off by %.2g m, %.2g rad, %.2g", problem->name, c.method->name,
                  c.formulation, r.error.position, r.error.orientation, r.error.velocity);
    hol_result_free(&r);
    hol_model_close(problem);
}
END_TEST

/* The spin about b1, e1 of the body, changes its sign, and energy does not mind. */
START_TEST(a_rattleback_turns_back_one_way_only)
{
    static const char *const spin[2] = {"spin=5", "spin=-5"};
    hol_refusal why;
    hol_pose pose;
    const hol_problem *problem = shipped("rattleback");
    double par[2], start, end;
    hol_message text;
    hol_option_defaults(problem->parameters, par);
    ck_assert(hol_option_set(problem->parameters, "parameter", spin[_i], par, &text));
    hol_experiment *x = hol_experiment_open(
        &(hol_setup){.problem = problem, .method = hol_method_named("taylor"), .parameters = par},
        &why);
    ck_assert_msg(x, "%s", why.reason.text);
    hol_gauge *g = hol_gauge_new(x->sys, x->s->work);
    ck_assert_int_eq(hol_start(x->s, 0, x->problem->step, NULL, x->z), HOL_OK);
    hol_gauge_read(g, x->z);
    start = g->energy;
    ck_assert_int_eq(hol_experiment_run(x, 0.00025, 5, &text), HOL_OK);
    hol_gauge_read(g, x->z);
    end = g->energy;
    hol_experiment_poses(x, &pose);
    ck_assert_double_lt(pose.omega[0], -4);
    ck_assert_double_le(fabs(end - start), 1e-12 * start);
    hol_gauge_free(g);
    hol_experiment_close(x);
    hol_model_close(problem);
}
END_TEST

/* ---------------------------------------------------------------- energy, no slip */

/* Of a disc: the lowest point of the rim, from the mass centre, and its material velocity. */
static void at_rim(const hol_pose *at, double r, double *height, double slip[3])
{
    double R[9], axis[3], rho[3], omega[3];
    hol_quaternion_to_matrix(at->p, R);
    hol_rotate(R, (double[3]){0, 0, 1}, axis);
    hol_rotate(R, at->omega, omega);
    double level = sqrt(axis[0] * axis[0] + axis[1] * axis[1]);
    for (int k = 0; k < 3; k++) rho[k] = -r * ((k == 2) - axis[2] * axis[k]) / level;
    hol_cross(omega, rho, slip);
    for (int k = 0; k < 3; k++) slip[k] += at->v[k];
    *height = at->r[2] + rho[2];
}

/* Of every method that claims Phi and the velocities on the constraints. */
START_TEST(the_lowest_point_of_the_rim_rests_on_the_floor)
{
    const double most = 1e-13; /* m; m/s at speeds of 15 */
    const hol_problem *problem = shipped("rolling-disc");
    const hol_method *method;
    hol_refusal why;
    int kept = 0;
    for (int m = 0; (method = hol_method_at(m)); m++) {
        hol_experiment *x = hol_experiment_open(
            &(hol_setup){.problem = problem, .method = method, .formulation = formulation[_i]},
            &why);
        bool keeps = x && x->claims.gv == HOL_EXACT && x->claims.phi == HOL_EXACT;
        for (int n = 1; n <= 20 && keeps; n++) {
            hol_pose at;
            double height, slip[3];
            ck_assert_int_eq(hol_experiment_run(x, 0.002, 0.1 * n, NULL), HOL_OK);
            hol_experiment_poses(x, &at);
            at_rim(&at, 1, &height, slip);
            ck_assert_msg(fabs(height) <= most && hol_norm(3, slip) <= 15 * most,
                          "%s, %s: %.2g m over the floor, slips by %.2g m/s", method->name,
                          formulation[_i], height, hol_norm(3, slip));
        }
        kept += keeps;
        hol_experiment_close(x);
    }
    ck_assert_int_ge(kept, _i == 0); /* taylor in natural */
    hol_model_close(problem);
}
END_TEST

/* The largest error of the energy over 2 s, relative. */
static double energy_error(const hol_problem *problem, const char *method, double h)
{
    hol_refusal why;
    hol_experiment *x = hol_experiment_open(
        &(hol_setup){.problem = problem, .method = hol_method_named(method)}, &why);
    ck_assert_msg(x, "%s", why.reason.text);
    hol_gauge *g = hol_gauge_new(x->sys, x->s->work);
    ck_assert_int_eq(hol_start(x->s, 0, x->problem->step, NULL, x->z), HOL_OK);
    hol_gauge_read(g, x->z);
    double start = g->energy, most = 0;
    for (int n = 1; n <= 20; n++) {
        ck_assert_int_eq(hol_experiment_run(x, h, 0.1 * n, NULL), HOL_OK);
        hol_gauge_read(g, x->z);
        most = fmax(most, fabs(g->energy / start - 1));
    }
    hol_gauge_free(g);
    hol_experiment_close(x);
    return most;
}

START_TEST(the_energy_of_a_free_roll_is_kept_to_the_order)
{
    static const struct {
        const char *method;
        double order;
    } of[] = {{"mk2", 2}, {"mk4", 4}, {"rk4-index1", 4}, {"spook", 1}};
    const hol_problem *problem = shipped("rolling-disc");
    double a = energy_error(problem, of[_i].method, 0.002);
    double b = energy_error(problem, of[_i].method, 0.001);
    ck_assert_msg(log2(a / b) >= of[_i].order - 0.15, "%s: %.3g, %.3g: order %.2f", of[_i].method,
                  a, b, log2(a / b));
    hol_model_close(problem);
}
END_TEST

/* ---------------------------------------------------------------- outlines */

/* Of an ellipsoid with its centre off the mass centre, its principal sections; a disc has its rim.
 */
START_TEST(what_rolls_is_outlined_by_its_sections)
{
    const double a[3] = {0.2, 0.5, 0.3}, x = 0.6, y = 0.8;
    const hol_plane floor = {{0, 0, 0}, {0, 0, 1}};
    const hol_marker axis[3] = {hol_direction(1, x, y, 0), hol_direction(1, -y, x, 0),
                                hol_direction(1, 0, 0, 1)};
    hol_body body = {.shape = HOL_RIGID, .m = 1, .J = {1, 1, 1}, .at = {.p = {1}}};
    hol_model *model = hol_model_new();
    hol_marker c, u, v;
    strcpy(body.name, "disc"), hol_add_body(model, &body);
    strcpy(body.name, "stone"), hol_add_body(model, &body);
    ck_assert(!hol_outlined_at(model, 0, &c, &u, &v));
    hol_roll_disc(model, "rim", hol_point(0, 0, 0, 0), hol_direction(0, 0, 0, 1), 1.5, &floor);
    hol_roll_ellipsoid(model, "stone", hol_point(1, 1, 2, 3), axis, a, &floor);
    ck_assert(hol_outlined_at(model, 0, &c, &u, &v) && c.body == 0 && u.body == 0);
    ck_assert(fabs(hol_norm(3, u.rho) - 1.5) < 1e-15 && fabs(hol_norm(3, v.rho) - 1.5) < 1e-15);
    ck_assert(u.rho[2] == 0 && v.rho[2] == 0 && fabs(hol_dot3(u.rho, v.rho)) < 1e-15);
    for (int k = 0; k < 3; k++) {
        const hol_marker *end[2] = {&u, &v};
        ck_assert(hol_outlined_at(model, k + 1, &c, &u, &v) && c.body == 1);
        ck_assert(c.rho[0] == 1 && c.rho[1] == 2 && c.rho[2] == 3);
        for (int e = 0; e < 2; e++)
            for (int i = 0, n = (k + e) % 3; i < 3; i++)
                ck_assert(fabs(end[e]->rho[i] - a[n] * axis[n].rho[i]) < 1e-15);
    }
    ck_assert(!hol_outlined_at(model, 4, &c, &u, &v));
    hol_model_free(model);
}
END_TEST

/* ---------------------------------------------------------------- closed forms */

/* A plane through a point with the normal n of space, and what is level in it: Q takes the axes
 * x, y, z to two across n and n. */
static const double place[3] = {0.3, -1.1, 0.7};
static void tilted(hol_plane *plane, double Q[9])
{
    const double n[3] = {2. / 7, -3. / 7, 6. / 7};
    double a[3], b[3];
    hol_across(n, a, b);
    memcpy(plane->point, place, sizeof place);
    for (int k = 0; k < 3; k++) {
        plane->normal[k] = 3.5 * n[k];
        Q[3 * k] = a[k], Q[3 * k + 1] = b[k], Q[3 * k + 2] = n[k];
    }
}

static void product(const double A[9], const double B[9], double C[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            C[3 * i + j] = 0;
            for (int k = 0; k < 3; k++) C[3 * i + j] += A[3 * i + k] * B[3 * k + j];
        }
}

static void turn(int axis, double angle, double R[9])
{
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    memset(R, 0, 9 * sizeof *R);
    R[3 * axis + axis] = 1;
    R[3 * i + i] = R[3 * j + j] = cos(angle);
    R[3 * j + i] = sin(angle), R[3 * i + j] = -sin(angle);
}

/* Steady precession at the angle alpha of the axis to the vertical, with psi' = P and w3 so that
 * w1' = 0:  (C + m r^2) P sin(alpha) w3 = A P^2 sin(alpha) cos(alpha) - m g r cos(alpha). */
typedef struct {
    double m, r, A, C, g, alpha, P;
} precession;

static const precession steady = {1.3, 0.37, 0.051, 0.083, 9.81, 1.27, 4.1};

static double steady_spin(const precession *s)
{
    double c = cos(s->alpha), mr = s->m * s->r;
    return (s->A * s->P * s->P * sin(s->alpha) * c - mr * s->g * c) /
           ((s->C + mr * s->r) * s->P * sin(s->alpha));
}

/* psi = P t, phi = (w3 - P cos(alpha)) t; the mass centre moves along e1 with -r w3, on a circle.
 */
static void steady_pose(const precession *s, double t, hol_pose *at)
{
    hol_plane plane;
    double Q[9], Z[9], X[9], F[9], B[9], R[9], w3 = steady_spin(s), psi = s->P * t;
    double phi = (w3 - s->P * cos(s->alpha)) * t, u = -s->r * w3;
    tilted(&plane, Q);
    turn(2, psi, Z);
    turn(0, s->alpha, X);
    product(Q, Z, F);
    product(F, X, B);
    turn(2, phi, X);
    product(B, X, R);
    hol_matrix_to_quaternion(R, at->p);
    double level[3] = {u / s->P * sin(psi), -u / s->P * cos(psi), s->r * sin(s->alpha)};
    double along[3] = {u * cos(psi), u * sin(psi), 0};
    hol_rotate(Q, level, at->r);
    hol_rotate(Q, along, at->v);
    for (int k = 0; k < 3; k++) at->r[k] += place[k];
    double w2 = s->P * sin(s->alpha);
    at->omega[0] = sin(phi) * w2, at->omega[1] = cos(phi) * w2, at->omega[2] = w3;
}

static hol_model *precessing(const precession *s)
{
    hol_plane plane;
    double Q[9], g[3];
    hol_body body = {.name = "disc", .shape = HOL_RIGID, .m = s->m, .J = {s->A, s->A, s->C}};
    tilted(&plane, Q);
    for (int k = 0; k < 3; k++) g[k] = -s->g * Q[3 * k + 2];
    steady_pose(s, 0, &body.at);
    hol_model *model = hol_model_new();
    hol_add_body(model, &body);
    hol_gravity(model, g);
    hol_roll_disc(model, "rim", hol_point(0, 0, 0, 0), hol_direction(0, 0, 0, 1), s->r, &plane);
    return model;
}

static hol_experiment *opened(hol_problem *problem, const hol_model *model, const char *method,
                              const char *form)
{
    hol_refusal why = {.outcome = HOL_RAN};
    *problem = (hol_problem){.name = "own", .model = model, .t_end = 3, .step = 0.01};
    hol_experiment *x = hol_experiment_open(
        &(hol_setup){problem, hol_method_named(method), .formulation = form}, &why);
    ck_assert_msg(x, "%s", x ? "" : why.reason.text);
    return x;
}

static double apart(int n, const double x[], const double y[])
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i] - y[i]));
    return most;
}

START_TEST(a_disc_precesses_steadily_on_any_plane)
{
    hol_model *model = precessing(&steady);
    hol_problem problem;
    hol_pose at, wanted;
    hol_experiment *x = opened(&problem, model, "rk8pd", formulation[_i]);
    ck_assert_int_eq(hol_experiment_run(x, 0.005, 3, NULL), HOL_OK);
    hol_experiment_poses(x, &at);
    steady_pose(&steady, 3, &wanted);
    double sign = at.p[0] * wanted.p[0] + hol_dot3(at.p + 1, wanted.p + 1) < 0 ? -1 : 1;
    for (int k = 0; k < 4; k++) at.p[k] *= sign;
    double off = fmax(apart(3, at.r, wanted.r), apart(4, at.p, wanted.p));
    off = fmax(off, 0.1 * fmax(apart(3, at.v, wanted.v), apart(3, at.omega, wanted.omega)));
    ck_assert_msg(off <= 1e-11, "%s: off by %.2g", formulation[_i], off);
    hol_experiment_close(x);
    hol_model_free(model);
}
END_TEST

/* A sphere on a slope, with the weight g (sin, 0, -cos): the acceleration along it is
 * g sin / (1 + J / (m a^2)); the plane holds it with m g cos, and back with what that leaves. */
START_TEST(a_sphere_rolls_down_a_slope)
{
    const double m = 1.7, a = 0.43, J = 0.11, g = 9.81, s = _i % 2 ? sin(0.3) : 0, c = cos(0.3);
    const char *form = formulation[_i / 2];
    const hol_plane floor = {{0, 0, 0.2}, {0, 0, 1}};
    hol_body body = {.name = "ball", .shape = HOL_RIGID, .m = m, .J = {J, J, J}};
    body.at = (hol_pose){
        .r = {0.1, 0.2, 0.2 + a}, .p = {0.5, 0.1, -0.7, 0.5}, .v = {0.6, -0.8, 0}, .omega = {0}};
    double omega[3] = {0.8 / a, 0.6 / a, 0.9}, R[9], down = g * s / (1 + J / (m * a * a));
    hol_quaternion_to_matrix(body.at.p, R);
    hol_rotate_back(R, omega, body.at.omega); /* pivoting, too */
    hol_model *model = hol_model_new();
    hol_add_body(model, &body);
    hol_gravity(model, (double[3]){g * s, 0, -g * c});
    hol_roll_sphere(model, "ground", hol_point(0, 0, 0, 0), a, &floor);
    hol_problem problem;
    hol_pose at;
    hol_experiment *x = opened(&problem, model, "rk8pd", form);
    hol_gauge *gauge = hol_gauge_new(x->sys, x->s->work);
    ck_assert_int_eq(hol_start(x->s, 0, 0.01, NULL, x->z), HOL_OK);
    hol_gauge_read(gauge, x->z);
    ck_assert_double_le(fabs(gauge->lambda[0] + m * g * c), 1e-12);
    double held = 0; /* along x: slip_a, slip_b have directions across the normal */
    double t[2][3];
    hol_across(floor.normal, t[0], t[1]);
    for (int k = 0; k < 2; k++) held -= gauge->alpha[k] * t[k][0];
    ck_assert_double_le(fabs(held - m * (down - g * s)), 1e-12);
    ck_assert_int_eq(hol_experiment_run(x, 0.01, 3, NULL), HOL_OK);
    hol_experiment_poses(x, &at);
    const double r[3] = {0.1 + 1.8 + 4.5 * down, 0.2 - 2.4, 0.2 + a};
    const double v[3] = {0.6 + 3 * down, -0.8, 0};
    double w[3];
    hol_quaternion_to_matrix(at.p, R);
    hol_rotate(R, at.omega, w);
    const double wanted[3] = {0.8 / a, v[0] / a, 0.9};
    ck_assert_msg(apart(3, at.r, r) <= 1e-11 && apart(3, at.v, v) <= 1e-11 &&
                      apart(3, w, wanted) <= 1e-10,
                  "%s: off by %.2g m, %.2g m/s, %.2g /s", form, apart(3, at.r, r),
                  apart(3, at.v, v), apart(3, w, wanted));
    hol_gauge_free(gauge);
    hol_experiment_close(x);
    hol_model_free(model);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rolling");
    TCase *tcase = tcase_create("rolling");
    tcase_set_timeout(tcase, hol_patience(60));
    tcase_add_loop_test(tcase, the_motion_is_that_of_the_reduced_equations, 0,
                        (int)(sizeof beside / sizeof *beside));
    tcase_add_loop_test(tcase, a_rattleback_turns_back_one_way_only, 0, 2);
    tcase_add_loop_test(tcase, the_lowest_point_of_the_rim_rests_on_the_floor, 0, FORMULATIONS);
    tcase_add_loop_test(tcase, the_energy_of_a_free_roll_is_kept_to_the_order, 0, 4);
    tcase_add_test(tcase, what_rolls_is_outlined_by_its_sections);
    tcase_add_loop_test(tcase, a_disc_precesses_steadily_on_any_plane, 0, FORMULATIONS);
    tcase_add_loop_test(tcase, a_sphere_rolls_down_a_slope, 0, 2 * FORMULATIONS);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
