/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eigenvalues of a linearised motion.  The directions eta that the symmetries give the state span a
 * space that the state matrix L keeps:
 *
 *     Q^T L Q = (L11 L12; 0 L22),     the first columns of Q of those directions
 *
 * L11 is how the motion acts on its symmetries, as a commutator of motions of space: of eigenvalues
 * it has 0, and where the motion turns by omega +-i omega, no others.  Their partners, drifts along
 * a family of steady motions, are zeros of L22 that have lost the Jordan block in which round-off
 * grows to its square root. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/dense.h"
#include "mechanics/linear.h"
#include "numerics/lapack.h"
#include "numerics/svd.h"

static const double noise = 1e-7; /* of an eigenvalue, of the largest: of double ones the root */
static const double dependent = 1e-9; /* directions of symmetries, of the largest, and of a unit */

/* The directions, rows of n + m: u = N^T M eta(q), w = N^T M (Xi v - X eta(q)). */
static double *directions(hol_linear_state *x)
{
    hol_symmetries *Y = x->symmetries;
    int n = x->n, m = x->m, nv = x->sys->nv;
    double *E = hol_linear_numbers(x, Y->dim * (n + m));
    for (int k = 0; k < Y->dim; k++) {
        const double *c = Y->B + k * Y->count;
        double *row = E + k * (n + m);
        hol_symmetry_apply(Y, c, true, x->q, x->dq);
        hol_symmetry_apply(Y, c, false, x->v, x->dv);
        hol_symmetry_apply(Y, x->c, false, x->dq, x->part);
        hol_axpy(nv, -1, x->part, x->dv);
        for (int i = 0; i < n; i++) row[i] = hol_dot(nv, x->MN + i * nv, x->dq);
        for (int i = 0; i < m; i++) row[n + i] = hol_dot(nv, x->MN + i * nv, x->dv);
    }
    return E;
}

/* The block of Q^T L Q from `first` on, `size` rows; Q row by row. */
static double *block(const hol_linear_state *x, const hol_linear *L, const double Q[], int first,
                     int size)
{
    int all = L->n + L->m;
    double *B = hol_linear_numbers(x, size * size), *LQ = hol_linear_numbers(x, all);
    for (int j = 0; j < size; j++) {
        const double *q = Q + (first + j) * all;
        for (int i = 0; i < all; i++) LQ[i] = hol_dot(all, L->state + i * all, q);
        for (int i = 0; i < size; i++) B[i * size + j] = hol_dot(all, Q + (first + i) * all, LQ);
    }
    return B;
}

static bool eigenvalues(const hol_linear_state *x, int size, double B[], hol_eigenvalue out[])
{
    double *re = hol_linear_numbers(x, size), *im = hol_linear_numbers(x, size);
    if (!size) return true;
    int info =
        LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', 'N', size, B, size, re, im, NULL, size, NULL, size);
    for (int i = 0; i < size; i++) out[i] = (hol_eigenvalue){.re = re[i], .im = im[i]};
    return !hol_lapack(info);
}

/* Those of L11, without the root of round-off that Jordan blocks of translations leave. */
static void on_the_group(const hol_linear *L)
{
    double omega = hol_norm(3, L->angular);
    for (int i = 0; i < L->along; i++) {
        hol_eigenvalue *e = &L->eigenvalue[i];
        bool turns = hypot(e->re, e->im) > 0.5 * omega;
        *e = (hol_eigenvalue){.im = turns && omega > 0 ? copysign(omega, e->im) : 0};
    }
}

/* By rising magnitude, a pair together. */
static int by_size(const void *a, const void *b)
{
    const hol_eigenvalue *x = a, *y = b;
    double left = hypot(x->re, x->im), right = hypot(y->re, y->im);
    if (left != right) return left < right ? -1 : 1;
    if (x->re != y->re) return x->re < y->re ? -1 : 1;
    return (x->im < y->im) - (x->im > y->im);
}

static void judge(hol_linear *L)
{
    int all = L->n + L->m, grow = 0, decay = 0;
    double most = 0;
    for (int i = 0; i < all; i++)
        most = fmax(most, hypot(L->eigenvalue[i].re, L->eigenvalue[i].im));
    L->noise = noise * most;
    for (int i = 0; i < all; i++) {
        hol_eigenvalue *e = &L->eigenvalue[i];
        e->symmetry = i < L->along;
        e->zero = hypot(e->re, e->im) <= L->noise;
        e->grows = e->re > L->noise;
        grow += e->grows;
        decay += !e->symmetry && e->re < -L->noise;
    }
    L->stability = grow                      ? HOL_STABILITY_UNSTABLE
                   : decay == all - L->along ? HOL_STABILITY_ASYMPTOTIC
                                             : HOL_STABILITY_SPECTRAL;
}

bool hol_linear_modes(hol_linear_state *x, hol_linear *L)
{
    int all = L->n + L->m, rest;
    hol_svd s;
    double *E = directions(x), moved = sqrt(x->metric.mass) * x->sys->unit;
    bool found =
        hol_svd_make(&s, x->memory, x->symmetries->dim, all, E, dependent, dependent * moved);
    L->along = s.rank, rest = all - s.rank;
    found = found && eigenvalues(x, s.rank, block(x, L, s.VT, 0, s.rank), L->eigenvalue) &&
            eigenvalues(x, rest, block(x, L, s.VT, s.rank, rest), L->eigenvalue + s.rank);
    if (!found)
        return hol_wrong(x->why, "the eigenvalues were not found: the matrices are not finite");
    on_the_group(L);
    qsort(L->eigenvalue, (size_t)L->along, sizeof *L->eigenvalue, by_size);
    qsort(L->eigenvalue + L->along, (size_t)rest, sizeof *L->eigenvalue, by_size);
    judge(L);
    return true;
}
