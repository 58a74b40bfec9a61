/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole saddle-point matrix by compressed columns: see whole_matrix.h. */
#include "numerics/whole_matrix.h"
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
        .value = hol_alloc(memory, nnz, sizeof(double)),
        .K_at = hol_alloc(memory, (size_t)K->nnz, sizeof(int)),
        .B_at = hol_alloc(memory, (size_t)C->nnz, sizeof(int)),
        .C_at = hol_alloc(memory, (size_t)C->nnz, sizeof(int)),
        .S_at = hol_alloc(memory, (size_t)m, sizeof(int)),
        .z = hol_alloc(memory, size, sizeof(double)),
    };
    if (A->size) place_entries(A, K, C);
}

static void put(double value[], int count, const int at[], const double entry[])
{
    for (int k = 0; k < count; k++) value[at[k]] = entry[k];
}

hol_status hol_whole_matrix_set_K(void *self, const double K[])
{
    const hol_whole_matrix *A = self;
    put(A->value, A->K_nnz, A->K_at, K);
    return HOL_OK;
}

hol_status hol_whole_matrix_set_B(void *self, const double B[])
{
    const hol_whole_matrix *A = self;
    put(A->value, A->C_nnz, A->B_at, B);
    return HOL_OK;
}

void hol_whole_matrix_set_C(hol_whole_matrix *A, const double C[], const double Sigma[])
{
    put(A->value, A->C_nnz, A->C_at, C);
    for (int i = 0; i < A->m; i++) A->value[A->S_at[i]] = Sigma ? -Sigma[i] : 0;
}

void hol_whole_matrix_set_z(hol_whole_matrix *A, const double a[], const double b[])
{
    for (int i = 0; i < A->n; i++) A->z[i] = a[i];
    for (int i = 0; i < A->m; i++) A->z[A->n + i] = b[i];
}

void hol_whole_matrix_get(const hol_whole_matrix *A, const double z[], double x[], double y[])
{
    for (int i = 0; i < A->n; i++) x[i] = z[i];
    for (int i = 0; i < A->m; i++) y[i] = z[A->n + i];
}
