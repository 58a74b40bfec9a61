/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mistake that a file of a motion was made with is the first suspect; of a good file there is
 * none. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/so3.h"
#include "tests/harness/motion_rig.h"
#include "tests/suite.h"

/* ---------------------------------------------------------------- planted mistakes */

/* An arm on a ball joint, a blade on an axis of the arm: all of it generic. */
static void build(hol_model *m, const double par[])
{
    const double P[3] = {0.25, 0.1, -0.03}, rho[3] = {0.2, -0.03, 0.02}, turn[3] = {0.4, 1.1, -0.7};
    hol_body arm = {.name = "arm", .m = 1.3, .J = {0.05, 0.11, 0.13}};
    hol_body blade = {.name = "blade", .m = 0.7, .J = {0.02, 0.045, 0.06}};
    arm.at = (hol_pose){.r = {0.3, 0.02, -0.05}, .p = {1}, .omega = {0.4, 1.1, -0.7}};
    blade.at = (hol_pose){.p = {1}, .omega = {0.4, 1.1, 1.3}};
    double a[3], b[3];
    hol_cross(turn, arm.at.r, arm.at.v);
    hol_cross(turn, P, a);
    hol_cross(blade.at.omega, rho, b);
    for (int k = 0; k < 3; k++) {
        blade.at.r[k] = arm.at.r[k] + P[k] + rho[k];
        blade.at.v[k] = arm.at.v[k] + a[k] + b[k];
    }
    if (par[1] > 0) blade.J[0] = 0.045, blade.J[1] = 0.02;
    hol_add_body(m, &arm);
    hol_add_body(m, &blade);
    hol_spherical(m, "ball", hol_point(HOL_GROUND, 0, 0, 0), hol_point(0, -0.3, -0.02, 0.05));
    hol_revolute(m, "pin", hol_point(0, P[0], P[1], P[2]), hol_point(1, -rho[0], -rho[1], -rho[2]),
                 hol_direction(0, 0, 0, 1), hol_direction(1, 0, 0, 1));
    hol_gravity(m, (double[3]){0, 0, -9.81 * par[0]});
}

static const hol_option parameters[] = {
    {"up", HOL_REAL, 1, -1, 1, NULL, ""}, {"swap", HOL_REAL, 0, 0, 1, NULL, ""}, {.name = NULL}};
static const hol_problem mechanism = {.name = "mechanism",
                                      .about = "",
                                      .parameters = parameters,
                                      .build = build,
                                      .t_end = 1.5,
                                      .step = 0.01};

enum { NODES = 151 };
static hol_pose nodes[NODES][2];

static void keep(void *self, const hol_node *node)
{
    (void)self;
    if (node->step < NODES) hol_poses(node->s->sys, node->z->q, node->z->v, nodes[node->step]);
}

typedef enum {
    GOOD,
    XYZW,
    CONJUGATE,
    SPACE,
    BODY,
    DEGREES,
    MILLI,
    SECONDS,
    STALE,
    HALF,
    POINT,
    GRAVITY,
    NO_GRAVITY,
    INERTIA,
    TWO,
    MISTAKES
} mistake;
static const char *const first_suspect[MISTAKES] = {[XYZW] = "quaternion: xyzw",
                                                    [CONJUGATE] = "rotation: space-to-body",
                                                    [SPACE] = "omega: space",
                                                    [BODY] = "velocity: body",
                                                    [DEGREES] = "angle: deg",
                                                    [MILLI] = "length: mm",
                                                    [SECONDS] = "time: ms",
                                                    [STALE] = "lag: 1",
                                                    [HALF] = "lag: 0.5",
                                                    [POINT] = "point blade: 0.11 0.07 -0.05",
                                                    [GRAVITY] = "gravity the other way",
                                                    [NO_GRAVITY] = "no gravity",
                                                    [INERTIA] =
                                                        "inertia of blade: axes in the order 2 1 3",
                                                    [TWO] = "quaternion: xyzw"};

/* The numbers of body b at a node as a file with the mistake has them. */
static hol_pose spoiled(mistake what, int node, int b)
{
    const double c[3] = {0.11, 0.07, -0.05};
    hol_pose at = nodes[node][b], last = nodes[node ? node - 1 : 0][b];
    double R[9], arm[3], way[3], part = what == STALE ? 1 : what == HALF ? 0.5 : 0;
    const double p[4] = {at.p[0], at.p[1], at.p[2], at.p[3]};
    hol_quaternion_to_matrix(p, R);
    for (int k = 0; k < 4; k++) {
        if (what == XYZW || what == TWO) at.p[k] = p[(k + 1) % 4];
        if (what == CONJUGATE && k) at.p[k] = -p[k];
    }
    if (what == SPACE || what == TWO) hol_rotate(R, at.omega, at.omega);
    if (what == BODY) hol_rotate_back(R, at.v, at.v);
    hol_rotate(R, c, arm);
    hol_cross(at.omega, c, way);
    hol_rotate(R, way, way);
    for (int k = 0; k < 3; k++) {
        at.v[k] += part * (last.v[k] - at.v[k]);
        at.omega[k] += part * (last.omega[k] - at.omega[k]);
        if (what == DEGREES) at.omega[k] *= 180 / acos(-1.0);
        if (what == MILLI) at.r[k] *= 1000, at.v[k] *= 1000;
        if (what == POINT && b == 1) at.r[k] += arm[k], at.v[k] += way[k];
    }
    return at;
}

/* every: rows are left out after every so many; 0: none. */
static hol_motion *written(mistake what, int digits, bool velocities, int every,
                           const hol_model *model)
{
    char path[32];
    FILE *out = begin_file(path);
    int numbers = velocities ? HOL_MOTION_NUMBERS : 7;
    fputs("t", out);
    for (int b = 0; b < 2; b++)
        for (int k = 0; k < numbers; k++)
            fprintf(out, ", \"%s.%s\"", hol_body_at(model, b)->name, hol_motion_number[k]);
    for (int i = 0; i < NODES; i++) {
        if (every && i % every == every - 1) continue;
        fprintf(out, "\n%.*g", digits, 0.01 * i * (what == SECONDS ? 1000 : 1));
        for (int b = 0; b < 2; b++) {
            hol_pose at = spoiled(what, i, b);
            for (int k = 0; k < numbers; k++)
                fprintf(out, ",%.*g", digits, *hol_pose_number(&at, k));
        }
    }
    fputc('\n', out);
    return read_file(out, path, model);
}

/* The motion of the mechanism that the mistake asks for, by that method. */
static void move(mistake what, const char *method)
{
    const double par[] = {what == GRAVITY ? -1 : what == NO_GRAVITY ? 0 : 1, what == INERTIA};
    hol_case c = hol_case_of(&mechanism, hol_method_named(method));
    hol_result r;
    c.parameters = par;
    c.observe = keep;
    c.repeats = 0;
    ck_assert(hol_run(&c, &r) == HOL_RAN && r.status == HOL_OK && r.steps == NODES - 1);
    hol_result_free(&r);
}

static hol_model *true_model(void)
{
    hol_model *model = hol_model_new();
    build(model, (double[2]){1, 0});
    return model;
}

static void all_passed(const hol_tests *tests)
{
    for (int k = 0; k < HOL_TESTS; k++)
        ck_assert_msg(tests->of[k] < (k == HOL_TEST_JOINTS ? 1e-6 : 1e-2), "test %d: %g", k,
                      tests->of[k]);
}

START_TEST(a_planted_mistake_is_the_first_suspect_and_a_good_file_has_none)
{
    static const char *const method[] = {"rattle", "mk4"};
    static const int digits[] = {17, 7};
    mistake what = (mistake)(_i / 2);
    move(what, method[_i % 2]);
    hol_model *model = true_model();
    hol_motion *m = written(what, digits[_i % 2], true, 0, model);
    hol_judgement v = hol_judge_suspects(model, m);
    const char *found = v.count ? v.of[0].text : "none";
    if (what == GOOD)
        ck_assert_msg(!v.count && v.sound, "a good file: %s", found);
    else
        ck_assert_msg(v.count && !v.sound && !strcmp(found, first_suspect[what]),
                      "by %s, %d digits: %s in place of %s", method[_i % 2], digits[_i % 2], found,
                      first_suspect[what]);
    ck_assert_int_eq(v.count, what == GOOD ? 0 : what == TWO ? 2 : 1);
    if (what == TWO) ck_assert_str_eq(v.of[1].text, "omega: space");
    all_passed(v.count ? &v.of[v.count - 1].tests : &v.as_is);
    hol_motion_free(m);
    hol_model_free(model);
}
END_TEST

START_TEST(rows_need_not_be_equidistant)
{
    hol_model *model = true_model();
    move(GOOD, "mk4");
    hol_motion *m = written(GOOD, 17, true, 3, model);
    hol_judgement v = hol_judge_suspects(model, m);
    ck_assert(v.sound);
    all_passed(&v.as_is);
    hol_motion_free(m);
    hol_model_free(model);
}
END_TEST

START_TEST(places_alone_show_what_places_can_show)
{
    static const mistake what[] = {GOOD, XYZW, CONJUGATE, MILLI, POINT};
    hol_model *model = true_model();
    move(GOOD, "mk4");
    for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
        hol_motion *m = written(what[i], 17, false, 0, model);
        hol_judgement v = hol_judge_suspects(model, m);
        ck_assert_str_eq(m->lacks, "arm.vx");
        ck_assert(!m->velocities && isnan(v.as_is.of[HOL_TEST_SPEED]));
        ck_assert_int_eq(v.count, what[i] != GOOD);
        if (v.count) ck_assert_str_eq(v.of[0].text, first_suspect[what[i]]);
        hol_motion_free(m);
    }
    hol_model_free(model);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("judge mistakes");
    TCase *tcase = tcase_create("judge mistakes");
    tcase_set_timeout(tcase, hol_patience(60));
    tcase_add_loop_test(tcase, a_planted_mistake_is_the_first_suspect_and_a_good_file_has_none, 0,
                        2 * MISTAKES);
    tcase_add_test(tcase, rows_need_not_be_equidistant);
    tcase_add_test(tcase, places_alone_show_what_places_can_show);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
