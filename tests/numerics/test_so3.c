/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SO(3) and the quaternions against power series summed in quadruple precision, at angles from the
 * smallest numbers to the neighbourhood of pi. */
#include <check.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/so3.h"
#include "tests/numbers.h"
#include "tests/suite.h"

__extension__ typedef __float128 quad;

static const double pi = 3.141592653589793;
static const double angles[] = {
    0,     4.9e-324, 1e-200, 1e-160,    1e-100,        1e-20,
    1e-16, 1e-12,    1e-9,   1e-8,      1e-7,          1e-6,
    1e-5,  1e-4,     1e-3,   1e-2,      0.1,           0.3,
    0.7,   0.707106, 0.7072, 1,         1.414213,      1.414214,
    1.7,   2,        2.5,    2.9,       2.999999,      3.000001,
    3.1,   3.14,     3.1415, 3.1415926, 3.14159265358, 3.14159265358979,
};
static const double directions[][3] = {
    {1, 0, 0},          {0, 1, 0},        {0, 0, -1},       {0.6, 0, -0.8},
    {0.48, -0.6, 0.64}, {-0.1, 0.3, 0.9}, {1e-9, 1, -1e-7}, {-0.57735, 0.57735, 0.57735},
};
static const double k0[3] = {0.7, -0.2, 0.4};
enum {
    ANGLES = sizeof angles / sizeof *angles,
    DIRECTIONS = sizeof directions / sizeof *directions,
    TERMS = 60, /* of a series: (2 pi)^60 / 60! < 1e-34 */
};

static void rotation_vector(int angle, int direction, double u[3])
{
    const double *d = directions[direction];
    double norm = sqrt(hol_dot3(d, d));
    for (int i = 0; i < 3; i++) u[i] = angles[angle] * (d[i] / norm);
}

/* ---------------------------------------------------------------- series in quadruple precision */

static void quad_bracket(const double u[3], const quad k[3], quad out[3])
{
    quad x = u[1] * k[2] - u[2] * k[1], y = u[2] * k[0] - u[0] * k[2];
    out[2] = u[0] * k[1] - u[1] * k[0];
    out[0] = x;
    out[1] = y;
}

/* exp(hat u) k = sum of (hat u)^j k / j!, or with first = 1 and sign = -1 dexp(u, k) = sum of
 * (-hat u)^j k / (j + 1)! */
static void quad_series(const double u[3], const double k[3], int first, int sign, quad out[3])
{
    quad term[3];
    for (int i = 0; i < 3; i++) out[i] = term[i] = k[i];
    for (int j = 1; j < TERMS; j++) {
        quad_bracket(u, term, term);
        for (int i = 0; i < 3; i++) out[i] += term[i] = sign * term[i] / (j + first);
    }
}

static double quad_apart(int n, const double x[], const quad y[])
{
    double most = 0;
    for (int i = 0; i < n; i++) {
        double d = fabs((double)(x[i] - y[i]));
        most = fmax(most, isnan(d) ? HUGE_VAL : d);
    }
    return most;
}

/* ---------------------------------------------------------------- exponential and logarithm */

START_TEST(exp_of_matrix_and_quaternion_are_the_series_to_round_off)
{
    double u[3], R[9], p[4], Rp[9], column[3];
    quad exact[3];
    for (int angle = 0; angle < ANGLES; angle++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            rotation_vector(angle, direction, u);
            hol_so3_exp(u, R);
            hol_quaternion_exp(u, p);
            hol_quaternion_to_matrix(p, Rp);
            for (int j = 0; j < 3; j++) {
                double e[3] = {j == 0, j == 1, j == 2};
                quad_series(u, e, 0, 1, exact);
                for (int i = 0; i < 3; i++) column[i] = R[3 * i + j];
                ck_assert_double_le(quad_apart(3, column, exact), 4 * DBL_EPSILON);
                for (int i = 0; i < 3; i++) column[i] = Rp[3 * i + j];
                ck_assert_double_le(quad_apart(3, column, exact), 8 * DBL_EPSILON);
            }
        }
}
END_TEST

START_TEST(log_of_exp_is_the_rotation_vector_to_round_off)
{
    double u[3], R[9], back[3], p[4];
    for (int angle = 0; angle < ANGLES; angle++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            rotation_vector(angle, direction, u);
            hol_so3_exp(u, R);
            hol_so3_log(R, back);
            ck_assert_double_le(hol_apart(3, back, u), 6 * DBL_EPSILON * angles[angle]);
            hol_quaternion_exp(u, p);
            double identity[4] = {1, 0, 0, 0}, turn = hol_quaternion_angle(identity, p);
            double error = fabs(turn - angles[angle]); /* squares below 1e-308 are lost */
            ck_assert_double_le(error, 6 * DBL_EPSILON * angles[angle] + 1e-150);
        }
}
END_TEST

START_TEST(log_of_a_half_turn_has_length_pi_whatever_the_axis)
{
    double u[3];
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        const double *d = directions[direction];
        double n = hol_dot3(d, d), R[9];
        for (int i = 0; i < 9; i++) R[i] = 2 * d[i / 3] * d[i % 3] / n - (i % 4 == 0);
        hol_so3_log(R, u);
        ck_assert_double_eq_tol(sqrt(hol_dot3(u, u)), pi, 4 * DBL_EPSILON);
        ck_assert_double_eq_tol(fabs(hol_dot3(u, d)), pi * sqrt(n), 8 * DBL_EPSILON);
    }
}
END_TEST

/* ---------------------------------------------------------------- tangents */

START_TEST(dexp_is_the_series_and_dexpinv_its_inverse_to_round_off)
{
    double u[3], out[3], inverse[3];
    quad exact[3];
    for (int angle = 0; angle < ANGLES; angle++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            rotation_vector(angle, direction, u);
            quad_series(u, k0, 1, -1, exact);
            hol_so3_dexp(u, k0, out);
            ck_assert_double_le(quad_apart(3, out, exact), 4 * DBL_EPSILON);
            hol_so3_dexpinv(u, k0, inverse);
            quad_series(u, inverse, 1, -1, exact);
            ck_assert_double_le(quad_apart(3, k0, exact), 4 * DBL_EPSILON);
        }
    double far[3] = {3, -4, 3}; /* beyond pi, short of 2 pi */
    hol_so3_dexpinv(far, k0, inverse);
    quad_series(far, inverse, 1, -1, exact);
    ck_assert_double_le(quad_apart(3, k0, exact), 1e-14);
}
END_TEST

START_TEST(dexp_is_the_left_trivialised_derivative_of_exp)
{
    /* exp(u)^T d/ds exp(u + s k) = hat(dexp(u, k)): fixes the sign */
    const double u[3] = {0.3, -1.1, 0.8}, s = 1e-5;
    double up[3], down[3], P[9], M[9], R[9], Rt[9], D[9], d[3];
    for (int i = 0; i < 3; i++) {
        up[i] = u[i] + s * k0[i];
        down[i] = u[i] - s * k0[i];
    }
    hol_so3_exp(u, R);
    hol_so3_exp(up, P);
    hol_so3_exp(down, M);
    for (int i = 0; i < 9; i++) {
        D[i] = (P[i] - M[i]) / (2 * s);
        Rt[i] = R[3 * (i % 3) + i / 3];
    }
    hol_matrix_multiply3(Rt, D, D);
    hol_so3_dexp(u, k0, d);
    ck_assert_double_eq_tol(D[7], d[0], 1e-9);
    ck_assert_double_eq_tol(D[2], d[1], 1e-9);
    ck_assert_double_eq_tol(D[3], d[2], 1e-9);
    ck_assert_double_eq_tol(D[5], -d[0], 1e-9);
}
END_TEST

/* Angles over the whole range: 10^-k and pi - 10^-k, then anywhere up to pi, then pi to 2 pi -
 * 10^-k and anywhere between, in any direction. */
enum { POWERS = 320, NEAR = 17, ANYWHERE = 1000 };
enum { WITHIN = POWERS + NEAR + ANYWHERE, BEYOND = 7 + ANYWHERE };

static double any_angle(int k)
{
    if (k < POWERS) return pow(10, -k);
    if ((k -= POWERS) < NEAR) return pi - pow(10, -k);
    if ((k -= NEAR) < ANYWHERE) return 0.5 * pi * (1 + uniform());
    if ((k -= ANYWHERE) < 7) return 2 * pi - pow(10, -k);
    return pi * (1.5 + 0.499 * uniform());
}

static void any_vector(int k, double u[3])
{
    double angle = any_angle(k);
    for (int i = 0; i < 3; i++) u[i] = uniform();
    double norm = sqrt(hol_dot3(u, u));
    for (int i = 0; i < 3; i++) u[i] *= angle / norm;
}

/* Errors in units of the round-off of the largest component.  back: of log, as far as exp of it is
 * off the rotation; log: as far as it is off the rotation vector. */
typedef struct {
    double exp, back, log, dexp, dexpinv;
} ulps;

static double in_ulps(double error, int n, const double of[])
{
    double most = 1e-308;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(of[i]));
    return error / (most * DBL_EPSILON);
}

/* Of R against exp(u) by its series. */
static double exp_ulps(const double u[3], const double R[9])
{
    double column[3], most = 0;
    quad exact[3];
    for (int j = 0; j < 3; j++) {
        double e[3] = {j == 0, j == 1, j == 2};
        quad_series(u, e, 0, 1, exact);
        for (int i = 0; i < 3; i++) column[i] = R[3 * i + j];
        most = fmax(most, quad_apart(3, column, exact) / DBL_EPSILON);
    }
    return most;
}

static void take_ulps(const double u[3], bool within, ulps *most)
{
    double R[9], back[3], out[3];
    quad exact[3];
    hol_so3_exp(u, R);
    most->exp = fmax(most->exp, exp_ulps(u, R));
    hol_so3_log(R, back);
    most->back = fmax(most->back, exp_ulps(back, R));
    if (within) most->log = fmax(most->log, in_ulps(hol_apart(3, back, u), 3, u));
    quad_series(u, k0, 1, -1, exact);
    hol_so3_dexp(u, k0, out);
    most->dexp = fmax(most->dexp, quad_apart(3, out, exact) / DBL_EPSILON);
    hol_so3_dexpinv(u, k0, out);
    quad_series(u, out, 1, -1, exact);
    most->dexpinv = fmax(most->dexpinv, in_ulps(quad_apart(3, k0, exact), 3, out));
}

/* The rotation vector comes back from its rotation up to half a turn, within round-off of which it
 * may change its sign; the logarithm's own rotation is the given one everywhere. */
START_TEST(the_kernels_are_accurate_to_a_few_ulp_over_the_whole_range)
{
    ulps most[2] = {{0}}; /* within half a turn, beyond it */
    double u[3];
    for (int k = 0; k < WITHIN + BEYOND; k++) {
        any_vector(k, u);
        take_ulps(u, sqrt(hol_dot3(u, u)) < pi * (1 - 8 * DBL_EPSILON), &most[k >= WITHIN]);
    }
    for (int k = 0; k < 2; k++) {
        if (getenv("HOL_VERBOSE"))
            printf("ulp: exp %.2f, exp log %.2f, log %.2f, dexp %.2f, dexpinv %.2f\n", most[k].exp,
                   most[k].back, most[k].log, most[k].dexp, most[k].dexpinv);
        ck_assert_double_le(most[k].exp, 4 + 4 * k);
        ck_assert_double_le(most[k].back, 6);
        ck_assert_double_le(most[k].log, 6);
        ck_assert_double_le(most[k].dexp, 4);
        ck_assert_double_le(most[k].dexpinv, 6);
    }
}
END_TEST

START_TEST(a_rotation_is_tidied_to_an_ulp_or_two)
{
    double R[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, E[9], u[3], most = 0;
    for (int n = 0; n < 100000; n++) {
        for (int i = 0; i < 3; i++) u[i] = 0.01 * (i + uniform());
        hol_so3_exp(u, E);
        hol_matrix_multiply3(R, E, R);
        hol_so3_tidy(R);
        for (int i = 0; i < 9; i++) {
            int a = i / 3, b = i % 3;
            double dot = R[a] * R[b] + R[3 + a] * R[3 + b] + R[6 + a] * R[6 + b];
            most = fmax(most, fabs(dot - (a == b)));
        }
    }
    ck_assert_double_le(most, 4 * DBL_EPSILON);
    double polar[9];
    for (int i = 0; i < 9; i++) R[i] += 1e-5 * (i % 4 - 1);
    hol_polar(R, polar);
    hol_so3_tidy(R); /* to the polar factor, the error squared */
    ck_assert_double_le(hol_apart(9, R, polar), 1e-9);
}
END_TEST

/* ---------------------------------------------------------------- quaternions and matrices */

START_TEST(euler_parameters_and_matrices_go_back_and_forth)
{
    double u[3], R[9], back[9], p[4];
    for (int angle = 0; angle < ANGLES; angle++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            rotation_vector(angle, direction, u);
            hol_so3_exp(u, R);
            hol_matrix_to_quaternion(R, p);
            ck_assert_double_ge(p[0], 0);
            ck_assert_double_eq_tol(p[0] * p[0] + hol_dot3(p + 1, p + 1), 1, 4 * DBL_EPSILON);
            hol_quaternion_to_matrix(p, back);
            ck_assert_double_le(hol_apart(9, back, R), 8 * DBL_EPSILON);
        }
}
END_TEST

START_TEST(the_matrix_of_euler_parameters_is_homogeneous_and_multiplies_as_they_do)
{
    const double a[4] = {0.9, -0.2, 0.7, 0.4}, b[4] = {-0.3, 1.1, 0.5, -0.6};
    double A[9], B[9], AB[9], ab[4], C[9], x[3] = {1, 2, -3}, y[3], z[3], inverse[4];
    hol_quaternion_to_matrix(a, A);
    hol_quaternion_to_matrix(b, B);
    hol_matrix_multiply3(A, B, AB);
    hol_quaternion_multiply(a, b, ab);
    hol_quaternion_to_matrix(ab, C);
    ck_assert_double_le(hol_apart(9, AB, C), 1e-14);

    /* R(a) x = Im(a x conj(a)), never normalised */
    double xq[4] = {0, x[0], x[1], x[2]}, conjugate[4] = {a[0], -a[1], -a[2], -a[3]}, r[4];
    hol_quaternion_multiply(a, xq, r);
    hol_quaternion_multiply(r, conjugate, r);
    hol_rotate(A, x, y);
    ck_assert_double_le(hol_apart(3, y, r + 1), 1e-14);
    hol_rotate_back(A, y, z); /* A^T A = |a|^4 */
    double square = a[0] * a[0] + hol_dot3(a + 1, a + 1);
    for (int i = 0; i < 3; i++) z[i] /= square * square;
    ck_assert_double_le(hol_apart(3, z, x), 1e-14);

    memcpy(inverse, a, sizeof a);
    hol_quaternion_multiply(inverse, b, inverse); /* aliased */
    ck_assert_double_le(hol_apart(4, inverse, ab), 0);
    for (int i = 0; i < 4; i++) inverse[i] = -2 * a[i];
    ck_assert_double_le(hol_quaternion_angle(a, inverse), 1e-15);
}
END_TEST

START_TEST(the_polar_factor_is_the_rotation_of_a_stretched_matrix)
{
    const double u[3] = {2.1, -0.9, 1.3};
    const double stretch[][6] = {{1, 1, 1, 0, 0, 0},           {3, 0.5, 2, 0.3, -0.2, 0.4},
                                 {1e5, 2e5, 1e5, 0, 1e4, 0},   {1e-6, 2e-6, 1e-5, 0, 0, 1e-7},
                                 {1, 1 + 1e-9, 1, 1e-9, 0, 0}, {1, 1e-4, 1, 0, 0, 0.5}};
    for (size_t k = 0; k < sizeof stretch / sizeof *stretch; k++) {
        const double *s = stretch[k];
        double S[9] = {s[0], s[3], s[4], s[3], s[1], s[5], s[4], s[5], s[2]}, R[9], A[9], polar[9];
        if (s[1] == 1e-4) S[5] = S[7] = 0; /* flat, not indefinite */
        hol_so3_exp(u, R);
        hol_matrix_multiply3(R, S, A);
        hol_polar(A, polar);
        double tolerance = s[1] == 1e-4 ? 1e-11 : 1e-14;
        ck_assert_double_le(hol_apart(9, polar, R), tolerance);
        hol_polar(polar, A);
        ck_assert_double_le(hol_apart(9, A, polar), 4 * DBL_EPSILON);
    }
}
END_TEST

START_TEST(the_inverse_of_a_matrix_is_found_and_a_singular_one_refused)
{
    const double A[9] = {2, -1, 0.5, 0.25, 3, -1, 1, 0.125, -2},
                 one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double flat[9] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}, zero[9] = {0};
    double inverse[9], product[9];
    ck_assert_int_eq(hol_invert3(A, inverse), 0);
    hol_matrix_multiply3(A, inverse, product);
    ck_assert_double_le(hol_apart(9, product, one), 4 * DBL_EPSILON);
    ck_assert_int_ne(hol_invert3(flat, inverse), 0);
    ck_assert_int_ne(hol_invert3(zero, inverse), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("so3");
    TCase *tests = tcase_create("so3");
    tcase_add_test(tests, exp_of_matrix_and_quaternion_are_the_series_to_round_off);
    tcase_add_test(tests, log_of_exp_is_the_rotation_vector_to_round_off);
    tcase_add_test(tests, log_of_a_half_turn_has_length_pi_whatever_the_axis);
    tcase_add_test(tests, dexp_is_the_series_and_dexpinv_its_inverse_to_round_off);
    tcase_add_test(tests, dexp_is_the_left_trivialised_derivative_of_exp);
    tcase_add_test(tests, the_kernels_are_accurate_to_a_few_ulp_over_the_whole_range);
    tcase_add_test(tests, a_rotation_is_tidied_to_an_ulp_or_two);
    tcase_add_test(tests, euler_parameters_and_matrices_go_back_and_forth);
    tcase_add_test(tests, the_matrix_of_euler_parameters_is_homogeneous_and_multiplies_as_they_do);
    tcase_add_test(tests, the_polar_factor_is_the_rotation_of_a_stretched_matrix);
    tcase_add_test(tests, the_inverse_of_a_matrix_is_found_and_a_singular_one_refused);
    suite_add_tcase(suite, tests);
    return hol_run_suite(suite);
}
