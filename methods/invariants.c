/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariants of the motion with their derivatives: see invariants.h. */
#include "holonomy/invariants.h"

#include <stdlib.h>
#include <string.h>

#include "holonomy/dense.h"
#include "methods/dense_block.h"

/* M v */
static void momentum_of(hol_eval *sys, hol_work *w, const double q[], const double v[], double p[])
{
    size_t mark = hol_mark(w);
    double *M = hol_take(w, sys->M.nnz);
    hol_mass(sys, q, M);
    hol_multiply(&sys->M, M, v, p);
    hol_release(w, mark);
}

void hol_invariants_at(const hol_invariants *I, hol_work *w, const double q[], const double v[],
                       double f[])
{
    hol_eval *sys = I->sys;
    if (I->energy) f[0] = hol_kinetic(sys, q, v) + hol_potential(sys, q);
    if (!I->momenta) return;
    size_t mark = hol_mark(w);
    double *p = hol_take(w, sys->nv);
    momentum_of(sys, w, q, v, p);
    hol_momentum(sys, q, p, f + I->energy);
    hol_release(w, mark);
}

/* J = X(q) M(q) v, X affine in q: its differences are its derivatives.  Rows of dJ/dq and of
 * dJ/dv = X M. */
static void momenta_gradient(const hol_invariants *I, hol_work *w, const double q[],
                             const double v[], double dq[], double dv[])
{
    hol_eval *sys = I->sys;
    int n = sys->nv, m = I->momenta, K = hol_K(sys)->nnz;
    double *p = hol_take(w, n), *J = hol_take(w, m), *J1 = hol_take(w, m), *M = hol_take(w, K);
    double *Tvq = hol_take(w, K), *Tqq = hol_take(w, K), *q1 = hol_take(w, n), *e = hol_take(w, n);
    double *X = hol_take(w, m * n), *mass = hol_take(w, sys->M.nnz);
    hol_mass(sys, q, mass);
    hol_add_mass(sys, 1, mass, M);
    hol_multiply(&sys->M, mass, v, p);
    hol_kinetic_tangent(sys, q, v, Tqq, Tvq);
    hol_momentum(sys, q, p, J);
    memcpy(q1, q, (size_t)n * sizeof *q1);
    for (int k = 0; k < n; k++) {
        double unit = hol_unit(sys, k);
        q1[k] = q[k] + unit;
        hol_momentum(sys, q1, p, J1);
        q1[k] = q[k];
        for (int i = 0; i < m; i++) dq[i * n + k] = (J1[i] - J[i]) / unit;
        e[k] = 1;
        hol_momentum(sys, q, e, J1);
        e[k] = 0;
        for (int i = 0; i < m; i++) X[i * n + k] = J1[i];
    }
    for (int i = 0; i < m; i++) {
        memset(dv + i * n, 0, (size_t)n * sizeof *dv);
        hol_multiply_transposed_add(hol_K(sys), M, 1, X + i * n, dv + i * n);
        hol_multiply_transposed_add(hol_K(sys), Tvq, 1, X + i * n, dq + i * n);
    }
}

void hol_invariants_gradient(const hol_invariants *I, hol_work *w, double t, const double q[],
                             const double v[], double dq[], double dv[])
{
    hol_eval *sys = I->sys;
    int n = sys->nv;
    (void)t;
    sys->count->invariant_gradients++;
    size_t mark = hol_mark(w);
    if (I->energy) { /* dW = (dT/dq + grad U, M v) */
        double *dT = hol_take(w, n);
        hol_grad_potential(sys, q, dq);
        if (!(sys->has & HOL_CONST_MASS)) hol_grad_kinetic(sys, q, v, dT);
        hol_axpy(n, 1, dT, dq);
        momentum_of(sys, w, q, v, dv);
    }
    if (I->momenta) momenta_gradient(I, w, q, v, dq + I->energy * n, dv + I->energy * n);
    hol_release(w, mark);
}

/* Of the energy: [Tqq + Uqq, Tvq^T; Tvq, M].  The tangent has the forces without a potential too,
 * which Newton's matrix, mu times this, does not mind. */
void hol_invariants_hessian(const hol_invariants *I, hol_work *w, double t, const double q[],
                            const double v[], const double mu[], int size, double H[])
{
    hol_eval *sys = I->sys;
    int n = sys->nv, K = hol_K(sys)->nnz;
    if (!I->energy) return;
    sys->count->invariant_hessians++;
    size_t mark = hol_mark(w);
    double *Tqq = hol_take(w, K), *Tvq = hol_take(w, K), *Kq = hol_take(w, K);
    double *M = hol_take(w, sys->M.nnz);
    hol_mass(sys, q, M);
    hol_add_block(size, H, n, n, &sys->M, mu[0], M, false);
    if (!(sys->has & HOL_CONST_MASS)) {
        hol_kinetic_tangent(sys, q, v, Tqq, Tvq);
        hol_add_block(size, H, 0, 0, hol_K(sys), mu[0], Tqq, false);
        hol_add_block(size, H, n, 0, hol_K(sys), mu[0], Tvq, false);
        hol_add_block(size, H, 0, n, hol_K(sys), mu[0], Tvq, true);
    }
    if (hol_has_tangent(sys)) {
        hol_tangent(sys, t, q, v, Kq, NULL);
        hol_add_block(size, H, 0, 0, hol_K(sys), -mu[0], Kq, false);
    }
    hol_release(w, mark);
}

/* ---------------------------------------------------------------- set-up */

hol_invariants *hol_invariants_new(hol_memory *m, hol_eval *sys, unsigned keep)
{
    hol_invariants *I = hol_alloc(m, 1, sizeof *I);
    I->sys = sys;
    I->energy = keep & HOL_KEEP_ENERGY;
    I->momenta = keep & HOL_KEEP_MOMENTA ? sys->ns : 0;
    I->count = I->energy + I->momenta;
    I->scale = hol_alloc(m, (size_t)I->count, sizeof *I->scale);
    double energy, momentum;
    hol_invariant_scales(sys, &energy, &momentum);
    for (int i = 0; i < I->count; i++) I->scale[i] = i < I->energy ? energy : momentum;
    return I;
}
