/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle-point solve by the Schur complement S = C W + Sigma, W = K^-1 B^T, where K is
 * block-diagonal and positive definite: one small Cholesky per body, S dense.
 *
 *     S y = C K^-1 a - b,   x = K^-1 a - W y
 *
 * Column j of W is stored along row j of the pattern of B, block by block, each block of K that the
 * row touches filled from end to end. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/dense.h"
#include "numerics/saddle_path.h"
#include "numerics/schur_lists.h"

typedef struct {
    hol_schur_lists lists;
    hol_pattern K, C;
    double *chol;    /* factors of the blocks, the diagonals inverted */
    double *inverse; /* n: 1 / diagonal of K */
    double *W, *C_values;
    double *S; /* m x m: the complement, then its factors */
    int *pivot;
} schur;

static void destroy(void *self)
{
    schur *s = self;
    hol_schur_lists_free(&s->lists);
    hol_pattern_free(&s->K);
    hol_pattern_free(&s->C);
    free(s->chol);
    free(s->inverse);
    free(s->W);
    free(s->C_values);
    free(s->S);
    free(s->pivot);
    free(s);
}

static void *create(const hol_pattern *K, const hol_pattern *C)
{
    hol_schur_lists lists;
    if (!hol_schur_lists_make(K, C, &lists)) return NULL;
    schur *s = hol_saddle_memory(1, sizeof *s);
    *s = (schur){
        .lists = lists,
        .K = hol_saddle_copy_pattern(K),
        .C = hol_saddle_copy_pattern(C),
        .chol = hol_saddle_memory(lists.block_values, sizeof(double)),
        .inverse = hol_saddle_memory(lists.n, sizeof(double)),
        .W = hol_saddle_memory(lists.W_values, sizeof(double)),
        .C_values = hol_saddle_memory(C->nnz, sizeof(double)),
        .S = hol_saddle_memory(lists.m * lists.m, sizeof(double)),
        .pivot = hol_saddle_memory(lists.m, sizeof(int)),
    };
    return s;
}

/* ---------------------------------------------------------------- blocks of K */

/* Replaces the diagonal of a Cholesky factor by its inverse. */
static void invert_diagonal(int n, double L[])
{
    for (int i = 0; i < n; i++) L[i * n + i] = 1 / L[i * n + i];
}

static void solve_block(int n, const double L[], double x[])
{
    for (int i = 0; i < n; i++) x[i] = (x[i] - hol_dot(i, L + i * n, x)) * L[i * n + i];
    for (int i = n - 1; i >= 0; i--) {
        x[i] *= L[i * n + i];
        for (int j = 0; j < i; j++) x[j] -= x[i] * L[i * n + j];
    }
}

static hol_status set_K(void *self, const double K[])
{
    schur *s = self;
    for (int at = 0; at < s->lists.blocks; at++) {
        hol_block *b = s->lists.block + at;
        double *L = b->value < 0 ? NULL : s->chol + b->value;
        b->diagonal = true;
        if (L) memset(L, 0, (size_t)b->size * (size_t)b->size * sizeof *L);
        for (int i = b->first; i < b->first + b->size; i++) {
            double pivot = 0;
            for (int k = s->K.start[i]; k < s->K.start[i + 1]; k++) {
                int j = s->K.col[k];
                if (L) L[(i - b->first) * b->size + j - b->first] = K[k];
                if (j == i)
                    pivot = K[k];
                else if (K[k] != 0)
                    b->diagonal = false;
            }
            if (!(pivot > 0)) return HOL_SINGULAR;
            s->inverse[i] = 1 / pivot;
        }
        if (b->diagonal) continue;
        if (hol_cholesky_factor(b->size, L)) return HOL_SINGULAR;
        invert_diagonal(b->size, L);
    }
    return HOL_OK;
}

static hol_status set_B(void *self, const double B[])
{
    schur *s = self;
    const int *col = s->C.col;
    for (const hol_piece *p = s->lists.piece, *end = p + s->lists.pieces; p < end; p++) {
        const hol_block *b = s->lists.block + p->block;
        double *w = s->W + p->w;
        if (p->len > p->to - p->from)
            for (int i = 0; i < p->len; i++) w[i] = 0;
        if (b->diagonal) {
            for (int k = p->from; k < p->to; k++) w[col[k] - p->col] = B[k] * s->inverse[col[k]];
        } else {
            for (int k = p->from; k < p->to; k++) w[col[k] - p->col] = B[k];
            solve_block(p->len, s->chol + b->value, w);
        }
    }
    return HOL_OK;
}

static void solve_K(const schur *s, double x[])
{
    for (int at = 0; at < s->lists.blocks; at++) {
        const hol_block *b = s->lists.block + at;
        if (b->diagonal)
            for (int i = b->first; i < b->first + b->size; i++) x[i] *= s->inverse[i];
        else
            solve_block(b->size, s->chol + b->value, x + b->first);
    }
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
    solve_K(s, x);
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

const hol_saddle_ops hol_saddle_schur = {
    .name = "schur",
    .create = create,
    .destroy = destroy,
    .set_K = set_K,
    .set_B = set_B,
    .factor = factor,
    .solve = solve,
    .solve_schur = solve_schur,
};
