/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/saddle.h: the saddle-point system of constrained mechanics, of fixed pattern and
 * analysed once:
 *
 *     [ K   B^T   ] [x]   [a]
 *     [ C  -Sigma ] [y] = [b]        K n x n;  B, C m x n of one pattern;  Sigma m, diagonal, or 0
 *
 * In index-1 equations and SPOOK B = C = G; in SHAKE B = G(q0), C = G(q1). */
#ifndef HOLONOMY_SADDLE_H
#define HOLONOMY_SADDLE_H

#include <stdbool.h>

#include "holonomy/api.h"
#include "holonomy/counters.h"
#include "holonomy/memory.h"
#include "holonomy/pattern.h"
#include "holonomy/status.h"

HOL_API_BEGIN

#define HOL_SADDLE_LIST(X)                                                                         \
    X(AUTO, auto)       /* the fastest one that fits */                                            \
    X(BLOCK, block)     /* DEFINITE and SYMMETRIC: static block LDL^T of C K^-1 C^T + Sigma */     \
    X(SCHUR, schur)     /* DEFINITE: dense LU of C K^-1 B^T + Sigma */                             \
    X(DENSE, dense)     /* dense LU of the whole matrix */                                         \
    X(KLU, klu)         /* KLU of the whole matrix, refactorised in the first pattern of pivots */ \
    X(UMFPACK, umfpack) /* UMFPACK of the whole matrix, symmetric strategy, pivoting anew */       \
    X(CG, cg)           /* as BLOCK by conjugate gradients, on demand only: rows that lose rank go \
                           unseen, what does not converge is NaN */

typedef enum {
#define X(name, word) HOL_SADDLE_##name,
    HOL_SADDLE_LIST(X)
#undef X
        HOL_SADDLE_PATHS
} hol_saddle_path;

/* The words of all of them, for a table of options. */
#define X(name, word) #word " "
static const char hol_saddle_words[] = HOL_SADDLE_LIST(X);
#undef X

enum {                          /* what is known of the matrix */
       HOL_SADDLE_DEFINITE = 1, /* K is block-diagonal with symmetric positive definite blocks (read
                                   off its pattern) */
       HOL_SADDLE_SYMMETRIC = 2 /* B and C have the same values in every call */
};

typedef struct hol_saddle hol_saddle;

/* The patterns are borrowed.  A path that does not fit gives NULL; AUTO never does.  Where there is
 * no memory, here or later, the innermost hol_try is left (holonomy/memory.h): this call leaves
 * nothing behind then, a later one a solver that may be factorised again.  held (m, or NULL): rows
 * of B and C that keep the values of the first factorisation for good.  Factorisations and solves
 * are counted in `count`, which may be NULL. */
hol_saddle *hol_saddle_new(const hol_pattern *K, const hol_pattern *C, unsigned known,
                           hol_saddle_path path, hol_counters *count);
hol_saddle *hol_saddle_new_held(const hol_pattern *K, const hol_pattern *C, const bool held[],
                                unsigned known, hol_saddle_path path, hol_counters *count);
void hol_saddle_free(hol_saddle *s);
/* What stands at `place` then ends with the owner m, which place belongs to; said before it is
 * made, so that nothing is left behind where making it finds no memory. */
void hol_saddle_end_with(hol_memory *m, hol_saddle **place);
const char *hol_saddle_name(const hol_saddle *s); /* the path: "block", "schur", ...; "few":
                                                     that of AUTO for three or four rows */

/* In this order; each may be called again alone while the earlier ones stand.  The arrays are read
 * during the call only.  Sigma may be NULL.  SINGULAR where a pivot vanishes. */
hol_status hol_saddle_set_K(hol_saddle *s, const double K[]);
hol_status hol_saddle_set_B(hol_saddle *s, const double B[]);
hol_status hol_saddle_factor(hol_saddle *s, const double C[], const double Sigma[]);
/* x: n, y: m; may alias a and b. */
void hol_saddle_solve(hol_saddle *s, const double a[], const double b[], double x[], double y[]);
/* Both in one, and the factors are not kept: a solve needs a factorisation of its own.  x and y
 * mean nothing where it fails. */
hol_status hol_saddle_factor_solve(hol_saddle *s, const double C[], const double Sigma[],
                                   const double a[], const double b[], double x[], double y[]);
/* y = (C K^-1 B^T + Sigma)^-1 b and x = K^-1 B^T y, the SHAKE update: a = 0 without forming K^-1 a;
 * the solution of the system above with right-hand side (0, -b) is (-x, y). */
void hol_saddle_solve_schur(hol_saddle *s, const double b[], double x[], double y[]);
/* How close the matrix factorised last is to a singular one, 0 to 1 (0: singular): the smallest
 * pivot against its diagonal entry (block) or against the largest one (other direct paths). */
double hol_saddle_pivot_ratio(const hol_saddle *s);

HOL_API_END

#endif
