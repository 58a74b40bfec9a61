/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/rotation.h: vectors and Euler parameters p, scalar first, in quadruple precision. */
#pragma once

#include "quad.h"

static inline void cross3(const quad a[3], const quad b[3], quad c[3])
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        c[i] = a[j] * b[k] - a[k] * b[j];
    }
}

/* r = p * q. */
static inline void quaternion_product(const quad p[4], const quad q[4], quad r[4])
{
    r[0] = p[0] * q[0] - dot3(p + 1, q + 1);
    for (int i = 1; i < 4; i++) {
        int j = i % 3 + 1, k = j % 3 + 1;
        r[i] = p[0] * q[i] + q[0] * p[i] + p[j] * q[k] - p[k] * q[j];
    }
}

/* p' = 1/2 p * (0, Om), Om in body axes. */
static inline void quaternion_rate(const quad p[4], const quad Om[3], quad dp[4])
{
    quad half[4] = {0, Om[0] / 2, Om[1] / 2, Om[2] / 2};
    quaternion_product(p, half, dp);
}

/* The same of power series: coefficient n + 1 of p from those up to n. */
static inline void attitude_coefficient(int n, quad p[4][ORDER + 1], quad Om[3][ORDER + 1])
{
    p[0][n + 1] = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        p[0][n + 1] -= cauchy(p[1 + i], Om[i], n) / (2 * (n + 1));
        p[1 + i][n + 1] =
            (cauchy(p[0], Om[i], n) + cauchy(p[1 + j], Om[k], n) - cauchy(p[1 + k], Om[j], n)) /
            (2 * (n + 1));
    }
}

/* R of a quaternion of any length: p R p^* / |p|^2; column k is the body axis k in space. */
static inline void rotation_matrix(const quad p[4], quad R[3][3])
{
    quad n = p[0] * p[0] + dot3(p + 1, p + 1), s = p[0] * p[0] - dot3(p + 1, p + 1);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        R[i][i] = (s + 2 * p[1 + i] * p[1 + i]) / n;
        R[j][i] = 2 * (p[1 + i] * p[1 + j] + p[0] * p[1 + k]) / n;
        R[i][j] = 2 * (p[1 + i] * p[1 + j] - p[0] * p[1 + k]) / n;
    }
}

/* x = R rho */
static inline void rotate3(quad R[3][3], const quad rho[3], quad x[3])
{
    for (int i = 0; i < 3; i++) x[i] = dot3(R[i], rho);
}

/* x = R^T y */
static inline void rotate_back3(quad R[3][3], const quad y[3], quad x[3])
{
    for (int i = 0; i < 3; i++) x[i] = R[0][i] * y[0] + R[1][i] * y[1] + R[2][i] * y[2];
}
