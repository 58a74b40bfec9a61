/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of G above those of A: see rows.h. */
#include <stdlib.h>
#include <string.h>

#include "methods/memory.h"
#include "methods/rows.h"

void hol_rows_make(const hol_system *sys, hol_rows *rows)
{
    rows->stacked = sys->na ? hol_stacked_rows(sys) : (hol_pattern){0};
    rows->C = sys->na ? rows->stacked : sys->G;
    rows->held = rows->flags = NULL;
    bool shared = sys->held && !sys->na;
    rows->own = shared ? NULL : hol_zeroed((size_t)rows->C.nnz, sizeof *rows->own);
    rows->value = shared ? sys->rows : rows->own;
    if (!sys->held) return;
    rows->held = rows->flags = hol_zeroed((size_t)rows->C.rows, sizeof *rows->flags);
    memcpy(rows->flags, sys->held, (size_t)sys->nc * sizeof *rows->flags);
    if (shared) return;
    double *q = hol_zeroed((size_t)sys->nq, sizeof *q);
    sys->constraints(sys, 0, q, NULL, rows->value); /* held rows are the same at any q */
    free(q);
}

void hol_rows_free(hol_rows *rows)
{
    hol_pattern_free(&rows->stacked);
    free(rows->own);
    free(rows->flags);
}

void hol_rows_at(const hol_system *sys, hol_rows *rows, double t, const double q[],
                 const double v[], double phi[], double Cv[], double w[])
{
    double *G = rows->value, *A = rows->value + rows->C.start[sys->nc];
    if (sys->flow) {
        sys->flow(sys, t, q, v, phi, Cv, G);
    } else {
        sys->constraints(sys, t, q, phi, G);
        hol_multiply(&sys->G, G, v, Cv);
    }
    if (!sys->na) return;
    sys->nonholonomic(sys, t, q, A, w);
    hol_multiply(&sys->A, A, v, Cv + sys->nc);
}
