/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures 2 to 6 of Terze, Zlatar, Mueller 2012 (paper 004) redone, and the section of the report:
 * with what the paper does not show (paper_004_stabilisation.c) and generalised-alpha beside it
 * (paper_004_orders.c).
 *
 * The paper prints no numbers and no step; its figures are redone at the step of the problem.  All
 * runs are of its gyrostat. */
#include <math.h>

#include "harness/papers/paper_004.h"

/* ---------------------------------------------------------------- Figures 2 to 6 */

enum { BODIES = 2, SAMPLES = 401, COLUMNS = 1 + BODIES * (3 + 3 + 9) };

/* t, then of both bodies r, omega, R. */
static void read_sample(const hol_sample *at, double x[COLUMNS])
{
    *x++ = at->t;
    for (int b = 0; b < BODIES; b++)
        for (int k = 0; k < 3; k++) *x++ = at->pose[b].r[k];
    for (int b = 0; b < BODIES; b++)
        for (int k = 0; k < 3; k++) *x++ = at->pose[b].omega[k];
    for (int b = 0; b < BODIES; b++, x += 9) hol_quaternion_to_matrix(at->pose[b].p, x);
}

static bool write_motion(hol_paper_section *to, const hol_sampler *sampler)
{
    double x[SAMPLES][COLUMNS];
    for (int i = 0; i < sampler->count; i++) read_sample(&sampler->sample[i], x[i]);
    return hol_paper_write_sheet(
        to, "paper-004-motion.csv",
        &(hol_paper_sheet){"t [s],x_A [m],y_A,z_A,x_B,y_B,z_B,omega_A1 [rad/s],omega_A2,omega_A3,"
                           "omega_B1,omega_B2,omega_B3,R_A (9),R_B (9)",
                           sampler->count, COLUMNS, .x = x[0]});
}

/* How much further R of a body goes between samples than its angular velocities let it. */
static double leap(const hol_sampler *sampler, int body)
{
    double most = 0;
    for (int i = 1; i < sampler->count; i++) {
        const hol_sample *a = &sampler->sample[i - 1], *b = &sampler->sample[i];
        const double *w0 = a->pose[body].omega, *w1 = b->pose[body].omega;
        double way = (b->t - a->t) * sqrt(fmax(hol_dot3(w0, w0), hol_dot3(w1, w1)));
        most = fmax(most, hol_quaternion_angle(a->pose[body].p, b->pose[body].p) / way);
    }
    return most;
}

static void find_motion(hol_paper_section *to, const hol_result *r)
{
    const double error[] = {r->error.position, r->error.orientation, r->error.velocity},
                 leaps[] = {leap(r->sampler, 0), leap(r->sampler, 1)};
    hol_paper_find(to, "curves", 3, error,
                   "drawn from %s with the projection (12) at h = %g s: %.1e m, %.1e rad, %.1e m/s "
                   "or rad/s from the closed form",
                   r->method->name, r->h, error[0], error[1], error[2]);
    hol_paper_find(to, "smooth", 2, leaps,
                   "no sample of %d is further from the one before than its angular velocity lets "
                   "it: %.4f and %.4f times",
                   r->sampler->count, leaps[0], leaps[1]);
}

static bool motion(hol_paper_section *to)
{
    hol_paper_run is = HOL_P004_RUN("mk4", "stabilisation=least-squares");
    hol_result r;
    is.samples = SAMPLES;
    bool good = hol_paper_measure(&is, &r, &to->why);
    if (good) {
        find_motion(to, &r);
        good = write_motion(to, r.sampler);
    }
    hol_result_free(&r);
    return good;
}

/* ---------------------------------------------------------------- the paper */

static bool elastic(hol_paper_section *to)
{
    hol_paper_find(to, "elastic", 0, NULL, "–");
    return true;
}

static bool redo(hol_paper_section *to)
{
    return motion(to) && hol_p004_stabilisation(to) && hol_p004_work(to) && hol_p004_orders(to) &&
           hol_p004_variants(to) && elastic(to);
}

const hol_paper hol_paper_004 = {
    .id = "004",
    .title = "Terze, Zlatar, Mueller 2012: Numerical Integration Algorithm in Lie-Group Setting "
             "for Dynamics of Mechanical Systems",
    .table = (const char *const[]){NULL},
    .redo = redo,
};
