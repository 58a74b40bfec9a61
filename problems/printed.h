/* SPDX-License-Identifier: GPL-3.0-or-later */
/* printed.h: the start nearest to rounded numbers, for mechanisms of one degree of freedom. */
#pragma once

#include "holonomy/problem.h"

/* Poses of the mechanism with its driving body at the angle phi [rad], and its velocities at unit
 * angular velocity of that body. */
typedef void hol_closure(const double par[], double phi, hol_pose pose[]);

/* The angle at which (r, p) of all bodies are nearest to the printed ones: their orthogonal
 * projection on the configuration space (000, eq 5.3), which is a curve, by Gauss and Newton from
 * phi.  NaN where the iteration does not settle. */
double hol_printed_angle(hol_closure *closure, const double par[], int bodies,
                         const hol_pose printed[], double phi);

/* The poses at the angle phi, at rest. */
void hol_closed_at_rest(hol_closure *closure, const double par[], double phi, int bodies,
                        hol_pose pose[]);
