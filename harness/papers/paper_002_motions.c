/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The motions of Figures 5 to 7 of paper 002. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "harness/papers/paper_002.h"

enum { RUNS = HOL_P002_FIGURE_5, EACH = 4, ROWS = 2001, COLUMNS = 1 + RUNS * EACH };

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

static bool make_runs(const hol_paper_run run[RUNS], pick *read, plot *p, hol_message *why)
{
    bool good = true;
    p->read = read;
    p->every = (int)lrint(run->until / run->h) / (ROWS - 1);
    for (int i = 0; good && i < RUNS; i++) {
        hol_paper_run is = run[i];
        hol_result r;
        is.observe = read_poses;
        is.observer = p;
        p->column = 1 + i * EACH;
        good = hol_paper_follow(&is, &r, why);
        hol_result_free(&r);
    }
    return good;
}

static bool make_motions(plot p[2], hol_message *why)
{
    static const hol_paper_run spins[RUNS] = {
        HOL_P002_TOP("1e-10", "omega=12"), HOL_P002_TOP("1e-10", "omega=12.5"),
        HOL_P002_TOP("1e-10", "omega=13"), HOL_P002_TOP("1e-10", "omega=13.5")};
    static const hol_paper_run sliders[RUNS] = {
        HOL_P002_SLIDERS("1e-10", 2, "component=C3", "torque=smooth"),
        HOL_P002_SLIDERS("1e-10", 2, "component=C3", "torque=paper"),
        HOL_P002_SLIDERS("1e-10", 2, "component=C1", "torque=smooth"),
        HOL_P002_SLIDERS("1e-10", 2, "component=C1", "torque=paper")};
    return make_runs(spins, read_top, &p[0], why) && make_runs(sliders, read_sliders, &p[1], why);
}

static bool write_motions(hol_paper_section *to, const plot p[2])
{
    static const char top[] = "t [s], for spins 12; 12.5; 13; 13.5 rad/s: centroid x [m],y [m],tip "
                              "x [m],y [m],,,,,,,,,,,,",
                      sliders[] = "t [s], for C3 smooth; C3 paper; C1 smooth; C1 paper: q1 [m],q2 "
                                  "[rad],q3 [m],q4 [m],,,,,,,,,,,,";
    return hol_paper_write_sheet(
               to, "paper-002-top.csv",
               &(hol_paper_sheet){top, ROWS, COLUMNS, .digits = 9, .x = p[0].x[0]}) &&
           hol_paper_write_sheet(
               to, "paper-002-sliders.csv",
               &(hol_paper_sheet){sliders, ROWS, COLUMNS, .digits = 9, .x = p[1].x[0]});
}

/* How far the tip goes at spin k of Figure 5 [m]. */
static double reach(const plot *p, int k)
{
    double most = 0;
    for (int i = 0; i < ROWS; i++) {
        const double *tip = p->x[i] + 1 + k * EACH + 2;
        most = fmax(most, hypot(tip[0], tip[1]));
    }
    return most;
}

bool hol_p002_motions(hol_paper_section *to, double tip[HOL_P002_FIGURE_5])
{
    plot *p = hol_new(2, sizeof *p);
    bool good = make_motions(p, &to->why) && write_motions(to, p);
    for (int k = 0; k < RUNS; k++) tip[k] = reach(&p[0], k);
    free(p);
    return good;
}
