/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/pendulum_torque.c: reference solution of the problem pendulum under a constant torque
 * (6, 6, 6) N m in body axes, |tau| = 10.4 N m.
 *
 * From rest, the bar of pendulum.h (Tuomela, Arponen, Normi, section 6.3).  Two derivations, both
 * extrapolated (Gragg, Bulirsch, Stoer), the steps growing shorter as the bar spins up:
 *
 * A  Euler's equations about the ball joint, 7 unknowns p, Om: with I = J + m l^2 diag(0, 1, 1)
 *    I Om' = I Om x Om + l e1 x m R^T g + tau;  r, v and the reaction follow.
 * B  mass centre and rotation apart, 13 unknowns, the reaction from the rows differentiated twice.
 *
 * Usage: pendulum_torque [--until T] > pendulum-torque.ref */
#include "pendulum.h"

static const quad tau[3] = {6, 6, 6};

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

int main(int argc, char *argv[])
{
    static quad joint[2][MOST_ROWS * WIDTH], space[MOST_ROWS * WIDTH];
    reference ref = pendulum_reference();
    ref.parameters = "tau1=6 tau2=6 tau3=6";
    ref.program = "reference/pendulum_torque.c";
    ref.method[0] = "printed: Euler's equations about the joint, extrapolation (GBS) of order 24, "
                    "at most 1/2 rad of spin a step, quadruple precision";
    ref.method[1] = "checked by twice the step, and by the Newton-Euler equations in space, the "
                    "reaction from the constraints differentiated twice";
    ref.runs[0] = "joint 1 rad", ref.runs[1] = "joint 1/2 rad", ref.runs[2] = "space 1/2 rad";
    ref.least_digits = 20;

    int rows = rows_wanted(&ref, argc, argv);
    about_joint(rows, 1, joint[0]);
    about_joint(rows, 2, joint[1]);
    in_space(rows, steps_after, 2, tau, space);
    quad *const runs[] = {joint[0], joint[1], space};
    print_header(&ref, trusted_digits(&ref, runs, rows));
    for (int n = 0; n < rows; n++) print_bodies(n, 1, 3, joint[1] + n * WIDTH);
    return EXIT_SUCCESS;
}
