/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHAKE on the double spherical pendulum of paper 003, section 5.2, written out: Newton on the two
 * multipliers with the suite's stopping rule (last relative correction at most 1e-12). */
#include "harness/study/floors/floor.h"
#include "harness/study/floors/pair.h"

/* q1 = q + h u - M^-1 G(q)^T mu on the rods' lengths; u becomes the velocity (q1 - q) / h. */
static void step(double h, pair *q, pair *u)
{
    double e1[3], e2[3], d[3];
    pair q1;
    for (int k = 0; k < 3; k++) {
        e1[k] = q->a[k] / l1;
        e2[k] = (q->b[k] - q->a[k]) / l2;
        q1.a[k] = q->a[k] + h * u->a[k];
        q1.b[k] = q->b[k] + h * u->b[k];
    }
    for (int iteration = 0; iteration < 50; iteration++) {
        for (int k = 0; k < 3; k++) d[k] = q1.b[k] - q1.a[k];
        double phi1 = (dot(q1.a, q1.a) - l1 * l1) / (2 * l1),
               phi2 = (dot(d, d) - l2 * l2) / (2 * l2);
        double s11 = dot(q1.a, e1) / (m1 * l1), s12 = -dot(q1.a, e2) / (m1 * l1);
        double s21 = -dot(d, e1) / (m1 * l2), s22 = dot(d, e2) * (1 / m1 + 1 / m2) / l2;
        double det = s11 * s22 - s12 * s21, largest = 0;
        double y1 = (phi1 * s22 - phi2 * s12) / det, y2 = (s11 * phi2 - s21 * phi1) / det;
        for (int k = 0; k < 3; k++) {
            double da = (e1[k] * y1 - e2[k] * y2) / m1, db = e2[k] * y2 / m2;
            q1.a[k] -= da;
            q1.b[k] -= db;
            largest = fmax(largest, fmax(fabs(da), fabs(db)));
        }
        if (largest <= tolerance * length) break;
    }
    for (int k = 0; k < 3; k++) {
        u->a[k] = (q1.a[k] - q->a[k]) / h;
        u->b[k] = (q1.b[k] - q->b[k]) / h;
    }
    *q = q1;
}

/* The velocity of a node is the mean of those before and after it. */
static void run(double h, long steps, hol_pose at[])
{
    pair q, u, v, last = {0};
    start(&q, &u);
    v = u;
    u.a[2] -= 0.5 * h * g; /* half a kick at the first node, whole ones after */
    u.b[2] -= 0.5 * h * g;
    for (long n = 0; n < steps; n++) {
        step(h, &q, &u);
        last = u;
        u.a[2] -= h * g;
        u.b[2] -= h * g;
    }
    pair next = q;
    if (steps) step(h, &next, &u);
    for (int k = 0; k < 3 && steps; k++) {
        v.a[k] = 0.5 * (last.a[k] + u.a[k]);
        v.b[k] = 0.5 * (last.b[k] + u.b[k]);
    }
    poses_of(&q, &v, at);
}

const hol_floor hol_floor_shake_pendulum = {
    .problem = "double-spherical-pendulum",
    .method = "shake",
    .what = "SHAKE, Newton on two multipliers, written out",
    .step = 0.01,
    .run = run,
};
