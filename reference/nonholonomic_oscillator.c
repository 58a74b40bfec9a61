/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/nonholonomic_oscillator.c: reference solution of the problem nonholonomic-oscillator.
 *
 * A point mass of 1 kg with x' + y z' = 0 and U = (x^2 + y^2 + z^2 + e x^2 z^2) / 2 (McLachlan,
 * Perlmutter, J. Nonlinear Sci. 16 (2006) 283, section 5.2).  With F = -grad U, two derivations:
 *
 * A  the reduced equations: y = y0 cos t + y0' sin t, and of the speed s = z'
 *    x' = -y s,   z' = s,   (1 + y^2) s' = F_z - y F_x - y y' s;
 * B  the three coordinates with the multiplier a of the row differentiated once:
 *    r'' = F - a (1, 0, y),   a = (F_x + y F_z + y' z') / (1 + y^2).
 *
 * Both by extrapolation (Gragg, Bulirsch, Stoer).
 *
 * Usage: nonholonomic_oscillator [0] [--until T] > nonholonomic-oscillator.ref */
#include "extrapolation.h"

enum {
    TIME, /* the unknowns of A */
    X,
    Z,
    SPEED,
    REDUCED
};

enum {
    COORDINATES = 3, /* of B: place, velocity; columns of a row likewise */
    WIDTH = 2 * COORDINATES,
    GBS_STEPS = 2 /* coarse extrapolation steps in a row: H = 0.05 s */
};

/* epsilon; y, y'; x, z, z' of the start */
static quad stiffness = (quad)1 / 10;
static const quad start_y = 1, start_v = (quad)4 / 10, start_x = 1, start_z = (quad)6 / 10,
                  start_s = (quad)3 / 10;

static const variant files[] = {{"", NULL}, {"0", "epsilon=0"}, {NULL, NULL}};

static quad force_x(quad x, quad z)
{
    return -x - stiffness * x * z * z;
}

static quad force_z(quad x, quad z)
{
    return -z - stiffness * x * x * z;
}

/* ---- A: the reduced equations ---- */

static void driver(quad t, quad *y, quad *v)
{
    *y = start_y * cosq(t) + start_v * sinq(t);
    *v = start_v * cosq(t) - start_y * sinq(t);
}

static void reduced_rate(const quad u[], quad du[])
{
    quad y, v;
    driver(u[TIME], &y, &v);
    du[TIME] = 1;
    du[X] = -y * u[SPEED];
    du[Z] = u[SPEED];
    du[SPEED] = (force_z(u[X], u[Z]) - y * force_x(u[X], u[Z]) - y * v * u[SPEED]) / (1 + y * y);
}

static void reduced_row(const quad u[], quad row[])
{
    quad y, v;
    driver(u[TIME], &y, &v);
    const quad columns[WIDTH] = {u[X], y, u[Z], -y * u[SPEED], v, u[SPEED]};
    memcpy(row, columns, sizeof columns);
}

static void reduced(int rows, int steps, quad *run)
{
    quad u[REDUCED] = {[X] = start_x, [Z] = start_z, [SPEED] = start_s};
    extrapolated_rows(REDUCED, reduced_rate, reduced_row, WIDTH, rows, steps, u, run);
}

/* ---- B: three coordinates and a multiplier ---- */

static void mass_rate(const quad u[], quad du[])
{
    const quad *v = u + COORDINATES;
    quad y = u[1], fx = force_x(u[0], u[2]), fz = force_z(u[0], u[2]);
    quad a = (fx + y * fz + v[1] * v[2]) / (1 + y * y);
    memcpy(du, v, COORDINATES * sizeof *du);
    du[COORDINATES] = fx - a;
    du[COORDINATES + 1] = -y;
    du[COORDINATES + 2] = fz - y * a;
}

static void mass(int rows, int steps, quad *run)
{
    quad u[WIDTH] = {start_x, start_y, start_z, -start_y * start_s, start_v, start_s};
    extrapolated_rows(WIDTH, mass_rate, NULL, WIDTH, rows, steps, u, run);
}

static void print_row(const quad row[])
{
    static const quad upright[4] = {1}, none[3] = {0};
    print_body(row, upright, row + COORDINATES, none);
}

int main(int argc, char *argv[])
{
    const variant *which = &files[variant_wanted(files, &argc, &argv)];
    const reference ref = {
        .problem = "nonholonomic-oscillator",
        .program = "reference/nonholonomic_oscillator.c",
        .which = which,
        .method =
            {"printed: x, z and the speed z', y in closed form, by extrapolation (GBS) of "
             "order 24, H = 0.025 s, quadruple precision",
             "checked by H = 0.05 s and by the three coordinates, the multiplier from the row "
             "differentiated, H = 0.025 s"},
        .bodies = "mass",
        .multipliers = "none",
        .units = "N",
        .rows = 101,
        .width = WIDTH,
        .kinds = {{"r", 0, COORDINATES}, {"v", COORDINATES, COORDINATES}},
        .runs = {{"reduced 0.025 s", reduced, 2 * GBS_STEPS},
                 {"reduced 0.05 s", reduced, GBS_STEPS},
                 {"coordinates 0.025 s", mass, 2 * GBS_STEPS}},
        .least_digits = 24,
        .print = print_row,
    };
    if (which->parameters) stiffness = 0;
    return make_file(&ref, argc, argv);
}
