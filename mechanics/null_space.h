/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's matrices without the inner rows: the saddle-point system of an implicit step,
 *
 *     [ K  B^T ] [x]   [a]
 *     [ C  0   ] [y] = [b],
 *
 * where the inner rows of B and C are those of g at two points, is solved in the null spaces of g
 * there, body by body (Betsch's discrete null space): with g N = 0 at the point of C, g P = 0 at
 * that of B, and any xp that meets the inner rows of C, x = xp + N c,
 *
 *     [ P^T K N  (B P)^T ] [c]   [ P^T (a - K xp) ]
 *     [ C N      0       ] [y] = [ b - C xp       ],   the rows of joints alone.
 *
 * Without inner rows it is the system itself. */
#pragma once

#include "holonomy/memory.h"
#include "holonomy/system.h"

typedef struct hol_null_space hol_null_space;

typedef struct {
    const double *K;           /* pattern hol_K */
    const double *B, *C;       /* pattern G */
    const double *at_B, *at_C; /* nq: the points of their inner rows */
} hol_newton_matrix;

/* Of a holonomic system of full rank; it ends with m. */
hol_null_space *hol_null_space_new(hol_memory *m, hol_eval *sys);
/* A is factorised, and serves many solves, which are given its values again. */
hol_status hol_null_space_factor(hol_null_space *S, const hol_newton_matrix *A);
/* x: nv, y: nc, with the multipliers of inner rows; may alias a and b.  HOL_SINGULAR where the rows
 * of joints are not met. */
hol_status hol_null_space_solve(hol_null_space *S, const hol_newton_matrix *A, const double a[],
                                const double b[], double x[], double y[]);
