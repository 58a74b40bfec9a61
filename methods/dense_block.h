/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A matrix of fixed pattern as a block of a dense one. */
#pragma once

#include <stdbool.h>

#include "holonomy/pattern.h"

/* The block at (row, col) of H, with rows `size` apart, += factor A, or its transpose. */
static inline void hol_add_block(int size, double H[], int row, int col, const hol_pattern *P,
                                 double factor, const double A[], bool transposed)
{
    for (int i = 0; i < P->rows; i++)
        for (int k = P->start[i]; k < P->start[i + 1]; k++) {
            int down = transposed ? P->col[k] : i, across = transposed ? i : P->col[k];
            H[(row + down) * size + col + across] += factor * A[k];
        }
}
