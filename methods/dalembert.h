/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the discrete Lagrange-d'Alembert methods share: all rows are conditions on the velocity, B v
 * = w with B = (G; A), and the forces, of position alone, act as impulses. */
#pragma once

#include "holonomy/method.h"
#include "holonomy/saddle.h"

typedef struct {
    hol_pattern P;      /* of B: the rows of G, then those of A */
    hol_saddle *saddle; /* K = M */
    double *M;
} hol_dalembert;

/* Sets s->aux. */
hol_status hol_dalembert_setup(hol_stepper *s);
/* p = M v + h f(t, q) */
void hol_dalembert_push(hol_stepper *s, double h, double t, const double q[], const double v[],
                        double p[]);
/* lambda and alpha of z by the impulses y = h (lambda, alpha), and p = M v. */
void hol_dalembert_finish(hol_stepper *s, double h, const double y[], hol_state *z);

#define HOL_DALEMBERT                                                                              \
    .family = "nonholonomic", .formulation = "natural",                                            \
    .needs = HOL_FLAT | HOL_CONST_MASS | HOL_SCLERONOMIC | HOL_POSITION_FORCES | HOL_FULL_RANK,    \
    .setup = hol_dalembert_setup
