/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_002_charts.h: runs of the tangent-space ODE behind Tables 1 and 2, the counts of charts and
 * Figures 5 to 7 of Haug, Pavesic 2023 (paper 002). */
#ifndef HOL_PAPER_002_CHARTS_H
#define HOL_PAPER_002_CHARTS_H

#include "harness/papers/paper_rig.h"

typedef struct {
    hol_rig_plan on; /* a method of the tangent-space ODE */
    double h, until; /* [s] */
} hol_p002_run;

typedef struct {
    double error[3];         /* largest norms of Phi, G q', G q'' + c at the nodes */
    double qddot, energy;    /* largest component of q''; largest relative change */
    long steps, charts;      /* charts: changes */
    double seconds, renewal; /* CPU time of the steps [s]; of all changes of chart [s] */
} hol_p002_errors;

/* A reader of the nodes, the start first. */
typedef void hol_p002_reader(void *to, double t, const hol_pose pose[]);

/* The run; false with a message where a step fails.  most
 * or read may be NULL; steps are timed where there is no reader. */
bool hol_p002_follow(const hol_p002_run *run, hol_p002_errors *most, hol_p002_reader *read,
                     void *to, hol_message *why);

#endif
