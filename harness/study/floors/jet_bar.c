/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jet-dp5 (methods/jet_step.c) in the formulation `euler` on the bar of paper 000, section 6.2.1,
 * written out: seven coordinates y = (r, p), the rows r - l R(p) e1 and (|p|^2 - 1)/2.  The matrix
 * dg dg^T of the projection and that of the joint's force are solved in closed form. */
#include "harness/study/floors/floor.h"
#include "harness/study/floors/rigid.h"
#include "holonomy/tables.h"

enum { N = 7, STAGES = 7 };
static const double m = 38.34, l = 0.765, g = 9.81, J[3] = {0.147, 3.175, 3.154};
static const double tolerance = 1e-14, stagnates = 1e-11;

typedef struct {
    double y[N], y1[N]; /* (r, p) and its rate */
} point;

static inline double dot4(const double a[4], const double b[4])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/* R(p) e1, and half its Jacobian, of which the rows are orthogonal and |p| long. */
static inline void axis(const double p[4], double e[3])
{
    e[0] = p[0] * p[0] + p[1] * p[1] - p[2] * p[2] - p[3] * p[3];
    e[1] = 2 * (p[1] * p[2] + p[0] * p[3]);
    e[2] = 2 * (p[1] * p[3] - p[0] * p[2]);
}

static inline void half_jacobian(const double p[4], double X[12])
{
    const double of[12] = {p[0], p[1], -p[2], -p[3], p[3],  p[2],
                           p[1], p[0], -p[2], p[3],  -p[0], p[1]};
    memcpy(X, of, sizeof of);
}

/* ---------------------------------------------------------------- projection */

/* x -= dg^T (dg dg^T)^-1 (a, b), of the joint's rows and the inner one: dg = [1 -2 l X; 0 p]. */
static inline void push(const double p[4], const double a[3], double b, double x[N])
{
    double e[3], X[12], mu[3], n = dot4(p, p), stiff = 1 + 4 * l * l * n;
    axis(p, e);
    half_jacobian(p, X);
    double inner = (b + 2 * l * hol_dot3(e, a) / stiff) / (n - 4 * l * l * hol_dot3(e, e) / stiff);
    for (int k = 0; k < 3; k++) {
        mu[k] = (a[k] + 2 * l * e[k] * inner) / stiff;
        x[k] -= mu[k];
    }
    for (int i = 0; i < 4; i++)
        x[3 + i] += 2 * l * (X[i] * mu[0] + X[4 + i] * mu[1] + X[8 + i] * mu[2]) - inner * p[i];
}

static inline double position_rows(const double y[N], double a[3], double *b)
{
    double e[3];
    axis(y + 3, e);
    for (int k = 0; k < 3; k++) a[k] = y[k] - l * e[k];
    *b = 0.5 * (dot4(y + 3, y + 3) - 1);
    return sqrt(hol_dot3(a, a) + *b * *b);
}

static inline double velocity_rows(const point *x, double a[3], double *b)
{
    double X[12];
    half_jacobian(x->y + 3, X);
    for (int k = 0; k < 3; k++) a[k] = x->y1[k] - 2 * l * dot4(X + 4 * k, x->y1 + 3);
    *b = dot4(x->y + 3, x->y1 + 3);
    return sqrt(hol_dot3(a, a) + *b * *b);
}

/* Algorithms 5.3 and 5.4: p made unit, then y by Newton's method and y_1 by one solve. */
static void project(point *x)
{
    double *p = x->y + 3, *p1 = x->y1 + 3, n = sqrt(dot4(p, p)), a[3], b, last = HUGE_VAL;
    for (int i = 0; i < 4; i++) p[i] /= n;
    double along = dot4(p, p1);
    for (int i = 0; i < 4; i++) p1[i] -= along * p[i];
    double left = position_rows(x->y, a, &b);
    for (int k = 0; k < 50 && left > tolerance; k++, last = left) {
        if (left <= stagnates && left >= 0.5 * last) break;
        double at[4];
        memcpy(at, p, sizeof at);
        push(at, a, b, x->y);
        left = position_rows(x->y, a, &b);
    }
    if (velocity_rows(x, a, &b) > tolerance) push(p, a, b, x->y1);
}

/* ---------------------------------------------------------------- distribution */

/* y_2: the joint's force F in the body, from a_b = g_b + F / m = l (w' x e1 + w x (w x e1)) with
 * J w' = tau - l e1 x F. */
static void distribution(const point *x, double y2[N])
{
    const double *p = x->y + 3, *d = x->y1 + 3;
    double w[3] = {2 * (-p[1] * d[0] + p[0] * d[1] + p[3] * d[2] - p[2] * d[3]),
                   2 * (-p[2] * d[0] - p[3] * d[1] + p[0] * d[2] + p[1] * d[3]),
                   2 * (-p[3] * d[0] + p[2] * d[1] - p[1] * d[2] + p[0] * d[3])};
    double R[9], down[3], c[3] = {-w[1] * w[1] - w[2] * w[2], w[0] * w[1], w[0] * w[2]};
    hol_quaternion_to_matrix(p, R);
    for (int k = 0; k < 3; k++) down[k] = -g * R[3 + k];
    double free[3] = {(J[1] - J[2]) * w[1] * w[2] / J[0], (J[2] - J[0]) * w[2] * w[0] / J[1],
                      (J[0] - J[1]) * w[0] * w[1] / J[2]};
    double F2 = (l * (free[2] + c[1]) - down[1]) / (1 / m + l * l / J[2]);
    double F3 = (l * (c[2] - free[1]) - down[2]) / (1 / m + l * l / J[1]);
    double w1[3] = {free[0], free[1] + l * F3 / J[1], free[2] - l * F2 / J[2]};
    double a[3] = {l * c[0], down[1] + F2 / m, down[2] + F3 / m}, square = dot4(d, d);
    hol_rotate(R, a, y2);
    y2[3] = 0.5 * (-p[1] * w1[0] - p[2] * w1[1] - p[3] * w1[2]) - square * p[0];
    y2[4] = 0.5 * (p[0] * w1[0] - p[3] * w1[1] + p[2] * w1[2]) - square * p[1];
    y2[5] = 0.5 * (p[3] * w1[0] + p[0] * w1[1] - p[1] * w1[2]) - square * p[2];
    y2[6] = 0.5 * (-p[2] * w1[0] + p[1] * w1[1] + p[0] * w1[2]) - square * p[3];
}

/* ---------------------------------------------------------------- the step */

/* x = x_0 + h sum over `count` stages of weight_j (y_1, y_2)_j, projected. */
static inline void sum(int count, const double weight[], double h, const point k[], point *x)
{
    *x = k[0];
    for (int i = 0; i < count; i++) {
        double f = h * weight[i];
        if (f == 0) continue;
        const double *y1 = k[i].y1, *y2 = k[STAGES + i].y;
        for (int j = 0; j < N; j++) {
            x->y[j] += f * y1[j];
            x->y1[j] += f * y2[j];
        }
    }
    project(x);
}

/* k: the points of the stages, behind them their y_2 (as y); the node is the first. */
static void step(double h, point k[2 * STAGES])
{
    const hol_butcher *T = &hol_butcher_dp5;
    for (int i = 1; i < STAGES; i++) {
        sum(i, T->a + i * STAGES, h, k, &k[i]);
        distribution(&k[i], k[STAGES + i].y);
    }
    point x;
    sum(STAGES, T->b, h, k, &x);
    k[0] = x;
    distribution(k, k[STAGES].y);
}

static void run(double h, long steps, hol_pose at[])
{
    point k[2 * STAGES] = {{.y = {l, 0, 0, 1, 0, 0, 0}}};
    distribution(k, k[STAGES].y);
    for (long n = 0; n < steps; n++) step(h, k);
    const double *p = k[0].y + 3, *d = k[0].y1 + 3;
    memcpy(at->r, k[0].y, sizeof at->r);
    memcpy(at->v, k[0].y1, sizeof at->v);
    memcpy(at->p, p, sizeof at->p);
    at->omega[0] = 2 * (-p[1] * d[0] + p[0] * d[1] + p[3] * d[2] - p[2] * d[3]);
    at->omega[1] = 2 * (-p[2] * d[0] - p[3] * d[1] + p[0] * d[2] + p[1] * d[3]);
    at->omega[2] = 2 * (-p[3] * d[0] + p[2] * d[1] - p[1] * d[2] + p[0] * d[3]);
}

const hol_floor hol_floor_jet_bar = {
    .problem = "pendulum",
    .method = "jet-dp5",
    .what = "Dormand-Prince in jet space, every stage projected, written out",
    .step = 0.01,
    .run = run,
};
