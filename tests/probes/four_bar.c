/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parallelogram linkages: two cranks of length l, pivots on the ground a coupler's length a apart;
 * theta is the angle of the cranks from the downward vertical.  The coupler does not turn, so that
 *
 *   I theta'' = -G sin theta,   I = 2 (J + m l^2 / 4) + M l^2,   G = (m + M) g l.
 *
 * probe-four-bar: rigid bodies on revolute joints in space under gravity.  The axes are parallel:
 * three of the twenty rows depend on the others.  From theta = 0 at theta' = 2 kappa w with
 * w = sqrt(G / I), kappa < 1 (Abramowitz, Stegun, chapter 16),
 *
 *   sin(theta / 2) = kappa sn(w t; kappa),   cos(theta / 2) = dn(w t; kappa),
 *   theta' = 2 kappa w cn(w t; kappa).
 *
 * probe-parallelogram: planar bodies, no gravity, theta = theta0 + omega0 t.  At theta = pi / 2 the
 * linkage is flat: the rank of the constraints falls, and the motion goes on as a parallelogram or
 * turns over into crossed cranks. */
#include <math.h>
#include <stdio.h>

#include <gsl/gsl_sf_elljac.h>

#include "tests/probes/probes.h"

enum { CRANK, COUPLER, MASS, J, M };

#define LINKS                                                                                      \
    {"l", HOL_REAL, 0.83, 1e-3, 1e3, NULL, "length of the cranks [m]"},                            \
        {"a", HOL_REAL, 1.37, 1e-3, 1e3, NULL, "length of the coupler, and between pivots [m]"},   \
        {"m", HOL_REAL, 0.71, 1e-3, 1e3, NULL, "mass of a crank [kg]"},                            \
        {"J", HOL_REAL, 0.047, 1e-6, 1e3, NULL, "its moment about the mass centre [kg m^2]"},      \
        {"M", HOL_REAL, 1.29, 1e-3, 1e3, NULL, "mass of the coupler [kg]"},

/* Bodies 0 and 1 are the cranks, e1 along them from the ground; 2 is the coupler. */
static void place(const double par[], double theta, double rate, hol_pose pose[])
{
    double l = par[CRANK], a = par[COUPLER], s = sin(theta), c = cos(theta);
    double turn = 0.5 * theta - 0.25 * acos(-1); /* e1 points down at theta = 0 */
    for (int b = 0; b < 2; b++)
        pose[b] = (hol_pose){.r = {b * a + 0.5 * l * s, -0.5 * l * c, 0},
                             .p = {cos(turn), 0, 0, sin(turn)},
                             .v = {0.5 * l * c * rate, 0.5 * l * s * rate, 0},
                             .omega = {0, 0, rate}};
    pose[2] = (hol_pose){
        .r = {0.5 * a + l * s, -l * c, 0}, .p = {1, 0, 0, 0}, .v = {l * c * rate, l * s * rate, 0}};
}

/* Pins of the linkage whose bodies are k, k + 1, k + 2. */
static void join(hol_model *model, const double par[], int k)
{
    double l = 0.5 * par[CRANK], a = 0.5 * par[COUPLER];
    int crank_a = k, crank_d = k + 1, coupler = k + 2, ground = HOL_GROUND;
    const struct {
        int i, j;
        double from, to; /* along the bodies' e1 [m] */
    } pin[4] = {{ground, crank_a, 0, -l},
                {crank_a, coupler, l, -a},
                {coupler, crank_d, a, l},
                {crank_d, ground, -l, 2 * a}};
    for (int p = 0; p < 4; p++) {
        char name[16];
        snprintf(name, sizeof name, "pin_%c%.0d", 'a' + p, k / 3);
        hol_revolute(model, name, hol_point(pin[p].i, pin[p].from, 0, 0),
                     hol_point(pin[p].j, pin[p].to, 0, 0), hol_direction(pin[p].i, 0, 0, 1),
                     hol_direction(pin[p].j, 0, 0, 1));
    }
}

static void add_linkage(hol_model *model, const double par[], hol_shape shape,
                        const hol_pose pose[])
{
    static const char *const name[3] = {"crank_a", "crank_d", "coupler"};
    int first = hol_body_count(model);
    for (int b = 0; b < 3; b++) {
        double J3 = b < 2 ? par[J] : par[M] * par[COUPLER] * par[COUPLER] / 12;
        hol_body body = {.shape = shape, .m = b < 2 ? par[MASS] : par[M], .at = pose[b]};
        body.J[2] = J3;
        if (shape == HOL_RIGID) body.J[0] = 0.3 * J3, body.J[1] = 0.9 * J3;
        snprintf(body.name, sizeof body.name, "%s%.0d", name[b], first / 3);
        hol_add_body(model, &body);
    }
    join(model, par, first);
}

/* ---------------------------------------------------------------- in space */

enum { KAPPA = M + 1, GRAVITY };

static const hol_option space_parameters[] = {
    LINKS{"kappa", HOL_REAL, 0.43, 0.01, 0.99, NULL, "sine of half the amplitude [1]"},
    {"g", HOL_REAL, 9.81, 1e-3, 1e3, NULL, "gravity, along -y [m/s^2]"},
    {0},
};

static void space_exact(const double par[], double t, hol_pose pose[])
{
    double l = par[CRANK], kappa = par[KAPPA], sn, cn, dn;
    double I = 2 * (par[J] + 0.25 * par[MASS] * l * l) + par[M] * l * l;
    double w = sqrt((par[MASS] + par[M]) * par[GRAVITY] * l / I);
    gsl_sf_elljac_e(w * t, kappa * kappa, &sn, &cn, &dn);
    place(par, 2 * atan2(kappa * sn, dn), 2 * kappa * w * cn, pose);
}

static void space_build(hol_model *model, const double par[])
{
    hol_pose pose[3];
    double g[3] = {0, -par[GRAVITY], 0};
    space_exact(par, 0, pose);
    add_linkage(model, par, HOL_RIGID, pose);
    hol_gravity(model, g);
}

const hol_problem hol_probe_four_bar = {
    .name = "probe-four-bar",
    .source = "Abramowitz, Stegun, Handbook of Mathematical Functions, chapter 16",
    .about = "A parallelogram of revolute joints in space under gravity: redundant constraints.",
    .drawing = "    pin_a o-----------------o pin_d\n"
               "           \\ crank_a         \\ crank_d\n"
               "      pin_b o=================o pin_c     | g\n"
               "                 coupler                  v\n",
    .parameters = space_parameters,
    .build = space_build,
    .t_end = 2,
    .step = 0.01,
    .exact = space_exact,
};

/* ---------------------------------------------------------------- in the plane */

enum { THETA0 = M + 1, OMEGA0, COPIES };

static const hol_option plane_parameters[] = {
    LINKS{"theta0", HOL_REAL, 0.61, -10, 10, NULL, "start, angle from the downward vertical [rad]"},
    {"omega0", HOL_REAL, 1.17, -1e2, 1e2, NULL, "its rate [rad/s]"},
    {"copies", HOL_INT, 1, 1, 30, NULL, "linkages that move alike [1]"},
    {0},
};

static void plane_exact(const double par[], double t, hol_pose pose[])
{
    for (int k = 0; k < (int)par[COPIES]; k++)
        place(par, par[THETA0] + par[OMEGA0] * t, par[OMEGA0], pose + 3 * k);
}

static void plane_build(hol_model *model, const double par[])
{
    hol_pose pose[90];
    plane_exact(par, 0, pose);
    for (int k = 0; k < (int)par[COPIES]; k++) add_linkage(model, par, HOL_PLANAR, pose + 3 * k);
}

const hol_problem hol_probe_parallelogram = {
    .name = "probe-parallelogram",
    .source = "conservation of energy",
    .about = "A planar parallelogram linkage that turns freely through its flat positions.",
    .drawing = "    pin_a o-----------------o pin_d\n"
               "           \\ crank_a         \\ crank_d\n"
               "      pin_b o=================o pin_c\n"
               "                 coupler\n",
    .parameters = plane_parameters,
    .build = plane_build,
    .t_end = 2,
    .step = 0.01,
    .exact = plane_exact,
};
