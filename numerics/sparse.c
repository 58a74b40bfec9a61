/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products with matrices of fixed pattern. */
#include <stdint.h>
#include <stdlib.h>

#include "mechanics/holonomy.h"
#include "numerics/saddle_path.h"

void hol_multiply(const hol_pattern *P, const double A[], const double x[], double y[])
{
    for (int i = 0; i < P->rows; i++) {
        double sum = 0;
        for (int k = P->start[i]; k < P->start[i + 1]; k++) sum += A[k] * x[P->col[k]];
        y[i] = sum;
    }
}

void hol_multiply_transposed_add(const hol_pattern *P, const double A[], double factor,
                                 const double x[], double y[])
{
    for (int i = 0; i < P->rows; i++) {
        double s = factor * x[i];
        for (int k = P->start[i]; k < P->start[i + 1]; k++) y[P->col[k]] += A[k] * s;
    }
}

hol_pattern hol_stacked_rows(const hol_system *sys)
{
    const hol_pattern *part[2] = {&sys->G, &sys->A};
    int rows[2] = {sys->nc, sys->na}, m = 0, nnz = 0;
    int *start = hol_saddle_memory(sys->nc + sys->na + 1, sizeof *start);
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < rows[p]; i++, m++)
            start[m + 1] = start[m] + part[p]->start[i + 1] - part[p]->start[i];
    int *col = hol_saddle_memory(start[m], sizeof *col);
    for (int p = 0; p < 2; p++)
        for (int k = 0; rows[p] && k < part[p]->nnz; k++) col[nnz++] = part[p]->col[k];
    return (hol_pattern){m, sys->nv, nnz, start, col};
}

void hol_pattern_free(hol_pattern *P)
{
    free((void *)(uintptr_t)P->start);
    free((void *)(uintptr_t)P->col);
    *P = (hol_pattern){0};
}
