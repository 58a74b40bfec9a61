/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle-point solve of few multipliers, those of a joint or two, with B = C: as saddle_schur.c
 * by the complement S = C W + Sigma = L D L^T, W = K^-1 C^T, where K is block-diagonal and positive
 * definite.
 *
 *     S y = C K^-1 a - b,   x = K^-1 a - W y
 *
 * W is stored column by column, of each the blocks that its row of C meets, and the loops over S
 * are unrolled for the sizes that are chosen of themselves. */
#include <math.h>

#include "holonomy/dense.h"
#include "numerics/few_lists.h"
#include "numerics/inlined.h"
#include "numerics/saddle_path.h"

/* A diagonal entry of S that shrinks to this part of itself has lost all its digits. */
static const double vanishing = 1e-14;

typedef struct {
    hol_few_lists lists;
    hol_bodies bodies;
    hol_pattern C;
    double *W, *C_values; /* numbers of W; C of the last factorisation */
    double *S;            /* m x m, lower half: the complement, then its factors */
} few;

static void *create(hol_memory *m, const hol_pattern *K, const hol_pattern *C, const bool held[])
{
    (void)held;
    few *s = hol_alloc(m, 1, sizeof *s);
    if (!hol_bodies_make(m, K, &s->bodies)) return NULL;
    hol_few_lists_make(m, &s->bodies, C, &s->lists);
    size_t rows = (size_t)C->rows;
    s->C = hol_saddle_copy_pattern(m, C);
    s->W = hol_alloc(m, (size_t)s->lists.numbers, sizeof *s->W);
    s->C_values = hol_alloc(m, (size_t)C->nnz, sizeof *s->C_values);
    s->S = hol_alloc(m, rows * rows, sizeof *s->S);
    return s;
}

static hol_status set_K(void *self, const double K[])
{
    return hol_bodies_set(&((few *)self)->bodies, K);
}

/* ---------------------------------------------------------------- W */

/* In a block that is coupled in pattern, and diagonal in its values or not. */
static void fill_block(few *s, const hol_piece *p, const double B[])
{
    const hol_block *b = s->bodies.block + p->block;
    const int *col = s->C.col;
    double *w = s->W + p->w;
    if (p->to - p->from < b->size)
        for (int i = 0; i < b->size; i++) w[i] = 0;
    for (int k = p->from; k < p->to; k++)
        w[col[k] - b->first] = b->diagonal ? B[k] * s->bodies.inverse[col[k]] : B[k];
    if (!b->diagonal) hol_bodies_solve_one(&s->bodies, b, w);
}

static void fill_diagonal(few *s, const hol_piece *p, const double B[])
{
    double *w = s->W + p->w - p->from;
    for (int k = p->from; k < p->to; k++) w[k] = B[k] * s->bodies.inverse[s->C.col[k]];
}

static hol_status set_B(void *self, const double B[])
{
    few *s = self;
    if (s->lists.parallel) {
        for (int k = 0; k < s->C.nnz; k++) s->W[k] = B[k] * s->bodies.inverse[s->C.col[k]];
        return HOL_OK;
    }
    for (const hol_piece *p = s->lists.piece, *end = p + s->lists.pieces; p < end; p++)
        (s->bodies.block[p->block].value < 0 ? fill_diagonal : fill_block)(s, p, B);
    return HOL_OK;
}

/* ---------------------------------------------------------------- complement */

/* S_ij = sum of C_ik W_kj */
static inline double product(const few *s, int ij, const double C[])
{
    const hol_few_lists *l = &s->lists;
    double sum = 0;
    for (int k = l->meetings[ij], end = l->meetings[ij + 1]; k < end; k++) {
        const double *c = C + l->meeting[k].c, *w = s->W + l->meeting[k].w;
        int count = l->meeting[k].count;
        for (; count >= 3; count -= 3, c += 3, w += 3)
            sum += c[0] * w[0] + c[1] * w[1] + c[2] * w[2];
        for (int i = 0; i < count; i++) sum += c[i] * w[i];
    }
    return sum;
}

/* S = L D L^T by rows; L below the diagonal, D^-1 on it.  m is a constant where this is inlined. */
HOL_INLINED hol_status factor_ldl(int m, double S[])
{
    bool regular = true;
    HOL_UNROLLED
    for (int i = 0; i < m; i++) {
        double *row = S + i * m, d = row[i];
        HOL_UNROLLED
        for (int j = 1; j < i; j++) row[j] -= hol_dot(j, row, S + j * m); /* L_ij D_j */
        HOL_UNROLLED
        for (int j = 0; j < i; j++) {
            double l = row[j] * S[j * m + j];
            d -= l * row[j];
            row[j] = l;
        }
        regular &= d > 0 && vanishing * row[i] < d;
        row[i] = 1 / d;
    }
    return regular ? HOL_OK : HOL_SINGULAR;
}

/* y = (L D L^T)^-1 y */
HOL_INLINED void solve_ldl(int m, const double S[], double y[])
{
    HOL_UNROLLED
    for (int i = 1; i < m; i++) y[i] -= hol_dot(i, S + i * m, y);
    HOL_UNROLLED
    for (int i = 0; i < m; i++) y[i] *= S[i * m + i];
    HOL_UNROLLED
    for (int i = m - 1; i > 0; i--) {
        HOL_UNROLLED
        for (int j = 0; j < i; j++) y[j] -= S[i * m + j] * y[i];
    }
}

#define UNROLLED_SIZES(X) X(3) X(4)

static hol_status factor_complement(const few *s)
{
    int m = s->lists.m;
#define X(size)                                                                                    \
    if (m == size) return factor_ldl(size, s->S);
    UNROLLED_SIZES(X)
#undef X
    return factor_ldl(m, s->S);
}

/* y = S^-1 y */
static void solve_complement(const few *s, double y[])
{
    int m = s->lists.m;
#define X(size)                                                                                    \
    if (m == size) {                                                                               \
        solve_ldl(size, s->S, y);                                                                  \
        return;                                                                                    \
    }
    UNROLLED_SIZES(X)
#undef X
    solve_ldl(m, s->S, y);
}

static hol_status make_factors(few *s, const double C[], const double Sigma[])
{
    int m = s->lists.m;
    for (int i = 0; i < m; i++) {
        double *row = s->S + i * m;
        for (int j = 0; j <= i; j++) row[j] = product(s, i * m + j, C);
        if (Sigma) row[i] += Sigma[i];
    }
    return factor_complement(s);
}

static hol_status factor(void *self, const double C[], const double Sigma[])
{
    few *s = self;
    for (int k = 0; k < s->C.nnz; k++) s->C_values[k] = C[k];
    return make_factors(s, C, Sigma);
}

/* ---------------------------------------------------------------- solution */

/* x -= W y */
static inline void less_W_times(const few *s, const double y[], double x[])
{
    for (const hol_strip *p = s->lists.W, *end = p + s->lists.of_W; p < end; p++) {
        const double *w = s->W + p->from, factor = y[p->row];
        double *at = x + p->column;
        for (int k = 0; k < p->count; k++) at[k] -= w[k] * factor;
    }
}

static void solve_with(const few *s, const double C[], const double a[], const double b[],
                       double x[], double y[])
{
    const hol_few_lists *l = &s->lists;
    if (x != a)
        for (int i = 0; i < l->n; i++) x[i] = a[i];
    hol_bodies_solve(&s->bodies, x);
    if (l->m == 0) return;
    for (int i = 0; i < l->m; i++) y[i] = -b[i];
    for (const hol_strip *p = l->C, *end = p + l->of_C; p < end; p++)
        y[p->row] += hol_dot(p->count, C + p->from, x + p->column);
    solve_complement(s, y);
    less_W_times(s, y, x);
}

static void solve(void *self, const double a[], const double b[], double x[], double y[])
{
    const few *s = self;
    solve_with(s, s->C_values, a, b, x, y);
}

static hol_status factor_solve(void *self, const double C[], const double Sigma[], const double a[],
                               const double b[], double x[], double y[])
{
    hol_status status = make_factors(self, C, Sigma);
    if (!status) solve_with(self, C, a, b, x, y);
    return status;
}

static void solve_schur(void *self, const double b[], double x[], double y[])
{
    const few *s = self;
    for (int i = 0; i < s->lists.m && y != b; i++) y[i] = b[i];
    solve_complement(s, y);
    for (int i = 0; i < s->lists.n; i++) x[i] = 0;
    less_W_times(s, y, x);
    for (int i = 0; i < s->lists.n; i++) x[i] = -x[i];
}

/* Pivots are inverse on the diagonal of L D L^T. */
static double pivot_ratio(const void *self)
{
    const few *s = self;
    return hol_lu_ratio(s->lists.m, s->S);
}

const hol_saddle_ops hol_saddle_few = {
    .name = "few",
    .create = create,
    .set_K = set_K,
    .set_B = set_B,
    .factor = factor,
    .solve = solve,
    .solve_schur = solve_schur,
    .factor_solve = factor_solve,
    .pivot_ratio = pivot_ratio,
};
