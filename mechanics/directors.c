/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Directors: q = (d1, d2, d3), the columns of R, nine numbers; v = q'.  The mass matrix is
 * constant, diag(E1, E2, E3) with E_i = tr J / 2 - J_i (zero for a flat body: J1 + J2 = J3), every
 * joint at most quadratic.  Inner rows: (|d1|^2 - 1)/2, (|d2|^2 - 1)/2, (|d3|^2 - 1)/2, d1.d2,
 * d1.d3, d2.d3. */
#include <float.h>
#include <string.h>

#include "holonomy/so3.h"
#include "mechanics/batch.h"

static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

HOL_INLINED void turn(const double q[], const double rho[3], double x[3])
{
    for (int k = 0; k < 3; k++) x[k] = rho[0] * q[k] + rho[1] * q[3 + k] + rho[2] * q[6 + k];
}

HOL_LINEAR_TURN()

HOL_INLINED void pull(const double q[], const double rho[3], const double g[3], double out[])
{
    (void)q;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) out[3 * i + k] += rho[i] * g[k];
}

/* omega = 1/2 sum d_i x d_i' */
static void angular(const double q[], const double v[], double omega[3])
{
    double c[3];
    omega[0] = omega[1] = omega[2] = 0;
    for (int i = 0; i < 9; i += 3) {
        hol_cross(q + i, v + i, c);
        for (int k = 0; k < 3; k++) omega[k] += 0.5 * c[k];
    }
}

static void torque(const double q[], const double tau[3], double out[])
{
    double c[3];
    for (int i = 0; i < 9; i += 3) {
        hol_cross(tau, q + i, c);
        for (int k = 0; k < 3; k++) out[i + k] += 0.5 * c[k];
    }
}

static void spin(const double q[], const double omega[3], double v[])
{
    for (int i = 0; i < 9; i += 3) hol_cross(omega, q + i, v + i);
}

/* The second moments of mass; across a plate there is none, but for round-off of its J. */
static void mass(const double J[3], const double q[], double M[])
{
    (void)q;
    double half = 0.5 * (J[0] + J[1] + J[2]);
    for (int i = 0; i < 9; i++) {
        double moment = half - J[i / 3];
        M[i] = moment > 4 * DBL_EPSILON * half ? moment : 0;
    }
}

static void inner_rows(const double q[], double phi[], double g[])
{
    for (int r = 0; r < 6; r++) {
        int i = pair[r][0], j = pair[r][1];
        const double *a = q + 3 * i, *b = q + 3 * j;
        if (phi) phi[r] = i == j ? 0.5 * (hol_dot3(a, a) - 1) : hol_dot3(a, b);
        if (!g) continue;
        memset(g + 9 * r, 0, 9 * sizeof *g);
        memcpy(g + 9 * r + 3 * i, b, 3 * sizeof *g);
        memcpy(g + 9 * r + 3 * j, a, 3 * sizeof *g);
    }
}

static void inner_curve(const double q[], const double v[], double out[])
{
    (void)q;
    for (int r = 0; r < 6; r++) {
        int i = pair[r][0], j = pair[r][1];
        out[r] = (i == j ? 1 : 2) * hol_dot3(v + 3 * i, v + 3 * j);
    }
}

static void inner_hessian(const double lambda[], double H[])
{
    for (int r = 0; r < 6; r++) {
        int i = 3 * pair[r][0], j = 3 * pair[r][1];
        for (int k = 0; k < 3; k++) {
            H[9 * (i + k) + j + k] += lambda[r];
            if (i != j) H[9 * (j + k) + i + k] += lambda[r];
        }
    }
}

static void transpose(const double q[9], double D[9]) /* directors <-> matrix with columns d_i */
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) D[3 * k + i] = q[3 * i + k];
}

/* Body-frame angular velocity: the skew part of R^T D'. */
static void body_rate(const double R[9], const double v[9], double omega[3])
{
    double V[9], b[9];
    for (int i = 0; i < 3; i++) hol_rotate_back(R, v + 3 * i, V + 3 * i);
    transpose(V, b);
    omega[0] = 0.5 * (b[7] - b[5]);
    omega[1] = 0.5 * (b[2] - b[6]);
    omega[2] = 0.5 * (b[3] - b[1]);
}

static void set(const double R[9], const double omega[3], double q[], double v[])
{
    double w[3];
    transpose(R, q);
    hol_rotate(R, omega, w);
    spin(q, w, v);
}

/* The polar factor, and the velocity's tangential part there. */
static void project(double q[], double v[])
{
    double D[9], R[9], omega[3];
    transpose(q, D);
    hol_polar(D, R);
    body_rate(R, v, omega);
    set(R, omega, q, v);
}

/* c_i = the rows of D^-1: c_i . d_j = delta_ij. */
static void dual(const double q[], double c[9])
{
    hol_cross(q + 3, q + 6, c);
    hol_cross(q + 6, q, c + 3);
    hol_cross(q, q + 3, c + 6);
    double det = hol_dot3(q, c);
    for (int k = 0; k < 9; k++) c[k] /= det;
}

/* The null space of g is D' = D^-T hat(w), w the body-frame angular velocity where D is a rotation.
 */
static void basis(const double q[], const double c[], double N[])
{
    (void)q;
    memset(N, 0, 27 * sizeof *N);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        for (int x = 0; x < 3; x++) { /* d_j' = c_k w_i, d_k' = -c_j w_i */
            N[3 * (3 * j + x) + i] = c[3 * k + x];
            N[3 * (3 * k + x) + i] = -c[3 * j + x];
        }
    }
}

/* D'' = D^-T S, S symmetric: the rows of g are <d_i, d_i''> = S_ii and <d_i, d_j''> + <d_j, d_i''>
 * = 2 S_ij. */
static void particular(const double c[], const double r[], double ap[])
{
    double S[9] = {r[0],       0.5 * r[3], 0.5 * r[4], 0.5 * r[3], r[1],
                   0.5 * r[5], 0.5 * r[4], 0.5 * r[5], r[2]};
    for (int i = 0; i < 9; i += 3)
        for (int x = 0; x < 3; x++)
            ap[i + x] = S[i] * c[x] + S[i + 1] * c[3 + x] + S[i + 2] * c[6 + x];
}

static void inner_multipliers(const double c[], const double f[], double mu[])
{
    HOL_UNROLLED
    for (int r = 0; r < 6; r++) {
        int i = 3 * pair[r][0], j = 3 * pair[r][1];
        mu[r] = 0.5 * (hol_dot3(c + i, f + j) + hol_dot3(c + j, f + i));
    }
}

static void pose(const double q[], const double v[], double p[4], double omega[3])
{
    double D[9], R[9];
    transpose(q, D);
    hol_polar(D, R);
    hol_matrix_to_quaternion(R, p);
    body_rate(R, v, omega);
}

static void place(const double p[4], const double omega[3], double q[], double v[])
{
    double R[9];
    hol_quaternion_to_matrix(p, R);
    set(R, omega, q, v);
}

HOL_BATCHES()

const hol_orientation hol_directors = {
    .name = "directors",
    .naming = {"d1x d1y d1z d2x d2y d2z d3x d3y d3z", NULL, ""},
    .nq = 9,
    .nv = 9,
    .inner = 6,
    .mass_block = 1,
    .flat = true,
    .constant_mass = true,
    .linear = true,
    HOL_TURNING(),
    HOL_WITH_INNER_ROWS(),
};
