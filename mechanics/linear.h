/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state about which equations are linearised, and what is known of it: see
 * holonomy/linearise.h. */
#pragma once

#include "holonomy/linearise.h"
#include "mechanics/closest.h"
#include "mechanics/symmetries.h"

typedef struct {
    hol_memory *memory; /* of all of this; ends with it */
    hol_eval *sys;
    hol_message *why;
    hol_closest metric;
    hol_terms *terms;
    hol_variation *variation;
    hol_series_factors *factors;
    hol_symmetries *symmetries;
    double *M;         /* in its pattern */
    double *q, *v, *a; /* nv: the state, its acceleration, */
    double *y;         /* nc + na: its multipliers */
    int n, m;          /* as in hol_linear */
    double *N, *MN;    /* n x nv: the basis, row by row, and M of it */
    double *c;         /* the motion's combination of the candidates for a symmetry */
    double *dq, *dv, *df, *part, *part2; /* nv */
    double *rate, *second;               /* nc + na */
} hol_linear_state;

static inline double *hol_linear_numbers(const hol_linear_state *x, int n)
{
    return hol_alloc(x->memory, (size_t)n + 1, sizeof(double));
}

/* What does not depend on the state; false with a message where the system lacks something. */
bool hol_linear_begin(hol_linear_state *x, hol_memory *m, hol_eval *sys, hol_message *why);
/* n, m, N and MN at x->q; false with a message where the constraints lose rank. */
bool hol_linear_basis(hol_linear_state *x);
/* Does (q, v) satisfy the constraints?  False with a message. */
bool hol_linear_is_allowed(hol_linear_state *x);
/* a and y at (q, v). */
bool hol_linear_forces(hol_linear_state *x);
/* The symmetries and c; false with a message where none has the velocities of the state. */
bool hol_linear_motion(hol_linear_state *x, hol_linear *L);
/* K, C, S and `state` of L; n and m are those of x. */
void hol_linear_matrices(hol_linear_state *x, hol_linear *L);
/* L->off; false with a message where the accelerations are not those along c. */
bool hol_linear_is_steady(hol_linear_state *x, hol_linear *L);
/* The eigenvalues and what follows from them; false with a message. */
bool hol_linear_modes(hol_linear_state *x, hol_linear *L);

/* Of a vector of velocities or accelerations (nv) what body b has of it: of its mass centre, and
 * turning, in space. */
void hol_linear_twist(const hol_linear_state *x, int b, const double e[], double centre[3],
                      double turn[3]);
