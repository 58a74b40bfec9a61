/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_times.h: one row of a product with a matrix of fixed pattern. */
#pragma once

#include "holonomy/pattern.h"

/* Row i of A x. */
static inline double hol_row_times(const hol_pattern *P, int i, const double A[], const double x[])
{
    double sum = 0;
    for (int k = P->start[i]; k < P->start[i + 1]; k++) sum += A[k] * x[P->col[k]];
    return sum;
}
