/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Haug, Pavesic 2023 (paper 002) redone: the critical spin of the top (section 7.1), Tables 1 and
 * 2, charts and energy, Figures 5 to 7. */
#include "harness/papers/paper_002.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "harness/papers/paper.h"
#include "holonomy/dense.h"
#include "holonomy/memory.h"
#include "holonomy/run.h"
#include "holonomy/so3.h"
#include "methods/reduced.h"

/* ---------------------------------------------------------------- the critical spin */

/* The paper's integrator and span; its step of 0.001 s changes the rates by 1e-4 at most. */
static const hol_paper_run growth = {.problem = "top",
                                     .method = "tangent-nystrom4",
                                     .formulation = "euler",
                                     .h = 0.004,
                                     .until = 100};

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
static void write_spins(FILE *out, const void *of)
{
    enum { POINTS = 121 };
    const hol_p002_spins *s = of;
    fputs("omega [rad/s],measured sigma^2 [1/s^2],fit [1/s^2],linear theory [1/s^2]\n", out);
    for (int i = 0; i < HOL_P002_SPINS; i++)
        fprintf(out, "%.17g,%.17g,,\n", s->omega[i], s->sigma[i] * s->sigma[i]);
    for (int i = 0; i < POINTS; i++) {
        double omega = s->omega[0] + 0.01 * i, theory = hol_p002_linear_growth(omega);
        fprintf(out, "%.17g,,%.17g,%.17g\n", omega, hol_p002_fit(s, omega), theory * theory);
    }
}

/* ---------------------------------------------------------------- a run of the tangent-space ODE
 */

/* Errors are those of the method's own q, q', q'' (29).  What the changes of chart cost: their
 * number times the time that the quickest step with a change takes beyond the quickest without. */
typedef struct {
    const hol_result *run;
    hol_p002_errors most;
    double *G, *r, *c, *qddot; /* nnz, nc, nc, nv */
    double energy;             /* of the start [J] */
    double began;              /* CPU time at the last node [s] */
    double least[2];           /* CPU time of the steps without and with a change of chart [s] */
} reader;

static double energy(hol_eval *sys, const hol_state *z)
{
    return hol_kinetic(sys, z->q, z->v) + hol_potential(sys, z->q);
}

static void read_errors(reader *to, hol_eval *sys, const hol_state *z)
{
    hol_p002_errors *most = &to->most;
    hol_reduced y = hol_reduced_view(to->run->x->s, to->run->x->z);
    hol_constraints(sys, 0, z->q, to->r, to->G);
    most->error[0] = fmax(most->error[0], hol_norm(sys->nc, to->r));
    hol_multiply(&sys->G, to->G, z->v, to->r);
    most->error[1] = fmax(most->error[1], hol_norm(sys->nc, to->r));
    hol_reduced_qddot(&y, to->qddot);
    hol_multiply(&sys->G, to->G, to->qddot, to->r);
    hol_curvature(sys, z->q, z->v, to->c);
    hol_axpy(sys->nc, 1, to->c, to->r);
    most->error[2] = fmax(most->error[2], hol_norm(sys->nc, to->r));
    most->qddot = fmax(most->qddot, hol_norm_max(sys->nv, to->qddot));
    most->energy = fmax(most->energy, fabs(energy(sys, z) / to->energy - 1));
}

static void read_time(reader *to, const hol_counters *count)
{
    double took = hol_cpu_seconds() - to->began;
    bool changed = count->reparametrisations > to->most.charts;
    to->least[changed] = fmin(to->least[changed], took);
    to->most.seconds += took;
    to->most.charts = count->reparametrisations;
}

static void read_node(void *self, const hol_node *node)
{
    reader *to = self;
    if (node->before) {
        read_time(to, node->s->count);
        read_errors(to, node->s->sys, node->z);
    } else {
        to->energy = energy(node->s->sys, node->z);
        to->most.charts = node->s->count->reparametrisations;
    }
    to->began = hol_cpu_seconds();
}

bool hol_p002_measure(const hol_paper_run *is, hol_p002_errors *most, hol_message *why)
{
    hol_result run;
    reader to = {.run = &run, .least = {HUGE_VAL, HUGE_VAL}};
    hol_paper_run seen = *is;
    seen.observe = read_node;
    seen.observer = &to;
    bool good = hol_paper_prepare(&seen, &run, why);
    if (good) {
        hol_eval *sys = run.x->sys;
        to.G = hol_new(sys->G.nnz + 2 * sys->nc + sys->nv, sizeof *to.G);
        to.r = to.G + sys->G.nnz;
        to.c = to.r + sys->nc;
        to.qddot = to.c + sys->nc;
        good = hol_paper_pass(&seen, &run, why);
    }
    *most = to.most;
    most->steps = run.steps;
    if (most->charts) most->renewal = (double)most->charts * (to.least[1] - to.least[0]);
    hol_result_free(&run);
    free(to.G);
    return good;
}

/* ---------------------------------------------------------------- constraint errors and charts */

/* Iterations from the step's start, tolerances in two words: what the paper did; with parameters.
 */
#define AS_THE_PAPER(of, tolerance, step, end, ...)                                                \
    {                                                                                              \
        .problem = of, .method = "tangent-nystrom4", .parameter = {__VA_ARGS__},                   \
        .option = {"stopping=before", "from=node", "utol=" tolerance, "Btol=" tolerance},          \
        .h = step, .until = end                                                                    \
    }
#define TOP(tolerance, ...) AS_THE_PAPER("top", tolerance, 1e-3, 100, __VA_ARGS__)
#define SLIDERS(tolerance, end, ...)                                                               \
    AS_THE_PAPER("triple-slider-crank", tolerance, 2e-4, end, __VA_ARGS__)

enum { TOP_RUNS, C3_RUNS = 3, C1_RUN = 6, CHART_RUNS };
static const hol_paper_run chart_run[CHART_RUNS] = {
    TOP("1e-6", NULL),
    TOP("1e-8", NULL),
    TOP("1e-10", NULL),
    SLIDERS("1e-6", 0.4, "component=C3"),
    SLIDERS("1e-8", 0.4, "component=C3"),
    SLIDERS("1e-10", 0.4, "component=C3"),
    SLIDERS("1e-8", 0.4, "component=C1"),
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
    double charts = (double)of->charts, steps = (double)of->steps;
    char note[160];
    if (row >= t->rows) return;
    snprintf(note, sizeof note, "%.1f us a change, %.1f us a step", 1e6 * of->renewal / charts,
             1e6 * of->seconds / steps);
    hol_paper_put_row(
        t, row,
        (const hol_paper_entry[]){{"reparametrisations", charts, why},
                                  {"steps a chart", steps / charts, why},
                                  {"share of CPU time [%]", 100 * of->renewal / of->seconds, note},
                                  {0}});
}

enum { SPINS, TABLE_1, TABLE_2, CHARTS, ENERGY };

static bool redo_charts(hol_paper_table *const table[], hol_message *why)
{
    static const int of_charts[] = {TOP_RUNS + 1, C3_RUNS + 1, C1_RUN};
    hol_p002_errors of[CHART_RUNS];
    for (int i = 0; i < CHART_RUNS; i++)
        if (!hol_p002_measure(&chart_run[i], &of[i], why)) return false;
    put_errors(table[TABLE_1], of + TOP_RUNS);
    put_errors(table[TABLE_2], of + C3_RUNS);
    for (int row = 0; row < 3; row++) put_charts(table[CHARTS], row, &of[of_charts[row]]);
    hol_paper_put(table[ENERGY], 0, "energy variation [%]", 100 * of[TOP_RUNS + 1].energy,
                  "the printed energy lacks m |r'|^2 / 2");
    return true;
}

/* ---------------------------------------------------------------- Figures 5 to 7 */

enum { RUNS = 4, EACH = 4, ROWS = 2001, COLUMNS = 1 + RUNS * EACH };

/* Four numbers of the poses. */
typedef void pick(const hol_pose pose[], double cell[EACH]);

typedef struct { /* rows of a figure's file: columns of each run side by side */
    pick *read;
    int every, column;
    double x[ROWS][COLUMNS];
} plot;

static void read_poses(void *self, const hol_node *node)
{
    enum { BODIES = 8 };
    plot *to = self;
    hol_eval *sys = node->s->sys;
    hol_pose pose[BODIES];
    if (node->step % to->every) return;
    assert(sys->nb <= BODIES);
    double *row = to->x[node->step / to->every];
    hol_poses(sys, node->z->q, node->z->v, pose);
    row[0] = node->z->t;
    to->read(pose, row + to->column);
}

/* Centroid and tip, x and y. */
static void read_top(const hol_pose pose[], double cell[EACH])
{
    double R[9];
    hol_quaternion_to_matrix(pose->p, R);
    for (int k = 0; k < 2; k++) {
        cell[k] = pose->r[k];
        cell[2 + k] = pose->r[k] - R[3 * k + 2];
    }
}

/* q1 to q4. */
static void read_sliders(const hol_pose pose[], double cell[EACH])
{
    cell[0] = pose[0].r[0];
    cell[1] = 2 * atan2(pose[1].p[3], pose[1].p[0]);
    cell[2] = pose[2].r[0];
    cell[3] = pose[3].r[1];
}

static bool write_runs(hol_paper_section *to, const char *name, const char *heading,
                       const hol_paper_run run[RUNS], pick *read)
{
    plot *p = hol_new(1, sizeof *p);
    bool good = true;
    p->read = read;
    p->every = (int)lrint(run->until / run->h) / (ROWS - 1);
    for (int i = 0; good && i < RUNS; i++) {
        hol_paper_run is = run[i];
        hol_result r;
        is.observe = read_poses;
        is.observer = p;
        p->column = 1 + i * EACH;
        good = hol_paper_follow(&is, &r, &to->why);
        hol_result_free(&r);
    }
    good = good &&
           hol_paper_write_sheet(
               to, name, &(hol_paper_sheet){heading, ROWS, COLUMNS, .digits = 9, .x = p->x[0]});
    free(p);
    return good;
}

static bool write_motions(hol_paper_section *to)
{
    static const hol_paper_run spins[RUNS] = {TOP("1e-10", "omega=12"), TOP("1e-10", "omega=12.5"),
                                              TOP("1e-10", "omega=13"), TOP("1e-10", "omega=13.5")};
    static const hol_paper_run sliders[RUNS] = {
        SLIDERS("1e-10", 2, "component=C3", "torque=smooth"),
        SLIDERS("1e-10", 2, "component=C3", "torque=paper"),
        SLIDERS("1e-10", 2, "component=C1", "torque=smooth"),
        SLIDERS("1e-10", 2, "component=C1", "torque=paper")};
    return !to->dir ||
           (write_runs(to, "paper-002-top.csv",
                       "t [s], for spins 12; 12.5; 13; 13.5 rad/s: centroid x [m],y [m],tip x "
                       "[m],y [m],,,,,,,,,,,,",
                       spins, read_top) &&
            write_runs(to, "paper-002-sliders.csv",
                       "t [s], for C3 smooth; C3 paper; C1 smooth; C1 paper: q1 [m],q2 [rad],q3 "
                       "[m],q4 [m],,,,,,,,,,,,",
                       sliders, read_sliders));
}

/* ---------------------------------------------------------------- the paper */

static void find_spin(hol_paper_section *to)
{
    const hol_paper_table *t = to->table[SPINS];
    int digits, row = t->rows - 1, column = t->columns - 1;
    hol_paper_verdict verdict = hol_paper_judge(t, row, column, &digits);
    hol_paper_find_unruled(
        to, "section 7.1", "the top stabilises at approximately 13.5 rad/s",
        hol_paper_if(verdict == HOL_PAPER_ALL_DIGITS || verdict == HOL_PAPER_DIGITS),
        "the square of the growth rate, extrapolated from spins below it, is zero at "
        "%.4f rad/s",
        hol_paper_at(t, row, "critical spin [rad/s]")->ours);
}

static bool redo(hol_paper_section *to)
{
    hol_p002_spins spins;
    if (!hol_p002_critical_spin(&growth, &spins, &to->why)) return false;
    put_spins(to->table[SPINS], &spins);
    if (!redo_charts(to->table, &to->why)) return false;
    find_spin(to);
    return hol_paper_write(to, "paper-002-critical-spin.csv", write_spins, &spins) &&
           write_motions(to);
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
};
