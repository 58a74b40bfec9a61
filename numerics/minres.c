/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The minimal residual method: Paige and Saunders, SIAM J. Numer. Anal. 12 (1975) 617; Lanczos
 * vectors, and Givens rotations of the tridiagonal matrix they give. */
#include "numerics/minres.h"

#include <math.h>
#include <string.h>

#include "holonomy/dense.h"

int hol_minres(int n, const double A[], double tolerance, double x[], hol_work *w)
{
    size_t mark = hol_mark(w);
    double *v0 = hol_take(w, n), *v = hol_take(w, n), *v1 = hol_take(w, n);
    double *d0 = hol_take(w, n), *d1 = hol_take(w, n); /* directions of x */
    double norm = hol_norm(n, x), beta = norm, eta = norm, c0 = 1, c = 1, s0 = 0, s = 0;
    int k = 0;
    if (norm > 0) hol_axpy(n, 1 / norm, x, v);
    memset(x, 0, (size_t)n * sizeof *x);
    while (norm > 0 && fabs(eta) > tolerance * norm && k < 4 * n) {
        for (int i = 0; i < n; i++) v1[i] = hol_dot(n, A + i * n, v);
        double alpha = hol_dot(n, v, v1), last = k ? beta : 0;
        hol_axpy(n, -alpha, v, v1);
        hol_axpy(n, -last, v0, v1);
        beta = hol_norm(n, v1);
        /* the new column of the tridiagonal matrix, turned by the two rotations before */
        double delta = c * alpha - c0 * s * last, r2 = s * alpha + c0 * c * last, r3 = s0 * last;
        double r1 = hypot(delta, beta);
        k++;
        if (!(r1 > 0)) break;
        c0 = c, s0 = s;
        c = delta / r1, s = beta / r1;
        for (int i = 0; i < n; i++) {
            double next = (v[i] - r3 * d0[i] - r2 * d1[i]) / r1;
            d0[i] = d1[i];
            d1[i] = next;
            x[i] += c * eta * next;
            v0[i] = v[i];
            v[i] = beta > 0 ? v1[i] / beta : 0;
        }
        eta *= -s;
    }
    hol_release(w, mark);
    return k;
}
