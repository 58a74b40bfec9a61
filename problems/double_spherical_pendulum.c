/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two point masses on massless rods: Wendlandt, Marsden (paper 003), section 5.2.  The second
 * constraint of (5.11) is read with l2 (the print has l1 twice). */
#include <math.h>

#include "holonomy/problem.h"

enum { M1, M2, L1, L2, GRAVITY, X1, Y1, X2, Y2, VX1, VY1, VX2, VY2 };

static const hol_option parameters[] = {
    {"m1", HOL_REAL, 2.0, 1e-6, 1e6, NULL, "upper mass [kg]"},
    {"m2", HOL_REAL, 3.5, 1e-6, 1e6, NULL, "lower mass [kg]"},
    {"l1", HOL_REAL, 4.0, 1e-6, 1e6, NULL, "upper rod [m]"},
    {"l2", HOL_REAL, 3.0, 1e-6, 1e6, NULL, "lower rod [m]"},
    {"g", HOL_REAL, 9.81, 0, 1e3, NULL, "gravity, along -z [m/s^2]"},
    {"x1", HOL_REAL, 2.820, -1e6, 1e6, NULL, "start of mass 1 [m]; z1 < 0 closes the rod"},
    {"y1", HOL_REAL, 0.025, -1e6, 1e6, NULL, "start of mass 1 [m]"},
    {"x2", HOL_REAL, 5.085, -1e6, 1e6, NULL, "start of mass 2 [m]; z2 < z1 closes the rod"},
    {"y2", HOL_REAL, 0.105, -1e6, 1e6, NULL, "start of mass 2 [m]"},
    {"vx1", HOL_REAL, 3.381, -1e6, 1e6, NULL, "start velocity of mass 1 [m/s]; vz follows"},
    {"vy1", HOL_REAL, 2.506, -1e6, 1e6, NULL, "start velocity of mass 1 [m/s]"},
    {"vx2", HOL_REAL, 2.497, -1e6, 1e6, NULL, "start velocity of mass 2 [m/s]; vz follows"},
    {"vy2", HOL_REAL, 10.495, -1e6, 1e6, NULL, "start velocity of mass 2 [m/s]"},
    {0},
};

/* A mass at the lower end of a rod of length l from `top`: z and its rate from the constraint. */
static hol_body hang(const char *name, double m, const hol_pose *top, double l, const double xy[2],
                     const double rate[2])
{
    hol_body b = {.shape = HOL_POINT, .m = m, .at = {.p = {1, 0, 0, 0}}};
    for (int k = 0; name[k]; k++) b.name[k] = name[k];
    double dx = xy[0] - top->r[0], dy = xy[1] - top->r[1], dz = -sqrt(l * l - dx * dx - dy * dy);
    double vx = rate[0] - top->v[0], vy = rate[1] - top->v[1], vz = -(dx * vx + dy * vy) / dz;
    b.at.r[0] = xy[0], b.at.r[1] = xy[1], b.at.r[2] = top->r[2] + dz;
    b.at.v[0] = rate[0], b.at.v[1] = rate[1], b.at.v[2] = top->v[2] + vz;
    return b;
}

static void build(hol_model *model, const double par[])
{
    static const double up[3] = {0, 0, 1};
    hol_pose support = {.p = {1}};
    hol_body first = hang("mass1", par[M1], &support, par[L1], par + X1, par + VX1);
    hol_body second = hang("mass2", par[M2], &first.at, par[L2], par + X2, par + VX2);
    int a = hol_add_body(model, &first), b = hol_add_body(model, &second);
    hol_distance(model, "rod1", hol_point(HOL_GROUND, 0, 0, 0), hol_point(a, 0, 0, 0), par[L1]);
    hol_distance(model, "rod2", hol_point(a, 0, 0, 0), hol_point(b, 0, 0, 0), par[L2]);
    hol_gravity(model, (double[3]){0, 0, -par[GRAVITY]});
    hol_symmetry(model, "L_z", NULL, up, NULL); /* rotation about the vertical */
}

const hol_problem hol_problem_double_spherical_pendulum = {
    .name = "double-spherical-pendulum",
    .source = "Wendlandt, Marsden (1996), section 5.2",
    .about = "Two point masses hung on massless rods from a fixed support.",
    .drawing = "      support  o------> x\n"
               "              /|\n"
               "      rod1   / v -z      l1 = 4 m\n"
               "            /   | g\n"
               "    mass1  O    v        m1 = 2 kg\n"
               "            \\\n"
               "      rod2   \\           l2 = 3 m\n"
               "              \\\n"
               "        mass2  O         m2 = 3.5 kg\n",
    .parameters = parameters,
    .build = build,
    .t_end = 30,
    .step = 0.01,
    .reference = "double-spherical-pendulum.ref",
};
