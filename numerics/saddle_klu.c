/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle-point solve by KLU (Davis and Palamadai Natarajan, ACM TOMS 37 (2010) 36): ordered
 * by its pattern, factorised with pivoting the first time, then refactorised with the same pivots,
 * without allocation, where these are good; elsewhere factorised with pivots of its own, which are
 * not kept: a solution does not depend on the matrices before it, but for the first. */
#include <math.h>
#include <suitesparse/klu.h>

#include "numerics/saddle_path.h"
#include "numerics/whole_matrix.h"

/* Smallest against largest pivot (rows scaled by their largest entries): a matrix without rank. */
static const double vanishing = 1e-14;
/* Factor by which the growth of the factors may exceed that of the first ones. */
static const double growth_limit = 1e3;

typedef struct {
    hol_whole_matrix A; /* first */
    double growth;      /* reciprocal pivot growth when the pivots were chosen */
    bool balanced;      /* the first factors are those of D A D: so are all */
    klu_common common;
    klu_symbolic *symbolic;
    klu_numeric *first, *own; /* factors in the first pivots, and in those of one matrix or NULL */
} klu;

static void release(void *self)
{
    klu *s = self;
    klu_free_numeric(&s->first, &s->common);
    klu_free_numeric(&s->own, &s->common);
    klu_free_symbolic(&s->symbolic, &s->common);
}

static int last_touched(const hol_pattern *C, int i) /* -1: none */
{
    int last = -1;
    for (int k = C->start[i]; k < C->start[i + 1]; k++)
        if (C->col[k] > last) last = C->col[k];
    return last;
}

/* Unknowns in their own order, each row of C after the last one it touches: with K regular the
 * diagonal pivots are those of K, then of a Schur complement over rows that are independent, for
 * every value of the entries.  An order found in the values of one matrix would be good near that
 * matrix only. */
static klu_symbolic *order(hol_memory *m, klu *s, const hol_pattern *C)
{
    int n = C->cols, *position = hol_alloc(m, (size_t)s->A.size, sizeof *position);
    int *next = hol_alloc(m, (size_t)n + 1, sizeof *next); /* of the rows that end at j: j + 1 */
    for (int i = 0; i < C->rows; i++) next[last_touched(C, i) + 1]++;
    for (int j = -1, at = 0; j < n; j++) {
        int rows = next[j + 1];
        if (j >= 0) position[at++] = j;
        next[j + 1] = at;
        at += rows;
    }
    for (int i = 0; i < C->rows; i++) position[next[last_touched(C, i) + 1]++] = n + i;
    s->common.btf = 0;
    klu_symbolic *symbolic =
        klu_analyze_given(s->A.size, s->A.start, s->A.row, position, position, &s->common);
    if (s->common.status == KLU_OUT_OF_MEMORY) hol_no_memory();
    hol_drop(m, next);
    hol_drop(m, position);
    return symbolic;
}

static void *create(hol_memory *m, const hol_pattern *K, const hol_pattern *C, const bool held[])
{
    (void)held;
    klu *s = hol_alloc(m, 1, sizeof *s);
    klu_defaults(&s->common);
    hol_at_end(m, release, s);
    hol_whole_matrix_make(m, K, C, &s->A);
    if (s->A.size == 0) return s;
    s->symbolic = order(m, s, C);
    return s->symbolic ? s : NULL;
}

/* Of the factors just made: rank, and growth into common.rgrowth. */
static bool regular(klu *s, klu_numeric *numeric)
{
    const hol_whole_matrix *A = &s->A;
    return numeric && klu_rcond(s->symbolic, numeric, &s->common) && s->common.rcond > vanishing &&
           klu_rgrowth(A->start, A->row, A->value, s->symbolic, numeric, &s->common);
}

static bool refactor(klu *s)
{
    const hol_whole_matrix *A = &s->A;
    return s->first &&
           klu_refactor(A->start, A->row, A->value, s->symbolic, s->first, &s->common) &&
           regular(s, s->first) && s->common.rgrowth * growth_limit > s->growth;
}

/* By pivots of its own, which the first one leaves to all. */
static bool factor_anew(klu *s)
{
    const hol_whole_matrix *A = &s->A;
    klu_free_numeric(&s->own, &s->common);
    s->own = klu_factor(A->start, A->row, A->value, s->symbolic, &s->common);
    if (s->common.status == KLU_OUT_OF_MEMORY) hol_no_memory();
    if (!regular(s, s->own)) return false;
    if (s->first) return true;
    s->first = s->own;
    s->own = NULL;
    s->growth = s->common.rgrowth;
    return true;
}

static hol_status factor(void *self, const double C[], const double Sigma[])
{
    klu *s = self;
    hol_whole_matrix *A = &s->A;
    hol_whole_matrix_set_C(A, C, Sigma);
    if (A->size && s->balanced) hol_whole_matrix_balance(A);
    klu_free_numeric(&s->own, &s->common);
    if (A->size == 0 || refactor(s) || factor_anew(s)) return HOL_OK;
    if (s->balanced) return HOL_SINGULAR;
    bool first = !s->first;
    hol_whole_matrix_balance(A);
    if (!factor_anew(s)) return HOL_SINGULAR;
    s->balanced = first;
    return HOL_OK;
}

static void solve(void *self, const double a[], const double b[], double x[], double y[])
{
    klu *s = self;
    klu_numeric *factors = s->own ? s->own : s->first;
    hol_whole_matrix_set_z(&s->A, a, b);
    if (s->A.size && !klu_solve(s->symbolic, factors, s->A.size, 1, s->A.z, &s->common))
        for (int i = 0; i < s->A.size; i++) s->A.z[i] = (double)NAN;
    hol_whole_matrix_get(&s->A, s->A.z, x, y);
}

static double pivot_ratio(const void *self)
{
    const klu *s = self;
    return s->A.size ? s->common.rcond : 1;
}

const hol_saddle_ops hol_saddle_klu = {
    .name = "klu",
    .create = create,
    .set_K = hol_whole_matrix_set_K,
    .set_B = hol_whole_matrix_set_B,
    .factor = factor,
    .solve = solve,
    .pivot_ratio = pivot_ratio,
};
