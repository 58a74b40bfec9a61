/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/pattern.h: matrices of fixed sparsity, by compressed rows. */
#ifndef HOLONOMY_PATTERN_H
#define HOLONOMY_PATTERN_H

#include "holonomy/api.h"

HOL_API_BEGIN

typedef struct { /* columns ascend within a row; those of a block are adjacent */
    int rows, cols, nnz;
    const int *start; /* rows + 1 */
    const int *col;   /* nnz */
} hol_pattern;

/* Products: y = A x (rows), and y += factor A^T x (cols). */
void hol_multiply(const hol_pattern *P, const double A[], const double x[], double y[]);
void hol_multiply_transposed_add(const hol_pattern *P, const double A[], double factor,
                                 const double x[], double y[]);
/* Frees the arrays of a pattern that has its own. */
void hol_pattern_free(hol_pattern *P);

HOL_API_END

#endif
