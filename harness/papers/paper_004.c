/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures 2 to 6 of Terze, Zlatar, Mueller 2012 (paper 004) redone, and the section of the report:
 * with what the paper does not show (paper_004_stabilisation.c) and generalised-alpha beside it
 * (paper_004_orders.c).
 *
 * The paper prints no numbers and no step; its figures are redone at the step of the problem.  All
 * runs are of its gyrostat. */
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

static void find_motion(hol_paper_section *to, const hol_result *r)
{
    hol_paper_find_unruled(to, "Figures 2 to 6", "(curves, neither a number nor the step)",
                           HOL_PAPER_BESIDE,
                           "drawn from %s with the projection (12) at h = %g s; at t = %g s the "
                           "reference is %.1e m, %.1e rad and %.1e m/s or rad/s away",
                           r->method->name, r->h, r->x->z->t, r->error.position,
                           r->error.orientation, r->error.velocity);
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

static bool redo(hol_paper_section *to)
{
    return motion(to) && hol_p004_stabilisation(to) && hol_p004_orders(to);
}

static const char *const files[] = {NULL};

static const hol_paper_figure figures[] = {
    {"trajectories", "Figure 2: spatial trajectories of the mass centres",
     .judged = {"Figures 2 to 6"},
     .see = "A ring marks the start. No outer force acts: about the common mass centre, which "
            "rests, the path of the platform is that of the rotor turned over and larger by the "
            "ratio of the masses."},
    {"velocities", "Figure 3: angular velocities of rotor and platform, in their own axes",
     .judged = {"Figures 2 to 6"},
     .see = "Both spins are constant: the bearing carries no torque about its axis, and both "
            "bodies are round about it. Across the axis rotor and platform turn as one; the curves "
            "differ by the angle that the bearing has turned."},
    {"positions", "Figure 4: positions of the mass centres", .judged = {"Figures 2 to 6"},
     .see = "About the common mass centre the positions of the platform are those of the rotor "
            "times minus the ratio of the masses."},
    {"rotor", "Figure 5: elements of the rotation matrix of the rotor",
     .judged = {"Figures 2 to 6"}, .see = "Row by row; R maps the axes of the body to space."},
    {"platform", "Figure 6: elements of the rotation matrix of the platform",
     .judged = {"Figures 2 to 6"},
     .see = "The third column is that of Figure 5: it is the axis of the bearing, which both "
            "bodies share."},
    {"stabilisation",
     "Stabilisation: constraint violation over 10 s and error at t = 10 s against the step",
     .judged = {"without stabilisation", "the stabilised values"},
     .see = "Not in the paper. Stabilising takes the violation to round-off, where the one step of "
            "(23) still shows the square of the violation at coarse steps. It does not take off "
            "the error of the motion along the constraints, which has the order of the method with "
            "it and without."},
    {"weights", "The weights of (12), W = diag(M)^s, and (23) every so many steps, at h = 0.05 s",
     .judged = {"eq (12)", "(23) should be"},
     .see = "Not in the paper. Left: only where the weights are the masses themselves, s = 1, is "
            "the correction one by reactions of the joint, and the mass centre rests; the "
            "orientation hardly depends on the weights. Right: the largest violation is that of "
            "the nodes in between."},
    {"orders",
     "Generalised-alpha on the gyrostat: errors at t = 2 s and of the multipliers against the step",
     .judged = {"gena-lie, index 3, plain start", "gena-lie, index 3, corrected start",
                "gena-lie, stabilised index 2"},
     .see = "Not in the paper. The positions and velocities have order 2 whatever the start. From "
            "a plain start the multipliers have an error of order 1 until it is damped, which "
            "takes a number of steps: at the coarsest one it is not over when the panel on the "
            "right begins. From the corrected start, and in the stabilised form of index 2, they "
            "have order 2 at once."},
    {0}};

const hol_paper hol_paper_004 = {
    .id = "004",
    .title = "Terze, Zlatar, Mueller 2012: Numerical Integration Algorithm in Lie-Group Setting "
             "for Dynamics of Mechanical Systems",
    .table = files,
    .figure = figures,
    .redo = redo,
};
