/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/steered_oscillator.c: reference solution of the problem steered-oscillator.
 *
 * A pendulum of J = 1 with the angle a, and a point mass m = 1 in its plane whose velocity has no
 * part along d = (-sin a, cos a), both held by springs between points; one between points at the
 * distance s has U = k (s - L)^2 / 2.  Two derivations:
 *
 * A  the reduced equations, e = (cos a, sin a):  a' = w,  w' = -U1'(a),  x' = u e,  u' = F . e,
 *    the tip (cos a, sin a) of the pendulum at the distance s from the anchor c (cos b, sin b),
 *    s^2 = 1 + c^2 - 2 c cos(a - b), so that U1' = k (1 - L / s) c sin(a - b), a sum of two;
 * B  the equations of the two bodies with the multiplier of the row differentiated once:
 *    p' = 1/2 p * (0, Om),  Om' = arm x F of the springs in space,  x'' = F - mu d,
 *    mu = d . F + d' . x',  d = R e2,  d' = R (Om x e2).
 *
 * Both by extrapolation (Gragg, Bulirsch, Stoer).
 *
 * Usage: steered_oscillator [back] [--until T] > steered-oscillator.ref */
#include "extrapolation.h"
#include "rotation.h"

enum {
    ANGLE, /* the unknowns of A */
    RATE,
    X,
    SPEED = X + 2,
    REDUCED
};

enum {
    PP, /* those of B */
    POM = PP + 4,
    PX = POM + 3,
    PV = PX + 3,
    BODIES = PV + 3
};

enum {
    ROW_R, /* columns of a row: the mass; the pendulum's Euler parameters and rate */
    ROW_P = ROW_R + 2,
    ROW_V = ROW_P + 4,
    ROW_W = ROW_V + 2,
    WIDTH,
    GBS_STEPS = 2 /* coarse extrapolation steps in a row: H = 0.05 s */
};

typedef struct {
    quad at[3], stiffness, length; /* anchor */
} spring;

/* asymmetry is the stiffness of the second one. */
static spring pulling[2] = {{{2, 0, 0}, (quad)1 / 2, 0}, {{0, (quad)5 / 4, 0}, 1, (quad)5 / 2}};
static const spring holding[3] = {
    {{0, 0, 0}, 1, 0}, {{2, 0, 0}, (quad)1 / 10, 1}, {{-2, 0, 0}, (quad)1 / 10, 1}};
static const quad angle0 = (quad)3 / 10, rate0 = (quad)5 / 2, speed0 = (quad)1 / 2,
                  place0[2] = {(quad)8 / 10, (quad)3 / 10};

static const variant files[] = {{"", NULL}, {"back", "asymmetry=0"}, {NULL, NULL}};

/* F += the force of the springs on a point x. */
static void pull(int count, const spring s[], const quad x[3], quad F[3])
{
    for (int i = 0; i < count; i++) {
        quad d[3], l, tension = s[i].stiffness;
        for (int k = 0; k < 3; k++) d[k] = s[i].at[k] - x[k];
        l = sqrtq(dot3(d, d));
        if (s[i].length != 0) tension *= 1 - s[i].length / l;
        for (int k = 0; k < 3; k++) F[k] += tension * d[k];
    }
}

/* ---- A: the reduced equations ---- */

static quad slope(const spring *s, quad angle)
{
    quad c = sqrtq(dot3(s->at, s->at)), turn = angle - atan2q(s->at[1], s->at[0]);
    quad l = sqrtq(1 + c * c - 2 * c * cosq(turn));
    return s->stiffness * (1 - s->length / l) * c * sinq(turn);
}

static void reduced_rate(const quad y[], quad dy[])
{
    quad e[2] = {cosq(y[ANGLE]), sinq(y[ANGLE])}, F[3] = {0};
    pull(3, holding, (quad[3]){y[X], y[X + 1], 0}, F);
    dy[ANGLE] = y[RATE];
    dy[RATE] = -slope(&pulling[0], y[ANGLE]) - slope(&pulling[1], y[ANGLE]);
    dy[X] = y[SPEED] * e[0];
    dy[X + 1] = y[SPEED] * e[1];
    dy[SPEED] = F[0] * e[0] + F[1] * e[1];
}

static void reduced_row(const quad y[], quad row[])
{
    memset(row, 0, WIDTH * sizeof *row);
    memcpy(row + ROW_R, y + X, 2 * sizeof *row);
    row[ROW_P] = cosq(y[ANGLE] / 2);
    row[ROW_P + 3] = sinq(y[ANGLE] / 2);
    row[ROW_V] = y[SPEED] * cosq(y[ANGLE]);
    row[ROW_V + 1] = y[SPEED] * sinq(y[ANGLE]);
    row[ROW_W] = y[RATE];
}

static void reduced(int rows, int steps, quad *run)
{
    quad y[REDUCED] = {angle0, rate0, place0[0], place0[1], speed0};
    extrapolated_rows(REDUCED, reduced_rate, reduced_row, WIDTH, rows, steps, y, run);
}

/* ---- B: two bodies and a multiplier ---- */

static void bodies_rate(const quad y[], quad dy[])
{
    static const quad e1[3] = {1, 0, 0}, e2[3] = {0, 1, 0};
    quad R[3][3], tip[3], d[3], turn[3], d1[3], T[3] = {0}, F[3] = {0};
    rotation_matrix(y + PP, R);
    rotate3(R, e1, tip);
    rotate3(R, e2, d);
    cross3(y + POM, e2, turn);
    rotate3(R, turn, d1);
    pull(2, pulling, tip, T);
    pull(3, holding, y + PX, F);
    quad mu = dot3(d, F) + dot3(d1, y + PV);
    quaternion_rate(y + PP, y + POM, dy + PP);
    cross3(tip, T, dy + POM); /* along e3, which is that of space; J = 1 */
    memcpy(dy + PX, y + PV, 3 * sizeof *y);
    for (int k = 0; k < 3; k++) dy[PV + k] = F[k] - mu * d[k];
}

static void bodies_row(const quad y[], quad row[])
{
    memcpy(row + ROW_R, y + PX, 2 * sizeof *row);
    memcpy(row + ROW_P, y + PP, 4 * sizeof *row);
    memcpy(row + ROW_V, y + PV, 2 * sizeof *row);
    row[ROW_W] = y[POM + 2];
}

static void bodies(int rows, int steps, quad *run)
{
    quad y[BODIES] = {[PP] = cosq(angle0 / 2),
                      [PP + 3] = sinq(angle0 / 2),
                      [POM + 2] = rate0,
                      [PX] = place0[0],
                      [PX + 1] = place0[1],
                      [PV] = speed0 * cosq(angle0),
                      [PV + 1] = speed0 * sinq(angle0)};
    extrapolated_rows(BODIES, bodies_rate, bodies_row, WIDTH, rows, steps, y, run);
}

static void print_row(const quad row[])
{
    static const quad none[3] = {0};
    print_body(none, row + ROW_P, none, (quad[3]){0, 0, row[ROW_W]});
    print_planar(row + ROW_R, 0, row + ROW_V, 0);
}

int main(int argc, char *argv[])
{
    const variant *which = &files[variant_wanted(files, &argc, &argv)];
    const reference ref = {
        .problem = "steered-oscillator",
        .program = "reference/steered_oscillator.c",
        .which = which,
        .method = {"printed: the angle and the speed along it by extrapolation (GBS) of order 24, "
                   "H = 0.025 s, quadruple precision",
                   "checked by H = 0.05 s and by the equations of two bodies, the multiplier from "
                   "the row differentiated, H = 0.025 s"},
        .bodies = "pendulum mass",
        .multipliers = "none",
        .units = "N",
        .rows = 101,
        .width = WIDTH,
        .kinds = {{"r", ROW_R, 2}, {"p", ROW_P, 4}, {"v", ROW_V, 2}, {"omega", ROW_W, 1}},
        .runs = {{"angle 0.025 s", reduced, 2 * GBS_STEPS},
                 {"angle 0.05 s", reduced, GBS_STEPS},
                 {"bodies 0.025 s", bodies, 2 * GBS_STEPS}},
        .least_digits = 24,
        .print = print_row,
    };
    if (which->parameters) pulling[1].stiffness = 0;
    return make_file(&ref, argc, argv);
}
