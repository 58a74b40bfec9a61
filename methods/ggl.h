/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the methods on the Hamiltonian of Gear, Leimkuhler and Gupta share: the shift of a node onto
 * Phi = 0 by M^-1 G^T gamma, and what it bends of the momentum; the mass is constant. */
#pragma once

#include "holonomy/method.h"
#include "holonomy/saddle.h"

typedef struct {
    hol_saddle *saddle; /* K = M; B = C = G of the guess, factorised once a step */
    double *M, *L;      /* in the pattern M; its factors of Cholesky, block by block */
} hol_ggl;

/* s->aux becomes one. */
hol_status hol_ggl_setup(hol_stepper *s);
/* G (in its pattern) and the factors at (t, q). */
hol_status hol_ggl_factor(hol_stepper *s, double t, const double q[], double G[]);
/* x = M^-1 x (nv) */
void hol_ggl_divide_by_mass(hol_stepper *s, double x[]);
/* out = Phi''(q).gamma v (nv) */
void hol_ggl_bend(hol_stepper *s, const double q[], const double gamma[], const double v[],
                  double out[]);
/* q1 = free + h M^-1 G^T gamma (nq), corrected along with gamma (nc) by Newton's correction for
 * Phi(t1, q1) = 0; its size. */
double hol_ggl_shift(hol_stepper *s, double h, double t1, const double free[], const double G[],
                     double gamma[], double q1[]);
