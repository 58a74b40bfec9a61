/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/mechanism.h: three bodies in a loop of one freedom, driven from rest by a torque: what
 * their makers share beside the two derivations, which each of them has of its own. */
#pragma once

#include "newton_euler.h"
#include "one_freedom.h"

enum {
    NB = 3,
    RP = 3 * NB, /* columns of a row: r, p, v, Om, lambda */
    RV = 7 * NB,
    RW = 10 * NB,
    NY = 13 * NB,
    NL = 17,
    WIDTH = NY + NL
};

typedef struct {
    const char *problem, *any, *program, *bodies, *multipliers, *units; /* as in a reference */
    const variant *which;    /* the file asked for; NULL: there is one */
    quad phi0, tau;          /* the start [rad], the torque [N m] */
    energy_function *energy; /* A: quadrature of the energy integral, */
    row_function *by_angles; /* reactions from the balance of each body */
    rate_function *lagrange; /* B: Lagrange's equation of phi, of at least so many */
    int steps_per_radian;    /* extrapolation steps, */
    row_function *by_jets;   /* reactions from the bodies apart in space */
} mechanism;

static const mechanism *driven;

/* A; so many panels to a radian. */
static void by_energy(int rows, int panels, quad *run)
{
    static energy_integral E;
    quad width = (quad)1 / panels;
    E = (energy_integral){.problem = driven->problem,
                          .at = driven->energy,
                          .phi0 = driven->phi0,
                          .tau = driven->tau,
                          .width = driven->tau < 0 ? -width : width};
    integrate(&E, (quad)(rows - 1) / ROWS_PER_SECOND);
    for (int n = 0; n < rows; n++) {
        quad phi, rate;
        invert_time(&E, (quad)n / ROWS_PER_SECOND, &phi, &rate);
        driven->by_angles(phi, rate, run + n * WIDTH);
    }
}

/* B; a row of time has at least four extrapolation steps, and so many for each radian that it turns
 * by at its first rate. */
static void by_lagrange(int rows, int steps_per_radian, quad *run)
{
    quad z[2] = {driven->phi0, 0}, angle = (quad)1 / steps_per_radian;
    for (int n = 0; n < rows; n++) {
        int steps = 4 + (int)ceilq(fabsq(z[1]) / (ROWS_PER_SECOND * angle));
        driven->by_jets(z[0], z[1], run + n * WIDTH);
        next_row(2, driven->lagrange, steps, z);
    }
}

static int make_mechanism(const mechanism *m, int argc, char *argv[])
{
    char check[256];
    const reference ref = {
        .problem = m->problem,
        .any = m->any,
        .which = m->which,
        .program = m->program,
        .method =
            {"printed: quadrature of the energy integral (Gauss-Legendre, 24 points, panels of "
             "0.05 rad), reactions from the balance of each body, quadruple precision; checked by "
             "panels of 0.1 rad",
             check},
        .bodies = m->bodies,
        .multipliers = m->multipliers,
        .units = m->units,
        .rows = 101,
        .width = WIDTH,
        .runs = {{"energy 0.1 rad", by_energy, 10},
                 {"energy 0.05 rad", by_energy, 20},
                 {"Lagrange", by_lagrange, m->steps_per_radian}},
        .printed = 1,
        .least_digits = 25,
    };
    driven = m;
    snprintf(check, sizeof check,
             "and by Lagrange's equation of the crank angle, extrapolation (GBS) of order 24, at "
             "most 1/%d rad a step, reactions from the bodies apart in space",
             m->steps_per_radian);
    return make_file(&ref, argc, argv);
}
