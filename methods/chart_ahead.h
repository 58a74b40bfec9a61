/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the iterations (15) and (16) of a tangent-space chart (chart.h) begin at a stage of a step:
 * ahead of the stages before it.  U u goes on by the rate that the stages have,
 *
 *     (U u)' = V v' - q',
 *
 * and U B by polynomials in time through theirs, so that both begin at most a step's error away. */
#pragma once

#include "holonomy/memory.h"
#include "methods/chart.h"

typedef struct {
    int stages;     /* at most */
    double *weight; /* stages x stages: row i, of U B of the stages before i */
} hol_chart_ahead;

/* Of stages at the parts c (stages) of a step, the first at its start. */
hol_chart_ahead hol_chart_ahead_new(hol_memory *m, int stages, const double c[]);

typedef struct {   /* of a step: what is known of its stages, scratch */
    double *place; /* stages x hol_chart_place */
    double *rate;  /* stages x n: (U u)' */
    double *next;  /* hol_chart_place */
} hol_chart_trail;

hol_chart_trail hol_chart_trail_take(const hol_chart *c, const hol_chart_ahead *ahead);
/* Stage i stands where the chart does, with its v' and q'. */
void hol_chart_trail_add(const hol_chart *c, const hol_chart_trail *trail, int i,
                         const double vdot[], const double qdot[]);
/* The chart stands ahead at stage i: v'_i = v'_0 + h sum_j weight_j g_j over the stages before. */
void hol_chart_go_ahead(hol_chart *c, const hol_chart_ahead *ahead, const hol_chart_trail *trail,
                        int i, double h, const double weight[]);
/* Back at stage i, as it was added. */
void hol_chart_fall_back(hol_chart *c, const hol_chart_trail *trail, int i);
