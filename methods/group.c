/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Block-diagonal matrices and the gyroscopic force: see group.h. */
#include <string.h>

#include "methods/group.h"

#include "holonomy/dense.h"
#include "holonomy/newton.h"

/* e has a 1 in column j of every block that is so wide; false where none is. */
static bool unit_vectors(const hol_pattern *P, int j, double e[])
{
    bool any = false;
    for (int i = 0; i < P->rows; i++) {
        e[i] = P->col[P->start[i]] + j == i;
        any = any || P->start[i + 1] - P->start[i] > j;
    }
    return any;
}

void hol_block_columns(hol_stepper *s, hol_block_action *act, const void *at, double A[])
{
    const hol_pattern *P = &s->sys->M;
    size_t mark = hol_mark(s->work);
    double *e = hol_take(s->work, P->rows), *column = hol_take(s->work, P->rows);
    for (int j = 0; unit_vectors(P, j, e); j++) {
        act(s, at, e, column);
        for (int i = 0; i < P->rows; i++)
            if (P->start[i + 1] - P->start[i] > j) A[P->start[i] + j] = column[i];
    }
    hol_release(s->work, mark);
}

hol_status hol_factor_blocks(const hol_pattern *P, const double A[], double L[])
{
    memcpy(L, A, (size_t)P->nnz * sizeof *L);
    for (int i = 0, n; i < P->rows; i += n) {
        n = P->start[i + 1] - P->start[i];
        if (hol_cholesky_factor(n, L + P->start[i])) return HOL_SINGULAR;
    }
    return HOL_OK;
}

void hol_divide_by_blocks(const hol_pattern *P, const double L[], double x[])
{
    for (int i = 0, n; i < P->rows; i += n) {
        n = P->start[i + 1] - P->start[i];
        hol_cholesky_solve(n, L + P->start[i], x + i);
    }
}

void hol_gyroscopic_along(hol_eval *sys, hol_work *w, const double q[], const double v[],
                          const double e[], double out[])
{
    int n = sys->nv;
    size_t mark = hol_mark(w);
    double *moved = hol_take(w, n), *f = hol_take(w, n);
    for (int i = 0; i < n; i++) moved[i] = v[i] + e[i];
    hol_gyroscopic(sys, q, moved, out);
    hol_gyroscopic(sys, q, v, f);
    hol_axpy(n, -1, f, out);
    hol_gyroscopic(sys, q, e, f);
    hol_axpy(n, -1, f, out);
    hol_release(w, mark);
}

/* ---------------------------------------------------------------- the implicit midpoint rule */

typedef struct { /* where the force is linearised */
    const double *M;
    double h;
    const double *q, *y;
} midpoint;

/* (M - h/2 df/dv) e at y. */
static void midpoint_matrix(hol_stepper *s, const void *at, const double e[], double out[])
{
    hol_eval *sys = s->sys;
    const midpoint *P = at;
    size_t mark = hol_mark(s->work);
    double *f = hol_take(s->work, sys->nv);
    hol_gyroscopic_along(sys, s->work, P->q, P->y, e, f);
    hol_multiply(&sys->M, P->M, e, out);
    hol_axpy(sys->nv, -0.5 * P->h, f, out);
    hol_release(s->work, mark);
}

/* x = J^-1 x, block by block. */
static hol_status solve_blocks(const hol_pattern *P, double J[], int pivot[], double x[])
{
    for (int i = 0, n; i < P->rows; i += n) {
        n = P->start[i + 1] - P->start[i];
        hol_status status = hol_lu_factor(n, J + P->start[i], pivot);
        if (status) return status;
        hol_lu_solve(n, J + P->start[i], pivot, x + i);
    }
    return HOL_OK;
}

/* The unknown is y = (u + v)/2. */
hol_status hol_gyroscopic_midpoint(hol_stepper *s, const double M[], int pivot[], double h,
                                   const double q[], const double v[], double u[])
{
    hol_eval *sys = s->sys;
    int n = sys->nv;
    double *y = hol_take(s->work, n), *f = hol_take(s->work, n), *x = hol_take(s->work, n);
    double *d = hol_take(s->work, n), *J = hol_take(s->work, sys->M.nnz);
    hol_newton newton = hol_newton_start(1e-14);
    hol_verdict verdict;
    hol_status status;

    memcpy(y, v, (size_t)n * sizeof *y);
    do {
        hol_gyroscopic(sys, q, y, f);
        for (int i = 0; i < n; i++) d[i] = y[i] - v[i];
        hol_multiply(&sys->M, M, d, x);
        hol_axpy(n, -0.5 * h, f, x);
        hol_block_columns(s, midpoint_matrix, &(midpoint){M, h, q, y}, J);
        if ((status = solve_blocks(&sys->M, J, pivot, x))) return status;
        hol_axpy(n, -1, x, y);
        verdict = hol_newton_judge(&newton, hol_velocity_size(sys, x));
    } while (verdict == HOL_ITERATE);
    for (int i = 0; i < n; i++) u[i] = 2 * y[i] - v[i];
    return hol_newton_end(&newton, verdict, "midpoint rule of the gyroscopic force", s->count,
                          &s->residual);
}

/* ---------------------------------------------------------------- implicit methods */

void hol_implicit_tangent(hol_stepper *s, const hol_implicit *at, double K[])
{
    hol_eval *sys = s->sys;
    int nnz = hol_K(sys)->nnz;
    bool with_v = !(sys->has & HOL_POSITION_FORCES);
    size_t mark = hol_mark(s->work);
    double *Kq = hol_take(s->work, nnz), *Kv = hol_take(s->work, nnz);

    memset(K, 0, (size_t)nnz * sizeof *K);
    if (sys->has & HOL_FLAT) hol_hessian(sys, at->q, at->lambda, K);
    if (hol_has_tangent(sys)) {
        hol_tangent(sys, at->t, at->q, at->v, Kq, with_v ? Kv : NULL);
        hol_axpy(nnz, -1, Kq, K);
        if (with_v) hol_axpy(nnz, -at->of_velocity, Kv, K);
    }
    for (int k = 0; k < nnz; k++) K[k] *= at->scale;
    hol_add_mass(sys, 1, at->inertia, K);
    hol_release(s->work, mark);
}
