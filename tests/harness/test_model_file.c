/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models as YAML files: the same bits as the calls of the builder. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/store/spec.h"
#include "tests/harness/model_text.h"
#include "tests/numbers.h"
#include "tests/suite.h"

/* ---------------------------------------------------------------- the same bits */

enum { FORMULATIONS = 3 };

static bool run(const hol_problem *problem, const hol_method *method, int formulation,
                hol_result *r)
{
    hol_case c = hol_case_of(problem, method);
    c.formulation = hol_formulation_name(hol_formulation_at(formulation));
    c.until = 20 * c.h;
    c.repeats = 0;
    return hol_run(&c, r) == HOL_RAN;
}

static void expect_same_run(const hol_problem *file, const hol_problem *problem,
                            const hol_method *method, int f)
{
    hol_result a, b;
    bool ran = run(problem, method, f, &a);
    ck_assert_msg(run(file, method, f, &b) == ran, "%s: %s", problem->name, b.message.text);
    ck_assert_str_eq(a.message.text, b.message.text);
    if (ran) {
        size_t q = (size_t)a.x->sys->nq * sizeof(double), v = (size_t)a.x->sys->nv * sizeof(double);
        ck_assert_int_eq(a.steps, b.steps);
        ck_assert_msg(!memcmp(a.x->z->q, b.x->z->q, q) && !memcmp(a.x->z->v, b.x->z->v, v) &&
                          a.error.position == b.error.position,
                      "%s, %s: other bits from the file", problem->name, method->name);
    }
    hol_result_free(&a);
    hol_result_free(&b);
}

/* Every example that is shipped, with every method in every formulation. */
START_TEST(an_example_has_the_bits_of_its_problem)
{
    const hol_problem *problem;
    const hol_method *method;
    int examples = 0;
    for (int k = 0; (problem = hol_problem_at(k)); k++) {
        char name[256];
        hol_mistakes mistakes;
        snprintf(name, sizeof name, "%s/examples/%s.yaml", getenv("srcdir"), problem->name);
        if (access(name, R_OK) != 0) continue;
        const hol_problem *file = hol_model_read(name, &mistakes);
        ck_assert_msg(file, "%s", mistakes.count ? mistakes.text[0] : name);
        hol_mistakes_free(&mistakes);
        examples++;
        ck_assert_str_eq(file->name, problem->name);
        ck_assert_str_eq(file->source, problem->source);
        ck_assert(file->t_end == problem->t_end && file->step == problem->step);
        for (int m = 0; (method = hol_method_at(m)); m++)
            for (int f = 0; f < FORMULATIONS; f++) expect_same_run(file, problem, method, f);
        hol_model_close(file);
    }
    ck_assert_int_ge(examples, 2);
}
END_TEST

/* Every mechanism that is shipped with guesses closes. */
START_TEST(every_shipped_mechanism_is_assembled)
{
    static const char *const name[] = {
        "four-bar", "slider-crank-spring", "door",      "bricard", "skate",
        "watt",     "rolling-disc",        "rattleback"};
    char file[256];
    hol_mistakes mistakes;
    hol_assembled done = {.closure = -1};
    const hol_model_how how = {.done = &done};
    snprintf(file, sizeof file, "%s/problems/%s.yaml", getenv("srcdir"), name[_i]);
    const hol_problem *problem = hol_model_read_as(file, &how, &mistakes);
    ck_assert_msg(problem, "%s", mistakes.count ? mistakes.text[0] : file);
    hol_mistakes_free(&mistakes);
    ck_assert_str_eq(problem->name, name[_i]);
    ck_assert_msg(done.closure >= 0 && done.closure <= 1e-14 && done.rate <= 1e-14,
                  "%s: open by %g, rates off by %g", name[_i], done.closure, done.rate);
    if (_i == 0) { /* the angle and the rate that the file asks for */
        const hol_pose *crank = &hol_body_at(problem->model, 0)->at;
        ck_assert_double_eq_tol(2 * atan2(crank->p[3], crank->p[0]), acos(0), 1e-14);
        ck_assert_double_eq_tol(crank->omega[2], 4 * acos(0), 1e-13);
    }
    hol_model_close(problem);
}
END_TEST

/* A body of each shape, each joint between ground and a body of its own, each force. */
static const char everything[] =
    "model: everything\n"
    "bodies:\n"
    "  - {name: rigid, shape: rigid, m: 1.5, J: [1, 1.5, 2], r: [1, 2, 3], p: [0.5, 0.5, -0.5, "
    "0.5],"
    " v: [1, 2, -1], omega: [0.5, -1, 2]}\n"
    "  - {name: point, shape: point, m: 0.25, r: [-1, -2, 0.5], v: [0.5, 1, -2]}\n"
    "  - {name: rod, shape: rod, m: 2, J: 0.75, direction: [0, 0.6, 0.8]}\n"
    "  - {name: planar, shape: planar, m: 3, J: 0.5, r: [1, 1, 0], angle: 0, v: [1, -1, 0],"
    " omega: 0.75}\n"
    "  - {name: pivot, shape: rigid, m: 1, J: [1, 1, 1], r: [4, 5, 6], fixed: yes}\n"
    "  - {name: b0, shape: rigid, m: 1, J: [1, 1, 1], r: [0, 0, 0]}\n"
    "  - {name: b1, shape: rigid, m: 1, J: [1, 1, 1], r: [1, 0.5, -0.25]}\n"
    "  - {name: b2, shape: rigid, m: 1, J: [1, 1, 1], r: [2, 1, -0.5]}\n"
    "  - {name: b3, shape: rigid, m: 1, J: [1, 1, 1], r: [3, 1.5, -0.75]}\n"
    "  - {name: b4, shape: rigid, m: 1, J: [1, 1, 1], r: [4, 2, -1]}\n"
    "  - {name: b5, shape: rigid, m: 1, J: [1, 1, 1], r: [5, 2.5, -1.25]}\n"
    "  - {name: b6, shape: rigid, m: 1, J: [1, 1, 1], r: [6, 3, -1.5]}\n"
    "  - {name: b7, shape: rigid, m: 1, J: [1, 1, 1], r: [7, 3.5, -1.75]}\n"
    "  - {name: b8, shape: rigid, m: 1, J: [1, 1, 1], r: [8, 4, -2]}\n"
    "  - {name: b9, shape: rigid, m: 1, J: [1, 1, 1], r: [9, 4.5, -2.25]}\n"
    "  - {name: b10, shape: rigid, m: 1, J: [1, 1, 1], r: [10, 5, -2.5]}\n"
    "  - {name: b11, shape: rigid, m: 1, J: [1, 1, 1], r: [11, 5.5, -2.75]}\n"
    "joints:\n"
    "  - {name: j0, type: spherical, bodies: [ground, b0], points: [[0.5, 0, 0], [0.5, 0, 0]]}\n"
    "  - {name: j1, type: universal, bodies: [ground, b1], axes: [[1, 0, 0], [0, 1, 0]],"
    " points: [[1.5, 0.5, -0.25], [0.5, 0, 0]]}\n"
    "  - {name: j2, type: revolute, bodies: [ground, b2], axes: [[0, 0, 1], [0, 0, 1]],"
    " points: [[2.5, 1, -0.5], [0.5, 0, 0]], compliance: 0.25, damping_time: 0.5}\n"
    "  - {name: j3, type: cylindrical, bodies: [ground, b3], axes: [[0, 0, 2], [0, 0, 3]],"
    " points: [[3.5, 1.5, 1], [0.5, 0, 0]]}\n"
    "  - {name: j4, type: translational, bodies: [ground, b4], axes: [[0, 0, 1], [0, 0, 1]],"
    " crosses: [[1, 0, 0], [1, 0, 0]], points: [[4.5, 2, 1], [0.5, 0, 0]]}\n"
    "  - {name: j5, type: fixed, bodies: [ground, b5], points: [[5.5, 2.5, -1.25], [0.5, 0, 0]]}\n"
    "  - {name: j6, type: coincide, bodies: [ground, b6], points: [[6.5, 3, -1.5], [0.5, 0, 0]]}\n"
    "  - {name: j7, type: orthogonal, bodies: [ground, b7], axes: [[1, 0, 0], [0, 1, 0]]}\n"
    "  - {name: j8, type: in-plane, bodies: [ground, b8], axis: [0, 0, 1],"
    " points: [[3, 1, -2], [0.5, 0, 0]]}\n"
    "  - {name: j9, type: distance, bodies: [ground, b9], points: [[9.5, 4.5, -0.25], [0.5, 0, 0]],"
    " length: 2}\n"
    "  - {name: j10, type: coordinate, body: b10, point: [0.5, 0, 0], axis: [1, 0, 0],"
    " value: 10.5}\n"
    "  - {name: j11, type: nonholonomic, bodies: [ground, b11], axis: [0, 1, 0],"
    " point: [0.5, 0, 0], compliance: 0.125}\n"
    "  - {name: j12, type: nonholonomic, bodies: [ground, point], row: [0.5*y - 1, x + 2*z, -3],"
    " point: [0, 0, 0], speed: 5}\n"
    "forces:\n"
    "  - {type: gravity, g: [1, -2, -9.75]}\n"
    "  - {type: force, body: rigid, point: [0.5, 0.25, -1], F: [3, -1, 2]}\n"
    "  - {type: torque-space, body: b0, tau: [1, 2, -3]}\n"
    "  - {type: torque-body, body: b1, tau: [-1, 0.5, 3]}\n"
    "  - {type: spring, bodies: [ground, b2], points: [[1, 1, 1], [0, 0.5, 0]], length: 1.25,"
    " stiffness: 17.5, damping: 0.75}\n"
    "  - {type: potential, body: rigid, point: [0.25, -0.5, 1], energy: x*y^2 - 3*z}\n"
    "symmetries:\n"
    "  - {name: screw, translation: [1, 2, 3], rotation: [0, 0, 1], through: [1, -1, 0]}\n";

static void build_bodies(hol_model *m)
{
    const hol_body own[5] = {
        {"rigid",
         HOL_RIGID,
         false,
         1.5,
         {1, 1.5, 2},
         {{1, 2, 3}, {0.5, 0.5, -0.5, 0.5}, {1, 2, -1}, {0.5, -1, 2}}},
        {"point", HOL_POINT, false, 0.25, {0}, {{-1, -2, 0.5}, {1}, {0.5, 1, -2}, {0}}},
        {"rod",
         HOL_ROD,
         false,
         2,
         {0, 0.75, 0.75},
         {{0}, {sqrt(0.5), 0, -0.8 * sqrt(0.5), 0.6 * sqrt(0.5)}, {0}, {0}}},
        {"planar", HOL_PLANAR, false, 3, {0, 0, 0.5}, {{1, 1, 0}, {1}, {1, -1, 0}, {0, 0, 0.75}}},
        {"pivot", HOL_RIGID, true, 1, {1, 1, 1}, {{4, 5, 6}, {1}, {0}, {0}}},
    };
    for (int b = 0; b < 5; b++) hol_add_body(m, &own[b]);
    for (int i = 0; i < 12; i++) {
        hol_body body = {"", HOL_RIGID, false,
                         1,  {1, 1, 1}, {{i, 0.5 * i, -0.25 * i}, {1}, {0}, {0}}};
        snprintf(body.name, sizeof body.name, "b%d", i);
        hol_add_body(m, &body);
    }
}

static void build_joints(hol_model *m)
{
    const double ex[3] = {1, 0, 0};
    hol_marker at[12], own[12], gz = hol_direction(HOL_GROUND, 0, 0, 1);
    hol_marker gx = hol_direction(HOL_GROUND, 1, 0, 0);
    for (int i = 0; i < 12; i++) {
        at[i] = hol_point(HOL_GROUND, i + 0.5, 0.5 * i, -0.25 * i);
        own[i] = hol_point(5 + i, 0.5, 0, 0);
    }
    hol_spherical(m, "j0", at[0], own[0]);
    hol_universal(m, "j1", at[1], own[1], gx, hol_direction(6, 0, 1, 0));
    hol_revolute(m, "j2", at[2], own[2], gz, hol_direction(7, 0, 0, 1));
    at[3].rho[2] = at[4].rho[2] = 1;
    hol_cylindrical(m, "j3", at[3], own[3], gz, hol_direction(8, 0, 0, 1));
    hol_translational(m, "j4", at[4], own[4], gz, hol_direction(9, 0, 0, 1), gx,
                      hol_direction(9, 1, 0, 0));
    hol_fixed(m, "j5", at[5], own[5]);
    hol_coincide(m, "j6", at[6], own[6]);
    hol_orthogonal(m, "j7", gx, hol_direction(12, 0, 1, 0));
    hol_in_plane(m, "j8", gz, hol_point(HOL_GROUND, 3, 1, -2), own[8]);
    at[9].rho[2] = -0.25;
    hol_distance(m, "j9", at[9], own[9], 2);
    hol_coordinate(m, "j10", own[10], ex, 10.5);
    hol_nonholonomic(m, "j11", hol_direction(HOL_GROUND, 0, 1, 0), own[11], NULL);
    hol_nonholonomic_of_place(m, "j12", (double[3]){-1, 0, -3},
                              (double[9]){0, 0.5, 0, 1, 0, 2, 0, 0, 0}, hol_point(1, 0, 0, 0),
                              hol_law_read(m, "5"));
    hol_soften(m, "j2", 0.25, 0.5);
    hol_soften(m, "j11", 0.125, 0);
}

static hol_model *build_everything(void)
{
    hol_model *m = hol_model_new();
    build_bodies(m);
    build_joints(m);
    hol_gravity(m, (double[3]){1, -2, -9.75});
    hol_force_constant(m, hol_point(0, 0.5, 0.25, -1), (double[3]){3, -1, 2});
    hol_torque_space(m, 5, (double[3]){1, 2, -3});
    hol_torque_body(m, 6, (double[3]){-1, 0.5, 3});
    hol_spring(m, hol_point(HOL_GROUND, 1, 1, 1), hol_point(7, 0, 0.5, 0), 17.5, 1.25, 0.75);
    hol_potential_of_place(m, hol_point(0, 0.25, -0.5, 1), "x*y^2 - 3*z");
    hol_symmetry(m, "screw", (double[3]){1, 2, 3}, (double[3]){0, 0, 1}, (double[3]){1, -1, 0});
    return m;
}

/* All a system says at a state off its start, one number after the other. */
static int values(hol_eval *sys, double x[])
{
    double q[600], v[600], *to = x;
    hol_pose pose[32];
    for (int b = 0; b < sys->nb; b++) pose[b] = hol_body_at(sys->model, b)->at;
    hol_place(sys, pose, q, v);
    memcpy(to, q, (size_t)sys->nq * sizeof *q), to += sys->nq;
    memcpy(to, v, (size_t)sys->nv * sizeof *v), to += sys->nv;
    for (int i = 0; i < sys->nq; i++) q[i] += 0.01 * sin(i);
    for (int i = 0; i < sys->nv; i++) v[i] += 0.1 * cos(i);
    hol_mass(sys, q, to), to += sys->M.nnz;
    hol_constraints(sys, 0, q, to, to + sys->nc), to += sys->nc + sys->G.nnz;
    hol_nonholonomic_rows(sys, 0, q, to, to + sys->A.nnz), to += sys->A.nnz + sys->na;
    hol_total_force(sys, 0, q, v, to), to += sys->nv;
    hol_momentum(sys, q, v, to), to += sys->ns;
    *to++ = hol_potential(sys, q);
    return (int)(to - x);
}

START_TEST(every_call_of_the_builder_has_its_words)
{
    static double a[20000], b[20000];
    hol_mistakes mistakes;
    hol_message why = {""};
    const hol_problem *file = read_text(everything, &mistakes);
    ck_assert_msg(file, "%s", mistakes.count ? mistakes.text[0] : "");
    hol_mistakes_free(&mistakes);
    hol_model *model = build_everything();
    const hol_formulation *natural = hol_formulation_named("natural");
    hol_eval *one = hol_eval_take(hol_realise(file->model, natural, NULL, &why));
    hol_eval *other = hol_eval_take(hol_realise(model, natural, NULL, &why));
    ck_assert_msg(one && other, "%s", why.text);
    ck_assert_int_eq(one->nc, other->nc);
    for (int i = 0; i < one->nc; i++) ck_assert_str_eq(one->row_name[i], other->row_name[i]);
    ck_assert_str_eq(one->momentum_name[0], other->momentum_name[0]);
    ck_assert_int_eq(one->softs, 6); /* of a revolute joint and a nonholonomic row */
    ck_assert_int_eq(other->softs, 6);
    for (int k = 0; k < one->softs; k++)
        ck_assert_msg(one->soft[k].row == other->soft[k].row &&
                          one->soft[k].compliance == other->soft[k].compliance &&
                          one->soft[k].time == other->soft[k].time,
                      "softened row %d", k);
    int n = values(one, a), m = values(other, b);
    ck_assert_int_eq(n, m);
    /* the rod's Euler parameters come from its direction: an ulp */
    for (int i = 0; i < n; i++)
        ck_assert_msg(fabs(a[i] - b[i]) <= 4e-16 * fmax(1, fabs(b[i])), "%d: %.17g, %.17g", i, a[i],
                      b[i]);
    hol_eval_free(one);
    hol_eval_free(other);
    hol_model_free(model);
    hol_model_close(file);
}
END_TEST

/* The second hinge of an arm, cut: its body moves freely. */
START_TEST(a_joint_that_is_cut_is_in_no_tree)
{
    static const char arm[] =
        "model: arm\nbodies:\n"
        "  - {name: upper, shape: rigid, m: 1, J: [1, 1, 1], r: [0.5, 0, 0]}\n"
        "  - {name: lower, shape: rigid, m: 1, J: [1, 1, 1], r: [1.5, 0, 0]}\n"
        "joints:\n"
        "  - {name: shoulder, type: revolute, bodies: [ground, upper],"
        " points: [[0, 0, 0], [-0.5, 0, 0]], axes: [[0, 0, 1], [0, 0, 1]]}\n"
        "  - {name: elbow, type: revolute, bodies: [upper, lower], cut: yes,"
        " points: [[0.5, 0, 0], [-0.5, 0, 0]], axes: [[0, 0, 1], [0, 0, 1]]}\n";
    hol_mistakes mistakes;
    hol_message why = {""};
    const hol_problem *file = read_text(arm, &mistakes);
    ck_assert_msg(file, "%s", mistakes.count ? mistakes.text[0] : "");
    hol_mistakes_free(&mistakes);
    hol_eval *sys =
        hol_eval_take(hol_realise(file->model, hol_formulation_named("joint"), NULL, &why));
    ck_assert_msg(sys, "%s", why.text);
    ck_assert_str_eq(hol_tree_about(sys), "tree: shoulder (1); free: lower (6); cut: elbow");
    hol_eval_free(sys);
    hol_model_close(file);
}
END_TEST

/* The content of the file is part of a run's identity. */
START_TEST(another_digit_is_another_run)
{
    char text[2][256], key[2][HOL_KEY];
    for (int k = 0; k < 2; k++) {
        hol_mistakes mistakes;
        snprintf(text[k], sizeof text[k], "model: a\nbodies: [{name: b, shape: point, m: 1.%d}]\n",
                 k);
        const hol_problem *file = read_text(text[k], &mistakes);
        hol_mistakes_free(&mistakes);
        ck_assert(file != NULL);
        hol_spec spec = hol_spec_of(file, hol_method_named("shake"));
        hol_spec_key(&spec, key[k]);
        hol_spec_clear(&spec);
        hol_model_close(file);
    }
    ck_assert_str_ne(key[0], key[1]);
}
END_TEST

/* ---------------------------------------------------------------- without memory */

/* Reads the file at `path` while allocation n fails, for n = 1 until it needs no more: what comes
 * of it is what comes of it with memory, a problem or what is `wrong`, or nothing, or that memory
 * is missing. */
static void read_each(bool wrong)
{
    bool enough = false;
    int n = 0;
    for (; COUNTS && !enough && n < 100000; n++) {
        hol_mistakes mistakes;
        long before = live;
        failing = n + 1;
        const hol_problem *problem = hol_model_read(path, &mistakes);
        enough = failing;
        failing = 0;
        const char *said = mistakes.count ? mistakes.text[0] : "";
        bool short_of_it = !problem && (!said[0] || strstr(said, "memory")),
             whole = !said[0] != wrong;
        ck_assert_msg(!problem || !wrong, "allocation %d", n + 1);
        ck_assert_msg(enough ? whole : whole || short_of_it, "allocation %d: %s", n + 1, said);
        hol_mistakes_free(&mistakes);
        hol_model_close(problem);
        ck_assert_msg(live == before, "allocation %d: %ld blocks left", n + 1, live - before);
    }
    ck_assert_int_ge(n, COUNTS ? 30 : 0);
}

START_TEST(a_file_that_finds_no_memory_leaves_nothing_behind)
{
    static const char *const texts[] = {everything, "model: [a, b\n", "model: a\nbodies: 1\n"};
    for (int k = 0; k < 3; k++) {
        hol_mistakes mistakes;
        write_bytes(texts[k], strlen(texts[k]));
        hol_model_close(hol_model_read(path, &mistakes)); /* what the libraries keep for good */
        ck_assert_int_eq(mistakes.count > 0, k > 0);
        hol_mistakes_free(&mistakes);
        read_each(k > 0);
        unlink(path);
    }
}
END_TEST

/* ---------------------------------------------------------------- names and copies */

static const hol_body *body_of(hol_experiment *x, int b)
{
    return hol_body_at(x->sys->model, b);
}

/* n bodies, by the default of n and by another value; every number is what its expression says. */
START_TEST(names_stand_for_their_values_in_every_copy)
{
    static const char text[] = "model: row\n"
                               "parameters: {n: 3, l: {default: 20 cm, range: [0.1, 1], help: x}}\n"
                               "constants: {half: l/2, mass: 2*half}\n"
                               "span: 10*l\n"
                               "bodies:\n"
                               "  - name: \"b[k - 1]\"\n"
                               "    repeat: [1, n]\n"
                               "    index: k\n"
                               "    shape: point\n"
                               "    m: mass*k\n"
                               "    r: [half, \"max(k, 2)\", (k^2) mm]\n";
    hol_mistakes mistakes;
    const hol_problem *problem = read_text(text, &mistakes);
    ck_assert_msg(problem, "%s", mistakes.count ? mistakes.text[0] : "");
    hol_mistakes_free(&mistakes);
    ck_assert(problem->t_end == 2);
    ck_assert_int_eq(hol_option_count(problem->parameters), 2);
    ck_assert_str_eq(problem->parameters[1].help, "x");
    ck_assert(problem->parameters[1].min == 0.1 && problem->parameters[1].max == 1);
    const double par[2][2] = {{3, 20 * 1e-2}, {5, 0.5}};
    for (int p = 0; p < 2; p++) {
        hol_refusal why;
        const hol_setup setup = {.problem = problem, .parameters = par[p]};
        hol_experiment *x = hol_experiment_open(&setup, &why);
        ck_assert_msg(x, "%s", why.reason.text);
        ck_assert_int_eq(x->sys->nb, (int)par[p][0]);
        for (int b = 0; b < x->sys->nb; b++) {
            char name[32];
            snprintf(name, sizeof name, "b[%d]", b);
            const hol_body *body = body_of(x, b);
            ck_assert_str_eq(body->name, name);
            ck_assert(body->m == 2 * (par[p][1] / 2) * (b + 1));
            ck_assert(body->at.r[0] == par[p][1] / 2 && body->at.r[1] == fmax(b + 1, 2));
            ck_assert(body->at.r[2] == (b + 1) * (b + 1) * 1e-3);
        }
        hol_experiment_close(x);
    }
    hol_model_close(problem);
}
END_TEST

/* A value that the file cannot take is told by the place where it does harm. */
START_TEST(a_value_that_makes_no_model_is_refused_with_its_place)
{
    static const char text[] = "model: a\nparameters: {k: 1}\nbodies:\n"
                               "  - {name: b, shape: point, m: 1/k}\n";
    hol_mistakes mistakes;
    hol_refusal why;
    const hol_problem *problem = read_text(text, &mistakes);
    ck_assert(problem);
    hol_mistakes_free(&mistakes);
    const hol_setup setup = {.problem = problem, .parameters = (double[]){0}};
    ck_assert(!hol_experiment_open(&setup, &why));
    ck_assert_str_eq(why.reason.text + strlen(path), ":4:33: m: division by zero");
    hol_model_close(problem);
}
END_TEST

/* Of a mass of 2 kg under (2 cos t, 0, 4) N: x = 1 - cos t, z = t^2; of a wheel of 0.5 kg m^2 under
 * sin t: t - sin t. */
START_TEST(a_force_of_time_moves_as_its_closed_form)
{
    static const char text[] = "model: pushed\nparameters: {F: 2}\nbodies:\n"
                               "  - {name: mass, shape: point, m: 2}\n"
                               "  - {name: wheel, shape: planar, m: 1, J: 0.5}\n"
                               "forces:\n"
                               "  - {type: force, body: mass, F: [F*cos(t), 0, 2*F]}\n"
                               "  - {type: torque-body, body: wheel, tau: [0, 0, sin(t)/2]}\n";
    hol_mistakes mistakes;
    hol_refusal why;
    hol_pose pose[2];
    const hol_problem *problem = read_text(text, &mistakes);
    ck_assert_msg(problem, "%s", mistakes.count ? mistakes.text[0] : "");
    hol_mistakes_free(&mistakes);
    const hol_setup setup = {.problem = problem, .method = hol_method_named("taylor")};
    hol_experiment *x = hol_experiment_open(&setup, &why);
    ck_assert_msg(x, "%s", why.reason.text);
    ck_assert_int_eq(hol_experiment_run(x, 0.1, 1, NULL), HOL_OK);
    ck_assert_int_eq(hol_experiment_poses(x, pose), HOL_OK);
    double angle = 2 * atan2(pose[1].p[3], pose[1].p[0]);
    ck_assert(fabs(pose[0].r[0] - (1 - cos(1))) < 1e-14 && fabs(pose[0].r[2] - 1) < 1e-14);
    ck_assert(fabs(angle - (1 - sin(1))) < 1e-14);
    hol_experiment_close(x);
    hol_model_close(problem);
}
END_TEST

/* A mass of 4 kg on a spring of no length, its points together at the start: x = sin(2 t),
 * y = 2 sin(2 t), by the power series as by the force. */
START_TEST(a_spring_of_no_length_moves_its_mass_through_its_other_end)
{
    static const char text[] = "model: through\nbodies:\n"
                               "  - {name: mass, shape: point, m: 4, v: [2, 4, 0]}\n"
                               "forces:\n"
                               "  - {type: spring, bodies: [ground, mass],"
                               " points: [[0, 0, 0], [0, 0, 0]], length: 0, stiffness: 16}\n";
    static const char *const methods[] = {"taylor", "rk8pd", "radau-ggl", "em"};
    static const double digits[] = {1e-14, 1e-12, 1e-8, 1e-3};
    hol_mistakes mistakes;
    hol_refusal why;
    hol_pose pose;
    const hol_problem *problem = read_text(text, &mistakes);
    ck_assert_msg(problem, "%s", mistakes.count ? mistakes.text[0] : "");
    hol_mistakes_free(&mistakes);
    const hol_setup setup = {.problem = problem, .method = hol_method_named(methods[_i])};
    hol_experiment *x = hol_experiment_open(&setup, &why);
    ck_assert_msg(x, "%s", why.reason.text);
    ck_assert_int_eq(hol_experiment_run(x, 0.01, 2, NULL), HOL_OK);
    ck_assert_int_eq(hol_experiment_poses(x, &pose), HOL_OK);
    for (int k = 0; k < 2; k++)
        ck_assert_msg(fabs(pose.r[k] - (k + 1) * sin(4)) < digits[_i], "%s: %.16g, not %.16g",
                      methods[_i], pose.r[k], (k + 1) * sin(4));
    hol_experiment_close(x);
    hol_model_close(problem);
}
END_TEST

/* In joint coordinates it has none: the estimate of an error is the mean of no components. */
START_TEST(a_body_without_a_freedom_rests_within_its_tolerance)
{
    static const char text[] = "model: fixture\nbodies:\n"
                               "  - {name: a, shape: rigid, m: 1, J: [1, 2, 2], r: [1, 0, 0]}\n"
                               "joints:\n"
                               "  - {name: j, type: fixed, bodies: [ground, a],"
                               " points: [[0, 0, 0], [-1, 0, 0]]}\n"
                               "forces:\n  - {type: gravity, g: [0, 0, -9.81]}\n";
    static const char *const methods[] = {"phem56",    "jet-dp5",     "mexax",
                                          "radau-ggl", "tangent-dp5", "rk8pd"};
    hol_mistakes mistakes;
    hol_result r;
    const hol_problem *problem = read_text(text, &mistakes);
    ck_assert_msg(problem, "%s", mistakes.count ? mistakes.text[0] : "");
    hol_mistakes_free(&mistakes);
    hol_case c = hol_case_of(problem, hol_method_named(methods[_i]));
    c.formulation = "joint";
    c.rtol = c.atol = 1e-6;
    ck_assert_int_eq(hol_run(&c, &r), HOL_RAN);
    ck_assert_msg(r.status == HOL_OK, "%s: %s", methods[_i], r.message.text);
    hol_result_free(&r);
    hol_model_close(problem);
}
END_TEST

/* A quarter turn about e3, typed with four decimals: the same turn by Euler parameters of norm 1.
 */
START_TEST(euler_parameters_of_a_few_decimals_are_made_of_norm_1)
{
    static const char text[] = "model: turned\nbodies:\n"
                               "  - {name: body, shape: rigid, m: 1, J: [1, 2, 2.5], p: [0.7071, "
                               "0, 0, 0.7071]}\n";
    hol_mistakes mistakes;
    hol_refusal why;
    hol_pose pose;
    const hol_problem *problem = read_text(text, &mistakes);
    ck_assert_msg(problem, "%s", mistakes.count ? mistakes.text[0] : "");
    hol_mistakes_free(&mistakes);
    const hol_setup setup = {
        .problem = problem, .method = hol_method_named("dvp"), .formulation = "euler"};
    hol_experiment *x = hol_experiment_open(&setup, &why);
    ck_assert_msg(x, "%s", why.reason.text);
    ck_assert_int_eq(hol_experiment_run(x, 0.1, 0, NULL), HOL_OK);
    ck_assert_int_eq(hol_experiment_poses(x, &pose), HOL_OK);
    ck_assert_msg(fabs(pose.p[0] - sqrt(0.5)) < 1e-15 && fabs(pose.p[3] - sqrt(0.5)) < 1e-15 &&
                      pose.p[1] == 0 && pose.p[2] == 0,
                  "%.17g %.17g %.17g %.17g", pose.p[0], pose.p[1], pose.p[2], pose.p[3]);
    hol_experiment_close(x);
    hol_model_close(problem);
}
END_TEST

START_TEST(true_and_false_stand_for_yes_and_no)
{
    static const char text[] = "model: spin\nbodies:\n"
                               "  - {name: a, shape: rigid, m: 1, J: [1, 1, 1], fixed: true}\n"
                               "  - {name: b, shape: rigid, m: 1, J: [1, 1, 1], fixed: false}\n";
    hol_mistakes mistakes;
    const hol_problem *problem = read_text(text, &mistakes);
    ck_assert_msg(problem, "%s", mistakes.count ? mistakes.text[0] : "");
    hol_mistakes_free(&mistakes);
    ck_assert(hol_body_at(problem->model, 0)->fixed && !hol_body_at(problem->model, 1)->fixed);
    hol_model_close(problem);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("model file");
    TCase *tcase = tcase_create("model file");
    tcase_set_timeout(tcase, hol_patience(60));
    tcase_add_test(tcase, an_example_has_the_bits_of_its_problem);
    tcase_add_test(tcase, every_call_of_the_builder_has_its_words);
    tcase_add_test(tcase, a_joint_that_is_cut_is_in_no_tree);
    tcase_add_loop_test(tcase, every_shipped_mechanism_is_assembled, 0, 8);
    tcase_add_test(tcase, names_stand_for_their_values_in_every_copy);
    tcase_add_test(tcase, a_value_that_makes_no_model_is_refused_with_its_place);
    tcase_add_test(tcase, a_force_of_time_moves_as_its_closed_form);
    tcase_add_loop_test(tcase, a_spring_of_no_length_moves_its_mass_through_its_other_end, 0, 4);
    tcase_add_loop_test(tcase, a_body_without_a_freedom_rests_within_its_tolerance, 0, 6);
    tcase_add_test(tcase, euler_parameters_of_a_few_decimals_are_made_of_norm_1);
    tcase_add_test(tcase, another_digit_is_another_run);
    tcase_add_test(tcase, a_file_that_finds_no_memory_leaves_nothing_behind);
    tcase_add_test(tcase, true_and_false_stand_for_yes_and_no);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
