/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the text of Wendlandt, Marsden 1996 (paper 003) says beside what was measured: orders and
 * costs from the tables redone, invariants from runs of their own. */
#include <math.h>
#include <string.h>

#include "harness/papers/paper_003.h"
#include "harness/study/study_slope.h"
#include "holonomy/diagnostics.h"

/* ---------------------------------------------------------------- from the tables */

/* Our number, or the printed one, in the row of that step and method (NULL: any). */
static double number(const hol_paper_table *t, double h, const char *method, const char *column,
                     bool ours)
{
    for (int i = 0; i < t->rows; i++) {
        const hol_paper_cell *step = hol_paper_at(t, i, "h [s]"),
                             *who = hol_paper_at(t, i, "method"),
                             *cell = hol_paper_at(t, i, column);
        if (!step || !cell || !hol_p003_at(step->value, h)) continue;
        if (method && (!who || strcmp(who->printed, method) != 0)) continue;
        return ours ? cell->ours : cell->value;
    }
    return NAN;
}

/* Of our column between two steps. */
static double order(const hol_paper_table *t, const char *method, const char *column, double h0,
                    double h1)
{
    return hol_exponent(
        2, (double[]){h0, h1},
        (double[]){number(t, h0, method, column, true), number(t, h1, method, column, true)});
}

static bool second(double p)
{
    return fabs(p - 2) < 0.1;
}

static void find_orders(hol_paper_section *to, const hol_paper_table *body,
                        const hol_paper_table *pendulum)
{
    double q = order(body, NULL, "quaternion error", 1e-2, 1e-1),
           E = order(body, NULL, "energy error", 1e-2, 1e-1),
           J = order(body, NULL, "momentum error", 1e-2, 1e-1),
           dvp = order(pendulum, "DVP", "position error", 1e-3, 1e-2),
           em = order(pendulum, "EM", "position error", 1e-3, 1e-2),
           ratio = number(pendulum, 1e-2, "EM", "position error", true) /
                   number(pendulum, 1e-2, "DVP", "position error", true);
    hol_paper_find(to, "section 5.1",
                   "the errors of the rigid body are of second order in the step",
                   hol_paper_if(second(q) && second(E) && second(J)),
                   "observed order between h = 0.01 and 0.1 s: quaternion %.2f, energy %.2f, "
                   "momentum %.2f",
                   q, E, J);
    hol_paper_find(to, "section 5.2",
                   "both methods are of second order in the position of the double spherical "
                   "pendulum, EM's error slightly greater",
                   hol_paper_if(second(dvp) && second(em) && ratio > 1 && ratio < 2),
                   "observed order of the position between h = 0.001 and 0.01 s: DVP %.2f, EM "
                   "%.2f; EM's error is %.2f times DVP's at h = 0.01 s",
                   dvp, em, ratio);
}

static void find_cost(hol_paper_section *to, const hol_paper_table *t)
{
    static const double step[] = {1e-4, 1e-3, 1e-2, 1e-1};
    enum { STEPS = sizeof step / sizeof *step };
    double printed[STEPS], ours[STEPS], least = INFINITY;
    for (int i = 0; i < STEPS; i++) {
        for (int k = 0; k < 2; k++)
            (k ? ours : printed)[i] = number(t, step[i], "EM", "CPU time [s]", k) /
                                      number(t, step[i], "DVP", "CPU time [s]", k);
        least = fmin(least, ours[i]);
    }
    hol_paper_find(to, "section 5.2", "the DVP simulations are slightly faster at each step",
                   hol_paper_if(least > 1),
                   "CPU time of EM over that of DVP at h = 0.0001, 0.001, 0.01, 0.1 s: printed "
                   "%.2f, %.2f, %.2f, %.2f; ours %.2f, %.2f, %.2f, %.2f",
                   printed[0], printed[1], printed[2], printed[3], ours[0], ours[1], ours[2],
                   ours[3]);
}

/* ---------------------------------------------------------------- from runs */

static const double round_off = 1e-12; /* relative, over all steps of a run */

/* The largest change of energy over it; of a momentum map over the whole momentum. */
static double energy_change(const hol_p003_motion *m)
{
    double most = 0;
    for (int k = 1; k < HOL_P003_SAMPLES; k++)
        most = fmax(most, fabs(m->energy[k] / m->energy[0] - 1));
    return most;
}

static double momentum_change(const hol_p003_motion *m, int maps)
{
    double most = 0, square = 0;
    for (int i = 0; i < maps; i++) square += m->momentum[0][i] * m->momentum[0][i];
    for (int k = 1; k < HOL_P003_SAMPLES; k++)
        for (int i = 0; i < maps; i++)
            most = fmax(most, fabs(m->momentum[k][i] - m->momentum[0][i]));
    return most / sqrt(square);
}

static hol_drift energy_drift(const hol_p003_motion *m)
{
    hol_track track;
    hol_track_start(&track, HOL_P003_SPAN);
    for (int k = 0; k < HOL_P003_SAMPLES; k++)
        hol_track_add(&track, k * HOL_P003_SPAN / (HOL_P003_SAMPLES - 1), m->energy[k]);
    return hol_track_drift(&track, NULL);
}

static void find_invariants(hol_paper_section *to, const hol_p003_motion *body,
                            const hol_p003_motion *dvp, const hol_p003_motion *em)
{
    double J = momentum_change(body, 3), Lz = momentum_change(dvp, 1), E = energy_change(em);
    hol_drift drift = energy_drift(dvp);
    hol_paper_find(to, "sections 3.3, 4.6", "the discrete momentum is conserved",
                   hol_paper_if(J < round_off && Lz < round_off),
                   "nodal momentum of DVP at h = %g s: relative changes over 30 s of at most %.1e "
                   "on the rigid body, %.1e on the double spherical pendulum",
                   body->h, J, Lz);
    hol_paper_find(to, "sections 1, 5", "the energy of DVP varies about a constant value",
                   hol_paper_if(drift == HOL_DRIFT_BOUNDED),
                   "double spherical pendulum at h = %g s: off by at most %.1e of it in 30 s, the "
                   "law of its drift is %s",
                   dvp->h, energy_change(dvp), hol_drift_name(drift));
    hol_paper_find(to, "section 5.2", "EM conserves the energy", hol_paper_if(E < round_off),
                   "double spherical pendulum at h = %g s: relative change over 30 s of at most "
                   "%.1e",
                   em->h, E);
}

void hol_p003_find(hol_paper_section *to, const hol_p003_motion *body, const hol_p003_motion *dvp,
                   const hol_p003_motion *em)
{
    find_orders(to, to->table[0], to->table[1]);
    find_cost(to, to->table[1]);
    if (body && dvp && em) find_invariants(to, body, dvp, em);
}
