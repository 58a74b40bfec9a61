/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures 2 to 6 of Terze, Zlatar, Mueller 2012 (paper 004) redone, and the section of the report:
 * with what the paper does not show (paper_004_stabilisation.c) and generalised-alpha beside it
 * (paper_004_orders.c).
 *
 * The paper prints no numbers and no step; its figures are redone at the step of the problem.  All
 * runs are of its gyrostat. */
#include <math.h>

#include "harness/papers/paper_004.h"
#include "holonomy/run.h"
#include "holonomy/so3.h"

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
    hol_paper_find(to,
                   &(hol_paper_row){.id = "curves",
                                    .place = "Figures 2 to 6",
                                    .says = "(curves, neither a number nor the step)",
                                    .source = "Holonomy",
                                    .rule = &hol_rule_at_most,
                                    .bound = {1e-4},
                                    .count = 3,
                                    .x = error,
                                    .data = "errors at t = 10 s against the reference: position "
                                            "[m], orientation [rad], velocities [m/s, rad/s]; a "
                                            "line's width is 1e-3 of an axis"},
                   "drawn from %s with the projection (12) at h = %g s: %.1e m, %.1e rad, %.1e m/s "
                   "or rad/s from the closed form",
                   r->method->name, r->h, error[0], error[1], error[2]);
    hol_paper_find(to,
                   &(hol_paper_row){.id = "smooth",
                                    .place = "section 3",
                                    .says = "all obtained results are smooth functions without any "
                                            "discontinuities",
                                    .rule = &hol_rule_at_most,
                                    .bound = {1.01},
                                    .count = 2,
                                    .x = leaps,
                                    .data = "largest turn between samples of R_A, of R_B over the "
                                            "larger angular velocity times their distance"},
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
    hol_paper_find(to,
                   &(hol_paper_row){.id = "elastic",
                                    .place = "section 1",
                                    .says =
                                        "application can be easily extended also on the systems "
                                        "that possess elastic components",
                                    .open = "flexible bodies are out of the suite's scope"},
                   "–");
    return true;
}

static bool redo(hol_paper_section *to)
{
    return motion(to) && hol_p004_stabilisation(to) && hol_p004_work(to) && hol_p004_orders(to) &&
           hol_p004_variants(to) && elastic(to);
}

static const char *const files[] = {NULL};

static const hol_paper_figure figures[] = {
    {"sequence", "Figure 1: sequence of the motion", .judged = {"curves"},
     .see = "The bearing's axis with both discs every 2.5 s, from dark to pale; a moving picture "
            "stands in the section on the gyrostat."},
    {"trajectories", "Figure 2: spatial trajectories of the mass centres",
     .judged = {"curves", "smooth"},
     .see = "A ring marks the start. No outer force acts: about the common mass centre, which "
            "rests, the path of the platform is that of the rotor turned over and larger by the "
            "ratio of the masses."},
    {"velocities", "Figure 3: angular velocities of rotor and platform, in their own axes",
     .judged = {"curves", "smooth"},
     .see = "Both spins are constant: the bearing carries no torque about its axis, and both "
            "bodies are round about it. Across the axis rotor and platform turn as one; the curves "
            "differ by the angle that the bearing has turned."},
    {"positions", "Figure 4: positions of the mass centres", .judged = {"curves", "smooth"},
     .see = "About the common mass centre the positions of the platform are those of the rotor "
            "times minus the ratio of the masses."},
    {"rotor", "Figure 5: elements of the rotation matrix of the rotor",
     .judged = {"curves", "smooth"}, .see = "Row by row; R maps the axes of the body to space."},
    {"platform", "Figure 6: elements of the rotation matrix of the platform",
     .judged = {"curves", "smooth"},
     .see = "The third column is that of Figure 5: it is the axis of the bearing, which both "
            "bodies share."},
    {"stabilisation",
     "Stabilisation: constraint violation over 10 s and error at t = 10 s against the step",
     .judged = {"violated", "stabilised-12", "stabilised-23", "rotations"},
     .see = "Not in the paper. Stabilising takes the violation to round-off, where the one step of "
            "(23) still shows the square of the violation at coarse steps. It does not take off "
            "the error of the motion along the constraints, which has the order of the method with "
            "it and without."},
    {"weights", "The weights of (12), W = diag(M)^s, and (23) every so many steps, at h = 0.05 s",
     .judged = {"weights", "frequently"},
     .see = "Not in the paper. Left: only where the weights are the masses themselves, s = 1, is "
            "the correction one by reactions of the joint, and the mass centre rests; the "
            "orientation hardly depends on the weights. Right: the largest violation is that of "
            "the nodes in between."},
    {"orders",
     "Generalised-alpha on the gyrostat: errors at t = 2 s and of the multipliers against the step",
     .judged = {"plain-first", "plain-later", "corrected-first", "corrected-later", "index-2-first",
                "index-2-later"},
     .see = "Not in the paper. The positions and velocities have order 2 whatever the start. From "
            "a plain start the multipliers have an error of order 1 until it is damped, which "
            "takes a number of steps: at the coarsest one it is not over when the panel on the "
            "right begins. From the corrected start, and in the stabilised form of index 2, they "
            "have order 2 at once."},
    {"work", "Work and precision: errors at t = 10 s against factorisations of (10)",
     .judged = {"efficient"},
     .see = "Not in the paper. The Munthe-Kaas steps of order 4 reach any accuracy below some "
            "hundredths of a radian with the fewest factorisations; stabilising adds two or more "
            "to the four of a step."},
    {"angles", "Three angles beside R, where the bearing passes their singularity by 0.01 rad",
     .judged = {"singularities"},
     .see = "Not in the paper, which avoids them. At t = 5 s alpha and gamma turn by half a turn "
            "within a few steps, and the steps do not follow: R of the angles leaves that of the "
            "Munthe-Kaas steps."},
    {"half-turn", "Both forms of (24) near a half turn", .judged = {"global-form", "half-turn"},
     .see = "Not in the paper. Had from the trace and the skew part of R, the rotation vector "
            "loses all digits near a half turn; by way of a quaternion both forms agree."},
    {"reactions", "Joint reactions on the rotor", .judged = {"reactions"},
     .see = "Not in the paper, which names them. Above, the force in space, which turns with the "
            "bearing's axis; below, the torque about the rotor's axes, none about the third."},
    {0}};

const hol_paper hol_paper_004 = {
    .id = "004",
    .title = "Terze, Zlatar, Mueller 2012: Numerical Integration Algorithm in Lie-Group Setting "
             "for Dynamics of Mechanical Systems",
    .table = files,
    .figure = figures,
    .redo = redo,
};
