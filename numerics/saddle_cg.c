/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle-point solve by conjugate gradients on the complement S = C K^-1 C^T + Sigma, which is
 * never formed; preconditioned by its diagonal.  Hestenes, Stiefel 1952; paper 000, Algorithm 5.1
 * ("the system S v2 = v1 must be solved iteratively"). */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "numerics/saddle_path.h"

typedef struct {
    int n, m, count;
    hol_pattern C;
    int *start, *size, *at; /* of the blocks of K: first row, rows, where they begin in L */
    int *from;              /* where each block begins in the values of K */
    double *L;              /* their Cholesky factors */
    double *c, *sigma, *diagonal;
    double *z;                /* n */
    double *r, *p, *Sp, *pre; /* m */
    int iterations;
} cg;

/* Relative residual, with the preconditioner's norm. */
static const double converged = 1e-14;
enum { MOST = 20 }; /* iterations per unknown */

static void *create(hol_memory *memory, const hol_pattern *K, const hol_pattern *C,
                    const bool held[])
{
    (void)held;
    cg *s = hol_alloc(memory, 1, sizeof *s);
    int m = C->rows;
    size_t n = (size_t)K->rows, entries = 0;
    *s = (cg){.n = K->rows, .m = m, .C = hol_saddle_copy_pattern(memory, C)};
    s->start = hol_alloc(memory, 4 * n, sizeof(int));
    s->size = s->start + n, s->at = s->size + n, s->from = s->at + n;
    for (int i = 0; i < s->n; i += s->size[s->count++]) {
        int size = K->start[i + 1] - K->start[i];
        s->start[s->count] = i;
        s->size[s->count] = size;
        s->at[s->count] = hol_index(entries);
        s->from[s->count] = K->start[i];
        entries += (size_t)size * (size_t)size;
    }
    s->L = hol_alloc(memory, entries, sizeof(double));
    s->c = hol_alloc(memory, (size_t)C->nnz, sizeof(double));
    s->z = hol_alloc(memory, n + 6 * (size_t)m, sizeof(double));
    s->sigma = s->z + n;
    s->diagonal = s->sigma + m;
    s->r = s->diagonal + m;
    s->p = s->r + m;
    s->Sp = s->p + m;
    s->pre = s->Sp + m;
    return s;
}

static hol_status set_K(void *self, const double K[])
{
    cg *s = self;
    for (int b = 0; b < s->count; b++) {
        double *L = s->L + s->at[b];
        memcpy(L, K + s->from[b], (size_t)(s->size[b] * s->size[b]) * sizeof *L);
        hol_status status = hol_cholesky_factor(s->size[b], L);
        if (status) return status;
    }
    return HOL_OK;
}

static hol_status set_B(void *self, const double B[])
{
    (void)self, (void)B;
    return HOL_OK;
}

static void apply_inverse(const cg *s, double x[])
{
    for (int b = 0; b < s->count; b++)
        hol_cholesky_solve(s->size[b], s->L + s->at[b], x + s->start[b]);
}

static hol_status factor(void *self, const double C[], const double Sigma[])
{
    cg *s = self;
    memcpy(s->c, C, (size_t)s->C.nnz * sizeof *s->c);
    for (int i = 0; i < s->m; i++) {
        double *z = s->z, sum = s->sigma[i] = Sigma ? Sigma[i] : 0;
        memset(z, 0, (size_t)s->n * sizeof *z);
        for (int k = s->C.start[i]; k < s->C.start[i + 1]; k++) z[s->C.col[k]] = C[k];
        apply_inverse(s, z);
        for (int k = s->C.start[i]; k < s->C.start[i + 1]; k++) sum += C[k] * z[s->C.col[k]];
        if (!(sum > 0)) return HOL_SINGULAR;
        s->diagonal[i] = sum;
    }
    return HOL_OK;
}

static void multiply(const cg *s, const double p[], double Sp[])
{
    memset(s->z, 0, (size_t)s->n * sizeof *s->z);
    hol_multiply_transposed_add(&s->C, s->c, 1, p, s->z);
    apply_inverse(s, s->z);
    hol_multiply(&s->C, s->c, s->z, Sp);
    for (int i = 0; i < s->m; i++) Sp[i] += s->sigma[i] * p[i];
}

/* S y = r; what does not converge is NaN. */
static void iterate(cg *s, double y[])
{
    int m = s->m;
    double rho = 0, first;
    memset(y, 0, (size_t)m * sizeof *y);
    for (int i = 0; i < m; i++) {
        s->p[i] = s->pre[i] = s->r[i] / s->diagonal[i];
        rho += s->r[i] * s->pre[i];
    }
    first = rho;
    for (s->iterations = 0; rho > converged * converged * first; s->iterations++) {
        multiply(s, s->p, s->Sp);
        double alpha = rho / hol_dot(m, s->p, s->Sp), last = rho;
        if (s->iterations == MOST * m + MOST || !isfinite(alpha)) {
            for (int i = 0; i < m; i++) y[i] = (double)NAN;
            return;
        }
        hol_axpy(m, alpha, s->p, y);
        hol_axpy(m, -alpha, s->Sp, s->r);
        rho = 0;
        for (int i = 0; i < m; i++) {
            s->pre[i] = s->r[i] / s->diagonal[i];
            rho += s->r[i] * s->pre[i];
        }
        for (int i = 0; i < m; i++) s->p[i] = s->pre[i] + rho / last * s->p[i];
    }
}

static void solve(void *self, const double a[], const double b[], double x[], double y[])
{
    cg *s = self;
    double *z = s->z;
    memcpy(z, a, (size_t)s->n * sizeof *z);
    apply_inverse(s, z);
    hol_multiply(&s->C, s->c, z, s->r);
    hol_axpy(s->m, -1, b, s->r);
    if (x != a) memcpy(x, a, (size_t)s->n * sizeof *x);
    iterate(s, y);
    hol_multiply_transposed_add(&s->C, s->c, -1, y, x);
    apply_inverse(s, x);
}

static int iterations(const void *self)
{
    return ((const cg *)self)->iterations;
}

const hol_saddle_ops hol_saddle_cg = {
    .name = "cg",
    .create = create,
    .set_K = set_K,
    .set_B = set_B,
    .factor = factor,
    .solve = solve,
    .iterations = iterations,
};
