/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Haug, Pavesic 2023 (paper 002) redone: the critical spin of the top (section 7.1), Tables 1 and
 * 2, charts and energy, Figures 5 to 7. */
#include "harness/papers/paper_002.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli.h"
#include "harness/memory.h"
#include "harness/papers/paper.h"
#include "harness/papers/paper_002_charts.h"
#include "numerics/so3.h"

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

/* ---------------------------------------------------------------- constraint errors and charts */

/* Iterations from the step's start, tolerances in two words: what the paper did. */
#define AS_THE_PAPER(of, tolerance, ...)                                                           \
    {                                                                                              \
        .problem = of, .method = "tangent-nystrom4", .parameter = {__VA_ARGS__}, .option = {       \
            "stopping=before",                                                                     \
            "from=node",                                                                           \
            "utol=" tolerance,                                                                     \
            "Btol=" tolerance                                                                      \
        }                                                                                          \
    }
#define TOP(tolerance)                                                                             \
    {                                                                                              \
        AS_THE_PAPER("top", tolerance, NULL), 1e-3, 100                                            \
    }
#define SLIDERS(component, tolerance)                                                              \
    {                                                                                              \
        AS_THE_PAPER("triple-slider-crank", tolerance, component), 2e-4, 0.4                       \
    }

enum { TOP_RUNS, C3_RUNS = 3, C1_RUN = 6, CHART_RUNS };
static const hol_p002_run chart_run[CHART_RUNS] = {
    TOP("1e-6"),
    TOP("1e-8"),
    TOP("1e-10"),
    SLIDERS("component=C3", "1e-6"),
    SLIDERS("component=C3", "1e-8"),
    SLIDERS("component=C3", "1e-10"),
    SLIDERS("component=C1", "1e-8"),
};

/* Tables 1 and 2: a run a row. */
static void put_errors(const hol_paper_table *t, const hol_p002_errors of[])
{
    static const char *const column[] = {"position error", "velocity error", "acceleration error"};
    for (int row = 0; row < t->rows && row < 3; row++)
        for (int k = 0; k < 3; k++)
            hol_paper_put(t, row, column[k], of[row].error[k],
                          k ? "it hangs on where the steps meet the tolerance"
                            : "their norm and update of (15) are not said");
}

static void put_charts(const hol_paper_table *t, int row, const hol_p002_errors *of)
{
    static const char why[] = "it hangs on the spins averaged over; 13.5 rad/s here";
    char note[160];
    if (row >= t->rows) return;
    snprintf(note, sizeof note, "%.1f us a change, %.1f us a step",
             1e6 * of->renewal / (double)of->charts, 1e6 * of->seconds / (double)of->steps);
    hol_paper_put(t, row, "reparametrisations", (double)of->charts, why);
    hol_paper_put(t, row, "steps a chart", (double)of->steps / (double)of->charts, why);
    hol_paper_put(t, row, "share of CPU time [%]", 100 * of->renewal / of->seconds, note);
}

enum { SPINS, TABLE_1, TABLE_2, CHARTS, ENERGY };

static bool redo_charts(hol_paper_table *const table[], hol_message *why)
{
    static const int of_charts[] = {TOP_RUNS + 1, C3_RUNS + 1, C1_RUN};
    hol_p002_errors of[CHART_RUNS];
    for (int i = 0; i < CHART_RUNS; i++)
        if (!hol_p002_follow(&chart_run[i], &of[i], NULL, NULL, why)) return false;
    put_errors(table[TABLE_1], of + TOP_RUNS);
    put_errors(table[TABLE_2], of + C3_RUNS);
    for (int row = 0; row < 3; row++) put_charts(table[CHARTS], row, &of[of_charts[row]]);
    hol_paper_put(table[ENERGY], 0, "energy variation [%]", 100 * of[TOP_RUNS + 1].energy,
                  "the printed energy lacks m |r'|^2 / 2");
    return true;
}

/* ---------------------------------------------------------------- Figures 5 to 7 */

typedef struct { /* rows of a figure's file: columns of each run side by side */
    double *cell;
    int columns, rows, row, every, node, column;
} sheet;

static double *next_cells(sheet *s, double t)
{
    if (s->node++ % s->every || s->row == s->rows) return NULL;
    double *cell = s->cell + s->row++ * s->columns;
    cell[0] = t;
    return cell + s->column;
}

/* Centroid and tip, x and y. */
static void read_top(void *to, double t, const hol_pose pose[])
{
    double *cell = next_cells(to, t);
    if (!cell) return;
    double R[9];
    hol_quaternion_to_matrix(pose->p, R);
    for (int k = 0; k < 2; k++) {
        cell[k] = pose->r[k];
        cell[2 + k] = pose->r[k] - R[3 * k + 2];
    }
}

/* q1 to q4. */
static void read_sliders(void *to, double t, const hol_pose pose[])
{
    double *cell = next_cells(to, t);
    if (!cell) return;
    cell[0] = pose[0].r[0];
    cell[1] = 2 * atan2(pose[1].p[3], pose[1].p[0]);
    cell[2] = pose[2].r[0];
    cell[3] = pose[3].r[1];
}

enum { RUNS = 4, EACH = 4, ROWS = 2001 };

static bool plot_runs(const hol_p002_run run[RUNS], hol_p002_reader *read, const char *heading,
                      const char *dir, const char *name, hol_message *why)
{
    long steps = lrint(run[0].until / run[0].h);
    sheet s = {.columns = 1 + RUNS * EACH, .rows = ROWS, .every = (int)(steps / (ROWS - 1))};
    s.cell = hol_new(s.columns * s.rows, sizeof *s.cell);
    bool good = true;
    for (int i = 0; good && i < RUNS; i++) {
        s.row = s.node = 0;
        s.column = 1 + i * EACH;
        good = hol_p002_follow(&run[i], NULL, read, &s, why);
    }
    FILE *out = good ? hol_paper_open(dir, name, why) : NULL;
    if (out) {
        fprintf(out, "%s\n", heading);
        for (int i = 0; i < s.rows * s.columns; i++)
            fprintf(out, "%.9g%c", s.cell[i], (i + 1) % s.columns ? ',' : '\n');
    }
    free(s.cell);
    return out && hol_paper_close(out, dir, name, why);
}

#define SPIN(omega)                                                                                \
    {                                                                                              \
        AS_THE_PAPER("top", "1e-10", omega), 1e-3, 100                                             \
    }
#define LAW(component, torque)                                                                     \
    {                                                                                              \
        AS_THE_PAPER("triple-slider-crank", "1e-10", component, torque), 2e-4, 2                   \
    }

static bool plot_motions(const char *dir, hol_message *why)
{
    static const hol_p002_run spins[RUNS] = {SPIN("omega=12"), SPIN("omega=12.5"), SPIN("omega=13"),
                                             SPIN("omega=13.5")};
    static const hol_p002_run sliders[RUNS] = {
        LAW("component=C3", "torque=smooth"), LAW("component=C3", "torque=paper"),
        LAW("component=C1", "torque=smooth"), LAW("component=C1", "torque=paper")};
    return plot_runs(spins, read_top,
                     "t [s], for spins 12; 12.5; 13; 13.5 rad/s: centroid x [m],y [m],tip x "
                     "[m],y [m],,,,,,,,,,,,",
                     dir, "paper-002-top.csv", why) &&
           plot_runs(sliders, read_sliders,
                     "t [s], for C3 smooth; C3 paper; C1 smooth; C1 paper: q1 [m],q2 [rad],q3 "
                     "[m],q4 [m],,,,,,,,,,,,",
                     dir, "paper-002-sliders.csv", why);
}

/* ---------------------------------------------------------------- the paper */

static int redo(hol_paper_table *const table[], const char *dir, hol_message *why)
{
    hol_p002_spins spins;
    if (!hol_p002_critical_spin(&growth, &spins, why)) return HOL_EXIT_FAILED;
    put_spins(table[SPINS], &spins);
    if (!redo_charts(table, why)) return HOL_EXIT_FAILED;
    bool written = !dir || (plot_spins(&spins, dir, why) && plot_motions(dir, why));
    return written ? HOL_EXIT_OK : HOL_EXIT_FILE;
}

static int study(hol_paper_table *const table[], hol_paper_findings *found, const char *dir,
                 hol_message *why)
{
    int digits, row = table[SPINS]->rows - 1, column = table[SPINS]->columns - 1;
    hol_paper_verdict verdict = hol_paper_judge(table[SPINS], row, column, &digits);
    const hol_paper_cell *spin = hol_paper_at(table[SPINS], row, "critical spin [rad/s]");
    (void)dir, (void)why;
    hol_paper_find(found, "section 7.1", "the top stabilises at approximately 13.5 rad/s",
                   hol_paper_if(verdict == HOL_PAPER_ALL_DIGITS || verdict == HOL_PAPER_DIGITS),
                   "the square of the growth rate, extrapolated from spins below it, is zero at "
                   "%.4f rad/s",
                   spin->ours);
    return HOL_EXIT_OK;
}

static const char *const files[] = {
    [SPINS] = "papers/002-critical-spin.tsv", [TABLE_1] = "papers/002-table-1.tsv",
    [TABLE_2] = "papers/002-table-2.tsv",     [CHARTS] = "papers/002-charts.tsv",
    [ENERGY] = "papers/002-energy.tsv",       NULL};

static const hol_paper_figure figures[] = {
    {"critical-spin", "Section 7.1: growth rate of the upright top's tilt against its spin",
     .judged = {"the top stabilises at approximately"}},
    {"top", "Figure 5: xy-trajectories of the top's centroid and tip, 100 s",
     .judged = {"Table 1, top"}},
    {"c3", "Figure 6: triple slider-crank in C3, both laws of the torque",
     .judged = {"Table 2, triple slider-crank in C3"}},
    {"c1", "Figure 7: triple slider-crank in C1, both laws of the torque",
     .judged = {"Charts and energy, sections 7.1 and 7.2"}},
    {0}};

const hol_paper hol_paper_002 = {
    .id = "002",
    .title = "Haug, Pavešić 2023: Mechanical System Kinematics and Dynamics on Differentiable "
             "Manifolds",
    .table = files,
    .figure = figures,
    .redo = redo,
    .study = study,
};
