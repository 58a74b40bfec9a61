/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptions of orientation by a vector q of n numbers, of length 1 on the inner row
 * (|q|^2 - 1)/2; its dual vector is q / |q|^2. */
#pragma once

#include <string.h>

#include "mechanics/batch.h"

/* n: 2, 3 or 4. */
HOL_INLINED double hol_unit_dot(int n, const double a[], const double b[])
{
    if (n == 2) return a[0] * b[0] + a[1] * b[1];
    if (n == 3) return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/* q of that length onto the inner row, and the tangential part of v there. */
HOL_INLINED void hol_unit_project(int n, double length, double q[], double v[])
{
    for (int k = 0; k < n; k++) q[k] /= length;
    double s = hol_unit_dot(n, q, v);
    for (int k = 0; k < n; k++) v[k] -= s * q[k];
}

/* The functions of the inner row for a description of that prefix. */
#define HOL_UNIT_VECTOR(prefix, n)                                                                 \
    static void prefix##inner_rows(const double q[], double phi[], double g[])                     \
    {                                                                                              \
        if (phi) phi[0] = 0.5 * (hol_unit_dot(n, q, q) - 1);                                       \
        if (g) memcpy(g, q, (n) * sizeof *g);                                                      \
    }                                                                                              \
    static void prefix##inner_curve(const double q[], const double v[], double out[])              \
    {                                                                                              \
        (void)q;                                                                                   \
        out[0] = hol_unit_dot(n, v, v);                                                            \
    }                                                                                              \
    static void prefix##inner_hessian(const double lambda[], double H[])                           \
    {                                                                                              \
        for (int k = 0; k < (n); k++) H[((n) + 1) * k] += lambda[0];                               \
    }                                                                                              \
    static void prefix##dual(const double q[], double c[])                                         \
    {                                                                                              \
        double n2 = hol_unit_dot(n, q, q);                                                         \
        for (int k = 0; k < (n); k++) c[k] = q[k] / n2;                                            \
    }                                                                                              \
    static void prefix##particular(const double c[], const double r[], double ap[])                \
    {                                                                                              \
        for (int k = 0; k < (n); k++) ap[k] = r[0] * c[k];                                         \
    }                                                                                              \
    static void prefix##inner_multipliers(const double c[], const double f[], double mu[])         \
    {                                                                                              \
        mu[0] = hol_unit_dot(n, c, f);                                                             \
    }
