/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small symmetric quasi-definite matrices, dense and row-major, of which the upper triangle is
 * read:
 *
 *     A = [ M  G^T ]    n + m rows, M positive definite, S + G M^-1 G^T too
 *         [ G  -S  ]
 *
 * A = L D L^T without pivoting.  SINGULAR where a pivot vanishes against what it is made of, M's
 * diagonal or that of S + G M^-1 G^T. */
#pragma once

#include "holonomy/status.h"

enum { HOL_QUASI_DEFINITE_MOST = 16 }; /* rows */

/* The lower triangle of A becomes L, whose diagonal is 1, `inverse` that of D (size = n + m). */
hol_status hol_quasi_definite_factor(int n, int size, double A[], double inverse[]);
void hol_quasi_definite_solve(int size, const double *restrict A, const double *restrict inverse,
                              double *restrict x);
/* Both in one: x becomes A^-1 x; A is spent. */
hol_status hol_quasi_definite(int n, int size, double A[], double x[]);
