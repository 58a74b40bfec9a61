/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A knife edge on a plane inclined by alpha: a planar body whose centre cannot move across its
 * blade, -sin(phi) x' + cos(phi) y' = 0, with gravity g sin(alpha) along x.  From rest, spun with
 * omega (Bloch, Nonholonomic Mechanics and Control, chapter 1), with s = g sin(alpha):
 *
 *   phi = omega t,  x = s / (2 omega^2) sin^2(omega t),
 *   y = s / (2 omega^2) (omega t - sin(2 omega t) / 2). */
#include <math.h>

#include "tests/probes/probes.h"

enum { MASS, J, G, ALPHA, OMEGA };

static const hol_option parameters[] = {
    {"m", HOL_REAL, 1.83, 1e-3, 1e3, NULL, "mass [kg]"},
    {"J", HOL_REAL, 0.57, 1e-6, 1e3, NULL, "moment about the mass centre [kg m^2]"},
    {"g", HOL_REAL, 9.81, 0, 1e2, NULL, "gravity [m/s^2]"},
    {"alpha", HOL_REAL, 0.43, -1.6, 1.6, NULL, "inclination of the plane [rad]"},
    {"omega", HOL_REAL, 1.31, 0.01, 1e2, NULL, "start, angular velocity [rad/s]"},
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

const hol_problem hol_probe_knife_edge = {
    .name = "probe-knife-edge",
    .source = "Bloch, Nonholonomic Mechanics and Control (2003), chapter 1",
    .about = "A knife edge that spins and slides on an inclined plane.",
    .drawing = "      ________________ y\n"
               "      |      /\n"
               "      |     o phi        gravity g sin(alpha) along x\n"
               "      |    /\n"
               "    x v\n",
    .parameters = parameters,
    .build = build,
    .t_end = 10,
    .step = 0.01,
    .exact = exact,
};
