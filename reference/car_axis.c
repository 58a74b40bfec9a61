/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/car_axis.c: true values of the problem car-axis (Schneider, 1994; Mazzia, Magherini,
 * Test Set for IVP Solvers, `caraxis`): an axle of length L = 1 on two springs of rest length L0 =
 * 1/2, the right one on a wheel that rolls over a bumpy road, b = (xb, yb), yb = r sin(w t), xb =
 * sqrt(L^2
 * - yb^2), r = 0.1, w = 10.  With k = M eps^2 / 2 = 5e-4 and unit stiffness the left end l and the
 * right end p obey
 *
 *     k l'' = F(l) + lambda1 b + 2 lambda2 (l - p) - k e2,   l . b = 0,
 *     k p'' = F(p - b) - 2 lambda2 (l - p) - k e2,           |l - p|^2 = L^2,
 *
 * F(d) = (L0 / |d| - 1) d.  Two derivations, both by extrapolation:
 *
 * A  the four coordinates, multipliers from the rows differentiated twice;
 * B  two: l = s n, n = (-yb, xb)/L across b, and p = l + L (cos a, sin a); the equations of motion
 *    along n, of both ends together, and across the axle, of the right one; the multipliers from
 *    what is left of them.
 *
 * Usage: car_axis values > car-axis.values */
#include "extrapolation.h"
#include "values.h"

enum { END = 3, PER_SECOND = 100, TIMES = 2 };

static const quad L = 1, L0 = (quad)1 / 2, r = (quad)1 / 10, w = 10, k = (quad)5 / 10000;

typedef struct {
    quad b[2], b1[2], b2[2]; /* the wheel, its rate, its acceleration */
} road;

static road road_at(quad t)
{
    quad y = r * sinq(w * t), y1 = r * w * cosq(w * t), y2 = -w * w * y, x = sqrtq(L * L - y * y);
    quad x1 = -y * y1 / x, x2 = -(y1 * y1 + y * y2 + x1 * x1) / x;
    return (road){{x, y}, {x1, y1}, {x2, y2}};
}

static quad dot2(const quad a[2], const quad b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

/* Springs and weight on the ends l and p. */
static void forces(const road *at, const quad l[2], const quad p[2], quad f[2], quad h[2])
{
    quad d[2] = {p[0] - at->b[0], p[1] - at->b[1]};
    quad left = L0 / sqrtq(dot2(l, l)) - 1, right = L0 / sqrtq(dot2(d, d)) - 1;
    for (int i = 0; i < 2; i++) {
        f[i] = left * l[i] - (i ? k : 0);
        h[i] = right * d[i] - (i ? k : 0);
    }
}

/* ---- A: y = l, p, l', p', t ---- */

static void accelerations(const quad y[], quad a[4], quad lambda[2])
{
    const quad *l = y, *p = y + 2, *u = y + 4, *v = y + 6;
    road at = road_at(y[8]);
    quad f[2], h[2], d[2] = {l[0] - p[0], l[1] - p[1]}, d1[2] = {u[0] - v[0], u[1] - v[1]}, e[2];
    forces(&at, l, p, f, h);
    for (int i = 0; i < 2; i++) e[i] = f[i] - h[i];
    /* l''.b + 2 l'.b' + l.b'' = 0 and (l'' - p'').d + |d1|^2 = 0, times k */
    quad bb = dot2(at.b, at.b), bd = dot2(at.b, d), dd = dot2(d, d);
    quad first = -dot2(f, at.b) - k * (2 * dot2(u, at.b1) + dot2(l, at.b2));
    quad second = -dot2(e, d) - k * dot2(d1, d1);
    /* [bb 2bd; bd 4dd] lambda = (first, second) */
    quad det = 4 * bb * dd - 2 * bd * bd;
    lambda[0] = (4 * dd * first - 2 * bd * second) / det;
    lambda[1] = (bb * second - bd * first) / det;
    for (int i = 0; i < 2; i++) {
        a[i] = (f[i] + lambda[0] * at.b[i] + 2 * lambda[1] * d[i]) / k;
        a[2 + i] = (h[i] - 2 * lambda[1] * d[i]) / k;
    }
}

static void four_rate(const quad y[], quad dy[])
{
    quad lambda[2];
    memcpy(dy, y + 4, 4 * sizeof *y);
    accelerations(y, dy + 4, lambda);
    dy[8] = 1;
}

/* ---- B: z = s, a, s', a', t ---- */

typedef struct {
    quad l[2], p[2], u[2], v[2], n[2], along[2], across[2], known[2]; /* l'' = s'' n + known */
} pose_of;

static pose_of pose_at(const quad z[], const road *at)
{
    pose_of x;
    quad c = cosq(z[1]), s = sinq(z[1]);
    memcpy(x.along, (quad[2]){c, s}, sizeof x.along);
    memcpy(x.across, (quad[2]){-s, c}, sizeof x.across);
    for (int i = 0; i < 2; i++) {
        int j = 1 - i, sign = i ? 1 : -1;
        quad n1 = sign * at->b1[j] / L, n2 = sign * at->b2[j] / L;
        x.n[i] = sign * at->b[j] / L;
        x.l[i] = z[0] * x.n[i];
        x.u[i] = z[2] * x.n[i] + z[0] * n1;
        x.known[i] = 2 * z[2] * n1 + z[0] * n2;
        x.p[i] = x.l[i] + L * x.along[i];
        x.v[i] = x.u[i] + L * z[3] * x.across[i];
    }
    return x;
}

/* s'' and a'': n . (k (l'' + p'') - f - h) = 0 and across . (k p'' - h) = 0, where
 * p'' = l'' + L a'' across - L a'^2 along. */
static void two_rate(const quad z[], quad dz[])
{
    road at = road_at(z[4]);
    pose_of x = pose_at(z, &at);
    quad f[2], h[2], all[2], right[2];
    forces(&at, x.l, x.p, f, h);
    for (int i = 0; i < 2; i++) {
        quad inward = L * z[3] * z[3] * x.along[i];
        all[i] = (f[i] + h[i]) / k - 2 * x.known[i] + inward;
        right[i] = h[i] / k - x.known[i] + inward;
    }
    /* [2 L n.across; n.across L] (s'', a'') = (n.all, across.right) */
    quad m = dot2(x.n, x.across), A = dot2(x.n, all), B = dot2(x.across, right);
    quad det = 2 * L - L * m * m;
    dz[0] = z[2];
    dz[1] = z[3];
    dz[2] = (L * A - L * m * B) / det;
    dz[3] = (2 * B - m * A) / det;
    dz[4] = 1;
}

/* The columns of A; the multipliers from the right end along the axle and the left one along b. */
static void two_state(const quad z[], quad y[8], quad lambda[2])
{
    road at = road_at(z[4]);
    pose_of x = pose_at(z, &at);
    quad f[2], h[2], dz[5], rest[2], axle[2];
    memcpy(y, (quad[8]){x.l[0], x.l[1], x.p[0], x.p[1], x.u[0], x.u[1], x.v[0], x.v[1]},
           8 * sizeof *y);
    forces(&at, x.l, x.p, f, h);
    two_rate(z, dz);
    for (int i = 0; i < 2; i++) {
        quad left = dz[2] * x.n[i] + x.known[i];
        quad right = left + L * dz[3] * x.across[i] - L * z[3] * z[3] * x.along[i];
        axle[i] = k * right - h[i]; /* 2 lambda2 L along */
        rest[i] = k * left - f[i] + axle[i];
    }
    lambda[1] = dot2(axle, x.along) / (2 * L);
    lambda[0] = dot2(rest, at.b) / (L * L);
}

int main(int argc, char *argv[])
{
    only_values(argc, argv);
    static known_values all = {
        .problem = "car-axis",
        .program = "reference/car_axis.c",
        .method = {"printed: a length and an angle, extrapolation (GBS) of order 24, H = 10 ms, "
                   "quadruple precision",
                   "checked by the four coordinates, multipliers of the rows differentiated twice, "
                   "H = 5 ms"}};
    static const char *const time[TIMES] = {"1", "3"}, *const name[] = {"lambda1", "lambda2"};
    static const int at[TIMES] = {PER_SECOND, END * PER_SECOND};
    quad half = (quad)1 / 2, y[9] = {0, half, 1, half, -half, 0, -half, 0, 0};
    quad z[5] = {half, 0, 0, 0, 0}, x[8], a[4], lambda[2], again[2];
    for (int n = 1, j = 0; j < TIMES; n++) {
        extrapolation_step(5, two_rate, (quad)1 / PER_SECOND, z);
        for (int i = 0; i < 2; i++) extrapolation_step(9, four_rate, (quad)1 / (2 * PER_SECOND), y);
        if (n != at[j]) continue;
        two_state(z, x, lambda);
        accelerations(y, a, again);
        add_body(&all, "default", time[j], "left", 2, (quad[4]){x[0], x[1], x[4], x[5]},
                 (quad[4]){y[0], y[1], y[4], y[5]});
        add_body(&all, "default", time[j], "right", 2, (quad[4]){x[2], x[3], x[6], x[7]},
                 (quad[4]){y[2], y[3], y[6], y[7]});
        for (int i = 0; i < 2; i++)
            add_value(&all, "default", time[j], name[i], "N", lambda[i], again[i]);
        j++;
    }
    return print_values(&all);
}
