/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/rattleback.c: reference solution of the problem rattleback.
 *
 * A half ellipsoid of semi-axes 2, 20, 3 cm along b1, b2, b3 that rolls without slip on a plane,
 * its mass centre 1 cm below the centre of the ellipsoid, its inertia (17, 2, 16; I23 = 0.2) kg
 * cm^2 not along these axes (Kane, Levinson 1982).  b1 starts upright, tilted by turns of 0.5 and
 * -0.5 degrees about b2 and b3, and spins with 5 rad/s about b1.  In the principal axes of inertia,
 * about b1 from b2, b3 by delta = -1/2 atan(0.4 / 14).  Two derivations (rolling.h):
 *
 * A  the angular momentum K about the point in contact: 9 unknowns p, K, and r along the plane.
 * B  Newton's and Euler's equations in the body's axes: unknowns r, p, Om.
 *
 * Both by extrapolation (Gragg, Bulirsch, Stoer).
 *
 * Usage: rattleback [--until T] > rattleback.ref */
#include "extrapolation.h"
#include "rolling.h"

enum { STEPS = 64 }; /* coarse extrapolation steps in a row: H = 1/640 s */

static rolling_body stone;

static void set_stone(void)
{
    quad delta = -atanq((quad)4 / 140) / 2, root = sqrtq(49 + (quad)4 / 100),
         unit = (quad)1 / 10000;
    stone = (rolling_body){
        .m = 1,
        .J = {17 * unit, (9 - root) * unit, (9 + root) * unit},
        .g0 = (quad)981 / 100,
        .a = {(quad)2 / 100, (quad)20 / 100, (quad)3 / 100},
        .u = {{1, 0, 0}, {0, cosq(delta), -sinq(delta)}, {0, sinq(delta), cosq(delta)}},
        .c = {(quad)1 / 100, 0, 0},
        .n = {0, 0, 1}};
}

/* b1, b2, b3 along z, x, y; then the turns about b2, b3 and the one to the principal axes. */
static void start(quad y[])
{
    static const quad upright[4] = {0.5Q, -0.5Q, -0.5Q, -0.5Q};
    quad half = M_PIq / 720, delta = -atanq((quad)4 / 140) / 2, gamma[3], rho[3];
    quad b2[4] = {cosq(half), 0, sinq(half), 0}, b3[4] = {cosq(half), 0, 0, -sinq(half)};
    quad b1[4] = {cosq(delta / 2), sinq(delta / 2), 0, 0}, p[4], q[4];
    quaternion_product(upright, b2, p);
    quaternion_product(p, b3, q);
    memset(y, 0, ROLL_UNKNOWNS * sizeof *y);
    quaternion_product(q, b1, y + ROLL_P);
    roll_place(&stone, y + ROLL_P, gamma, rho);
    y[2] = -dot3(gamma, rho);
    y[ROLL_TURN] = 5;
}

static void contact_rate(const quad y[], quad dy[])
{
    quad gamma[3], rho[3], Om[3];
    roll_place(&stone, y + ROLL_P, gamma, rho);
    spin_of(&stone, rho, y + ROLL_TURN, Om);
    roll_on(&stone, y, Om, dy);
    turn_by_contact(&stone, gamma, y + ROLL_TURN, Om, dy + ROLL_TURN);
}

static void contact_row(const quad y[], quad row[])
{
    quad gamma[3], rho[3], Om[3], dy[ROLL_UNKNOWNS], dOm[3];
    roll_place(&stone, y + ROLL_P, gamma, rho);
    spin_of(&stone, rho, y + ROLL_TURN, Om);
    roll_row(&stone, y, Om, row);
    contact_rate(y, dy);
    spin_rate(&stone, gamma, Om, dy + ROLL_TURN, dOm);
    roll_reaction(&stone, y + ROLL_P, Om, dOm, row + ROLL_L);
}

static void by_centre(int rows, int steps, quad *run)
{
    quad y[ROLL_UNKNOWNS];
    start(y);
    extrapolated_rows(ROLL_UNKNOWNS, centre_rate, centre_row, ROLL_WIDTH, rows, steps, y, run);
}

static void by_contact(int rows, int steps, quad *run)
{
    quad y[ROLL_UNKNOWNS], gamma[3], rho[3], S[9], K[3] = {0};
    start(y);
    roll_place(&stone, y + ROLL_P, gamma, rho);
    inertia_at(&stone, rho, S);
    for (int i = 0; i < 3; i++) K[i] = dot3(S + 3 * i, y + ROLL_TURN);
    memcpy(y + ROLL_TURN, K, sizeof K);
    extrapolated_rows(ROLL_UNKNOWNS, contact_rate, contact_row, ROLL_WIDTH, rows, steps, y, run);
}

int main(int argc, char *argv[])
{
    static const reference made = {
        .problem = "rattleback",
        .program = "reference/rattleback.c",
        .method = {"printed: the balance of angular momentum about the point in contact by "
                   "extrapolation (GBS) of order 24, H = 1/1280 s, quadruple precision",
                   "checked by H = 1/640 s and by the equations of Newton and Euler, H = 1/1280 s"},
        .bodies = "stone",
        .multipliers = "table.height table.slip_a table.slip_b",
        .units = "N",
        .rows = 51,
        .width = ROLL_WIDTH,
        .runs = {{"contact 1/1280 s", by_contact, 2 * STEPS},
                 {"contact 1/640 s", by_contact, STEPS},
                 {"centre 1/1280 s", by_centre, 2 * STEPS}},
        .least_digits = 16,
    };
    set_stone();
    rolling = &stone;
    return make_file(&made, argc, argv);
}
