/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motions from files: our own are measured as their runs were; orders and ways back are those they
 * have. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli_columns.h"
#include "holonomy/memory.h"
#include "holonomy/so3.h"
#include "tests/harness/motion_rig.h"
#include "tests/suite.h"

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
    static const cli_set none;
    recorder *x = self;
    if (!node->step) cli_sheet_begin(&x->sheet, x->out, "a.csv", &none, &x->r);
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
    ck_assert(strstr(m->method, " in ") &&
              !strcmp(strstr(m->method, " in ") + 4, own[i].formulation));
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
    /* Coordinates of joints, or of the problem's own, would meet them whatever the motion. */
    if (strcmp(own[_i].formulation, "joint") != 0 && strcmp(own[_i].formulation, "own") != 0)
        judge_own(_i, own[_i].formulation);
    judge_own(_i, NULL);
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
    tcase_add_test(tcase, three_motions_show_their_order);
    tcase_add_test(tcase, a_way_back_is_compared_with_the_way_there);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
