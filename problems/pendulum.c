/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rigid bar on a ball joint: Tuomela, Arponen, Normi (paper 000), section 6.2.1.  The paper's
 * "centre of mass m = 38.34" is its mass; e2 points upwards (figure 6.1).  The mass centre lies on
 * the first principal axis and the start is at rest with that axis level, so that the motion stays
 * in the plane of e1 and e2: a physical pendulum about e3. */
#include "mechanics/holonomy.h"

enum { MASS, J1, J2, J3, ARM, GRAVITY };

static const hol_option parameters[] = {
    {"m", HOL_REAL, 38.34, 1e-6, 1e6, NULL, "mass [kg] (000, section 6.2.1)"},
    {"J1", HOL_REAL, 0.147, 1e-6, 1e6, NULL, "principal moment along the bar [kg m^2] (000)"},
    {"J2", HOL_REAL, 3.175, 1e-6, 1e6, NULL, "principal moment about axis 2 [kg m^2] (000)"},
    {"J3", HOL_REAL, 3.154, 1e-6, 1e6, NULL, "principal moment about axis 3 [kg m^2] (000)"},
    {"l", HOL_REAL, 0.765, 1e-3, 1e3, NULL, "joint to mass centre [m] (000, chi and r)"},
    {"g", HOL_REAL, 9.81, 0, 1e3, NULL, "gravity, along -y [m/s^2] (000, section 6.2)"},
    {0},
};

static void build(hol_model *model, const double par[])
{
    static const double up[3] = {0, 1, 0};
    hol_body bar = {.name = "bar",
                    .shape = HOL_RIGID,
                    .m = par[MASS],
                    .J = {par[J1], par[J2], par[J3]},
                    .at = {.r = {par[ARM], 0, 0}, .p = {1, 0, 0, 0}}};
    int b = hol_add_body(model, &bar);
    hol_spherical(model, "ball", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, -par[ARM], 0, 0));
    hol_gravity(model, (double[3]){0, -par[GRAVITY], 0});
    hol_symmetry(model, "L_y", NULL, up, NULL); /* rotation about the vertical; zero all the time */
}

const hol_problem hol_problem_pendulum = {
    .name = "pendulum",
    .source = "Tuomela, Arponen, Normi (2006), section 6.2.1",
    .about = "A rigid bar on a ball joint, let go level.",
    .drawing = "    y ^\n"
               "      |\n"
               "      |  ____________________\n"
               "  ----o_|_________o__________|   l = 0.765 m from joint to mass centre\n"
               "     /|                          m = 38.34 kg\n"
               "    / |    |\n"
               "   z  |    v g = 9.81 m/s^2      J = diag(0.147, 3.175, 3.154) kg m^2\n"
               "      |  swings through to -x\n",
    .parameters = parameters,
    .build = build,
    .t_end = 10,
    .step = 0.01,
    .reference = "pendulum.ref",
};
