/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/pendulum.c: reference solution of the problem pendulum.
 *
 * A rigid body on a ball joint at the origin, its mass centre at l e1 of the body, gravity along
 * -y; at t = 0 at rest, body axes along those of space (Tuomela, Arponen, Normi, section 6.2.1).
 * The multipliers are those of m r'' = m g - lambda, the rows r - l e1 = 0.  Two derivations:
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
#include "elliptic.h"
#include "extrapolation.h"
#include "quad.h"
#include "rotation.h"

enum {
    PP = 3, /* columns of a row: r, p, v, Om, lambda */
    PV = PP + 4,
    PW = PV + 3,
    NY = PW + 3, /* the state of B */
    WIDTH = NY + 3,
    GBS_STEPS = 2 /* coarse extrapolation steps in a row: H = 0.05 s */
};

static const quad m = (quad)3834 / 100, l = (quad)765 / 1000, gravity = (quad)981 / 100;
static const quad J[3] = {(quad)147 / 1000, (quad)3175 / 1000, (quad)3154 / 1000};

static const reference REFERENCE = {
    .problem = "pendulum",
    .program = "reference/pendulum.c",
    .method = {"printed: Jacobi elliptic functions, quadruple precision",
               "checked by the Newton-Euler equations in space, the reaction from the constraints "
               "differentiated twice, extrapolation (GBS) of order 24, H = 0.05 s and 0.025 s"},
    .bodies = "bar",
    .multipliers = "ball.x ball.y ball.z",
    .units = "N",
    .rows = 101,
    .width = WIDTH,
    .nkinds = 5,
    .nruns = 3,
    .kinds = {{"r", 0, 3}, {"p", PP, 4}, {"v", PV, 3}, {"omega", PW, 3}, {"lambda", NY, 3}},
    .runs = {"closed", "space 0.05 s", "space 0.025 s"},
    .least_digits = 25,
};

/* ---- A: closed form ---- */

static void closed_form(int rows, quad *run)
{
    landen modulus = landen_sequence(&REFERENCE, (quad)1 / 2);
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

/* ---- B: in space ---- */

/* Solves S x = b by Cramer's rule. */
static void solve3(quad S[3][3], const quad b[3], quad x[3])
{
    quad c[3];
    cross3(S[1], S[2], c);
    quad det = dot3(S[0], c);
    for (int i = 0; i < 3; i++) {
        quad T[3][3];
        memcpy(T, S, sizeof T);
        for (int k = 0; k < 3; k++) T[k][i] = b[k];
        cross3(T[1], T[2], c);
        x[i] = dot3(T[0], c) / det;
    }
}

/* v', Om' and the reaction: r = R arm gives r'' = R (Om' x arm + Om x (Om x arm)), and with the
 * force -lambda at the joint  m r'' = m g - lambda,  J Om' = J Om x Om + arm x R^T lambda. */
static void reaction(const quad y[], quad dv[3], quad dOm[3], quad lambda[3])
{
    static const quad e[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    quad arm[3] = {l, 0, 0}, R[3][3], L[3], rate[3], a[3], free[3], S[3][3];
    const quad *Om = y + PW;
    rotation_matrix(y + PP, R);
    for (int i = 0; i < 3; i++) L[i] = J[i] * Om[i];
    cross3(L, Om, rate);
    for (int i = 0; i < 3; i++) rate[i] /= J[i];
    /* (g - r'') at lambda = 0, in space */
    cross3(Om, arm, a);
    cross3(Om, a, L);
    cross3(rate, arm, a);
    for (int i = 0; i < 3; i++) a[i] += L[i];
    rotate3(R, a, free);
    for (int i = 0; i < 3; i++) free[i] = (i == 1 ? -gravity : 0) - free[i];
    /* S lambda = free, column k of S: what a unit reaction takes from it */
    for (int k = 0; k < 3; k++) {
        quad unit[3], moment[3];
        rotate_back3(R, e[k], unit);
        cross3(arm, unit, moment);
        for (int i = 0; i < 3; i++) moment[i] /= J[i];
        cross3(moment, arm, a);
        rotate3(R, a, unit);
        for (int i = 0; i < 3; i++) S[i][k] = unit[i] + (i == k ? 1 / m : 0);
    }
    solve3(S, free, lambda);
    rotate_back3(R, lambda, a);
    cross3(arm, a, L);
    for (int i = 0; i < 3; i++) {
        dOm[i] = rate[i] + L[i] / J[i];
        dv[i] = (i == 1 ? -gravity : 0) - lambda[i] / m;
    }
}

static void space_rate(const quad y[], quad dy[])
{
    quad lambda[3];
    memcpy(dy, y + PV, 3 * sizeof *y);
    quaternion_rate(y + PP, y + PW, dy + PP);
    reaction(y, dy + PV, dy + PW, lambda);
}

/* steps: extrapolation steps in a row. */
static void in_space(int rows, int steps, quad *run)
{
    quad y[NY] = {[0] = l, [PP] = 1};
    for (int n = 0; n < rows; n++) {
        quad *row = run + n * WIDTH, a[3], b[3];
        memcpy(row, y, sizeof y);
        reaction(y, a, b, row + NY);
        for (int i = 0; i < steps; i++)
            extrapolation_step(NY, space_rate, (quad)1 / (ROWS_PER_SECOND * steps), y);
    }
}

int main(int argc, char *argv[])
{
    static quad closed[MOST_ROWS * WIDTH], space[2][MOST_ROWS * WIDTH];
    int rows = rows_wanted(&REFERENCE, argc, argv);
    closed_form(rows, closed);
    in_space(rows, GBS_STEPS, space[0]);
    in_space(rows, 2 * GBS_STEPS, space[1]);

    quad *const runs[] = {closed, space[0], space[1]};
    print_header(&REFERENCE, trusted_digits(&REFERENCE, runs, rows));
    for (int n = 0; n < rows; n++) {
        print_time(n);
        print_numbers(closed + n * WIDTH, WIDTH);
        printf("\n");
    }
    return EXIT_SUCCESS;
}
