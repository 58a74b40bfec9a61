/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The specification of a run: its line of text, its key, and the build. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
        "method=em {newton_tol=9.9999999999999998e-13 order=2 velocity=own} formulation=default "
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
        the_text_of_a_run_gives_every_number_back,
        the_build_has_an_id,
    };
    Suite *suite = suite_create("spec");
    TCase *spec = tcase_create("spec");
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(spec, tests[i]);
    suite_add_tcase(suite, spec);
    return hol_run_suite(suite);
}
