/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A planar slider-crank with crank and rod of one length l, homogeneous, free of forces.  With the
 * crank at theta from the rail the rod stands at -theta and the slider at 2 l cos theta:
 *
 *   T = 1/2 I(theta) theta'^2,   I = 2 m l^2 / 12 + m l^2 / 4 + m l^2 (9 sin^2 + cos^2) / 4
 *                                  + 4 M l^2 sin^2 theta.
 *
 * At theta = pi / 2 rod and crank lie one upon the other and the slider comes by the crank's pivot:
 * the rank of the constraints falls, and the motion goes on along the rail or turns about the pivot
 * with the slider at rest. */
#include <math.h>

#include "tests/probes/probes.h"

enum { LENGTH, MASS, SLIDER, THETA0, OMEGA0 };

static const hol_option parameters[] = {
    {"l", HOL_REAL, 0.93, 1e-3, 1e3, NULL, "length of crank and rod [m]"},
    {"m", HOL_REAL, 0.71, 1e-3, 1e3, NULL, "mass of each [kg]"},
    {"M", HOL_REAL, 1.43, 1e-3, 1e3, NULL, "mass of the slider [kg]"},
    {"theta0", HOL_REAL, 0.67, -10, 10, NULL, "start, angle of the crank from the rail [rad]"},
    {"omega0", HOL_REAL, 1.31, -1e2, 1e2, NULL, "its rate [rad/s]"},
    {0},
};

/* A planar body at (x, y) turned by `angle`, their rates those of theta times `rate`. */
static hol_pose pose_of(double x, double y, double angle, double dx, double dy, double turn,
                        double rate)
{
    return (hol_pose){.r = {x, y, 0},
                      .p = {cos(0.5 * angle), 0, 0, sin(0.5 * angle)},
                      .v = {dx * rate, dy * rate, 0},
                      .omega = {0, 0, turn * rate}};
}

static void build(hol_model *model, const double par[])
{
    double l = par[LENGTH], m = par[MASS], J = m * l * l / 12, w = par[OMEGA0];
    double s = l * sin(par[THETA0]), c = l * cos(par[THETA0]);
    hol_body crank = {.name = "crank", .shape = HOL_PLANAR, .m = m, .J = {0, 0, J}};
    hol_body rod = {.name = "rod", .shape = HOL_PLANAR, .m = m, .J = {0, 0, J}};
    hol_body slider = {.name = "slider", .shape = HOL_PLANAR, .m = par[SLIDER], .J = {0, 0, 0.1}};
    crank.at = pose_of(0.5 * c, 0.5 * s, par[THETA0], -0.5 * s, 0.5 * c, 1, w);
    rod.at = pose_of(1.5 * c, 0.5 * s, -par[THETA0], -1.5 * s, 0.5 * c, -1, w);
    slider.at = pose_of(2 * c, 0, 0, -2 * s, 0, 0, w);
    int a = hol_add_body(model, &crank), b = hol_add_body(model, &rod);
    int d = hol_add_body(model, &slider);

    hol_marker e3 = hol_direction(HOL_GROUND, 0, 0, 1), o = hol_point(HOL_GROUND, 0, 0, 0);
    hol_marker along = hol_direction(HOL_GROUND, 1, 0, 0);
    hol_marker aside = hol_direction(HOL_GROUND, 0, 1, 0);
    hol_revolute(model, "pivot", o, hol_point(a, -0.5 * l, 0, 0), e3, hol_direction(a, 0, 0, 1));
    hol_revolute(model, "knee", hol_point(a, 0.5 * l, 0, 0), hol_point(b, -0.5 * l, 0, 0),
                 hol_direction(a, 0, 0, 1), hol_direction(b, 0, 0, 1));
    hol_revolute(model, "wrist", hol_point(b, 0.5 * l, 0, 0), hol_point(d, 0, 0, 0),
                 hol_direction(b, 0, 0, 1), hol_direction(d, 0, 0, 1));
    hol_translational(model, "rail", o, hol_point(d, 0, 0, 0), along, hol_direction(d, 1, 0, 0),
                      aside, hol_direction(d, 0, 1, 0));
}

const hol_problem hol_probe_slider_crank = {
    .name = "probe-slider-crank",
    .source = "conservation of energy",
    .about = "A slider-crank whose crank and rod are equal: the slider comes by the pivot.",
    .drawing = "              o knee\n"
               "       crank / \\ rod\n"
               "            /   \\\n"
               "  ====pivot+=====[]wrist====== rail\n",
    .parameters = parameters,
    .build = build,
    .t_end = 2,
    .step = 0.01,
};
