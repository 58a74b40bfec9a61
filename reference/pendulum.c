/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/pendulum.c: reference solution of the problem pendulum.
 *
 * From rest, the bar of pendulum.h.  Two derivations:
 *
 * A  closed form.  The motion is a rotation about z by the angle phi = theta - pi/2, theta from the
 *    downward vertical: theta'' = -w0^2 sin theta, w0^2 = m g l / (J3 + m l^2), theta(0) = pi/2,
 *    theta'(0) = 0.  With k = sin(pi/4) and u = K + w0 t,
 *
 *        sin(theta/2) = k sn u,   theta' = 2 k w0 cn u.
 *
 * B  the equations of Newton and Euler in space, 13 unknowns r, p, v, Om, the reaction found from
 *    the rows differentiated twice; extrapolation (Gragg, Bulirsch, Stoer).  Nothing in it knows
 *    that the motion is planar.
 *
 * Usage: pendulum [--until T] > pendulum.ref */
#include "pendulum.h"
#include "elliptic.h"

/* ---- A: closed form ---- */

static void closed_form(const reference *ref, int rows, quad *run)
{
    landen modulus = landen_sequence(ref, (quad)1 / 2);
    quad w0 = sqrtq(m * gravity * l / (J[2] + m * l * l)), k = sqrtq((quad)1 / 2);
    for (int n = 0; n < rows; n++) {
        quad *row = run + n * WIDTH, sn, cn, dn, pi = acosq(-1);
        jacobi(&modulus, quarter_period(&modulus) + w0 * n / ROWS_PER_SECOND, &sn, &cn, &dn);
        quad theta = 2 * asinq(k * sn), rate = 2 * k * w0 * cn, phi = theta - pi / 2;
        quad along[2] = {sinq(theta), -cosq(theta)}, across[2] = {-along[1], along[0]};
        if (n == 0) phi = rate = along[1] = across[0] = 0, along[0] = across[1] = 1;
        quad turn = -w0 * w0 * along[0];
        memset(row, 0, WIDTH * sizeof *row);
        row[PP] = cosq(phi / 2);
        row[PP + 3] = sinq(phi / 2);
        row[PW + 2] = rate;
        for (int i = 0; i < 2; i++) {
            row[i] = l * along[i];
            row[PV + i] = l * rate * across[i];
            row[NY + i] = -m * l * (turn * across[i] - rate * rate * along[i]);
        }
        row[NY + 1] -= m * gravity;
    }
}

/* H = 0.05 s in the coarsest run. */
static int steps_after(int n, int fine)
{
    (void)n;
    return 2 * fine;
}

int main(int argc, char *argv[])
{
    static const quad free[3];
    static quad closed[MOST_ROWS * WIDTH], space[2][MOST_ROWS * WIDTH];
    reference ref = pendulum_reference();
    ref.program = "reference/pendulum.c";
    ref.method[0] = "printed: Jacobi elliptic functions, quadruple precision";
    ref.method[1] =
        "checked by the Newton-Euler equations in space, the reaction from the constraints "
        "differentiated twice, extrapolation (GBS) of order 24, H = 0.05 s and 0.025 s";
    ref.runs[0] = "closed", ref.runs[1] = "space 0.05 s", ref.runs[2] = "space 0.025 s";
    ref.least_digits = 25;

    int rows = rows_wanted(&ref, argc, argv);
    closed_form(&ref, rows, closed);
    in_space(rows, steps_after, 1, free, space[0]);
    in_space(rows, steps_after, 2, free, space[1]);
    quad *const runs[] = {closed, space[0], space[1]};
    print_header(&ref, trusted_digits(&ref, runs, rows));
    for (int n = 0; n < rows; n++) print_bodies(n, 1, 3, closed + n * WIDTH);
    return EXIT_SUCCESS;
}
