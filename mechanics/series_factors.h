/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The factorised matrix of index-1 equations, (M, C^T; C, 0) with C = (G; A), at one position, for
 * any number of right-hand sides: the inner rows eliminated body by body (dynamics.h). */
#pragma once

#include "holonomy/memory.h"
#include "holonomy/system.h"

typedef struct hol_series_factors hol_series_factors;

/* An evaluator of its own, whose work is counted by that of `sys`; ends with m. */
hol_series_factors *hol_series_factors_new(hol_memory *m, hol_eval *sys);
/* At (t, q), which is nothing new where they have the same bits as before; SINGULAR where rows
 * depend on others there. */
hol_status hol_series_factor(hol_series_factors *F, double t, const double q[]);
/* M x + C^T y = f, C x = b: a hol_series_solve. */
void hol_series_solve_by(void *factors, const double f[], const double b[], double x[], double y[]);
/* The evaluator that made them: what it knows of their position it does not find again. */
hol_eval *hol_series_evaluator(hol_series_factors *F);
/* The mass matrix at their position, in joint coordinates. */
const double *hol_series_mass(const hol_series_factors *F);
