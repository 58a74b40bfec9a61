/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Discrete gradients (Gonzalez, J. Nonlinear Sci. 6 (1996) 449) between q0 and q0 + d where
 * coordinates add: the gradient at the midpoint and a multiple of d, which vanishes where the
 * function is at most quadratic. */
#pragma once

#include "holonomy/method.h"

/* The defect N = f(q1) - f(q0) - grad f(qb) . d is of third order in d.  Below this part of the
 * terms it is the difference of, that is for |d| < 3e-4 of the scale of f, it is taken from the
 * gradient at the two points of Gauss, whose error of fifth order lies below round-off there, and
 * whose own round-off is that of the gradient.  Divided by |d|^2 the difference would put a floor
 * of sqrt(round-off) under small motions. */
#define HOL_RESOLVED 1e-12

/* A point of Gauss, side 0 or 1, into q (nv). */
void hol_gauss_point(hol_eval *sys, const double q0[], const double d[], int side, double q[]);
/* d lowered by the metric of the units, in which <along, d> is the square of its length; nv. */
void hol_lowered(hol_eval *sys, const double d[], double along[]);
/* DU (nv) with DU . d = U(q0 + d) - U0, U0 that of q0; where U is linear its gradient. */
void hol_discrete_gradient(hol_stepper *s, const double q0[], const double d[], double U0,
                           double DU[]);
/* U is at most quadratic where its gradient is affine: probed on a line in general position.  A
 * gradient that is not finite there proves nothing. */
bool hol_quadratic_potential(hol_eval *sys);
