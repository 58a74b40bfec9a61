/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spatial slider-crank driven by a torque: Tuomela, Arponen, Normi (paper 000), section 6.2.3.  The
 * crank turns in the plane across e1, the slider moves along e1 beside the crank's axis.
 *
 * The printed start (Table 6) has 0.707 for sqrt(1/2), 7.6e-5 m in the joints.  `exact` closes the
 * mechanism with the crank at phi = 0, level; `printed` is the orthogonal projection of the printed
 * numbers on the configuration space.  The rounding only shortens the crank's Euler parameters, a
 * displacement normal to the unit sphere: with the printed lengths both are the same.
 *
 * The torque is constant about the crank's axis, so that T + U - tau phi is constant; no
 * translation or rotation of space is a symmetry, and there is no momentum map. */
#include <math.h>
#include <stdio.h>

#include "holonomy/so3.h"
#include "problems/printed.h"

enum { M1, M2, M3, J1, J2 = J1 + 3, J3 = J2 + 3, R = J3 + 3, L, H, TAU, G, START };
enum { EXACT, PRINTED }; /* start */

static const hol_option parameters[] = {
    {"m1", HOL_REAL, 19.50, 1e-6, 1e6, NULL, "mass of body 1, the crank [kg] (000, Table 5)"},
    {"m2", HOL_REAL, 70.29, 1e-6, 1e6, NULL, "mass of body 2, the rod [kg] (000, Table 5)"},
    {"m3", HOL_REAL, 7.81, 1e-6, 1e6, NULL, "mass of body 3, the slider [kg] (000, Table 5)"},
    {"J11", HOL_REAL, 0.02, 1e-6, 1e6, NULL, "crank, moment along it [kg m^2] (000, Table 5)"},
    {"J12", HOL_REAL, 0.41, 1e-6, 1e6, NULL, "crank, moment about axis 2 [kg m^2] (000)"},
    {"J13", HOL_REAL, 0.42, 1e-6, 1e6, NULL, "crank, moment along its bearing [kg m^2] (000)"},
    {"J21", HOL_REAL, 0.07, 1e-6, 1e6, NULL, "rod, moment along it [kg m^2] (000, Table 5)"},
    {"J22", HOL_REAL, 18.99, 1e-6, 1e6, NULL, "rod, moment about axis 2 [kg m^2] (000)"},
    {"J23", HOL_REAL, 19.04, 1e-6, 1e6, NULL, "rod, moment about axis 3 [kg m^2] (000)"},
    {"J31", HOL_REAL, 0.01, 1e-6, 1e6, NULL, "slider, moment about axis 1 [kg m^2] (000)"},
    {"J32", HOL_REAL, 0.01, 1e-6, 1e6, NULL, "slider, moment about axis 2 [kg m^2] (000)"},
    {"J33", HOL_REAL, 0.01, 1e-6, 1e6, NULL, "slider, moment about axis 3 [kg m^2] (000)"},
    {"r", HOL_REAL, 0.5, 1e-3, 1e3, NULL, "crank, joint to joint [m] (000, Table 7)"},
    {"l", HOL_REAL, 1.8, 1e-3, 1e3, NULL, "rod, joint to joint [m] (000, Table 7)"},
    {"h", HOL_REAL, 0.5, -1e3, 1e3, NULL, "slider below the crank's axis, -z [m] (000, Table 7)"},
    {"tau", HOL_REAL, -50, -1e6, 1e6, NULL, "torque on the crank, along e1 [N m] (000, Table 5)"},
    {"g", HOL_REAL, 9.81, 0, 1e3, NULL, "gravity, along -y [m/s^2] (000, section 6.2)"},
    {"start", HOL_CHOICE, EXACT, 0, 1, "exact printed",
     "crank at 0, or the printed numbers (000, Table 6) projected on the joints"},
    {0},
};

/* The crank's pin is C = r (0, sin phi, -cos phi), the slider S = (x, 0, -h) with |S - C| = l.  The
 * rod points along u = (S - C)/l; the universal joint keeps its e2 across e3, so that its
 * orientation is a turn by psi about e3 after one by -eps about e2, u = (cos psi cos eps,
 * sin psi cos eps, sin eps). */
static void closure(const double par[], double phi, hol_pose pose[])
{
    double r = par[R], l = par[L], c = cos(phi), s = sin(phi);
    double along = sqrt(l * l - r * r * s * s - (r * c - par[H]) * (r * c - par[H]));
    double u[3] = {along / l, -r * s / l, (r * c - par[H]) / l};
    double rate = -r * s * par[H] / along; /* x' = -(S - C)_yz . C'_yz / x */
    double du[3] = {rate / l, -r * c / l, -r * s / l};
    double flat2 = u[0] * u[0] + u[1] * u[1], flat = sqrt(flat2);
    double psi = atan2(u[1], u[0]), eps = atan2(u[2], flat);
    double turn = (u[0] * du[1] - u[1] * du[0]) / flat2, lift = du[2] / flat;

    double quarter[4] = {sqrt(0.5), 0, sqrt(0.5), 0}, half[4] = {cos(phi / 2), 0, 0, sin(phi / 2)};
    pose[0] = (hol_pose){.r = {0, r / 2 * s, -r / 2 * c}, .v = {0, r / 2 * c, r / 2 * s}};
    pose[0].omega[2] = 1; /* its e3 is e1 of space */
    hol_quaternion_multiply(quarter, half, pose[0].p);
    pose[1] = (hol_pose){.r = {along / 2, r / 2 * s, -(r * c + par[H]) / 2},
                         .v = {rate / 2, r / 2 * c, r / 2 * s},
                         .omega = {turn * u[2], -lift, turn * flat}};
    double about3[4] = {cos(psi / 2), 0, 0, sin(psi / 2)};
    double about2[4] = {cos(eps / 2), 0, -sin(eps / 2), 0};
    hol_quaternion_multiply(about3, about2, pose[1].p);
    pose[2] = (hol_pose){.r = {along, 0, -par[H]}, .p = {1, 0, 0, 0}, .v = {rate, 0, 0}};
}

static void start(const double par[], hol_pose pose[3])
{
    static const hol_pose printed[3] = {{.r = {0, 0, -0.25}, .p = {0.707, 0, 0.707, 0}},
                                        {.r = {0.9, 0, -0.5}, .p = {1, 0, 0, 0}},
                                        {.r = {1.8, 0, -0.5}, .p = {1, 0, 0, 0}}};
    double phi = par[START] == PRINTED ? hol_printed_angle(closure, par, 3, printed, 0) : 0;
    hol_closed_at_rest(closure, par, phi, 3, pose);
}

static void build(hol_model *model, const double par[])
{
    static const char *const name[3] = {"crank", "rod", "slider"};
    int body[3];
    hol_pose pose[3];
    start(par, pose);
    for (int b = 0; b < 3; b++) {
        const double *J = par + J1 + 3 * b;
        hol_body solid = {
            .shape = HOL_RIGID, .m = par[M1 + b], .J = {J[0], J[1], J[2]}, .at = pose[b]};
        snprintf(solid.name, sizeof solid.name, "%s", name[b]);
        body[b] = hol_add_body(model, &solid);
    }
    double r = par[R] / 2, l = par[L] / 2;
    int crank = body[0], rod = body[1], slider = body[2];
    hol_spherical(model, "spherical12", hol_point(crank, r, 0, 0), hol_point(rod, -l, 0, 0));
    hol_translational(model, "translational03", hol_point(HOL_GROUND, 0, 0, 0),
                      hol_point(slider, -par[L], 0, par[H]), hol_direction(HOL_GROUND, 1, 0, 0),
                      hol_direction(slider, 1, 0, 0), hol_direction(HOL_GROUND, 0, 1, 0),
                      hol_direction(slider, 0, 1, 0));
    hol_universal(model, "universal23", hol_point(rod, l, 0, 0), hol_point(slider, 0, 0, 0),
                  hol_direction(rod, 0, 1, 0), hol_direction(slider, 0, 0, 1));
    hol_revolute(model, "revolute10", hol_point(crank, -r, 0, 0), hol_point(HOL_GROUND, 0, 0, 0),
                 hol_direction(crank, 0, 0, 1), hol_direction(HOL_GROUND, 1, 0, 0));
    if (par[TAU] != 0) hol_torque_body(model, crank, (double[3]){0, 0, par[TAU]});
    hol_gravity(model, (double[3]){0, -par[G], 0});
}

const hol_problem hol_problem_crank = {
    .name = "crank",
    .source = "Tuomela, Arponen, Normi (2006), section 6.2.3",
    .about = "A spatial slider-crank: the crank turns across the slider's way, driven by a torque.",
    .drawing = "       y ^\n"
               "         |   revolute about x\n"
               "         o----------------------> x\n"
               "        /|\n"
               "       / v tau = 50 N m: the level crank goes down     g = 9.81 m/s^2 along -y\n"
               "      / 0.5 m\n"
               "     o==========================o  -->  slider on a rail along x\n"
               "    /  spherical    1.8 m        universal\n"
               "   z\n",
    .parameters = parameters,
    .build = build,
    .t_end = 10,
    .step = 0.0025,
    .reference = "crank.ref",
};
