/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What paper 002 says of the triple slider-crank in sections 2.4, 4 and 7.2, and of constraints
 * that depend on time, beside what was measured. */
#include <math.h>

#include "harness/papers/paper_002.h"

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
    hol_paper_find(to, "figure-6", HOL_LENGTH(six), six,
                   "%.1e m and %.1e m from the references of both laws", six[0], six[1]);
    hol_paper_find(to, "figure-7", HOL_LENGTH(seven), seven, "%.1e m from the reference", seven[0]);
    hol_paper_find(to, "confined", HOL_LENGTH(distance), distance,
                   "within 2 s the crank comes to %.3f, %.3f, %.3f, %.3f rad from +-pi/2 in C1 to "
                   "C4, by the law of the paper to %.3f (C1), %.3f (C3)",
                   distance[0], distance[1], distance[2], distance[3], distance[4], distance[5]);
    hol_paper_find(to, "branch", HOL_LENGTH(branch), branch, "%.1e, %.1e, %.1e, %.1e m in C1 to C4",
                   branch[0], branch[1], branch[2], branch[3]);
    hol_paper_find(to, "energy", HOL_LENGTH(energy), energy,
                   "%.1e, %.1e, %.1e, %.1e in C1 to C4, by the law of the paper %.1e, %.1e",
                   energy[0], energy[1], energy[2], energy[3], energy[4], energy[5]);
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
    hol_paper_find(to, "singular", HOL_LENGTH(x), x, "the run ends at %.6f s, pi/4 = %.6f", x[0],
                   x[1]);
    hol_paper_find(to, "singular-condition", HOL_LENGTH(condition), condition,
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
    hol_paper_find(to, "identical", HOL_P002_STEPS, S->apart,
                   "%.1e, %.1e, %.1e m apart with h = 1e-3, 5e-4, 2.5e-4 s", S->apart[0],
                   S->apart[1], S->apart[2]);
    hol_paper_find(to, "trapezoidal", HOL_LENGTH(x), x, "the distance falls as its error does");
}

static void find_driven(hol_paper_section *to, const hol_p002_section *S)
{
    double x[2 * HOL_P002_STEPS];
    for (int k = 0; k < HOL_P002_STEPS; k++) {
        x[2 * k] = S->driven_h[k];
        x[2 * k + 1] = S->driven[k];
    }
    hol_paper_find(to, "driven", HOL_LENGTH(x), x,
                   "with Phi_t in (24) and Phi_tt + 2 G_t q' in (29) the order stays: %.1e, %.1e, "
                   "%.1e m with h = 0.04, 0.02, 0.01 s",
                   x[1], x[3], x[5]);
}

void hol_p002_find_sliders(hol_paper_section *to, const hol_p002_section *S)
{
    find_motions(to, S);
    find_singular(to, S);
    find_integrators(to, S);
    find_driven(to, S);
    hol_paper_find(to, "schemes", 0, NULL, "nothing");
}
