/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What methods of a constant mass set up once. */
#pragma once

#include "holonomy/method.h"
#include "holonomy/saddle.h"

/* M (in its pattern), of the stepper's memory. */
double *hol_constant_mass(hol_stepper *s);
/* *saddle: [M B^T; C 0] with K = M, B and C of the pattern `rows`, C = B where it is symmetric; it
 * ends with the stepper's memory, where *saddle stands. */
hol_status hol_mass_saddle(hol_stepper *s, const double M[], const hol_pattern *rows,
                           bool symmetric, hol_saddle **saddle);
/* Its factors with B and C both of that value. */
hol_status hol_factor_rows(hol_saddle *saddle, const double B[]);
