/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/top.c: reference solutions of the problem top.
 *
 * A symmetric top, its tip at -c e3 of the body held at the distance l from the origin by a bar;
 * gravity along -z (Haug, Pavesic, section 7.1).  The multiplier is the tension of the bar, the
 * row (|s|^2 - l^2) / (2 l), s = r - c R e3.  Two derivations:
 *
 * A  minimal coordinates without the constraint: r = l e + c d, the bar's direction e and the top's
 *    axis d each by stereographic projection, e from the upward direction, d from the downward one;
 *    the spin Omega_3 is constant.  With L = J1 d x d' + J3 Omega_3 d d'Alembert's principle reads
 *
 *        m (r'' - g) . delta r + (J1 d'' + J3 Omega_3 d' x d) . delta d = 0.
 *
 *    The attitude is the shortest rotation from e3 to d, then a turn by psi about d,
 *    psi' = Omega_3 less the shortest rotation's own.
 * B  the equations of Newton and Euler in space, 13 unknowns r, p, v, Om, the tension found from
 * the row differentiated twice.  Nothing in it knows that the top is symmetric.
 *
 * Both by extrapolation (Gragg, Bulirsch, Stoer).  The paper's perturbation epsilon = 1e-12 rad/s
 * leaves the top as good as upright; nutating, 0.4 rad/s carries the mass centre off by more than
 * half a metre.
 *
 * Usage: top [nutating] [--until T] > top.ref, top-nutating.ref */
#include "chart.h"
#include "extrapolation.h"
#include "newton_euler.h"

enum {
    WIDTH = ONE_BODY + 1, /* a row: r, p, v, Om, lambda */
    NS = 4,               /* chart of e, chart of d; the state of A is these, their rates, psi */
    GBS_STEPS = 2         /* coarse extrapolation steps in a row: H = 0.05 s */
};

static const quad m = 30, J1 = 90, J3 = 30, c = 1, l = 1, g[3] = {0, 0, (quad)-981 / 100};
static const quad SPIN = (quad)135 / 10; /* [rad/s] */
static quad epsilon;                     /* [rad/s] */

/* ---- A: minimal coordinates ---- */

/* s'' of both charts. */
static void minimal_acceleration(const pointer *e, const pointer *d, quad dds[NS])
{
    quad S[NS][NS], force[3], moment[3], twist[3];
    cross3(d->de, d->e, twist);
    for (int i = 0; i < 3; i++) {
        force[i] = m * (g[i] - l * e->curvature[i] - c * d->curvature[i]);
        moment[i] = c * force[i] - J1 * d->curvature[i] - J3 * SPIN * twist[i];
    }
    for (int i = 0; i < 2; i++) {
        dds[i] = l * dot3(e->U[i], force);
        dds[2 + i] = dot3(d->U[i], moment);
        for (int j = 0; j < 2; j++) {
            S[i][j] = i == j ? m * l * l * e->mu * e->mu : 0; /* the charts are conformal */
            S[2 + i][2 + j] = i == j ? (J1 + m * c * c) * d->mu * d->mu : 0;
            S[i][2 + j] = S[2 + j][i] = m * l * c * dot3(e->U[i], d->U[j]);
        }
    }
    solve_definite(NS, S[0], dds);
}

/* Omega_3 of the shortest rotation from e3 to d, p = (1, -b, a, 0) / sqrt(1 + a^2 + b^2). */
static quad own_spin(const quad s[2], const quad ds[2])
{
    return 2 * (s[1] * ds[0] - s[0] * ds[1]) / (1 + s[0] * s[0] + s[1] * s[1]);
}

static void minimal_rate(const quad z[], quad dz[])
{
    pointer e = point_by(z, z + NS, -1), d = point_by(z + 2, z + NS + 2, 1);
    memcpy(dz, z + NS, NS * sizeof *dz);
    minimal_acceleration(&e, &d, dz + NS);
    dz[2 * NS] = SPIN - own_spin(z + 2, z + NS + 2);
}

static void minimal_row(const quad z[], quad row[])
{
    pointer e = point_by(z, z + NS, -1), d = point_by(z + 2, z + NS + 2, 1);
    quad dds[NS], n = sqrtq(d.mu / 2), half = z[2 * NS] / 2, w[3], R[3][3];
    quad shortest[4] = {n, -n * z[3], n * z[2], 0}, turn[4] = {cosq(half), 0, 0, sinq(half)};
    minimal_acceleration(&e, &d, dds);
    quaternion_product(shortest, turn, row + ONE_P);
    rotation_matrix(row + ONE_P, R);
    cross3(d.e, d.de, w); /* the angular velocity less its part along d */
    rotate_back3(R, w, row + ONE_W);
    row[ONE_W + 2] = SPIN;
    row[ONE_BODY] = 0;
    for (int i = 0; i < 3; i++) {
        quad a = l * e.curvature[i] + c * d.curvature[i];
        for (int j = 0; j < 2; j++) a += l * e.U[j][i] * dds[j] + c * d.U[j][i] * dds[2 + j];
        row[i] = l * e.e[i] + c * d.e[i];
        row[ONE_V + i] = l * e.de[i] + c * d.de[i];
        row[ONE_BODY] += m * (g[i] - a) * e.e[i];
    }
}

/* e = -e3, d = e3, the mass centre at rest: c d' = -l e' = c Om x e3; mu = 2 in both charts. */
static void minimal(int rows, int steps, quad *run)
{
    quad z[2 * NS + 1] = {0}, dd[2] = {epsilon, -epsilon};
    for (int i = 0; i < 2; i++) {
        z[NS + i] = -c / l * dd[i] / 2;
        z[NS + 2 + i] = dd[i] / 2;
    }
    extrapolated_rows(2 * NS + 1, minimal_rate, minimal_row, WIDTH, rows, steps, z, run);
}

/* ---- B: in space ---- */

/* The tip s = r + R arm, arm = (0, 0, -c). */
static const place tip = {0, 1, {0, 0, -1}};

/* m v' = m g - lambda s / l,  J Om' = J Om x Om - arm x R^T lambda s / l,  s . s'' + s' . s' = 0,
 * by the row s . s, which is 2 l times that of the bar. */
static rigid_bodies held(void)
{
    rigid_bodies B = {.bodies = 1, .m = {m}, .J = {{J1, J1, J3}}};
    memcpy(B.g, g, sizeof g);
    add_in_plane(&B, tip, point(GROUND, 0, 0, 0), tip);
    return B;
}

static void space_rate(const quad y[], quad dy[])
{
    const rigid_bodies B = held();
    bodies_rate(&B, y, dy);
}

/* Takes r and v back to the constraint: round-off carries them off by 1e-30 m, which is nothing to
 * the bar but much to a mass centre that moves by 1e-12 m. */
static void back_to_bar(const rigid_bodies *B, quad y[])
{
    const placed at = find_place(B, y, &tip);
    const quad *s = at.x;
    quad s2 = dot3(s, s), slide = dot3(s, at.x1) / s2;
    quad stretch = (s2 - l * l) / (l * (l + sqrtq(s2)));
    for (int i = 0; i < 3; i++) {
        y[i] -= stretch * s[i];
        y[ONE_V + i] -= slide * s[i];
    }
}

static void in_space(int rows, int steps, quad *run)
{
    const rigid_bodies B = held();
    quad y[ONE_BODY] = {
        [2] = c - l, [ONE_P] = 1, [ONE_W] = epsilon, [ONE_W + 1] = epsilon, [ONE_W + 2] = SPIN};
    for (int n = 0; n < rows; n++) {
        quad *row = run + n * WIDTH, a[6];
        memcpy(row, y, sizeof y);
        reactions(&B, y, a, row + ONE_BODY);
        row[ONE_BODY] *= 2 * l;
        for (int i = 0; i < steps; i++) {
            extrapolation_step(ONE_BODY, space_rate, (quad)1 / (ROWS_PER_SECOND * steps), y);
            back_to_bar(&B, y);
        }
    }
}

int main(int argc, char *argv[])
{
    static const variant files[] = {{"", NULL}, {"nutating", "epsilon=0.4"}, {NULL, NULL}};
    int file = variant_wanted(files, &argc, &argv);
    epsilon = file ? (quad)4 / 10 : 1e-12Q;
    const reference ref = {
        .problem = "top",
        .program = "reference/top.c",
        .which = &files[file],
        .method = {"printed: minimal (stereographic) coordinates, extrapolation (GBS) of order 24, "
                   "H = 0.025 s, quadruple precision; checked by H = 0.05 s",
                   "and by the Newton-Euler equations in space, the tension from the constraint "
                   "differentiated twice, extrapolation (GBS) of order 24, H = 0.05 s and 0.025 s"},
        .bodies = "top",
        .multipliers = "bar",
        .units = "N",
        .rows = 101,
        .width = WIDTH,
        .runs = {{"minimal 0.05 s", minimal, GBS_STEPS},
                 {"minimal 0.025 s", minimal, 2 * GBS_STEPS},
                 {"space 0.05 s", in_space, GBS_STEPS},
                 {"space 0.025 s", in_space, 2 * GBS_STEPS}},
        .least_digits = 20,
        .printed = 1,
    };
    return make_file(&ref, argc, argv);
}
