/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle-point solve by the Schur complement S = C W + Sigma, W = K^-1 B^T, where K is
 * block-diagonal and positive definite: one small Cholesky per body, S dense.
 *
 *     S y = C K^-1 a - b,   x = K^-1 a - W y
 *
 * Column j of W is stored along row j of the pattern of B, block by block, each block of K that the
 * row touches filled from end to end. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "numerics/saddle_path.h"
#include "numerics/schur_lists.h"

typedef struct {
    hol_schur_lists lists;
    hol_bodies bodies;
    hol_pattern C;
    double *W, *C_values;
    double *S; /* m x m: the complement, then its factors */
    int *pivot;
} schur;

static void *create(hol_memory *m, const hol_pattern *K, const hol_pattern *C, const bool held[])
{
    (void)held;
    schur *s = hol_alloc(m, 1, sizeof *s);
    if (!hol_bodies_make(m, K, &s->bodies)) return NULL;
    hol_schur_lists_make(m, &s->bodies, C, &s->lists);
    size_t rows = (size_t)C->rows;
    s->C = hol_saddle_copy_pattern(m, C);
    s->W = hol_alloc(m, (size_t)s->lists.W_values, sizeof *s->W);
    s->C_values = hol_alloc(m, (size_t)C->nnz, sizeof *s->C_values);
    s->S = hol_alloc(m, rows * rows, sizeof *s->S);
    s->pivot = hol_alloc(m, rows, sizeof *s->pivot);
    return s;
}

static hol_status set_K(void *self, const double K[])
{
    return hol_bodies_set(&((schur *)self)->bodies, K);
}

static hol_status set_B(void *self, const double B[])
{
    schur *s = self;
    const int *col = s->C.col;
    for (const hol_piece *p = s->lists.piece, *end = p + s->lists.pieces; p < end; p++) {
        const hol_block *b = s->bodies.block + p->block;
        double *w = s->W + p->w;
        if (p->len > p->to - p->from)
            for (int i = 0; i < p->len; i++) w[i] = 0;
        if (b->diagonal) {
            for (int k = p->from; k < p->to; k++)
                w[col[k] - p->col] = B[k] * s->bodies.inverse[col[k]];
        } else {
            for (int k = p->from; k < p->to; k++) w[col[k] - p->col] = B[k];
            hol_bodies_solve_one(&s->bodies, b, w);
        }
    }
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

static hol_status factor(void *self, const double C[], const double Sigma[])
{
    schur *s = self;
    const hol_terms *CW3 = &s->lists.CW3, *CW1 = &s->lists.CW1;
    const hol_term *p = CW3->term, *q = CW1->term;
    const double *W = s->W;
    for (int e = 0; e < CW3->sums; e++) {
        double sum = 0;
        for (const hol_term *end = CW3->term + CW3->start[e + 1]; p < end; p++) {
            const double *c = C + p->left, *w = W + p->w;
            sum += c[0] * w[0] + c[1] * w[1] + c[2] * w[2];
        }
        for (const hol_term *end = CW1->term + CW1->start[e + 1]; q < end; q++)
            sum += C[q->left] * W[q->w];
        s->S[e] = sum;
    }
    if (Sigma)
        for (int i = 0; i < s->lists.m; i++) s->S[i * s->lists.m + i] += Sigma[i];
    for (int k = 0; k < s->C.nnz; k++) s->C_values[k] = C[k];
    return factor_complement(s);
}

static void solve(void *self, const double a[], const double b[], double x[], double y[])
{
    const schur *s = self;
    const hol_schur_lists *lists = &s->lists;
    if (x != a)
        for (int i = 0; i < lists->n; i++) x[i] = a[i];
    hol_bodies_solve(&s->bodies, x);
    for (int i = 0; i < lists->m; i++) {
        double sum = 0;
        for (int k = s->C.start[i]; k < s->C.start[i + 1]; k++)
            sum += s->C_values[k] * x[s->C.col[k]];
        y[i] = sum - b[i];
    }
    solve_complement(s, y, y);
    for (int j = 0; j < lists->m; j++)
        for (int k = lists->column[j]; k < lists->column[j + 1]; k++) {
            const hol_piece *p = lists->piece + k;
            hol_axpy(p->len, -y[j], s->W + p->w, x + p->col);
        }
}

static void solve_schur(void *self, const double b[], double x[], double y[])
{
    const schur *s = self;
    const hol_terms *Wy3 = &s->lists.Wy3, *Wy1 = &s->lists.Wy1;
    const hol_term *p = Wy3->term, *q = Wy1->term;
    const double *W = s->W;
    solve_complement(s, b, y);
    for (int e = 0; e < Wy3->sums; e++) {
        double sum0 = 0, sum1 = 0, sum2 = 0, *to = x + s->lists.row3[e];
        for (const hol_term *end = Wy3->term + Wy3->start[e + 1]; p < end; p++) {
            const double *w = W + p->w, yj = y[p->left];
            sum0 += w[0] * yj;
            sum1 += w[1] * yj;
            sum2 += w[2] * yj;
        }
        to[0] = sum0;
        to[1] = sum1;
        to[2] = sum2;
    }
    for (int e = 0; e < Wy1->sums; e++) {
        double sum = 0;
        for (const hol_term *end = Wy1->term + Wy1->start[e + 1]; q < end; q++)
            sum += W[q->w] * y[q->left];
        x[s->lists.row1[e]] = sum;
    }
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
