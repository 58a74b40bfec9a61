/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spook on bodies that turn in space, on the knife edge, on the ladder and, at the step of paper
 * 001, on every problem. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/run.h"
#include "tests/claims.h"
#include "tests/suite.h"

/* ---------------------------------------------------------------- bodies that turn */

static double spin(const hol_trial *T, double *energy)
{
    hol_eval *sys = T->sys;
    double M[9], p[3], L[3];
    ck_assert(sys->nv == 3 && sys->ns == 3);
    hol_mass(sys, T->z->q, M);
    hol_multiply(&sys->M, M, T->z->v, p);
    hol_momentum(sys, T->z->q, p, L);
    *energy = hol_kinetic(sys, T->z->q, T->z->v);
    return hol_norm(3, L);
}

/* A free body over `steps`: the largest relative changes of its energy and of |L|. */
static void free_body(const char *gyroscopic, double h, int steps, double *energy, double *momentum)
{
    static const char *const parameter[] = {"omega1=0.7", "J2=2.2"};
    hol_trial T;
    double E0, E;
    const char *const option[] = {gyroscopic, "start=plain"}; /* the velocity of the recurrence */
    hol_trial_with(&T, "spook", hol_problem_named("rigid-body"), 2, parameter, "lie", 2, option);
    hol_trial_start(&T, h);
    double L0 = spin(&T, &E0);
    *energy = *momentum = 0;
    for (int n = 1; n <= steps; n++) {
        hol_trial_step(&T, h, n);
        *momentum = fmax(*momentum, fabs(spin(&T, &E) / L0 - 1));
        *energy = fmax(*energy, fabs(E / E0 - 1));
    }
    hol_trial_close(&T);
}

/* The implicit midpoint rule keeps what is quadratic in Omega; the explicit force keeps neither,
 * its error falls with the step. */
START_TEST(a_free_body_keeps_its_energy_and_spin_by_the_midpoint_rule)
{
    double E, L, E1, L1, E2, L2;
    free_body("gyroscopic=midpoint", 0.05, 10000, &E, &L);
    expect_at_most("spook, rigid-body, lie", "energy", E, 1e-12);
    expect_at_most("spook, rigid-body, lie", "|L|", L, 1e-12);
    free_body("gyroscopic=explicit", 0.002, 1000, &E1, &L1);
    free_body("gyroscopic=explicit", 0.001, 2000, &E2, &L2);
    if (hol_verbose()) printf("explicit: E %.2e, %.2e; |L| %.2e, %.2e\n", E1, E2, L1, L2);
    ck_assert_double_gt(E2, 1e-6);
    ck_assert_msg(fabs(log2(E1 / E2) - 1) < 0.1, "energy %g, %g: order %.3f", E1, E2,
                  log2(E1 / E2));
    ck_assert_msg(fabs(log2(L1 / L2) - 1) < 0.1, "|L| %g, %g: order %.3f", L1, L2, log2(L1 / L2));
}
END_TEST

/* ---------------------------------------------------------------- the knife edge */

/* The error of the position at t = 1 s and the slip there; gamma: of (27), over h. */
static double knife_edge(double gamma, double h, double *slip)
{
    char text[32];
    const char *const option[] = {text};
    hol_trial T;
    hol_pose truth;
    snprintf(text, sizeof text, "gamma=%.17g", gamma);
    hol_trial_named(&T, "spook", hol_problem_named("knife-edge"), NULL, 1, option);
    hol_eval *sys = T.sys;
    double A[4], w;
    ck_assert(hol_trial_run(&T, h, (int)nearbyint(1 / h)));
    ck_assert(hol_trial_truth(&T, 1, &truth));
    hol_nonholonomic_rows(sys, 1, T.z->q, A, &w);
    hol_multiply(&sys->A, A, T.z->v, slip);
    double error = hypot(T.z->q[0] - truth.r[0], T.z->q[1] - truth.r[1]);
    hol_trial_close(&T);
    return error;
}

/* gamma of (27) proportional to h: slip and error are of order 1; gamma fixed: neither goes to 0.
 */
START_TEST(the_knife_edge_converges_where_gamma_is_proportional_to_h)
{
    double slip[2], h = 0.01, e = knife_edge(0.5, h, slip);
    for (h /= 2; h > 0.001; h /= 2) {
        double now = knife_edge(0.5, h, slip + 1);
        double order = log2(e / now), of_slip = log2(fabs(slip[0] / slip[1]));
        if (hol_verbose())
            printf("h = %g: error %.3e, order %.3f; slip %.3f\n", h, now, order, of_slip);
        ck_assert_msg(fabs(order - 1) < 0.1, "h = %g: error %g, order %.3f", h, now, order);
        ck_assert_msg(fabs(of_slip - 1) < 0.1, "h = %g: slip %g, order %.3f", h, slip[1], of_slip);
        e = now;
        slip[0] = slip[1];
    }
    double fixed = knife_edge(0.5 / h, h, slip), half = knife_edge(1 / h, h / 2, slip);
    ck_assert_msg(half > 0.9 * fixed, "gamma fixed: error %g, %g at half the step", fixed, half);
}
END_TEST

/* ---------------------------------------------------------------- the ladder */

enum { BODIES = 16 }; /* of five squares */

/* The largest error of a body's position at t = 0.5 s, against the reference. */
static double ladder_error(const char *start, int steps_a_second)
{
    const char *const option[] = {start, "epsilon=1e-13"};
    hol_trial T;
    hol_pose pose[BODIES], truth[BODIES];
    double most = 0;
    hol_trial_named(&T, "spook", hol_problem_named("ladder"), NULL, 2, option);
    ck_assert(T.sys->nb == BODIES && hol_trial_run(&T, 1. / steps_a_second, steps_a_second / 2));
    ck_assert(hol_trial_truth(&T, 0.5, truth));
    hol_poses(T.sys, T.z->q, T.z->v, pose);
    for (int b = 0; b < BODIES; b++)
        for (int i = 0; i < 3; i++) most = fmax(most, fabs(pose[b].r[i] - truth[b].r[i]));
    hol_trial_close(&T);
    return most;
}

START_TEST(the_motion_of_the_ladder_is_of_order_1_or_from_half_a_step_before_2)
{
    static const char *const begun[] = {"start=plain", "start=half-step"};
    double last = ladder_error(begun[_i], 120);
    for (int k = 240; k <= 960; k *= 2) {
        double now = ladder_error(begun[_i], k), order = log2(last / now);
        if (hol_verbose())
            printf("%s, h = 1/%d: error %.3e, order %.2f\n", begun[_i], k, now, order);
        ck_assert_msg(fabs(order - 1 - _i) < 0.1, "%s, h = 1/%d: order %.3f", begun[_i], k, order);
        last = now;
    }
}
END_TEST

/* By hand: of a mass that falls, v_0 = v(0) + g h/2 and q_k is exact; the state has the velocity at
 * the node; the plain one is half a step early. */
START_TEST(a_mass_that_falls_is_exact_from_half_a_step_before)
{
    const char *const option[] = {_i ? "start=half-step" : "start=plain"};
    const double h = 0.1, g = 9.81;
    hol_model *model = hol_model_new();
    hol_body body = {
        .name = "mass", .shape = HOL_POINT, .m = 2.3, .at = {.p = {1}, .v = {0, 0, 3}}};
    hol_message why;
    hol_status status;
    bool unfit;
    double opt[16];
    const hol_method *spook = hol_method_named("spook");
    hol_add_body(model, &body);
    hol_gravity(model, (double[3]){0, 0, -g});
    hol_option_defaults(spook->options, opt);
    ck_assert(hol_option_set(spook->options, "option", option[0], opt, &why));
    hol_eval *sys =
        hol_eval_take(hol_realise(model, hol_formulation_named("natural"), &unfit, &why));
    hol_stepper *s = hol_stepper_new(sys, spook, opt, &status, NULL);
    hol_state *z = hol_state_new(sys, spook, opt);
    ck_assert(z && hol_start(s, 0, h, NULL, z) == HOL_OK && fabs(z->v[2] - 3) < 1e-15);
    for (int n = 1; n <= 10; n++) {
        double t = n * h, early = _i ? 0 : 0.5 * g * h * t;
        ck_assert_int_eq(hol_step(s, h, z), HOL_OK);
        z->t = t;
        ck_assert_double_eq_tol(z->q[2], 3 * t - 0.5 * g * t * t - early, 1e-13);
        ck_assert_double_eq_tol(z->v[2], 3 - g * t, 1e-13);
    }
    hol_state_free(z);
    hol_stepper_free(s);
    hol_eval_free(sys);
    hol_model_free(model);
}
END_TEST

/* ---------------------------------------------------------------- every problem */

/* At h = 1/60 s it comes to the end, or the run says why not; where it does not fit, what is
 * missing.
 */
START_TEST(every_problem_is_stepped_at_the_step_of_the_paper)
{
    const hol_problem *problem = hol_problem_at(_i);
    int ran = 0;
    for (int f = 0; hol_formulation_at(f); f++) {
        hol_result r;
        hol_case c = hol_case_of(problem, hol_method_named("spook"));
        c.formulation = hol_formulation_name(hol_formulation_at(f));
        c.h = 1 / 60.;
        c.repeats = 0;
        hol_outcome outcome = hol_run(&c, &r);
        if (outcome == HOL_RAN) {
            const hol_diagnostics *d = r.diagnostics;
            const hol_eval *sys = r.x->sys;
            double off = sys->nj ? d->phi : 0;
            if (sys->nc > sys->nj) off += d->phi_inner;
            if (sys->nc + sys->na) off += d->gv;
            ran++;
            if (hol_verbose())
                printf("%s, %s: %s at t = %g, Phi %.2e, inner %.2e, G v %.2e\n", problem->name,
                       c.formulation, hol_result_status(&r), r.x->z->t, d->phi, d->phi_inner,
                       d->gv);
            ck_assert_msg(r.status == HOL_OK || r.message.text[0], "%s in %s: %s, and why?",
                          problem->name, c.formulation, hol_result_status(&r));
            ck_assert_msg(isfinite(off), "%s in %s: not finite", problem->name, c.formulation);
        } else {
            ck_assert_msg(outcome == HOL_UNFIT && r.message.text[0], "%s in %s: %s", problem->name,
                          c.formulation, r.message.text);
        }
        hol_result_free(&r);
    }
    ck_assert_int_gt(ran, 0);
}
END_TEST

int main(void)
{
    int problems = 0;
    while (hol_problem_at(problems)) problems++;
    Suite *suite = suite_create("spook in motion");
    TCase *tcase = tcase_create("spook in motion");
    tcase_add_test(tcase, a_free_body_keeps_its_energy_and_spin_by_the_midpoint_rule);
    tcase_add_test(tcase, the_knife_edge_converges_where_gamma_is_proportional_to_h);
    tcase_add_loop_test(tcase, the_motion_of_the_ladder_is_of_order_1_or_from_half_a_step_before_2,
                        0, 2);
    tcase_add_loop_test(tcase, a_mass_that_falls_is_exact_from_half_a_step_before, 0, 2);
    tcase_add_loop_test(tcase, every_problem_is_stepped_at_the_step_of_the_paper, 0, problems);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
