/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The specification of a run: its line of text, its key, and the build. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan/shard.h"
#include "harness/store/spec.h"
#include "tests/suite.h"

typedef void change(hol_spec *spec);

static void change_nothing(hol_spec *s)
{
    (void)s;
}
static void change_parameter(hol_spec *s)
{
    s->parameters[2] = nextafter(s->parameters[2], 10.0);
}
static void change_option(hol_spec *s)
{
    s->options[0] = 1;
}
static void change_step(hol_spec *s)
{
    s->h = nextafter(s->h, 1.0);
}
static void change_rtol(hol_spec *s)
{
    s->rtol = 1e-6;
}
static void change_atol(hol_spec *s)
{
    s->atol = 1e-6;
}
static void change_formulation(hol_spec *s)
{
    strcpy(s->formulation, "natural");
}
static void change_until(hol_spec *s)
{
    s->until = nextafter(s->until, 0.0);
}
static void change_series(hol_spec *s)
{
    s->series = 300;
}
static void change_motion(hol_spec *s)
{
    s->motion = 20;
}
static void change_passage(hol_spec *s)
{
    s->past_singular = true;
}
static void quarter_step(hol_spec *s)
{
    s->h *= 0.25;
}
static void change_repeats(hol_spec *s)
{
    s->repeats = 5;
}

START_TEST(any_change_of_a_run_changes_its_key)
{
    static change *const changes[] = {change_nothing,     change_parameter, change_option,
                                      change_step,        change_rtol,      change_atol,
                                      change_until,       change_series,    change_repeats,
                                      change_formulation, change_passage,   change_motion};
    enum { CHANGES = sizeof changes / sizeof *changes };
    char key[CHANGES + 2][HOL_KEY];
    hol_spec spec = hol_spec_of(hol_problem_named("rigid-body"), hol_method_named("dvp"));
    for (int i = 0; i < CHANGES; i++) {
        hol_spec other = hol_spec_copy(&spec);
        changes[i](&other);
        hol_spec_key(&other, key[i]);
        hol_spec_clear(&other);
    }
    hol_spec method = hol_spec_of(spec.problem, hol_method_named("em"));
    hol_spec problem =
        hol_spec_of(hol_problem_named("double-spherical-pendulum"), hol_method_named("dvp"));
    hol_spec_key(&method, key[CHANGES]);
    hol_spec_key(&problem, key[CHANGES + 1]);
    for (int i = 0; i < CHANGES + 2; i++) {
        ck_assert_uint_eq(strlen(key[i]), 64);
        ck_assert_uint_eq(strspn(key[i], "0123456789abcdef"), 64);
        for (int k = 0; k < i; k++) ck_assert_str_ne(key[i], key[k]);
    }
    char again[HOL_KEY];
    hol_spec_key(&spec, again);
    ck_assert_str_eq(again, key[0]);
    hol_spec_clear(&spec);
    hol_spec_clear(&method);
    hol_spec_clear(&problem);
}
END_TEST

/* What a ladder's runs differ in, and what is kept of one, changes neither its kin nor its part. */
START_TEST(the_runs_of_a_ladder_are_kin_and_no_others)
{
    static const struct {
        change *change;
        bool kin;
    } of[] = {{quarter_step, true},      {change_series, true},   {change_repeats, true},
              {change_motion, true},     {change_step, false},    {change_rtol, false},
              {change_atol, false},      {change_until, false},   {change_option, false},
              {change_parameter, false}, {change_passage, false}, {change_formulation, false}};
    char kin[HOL_KEY], other_kin[HOL_KEY];
    hol_spec spec = hol_spec_of(hol_problem_named("rigid-body"), hol_method_named("dvp"));
    hol_spec_kin(&spec, kin);
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        hol_spec other = hol_spec_copy(&spec);
        of[i].change(&other);
        hol_spec_kin(&other, other_kin);
        ck_assert_int_eq(!strcmp(kin, other_kin), of[i].kin);
        for (int parts = 1; parts < 40 && of[i].kin; parts++)
            ck_assert_int_eq(hol_shard_of(&spec, parts), hol_shard_of(&other, parts));
        hol_spec_clear(&other);
    }
    spec.rtol = spec.atol = 1e-4;
    hol_spec_kin(&spec, kin);
    spec.rtol = spec.atol = 1e-6;
    hol_spec_kin(&spec, other_kin);
    ck_assert_str_eq(kin, other_kin);
    hol_spec_clear(&spec);
}
END_TEST

/* Of 1600 runs in 16 parts each has 100, give or take five times the root of that. */
START_TEST(every_run_is_in_one_part_and_the_parts_are_even)
{
    enum { PARTS = 16, RUNS = 100 * PARTS };
    int count[PARTS + 1] = {0};
    hol_spec spec = hol_spec_of(hol_problem_named("rigid-body"), hol_method_named("dvp"));
    for (int i = 0; i < RUNS; i++) {
        spec.h = 0.01 + 1e-6 * i;
        int at = hol_shard_of(&spec, PARTS);
        ck_assert(at >= 1 && at <= PARTS);
        count[at]++;
    }
    for (int k = 1; k <= PARTS; k++) ck_assert_msg(abs(count[k] - 100) < 50, "%d", count[k]);
    hol_spec_clear(&spec);
}
END_TEST

START_TEST(the_text_of_a_run_gives_every_number_back)
{
    hol_spec spec = hol_spec_of(hol_problem_named("rigid-body"), hol_method_named("em"));
    char text[1024], small[16];
    spec.h = 0.1;
    spec.until = 1.0 / 3.0;
    spec.rtol = 1.0 / 7.0;
    spec.atol = 1.0 / 9.0;
    hol_spec_text(&spec, text, sizeof text);
    ck_assert_str_eq(
        text,
        "problem=rigid-body {J1=1 J2=2 J3=3 omega1=0 omega2=3 omega3=4} "
        "method=em {newton_tol=1e-13 order=2 velocity=own guess=increments} formulation=default "
        "h=0.10000000000000001 rtol=0.14285714285714285 atol=0.1111111111111111 "
        "until=0.33333333333333331 "
        "series=0 repeats=1");
    hol_spec_text(&spec, small, sizeof small);
    ck_assert_str_eq(small, "problem=rigid-b");
    hol_spec_clear(&spec);
    ck_assert_ptr_null(spec.parameters);
}
END_TEST

START_TEST(the_build_has_an_id)
{
    ck_assert_uint_eq(strlen(hol_build_id()), 64);
    ck_assert_uint_eq(strspn(hol_build_id(), "0123456789abcdef"), 64);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        any_change_of_a_run_changes_its_key,
        the_runs_of_a_ladder_are_kin_and_no_others,
        every_run_is_in_one_part_and_the_parts_are_even,
        the_text_of_a_run_gives_every_number_back,
        the_build_has_an_id,
    };
    Suite *suite = suite_create("spec");
    TCase *spec = tcase_create("spec");
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(spec, tests[i]);
    suite_add_tcase(suite, spec);
    return hol_run_suite(suite);
}
