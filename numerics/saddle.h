/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle-point system of constrained mechanics, of fixed pattern and analysed once:
 *
 *     [ K   B^T   ] [x]   [a]
 *     [ C  -Sigma ] [y] = [b]        K n x n;  B, C m x n of one pattern;  Sigma m, diagonal, or 0
 *
 * In index-1 equations and SPOOK B = C = G; in SHAKE B = G(q0), C = G(q1). */
#ifndef HOL_SADDLE_H
#define HOL_SADDLE_H

#include "mechanics/holonomy.h"

typedef enum {
    HOL_SADDLE_AUTO,   /* the fastest one that fits */
    HOL_SADDLE_SCHUR,  /* K block-diagonal and positive definite: dense C K^-1 B^T + Sigma */
    HOL_SADDLE_DENSE,  /* LU of the whole matrix */
    HOL_SADDLE_SPARSE, /* KLU of the whole matrix, refactorised in the first pattern of pivots */
    HOL_SADDLE_CG,     /* as SCHUR with B = C by conjugate gradients, on demand only: rows that lose
                        * rank go unseen, what does not converge is NaN */
} hol_saddle_path;

typedef struct hol_saddle hol_saddle;

/* `definite`: K is block-diagonal with symmetric positive definite blocks (the blocks are read off
 * its pattern).  A path that does not fit (SCHUR without `definite`) gives NULL; AUTO never does.
 * Factorisations and solves are counted in `count`, which may be NULL. */
hol_saddle *hol_saddle_new(const hol_pattern *K, const hol_pattern *C, bool definite,
                           hol_saddle_path path, hol_counters *count);
void hol_saddle_free(hol_saddle *s);
const char *hol_saddle_name(const hol_saddle *s); /* "schur", "dense", "cg", "sparse" */

/* In this order; each may be called again alone while the earlier ones stand.  The arrays are read
 * during the call only.  Sigma may be NULL.  SINGULAR where a pivot vanishes. */
hol_status hol_saddle_set_K(hol_saddle *s, const double K[]);
hol_status hol_saddle_set_B(hol_saddle *s, const double B[]);
hol_status hol_saddle_factor(hol_saddle *s, const double C[], const double Sigma[]);
/* x: n, y: m; may alias a and b. */
void hol_saddle_solve(hol_saddle *s, const double a[], const double b[], double x[], double y[]);
/* y = (C K^-1 B^T + Sigma)^-1 b and x = K^-1 B^T y, the SHAKE update: a = 0 without forming K^-1 a;
 * the solution of the system above with right-hand side (0, -b) is (-x, y). */
void hol_saddle_solve_schur(hol_saddle *s, const double b[], double x[], double y[]);

#endif
