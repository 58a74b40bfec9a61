/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_001.h: the parts of the section on Lacoursiere 2007 (paper 001), and the runs behind them:
 * its ladder by SPOOK and by what it is compared with, node by node. */
#ifndef HOL_PAPER_001_H
#define HOL_PAPER_001_H

#include "harness/papers/paper.h"
#include "harness/papers/paper_run.h"

/* ---------------------------------------------------------------- a run */

#define HOL_P001_FRAME (1 / 60.) /* the step of the paper [s] */
#define HOL_P001_SPAN  20.0      /* [s] */

/* On the ladder at fixed steps h; on it by SPOOK, with parameters "N=10", .... */
#define HOL_P001_LADDER(by, step, ...)                                                             \
    {                                                                                              \
        .problem = "ladder", .method = by, .option = {__VA_ARGS__}, .h = step,                     \
        .until = HOL_P001_SPAN                                                                     \
    }
#define HOL_P001_SPOOK(step, ...)                                                                  \
    {                                                                                              \
        .problem = "ladder", .method = "spook", .parameter = {__VA_ARGS__}, .h = step,             \
        .until = HOL_P001_SPAN                                                                     \
    }

typedef struct {
    double t;         /* [s] */
    double energy;    /* by the velocity of the state, v_k [J] */
    double midpoint;  /* by (v_k + v_k+1)/2; NaN where no step follows [J] */
    double rms, unit; /* root mean squares of the rows of Phi, of the unit constraints alone */
    double stretch;   /* largest change of length of a rod, of its length */
    double centre;    /* x of the mass centre [m] */
} hol_p001_node;

typedef struct { /* `node` is to be freed */
    long count;
    hol_p001_node *node; /* the start first */
    double broken;       /* a step failed, or E > E0 + |E0|/2 [s]; INFINITY: neither */
    bool failed;
    double gain, rise;   /* the most the energy rises above its start, by v_k, and between [J] */
    double off, between; /* the same of |E - E0| */
    double most_rms, mean_rms, most_stretch;
} hol_p001_motion;

/* To is->until, or to where it breaks down, which is no mistake; is->observe sees the nodes too.
 * False with a message where it cannot begin. */
bool hol_p001_ride(const hol_paper_run *is, hol_p001_motion *m, hol_message *why);
/* Several; to be freed, whatever came of them, those not made being zero. */
bool hol_p001_rides(int n, const hol_paper_run is[], hol_p001_motion m[], hol_message *why);
void hol_p001_free(int n, hol_p001_motion m[]);

/* ---------------------------------------------------------------- parts of the section */

/* Each adds to the findings and writes its series; false with a message. */
typedef bool hol_p001_part(hol_paper_section *to);
hol_p001_part hol_p001_counts;   /* the table of unknowns */
hol_p001_part hol_p001_falls;    /* Figures 3 to 5 */
hol_p001_part hol_p001_steps;    /* Figure 6, errors and energies against the step */
hol_p001_part hol_p001_cost;     /* Figure 7 */
hol_p001_part hol_p001_whiplash; /* what the paper compares with */
hol_p001_part hol_p001_masses;   /* mass ratios */

#endif
