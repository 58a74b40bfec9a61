/* SPDX-License-Identifier: GPL-3.0-or-later */
/* References derived by power series in quadruple precision: two derivations agree on the digits
 * asked for, energy and constraints are kept as far, and the shipped references, made by programs
 * of their own in other coordinates, are the same motion. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/study/agree.h"
#include "harness/study/derive.h"
#include "harness/study/quad_text.h"
#include "holonomy/model_file.h"
#include "tests/suite.h"

static const struct {
    const char *problem;
    double until;           /* [s] */
    const char *setting[2]; /* of parameters; NULL: the default */
} of[] = {
    {.problem = "pendulum", .until = 1},
    {.problem = "double-spherical-pendulum", .until = 1},
    {.problem = "rigid-body", .until = 1},
    {.problem = "top", .until = 1},
    {.problem = "gyrostat", .until = 1},
    {.problem = "knife-edge", .until = 1},
    {.problem = "ladder", .until = 0.2},
    {.problem = "crank", .until = 0.3},
    {.problem = "quadrangle", .until = 0.3},
    {.problem = "nonholonomic-oscillator", .until = 1},
    {.problem = "nonholonomic-oscillator", .until = 1, .setting = {"epsilon=0"}},
    {.problem = "steered-oscillator", .until = 1},
    {.problem = "steered-oscillator", .until = 1, .setting = {"asymmetry=0"}},
    {.problem = "rolling-disc", .until = 0.2},
    {.problem = "rattleback", .until = 0.1},
    {.problem = "flyball", .until = 0.2, .setting = {"soft=0.005", "turns=0.16"}},
};
enum { PROBLEMS = sizeof of / sizeof *of };

static hol_derivation *derived(const char *name, double until, int digits, const double par[])
{
    hol_message why;
    const hol_problem *problem = hol_problem_named(name);
    ck_assert_ptr_nonnull(problem);
    hol_derive_task task = {.problem = problem, .par = par, .until = until, .digits = digits};
    hol_derivation *d = hol_derive(&task, &why);
    ck_assert_msg(d, "%s: %s", name, d ? "" : why.text);
    return d;
}

START_TEST(two_derivations_agree_and_are_the_shipped_motion)
{
    enum { MOST = 64 };
    double par[MOST];
    hol_message missing = {""}, wrong = {""};
    const hol_problem *problem = hol_problem_named(of[_i].problem);
    ck_assert_int_lt(hol_option_count(problem->parameters), MOST);
    hol_option_defaults(problem->parameters, par);
    for (int i = 0; i < 2 && of[_i].setting[i]; i++)
        ck_assert(hol_option_set(problem->parameters, "parameter", of[_i].setting[i], par, &wrong));
    hol_derivation *d = derived(of[_i].problem, of[_i].until, 20, par);
    ck_assert_msg(d->digits >= 20, "%s: %d digits", of[_i].problem, d->digits);
    ck_assert_msg(d->violation < 1e-31, "%s: violation %.3g", of[_i].problem, d->violation);
    ck_assert_msg(isnan(d->energy) || d->energy < 1e-22, "%s: energy %.3g", of[_i].problem,
                  d->energy);
    ck_assert_int_ne((int)d->way[0].steps, (int)d->way[1].steps);
    hol_reference *ref = hol_reference_for(problem, par, &missing, &wrong);
    ck_assert_ptr_nonnull(ref);
    double apart = hol_derivation_against(d, ref); /* the data are decimals there, doubles here */
    ck_assert_msg(apart < 3e-13, "%s: %.3g apart from %s", of[_i].problem, apart, ref->path);
    hol_reference_free(ref);
    hol_derivation_free(d);
}
END_TEST

START_TEST(digits_asked_for_are_reached)
{
    double par[64];
    hol_option_defaults(hol_problem_named("pendulum")->parameters, par);
    for (int digits = 10; digits <= hol_by_series.most; digits += 9) {
        hol_derivation *d = derived("pendulum", 0.5, digits, par);
        ck_assert_msg(d->digits >= digits, "%d digits of %d", d->digits, digits);
        ck_assert_msg(d->disagreement > 0, "they are one derivation");
        hol_derivation_free(d);
    }
}
END_TEST

/* ---------------------------------------------------------------- what is kept */

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

/* The file that is kept: malloc'd. */
static char *kept(const hol_derivation *d)
{
    FILE *in = fopen(d->path, "r");
    char *text = NULL;
    size_t size = 0;
    ck_assert_msg(in, "%s", d->path);
    ck_assert_int_gt(getdelim(&text, &size, '\0', in), 0);
    fclose(in);
    return text;
}

static hol_derivation *go_on(const char *name, double until, int calls)
{
    double par[64];
    hol_message why;
    const hol_problem *problem = hol_problem_named(name);
    hol_option_defaults(problem->parameters, par);
    hol_derive_task task = {.problem = problem,
                            .par = par,
                            .until = until,
                            .digits = 20,
                            .keep = true,
                            .news = calls ? after_some_calls : NULL,
                            .self = &calls};
    hol_derivation *d = hol_derive(&task, &why);
    ck_assert_msg(d, "%s", why.text);
    return d;
}

START_TEST(an_interrupted_derivation_goes_on_bit_for_bit)
{
    static const char *const name[] = {"pendulum", "double-spherical-pendulum", "knife-edge"};
    own_cache();
    hol_derivation *whole = go_on(name[_i], 1, 0);
    char *straight = kept(whole);
    ck_assert_int_eq(whole->rows, 11);
    remove_cache();
    own_cache();
    int stops = 0;
    for (hol_derivation *d = NULL;; stops++) {
        hol_derivation_free(d);
        d = go_on(name[_i], 1, 12);
        if (d->stopped) continue;
        char *again = kept(d);
        ck_assert_str_eq(straight, again);
        for (int k = 0; k < d->by->ways; k++)
            ck_assert_msg(d->way[k].steps == whole->way[k].steps, "steps");
        ck_assert_msg(d->energy == whole->energy || isnan(d->energy), "energy");
        free(again);
        hol_derivation_free(d);
        break;
    }
    ck_assert_int_ge(stops, 2);
    free(straight);
    hol_derivation_free(whole);
    remove_cache();
}
END_TEST

START_TEST(what_is_kept_is_extended_and_not_derived_again)
{
    own_cache();
    hol_derivation *d = go_on("pendulum", 0.5, 0), *more = go_on("pendulum", 1, 0),
                   *same = go_on("pendulum", 1, 1); /* would stop at its first step */
    ck_assert_int_eq(d->rows, 6);
    ck_assert_int_eq(more->rows, 11);
    ck_assert(!same->stopped);
    ck_assert_int_eq(same->rows, 11);
    ck_assert_int_eq(same->digits, more->digits);
    ck_assert_msg(more->way[1].steps > d->way[1].steps, "%g steps", more->way[1].steps);
    for (int row = 0; row < d->rows; row++) {
        double apart = (double)(d->pose[row].r[0] - more->pose[row].r[0]);
        ck_assert_msg(fabs(apart) < 1e-29, "row %d: %.3g apart", row, apart);
    }
    hol_derivation_free(d), hol_derivation_free(more), hol_derivation_free(same);
    remove_cache();
}
END_TEST

START_TEST(a_broken_file_of_the_cache_is_made_anew)
{
    own_cache();
    hol_derivation *d = go_on("pendulum", 0.5, 0);
    char *straight = kept(d);
    ck_assert_int_eq(truncate(d->path, (off_t)strlen(straight) / 2), 0);
    hol_derivation_free(d);
    d = go_on("pendulum", 0.5, 0);
    char *again = kept(d);
    ck_assert_str_eq(straight, again);
    free(straight), free(again);
    hol_derivation_free(d);
    remove_cache();
}
END_TEST

START_TEST(numbers_are_read_as_they_are_printed)
{
    static const double value[] = {1, -2.385, 9.9999999999999999e-9, 6.02214076e23, 0.1, 1e-300};
    for (size_t i = 0; i < sizeof value / sizeof *value; i++) {
        char text[2][64] = {"", ""};
        hol_quad x = (hol_quad)value[i] / 3;
        for (int k = 0; k < 2; k++) {
            FILE *out = fmemopen(text[k], sizeof text[k], "w");
            hol_quad_put(out, x);
            fclose(out);
            const char *at = text[k];
            hol_quad read = hol_quad_read(&at);
            double apart = fabs((double)((read - x) / x));
            ck_assert_msg(apart < 1e-29, "%s: %.3g apart", text[k], apart);
            ck_assert_int_eq(*at, '\0');
            x = read;
        }
        ck_assert_str_eq(text[0], text[1]);
    }
}
END_TEST

/* ---------------------------------------------------------------- between the rows */

START_TEST(the_motion_is_known_between_rows)
{
    const hol_problem *problem = hol_problem_named(of[_i].problem);
    double par[64], worst = 0, size = 1;
    hol_message missing = {""}, wrong = {""};
    hol_option_defaults(problem->parameters, par);
    hol_reference *ref = hol_reference_for(problem, par, &missing, &wrong);
    ck_assert_ptr_nonnull(ref);
    hol_pose *pose = calloc((size_t)ref->bodies, sizeof *pose);
    double *lambda = calloc((size_t)ref->multipliers + 1, sizeof *lambda);
    /* without its third row, that one is between the second, which is not the start, and the fourth
     */
    ck_assert_int_ge(ref->rows, 4);
    double t = ref->t[2];
    hol_reference sparse = *ref;
    hol_pose truth = ref->pose[2 * ref->bodies];
    double force = ref->multipliers ? ref->lambda[2 * ref->multipliers] : 0;
    sparse.rows = 3;
    sparse.t[2] = ref->t[3];
    memmove(sparse.pose + 2 * ref->bodies, ref->pose + 3 * ref->bodies,
            (size_t)ref->bodies * sizeof *pose);
    ck_assert(hol_reference_at(&sparse, problem, par, t, pose, lambda));
    for (int k = 0; k < 3; k++) {
        worst = fmax(worst, fabs(pose[0].r[k] - truth.r[k]));
        worst = fmax(worst, fabs(pose[0].v[k] - truth.v[k]));
        worst = fmax(worst, fabs(pose[0].omega[k] - truth.omega[k]));
        size = fmax(size, fmax(fabs(truth.v[k]), fabs(truth.omega[k])));
    }
    ck_assert_msg(worst < 3e-14 * size, "%s: %.3g apart at t = %g", of[_i].problem, worst, t);
    if (ref->multipliers)
        ck_assert_msg(fabs(lambda[0] - force) < 1e-12 * fmax(1, fabs(force)), "%s: lambda %.3g",
                      of[_i].problem, lambda[0] - force);
    ck_assert(!hol_reference_at(&sparse, problem, par, sparse.t[2] * 1.5, pose, NULL));
    free(pose), free(lambda);
    hol_reference_free(ref);
}
END_TEST

/* ---------------------------------------------------------------- driven */

/* sin and cos by their power series. */
static void turn(hol_quad x, hol_quad *s, hol_quad *c)
{
    hol_quad term = 1;
    *s = *c = 0;
    for (int k = 0; k < 80; k++) {
        *(k % 2 ? s : c) += k % 4 < 2 ? term : -term;
        term *= x / (k + 1);
    }
}

/* The crank and the pin at its end are where the drive has them, the slider on its line at the
 * length of the rod from there: to 25 digits, by the doubles of the file. */
START_TEST(a_driven_crank_is_where_its_drive_has_it)
{
    char path[512];
    hol_message why;
    hol_mistakes mistakes;
    snprintf(path, sizeof path, "%s/problems/driven-crank.yaml", getenv("srcdir"));
    const hol_problem *problem = hol_model_read(path, &mistakes);
    ck_assert_msg(problem, "%s", mistakes.count ? mistakes.text[0] : "");
    hol_mistakes_free(&mistakes);
    double par[8];
    hol_option_defaults(problem->parameters, par);
    const double crank = par[0], rod = par[1], speed = par[2], ripple = par[3];
    hol_derive_task task = {.problem = problem, .par = par, .until = 2, .digits = 24};
    hol_derivation *d = hol_derive(&task, &why);
    ck_assert_msg(d, "%s", why.text);
    ck_assert_int_ge(d->digits, 24);
    ck_assert(isnan(d->energy) && d->violation < 1e-30);
    for (int n = 0; n < d->rows; n++) {
        hol_quad t = d->t[n], s3, c3, s, c;
        turn(3 * t, &s3, &c3);
        turn((hol_quad)(3.141592653589793 / 2) + speed * t + ripple * s3, &s, &c);
        const hol_quad_pose *pose = d->pose + n * d->bodies;
        hol_quad x = crank * c, y = crank * s, slider = pose[2].r[0];
        hol_quad off[3] = {pose[0].r[0] - x / 2, pose[0].r[1] - y / 2,
                           ((slider - x) * (slider - x) + y * y - (hol_quad)rod * rod) / (2 * rod)};
        for (int k = 0; k < 3; k++)
            ck_assert_msg(fabs((double)off[k]) < 1e-25, "t = %g: %d is off by %.2e", d->t[n], k,
                          (double)off[k]);
    }
    hol_derivation_free(d);
    hol_model_close(problem);
}
END_TEST

/* ---------------------------------------------------------------- beside shipped files */

/* The shipped file of the problem with one number, of the row at 1 s, changed in its 12th digit. */
static void falsify(const char *file, const char *to)
{
    char command[512];
    ck_assert(snprintf(command, sizeof command,
                       "sed '/^1 /s/^\\(1 -*[0-9.]\\{12\\}\\)[0-9]/\\17/' %s/reference/%s >%s; "
                       "! cmp -s %s/reference/%s %s",
                       getenv("HOLONOMY_DATA"), file, to, getenv("HOLONOMY_DATA"), file,
                       to) < (int)sizeof command);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(differences_from_shipped_files_are_those_of_rounded_data)
{
    hol_agreements found;
    const hol_agreement *a = found.of;
    hol_message why;
    char path[512], changed[] = "/tmp/holonomy-agree-XXXXXX";
    const hol_problem *problem = hol_problem_named("knife-edge");
    ck_assert(hol_reference_find("knife-edge.ref", path, sizeof path));
    ck_assert_msg(hol_agree(problem, path, &found, NULL, NULL, &why), "%s", why.text);
    ck_assert_str_eq(found.ended.text, "");
    for (int k = 0; k < HOL_DERIVE_KINDS; k++)
        ck_assert_msg(a[k].verdict != HOL_AGREE_DIFFERS && a[k].apart < 1e-15, "%s: %.3g",
                      hol_derive_kind[k], a[k].apart);
    ck_assert_int_eq(a[HOL_DERIVE_MULTIPLIER].verdict, HOL_AGREE_ALL_DIGITS);
    ck_assert_int_eq(a[HOL_DERIVE_POSITION].verdict, HOL_AGREE_ROUNDED_DATA);
    close(mkstemp(changed));
    falsify("knife-edge.ref", changed);
    ck_assert_msg(hol_agree(problem, changed, &found, NULL, NULL, &why), "%s", why.text);
    ck_assert_int_eq(a[HOL_DERIVE_POSITION].verdict, HOL_AGREE_DIFFERS);
    unlink(changed);
}
END_TEST

/* A law with a pi in it, which is no double; one in C without a series: in double precision, to
 * fewer digits; a mass that is nearly none: the series end at the first passage, and what is before
 * it agrees. */
static const struct {
    const char *problem, *file;
    const hol_deriver *by;
    double until, trusted;
    bool ends;
} known[] = {
    {"triple-slider-crank", "triple-slider-crank.ref", &hol_by_series, 10, 1e-20, false},
    {"triple-slider-crank", "triple-slider-crank-paper.ref", &hol_by_mexax, 4.2, 1e-5, true},
    {"cart-pole", "cart-pole.ref", &hol_by_series, 0.4, 1e-6, true}};
enum { KNOWN = sizeof known / sizeof *known };

START_TEST(files_are_compared_as_far_as_the_motion_can_be_derived)
{
    hol_agreements found;
    hol_message why;
    char path[512];
    ck_assert(hol_reference_find(known[_i].file, path, sizeof path));
    const hol_problem *problem = hol_problem_named(known[_i].problem);
    ck_assert_msg(hol_agree(problem, path, &found, NULL, NULL, &why), "%s", why.text);
    ck_assert_ptr_eq(found.by, known[_i].by);
    ck_assert_double_eq_tol(found.until, known[_i].until, 1e-9);
    ck_assert_int_eq(found.ended.text[0] != 0, known[_i].ends);
    for (int k = 0; k < HOL_DERIVE_KINDS; k++)
        ck_assert_msg(found.of[k].verdict != HOL_AGREE_DIFFERS &&
                          found.of[k].trusted <= known[_i].trusted,
                      "%s, %s: %.3g", known[_i].file, hol_derive_kind[k], found.of[k].apart);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("derived");
    TCase *tcase = tcase_create("derived");
    tcase_add_loop_test(tcase, two_derivations_agree_and_are_the_shipped_motion, 0, PROBLEMS);
    tcase_add_test(tcase, digits_asked_for_are_reached);
    tcase_add_loop_test(tcase, an_interrupted_derivation_goes_on_bit_for_bit, 0, 3);
    tcase_add_test(tcase, what_is_kept_is_extended_and_not_derived_again);
    tcase_add_test(tcase, a_broken_file_of_the_cache_is_made_anew);
    tcase_add_test(tcase, numbers_are_read_as_they_are_printed);
    tcase_add_loop_test(tcase, the_motion_is_known_between_rows, 0, PROBLEMS);
    tcase_add_test(tcase, a_driven_crank_is_where_its_drive_has_it);
    tcase_add_test(tcase, differences_from_shipped_files_are_those_of_rounded_data);
    tcase_add_loop_test(tcase, files_are_compared_as_far_as_the_motion_can_be_derived, 0, KNOWN);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
