/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/knife_edge.c: reference solution of the problem knife-edge.
 *
 * A planar body on a plane inclined by alpha, x down the slope, whose mass centre cannot move
 * across its blade, e2_body . r' = 0 (Bloch, Nonholonomic Mechanics and Control, chapter 1).  With
 * s = g sin(alpha), from rest and spun with w.  Two derivations:
 *
 * A  closed form:  phi = w t,  x = s sin^2(phi) / (2 w^2),  y = s (phi - sin(2 phi) / 2) / (2 w^2).
 * B  the equations with the multiplier of the row d . r' = 0, d = R e2, differentiated once:
 *    m r'' = m s e1 - mu d,  mu = m (s d1 + d' . r'),  p' = 1/2 p * (0, Om),  Om' = 0,
 *    by extrapolation (Gragg, Bulirsch, Stoer).
 *
 * Usage: knife_edge [--until T] > knife-edge.ref */
#include "extrapolation.h"
#include "quad.h"
#include "rotation.h"

enum {
    WIDTH = ONE_BODY, /* a row: r, p, v, Om */
    GBS_STEPS = 1     /* coarse extrapolation steps in a row: H = 0.1 s */
};

static const quad gravity = (quad)981 / 100, alpha = (quad)43 / 100, w = (quad)131 / 100;

static void closed_form(int rows, int steps, quad *run)
{
    (void)steps;
    quad s = gravity * sinq(alpha);
    for (int n = 0; n < rows; n++) {
        quad *row = run + n * WIDTH, phi = w * n / ROWS_PER_SECOND;
        memset(row, 0, WIDTH * sizeof *row);
        row[0] = s / (2 * w * w) * sinq(phi) * sinq(phi);
        row[1] = s / (2 * w * w) * (phi - sinq(2 * phi) / 2);
        row[ONE_P] = cosq(phi / 2);
        row[ONE_P + 3] = sinq(phi / 2);
        row[ONE_V] = s / w * sinq(phi) * cosq(phi);
        row[ONE_V + 1] = s / w * sinq(phi) * sinq(phi);
        row[ONE_W + 2] = w;
    }
}

static void motion_rate(const quad y[], quad dy[])
{
    static const quad e2[3] = {0, 1, 0};
    quad R[3][3], d[3], turn[3], d1[3], s = gravity * sinq(alpha);
    rotation_matrix(y + ONE_P, R);
    rotate3(R, e2, d);
    cross3(y + ONE_W, e2, turn);
    rotate3(R, turn, d1);
    quad per_mass = s * d[0] + dot3(d1, y + ONE_V); /* mu / m */
    memcpy(dy, y + ONE_V, 3 * sizeof *y);
    quaternion_rate(y + ONE_P, y + ONE_W, dy + ONE_P);
    for (int i = 0; i < 3; i++) {
        dy[ONE_V + i] = (i == 0 ? s : 0) - per_mass * d[i];
        dy[ONE_W + i] = 0;
    }
}

/* steps: extrapolation steps in a row. */
static void motion(int rows, int steps, quad *run)
{
    quad y[WIDTH] = {[ONE_P] = 1, [ONE_W + 2] = w};
    extrapolated_rows(WIDTH, motion_rate, NULL, WIDTH, rows, steps, y, run);
}

int main(int argc, char *argv[])
{
    static const reference made = {
        .problem = "knife-edge",
        .program = "reference/knife_edge.c",
        .method =
            {"printed: closed form, quadruple precision",
             "checked by the equations of motion, the multiplier from the row differentiated, "
             "extrapolation (GBS) of order 24, H = 0.1 s and 0.05 s"},
        .bodies = "blade",
        .multipliers = "none",
        .units = "N",
        .rows = 101,
        .width = WIDTH,
        .runs = {{"closed", closed_form, 1},
                 {"motion 0.1 s", motion, GBS_STEPS},
                 {"motion 0.05 s", motion, 2 * GBS_STEPS}},
        .least_digits = 26,
    };
    return make_file(&made, argc, argv);
}
