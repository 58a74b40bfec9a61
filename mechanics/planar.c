/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A body that moves in the plane z = 0 and turns about e3, in two descriptions:
 *   circle: q = u = (cos phi, sin phi), v = u', mass J3 1, inner row (|u|^2 - 1)/2; R linear in u;
 *   angle:  q = phi, v = phi', mass J3, no inner row. */
#include <math.h>

#include "mechanics/unit_vector.h"

/* R rho with the first column of R in the plane (c, s); `axis` times rho_3 out of it. */
static void columns(double c, double s, double axis, const double rho[3], double x[3])
{
    x[0] = c * rho[0] - s * rho[1];
    x[1] = s * rho[0] + c * rho[1];
    x[2] = axis * rho[2];
}

static void none(double x[3])
{
    x[0] = x[1] = x[2] = 0;
}

/* ---------------------------------------------------------------- circle */

HOL_INLINED void circle_turn(const double q[], const double rho[3], double x[3])
{
    columns(q[0], q[1], 1, rho, x);
}

HOL_INLINED void circle_turn_rate(const double q[], const double v[], const double rho[3],
                                  double x[3])
{
    (void)q;
    columns(v[0], v[1], 0, rho, x);
}

HOL_INLINED void circle_turn_curve(const double q[], const double v[], const double rho[3],
                                   double x[3])
{
    (void)q, (void)v, (void)rho;
    none(x);
}

HOL_INLINED void circle_pull(const double q[], const double rho[3], const double g[3], double out[])
{
    (void)q;
    out[0] += g[0] * rho[0] + g[1] * rho[1];
    out[1] += g[1] * rho[0] - g[0] * rho[1];
}

static void circle_angular(const double q[], const double v[], double omega[3])
{
    none(omega);
    omega[2] = q[0] * v[1] - q[1] * v[0];
}

static void circle_torque(const double q[], const double tau[3], double out[])
{
    out[0] -= q[1] * tau[2];
    out[1] += q[0] * tau[2];
}

static void circle_spin(const double q[], const double omega[3], double v[])
{
    v[0] = -q[1] * omega[2];
    v[1] = q[0] * omega[2];
}

static void circle_mass(const double J[3], const double q[], double M[])
{
    (void)q;
    M[0] = M[1] = J[2];
}

static void circle_project(double q[], double v[])
{
    hol_unit_project(2, hypot(q[0], q[1]), q, v);
}

static void circle_basis(const double q[], const double c[], double N[])
{
    (void)c;
    N[0] = -q[1];
    N[1] = q[0];
}

HOL_UNIT_VECTOR(circle_, 2)

static void set_pose(double phi, double rate, double p[4], double omega[3])
{
    p[0] = cos(0.5 * phi);
    p[1] = p[2] = 0;
    p[3] = sin(0.5 * phi);
    none(omega);
    omega[2] = rate;
}

static double pose_angle(const double p[4])
{
    return 2 * atan2(p[3], p[0]);
}

static void circle_pose(const double q[], const double v[], double p[4], double omega[3])
{
    double n2 = q[0] * q[0] + q[1] * q[1];
    set_pose(atan2(q[1], q[0]), (q[0] * v[1] - q[1] * v[0]) / n2, p, omega);
}

static void circle_place(const double p[4], const double omega[3], double q[], double v[])
{
    double phi = pose_angle(p);
    q[0] = cos(phi);
    q[1] = sin(phi);
    circle_spin(q, omega, v);
}

HOL_BATCHES(circle_)

const hol_orientation hol_circle = {
    .name = "planar unit vector",
    .naming = {"ux uy", NULL, ""},
    .nq = 2,
    .nv = 2,
    .inner = 1,
    .mass_block = 1,
    .flat = true,
    .constant_mass = true,
    .linear = true,
    HOL_TURNING(circle_),
    HOL_WITH_INNER_ROWS(circle_),
};

/* ---------------------------------------------------------------- angle */

HOL_INLINED void angle_turn(const double q[], const double rho[3], double x[3])
{
    columns(cos(q[0]), sin(q[0]), 1, rho, x);
}

HOL_INLINED void angle_turn_rate(const double q[], const double v[], const double rho[3],
                                 double x[3])
{
    columns(-sin(q[0]) * v[0], cos(q[0]) * v[0], 0, rho, x);
}

HOL_INLINED void angle_turn_curve(const double q[], const double v[], const double rho[3],
                                  double x[3])
{
    columns(-cos(q[0]) * v[0] * v[0], -sin(q[0]) * v[0] * v[0], 0, rho, x);
}

HOL_INLINED void angle_pull(const double q[], const double rho[3], const double g[3], double out[])
{
    double x[3];
    columns(-sin(q[0]), cos(q[0]), 0, rho, x);
    out[0] += g[0] * x[0] + g[1] * x[1];
}

static void angle_bend(const double q[], const double u[], const double rho[3], double J1[])
{
    columns(-cos(q[0]) * u[0], -sin(q[0]) * u[0], 0, rho, J1);
}

static void angle_bend_rate(const double q[], const double u[], const double w[],
                            const double rho[3], double J2[])
{
    columns(sin(q[0]) * u[0] * w[0], -cos(q[0]) * u[0] * w[0], 0, rho, J2);
}

static void angle_angular(const double q[], const double v[], double omega[3])
{
    (void)q;
    none(omega);
    omega[2] = v[0];
}

static void angle_torque(const double q[], const double tau[3], double out[])
{
    (void)q;
    out[0] += tau[2];
}

static void angle_spin(const double q[], const double omega[3], double v[])
{
    (void)q;
    v[0] = omega[2];
}

static void angle_mass(const double J[3], const double q[], double M[])
{
    (void)q;
    M[0] = J[2];
}

static void angle_pose(const double q[], const double v[], double p[4], double omega[3])
{
    set_pose(q[0], v[0], p, omega);
}

static void angle_place(const double p[4], const double omega[3], double q[], double v[])
{
    q[0] = pose_angle(p);
    v[0] = omega[2];
}

HOL_BATCHES(angle_)

const hol_orientation hol_angle = {
    .name = "planar angle",
    .naming = {"angle", NULL, "rad"},
    .nq = 1,
    .nv = 1,
    .mass_block = 1,
    .flat = true,
    .constant_mass = true,
    .bend = angle_bend,
    .bend_rate = angle_bend_rate,
    HOL_TURNING(angle_),
};
