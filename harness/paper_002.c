/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Haug, Pavesic 2023 (paper 002) redone: the critical spin of the top (section 7.1). */
#include "harness/paper_002.h"

#include <math.h>
#include <string.h>

#include "harness/cli.h"
#include "harness/paper.h"

/* ---------------------------------------------------------------- the critical spin */

/* The paper's integrator and span; its step of 0.001 s changes the rates by 1e-4 at most. */
static const hol_p002_growth growth = {
    .method = "tangent-nystrom4", .formulation = "euler", .h = 0.004, .until = 100};

static void put_spins(const hol_paper_table *t, const hol_p002_spins *s)
{
    char note[160];
    for (int row = 0; row < t->rows; row++) {
        const hol_paper_cell *omega = hol_paper_at(t, row, "spin [rad/s]");
        for (int i = 0; i < HOL_P002_SPINS; i++) {
            if (!(fabs(omega->value - s->omega[i]) < 1e-9)) continue;
            snprintf(note, sizeof note, "linear theory: %.6f", hol_p002_linear_growth(s->omega[i]));
            hol_paper_put(t, row, "growth rate [1/s]", s->sigma[i], note);
        }
        if (strcmp(omega->printed, "extrapolated") != 0) continue;
        snprintf(
            note, sizeof note,
            "linear theory: %.10f; closer to it a tilt of 1e-12 grows too little in %g s to see",
            hol_p002_linear_critical(), growth.until);
        hol_paper_put(t, row, "critical spin [rad/s]", s->critical, note);
    }
}

/* sigma^2 as measured, fitted and by linear theory; a blank where there is none. */
static bool plot_spins(const hol_p002_spins *s, const char *dir, hol_message *why)
{
    static const char name[] = "paper-002-critical-spin.csv";
    enum { POINTS = 121 };
    FILE *out = hol_paper_open(dir, name, why);
    if (!out) return false;
    fputs("omega [rad/s],measured sigma^2 [1/s^2],fit [1/s^2],linear theory [1/s^2]\n", out);
    for (int i = 0; i < HOL_P002_SPINS; i++)
        fprintf(out, "%.17g,%.17g,,\n", s->omega[i], s->sigma[i] * s->sigma[i]);
    for (int i = 0; i < POINTS; i++) {
        double omega = s->omega[0] + 0.01 * i, theory = hol_p002_linear_growth(omega);
        fprintf(out, "%.17g,,%.17g,%.17g\n", omega, hol_p002_fit(s, omega), theory * theory);
    }
    return hol_paper_close(out, dir, name, why);
}

/* ---------------------------------------------------------------- the paper */

static int redo(hol_paper_table *const table[], const char *dir, hol_message *why)
{
    hol_p002_spins spins;
    if (!hol_p002_critical_spin(&growth, &spins, why)) return HOL_EXIT_FAILED;
    put_spins(table[0], &spins);
    return !dir || plot_spins(&spins, dir, why) ? HOL_EXIT_OK : HOL_EXIT_FILE;
}

static const char *const files[] = {"papers/002-critical-spin.tsv", NULL};

static const hol_paper_figure figures[] = {
    {"critical-spin", "Section 7.1: growth rate of the upright top's tilt against its spin"}, {0}};

const hol_paper hol_paper_002 = {
    .id = "002",
    .title = "Haug, Pavešić 2023: Mechanical System Kinematics and Dynamics on Differentiable "
             "Manifolds",
    .table = files,
    .figure = figures,
    .redo = redo,
};
