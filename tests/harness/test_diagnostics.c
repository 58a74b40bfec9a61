/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Diagnostics: laws of drift, errors against a reference, samples between the nodes. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/diagnostics.h"
#include "holonomy/run.h"
#include "holonomy/so3.h"
#include "tests/suite.h"

/* ---------------------------------------------------------------- drift */

static double constant(double t)
{
    return 0.0 * t;
}
static double oscillation(double t)
{
    return sin(7.0 * t);
}
static double root(double t) /* an oscillation whose envelope grows as the square root */
{
    return sqrt(t) * sin(50.0 * t);
}
static double line(double t)
{
    return 1e-9 * t;
}
static double square(double t)
{
    return 1e-6 * t * t;
}
static double lost(double t) /* NaN from the third second on */
{
    return t > 3.0 ? (double)NAN : t;
}

static hol_track track_of(double (*error)(double t), double span, int count)
{
    hol_track track;
    hol_track_start(&track, span, NULL);
    for (int i = 0; i <= count; i++) {
        double t = span * i / count;
        hol_track_add(&track, t, 5.0 + error(t));
    }
    return track;
}

START_TEST(the_law_of_drift_is_that_of_the_series)
{
    static const struct {
        const char *name;
        double (*error)(double t);
        int count;
        hol_drift law;
        double slope;
    } row[] = {{"constant", constant, 3000, HOL_DRIFT_BOUNDED, NAN},
               {"oscillation", oscillation, 3000, HOL_DRIFT_BOUNDED, 0.0},
               {"root", root, 3000, HOL_DRIFT_SQRT, 0.5},
               {"line", line, 3000, HOL_DRIFT_LINEAR, 1.0},
               {"square", square, 300, HOL_DRIFT_QUADRATIC, 2.0},
               {"lost", lost, 3000, HOL_DRIFT_UNKNOWN, NAN},
               {"line, few readings", line, 7, HOL_DRIFT_UNKNOWN, NAN}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        hol_track track = track_of(row[k].error, 30.0, row[k].count);
        hol_drift_found found = hol_track_drift(&track);
        hol_drift law = found.law;
        double slope = found.exponent;
        ck_assert_msg(law == row[k].law, "%s: %s with slope %g", row[k].name, hol_drift_name(law),
                      slope);
        ck_assert_msg(isnan(row[k].slope) ? isnan(slope) : fabs(slope - row[k].slope) < 0.1,
                      "%s: slope %g", row[k].name, slope);
    }
}
END_TEST

START_TEST(the_error_of_a_series_is_measured_from_its_first_value)
{
    hol_track track;
    hol_track_start(&track, 1.0, NULL);
    ck_assert(isnan(hol_track_rms(&track)));
    hol_track_add(&track, 0.0, 7.0);
    hol_track_add(&track, 0.5, 4.0);
    hol_track_add(&track, 1.0, 11.0);
    ck_assert(track.initial == 7.0 && track.final == 11.0 && track.max_error == 4.0);
    ck_assert_double_eq_tol(hol_track_rms(&track), sqrt(25.0 / 3.0), 1e-15);
    hol_track_add(&track, 1.1, (double)NAN);
    hol_track_add(&track, 1.2, 7.0);
    ck_assert(isnan(track.max_error)); /* once lost, lost */
}
END_TEST

/* ---------------------------------------------------------------- errors */

static const hol_pose one = {
    {0.3, -1.7, 2.9}, {0.1, 0.7, -0.5, 0.5}, {1.3, -0.4, 0.8}, {2.1, 0.6, -1.1}};

START_TEST(the_error_of_orientation_does_not_depend_on_the_sign_of_p)
{
    static const double turn[3] = {2e-9, -1e-9, 2e-9}; /* |turn| = 3e-9: acos would lose it */
    double dp[4];
    hol_pose other = one;
    hol_quaternion_exp(turn, dp);
    hol_quaternion_multiply(one.p, dp, other.p);
    hol_error e = hol_error_between(1, &other, &one, 0, NULL, NULL);
    for (int i = 0; i < 4; i++) other.p[i] = -other.p[i];
    hol_error minus = hol_error_between(1, &other, &one, 0, NULL, NULL);
    ck_assert_double_eq_tol(e.orientation, 3e-9, 1e-15);
    ck_assert_double_eq_tol(minus.orientation, 3e-9, 1e-15);
    ck_assert(e.position == 0.0 && e.velocity == 0.0 && isnan(e.multipliers));
}
END_TEST

START_TEST(errors_are_norms_over_all_bodies_and_rows)
{
    hol_pose a[2] = {one, one}, b[2] = {one, one};
    const double x[2] = {3.0, 1.0}, y[2] = {0.0, 5.0};
    b[0].r[1] += 3.0;
    b[1].r[2] -= 4.0;
    b[0].v[0] += 2.0;
    b[1].omega[2] += 1.5;
    hol_error e = hol_error_between(2, a, b, 2, x, y);
    ck_assert_double_eq_tol(e.position, 5.0, 1e-14);
    ck_assert_double_eq_tol(e.velocity, 2.5, 1e-14);
    ck_assert_double_eq_tol(e.multipliers, 5.0, 1e-14);
    ck_assert(e.orientation == 0.0);
}
END_TEST

START_TEST(the_mean_is_that_of_paper_003_equation_5_10)
{
    hol_error_mean mean = {0};
    hol_error value = hol_error_mean_value(&mean, 2, 3);
    ck_assert(isnan(value.position));
    hol_error_add(&mean, &(hol_error){6.0, 2.0, 12.0, 9.0});
    hol_error_add(&mean, &(hol_error){12.0, 4.0, 36.0, 3.0});
    value = hol_error_mean_value(&mean, 2, 3); /* N = 2; m = 6, 2, 12, 3 */
    ck_assert_double_eq_tol(value.position, 1.5, 1e-15);
    ck_assert_double_eq_tol(value.orientation, 1.5, 1e-15);
    ck_assert_double_eq_tol(value.velocity, 2.0, 1e-15);
    ck_assert_double_eq_tol(value.multipliers, 2.0, 1e-15);
    ck_assert(isnan(hol_error_mean_value(&mean, 2, 0).multipliers));
}
END_TEST

/* ---------------------------------------------------------------- samples */

static void run(const char *problem, const char *formulation, double h, int samples, hol_result *r)
{
    hol_case c = hol_case_of(hol_problem_named(problem), hol_method_named("mk4"));
    c.formulation = formulation;
    c.h = h;
    c.until = 0.2;
    c.repeats = 0;
    c.samples = samples;
    ck_assert_msg(hol_run(&c, r) == HOL_RAN && r->status == HOL_OK, "%s", r->message.text);
    ck_assert_int_eq(r->sampler->count, samples);
}

/* Largest errors of the samples of a run, four to the step, against those of steps an eighth. */
static hol_error sampled_error(const char *problem, const char *formulation, double h)
{
    int samples = 1 + 4 * (int)lround(0.2 / h);
    hol_result a, b;
    hol_error most = {0};
    run(problem, formulation, h, samples, &a);
    run(problem, formulation, h / 8.0, samples, &b);
    for (int i = 0; i < samples; i++) {
        const hol_sample *x = &a.sampler->sample[i], *y = &b.sampler->sample[i];
        hol_error e = hol_error_between(a.x->sys->nb, x->pose, y->pose, 0, NULL, NULL);
        ck_assert(x->from == (i % 4 ? HOL_AT_HERMITE : HOL_AT_NODE));
        ck_assert(fabs(x->t - 0.2 * i / (samples - 1)) < 1e-15);
        most.position = fmax(most.position, e.position);
        most.orientation = fmax(most.orientation, e.orientation);
        most.velocity = fmax(most.velocity, e.velocity);
    }
    hol_result_free(&a);
    hol_result_free(&b);
    return most;
}

START_TEST(samples_between_nodes_are_of_order_4_their_velocities_of_order_3)
{
    static const char *const problem[] = {"rigid-body", "double-spherical-pendulum"};
    const char *formulation = hol_formulation_name(hol_formulation_at(_i));
    for (int k = 0; k < 2; k++) {
        hol_error coarse = sampled_error(problem[k], formulation, 0.005);
        hol_error fine = sampled_error(problem[k], formulation, 0.0025);
        double q = log2(coarse.position / fine.position);
        if (coarse.position == 0.0) q = log2(coarse.orientation / fine.orientation);
        double v = log2(coarse.velocity / fine.velocity);
        ck_assert_msg(q > 3.8 && q < 4.3, "%s in %s: order %.2f of q", problem[k], formulation, q);
        ck_assert_msg(v > 2.8 && v < 3.3, "%s in %s: order %.2f of v", problem[k], formulation, v);
    }
}
END_TEST

/* The crank is driven: no estimate sees anything, steps are of half a turn. */
static const char *const sampled[] = {"double-spherical-pendulum", "driven-crank"};
enum { SAMPLED = sizeof sampled / sizeof *sampled };

static bool run_under_control(const char *problem, const hol_method *method, double rtol,
                              int samples, hol_result *r)
{
    hol_case c = hol_case_of(hol_problem_named(problem), method);
    c.rtol = c.atol = rtol;
    c.until = 5;
    c.repeats = 0;
    c.samples = samples;
    return hol_run(&c, r) == HOL_RAN && r->adaptive;
}

/* Of long steps, of every method that takes tolerances; and the run is the one without samples. */
START_TEST(under_control_samples_are_as_accurate_as_nodes)
{
    enum { SAMPLES = 201 };
    const hol_method *method;
    hol_result truth;
    int judged = 0;
    ck_assert(run_under_control(sampled[_i], hol_method_named("taylor"), 1e-14, SAMPLES, &truth));
    for (int k = 0; (method = hol_method_at(k)); k++) {
        hol_result r, bare;
        bool runs = run_under_control(sampled[_i], method, 1e-9, SAMPLES, &r);
        double most = 0;
        for (int i = 0; runs && i < SAMPLES; i++) {
            const hol_sample *x = &r.sampler->sample[i], *y = &truth.sampler->sample[i];
            hol_error e = hol_error_between(r.x->sys->nb, x->pose, y->pose, 0, NULL, NULL);
            most = fmax(most, fmax(e.position, e.velocity));
            ck_assert_msg(x->from != HOL_AT_HERMITE, "%s", method->name);
        }
        ck_assert_msg(most < 1e-6, "%s: samples are off by %.1e", method->name, most);
        if (runs) {
            ck_assert(run_under_control(sampled[_i], method, 1e-9, 0, &bare));
            ck_assert_msg(!memcmp(bare.x->z->q, r.x->z->q, (size_t)r.x->sys->nq * sizeof(double)),
                          "%s: samples change the run", method->name);
            hol_result_free(&bare);
            judged++;
        }
        hol_result_free(&r);
    }
    hol_result_free(&truth);
    ck_assert_int_ge(judged, 8); /* jet-* and rattle-adaptive take no drives */
}
END_TEST

START_TEST(p_has_no_jump_of_sign_along_the_samples)
{
    hol_result r;
    hol_case c = hol_case_of(hol_problem_named("rigid-body"), hol_method_named("mk4"));
    c.until = 5.0;
    c.repeats = 0;
    c.samples = 333;
    bool negative = false;
    ck_assert(hol_run(&c, &r) == HOL_RAN);
    for (int i = 1; i < c.samples; i++) {
        const double *p0 = r.sampler->sample[i - 1].pose->p, *p1 = r.sampler->sample[i].pose->p;
        double cosine = 0.0;
        for (int k = 0; k < 4; k++) cosine += p0[k] * p1[k];
        negative |= p1[0] < 0.0;
        ck_assert_msg(cosine > 0.99, "at t = %g", r.sampler->sample[i].t);
    }
    ck_assert(negative && r.sampler->sample[0].pose->p[0] >= 0.0);
    hol_result_free(&r);
}
END_TEST

/* By hand: x* = (1, 0, -2), x - x* = (0.01, 1e-4, -0.02), atol / rtol = 1/2. */
START_TEST(measures_of_others_are_those_of_their_definitions)
{
    const hol_pose truth = {.r = {1, 0, -2}}, pose = {.r = {1.01, 1e-4, -2.02}};
    hol_measures m = hol_measures_between(1, &pose, &truth, 0.5);
    ck_assert_double_eq_tol(m.scd, 2, 1e-12);
    ck_assert_double_eq_tol(m.mescd, -log10(0.02 / 2.5), 1e-12);
    ck_assert_int_eq((int)m.count, 3);
    ck_assert_double_eq_tol(hol_measures_relative(&m), sqrt((1e-4 + 1e-2 + 1e-4) / 3), 1e-14);
    ck_assert_double_nan(hol_measures_relative(&(hol_measures){0}));
}
END_TEST

int main(void)
{
    int formulations = 0;
    while (hol_formulation_at(formulations)) formulations++;
    Suite *suite = suite_create("diagnostics");
    TCase *tcase = tcase_create("diagnostics");
    tcase_add_test(tcase, the_law_of_drift_is_that_of_the_series);
    tcase_add_test(tcase, the_error_of_a_series_is_measured_from_its_first_value);
    tcase_add_test(tcase, the_error_of_orientation_does_not_depend_on_the_sign_of_p);
    tcase_add_test(tcase, errors_are_norms_over_all_bodies_and_rows);
    tcase_add_test(tcase, the_mean_is_that_of_paper_003_equation_5_10);
    tcase_add_loop_test(tcase, samples_between_nodes_are_of_order_4_their_velocities_of_order_3, 0,
                        formulations);
    tcase_add_loop_test(tcase, under_control_samples_are_as_accurate_as_nodes, 0, SAMPLED);
    tcase_add_test(tcase, p_has_no_jump_of_sign_along_the_samples);
    tcase_add_test(tcase, measures_of_others_are_those_of_their_definitions);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
