/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Free rigid body about its fixed mass centre: Wendlandt, Marsden (paper 003), section 5.1, (5.9).
 */
#include "holonomy/problem.h"

static const hol_option parameters[] = {
    {"J1", HOL_REAL, 1, 1e-6, 1e6, NULL, "principal moment about axis 1 [kg m^2] (003, eq 5.9)"},
    {"J2", HOL_REAL, 2, 1e-6, 1e6, NULL, "principal moment about axis 2 [kg m^2] (003, eq 5.9)"},
    {"J3", HOL_REAL, 3, 1e-6, 1e6, NULL, "principal moment about axis 3 [kg m^2] (003, eq 5.9)"},
    {"omega1", HOL_REAL, 0, -1e3, 1e3, NULL, "start, body-frame angular velocity [rad/s]"},
    {"omega2", HOL_REAL, 3, -1e3, 1e3, NULL, "start, body-frame angular velocity [rad/s]"},
    {"omega3", HOL_REAL, 4, -1e3, 1e3, NULL, "start, body-frame angular velocity [rad/s]"},
    {0},
};

static void build(hol_model *model, const double par[])
{
    hol_body body = {.name = "body",
                     .shape = HOL_RIGID,
                     .fixed = true,
                     .m = 1,
                     .J = {par[0], par[1], par[2]},
                     .at = {.p = {1, 0, 0, 0}, .omega = {par[3], par[4], par[5]}}};
    hol_add_body(model, &body);
    /* rotations of space about the three axes: the spatial angular momentum */
    for (int k = 0; k < 3; k++) {
        static const char *const name[3] = {"L_x", "L_y", "L_z"};
        double axis[3] = {k == 0, k == 1, k == 2};
        hol_symmetry(model, name[k], NULL, axis, NULL);
    }
}

const hol_problem hol_problem_rigid_body = {
    .name = "rigid-body",
    .source = "Wendlandt, Marsden (1996), section 5.1, eq (5.9)",
    .about = "A free rigid body about its fixed mass centre.",
    .drawing = "         e3  ^   Omega = (0, 3, 4) rad/s\n"
               "             |  /\n"
               "        _____|_/___\n"
               "       /     |/   /|\n"
               "      /______o___/ |---> e2     J = diag(1, 2, 3) kg m^2\n"
               "      |     /    | /\n"
               "      |____/_____|/      o mass centre, fixed in space\n"
               "          /\n"
               "         e1\n",
    .parameters = parameters,
    .build = build,
    .t_end = 30,
    .step = 0.01,
    .reference = "rigid-body.ref",
};
