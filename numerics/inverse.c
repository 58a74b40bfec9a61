/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inverse of a small matrix, column by column: see inverse.h. */
#include "numerics/inverse.h"

#include <string.h>

#include "holonomy/dense.h"

enum { MOST = HOL_INVERSE_MOST };

hol_status hol_inverse(int n, const double A[], double inverse[])
{
    int pivot[MOST];
    double LU[MOST * MOST], column[MOST];
    memcpy(LU, A, (size_t)(n * n) * sizeof *A);
    hol_status status = hol_lu_factor(n, LU, pivot);
    for (int k = 0; k < n && !status; k++) {
        for (int i = 0; i < n; i++) column[i] = i == k;
        hol_lu_solve(n, LU, pivot, column);
        for (int i = 0; i < n; i++) inverse[i * n + k] = column[i];
    }
    return status;
}
