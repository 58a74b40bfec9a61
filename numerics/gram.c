/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gram matrices by KLU, ordered once by minimum degree, pivots on the diagonal whatever their size.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <suitesparse/klu.h>

#include "numerics/gram.h"
#include "numerics/saddle_path.h"

struct hol_gram {
    hol_pattern rows;
    int m;
    int *row, *at;    /* row of the pattern at place i of S and back, -1: not taken */
    int *start, *col; /* the rows of S, symmetric: KLU takes them as columns */
    double *S, *wide; /* wide: one row of C spread out, zero between calls */
    klu_common common;
    klu_symbolic *symbolic;
    klu_numeric *numeric;
};

/* Rows of the pattern by column. */
typedef struct {
    int *start, *row;
} columns;

static columns transpose(const hol_pattern *P)
{
    columns t = {hol_saddle_memory(P->cols + 2, sizeof(int)),
                 hol_saddle_memory(P->nnz, sizeof(int))};
    for (int k = 0; k < P->nnz; k++) t.start[P->col[k] + 2]++;
    for (int j = 1; j < P->cols + 2; j++) t.start[j] += t.start[j - 1];
    for (int i = 0; i < P->rows; i++)
        for (int k = P->start[i]; k < P->start[i + 1]; k++) t.row[t.start[P->col[k] + 1]++] = i;
    return t;
}

/* The places of the rows that share a column with row i, each once; `seen` holds marks below i + 1.
 */
static int neighbours(const hol_gram *g, const columns *t, int i, int seen[], int col[])
{
    const hol_pattern *P = &g->rows;
    int count = 0;
    for (int k = P->start[i]; k < P->start[i + 1]; k++)
        for (int e = t->start[P->col[k]]; e < t->start[P->col[k] + 1]; e++) {
            int j = t->row[e];
            if (g->at[j] < 0 || seen[j] == i + 1) continue;
            seen[j] = i + 1;
            if (col) col[count] = g->at[j];
            count++;
        }
    return count;
}

static void make_pattern(hol_gram *g)
{
    columns t = transpose(&g->rows);
    int *seen = hol_saddle_memory(g->rows.rows, sizeof *seen);
    g->start = hol_saddle_memory(g->m + 1, sizeof *g->start);
    for (int p = 0; p < g->m; p++)
        g->start[p + 1] = g->start[p] + neighbours(g, &t, g->row[p], seen, NULL);
    g->col = hol_saddle_memory(g->start[g->m], sizeof *g->col);
    memset(seen, 0, (size_t)g->rows.rows * sizeof *seen);
    for (int p = 0; p < g->m; p++) neighbours(g, &t, g->row[p], seen, g->col + g->start[p]);
    g->S = hol_saddle_memory(g->start[g->m], sizeof *g->S);
    free(t.start);
    free(t.row);
    free(seen);
}

hol_gram *hol_gram_new(const hol_pattern *rows, const bool take[])
{
    hol_gram *g = hol_saddle_memory(1, sizeof *g);
    g->rows = hol_saddle_copy_pattern(rows);
    g->row = hol_saddle_memory(rows->rows, sizeof *g->row);
    g->at = hol_saddle_memory(rows->rows, sizeof *g->at);
    g->wide = hol_saddle_memory(rows->cols, sizeof *g->wide);
    for (int i = 0; i < rows->rows; i++) {
        g->at[i] = !take || take[i] ? g->m : -1;
        if (g->at[i] >= 0) g->row[g->m++] = i;
    }
    make_pattern(g);
    klu_defaults(&g->common);
    g->common.btf = 0;
    g->common.scale = 0;
    g->common.tol = 0; /* the diagonal, however small */
    if (g->m) g->symbolic = klu_analyze(g->m, g->start, g->col, &g->common);
    return g;
}

void hol_gram_free(hol_gram *g)
{
    if (!g) return;
    klu_free_numeric(&g->numeric, &g->common);
    klu_free_symbolic(&g->symbolic, &g->common);
    hol_pattern_free(&g->rows);
    free(g->row);
    free(g->at);
    free(g->start);
    free(g->col);
    free(g->S);
    free(g->wide);
    free(g);
}

int hol_gram_size(const hol_gram *g)
{
    return g->m;
}

int hol_gram_row(const hol_gram *g, int k)
{
    return g->row[g->symbolic->Q[k]];
}

static void products(hol_gram *g, const double C[], const double B[])
{
    const hol_pattern *P = &g->rows;
    for (int p = 0; p < g->m; p++) {
        int i = g->row[p];
        for (int k = P->start[i]; k < P->start[i + 1]; k++) g->wide[P->col[k]] = C[k];
        for (int e = g->start[p]; e < g->start[p + 1]; e++) {
            int j = g->row[g->col[e]];
            double sum = 0;
            for (int k = P->start[j]; k < P->start[j + 1]; k++) sum += B[k] * g->wide[P->col[k]];
            g->S[e] = sum;
        }
        for (int k = P->start[i]; k < P->start[i + 1]; k++) g->wide[P->col[k]] = 0;
    }
}

/* Once the diagonal is the choice of pivots, it stays: factors of the same order. */
static bool factor(hol_gram *g)
{
    if (g->numeric)
        return klu_refactor(g->start, g->col, g->S, g->symbolic, g->numeric, &g->common);
    g->numeric = klu_factor(g->start, g->col, g->S, g->symbolic, &g->common);
    bool diagonal = g->numeric;
    for (int k = 0; k < g->m && diagonal; k++) diagonal = g->numeric->Pnum[k] == g->symbolic->Q[k];
    if (!diagonal) klu_free_numeric(&g->numeric, &g->common);
    return diagonal;
}

void hol_gram_pivots(hol_gram *g, const double C[], const double B[], double pivot[])
{
    bool sound = g->m > 0;
    if (sound) {
        products(g, C, B);
        sound = factor(g);
    }
    for (int k = 0; k < g->m && sound; k++) {
        pivot[k] = ((const double *)g->numeric->Udiag)[k];
        sound = isfinite(pivot[k]) && pivot[k] != 0;
    }
    for (int k = 0; k < g->m && !sound; k++) pivot[k] = 0;
}
