/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products with matrices of fixed pattern. */
#include <stdint.h>
#include <stdlib.h>

#include "base/row_times.h"

void hol_multiply(const hol_pattern *P, const double A[], const double x[], double y[])
{
    for (int i = 0; i < P->rows; i++) y[i] = hol_row_times(P, i, A, x);
}

void hol_multiply_transposed_add(const hol_pattern *P, const double A[], double factor,
                                 const double x[], double y[])
{
    for (int i = 0; i < P->rows; i++) {
        double s = factor * x[i];
        for (int k = P->start[i]; k < P->start[i + 1]; k++) y[P->col[k]] += A[k] * s;
    }
}

void hol_pattern_free(hol_pattern *P)
{
    free((void *)(uintptr_t)P->start);
    free((void *)(uintptr_t)P->col);
    *P = (hol_pattern){0};
}
