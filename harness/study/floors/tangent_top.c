/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tangent-rk4 (methods/tangent.c) in the formulation `euler` on the top of paper 002, section 7.1,
 * written out: seven coordinates q = (r, p), two rows, charts of five; B = (G U)^-1 in closed form.
 */
#include "harness/study/floors/floor.h"
#include "harness/study/floors/rigid.h"

enum { N = 7, M = 2, D = 5 };
static const double utol = 1e-14, stagnates = 1e-11, vmax = 0.75;

typedef struct {
    double q[N], qdot[N];
    double q0[N], U[N][M], V[N][D]; /* the chart: its centre, G^T and the null space there */
    double Uu[N], UB[N][M];         /* of the last point */
    double v[D], vdot[D], g[D];     /* the node in it */
} chart;

/* H(p) x */
static inline void H_times(const double p[4], const double x[4], double y[3])
{
    y[0] = -p[1] * x[0] + p[0] * x[1] + p[3] * x[2] - p[2] * x[3];
    y[1] = -p[2] * x[0] - p[3] * x[1] + p[0] * x[2] + p[1] * x[3];
    y[2] = -p[3] * x[0] + p[2] * x[1] - p[1] * x[2] + p[0] * x[3];
}

static inline void H_transposed(const double p[4], const double y[3], double x[4])
{
    x[0] = -p[1] * y[0] - p[2] * y[1] - p[3] * y[2];
    x[1] = p[0] * y[0] - p[3] * y[1] + p[2] * y[2];
    x[2] = p[3] * y[0] + p[0] * y[1] - p[1] * y[2];
    x[3] = -p[2] * y[0] + p[1] * y[1] + p[0] * y[2];
}

/* ---------------------------------------------------------------- rows */

static inline double dot4(const double a[4], const double b[4])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/* The bilinear form with B(p, p) = R(p) e3. */
static inline void axis(const double a[4], const double b[4], double e[3])
{
    e[0] = a[1] * b[3] + a[3] * b[1] + a[0] * b[2] + a[2] * b[0];
    e[1] = a[2] * b[3] + a[3] * b[2] - a[0] * b[1] - a[1] * b[0];
    e[2] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] + a[3] * b[3];
}

static inline void tip(const double q[N], double x[3])
{
    axis(q + 3, q + 3, x);
    for (int k = 0; k < 3; k++) x[k] = q[k] - top_c * x[k];
}

static inline void rows(const double q[N], double phi[M])
{
    double x[3];
    tip(q, x);
    phi[0] = 0.5 * (hol_dot3(x, x) / top_l - top_l);
    phi[1] = 0.5 * (dot4(q + 3, q + 3) - 1);
}

static inline void jacobian(const double q[N], double G[M][N])
{
    const double *p = q + 3;
    double x[3], f = -2 * top_c / top_l;
    tip(q, x);
    for (int k = 0; k < 3; k++) G[0][k] = x[k] / top_l, G[1][k] = 0;
    G[0][3] = f * (p[2] * x[0] - p[1] * x[1] + p[0] * x[2]);
    G[0][4] = f * (p[3] * x[0] - p[0] * x[1] - p[1] * x[2]);
    G[0][5] = f * (p[0] * x[0] + p[3] * x[1] - p[2] * x[2]);
    G[0][6] = f * (p[1] * x[0] + p[2] * x[1] + p[3] * x[2]);
    for (int i = 0; i < 4; i++) G[1][3 + i] = p[i];
}

/* (dG/dt) q' */
static inline void curvature(const double q[N], const double qdot[N], double c[M])
{
    double x[3], rate[3], bent[3];
    tip(q, x);
    axis(q + 3, qdot + 3, rate);
    axis(qdot + 3, qdot + 3, bent);
    for (int k = 0; k < 3; k++) rate[k] = qdot[k] - 2 * top_c * rate[k];
    c[0] = (hol_dot3(rate, rate) - 2 * top_c * hol_dot3(x, bent)) / top_l;
    c[1] = dot4(qdot + 3, qdot + 3);
}

/* ---------------------------------------------------------------- charts */

/* q(v) by (15), B held. */
static inline void place(chart *c, const double v[D], double q[N])
{
    double x[N], phi[M], last = HUGE_VAL;
    for (int i = 0; i < N; i++) {
        x[i] = c->q0[i];
        for (int k = 0; k < D; k++) x[i] += c->V[i][k] * v[k];
        q[i] = x[i] - c->Uu[i];
    }
    rows(q, phi);
    for (int iteration = 0; iteration < 50; iteration++) {
        for (int i = 0; i < N; i++) {
            c->Uu[i] += c->UB[i][0] * phi[0] + c->UB[i][1] * phi[1];
            q[i] = x[i] - c->Uu[i];
        }
        rows(q, phi);
        double left = fmax(fabs(phi[0]), fabs(phi[1]));
        if (left <= utol || (left <= stagnates && left >= 0.5 * last)) break;
        last = left;
    }
}

/* U B and A = (1 - U B G) V of (24) at q. */
static inline void tangent(chart *c, const double q[N], double A[N][D])
{
    double G[M][N], GU[M][M] = {{0}}, GV[M][D] = {{0}};
    jacobian(q, G);
    for (int i = 0; i < N; i++)
        for (int r = 0; r < M; r++) {
            for (int k = 0; k < M; k++) GU[r][k] += G[r][i] * c->U[i][k];
            for (int k = 0; k < D; k++) GV[r][k] += G[r][i] * c->V[i][k];
        }
    double det = GU[0][0] * GU[1][1] - GU[0][1] * GU[1][0];
    for (int i = 0; i < N; i++) {
        c->UB[i][0] = (c->U[i][0] * GU[1][1] - c->U[i][1] * GU[1][0]) / det;
        c->UB[i][1] = (c->U[i][1] * GU[0][0] - c->U[i][0] * GU[0][1]) / det;
        for (int k = 0; k < D; k++)
            A[i][k] = c->V[i][k] - c->UB[i][0] * GV[0][k] - c->UB[i][1] * GV[1][k];
    }
}

/* A x = b, A symmetric and positive definite, by its factors L L^T. */
static inline void cholesky(double A[D][D], double b[D])
{
    for (int i = 0; i < D; i++) {
        for (int j = 0; j <= i; j++) {
            double s = A[i][j];
            for (int k = 0; k < j; k++) s -= A[i][k] * A[j][k];
            A[i][j] = i == j ? 1 / sqrt(s) : s * A[j][j];
        }
        for (int k = 0; k < i; k++) b[i] -= A[i][k] * b[k];
        b[i] *= A[i][i];
    }
    for (int i = D - 1; i >= 0; i--) {
        for (int k = i + 1; k < D; k++) b[i] -= A[k][i] * b[k];
        b[i] *= A[i][i];
    }
}

/* g = v'' of (34), and q', at a point of the chart with its v'. */
static void reduced(chart *c, const double q[N], const double vdot[D], double qdot[N], double g[D])
{
    const double J[3] = {top_J1, top_J1, top_J3};
    double A[N][D], MA[N][D], S[D][D], bent[M], normal[N], r[N], w[3], turned[4];
    const double *p = q + 3;
    tangent(c, q, A);
    for (int i = 0; i < N; i++) {
        qdot[i] = 0;
        for (int k = 0; k < D; k++) qdot[i] += A[i][k] * vdot[k];
    }
    curvature(q, qdot, bent);
    for (int i = 0; i < N; i++) normal[i] = c->UB[i][0] * bent[0] + c->UB[i][1] * bent[1];
    for (int k = 0; k < 3; k++) r[k] = top_m * normal[k];
    r[2] -= top_m * top_g;
    H_times(p, normal + 3, w);
    for (int k = 0; k < 3; k++) w[k] *= 4 * J[k];
    H_transposed(p, w, r + 3);
    H_times(p, qdot + 3, w);
    for (int k = 0; k < 3; k++) w[k] *= -8 * J[k];
    H_transposed(qdot + 3, w, turned);
    for (int i = 0; i < 4; i++) r[3 + i] += turned[i];

    for (int k = 0; k < D; k++) { /* columns of M A */
        double column[4] = {A[3][k], A[4][k], A[5][k], A[6][k]};
        for (int i = 0; i < 3; i++) MA[i][k] = top_m * A[i][k];
        H_times(p, column, w);
        for (int i = 0; i < 3; i++) w[i] *= 4 * J[i];
        H_transposed(p, w, column);
        for (int i = 0; i < 4; i++) MA[3 + i][k] = column[i];
    }
    memset(S, 0, sizeof S);
    memset(g, 0, D * sizeof *g);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < D; k++) {
            for (int j = 0; j <= k; j++) S[k][j] += A[i][k] * MA[i][j];
            g[k] += A[i][k] * r[i];
        }
    cholesky(S, g);
}

/* A chart at the node: the columns of Q past the second, G^T = Q R by Householder's reflections. */
static void centre(chart *c)
{
    double G[M][N], a[M][N], qdot[N];
    jacobian(c->q, G);
    memcpy(a, G, sizeof a);
    memcpy(c->q0, c->q, sizeof c->q0);
    memset(c->Uu, 0, sizeof c->Uu);
    memset(c->V, 0, sizeof c->V);
    for (int r = 0; r < M; r++) { /* a[r] becomes the unit normal of its reflection */
        double square = 0;
        for (int i = 0; i < r; i++) a[r][i] = 0;
        for (int i = r; i < N; i++) square += a[r][i] * a[r][i];
        a[r][r] += copysign(sqrt(square), a[r][r]);
        square = 0;
        for (int i = r; i < N; i++) square += a[r][i] * a[r][i];
        for (int i = r; i < N; i++) a[r][i] /= sqrt(square);
        for (int s = r + 1; s < M; s++) {
            double f = 0;
            for (int i = r; i < N; i++) f += 2 * a[r][i] * a[s][i];
            for (int i = r; i < N; i++) a[s][i] -= f * a[r][i];
        }
    }
    for (int k = 0; k < D; k++) {
        double e[N] = {0};
        e[M + k] = 1;
        for (int r = M - 1; r >= 0; r--) {
            double f = 0;
            for (int i = 0; i < N; i++) f += 2 * a[r][i] * e[i];
            for (int i = 0; i < N; i++) e[i] -= f * a[r][i];
        }
        for (int i = 0; i < N; i++) c->V[i][k] = e[i];
    }
    for (int k = 0; k < D; k++) {
        c->v[k] = c->vdot[k] = 0;
        for (int i = 0; i < N; i++) c->vdot[k] += c->V[i][k] * c->qdot[i];
    }
    for (int i = 0; i < N; i++)
        for (int r = 0; r < M; r++) c->U[i][r] = G[r][i];
    reduced(c, c->q, c->vdot, qdot, c->g);
}

/* ---------------------------------------------------------------- the step */

/* Of the classical table: A, b and, of Nystrom's, A^2, b^T A. */
static const double at[5] = {0, 0.5, 0.5, 1, 1};
static const double of_v[5][4] = {
    {0}, {0}, {1 / 4.}, {0, 1 / 2.}, {1 / 6., 1 / 6., 1 / 6.},
};
static const double of_vdot[5][4] = {
    {0}, {1 / 2.}, {0, 1 / 2.}, {0, 0, 1}, {1 / 6., 2 / 6., 2 / 6., 1 / 6.},
};

static void step(double h, chart *c)
{
    double g[5][D], v[D], vdot[D], square = 0;
    for (int k = 0; k < D; k++) square += c->v[k] * c->v[k];
    if (square > vmax * vmax) centre(c);
    memcpy(g[0], c->g, sizeof g[0]);
    for (int i = 1; i < 5; i++) {
        for (int k = 0; k < D; k++) {
            v[k] = c->v[k] + at[i] * h * c->vdot[k];
            vdot[k] = c->vdot[k];
            for (int j = 0; j < i && j < 4; j++) {
                v[k] += h * h * of_v[i][j] * g[j][k];
                vdot[k] += h * of_vdot[i][j] * g[j][k];
            }
        }
        place(c, v, c->q);
        reduced(c, c->q, vdot, c->qdot, g[i]);
    }
    memcpy(c->v, v, sizeof v);
    memcpy(c->vdot, vdot, sizeof vdot);
    memcpy(c->g, g[4], sizeof c->g);
}

static void run(double h, long steps, hol_pose pose[])
{
    chart c = {.q = {0, 0, 0, 1}};
    double w[3] = {0.5 * top_epsilon, 0.5 * top_epsilon, 0.5 * top_spin};
    H_transposed(c.q + 3, w, c.qdot + 3);
    centre(&c);
    for (long n = 0; n < steps; n++) step(h, &c);
    memcpy(pose->r, c.q, sizeof pose->r);
    memcpy(pose->v, c.qdot, sizeof pose->v);
    memcpy(pose->p, c.q + 3, sizeof pose->p);
    H_times(c.q + 3, c.qdot + 3, pose->omega);
    for (int k = 0; k < 3; k++) pose->omega[k] *= 2;
}

static const char *const nutating[] = {"epsilon=0.4", NULL};

const hol_floor hol_floor_tangent_top = {
    .problem = "top",
    .method = "tangent-rk4",
    .what = "the multiplier-free equations in charts of five numbers, written out",
    .parameters = nutating,
    .step = 0.01,
    .run = run,
};
