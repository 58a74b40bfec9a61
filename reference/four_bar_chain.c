/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/four_bar_chain.c: true values of the problem four-bar-chain (IFToMM benchmark A02): N +
 * 1 upright cranks and N couplers, all of 1 m and 1 kg, whose first joint B0 has 1 m/s along x.  As
 * long as it is one motion all cranks turn by one angle theta from x,
 *
 *     A theta'' = -g G cos theta,   A = (N + 1)/3 + N,   G = (N + 1)/2 + N,   theta'(0) = -1.
 *
 * Where the cranks lie along the couplers, twice in a turn, each four-bar may go on as a
 * parallelogram or fold: these values are of the motion that goes on.  Two derivations: quadrature
 * of the energy integral, and the equation by extrapolation.
 *
 * Usage: four_bar_chain values > four-bar-chain.values */
#include "one_freedom.h"
#include "values.h"

enum { CASES = 3, TIMES = 4, PER_SECOND = 50 };

static const quad g = (quad)981 / 100;
static quad A, G;

static lagrangian energy_at(quad theta)
{
    return (lagrangian){.A = A, .U = g * G * sinq(theta)};
}

static void angle_rate(const quad z[], quad dz[])
{
    dz[0] = z[1];
    dz[1] = -g * G * cosq(z[0]) / A;
}

/* x, y, vx, vy of the point at the distance l along the first crank. */
static void crank_point(quad l, const quad z[2], quad x[4])
{
    quad c = cosq(z[0]), s = sinq(z[0]), w = z[1];
    memcpy(x, (quad[4]){l * c, l * s, -l * s * w, l * c * w}, 4 * sizeof *x);
}

static void add_case(known_values *all, const char *parameters, int N)
{
    static energy_integral E;
    static const char *const time[TIMES] = {"0.2", "1", "10", "20"};
    static const char *const of_B0[2] = {"B0x", "B0y"};
    static const int at[TIMES] = {PER_SECOND / 5, PER_SECOND, 10 * PER_SECOND, 20 * PER_SECOND};
    quad z[2] = {M_PI_2q, -1}, a[2], x[2][4];
    A = (quad)(N + 1) / 3 + N;
    G = (quad)(N + 1) / 2 + N;
    E = (energy_integral){.problem = "four-bar-chain",
                          .at = energy_at,
                          .phi0 = M_PI_2q,
                          .kinetic = A / 2,
                          .width = -M_PIq / 32};
    integrate(&E, 20);
    for (int n = 1, k = 0; k < TIMES; n++) {
        extrapolation_step(2, angle_rate, (quad)1 / PER_SECOND, z);
        if (n != at[k]) continue;
        invert_time(&E, (quad)n / PER_SECOND, &a[0], &a[1]);
        add_value(all, parameters, time[k], "theta", "rad", a[0], z[0]);
        crank_point(1, a, x[0]);
        crank_point(1, z, x[1]);
        for (int i = 0; i < 2; i++)
            add_value(all, parameters, time[k], of_B0[i], "m", x[0][i], x[1][i]);
        crank_point((quad)1 / 2, a, x[0]);
        crank_point((quad)1 / 2, z, x[1]);
        add_body(all, parameters, time[k++], "crank[1]", 2, x[0], x[1]);
    }
}

int main(int argc, char *argv[])
{
    only_values(argc, argv);
    static known_values all = {
        .problem = "four-bar-chain",
        .program = "reference/four_bar_chain.c",
        .method = {"printed: quadrature of the energy integral by Gauss and Legendre, quadruple "
                   "precision",
                   "checked by the equation of the angle, extrapolation (GBS) of order 24, H = 20 "
                   "ms"}};
    add_case(&all, "default", 2);
    add_case(&all, "N=1", 1);
    add_case(&all, "N=40", 40);
    return print_values(&all);
}
