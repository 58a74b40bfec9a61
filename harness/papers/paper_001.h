/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_001.h: the parts of the section on Lacoursiere 2007 (paper 001), and the runs behind them:
 * its ladder by SPOOK and by what it is compared with, node by node. */
#ifndef HOL_PAPER_001_H
#define HOL_PAPER_001_H

#include "harness/papers/paper.h"
#include "harness/papers/paper_rig.h"

/* ---------------------------------------------------------------- a run */

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
} hol_p001_motion;

/* A reader of the nodes, the start first. */
typedef void hol_p001_reader(void *to, const hol_rig *at);

/* At fixed steps to t = until, or to where it breaks down, which is no mistake.  read: or NULL.
 * False with a message where it cannot begin. */
bool hol_p001_ride(const hol_rig_plan *plan, double h, double until, hol_p001_reader *read,
                   void *to, hol_p001_motion *m, hol_message *why);

/* Over the nodes after the start. */
typedef double hol_p001_value(const hol_p001_node *at);
double hol_p001_largest(const hol_p001_motion *m, hol_p001_value *of);
double hol_p001_mean(const hol_p001_motion *m, hol_p001_value *of);
double hol_p001_energy(const hol_p001_node *at);
double hol_p001_rms(const hol_p001_node *at);
double hol_p001_stretch(const hol_p001_node *at);

/* Of ln y over ln x by least squares. */
double hol_p001_slope(int n, const double x[], const double y[]);

extern const double hol_p001_frame; /* the step of the paper, 1/60 s */

/* SPOOK on the ladder, with "N=10" and other parameters. */
#define HOL_P001_SPOOK(...)                                                                        \
    (hol_rig_plan)                                                                                 \
    {                                                                                              \
        .problem = "ladder", .method = "spook", .parameter = { __VA_ARGS__ }                       \
    }

/* ---------------------------------------------------------------- parts of the section */

/* Each adds to the findings and writes its series into `dir` (NULL: not wanted); an exit code,
 * after a message where it is not OK. */
typedef int hol_p001_part(hol_paper_findings *found, const char *dir, hol_message *why);
hol_p001_part hol_p001_falls;    /* Figures 3 to 5 */
hol_p001_part hol_p001_steps;    /* Figure 6, errors and energies against the step */
hol_p001_part hol_p001_cost;     /* Figure 7 */
hol_p001_part hol_p001_whiplash; /* what the paper compares with, mass ratios */

#endif
