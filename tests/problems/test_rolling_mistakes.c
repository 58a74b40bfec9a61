/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What cannot roll: a disc that falls flat, a start without a point in contact, mistakes of a model
 * and of its file. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "holonomy.h"
#include "tests/harness/model_text.h"
#include "tests/suite.h"

/* A disc let go without spin falls over; flat, no point of it is the one in contact. */
START_TEST(a_disc_that_falls_flat_ends_there)
{
    hol_mistakes mistakes;
    hol_result r;
    const hol_problem *problem =
        read_text("model: coin\n"
                  "bodies:\n"
                  "  - {name: coin, shape: rigid, m: 1, J: [0.25, 0.25, 0.5], r: [0, 0, 1], p: "
                  "[\"cos(50 deg)\", \"sin(50 deg)\", 0, 0]}\n"
                  "rolling:\n"
                  "  - {name: rim, body: coin, shape: disc, radius: 1, axis: [0, 0, 1]}\n"
                  "forces:\n"
                  "  - {type: gravity, g: [0, 0, -9.81]}\n"
                  "start: {hold: coin.turn}\n",
                  &mistakes);
    ck_assert_msg(problem, "%s", mistakes.count ? mistakes.text[0] : "");
    hol_mistakes_free(&mistakes);
    hol_case c = hol_case_of(problem, hol_method_named(_i ? "mk4" : "rk4-index1"));
    c.until = 3;
    c.h = 0.01;
    c.repeats = 0;
    hol_run(&c, &r);
    ck_assert_int_eq(hol_result_end(&r), HOL_END_SINGULAR);
    ck_assert_msg(strstr(r.passed.text.text, "the disc lies flat of 'rim.height'"), "%s; %s",
                  r.message.text, r.passed.text.text);
    hol_result_free(&r);
    hol_model_close(problem);
}
END_TEST

/* A disc of radius 1 with its centre in the plane, or turned over, at the height r. */
static void expect_refusal(double height, double sine, const char *wanted)
{
    const hol_plane floor = {{0, 0, 0}, {0, 0, 1}};
    hol_body body = {.name = "disc", .shape = HOL_RIGID, .m = 1, .J = {1, 1, 1.5}};
    hol_message why = {""};
    hol_model *model = hol_model_new();
    body.at = (hol_pose){.r = {0, 0, height}, .p = {sqrt(1 - sine * sine), sine, 0, 0}};
    hol_add_body(model, &body);
    hol_roll_disc(model, "rim", hol_point(0, 0, 0, 0), hol_direction(0, 0, 0, 1), 1, &floor);
    ck_assert_ptr_null(hol_realise(model, hol_formulation_named("lie"), NULL, &why));
    ck_assert_msg(strstr(why.text, wanted), "%s", why.text);
    hol_model_free(model);
}

START_TEST(a_start_without_a_point_in_contact_is_refused)
{
    expect_refusal(0, 0, "'rim.height': the disc starts flat on the plane");
    expect_refusal(-1, sqrt(0.5), "'rim.height': the centre of the shape starts on the other side");
    expect_refusal(0.9, sqrt(0.5), "'rim.height'"); /* in the air */
}
END_TEST

static const hol_plane ground_floor = {{0, 0, 0}, {0, 0, 1}}, no_floor = {{0, 0, 0}, {0, 0, 0}};

static void negative_radius(hol_model *m)
{
    hol_roll_sphere(m, "s", hol_point(0, 0, 0, 0), -0.5, &ground_floor);
}

static void no_semi_axis(hol_model *m)
{
    const hol_marker axis[3] = {hol_direction(0, 1, 0, 0), hol_direction(0, 0, 1, 0),
                                hol_direction(0, 0, 0, 1)};
    hol_roll_ellipsoid(m, "s", hol_point(0, 0, 0, 0), axis, (double[3]){1, 0, 1}, &ground_floor);
}

static void skew_axes(hol_model *m)
{
    const hol_marker axis[3] = {hol_direction(0, 1, 0, 0), hol_direction(0, 0.6, 0.8, 0),
                                hol_direction(0, 0, 0, 1)};
    hol_roll_ellipsoid(m, "s", hol_point(0, 0, 0, 0), axis, (double[3]){1, 2, 1}, &ground_floor);
}

static void axis_of_another(hol_model *m)
{
    hol_roll_disc(m, "s", hol_point(0, 0, 0, 0), hol_direction(2, 0, 0, 1), 1, &ground_floor);
}

static void no_normal(hol_model *m)
{
    hol_roll_sphere(m, "s", hol_point(0, 0, 0, 0), 0.5, &no_floor);
}

static void a_point(hol_model *m)
{
    hol_roll_sphere(m, "s", hol_point(1, 0, 0, 0), 0.5, &ground_floor);
}

static void of_ground(hol_model *m)
{
    hol_roll_sphere(m, "s", hol_point(HOL_GROUND, 0, 0, 0), 0.5, &ground_floor);
}

static void of_fixed(hol_model *m)
{
    hol_roll_sphere(m, "s", hol_point(3, 0, 0, 0), 0.5, &ground_floor);
}

static const struct {
    void (*add)(hol_model *);
    const char *says;
} mistake[] = {
    {negative_radius, "s: the radius -0.5 m must be positive"},
    {no_semi_axis, "s: the semi-axis 0 m must be positive"},
    {skew_axes, "s: its axes are not at right angles"},
    {axis_of_another, "s: its axes are of another body than its centre"},
    {no_normal, "s: the normal of the plane (0, 0, 0) has no length"},
    {a_point, "s: 'speck' cannot roll"},
    {of_ground, "s: 'ground' cannot roll"},
    {of_fixed, "s: 'pivot' cannot roll"},
};
enum { MISTAKES = sizeof mistake / sizeof *mistake };

START_TEST(a_body_that_cannot_roll_is_a_mistake_of_the_model)
{
    hol_message why;
    hol_model *m = hol_model_new();
    hol_body body = {.name = "b", .m = 1, .J = {1, 1, 1}, .at = {.p = {1}}};
    hol_add_body(m, &body);
    hol_add_body(m, &(hol_body){.name = "speck", .shape = HOL_POINT, .m = 1, .at = {.p = {1}}});
    hol_add_body(m, &(hol_body){.name = "c", .m = 1, .J = {1, 1, 1}, .at = {.p = {1}}});
    hol_add_body(
        m, &(hol_body){.name = "pivot", .fixed = true, .m = 1, .J = {1, 1, 1}, .at = {.p = {1}}});
    mistake[_i].add(m);
    ck_assert(hol_model_mistakes(m, &why));
    ck_assert_msg(strstr(why.text, mistake[_i].says) == why.text, "%s", why.text);
    hol_model_free(m);
}
END_TEST

START_TEST(mistakes_in_a_file_are_said_at_their_places)
{
    static const char *const wanted[] = {
        "4:34: unknown shape 'disk': did you mean 'disc'?",
        "5:42: unknown key 'radios' of a rolling body: did you mean 'radius'?",
        "6:21: unknown body 'bal': did you mean 'ball'?",
        "7:42: 'axis' is no key of a rolling body, shape sphere",
        "8:60: plane takes two lists of 3 numbers, a point and the normal",
        "9:60: plane: a direction of no length",
        "10:79: directions takes two lists of 3 numbers, the directions of the first two semi-axes",
        "11:5: f: the radius 0 m must be positive",
    };
    expect_mistakes(
        "model: own\n"
        "bodies: [{name: ball, shape: rigid, m: 1, J: [1, 1, 1]}]\n"
        "rolling:\n"
        "  - {name: a, body: ball, shape: disk, radius: 1}\n"
        "  - {name: b, body: ball, shape: sphere, radios: 1}\n"
        "  - {name: c, body: bal, shape: sphere, radius: 1}\n"
        "  - {name: d, body: ball, shape: sphere, axis: [0, 0, 1], radius: 1}\n"
        "  - {name: e, body: ball, shape: sphere, radius: 1, plane: [0, 0, 1]}\n"
        "  - {name: g, body: ball, shape: sphere, radius: 1, plane: [[0, 0, 0], [0, 0, 0]]}\n"
        "  - {name: h, body: ball, shape: ellipsoid, semi_axes: [1, 2, 3], directions: [1, 0, 0]}\n"
        "  - {name: f, body: ball, shape: sphere, radius: 0}\n",
        sizeof wanted / sizeof *wanted, wanted);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rolling mistakes");
    TCase *tcase = tcase_create("rolling mistakes");
    tcase_set_timeout(tcase, hol_patience(60));
    tcase_add_loop_test(tcase, a_disc_that_falls_flat_ends_there, 0, 2);
    tcase_add_test(tcase, a_start_without_a_point_in_contact_is_refused);
    tcase_add_loop_test(tcase, a_body_that_cannot_roll_is_a_mistake_of_the_model, 0, MISTAKES);
    tcase_add_test(tcase, mistakes_in_a_file_are_said_at_their_places);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
