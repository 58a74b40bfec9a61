/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of G above those of A: see rows.h. */
#include "holonomy/rows.h"

#include <string.h>

#include "mechanics/internal.h"

hol_pattern hol_stacked_rows(const hol_eval *sys, hol_memory *memory)
{
    const hol_pattern *part[2] = {&sys->G, &sys->A};
    int rows[2] = {sys->nc, sys->na}, m = 0, nnz = 0;
    int *start = hol_alloc(memory, (size_t)(sys->nc + sys->na + 1), sizeof *start);
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < rows[p]; i++, m++)
            start[m + 1] = start[m] + part[p]->start[i + 1] - part[p]->start[i];
    int *col = hol_alloc(memory, (size_t)start[m], sizeof *col);
    for (int p = 0; p < 2; p++)
        for (int k = 0; rows[p] && k < part[p]->nnz; k++) col[nnz++] = part[p]->col[k];
    return (hol_pattern){m, sys->nv, nnz, start, col};
}

void hol_rows_make(hol_eval *sys, hol_memory *m, hol_rows *rows)
{
    *rows = (hol_rows){.C = sys->G, .held = sys->held};
    if (!sys->na) return;
    rows->C = hol_stacked_rows(sys, m);
    rows->stacked = hol_alloc(m, (size_t)rows->C.nnz, sizeof *rows->stacked);
    if (!sys->held) return;
    bool *held = hol_alloc(m, (size_t)rows->C.rows, sizeof *held);
    memcpy(held, sys->held, (size_t)sys->nc * sizeof *held);
    hol_held_rows_of(sys->system, rows->stacked);
    rows->held = held;
}

const double *hol_rows_at(hol_eval *sys, hol_rows *rows, double t, const double q[],
                          const double v[], double phi[], double Cv[], double w[])
{
    double *C = rows->stacked ? rows->stacked : hol_scratch_of(sys)->G, *A = C + sys->G.nnz;
    sys->count->constraints++;
    sys->count->jacobians++;
    sys->system->equations->flow(sys, t, q, v, phi, Cv, C);
    if (!sys->na) return C;
    hol_nonholonomic_rows(sys, t, q, A, w);
    hol_multiply(&sys->A, A, v, Cv + sys->nc);
    return C;
}

void hol_constraint_levels(hol_eval *sys, double t, const double q[], const double v[],
                           const double a[], double phi[], double phi1[], double phi2[])
{
    size_t mark = hol_mark(sys->work);
    int nc = sys->nc;
    double *G = hol_scratch_of(sys)->G, *phi_t = hol_take(sys->work, nc);
    double *gamma = hol_take(sys->work, nc), *phi_tt = hol_take(sys->work, nc);
    hol_constraints(sys, t, q, phi, G);
    hol_multiply(&sys->G, G, v, phi1);
    hol_multiply(&sys->G, G, a, phi2);
    hol_curvature(sys, q, v, gamma);
    hol_drive(sys, t, q, v, phi_t, phi_tt);
    for (int i = 0; i < nc; i++) {
        phi1[i] += phi_t[i];
        phi2[i] += gamma[i] + phi_tt[i];
    }
    hol_release(sys->work, mark);
}

const double *hol_held_values(hol_eval *sys)
{
    return hol_scratch_of(sys)->G;
}

void hol_moving_rows(hol_eval *sys, double t, const double q[], double C[])
{
    double *G = sys->held ? hol_scratch_of(sys)->G : C, *A = sys->held ? C : C + sys->G.nnz;
    hol_constraints(sys, t, q, NULL, G);
    for (int i = 0; i < sys->nc && sys->held; i++) {
        int from = sys->G.start[i], count = sys->G.start[i + 1] - from;
        if (sys->held[i]) continue;
        memcpy(A, G + from, (size_t)count * sizeof *A);
        A += count;
    }
    hol_nonholonomic_rows(sys, t, q, A, NULL);
}
