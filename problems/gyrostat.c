/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dual-spin satellite: Terze, Zlatar, Mueller (paper 004), section 3.  The joint's position X_A,
 * X_B is taken in body axes, so that (29) puts the platform at (0, 0, -1.75) m, and the torque is
 * constant in the rotor's frame; the paper gives neither the velocities of the mass centres (zero
 * here: both lie on the spin axis) nor a step.  Equations (25) to (28) and (34) are misprinted; the
 * model does not need them.
 *
 * No outer force acts: the linear momentum stays zero and the mass centre of the whole stays at
 * (0, 0, -m_B d / (m_A + m_B)) = (0, 0, -0.4375) m.  The torque turns with the rotor, so that
 * neither energy nor angular momentum is constant; both spins are. */
#include "holonomy/problem.h"

enum { MA, MB, JA1, JA2, JA3, JB1, JB2, JB3, D, SPIN_A, SPIN_B, TAU };

static const hol_option parameters[] = {
    {"m_A", HOL_REAL, 300, 1e-6, 1e6, NULL, "mass of the rotor [kg] (004, section 3)"},
    {"m_B", HOL_REAL, 100, 1e-6, 1e6, NULL, "mass of the platform [kg] (004, section 3)"},
    {"J_A1", HOL_REAL, 175, 1e-6, 1e6, NULL, "rotor, moment about axis 1 [kg m^2] (004)"},
    {"J_A2", HOL_REAL, 175, 1e-6, 1e6, NULL, "rotor, moment about axis 2 [kg m^2] (004)"},
    {"J_A3", HOL_REAL, 150, 1e-6, 1e6, NULL, "rotor, moment about its spin axis [kg m^2] (004)"},
    {"J_B1", HOL_REAL, 43.75, 1e-6, 1e6, NULL, "platform, moment about axis 1 [kg m^2] (004)"},
    {"J_B2", HOL_REAL, 43.75, 1e-6, 1e6, NULL, "platform, moment about axis 2 [kg m^2] (004)"},
    {"J_B3", HOL_REAL, 50, 1e-6, 1e6, NULL, "platform, moment about its spin axis [kg m^2] (004)"},
    {"d", HOL_REAL, 1.75, 0, 1e3, NULL, "platform's mass centre to the joint [m] (004, X_B)"},
    {"spin_A", HOL_REAL, 1, -1e3, 1e3, NULL, "start, spin of the rotor [rad/s] (004)"},
    {"spin_B", HOL_REAL, 0.1, -1e3, 1e3, NULL, "start, spin of the platform [rad/s] (004)"},
    {"tau1", HOL_REAL, 100, -1e6, 1e6, NULL, "torque on the rotor, rotor axis 1 [N m] (004)"},
    {"tau2", HOL_REAL, 200, -1e6, 1e6, NULL, "torque on the rotor, rotor axis 2 [N m] (004)"},
    {"tau3", HOL_REAL, 0, -1e6, 1e6, NULL, "torque on the rotor, rotor axis 3 [N m] (004)"},
    {0},
};

static void build(hol_model *model, const double par[])
{
    hol_body rotor = {.name = "rotor",
                      .shape = HOL_RIGID,
                      .m = par[MA],
                      .J = {par[JA1], par[JA2], par[JA3]},
                      .at = {.p = {1, 0, 0, 0}, .omega = {0, 0, par[SPIN_A]}}};
    hol_body platform = {
        .name = "platform",
        .shape = HOL_RIGID,
        .m = par[MB],
        .J = {par[JB1], par[JB2], par[JB3]},
        .at = {.r = {0, 0, -par[D]}, .p = {1, 0, 0, 0}, .omega = {0, 0, par[SPIN_B]}}};
    int a = hol_add_body(model, &rotor), b = hol_add_body(model, &platform);
    hol_revolute(model, "bearing", hol_point(a, 0, 0, 0), hol_point(b, 0, 0, par[D]),
                 hol_direction(a, 0, 0, 1), hol_direction(b, 0, 0, 1));
    hol_torque_body(model, a, par + TAU);
    /* translations of space: the linear momentum */
    for (int k = 0; k < 3; k++) {
        static const char *const name[3] = {"P_x", "P_y", "P_z"};
        double along[3] = {k == 0, k == 1, k == 2};
        hol_symmetry(model, name[k], along, NULL, NULL);
    }
}

const hol_problem hol_problem_gyrostat = {
    .name = "gyrostat",
    .source = "Terze, Zlatar, Mueller (2012), section 3",
    .about = "A dual-spin satellite: rotor and platform on a bearing, a torque that turns with the "
             "rotor.",
    .drawing = "             e3 ^  1 rad/s\n"
               "        ________|________\n"
               "       |        |        |\n"
               "       |  A     o  rotor |---> (100, 200, 0) N m in the rotor's axes\n"
               "       |________|________|\n"
               "                |                 o mass centre of A = joint\n"
               "                |  d = 1.75 m     x mass centre of both, (0, 0, -0.4375) m\n"
               "                x\n"
               "             ___|___\n"
               "            |  B|   |\n"
               "            |   o   |  platform, 0.1 rad/s\n"
               "            |_______|\n",
    .parameters = parameters,
    .build = build,
    .t_end = 10,
    .step = 0.025,
    .reference = "gyrostat.ref",
};
