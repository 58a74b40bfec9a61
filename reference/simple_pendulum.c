/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/simple_pendulum.c: true values of the problem simple-pendulum (IFToMM benchmark A01):
 * m = 1, l = 1, g = 9.81 along -y, let go from (1, 0), 2000 s.  Two derivations:
 *
 * A  elliptic functions: with the modulus k = sin(45 deg), w = sqrt(g/l) and u = w t + K,
 *    sin(phi/2) = k sn u and phi' = 2 k w cn u, phi the angle from the vertical;
 * B  Cartesian coordinates, r'' = g - mu r, mu = (|v|^2 + r . g) / l^2, by extrapolation.
 *
 * Usage: simple_pendulum values > simple-pendulum.values */
#include "elliptic.h"
#include "extrapolation.h"
#include "values.h"

enum { PER_SECOND = 12, TIMES = 4 }; /* extrapolation steps */

static const quad gravity = (quad)981 / 100;

static void cartesian_rate(const quad y[], quad dy[])
{
    quad mu = (y[2] * y[2] + y[3] * y[3] - gravity * y[1]) / (y[0] * y[0] + y[1] * y[1]);
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = -mu * y[0];
    dy[3] = -gravity - mu * y[1];
}

/* x, y, vx, vy at the time t. */
static void elliptic(quad t, quad x[4])
{
    quad w = sqrtq(gravity), k = sqrtq((quad)1 / 2), sn, cn, dn;
    landen s = landen_sequence("simple-pendulum", (quad)1 / 2);
    quad u = fmodq(w * t + quarter_period(&s), 4 * quarter_period(&s));
    jacobi(&s, u, &sn, &cn, &dn);
    quad sine = 2 * k * sn * dn, cosine = 1 - sn * sn, rate = 2 * k * w * cn; /* cos(phi/2) = dn */
    x[0] = sine;
    x[1] = -cosine;
    x[2] = cosine * rate;
    x[3] = sine * rate;
}

int main(int argc, char *argv[])
{
    only_values(argc, argv);
    static known_values all = {
        .problem = "simple-pendulum",
        .program = "reference/simple_pendulum.c",
        .method = {"printed: elliptic functions, quadruple precision",
                   "checked by the Cartesian equations of motion, extrapolation (GBS) of order 24, "
                   "H = 1/12 s"}};
    static const char *const time[TIMES] = {"1", "10", "100", "2000"};
    static const int at[TIMES] = {1, 10, 100, 2000}; /* s */
    quad y[4] = {1, 0, 0, 0}, x[4];
    for (int second = 1, k = 0; second <= at[TIMES - 1]; second++) {
        for (int i = 0; i < PER_SECOND; i++)
            extrapolation_step(4, cartesian_rate, (quad)1 / PER_SECOND, y);
        if (second != at[k]) continue;
        elliptic(second, x);
        add_body(&all, "default", time[k++], "bob", 2, x, y);
    }
    return print_values(&all);
}
