/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The next node on the constraints, of methods whose forces are explicit (shake.c, multistep.c). */
#pragma once

#include "holonomy/method.h"
#include "holonomy/saddle.h"

/* d = q1 - q0 (nv) and y (nc) of
 *
 *     M d + G(q0)^T y = a,   Phi(t1, q0 + d) = 0
 *
 * in coordinates that add, from the guess in q1 (nq); `saddle` has K = M and B = G(q0). `tolerance`
 * is of the last correction over the length of the system. */
hol_status hol_shake_newton(hol_stepper *s, hol_saddle *saddle, double tolerance, double t1,
                            const double q0[], const double a[], double q1[], double y[]);
