/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole saddle-point matrix by compressed columns: see whole_matrix.h. */
#include "numerics/whole_matrix.h"

#include <math.h>

#include "numerics/saddle_path.h"

/* Visits the entries of a pattern moved by (row0, col0), or transposed and moved: the first time
 * counts them by column, then, with `at`, places them. */
static void visit(hol_whole_matrix *s, const hol_pattern *P, bool transposed, int row0, int col0,
                  int at[])
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

static void visit_all(hol_whole_matrix *s, const hol_pattern *K, const hol_pattern *C, bool place)
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
static void place_entries(hol_whole_matrix *s, const hol_pattern *K, const hol_pattern *C)
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

void hol_whole_matrix_make(hol_memory *memory, const hol_pattern *K, const hol_pattern *C,
                           hol_whole_matrix *A)
{
    int n = K->rows, m = C->rows;
    size_t nnz = (size_t)K->nnz + 2 * (size_t)C->nnz + (size_t)m, size = (size_t)n + (size_t)m;
    hol_index(nnz);
    *A = (hol_whole_matrix){
        .n = n,
        .m = m,
        .size = n + m,
        .K_nnz = K->nnz,
        .C_nnz = C->nnz,
        .start = hol_alloc(memory, size + 1, sizeof(int)),
        .row = hol_alloc(memory, nnz, sizeof(int)),
        .given = hol_alloc(memory, nnz, sizeof(double)),
        .balanced = hol_alloc(memory, nnz, sizeof(double)),
        .scale = hol_alloc(memory, size, sizeof(double)),
        .K_at = hol_alloc(memory, (size_t)K->nnz, sizeof(int)),
        .B_at = hol_alloc(memory, (size_t)C->nnz, sizeof(int)),
        .C_at = hol_alloc(memory, (size_t)C->nnz, sizeof(int)),
        .S_at = hol_alloc(memory, (size_t)m, sizeof(int)),
        .z = hol_alloc(memory, size, sizeof(double)),
    };
    A->value = A->given;
    if (A->size) place_entries(A, K, C);
}

/* ---------------------------------------------------------------- entries */

static void put(double given[], int count, const int at[], const double entry[])
{
    for (int k = 0; k < count; k++) given[at[k]] = entry[k];
}

hol_status hol_whole_matrix_set_K(void *self, const double K[])
{
    const hol_whole_matrix *A = self;
    put(A->given, A->K_nnz, A->K_at, K);
    return HOL_OK;
}

hol_status hol_whole_matrix_set_B(void *self, const double B[])
{
    const hol_whole_matrix *A = self;
    put(A->given, A->C_nnz, A->B_at, B);
    return HOL_OK;
}

void hol_whole_matrix_set_C(hol_whole_matrix *A, const double C[], const double Sigma[])
{
    put(A->given, A->C_nnz, A->C_at, C);
    for (int i = 0; i < A->m; i++) A->given[A->S_at[i]] = Sigma ? -Sigma[i] : 0;
    for (int i = 0; i < A->size; i++) A->scale[i] = 1;
    A->value = A->given;
}

double hol_near_one(double x, double power)
{
    return x > 0 && isfinite(x) ? scalbn(1, (int)nearbyint(-power * log2(x))) : 1;
}

void hol_whole_matrix_balance(hol_whole_matrix *A)
{
    int n = A->n;
    double *D = A->scale;
    for (int j = 0; j < A->size; j++) D[j] = 0;
    for (int j = 0; j < n; j++) {
        for (int k = A->start[j]; k < A->start[j + 1]; k++)
            if (A->row[k] < n) D[j] = fmax(D[j], fabs(A->given[k]));
        D[j] = hol_near_one(D[j], 0.5);
    }
    for (int j = 0; j < n; j++)
        for (int k = A->start[j]; k < A->start[j + 1]; k++)
            if (A->row[k] >= n) D[A->row[k]] = fmax(D[A->row[k]], fabs(A->given[k]) * D[j]);
    for (int j = n; j < A->size; j++) {
        for (int k = A->start[j]; k < A->start[j + 1]; k++) {
            double size = fabs(A->given[k]);
            D[j] = fmax(D[j], A->row[k] < n ? size * D[A->row[k]] : sqrt(size));
        }
        D[j] = hol_near_one(D[j], 1);
    }
    for (int j = 0; j < A->size; j++)
        for (int k = A->start[j]; k < A->start[j + 1]; k++)
            A->balanced[k] = A->given[k] * D[A->row[k]] * D[j];
    A->value = A->balanced;
}

void hol_whole_matrix_set_z(hol_whole_matrix *A, const double a[], const double b[])
{
    for (int i = 0; i < A->n; i++) A->z[i] = A->scale[i] * a[i];
    for (int i = 0; i < A->m; i++) A->z[A->n + i] = A->scale[A->n + i] * b[i];
}

void hol_whole_matrix_get(const hol_whole_matrix *A, const double z[], double x[], double y[])
{
    for (int i = 0; i < A->n; i++) x[i] = A->scale[i] * z[i];
    for (int i = 0; i < A->m; i++) y[i] = A->scale[A->n + i] * z[A->n + i];
}
