/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tangent-space charts of the constraint manifold: E. J. Haug, P. Pavesic, "Mechanical System
 * Kinematics and Dynamics on Differentiable Manifolds", 2023 (paper 002), eqs (8)-(16), (24), (28).
 *
 * Deviation: beside cond(G U), which for a single constraint is 1 wherever the chart goes, the
 * growth of |B| = |(G U)^-1| warns of a chart's end. */
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "methods/chart.h"
#include "methods/chart_inverse.h"

static const char growth_name[] = "growth of |B| in the chart, paper 002 (14)";
static const char condition_name[] = "condition number of G U, paper 002 (14)";

const hol_option_end hol_chart_ends[] = {
    {"failure=end", HOL_REJECT, growth_name,
     "the motion leaves the chart within a step, and no new one is opened there"},
    {0},
};

hol_chart_rule hol_chart_rule_of(const hol_stepper *s, int first)
{
    return (hol_chart_rule){
        .utol = hol_real(s, first + HOL_CHART_UTOL),
        .Btol = hol_real(s, first + HOL_CHART_BTOL),
        .vmax = hol_real(s, first + HOL_CHART_VMAX),
        .growth = hol_real(s, first + HOL_CHART_GROWTH),
        .condition = hol_real(s, first + HOL_CHART_CONDITION),
        .renew = hol_choice(s, first + HOL_CHART_FAILURE) == 0,
    };
}

size_t hol_chart_size(hol_eval *sys)
{
    size_t n = (size_t)sys->nq, m = (size_t)sys->nc;
    return 2 * n + 3 * n * m + n * (n - m) + HOL_CHART_SIZES;
}

hol_chart hol_chart_view(hol_stepper *s, hol_chart_rule rule, double memory[])
{
    int n = s->sys->nq, m = s->sys->nc, d = n - m;
    hol_chart c = {.s = s, .rule = rule, .n = n, .m = m, .d = d};
    c.q0 = memory;
    c.U = c.q0 + n;
    c.V = c.U + n * m;
    c.UB0 = c.V + n * d;
    c.size = c.UB0 + n * m;
    c.Uu = c.size + HOL_CHART_SIZES;
    c.UB = c.Uu + n;
    return c;
}

void hol_multiply_columns(const hol_pattern *P, const double A[], int columns, const double X[],
                          double Y[])
{
    memset(Y, 0, sizeof(double) * (size_t)(P->rows * columns));
    for (int i = 0; i < P->rows; i++) {
        int k = P->start[i], end = P->start[i + 1];
        const int *col = P->col;
        for (; k + 4 <= end; k += 4)
            hol_axpy4(columns, A + k, X + col[k] * columns, X + col[k + 1] * columns,
                      X + col[k + 2] * columns, X + col[k + 3] * columns, Y + i * columns);
        for (; k < end; k++) hol_axpy(columns, A[k], X + col[k] * columns, Y + i * columns);
    }
}

void hol_multiply_dense_transposed(int rows, int cols, const double A[], const double x[],
                                   double y[])
{
    memset(y, 0, sizeof(double) * (size_t)cols);
    for (int i = 0; i < rows; i++) hol_axpy(cols, x[i], A + i * cols, y);
}

static hol_status ends(const hol_chart *c, hol_status status, double measured, const char *of)
{
    c->s->residual.value = measured;
    c->s->residual.of = of;
    return status;
}

/* The largest and the smallest singular value, the norms of G U = U^T U and its inverse. */
static void measure(hol_chart *c, const double S[])
{
    int m = c->m;
    double square = 0, inverse = 0;
    for (int k = 0; k < m; k++) {
        square += S[k] * S[k] * S[k] * S[k];
        inverse += 1 / (S[k] * S[k] * S[k] * S[k]);
    }
    c->size[HOL_CHART_GU0] = sqrt(square);
    c->size[HOL_CHART_B0] = sqrt(inverse);
    c->size[HOL_CHART_U] = m > 0 ? S[0] : 0;
    c->size[HOL_CHART_UB0] = m > 0 ? 1 / S[m - 1] : 0;
}

/* G by rows, m x n, which is U by columns, into U; V and U B = U (U^T U)^-1 = W1 S^-1 W2^T by the
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
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double *sum = &c->UB[i * m + j];
            *sum = 0;
            for (int k = 0; k < m; k++) *sum += W1[k * n + i] / S[k] * W2[j * m + k];
        }
    measure(c, S);
    return HOL_OK;
}

/* Eq (8): U = G^T and V at q, which becomes q0; u = 0 and B = (U^T U)^-1. */
static hol_status centre(hol_chart *c, const double q[])
{
    hol_eval *sys = c->s->sys;
    hol_work *w = c->s->work;
    double *G = hol_take(w, sys->G.nnz), *dense = hol_take(w, c->m * c->n);
    hol_status status;

    hol_constraints(sys, c->t, q, NULL, G);
    hol_scale_jacobian(sys, G);
    for (int i = 0; i < c->m; i++)
        for (int k = sys->G.start[i]; k < sys->G.start[i + 1]; k++)
            dense[i * c->n + sys->G.col[k]] = G[k];
    if ((status = decompose(c, dense))) return status;

    memcpy(c->q0, q, sizeof(double) * (size_t)c->n);
    hol_scale_units(sys, -1, c->q0);
    memset(c->Uu, 0, sizeof(double) * (size_t)c->n);
    memcpy(c->UB0, c->UB, sizeof(double) * (size_t)(c->n * c->m));
    double condition = c->size[HOL_CHART_GU0] * c->size[HOL_CHART_B0];
    if (condition <= c->rule.condition) return HOL_OK;
    return ends(c, HOL_SINGULAR, condition, condition_name);
}

hol_status hol_chart_open(hol_chart *c, const double q[])
{
    size_t mark = hol_mark(c->s->work);
    hol_status status = centre(c, q);
    hol_release(c->s->work, mark);
    return status;
}

hol_status hol_chart_point(hol_chart *c, const double v[], double q[])
{
    size_t mark = hol_mark(c->s->work);
    double *x = hol_take(c->s->work, c->n);

    for (int i = 0; i < c->n; i++) {
        x[i] = c->q0[i] + hol_dot(c->d, c->V + i * c->d, v);
        q[i] = x[i] - c->Uu[i];
    }
    hol_scale_units(c->s->sys, 1, q);
    hol_status status = hol_chart_onto(c, q);
    for (int i = 0; i < c->n; i++) c->Uu[i] = x[i] - q[i] / hol_unit(c->s->sys, i);
    hol_release(c->s->work, mark);
    return status;
}

/* The norms of G U and of B = UB0^T U B. */
static void norms(const hol_chart *c, const double G[], double *of_GU, double *of_B)
{
    int m = c->m;
    hol_work *w = c->s->work;
    double *GU = hol_take(w, m * m), *B = hol_take(w, m * m);
    hol_multiply_columns(&c->s->sys->G, G, m, c->U, GU);
    for (int i = 0; i < c->n; i++)
        for (int k = 0; k < m; k++) hol_axpy(m, c->UB0[i * m + k], c->UB + i * m, B + k * m);
    *of_GU = hol_norm_frobenius(m * m, GU);
    *of_B = hol_norm_frobenius(m * m, B);
}

/* The chart ends where G U nears a singular matrix and the plane q0 + V v leaves the manifold.
 * Mostly |G U| <= |G| |U| and |B| <= |UB0| |U B| tell that it does not. */
static hol_status bounds(const hol_chart *c, const double G[], double norm)
{
    const double *size = c->size, most = c->rule.growth * size[HOL_CHART_B0];
    double inverse = size[HOL_CHART_UB0] * hol_norm_frobenius(c->n * c->m, c->UB);
    double forward = size[HOL_CHART_U] * norm;
    if (inverse <= most && forward * inverse <= c->rule.condition) return HOL_OK;
    norms(c, G, &forward, &inverse);
    if (!(inverse <= most)) return ends(c, HOL_REJECT, inverse / size[HOL_CHART_B0], growth_name);
    if (!(forward * inverse <= c->rule.condition))
        return ends(c, HOL_REJECT, forward * inverse, condition_name);
    return HOL_OK;
}

static void scale(int n, double factor, double x[])
{
    if (factor == 1) return;
    for (int i = 0; i < n; i++) x[i] *= factor;
}

void hol_chart_jacobian(const hol_chart *c, const double q[], double G[])
{
    hol_constraints(c->s->sys, c->t, q, NULL, G);
    hol_scale_jacobian(c->s->sys, G);
}

hol_status hol_chart_renew(hol_chart *c, const double G[])
{
    size_t mark = hol_mark(c->s->work);
    double size = hol_norm_frobenius(c->s->sys->G.nnz, G);
    hol_status status = hol_chart_invert(c, G, size);
    if (!status) status = bounds(c, G, size);
    hol_release(c->s->work, mark);
    return status;
}

void hol_chart_basis(const hol_chart *c, const double G[], double D[])
{
    hol_eval *sys = c->s->sys;
    size_t mark = hol_mark(c->s->work);
    int n = c->n, m = c->m, d = c->d;
    double *GV = hol_take(c->s->work, m * d);
    double round_off = DBL_EPSILON * hol_norm_frobenius(sys->G.nnz, G);
    hol_multiply_columns(&sys->G, G, d, c->V, GV);
    memcpy(D, c->V, sizeof(double) * (size_t)(n * d)); /* (24): D = V - U B G V */
    for (int k = 0; k < m; k++) {
        if (hol_norm_max(d, GV + k * d) <= round_off) continue;
        for (int i = 0; i < n; i++) hol_axpy(d, -c->UB[i * m + k], GV + k * d, D + i * d);
    }
    for (int i = 0; i < n; i++) scale(d, hol_unit(sys, i), D + i * d);
    hol_release(c->s->work, mark);
}

hol_status hol_chart_tangent(hol_chart *c, const double q[], double D[])
{
    size_t mark = hol_mark(c->s->work);
    double *G = hol_take(c->s->work, c->s->sys->G.nnz);
    hol_chart_jacobian(c, q, G);
    hol_status status = hol_chart_renew(c, G);
    if (!status) hol_chart_basis(c, G, D);
    hol_release(c->s->work, mark);
    return status;
}

int hol_chart_place(const hol_chart *c)
{
    return c->n + c->n * c->m;
}

void hol_chart_keep(const hol_chart *c, double place[])
{
    memcpy(place, c->Uu, sizeof(double) * (size_t)hol_chart_place(c));
}

void hol_chart_go_back(hol_chart *c, const double place[])
{
    memcpy(c->Uu, place, sizeof(double) * (size_t)hol_chart_place(c));
}

/* Numbers in the units of the system: those of x over its units, or times them. */
static const double *in_units(const hol_chart *c, bool rows, int power, const double x[])
{
    hol_eval *sys = c->s->sys;
    if (sys->unit == 1) return x;
    int n = rows ? c->m : c->n;
    double *y = hol_take(c->s->work, n);
    memcpy(y, x, sizeof(double) * (size_t)n);
    if (rows)
        hol_scale_row_units(sys, 0, n, power, y);
    else
        hol_scale_units(sys, power, y);
    return y;
}

void hol_chart_normal(const hol_chart *c, const double x[], double y[])
{
    size_t mark = hol_mark(c->s->work);
    x = in_units(c, true, -1, x);
    for (int i = 0; i < c->n; i++) y[i] = hol_dot(c->m, c->UB + i * c->m, x);
    hol_scale_units(c->s->sys, 1, y);
    hol_release(c->s->work, mark);
}

void hol_chart_multipliers(const hol_chart *c, const double r[], double lambda[])
{
    size_t mark = hol_mark(c->s->work);
    r = in_units(c, false, 1, r);
    hol_multiply_dense_transposed(c->n, c->m, c->UB, r, lambda);
    hol_scale_row_units(c->s->sys, 0, c->m, -1, lambda);
    hol_release(c->s->work, mark);
}

void hol_chart_velocity(const hol_chart *c, const double qdot[], double vdot[])
{
    size_t mark = hol_mark(c->s->work);
    qdot = in_units(c, false, -1, qdot);
    hol_multiply_dense_transposed(c->n, c->d, c->V, qdot, vdot);
    hol_release(c->s->work, mark);
}

void hol_chart_along(const hol_chart *c, const double v[], double q[])
{
    for (int i = 0; i < c->n; i++) q[i] = hol_dot(c->d, c->V + i * c->d, v);
    hol_scale_units(c->s->sys, 1, q);
}

void hol_chart_coordinates(const hol_chart *c, const double q[], double v[])
{
    size_t mark = hol_mark(c->s->work);
    q = in_units(c, false, -1, q);
    memset(v, 0, sizeof(double) * (size_t)c->d);
    for (int i = 0; i < c->n; i++) hol_axpy(c->d, q[i] - c->q0[i], c->V + i * c->d, v);
    hol_release(c->s->work, mark);
}
