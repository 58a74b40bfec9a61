/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/pendulum.c: reference solutions of the problem pendulum: a rigid body on a ball joint
 * at the origin, its mass centre at l e1 of the body, gravity along -y; at t = 0 at rest, body axes
 * along those of space (Tuomela, Arponen, Normi, section 6.2.1).  The multipliers are those of
 * m r'' = m g - lambda, the rows r - l e1 = 0.
 *
 * Free, two derivations:
 *
 * A  closed form.  The motion is a rotation about z by the angle phi = theta - pi/2, theta from the
 *    downward vertical: theta'' = -w0^2 sin theta, w0^2 = m g l / (J3 + m l^2), theta(0) = pi/2,
 *    theta'(0) = 0.  With k = sin(pi/4) and u = K + w0 t,
 *
 *        sin(theta/2) = k sn u,   theta' = 2 k w0 cn u.
 *
 * B  mass centre and rotation apart, the equations of Newton and Euler in space, 13 unknowns
 *    r, p, v, Om, the reaction found from the rows differentiated twice; extrapolation (Gragg,
 *    Bulirsch, Stoer).  Nothing in it knows that the motion is planar.
 *
 * Under a constant torque (6, 6, 6) N m in body axes, |tau| = 10.4 N m (section 6.3), B again, and
 * in place of A, by extrapolation too, the steps growing shorter as the bar spins up:
 *
 * C  Euler's equations about the ball joint, 7 unknowns p, Om: with I = J + m l^2 diag(0, 1, 1)
 *    I Om' = I Om x Om + l e1 x m R^T g + tau;  r, v and the reaction follow.
 *
 * Usage: pendulum [torque] [--until T] > pendulum.ref, pendulum-torque.ref */
#include "elliptic.h"
#include "extrapolation.h"
#include "newton_euler.h"

enum { WIDTH = ONE_BODY + 3 }; /* a row: r, p, v, Om, lambda */

static const quad m = (quad)3834 / 100, l = (quad)765 / 1000, gravity = (quad)981 / 100;
static const quad J[3] = {(quad)147 / 1000, (quad)3175 / 1000, (quad)3154 / 1000};
static const quad tau[3] = {6, 6, 6};

/* ---- mass centre and rotation apart: the equations of Newton and Euler in space ---- */

static rigid_bodies bar;
static bool driven; /* by the torque */

static void space_rate(const quad y[], quad dy[])
{
    bodies_rate(&bar, y, dy);
}

/* With the torque, steps to the row after n, of so many to a radian: Om1 grows by tau1 / J1, some
 * 41 rad/s a second; at least of 1/20 s. */
static int shorter_steps(int n, int per_radian)
{
    quad turn = tau[0] / J[0] * (n + 1) / ROWS_PER_SECOND / ROWS_PER_SECOND;
    int steps = (int)ceilq(turn * per_radian);
    return steps < 2 * per_radian ? 2 * per_radian : steps;
}

/* fine: so many times the steps of the coarsest run; free H = 0.05 s in that. */
static void in_space(int rows, int fine, quad *run)
{
    quad y[ONE_BODY] = {[0] = l, [ONE_P] = 1}, a[6];
    bar = (rigid_bodies){.bodies = 1, .m = {m}, .g = {0, -gravity, 0}};
    memcpy(bar.J[0], J, sizeof J);
    if (driven) memcpy(bar.torque[0], tau, sizeof tau);
    add_coincident(&bar, point(GROUND, 0, 0, 0), point(0, -l, 0, 0));
    for (int n = 0; n < rows; n++) {
        memcpy(run + n * WIDTH, y, sizeof y);
        reactions(&bar, y, a, run + n * WIDTH + ONE_BODY);
        next_row(ONE_BODY, space_rate, driven ? shorter_steps(n, fine) : 2 * fine, y);
    }
}

/* ---- A: closed form ---- */

static void closed_form(int rows, int steps, quad *run)
{
    (void)steps;
    landen modulus = landen_sequence("pendulum", (quad)1 / 2);
    quad w0 = sqrtq(m * gravity * l / (J[2] + m * l * l)), k = sqrtq((quad)1 / 2);
    for (int n = 0; n < rows; n++) {
        quad *row = run + n * WIDTH, sn, cn, dn, pi = acosq(-1);
        jacobi(&modulus, quarter_period(&modulus) + w0 * n / ROWS_PER_SECOND, &sn, &cn, &dn);
        quad theta = 2 * asinq(k * sn), rate = 2 * k * w0 * cn, phi = theta - pi / 2;
        quad along[2] = {sinq(theta), -cosq(theta)}, across[2] = {-along[1], along[0]};
        if (n == 0) phi = rate = along[1] = across[0] = 0, along[0] = across[1] = 1;
        quad turn = -w0 * w0 * along[0];
        memset(row, 0, WIDTH * sizeof *row);
        row[ONE_P] = cosq(phi / 2);
        row[ONE_P + 3] = sinq(phi / 2);
        row[ONE_W + 2] = rate;
        for (int i = 0; i < 2; i++) {
            row[i] = l * along[i];
            row[ONE_V + i] = l * rate * across[i];
            row[ONE_BODY + i] = -m * l * (turn * across[i] - rate * rate * along[i]);
        }
        row[ONE_BODY + 1] -= m * gravity;
    }
}

/* ---- C: about the joint; y = p, Om ---- */

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
    memcpy(row + ONE_P, y, 4 * sizeof *y);
    rotate3(R, v, row + ONE_V);
    memcpy(row + ONE_W, Om, 3 * sizeof *Om);
    rotate3(R, spin, row + ONE_BODY);
    for (int i = 0; i < 3; i++)
        row[ONE_BODY + i] = -m * row[ONE_BODY + i] - (i == 1 ? m * gravity : 0);
}

static void about_joint(int rows, int per_radian, quad *run)
{
    quad y[7] = {1};
    for (int n = 0; n < rows; n++) {
        whole_row(y, run + n * WIDTH);
        next_row(7, joint_rate, shorter_steps(n, per_radian), y);
    }
}

/* ---- the files ---- */

int main(int argc, char *argv[])
{
    static const variant files[] = {{"", NULL}, {"torque", "tau1=6 tau2=6 tau3=6"}, {NULL, NULL}};
    int file = variant_wanted(files, &argc, &argv);
    reference ref = {
        .problem = "pendulum",
        .program = "reference/pendulum.c",
        .which = &files[file],
        .method = {"printed: Jacobi elliptic functions, quadruple precision",
                   "checked by the Newton-Euler equations in space, the reaction from the "
                   "constraints differentiated twice, extrapolation (GBS) of order 24, H = 0.05 s "
                   "and 0.025 s"},
        .bodies = "bar",
        .multipliers = "ball.x ball.y ball.z",
        .units = "N",
        .rows = 101,
        .width = WIDTH,
        .runs = {{"closed", closed_form, 1},
                 {"space 0.05 s", in_space, 1},
                 {"space 0.025 s", in_space, 2}},
        .least_digits = 25,
    };
    driven = file;
    if (driven) {
        ref.method[0] = "printed: Euler's equations about the joint, extrapolation (GBS) of order "
                        "24, at most 1/2 rad of spin a step, quadruple precision";
        ref.method[1] = "checked by twice the step, and by the Newton-Euler equations in space, "
                        "the reaction from the constraints differentiated twice";
        ref.runs[0] = (derivation){"joint 1/2 rad", about_joint, 2};
        ref.runs[1] = (derivation){"joint 1 rad", about_joint, 1};
        ref.runs[2] = (derivation){"space 1/2 rad", in_space, 2};
        ref.least_digits = 20;
    }
    return make_file(&ref, argc, argv);
}
