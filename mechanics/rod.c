/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rod's axis: q = u, the unit vector R e1 along it, v = u', mass matrix J 1 with J the moment
 * about an axis across the rod; inner row (|u|^2 - 1)/2.  Points lie on the axis: rho = (s, 0, 0).
 */
#include <math.h>

#include "holonomy/so3.h"
#include "mechanics/unit_vector.h"

HOL_INLINED void turn(const double q[], const double rho[3], double x[3])
{
    for (int k = 0; k < 3; k++) x[k] = rho[0] * q[k];
}

HOL_LINEAR_TURN()

HOL_INLINED void pull(const double q[], const double rho[3], const double g[3], double out[])
{
    (void)q;
    for (int k = 0; k < 3; k++) out[k] += rho[0] * g[k];
}

static void angular(const double q[], const double v[], double omega[3])
{
    hol_cross(q, v, omega);
}

static void torque(const double q[], const double tau[3], double out[])
{
    double c[3];
    hol_cross(tau, q, c);
    for (int k = 0; k < 3; k++) out[k] += c[k];
}

static void spin(const double q[], const double omega[3], double v[])
{
    hol_cross(omega, q, v);
}

static void mass(const double J[3], const double q[], double M[])
{
    (void)q;
    for (int k = 0; k < 3; k++) M[k] = J[1];
}

static void project(double q[], double v[])
{
    hol_unit_project(3, sqrt(hol_dot3(q, q)), q, v);
}

static void basis(const double q[], const double c[], double N[])
{
    (void)c;
    double a[3], b[3];
    hol_across(q, a, b);
    for (int i = 0; i < 3; i++) {
        N[2 * i] = a[i];
        N[2 * i + 1] = b[i];
    }
}

HOL_UNIT_VECTOR(, 3)

/* The shortest rotation that takes e1 to u; where u = -e1, half a turn about e2.  The body-frame
 * angular velocity has no part along the rod.  Half the angle between e1 and u has the cosine c and
 * the sine s; the smaller of the two comes from the parts of u across e1, without cancellation. */
static void pose(const double q[], const double v[], double p[4], double omega[3])
{
    double u[3], n = sqrt(hol_dot3(q, q)), w[3], R[9];
    for (int k = 0; k < 3; k++) u[k] = q[k] / n;
    double across = hypot(u[1], u[2]);
    double c = u[0] > 0 ? sqrt(0.5 * (1 + u[0])) : 0.5 * across / sqrt(0.5 * (1 - u[0]));
    double s = u[0] > 0 ? 0.5 * across / c : sqrt(0.5 * (1 - u[0]));
    p[0] = c;
    p[1] = 0;
    p[2] = across > 0 ? -s * u[2] / across : s;
    p[3] = across > 0 ? s * u[1] / across : 0;
    hol_cross(q, v, w);
    for (int k = 0; k < 3; k++) w[k] /= n * n;
    hol_quaternion_to_matrix(p, R);
    hol_rotate_back(R, w, omega);
}

static void place(const double p[4], const double omega[3], double q[], double v[])
{
    double R[9], w[3];
    hol_quaternion_to_matrix(p, R);
    for (int k = 0; k < 3; k++) q[k] = R[3 * k];
    hol_rotate(R, omega, w);
    spin(q, w, v);
}

HOL_BATCHES()

const hol_orientation hol_rod_axis = {
    .name = "rod axis",
    .naming = {"ux uy uz", NULL, ""},
    .nq = 3,
    .nv = 3,
    .inner = 1,
    .mass_block = 1,
    .flat = true,
    .constant_mass = true,
    .linear = true,
    HOL_TURNING(),
    HOL_WITH_INNER_ROWS(),
};
