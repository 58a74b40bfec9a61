/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complex_lu.h: LU factors of a complex matrix, whose rows are their real parts and then their
 * imaginary ones, so that the loops are of plain numbers side by side. */
#pragma once

#include "holonomy/status.h"

/* A (n x 2n, a row: n real parts, n imaginary ones) becomes its LU factors with partial pivoting by
 * |re| + |im|; SINGULAR where a pivot vanishes against the largest entry of its column of U
 * (relative 1e-14). */
hol_status hol_complex_lu_factor(int n, double A[], int pivot[]);
/* x (n real parts, n imaginary ones): b on entry. */
void hol_complex_lu_solve(int n, const double LU[], const int pivot[], double x[]);
