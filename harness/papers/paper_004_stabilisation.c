/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Beside paper 004, section 2.3: constraint violation and error against the step for its three
 * stabilisations, the weights of (12), and (23) every so many steps. */
#include <math.h>

#include "harness/cli/cli.h"
#include "harness/papers/paper_004.h"

enum { WAYS = 3 };

static void put_quality(const hol_p004_quality *q, double x[])
{
    const double of[] = {q->phi,      q->gv,     q->position, q->orientation,
                         q->velocity, q->centre, q->spin[0]};
    for (int k = 0; k < 7; k++) x[k] = of[k];
}

/* ---------------------------------------------------------------- stabilisation */

static const hol_p004_scheme stabilised[WAYS] = {
    {"none", "mk4", {"stabilisation=none"}},
    {"least squares (12)", "mk4", {"stabilisation=least-squares"}},
    {"rotation vector (23)", "mk4", {"stabilisation=rotation-vector"}},
};

static const double steps[] = {0.2, 0.1, 0.05, 0.025, 0.0125, 0.00625};
enum { STEPS = sizeof steps / sizeof *steps };

static const double round_off = 1e-14; /* of constraints of some metres [m] */

/* The largest of its errors at the end, of whatever kind [m, rad, m/s, rad/s]. */
static double error_of(const hol_p004_quality *q)
{
    return fmax(q->position, fmax(q->orientation, q->velocity));
}

enum { COARSE = 1, AT = 2, FINE = 4 }; /* 0.1, 0.05 and 0.0125 s */

static double order_of(const hol_p004_quality q[STEPS], double (*of)(const hol_p004_quality *))
{
    return hol_p004_slope(of(&q[COARSE]), of(&q[FINE]), q[COARSE].h, q[FINE].h);
}

static double phi_of(const hol_p004_quality *q)
{
    return q->phi;
}

static double gv_of(const hol_p004_quality *q)
{
    return q->gv;
}

static void find_constraints(hol_paper_findings *found, hol_p004_quality q[WAYS][STEPS])
{
    const hol_p004_quality *a = &q[0][COARSE], *b = &q[0][FINE];
    double phi[WAYS] = {0}, rotation = 0;
    for (int w = 0; w < WAYS; w++)
        for (int i = 0; i < STEPS; i++) {
            if (i >= AT) phi[w] = fmax(phi[w], q[w][i].phi);
            rotation = fmax(rotation, q[w][i].rotation);
        }
    hol_paper_find(
        found, "section 2.3",
        "without stabilisation the constraints of position and velocity are violated",
        hol_paper_if(a->phi > round_off && b->phi > round_off && a->gv > round_off),
        "largest |Phi| over 10 s %.1e at h = %g s, of order %.2f; largest |G v| %.1e, of "
        "order %.2f",
        a->phi, a->h, order_of(q[0], phi_of), a->gv, order_of(q[0], gv_of));
    hol_paper_find(found, "section 2.3", "the stabilised values satisfy the constraints",
                   hol_paper_if(phi[1] < round_off && phi[2] < round_off),
                   "largest |Phi| at h <= %g s: %.1e by (12), %.1e by (23)", q[0][AT].h, phi[1],
                   phi[2]);
    hol_paper_find(found, "eqs (1), (12)", "R_i R_i^T = I", hol_paper_if(rotation < round_off),
                   "largest |R^T R - 1| over 10 s, at every h, stabilised or not: %.1e", rotation);
}

static void find_motion(hol_paper_findings *found, hol_p004_quality q[WAYS][STEPS])
{
    const hol_p004_quality *a = &q[0][AT], *b = &q[1][AT], *c = &q[2][AT];
    hol_paper_find(found, "section 2.3", "(nothing on the error of the motion)", HOL_PAPER_BESIDE,
                   "largest of the errors of position, orientation and velocities at t = 10 s, "
                   "h = %g s: %.2e without, %.2e by (12), %.2e by (23); of order %.2f, %.2f, %.2f",
                   a->h, error_of(a), error_of(b), error_of(c), order_of(q[0], error_of),
                   order_of(q[1], error_of), order_of(q[2], error_of));
    hol_paper_find(found, "section 3, errata",
                   "(closed form) the spins are constant and the mass centre rests",
                   HOL_PAPER_BESIDE,
                   "at h = %g s omega_A3 changes by %.1e, %.1e, %.1e rad/s, for the reaction of a "
                   "violated stage has a part about that axis; omega_B3 by at most %.1e rad/s; the "
                   "mass centre moves by %.1e, %.1e, %.1e m: none, (12), (23)",
                   a->h, a->spin[0], b->spin[0], c->spin[0],
                   fmax(a->spin[1], fmax(b->spin[1], c->spin[1])), a->centre, b->centre, c->centre);
}

static int three_ways(hol_paper_findings *found, const char *dir, hol_message *why)
{
    hol_p004_quality q[WAYS][STEPS];
    double x[STEPS][1 + 7 * WAYS];
    for (int w = 0; w < WAYS; w++)
        for (int i = 0; i < STEPS; i++) {
            if (!hol_p004_quality_of(&stabilised[w], steps[i], &q[w][i], why))
                return HOL_EXIT_FAILED;
            x[i][0] = steps[i];
            put_quality(&q[w][i], &x[i][1 + 7 * w]);
        }
    find_constraints(found, q);
    find_motion(found, q);
    return hol_p004_table(
        dir, "paper-004-stabilisation.csv",
        "h [s], then for each of none, (12), (23): |Phi|,|G v|,position [m],orientation "
        "[rad],velocity,mass centre [m],omega_A3 [rad/s]",
        STEPS, 1 + 7 * WAYS, x[0], why);
}

/* ---------------------------------------------------------------- weights, and how often */

enum { WEIGHTS = 9, INTERVALS = 7 };

static int weights(hol_paper_findings *found, const char *dir, hol_message *why)
{
    static const double h = 0.05;
    hol_p004_quality q[WEIGHTS];
    double x[WEIGHTS][8], least = INFINITY, most = 0;
    for (int i = 0; i < WEIGHTS; i++) {
        char weight[32];
        const hol_p004_scheme scheme = {NULL, "mk4", {"stabilisation=least-squares", weight}};
        x[i][0] = 2. * i / (WEIGHTS - 1);
        snprintf(weight, sizeof weight, "weight=%g", x[i][0]);
        if (!hol_p004_quality_of(&scheme, h, &q[i], why)) return HOL_EXIT_FAILED;
        put_quality(&q[i], &x[i][1]);
        least = fmin(least, q[i].orientation);
        most = fmax(most, q[i].orientation);
    }
    const hol_p004_quality *unit = &q[0], *mass = &q[(WEIGHTS - 1) / 2];
    hol_paper_find(found, "eq (12)", "a weighted norm, its weights not given", HOL_PAPER_BESIDE,
                   "with W = diag(M)^s, s from 0 to 2, at h = %g s: orientation at t = 10 s off by "
                   "%.2e to %.2e rad; the mass centre moves by %.1e m with s = 0 and %.1e m with s "
                   "= 1, where the correction is a reaction",
                   h, least, most, unit->centre, mass->centre);
    return hol_p004_table(
        dir, "paper-004-weights.csv",
        "s,|Phi|,|G v|,position [m],orientation [rad],velocity,mass centre [m],omega_A3 "
        "[rad/s]",
        WEIGHTS, 8, x[0], why);
}

static int intervals(hol_paper_findings *found, const char *dir, hol_message *why)
{
    static const int every[INTERVALS] = {1, 2, 5, 10, 20, 50, 100};
    static const double h = 0.05;
    hol_p004_quality q[INTERVALS];
    double x[INTERVALS][8];
    for (int i = 0; i < INTERVALS; i++) {
        char text[32];
        const hol_p004_scheme scheme = {NULL, "mk4", {"stabilisation=rotation-vector", text}};
        snprintf(text, sizeof text, "every=%d", every[i]);
        x[i][0] = every[i];
        if (!hol_p004_quality_of(&scheme, h, &q[i], why)) return HOL_EXIT_FAILED;
        put_quality(&q[i], &x[i][1]);
    }
    hol_paper_find(found, "section 2.3", "(23) should be undertaken frequently",
                   hol_paper_if(q[0].phi < q[3].phi && q[3].phi < q[6].phi),
                   "largest |Phi| at h = %g s: %.1e after every step, %.1e every %d steps, %.1e "
                   "every %d",
                   h, q[0].phi, q[3].phi, every[3], q[6].phi, every[6]);
    return hol_p004_table(
        dir, "paper-004-intervals.csv",
        "steps,|Phi|,|G v|,position [m],orientation [rad],velocity,mass centre [m],omega_A3 "
        "[rad/s]",
        INTERVALS, 8, x[0], why);
}

int hol_p004_stabilisation(hol_paper_findings *found, const char *dir, hol_message *why)
{
    int code = three_ways(found, dir, why);
    if (!code) code = weights(found, dir, why);
    return code ? code : intervals(found, dir, why);
}
