/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spinning top on a bar: Haug, Pavesic (paper 002), section 7.1.  A symmetric top whose tip, at
 * -c e3 of the body, is held at the distance l from the origin by a massless bar.  At the start the
 * tip hangs straight below the origin, the top stands upright with its mass centre in the origin
 * and spins by omega about its axis; epsilon about both axes across it is the perturbation.  The
 * paper gives no gravity; 9.81 m/s^2 is taken.  Its printed energy lacks m |r'|^2 / 2.
 *
 * Upright the top is stable above omega_c = 12.9557245 rad/s (linear theory; the paper's figure 5
 * says about 13.5), W = omega_c^2 / g the real root of 4 W^3 - 135 W^2 + 2376 W - 21168 = 0.
 *
 * The symmetry is rotation about the vertical through the origin.  That the top is round about its
 * own axis keeps J3 Omega_3 too, but is no motion of space, and so not declared. */
#include "holonomy/problem.h"

enum { MASS, J1, J3, ARM, BAR, GRAVITY, OMEGA, EPSILON };

static const hol_option parameters[] = {
    {"m", HOL_REAL, 30, 1e-6, 1e6, NULL, "mass [kg] (002, section 7.1)"},
    {"J1", HOL_REAL, 90, 1e-6, 1e6, NULL, "moments about the axes across the top's [kg m^2] (002)"},
    {"J3", HOL_REAL, 30, 1e-6, 1e6, NULL, "moment about the top's axis [kg m^2] (002)"},
    {"c", HOL_REAL, 1, 1e-3, 1e3, NULL, "tip to mass centre [m] (002)"},
    {"l", HOL_REAL, 1, 1e-3, 1e3, NULL, "bar, origin to tip [m] (002)"},
    {"g", HOL_REAL, 9.81, 0, 1e3, NULL, "gravity, along -z [m/s^2]"},
    {"omega", HOL_REAL, 13.5, -1e3, 1e3, NULL, "start, spin about the top's axis [rad/s] (002)"},
    {"epsilon", HOL_REAL, 1e-12, -10, 10, NULL,
     "start, angular velocity about both axes across [rad/s] (002)"},
    {0},
};

static void build(hol_model *model, const double par[])
{
    static const double up[3] = {0, 0, 1};
    hol_body top = {.name = "top",
                    .shape = HOL_RIGID,
                    .m = par[MASS],
                    .J = {par[J1], par[J1], par[J3]},
                    .at = {.r = {0, 0, par[ARM] - par[BAR]},
                           .p = {1, 0, 0, 0},
                           .omega = {par[EPSILON], par[EPSILON], par[OMEGA]}}};
    int b = hol_add_body(model, &top);
    hol_distance(model, "bar", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, -par[ARM]),
                 par[BAR]);
    hol_gravity(model, (double[3]){0, 0, -par[GRAVITY]});
    hol_symmetry(model, "L_z", NULL, up, NULL);
}

const hol_problem hol_problem_top = {
    .name = "top",
    .source = "Haug, Pavesic (2023), section 7.1",
    .about = "A spinning top, its tip on a bar that hangs from a fixed point.",
    .drawing = "                  z ^  13.5 rad/s\n"
               "              ______|______\n"
               "              \\     |     /\n"
               "               \\    o    /    origin and mass centre    | g\n"
               "                \\   |   /                               v\n"
               "                 \\  |  /      the bar hangs from the origin, l = 1 m\n"
               "                  \\ | /\n"
               "                   \\|/        the tip, c = 1 m below the mass centre\n",
    .parameters = parameters,
    .build = build,
    .t_end = 10,
    .step = 0.01,
    .reference = "top.ref top-nutating.ref",
    .trial = "epsilon=0.4",
};
