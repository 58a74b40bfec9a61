/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gena-lie (methods/gena_lie.c), index 3 with rho_infinity = 0.8, on the top of paper 002, section
 * 7.1, written out; from a = v', for the method's own start is no part of a step.
 *
 * The matrix of Newton's iteration, as in methods/gena_newton.c without the derivative of the
 * bar's direction, is diag(m, m, m, Theta) with a row of the bar below it: one scalar is left. */
#include "harness/study/floors/floor.h"
#include "harness/study/floors/rigid.h"

static const double tolerance = 1e-14, stagnates = 1e-11;

typedef struct {
    double am, af, beta, gamma;
} coefficients;

static coefficients chung_hulbert(double rho)
{
    coefficients c = {.am = (2 * rho - 1) / (rho + 1), .af = rho / (rho + 1)};
    c.gamma = 0.5 + c.af - c.am;
    c.beta = 0.25 * (c.gamma + 0.5) * (c.gamma + 0.5);
    return c;
}

typedef struct {
    rigid z;
    double a[6], vdot[6]; /* a: of the linear relations */
} node;

typedef struct {
    const coefficients *c;
    double h, scale, of_velocity, of_u; /* scale: du/dv', the others da/du times a power of h */
    double u[6];                        /* the increment */
} stepping;

/* u, q, v and v' of n1->a. */
static inline void update(stepping *S, const node *n0, node *n1)
{
    const coefficients *c = S->c;
    const double *v0[2] = {n0->z.v, n0->z.w};
    double h = S->h, *v1[2] = {n1->z.v, n1->z.w};
    for (int i = 0; i < 6; i++) {
        double a0 = n0->a[i], a1 = n1->a[i], v = v0[i / 3][i % 3];
        S->u[i] = h * (v + h * ((0.5 - c->beta) * a0 + c->beta * a1));
        v1[i / 3][i % 3] = v + h * ((1 - c->gamma) * a0 + c->gamma * a1);
        n1->vdot[i] = ((1 - c->am) * a1 + c->am * a0 - c->af * n0->vdot[i]) / (1 - c->af);
    }
    for (int i = 0; i < 3; i++) n1->z.r[i] = n0->z.r[i] + S->u[i];
    memcpy(n1->z.R, n0->z.R, sizeof n1->z.R);
    turn(n1->z.R, S->u + 3);
}

/* (1 - (t/2) cot(t/2)) / t^2 of dexpinv, by its series: t < 0.5 leaves 1e-17. */
static inline double cotangent(double square)
{
    static const double series[] = {1 / 12.,          1 / 720.,
                                    1 / 30240.,       1 / 1209600.,
                                    1 / 47900160.,    691 / 1307674368000.,
                                    1 / 74724249600., 3617 / 10670622842880000.};
    double sum = 0;
    for (int k = 7; k >= 0; k--) sum = series[k] + square * sum;
    return sum;
}

/* T = dexpinv(u, .) = 1 + hat u / 2 + k hat u^2 (3 x 3). */
static inline void dexpinv(const double u[3], double T[9])
{
    double square = hol_dot3(u, u), k = cotangent(square);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) T[3 * i + j] = k * (u[i] * u[j] - (i == j) * square) + (i == j);
    T[1] -= 0.5 * u[2], T[3] += 0.5 * u[2];
    T[2] += 0.5 * u[1], T[6] -= 0.5 * u[1];
    T[5] -= 0.5 * u[0], T[7] += 0.5 * u[0];
}

/* A (3 x 3) = J + scale of_velocity d(w x J w)/dw, times T. */
static inline void turning_matrix(const stepping *S, const double w[3], const double T[9],
                                  double A[9])
{
    double f = S->scale * S->of_velocity * (top_J3 - top_J1);
    double B[9] = {top_J1, f * w[2], f * w[1], -f * w[2], top_J1, -f * w[0], 0, 0, top_J3};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            A[3 * i + j] = B[3 * i] * T[j] + B[3 * i + 1] * T[3 + j] + B[3 * i + 2] * T[6 + j];
}

static inline void invert(const double A[9], double X[9])
{
    double c[3];
    hol_cross(A + 3, A + 6, c);
    double det = 1 / hol_dot3(A, c);
    for (int i = 0; i < 3; i++) X[3 * i] = c[i] * det;
    hol_cross(A + 6, A, c);
    for (int i = 0; i < 3; i++) X[3 * i + 1] = c[i] * det;
    hol_cross(A, A + 3, c);
    for (int i = 0; i < 3; i++) X[3 * i + 2] = c[i] * det;
}

/* One correction of n1->a; the largest component of that of q. */
static inline double correct(stepping *S, node *n1)
{
    const double *w = n1->z.w, *a = n1->vdot, k = top_J1 - top_J3;
    double G[3], arm[3], T[9], A[9], W[9], turned[3], by_arm[3], x[6], d[3], largest = 0;
    double r[6] = {-top_m * a[0],
                   -top_m * a[1],
                   -top_m * (a[2] + top_g),
                   k * w[1] * w[2] - top_J1 * a[3],
                   -k * w[0] * w[2] - top_J1 * a[4],
                   -top_J3 * a[5]};
    for (int i = 0; i < 6; i++) r[i] *= S->scale;
    top_bar(&n1->z, G, arm);
    dexpinv(S->u + 3, T);
    turning_matrix(S, w, T, A);
    invert(A, W);
    hol_rotate(W, r + 3, turned);
    hol_rotate(W, arm, by_arm);
    double phi = 0.5 * top_l * (hol_dot3(G, G) - 1);
    double y = (phi + hol_dot3(G, r) / top_m + hol_dot3(arm, turned)) /
               (hol_dot3(G, G) / top_m + hol_dot3(arm, by_arm));
    for (int i = 0; i < 3; i++) {
        x[i] = (r[i] - y * G[i]) / top_m;
        x[3 + i] = turned[i] - y * by_arm[i];
    }
    hol_rotate(T, x + 3, d);
    for (int i = 0; i < 3; i++) {
        n1->a[i] += S->of_u * x[i];
        n1->a[3 + i] += S->of_u * d[i];
    }
    for (int i = 0; i < 6; i++) largest = fmax(largest, fabs(x[i]));
    return largest;
}

static void step(stepping *S, node *n0)
{
    node n1 = *n0;
    double last = HUGE_VAL, size;
    update(S, n0, &n1);
    for (int iteration = 0; iteration < 50; iteration++, last = size) {
        size = correct(S, &n1);
        update(S, n0, &n1);
        if (size <= tolerance || (size <= stagnates && size >= 0.5 * last)) break;
    }
    *n0 = n1;
}

static void run(double h, long steps, hol_pose at[])
{
    coefficients c = chung_hulbert(0.8);
    stepping S = {.c = &c, .h = h};
    node n = {.z = top_start()};
    S.scale = c.beta * h * h * (1 - c.af) / (1 - c.am);
    S.of_velocity = c.gamma / (c.beta * h);
    S.of_u = 1 / (c.beta * h * h);
    top_acceleration(&n.z, n.vdot);
    memcpy(n.a, n.vdot, sizeof n.a);
    for (long i = 0; i < steps; i++) step(&S, &n);
    pose_of(&n.z, at);
}

static const char *const nutating[] = {"epsilon=0.4", NULL}, *const plain[] = {"start=plain", NULL};

const hol_floor hol_floor_gena_top = {
    .problem = "top",
    .method = "gena-lie",
    .what = "generalised-alpha, Newton's matrix by its blocks, written out",
    .parameters = nutating,
    .options = plain,
    .step = 0.01,
    .run = run,
};
