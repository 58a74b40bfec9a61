/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of rattle-adaptive go back the way they came where their control is reversible, and the
 * energy of a reversible motion stays; by the plain control both go off. */
#include <math.h>
#include <stdio.h>

#include "holonomy/dense.h"
#include "holonomy/experiment.h"
#include "tests/claims.h"
#include "tests/generic.h"

static const char *const reversible = "control=reversible", *const plain = "control=plain";

/* How far the state after as many steps back is from the start, over the length of the system. */
static double missed(const char *problem, const char *control)
{
    enum { STEPS = 20 };
    hol_trial T;
    double h = 0.02;
    hol_trial_named(&T, "rattle-adaptive", known_problem(problem), NULL, 1, &control);
    hol_trial_start(&T, h);
    hol_state *first = hol_state_new(T.sys, T.way.method, T.opt);
    hol_start(T.s, 0, h, NULL, first);
    for (int n = 1; n <= 2 * STEPS; n++) {
        ck_assert_int_eq(hol_step(T.s, n <= STEPS ? h : -h, T.z), HOL_OK);
        T.z->t = (n <= STEPS ? n : 2 * STEPS - n) * h;
    }
    double off = hol_apart(T.sys->nq, T.z->q, first->q) / T.sys->length;
    if (hol_verbose()) printf("%s, %s: off by %.1e\n", T.name, control, off);
    hol_state_free(first);
    hol_trial_close(&T);
    return off;
}

/* Measured 5e-16; by the plain control 3e-7 and 2e-6. */
START_TEST(the_steps_go_back_the_way_they_came)
{
    static const char *const problem[] = {"pendulum", "double-spherical-pendulum"};
    expect_at_most(problem[_i], "reversible", missed(problem[_i], reversible), 1e-12);
    double off = missed(problem[_i], plain);
    ck_assert_msg(off > 1e-7, "%s: plain steps go back, too: %g", problem[_i], off);
}
END_TEST

/* The mean change of the energy over the last tenth of the run less that over the first, over the
 * largest change in the first; without a true motion, which would have to be derived. */
static double drift(const char *control)
{
    enum { STEPS = 20000, TENTH = STEPS / 10 };
    const char *const options[] = {control, NULL};
    hol_refusal why;
    hol_experiment *x =
        hol_experiment_named("simple-pendulum", "rattle-adaptive", NULL, NULL, options, &why);
    double h = 0.02, first = 0, mean[2] = {0}, most = 0;
    ck_assert(x && hol_start(x->s, 0, h, NULL, x->z) == HOL_OK);
    for (int n = 0; n <= STEPS; n++) {
        if (n) ck_assert_int_eq(hol_step(x->s, h, x->z), HOL_OK);
        x->z->t = n * h;
        double E = hol_kinetic(x->sys, x->z->q, x->z->v) + hol_potential(x->sys, x->z->q);
        if (!n) first = E;
        if (n && n <= TENTH) mean[0] += (E - first) / TENTH;
        if (n <= TENTH) most = fmax(most, fabs(E - first));
        if (n > STEPS - TENTH) mean[1] += (E - first) / TENTH;
    }
    if (hol_verbose()) printf("%s: the energy moves by %g\n", control, (mean[1] - mean[0]) / most);
    hol_experiment_close(x);
    return fabs(mean[1] - mean[0]) / most;
}

START_TEST(the_energy_stays_by_reversible_control_alone)
{
    double stays = drift(reversible), moves = drift(plain);
    ck_assert_msg(stays < 0.01, "reversible: %g", stays);
    ck_assert_msg(moves > 100 * stays, "plain: %g, reversible: %g", moves, stays);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {{the_steps_go_back_the_way_they_came, 2},
                             {the_energy_stays_by_reversible_control_alone, 1}};
    return hol_run_loops("adaptive", loop, 2);
}
