/* SPDX-License-Identifier: GPL-3.0-or-later */
/* em (methods/em.c) on the double spherical pendulum, written out: the potential is linear and the
 * constraints are quadratic, so that the discrete gradients are those of the midpoint.  The matrix
 * of Newton's iteration, M + 1/2 y . (Hessian of Phi), is one of 2 x 2 for each of x, y, z. */
#include "harness/study/floors/floor.h"
#include "harness/study/floors/pair.h"

typedef struct {
    double a, b, c; /* symmetric 2 x 2: a b; b c */
} sym;

static inline sym inverse(sym s)
{
    double det = s.a * s.c - s.b * s.b;
    return (sym){s.c / det, -s.b / det, s.a / det};
}

/* Of row 1, e on the first mass; of row 2, -e on the first and e on the second: their product over
 * W (2 x 2), of one axis. */
static inline double row_1(sym W, double e, const double f[2])
{
    return e * (W.a * f[0] + W.b * f[1]);
}

static inline double row_2(sym W, double e, const double f[2])
{
    return e * ((W.b - W.a) * f[0] + (W.c - W.b) * f[1]);
}

/* (q, v) a step on, by the multipliers y (h^2/2 lambda) that Newton's iteration begins at. */
static void step(double h, pair *q, pair *v, double y[2])
{
    pair d, q1;
    for (int k = 0; k < 3; k++) d.a[k] = h * v->a[k], d.b[k] = h * v->b[k];
    for (int iteration = 0; iteration < 50; iteration++) {
        double e1[3], e2[3], g1[3], g2[3], r[3][2], largest = 0;
        for (int k = 0; k < 3; k++) {
            q1.a[k] = q->a[k] + d.a[k];
            q1.b[k] = q->b[k] + d.b[k];
            g1[k] = q1.a[k] / l1;
            g2[k] = (q1.b[k] - q1.a[k]) / l2;
            e1[k] = (q->a[k] + 0.5 * d.a[k]) / l1;
            e2[k] = (q->b[k] - q->a[k] + 0.5 * (d.b[k] - d.a[k])) / l2;
            r[k][0] = m1 * (h * v->a[k] - d.a[k]);
            r[k][1] = m2 * (h * v->b[k] - d.b[k]);
        }
        r[2][0] -= 0.5 * h * h * m1 * g;
        r[2][1] -= 0.5 * h * h * m2 * g;
        double p1 = 0.5 * y[0] / l1, p2 = 0.5 * y[1] / l2;
        sym W = inverse((sym){m1 + p1 + p2, -p2, m2 + p2});

        double S[4] = {0}, right[2] = {0.5 * l1 * (dot(g1, g1) - 1), 0.5 * l2 * (dot(g2, g2) - 1)};
        for (int k = 0; k < 3; k++) {
            double of_1[2] = {e1[k], 0}, of_2[2] = {-e2[k], e2[k]};
            S[0] += row_1(W, g1[k], of_1);
            S[1] += row_1(W, g1[k], of_2);
            S[2] += row_2(W, g2[k], of_1);
            S[3] += row_2(W, g2[k], of_2);
            right[0] += row_1(W, g1[k], r[k]);
            right[1] += row_2(W, g2[k], r[k]);
        }
        double det = S[0] * S[3] - S[1] * S[2];
        y[0] = (right[0] * S[3] - right[1] * S[1]) / det;
        y[1] = (S[0] * right[1] - S[2] * right[0]) / det;
        for (int k = 0; k < 3; k++) {
            double f[2] = {r[k][0] - e1[k] * y[0] + e2[k] * y[1], r[k][1] - e2[k] * y[1]};
            double x = W.a * f[0] + W.b * f[1], z = W.b * f[0] + W.c * f[1];
            d.a[k] += x;
            d.b[k] += z;
            largest = fmax(largest, fmax(fabs(x), fabs(z)));
        }
        if (largest <= tolerance * length) break;
    }
    for (int k = 0; k < 3; k++) {
        q->a[k] += d.a[k];
        q->b[k] += d.b[k];
        v->a[k] = 2 * d.a[k] / h - v->a[k];
        v->b[k] = 2 * d.b[k] / h - v->b[k];
    }
}

static void run(double h, long steps, hol_pose at[])
{
    pair q, v;
    double y[2] = {0};
    start(&q, &v);
    for (long n = 0; n < steps; n++) step(h, &q, &v, y);
    poses_of(&q, &v, at);
}

const hol_floor hol_floor_em_pendulum = {
    .problem = "double-spherical-pendulum",
    .method = "em",
    .what = "the energy-momentum scheme, Newton on two masses and two multipliers, written out",
    .step = 0.01,
    .run = run,
};
