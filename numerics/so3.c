/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SO(3) and the unit quaternions: exponential, logarithm, their tangents, conversions.  Sources:
 * Iserles, Munthe-Kaas, Norsett, Zanna, Lie-group methods, Acta Numerica 9 (2000), app. B (exp,
 * dexp, dexpinv); Shepperd, J. Guidance and Control 1 (1978) 223 (matrix to quaternion); Higham,
 * SIAM J. Sci. Stat. Comput. 7 (1986) 1160 (polar factor).  Deviation: the coefficient of dexpinv
 * is written by half angles so that nothing cancels; see below. */
#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "holonomy/so3.h"
#include "numerics/inlined.h"

static double square(double x)
{
    return x * x;
}

static double length3(const double u[3])
{
    return sqrt(hol_dot3(u, u));
}

/* Below this square of an angle power series are summed, to double precision, for steps turn bodies
 * by little; above it sines and cosines are taken. */
static const double small_square = 0.5;

enum { TERMS = 9 };

/* The sum of c_k x^k, even and odd k each by Horner's rule in x^2: neither waits for the other. */
static inline double series(const double c[TERMS], double x)
{
    double even = c[TERMS - 1], odd = c[TERMS - 2], xx = x * x;
    HOL_UNROLLED
    for (int k = TERMS - 3; k >= 0; k -= 2) even = c[k] + xx * even;
    HOL_UNROLLED
    for (int k = TERMS - 4; k >= 0; k -= 2) odd = c[k] + xx * odd;
    return even + x * odd;
}

static double sinc(double t)
{
    return t > 0 ? sin(t) / t : 1;
}

/* All below are functions of x = t^2: sin t / t, the sum of (-x)^k / (2k + 1)! */
static inline double first(double x)
{
    static const double c[TERMS] = {
        1,
        -1 / 6.,
        1 / 120.,
        -1 / 5040.,
        1 / 362880.,
        -1 / 39916800.,
        1 / 6227020800.,
        -1 / 1307674368000.,
        1 / 355687428096000.,
    };
    return x < small_square ? series(c, x) : sinc(sqrt(x));
}

/* (1 - cos t) / t^2 = (sin(t/2) / (t/2))^2 / 2, the sum of (-x)^k / (2k + 2)! */
static inline double second(double x)
{
    static const double c[TERMS] = {
        1 / 2.,
        -1 / 24.,
        1 / 720.,
        -1 / 40320.,
        1 / 3628800.,
        -1 / 479001600.,
        1 / 87178291200.,
        -1 / 20922789888000.,
        1 / 6402373705728000.,
    };
    return x < small_square ? series(c, x) : 0.5 * square(sinc(0.5 * sqrt(x)));
}

/* (t - sin t) / t^3, the sum of (-x)^k / (2k + 3)!; from x = 2 on the difference, which has lost a
 * factor 6 / x <= 3 by then. */
static double third(double x)
{
    static const double c[TERMS] = {
        1 / 6.,
        -1 / 120.,
        1 / 5040.,
        -1 / 362880.,
        1 / 39916800.,
        -1 / 6227020800.,
        1 / 1307674368000.,
        -1 / 355687428096000.,
        1 / 121645100408832000.,
    };
    if (x < 2) return series(c, x);
    double t = sqrt(x);
    return (t - sin(t)) / (t * x);
}

/* (1 - (t/2) cot(t/2)) / t^2 for t < 2 pi, the sum of |B_2k+2| x^k / (2k + 2)!, B the numbers of
 * Bernoulli.  With y = t/2 and sin y / y = 1 - third y^2 the difference 1 - y cot y = (sin y / y -
 * cos y) / (sin y / y) is y^2 (second - third) / (sin y / y), where 1/2 - 1/6 cancels no more than
 * a factor 2. */
static double cotangent(double x)
{
    static const double c[TERMS] = {
        1 / 12.,
        1 / 720.,
        1 / 30240.,
        1 / 1209600.,
        1 / 47900160.,
        691 / 1307674368000.,
        1 / 74724249600.,
        3617 / 10670622842880000.,
        43867 / 5109094217170944000.,
    };
    if (x < small_square) return series(c, x);
    double quarter = 0.25 * x;
    return 0.25 * (second(quarter) - third(quarter)) / first(quarter);
}

/* out = k + a [u, k] + b [u, [u, k]] */
static void brackets(const double u[3], const double k[3], double a, double b, double out[3])
{
    double uk[3], uuk[3];
    hol_cross(u, k, uk);
    hol_cross(u, uk, uuk);
    for (int i = 0; i < 3; i++) out[i] = k[i] + a * uk[i] + b * uuk[i];
}

/* a = u x e_k, e_k the axis least aligned with u, and b = u x a, both made unit. */
void hol_across(const double u[3], double a[3], double b[3])
{
    int k = fabs(u[0]) <= fabs(u[1]) ? 0 : 1;
    if (fabs(u[2]) < fabs(u[k])) k = 2;
    double e[3] = {k == 0, k == 1, k == 2};
    hol_cross(u, e, a);
    double n = sqrt(hol_dot3(a, a));
    for (int i = 0; i < 3; i++) a[i] /= n;
    hol_cross(u, a, b);
    n = sqrt(hol_dot3(b, b));
    for (int i = 0; i < 3; i++) b[i] /= n;
}

void hol_matrix_multiply3(const double A[9], const double B[9], double C[9])
{
    double product[9];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            product[3 * i + j] =
                A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
    for (int i = 0; i < 9; i++) C[i] = product[i];
}

/* ---------------------------------------------------------------- exponential */

/* Rodrigues: 1 + (sin t / t) hat u + ((1 - cos t) / t^2) hat u^2 */
void hol_so3_exp(const double u[3], double R[9])
{
    double square_t = hol_dot3(u, u), a = first(square_t), b = second(square_t);
    double x = u[0], y = u[1], z = u[2];
    R[0] = 1 - b * (y * y + z * z);
    R[4] = 1 - b * (x * x + z * z);
    R[8] = 1 - b * (x * x + y * y);
    R[1] = b * x * y - a * z;
    R[3] = b * x * y + a * z;
    R[2] = b * x * z + a * y;
    R[6] = b * x * z - a * y;
    R[5] = b * y * z - a * x;
    R[7] = b * y * z + a * x;
}

/* R - R S / 2 with S = R^T R - 1: the step of Newton's method for the polar factor, which leaves
 * 3/8 S^2. */
void hol_so3_tidy(double R[9])
{
    double S[9];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++)
            S[3 * i + j] = S[3 * j + i] =
                0.5 * (R[i] * R[j] + R[3 + i] * R[3 + j] + R[6 + i] * R[6 + j] - (i == j));
    for (int i = 0; i < 9; i += 3) {
        double a = hol_dot3(R + i, S), b = hol_dot3(R + i, S + 3), c = hol_dot3(R + i, S + 6);
        R[i] -= a;
        R[i + 1] -= b;
        R[i + 2] -= c;
    }
}

/* A multiple of the quaternion of R: of the four columns of 4 p p^T the one with the largest
 * diagonal entry. */
static void shepperd(const double R[9], double p[4])
{
    double trace = R[0] + R[4] + R[8];
    int i = R[0] > R[4] ? 0 : 1;
    if (R[8] > R[4 * i]) i = 2;
    if (trace >= R[4 * i]) {
        p[0] = 1 + trace;
        p[1] = R[7] - R[5];
        p[2] = R[2] - R[6];
        p[3] = R[3] - R[1];
        return;
    }
    int j = (i + 1) % 3, k = (i + 2) % 3;
    p[0] = R[3 * k + j] - R[3 * j + k];
    p[1 + i] = 1 + R[4 * i] - R[4 * j] - R[4 * k];
    p[1 + j] = R[3 * i + j] + R[3 * j + i];
    p[1 + k] = R[3 * i + k] + R[3 * k + i];
}

void hol_so3_log(const double R[9], double u[3])
{
    double p[4];
    shepperd(R, p);
    double sine = length3(p + 1), sign = p[0] < 0 ? -1 : 1;
    /* where the square underflows, the angle is the sine */
    double factor = sine > 0 ? 2 * atan2(sine, fabs(p[0])) / sine : 2 / fabs(p[0]);
    for (int i = 0; i < 3; i++) u[i] = sign * factor * p[1 + i];
}

void hol_so3_dexp(const double u[3], const double k[3], double out[3])
{
    double square_t = hol_dot3(u, u);
    brackets(u, k, -second(square_t), third(square_t), out);
}

void hol_so3_dexpinv(const double u[3], const double k[3], double out[3])
{
    brackets(u, k, 0.5, cotangent(hol_dot3(u, u)), out);
}

/* ---------------------------------------------------------------- quaternions */

void hol_quaternion_to_matrix(const double p[4], double R[9])
{
    double a = p[0] * p[0], b = p[1] * p[1], c = p[2] * p[2], d = p[3] * p[3];
    R[0] = a + b - c - d;
    R[4] = a - b + c - d;
    R[8] = a - b - c + d;
    R[1] = 2 * (p[1] * p[2] - p[0] * p[3]);
    R[3] = 2 * (p[1] * p[2] + p[0] * p[3]);
    R[2] = 2 * (p[1] * p[3] + p[0] * p[2]);
    R[6] = 2 * (p[1] * p[3] - p[0] * p[2]);
    R[5] = 2 * (p[2] * p[3] - p[0] * p[1]);
    R[7] = 2 * (p[2] * p[3] + p[0] * p[1]);
}

void hol_matrix_to_quaternion(const double R[9], double p[4])
{
    shepperd(R, p);
    double norm = sqrt(p[0] * p[0] + hol_dot3(p + 1, p + 1));
    double scale = p[0] < 0 ? -1 / norm : 1 / norm;
    for (int i = 0; i < 4; i++) p[i] *= scale;
}

void hol_quaternion_multiply(const double a[4], const double b[4], double c[4])
{
    double w = a[0] * b[0] - hol_dot3(a + 1, b + 1), cross[3];
    hol_cross(a + 1, b + 1, cross);
    for (int i = 0; i < 3; i++) cross[i] += a[0] * b[1 + i] + b[0] * a[1 + i];
    c[0] = w;
    for (int i = 0; i < 3; i++) c[1 + i] = cross[i];
}

void hol_quaternion_exp(const double u[3], double p[4])
{
    double half = 0.5 * length3(u), scale = 0.5 * sinc(half);
    p[0] = cos(half);
    for (int i = 0; i < 3; i++) p[1 + i] = scale * u[i];
}

double hol_quaternion_angle(const double a[4], const double b[4])
{
    double inverse[4] = {a[0], -a[1], -a[2], -a[3]}, c[4];
    hol_quaternion_multiply(inverse, b, c);
    return 2 * atan2(length3(c + 1), fabs(c[0]));
}

/* ---------------------------------------------------------------- matrices */

/* Cofactors over the determinant, which is taken for zero when it is the round-off of its terms. */
int hol_invert3(const double A[9], double inverse[9])
{
    double cofactor[9], det = 0, size = 0;
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3, l = (i + 2) % 3;
        hol_cross(A + 3 * k, A + 3 * l, cofactor + 3 * i);
    }
    for (int j = 0; j < 3; j++) {
        int k = (j + 1) % 3, l = (j + 2) % 3;
        det += A[j] * cofactor[j];
        size += fabs(A[j]) * (fabs(A[3 + k] * A[6 + l]) + fabs(A[3 + l] * A[6 + k]));
    }
    if (!(fabs(det) > 4 * DBL_EPSILON * size)) return 1;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) inverse[3 * j + i] = cofactor[3 * i + j] / det;
    return 0;
}

static double sum_of_squares(const double A[9])
{
    return hol_dot3(A, A) + hol_dot3(A + 3, A + 3) + hol_dot3(A + 6, A + 6);
}

/* Newton, X <- (g X + X^-T / g) / 2, g = (|X^-1| / |X|)^(1/2), until the correction is so small
 * that the next one would be round-off. */
void hol_polar(const double A[9], double R[9])
{
    enum { LIMIT = 40 };
    double inverse[9], moved = 1, c[3];
    hol_cross(A, A + 3, c);
    bool turns = hol_dot3(c, A + 6) > 0; /* det A > 0 */
    for (int i = 0; i < 9; i++) R[i] = A[i];
    for (int count = 0; moved > 1e-9; count++) {
        if (!turns || count == LIMIT || hol_invert3(R, inverse)) {
            for (int i = 0; i < 9; i++) R[i] = (double)NAN;
            return;
        }
        double g = sqrt(sqrt(sum_of_squares(inverse) / sum_of_squares(R)));
        moved = 0;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                double was = R[3 * i + j];
                R[3 * i + j] = 0.5 * (g * was + inverse[3 * j + i] / g);
                moved = fmax(moved, fabs(R[3 * i + j] - was));
            }
    }
}
