/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/so3.h: SO(3), its Lie algebra R^3 and the unit quaternions.  R: 3 x 3 row-major, body to
 * space. */
#ifndef HOLONOMY_SO3_H
#define HOLONOMY_SO3_H

#include "holonomy/api.h"

HOL_API_BEGIN

static inline void hol_cross(const double a[3], const double b[3], double c[3])
{
    double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
    c[0] = x;
    c[1] = y;
}

static inline double hol_dot3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void hol_rotate(const double R[9], const double x[3], double y[3]) /* y = R x */
{
    double a = hol_dot3(R, x), b = hol_dot3(R + 3, x);
    y[2] = hol_dot3(R + 6, x);
    y[0] = a;
    y[1] = b;
}

static inline void hol_rotate_back(const double R[9], const double x[3], double y[3]) /* R^T x */
{
    double a = R[0] * x[0] + R[3] * x[1] + R[6] * x[2];
    double b = R[1] * x[0] + R[4] * x[1] + R[7] * x[2];
    y[2] = R[2] * x[0] + R[5] * x[1] + R[8] * x[2];
    y[0] = a;
    y[1] = b;
}

/* Two unit vectors across u, right-handed with it. */
void hol_across(const double u[3], double a[3], double b[3]);
void hol_matrix_multiply3(const double A[9], const double B[9], double C[9]); /* C may alias */

/* exp of the rotation vector u, and its inverse with |u| <= pi; accurate to a few ulp everywhere.
 */
void hol_so3_exp(const double u[3], double R[9]);
/* Takes the round-off out of a product of rotations: R^T R = 1 to an ulp or two again. */
void hol_so3_tidy(double R[9]);
void hol_so3_log(const double R[9], double u[3]);
/* R0 exp(u): body-frame (left-trivialised) tangents.  d/dt exp(u) = exp(u) hat(dexp(u, u')), that
 * is dexp(u, k) = k - 1/2 [u, k] + ..., dexpinv(u, k) = k + 1/2 [u, k] + 1/12 [u, [u, k]] + ... */
void hol_so3_dexp(const double u[3], const double k[3], double out[3]);
void hol_so3_dexpinv(const double u[3], const double k[3], double out[3]);

/* Euler parameters: R(p) as the homogeneous polynomial |p|^2 R of paper 000 eq (2.1) (H-tilde H^T),
 * never normalised; and back, unit, p0 >= 0. */
void hol_quaternion_to_matrix(const double p[4], double R[9]);
void hol_matrix_to_quaternion(const double R[9], double p[4]);
void hol_quaternion_multiply(const double a[4], const double b[4], double c[4]); /* may alias */
void hol_quaternion_exp(const double u[3], double p[4]); /* of the rotation vector u */
/* Rotation angle between two orientations, 2 atan2(|Im|, |Re|) of conj(a) b. */
double hol_quaternion_angle(const double a[4], const double b[4]);
/* The nearest rotation to a 3 x 3 matrix of positive determinant, its polar factor; NaN where the
 * matrix has none. */
void hol_polar(const double A[9], double R[9]);
int hol_invert3(const double A[9], double inverse[9]); /* nonzero where singular */

HOL_API_END

#endif
