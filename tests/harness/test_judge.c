/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motions from files: our own are measured as their runs were; a mistake that a file was made with
 * is the first suspect, of a good file there is none; orders and ways back are those they have. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/cli/cli_columns.h"
#include "harness/study/judge.h"
#include "holonomy/memory.h"
#include "holonomy/so3.h"
#include "tests/suite.h"

/* A file of the test, unlinked once it is read. */
static FILE *begin_file(char path[32])
{
    strcpy(path, "/tmp/hol-judge-XXXXXX");
    int handle = mkstemp(path);
    ck_assert(handle >= 0);
    return fdopen(handle, "w");
}

static hol_motion *read_file(FILE *out, char path[32], const hol_model *model)
{
    hol_message why = {""};
    ck_assert(fclose(out) == 0);
    hol_motion *m = hol_motion_read(path, &why);
    unlink(path);
    ck_assert_msg(m != NULL, "%s", why.text);
    bool matched = hol_motion_match(m, hol_body_count(model), hol_body_at(model, 0), &why);
    ck_assert_msg(matched, "%s", why.text);
    return m;
}

/* ---------------------------------------------------------------- our own motions */

static const struct {
    const char *problem, *method, *formulation;
} own[] = {{"gyrostat", "rattle", "natural"},
           {"crank", "jet-dop853", "euler"},
           {"slider-crank-3d", "mk4", "lie"},
           {"quadrangle", "mk4", "joint"},
           {"triple-slider-crank", "mk4", "own"}};
enum { OWN = sizeof own / sizeof *own };

typedef struct {
    hol_result r;
    cli_sheet sheet;
    FILE *out;
} recorder;

static void record(void *self, const hol_node *node)
{
    static const bool none[CLI_COLUMNS];
    recorder *x = self;
    if (!node->step) cli_sheet_begin(&x->sheet, x->out, "a.csv", none, &x->r);
    cli_sheet_row(&x->sheet, node->z->t, x->r.diagnostics->gauge->pose);
}

static void near(double a, double b, double scale, const char *what, int i)
{
    bool same = (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-13 * scale;
    ck_assert_msg(same, "%s in %s: %s is %.17g, judged %.17g (scale %g)", own[i].problem,
                  own[i].formulation, what, a, b, scale);
}

static void compare(const hol_result *a, const hol_result *b, int i)
{
    const hol_diagnostics *x = a->diagnostics, *y = b->diagnostics;
    double T = x->kinetic, J = 1e-300;
    const hol_gauge *g = x->gauge;
    double length = a->x->sys->length, speed = 0, reaction = 1e-300;
    for (int k = 0; k < 3 * a->x->sys->nb; k++)
        speed = fmax(speed, fmax(fabs(g->pose[k / 3].v[k % 3]), fabs(g->pose[k / 3].omega[k % 3])));
    for (int k = 0; k < a->x->sys->nj; k++) reaction = fmax(reaction, fabs(g->lambda[k]));
    near(x->energy_rigid.initial, y->energy.initial, T + fabs(x->energy.initial), "E at first", i);
    near(x->energy_rigid.final, y->energy.final, T + fabs(x->energy.final), "E at last", i);
    near(x->energy_rigid.max_error, y->energy.max_error, T, "error of E", i);
    for (int k = 0; k < a->x->sys->ns; k++) J = fmax(J, fabs(x->momentum_rigid[k].initial));
    for (int k = 0; k < a->x->sys->ns; k++) {
        near(x->momentum_rigid[k].final, y->momentum[k].final, J, "momentum", i);
        near(x->momentum_rigid[k].max_error, y->momentum[k].max_error, J, "error of momentum", i);
    }
    near(x->phi, y->phi, length, "Phi", i);
    near(x->gv, y->gv, 10 * speed, "G v", i);
    near(x->acceleration, y->acceleration, 100 * speed * speed / length + 100, "accelerations", i);
    near(a->error.position, b->error.position, length, "position", i);
    near(a->error.orientation, b->error.orientation, 1, "orientation", i);
    near(a->error.velocity, b->error.velocity, speed, "velocity", i);
    near(a->error.multipliers, b->error.multipliers, 10 * reaction, "multipliers", i);
    ck_assert_int_eq(a->error_mean.count, b->error_mean.count);
    near(a->measures.scd, b->measures.scd, 1e4, "scd", i);
}

static void judge_own(int i, const char *formulation)
{
    const hol_problem *problem = hol_problem_named(own[i].problem);
    hol_case c = hol_case_of(problem, hol_method_named(own[i].method));
    recorder x = {.out = NULL};
    char path[32];
    hol_message why;
    c.formulation = own[i].formulation;
    c.until = 0.6;
    c.repeats = 0;
    c.observe = record;
    c.observer = &x;
    x.out = begin_file(path);
    ck_assert(hol_run(&c, &x.r) == HOL_RAN && x.r.status == HOL_OK);
    cli_sheet_end(&x.sheet);
    hol_model *model = hol_model_new();
    ck_assert(hol_problem_build(problem, x.r.x->parameters, model, &why));
    hol_motion *m = read_file(x.out, path, model);
    ck_assert_str_eq(m->problem, own[i].problem);
    ck_assert_str_eq(m->formulation, own[i].formulation);
    hol_judged j;
    c = hol_case_of(problem, NULL);
    c.formulation = formulation;
    ck_assert(hol_judge(&c, model, m, &j) == HOL_RAN);
    ck_assert(j.verdict.sound && j.start < 1e-15 && fabs(j.step - problem->step) < 1e-15);
    if (formulation)
        compare(&x.r, &j.r, i);
    else
        near(x.r.diagnostics->energy_rigid.max_error, j.r.diagnostics->energy.max_error,
             x.r.diagnostics->kinetic, "error of E in natural", i);
    hol_judged_free(&j);
    hol_model_free(model);
    hol_result_free(&x.r);
}

START_TEST(our_own_motions_give_the_numbers_of_their_runs)
{
    judge_own(_i, own[_i].formulation);
    judge_own(_i, NULL);
}
END_TEST

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

/* ---------------------------------------------------------------- several motions */

/* A circle of 2 m, its places off by h^2.5, its velocities by h^1.5; backwards it ends 3e-3 m off.
 */
static hol_judged circle(double h, bool back, const hol_model *model)
{
    char path[32];
    FILE *out = begin_file(path);
    double off = back ? 0 : pow(h, 2.5), slow = back ? 0 : pow(h, 1.5), sign = back ? -1 : 1;
    fprintf(out, "# step: %.17g\nt\tball.x\tball.y\tball.z\tball.vx\tball.vy\tball.vz\n", h);
    for (int i = 0; i * h <= 2 + 1e-9; i++) {
        double t = i * h, s = back ? 2 - t : t;
        fprintf(out, "%.17g\t%.17g\t%.17g\t0\t%.17g\t%.17g\t0\n", t,
                2 * cos(s) + off * (1 + t) + back * 1.5e-3 * t, 2 * sin(s),
                -2 * sign * sin(s) + slow, 2 * sign * cos(s));
    }
    hol_judged j = {.m = read_file(out, path, model), .step = h, .until = 2};
    return j;
}

static hol_model *ball(void)
{
    hol_model *model = hol_model_new();
    hol_add_body(model, &(hol_body){.name = "ball", .shape = HOL_POINT, .m = 1, .at = {.r = {2}}});
    return model;
}

START_TEST(three_motions_show_their_order)
{
    static const double h[][3] = {{0.04, 0.02, 0.01}, {0.05, 0.02, 0.01}};
    hol_model *model = ball();
    for (int i = 0; i < 2; i++) {
        hol_judged j[3], *of[3] = {&j[0], &j[1], &j[2]};
        for (int k = 0; k < 3; k++) {
            j[k] = circle(h[i][k], false, model);
            j[k].r.error = (hol_error){pow(h[i][k], 3), NAN, pow(h[i][k], 4), NAN};
        }
        hol_order_found o = hol_judge_order(of, 3);
        ck_assert_int_eq(o.common, i ? 21 : 51);
        ck_assert(fabs(o.position - 2.5) < 1e-6 && fabs(o.velocity - 1.5) < 1e-6);
        ck_assert(fabs(o.position_true - 3) < 1e-9 && fabs(o.velocity_true - 4) < 1e-9);
        ck_assert(isnan(o.orientation) && isnan(o.orientation_true));
        for (int k = 0; k < 3; k++) hol_motion_free(j[k].m);
    }
    hol_model_free(model);
}
END_TEST

START_TEST(a_way_back_is_compared_with_the_way_there)
{
    hol_model *model = ball();
    hol_judged forth = circle(0.02, false, model), back = circle(0.02, true, model);
    hol_return_found found = hol_judge_return(&forth, &back);
    double off = pow(0.02, 2.5);
    ck_assert_int_eq(found.common, 101);
    ck_assert(fabs(found.start.position - 3 * off) < 1e-12);
    ck_assert(fabs(found.end.position - fabs(3e-3 - off)) < 1e-12);
    ck_assert(fabs(found.end.velocity - pow(0.02, 1.5)) < 1e-12);
    ck_assert(found.most.position >= found.end.position);
    hol_motion_free(forth.m);
    hol_motion_free(back.m);
    hol_model_free(model);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("judge");
    TCase *tcase = tcase_create("judge");
    tcase_set_timeout(tcase, hol_patience(60));
    tcase_add_loop_test(tcase, our_own_motions_give_the_numbers_of_their_runs, 0, OWN);
    tcase_add_loop_test(tcase, a_planted_mistake_is_the_first_suspect_and_a_good_file_has_none, 0,
                        2 * MISTAKES);
    tcase_add_test(tcase, rows_need_not_be_equidistant);
    tcase_add_test(tcase, places_alone_show_what_places_can_show);
    tcase_add_test(tcase, three_motions_show_their_order);
    tcase_add_test(tcase, a_way_back_is_compared_with_the_way_there);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
