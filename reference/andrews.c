/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/andrews.c: true values of the problem andrews, Andrews' squeezing mechanism (Schiehlen,
 * Multibody Systems Handbook, 1990; Mazzia, Magherini, Test Set for IVP Solvers, `andrews`), in the
 * seven angles q = (beta, Theta, gamma, Phi, delta, Omega, epsilon) of the Test Set.
 *
 * With the bodies K1 (angle beta), K2 (beta + Theta), K3 (gamma), K4 (Phi + delta), K5 (delta), K6
 * (Omega + epsilon), K7 (epsilon), M(q) q'' + G^T lambda = f(q, q'), g(q) = 0.  Two derivations:
 *
 * A  the seven angles, accelerations and multipliers from g differentiated twice, by extrapolation;
 * B  one degree of freedom: the six rows of g solved for the angle beta, A(beta) = q_beta^T M
 *    q_beta, U of the spring, and quadrature of the energy integral with the drive's torque.
 *
 * Usage: andrews values > andrews.values */
#include "one_freedom.h"
#include "values.h"

enum { BETA, THETA, GAMMA, PHI, DELTA, OMEGA, EPSILON, NQ, NG = 6, NK = NQ + NG, TIMES = 3 };
enum { PER_MS = 10 }; /* extrapolation steps */

#define D(mantissa, power) ((quad)(mantissa) / (power))
static const quad m1 = D(4325, 100000), m2 = D(365, 100000), m3 = D(2373, 100000);
static const quad m4 = D(706, 100000), m5 = D(7050, 100000), m6 = D(706, 100000);
static const quad m7 = D(5498, 100000);
static const quad I1 = D(2194, 1e9Q), I2 = D(441, 1e9Q), I3 = D(5255, 1e9Q), I4 = D(5667, 1e10Q);
static const quad I5 = D(1169, 1e8Q), I6 = D(5667, 1e10Q), I7 = D(1912, 1e8Q);
static const quad xa = D(-6934, 100000), ya = D(-227, 100000), xb = D(-3635, 100000);
static const quad yb = D(3273, 100000), xc = D(14, 1000), yc = D(72, 1000);
static const quad c0 = 4530, l0 = D(7785, 100000), mom = D(33, 1000);
static const quad d = D(28, 1000), da = D(115, 10000), e = D(2, 100), ea = D(1421, 100000);
static const quad rr = D(7, 1000), ra = D(92, 100000), ss = D(35, 1000), sa = D(1874, 100000);
static const quad sb = D(1043, 100000), sc = D(18, 1000), sd = D(2, 100), ta = D(2308, 100000);
static const quad tb = D(916, 100000), u = D(4, 100), ua = D(1228, 100000), ub = D(449, 100000);
static const quad zf = D(2, 100), zt = D(4, 100), fa = D(1421, 100000);

static quad q0[NQ];

static void mass_matrix(const quad q[], quad M[NQ][NQ])
{
    quad p = e - ea, f = zf - fa, cT = cosq(q[THETA]), sP = sinq(q[PHI]), sO = sinq(q[OMEGA]);
    memset(M, 0, NQ * NQ * sizeof(quad));
    M[0][0] = m1 * ra * ra + m2 * (rr * rr - 2 * da * rr * cT + da * da) + I1 + I2;
    M[1][0] = M[0][1] = m2 * (da * da - da * rr * cT) + I2;
    M[1][1] = m2 * da * da + I2;
    M[2][2] = m3 * (sa * sa + sb * sb) + I3;
    M[3][3] = m4 * p * p + I4;
    M[4][3] = M[3][4] = m4 * (p * p + zt * p * sP) + I4;
    M[4][4] = m4 * (zt * zt + 2 * zt * p * sP + p * p) + m5 * (ta * ta + tb * tb) + I4 + I5;
    M[5][5] = m6 * f * f + I6;
    M[6][5] = M[5][6] = m6 * (f * f - u * f * sO) + I6;
    M[6][6] = m6 * (f * f - 2 * u * f * sO + u * u) + m7 * (ua * ua + ub * ub) + I6 + I7;
}

/* From the spring's fixed end to the other one. */
static void spring(quad gamma, quad at[2])
{
    at[0] = xb + sd * cosq(gamma) + sc * sinq(gamma) - xc;
    at[1] = yb + sd * sinq(gamma) - sc * cosq(gamma) - yc;
}

static void forces(const quad q[], const quad v[], quad f[NQ])
{
    quad p = e - ea, w = zf - fa, at[2], s = sinq(q[GAMMA]), c = cosq(q[GAMMA]);
    spring(q[GAMMA], at);
    quad L = sqrtq(at[0] * at[0] + at[1] * at[1]), F = -c0 * (L - l0) / L;
    f[0] = mom - m2 * da * rr * v[1] * (v[1] + 2 * v[0]) * sinq(q[THETA]);
    f[1] = m2 * da * rr * v[0] * v[0] * sinq(q[THETA]);
    f[2] = F * at[0] * (sc * c - sd * s) + F * at[1] * (sd * c + sc * s);
    f[3] = m4 * zt * p * v[4] * v[4] * cosq(q[PHI]);
    f[4] = -m4 * zt * p * v[3] * (v[3] + 2 * v[4]) * cosq(q[PHI]);
    f[5] = -m6 * u * w * v[6] * v[6] * cosq(q[OMEGA]);
    f[6] = m6 * u * w * v[5] * (v[5] + 2 * v[6]) * cosq(q[OMEGA]);
}

/* Rows of g (NULL: not wanted), G and the part of g'' without accelerations (v NULL: not wanted),
 * as sums of a cos(angle) + b sin(angle) of angles that are those of one body. */
static void rows(const quad q[], const quad v[], quad g[NG], quad G[NG][NQ], quad curved[NG])
{
    static const struct {
        int first, second; /* the angle is their sum; -1: the first alone */
        int rows;          /* bits: in which pairs of rows */
        int cosine;        /* 1: length (cos, sin), 0: length (sin, -cos) */
        const quad *length;
        int sign;
    } arm[] = {{BETA, -1, 7, 1, &rr, 1},   {BETA, THETA, 7, 1, &d, -1},
               {GAMMA, -1, 1, 0, &ss, -1}, {PHI, DELTA, 2, 0, &e, -1},
               {DELTA, -1, 2, 1, &zt, -1}, {OMEGA, EPSILON, 4, 1, &zf, -1},
               {EPSILON, -1, 4, 0, &u, -1}};
    const quad base[NG] = {-xb, -yb, -xa, -ya, -xa, -ya};
    memset(G, 0, NG * NQ * sizeof(quad));
    for (int i = 0; i < NG; i++) {
        if (g) g[i] = base[i];
        if (v) curved[i] = 0;
    }
    for (size_t k = 0; k < sizeof arm / sizeof *arm; k++) {
        quad angle = q[arm[k].first] + (arm[k].second < 0 ? 0 : q[arm[k].second]);
        quad length = arm[k].sign * *arm[k].length, c = cosq(angle), s = sinq(angle);
        quad x = arm[k].cosine ? c : s, y = arm[k].cosine ? s : -c, rate = 0;
        if (v) rate = v[arm[k].first] + (arm[k].second < 0 ? 0 : v[arm[k].second]);
        for (int pair = 0; pair < 3; pair++) {
            if (!(arm[k].rows & 1 << pair)) continue;
            quad turn[2] = {-y * length, x * length}, at[2] = {x * length, y * length};
            for (int i = 0; i < 2; i++) {
                int row = 2 * pair + i;
                if (g) g[row] += at[i];
                if (v) curved[row] -= at[i] * rate * rate;
                G[row][arm[k].first] += turn[i];
                if (arm[k].second >= 0) G[row][arm[k].second] += turn[i];
            }
        }
    }
}

/* Solves the n x n system a x = b, row-major, by elimination with partial pivoting; x replaces b.
 */
static void solve(int n, quad a[], quad b[])
{
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabsq(a[i * n + k]) > fabsq(a[p * n + k])) p = i;
        for (int j = 0; j < n && p != k; j++) {
            quad swap = a[k * n + j];
            a[k * n + j] = a[p * n + j];
            a[p * n + j] = swap;
        }
        quad swap = b[k];
        b[k] = b[p];
        b[p] = swap;
        for (int i = k + 1; i < n; i++) {
            quad factor = a[i * n + k] / a[k * n + k];
            if (factor == 0) continue;
            for (int j = k; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
            b[i] -= factor * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) b[k] -= a[k * n + j] * b[j];
        b[k] /= a[k * n + k];
    }
}

/* q'' and lambda. */
static void acceleration(const quad q[], const quad v[], quad x[NK])
{
    quad M[NQ][NQ], G[NG][NQ], K[NK][NK] = {{0}};
    mass_matrix(q, M);
    forces(q, v, x);
    rows(q, v, NULL, G, x + NQ);
    for (int i = 0; i < NQ; i++)
        for (int j = 0; j < NQ; j++) K[i][j] = M[i][j];
    for (int i = 0; i < NG; i++) {
        x[NQ + i] = -x[NQ + i];
        for (int j = 0; j < NQ; j++) K[NQ + i][j] = K[j][NQ + i] = G[i][j];
    }
    solve(NK, K[0], x);
}

static void motion_rate(const quad y[], quad dy[])
{
    quad x[NK];
    acceleration(y, y + NQ, x);
    memcpy(dy, y + NQ, NQ * sizeof *y);
    memcpy(dy + NQ, x, NQ * sizeof *x);
}

/* ---- one degree of freedom ---- */

/* The angles but beta from the rows, from a guess; and dq/dbeta. */
static void close_loops(quad q[NQ], quad slope[NQ])
{
    quad g[NG], G[NG][NQ], J[NG][NG], size = 1;
    for (int k = 0; k < 30 && size > 1e-17Q; k++) { /* the next step would be at round-off */
        rows(q, NULL, g, G, NULL);
        for (int i = 0; i < NG; i++)
            for (int j = 0; j < NG; j++) J[i][j] = G[i][j + 1];
        solve(NG, J[0], g);
        size = 0;
        for (int j = 0; j < NG; j++) {
            q[j + 1] -= g[j];
            size = fmaxq(size, fabsq(g[j]));
        }
    }
    if (!(size <= 1e-17Q)) refuse("andrews", "the loops do not close");
    rows(q, NULL, NULL, G, NULL);
    slope[BETA] = 1;
    for (int i = 0; i < NG; i++) {
        slope[i + 1] = -G[i][BETA];
        for (int j = 0; j < NG; j++) J[i][j] = G[i][j + 1];
    }
    solve(NG, J[0], slope + 1);
}

/* The angles at beta, followed from those of the last call. */
static void follow(quad beta, quad q[NQ], quad slope[NQ])
{
    static quad last[NQ], rate[NQ];
    const quad most = (quad)1 / 50;
    if (last[BETA] == 0) {
        memcpy(last, q0, sizeof last);
        close_loops(last, rate);
    }
    while (last[BETA] != beta) {
        quad step = fmaxq(-most, fminq(most, beta - last[BETA]));
        for (int i = 1; i < NQ; i++) last[i] += step * rate[i];
        last[BETA] = fabsq(beta - last[BETA]) <= most ? beta : last[BETA] + step;
        close_loops(last, rate);
    }
    memcpy(q, last, sizeof last);
    memcpy(slope, rate, sizeof rate);
}

static lagrangian energy_at(quad beta)
{
    static lagrangian first;
    quad q[NQ], slope[NQ], M[NQ][NQ], at[2];
    lagrangian now = {0};
    if (first.A != 0 && beta == q0[BETA]) return first;
    follow(beta, q, slope);
    mass_matrix(q, M);
    for (int i = 0; i < NQ; i++)
        for (int j = 0; j < NQ; j++) now.A += slope[i] * M[i][j] * slope[j];
    spring(q[GAMMA], at);
    quad stretch = sqrtq(at[0] * at[0] + at[1] * at[1]) - l0;
    now.U = c0 * stretch * stretch / 2;
    if (beta == q0[BETA]) first = now;
    return now;
}

/* ---- what is printed ---- */

/* r and v of the mass centre of K1, K2 and K3, of y = (q, q'). */
static void centre(int body, const quad y[], quad x[4])
{
    const quad *v = y + NQ;
    quad c = cosq(y[BETA]), s = sinq(y[BETA]), w = v[BETA];
    if (body == 0) memcpy(x, (quad[4]){ra * c, ra * s, -ra * s * w, ra * c * w}, 4 * sizeof *x);
    if (body == 1) {
        quad c2 = cosq(y[BETA] + y[THETA]), s2 = sinq(y[BETA] + y[THETA]), w2 = w + v[THETA];
        memcpy(x,
               (quad[4]){rr * c - da * c2, rr * s - da * s2, -rr * s * w + da * s2 * w2,
                         rr * c * w - da * c2 * w2},
               4 * sizeof *x);
    }
    if (body == 2) {
        c = cosq(y[GAMMA]), s = sinq(y[GAMMA]), w = v[GAMMA];
        quad r[2] = {sb * c + sa * s, sb * s - sa * c};
        memcpy(x, (quad[4]){xb + r[0], yb + r[1], -r[1] * w, r[0] * w}, 4 * sizeof *x);
    }
}

static void add_state(known_values *all, const char *t, const quad a[], const quad b[])
{
    static const char *const angle[NQ] = {"beta",  "Theta", "gamma",  "Phi",
                                          "delta", "Omega", "epsilon"};
    static const char *const body[3] = {"K1", "K2", "K3"};
    quad xa_[NK], xb_[NK], ra_[4], rb_[4];
    char name[32];
    acceleration(a, a + NQ, xa_);
    acceleration(b, b + NQ, xb_);
    for (int i = 0; i < NQ; i++) add_value(all, "default", t, angle[i], "rad", a[i], b[i]);
    for (int i = 0; i < NQ; i++) {
        snprintf(name, sizeof name, "%s'", angle[i]);
        add_value(all, "default", t, name, "rad/s", a[NQ + i], b[NQ + i]);
    }
    for (int i = 0; i < NQ; i++) {
        snprintf(name, sizeof name, "%s''", angle[i]);
        add_value(all, "default", t, name, "rad/s^2", xa_[i], xb_[i]);
    }
    for (int i = 0; i < NG; i++) {
        snprintf(name, sizeof name, "lambda%d", i + 1);
        add_value(all, "default", t, name, "N", xa_[NQ + i], xb_[NQ + i]);
    }
    for (int k = 0; k < 3; k++) {
        centre(k, a, ra_);
        centre(k, b, rb_);
        add_body(all, "default", t, body[k], 2, ra_, rb_);
    }
}

int main(int argc, char *argv[])
{
    only_values(argc, argv);
    static known_values all = {
        .problem = "andrews",
        .program = "reference/andrews.c",
        .method = {"printed: one degree of freedom, quadrature of the energy integral by Gauss and "
                   "Legendre, quadruple precision",
                   "checked by the seven angles, accelerations and multipliers of the rows "
                   "differentiated twice, extrapolation (GBS) of order 24, H = 100 us"}};
    static const char *const time[TIMES] = {"0.01", "0.03", "0.05"};
    static const int at[TIMES] = {10, 30, 50}; /* ms */
    static const char *const start[NQ] = {
        "-0.0617138900142764496358948458001", "0",
        "0.455279819163070380255912382449",   "0.222668390165885884674473185609",
        "0.487364979543842550225598953530",   "-0.222668390165885884674473185609",
        "1.23054744454982119249735015568"};
    static energy_integral E;
    quad y[2 * NQ] = {0}, z[2 * NQ], slope[NQ];
    for (int i = 0; i < NQ; i++) q0[i] = strtoflt128(start[i], NULL);
    close_loops(q0, slope); /* the printed digits to all of ours */
    memcpy(y, q0, sizeof q0);
    E = (energy_integral){
        .problem = "andrews", .at = energy_at, .phi0 = q0[BETA], .tau = mom, .width = M_PIq / 64};
    integrate(&E, (quad)at[TIMES - 1] / 1000);
    for (int n = 1, k = 0; n <= at[TIMES - 1]; n++) {
        for (int i = 0; i < PER_MS; i++)
            extrapolation_step(2 * NQ, motion_rate, (quad)1 / (1000 * PER_MS), y);
        if (n != at[k]) continue;
        quad beta, rate;
        invert_time(&E, (quad)n / 1000, &beta, &rate);
        follow(beta, z, slope);
        for (int i = 0; i < NQ; i++) z[NQ + i] = slope[i] * rate;
        add_state(&all, time[k++], z, y);
    }
    return print_values(&all);
}
