/* SPDX-License-Identifier: GPL-3.0-or-later */
/* References without a power series, by mexax in double precision: no more digits are claimed than
 * the series of the same motion has, and what is measured by such a reference has no false verdict.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/run/reference_of.h"
#include "harness/study/derive.h"
#include "harness/study/study.h"
#include "holonomy/certify.h"
#include "holonomy/run.h"
#include "tests/suite.h"

static hol_derivation *derived(const hol_problem *problem, const hol_deriver *by, double until)
{
    hol_message why;
    hol_derive_task task = {.problem = problem, .by = by, .until = until};
    hol_derivation *d = hol_derive(&task, &why);
    ck_assert_msg(d, "%s: %s", problem->name, d ? "" : why.text);
    return d;
}

/* ---------------------------------------------------------------- beside the series */

static const struct {
    const char *problem;
    double until; /* [s] */
    int digits;   /* claimed at least */
} of[] = {
    {"pendulum", 1, 9},   {"double-spherical-pendulum", 1, 9},
    {"rigid-body", 1, 9}, {"top", 1, 9},
    {"gyrostat", 1, 9},   {"crank", 0.3, 9},
    {"four-bar", 0.5, 9}, {"driven-crank", 0.5, 9},
};
enum { PROBLEMS = sizeof of / sizeof *of };

START_TEST(no_more_digits_are_claimed_than_the_series_shows)
{
    const hol_problem *problem = hol_problem_named(of[_i].problem);
    hol_derivation *d = derived(problem, &hol_by_mexax, of[_i].until),
                   *truth = derived(problem, &hol_by_series, of[_i].until);
    double apart = hol_derivation_beside(d, truth);
    ck_assert(d->witness && !truth->witness);
    ck_assert_int_eq(d->rows, truth->rows);
    ck_assert_msg(apart > 0 && apart < pow(10, -d->digits), "%s: %d digits, %.3g apart",
                  problem->name, d->digits, apart);
    ck_assert_msg(d->digits >= of[_i].digits, "%s: %d digits", problem->name, d->digits);
    ck_assert_msg(d->disagreement > 0 && apart < 10 * d->disagreement, "%s: %.3g, really %.3g",
                  problem->name, d->disagreement, apart);
    hol_derivation_free(d), hol_derivation_free(truth);
}
END_TEST

/* ---------------------------------------------------------------- a law without a series */

/* A spring from a point of the ground to one of a body, once more than the library has it. */
enum { STIFFNESS, LENGTH, ARM };
static const double anchor[3] = {0.3, 0, 0.4};

static double stretch(const hol_force *force, const hol_frame *frame, double along[3])
{
    double square = 0;
    for (int c = 0; c < 3; c++) {
        along[c] = frame->r[c] + force->par[ARM] * frame->R[3 * c] - anchor[c];
        square += along[c] * along[c];
    }
    for (int c = 0; c < 3; c++) along[c] /= sqrt(square);
    return sqrt(square) - force->par[LENGTH];
}

static double energy(const hol_force *force, const hol_frame frame[])
{
    double along[3], x = stretch(force, frame, along);
    return force->par[STIFFNESS] * x * x / 2;
}

static void pull(const hol_force *force, double t, const hol_frame frame[], hol_wrench w[])
{
    double along[3], x = stretch(force, frame, along), a[3];
    (void)t;
    for (int c = 0; c < 3; c++) {
        w->F[c] = -force->par[STIFFNESS] * x * along[c];
        a[c] = force->par[ARM] * frame->R[3 * c];
    }
    for (int c = 0; c < 3; c++) {
        int i = (c + 1) % 3, j = (c + 2) % 3;
        w->tau[c] = a[i] * w->F[j] - a[j] * w->F[i];
    }
}

static const hol_force_law spring = {
    .name = "a spring of this test", .position_only = true, .energy = energy, .wrench = pull};

static int build_body(hol_model *model)
{
    hol_body body = {.name = "body",
                     .shape = HOL_RIGID,
                     .m = 1.5,
                     .J = {0.05, 0.04, 0.03},
                     .at = {.r = {0.5, 0, 0}, .p = {1}, .v = {0, 1, 0.5}, .omega = {3, -1, 2}}};
    int b = hol_add_body(model, &body);
    hol_spherical(model, "pivot", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, -0.5, 0, 0));
    hol_gravity(model, (double[3]){0, 0, -9.81});
    return b;
}

static void build_own(hol_model *model, const double par[])
{
    int b = build_body(model);
    hol_add_force(model, &(hol_force){.law = &spring,
                                      .count = 1,
                                      .body = {b},
                                      .par = {[STIFFNESS] = par[0], [LENGTH] = 0.2, [ARM] = 0.25}});
}

static void build_known(hol_model *model, const double par[])
{
    int b = build_body(model);
    hol_spring(model, hol_point(HOL_GROUND, anchor[0], anchor[1], anchor[2]),
               hol_point(b, 0.25, 0, 0), par[0], 0.2, 0);
}

static const hol_option stiffness[] = {{"k", HOL_REAL, 40, 0, 1e6, NULL, "of the spring [N/m]"},
                                       {0}};
static const hol_problem sprung = {.name = "sprung",
                                   .about = "A body on a spring.",
                                   .parameters = stiffness,
                                   .build = build_own,
                                   .t_end = 2,
                                   .step = 0.01},
                         known = {.name = "sprung",
                                  .about = "The same, of the library.",
                                  .parameters = stiffness,
                                  .build = build_known,
                                  .t_end = 2,
                                  .step = 0.01};

static char cache[] = "/tmp/holonomy-cache-XXXXXX";

/* An empty cache of this test's own. */
static void own_cache(void)
{
    strcpy(cache + sizeof cache - 7, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(cache));
    setenv("HOLONOMY_CACHE", cache, 1);
}

static void remove_cache(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", cache);
    ck_assert_int_eq(system(command), 0);
}

static bool after_some_calls(void *self, double done)
{
    (void)done;
    return --*(int *)self > 0;
}

/* Kept, given up after so many steps (0: never). */
static hol_derivation *go_on(const hol_problem *problem, double until, int calls)
{
    hol_message why;
    double par[] = {40};
    hol_derive_task task = {.problem = problem,
                            .par = par,
                            .until = until,
                            .keep = true,
                            .news = calls ? after_some_calls : NULL,
                            .self = &calls};
    hol_derivation *d = hol_derive(&task, &why);
    ck_assert_msg(d, "%s", why.text);
    return d;
}

START_TEST(a_law_without_a_series_has_its_true_motion)
{
    hol_derivation *d = derived(&sprung, NULL, 1), *truth = derived(&known, NULL, 1);
    double apart = hol_derivation_beside(d, truth);
    ck_assert_ptr_eq(d->by, &hol_by_mexax);
    ck_assert_ptr_eq(truth->by, &hol_by_series);
    ck_assert(!d->witness && d->digits >= 9 && !d->ended.text[0]);
    ck_assert_msg(apart < pow(10, -d->digits), "%d digits, %.3g apart", d->digits, apart);
    ck_assert_msg(d->energy < 1e-10 && d->violation < 1e-14, "energy %.3g, violation %.3g",
                  d->energy, d->violation);
    hol_derivation_free(d), hol_derivation_free(truth);
}
END_TEST

START_TEST(it_goes_on_bit_for_bit)
{
    own_cache();
    hol_derivation *whole = go_on(&sprung, 1, 0);
    remove_cache();
    own_cache();
    int stops = 0;
    hol_derivation *d = go_on(&sprung, 1, 60);
    for (; d->stopped; stops++) {
        hol_derivation_free(d);
        d = go_on(&sprung, 1, 60);
    }
    ck_assert_int_ge(stops, 2);
    ck_assert_int_eq(d->rows, whole->rows);
    for (int row = 0; row < d->rows; row++) /* of what was kept 30 digits are read */
        for (int k = 0; k < 3; k++)
            ck_assert_msg((double)d->pose[row].r[k] == (double)whole->pose[row].r[k] &&
                              (double)d->pose[row].omega[k] == (double)whole->pose[row].omega[k],
                          "row %d", row);
    for (int k = 0; k < d->by->ways; k++)
        ck_assert_msg(d->way[k].steps == whole->way[k].steps, "%s", d->way[k].text);
    ck_assert_msg(d->disagreement == whole->disagreement, "%.17g", d->disagreement);
    hol_derivation_free(d), hol_derivation_free(whole);
    remove_cache();
}
END_TEST

/* The rows of it, and times between them. */
START_TEST(runs_are_measured_by_it)
{
    hol_result r;
    own_cache();
    hol_derivation_free(go_on(&sprung, 1, 0));
    hol_case c = hol_case_of(&sprung, hol_method_named("rk8pd"));
    c.repeats = 0;
    c.h = 0.005;
    for (int k = 0; k < 2; k++) {
        c.until = k ? 0.7 : 0.7345;
        ck_assert_int_eq(hol_run(&c, &r), HOL_RAN);
        ck_assert_msg(r.error.position < 1e-8 && r.error.multipliers < 1e-6, "t = %g: %.3g, %.3g",
                      c.until, r.error.position, r.error.multipliers);
        ck_assert_str_eq(r.x->reference->by, "mexax");
        hol_result_free(&r);
    }
    remove_cache();
}
END_TEST

START_TEST(between_the_rows_it_is_the_motion_of_the_series)
{
    hol_message missing = {""}, wrong = {""};
    double par[] = {40}, worst = 0;
    own_cache();
    hol_derivation_free(go_on(&sprung, 1, 0));
    hol_reference *ref = hol_reference_for(&sprung, par, &missing, &wrong);
    ck_assert_ptr_nonnull(ref);
    hol_quad at[] = {0, 0.2468, 0.7345};
    hol_derive_task task = {.problem = &known, .until = 0.7345, .times = at, .count = 3};
    hol_derivation *truth = hol_derive(&task, &missing);
    ck_assert_ptr_nonnull(truth);
    for (int row = 1; row < 3; row++) {
        hol_pose pose;
        ck_assert(hol_reference_at(ref, &sprung, par, (double)at[row], &pose, NULL));
        for (int k = 0; k < 3; k++) {
            worst = fmax(worst, fabs(pose.r[k] - (double)truth->pose[row].r[k]));
            worst = fmax(worst, fabs(pose.omega[k] - (double)truth->pose[row].omega[k]) / 10);
        }
    }
    ck_assert_msg(worst < pow(10, -ref->digits), "%.3g apart, %d digits", worst, ref->digits);
    hol_derivation_free(truth);
    hol_reference_free(ref);
    remove_cache();
}
END_TEST

/* What is less than its last digit is no error of a method: nothing fails of those that hold their
 * claims, and an order that is too large does. */
static const struct {
    const char *method;
    bool seen; /* its order, with the digits there are */
} certified[] = {{"rattle", true}, {"rk4-index1", true}, {"mexax", false}, {"rk8pd", false}};

START_TEST(orders_are_certified_by_it)
{
    hol_message missing = {""}, wrong = {""};
    hol_refusal why;
    hol_certificate c;
    const char *name = certified[_i].method;
    own_cache();
    hol_derivation_free(go_on(&sprung, 2, 0));
    hol_experiment *x = hol_experiment_open(
        &(hol_setup){.problem = &sprung, .method = hol_method_named(name)}, &why);
    ck_assert_ptr_nonnull(x);
    x->reference = hol_reference_for(&sprung, x->parameters, &missing, &wrong);
    ck_assert_ptr_nonnull(x->reference);
    hol_certify(x, NULL, &c);
    for (int i = 0; i < c.lines; i++)
        ck_assert_msg(c.line[i].verdict != HOL_CERTIFIED_FAILS, "%s: %s: %s", name, c.line[i].what,
                      c.line[i].measured);
    if (certified[_i].seen) {
        ck_assert_int_eq(c.line[0].verdict, HOL_CERTIFIED_HOLDS);
        x->claims.order_q += 1;
        hol_certify(x, NULL, &c);
        ck_assert_msg(c.line[0].verdict == HOL_CERTIFIED_FAILS, "%s: %s", name, c.line[0].measured);
    }
    hol_experiment_close(x);
    remove_cache();
}
END_TEST

/* Laws that agree wherever their numbers are read are told apart by their constants, here one that
 * the law does not use there. */
START_TEST(laws_that_agree_at_a_few_states_are_not_one)
{
    char key[2][HOL_DIGEST];
    hol_refusal why;
    for (int k = 0; k < 2; k++) {
        hol_model *model = hol_model_new();
        const hol_problem far = {.name = "far", .model = model, .t_end = 1, .step = 0.01};
        hol_add_force(model, &(hol_force){.law = &spring,
                                          .count = 1,
                                          .body = {build_body(model)},
                                          .par = {40, 0.2, 0.25, [15] = k}});
        hol_experiment *x = hol_natural_system(&far, NULL, &why);
        ck_assert_ptr_nonnull(x);
        hol_reference_key(x, key[k]);
        hol_experiment_close(x);
        hol_model_free(model);
    }
    ck_assert_str_ne(key[0], key[1]);
}
END_TEST

/* ---------------------------------------------------------------- agreement */

START_TEST(what_is_not_finite_is_no_agreement)
{
    hol_quad x[] = {1, (double)NAN, 2}, y[] = {1, 1, 2.5};
    double apart = 0, size = 0;
    hol_derive_note(&apart, &size, 3, x, y);
    ck_assert(isnan(apart));
    hol_quad p[] = {0.6, 0, 0.8, 0}, like[] = {-0.6, 0, -0.8, 0};
    hol_derive_turn_sign(like, p);
    ck_assert(p[0] < 0 && p[2] < 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("derivers");
    TCase *tcase = tcase_create("derivers");
    tcase_add_loop_test(tcase, no_more_digits_are_claimed_than_the_series_shows, 0, PROBLEMS);
    tcase_add_test(tcase, a_law_without_a_series_has_its_true_motion);
    tcase_add_test(tcase, it_goes_on_bit_for_bit);
    tcase_add_test(tcase, runs_are_measured_by_it);
    tcase_add_test(tcase, between_the_rows_it_is_the_motion_of_the_series);
    tcase_add_loop_test(tcase, orders_are_certified_by_it, 0, 4);
    tcase_add_test(tcase, laws_that_agree_at_a_few_states_are_not_one);
    tcase_add_test(tcase, what_is_not_finite_is_no_agreement);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
