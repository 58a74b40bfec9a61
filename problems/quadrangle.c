/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Four-bar linkage driven by a torque: Tuomela, Arponen, Normi (paper 000), section 6.2.2.  The
 * motion is planar; the paper's joints keep the constraints of the spatial bodies of full rank: 17
 * conditions for 18 degrees of freedom.  With bodies = planar the same joints lose the conditions
 * that the plane keeps by itself (section 4.3): 8 for 9.
 *
 * The printed start (Table 3) is rounded to three digits and leaves 3e-3 m in the joints.  `exact`
 * closes the loop with body 1 at pi/3; `printed` is the orthogonal projection of the printed
 * numbers on the configuration space.  Each is in the plane.
 *
 * The torque is constant about e3, so that T + U - tau (phi - phi_0) is constant; no translation
 * or rotation of space is a symmetry, and there is no momentum map. */
#include <math.h>
#include <stdio.h>

#include "problems/printed.h"

enum { M1, M2, M3, J1, J2 = J1 + 3, J3 = J2 + 3, L1 = J3 + 3, L2, L3, L0, TAU, G, START, BODIES };
enum { EXACT, PRINTED };    /* start */
enum { SPATIAL, IN_PLANE }; /* bodies */

static const hol_option parameters[] = {
    {"m1", HOL_REAL, 78.10, 1e-6, 1e6, NULL, "mass of body 1, the crank [kg] (000, Table 2)"},
    {"m2", HOL_REAL, 156.20, 1e-6, 1e6, NULL, "mass of body 2, the coupler [kg] (000, Table 2)"},
    {"m3", HOL_REAL, 156.20, 1e-6, 1e6, NULL, "mass of body 3, the rocker [kg] (000, Table 2)"},
    {"J11", HOL_REAL, 0.08, 1e-6, 1e6, NULL, "body 1, moment along the bar [kg m^2] (000)"},
    {"J12", HOL_REAL, 26.05, 1e-6, 1e6, NULL, "body 1, moment about axis 2 [kg m^2] (000)"},
    {"J13", HOL_REAL, 26.1, 1e-6, 1e6, NULL, "body 1, moment about axis 3 [kg m^2] (000)"},
    {"J21", HOL_REAL, 0.16, 1e-6, 1e6, NULL, "body 2, moment along the bar [kg m^2] (000)"},
    {"J22", HOL_REAL, 208.3, 1e-6, 1e6, NULL, "body 2, moment about axis 2 [kg m^2] (000)"},
    {"J23", HOL_REAL, 208.4, 1e-6, 1e6, NULL, "body 2, moment about axis 3 [kg m^2] (000)"},
    {"J31", HOL_REAL, 0.16, 1e-6, 1e6, NULL, "body 3, moment along the bar [kg m^2] (000)"},
    {"J32", HOL_REAL, 208.3, 1e-6, 1e6, NULL, "body 3, moment about axis 2 [kg m^2] (000)"},
    {"J33", HOL_REAL, 208.4, 1e-6, 1e6, NULL, "body 3, moment about axis 3 [kg m^2] (000)"},
    {"l1", HOL_REAL, 2, 1e-3, 1e3, NULL, "body 1, joint to joint [m] (000, Table 4)"},
    {"l2", HOL_REAL, 4, 1e-3, 1e3, NULL, "body 2, joint to joint [m] (000, Table 4)"},
    {"l3", HOL_REAL, 4, 1e-3, 1e3, NULL, "body 3, joint to joint [m] (000, Table 4)"},
    {"l0", HOL_REAL, 2.5, 1e-3, 1e3, NULL, "joint to joint of the ground [m] (000, Table 4)"},
    {"tau", HOL_REAL, -1200, -1e6, 1e6, NULL, "torque on body 1, about e3 [N m] (000, Table 2)"},
    {"g", HOL_REAL, 9.81, 0, 1e3, NULL, "gravity, along -y [m/s^2] (000, section 6.2)"},
    {"start", HOL_CHOICE, EXACT, 0, 1, "exact printed",
     "body 1 at pi/3, or the printed numbers (000, Table 3) projected on the joints"},
    {"bodies", HOL_CHOICE, SPATIAL, 0, 1, "spatial planar",
     "rigid in space (000, section 6.2.2) or rigid in the plane (000, section 4.3)"},
    {0},
};

/* A bar along (c, s) at the rates (vx, vy) of its start (x, y) and w of its angle. */
static void place_bar(double length, const double at[4], double angle, double w, hol_pose *pose)
{
    double c = 0.5 * length * cos(angle), s = 0.5 * length * sin(angle);
    *pose = (hol_pose){.r = {at[0] + c, at[1] + s, 0},
                       .p = {cos(0.5 * angle), 0, 0, sin(0.5 * angle)},
                       .v = {at[2] - w * s, at[3] + w * c, 0},
                       .omega = {0, 0, w}};
}

/* The joint B of bodies 2 and 3 is where the circles about A, the end of body 1, and about the
 * joint D of body 3 meet, on the left of D - A.  Body 2 turns by b from A, body 3 by c from D:
 * l1 e(phi) + l2 e(b) = l0 e_x + l3 e(c), and its derivative along phi gives b', c'. */
static void closure(const double par[], double phi, hol_pose pose[])
{
    double l1 = par[L1], l2 = par[L2], l3 = par[L3], x = l1 * cos(phi), y = l1 * sin(phi);
    double dx = par[L0] - x, dy = -y, d = hypot(dx, dy);
    double inner = acos((d * d + l2 * l2 - l3 * l3) / (2 * d * l2)); /* at A, from D to B */
    double b = atan2(dy, dx) + inner;
    double c = atan2(y + l2 * sin(b), x + l2 * cos(b) - par[L0]);
    double fold = sin(b - c);
    double wb = l1 * sin(c - phi) / (l2 * fold), wc = l1 * sin(b - phi) / (l3 * fold);
    place_bar(l1, (double[4]){0}, phi, 1, &pose[0]);
    place_bar(l2, (double[4]){x, y, -y, x}, b, wb, &pose[1]);
    place_bar(l3, (double[4]){par[L0]}, c, wc, &pose[2]);
}

static void start(const double par[], hol_pose pose[3])
{
    static const hol_pose printed[3] = {{.r = {0.500, 0.866, 0}, .p = {0.866, 0, 0, 0.500}},
                                        {.r = {2.824, 2.553, 0}, .p = {0.978, 0, 0, 0.210}},
                                        {.r = {3.574, 1.687, 0}, .p = {0.877, 0, 0, 0.481}}};
    double phi = acos(0.5); /* pi/3 */
    if (par[START] == PRINTED) phi = hol_printed_angle(closure, par, 3, printed, phi);
    hol_closed_at_rest(closure, par, phi, 3, pose);
}

static void build(hol_model *model, const double par[])
{
    static const char *const name[3] = {"body1", "body2", "body3"};
    int body[3];
    hol_pose pose[3];
    start(par, pose);
    for (int b = 0; b < 3; b++) {
        const double *J = par + J1 + 3 * b;
        hol_body bar = {.shape = par[BODIES] == IN_PLANE ? HOL_PLANAR : HOL_RIGID,
                        .m = par[M1 + b],
                        .J = {J[0], J[1], J[2]},
                        .at = pose[b]};
        snprintf(bar.name, sizeof bar.name, "%s", name[b]);
        body[b] = hol_add_body(model, &bar);
    }
    double a1 = 0.5 * par[L1], a2 = 0.5 * par[L2], a3 = 0.5 * par[L3];
    int b1 = body[0], b2 = body[1], b3 = body[2];
    hol_revolute(model, "revolute01", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b1, -a1, 0, 0),
                 hol_direction(HOL_GROUND, 0, 0, 1), hol_direction(b1, 0, 0, 1));
    hol_spherical(model, "spherical12", hol_point(b1, a1, 0, 0), hol_point(b2, -a2, 0, 0));
    hol_cylindrical(model, "cylindrical23", hol_point(b2, a2, 0, 0), hol_point(b3, a3, 0, 0),
                    hol_direction(b2, 0, 0, 1), hol_direction(b3, 0, 0, 1));
    hol_revolute(model, "revolute30", hol_point(b3, -a3, 0, 0),
                 hol_point(HOL_GROUND, par[L0], 0, 0), hol_direction(b3, 0, 0, 1),
                 hol_direction(HOL_GROUND, 0, 0, 1));
    if (par[TAU] != 0)
        hol_torque_body(model, b1, (double[3]){0, 0, par[TAU]}); /* else energy is kept */
    hol_gravity(model, (double[3]){0, -par[G], 0});
}

const hol_problem hol_problem_quadrangle = {
    .name = "quadrangle",
    .source = "Tuomela, Arponen, Normi (2006), section 6.2.2",
    .about = "A four-bar linkage, planar but modelled in space, driven by a torque.",
    .drawing = "                     ___o  cylindrical\n"
               "       body 2   ___--  /     body 1: 2 m, bodies 2 and 3: 4 m\n"
               "  spherical ___--     /\n"
               "          o-         / body 3\n"
               "  body 1 /          /\n"
               "  60 deg/ tau      /\n"
               "  -----o----------o-----     revolute joints at 0 and 2.5 m\n"
               "   1200 N m, clockwise       g = 9.81 m/s^2 downwards\n",
    .parameters = parameters,
    .build = build,
    .t_end = 10,
    .step = 0.0025,
    .reference = "quadrangle.ref quadrangle-printed.ref",
};
