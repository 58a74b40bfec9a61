/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/four_particles.c: true values of the problem four-particles (Gonzalez, 1996): masses 1,
 * 3, 2.3 and 1.7 on the corners (0, 0), (1, 0), (0, 1), (1, 1) of a square, rods 1-2 and 3-4,
 * springs of rest length 1 and of 50 N/m 1-3 and 500 N/m 2-4, at rest but for the momentum (0, 0,
 * 2) of the fourth.  Two derivations, both by extrapolation:
 *
 * A  the twelve coordinates, multipliers of the rods from their rows differentiated twice;
 * B  of each rod the mass centre, X'' = (F1 + F2) / (m1 + m2), and the direction e from its first
 *    particle to its second, e'' = -|e'|^2 e + (1 - e e^T)(F2 / m2 - F1 / m1).
 *
 * Usage: four_particles values > four-particles.values */
#include "extrapolation.h"
#include "values.h"

enum { PARTICLES = 4, N = 3 * PARTICLES, PER_SECOND = 50, TIMES = 3 };

static const quad mass[PARTICLES] = {1, 3, (quad)23 / 10, (quad)17 / 10};

/* The springs' forces. */
static void forces(const quad x[N], quad F[N])
{
    static const quad stiffness[2] = {50, 500};
    for (int k = 0; k < 2; k++) { /* particles k and k + 2 */
        const quad *a = x + 3 * k, *b = x + 3 * (k + 2);
        quad d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, length = sqrtq(dot3(d, d));
        for (int i = 0; i < 3; i++) {
            quad pull = stiffness[k] * (1 - 1 / length) * d[i];
            F[3 * k + i] = pull;
            F[3 * (k + 2) + i] = -pull;
        }
    }
}

static void particles_rate(const quad y[], quad dy[])
{
    const quad *x = y, *v = y + N;
    quad F[N];
    forces(x, F);
    memcpy(dy, v, N * sizeof *y);
    for (int p = 0; p < PARTICLES; p += 2) { /* the rod from p to p + 1 */
        quad d[3], w[3], along[3];
        for (int i = 0; i < 3; i++) {
            int a = 3 * p + i, b = a + 3;
            d[i] = x[b] - x[a];
            w[i] = v[b] - v[a];
            along[i] = F[b] / mass[p + 1] - F[a] / mass[p];
        }
        /* d . d'' + |d'|^2 = 0 with d'' = along - lambda d (1/m1 + 1/m2) */
        quad lambda =
            (dot3(d, along) + dot3(w, w)) / (dot3(d, d) * (1 / mass[p] + 1 / mass[p + 1]));
        for (int i = 0; i < 3; i++) {
            int a = 3 * p + i, b = a + 3;
            dy[N + a] = (F[a] + lambda * d[i]) / mass[p];
            dy[N + b] = (F[b] - lambda * d[i]) / mass[p + 1];
        }
    }
}

/* The particles of z = X, e of each rod (12), then their rates. */
static void of_rods(const quad z[], quad x[N])
{
    for (int p = 0; p < PARTICLES; p += 2)
        for (int i = 0; i < 3; i++) {
            quad X = z[3 * p + i], e = z[3 * p + 3 + i], m = mass[p] + mass[p + 1];
            x[3 * p + i] = X - mass[p + 1] / m * e;
            x[3 * p + 3 + i] = X + mass[p] / m * e;
        }
}

static void rods_rate(const quad z[], quad dz[])
{
    quad x[N], F[N];
    of_rods(z, x);
    forces(x, F);
    memcpy(dz, z + N, N * sizeof *z);
    for (int p = 0; p < PARTICLES; p += 2) {
        const quad *e = z + 3 * p + 3, *e1 = z + N + 3 * p + 3;
        quad along[3], m = mass[p] + mass[p + 1];
        for (int i = 0; i < 3; i++)
            along[i] = F[3 * p + 3 + i] / mass[p + 1] - F[3 * p + i] / mass[p];
        quad part = dot3(e, along) / dot3(e, e), turn = dot3(e1, e1);
        for (int i = 0; i < 3; i++) {
            dz[N + 3 * p + i] = (F[3 * p + i] + F[3 * p + 3 + i]) / m;
            dz[N + 3 * p + 3 + i] = along[i] - (part + turn) * e[i];
        }
    }
}

int main(int argc, char *argv[])
{
    only_values(argc, argv);
    static known_values all = {
        .problem = "four-particles",
        .program = "reference/four_particles.c",
        .method = {
            "printed: centre and direction of each rod, extrapolation (GBS) of order 24, H = "
            "20 ms, quadruple precision",
            "checked by the twelve coordinates, multipliers of the rows differentiated twice, "
            "H = 10 ms"}};
    static const char *const time[TIMES] = {"0.5", "1", "10"};
    static const char *const name[PARTICLES] = {"p1", "p2", "p3", "p4"};
    static const int at[TIMES] = {PER_SECOND / 2, PER_SECOND, 10 * PER_SECOND};
    quad y[2 * N] = {[3] = 1, [7] = 1, [9] = 1, [10] = 1, [N + 11] = 2 / mass[3]}, z[2 * N],
               x[2][6];
    for (int h = 0; h <= N; h += N) /* places, rates */
        for (int p = 0; p < PARTICLES; p += 2)
            for (int i = 0; i < 3; i++) {
                quad a = y[h + 3 * p + i], b = y[h + 3 * p + 3 + i], m = mass[p] + mass[p + 1];
                z[h + 3 * p + i] = (mass[p] * a + mass[p + 1] * b) / m;
                z[h + 3 * p + 3 + i] = b - a;
            }
    for (int n = 1, k = 0; k < TIMES; n++) {
        quad places[N], rates[N];
        extrapolation_step(2 * N, rods_rate, (quad)1 / PER_SECOND, z);
        for (int i = 0; i < 2; i++)
            extrapolation_step(2 * N, particles_rate, (quad)1 / (2 * PER_SECOND), y);
        if (n != at[k]) continue;
        of_rods(z, places);
        of_rods(z + N, rates);
        for (int p = 0; p < PARTICLES; p++) {
            for (int i = 0; i < 3; i++) {
                x[0][i] = places[3 * p + i], x[0][3 + i] = rates[3 * p + i];
                x[1][i] = y[3 * p + i], x[1][3 + i] = y[N + 3 * p + i];
            }
            add_body(&all, "default", time[k], name[p], 3, x[0], x[1]);
        }
        k++;
    }
    return print_values(&all);
}
