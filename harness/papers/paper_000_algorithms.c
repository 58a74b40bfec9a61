/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What paper 000 says of its algorithms in sections 5 to 7, and of the pendulum under a torque,
 * beside what was counted. */
#include <math.h>

#include "harness/papers/paper_000.h"

/* ---------------------------------------------------------------- the algorithms */

static void find_orders(hol_paper_section *to, const hol_p000_runs *R)
{
    const hol_p000_motion *hybrid = R->variant[HOL_P000_HYBRID],
                          *letter = R->variant[HOL_P000_LETTER],
                          *nested = R->variant[HOL_P000_NESTED];
    const double printed = hol_paper_at(to->table[1], 0, "Newton average")->value;
    const double x[] = {hol_p000_iterations(letter), printed},
                 y[] = {hol_p000_iterations(nested), printed};
    hol_paper_find(
        to, "letter", 2, x,
        "%.1f iterations a projection in the first second to the letter, %.1f with M_theta "
        "and M_hc at once, as the tables here are run; #dg %ld and %ld: the printed runs "
        "cannot have been it",
        x[0], hol_p000_iterations(hybrid), letter->counters.jacobians, hybrid->counters.jacobians);
    hol_paper_find(to, "nested", 2, y, "%.1f iterations a projection, %ld at most, #dg %ld", y[0],
                   nested->counters.newton_most, nested->counters.jacobians);
}

/* The strategy that section 7 asks for: the invariant met along the constraints. */
static void find_strategy(hol_paper_section *to, const hol_p000_runs *R)
{
    double x[4];
    for (int p = 0; p < 2; p++)
        for (int k = 0; k < 2; k++)
            x[2 * p + k] = hol_p000_iterations(R->way[1 + p][hol_p000_way(false, !k, false)]);
    hol_paper_find(to, "strategy", HOL_LENGTH(x), x,
                   "moving along the constraints to the invariant takes %.2f in place of %.2f "
                   "iterations a projection (quadrangle), %.2f in place of %.2f (crank); the most "
                   "%ld and %ld",
                   x[0], x[1], x[2], x[3],
                   R->way[1][hol_p000_way(false, true, false)]->counters.newton_most,
                   R->way[2][hol_p000_way(false, true, false)]->counters.newton_most);
}

/* Condition number and iterations of the first half second, of every problem, projection, energy
 * free and imposed. */
static void find_condition(hol_paper_section *to, const hol_p000_runs *R)
{
    double x[2 * 4 * HOL_P000_PROBLEMS], *at = x;
    for (int p = 0; p < HOL_P000_PROBLEMS; p++)
        for (int k = 0; k < 4; k++) {
            const hol_p000_motion *m = R->condition[p][k / 2][k % 2];
            *at++ = log10(m->counters.condition);
            *at++ = log10(hol_p000_iterations(m));
        }
    const hol_p000_motion *rule = R->way[1][hol_p000_way(false, false, false)],
                          *exact = R->way[1][hol_p000_way(false, false, true)];
    hol_paper_find(
        to, "conditioning", HOL_LENGTH(x), x,
        "not by itself: at the same matrices the quadrangle in turn takes %.2f iterations "
        "a projection with the rule's W_ext and %.2f with the exact one",
        hol_p000_iterations(rule), hol_p000_iterations(exact));
}

static void find_solvers(hol_paper_section *to, const hol_p000_runs *R)
{
    const hol_p000_motion *full = R->variant[HOL_P000_FULL], *cg = R->variant[HOL_P000_CG],
                          *frozen = R->variant[HOL_P000_FROZEN],
                          *inexact = R->variant[HOL_P000_INEXACT];
    const double of_cg[] = {(double)cg->accepted, (double)full->accepted},
                 of_frozen[] = {(double)frozen->counters.jacobians / (double)frozen->accepted,
                                (double)full->counters.jacobians / (double)full->accepted,
                                (double)frozen->counters.hessians / (double)frozen->accepted,
                                (double)full->counters.hessians / (double)full->accepted},
                 factors[] = {(double)frozen->counters.factorisations / (double)frozen->accepted,
                              (double)full->counters.factorisations / (double)full->accepted},
                 of_inexact[] = {(double)inexact->accepted, (double)full->accepted};
    hol_paper_find(to, "conjugate-gradients", 2, of_cg,
                   "it can be: %ld steps by conjugate gradients, %.1f iterations a distribution, "
                   "%ld by factors of S; errors %.1e and %.1e m",
                   cg->accepted, (double)cg->counters.krylov / (double)cg->counters.accelerations,
                   full->accepted, cg->position, full->position);
    hol_paper_find(
        to, "frozen", HOL_LENGTH(of_frozen), of_frozen,
        "a matrix that is kept saves factorisations, %.1f a step in place of %.1f, but no "
        "differentials, which the residuals and the distributions need: #dg %.1f a step in place "
        "of %.1f, #d2g^i %.0f in place of %.0f; errors %.1e and %.1e m",
        factors[0], factors[1], of_frozen[0], of_frozen[1], of_frozen[2], of_frozen[3],
        frozen->position, full->position);
    hol_paper_find(
        to, "inexact", 2, of_inexact,
        "%ld(%ld) steps and %ld iterations of MINRES, %ld(%ld) with exact solves; errors "
        "%.1e and %.1e m",
        inexact->accepted, inexact->rejected, inexact->counters.krylov, full->accepted,
        full->rejected, inexact->position, full->position);
}

/* ---------------------------------------------------------------- the pendulum under a torque */

static double mean_step(const hol_p000_motion *m)
{
    return m->node[m->nodes - 1].t / (double)m->accepted;
}

static void find_torques(hol_paper_section *to, const hol_p000_runs *R)
{
    double moderate[4], more[4], step[4];
    for (int k = 0; k < 2; k++)
        for (int o = 0; o < 2; o++) {
            const hol_p000_motion *const *strong =
                (const hol_p000_motion *const *)R->torque[2 * k + 1][o];
            moderate[2 * k + o] = (double)R->torque[2 * k][o][1]->counters.newton /
                                  (double)R->torque[2 * k][o][0]->counters.newton;
            step[2 * k + !o] = mean_step(strong[1]) / mean_step(strong[0]);
            if (o == 0) {
                more[2 * k] = hol_p000_iterations(strong[0]);
                more[2 * k + 1] = hol_p000_iterations(strong[1]);
            }
        }
    hol_paper_find(to, "torque-moderate", HOL_LENGTH(moderate), moderate,
                   "it depends on the direction, which is not printed: along e3 %.1f times the "
                   "iterations quasi, %.1f orthogonal; with a part along the bar %.1f and %.0f",
                   moderate[0], moderate[1], moderate[2], moderate[3]);
    hol_paper_find(to, "torque-strong-newton", HOL_LENGTH(more), more,
                   "%.2f to %.2f along e3, %.2f to %.2f with a part along the bar", more[0],
                   more[1], more[2], more[3]);
    hol_paper_find(
        to, "torque-strong-steps", HOL_LENGTH(step), step,
        "mean step, imposed over free: along e3 %.2f quasi, %.2f orthogonal; with a part "
        "along the bar %.2f and %.2f",
        step[1], step[0], step[3], step[2]);
}

void hol_p000_find_algorithms(hol_paper_section *to, const hol_p000_runs *R)
{
    find_orders(to, R);
    find_strategy(to, R);
    find_condition(to, R);
    find_solvers(to, R);
    find_torques(to, R);
    /* What has no run here, and why. */
    hol_paper_find(to, "sphere", 0, NULL, "nothing");
    hol_paper_find(to, "future", 0, NULL, "nothing");
}
