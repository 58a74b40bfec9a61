/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures 2 to 6 of Terze, Zlatar, Mueller 2012 (paper 004) redone, and the section of the report:
 * with what the paper does not show (paper_004_stabilisation.c) and generalised-alpha beside it
 * (paper_004_orders.c).
 *
 * The paper prints no numbers and no step; its figures are redone at the step of the problem.  All
 * runs are of its gyrostat. */
#include "harness/papers/paper_004.h"
#include "harness/cli/cli.h"
#include "numerics/so3.h"

/* ---------------------------------------------------------------- Figures 2 to 6 */

static void motion_line(const hol_sample *at, FILE *out)
{
    double R[9];
    fprintf(out, "%.10g", at->t);
    for (int b = 0; b < 2; b++)
        for (int k = 0; k < 3; k++) fprintf(out, ",%.10g", at->pose[b].r[k]);
    for (int b = 0; b < 2; b++)
        for (int k = 0; k < 3; k++) fprintf(out, ",%.10g", at->pose[b].omega[k]);
    for (int b = 0; b < 2; b++) {
        hol_quaternion_to_matrix(at->pose[b].p, R);
        for (int k = 0; k < 9; k++) fprintf(out, ",%.10g", R[k]);
    }
    putc('\n', out);
}

static int write_motion(const hol_sampler *sampler, const char *dir, hol_message *why)
{
    static const char name[] = "paper-004-motion.csv";
    FILE *out = hol_paper_open(dir, name, why);
    if (!out) return HOL_EXIT_FILE;
    fputs("t [s],x_A [m],y_A,z_A,x_B,y_B,z_B,omega_A1 [rad/s],omega_A2,omega_A3,omega_B1,"
          "omega_B2,omega_B3,R_A (9),R_B (9)\n",
          out);
    for (int i = 0; i < sampler->count; i++) motion_line(&sampler->sample[i], out);
    return hol_paper_close(out, dir, name, why) ? HOL_EXIT_OK : HOL_EXIT_FILE;
}

static int motion(hol_paper_findings *found, const char *dir, hol_message *why)
{
    static const hol_p004_scheme scheme = {.method = "mk4",
                                           .option = {"stabilisation=least-squares"}};
    enum { SAMPLES = 401 };
    hol_result r = {0};
    const hol_problem *gyrostat = hol_problem_named("gyrostat");
    int code = HOL_EXIT_FAILED;
    if (hol_p004_run(&scheme, gyrostat->step, gyrostat->t_end, SAMPLES, NULL, NULL, &r, why)) {
        hol_paper_find(found, "Figures 2 to 6", "(curves, neither a number nor the step)",
                       HOL_PAPER_BESIDE,
                       "drawn from %s with the projection (12) at h = %g s; at t = %g s the "
                       "reference is %.1e m, %.1e rad and %.1e m/s or rad/s away",
                       scheme.method, gyrostat->step, gyrostat->t_end, r.error.position,
                       r.error.orientation, r.error.velocity);
        code = dir ? write_motion(r.sampler, dir, why) : HOL_EXIT_OK;
    }
    hol_result_free(&r);
    return code;
}

/* ---------------------------------------------------------------- the paper */

static int study(hol_paper_table *const table[], hol_paper_findings *found, const char *dir,
                 hol_message *why)
{
    (void)table;
    int code = motion(found, dir, why);
    if (!code) code = hol_p004_stabilisation(found, dir, why);
    return code ? code : hol_p004_orders(found, dir, why);
}

static const char *const files[] = {NULL};

static const hol_paper_figure figures[] = {
    {"trajectories", "Figure 2: spatial trajectories of the mass centres",
     .judged = {"Figures 2 to 6"}},
    {"velocities", "Figure 3: angular velocities of rotor and platform, in their own axes",
     .judged = {"Figures 2 to 6"}},
    {"positions", "Figure 4: positions of the mass centres", .judged = {"Figures 2 to 6"}},
    {"rotor", "Figure 5: elements of the rotation matrix of the rotor",
     .judged = {"Figures 2 to 6"}},
    {"platform", "Figure 6: elements of the rotation matrix of the platform",
     .judged = {"Figures 2 to 6"}},
    {"stabilisation",
     "Stabilisation: constraint violation over 10 s and error at t = 10 s against "
     "the step",
     .judged = {"without stabilisation", "the stabilised values"}},
    {"weights", "The weights of (12), W = diag(M)^s, and (23) every so many steps, at h = 0.05 s",
     .judged = {"eq (12)", "(23) should be"}},
    {"orders",
     "Generalised-alpha on the gyrostat: errors at t = 2 s and of the multipliers against "
     "the step",
     .judged = {"gena-lie, index 3, plain start", "gena-lie, index 3, corrected start",
                "gena-lie, stabilised index 2"}},
    {0}};

static const char *const words[] = {
    "A ring marks the start. No outer force acts: about the common mass centre, which rests, the "
    "path of the platform is that of the rotor turned over and larger by the ratio of the masses.",
    "Both spins are constant: the bearing carries no torque about its axis, and both bodies are "
    "round about it. Across the axis rotor and platform turn as one; the curves differ by the "
    "angle that the bearing has turned.",
    "About the common mass centre the positions of the platform are those of the rotor times minus "
    "the ratio of the masses.",
    "Row by row; R maps the axes of the body to space.",
    "The third column is that of Figure 5: it is the axis of the bearing, which both bodies share.",
    "Not in the paper. Stabilising takes the violation to round-off, where the one step of (23) "
    "still shows the square of the violation at coarse steps. It does not take off the error of "
    "the motion along the constraints, which has the order of the method with it and without.",
    "Not in the paper. Left: only where the weights are the masses themselves, s = 1, is the "
    "correction one by reactions of the joint, and the mass centre rests; the orientation hardly "
    "depends on the weights. Right: the largest violation is that of the nodes in between.",
    "Not in the paper. The positions and velocities have order 2 whatever the start. From a plain "
    "start the multipliers have an error of order 1 until it is damped, which takes a number of "
    "steps: at the coarsest one it is not over when the panel on the right begins. From the "
    "corrected start, and in the stabilised form of index 2, they have order 2 at once."};

const hol_paper hol_paper_004 = {
    .id = "004",
    .title = "Terze, Zlatar, Mueller 2012: Numerical Integration Algorithm in Lie-Group Setting "
             "for Dynamics of Mechanical Systems",
    .table = files,
    .figure = figures,
    .words = words,
    .study = study,
};
