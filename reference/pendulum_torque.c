/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/pendulum_torque.c: reference solution of the problem pendulum under a constant torque
 * (6, 6, 6) N m in body axes, |tau| = 10.4 N m.
 *
 * A rigid body on a ball joint at the origin, its mass centre at l e1 of the body, gravity along
 * -y; at t = 0 at rest, body axes along those of space (Tuomela, Arponen, Normi, sections 6.2.1 and
 * 6.3).  The multipliers are those of m r'' = m g - lambda, the rows r - l e1 = 0.  Two
 * derivations, both extrapolated (Gragg, Bulirsch, Stoer), the steps growing shorter as the bar
 * spins up:
 *
 * A  Euler's equations about the ball joint, 7 unknowns p, Om: with I = J + m l^2 diag(0, 1, 1)
 *    I Om' = I Om x Om + l e1 x m R^T g + tau;  r, v and the reaction follow.
 * B  mass centre and rotation apart, 13 unknowns, the reaction from the rows differentiated twice.
 *
 * Usage: pendulum_torque [--until T] > pendulum-torque.ref */
#include "extrapolation.h"
#include "newton_euler.h"
#include "quad.h"

enum {
    PP = 3, /* columns of a row: r, p, v, Om, lambda */
    PV = PP + 4,
    PW = PV + 3,
    NY = PW + 3,
    WIDTH = NY + 3
};

static const quad m = (quad)3834 / 100, l = (quad)765 / 1000, gravity = (quad)981 / 100;
static const quad J[3] = {(quad)147 / 1000, (quad)3175 / 1000, (quad)3154 / 1000};
static const quad tau[3] = {6, 6, 6};

static const reference REFERENCE = {
    .problem = "pendulum",
    .parameters = "tau1=6 tau2=6 tau3=6",
    .program = "reference/pendulum_torque.c",
    .method = {"printed: Euler's equations about the joint, extrapolation (GBS) of order 24, at "
               "most 1/2 rad of spin a step, quadruple precision",
               "checked by twice the step, and by the Newton-Euler equations in space, the "
               "reaction from the constraints differentiated twice"},
    .bodies = "bar",
    .multipliers = "ball.x ball.y ball.z",
    .units = "N",
    .rows = 101,
    .width = WIDTH,
    .nkinds = 5,
    .nruns = 3,
    .kinds = {{"r", 0, 3}, {"p", PP, 4}, {"v", PV, 3}, {"omega", PW, 3}, {"lambda", NY, 3}},
    .runs = {"joint 1 rad", "joint 1/2 rad", "space 1/2 rad"},
    .least_digits = 20,
};

/* Steps to the row after n, of so many to a radian: Om1 grows by tau1 / J1, some 41 rad/s a second;
 * at least of 1/20 s. */
static int steps_after(int n, int per_radian)
{
    quad turn = tau[0] / J[0] * (n + 1) / ROWS_PER_SECOND / ROWS_PER_SECOND;
    int steps = (int)ceilq(turn * per_radian);
    return steps < 2 * per_radian ? 2 * per_radian : steps;
}

/* ---- A: about the joint; y = p, Om ---- */

static void joint_rate(const quad y[], quad dy[])
{
    quad I[3] = {J[0], J[1] + m * l * l, J[2] + m * l * l}, R[3][3], down[3], L[3], N[3];
    quad weight[3] = {0, -m * gravity, 0}, arm[3] = {l, 0, 0};
    rotation_matrix(y, R);
    rotate_back3(R, weight, down);
    for (int i = 0; i < 3; i++) L[i] = I[i] * y[4 + i];
    quaternion_rate(y, y + 4, dy);
    cross3(L, y + 4, dy + 4);
    cross3(arm, down, N);
    for (int i = 0; i < 3; i++) dy[4 + i] = (dy[4 + i] + N[i] + tau[i]) / I[i];
}

/* r = l R e1, and lambda = m (g - r''). */
static void whole_row(const quad y[], quad row[])
{
    quad R[3][3], arm[3] = {l, 0, 0}, dy[7], v[3], turn[3], spin[3];
    const quad *Om = y + 4;
    rotation_matrix(y, R);
    joint_rate(y, dy);
    cross3(Om, arm, v);
    cross3(Om, v, spin);
    cross3(dy + 4, arm, turn);
    for (int i = 0; i < 3; i++) spin[i] += turn[i];
    rotate3(R, arm, row);
    memcpy(row + PP, y, 4 * sizeof *y);
    rotate3(R, v, row + PV);
    memcpy(row + PW, Om, 3 * sizeof *Om);
    rotate3(R, spin, row + NY);
    for (int i = 0; i < 3; i++) row[NY + i] = -m * row[NY + i] - (i == 1 ? m * gravity : 0);
}

static void about_joint(int rows, int per_radian, quad *run)
{
    quad y[7] = {1};
    for (int n = 0; n < rows; n++) {
        whole_row(y, run + n * WIDTH);
        int steps = steps_after(n, per_radian);
        for (int i = 0; i < steps; i++)
            extrapolation_step(7, joint_rate, (quad)1 / (ROWS_PER_SECOND * steps), y);
    }
}

/* ---- B: in space ---- */

static rigid_bodies bar;

static void space_rate(const quad y[], quad dy[])
{
    bodies_rate(&bar, y, dy);
}

static void in_space(int rows, int per_radian, quad *run)
{
    quad y[NY] = {l, 0, 0, 1}, a[6];
    bar = (rigid_bodies){.bodies = 1, .m = {m}, .g = {0, -gravity, 0}};
    memcpy(bar.J[0], J, sizeof J);
    memcpy(bar.torque[0], tau, sizeof tau);
    add_coincident(&bar, point(GROUND, 0, 0, 0), point(0, -l, 0, 0));
    for (int n = 0; n < rows; n++) {
        memcpy(run + n * WIDTH, y, sizeof y);
        reactions(&bar, y, a, run + n * WIDTH + NY);
        int steps = steps_after(n, per_radian);
        for (int i = 0; i < steps; i++)
            extrapolation_step(NY, space_rate, (quad)1 / (ROWS_PER_SECOND * steps), y);
    }
}

int main(int argc, char *argv[])
{
    static quad joint[2][MOST_ROWS * WIDTH], space[MOST_ROWS * WIDTH];
    int rows = rows_wanted(&REFERENCE, argc, argv);
    about_joint(rows, 1, joint[0]);
    about_joint(rows, 2, joint[1]);
    in_space(rows, 2, space);

    quad *const runs[] = {joint[0], joint[1], space};
    print_header(&REFERENCE, trusted_digits(&REFERENCE, runs, rows));
    for (int n = 0; n < rows; n++) print_bodies(n, 1, 3, joint[1] + n * WIDTH);
    return EXIT_SUCCESS;
}
