/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Euler parameters p of a rigid body (paper 000, section 2.2): q = p, v = p', inner row
 * (|p|^2 - 1)/2.  R(p) = Ht H^T and T = 2 <H p', J H p'> are homogeneous polynomials off the sphere
 * too.  The mass matrix 4 H^T J H is singular along p. */
#include <string.h>

#include "holonomy/so3.h"
#include "mechanics/unit_vector.h"

static void H_times(const double p[4], const double x[4], double y[3]) /* y = H(p) x */
{
    y[0] = -p[1] * x[0] + p[0] * x[1] + p[3] * x[2] - p[2] * x[3];
    y[1] = -p[2] * x[0] - p[3] * x[1] + p[0] * x[2] + p[1] * x[3];
    y[2] = -p[3] * x[0] + p[2] * x[1] - p[1] * x[2] + p[0] * x[3];
}

static void H_transposed_add(const double p[4], double factor, const double y[3], double x[4])
{
    x[0] += factor * (-p[1] * y[0] - p[2] * y[1] - p[3] * y[2]);
    x[1] += factor * (p[0] * y[0] - p[3] * y[1] + p[2] * y[2]);
    x[2] += factor * (p[3] * y[0] + p[0] * y[1] - p[1] * y[2]);
    x[3] += factor * (-p[2] * y[0] + p[1] * y[1] + p[0] * y[2]);
}

/* The symmetric bilinear form with B(p, p) = R(p) rho. */
static void bilinear(const double a[4], const double b[4], const double rho[3], double x[3])
{
    double ar[3], br[3];
    hol_cross(a + 1, rho, ar);
    hol_cross(b + 1, rho, br);
    double s = a[0] * b[0] - hol_dot3(a + 1, b + 1);
    double ad = hol_dot3(a + 1, rho), bd = hol_dot3(b + 1, rho);
    for (int k = 0; k < 3; k++)
        x[k] = s * rho[k] + a[0] * br[k] + b[0] * ar[k] + a[1 + k] * bd + b[1 + k] * ad;
}

HOL_INLINED void turn(const double q[], const double rho[3], double x[3])
{
    bilinear(q, q, rho, x);
}

HOL_INLINED void turn_rate(const double q[], const double v[], const double rho[3], double x[3])
{
    bilinear(q, v, rho, x);
    for (int k = 0; k < 3; k++) x[k] *= 2;
}

HOL_INLINED void turn_curve(const double q[], const double v[], const double rho[3], double x[3])
{
    turn_rate(v, v, rho, x);
    (void)q;
}

/* g^T R(p) rho = p^T Q p with the symmetric Q(g, rho): the gradient is 2 Q p. */
HOL_INLINED void pull(const double q[], const double rho[3], const double g[3], double out[])
{
    double c[3];
    hol_cross(rho, g, c);
    double gr = hol_dot3(g, rho), rq = hol_dot3(rho, q + 1), gq = hol_dot3(g, q + 1);
    out[0] += 2 * (gr * q[0] + hol_dot3(c, q + 1));
    for (int k = 0; k < 3; k++)
        out[1 + k] += 2 * (q[0] * c[k] + g[k] * rq + rho[k] * gq - gr * q[1 + k]);
}

/* The Jacobian is linear in p: its derivative along u is the Jacobian at u. */
static void bend(const double q[], const double u[], const double rho[3], double J1[])
{
    (void)q;
    memset(J1, 0, 12 * sizeof *J1);
    for (int i = 0; i < 3; i++) {
        double e[3] = {i == 0, i == 1, i == 2};
        pull(u, rho, e, J1 + 4 * i);
    }
}

/* omega = 2 Ht p' */
static void angular(const double q[], const double v[], double omega[3])
{
    double a[3];
    hol_cross(q + 1, v + 1, a);
    for (int k = 0; k < 3; k++) omega[k] = 2 * (q[0] * v[1 + k] - v[0] * q[1 + k] + a[k]);
}

static void torque(const double q[], const double tau[3], double out[])
{
    double a[3];
    hol_cross(tau, q + 1, a);
    out[0] -= 2 * hol_dot3(q + 1, tau);
    for (int k = 0; k < 3; k++) out[1 + k] += 2 * (q[0] * tau[k] + a[k]);
}

static void spin(const double q[], const double omega[3], double v[]) /* p' = (0, omega) p / 2 */
{
    double w[4] = {0, 0.5 * omega[0], 0.5 * omega[1], 0.5 * omega[2]};
    hol_quaternion_multiply(w, q, v);
}

static void sandwich(const double J[3], const double p[4], double M[16]) /* 4 H^T J H */
{
    for (int j = 0; j < 4; j++) {
        double e[4] = {j == 0, j == 1, j == 2, j == 3}, y[3], column[4] = {0};
        H_times(p, e, y);
        for (int k = 0; k < 3; k++) y[k] *= J[k];
        H_transposed_add(p, 4, y, column);
        for (int i = 0; i < 4; i++) M[4 * i + j] = column[i];
    }
}

static void mass(const double J[3], const double q[], double M[])
{
    sandwich(J, q, M);
}

/* -M' p' + dT/dp = -8 H(p')^T J H p' (paper 000, eq (3.4)). */
static void gyroscopic(const double J[3], const double q[], const double v[], double f[])
{
    double y[3];
    H_times(q, v, y);
    for (int k = 0; k < 3; k++) y[k] *= J[k];
    memset(f, 0, 4 * sizeof *f);
    H_transposed_add(v, -8, y, f);
}

/* T = 2 <H(p') p, J H(p') p>, since H(p) p' = -H(p') p. */
static void grad_kinetic(const double J[3], const double q[], const double v[], double dT[])
{
    double y[3];
    H_times(v, q, y);
    for (int k = 0; k < 3; k++) y[k] *= J[k];
    memset(dT, 0, 4 * sizeof *dT);
    H_transposed_add(v, 4, y, dT);
}

/* Tqq = 4 H(p')^T J H(p');  d(M p') = 4 H(dp)^T J H p' - 4 H^T J H(p') dp. */
static void kinetic_tangent(const double J[3], const double q[], const double v[], double Tqq[],
                            double Tvq[])
{
    double w[3];
    sandwich(J, v, Tqq);
    H_times(q, v, w);
    for (int k = 0; k < 3; k++) w[k] *= J[k];
    for (int j = 0; j < 4; j++) {
        double e[4] = {j == 0, j == 1, j == 2, j == 3}, y[3], column[4] = {0};
        H_transposed_add(e, 4, w, column);
        H_times(v, e, y);
        for (int k = 0; k < 3; k++) y[k] *= J[k];
        H_transposed_add(q, -4, y, column);
        for (int i = 0; i < 4; i++) Tvq[4 * i + j] = column[i];
    }
}

/* Algorithm 5.3 of paper 000. */
static void project(double q[], double v[])
{
    hol_unit_project(4, __builtin_sqrt(hol_unit_dot(4, q, q)), q, v);
}

/* N = H^T / 2: p' = N Omega on the sphere; H p = 0, so N spans the complement of p. */
static void basis(const double q[], const double c[], double N[])
{
    const double p[4] = {0.5 * q[0], 0.5 * q[1], 0.5 * q[2], 0.5 * q[3]};
    const double half[12] = {-p[1], -p[2], -p[3], p[0],  -p[3], p[2],
                             p[3],  p[0],  -p[1], -p[2], p[1],  p[0]};
    (void)c;
    memcpy(N, half, sizeof half);
}

/* H H^T = |p|^2, so that N^T M N = (H H^T) J (H H^T) = |p|^4 J. */
static void reduced_mass(const double J[3], const double q[], double Mr[])
{
    double n2 = hol_unit_dot(4, q, q), n4 = n2 * n2;
    for (int k = 0; k < 3; k++) Mr[k] = n4 * J[k];
}

HOL_UNIT_VECTOR(, 4)

static void pose(const double q[], const double v[], double p[4], double omega[3])
{
    double n2 = hol_unit_dot(4, q, q), n = __builtin_sqrt(n2);
    H_times(q, v, omega);
    for (int k = 0; k < 3; k++) omega[k] *= 2 / n2;
    for (int i = 0; i < 4; i++) p[i] = q[i] / n;
}

static void place(const double p[4], const double omega[3], double q[], double v[])
{
    memcpy(q, p, 4 * sizeof *q);
    memset(v, 0, 4 * sizeof *v);
    H_transposed_add(p, 0.5, omega, v);
}

HOL_BATCHES()

const hol_orientation hol_euler_parameters = {
    .name = "Euler parameters",
    .naming = {"p0 p1 p2 p3", NULL, ""},
    .nq = 4,
    .nv = 4,
    .inner = 1,
    .mass_block = 4,
    .flat = true,
    .bend = bend,
    .reduced_mass = reduced_mass,
    .gyroscopic = gyroscopic,
    .grad_kinetic = grad_kinetic,
    .kinetic_tangent = kinetic_tangent,
    HOL_TURNING(),
    HOL_WITH_INNER_ROWS(),
};
