/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Further along the constrained motion at a state than its acceleration: what starts need. */
#pragma once

#include "holonomy/method.h"

/* v'' from v' (nv) by a central difference over h; its error is O(h^2). */
hol_status hol_jerk(hol_stepper *s, double h, const hol_state *z, const double vdot[],
                    double vddot[]);
/* Takes out of a velocity e (nv) its M-orthogonal part along the constraints: G e stays. */
hol_status hol_keep_across(hol_stepper *s, const hol_state *z, double e[]);
