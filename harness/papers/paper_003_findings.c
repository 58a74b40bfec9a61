/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the text of Wendlandt, Marsden 1996 (paper 003) says beside what was measured: orders and
 * costs from the tables redone, invariants from their runs. */
#include <math.h>
#include <string.h>

#include "harness/papers/paper_003.h"

/* ---------------------------------------------------------------- from the tables */

/* Our number in the row of that step and method (NULL: any). */
static double number(const hol_paper_table *t, double h, const char *method, const char *column)
{
    for (int i = 0; i < t->rows; i++) {
        const hol_paper_cell *step = hol_paper_at(t, i, "h [s]"),
                             *who = hol_paper_at(t, i, "method"),
                             *cell = hol_paper_at(t, i, column);
        if (!step || !cell || !hol_p003_at(step->value, h)) continue;
        if (method && (!who || strcmp(who->printed, method) != 0)) continue;
        return cell->ours;
    }
    return NAN;
}

static void find_order(hol_paper_section *to, const hol_paper_table *t, const hol_paper_row *about,
                       const char *method, const char *column, double coarse)
{
    const double x[] = {coarse / 10, number(t, coarse / 10, method, column), coarse,
                        number(t, coarse, method, column)};
    hol_paper_row row = *about;
    row.rule = &hol_rule_order;
    row.bound[0] = 2;
    row.bound[1] = 0.1;
    row.count = 4;
    row.x = x;
    row.data = "step [s], error of the table";
    hol_paper_find(to, &row, "%s %.4e at h = %g s, %.4e at %g s", column, x[1], x[0], x[3], x[2]);
}

static void find_orders(hol_paper_section *to, const hol_paper_table *body,
                        const hol_paper_table *pendulum)
{
    static const char second[] = "all simulations are second-order accurate";
    find_order(
        to, body,
        &(hol_paper_row){.id = "body-quaternion", .place = "section 5.1, Figure 3", .says = second},
        NULL, "quaternion error", 0.1);
    find_order(
        to, body,
        &(hol_paper_row){.id = "body-energy", .place = "section 5.1, Figure 5", .says = second},
        NULL, "energy error", 0.1);
    find_order(
        to, body,
        &(hol_paper_row){.id = "body-momentum", .place = "section 5.1, Figure 6", .says = second},
        NULL, "momentum error", 0.1);
    find_order(
        to, pendulum,
        &(hol_paper_row){.id = "dvp-position", .place = "section 5.2, Figure 8", .says = second},
        "DVP", "position error", 0.01);
    find_order(
        to, pendulum,
        &(hol_paper_row){.id = "em-position", .place = "section 5.2, Figure 8", .says = second},
        "EM", "position error", 0.01);
    find_order(to, pendulum,
               &(hol_paper_row){.id = "dvp-energy",
                                .place = "section 5.2, Figure 10",
                                .says = "the energy error decreases as the square of the step"},
               "DVP", "energy error", 0.01);
}

static void find_cost(hol_paper_section *to, const hol_paper_table *t)
{
    static const double step[] = {1e-4, 1e-3, 1e-2, 1e-1};
    enum { STEPS = sizeof step / sizeof *step };
    double x[2 * STEPS];
    for (int i = 0; i < STEPS; i++) {
        x[2 * i] = number(t, step[i], "DVP", "CPU time [s]");
        x[2 * i + 1] = number(t, step[i], "EM", "CPU time [s]");
    }
    hol_paper_find(
        to,
        &(hol_paper_row){.id = "dvp-faster",
                         .place = "section 5.2, Figure 7",
                         .says = "the DVP simulations are [...] faster for each time step",
                         .rule = &hol_rule_less,
                         .bound = {1.5},
                         .count = 2 * STEPS,
                         .x = x,
                         .data = "CPU time [s] of DVP, of EM, least of several passes, "
                                 "at four steps"},
        "CPU time of EM over that of DVP at h = 0.0001, 0.001, 0.01, 0.1 s: %.2f, %.2f, "
        "%.2f, %.2f",
        x[1] / x[0], x[3] / x[2], x[5] / x[4], x[7] / x[6]);
}

/* ---------------------------------------------------------------- from runs */

/* The largest change over a run of `maps` momentum maps, over the whole momentum. */
static double momentum_change(const hol_p003_motion *m, int maps)
{
    double most = 0, square = 0;
    for (int i = 0; i < maps; i++) square += m->momentum[0][i] * m->momentum[0][i];
    for (int k = 1; k < HOL_P003_SAMPLES; k++)
        for (int i = 0; i < maps; i++)
            most = fmax(most, fabs(m->momentum[k][i] - m->momentum[0][i]));
    return most / sqrt(square);
}

static double energy_change(const hol_p003_motion *m)
{
    double most = 0;
    for (int k = 1; k < HOL_P003_SAMPLES; k++)
        most = fmax(most, fabs(m->energy[k] / m->energy[0] - 1));
    return most;
}

static void find_invariants(hol_paper_section *to, const hol_p003_motion *body,
                            const hol_p003_motion *dvp, const hol_p003_motion *em)
{
    const double J[] = {momentum_change(body, 3), momentum_change(dvp, 1)}, E = energy_change(em);
    hol_paper_row row = {.id = "momentum",
                         .place = "sections 3.3, 4.6",
                         .says = "the discrete momentum map is conserved",
                         .rule = &hol_rule_at_most,
                         .bound = {1e-13},
                         .count = 2,
                         .x = J,
                         .data = "largest relative changes over 30 s at h = 0.1 s"};
    hol_paper_find(to, &row, "rigid body %.1e, double spherical pendulum %.1e", J[0], J[1]);
    row = (hol_paper_row){.id = "dvp-bounded",
                          .place = "section 5.2, Figure 12",
                          .says = "the energy oscillates about a constant value",
                          .rule = &hol_rule_bounded,
                          .bound = {2},
                          .count = HOL_P003_SAMPLES,
                          .x = dvp->energy,
                          .data = "energy of DVP [J] at h = 0.1 s, every 0.1 s for 30 s"};
    hol_paper_find(to, &row, "off by at most %.1e of it in 30 s", energy_change(dvp));
    row = (hol_paper_row){.id = "em-energy",
                          .place = "section 5.2",
                          .says = "the energy error of EM is zero",
                          .rule = &hol_rule_at_most,
                          .bound = {1e-12},
                          .count = 1,
                          .x = &E,
                          .data = "largest relative change over 30 s at h = 0.1 s"};
    hol_paper_find(to, &row, "%.1e", E);
}

void hol_p003_find(hol_paper_section *to, const hol_p003_motion *body, const hol_p003_motion *dvp,
                   const hol_p003_motion *em)
{
    find_orders(to, to->table[0], to->table[1]);
    find_cost(to, to->table[1]);
    if (body && dvp && em) find_invariants(to, body, dvp, em);
}
