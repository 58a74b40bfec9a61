/* SPDX-License-Identifier: GPL-3.0-or-later */
/* svd.h: the singular values of a dense matrix, A = U diag(sigma) VT, for its null space and for
 * least squares.  Row-major. */
#pragma once

#include <stdbool.h>

#include "holonomy/memory.h"

typedef struct {
    int rows, cols, rank; /* singular values above the tolerance */
    double *sigma;        /* min(rows, cols), falling */
    double *U;            /* rows x min(rows, cols) */
    double *VT;           /* cols x cols; its rows from `rank` on span the null space */
} hol_svd;

/* Of A (rows x cols), which stays; singular values count that are above `least` and above
 * `relative` of the largest.  Ends with m.  False where A is not finite. */
bool hol_svd_make(hol_svd *s, hol_memory *m, int rows, int cols, const double A[], double relative,
                  double least);
/* The x of least norm among those with the least |A x - b|. */
void hol_svd_solve(const hol_svd *s, const double b[], double x[]);
/* The null space: cols - rank rows of cols. */
const double *hol_svd_null(const hol_svd *s);
