/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A free planar body under gravity in the potential U = k (1 - cos phi) of its angle.  The centre
 * moves on a parabola, the angle as a pendulum's (Abramowitz, Stegun, chapter 16): with
 * w = sqrt(k / J), phi = 0 at the start and the amplitude phi_max,
 *
 *   sin(phi / 2) = kappa sn(w t; kappa),  cos(phi / 2) = dn(w t; kappa),
 *   phi' = 2 kappa w cn(w t; kappa),  kappa = sin(phi_max / 2). */
#include <math.h>

#include <gsl/gsl_sf_elljac.h>

#include "tests/probes/probes.h"

enum { MASS, J, K, AMPLITUDE, VX, VY, G };

static const hol_option parameters[] = {
    {"m", HOL_REAL, 1.29, 1e-3, 1e3, NULL, "mass [kg]"},
    {"J", HOL_REAL, 0.73, 1e-6, 1e3, NULL, "moment about the mass centre [kg m^2]"},
    {"k", HOL_REAL, 2.17, 1e-6, 1e3, NULL, "depth of the well [J]"},
    {"amplitude", HOL_REAL, 2.3, 0.01, 3.1, NULL, "largest angle, below the separatrix's pi [rad]"},
    {"vx", HOL_REAL, 0.61, -1e2, 1e2, NULL, "start, velocity along x [m/s]"},
    {"vy", HOL_REAL, 1.87, -1e2, 1e2, NULL, "start, velocity along y [m/s]"},
    {"g", HOL_REAL, 1.62, 0, 1e2, NULL, "gravity, along -y [m/s^2]"},
    {0},
};

static void exact(const double par[], double t, hol_pose pose[])
{
    static const double start[2] = {-0.37, 0.83}; /* [m] */
    double w = sqrt(par[K] / par[J]), kappa = sin(0.5 * par[AMPLITUDE]), sn, cn, dn;
    gsl_sf_elljac_e(w * t, kappa * kappa, &sn, &cn, &dn);
    *pose =
        (hol_pose){.r = {start[0] + par[VX] * t, start[1] + par[VY] * t - 0.5 * par[G] * t * t, 0},
                   .p = {dn, 0, 0, kappa * sn},
                   .v = {par[VX], par[VY] - par[G] * t, 0},
                   .omega = {0, 0, 2 * kappa * w * cn}};
}

/* par = k; cos phi is the first entry of R. */
static double well_energy(const hol_force *f, const hol_frame frame[])
{
    return f->par[0] * (1 - frame->R[0]);
}

static void well_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    (void)t, (void)frame;
    w->D[0] = f->par[0];
}

static const hol_force_law well = {.name = "well",
                                   .position_only = true,
                                   .on_directors = true,
                                   .energy = well_energy,
                                   .wrench = well_wrench};

static void build(hol_model *model, const double par[])
{
    hol_body body = {.name = "body", .shape = HOL_PLANAR, .m = par[MASS], .J = {0, 0, par[J]}};
    exact(par, 0, &body.at);
    int b = hol_add_body(model, &body);
    double g[3] = {0, -par[G], 0};
    hol_gravity(model, g);
    hol_force force = {.law = &well, .count = 1, .body = {b}, .par = {par[K]}};
    hol_add_force(model, &force);
}

const hol_problem hol_probe_planar_well = {
    .name = "probe-planar-well",
    .source = "Abramowitz, Stegun, Handbook of Mathematical Functions, chapter 16",
    .about = "A free planar body under gravity in a potential of its angle.",
    .drawing = "      y ^      ____\n"
               "        |     / o / phi      U = k (1 - cos phi)\n"
               "        |    /___/\n"
               "        +-----------> x\n",
    .parameters = parameters,
    .build = build,
    .t_end = 10,
    .step = 0.01,
    .exact = exact,
};
