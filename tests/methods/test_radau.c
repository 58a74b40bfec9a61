/* SPDX-License-Identifier: GPL-3.0-or-later */
/* radau-ggl: its coefficients against the published ones, its step against the stability function,
 * and a stiff mechanism beside explicit methods. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "holonomy/advance.h"
#include "holonomy/dense.h"
#include "holonomy/diagnostics.h"
#include "holonomy/experiment.h"
#include "holonomy/memory.h"
#include "methods/ggl_equations.h"
#include "methods/radau.h"
#include "tests/claims.h"
#include "tests/generic.h"

/* ---------------------------------------------------------------- coefficients */

#define R6 2.44948974278317809820

/* A as Hairer and Wanner print it, tables IV.5.5 and IV.5.6. */
static const double printed[2][9] = {
    {5. / 12, -1. / 12, 3. / 4, 1. / 4},
    {(88 - 7 * R6) / 360, (296 - 169 * R6) / 1800, (-2 + 3 * R6) / 225, (296 + 169 * R6) / 1800,
     (88 + 7 * R6) / 360, (-2 - 3 * R6) / 225, (16 - R6) / 36, (16 + R6) / 36, 1. / 9}};

static void product(int s, const double A[], const double B[], double C[])
{
    memset(C, 0, (size_t)(s * s) * sizeof *C);
    hol_multiply_add(s, s, s, A, s, B, C);
}

START_TEST(omega_is_the_inverse_of_the_published_matrix_and_T_transforms_it)
{
    int s = _i + 2;
    hol_radau R;
    double AO[9], OT[9], TOT[9];
    ck_assert_int_eq(hol_radau_make(s, &R), HOL_OK);
    product(s, printed[_i], R.omega, AO);
    product(s, R.omega, R.T, OT);
    product(s, R.inverse, OT, TOT);
    double most = 0, blocks = 0;
    for (int i = 0; i < s; i++)
        for (int j = 0; j < s; j++) {
            int a = i - (s - 2), b = j - (s - 2);
            double wanted = a < 0 || b < 0 ? (i == j) * R.gamma
                            : a == b       ? R.alpha
                                           : (b - a) * R.beta;
            most = fmax(most, fabs(AO[i * s + j] - (i == j)));
            blocks = fmax(blocks, fabs(TOT[i * s + j] - wanted));
        }
    expect_at_most("radau", "A omega - 1", most, 1e-14);
    expect_at_most("radau", "T^-1 omega T", blocks, 1e-13);
}
END_TEST

/* Section IV.8: (-13 - 7 sqrt 6, -13 + 7 sqrt 6, -1)/3, of Z/gamma. */
START_TEST(the_weights_of_the_estimate_are_the_published_ones)
{
    hol_radau R;
    ck_assert_int_eq(hol_radau_make(3, &R), HOL_OK);
    const double e[3] = {(-13 - 7 * R6) / 3, (-13 + 7 * R6) / 3, -1. / 3};
    for (int i = 0; i < 3; i++) ck_assert_double_eq_tol(R.gamma * R.e[i], e[i], 1e-13);
}
END_TEST

/* ---------------------------------------------------------------- the stability function */

/* A mass on a line, on a spring with damper from the origin along it. */
enum { MASS, STIFFNESS, DAMPING };
static const hol_option line_parameters[] = {
    {"m", HOL_REAL, 1.7, 1e-3, 1e3, NULL, "[kg]"},
    {"k", HOL_REAL, 100, 0, 1e15, NULL, "[N/m]"},
    {"c", HOL_REAL, 1, 0, 1e15, NULL, "[N s/m]"},
    {0},
};
static const double rest = 1.3, at_start = 1.51, speed = -0.4; /* [m, m/s] */

static void build_line(hol_model *model, const double par[])
{
    hol_body body = {.name = "mass",
                     .shape = HOL_POINT,
                     .m = par[MASS],
                     .at = {.r = {at_start}, .p = {1}, .v = {speed}}};
    int b = hol_add_body(model, &body);
    hol_coordinate(model, "y", hol_point(b, 0, 0, 0), (double[]){0, 1, 0}, 0);
    hol_coordinate(model, "z", hol_point(b, 0, 0, 0), (double[]){0, 0, 1}, 0);
    hol_spring(model, hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0), par[STIFFNESS], rest,
               par[DAMPING]);
}

static const hol_problem line = {.name = "mass on a line",
                                 .parameters = line_parameters,
                                 .build = build_line,
                                 .t_end = 1,
                                 .step = 0.1};

/* Without a true motion, which a stiff model derives for long. */
static hol_experiment *experiment(const char *method, const hol_problem *problem,
                                  const double par[], const double opt[])
{
    hol_refusal why;
    hol_experiment *x = hol_experiment_open(&(hol_setup){.problem = problem,
                                                         .method = hol_method_named(method),
                                                         .parameters = par,
                                                         .options = opt},
                                            &why);
    ck_assert_msg(x, "%s", why.reason.text);
    return x;
}

static double complex stability(int stages, double complex z)
{
    if (stages == 2) return (1 + z / 3) / (1 - 2 * z / 3 + z * z / 6);
    return (1 + 2 * z / 5 + z * z / 20) / (1 - 3 * z / 5 + 3 * z * z / 20 - z * z * z / 60);
}

static const struct {
    double omega2, damping; /* k/m, c/m */
} springs[] = {{100, 1}, {1e6, 2000.1}, {1e10, 10}};
enum { SPRINGS = 3 };

/* x - rest = Re(a e^(z1 t)) ...: of the two modes z1, z2 each is multiplied by R(h z). */
START_TEST(a_step_multiplies_the_modes_of_a_linear_spring_by_the_stability_function)
{
    int stages = _i % 2 + 2;
    const double h = 0.1, m = 1.7, w2 = springs[_i / 2].omega2, d = springs[_i / 2].damping;
    double par[] = {m, w2 * m, d * m}, opt[16];
    const hol_method *method = hol_method_named("radau-ggl");
    hol_message why;
    hol_pose pose;
    hol_option_defaults(method->options, opt);
    ck_assert(hol_option_set(method->options, "option", stages == 2 ? "stages=2" : "stages=3", opt,
                             &why));
    hol_experiment *x = experiment("radau-ggl", &line, par, opt);
    ck_assert_int_eq(hol_start(x->s, 0, h, NULL, x->z), HOL_OK);
    ck_assert_int_eq(hol_step(x->s, h, x->z), HOL_OK);
    hol_poses(x->sys, x->z->q, x->z->v, &pose);

    double complex root = csqrt(d * d / 4 - w2), z1 = -d / 2 + root, z2 = -d / 2 - root;
    double complex x0 = at_start - rest, a1 = (speed - z2 * x0) / (z1 - z2), a2 = x0 - a1;
    a1 *= stability(stages, h * z1);
    a2 *= stability(stages, h * z2);
    double at = creal(a1 + a2), v = creal(z1 * a1 + z2 * a2);
    expect_at_most("radau-ggl", "position", fabs(pose.r[0] - rest - at), 1e-13);
    expect_at_most("radau-ggl", "velocity", fabs(pose.v[0] - v), 1e-11 * (1 + fabs(v)));
    hol_experiment_close(x);
}
END_TEST

/* ---------------------------------------------------------------- the equations */

/* dF/dy beside central differences of the residual F, away from the constraints, where the mass is
 * constant: there it is exact, but for differences in nonholonomic rows. */
static void slope_beside_differences(const char *problem)
{
    static const double d = 1e-4;
    hol_refusal why;
    hol_experiment *x = hol_experiment_open(&(hol_setup){.problem = hol_problem_named(problem),
                                                         .method = hol_method_named("radau-ggl"),
                                                         .formulation = "natural"},
                                            &why);
    ck_assert_msg(x, "%s", why.reason.text);
    hol_eval *sys = x->sys;
    int n = hol_ggl_unknowns(sys);
    double *y = hol_new(4 * n, sizeof *y), *rate = y + n, *plus = rate + n, *minus = plus + n;
    double *J = hol_new(n * n, sizeof *J), most = 0, largest = 0;
    hol_draw draw = {7};
    hol_draw_fill(&draw, 2 * n, y);
    for (int i = 0; i < sys->nv; i++) y[i] = x->z->q[i] + 0.1 * y[i];
    hol_ggl_slope(x->s, 0.3, y, rate, J);
    for (int k = 0; k < n; k++) {
        double at = y[k];
        y[k] = at + d;
        hol_ggl_residual(x->s, 0.3, y, rate, plus);
        y[k] = at - d;
        hol_ggl_residual(x->s, 0.3, y, rate, minus);
        y[k] = at;
        for (int i = 0; i < n; i++) {
            most = fmax(most, fabs(J[i * n + k] - (plus[i] - minus[i]) / (2 * d)));
            largest = fmax(largest, fabs(J[i * n + k]));
        }
    }
    expect_at_most(problem, "dF/dy beside differences", most, 1e-7 * largest);
    free(y), free(J);
    hol_experiment_close(x);
}

START_TEST(the_jacobian_is_the_slope_of_the_residual)
{
    static const char *const of[] = {"double-spherical-pendulum", "crank", "pendulum",
                                     "rolling-disc", "rattleback"};
    slope_beside_differences(of[_i]);
}
END_TEST

/* x of hol_radau_divide beside (z F_y' + F_y) x = r, at the place of a step's matrices. */
static void division_beside_product(hol_stepper *s, int k, double z_re, double z_im)
{
    const hol_radau_ggl *own = s->aux;
    int N = own->N, parts = k + 1;
    double *J = hol_new(2 * N * N, sizeof *J), *P = J + N * N, *r = hol_new(8 * N, sizeof *r);
    double *x = r + 2 * N, *y = x + 2 * N, *rate = y + N, most = 0, largest = 0, h = own->place[0];
    hol_draw draw = {11};
    hol_draw_fill(&draw, parts * N, r);
    memcpy(x, r, (size_t)(parts * N) * sizeof *x);
    hol_radau_divide(s, k, h, x);
    memcpy(y, own->place + 2, (size_t)N * sizeof *y);
    memcpy(rate + s->sys->nv, own->place + 2 + N, (size_t)s->sys->nv * sizeof *rate);
    hol_ggl_slope(s, own->place[1], y, rate, J);
    hol_ggl_add_rate_slope(s->sys, y, 1, P);
    for (int i = 0; i < N; i++) {
        double complex sum = -CMPLX(r[i], k ? r[N + i] : 0);
        for (int j = 0; j < N; j++) {
            double complex term = (CMPLX(z_re, z_im) / h * P[i * N + j] + J[i * N + j]) *
                                  CMPLX(x[j], k ? x[N + j] : 0);
            sum += term;
            largest = fmax(largest, cabs(term));
        }
        most = fmax(most, cabs(sum));
    }
    expect_at_most("radau-ggl", "(z F_y' + F_y) x - r", most, 1e-12 * largest);
    free(J), free(r);
}

START_TEST(the_linear_systems_of_a_step_are_those_of_the_jacobian)
{
    static const char *const of[][2] = {
        {"crank", "euler"}, {"knife-edge", "natural"}, {"four-particles", "natural"}};
    hol_refusal why;
    hol_experiment *x = hol_experiment_open(&(hol_setup){.problem = hol_problem_named(of[_i][0]),
                                                         .method = hol_method_named("radau-ggl"),
                                                         .formulation = of[_i][1]},
                                            &why);
    ck_assert_msg(x, "%s", why.reason.text);
    ck_assert_int_eq(hol_start(x->s, 0, 0.01, NULL, x->z), HOL_OK);
    ck_assert_int_eq(hol_step(x->s, 0.01, x->z), HOL_OK);
    const hol_radau *R = &((const hol_radau_ggl *)x->s->aux)->R;
    division_beside_product(x->s, 0, R->gamma, 0);
    division_beside_product(x->s, 1, R->alpha, -R->beta);
    hol_experiment_close(x);
}
END_TEST

/* ---------------------------------------------------------------- what a step costs */

/* Factors serve several steps, the last step's polynomial starts the iteration, and no derivative
 * of the constraints is a difference over the columns. */
START_TEST(a_step_takes_few_iterations_and_fewer_factors)
{
    hol_experiment *x = experiment("radau-ggl", hol_problem_named("crank"), NULL, NULL);
    const hol_counters *count = x->s->count;
    const double h = 0.002;
    enum { STEPS = 100 };
    ck_assert_int_eq(hol_start(x->s, 0, h, NULL, x->z), HOL_OK);
    hol_counters before = *count;
    for (int i = 0; i < STEPS; i++) {
        ck_assert_int_eq(hol_step(x->s, h, x->z), HOL_OK);
        x->z->t += h;
    }
    expect_at_most("crank", "iterations a step", (double)(count->newton - before.newton) / STEPS,
                   7);
    expect_at_most("crank", "Jacobians a step",
                   (double)(count->factorisations - before.factorisations - STEPS) / (2 * STEPS),
                   0.2);
    expect_at_most("crank", "Hessians of a row a step",
                   (double)(count->hessians - before.hessians) / (STEPS * x->sys->nc), 1.5);
    hol_experiment_close(x);
}
END_TEST

/* The first guess is all but exact, and what factors of an earlier step leave of it is not mistaken
 * for round-off. */
START_TEST(small_steps_keep_the_constraints_to_round_off)
{
    hol_experiment *x = experiment("radau-ggl", hol_problem_named("flyball"), NULL, NULL);
    const double h = 1e-4;
    double *phi = hol_new(x->sys->nc, sizeof *phi), most = 0;
    ck_assert_int_eq(hol_start(x->s, 0, h, NULL, x->z), HOL_OK);
    for (int i = 0; i < 800; i++) {
        ck_assert_int_eq(hol_step(x->s, h, x->z), HOL_OK);
        x->z->t += h;
        hol_constraints(x->sys, x->z->t, x->z->q, phi, NULL);
        most = fmax(most, hol_norm_max(x->sys->nc, phi));
    }
    expect_at_most("flyball", "Phi", most, 2e-14);
    free(phi);
    hol_experiment_close(x);
}
END_TEST

/* A state has the place of its matrices: another stepper makes them there and goes on alike. */
START_TEST(another_stepper_goes_on_with_the_same_bits)
{
    hol_experiment *x = experiment("radau-ggl", hol_problem_named("crank"), NULL, NULL);
    hol_stepper *other = hol_stepper_new(x->sys, hol_method_named("radau-ggl"), NULL, NULL, NULL);
    hol_state *z = hol_state_new(x->sys, hol_method_named("radau-ggl"), NULL);
    const double h = 0.002;
    ck_assert(other && z);
    ck_assert_int_eq(hol_start(x->s, 0, h, NULL, x->z), HOL_OK);
    ck_assert_int_eq(hol_start(other, 0, h, NULL, z), HOL_OK);
    for (int i = 0; i < 6; i++, x->z->t += h, z->t += h) {
        ck_assert_int_eq(hol_step(x->s, h, x->z), HOL_OK);
        ck_assert_int_eq(hol_step(i % 2 ? other : x->s, h, z), HOL_OK);
    }
    ck_assert_mem_eq(z->q, x->z->q, (size_t)x->sys->nq * sizeof *z->q);
    ck_assert_mem_eq(z->v, x->z->v, (size_t)x->sys->nv * sizeof *z->v);
    hol_state_free(z);
    hol_stepper_free(other);
    hol_experiment_close(x);
}
END_TEST

/* ---------------------------------------------------------------- a stiff mechanism */

/* A double pendulum whose second rod is a stiff spring with a damper: the modes of the spring are
 * e^(-1.1e3 t) and e^(-8.9e3 t), those of the swing a few in a second. */
static void build_stiff(hol_model *model, const double par[])
{
    (void)par;
    hol_body first = {
        .name = "first", .shape = HOL_POINT, .m = 1, .at = {.r = {0.8, 0, -0.6}, .p = {1}}};
    hol_body second = first;
    memcpy(second.name, "other", sizeof "other");
    second.at.r[0] = 1.8;
    int a = hol_add_body(model, &first), b = hol_add_body(model, &second);
    hol_distance(model, "rod", hol_point(HOL_GROUND, 0, 0, 0), hol_point(a, 0, 0, 0), 1);
    hol_spring(model, hol_point(a, 0, 0, 0), hol_point(b, 0, 0, 0), 5e6, 1, 5e3);
    hol_gravity(model, (double[]){0, 0, -9.81});
}

static const hol_problem stiff = {
    .name = "stiff pendulum", .build = build_stiff, .t_end = 1, .step = 0.01};

static long run_stiff(const char *method, double tolerance, hol_pose pose[2])
{
    hol_experiment *x = experiment(method, &stiff, NULL, NULL);
    hol_advance a = {.s = x->s,
                     .z = x->z,
                     .h = 1e-4,
                     .t_end = stiff.t_end,
                     .adaptive = true,
                     .error_order = x->claims.error_order,
                     .max_steps = 100000};
    x->s->rtol = x->s->atol = tolerance;
    ck_assert_int_eq(hol_start(x->s, 0, a.h, NULL, x->z), HOL_OK);
    hol_advance_run(&a);
    ck_assert_msg(a.status == HOL_OK, "%s: %s", method, a.message.text);
    hol_poses(x->sys, x->z->q, x->z->v, pose);
    hol_experiment_close(x);
    return a.steps + a.rejected;
}

START_TEST(a_stiff_spring_does_not_hold_up_the_steps)
{
    hol_pose truth[2], pose[2];
    run_stiff("jet-dop853", 1e-10, truth);
    long explicit_steps = run_stiff("jet-dp5", 1e-4, pose);
    long steps = run_stiff("radau-ggl", 1e-4, pose);
    hol_error e = hol_error_between(2, pose, truth, 0, NULL, NULL);
    if (hol_verbose()) printf("%ld steps, jet-dp5 %ld\n", steps, explicit_steps);
    expect_at_most("radau-ggl", "error of the position", e.position, 1e-4);
    ck_assert_msg(20 * steps <= explicit_steps, "%ld steps, jet-dp5 %ld", steps, explicit_steps);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {omega_is_the_inverse_of_the_published_matrix_and_T_transforms_it, 2},
        {the_weights_of_the_estimate_are_the_published_ones, 1},
        {a_step_multiplies_the_modes_of_a_linear_spring_by_the_stability_function, 2 * SPRINGS},
        {the_jacobian_is_the_slope_of_the_residual, 5},
        {the_linear_systems_of_a_step_are_those_of_the_jacobian, 3},
        {a_step_takes_few_iterations_and_fewer_factors, 1},
        {small_steps_keep_the_constraints_to_round_off, 1},
        {another_stepper_goes_on_with_the_same_bits, 1},
        {a_stiff_spring_does_not_hold_up_the_steps, 1}};
    return hol_run_loops("radau", loop, sizeof loop / sizeof *loop);
}
