/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/double_spherical_pendulum.c: reference solution of double-spherical-pendulum.
 *
 * Two point masses on massless rods in space, the first rod held at the origin, gravity along -z
 * (Wendlandt, Marsden, section 5.2; l2 in place of the second l1 of (5.11)):
 *
 *     m1 r1'' = m1 g - lambda1 e1 + lambda2 e2,   |r1| = l1,        e1 = r1 / l1,
 *     m2 r2'' = m2 g - lambda2 e2,                |r2 - r1| = l2,   e2 = (r2 - r1) / l2.
 *
 * lambda is the tension of a rod in N, positive in tension: M a = f - G^T lambda with
 * Phi = (|d|^2 - l^2) / (2 l).  Two derivations by two integrators:
 *
 * A  minimal coordinates without constraints: the direction of each rod by stereographic projection
 *    from the upward direction, e = (mu a, mu b, 1 - mu), mu = 2 / (1 + a^2 + b^2), which is
 *    singular only for a rod that points straight up; Lagrange's equations; extrapolation of the
 *    explicit midpoint rule (Gragg, Bulirsch, Stoer).  The tensions follow from Newton's equations.
 * B  Cartesian coordinates, the tensions from the constraints differentiated twice; Taylor series.
 *
 * Usage: double_spherical_pendulum [--until T] > double-spherical-pendulum.ref */
#include "chart.h"
#include "extrapolation.h"
#include "quad.h"

enum {
    WIDTH = 14, /* a row: r1, r2 (m), v1, v2 (m/s), lambda1, lambda2 (N) */
    NR = 6,
    NY = 12,         /* a row without the tensions, the state of B */
    NS = 4,          /* a, b of rod 1, a, b of rod 2; the state of A is these and their rates */
    GBS_STEPS = 5,   /* coarse extrapolation steps in a row: H = 0.02 s */
    TAYLOR_STEPS = 8 /* coarse Taylor steps in a row: h = 0.0125 s */
};

static const quad m1 = 2, m2 = (quad)7 / 2, l1 = 4, l2 = 3, g[3] = {0, 0, (quad)-981 / 100};

/* The data of (5.11) ff.: x, y and their rates; z < 0 and z' from the constraints; y[NY]. */
static void start(quad y[NY])
{
    quad r1[3] = {(quad)2820 / 1000, (quad)25 / 1000}, d[3] = {(quad)2265 / 1000, (quad)80 / 1000};
    quad v1[3] = {(quad)3381 / 1000, (quad)2506 / 1000};
    quad dv[3] = {(quad)-884 / 1000, (quad)7989 / 1000}; /* d = r2 - r1, dv = v2 - v1 */
    r1[2] = -sqrtq(l1 * l1 - r1[0] * r1[0] - r1[1] * r1[1]);
    d[2] = -sqrtq(l2 * l2 - d[0] * d[0] - d[1] * d[1]);
    v1[2] = -(r1[0] * v1[0] + r1[1] * v1[1]) / r1[2];
    dv[2] = -(d[0] * dv[0] + d[1] * dv[1]) / d[2];
    for (int i = 0; i < 3; i++) {
        y[i] = r1[i];
        y[3 + i] = r1[i] + d[i];
        y[NR + i] = v1[i];
        y[NR + 3 + i] = v1[i] + dv[i];
    }
}

static quad energy(const quad y[NY])
{
    const quad *v1 = y + NR, *v2 = v1 + 3;
    return (m1 * dot3(v1, v1) + m2 * dot3(v2, v2)) / 2 - m1 * dot3(g, y) - m2 * dot3(g, y + 3);
}

/* Angular momentum about the vertical through the support. */
static quad momentum(const quad y[NY])
{
    const quad *r1 = y, *r2 = y + 3, *v1 = y + NR, *v2 = v1 + 3;
    return m1 * (r1[0] * v1[1] - r1[1] * v1[0]) + m2 * (r2[0] * v2[1] - r2[1] * v2[0]);
}

/* The start must have the known energy and momentum, to the digits they are given with. */
static void check_start(void)
{
    quad y[NY];
    start(y);
    quad E0 = (quad)2493958525542 / 100000000000, half_unit = powq(10, -11) / 2; /* J */
    quad Lz = (quad)199831905 / 1000000, half_unit_Lz = powq(10, -6) / 2;        /* kg m^2/s */
    if (!(fabsq(energy(y) - E0) <= half_unit))
        refuse("double-spherical-pendulum", "wrong energy at the start");
    if (!(fabsq(momentum(y) - Lz) <= half_unit_Lz))
        refuse("double-spherical-pendulum", "wrong angular momentum");
}

/* ---- A: minimal coordinates ---- */

/* s'' of both rods from d'Alembert's principle, sum m (r'' - g) . delta r = 0.  The chart is
 * conformal, U^T U = mu^2 I, so with B = m2 l1 l2 U1^T U2 the mass matrix is
 * [alpha I, B; B^T, gamma I]. */
static void minimal_acceleration(const pointer *k1, const pointer *k2, quad dds[NS])
{
    quad alpha = (m1 + m2) * l1 * l1 * k1->mu * k1->mu, gamma = m2 * l2 * l2 * k2->mu * k2->mu;
    quad B[2][2], f1[2], f2[2], force1[3], force2[3];
    for (int i = 0; i < 3; i++) {
        force2[i] = m2 * (g[i] - l1 * k1->curvature[i] - l2 * k2->curvature[i]);
        force1[i] = m1 * (g[i] - l1 * k1->curvature[i]) + force2[i];
    }
    for (int i = 0; i < 2; i++) {
        f1[i] = l1 * dot3(k1->U[i], force1);
        f2[i] = l2 * dot3(k2->U[i], force2);
        for (int j = 0; j < 2; j++) B[i][j] = m2 * l1 * l2 * dot3(k1->U[i], k2->U[j]);
    }
    /* (gamma I - B^T B / alpha) s2'' = f2 - B^T f1 / alpha, then alpha s1'' = f1 - B s2'' */
    quad S[2][2], rhs[2];
    for (int i = 0; i < 2; i++) {
        rhs[i] = f2[i] - (B[0][i] * f1[0] + B[1][i] * f1[1]) / alpha;
        for (int j = 0; j < 2; j++)
            S[i][j] = (i == j ? gamma : 0) - (B[0][i] * B[0][j] + B[1][i] * B[1][j]) / alpha;
    }
    quad det = S[0][0] * S[1][1] - S[0][1] * S[1][0];
    dds[2] = (S[1][1] * rhs[0] - S[0][1] * rhs[1]) / det;
    dds[3] = (S[0][0] * rhs[1] - S[1][0] * rhs[0]) / det;
    for (int i = 0; i < 2; i++) dds[i] = (f1[i] - B[i][0] * dds[2] - B[i][1] * dds[3]) / alpha;
}

/* z' of z = (s, s'). */
static void minimal_rate(const quad z[], quad dz[])
{
    pointer k1 = point_by(z, z + NS, -1), k2 = point_by(z + 2, z + NS + 2, -1);
    memcpy(dz, z + NS, NS * sizeof *dz);
    minimal_acceleration(&k1, &k2, dz + NS);
}

/* s, s' of a rod d of length l with velocity dv. */
static void to_chart(const quad d[3], const quad dv[3], quad l, quad s[2], quad ds[2])
{
    quad mu = 1 - d[2] / l, dmu = -dv[2] / l;
    for (int i = 0; i < 2; i++) {
        s[i] = d[i] / l / mu;
        ds[i] = (dv[i] / l - dmu * s[i]) / mu;
    }
}

static void minimal_start(quad z[2 * NS])
{
    quad y[NY], d[3], dv[3];
    start(y);
    for (int i = 0; i < 3; i++) {
        d[i] = y[3 + i] - y[i];
        dv[i] = y[NR + 3 + i] - y[NR + i];
    }
    to_chart(y, y + NR, l1, z, z + NS);
    to_chart(d, dv, l2, z + 2, z + NS + 2);
}

/* Positions, velocities and, by Newton's equations along the rods, tensions. */
static void minimal_row(const quad z[], quad row[])
{
    pointer k1 = point_by(z, z + NS, -1), k2 = point_by(z + 2, z + NS + 2, -1);
    quad dds[NS], free1[3], free2[3]; /* m (g - r'') */
    minimal_acceleration(&k1, &k2, dds);
    for (int i = 0; i < 3; i++) {
        row[i] = l1 * k1.e[i];
        row[3 + i] = row[i] + l2 * k2.e[i];
        row[NR + i] = l1 * k1.de[i];
        row[NR + 3 + i] = row[NR + i] + l2 * k2.de[i];
        quad a1 = l1 * (k1.curvature[i] + k1.U[0][i] * dds[0] + k1.U[1][i] * dds[1]);
        quad a2 = a1 + l2 * (k2.curvature[i] + k2.U[0][i] * dds[2] + k2.U[1][i] * dds[3]);
        free1[i] = m1 * (g[i] - a1);
        free2[i] = m2 * (g[i] - a2);
    }
    row[NY + 1] = dot3(k2.e, free2);
    row[NY] = dot3(k1.e, free1) + row[NY + 1] * dot3(k1.e, k2.e);
}

/* steps: extrapolation steps in a row. */
static void minimal(int rows, int steps, quad *run)
{
    quad z[2 * NS];
    minimal_start(z);
    extrapolated_rows(2 * NS, minimal_rate, minimal_row, WIDTH, rows, steps, z, run);
}

/* ---- B: Cartesian coordinates ---- */

/* Power series of the motion. */
typedef struct {
    quad r[2][3][ORDER + 1], v[2][3][ORDER + 1]; /* of the masses */
    quad d[2][3][ORDER + 1], w[2][3][ORDER + 1]; /* along the rods: d1 = r1, d2 = r2 - r1; w = d' */
    quad A[2][2][ORDER + 1], tau[2][ORDER + 1];  /* tau = lambda / l */
} series;

static quad cauchy3(quad a[3][ORDER + 1], quad b[3][ORDER + 1], int k)
{
    return cauchy(a[0], b[0], k) + cauchy(a[1], b[1], k) + cauchy(a[2], b[2], k);
}

/* Coefficient k of tau.  d . d'' + w . w = 0 along both rods, with
 * d1'' = g - tau1 d1 / m1 + tau2 d2 / m1 and d2'' = tau1 d1 / m1 - tau2 d2 (1/m1 + 1/m2), reads
 * A tau = b, b = (w1 . w1 + d1 . g, w2 . w2). */
static void tension(series *c, int k)
{
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 3; j++) {
            c->d[i][j][k] = c->r[i][j][k] - (i == 1 ? c->r[0][j][k] : 0);
            c->w[i][j][k] = c->v[i][j][k] - (i == 1 ? c->v[0][j][k] : 0);
        }
    }
    c->A[0][0][k] = cauchy3(c->d[0], c->d[0], k) / m1;
    c->A[0][1][k] = c->A[1][0][k] = -cauchy3(c->d[0], c->d[1], k) / m1;
    c->A[1][1][k] = cauchy3(c->d[1], c->d[1], k) * (1 / m1 + 1 / m2);

    quad b[2] = {cauchy3(c->w[0], c->w[0], k) + g[2] * c->d[0][2][k], cauchy3(c->w[1], c->w[1], k)};
    /* A_0 tau_k = b_k - sum_{j < k} A_{k-j} tau_j */
    for (int i = 0; i < 2; i++) {
        c->tau[i][k] = 0;
        for (int l = 0; l < 2; l++)
            for (int j = 0; j < k; j++) b[i] -= c->A[i][l][k - j] * c->tau[l][j];
    }
    quad a11 = c->A[0][0][0], a12 = c->A[0][1][0], a22 = c->A[1][1][0];
    quad det = a11 * a22 - a12 * a12;
    c->tau[0][k] = (a22 * b[0] - a12 * b[1]) / det;
    c->tau[1][k] = (a11 * b[1] - a12 * b[0]) / det;
}

/* The series of the motion that starts in y, coefficients 0 .. order. */
static void motion(const quad y[NY], int order, series *c)
{
    for (int j = 0; j < NR; j++) {
        c->r[j / 3][j % 3][0] = y[j];
        c->v[j / 3][j % 3][0] = y[NR + j];
    }
    for (int k = 0; k < order; k++) {
        tension(c, k);
        for (int j = 0; j < 3; j++) {
            quad weight = k == 0 ? g[j] : 0;
            quad pull1 = cauchy(c->tau[0], c->d[0][j], k), pull2 = cauchy(c->tau[1], c->d[1][j], k);
            c->v[0][j][k + 1] = (weight + (pull2 - pull1) / m1) / (k + 1);
            c->v[1][j][k + 1] = (weight - pull2 / m2) / (k + 1);
            for (int i = 0; i < 2; i++) c->r[i][j][k + 1] = c->v[i][j][k] / (k + 1);
        }
    }
    tension(c, order);
}

/* steps: Taylor steps in a row. */
static void cartesian(int rows, int steps, quad *run)
{
    quad y[NY], h = (quad)1 / (ROWS_PER_SECOND * steps);
    series c;
    start(y);
    for (int n = 0; n < rows; n++) {
        quad *row = run + n * WIDTH;
        motion(y, 0, &c);
        memcpy(row, y, sizeof y);
        row[NY] = l1 * c.tau[0][0];
        row[NY + 1] = l2 * c.tau[1][0];
        for (int m = 0; m < steps; m++) {
            motion(y, ORDER, &c);
            for (int j = 0; j < NR; j++) {
                y[j] = series_sum(c.r[j / 3][j % 3], ORDER, h);
                y[NR + j] = series_sum(c.v[j / 3][j % 3], ORDER, h);
            }
        }
    }
}

/* B does not impose the constraints: their drift must be round-off.  Prints what it measures. */
static void check_drift(const reference *ref, int rows, const quad *run)
{
    quad length = 0, E = 0, Lz = 0, E0 = energy(run), Lz0 = momentum(run);
    for (int n = 0; n < rows; n++) {
        const quad *y = run + n * WIDTH;
        quad d[3] = {y[3] - y[0], y[4] - y[1], y[5] - y[2]};
        length = fmaxq(length, fabsq(sqrtq(dot3(y, y)) / l1 - 1));
        length = fmaxq(length, fabsq(sqrtq(dot3(d, d)) / l2 - 1));
        E = fmaxq(E, fabsq(energy(y) / E0 - 1));
        Lz = fmaxq(Lz, fabsq(momentum(y) / Lz0 - 1));
    }
    fprintf(stderr, "relative drift of the printed run: rods %.1e  energy %.1e  momentum %.1e\n",
            (double)length, (double)E, (double)Lz);
    quad limit = powq(10, -28);
    if (length > limit || E > limit || Lz > limit) refuse(ref->problem, "an invariant drifts");
}

static void print_row(const quad row[])
{
    static const quad p[4] = {1}, zero[3];
    for (int i = 0; i < 2; i++) print_body(row + 3 * i, p, row + NR + 3 * i, zero);
    print_numbers(row + NY, 2);
}

int main(int argc, char *argv[])
{
    static const reference made = {
        .problem = "double-spherical-pendulum",
        .program = "reference/double_spherical_pendulum.c",
        .method =
            {"printed: Cartesian coordinates and tensions, Taylor series of order 32, h = 0.00625 "
             "s, "
             "quadruple precision; checked by h = 0.0125 s",
             "and by minimal (stereographic) coordinates and extrapolation (GBS) of order 24, "
             "H = 0.02 s and 0.01 s"},
        .bodies = "mass1 mass2",
        .multipliers = "rod1 rod2",
        .units = "N",
        .rows = 301,
        .width = WIDTH,
        .kinds = {{"r", 0, NR}, {"v", NR, NR}, {"lambda", NY, 2}},
        .runs = {{"minimal 0.02 s", minimal, GBS_STEPS},
                 {"minimal 0.01 s", minimal, 2 * GBS_STEPS},
                 {"Taylor 0.0125 s", cartesian, TAYLOR_STEPS},
                 {"Taylor 0.00625 s", cartesian, 2 * TAYLOR_STEPS}},
        .least_digits = 20,
        .printed = 3,
        .print = print_row,
        .check = check_drift,
    };
    check_start();
    return make_file(&made, argc, argv);
}
