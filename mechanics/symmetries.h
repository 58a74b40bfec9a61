/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The symmetries of a system in `natural`, found from its equations.
 *
 * Candidates are the motions that are affine there, xi(q) = Xi q + t: translations and rotations of
 * space that take all bodies along, and the turn of one body about a principal axis with equal
 * moments across it, its mass centre in place.  A combination xi of them is a symmetry where it
 * leads from motions to motions,
 *
 *     G xi = 0,   d((G; A) v)[xi, Xi v] = 0,   da[xi, Xi v] = Xi a,
 *
 * on the states that the constraints allow; asked of some at random. */
#pragma once

#include "mechanics/internal.h"
#include "mechanics/series_factors.h"
#include "mechanics/variation.h"

typedef struct {                  /* a velocity of all bodies, [m/s], [rad/s] */
    double linear[3], angular[3]; /* of space about its origin */
    int slot;                     /* or, of one body about its axis `axis`; -1: none */
    int axis;
} hol_candidate;

typedef struct {
    const hol_system *system;
    int count; /* candidates */
    hol_candidate *candidate;
    int dim;      /* of the space of symmetries, */
    double *B;    /* dim orthonormal combinations of the candidates, count each */
    double *part; /* nq */
} hol_symmetries;

/* The candidates; no symmetry is known yet.  Ends with m. */
hol_symmetries *hol_symmetries_new(hol_memory *m, const hol_system *R);
/* Finds dim and B, of a system that has HOL_POWER_SERIES, at states near (q, v); false with a
 * message where there are none at random that satisfy the constraints. */
bool hol_symmetries_find(hol_symmetries *Y, hol_memory *m, hol_eval *sys, hol_variation *V,
                         hol_series_factors *F, const double q[], hol_message *why);
/* out = Xi x, and with `affine` + t, of the combination c (count) of the candidates; nq. */
void hol_symmetry_apply(hol_symmetries *Y, const double c[], bool affine, const double x[],
                        double out[]);
