/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What paper 002 says of the triple slider-crank in sections 2.4, 4 and 7.2, and of constraints
 * that depend on time, beside what was measured. */
#include <math.h>

#include "harness/papers/paper_002.h"

#define COUNT(x) ((int)(sizeof(x) / sizeof *(x)))

/* ---------------------------------------------------------------- the slider-crank */

static void find_motions(hol_paper_section *to, const hol_p002_section *S)
{
    const hol_p002_path *p = S->path;
    const double six[] = {p[2].position, p[5].position}, seven[] = {p[0].position};
    double distance[HOL_P002_FREE], branch[HOL_P002_FREE], energy[HOL_P002_FREE];
    for (int k = 0; k < HOL_P002_FREE; k++) {
        distance[k] = p[k].distance;
        branch[k] = p[k].branch;
        energy[k] = p[k].energy;
    }
    hol_paper_find(to,
                   &(hol_paper_row){.id = "figure-6",
                                    .place = "Figure 6",
                                    .says = "q1 to q4 in C3 (drawn)",
                                    .rule = &hol_rule_at_most,
                                    .bound = {1e-8},
                                    .count = COUNT(six),
                                    .x = six,
                                    .data = "position error at 2 s [m] against the references: "
                                            "smooth law, law of the paper"},
                   "%.1e m and %.1e m from the references of both laws", six[0], six[1]);
    hol_paper_find(to,
                   &(hol_paper_row){.id = "figure-7",
                                    .place = "Figure 7",
                                    .says = "q1 to q4 in C1 (drawn)",
                                    .rule = &hol_rule_at_most,
                                    .bound = {1e-8},
                                    .count = COUNT(seven),
                                    .x = seven,
                                    .data = "position error at 2 s [m] against the reference, "
                                            "smooth law"},
                   "%.1e m from the reference", seven[0]);
    hol_paper_find(to,
                   &(hol_paper_row){.id = "confined",
                                    .place = "section 7.2",
                                    .says = "trajectories are confined to the component in which "
                                            "they were initiated",
                                    .rule = &hol_rule_at_least,
                                    .bound = {0.01},
                                    .count = COUNT(distance),
                                    .x = distance,
                                    .data =
                                        "least distance of the crank from +-pi/2 [rad]: C1, C2, "
                                        "C3, C4; C1, C3 with the law of the paper"},
                   "within 2 s the crank comes to %.3f, %.3f, %.3f, %.3f rad from +-pi/2 in C1 to "
                   "C4, by the law of the paper to %.3f (C1), %.3f (C3)",
                   distance[0], distance[1], distance[2], distance[3], distance[4], distance[5]);
    hol_paper_find(to,
                   &(hol_paper_row){.id = "branch",
                                    .place = "section 2.4, eq (7)",
                                    .says = "q3 = q1 in C1 and C2, q3 = q1 + 2 cos q2 in C3 and C4",
                                    .rule = &hol_rule_at_most,
                                    .bound = {1e-10},
                                    .count = COUNT(branch),
                                    .x = branch,
                                    .data = "largest deviation on the way [m], runs as above"},
                   "%.1e, %.1e, %.1e, %.1e m in C1 to C4", branch[0], branch[1], branch[2],
                   branch[3]);
    hol_paper_find(
        to,
        &(hol_paper_row){.id = "energy",
                         .place = "section 7.2",
                         .says = "(the torque is conservative)",
                         .rule = &hol_rule_at_most,
                         .bound = {1e-9},
                         .count = COUNT(energy),
                         .x = energy,
                         .data = "largest change of T + U over its start, runs as above"},
        "%.1e, %.1e, %.1e, %.1e in C1 to C4, by the law of the paper %.1e, %.1e", energy[0],
        energy[1], energy[2], energy[3], energy[4], energy[5]);
}

static void find_singular(hol_paper_section *to, const hol_p002_section *S)
{
    const hol_p002_path *free = &S->path[HOL_P002_FREE];
    const double x[] = {free->end, M_PI / 4};
    double condition[2 * HOL_P002_FREE];
    for (int k = 0; k < HOL_P002_FREE; k++) {
        condition[2 * k] = S->path[k].condition;
        condition[2 * k + 1] = free->condition;
    }
    hol_paper_find(to,
                   &(hol_paper_row){.id = "singular",
                                    .place = "sections 4.1, 6",
                                    .says = "this can be continued until a singular configuration "
                                            "or the final time is encountered",
                                    .rule = &hol_rule_near,
                                    .bound = {1e-4},
                                    .count = COUNT(x),
                                    .x = x,
                                    .data = "end of the run in C1 without a torque, q2 = 2 t; pi/4 "
                                            "[s]"},
                   "the run ends at %.6f s, pi/4 = %.6f", x[0], x[1]);
    hol_paper_find(to,
                   &(hol_paper_row){.id = "singular-condition",
                                    .place = "sections 2.4, 7.2",
                                    .says = "at +-pi/2 the Jacobian fails to have full rank; the "
                                            "torque avoids it",
                                    .rule = &hol_rule_less,
                                    .bound = {10},
                                    .count = COUNT(condition),
                                    .x = condition,
                                    .data =
                                        "largest condition number of Phi_q, with a torque (runs "
                                        "as above) and without"},
                   "%.0f without a torque, at most %.0f with one in C1, %.0f in C3",
                   free->condition, S->path[0].condition, S->path[2].condition);
}

static void find_integrators(hol_paper_section *to, const hol_p002_section *S)
{
    double x[2 * HOL_P002_STEPS];
    for (int k = 0; k < HOL_P002_STEPS; k++) {
        x[2 * k] = S->h[k];
        x[2 * k + 1] = S->apart[k];
    }
    hol_paper_find(to,
                   &(hol_paper_row){.id = "identical",
                                    .place = "section 7.2",
                                    .says = "identical results were obtained for Nystrom4 and the "
                                            "trapezoidal integrator",
                                    .rule = &hol_rule_at_most,
                                    .bound = {1e-3},
                                    .count = HOL_P002_STEPS,
                                    .x = S->apart,
                                    .data = "distance of the two motions at 2 s [m], h = 1e-3, "
                                            "5e-4, 2.5e-4 s: less than a line is thick"},
                   "%.1e, %.1e, %.1e m apart with h = 1e-3, 5e-4, 2.5e-4 s", S->apart[0],
                   S->apart[1], S->apart[2]);
    hol_paper_find(to,
                   &(hol_paper_row){.id = "trapezoidal",
                                    .place = "section 7.2",
                                    .says = "a second order trapezoidal implicit integrator",
                                    .rule = &hol_rule_order,
                                    .bound = {2, 0.2},
                                    .count = COUNT(x),
                                    .x = x,
                                    .data = "step [s], distance from Nystrom's motion at 2 s [m]"},
                   "the distance falls as its error does");
}

static void find_driven(hol_paper_section *to, const hol_p002_section *S)
{
    double x[2 * HOL_P002_STEPS];
    for (int k = 0; k < HOL_P002_STEPS; k++) {
        x[2 * k] = S->driven_h[k];
        x[2 * k + 1] = S->driven[k];
    }
    hol_paper_find(to,
                   &(hol_paper_row){.id = "driven",
                                    .place = "section 2",
                                    .says = "the formulation can be extended to time dependent "
                                            "(rheonomic) constraints",
                                    .rule = &hol_rule_order,
                                    .bound = {4, 0.2},
                                    .count = COUNT(x),
                                    .x = x,
                                    .data = "step [s], error [m] at 2 s of a bead on a turning "
                                            "wire, Nystrom's method, against the closed form"},
                   "with Phi_t in (24) and Phi_tt + 2 G_t q' in (29) the order stays: %.1e, %.1e, "
                   "%.1e m with h = 0.04, 0.02, 0.01 s",
                   x[1], x[3], x[5]);
}

static void find_schemes(hol_paper_section *to)
{
    hol_paper_find(to,
                   &(hol_paper_row){.id = "schemes",
                                    .place = "Figures 1 to 4",
                                    .says = "mechanism, chart, overlap of charts, top (schemes)",
                                    .open = "drawings without numbers: `holonomy explain "
                                            "triple-slider-crank`, `top` sketch the models"},
                   "nothing");
}

void hol_p002_find_sliders(hol_paper_section *to, const hol_p002_section *S)
{
    find_motions(to, S);
    find_singular(to, S);
    find_integrators(to, S);
    find_driven(to, S);
    find_schemes(to);
}
