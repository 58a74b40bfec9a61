/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems with closed-form solutions that the tests alone use; they are not in the program's list.
 */
#ifndef HOL_PROBES_H
#define HOL_PROBES_H

#include "holonomy.h"

extern const hol_problem hol_probe_driven_point;    /* force of time and velocity */
extern const hol_problem hol_probe_torque_revolute; /* off-centre hinge, constant torque */
extern const hol_problem hol_probe_planar_well;     /* planar body in a potential of its angle */
extern const hol_problem hol_probe_four_bar;        /* redundant constraints */
extern const hol_problem hol_probe_parallelogram;   /* singular where it is flat */
extern const hol_problem hol_probe_slider_crank;    /* singular where its slider meets the pivot */

#endif
