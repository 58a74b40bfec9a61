/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle-point solve by CHOLMOD (Chen, Davis, Hager, Rajamanickam, ACM TOMS 35 (2008) 22) on
 *     S = A A^T + sigma 1,   A = C K^-1/2 (m x n),   S y = C K^-1 a - b,   x = K^-1 (a - C^T y)
 * analysed once (AMD), supernodal or not as CHOLMOD decides. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/cholmod.h>

#include "holonomy/memory.h"
#include "tests/bench/bench_cholmod.h"

struct hol_by_cholmod {
    cholmod_common common;
    cholmod_sparse *A; /* by columns */
    cholmod_factor *L;
    cholmod_dense *b, *y, *Y, *E; /* Y, E: room of the solve */
    int *at;                      /* per entry of C: where it stands in A */
    double *inverse, *root, *z;   /* n: 1 / K_ii, its root, C^T y */
};

/* 1 / K_ii; false where K is not diagonal. */
static bool invert(const hol_equations_of *e, double inverse[])
{
    for (int i = 0; i < e->K->rows; i++)
        for (int k = e->K->start[i]; k < e->K->start[i + 1]; k++) {
            if (e->K->col[k] == i) inverse[i] = 1 / e->K_value[k];
            if (e->K->col[k] != i && e->K_value[k] != 0) return false;
        }
    for (int i = 1; i < e->C->rows && e->Sigma; i++)
        if (e->Sigma[i] != e->Sigma[0]) return false;
    return true;
}

/* The pattern of C by columns. */
static void place_entries(hol_by_cholmod *s, const hol_pattern *C)
{
    int *start = s->A->p, *row = s->A->i, *next = hol_new(C->cols, sizeof *next);
    memset(start, 0, ((size_t)C->cols + 1) * sizeof *start);
    for (int k = 0; k < C->nnz; k++) start[C->col[k] + 1]++;
    for (int j = 0; j < C->cols; j++) {
        start[j + 1] += start[j];
        next[j] = start[j];
    }
    for (int i = 0; i < C->rows; i++)
        for (int k = C->start[i]; k < C->start[i + 1]; k++) row[s->at[k] = next[C->col[k]]++] = i;
    free(next);
}

hol_by_cholmod *hol_by_cholmod_new(const hol_equations_of *e)
{
    const hol_pattern *C = e->C;
    hol_by_cholmod *s = hol_new(1, sizeof *s);
    cholmod_start(&s->common);
    s->at = hol_new(C->nnz, sizeof *s->at);
    s->inverse = hol_new(C->cols, sizeof *s->inverse);
    s->root = hol_new(C->cols, sizeof *s->root);
    s->z = hol_new(C->cols, sizeof *s->z);
    if (!invert(e, s->inverse)) {
        hol_by_cholmod_free(s);
        return NULL;
    }
    for (int j = 0; j < C->cols; j++) s->root[j] = sqrt(s->inverse[j]);
    s->common.nmethods = 1;
    s->common.method[0].ordering = CHOLMOD_AMD;
    s->A = cholmod_allocate_sparse((size_t)C->rows, (size_t)C->cols, (size_t)C->nnz, true, true, 0,
                                   CHOLMOD_REAL, &s->common);
    s->b = cholmod_allocate_dense((size_t)C->rows, 1, (size_t)C->rows, CHOLMOD_REAL, &s->common);
    if (s->A && s->b) place_entries(s, C);
    s->L = cholmod_analyze(hol_had(s->A), &s->common);
    hol_had(s->L);
    return s;
}

hol_status hol_by_cholmod_solve(hol_by_cholmod *s, const hol_equations_of *e, double x[],
                                double y[])
{
    const hol_pattern *C = e->C;
    double *A = s->A->x, *b = s->b->x, sigma[2] = {e->Sigma ? e->Sigma[0] : 0, 0};
    for (int k = 0; k < C->nnz; k++) A[s->at[k]] = e->C_value[k] * s->root[C->col[k]];
    if (!cholmod_factorize_p(s->A, sigma, NULL, 0, s->L, &s->common)) return HOL_SINGULAR;
    for (int j = 0; j < C->cols; j++) x[j] = e->a[j] * s->inverse[j];
    hol_multiply(C, e->C_value, x, b);
    for (int i = 0; i < C->rows; i++) b[i] -= e->b[i];
    if (!cholmod_solve2(CHOLMOD_A, s->L, s->b, NULL, &s->y, NULL, &s->Y, &s->E, &s->common))
        return HOL_SINGULAR;
    memcpy(y, s->y->x, (size_t)C->rows * sizeof *y);
    memset(s->z, 0, (size_t)C->cols * sizeof *s->z);
    hol_multiply_transposed_add(C, e->C_value, 1, y, s->z);
    for (int j = 0; j < C->cols; j++) x[j] -= s->z[j] * s->inverse[j];
    return HOL_OK;
}

void hol_by_cholmod_free(hol_by_cholmod *s)
{
    if (!s) return;
    cholmod_dense *dense[] = {s->b, s->y, s->Y, s->E};
    for (int k = 0; k < 4; k++) cholmod_free_dense(&dense[k], &s->common);
    cholmod_free_sparse(&s->A, &s->common);
    cholmod_free_factor(&s->L, &s->common);
    cholmod_finish(&s->common);
    free(s->at), free(s->inverse), free(s->root), free(s->z);
    free(s);
}
