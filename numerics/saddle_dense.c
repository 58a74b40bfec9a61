/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle-point solve by LU of the whole matrix. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "numerics/saddle_path.h"
#include "numerics/whole_matrix.h"

typedef struct {
    int n, m, size;          /* n + m */
    int *K_at, *B_at, *C_at; /* where each entry of a pattern stands in the matrix */
    int K_nnz, C_nnz;
    double *matrix, *lu; /* size x size: as set, and its factors */
    double *scale;       /* size: D, powers of 2; `lu` are the factors of D A D */
    double *z;           /* size: right-hand side and solution */
    int *pivot;
} dense;

static void *create(hol_memory *memory, const hol_pattern *K, const hol_pattern *C,
                    const bool held[])
{
    (void)held;
    int n = K->rows, m = C->rows, size = n + m;
    size_t entries = (size_t)hol_index((size_t)size * (size_t)size);
    dense *d = hol_alloc(memory, 1, sizeof *d);
    *d = (dense){
        .n = n,
        .m = m,
        .size = size,
        .K_at = hol_alloc(memory, (size_t)K->nnz, sizeof(int)),
        .B_at = hol_alloc(memory, (size_t)C->nnz, sizeof(int)),
        .C_at = hol_alloc(memory, (size_t)C->nnz, sizeof(int)),
        .K_nnz = K->nnz,
        .C_nnz = C->nnz,
        .matrix = hol_alloc(memory, entries, sizeof(double)),
        .lu = hol_alloc(memory, entries, sizeof(double)),
        .scale = hol_alloc(memory, (size_t)size, sizeof(double)),
        .z = hol_alloc(memory, (size_t)size, sizeof(double)),
        .pivot = hol_alloc(memory, (size_t)size, sizeof(int)),
    };
    for (int i = 0; i < n; i++)
        for (int k = K->start[i]; k < K->start[i + 1]; k++) d->K_at[k] = i * size + K->col[k];
    for (int i = 0; i < m; i++)
        for (int k = C->start[i]; k < C->start[i + 1]; k++) {
            d->C_at[k] = (n + i) * size + C->col[k];
            d->B_at[k] = C->col[k] * size + n + i;
        }
    return d;
}

static hol_status set_K(void *self, const double K[])
{
    dense *d = self;
    for (int k = 0; k < d->K_nnz; k++) d->matrix[d->K_at[k]] = K[k];
    return HOL_OK;
}

static hol_status set_B(void *self, const double B[])
{
    dense *d = self;
    for (int k = 0; k < d->C_nnz; k++) d->matrix[d->B_at[k]] = B[k];
    return HOL_OK;
}

/* As hol_whole_matrix_balance. */
static void balance(dense *d)
{
    int n = d->n, size = d->size;
    double *D = d->scale;
    for (int i = 0; i < size; i++) {
        const double *row = d->matrix + i * size;
        double most = i < n ? 0 : sqrt(fabs(row[i]));
        for (int j = 0; j < n; j++) {
            double entry = fabs(row[j]), across = i < n ? 0 : fabs(d->matrix[j * size + i]);
            most = fmax(most, i < n ? entry : fmax(entry, across) * D[j]);
        }
        D[i] = hol_near_one(most, i < n ? 0.5 : 1);
    }
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) d->lu[i * size + j] = d->matrix[i * size + j] * D[i] * D[j];
}

static hol_status factor(void *self, const double C[], const double Sigma[])
{
    dense *d = self;
    for (int k = 0; k < d->C_nnz; k++) d->matrix[d->C_at[k]] = C[k];
    for (int i = d->n; i < d->size; i++) d->matrix[i * d->size + i] = Sigma ? -Sigma[i - d->n] : 0;
    memcpy(d->lu, d->matrix, (size_t)d->size * (size_t)d->size * sizeof(double));
    for (int i = 0; i < d->size; i++) d->scale[i] = 1;
    if (hol_lu_factor(d->size, d->lu, d->pivot) == HOL_OK) return HOL_OK;
    balance(d);
    return hol_lu_factor(d->size, d->lu, d->pivot);
}

static void solve(void *self, const double a[], const double b[], double x[], double y[])
{
    dense *d = self;
    for (int i = 0; i < d->n; i++) d->z[i] = d->scale[i] * a[i];
    for (int i = 0; i < d->m; i++) d->z[d->n + i] = d->scale[d->n + i] * b[i];
    hol_lu_solve(d->size, d->lu, d->pivot, d->z);
    for (int i = 0; i < d->n; i++) x[i] = d->scale[i] * d->z[i];
    for (int i = 0; i < d->m; i++) y[i] = d->scale[d->n + i] * d->z[d->n + i];
}

static double pivot_ratio(const void *self)
{
    const dense *d = self;
    return hol_lu_ratio(d->size, d->lu);
}

const hol_saddle_ops hol_saddle_dense = {
    .name = "dense",
    .create = create,
    .set_K = set_K,
    .set_B = set_B,
    .factor = factor,
    .solve = solve,
    .pivot_ratio = pivot_ratio,
};
