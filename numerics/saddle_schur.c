/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle-point solve by the Schur complement S = C W + Sigma, W = K^-1 B^T, where K is
 * block-diagonal and positive definite: one small Cholesky per body, S dense.
 *
 *     S y = C K^-1 a - b,   x = K^-1 a - W y
 *
 * W (n x m) is stored by rows, full of zeros though it be where there are many bodies: the sums of
 * a row of S are then made side by side, entry of C by entry, which lists of what is not zero are
 * not worth up to the few dozens of multipliers that S suits. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "numerics/inlined.h"
#include "numerics/saddle_path.h"
#include "numerics/schur_lists.h"

typedef struct {
    hol_schur_lists lists;
    hol_bodies bodies;
    hol_pattern C;
    double *W, *C_values;
    double *w; /* a column of W in one block */
    double *S; /* m x m: the complement, then its factors */
    int *pivot;
} schur;

static void *create(hol_memory *m, const hol_pattern *K, const hol_pattern *C, const bool held[])
{
    (void)held;
    schur *s = hol_alloc(m, 1, sizeof *s);
    if (!hol_bodies_make(m, K, &s->bodies)) return NULL;
    hol_schur_lists_make(m, &s->bodies, C, &s->lists);
    size_t rows = (size_t)C->rows, columns = (size_t)C->cols;
    s->C = hol_saddle_copy_pattern(m, C);
    s->W = hol_alloc(m, (size_t)hol_index(columns * rows), sizeof *s->W);
    s->w = hol_alloc(m, columns, sizeof *s->w);
    s->C_values = hol_alloc(m, (size_t)C->nnz, sizeof *s->C_values);
    s->S = hol_alloc(m, rows * rows, sizeof *s->S);
    s->pivot = hol_alloc(m, rows, sizeof *s->pivot);
    return s;
}

static hol_status set_K(void *self, const double K[])
{
    return hol_bodies_set(&((schur *)self)->bodies, K);
}

/* Column of W in a block that is coupled; rows of the block in `w` first. */
static void fill_coupled(schur *s, const hol_piece *p, const double B[])
{
    const hol_block *b = s->bodies.block + p->block;
    int m = s->lists.m;
    double *w = s->w, *W = s->W + b->first * m + p->column;
    if (p->to - p->from < b->size)
        for (int i = 0; i < b->size; i++) w[i] = 0;
    for (int k = p->from; k < p->to; k++) w[s->C.col[k] - b->first] = B[k];
    hol_bodies_solve_one(&s->bodies, b, w);
    for (int i = 0; i < b->size; i++) W[i * m] = w[i];
}

/* In one that is diagonal in its values, or in its pattern: there what B has none of is never set.
 */
static void fill_diagonal(schur *s, const hol_piece *p, const double B[])
{
    const hol_block *b = s->bodies.block + p->block;
    int m = s->lists.m;
    double *W = s->W + p->column;
    if (b->value >= 0 && p->to - p->from < b->size)
        for (int i = 0; i < b->size; i++) W[(b->first + i) * m] = 0;
    for (int k = p->from; k < p->to; k++) {
        int row = s->C.col[k];
        W[row * m] = B[k] * s->bodies.inverse[row];
    }
}

static hol_status set_B(void *self, const double B[])
{
    schur *s = self;
    for (const hol_piece *p = s->lists.piece, *end = p + s->lists.pieces; p < end; p++)
        (s->bodies.block[p->block].diagonal ? fill_diagonal : fill_coupled)(s, p, B);
    return HOL_OK;
}

/* ---------------------------------------------------------------- complement */

/* S (2 x 2) becomes its LU factors with partial pivoting, the pivots inverted; its inverse by the
 * determinant would lose digits where S is ill-conditioned. */
static inline hol_status factor2(double S[], int pivot[])
{
    int p = fabs(S[2]) > fabs(S[0]);
    double a = S[2 * p], b = S[2 * p + 1], c = S[2 - 2 * p], d = S[3 - 2 * p], l = c / a;
    double u = d - l * b;
    if (!(fabs(a) > 0) || !(fabs(u) > 1e-14 * fmax(fabs(b), fabs(d)))) return HOL_SINGULAR;
    pivot[0] = p;
    S[0] = 1 / a;
    S[1] = b;
    S[2] = l;
    S[3] = 1 / u;
    return HOL_OK;
}

static hol_status factor_complement(schur *s)
{
    double *S = s->S;
    int m = s->lists.m;
    if (m == 2) return factor2(S, s->pivot);
    if (m > 2) return hol_lu_factor(m, S, s->pivot);
    if (m == 1) {
        if (!(fabs(S[0]) > 0) || !isfinite(S[0])) return HOL_SINGULAR;
        S[0] = 1 / S[0];
    }
    return HOL_OK;
}

/* y = S^-1 b; may alias. */
static inline void solve_complement(const schur *s, const double b[], double y[])
{
    const double *S = s->S;
    int m = s->lists.m;
    if (m == 2) {
        int p = s->pivot[0];
        double first = b[p], second = b[1 - p] - S[2] * first;
        y[1] = second * S[3];
        y[0] = (first - S[1] * y[1]) * S[0];
    } else if (m == 1) {
        y[0] = S[0] * b[0];
    } else {
        if (y != b)
            for (int i = 0; i < m; i++) y[i] = b[i];
        hol_lu_solve(m, S, s->pivot, y);
    }
}

/* S = C W, row by row: by entries of C in threes, then those that are left.  m is a constant where
 * this is inlined. */
HOL_INLINED void multiply(int m, const schur *s, const double C[])
{
    const hol_schur_lists *l = &s->lists;
    const int *col = s->C.col, *p = l->three, *q = l->one;
    double *restrict S = s->S;
    for (int i = 0; i < m; i++, S += m) {
        for (int j = 0; j < m; j++) S[j] = 0;
        for (const int *end = l->three + l->threes[i + 1]; p < end; p++) {
            const double a = C[*p], b = C[*p + 1], c = C[*p + 2], *w = s->W + col[*p] * m;
            if (a == 0 && b == 0 && c == 0) continue; /* what a pattern holds in reserve */
            for (int j = 0; j < m; j++) S[j] += a * w[j] + b * w[m + j] + c * w[2 * m + j];
        }
        for (const int *end = l->one + l->ones[i + 1]; q < end; q++) {
            const double c = C[*q], *w = s->W + col[*q] * m;
            for (int j = 0; j < m; j++) S[j] += c * w[j];
        }
    }
}

static hol_status factor(void *self, const double C[], const double Sigma[])
{
    schur *s = self;
    int m = s->lists.m;
    if (!m) return HOL_OK;
    m == 1   ? multiply(1, s, C)
    : m == 2 ? multiply(2, s, C)
    : m == 3 ? multiply(3, s, C)
    : m == 4 ? multiply(4, s, C)
    : m == 6 ? multiply(6, s, C)
    : m == 9 ? multiply(9, s, C)
             : multiply(m, s, C);
    if (Sigma)
        for (int i = 0; i < m; i++) s->S[i * m + i] += Sigma[i];
    for (int k = 0; k < s->C.nnz; k++) s->C_values[k] = C[k];
    return factor_complement(s);
}

/* x -= W y; m is a constant where this is inlined. */
HOL_INLINED void take_W_times(int m, const schur *s, const double y[], double x[])
{
    const double *w = s->W;
    for (int i = 0; i < s->lists.n; i++, w += m) {
        double left = x[i];
        for (int j = 0; j < m; j++) left -= y[j] * w[j];
        x[i] = left;
    }
}

/* x = W y */
HOL_INLINED void W_times(int m, const schur *s, const double y[], double x[])
{
    const double *w = s->W;
    for (int i = 0; i < s->lists.n; i++, w += m) x[i] = hol_dot(m, w, y);
}

static void solve(void *self, const double a[], const double b[], double x[], double y[])
{
    const schur *s = self;
    const hol_schur_lists *lists = &s->lists;
    int m = lists->m;
    if (x != a)
        for (int i = 0; i < lists->n; i++) x[i] = a[i];
    hol_bodies_solve(&s->bodies, x);
    if (!m) return;
    for (int i = 0; i < m; i++) {
        double sum = 0;
        for (int k = s->C.start[i]; k < s->C.start[i + 1]; k++)
            sum += s->C_values[k] * x[s->C.col[k]];
        y[i] = sum - b[i];
    }
    solve_complement(s, y, y);
    m == 1   ? take_W_times(1, s, y, x)
    : m == 2 ? take_W_times(2, s, y, x)
             : take_W_times(m, s, y, x);
}

static void solve_schur(void *self, const double b[], double x[], double y[])
{
    const schur *s = self;
    int m = s->lists.m;
    solve_complement(s, b, y);
    m == 1 ? W_times(1, s, y, x) : m == 2 ? W_times(2, s, y, x) : W_times(m, s, y, x);
}

/* Pivots of one and two rows are stored inverted. */
static double pivot_ratio(const void *self)
{
    const schur *s = self;
    int m = s->lists.m;
    if (m > 2) return hol_lu_ratio(m, s->S);
    double ratio = m == 2 ? fabs(s->S[0] / s->S[3]) : 1;
    return fmin(ratio, 1 / ratio);
}

const hol_saddle_ops hol_saddle_schur = {
    .name = "schur",
    .create = create,
    .set_K = set_K,
    .set_B = set_B,
    .factor = factor,
    .solve = solve,
    .solve_schur = solve_schur,
    .pivot_ratio = pivot_ratio,
};
