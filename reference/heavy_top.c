/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/heavy_top.c: true values of the problem heavy-top (Bruels, Cardona, 2010): a symmetric
 * top on a fixed point, m = 15, g = 9.81 along -z, the mass centre at X = (0, 1, 0) in body axes, J
 * about the mass centre diag(.234375, .46875, .234375), from R = 1 with Om = (0, 150, -4.61538).
 * With A = J1 + m |X|^2 and C = J2 two derivations:
 *
 * A  Euler's equations about the fixed point and the quaternion,
 *    Jo Om' = Jo Om x Om + m X x R^T g,  p' = 1/2 p * (0, Om);
 * B  the axis e = R e2 alone, whose spin w = Om2 is constant: L = A e x e' + C w e, L' = e x m g,
 *    e'' = -|e'|^2 e + (C w e x e' + m g (e e_z - z)) / A.
 *
 * Usage: heavy_top values > heavy-top.values */
#include "extrapolation.h"
#include "rotation.h"
#include "values.h"

enum { P = 0, OM = 4, EULER = 7, AXIS = 6, STEPS = 800, TIMES = 4 };

static const quad m = 15, g = (quad)981 / 100, spin = 150;
static const quad A = (quad)234375 / 1000000 + 15, C = (quad)46875 / 100000;

static void euler_rate(const quad y[], quad dy[])
{
    static const quad down[3] = {0, 0, -1};
    const quad *Om = y + OM;
    quad R[3][3], d[3], L[3] = {A * Om[0], C * Om[1], A * Om[2]}, torque[3];
    rotation_matrix(y + P, R);
    rotate_back3(R, down, d);
    cross3(L, Om, torque);
    torque[0] += m * g * d[2]; /* X x d, X = e2 */
    torque[2] -= m * g * d[0];
    quaternion_rate(y + P, Om, dy + P);
    dy[OM] = torque[0] / A;
    dy[OM + 1] = torque[1] / C;
    dy[OM + 2] = torque[2] / A;
}

static void axis_rate(const quad y[], quad dy[])
{
    const quad *e = y, *v = y + 3;
    quad across[3], v2 = dot3(v, v);
    cross3(e, v, across);
    for (int i = 0; i < 3; i++) {
        dy[i] = v[i];
        dy[3 + i] = -v2 * e[i] + (C * spin * across[i] + m * g * (e[i] * e[2] - (i == 2))) / A;
    }
}

/* r and v of the mass centre. */
static void centre(const quad y[EULER], quad x[6])
{
    static const quad X[3] = {0, 1, 0};
    quad R[3][3], rate[3];
    rotation_matrix(y + P, R);
    rotate3(R, X, x);
    cross3(y + OM, X, rate);
    rotate3(R, rate, x + 3);
}

int main(int argc, char *argv[])
{
    only_values(argc, argv);
    static known_values all = {
        .problem = "heavy-top",
        .program = "reference/heavy_top.c",
        .method = {
            "printed: the equation of the axis, extrapolation (GBS) of order 24, H = 2.5 ms, "
            "quadruple precision",
            "checked by Euler's equations and the quaternion, H = 1.25 ms"}};
    static const char *const time[TIMES] = {"0.1", "0.5", "1", "2"};
    static const int at[TIMES] = {40, 200, 400, STEPS}; /* steps */
    quad Om3 = (quad)-461538 / 100000;
    quad y[EULER] = {[P] = 1, [OM + 1] = spin, [OM + 2] = Om3};
    quad e[AXIS] = {0, 1, 0, -Om3, 0, 0}, x[6]; /* e' = Om x e2 */
    for (int n = 1, k = 0; n <= STEPS; n++) {
        extrapolation_step(AXIS, axis_rate, (quad)1 / 400, e);
        for (int i = 0; i < 2; i++) extrapolation_step(EULER, euler_rate, (quad)1 / 800, y);
        if (n != at[k]) continue;
        centre(y, x);
        add_body(&all, "default", time[k++], "top", 3, e, x);
    }
    return print_values(&all);
}
