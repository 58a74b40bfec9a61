/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives of the multiplier-free equations of motion on a chart (paper 002, sections 5 and 6).
 * With R = D^T F, F = M q'' - f, at v'' = g fixed, and lambda = -B^T U^T F of the point:
 *
 *   dR = D^T (dF + (d^2 Phi . lambda) dq)   since  dD = -U B (dG along dq) D,
 *   dF = d(M q'')/dq dq + M dq'' - df,
 *   dq = D dv,   dq' = D dv' - U B Gamma(q') dq,   Gamma(x) y = (dG along y) x,
 *   dq'' = -U B (Gamma(q'') dq + d/dq (Gamma(q') q') dq + 2 Gamma(q') dq').
 *
 * Gamma comes by polarisation of the curvature, which is a quadratic form in q'; the forces of
 * inertia are one too.  Along q both are differentiated by symmetric differences: exact where they
 * are at most quadratic, which they are but for the angle of a planar body, to 1e-7 there. */
#include "holonomy/dense.h"
#include "methods/reduced.h"

typedef struct {
    hol_reduced *y;
    const hol_reduced_point *x;
    const double *qddot; /* n */
    double *Kq, *Kv,
        *M; /* Kq: d(M q'')/dq + Hessian of lambda.Phi - d(-grad U + F)/dq, pattern K */
    double *plus, *minus; /* n: q or q' displaced to both sides */
    double *one, *two;    /* the larger of n and m: values there */
} linearisation;

/* (f(x + e w) - f(x - e w)) / 2e of an evaluation at (q, v), along q or, with e = 1, along v. */
typedef void evaluation(hol_eval *, const double q[], const double v[], double out[]);
static void slope(const linearisation *L, evaluation *f, int rows, bool along_q, const double v[],
                  const double w[], double out[])
{
    hol_eval *sys = L->y->s->sys;
    const double *from = along_q ? L->x->q : v;
    const double e = along_q ? 1e-3 : 1;
    for (int i = 0; i < sys->nv; i++) {
        L->plus[i] = from[i] + e * w[i];
        L->minus[i] = from[i] - e * w[i];
    }
    f(sys, along_q ? L->plus : L->x->q, along_q ? v : L->plus, L->one);
    f(sys, along_q ? L->minus : L->x->q, along_q ? v : L->minus, L->two);
    for (int i = 0; i < rows; i++) out[i] = (L->one[i] - L->two[i]) / (2 * e);
}

/* out += factor Gamma(x) w */
static void add_bent(const linearisation *L, double factor, const double x[], const double w[],
                     double out[])
{
    int m = L->y->chart.m;
    size_t mark = hol_mark(L->y->s->work);
    double *twice = hol_take(L->y->s->work, m);
    slope(L, hol_curvature, m, false, x, w, twice);
    hol_axpy(m, factor / 2, twice, out);
    hol_release(L->y->s->work, mark);
}

/* D^T of what dq, dq' and the bent = -(U B)^-1 dq'' give to dF and dD, a column of dR. */
static void pull(const linearisation *L, const double dq[], const double dqdot[],
                 const double bent[], double column[])
{
    hol_reduced *y = L->y;
    hol_eval *sys = y->s->sys;
    hol_work *w = y->s->work;
    size_t mark = hol_mark(w);
    int n = y->chart.n;
    double *dF = hol_take(w, n), *part = hol_take(w, n), *ddq = hol_take(w, n);

    hol_chart_normal(&y->chart, bent, ddq);
    hol_multiply(&sys->M, L->M, ddq, part);
    hol_axpy(n, -1, part, dF);
    hol_multiply(hol_K(sys), L->Kv, dqdot, part);
    hol_axpy(n, -1, part, dF);
    slope(L, hol_gyroscopic, n, false, L->x->qdot, dqdot, part);
    hol_axpy(n, -1, part, dF);
    if (dq) {
        hol_multiply(hol_K(sys), L->Kq, dq, part);
        hol_axpy(n, 1, part, dF);
        slope(L, hol_gyroscopic, n, true, L->x->qdot, dq, part);
        hol_axpy(n, -1, part, dF);
    }
    hol_multiply_dense_transposed(n, y->chart.d, L->x->D, dF, column);
    hol_release(w, mark);
}

/* The columns of dR for dv and for dv' along the k-th axis. */
static void columns(const linearisation *L, int k, double of_v[], double of_vdot[])
{
    hol_reduced *y = L->y;
    hol_work *w = y->s->work;
    size_t mark = hol_mark(w);
    int n = y->chart.n, m = y->chart.m, d = y->chart.d;
    double *along = hol_take(w, n), *turn = hol_take(w, m), *dqdot = hol_take(w, n);
    double *bent = hol_take(w, m);

    for (int i = 0; i < n; i++) along[i] = L->x->D[i * d + k];
    add_bent(L, 1, L->x->qdot, along, turn);
    for (int i = 0; i < m; i++) bent[i] = 2 * turn[i];
    pull(L, NULL, along, bent, of_vdot);

    hol_chart_normal(&y->chart, turn, dqdot);
    for (int i = 0; i < n; i++) dqdot[i] = -dqdot[i];
    slope(L, hol_curvature, m, true, L->x->qdot, along, bent);
    add_bent(L, 1, L->qddot, along, bent);
    add_bent(L, 2, L->x->qdot, dqdot, bent);
    pull(L, along, dqdot, bent, of_v);
    hol_release(w, mark);
}

/* D^T M D. */
static void reduced_mass(const linearisation *L, double A[])
{
    hol_eval *sys = L->y->s->sys;
    int n = L->y->chart.n, d = L->y->chart.d;
    double *MD = hol_take(L->y->s->work, n * d);
    hol_multiply_columns(&sys->M, L->M, d, L->x->D, MD);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < d; k++) hol_axpy(d, L->x->D[i * d + k], MD + i * d, A + k * d);
}

hol_status hol_reduced_tangent(hol_reduced *y, double t, const double g[],
                               const hol_reduced_point *x, double g_v[], double g_vdot[])
{
    hol_eval *sys = y->s->sys;
    hol_work *w = y->s->work;
    size_t mark = hol_mark(w);
    int n = y->chart.n, m = y->chart.m, d = y->chart.d, nnz = hol_K(sys)->nnz;
    double *qddot = hol_take(w, n), *c = hol_take(w, m), *A = hol_take(w, d * d);
    double *column = hol_take(w, 2 * d), *mixed = hol_take(w, nnz), *unused = hol_take(w, nnz);
    linearisation L = {.y = y, .x = x, .qddot = qddot};
    L.Kq = hol_take(w, nnz);
    L.Kv = hol_take(w, nnz);
    L.M = hol_take(w, sys->M.nnz);
    L.plus = hol_take(w, n);
    L.minus = hol_take(w, n);
    L.one = hol_take(w, n);
    L.two = hol_take(w, n);

    hol_curvature(sys, x->q, x->qdot, c);
    hol_chart_normal(&y->chart, c, qddot);
    for (int i = 0; i < n; i++) qddot[i] = hol_dot(d, x->D + i * d, g) - qddot[i]; /* (29) */
    hol_mass(sys, x->q, L.M);
    hol_tangent(sys, t, x->q, x->qdot, L.Kq, L.Kv);
    hol_kinetic_tangent(sys, x->q, qddot, unused, mixed);
    for (int k = 0; k < nnz; k++) L.Kq[k] = mixed[k] - L.Kq[k];
    hol_hessian(sys, x->q, x->lambda, L.Kq);

    reduced_mass(&L, A);
    hol_status status = hol_cholesky_factor(d, A);
    for (int k = 0; k < d && !status; k++) { /* D^T M D dg = -dR */
        columns(&L, k, column, column + d);
        hol_cholesky_solve(d, A, column);
        hol_cholesky_solve(d, A, column + d);
        for (int i = 0; i < d; i++) {
            g_v[i * d + k] = -column[i];
            g_vdot[i * d + k] = -column[d + i];
        }
    }
    hol_release(w, mark);
    return status;
}
