/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A free point mass under the force F cos(w t) and the drag -c v: what depends on time and velocity
 * is seen here.  With v0 the start's velocity,
 *
 *   v = (v0 - A F) e^(-c t / m) + A F cos(w t) + B F sin(w t),
 *   A = c / (c^2 + m^2 w^2),  B = m w / (c^2 + m^2 w^2), and x by integration. */
#include <math.h>

#include "tests/probes/probes.h"

enum { MASS, F, W = F + 3, DRAG };

static const hol_option parameters[] = {
    {"m", HOL_REAL, 1.47, 1e-3, 1e3, NULL, "mass [kg]"},
    {"F1", HOL_REAL, 2.31, -1e3, 1e3, NULL, "amplitude of the force [N]"},
    {"F2", HOL_REAL, -1.72, -1e3, 1e3, NULL, "amplitude of the force [N]"},
    {"F3", HOL_REAL, 3.19, -1e3, 1e3, NULL, "amplitude of the force [N]"},
    {"w", HOL_REAL, 2.63, 1e-3, 1e3, NULL, "its angular frequency [rad/s]"},
    {"c", HOL_REAL, 0.89, 1e-3, 1e3, NULL, "drag [N s/m]"},
    {0},
};

static const double from[3] = {0.37, -0.83, 0.59}; /* start [m] */
static const double v0[3] = {0.97, 0.73, -0.41};   /* its velocity [m/s] */

static void exact(const double par[], double t, hol_pose pose[])
{
    double m = par[MASS], w = par[W], c = par[DRAG], d = c * c + m * m * w * w;
    double A = c / d, B = m * w / d;
    double fade = exp(-c * t / m), faded = -m / c * expm1(-c * t / m); /* integral of fade */
    *pose = (hol_pose){.p = {1, 0, 0, 0}};
    for (int k = 0; k < 3; k++) {
        double f = par[F + k];
        pose->v[k] = (v0[k] - A * f) * fade + A * f * cos(w * t) + B * f * sin(w * t);
        pose->r[k] = from[k] + (v0[k] - A * f) * faded + A * f / w * sin(w * t) +
                     B * f / w * (1 - cos(w * t));
    }
}

/* par = F, w, c */
static void drive(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    for (int k = 0; k < 3; k++)
        w[0].F[k] = f->par[k] * cos(f->par[3] * t) - f->par[4] * frame[0].v[k];
}

static const hol_force_law driven = {.name = "drive and drag", .wrench = drive};

static void build(hol_model *model, const double par[])
{
    hol_body body = {.name = "mass", .shape = HOL_POINT, .m = par[MASS]};
    exact(par, 0, &body.at);
    int b = hol_add_body(model, &body);
    hol_force force = {.law = &driven,
                       .count = 1,
                       .body = {b},
                       .par = {par[F], par[F + 1], par[F + 2], par[W], par[DRAG]}};
    hol_add_force(model, &force);
}

const hol_problem hol_probe_driven_point = {
    .name = "probe-driven-point",
    .source = "linear oscillator equations, by undetermined coefficients",
    .about = "A free point mass under a harmonic force and drag.",
    .drawing = "             F cos(w t)\n"
               "            /\n"
               "     <-----o------> v\n"
               "     -c v\n",
    .parameters = parameters,
    .build = build,
    .t_end = 10,
    .step = 0.01,
    .exact = exact,
};
