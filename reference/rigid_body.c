/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/rigid_body.c: reference solution of the problem rigid-body.
 *
 * A free rigid body, its mass centre at rest (Wendlandt, Marsden, section 5.1, data (5.9)):
 *
 *     p' = 1/2 p * (0, Om),   J Om' = J Om x Om,   p(0) = (1,0,0,0),  Om(0) = (0,3,4) rad/s,
 *
 * J = diag(1,2,3) kg m^2.  Om is the angular velocity in the body frame; the Euler parameters p,
 * scalar first, belong to the rotation R from body to space.  Two derivations:
 *
 * A  closed form (Landau, Lifshitz, Mechanics, section 37).  |L|^2 > 2 T J2, so the motion is about
 *    the third axis and Om = (A cn u, B sn u, C dn u) with u = K + lambda t, since Om1(0) = 0.
 *    Attitude from the constant L = R J Om: with n = L/|L| and the frame S whose third axis is n,
 *    R = S Rz(psi) Rx(theta) Rz(phi), where J Om/|L| = (sin phi sin theta, cos phi sin theta,
 *    cos theta) and psi' = |L| (J1 Om1^2 + J2 Om2^2) / (J1^2 Om1^2 + J2^2 Om2^2), a quadrature.
 *    The orbit goes round the third axis without meeting it: sin theta > 0 always.
 * B  Taylor series of the differential equations.
 *
 * Usage: rigid_body [--until T] > rigid-body.ref */
#include "elliptic.h"
#include "gauss.h"
#include "quad.h"
#include "rotation.h"

enum {
    NP = 4, /* Euler parameters: columns 0 .. 3 of a row, Om: columns 4 .. 6 */
    WIDTH = 7,
    NODES = 32, /* Gauss-Legendre nodes in a panel */
    STEPS = 5   /* coarse Taylor steps in a row: h = 0.02 s, 1/27 of the series' radius */
};

static const quad J[3] = {1, 2, 3}, OM0[3] = {0, 3, 4};

/* Om(t) = (amplitude[0] cn u, amplitude[1] sn u, amplitude[2] dn u), u = K + lambda t. */
typedef struct {
    landen modulus;
    quad amplitude[3], lambda, K, momentum; /* momentum = |L| */
} orbit;

/* Constants of the motion about the third axis that passes Om1 = 0, Om2 > 0, Om3 > 0 at t = 0. */
static orbit make_orbit(void)
{
    orbit o;
    quad twice_energy = 0, momentum2 = 0;
    for (int i = 0; i < 3; i++) {
        twice_energy += J[i] * OM0[i] * OM0[i];
        momentum2 += J[i] * J[i] * OM0[i] * OM0[i];
    }
    quad *amplitude = o.amplitude;
    amplitude[0] = sqrtq((twice_energy * J[2] - momentum2) / (J[0] * (J[2] - J[0])));
    amplitude[1] = sqrtq((twice_energy * J[2] - momentum2) / (J[1] * (J[2] - J[1])));
    amplitude[2] = sqrtq((momentum2 - twice_energy * J[0]) / (J[2] * (J[2] - J[0])));
    o.lambda = sqrtq((J[2] - J[1]) * (momentum2 - twice_energy * J[0]) / (J[0] * J[1] * J[2]));
    quad k2 = (J[1] - J[0]) * (twice_energy * J[2] - momentum2) /
              ((J[2] - J[1]) * (momentum2 - twice_energy * J[0]));
    o.modulus = landen_sequence("rigid-body", k2);
    o.K = quarter_period(&o.modulus);
    o.momentum = sqrtq(momentum2);
    return o;
}

static void angular_velocity(const orbit *o, quad t, quad Om[3])
{
    quad sn, cn, dn;
    jacobi(&o->modulus, o->K + o->lambda * t, &sn, &cn, &dn);
    Om[0] = o->amplitude[0] * cn;
    Om[1] = o->amplitude[1] * sn;
    Om[2] = o->amplitude[2] * dn;
}

/* psi', the rate of rotation about the angular momentum. */
static quad precession(const orbit *o, quad t)
{
    quad Om[3];
    angular_velocity(o, t, Om);
    quad x = J[0] * Om[0], y = J[1] * Om[1];
    return o->momentum * (x * Om[0] + y * Om[1]) / (x * x + y * y);
}

/* Euler parameters of Rz(psi) Rx(theta) Rz(phi), with theta and phi from the direction of J Om. */
static void attitude_about_momentum(const quad Om[3], quad psi, quad p[4])
{
    quad x = J[0] * Om[0], y = J[1] * Om[1], z = J[2] * Om[2];
    quad theta = atan2q(sqrtq(x * x + y * y), z), phi = atan2q(x, y);
    p[0] = cosq(theta / 2) * cosq((psi + phi) / 2);
    p[1] = sinq(theta / 2) * cosq((psi - phi) / 2);
    p[2] = sinq(theta / 2) * sinq((psi - phi) / 2);
    p[3] = cosq(theta / 2) * sinq((psi + phi) / 2);
}

/* Derivation A; panels: Gauss-Legendre panels in a row. */
static void closed_form(int rows, int panels, quad *run)
{
    orbit o = make_orbit();
    quad x[NODES], w[NODES], S[4], psi = 0;
    gauss_legendre(NODES, x, w);
    attitude_about_momentum(OM0, 0, S);
    for (int i = 1; i < 4; i++) S[i] = -S[i]; /* S Rx(theta(0)) Rz(phi(0)) = 1 */

    quad panel = (quad)1 / (ROWS_PER_SECOND * panels);
    for (int n = 0; n < rows; n++) {
        quad *p = run + n * WIDTH, *Om = p + NP, q[4];
        angular_velocity(&o, (quad)n / ROWS_PER_SECOND, Om);
        attitude_about_momentum(Om, psi, q);
        quaternion_product(S, q, p);
        /* of p and -p, the one that continues the run */
        quad sign = p[0];
        if (n > 0) sign = p[0] * p[-WIDTH] + dot3(p + 1, p + 1 - WIDTH);
        for (int i = 0; i < NP; i++) p[i] = copysignq(1, sign) * p[i];
        for (int m = 0; m < panels; m++) {
            for (int i = 0; i < NODES; i++)
                psi += panel * w[i] * precession(&o, (n * panels + m + x[i]) * panel);
        }
    }
}

/* One step of the Taylor series of p' = 1/2 p * (0, Om), J Om' = J Om x Om; y = p, Om. */
static void taylor_step(quad h, quad y[WIDTH])
{
    quad c[WIDTH][ORDER + 1];
    for (int i = 0; i < WIDTH; i++) c[i][0] = y[i];
    for (int k = 0; k < ORDER; k++) {
        attitude_coefficient(k, c, c + NP);
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, l = (i + 2) % 3;
            c[NP + i][k + 1] = (J[j] - J[l]) * cauchy(c[NP + j], c[NP + l], k) / (J[i] * (k + 1));
        }
    }
    for (int i = 0; i < WIDTH; i++) y[i] = series_sum(c[i], ORDER, h);
}

/* Derivation B; steps: Taylor steps in a row. */
static void taylor(int rows, int steps, quad *run)
{
    quad y[WIDTH] = {1, 0, 0, 0, OM0[0], OM0[1], OM0[2]};
    for (int n = 0; n < rows; n++) {
        memcpy(run + n * WIDTH, y, sizeof y);
        for (int m = 0; m < steps; m++) taylor_step((quad)1 / (ROWS_PER_SECOND * steps), y);
    }
}

static void print_row(const quad row[])
{
    static const quad zero[3];
    print_body(zero, row, zero, row + NP);
}

int main(int argc, char *argv[])
{
    static const reference made = {
        .problem = "rigid-body",
        .program = "reference/rigid_body.c",
        .method =
            {"printed: Taylor series of order 32, h = 0.01 s, quadruple precision; checked by h = "
             "0.02 s and by the closed form",
             "closed form: Jacobi elliptic functions for omega, constant angular momentum and a "
             "32-point Gauss-Legendre quadrature (panels 0.1 s, 0.05 s) for p"},
        .bodies = "body",
        .multipliers = "none",
        .units = "N",
        .rows = 301,
        .width = WIDTH,
        .kinds = {{"p", 0, NP}, {"omega", NP, 3}},
        .runs = {{"closed 0.1 s", closed_form, 1},
                 {"closed 0.05 s", closed_form, 2},
                 {"Taylor 0.02 s", taylor, STEPS},
                 {"Taylor 0.01 s", taylor, 2 * STEPS}},
        .least_digits = 26,
        .printed = 3,
        .print = print_row,
    };
    return make_file(&made, argc, argv);
}
