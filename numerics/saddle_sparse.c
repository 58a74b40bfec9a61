/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle-point solve by KLU (Davis and Palamadai Natarajan, ACM TOMS 37 (2010) 36): ordered
 * once, factorised with pivoting the first time, then refactorised with the same pivots, without
 * allocation, where these are good; elsewhere factorised with pivots of its own, which are not
 * kept: a solution does not depend on the matrices before it, but for the first. */
#include <stdlib.h>
#include <suitesparse/klu.h>

#include "numerics/saddle_path.h"

/* Smallest against largest pivot (rows scaled by their largest entries): a matrix without rank. */
static const double vanishing = 1e-14;
/* Factor by which the growth of the factors may exceed that of the first ones. */
static const double growth_limit = 1e3;

typedef struct {
    int n, m, size, K_nnz, C_nnz;
    int *start, *row; /* columns of the whole matrix, as KLU takes it */
    double *value;
    int *K_at, *B_at, *C_at, *S_at; /* where each entry stands in `value` */
    double *z;                      /* size: right-hand side and solution */
    double growth;                  /* reciprocal pivot growth when the pivots were chosen */
    klu_common common;
    klu_symbolic *symbolic;
    klu_numeric *first, *own; /* factors in the first pivots, and in those of one matrix or NULL */
} sparse;

/* ---------------------------------------------------------------- set-up */

/* Visits the entries of a pattern moved by (row0, col0), or transposed and moved: the first time
 * counts them by column, then, with `at`, places them. */
static void visit(sparse *s, const hol_pattern *P, bool transposed, int row0, int col0, int at[])
{
    for (int i = 0; i < P->rows; i++)
        for (int k = P->start[i]; k < P->start[i + 1]; k++) {
            int row = row0 + (transposed ? P->col[k] : i);
            int col = col0 + (transposed ? i : P->col[k]);
            if (at) {
                at[k] = s->start[col];
                s->row[s->start[col]] = row;
            }
            s->start[col]++;
        }
}

static void visit_all(sparse *s, const hol_pattern *K, const hol_pattern *C, bool place)
{
    int n = s->n;
    visit(s, K, false, 0, 0, place ? s->K_at : NULL);
    visit(s, C, false, n, 0, place ? s->C_at : NULL);
    visit(s, C, true, 0, n, place ? s->B_at : NULL);
    for (int i = 0; i < s->m; i++) {
        if (place) {
            s->S_at[i] = s->start[n + i];
            s->row[s->start[n + i]] = n + i;
        }
        s->start[n + i]++;
    }
}

/* Counting sort of the entries by column. */
static void assemble(sparse *s, const hol_pattern *K, const hol_pattern *C)
{
    visit_all(s, K, C, false);
    for (int j = 0, sum = 0; j <= s->size; j++) {
        int count = s->start[j];
        s->start[j] = sum;
        sum += count;
    }
    visit_all(s, K, C, true);
    for (int j = s->size; j > 0; j--) s->start[j] = s->start[j - 1];
    s->start[0] = 0;
}

static void destroy(void *self)
{
    sparse *s = self;
    klu_free_numeric(&s->first, &s->common);
    klu_free_numeric(&s->own, &s->common);
    klu_free_symbolic(&s->symbolic, &s->common);
    free(s->start);
    free(s->row);
    free(s->value);
    free(s->K_at);
    free(s->B_at);
    free(s->C_at);
    free(s->S_at);
    free(s->z);
    free(s);
}

static void *create(const hol_pattern *K, const hol_pattern *C)
{
    int n = K->rows, m = C->rows, nnz = K->nnz + 2 * C->nnz + m;
    sparse *s = hol_saddle_memory(1, sizeof *s);
    s->n = n;
    s->m = m;
    s->size = n + m;
    s->K_nnz = K->nnz;
    s->C_nnz = C->nnz;
    s->start = hol_saddle_memory(s->size + 1, sizeof *s->start);
    s->row = hol_saddle_memory(nnz, sizeof *s->row);
    s->value = hol_saddle_memory(nnz, sizeof *s->value);
    s->K_at = hol_saddle_memory(K->nnz, sizeof *s->K_at);
    s->B_at = hol_saddle_memory(C->nnz, sizeof *s->B_at);
    s->C_at = hol_saddle_memory(C->nnz, sizeof *s->C_at);
    s->S_at = hol_saddle_memory(m, sizeof *s->S_at);
    s->z = hol_saddle_memory(s->size, sizeof *s->z);
    klu_defaults(&s->common);
    if (s->size == 0) return s;
    assemble(s, K, C);
    s->symbolic = klu_analyze(s->size, s->start, s->row, &s->common);
    if (s->symbolic) return s;
    destroy(s); /* a structurally singular pattern */
    return NULL;
}

/* ---------------------------------------------------------------- values */

static void put(double value[], int count, const int at[], const double entry[])
{
    for (int k = 0; k < count; k++) value[at[k]] = entry[k];
}

static hol_status set_K(void *self, const double K[])
{
    sparse *s = self;
    put(s->value, s->K_nnz, s->K_at, K);
    return HOL_OK;
}

static hol_status set_B(void *self, const double B[])
{
    sparse *s = self;
    put(s->value, s->C_nnz, s->B_at, B);
    return HOL_OK;
}

/* Of the factors just made: rank, and growth into common.rgrowth. */
static bool regular(sparse *s, klu_numeric *numeric)
{
    return numeric && klu_rcond(s->symbolic, numeric, &s->common) && s->common.rcond > vanishing &&
           klu_rgrowth(s->start, s->row, s->value, s->symbolic, numeric, &s->common);
}

static bool refactor(sparse *s)
{
    return s->first &&
           klu_refactor(s->start, s->row, s->value, s->symbolic, s->first, &s->common) &&
           regular(s, s->first) && s->common.rgrowth * growth_limit > s->growth;
}

static hol_status factor(void *self, const double C[], const double Sigma[])
{
    sparse *s = self;
    put(s->value, s->C_nnz, s->C_at, C);
    for (int i = 0; i < s->m; i++) s->value[s->S_at[i]] = Sigma ? -Sigma[i] : 0;
    klu_free_numeric(&s->own, &s->common);
    if (s->size == 0 || refactor(s)) return HOL_OK;

    s->own = klu_factor(s->start, s->row, s->value, s->symbolic, &s->common);
    if (!regular(s, s->own)) return HOL_SINGULAR;
    if (s->first) return HOL_OK;
    s->first = s->own;
    s->own = NULL;
    s->growth = s->common.rgrowth;
    return HOL_OK;
}

static void solve(void *self, const double a[], const double b[], double x[], double y[])
{
    sparse *s = self;
    for (int i = 0; i < s->n; i++) s->z[i] = a[i];
    for (int i = 0; i < s->m; i++) s->z[s->n + i] = b[i];
    klu_numeric *factors = s->own ? s->own : s->first;
    if (s->size) klu_solve(s->symbolic, factors, s->size, 1, s->z, &s->common);
    for (int i = 0; i < s->n; i++) x[i] = s->z[i];
    for (int i = 0; i < s->m; i++) y[i] = s->z[s->n + i];
}

const hol_saddle_ops hol_saddle_sparse = {
    .name = "sparse",
    .create = create,
    .destroy = destroy,
    .set_K = set_K,
    .set_B = set_B,
    .factor = factor,
    .solve = solve,
};
