/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All rows of a system as one matrix: see all_rows.h. */
#include "methods/all_rows.h"

#include <string.h>

#include "holonomy/memory.h"

void hol_all_rows_at(hol_eval *sys, double t, const double q[], double B[], double w[])
{
    if (B) hol_constraints(sys, t, q, NULL, B);
    if (w) memset(w, 0, (size_t)sys->nc * sizeof *w);
    if (sys->na)
        hol_nonholonomic_rows(sys, t, q, B ? B + sys->G.nnz : NULL, w ? w + sys->nc : NULL);
}

hol_pattern hol_all_rows(hol_stepper *s)
{
    hol_eval *sys = s->sys;
    const hol_pattern *G = &sys->G, *A = &sys->A;
    int m = sys->nc + sys->na, nnz = G->nnz + (sys->na ? A->nnz : 0);
    int *start = hol_alloc(s->memory, (size_t)m + 1, sizeof *start);
    int *col = hol_alloc(s->memory, (size_t)nnz, sizeof *col);
    for (int i = 0; i < m; i++)
        start[i + 1] = i < sys->nc ? G->start[i + 1] : G->nnz + A->start[i + 1 - sys->nc];
    for (int k = 0; k < nnz; k++) col[k] = k < G->nnz ? G->col[k] : A->col[k - G->nnz];
    return (hol_pattern){m, sys->nv, nnz, start, col};
}
