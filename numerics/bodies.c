/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The block-diagonal matrix of a saddle-point system: see bodies.h. */
#include <string.h>

#include "holonomy/dense.h"
#include "numerics/bodies.h"
#include "numerics/inlined.h"
#include "numerics/saddle_path.h"

enum { BLOCK_MOST = 64 }; /* a wider block is no longer the mass of one body */

/* Blocks: the finest intervals of columns that K does not couple, adjacent diagonal ones joined.
 * -1 where the pattern is not symmetric. */
static int find_blocks(const hol_pattern *K, hol_block b[])
{
    int count = 0, first = 0, reach = 0; /* reach: last column coupled to the present block */
    bool diagonal = true;
    for (int i = 0; i < K->rows; i++) {
        for (int k = K->start[i]; k < K->start[i + 1]; k++) {
            if (K->col[k] < first) return -1;
            if (K->col[k] > reach) reach = K->col[k];
            if (K->col[k] != i) diagonal = false;
        }
        if (i < reach) continue;
        if (diagonal && count > 0 && b[count - 1].value < 0)
            b[count - 1].size++;
        else
            b[count++] = (hol_block){first, i + 1 - first, diagonal ? -1 : 0, diagonal};
        first = reach = i + 1;
        diagonal = true;
    }
    return count;
}

bool hol_bodies_make(hol_memory *m, const hol_pattern *K, hol_bodies *bodies)
{
    size_t n = (size_t)K->rows, values = 0;
    *bodies = (hol_bodies){.K = *K,
                           .block = hol_alloc(m, n, sizeof(hol_block)),
                           .of = hol_alloc(m, n, sizeof(int)),
                           .inverse = hol_alloc(m, n, sizeof(double)),
                           .values = hol_alloc(m, (size_t)K->nnz, sizeof(double))};
    if ((bodies->blocks = find_blocks(K, bodies->block)) < 0) return false;
    for (int b = 0; b < bodies->blocks; b++) {
        hol_block *p = bodies->block + b;
        for (int i = 0; i < p->size; i++) bodies->of[p->first + i] = b;
        if (p->value < 0) continue;
        if (p->size > BLOCK_MOST) return false;
        p->value = hol_index(values);
        values += (size_t)(p->size * p->size);
    }
    bodies->chol = hol_alloc(m, values, sizeof(double));
    return true;
}

/* Replaces the diagonal of a Cholesky factor by its inverse. */
static void invert_diagonal(int n, double L[])
{
    for (int i = 0; i < n; i++) L[i * n + i] = 1 / L[i * n + i];
}

hol_status hol_bodies_set(hol_bodies *bodies, const double K[])
{
    const hol_pattern *P = &bodies->K;
    size_t size = (size_t)P->nnz * sizeof *K;
    if (bodies->known && !memcmp(K, bodies->values, size)) return HOL_OK;
    bodies->known = false;
    bodies->diagonal = true;
    for (hol_block *b = bodies->block; b < bodies->block + bodies->blocks; b++) {
        double *L = b->value < 0 ? NULL : bodies->chol + b->value;
        b->diagonal = true;
        if (L) memset(L, 0, (size_t)b->size * (size_t)b->size * sizeof *L);
        for (int i = b->first; i < b->first + b->size; i++) {
            double pivot = 0;
            for (int k = P->start[i]; k < P->start[i + 1]; k++) {
                int j = P->col[k];
                if (L) L[(i - b->first) * b->size + j - b->first] = K[k];
                if (j == i)
                    pivot = K[k];
                else if (K[k] != 0)
                    b->diagonal = false;
            }
            if (!(pivot > 0)) return HOL_SINGULAR;
            bodies->inverse[i] = 1 / pivot;
        }
        if (b->diagonal) continue;
        bodies->diagonal = false;
        if (hol_cholesky_factor(b->size, L)) return HOL_SINGULAR;
        invert_diagonal(b->size, L);
    }
    memcpy(bodies->values, K, size);
    bodies->known = true;
    return HOL_OK;
}

HOL_INLINED void solve_factors(int n, const double L[], double x[])
{
    HOL_UNROLLED
    for (int i = 0; i < n; i++) x[i] = (x[i] - hol_dot(i, L + i * n, x)) * L[i * n + i];
    HOL_UNROLLED
    for (int i = n - 1; i >= 0; i--) {
        x[i] *= L[i * n + i];
        HOL_UNROLLED
        for (int j = 0; j < i; j++) x[j] -= x[i] * L[i * n + j];
    }
}

void hol_bodies_solve_one(const hol_bodies *bodies, const hol_block *b, double x[])
{
    const double *L = bodies->chol + b->value;
    b->size == 3 ? solve_factors(3, L, x) : solve_factors(b->size, L, x);
}

void hol_bodies_solve(const hol_bodies *bodies, double x[])
{
    if (bodies->diagonal) {
        for (int i = 0; i < bodies->K.rows; i++) x[i] *= bodies->inverse[i];
        return;
    }
    for (const hol_block *b = bodies->block; b < bodies->block + bodies->blocks; b++) {
        if (b->diagonal)
            for (int i = b->first; i < b->first + b->size; i++) x[i] *= bodies->inverse[i];
        else
            hol_bodies_solve_one(bodies, b, x + b->first);
    }
}
