/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariants of the motion with their derivatives: see invariants.h. */
#include "methods/invariants.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "methods/memory.h"
#include "numerics/dense.h"

/* M v */
static void momentum_of(const hol_system *sys, hol_work *w, const double q[], const double v[],
                        double p[])
{
    size_t mark = hol_mark(w);
    double *M = hol_take(w, sys->M.nnz);
    sys->mass(sys, q, M);
    hol_multiply(&sys->M, M, v, p);
    hol_release(w, mark);
}

void hol_invariants_at(const hol_invariants *I, hol_work *w, const double q[], const double v[],
                       double f[])
{
    const hol_system *sys = I->sys;
    if (I->energy) f[0] = sys->kinetic(sys, q, v) + sys->potential(sys, q);
    if (!I->momenta) return;
    size_t mark = hol_mark(w);
    double *p = hol_take(w, sys->nv);
    momentum_of(sys, w, q, v, p);
    sys->momentum(sys, q, p, f + I->energy);
    hol_release(w, mark);
}

/* J = X(q) M(q) v, X affine in q: its differences are its derivatives.  Rows of dJ/dq and of
 * dJ/dv = X M. */
static void momenta_gradient(const hol_invariants *I, hol_work *w, const double q[],
                             const double v[], double dq[], double dv[])
{
    const hol_system *sys = I->sys;
    int n = sys->nv, m = I->momenta, K = hol_K(sys)->nnz;
    double *p = hol_take(w, n), *J = hol_take(w, m), *J1 = hol_take(w, m), *M = hol_take(w, K);
    double *Tvq = hol_take(w, K), *Tqq = hol_take(w, K), *q1 = hol_take(w, n), *e = hol_take(w, n);
    double *X = hol_take(w, m * n), *mass = hol_take(w, sys->M.nnz);
    sys->mass(sys, q, mass);
    hol_add_mass(sys, 1, mass, M);
    hol_multiply(&sys->M, mass, v, p);
    if (sys->kinetic_tangent) sys->kinetic_tangent(sys, q, v, Tqq, Tvq);
    sys->momentum(sys, q, p, J);
    memcpy(q1, q, (size_t)n * sizeof *q1);
    for (int k = 0; k < n; k++) {
        double unit = hol_unit(sys, k);
        q1[k] = q[k] + unit;
        sys->momentum(sys, q1, p, J1);
        q1[k] = q[k];
        for (int i = 0; i < m; i++) dq[i * n + k] = (J1[i] - J[i]) / unit;
        e[k] = 1;
        sys->momentum(sys, q, e, J1);
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
    const hol_system *sys = I->sys;
    int n = sys->nv;
    (void)t;
    sys->count->invariant_gradients++;
    size_t mark = hol_mark(w);
    if (I->energy) { /* dW = (dT/dq + grad U, M v) */
        double *dT = hol_take(w, n);
        sys->grad_potential(sys, q, dq);
        if (!(sys->has & HOL_CONST_MASS)) sys->grad_kinetic(sys, q, v, dT);
        hol_axpy(n, 1, dT, dq);
        momentum_of(sys, w, q, v, dv);
    }
    if (I->momenta) momenta_gradient(I, w, q, v, dq + I->energy * n, dv + I->energy * n);
    hol_release(w, mark);
}

/* H += factor A in the block at (row, col) */
static void add(const hol_pattern *P, double factor, const double A[], int row, int col,
                bool transposed, int size, double H[])
{
    for (int i = 0; i < P->rows; i++)
        for (int k = P->start[i]; k < P->start[i + 1]; k++) {
            int r = transposed ? P->col[k] : i, c = transposed ? i : P->col[k];
            H[(row + r) * size + col + c] += factor * A[k];
        }
}

/* Of the energy: [Tqq + Uqq, Tvq^T; Tvq, M].  The tangent has the forces without a potential too,
 * which Newton's matrix, mu times this, does not mind. */
void hol_invariants_hessian(const hol_invariants *I, hol_work *w, double t, const double q[],
                            const double v[], const double mu[], int size, double H[])
{
    const hol_system *sys = I->sys;
    int n = sys->nv, K = hol_K(sys)->nnz;
    if (!I->energy) return;
    sys->count->invariant_hessians++;
    size_t mark = hol_mark(w);
    double *Tqq = hol_take(w, K), *Tvq = hol_take(w, K), *Kq = hol_take(w, K);
    double *M = hol_take(w, sys->M.nnz);
    sys->mass(sys, q, M);
    add(&sys->M, mu[0], M, n, n, false, size, H);
    if (!(sys->has & HOL_CONST_MASS)) {
        sys->kinetic_tangent(sys, q, v, Tqq, Tvq);
        add(hol_K(sys), mu[0], Tqq, 0, 0, false, size, H);
        add(hol_K(sys), mu[0], Tvq, n, 0, false, size, H);
        add(hol_K(sys), mu[0], Tvq, 0, n, true, size, H);
    }
    if (!sys->uniform_forces) {
        sys->tangent(sys, t, q, v, Kq, NULL, w);
        add(hol_K(sys), -mu[0], Kq, 0, 0, false, size, H);
    }
    hol_release(w, mark);
}

/* ---------------------------------------------------------------- set-up */

/* The heaviest coordinate, of M_ii as a mass, at the speed of the system has M_ii speed^2 / 2, and
 * its momentum at an arm of its length; the momenta of the start where it has some. */
static void set_scales(hol_invariants *I)
{
    const hol_system *sys = I->sys;
    hol_work *w = hol_work_new();
    double *q = hol_take(w, sys->nq), *v = hol_take(w, sys->nv), *M = hol_take(w, sys->M.nnz);
    double *f = hol_take(w, I->count), mass = 0;
    hol_pose *start = hol_zeroed((size_t)sys->nb, sizeof *start);
    for (int b = 0; sys->model && b < sys->nb; b++) start[b] = hol_body_at(sys->model, b)->at;
    sys->place(sys, sys->model ? start : NULL, q, v);
    sys->mass(sys, q, M);
    for (int i = 0; i < sys->nv; i++)
        for (int k = sys->M.start[i]; k < sys->M.start[i + 1]; k++)
            if (sys->M.col[k] == i) mass = fmax(mass, M[k] * pow(hol_unit(sys, i) / sys->unit, 2));
    hol_invariants_at(I, w, q, v, f);
    double speed = sys->speed * sys->unit, momentum = mass * speed * sys->length,
           J = hol_norm_max(I->momenta, f + I->energy);
    if (J > 1e-9 * momentum) momentum = J;
    if (I->energy) I->scale[0] = 0.5 * mass * speed * speed;
    for (int i = I->energy; i < I->count; i++) I->scale[i] = momentum;
    free(start);
    hol_work_free(w);
}

hol_invariants *hol_invariants_new(const hol_system *sys, unsigned keep)
{
    hol_invariants *I = hol_zeroed(1, sizeof *I);
    I->sys = sys;
    I->energy = keep & HOL_KEEP_ENERGY;
    I->momenta = keep & HOL_KEEP_MOMENTA ? sys->ns : 0;
    I->count = I->energy + I->momenta;
    I->scale = hol_zeroed((size_t)I->count, sizeof *I->scale);
    set_scales(I);
    return I;
}

void hol_invariants_free(hol_invariants *I)
{
    if (!I) return;
    free(I->scale);
    free(I);
}
