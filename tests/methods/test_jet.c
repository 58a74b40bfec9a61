/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the jet-space methods promise of every accepted step, of work from outside, and of their
 * errors. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/advance.h"
#include "holonomy/dense.h"
#include "holonomy/diagnostics.h"
#include "holonomy/invariants.h"
#include "holonomy/memory.h"
#include "holonomy/projection.h"
#include "tests/claims.h"
#include "tests/generic.h"
#include "tests/probes/probes.h"

enum { MOST = 128 };

/* ---------------------------------------------------------------- accepted steps */

typedef struct {
    hol_trial *T;
    hol_invariants *I;
    double energy, length, speed, most; /* of energy, the largest over its scale */
    int steps;
} watcher;

static void look(void *self, const hol_node *node)
{
    watcher *W = self;
    hol_eval *sys = node->s->sys;
    double phi[MOST], G[MOST * 8], Gv[MOST], f[1];
    if (sys->nc) {
        hol_constraints(sys, node->z->t, node->z->q, phi, G);
        hol_multiply(&sys->G, G, node->z->v, Gv);
        W->length = fmax(W->length, hol_norm(sys->nc, phi) / sys->length);
        W->speed = fmax(W->speed, hol_norm(sys->nc, Gv) / sys->speed);
    }
    hol_invariants_at(W->I, node->s->work, node->z->q, node->z->v, f);
    if (W->steps++ == 0) W->energy = f[0];
    W->most = fmax(W->most, fabs(f[0] - W->energy) / W->I->scale[0]);
}

static hol_status run_observed(hol_trial *T, double tolerance, double span, hol_observer *observe,
                               void *observer)
{
    hol_advance a = {.s = T->s,
                     .z = T->z,
                     .h = 0.01,
                     .t_end = span,
                     .adaptive = true,
                     .error_order = T->claims.error_order,
                     .max_steps = 100000,
                     .observe = observe,
                     .observer = observer};
    T->s->rtol = T->s->atol = tolerance;
    hol_trial_start(T, a.h);
    hol_advance_run(&a);
    return a.status;
}

static hol_status run(hol_trial *T, double tolerance, double span, watcher *W)
{
    return run_observed(T, tolerance, span, W ? look : NULL, W);
}

START_TEST(every_accepted_step_meets_the_newton_tolerance)
{
    static const struct {
        int count;
        const char *option[3];
        bool energy;
        bool apart; /* joints and inner constraints are judged apart */
    } way[] = {
        {0, {NULL}, false, false},
        {1, {"projection=orthogonal"}, false, false},
        {1, {"inner=in-turn"}, false, false},
        {1, {"newton=frozen"}, false, false},
        {2, {"newton=full", "forcing=0.1"}, false, false},
        {1, {"invariant=energy"}, true, false},
        {2, {"invariant=energy", "imposed=in-turn"}, true, false},
        {3, {"inner=nested", "invariant=energy", "imposed=in-turn"}, true, true},
        {2, {"invariant=energy", "projection=orthogonal"}, true, false},
    };
    static const char *const problem[] = {"pendulum", "double-spherical-pendulum"};
    static const char *const method[] = {"jet-dp5", "jet-dop853"};
    const double rtol = 1e-7, tolerance = 0.01 * rtol;
    for (size_t k = 0; k < sizeof way / sizeof *way; k++)
        for (int p = 0; p < 4; p++) {
            hol_trial T;
            hol_trial_named(&T, method[p / 2], hol_problem_named(problem[p % 2]), "euler",
                            way[k].count, way[k].option);
            watcher W = {.T = &T, .I = hol_invariants_new(T.s->memory, T.sys, HOL_KEEP_ENERGY)};
            ck_assert_int_eq(run(&T, rtol, 2, &W), HOL_OK);
            const char *option = way[k].count ? way[k].option[way[k].count - 1] : "";
            double most = (way[k].apart ? sqrt(2) : 1) * 1.01 * tolerance;
            ck_assert_msg(W.length <= most && W.speed <= most, "%s %s: %.3g, %.3g of %.3g", T.name,
                          option, W.length, W.speed, most);
            ck_assert_msg(!way[k].energy || W.most <= 1.01 * tolerance,
                          "%s %s: energy %.3g of %.3g", T.name, option, W.most, tolerance);
            hol_trial_close(&T);
        }
}
END_TEST

/* In turn a projection takes many rounds: the most iterations are those of a whole projection, of
 * which the mean cannot have more. */
START_TEST(the_most_iterations_are_of_a_whole_projection)
{
    static const char *const option[] = {"invariant=total-energy", "imposed=in-turn"};
    hol_trial T;
    hol_trial_named(&T, "jet-dp5", hol_problem_named("quadrangle"), "euler", 2, option);
    ck_assert_int_eq(run(&T, 1e-8, 1, NULL), HOL_OK);
    const hol_counters *c = T.s->count;
    ck_assert_int_gt(c->newton, 3 * c->projections);
    ck_assert_int_ge(c->newton_most * c->projections, c->newton);
    hol_trial_close(&T);
}
END_TEST

/* By the defaults, of every problem in every formulation. */
START_TEST(every_problem_stays_on_its_constraints_to_the_newton_tolerance)
{
    const double rtol = 1e-7, tolerance = 0.01 * rtol;
    hol_trial T;
    hol_trial_open(&T, _i);
    if (!strcmp(T.way.method->family, "jet") && T.way.option < 0 && T.sys->nc <= MOST &&
        T.sys->G.nnz <= 8 * MOST) {
        watcher W = {.T = &T, .I = hol_invariants_new(T.s->memory, T.sys, HOL_KEEP_ENERGY)};
        double span = fmin(1, 200 * T.way.problem->step); /* [s] */
        ck_assert_int_eq(run(&T, rtol, span, &W), HOL_OK);
        ck_assert_msg(W.length <= 1.01 * tolerance && W.speed <= 1.01 * tolerance,
                      "%s: %.3g, %.3g of %.3g", T.name, W.length, W.speed, tolerance);
    }
    hol_trial_close(&T);
}
END_TEST

/* A point mass on a rod in steady motion on a horizontal circle: least energy for its L_z, the
 * gradients of both depend on each other all the time. */
static void build_cone(hol_model *model, const double par[])
{
    const double g = 9.81, l = 1.3, r = 0.5, z = -1.2; /* r^2 + z^2 = l^2 */
    hol_body mass = {.name = "mass", .shape = HOL_POINT, .m = 1.7};
    mass.at = (hol_pose){.r = {r, 0, z}, .p = {1}, .v = {0, r * sqrt(-g / z) * par[0], 0}};
    int b = hol_add_body(model, &mass);
    hol_distance(model, "rod", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0), l);
    hol_gravity(model, (double[3]){0, 0, -g});
    hol_symmetry(model, "L_z", NULL, (double[3]){0, 0, 1}, NULL);
}

static const hol_option cone_parameters[] = {
    {"speed", HOL_REAL, 1, 0.1, 10, NULL, "against that of the steady motion [1]"}, {0}};
static const hol_problem cone = {.name = "cone",
                                 .source = "m v^2 / r = m g r / |z|",
                                 .about = "a conical pendulum",
                                 .drawing = "|\\o\n",
                                 .parameters = cone_parameters,
                                 .build = build_cone,
                                 .t_end = 1,
                                 .step = 0.01};

START_TEST(invariants_that_depend_on_each_other_are_kept)
{
    static const char *const way[] = {"imposed=together", "projection=orthogonal", "newton=full",
                                      "imposed=in-turn"};
    const double rtol = 1e-7, tolerance = 0.01 * rtol;
    for (int k = 0; k < 4; k++)
        for (int adaptive = 0; adaptive < 2; adaptive++) {
            const char *const option[] = {"invariant=energy+momenta", way[k]};
            hol_trial T;
            hol_trial_named(&T, "jet-dp5", &cone, "euler", 2, option);
            watcher W = {.T = &T, .I = hol_invariants_new(T.s->memory, T.sys, HOL_KEEP_ENERGY)};
            long steps = 200;
            if (adaptive)
                ck_assert_int_eq(run(&T, rtol, 2, &W), HOL_OK);
            else
                for (hol_trial_start(&T, 0.01); steps > 0; steps--)
                    ck_assert_int_eq(hol_step(T.s, 0.01, T.z), HOL_OK);
            double height = fabs(T.z->q[2] + 1.2);
            ck_assert_msg(height <= (adaptive ? 1e-4 : 1e-7), "%s %s: %.3g off the circle", T.name,
                          way[k], height);
            ck_assert_msg(W.most <= 1.01 * tolerance, "%s %s: energy %.3g of %.3g", T.name, way[k],
                          W.most, tolerance);
            hol_trial_close(&T);
        }
}
END_TEST

/* x less its part across the rows of G at q, of which there are two. */
static void flatten(hol_eval *sys, const double q[], double x[])
{
    double G[MOST], Gx[2], S[4] = {0}, row[2][MOST] = {{0}};
    int pivot[2];
    hol_constraints(sys, 0, q, NULL, G);
    hol_multiply(&sys->G, G, x, Gx);
    for (int i = 0; i < 2; i++)
        for (int k = sys->G.start[i]; k < sys->G.start[i + 1]; k++) row[i][sys->G.col[k]] = G[k];
    for (int i = 0; i < 4; i++) S[i] = hol_dot(sys->nv, row[i / 2], row[i % 2]);
    ck_assert_int_eq(hol_lu_factor(2, S, pivot), HOL_OK);
    hol_lu_solve(2, S, pivot, Gx);
    hol_multiply_transposed_add(&sys->G, G, -1, Gx, x);
}

/* From a state on the constraints to another energy, along the constraints and at once with them by
 * (5.2).  By the length of what q and v move along the constraints the first way is the shortest:
 * it stands upright on the way between the two ends, over which the energy is the same. */
START_TEST(the_way_along_the_constraints_to_an_invariant_is_the_shortest)
{
    static const hol_projection_kind kind[] = {HOL_PROJECTION_QUASI, HOL_PROJECTION_ORTHOGONAL};
    hol_trial T;
    hol_trial_named(&T, "jet-dp5", hol_problem_named("double-spherical-pendulum"), "euler", 0,
                    NULL);
    hol_trial_start(&T, 0.01);
    int n = T.sys->nv;
    hol_invariants *I = hol_invariants_new(T.s->memory, T.sys, HOL_KEEP_ENERGY);
    double move[2][2 * MOST], along = 0;
    for (int k = 0; k < 2; k++) {
        const hol_projection_how how = {.kind = kind[k]};
        hol_projection *p = hol_projection_new(T.s->memory, T.sys, &how, I);
        double *q = move[k], *v = q + n, target;
        memcpy(q, T.z->q, (size_t)n * sizeof *q);
        memcpy(v, T.z->v, (size_t)n * sizeof *v);
        hol_invariants_at(I, T.s->work, q, v, &target);
        target += 1e-5 * I->scale[0];
        ck_assert_int_eq(hol_project(p, T.s, 1e-13, 0, q, v, &target), HOL_OK);
        hol_axpy(n, -1, T.z->q, q);
        hol_axpy(n, -1, T.z->v, v);
        flatten(T.sys, T.z->q, q);
        flatten(T.sys, T.z->q, v);
    }
    for (int i = 0; i < 2 * n; i++) {
        move[1][i] -= move[0][i];
        along += move[0][i] * move[1][i];
    }
    double cosine = along / hol_norm(2 * n, move[0]) / hol_norm(2 * n, move[1]);
    ck_assert_msg(fabs(cosine) <= 1e-3, "cosine of the angle %.3g", cosine);
    hol_trial_close(&T);
}
END_TEST

START_TEST(the_gradients_of_invariants_are_their_derivatives)
{
    static const char *const formulation[] = {"euler", "natural"};
    const double d = 1e-6;
    for (int k = 0; k < 2; k++) {
        hol_trial T;
        hol_trial_named(&T, "jet-dp5", hol_problem_named("rigid-body"), formulation[k], 0, NULL);
        hol_trial_start(&T, 0.01);
        hol_trial_step(&T, 0.05, 1);
        hol_invariants *I =
            hol_invariants_new(T.s->memory, T.sys, HOL_KEEP_ENERGY | HOL_KEEP_MOMENTA);
        hol_work *w = T.s->work;
        int n = T.sys->nv, m = I->count;
        double dq[MOST], dv[MOST], f[2][8];
        ck_assert(m > 1 && m <= 8 && m * n <= MOST);
        hol_invariants_gradient(I, w, 0, T.z->q, T.z->v, dq, dv);
        for (int j = 0; j < 2 * n; j++) {
            double *x = j < n ? T.z->q + j : T.z->v + j - n, *D = j < n ? dq : dv, x0 = *x;
            for (int side = 0; side < 2; side++) {
                *x = x0 + (side ? -d : d);
                hol_invariants_at(I, w, T.z->q, T.z->v, f[side]);
            }
            *x = x0;
            for (int i = 0; i < m; i++)
                ck_assert_double_eq_tol(D[i * n + j % n], (f[0][i] - f[1][i]) / (2 * d),
                                        1e-8 * I->scale[i]);
        }
        hol_trial_close(&T);
    }
}
END_TEST

START_TEST(a_projection_that_fails_rejects_the_step_and_names_its_parts)
{
    static const char *const option[] = {"invariant=energy", "inner=in-turn"};
    hol_trial T;
    hol_trial_named(&T, "jet-dp5", hol_problem_named("pendulum"), "euler", 2, option);
    hol_trial_start(&T, 0.01);
    ck_assert_int_eq(hol_step(T.s, 40, T.z), HOL_REJECT);
    static const char *const part[] = {"joints", "rates", "inner constraints"};
    ck_assert_ptr_nonnull(T.s->residual.of);
    for (int k = 0; k < 3; k++)
        ck_assert_msg(strstr(T.s->residual.of, part[k]) != NULL, "%s is not in '%s'", part[k],
                      T.s->residual.of);
    hol_trial_close(&T);
}
END_TEST

/* ---------------------------------------------------------------- work from outside */

/* Against the truth at t = 2 s. */
static double error_of(hol_trial *T, double tolerance)
{
    hol_pose *pose = hol_new(2 * T->sys->nb, sizeof *pose), *truth = pose + T->sys->nb;
    double span = fmin(2, 400 * T->way.problem->step); /* [s], a time of the reference */
    ck_assert_int_eq(run(T, tolerance, span, NULL), HOL_OK);
    ck_assert(hol_trial_truth(T, span, truth));
    hol_poses(T->sys, T->z->q, T->z->v, pose);
    hol_error e = hol_error_between(T->sys->nb, pose, truth, 0, NULL, NULL);
    free(pose);
    return fmax(e.position, e.orientation);
}

/* sys->work, summed over accepted steps. */
static void add_work(void *self, const hol_node *node)
{
    double *sum = self;
    hol_eval *sys = node->s->sys;
    if (node->before) *sum += hol_work_between(sys, node->before->q, node->z->q);
}

/* A constant torque about a fixed axis: tau times the angle, which is what the energy gains. */
START_TEST(the_work_of_a_torque_about_a_fixed_axis_is_exact)
{
    static const char *const formulation[] = {"euler", "natural"};
    for (int k = 0; k < 2; k++) {
        hol_trial T;
        double work = 0;
        hol_trial_named(&T, "jet-dop853", &hol_probe_torque_revolute, formulation[k], 0, NULL);
        hol_trial_start(&T, 0.01);
        double start = hol_kinetic(T.sys, T.z->q, T.z->v) + hol_potential(T.sys, T.z->q);
        ck_assert_int_eq(run_observed(&T, 1e-12, 2, add_work, &work), HOL_OK);
        double end = hol_kinetic(T.sys, T.z->q, T.z->v) + hol_potential(T.sys, T.z->q);
        ck_assert_double_gt(fabs(work), 0.1);
        ck_assert_msg(fabs(end - start - work) <= 1e-10 * fabs(work), "%s: gained %.15g of %.15g",
                      T.name, end - start, work);
        hol_trial_close(&T);
    }
}
END_TEST

/* The gyrostat's torque turns with the rotor: its work depends on the way.  Imposed by Lobatto's
 * rule it leaves the order, by the trapezoidal rule it is written into the positions. */
START_TEST(work_that_depends_on_the_way_is_said_to_and_integrated)
{
    double error[2];
    for (int k = 0; k < 2; k++) {
        const char *option[] = {"invariant=total-energy", k ? "work=exact" : "work=trapezoid"};
        hol_trial T;
        double q[MOST];
        hol_trial_named(&T, "jet-dp5", hol_problem_named("gyrostat"), "euler", 2, option);
        hol_trial_start(&T, 0.01);
        memcpy(q, T.z->q, (size_t)T.sys->nq * sizeof *q);
        hol_trial_step(&T, 0.01, 1);
        ck_assert(isnan(hol_work_between(T.sys, q, T.z->q)));
        error[k] = error_of(&T, 1e-9);
        hol_trial_close(&T);
    }
    ck_assert_msg(error[1] <= 1e-7 && error[0] >= 100 * error[1], "trapezoid %.3g, Lobatto %.3g",
                  error[0], error[1]);
}
END_TEST

/* ---------------------------------------------------------------- errors down to the floor */

/* From the tolerance 1e-3 to 1e-12, the error by five decades at least or to 1e-10, which order 8
 * reaches everywhere. */
START_TEST(the_error_falls_with_the_tolerance_to_a_floor_near_round_off)
{
    double first = NAN, last = NAN;
    hol_trial T;
    hol_pose truth[HOL_PLAN_BODIES * 8];
    hol_trial_open(&T, _i);
    bool judged = !strcmp(T.way.method->family, "jet") && T.way.option < 0 &&
                  T.sys->nb <= HOL_PLAN_BODIES * 8 && hol_trial_truth(&T, 2, truth);
    for (int k = 3; judged && k <= 12; k += 3) {
        last = error_of(&T, pow(10, -k));
        if (k == 3) first = last;
        if (hol_verbose()) printf("%s 1e-%d: %.2e\n", T.name, k, last);
    }
    ck_assert_msg(!judged || last <= 1e-10 || last <= 1e-5 * first, "%s: from %.3g to %.3g only",
                  T.name, first, last);
    ck_assert_msg(!judged || T.claims.order_q < 8 || last <= 1e-10,
                  "%s: %.3g at the tolerance 1e-12", T.name, last);
    hol_trial_close(&T);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("jet");
    TCase *tests = tcase_create("jet");
    tcase_add_test(tests, every_accepted_step_meets_the_newton_tolerance);
    tcase_add_test(tests, the_most_iterations_are_of_a_whole_projection);
    tcase_add_loop_test(tests, every_problem_stays_on_its_constraints_to_the_newton_tolerance, 0,
                        hol_ways(NULL));
    tcase_add_test(tests, invariants_that_depend_on_each_other_are_kept);
    tcase_add_test(tests, the_way_along_the_constraints_to_an_invariant_is_the_shortest);
    tcase_add_test(tests, the_gradients_of_invariants_are_their_derivatives);
    tcase_add_test(tests, a_projection_that_fails_rejects_the_step_and_names_its_parts);
    tcase_add_test(tests, the_work_of_a_torque_about_a_fixed_axis_is_exact);
    tcase_add_test(tests, work_that_depends_on_the_way_is_said_to_and_integrated);
    tcase_add_loop_test(tests, the_error_falls_with_the_tolerance_to_a_floor_near_round_off, 0,
                        hol_ways(NULL));
    suite_add_tcase(suite, tests);
    return hol_run_together(suite);
}
