/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rotation matrix R of a rigid body on SO(3): q = R (nine numbers, row-major), v = Omega in the
 * body frame, tangents left-trivialised: R' = R hat(Omega), q o exp(u) = R exp(u), of which the
 * round-off is taken out of R so that it does not add up.  Mass matrix J. */
#include <string.h>

#include "holonomy/so3.h"
#include "mechanics/batch.h"

HOL_INLINED void turn(const double q[], const double rho[3], double x[3])
{
    hol_rotate(q, rho, x);
}

HOL_INLINED void turn_rate(const double q[], const double v[], const double rho[3], double x[3])
{
    double c[3];
    hol_cross(v, rho, c);
    hol_rotate(q, c, x);
}

HOL_INLINED void turn_curve(const double q[], const double v[], const double rho[3], double x[3])
{
    double c[3];
    hol_cross(v, rho, c);
    hol_cross(v, c, c);
    hol_rotate(q, c, x);
}

HOL_INLINED void pull(const double q[], const double rho[3], const double g[3], double out[])
{
    double b[3], c[3];
    hol_rotate_back(q, g, b);
    hol_cross(rho, b, c);
    for (int k = 0; k < 3; k++) out[k] += c[k];
}

static void angular(const double q[], const double v[], double omega[3])
{
    hol_rotate(q, v, omega);
}

static void torque(const double q[], const double tau[3], double out[])
{
    double b[3];
    hol_rotate_back(q, tau, b);
    for (int k = 0; k < 3; k++) out[k] += b[k];
}

static void spin(const double q[], const double omega[3], double v[])
{
    hol_rotate_back(q, omega, v);
}

static void mass(const double J[3], const double q[], double M[])
{
    (void)q;
    memset(M, 0, 9 * sizeof *M);
    for (int k = 0; k < 3; k++) M[4 * k] = J[k];
}

static void gyroscopic(const double J[3], const double q[], const double v[], double f[])
{
    (void)q;
    double L[3] = {J[0] * v[0], J[1] * v[1], J[2] * v[2]};
    hol_cross(L, v, f);
}

static void rate(const double q[], const double v[], double qdot[]) /* R hat(Omega) */
{
    for (int i = 0; i < 9; i += 3) hol_cross(q + i, v, qdot + i);
}

static void move(const double q[], const double dv[], double q1[])
{
    double E[9];
    hol_so3_exp(dv, E);
    hol_matrix_multiply3(q, E, q1);
}

static void difference(const double q0[], const double q1[], double dv[])
{
    double E[9];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            E[3 * i + j] = q0[i] * q1[j] + q0[3 + i] * q1[3 + j] + q0[6 + i] * q1[6 + j];
    hol_so3_log(E, dv);
}

static void project(double q[], double v[])
{
    (void)v;
    double R[9];
    hol_polar(q, R);
    memcpy(q, R, sizeof R);
}

static void pose(const double q[], const double v[], double p[4], double omega[3])
{
    double R[9];
    hol_polar(q, R);
    hol_matrix_to_quaternion(R, p);
    memcpy(omega, v, 3 * sizeof *omega);
}

static void place(const double p[4], const double omega[3], double q[], double v[])
{
    hol_quaternion_to_matrix(p, q);
    memcpy(v, omega, 3 * sizeof *v);
}

HOL_BATCHES()

const hol_orientation hol_rotation = {
    .name = "rotation matrix",
    .naming = {"R11 R12 R13 R21 R22 R23 R31 R32 R33", "omega1 omega2 omega3", ""},
    .nq = 9,
    .nv = 3,
    .mass_block = 3,
    .constant_mass = true,
    .diagonal_mass = true,
    .gyroscopic = gyroscopic,
    .project = project,
    .rate = rate,
    .move = move,
    .tidy = hol_so3_tidy,
    .difference = difference,
    .dexp = hol_so3_dexp,
    .dexpinv = hol_so3_dexpinv,
    .bracket = hol_cross,
    HOL_TURNING(),
};
