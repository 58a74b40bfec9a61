/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/slider_crank_3d.c: true values of the problem slider-crank-3d, the spatial rigid
 * slider-crank of the IFToMM benchmark library.
 *
 * A crank of length c = 0.08 turns by theta about x at A = (0, .1, .12), its end B = A + c (0,
 * -sin, cos); a rod of length l = 0.3 leads from B to the slider S = (x, 0, 0), x = sqrt(l^2 -
 * |B|^2), with the axes u = (S - B)/l, n = e1 x u / |e1 x u|, which the cross of the universal
 * joint keeps across the rail, and b = u x n.  From theta = 0 with 6 rad/s under gravity along -z:
 *
 *     2 T = A(theta) theta'^2,   A = I + m1 d^2 + m2 |B' + S'|^2 / 4 + m3 x'^2
 *                                    + J1 (n'.b)^2 + J2 (u'.b)^2 + J3 (u'.n)^2,
 *     U = g (m1 d + m2 c / 2) cos theta,       d from A to the crank's mass centre.
 *
 * Two derivations: quadrature of the energy integral, and Lagrange's equation by extrapolation;
 * the period is a sum over the circle, which converges like an exponential, with two numbers of
 * points.  The cases beside the default one are slips that a posted solution may have made.
 *
 * Usage: slider_crank_3d values > slider-crank-3d.values */
#include "one_freedom.h"
#include "values.h"

enum { CASES = 3, TIMES = 3, PER_SECOND = 150, POINTS = 512 };

typedef struct {
    const char *parameters;
    quad inertia, centre, J[3]; /* of the crank along its axis, d, of the rod */
} design;

static const quad m1 = (quad)12 / 100, m2 = (quad)1 / 2, m3 = 2, c = (quad)8 / 100;
static const quad l = (quad)3 / 10, yA = (quad)1 / 10, zA = (quad)12 / 100, g = (quad)981 / 100;
static const quad start_rate = 6;
static design of;

typedef struct {
    lagrangian L;
    quad x, dx, B[3], dB[3];
} mechanism_at;

/* The derivative, to its first one. */
static jet slope(jet a)
{
    return (jet){a.f1, a.f2, 0};
}

static jet square(jet a)
{
    return times(a, a);
}

static mechanism_at at_angle(quad theta)
{
    static const jet e1[3] = {{1, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    jet cosine_ = cosine(theta), one = constant(1);
    jet B[3] = {constant(0), combine(yA, one, -c, sine(theta)), combine(zA, one, c, cosine_)};
    jet x = root(combine(l * l, one, -1, dot_jet(B, B)));
    jet u[3] = {combine(1 / l, x, 0, one), combine(-1 / l, B[1], 0, one),
                combine(-1 / l, B[2], 0, one)};
    jet across[3], n[3], b[3], du[3], dn[3], A = constant(of.inertia + m1 * of.centre * of.centre);
    cross_jet(e1, u, across);
    unit_jet(across, n);
    cross_jet(u, n, b);
    for (int i = 0; i < 3; i++) du[i] = slope(u[i]), dn[i] = slope(n[i]);
    A = combine(1, A, m3 + m2 / 4, square(slope(x)));
    for (int i = 1; i < 3; i++) A = combine(1, A, m2 / 4, square(slope(B[i])));
    A = combine(1, A, of.J[0], square(dot_jet(dn, b)));
    A = combine(1, A, of.J[1], square(dot_jet(du, b)));
    A = combine(1, A, of.J[2], square(dot_jet(du, n)));
    quad weight = g * (m1 * of.centre + m2 * c / 2);
    return (mechanism_at){.L = {A.f, A.f1, weight * cosine_.f, weight * cosine_.f1},
                          .x = x.f,
                          .dx = x.f1,
                          .B = {0, B[1].f, B[2].f},
                          .dB = {0, B[1].f1, B[2].f1}};
}

static lagrangian energy_at(quad theta)
{
    return at_angle(theta).L;
}

static void lagrange_rate(const quad z[], quad dz[])
{
    const lagrangian L = energy_at(z[0]);
    dz[0] = z[1];
    dz[1] = lagrange_acceleration(&L, 0, z[1]);
}

/* The time of a whole turn, by the trapezoidal rule over the circle. */
static quad period(const energy_integral *E, int points)
{
    quad sum = 0, step = 2 * M_PIq / points;
    for (int i = 0; i < points; i++) sum += step / speed_at(E, i * step);
    return sum;
}

static void poses(const quad z[2], quad slider[6], quad rod[6])
{
    mechanism_at m = at_angle(z[0]);
    memset(slider, 0, 6 * sizeof *slider);
    slider[0] = m.x;
    slider[3] = m.dx * z[1];
    for (int i = 0; i < 3; i++) {
        rod[i] = ((i == 0 ? m.x : 0) + m.B[i]) / 2;
        rod[3 + i] = ((i == 0 ? m.dx : 0) + m.dB[i]) * z[1] / 2;
    }
}

static void add_case(known_values *all)
{
    static energy_integral E;
    static const char *const time[TIMES] = {"0.5", "1", "5"};
    static const int at[TIMES] = {PER_SECOND / 2, PER_SECOND, 5 * PER_SECOND};
    quad z[2] = {0, start_rate}, a[2], slider[2][6], rod[2][6];
    E = (energy_integral){.problem = "slider-crank-3d",
                          .at = energy_at,
                          .kinetic = energy_at(0).A * start_rate * start_rate / 2,
                          .width = M_PIq / 8};
    integrate(&E, 5);
    for (int n = 1, k = 0; k < TIMES; n++) {
        extrapolation_step(2, lagrange_rate, (quad)1 / PER_SECOND, z);
        if (n != at[k]) continue;
        invert_time(&E, (quad)n / PER_SECOND, &a[0], &a[1]);
        poses(a, slider[0], rod[0]);
        poses(z, slider[1], rod[1]);
        add_value(all, of.parameters, time[k], "theta", "rad", a[0], z[0]);
        add_body(all, of.parameters, time[k], "slider", 3, slider[0], slider[1]);
        if (of.parameters[0] == 'd')
            add_body(all, of.parameters, time[k], "rod", 3, rod[0], rod[1]);
        k++;
    }
    add_value(all, of.parameters, "-", "period", "s", period(&E, POINTS),
              period(&E, 3 * POINTS / 2));
}

int main(int argc, char *argv[])
{
    only_values(argc, argv);
    static known_values all = {
        .problem = "slider-crank-3d",
        .program = "reference/slider_crank_3d.c",
        .method = {
            "printed: quadrature of the energy integral by Gauss and Legendre, quadruple "
            "precision",
            "checked by Lagrange's equation, extrapolation (GBS) of order 24, H = 1/150 s; the "
            "period by a sum of more points"}};
    const quad long_ = (quad)4 / 10000, across = (quad)4 / 1000, half = c / 2;
    const quad I = (quad)1 / 10000;
    const design cases[CASES] = {
        {"default", I, half, {long_, across, across}},
        {"J1=4e-3 J3=4e-4", I, half, {across, across, long_}},
        {"centre=0", I, 0, {long_, across, across}},
    };
    for (int k = 0; k < CASES; k++) {
        of = cases[k];
        add_case(&all);
    }
    return print_values(&all);
}
