/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stabilised index-2 equations as IDA calls them: see ida_equations.h.
 *
 * The Jacobian is exact but for the second derivatives of the mass in the forces of inertia and for
 * d(A^T alpha)/dq and d(Phi_t)/dq: they have no factor 1/h, and Newton's iteration does without. */
#include "methods/ida_equations.h"

#include <string.h>
#include <sunmatrix/sunmatrix_dense.h>

hol_ida_parts hol_ida_split(hol_eval *sys, N_Vector y)
{
    double *q = N_VGetArrayPointer(y), *v = q + sys->nv, *lambda = v + sys->nv;
    return (hol_ida_parts){q, v, lambda, lambda + sys->nc, lambda + sys->nc + sys->na};
}

int hol_ida_unknowns(hol_eval *sys)
{
    return 2 * sys->nv + 2 * sys->nc + sys->na;
}

/* ---------------------------------------------------------------- the residual */

static void rows_residual(const hol_stepper *s, double t, const hol_ida_parts *y, const double G[],
                          hol_ida_parts *r)
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

int hol_ida_residual(double t, N_Vector at, N_Vector rate, N_Vector out, void *self)
{
    hol_stepper *s = self;
    hol_eval *sys = s->sys;
    hol_ida_parts y = hol_ida_split(sys, at), dy = hol_ida_split(sys, rate),
                  r = hol_ida_split(sys, out);
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
    return 0;
}

/* ---------------------------------------------------------------- the Jacobian */

/* The block of J at (row, col) += factor P, or its transpose. */
static void add(SUNMatrix J, int row, int col, const hol_pattern *P, double factor,
                const double P_value[], bool transposed)
{
    for (int i = 0; i < P->rows; i++)
        for (int k = P->start[i]; k < P->start[i + 1]; k++) {
            int down = transposed ? P->col[k] : i, across = transposed ? i : P->col[k];
            SM_ELEMENT_D(J, row + down, col + across) += factor * P_value[k];
        }
}

typedef void quadratic(hol_eval *, double t, const double q[], const double v[], double out[]);

static void curvature(hol_eval *sys, double t, const double q[], const double v[], double out[])
{
    (void)t;
    hol_curvature(sys, q, v, out);
}

static void inertia(hol_eval *sys, double t, const double q[], const double v[], double out[])
{
    (void)t;
    hol_gyroscopic(sys, q, v, out);
}

/* The block at (row, col) += factor db/dv; b quadratic in v, so that the difference over 2 is the
 * derivative itself. */
static void add_slope(hol_stepper *s, SUNMatrix J, int row, int col, double factor, quadratic *b,
                      int rows, double t, const hol_ida_parts *y)
{
    hol_eval *sys = s->sys;
    double *v = hol_take(s->work, sys->nv);
    double *plus = hol_take(s->work, rows), *minus = hol_take(s->work, rows);
    memcpy(v, y->v, (size_t)sys->nv * sizeof *v);
    for (int k = 0; k < sys->nv; k++) {
        v[k] = y->v[k] + 1;
        b(sys, t, y->q, v, plus);
        v[k] = y->v[k] - 1;
        b(sys, t, y->q, v, minus);
        v[k] = y->v[k];
        for (int i = 0; i < rows; i++)
            SM_ELEMENT_D(J, row + i, col + k) += factor / 2 * (plus[i] - minus[i]);
    }
}

/* The rows of M v' - f + G^T lambda; c: dv'/dv. */
static void motion_rows(hol_stepper *s, SUNMatrix J, double t, double c, const hol_ida_parts *y,
                        const double a[])
{
    hol_eval *sys = s->sys;
    const hol_pattern *K = hol_K(sys);
    int n = sys->nv;
    double *M = hol_take(s->work, sys->M.nnz);
    double *Kq = hol_take(s->work, K->nnz), *Kv = hol_take(s->work, K->nnz);
    hol_mass(sys, y->q, M);
    add(J, n, n, &sys->M, c, M, false);
    if (hol_has_tangent(sys)) {
        bool with_v = !(sys->has & HOL_POSITION_FORCES);
        hol_tangent(sys, t, y->q, y->v, Kq, with_v ? Kv : NULL);
        add(J, n, 0, K, -1, Kq, false);
        if (with_v) add(J, n, n, K, -1, Kv, false);
    }
    if (sys->has & HOL_CONST_MASS) return;
    double *Tqq = Kq, *Tvq = Kv;
    hol_kinetic_tangent(sys, y->q, y->v, Tqq, Tvq);
    add(J, n, 0, K, -1, Tqq, false);
    hol_kinetic_tangent(sys, y->q, a, Tqq, Tvq);
    add(J, n, 0, K, 1, Tvq, false);
    add_slope(s, J, n, n, -1, inertia, n, t, y);
}

/* The constraints and their forces, in q', v' and their own rows. */
static void constraint_blocks(hol_stepper *s, SUNMatrix J, double t, const hol_ida_parts *y)
{
    hol_eval *sys = s->sys;
    int n = sys->nv, lambda = 2 * n, alpha = lambda + sys->nc, mu = alpha + sys->na;
    if (sys->nc) {
        double *G = hol_take(s->work, sys->G.nnz), *H = hol_take(s->work, hol_K(sys)->nnz);
        double *Hmu = hol_take(s->work, hol_K(sys)->nnz);
        hol_constraints(sys, t, y->q, NULL, G);
        hol_hessian(sys, y->q, y->lambda, H);
        hol_hessian(sys, y->q, y->mu, Hmu);
        add(J, 0, mu, &sys->G, -1, G, true);
        add(J, 0, 0, hol_K(sys), -1, Hmu, false);
        add(J, n, lambda, &sys->G, 1, G, true);
        add(J, n, 0, hol_K(sys), 1, H, false);
        add(J, lambda, n, &sys->G, 1, G, false);
        add_slope(s, J, lambda, 0, 0.5, curvature, sys->nc, t, y);
        add(J, mu, 0, &sys->G, 1, G, false);
    }
    if (!sys->na) return;
    double *A = hol_take(s->work, sys->A.nnz);
    hol_nonholonomic_rows(sys, t, y->q, A, NULL);
    add(J, n, alpha, &sys->A, 1, A, true);
    add(J, alpha, n, &sys->A, 1, A, false);
    add_slope(s, J, alpha, 0, -0.5, hol_nonholonomic_rate, sys->na, t, y);
}

/* The rows of q' - v - U^2 G^T mu, where the derivatives of G^T mu stand. */
static void position_rows(hol_eval *sys, SUNMatrix J, double c)
{
    for (int i = 0; i < sys->nv; i++) {
        double unit = hol_unit(sys, i);
        for (int k = 0; k < hol_ida_unknowns(sys); k++) SM_ELEMENT_D(J, i, k) *= unit * unit;
        SM_ELEMENT_D(J, i, i) += c;
        SM_ELEMENT_D(J, i, sys->nv + i) -= 1;
    }
}

int hol_ida_jacobian(double t, double c, N_Vector at, N_Vector rate, N_Vector r, SUNMatrix J,
                     void *self, N_Vector x1, N_Vector x2, N_Vector x3)
{
    hol_stepper *s = self;
    hol_ida_parts y = hol_ida_split(s->sys, at), dy = hol_ida_split(s->sys, rate);
    size_t mark = hol_mark(s->work);
    (void)r, (void)x1, (void)x2, (void)x3;
    motion_rows(s, J, t, c, &y, dy.v);
    constraint_blocks(s, J, t, &y);
    position_rows(s->sys, J, c);
    hol_release(s->work, mark);
    return 0;
}
