/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What taylor says of itself beside the claims of every method: coefficients serve every trial from
 * a state, errors of a step do not grow in the next ones, orders are those asked for, dense output
 * is as exact as the step, and a step as long as its last terms allow. */
#include <math.h>
#include <string.h>

#include "holonomy/advance.h"
#include "holonomy/dense.h"
#include "holonomy/diagnostics.h"
#include "holonomy/memory.h"
#include "holonomy/so3.h"
#include "tests/claims.h"
#include "tests/suite.h"

/* At steps under control to the time t, of the reference: the largest error of position, angle and
 * velocity. */
static double error_at(hol_trial *T, double t, double tolerance)
{
    int nb = T->sys->nb;
    hol_pose *pose = hol_new(2 * nb, sizeof *pose), *truth = pose + nb;
    hol_advance a = {.s = T->s,
                     .z = T->z,
                     .h = 0.01,
                     .t_end = t,
                     .adaptive = true,
                     .error_order = T->claims.error_order,
                     .max_steps = 10000};
    T->s->rtol = T->s->atol = tolerance;
    hol_trial_start(T, a.h);
    hol_advance_run(&a);
    ck_assert_msg(a.status == HOL_OK, "%s: %s", T->name, a.message.text);
    ck_assert(hol_trial_truth(T, t, truth));
    hol_poses(T->sys, T->z->q, T->z->v, pose);
    hol_error e = hol_error_between(nb, pose, truth, 0, NULL, NULL);
    free(pose);
    return fmax(fmax(e.position, e.orientation), e.velocity);
}

/* The nutating top takes steps of which every one turns it by about one radian: with the matrix of
 * the series at another place than its state the error is 5e-6 after 80 of them. */
START_TEST(errors_of_a_step_do_not_grow_in_the_next)
{
    hol_trial T;
    hol_trial_named(&T, "taylor", hol_problem_named("top"), "natural", 0, NULL);
    double error = error_at(&T, 10, 1e-12);
    ck_assert_msg(error < 1e-10, "error %.3g", error);
    hol_trial_close(&T);
}
END_TEST

/* A trial that is refused costs neither a factorisation nor a solve; the next one from the same
 * state costs those of the new state alone: corrections and its coefficients, to the degree 23 at
 * this tolerance. */
START_TEST(the_coefficients_of_a_state_serve_every_trial_from_it)
{
    hol_trial T;
    hol_trial_named(&T, "taylor", hol_problem_named("quadrangle"), "natural", 0, NULL);
    T.s->rtol = T.s->atol = 1e-9;
    hol_trial_start(&T, 0.01);
    ck_assert_int_eq(hol_step(T.s, 1, T.z), HOL_REJECT);
    ck_assert_double_gt(T.s->error, 1);
    hol_counters before = *T.sys->count;
    ck_assert_int_eq(hol_step(T.s, 0.5, T.z), HOL_REJECT);
    ck_assert_int_eq(T.sys->count->factorisations, before.factorisations);
    ck_assert_int_eq(T.sys->count->solves, before.solves);
    ck_assert_int_eq(hol_step(T.s, 0.01, T.z), HOL_OK);
    long factorisations = T.sys->count->factorisations - before.factorisations;
    long solves = T.sys->count->solves - before.solves;
    ck_assert_msg(factorisations <= 2, "%ld factorisations", factorisations);
    ck_assert_msg(solves <= 3 + 22, "%ld solves", solves);
    hol_trial_close(&T);
}
END_TEST

/* The next step is that which the new state allows: only the first one may be too long. */
START_TEST(no_step_is_refused_after_the_first)
{
    static const char *const name[] = {"pendulum", "quadrangle"};
    for (int k = 0; k < 2; k++) {
        hol_trial T;
        hol_trial_named(&T, "taylor", hol_problem_named(name[k]), "natural", 0, NULL);
        error_at(&T, 2, 1e-8);
        const hol_counters *c = T.sys->count;
        ck_assert_msg(c->steps >= 8 && c->rejected <= 1, "%s: %ld steps, %ld refused", name[k],
                      c->steps, c->rejected);
        hol_trial_close(&T);
    }
}
END_TEST

/* However coarse the step: the rows are linear in v at the place that the series is about. */
START_TEST(one_correction_is_all_that_the_velocity_needs)
{
    enum { MOST = 512 };
    const char *const option[] = {"order=2"};
    hol_trial T;
    double G[MOST], Gv[MOST], most = 0;
    hol_trial_named(&T, "taylor", hol_problem_named("pendulum"), "natural", 1, option);
    ck_assert(hol_trial_run(&T, 0.05, 10));
    ck_assert_int_le(T.sys->G.nnz, MOST);
    hol_constraints(T.sys, T.z->t, T.z->q, NULL, G);
    hol_multiply(&T.sys->G, G, T.z->v, Gv);
    for (int i = 0; i < T.sys->nc; i++) most = fmax(most, fabs(Gv[i]));
    ck_assert_msg(most < 1e-13, "|G v| = %.3g", most);
    hol_trial_close(&T);
}
END_TEST

static const int orders[] = {4, 6, 9, 13, 18};
enum { ORDERS = sizeof orders / sizeof *orders };

/* The slope of the error after 10 s, of errors from 1e-5 down to 1e-12. */
START_TEST(the_order_is_the_one_asked_for)
{
    char order[32];
    snprintf(order, sizeof order, "order=%d", orders[_i]);
    const char *const option[] = {order};
    hol_trial T;
    hol_trial_named(&T, "taylor", hol_problem_named("gyrostat"), "natural", 1, option);
    ck_assert_double_eq(T.claims.order_q, orders[_i]);
    int nb = T.sys->nb;
    hol_pose *pose = hol_new(2 * nb, sizeof *pose), *truth = pose + nb;
    ck_assert(hol_trial_truth(&T, 10, truth));
    double n = 0, x = 0, y = 0, xx = 0, xy = 0; /* sums over log h and log error */
    for (int steps = 2; steps < 4000; steps += 1 + steps / 20) {
        double h = 10. / steps;
        if (!hol_trial_run(&T, h, steps)) continue; /* too coarse */
        hol_poses(T.sys, T.z->q, T.z->v, pose);
        double error = hol_error_between(nb, pose, truth, 0, NULL, NULL).orientation;
        if (error < 1e-12) break;
        if (error > 1e-5) continue;
        n++, x += log(h), y += log(error), xx += log(h) * log(h), xy += log(h) * log(error);
    }
    double order_seen = (n * xy - x * y) / (n * xx - x * x);
    ck_assert_msg(n >= 6 && fabs(order_seen - orders[_i]) < 0.6, "order %.2f of %d (%g steps)",
                  order_seen, orders[_i], n);
    free(pose);
    hol_trial_close(&T);
}
END_TEST

/* Within a long step, against short ones. */
START_TEST(dense_output_is_as_exact_as_the_step)
{
    enum { MOST = 64, PARTS = 8 };
    const char *const option[] = {"order=24"};
    hol_trial T, fine;
    hol_trial_named(&T, "taylor", hol_problem_named("pendulum"), "natural", 1, option);
    hol_trial_named(&fine, "taylor", hol_problem_named("pendulum"), "natural", 1, option);
    double h = 0.08, q[MOST], v[MOST];
    ck_assert_int_le(T.sys->nv, MOST);
    hol_trial_start(&T, h);
    hol_trial_start(&fine, h / PARTS);
    hol_trial_step(&T, h, 1);
    for (int part = 1; part <= PARTS; part++) {
        hol_trial_step(&fine, h / PARTS, part);
        ck_assert_int_eq(hol_dense_output(T.s, h, T.z, (double)part / PARTS, q, v), HOL_OK);
        double off = fmax(hol_apart(T.sys->nq, q, fine.z->q), hol_apart(T.sys->nv, v, fine.z->v));
        ck_assert_msg(off < 1e-13, "part %d: off by %.3g", part, off);
    }
    hol_trial_close(&T);
    hol_trial_close(&fine);
}
END_TEST

/* ---------------------------------------------------------------- the longest step */

enum { STIFFNESS = 50, DEGREE = 10 };
static const double x0 = 0.3, v0 = 0.02;

/* A point mass of 1 kg on a spring of no length, on a line: x'' = -w^2 x. */
static void build_oscillator(hol_model *model, const double par[])
{
    (void)par;
    hol_body b = {.name = "b", .shape = HOL_POINT, .m = 1};
    b.at = (hol_pose){.r = {x0, 0, 0}, .p = {1, 0, 0, 0}, .v = {v0, 0, 0}};
    int body = hol_add_body(model, &b);
    hol_spring(model, hol_point(HOL_GROUND, 0, 0, 0), hol_point(body, 0, 0, 0), STIFFNESS, 0, 0);
}

/* |q_k| of x0 cos wt + v0/w sin wt */
static double coefficient(int k)
{
    double w = sqrt(STIFFNESS);
    return pow(w, k) / tgamma(k + 1) * (k % 2 ? v0 / w : x0);
}

/* At the longest step the largest of the last terms of q and v is the tolerance, or that of the
 * last but one what it is where terms fall to it evenly. */
START_TEST(the_longest_step_has_last_terms_of_the_tolerance)
{
    const hol_problem oscillator = {.name = "oscillator", .build = build_oscillator, .t_end = 1};
    const hol_method *method = hol_method_named("taylor");
    const double rtol = 1e-9, h = 1;
    double option[16] = {0}, most = 0;
    hol_message why;
    hol_refusal refusal;
    hol_option_defaults(method->options, option);
    ck_assert(hol_option_set(method->options, "option", "order=10", option, &why));
    hol_experiment *x = hol_experiment_open(
        &(hol_setup){.problem = &oscillator, .method = method, .options = option}, &refusal);
    ck_assert_msg(x, "%s", x ? "" : refusal.reason.text);
    x->s->rtol = rtol;
    ck_assert_int_eq(hol_start(x->s, 0, h, NULL, x->z), HOL_OK);
    ck_assert_int_eq(hol_step(x->s, h, x->z), HOL_REJECT);
    double longest = h / pow(x->s->error, 1. / DEGREE);
    for (int k = DEGREE; k <= DEGREE + 1; k++) {
        double share = k > DEGREE ? 1 : pow(rtol, 1. / k), q = share * coefficient(k) / rtol;
        most = fmax(most, q * pow(longest, k) / x0);
        most = fmax(most, k * q * pow(longest, k - 1) / v0);
    }
    ck_assert_double_eq_tol(most, 1, 1e-9);
    hol_experiment_close(x);
}
END_TEST

/* Advances to t under control at this tolerance. */
static hol_status advance(hol_experiment *x, double t, double tolerance)
{
    hol_advance a = {.s = x->s,
                     .z = x->z,
                     .h = 0.001,
                     .t_end = t,
                     .adaptive = true,
                     .error_order = x->claims.error_order,
                     .max_steps = 1000};
    x->s->rtol = x->s->atol = tolerance;
    ck_assert_int_eq(hol_start(x->s, 0, a.h, NULL, x->z), HOL_OK);
    hol_advance_run(&a);
    return a.status;
}

static double energy_of(hol_experiment *x)
{
    return hol_kinetic(x->sys, x->z->q, x->z->v) + hol_potential(x->sys, x->z->q);
}

static void build_spinner(hol_model *m, const double par[])
{
    (void)par;
    hol_body body = {.name = "body",
                     .m = 1,
                     .J = {2, 2, 3},
                     .at = {.r = {0, 0, 0.5}, .p = {1}, .omega = {0, 0, 100}}};
    hol_spherical(m, "point", hol_point(HOL_GROUND, 0, 0, 0),
                  hol_point(hol_add_body(m, &body), 0, 0, -0.5));
}

/* The rates of one that spins about its axis of symmetry are constant: it is the series of its
 * rotation matrix that a step must resolve. */
START_TEST(a_rotation_at_constant_rates_limits_the_step)
{
    const hol_problem spinner = {.name = "spinner", .build = build_spinner, .t_end = 1};
    const double t = 0.7, half = 35, p[4] = {cos(half), 0, 0, sin(half)};
    hol_refusal refusal;
    hol_experiment *x = hol_experiment_open(&(hol_setup){.problem = &spinner,
                                                         .method = hol_method_named("taylor"),
                                                         .formulation = "joint"},
                                            &refusal);
    ck_assert_msg(x, "%s", x ? "" : refusal.reason.text);
    ck_assert_int_eq(advance(x, t, 1e-10), HOL_OK);
    hol_pose at;
    hol_poses(x->sys, x->z->q, x->z->v, &at);
    double angle = hol_quaternion_angle(at.p, p);
    ck_assert_msg(fmin(angle, 2 * M_PI - angle) < 1e-8, "off by %.3g rad", angle);
    hol_experiment_close(x);
}
END_TEST

static void build_jump(hol_model *m, const double par[])
{
    (void)par;
    hol_body body = {.name = "body",
                     .m = 1,
                     .J = {0.1, 0.1, 0.1},
                     .at = {.r = {-0.1 * cos(0.5), -0.1 * sin(0.5), 0},
                            .p = {cos(0.25), 0, 0, sin(0.25)},
                            .v = {0.4 * sin(0.5), -0.4 * cos(0.5), 0},
                            .omega = {0, 0, 4}}};
    hol_revolute(m, "hinge", hol_point(HOL_GROUND, 0, 0, 0),
                 hol_point(hol_add_body(m, &body), 0.1, 0, 0), hol_direction(HOL_GROUND, 0, 0, 1),
                 hol_direction(0, 0, 0, 1));
    hol_joint_spring(m, "hinge", HOL_ANGLE, 0.1, 0, 0);
}

/* A torsion spring that turns round and round: its force jumps at half a turn, its energy does not.
 * No term tells of the jump. */
START_TEST(a_jump_of_a_force_is_no_part_of_a_step)
{
    const hol_problem jump = {.name = "jump", .build = build_jump, .t_end = 5};
    hol_refusal refusal;
    hol_experiment *x = hol_experiment_open(&(hol_setup){.problem = &jump,
                                                         .method = hol_method_named("taylor"),
                                                         .formulation = _i ? "joint" : "natural"},
                                            &refusal);
    ck_assert_msg(x, "%s", x ? "" : refusal.reason.text);
    ck_assert_int_eq(advance(x, 5, 1e-9), HOL_OK);
    double energy = energy_of(x), wanted = 0.5 * 0.11 * 16 + 0.5 * 0.1 * 0.25;
    ck_assert_msg(fabs(energy - wanted) < 1e-6 * wanted, "%.10g J, not %.10g", energy, wanted);
    hol_experiment_close(x);
}
END_TEST

/* Without its torque the triple slider-crank comes to a singular configuration at 2.93 s, where a
 * step that ends beside it has velocities of any size: it goes on as it was, or ends. */
START_TEST(no_energy_is_lost_at_a_singular_configuration)
{
    double par[64];
    hol_message why;
    hol_refusal refusal;
    const hol_problem *problem = hol_problem_named("triple-slider-crank");
    hol_option_defaults(problem->parameters, par);
    ck_assert(hol_option_set(problem->parameters, "parameter", "K=0", par, &why));
    hol_experiment *x = hol_experiment_open(&(hol_setup){.problem = problem,
                                                         .parameters = par,
                                                         .method = hol_method_named("taylor"),
                                                         .formulation = _i ? "joint" : "natural"},
                                            &refusal);
    ck_assert_msg(x, "%s", x ? "" : refusal.reason.text);
    advance(x, 10, pow(10, -6 - _i / 2));
    ck_assert_msg(fabs(energy_of(x) - 272) < 1e-3, "%.10g J at %g s", energy_of(x), x->z->t);
    hol_experiment_close(x);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("taylor");
    TCase *tcase = tcase_create("taylor");
    tcase_add_test(tcase, errors_of_a_step_do_not_grow_in_the_next);
    tcase_add_test(tcase, the_coefficients_of_a_state_serve_every_trial_from_it);
    tcase_add_test(tcase, no_step_is_refused_after_the_first);
    tcase_add_test(tcase, one_correction_is_all_that_the_velocity_needs);
    tcase_add_loop_test(tcase, the_order_is_the_one_asked_for, 0, ORDERS);
    tcase_add_test(tcase, dense_output_is_as_exact_as_the_step);
    tcase_add_test(tcase, the_longest_step_has_last_terms_of_the_tolerance);
    tcase_add_test(tcase, a_rotation_at_constant_rates_limits_the_step);
    tcase_add_loop_test(tcase, a_jump_of_a_force_is_no_part_of_a_step, 0, 2);
    tcase_add_loop_test(tcase, no_energy_is_lost_at_a_singular_configuration, 0, 16);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
