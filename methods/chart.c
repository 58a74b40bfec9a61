/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tangent-space charts of the constraint manifold: E. J. Haug, P. Pavesic, "Mechanical System
 * Kinematics and Dynamics on Differentiable Manifolds", 2023 (paper 002), eqs (8)-(16), (24), (28).
 * The constraints are free of time: Phi is evaluated at t = 0.
 *
 * Deviations: (15) and (16) also stop when they stagnate at round-off.  Beside cond(G U), which for
 * a single constraint is 1 wherever the chart goes, the growth of |B| = |(G U)^-1| warns of a
 * chart's end. */
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "methods/chart.h"
#include "methods/explicit.h"
#include "numerics/dense.h"
#include "numerics/newton.h"

hol_chart_rule hol_chart_rule_of(const double opt[])
{
    return (hol_chart_rule){
        .utol = opt[HOL_CHART_UTOL],
        .Btol = opt[HOL_CHART_BTOL],
        .vmax = opt[HOL_CHART_VMAX],
        .growth = opt[HOL_CHART_GROWTH],
        .condition = opt[HOL_CHART_CONDITION],
        .renew = (int)opt[HOL_CHART_FAILURE] == 0,
    };
}

size_t hol_chart_size(const hol_system *sys)
{
    size_t n = (size_t)sys->nq, m = (size_t)sys->nc;
    return n + n * m + n * (n - m) + 1 + m + m * m;
}

hol_chart hol_chart_view(hol_stepper *s, hol_chart_rule rule, double memory[])
{
    int n = s->sys->nq, m = s->sys->nc, d = n - m;
    hol_chart c = {.s = s, .rule = rule, .n = n, .m = m, .d = d};
    c.q0 = memory;
    c.U = c.q0 + n;
    c.V = c.U + n * m;
    c.B0 = c.V + n * d;
    c.u = c.B0 + 1;
    c.B = c.u + m;
    return c;
}

void hol_multiply_columns(const hol_pattern *P, const double A[], int columns, const double X[],
                          double Y[])
{
    memset(Y, 0, sizeof(double) * (size_t)(P->rows * columns));
    for (int i = 0; i < P->rows; i++)
        for (int k = P->start[i]; k < P->start[i + 1]; k++)
            hol_axpy(columns, A[k], X + P->col[k] * columns, Y + i * columns);
}

void hol_multiply_dense_transposed(int rows, int cols, const double A[], const double x[],
                                   double y[])
{
    memset(y, 0, sizeof(double) * (size_t)cols);
    for (int i = 0; i < rows; i++) hol_axpy(cols, x[i], A + i * cols, y);
}

/* Y = A X, A rows x inner, X inner x cols; four rows of X at a time, for Y stays in registers. */
static void multiply(int rows, int inner, int cols, const double A[], const double X[], double Y[])
{
    memset(Y, 0, sizeof(double) * (size_t)(rows * cols));
    for (int i = 0; i < rows; i++) {
        const double *a = A + i * inner;
        double *y = Y + i * cols;
        int k = 0;
        for (; k + 4 <= inner; k += 4) {
            const double *x0 = X + k * cols, *x1 = x0 + cols, *x2 = x1 + cols, *x3 = x2 + cols;
            for (int j = 0; j < cols; j++)
                y[j] += (a[k] * x0[j] + a[k + 1] * x1[j]) + (a[k + 2] * x2[j] + a[k + 3] * x3[j]);
        }
        for (; k < inner; k++) hol_axpy(cols, a[k], X + k * cols, y);
    }
}

/* Frobenius norm of m x m. */
static double norm(int m, const double A[])
{
    double even = 0, odd = 0;
    int n = m * m;
    for (int i = 0; i + 1 < n; i += 2) {
        even += A[i] * A[i];
        odd += A[i + 1] * A[i + 1];
    }
    if (n % 2) even += A[n - 1] * A[n - 1];
    return sqrt(even + odd);
}

/* R = 1 - G U B, and its norm. */
static double inverse_defect(int m, const double GU[], const double B[], double R[])
{
    multiply(m, m, m, GU, B, R);
    for (int i = 0; i < m * m; i++) R[i] = -R[i];
    for (int i = 0; i < m; i++) R[i * (m + 1)] += 1;
    return norm(m, R);
}

/* Eq (16): B <- 2 B - B (G U) B = B + B R until R is small; at best it reaches round-off,
 * cond(G U) eps.  An update squares R: where the square of its norm is small R is not made anew. */
static hol_status invert(hol_chart *c, const double GU[])
{
    int m = c->m;
    double *R = hol_take(c->s->work, m * m), *BR = hol_take(c->s->work, m * m);
    double tolerance = fmax(c->rule.Btol, m * DBL_EPSILON * norm(m, GU) * norm(m, c->B));
    hol_newton newton = hol_newton_start(tolerance);
    hol_verdict verdict;

    double left = inverse_defect(m, GU, c->B, R);
    verdict = c->rule.before ? hol_newton_judge(&newton, left) : HOL_ITERATE;
    while (verdict == HOL_ITERATE) {
        multiply(m, m, m, c->B, R, BR);
        hol_axpy(m * m, 1.0, BR, c->B);
        left *= left;
        if (!(left <= tolerance)) left = inverse_defect(m, GU, c->B, R);
        verdict = hol_newton_judge(&newton, left);
    }
    return hol_newton_end(c->s, &newton, verdict, "1 - G U B, paper 002 (16)");
}

static const char condition_name[] = "condition number of G U, paper 002 (14)";

static hol_status ends(const hol_chart *c, hol_status status, double measured, const char *of)
{
    c->s->residual = measured;
    c->s->residual_of = of;
    return status;
}

/* G by rows, m x n, which is U by columns, into U; V and B = (U^T U)^-1 = W2 S^-2 W2^T by the
 * singular values of U = W1 S W2^T: the columns of W1 past the m-th span the null space of U^T. */
static hol_status decompose(hol_chart *c, double G[])
{
    int n = c->n, m = c->m, d = c->d, size = 5 * m + n;
    hol_work *w = c->s->work;
    double *W1 = hol_take(w, n * n), *W2 = hol_take(w, m * m), *S = hol_take(w, m);
    double *scratch = hol_take(w, size);

    for (int i = 0; i < n; i++) {
        for (int k = 0; k < m; k++) c->U[i * m + k] = G[k * n + i];
        W1[i * n + i] = 1.0;
    }
    if (m > 0 &&
        LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'A', 'A', n, m, G, n, S, W1, n, W2, m, scratch, size))
        return HOL_SINGULAR;
    if (m > 0 && !(S[m - 1] > n * DBL_EPSILON * S[0])) /* cond(G U) = (S_1 / S_m)^2 */
        return ends(c, HOL_SINGULAR, S[0] / S[m - 1] * (S[0] / S[m - 1]), condition_name);

    for (int i = 0; i < n; i++)
        for (int k = 0; k < d; k++) c->V[i * d + k] = W1[(m + k) * n + i];
    for (int i = 0; i < m * m; i++) {
        const double *left = W2 + i / m * m, *right = W2 + i % m * m;
        c->B[i] = 0.0;
        for (int k = 0; k < m; k++) c->B[i] += left[k] / S[k] * (right[k] / S[k]);
    }
    return HOL_OK;
}

/* Eq (8): U = G^T and V at q, which becomes q0; u = 0 and B = (U^T U)^-1. */
static hol_status centre(hol_chart *c, const double q[])
{
    const hol_system *sys = c->s->sys;
    hol_work *w = c->s->work;
    double *G = hol_take(w, sys->G.nnz);
    double *dense = hol_take(w, c->m * c->n), *GU = hol_take(w, c->m * c->m);
    hol_status status;

    sys->constraints(sys, 0.0, q, NULL, G);
    for (int i = 0; i < c->m; i++)
        for (int k = sys->G.start[i]; k < sys->G.start[i + 1]; k++)
            dense[i * c->n + sys->G.col[k]] = G[k];
    if ((status = decompose(c, dense))) return status;

    memcpy(c->q0, q, sizeof(double) * (size_t)c->n);
    memset(c->u, 0, sizeof(double) * (size_t)c->m);
    hol_multiply_columns(&sys->G, G, c->m, c->U, GU);
    status = invert(c, GU);
    *c->B0 = norm(c->m, c->B);
    double condition = norm(c->m, GU) * *c->B0;
    if (status || condition <= c->rule.condition) return status;
    return ends(c, HOL_SINGULAR, condition, condition_name);
}

hol_status hol_chart_open(hol_chart *c, const double q[])
{
    size_t mark = hol_mark(c->s->work);
    hol_status status = centre(c, q);
    hol_release(c->s->work, mark);
    return status;
}

/* q = x - U u. */
static void place(const hol_chart *c, const double x[], double q[])
{
    for (int i = 0; i < c->n; i++) q[i] = x[i] - hol_dot(c->m, c->U + i * c->m, c->u);
}

/* The largest |Phi(q)| there, over the length of the system. */
static double residual(const hol_chart *c, const double x[], double q[], double phi[])
{
    const hol_system *sys = c->s->sys;
    place(c, x, q);
    sys->constraints(sys, 0.0, q, phi, NULL);
    return hol_norm_max(c->m, phi) / sys->length;
}

hol_status hol_chart_point(hol_chart *c, const double v[], double q[])
{
    hol_work *w = c->s->work;
    size_t mark = hol_mark(w);
    double *phi = hol_take(w, c->m), *x = hol_take(w, c->n);
    hol_newton newton = hol_newton_start(c->rule.utol);
    hol_verdict verdict;

    for (int i = 0; i < c->n; i++) x[i] = c->q0[i] + hol_dot(c->d, c->V + i * c->d, v);
    double left = residual(c, x, q, phi);
    do { /* (15): u <- u + B Phi(q0 + V v - U u), B held */
        for (int i = 0; i < c->m; i++) c->u[i] += hol_dot(c->m, c->B + i * c->m, phi);
        double driven = left;
        if (c->rule.before && driven <= c->rule.utol)
            place(c, x, q);
        else
            left = residual(c, x, q, phi);
        verdict = hol_newton_judge(&newton, c->rule.before ? driven : left);
    } while (verdict == HOL_ITERATE);

    hol_release(w, mark);
    return hol_newton_end(c->s, &newton, verdict, "Phi(q0 + V v - U u), paper 002 (15)");
}

/* The chart ends where G U nears a singular matrix and the plane q0 + V v leaves the manifold. */
static hol_status bounds(const hol_chart *c, const double GU[])
{
    double inverse = norm(c->m, c->B);
    double condition = norm(c->m, GU) * inverse;
    if (inverse > c->rule.growth * *c->B0)
        return ends(c, HOL_REJECT, inverse / *c->B0, "growth of |B| in the chart, paper 002 (14)");
    if (condition > c->rule.condition) return ends(c, HOL_REJECT, condition, condition_name);
    return HOL_OK;
}

hol_status hol_chart_tangent(hol_chart *c, const double q[], double D[])
{
    const hol_system *sys = c->s->sys;
    hol_work *w = c->s->work;
    size_t mark = hol_mark(w);
    double *G = hol_take(w, sys->G.nnz), *GU = hol_take(w, c->m * c->m);
    double *GV = hol_take(w, c->m * c->d), *BGV = hol_take(w, c->m * c->d);

    sys->constraints(sys, 0.0, q, NULL, G);
    hol_multiply_columns(&sys->G, G, c->m, c->U, GU);
    hol_multiply_columns(&sys->G, G, c->d, c->V, GV);
    hol_status status = invert(c, GU);

    multiply(c->m, c->m, c->d, c->B, GV, BGV); /* (24): D = V - U B G V */
    multiply(c->n, c->m, c->d, c->U, BGV, D);
    for (int i = 0; i < c->n * c->d; i++) D[i] = c->V[i] - D[i];
    if (!status) status = bounds(c, GU);
    hol_release(w, mark);
    return status;
}

static size_t place_size(const hol_chart *c)
{
    return sizeof(double) * (size_t)(c->m + c->m * c->m);
}

void hol_chart_keep(const hol_chart *c, double place[])
{
    memcpy(place, c->u, place_size(c));
}

void hol_chart_go_back(hol_chart *c, const double place[])
{
    memcpy(c->u, place, place_size(c));
}

void hol_chart_normal(const hol_chart *c, const double x[], double y[])
{
    size_t mark = hol_mark(c->s->work);
    double *Bx = hol_take(c->s->work, c->m);
    for (int i = 0; i < c->m; i++) Bx[i] = hol_dot(c->m, c->B + i * c->m, x);
    for (int i = 0; i < c->n; i++) y[i] = hol_dot(c->m, c->U + i * c->m, Bx);
    hol_release(c->s->work, mark);
}

void hol_chart_multipliers(const hol_chart *c, const double r[], double lambda[])
{
    size_t mark = hol_mark(c->s->work);
    double *Ur = hol_take(c->s->work, c->m);
    hol_multiply_dense_transposed(c->n, c->m, c->U, r, Ur);
    hol_multiply_dense_transposed(c->m, c->m, c->B, Ur, lambda);
    hol_release(c->s->work, mark);
}

void hol_chart_velocity(const hol_chart *c, const double qdot[], double vdot[])
{
    hol_multiply_dense_transposed(c->n, c->d, c->V, qdot, vdot);
}

void hol_chart_coordinates(const hol_chart *c, const double q[], double v[])
{
    memset(v, 0, sizeof(double) * (size_t)c->d);
    for (int i = 0; i < c->n; i++) hol_axpy(c->d, q[i] - c->q0[i], c->V + i * c->d, v);
}

/* ---------------------------------------------------------------- steps */

enum { PARTS = 60 }; /* trials of following a step that failed */

/* Why a step of size h from a fresh chart failed: parts of it, each from a chart of its own, run up
 * to a singular configuration, or pass. */
static hol_status follow(hol_chart *c, double h, const hol_chart_node *node, hol_status failure)
{
    double residual = c->s->residual, part = 0.5 * h, rest = h;
    const char *residual_of = c->s->residual_of;
    for (int k = 0; k < PARTS && fabs(rest) > 0.5 * fabs(part); k++) {
        size_t mark = hol_mark(c->s->work);
        if (node->renew(node->self) == HOL_SINGULAR) return HOL_SINGULAR;
        if (node->within(node->self, part))
            part *= 0.5;
        else
            rest -= part;
        hol_release(c->s->work, mark);
    }
    return ends(c, failure, residual, residual_of);
}

hol_status hol_chart_step(hol_chart *c, double h, const hol_chart_node *node)
{
    hol_work *w = c->s->work;
    size_t mark = hol_mark(w);
    hol_status status;

    if (hol_norm(c->d, node->v) > c->rule.vmax && (status = node->renew(node->self))) return status;
    bool fresh = hol_norm(c->d, node->v) == 0;
    status = node->within(node->self, h);
    if (status && !fresh && c->rule.renew) {
        hol_release(w, mark);
        if ((status = node->renew(node->self))) return status;
        fresh = true;
        status = node->within(node->self, h);
    }
    if (status != HOL_REJECT && status != HOL_DIVERGED) return status;
    if (hol_controlled(c->s)) return HOL_REJECT; /* a chart serves a small enough step */
    hol_release(w, mark);
    return fresh ? follow(c, h, node, status) : status;
}
