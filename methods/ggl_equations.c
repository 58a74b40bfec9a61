/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stabilised index-2 equations and their Jacobian: see ggl_equations.h.
 *
 * The Jacobian is exact but for the second derivatives of the mass in the forces of inertia and for
 * d(Phi_t)/dq: they have no factor 1/h, and Newton's iteration does without.  Those of the
 * nonholonomic rows are central differences. */
#include "methods/ggl_equations.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "methods/dense_block.h"

hol_ggl_parts hol_ggl_split(hol_eval *sys, double y[])
{
    double *v = y + sys->nv, *lambda = v + sys->nv;
    return (hol_ggl_parts){y, v, lambda, lambda + sys->nc, lambda + sys->nc + sys->na};
}

int hol_ggl_unknowns(hol_eval *sys)
{
    return 2 * sys->nv + 2 * sys->nc + sys->na;
}

/* ---------------------------------------------------------------- the residual */

static void rows_residual(const hol_stepper *s, double t, const hol_ggl_parts *y, const double G[],
                          hol_ggl_parts *r)
{
    hol_eval *sys = s->sys;
    hol_multiply(&sys->G, G, y->v, r->lambda);
    if (!(sys->has & HOL_SCLERONOMIC)) {
        double *phi_t = hol_take(s->work, sys->nc), *phi_tt = hol_take(s->work, sys->nc);
        hol_drive(sys, t, y->q, y->v, phi_t, phi_tt);
        for (int i = 0; i < sys->nc; i++) r->lambda[i] += phi_t[i];
    }
    if (!sys->na) return;
    double *A = hol_take(s->work, sys->A.nnz), *w = hol_take(s->work, sys->na);
    hol_nonholonomic_rows(sys, t, y->q, A, w);
    hol_multiply(&sys->A, A, y->v, r->alpha);
    for (int i = 0; i < sys->na; i++) r->alpha[i] -= w[i];
    hol_multiply_transposed_add(&sys->A, A, 1, y->alpha, r->v);
}

void hol_ggl_residual(hol_stepper *s, double t, double at[], double rate[], double out[])
{
    hol_eval *sys = s->sys;
    hol_ggl_parts y = hol_ggl_split(sys, at), dy = hol_ggl_split(sys, rate),
                  r = hol_ggl_split(sys, out);
    size_t mark = hol_mark(s->work);
    double *M = hol_take(s->work, sys->M.nnz), *G = hol_take(s->work, sys->G.nnz);
    double *f = hol_take(s->work, sys->nv);
    hol_mass(sys, y.q, M);
    if (sys->nc) hol_constraints(sys, t, y.q, r.mu, G);
    hol_total_force(sys, t, y.q, y.v, f);
    hol_multiply(&sys->M, M, dy.v, r.v);
    memset(r.q, 0, (size_t)sys->nv * sizeof *r.q);
    hol_multiply_transposed_add(&sys->G, G, -1, y.mu, r.q);
    hol_scale_units(sys, 2, r.q);
    for (int i = 0; i < sys->nv; i++) {
        r.q[i] += dy.q[i] - y.v[i];
        r.v[i] -= f[i];
    }
    hol_multiply_transposed_add(&sys->G, G, 1, y.lambda, r.v);
    rows_residual(s, t, &y, G, &r);
    hol_release(s->work, mark);
}

/* ---------------------------------------------------------------- the Jacobian */

typedef struct { /* a matrix of rows `stride` apart */
    int stride;
    double *entry;
} matrix;

static double *at_place(const matrix *J, int row, int col)
{
    return &J->entry[row * J->stride + col];
}

/* The block at (n, n) -= d/dv of the forces of inertia, quadratic in v, so that the difference over
 * 2 is the derivative itself. */
static void add_inertia(hol_stepper *s, const matrix *J, const hol_ggl_parts *y)
{
    hol_eval *sys = s->sys;
    int n = sys->nv;
    double *v = hol_take(s->work, n), *plus = hol_take(s->work, n), *minus = hol_take(s->work, n);
    memcpy(v, y->v, (size_t)n * sizeof *v);
    for (int k = 0; k < n; k++) {
        v[k] = y->v[k] + 1;
        hol_gyroscopic(sys, y->q, v, plus);
        v[k] = y->v[k] - 1;
        hol_gyroscopic(sys, y->q, v, minus);
        v[k] = y->v[k];
        for (int i = 0; i < n; i++) *at_place(J, n + i, n + k) -= 0.5 * (plus[i] - minus[i]);
    }
}

/* The rows of M v' - f + G^T lambda, at v' = a. */
static void motion_rows(hol_stepper *s, const matrix *J, double t, const hol_ggl_parts *y,
                        const double a[])
{
    hol_eval *sys = s->sys;
    const hol_pattern *K = hol_K(sys);
    int n = sys->nv;
    double *Kq = hol_take(s->work, K->nnz), *Kv = hol_take(s->work, K->nnz);
    if (hol_has_tangent(sys)) {
        bool with_v = !(sys->has & HOL_POSITION_FORCES);
        hol_tangent(sys, t, y->q, y->v, Kq, with_v ? Kv : NULL);
        hol_add_block(J->stride, J->entry, n, 0, K, -1, Kq, false);
        if (with_v) hol_add_block(J->stride, J->entry, n, n, K, -1, Kv, false);
    }
    if (sys->has & HOL_CONST_MASS) return;
    double *Tqq = Kq, *Tvq = Kv;
    hol_kinetic_tangent(sys, y->q, y->v, Tqq, Tvq);
    hol_add_block(J->stride, J->entry, n, 0, K, -1, Tqq, false);
    hol_kinetic_tangent(sys, y->q, a, Tqq, Tvq);
    hol_add_block(J->stride, J->entry, n, 0, K, 1, Tvq, false);
    add_inertia(s, J, y);
}

/* The block at (row, 0) += d(G v)/dq, whose row i is the Hessian of Phi_i times v. */
static void add_bent_rows(hol_stepper *s, const matrix *J, int row, const hol_ggl_parts *y)
{
    hol_eval *sys = s->sys;
    const hol_pattern *K = hol_K(sys);
    size_t mark = hol_mark(s->work);
    for (int i = 0; i < sys->nc; i++) {
        double *one = hol_take(s->work, sys->nc), *H = hol_take(s->work, K->nnz);
        double *Hv = hol_take(s->work, sys->nv);
        one[i] = 1;
        hol_hessian(sys, y->q, one, H);
        hol_multiply(K, H, y->v, Hv);
        hol_axpy(sys->nv, 1, Hv, at_place(J, row + i, 0));
        hol_release(s->work, mark);
    }
}

/* Column k: d(A v - w)/dq_k and d(A^T alpha)/dq_k, of the rows at q_k + d and q_k - d; q is left
 * as it was. */
static void add_turned_rows(hol_stepper *s, const matrix *J, int k, double t,
                            const hol_ggl_parts *y)
{
    hol_eval *sys = s->sys;
    int n = sys->nv, na = sys->na;
    double d = cbrt(DBL_EPSILON) * hol_unit(sys, k), at = y->q[k];
    double *A = hol_take(s->work, sys->A.nnz), *before = hol_take(s->work, sys->A.nnz);
    double *w = hol_take(s->work, na), *rate = hol_take(s->work, na), *f = hol_take(s->work, n);
    y->q[k] = at - d;
    hol_nonholonomic_rows(sys, t, y->q, before, w);
    y->q[k] = at + d;
    hol_nonholonomic_rows(sys, t, y->q, A, rate);
    y->q[k] = at;
    hol_axpy(sys->A.nnz, -1, before, A);
    hol_axpy(na, -1, w, rate); /* 2 d dw/dq_k */
    hol_multiply(&sys->A, A, y->v, w);
    hol_multiply_transposed_add(&sys->A, A, 1, y->alpha, f);
    for (int i = 0; i < na; i++) *at_place(J, 2 * n + sys->nc + i, k) += (w[i] - rate[i]) / (2 * d);
    for (int i = 0; i < n; i++) *at_place(J, n + i, k) += f[i] / (2 * d);
}

/* The nonholonomic rows and their forces, in v' and their own rows. */
static void nonholonomic_blocks(hol_stepper *s, const matrix *J, double t, const hol_ggl_parts *y)
{
    hol_eval *sys = s->sys;
    int n = sys->nv, alpha = 2 * n + sys->nc;
    double *A = hol_take(s->work, sys->A.nnz);
    hol_nonholonomic_rows(sys, t, y->q, A, NULL);
    hol_add_block(J->stride, J->entry, n, alpha, &sys->A, 1, A, true);
    hol_add_block(J->stride, J->entry, alpha, n, &sys->A, 1, A, false);
    size_t mark = hol_mark(s->work);
    for (int k = 0; k < n; k++) {
        add_turned_rows(s, J, k, t, y);
        hol_release(s->work, mark);
    }
}

/* The constraints and their forces, in q', v' and their own rows. */
static void constraint_blocks(hol_stepper *s, const matrix *J, double t, const hol_ggl_parts *y)
{
    hol_eval *sys = s->sys;
    int n = sys->nv, lambda = 2 * n, mu = lambda + sys->nc + sys->na;
    double *G = hol_take(s->work, sys->G.nnz), *H = hol_take(s->work, hol_K(sys)->nnz);
    double *Hmu = hol_take(s->work, hol_K(sys)->nnz);
    hol_constraints(sys, t, y->q, NULL, G);
    hol_hessian(sys, y->q, y->lambda, H);
    hol_hessian(sys, y->q, y->mu, Hmu);
    hol_add_block(J->stride, J->entry, 0, mu, &sys->G, -1, G, true);
    hol_add_block(J->stride, J->entry, 0, 0, hol_K(sys), -1, Hmu, false);
    hol_add_block(J->stride, J->entry, n, lambda, &sys->G, 1, G, true);
    hol_add_block(J->stride, J->entry, n, 0, hol_K(sys), 1, H, false);
    hol_add_block(J->stride, J->entry, lambda, n, &sys->G, 1, G, false);
    add_bent_rows(s, J, lambda, y);
    hol_add_block(J->stride, J->entry, mu, 0, &sys->G, 1, G, false);
}

/* The rows of q' - v - U^2 G^T mu, where the derivatives of G^T mu stand. */
static void position_rows(hol_eval *sys, const matrix *J)
{
    for (int i = 0; i < sys->nv; i++) {
        double unit = hol_unit(sys, i);
        for (int k = 0; k < hol_ggl_unknowns(sys); k++) *at_place(J, i, k) *= unit * unit;
        *at_place(J, i, sys->nv + i) -= 1;
    }
}

void hol_ggl_slope(hol_stepper *s, double t, double at[], double rate[], double J[])
{
    hol_ggl_parts y = hol_ggl_split(s->sys, at), dy = hol_ggl_split(s->sys, rate);
    matrix whole = {hol_ggl_unknowns(s->sys), J};
    size_t mark = hol_mark(s->work);
    motion_rows(s, &whole, t, &y, dy.v);
    if (s->sys->nc) constraint_blocks(s, &whole, t, &y);
    if (s->sys->na) nonholonomic_blocks(s, &whole, t, &y);
    position_rows(s->sys, &whole);
    hol_release(s->work, mark);
}

void hol_ggl_add_rate_slope(hol_eval *sys, const double q[], double factor, double J[])
{
    int n = sys->nv;
    matrix whole = {hol_ggl_unknowns(sys), J};
    size_t mark = hol_mark(sys->work);
    double *M = hol_take(sys->work, sys->M.nnz);
    hol_mass(sys, q, M);
    hol_add_block(whole.stride, whole.entry, n, n, &sys->M, factor, M, false);
    for (int i = 0; i < n; i++) *at_place(&whole, i, i) += factor;
    hol_release(sys->work, mark);
}
