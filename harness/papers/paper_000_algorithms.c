/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What paper 000 says of its algorithms in sections 5 to 7, and of the pendulum under a torque,
 * beside what was counted. */
#include <math.h>

#include "harness/papers/paper_000.h"

#define COUNT(x) ((int)(sizeof(x) / sizeof *(x)))

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
        to,
        &(hol_paper_row){.id = "letter",
                         .place = "Algorithm 5.5",
                         .says = "M_theta, M_hc, M_inv in turn: 3.25 iterations a "
                                 "projection of the quadrangle (Table 9)",
                         .rule = &hol_rule_near,
                         .bound = {1},
                         .count = 2,
                         .x = x,
                         .data = "iterations a projection, first second; printed"},
        "%.1f iterations a projection in the first second to the letter, %.1f with M_theta "
        "and M_hc at once, as the tables here are run; #dg %ld and %ld: the printed runs "
        "cannot have been it",
        x[0], hol_p000_iterations(hybrid), letter->counters.jacobians, hybrid->counters.jacobians);
    hol_paper_find(to,
                   &(hol_paper_row){.id = "nested",
                                    .place = "section 7",
                                    .says = "now we iterate first onto M_hc and M_inv and then "
                                            "onto M_theta (Table 9: 3.25 iterations)",
                                    .rule = &hol_rule_near,
                                    .bound = {1},
                                    .count = 2,
                                    .x = y,
                                    .data = "iterations a projection, first second; printed"},
                   "%.1f iterations a projection, %ld at most, #dg %ld", y[0],
                   nested->counters.newton_most, nested->counters.jacobians);
}

/* The strategy that section 7 asks for: the invariant met along the constraints. */
static void find_strategy(hol_paper_section *to, const hol_p000_runs *R)
{
    double x[4];
    for (int p = 0; p < 2; p++)
        for (int k = 0; k < 2; k++)
            x[2 * p + k] = hol_p000_iterations(R->way[1 + p][hol_p000_way(false, !k, false)]);
    hol_paper_find(to,
                   &(hol_paper_row){.id = "strategy",
                                    .place = "section 7",
                                    .says = "it would be useful to have a strategy onto M_theta, "
                                            "M_hc and M_inv that keeps the efficiency",
                                    .rule = &hol_rule_less,
                                    .bound = {2},
                                    .count = COUNT(x),
                                    .x = x,
                                    .data = "Newton iterations a projection, together and in turn, "
                                            "quasi, trapezoidal rule: quadrangle; crank"},
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
        to,
        &(hol_paper_row){.id = "conditioning",
                         .place = "section 7",
                         .says = "a big condition number of the matrix in the Newton "
                                 "iteration is a possible reason of slow convergence",
                         .rule = &hol_rule_correlated,
                         .bound = {0.7},
                         .count = COUNT(x),
                         .x = x,
                         .data = "log10 of condition number, of iterations a projection: "
                                 "problems, projections, energy free and imposed; 0.5 s"},
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
                 of_frozen[] = {(double)frozen->counters.factorisations / (double)frozen->accepted,
                                (double)full->counters.factorisations / (double)full->accepted},
                 of_inexact[] = {(double)inexact->accepted, (double)full->accepted};
    hol_paper_find(to,
                   &(hol_paper_row){.id = "conjugate-gradients",
                                    .place = "section 5.1",
                                    .says = "S v = v_1 must be solved iteratively (Algorithm 5.1)",
                                    .rule = &hol_rule_near,
                                    .bound = {0.1},
                                    .count = 2,
                                    .x = of_cg,
                                    .data = "accepted steps of the quadrangle, by conjugate "
                                            "gradients and by factors of S"},
                   "it can be: %ld steps by conjugate gradients, %.1f iterations a distribution, "
                   "%ld by factors of S; errors %.1e and %.1e m",
                   cg->accepted, (double)cg->counters.krylov / (double)cg->counters.accelerations,
                   full->accepted, cg->position, full->position);
    hol_paper_find(
        to,
        &(hol_paper_row){.id = "frozen",
                         .place = "section 7",
                         .says = "much of the time goes to updating differentials, and "
                                 "these updates could be less frequent",
                         .rule = &hol_rule_less,
                         .bound = {1.1},
                         .count = 2,
                         .x = of_frozen,
                         .data = "factorisations a step of the quadrangle: the first "
                                 "matrix of a step kept; all anew"},
        "%.1f factorisations a step in place of %.1f, %ld and %ld steps; errors %.1e and "
        "%.1e m",
        of_frozen[0], of_frozen[1], frozen->accepted, full->accepted, frozen->position,
        full->position);
    hol_paper_find(
        to,
        &(hol_paper_row){.id = "inexact",
                         .place = "section 6.1",
                         .says = "to solve (5.3) and (5.5) we used the inexact Newton "
                                 "method",
                         .rule = &hol_rule_near,
                         .bound = {0.34},
                         .count = 2,
                         .x = of_inexact,
                         .data = "accepted steps of the quadrangle, inexact (residual "
                                 "0.1) and exact"},
        "%ld(%ld) steps and %ld iterations of MINRES, %ld(%ld) with exact solves; errors "
        "%.1e and %.1e m",
        inexact->accepted, inexact->rejected, inexact->counters.krylov, full->accepted,
        full->rejected, inexact->position, full->position);
}

/* ---------------------------------------------------------------- the pendulum under a torque */

static double growth(const hol_p000_four m, int o)
{
    return (double)m[o][1]->counters.newton / (double)m[o][0]->counters.newton;
}

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
            moderate[2 * k + o] = growth(R->torque[2 * k], o);
            step[2 * k + !o] = mean_step(strong[1]) / mean_step(strong[0]);
            if (o == 0) {
                more[2 * k] = hol_p000_iterations(strong[0]);
                more[2 * k + 1] = hol_p000_iterations(strong[1]);
            }
        }
    hol_paper_find(to,
                   &(hol_paper_row){.id = "torque-moderate",
                                    .place = "section 6.3, |tau| about 10 N m",
                                    .says =
                                        "with the energy the quasi-orthogonal one suffered less "
                                        "(110% increase of time) than the orthogonal (276%)",
                                    .rule = &hol_rule_less,
                                    .bound = {1.5},
                                    .count = COUNT(moderate),
                                    .x = moderate,
                                    .data = "Newton iterations imposed over free, quasi and "
                                            "orthogonal: tau along e3; along e1 + e2 + e3"},
                   "it depends on the direction, which is not printed: along e3 %.1f times the "
                   "iterations quasi, %.1f orthogonal; with a part along the bar %.1f and %.0f",
                   moderate[0], moderate[1], moderate[2], moderate[3]);
    hol_paper_find(to,
                   &(hol_paper_row){.id = "torque-strong-newton",
                                    .place = "section 6.3, |tau| about 50 N m",
                                    .says = "the quasi-orthogonal needed a lot more Newton "
                                            "iterations",
                                    .rule = &hol_rule_less,
                                    .bound = {2},
                                    .count = COUNT(more),
                                    .x = more,
                                    .data = "iterations a projection, quasi, free and imposed: tau "
                                            "along e3; along e1 + e2 + e3"},
                   "%.2f to %.2f along e3, %.2f to %.2f with a part along the bar", more[0],
                   more[1], more[2], more[3]);
    hol_paper_find(
        to,
        &(hol_paper_row){.id = "torque-strong-steps",
                         .place = "section 6.3, |tau| about 50 N m",
                         .says = "its step size stayed reasonable, whereas the "
                                 "orthogonal suffered from radically decreasing step "
                                 "size",
                         .rule = &hol_rule_less,
                         .bound = {2},
                         .count = COUNT(step),
                         .x = step,
                         .data = "mean step imposed over free, orthogonal and quasi: tau "
                                 "along e3; along e1 + e2 + e3"},
        "mean step, imposed over free: along e3 %.2f quasi, %.2f orthogonal; with a part "
        "along the bar %.2f and %.2f",
        step[1], step[0], step[3], step[2]);
}

/* What has no run here, and why. */
static void find_left(hol_paper_section *to)
{
    hol_paper_find(to,
                   &(hol_paper_row){.id = "sphere",
                                    .place = "eq (5.1)",
                                    .says = "the orthogonal projection onto the tangent bundle of "
                                            "the unit sphere",
                                    .open = "not offered: the paper replaces it by Algorithm 5.3 "
                                            "at once, which is what runs"},
                   "nothing");
    hol_paper_find(to,
                   &(hol_paper_row){.id = "future",
                                    .place = "section 7",
                                    .says = "automatic differentiation, preconditioning, "
                                            "nonholonomic systems",
                                    .open = "left to future papers there; derivatives are written "
                                            "out here"},
                   "nothing");
}

void hol_p000_find_algorithms(hol_paper_section *to, const hol_p000_runs *R)
{
    find_orders(to, R);
    find_strategy(to, R);
    find_condition(to, R);
    find_solvers(to, R);
    find_torques(to, R);
    find_left(to);
}
