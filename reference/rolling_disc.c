/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/rolling_disc.c: reference solution of the problem rolling-disc.
 *
 * A thin disc of radius r that rolls without slip on the plane z = 0.  Two derivations:
 *
 * A  the reduced equations (Appell 1900; Neimark, Fufaev, Dynamics of Nonholonomic Systems) in the
 *    axes e1, level along the rim, e2 up in the disc, e3 its axis, which has the angle alpha to the
 *    vertical; psi the direction of e1, phi the angle of the disc from these axes:
 *        (A + m r^2) w1' = -(C + m r^2) w2 w3 + A w2^2 cot(alpha) - m g r cos(alpha)
 *        A w2' = -A w1 w2 cot(alpha) + C w1 w3,   (C + m r^2) w3' = m r^2 w1 w2
 *        alpha' = w1,  psi' = w2 / sin(alpha),  phi' = w3 - w2 cot(alpha)
 *    the mass centre r sin(alpha) high, its velocity r (-w3 e1 + w1 e3), the reaction from the rate
 *    of that.
 * B  Newton's and Euler's equations of the body in its own axes, the reaction from the acceleration
 *    (rolling.h): 10 unknowns r, p, Om.
 *
 * Both by extrapolation (Gragg, Bulirsch, Stoer).
 *
 * Usage: rolling_disc [--until T] > rolling-disc.ref */
#include "extrapolation.h"
#include "rolling.h"

enum {
    ALPHA, /* the unknowns of A */
    PSI,
    PHI,
    W1,
    W2,
    W3,
    X,
    Y,
    ANGLES,
    STEPS = 8 /* coarse extrapolation steps in a row: H = 0.0125 s */
};

static const quad m = 15, r = 1, g0 = (quad)981 / 100, A = (quad)15 / 4, C = (quad)15 / 2;

static const rolling_body disc = {.m = 15,
                                  .J = {(quad)15 / 4, (quad)15 / 4, (quad)15 / 2},
                                  .g0 = (quad)981 / 100,
                                  .a = {1, 1, 0},
                                  .u = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                  .n = {0, 0, 1}};

static void angles_rate(const quad y[], quad dy[])
{
    quad cot = cosq(y[ALPHA]) / sinq(y[ALPHA]), c = cosq(y[ALPHA]);
    quad v = -r * y[W3], w = r * y[W1]; /* along e1, along e3 */
    dy[ALPHA] = y[W1];
    dy[PSI] = y[W2] / sinq(y[ALPHA]);
    dy[PHI] = y[W3] - y[W2] * cot;
    dy[W1] = (-(C + m * r * r) * y[W2] * y[W3] + A * y[W2] * y[W2] * cot - m * g0 * r * c) /
             (A + m * r * r);
    dy[W2] = (-A * y[W1] * y[W2] * cot + C * y[W1] * y[W3]) / A;
    dy[W3] = m * r * r * y[W1] * y[W2] / (C + m * r * r);
    /* e3 = cos(alpha) z - sin(alpha) (-sin(psi), cos(psi), 0) */
    dy[X] = v * cosq(y[PSI]) + w * sinq(y[ALPHA]) * sinq(y[PSI]);
    dy[Y] = v * sinq(y[PSI]) - w * sinq(y[ALPHA]) * cosq(y[PSI]);
}

/* f = m (v' - g), v = r (-w3 e1 + w1 e3), e1 = (cos psi, sin psi, 0),
 * e3 = cos(alpha) z - sin(alpha) across, across = (-sin psi, cos psi, 0). */
static void angles_reaction(const quad y[], const quad dy[], const quad p[4], quad lambda[3])
{
    quad s = sinq(y[ALPHA]), c = cosq(y[ALPHA]), f[3];
    quad e1[3] = {cosq(y[PSI]), sinq(y[PSI]), 0}, across[3] = {-e1[1], e1[0], 0};
    for (int k = 0; k < 3; k++) {
        quad up = k == 2, e3 = c * up - s * across[k];
        quad e1_rate = dy[PSI] * across[k];
        quad e3_rate = -dy[ALPHA] * (s * up + c * across[k]) + s * dy[PSI] * e1[k];
        f[k] =
            m * (r * (-dy[W3] * e1[k] - y[W3] * e1_rate + dy[W1] * e3 + y[W1] * e3_rate) + g0 * up);
    }
    roll_multipliers(&disc, p, f, lambda);
}

static void angles_row(const quad y[], quad row[])
{
    quad a[4] = {cosq(y[PSI] / 2), 0, 0, sinq(y[PSI] / 2)}, b[4] = {cosq(y[ALPHA] / 2)};
    quad c[4] = {cosq(y[PHI] / 2), 0, 0, sinq(y[PHI] / 2)}, ab[4], dy[ANGLES];
    b[1] = sinq(y[ALPHA] / 2);
    quaternion_product(a, b, ab);
    quaternion_product(ab, c, row + ROLL_P);
    angles_rate(y, dy);
    row[0] = y[X], row[1] = y[Y], row[2] = r * sinq(y[ALPHA]);
    row[ROLL_V] = dy[X], row[ROLL_V + 1] = dy[Y], row[ROLL_V + 2] = r * cosq(y[ALPHA]) * y[W1];
    row[ROLL_W] = cosq(y[PHI]) * y[W1] + sinq(y[PHI]) * y[W2];
    row[ROLL_W + 1] = cosq(y[PHI]) * y[W2] - sinq(y[PHI]) * y[W1];
    row[ROLL_W + 2] = y[W3];
    angles_reaction(y, dy, row + ROLL_P, row + ROLL_L);
}

static void angles(int rows, int steps, quad *run)
{
    quad y[ANGLES] = {[ALPHA] = 105 * M_PIq / 180, [W2] = 15, [W3] = 5};
    extrapolated_rows(ANGLES, angles_rate, angles_row, ROLL_WIDTH, rows, steps, y, run);
}

static void body(int rows, int steps, quad *run)
{
    quad half = 105 * M_PIq / 360, y[ROLL_UNKNOWNS] = {[2] = r * sinq(2 * half), [3] = cosq(half)};
    y[4] = sinq(half), y[8] = 15, y[9] = 5;
    extrapolated_rows(ROLL_UNKNOWNS, centre_rate, centre_row, ROLL_WIDTH, rows, steps, y, run);
}

int main(int argc, char *argv[])
{
    static const reference made = {
        .problem = "rolling-disc",
        .program = "reference/rolling_disc.c",
        .method =
            {"printed: the equations of tilt, precession and spin by extrapolation (GBS) of "
             "order 24, H = 0.00625 s, quadruple precision",
             "checked by H = 0.0125 s and by the equations of Newton and Euler, H = 0.00625 s"},
        .bodies = "disc",
        .multipliers = "rim.height rim.slip_a rim.slip_b",
        .units = "N",
        .rows = 21,
        .width = ROLL_WIDTH,
        .runs = {{"angles 0.00625 s", angles, 2 * STEPS},
                 {"angles 0.0125 s", angles, STEPS},
                 {"bodies 0.00625 s", body, 2 * STEPS}},
        .least_digits = 24,
    };
    rolling = &disc;
    return make_file(&made, argc, argv);
}
