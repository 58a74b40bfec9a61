/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The motion of a system that has HOL_POWER_SERIES in quadruple precision, by the recurrence of
 * series.h.  The model is that of the numbers as they stand, doubles; a start that satisfies the
 * constraints to less is brought onto them.  The matrix is factorised in double precision, and each
 * solution refined by its residual. */
#pragma once

#include "mechanics/terms.h"

__extension__ typedef __float128 hol_quad;

typedef struct hol_quad_motion hol_quad_motion;

typedef struct { /* hol_pose in quadruple precision */
    hol_quad r[3], p[4], v[3], omega[3];
} hol_quad_pose;

/* By series of this degree; ends with m. */
hol_quad_motion *hol_quad_motion_new(hol_memory *m, hol_eval *sys, int degree);
/* Onto the constraints from (q, v) at t; the series about the state there.  SINGULAR, DIVERGED. */
hol_status hol_quad_motion_start(hol_quad_motion *Q, hol_quad t, const double q[],
                                 const double v[]);
/* Its state, and on from such a one at t, bit for bit as if it had not been left. */
void hol_quad_motion_state(const hol_quad_motion *Q, hol_quad q[], hol_quad v[]);
hol_status hol_quad_motion_resume(hol_quad_motion *Q, hol_quad t, const hol_quad q[],
                                  const hol_quad v[]);
/* The step after which the last two terms are that part of the largest position and velocity, or
 * the one to the next knot of a table of time, which is the longest. */
hol_quad hol_quad_motion_step(const hol_quad_motion *Q, double part);
/* Goes on by h, which ends at t: what t + h is, or a time that is known exactly. */
hol_status hol_quad_motion_go(hol_quad_motion *Q, hol_quad h, hol_quad t);
/* At the state: poses (nb) and multipliers (nj, then na). */
void hol_quad_motion_look(const hol_quad_motion *Q, hol_quad_pose pose[], hol_quad multiplier[]);
/* Energy at the state [J], where every force has a potential that is known in this precision:
 * gravity, constant forces, springs and bushings; the largest of the rows of Phi there. */
hol_quad hol_quad_motion_energy(const hol_quad_motion *Q);
double hol_quad_motion_kinetic(const hol_quad_motion *Q);
hol_quad hol_quad_motion_violation(const hol_quad_motion *Q);
