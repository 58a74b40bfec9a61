/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What paper 003 proves of its methods, measured. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/diagnostics.h"
#include "holonomy/memory.h"
#include "tests/claims.h"
#include "tests/generic.h"
#include "tests/probes/probes.h"

/* Of a table: the cases that a loop takes are those that stand in it. */
#define LENGTH(table) (int)(sizeof table / sizeof *table)

/* ---------------------------------------------------------------- paper 003 */

static const struct {
    const char *method[2], *option[2];
} same[] = {{{"shake", "dvp"}, {"velocity=central", "lagrangian=trapezoid"}},
            {{"shake", "rattle"}, {"velocity=central", "newton_tol=1e-12"}},
            {{"rattle", "lobatto"}, {"newton_tol=1e-12", "stages=2"}}};
enum { SAME_ON = 3 }; /* problems */

/* SHAKE is the discrete variational principle with the trapezoidal Lagrangian (section 5.2), RATTLE
 * the same with another velocity, and the Lobatto pair of two stages.  Two ways of rounding part as
 * the motion lets them: a factor 1e3 in 10 s. */
START_TEST(methods_of_one_scheme_give_the_same_positions)
{
    enum { STEPS = 1000 };
    const hol_problem *const on[SAME_ON] = {known_problem("double-spherical-pendulum"),
                                            known_problem("rigid-body"),
                                            &hol_probe_torque_revolute};
    hol_trial T[2];
    double h = 0.01, most = 0;
    for (int k = 0; k < 2; k++) {
        hol_trial_named(&T[k], same[_i / SAME_ON].method[k], on[_i % SAME_ON], "natural", 1,
                        &same[_i / SAME_ON].option[k]);
        hol_trial_start(&T[k], h);
    }
    for (int n = 1; n <= STEPS; n++) {
        for (int k = 0; k < 2; k++) hol_trial_step(&T[k], h, n);
        most = fmax(most, hol_apart(T[0].sys->nq, T[0].z->q, T[1].z->q));
    }
    expect_at_most(T[1].name, "distance of the positions", most / T[1].sys->length, 1e-11);
    for (int k = 0; k < 2; k++) hol_trial_close(&T[k]);
}
END_TEST

static const char *const rattle_on[] = {"double-spherical-pendulum", "rigid-body", "ladder"};

/* One code under two names: not a bit differs. */
START_TEST(rattle_is_shake_with_the_velocity_of_the_momentum)
{
    enum { STEPS = 100 };
    static const char *const legendre = "velocity=legendre";
    hol_trial shake, rattle;
    hol_trial_named(&shake, "shake", known_problem(rattle_on[_i]), "natural", 1, &legendre);
    hol_trial_named(&rattle, "rattle", known_problem(rattle_on[_i]), "natural", 0, NULL);
    double h = shake.way.problem->step;
    hol_trial_start(&shake, h);
    hol_trial_start(&rattle, h);
    for (int n = 1; n <= STEPS; n++) {
        hol_trial_step(&shake, h, n);
        hol_trial_step(&rattle, h, n);
    }
    hol_eval *sys = shake.sys;
    ck_assert_mem_eq(shake.z->q, rattle.z->q, (size_t)sys->nq * sizeof(double));
    ck_assert_mem_eq(shake.z->v, rattle.z->v, (size_t)sys->nv * sizeof(double));
    ck_assert_mem_eq(shake.z->p, rattle.z->p, (size_t)sys->nv * sizeof(double));
    ck_assert_mem_eq(shake.z->lambda, rattle.z->lambda, (size_t)sys->nc * sizeof(double));
    hol_trial_close(&shake);
    hol_trial_close(&rattle);
}
END_TEST

static const char *const chart_option[][2] = {{"lagrangian=midpoint", "vmax=0.1"},
                                              {"lagrangian=left", "vmax=0.1"},
                                              {"lagrangian=trapezoid", "vmax=0.1"}};
static const struct {
    const char *problem; /* NULL: the probe of a torque about a revolute joint */
    const char *formulation;
} chart_on[] = {
    {"rigid-body", "euler"}, {"rigid-body", "natural"}, {"double-spherical-pendulum", "natural"},
    {"gyrostat", "euler"},   {"pendulum", "natural"},   {NULL, "euler"}};
enum { CHART_OPTIONS = LENGTH(chart_option) };

/* Theorem 4.3.1: the generalised coordinates of section 4.2 give the points of section 4.1, through
 * changes of chart. */
START_TEST(multipliers_and_charts_give_the_same_points)
{
    enum { STEPS = 100 };
    hol_trial dvp, chart;
    const char *name = chart_on[_i / CHART_OPTIONS].problem;
    const char *formulation = chart_on[_i / CHART_OPTIONS].formulation;
    const char *const *option = chart_option[_i % CHART_OPTIONS];
    const hol_problem *problem = name ? known_problem(name) : &hol_probe_torque_revolute;
    hol_trial_named(&dvp, "dvp", problem, formulation, 1, option);
    hol_trial_named(&chart, "dvp-chart", problem, formulation, 2, option);
    double h = 0.01, most = 0;
    hol_trial_start(&dvp, h);
    hol_trial_start(&chart, h);
    for (int n = 1; n <= STEPS; n++) {
        hol_trial_step(&dvp, h, n);
        hol_trial_step(&chart, h, n);
        most = fmax(most, hol_apart(dvp.sys->nq, dvp.z->q, chart.z->q));
    }
    expect_at_most(chart.name, "distance from dvp", most / dvp.sys->length, 1e-12);
    ck_assert_int_gt(chart.s->count->reparametrisations, 0);
    hol_trial_close(&dvp);
    hol_trial_close(&chart);
}
END_TEST

/* Ten thousand steps: round-off grows like its square root, or linearly at worst. */
enum { MANY = 10000 };
static const double round_off = MANY * 2.3e-16;

static double momentum_drift(hol_trial *T)
{
    hol_eval *sys = T->sys;
    int ns = sys->ns;
    double h = 0.01, most = 0, *first = hol_new(2 * ns, sizeof *first), *J = first + ns;
    ck_assert_int_gt(ns, 0);
    hol_trial_start(T, h);
    hol_momentum(sys, T->z->q, T->z->p, first);
    for (int n = 1; n <= MANY; n++) {
        hol_trial_step(T, h, n);
        hol_momentum(sys, T->z->q, T->z->p, J);
        most = fmax(most, hol_apart(ns, J, first));
    }
    most /= hol_norm_max(ns, first);
    free(first);
    return most;
}

static const struct {
    const char *method, *problem, *formulation, *option;
} noether[] = {{"dvp", "double-spherical-pendulum", "natural", "lagrangian=midpoint"},
               {"dvp", "rigid-body", "euler", "lagrangian=midpoint"},
               {"dvp", "rigid-body", "euler", "lagrangian=left"},
               {"dvp", "rigid-body", "natural", "lagrangian=trapezoid"},
               {"shake", "double-spherical-pendulum", "natural", "velocity=central"},
               {"shake", "rigid-body", "natural", "velocity=central"}};

/* The discrete Noether theorem, section 2.3: J(q, p) of the discrete Euler-Lagrange equations. */
START_TEST(the_discrete_momentum_is_constant)
{
    hol_trial T;
    hol_trial_named(&T, noether[_i].method, known_problem(noether[_i].problem),
                    noether[_i].formulation, 1, &noether[_i].option);
    expect_at_most(T.name, "drift of the discrete momentum", momentum_drift(&T), round_off);
    hol_trial_close(&T);
}
END_TEST

static const char *const em_on[] = {"double-spherical-pendulum", "rigid-body"};

START_TEST(em_keeps_the_energy)
{
    hol_trial T;
    hol_trial_named(&T, "em", known_problem(em_on[_i]), NULL, 0, NULL);
    hol_eval *sys = T.sys;
    double h = 0.01, first = 0, most = 0, scale = 0;
    hol_trial_start(&T, h);
    for (int n = 0; n <= MANY; n++) {
        if (n) hol_trial_step(&T, h, n);
        double kinetic = hol_kinetic(sys, T.z->q, T.z->v);
        double E = kinetic + hol_potential(sys, T.z->q);
        if (!n) first = E;
        scale = fmax(scale, kinetic);
        most = fmax(most, fabs(E - first));
    }
    expect_at_most(T.name, "drift of the energy", most / scale, round_off);
    hol_trial_close(&T);
}
END_TEST

/* The start gives the first nodal momentum the half impulse that every later one has, by the true
 * multiplier.  So the first own multiplier is the mean of the true one and of one found from the
 * right alone, which is of order 1 (as each of RATTLE's two is); without the half impulse it would
 * be half the true one.  For every variational method, by its claims. */
START_TEST(the_first_multiplier_stands_for_the_whole_impulse)
{
    double error[2], scale = 0;
    hol_trial T;
    hol_trial_open(&T, _i);
    hol_eval *sys = T.sys;
    const hol_claims *c = &T.claims;
    bool variational =
        c->nodal_momentum == HOL_EXACT && c->order_lambda >= 2 && c->lambda_time == -1;
    for (int k = 0; variational && sys->nc && k < 2; k++) {
        double h = 0.01 / (1 << k), *truth = hol_new(sys->nc, sizeof *truth);
        hol_trial_start(&T, h);
        memcpy(truth, T.z->lambda, (size_t)sys->nc * sizeof *truth); /* of the start */
        hol_trial_step(&T, h, 1);
        error[k] = hol_apart(sys->nc, T.z->lambda, truth);
        scale = hol_norm_max(sys->nc, truth);
        free(truth);
    }
    if (scale > 0) {
        if (hol_verbose())
            printf("%s: first multiplier off by %.2e and %.2e of %.2e\n", T.name, error[0],
                   error[1], scale);
        ck_assert_msg(error[0] <= 0.01 * scale, "%s: first multiplier off by %.3g of %.3g", T.name,
                      error[0], scale);
        /* a top starts with a multiplier that does not change at first: nothing but round-off */
        ck_assert_msg(error[0] >= 1.8 * error[1] || error[1] <= 1e-12 * scale,
                      "%s: first multiplier off by %.3g and, at half the step, %.3g", T.name,
                      error[0], error[1]);
    }
    hol_trial_close(&T);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {methods_of_one_scheme_give_the_same_positions, LENGTH(same) * SAME_ON},
        {rattle_is_shake_with_the_velocity_of_the_momentum, LENGTH(rattle_on)},
        {multipliers_and_charts_give_the_same_points, LENGTH(chart_on) * CHART_OPTIONS},
        {the_discrete_momentum_is_constant, LENGTH(noether)},
        {em_keeps_the_energy, LENGTH(em_on)},
        {the_first_multiplier_stands_for_the_whole_impulse, hol_ways(NULL)}};
    return hol_run_loops("theorems", loop, sizeof loop / sizeof *loop);
}
