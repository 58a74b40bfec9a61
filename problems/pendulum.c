/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rigid bar on a ball joint: Tuomela, Arponen, Normi (paper 000), section 6.2.1.  The paper's
 * "centre of mass m = 38.34" is its mass; e2 points upwards (figure 6.1).  The mass centre lies on
 * the first principal axis and the start is at rest with that axis level, so that the motion stays
 * in the plane of e1 and e2: a physical pendulum about e3.
 *
 * Section 6.3 speaks of runs under a constant torque, |tau| about 10 and 50, without its direction;
 * as in Tables 2 and 5 it is one in body axes.  Along e3 the motion stays plane and T + U - tau phi
 * is constant; else the work depends on the way.  The torque breaks the symmetry about y. */
#include "holonomy/problem.h"

enum { MASS, J1, J2, J3, ARM, GRAVITY, TAU };

static const hol_option parameters[] = {
    {"m", HOL_REAL, 38.34, 1e-6, 1e6, NULL, "mass [kg] (000, section 6.2.1)"},
    {"J1", HOL_REAL, 0.147, 1e-6, 1e6, NULL, "principal moment along the bar [kg m^2] (000)"},
    {"J2", HOL_REAL, 3.175, 1e-6, 1e6, NULL, "principal moment about axis 2 [kg m^2] (000)"},
    {"J3", HOL_REAL, 3.154, 1e-6, 1e6, NULL, "principal moment about axis 3 [kg m^2] (000)"},
    {"l", HOL_REAL, 0.765, 1e-3, 1e3, NULL, "joint to mass centre [m] (000, chi and r)"},
    {"g", HOL_REAL, 9.81, 0, 1e3, NULL, "gravity, along -y [m/s^2] (000, section 6.2)"},
    {"tau1", HOL_REAL, 0, -1e6, 1e6, NULL, "constant torque along axis 1 [N m] (000, 6.3)"},
    {"tau2", HOL_REAL, 0, -1e6, 1e6, NULL, "constant torque along axis 2 [N m] (000, 6.3)"},
    {"tau3", HOL_REAL, 0, -1e6, 1e6, NULL, "constant torque along axis 3 [N m] (000, 6.3)"},
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
    if (par[TAU] != 0 || par[TAU + 1] != 0 || par[TAU + 2] != 0)
        hol_torque_body(model, b, par + TAU);
    else /* rotation about the vertical; zero all the time */
        hol_symmetry(model, "L_y", NULL, up, NULL);
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
    .reference = "pendulum.ref pendulum-torque.ref",
};
