/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The step of ggl-variational, its adjoint and their composition: what defines them, and the orders
 * of each against the true motion. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/diagnostics.h"
#include "tests/claims.h"
#include "tests/generic.h"

enum { SYMMETRIC, EULER, ADJOINT };
static const char *const composition[] = {"composition=symmetric", "composition=none",
                                          "composition=adjoint"};
static const char *const problem[] = {"double-spherical-pendulum", "crank", "top"};

static void open_as(hol_trial *T, int which, const char *name)
{
    hol_trial_named(T, "ggl-variational", known_problem(name), "natural", 1, &composition[which]);
}

/* `from` steps on where `to` is left. */
static void hand_over(const hol_trial *from, hol_trial *to)
{
    const hol_eval *sys = from->sys;
    memcpy(to->z->q, from->z->q, (size_t)sys->nq * sizeof(double));
    memcpy(to->z->v, from->z->v, (size_t)sys->nv * sizeof(double));
    memcpy(to->z->p, from->z->p, (size_t)sys->nv * sizeof(double));
    to->z->t = from->z->t;
}

static void expect_same(const hol_trial *a, const hol_trial *b, const char *what)
{
    const hol_eval *sys = a->sys;
    expect_at_most(a->name, what, hol_apart(sys->nq, a->z->q, b->z->q) / sys->length, 1e-12);
    expect_at_most(a->name, what, hol_apart(sys->nv, a->z->v, b->z->v) / sys->speed, 1e-10);
}

START_TEST(the_adjoint_undoes_the_step)
{
    hol_trial first, euler, adjoint;
    open_as(&first, EULER, problem[_i]);
    open_as(&euler, EULER, problem[_i]);
    open_as(&adjoint, ADJOINT, problem[_i]);
    double h = 2 * euler.way.problem->step;
    hol_trial_start(&first, h);
    hol_trial_start(&euler, h);
    hol_trial_step(&euler, h, 1);
    hol_trial_start(&adjoint, h);
    hand_over(&euler, &adjoint);
    ck_assert_int_eq(hol_step(adjoint.s, -h, adjoint.z), HOL_OK);
    expect_same(&first, &adjoint, "off the start");
    hol_trial_close(&first);
    hol_trial_close(&euler);
    hol_trial_close(&adjoint);
}
END_TEST

START_TEST(half_a_step_and_half_of_its_adjoint_are_the_symmetric_one)
{
    enum { STEPS = 20 };
    hol_trial both, euler, adjoint;
    open_as(&both, SYMMETRIC, problem[_i]);
    open_as(&euler, EULER, problem[_i]);
    open_as(&adjoint, ADJOINT, problem[_i]);
    double h = 2 * both.way.problem->step;
    hol_trial_start(&both, h);
    hol_trial_start(&euler, h / 2);
    hol_trial_start(&adjoint, h / 2);
    for (int n = 1; n <= STEPS; n++) {
        hol_trial_step(&both, h, n);
        hol_trial_step(&euler, h / 2, 2 * n - 1);
        hand_over(&euler, &adjoint);
        hol_trial_step(&adjoint, h / 2, 2 * n);
        hand_over(&adjoint, &euler);
    }
    expect_same(&both, &adjoint, "off the two halves");
    hol_trial_close(&both);
    hol_trial_close(&euler);
    hol_trial_close(&adjoint);
}
END_TEST

/* Of the position after 1 s of the double spherical pendulum. */
static double error(int which, int steps)
{
    hol_trial T;
    hol_pose pose[4], truth[4];
    open_as(&T, which, problem[0]);
    ck_assert(hol_trial_run(&T, 1. / steps, steps) && hol_trial_truth(&T, 1, truth));
    hol_poses(T.sys, T.z->q, T.z->v, pose);
    double off = hol_error_between(T.sys->nb, pose, truth, 0, NULL, NULL).position;
    hol_trial_close(&T);
    return off;
}

START_TEST(the_composition_with_the_adjoint_has_order_2_and_its_parts_have_order_1)
{
    static const int of[] = {[SYMMETRIC] = 2, [EULER] = 1, [ADJOINT] = 1};
    double order = log2(error(_i, 400) / error(_i, 1600)) / 2;
    if (hol_verbose()) printf("%s: order %.3f\n", composition[_i], order);
    ck_assert_msg(fabs(order - of[_i]) < 0.05, "%s: order %g", composition[_i], order);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {the_adjoint_undoes_the_step, 3},
        {half_a_step_and_half_of_its_adjoint_are_the_symmetric_one, 3},
        {the_composition_with_the_adjoint_has_order_2_and_its_parts_have_order_1, 3}};
    return hol_run_loops("ggl", loop, 3);
}
