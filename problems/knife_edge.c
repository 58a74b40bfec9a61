/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A knife edge on a plane inclined by alpha, x down the slope: a planar body whose mass centre
 * cannot move across its blade, -sin(phi) x' + cos(phi) y' = 0, a nonholonomic row.  From rest,
 * spun with omega (Bloch, Nonholonomic Mechanics and Control, chapter 1), with s = g sin(alpha):
 *
 *   phi = omega t,  x = s / (2 omega^2) sin^2(omega t),
 *   y = s / (2 omega^2) (omega t - sin(2 omega t) / 2).
 *
 * The blade drifts along y and goes down no further than s / omega^2 / 2.  The multiplier of the
 * row is -2 m s sin(phi).  Energy is constant.  No symmetry is declared: the plane is the same all
 * along y, but the edge pushes along y, so that no momentum map is constant. */
#include <math.h>

#include "holonomy/problem.h"

enum { MASS, J, G, ALPHA, OMEGA };

static const hol_option parameters[] = {
    {"m", HOL_REAL, 1.83, 1e-3, 1e3, NULL, "mass [kg] (generic; the motion is free of it)"},
    {"J", HOL_REAL, 0.57, 1e-6, 1e3, NULL, "moment about the mass centre [kg m^2] (generic)"},
    {"g", HOL_REAL, 9.81, 0, 1e2, NULL, "gravity [m/s^2]"},
    {"alpha", HOL_REAL, 0.43, -1.6, 1.6, NULL, "inclination of the plane [rad] (generic)"},
    {"omega", HOL_REAL, 1.31, 0.01, 1e2, NULL, "start, angular velocity [rad/s] (generic)"},
    {0},
};

static void exact(const double par[], double t, hol_pose pose[])
{
    double w = par[OMEGA], phi = w * t, s = par[G] * sin(par[ALPHA]), c = s / (2 * w * w);
    *pose = (hol_pose){.r = {c * sin(phi) * sin(phi), c * (phi - 0.5 * sin(2 * phi)), 0},
                       .p = {cos(0.5 * phi), 0, 0, sin(0.5 * phi)},
                       .v = {s / w * sin(phi) * cos(phi), s / w * sin(phi) * sin(phi), 0},
                       .omega = {0, 0, w}};
}

static void build(hol_model *model, const double par[])
{
    hol_body body = {.name = "blade", .shape = HOL_PLANAR, .m = par[MASS], .J = {0, 0, par[J]}};
    exact(par, 0, &body.at);
    int b = hol_add_body(model, &body);
    double g[3] = {par[G] * sin(par[ALPHA]), 0, 0};
    hol_gravity(model, g);
    hol_nonholonomic(model, "edge", hol_direction(b, 0, 1, 0), hol_point(b, 0, 0, 0), NULL);
}

const hol_problem hol_problem_knife_edge = {
    .name = "knife-edge",
    .source = "Bloch, Nonholonomic Mechanics and Control (2003), chapter 1",
    .about = "A knife edge that spins and slides on an inclined plane (nonholonomic).",
    .drawing = "      ________________ y       the plane, inclined by alpha\n"
               "      |      /\n"
               "      |     o phi        gravity g sin(alpha) along x\n"
               "      |    /             no motion across the blade\n"
               "    x v\n",
    .parameters = parameters,
    .build = build,
    .t_end = 10,
    .step = 0.01,
    .reference = "knife-edge.ref",
    .exact = exact,
};
