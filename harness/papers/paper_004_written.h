/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_004_written.h: the gyrostat of paper 004 by the equations as it writes them, which mk4 does
 * not need: see paper_004_written.c. */
#pragma once

#include "holonomy/system.h"

/* Of a rotation: R from R0 by coordinates u, and their rates from R and the body's angular
 * velocity. Q turns space, for the angles alone. */
typedef struct {
    bool whole; /* one chart for the whole run: R0 is not asked for, and nor is r0 */
    void (*place)(const double Q[9], const double R0[9], const double u[3], double R[9]);
    void (*rate)(const double u[3], const double R[9], const double w[3], double du[3]);
} hol_p004_chart;

extern const hol_p004_chart hol_p004_body, /* R0 exp(u), body velocities, + 1/2 [u, k] */
    hol_p004_printed, /* R0 exp(u), body velocities, the printed - 1/2 [u, k] */
    hol_p004_space,   /* exp(u) R0, spatial velocities, the printed sign: (3) to (5) */
    hol_p004_angles;  /* Q^T R = R_x R_y R_z by three angles */

typedef struct {
    const hol_p004_chart *chart;
    bool platform_as_printed; /* (28) */
    double Q[9];
} hol_p004_written;

typedef struct { /* in the formulation lie: of both bodies r, R; v, omega; r and what turns R */
    double t;
    const double *q, *v, *u;
    const double *push; /* reactions on both: force in space [N], torque in body axes [N m] */
} hol_p004_node;
typedef void hol_p004_look(void *self, const hol_p004_node *node);

/* Steps of h from the problem's start; every node is looked at, the start first. */
void hol_p004_write(const hol_p004_written *is, hol_eval *sys, double h, long steps,
                    hol_p004_look *look, void *self);
