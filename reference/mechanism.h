/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/mechanism.h: three bodies in a loop of one freedom, driven from rest by a torque: what
 * their makers share beside the two derivations, which each of them has of its own. */
#ifndef HOL_REFERENCE_MECHANISM_H
#define HOL_REFERENCE_MECHANISM_H

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

static void print_mechanism(const quad row[])
{
    print_bodies(NB, NL, row);
}

static int make_mechanism(const mechanism *m, int argc, char *argv[])
{
    static quad run[3][MOST_ROWS * WIDTH];
    static energy_integral E;
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
        .kinds = {{"r", 0, RP},
                  {"p", RP, RV - RP},
                  {"v", RV, RW - RV},
                  {"omega", RW, NY - RW},
                  {"lambda", NY, NL}},
        .runs = {"energy 0.1 rad", "energy 0.05 rad", "Lagrange"},
        .least_digits = 25,
    };
    snprintf(check, sizeof check,
             "and by Lagrange's equation of the crank angle, extrapolation (GBS) of order 24, at "
             "most 1/%d rad a step, reactions from the bodies apart in space",
             m->steps_per_radian);
    int rows = rows_wanted(&ref, argc, argv);
    E.ref = &ref, E.at = m->energy, E.phi0 = m->phi0, E.tau = m->tau;
    energy_rows(&E, (quad)1 / 10, m->by_angles, rows, run[0]);
    energy_rows(&E, (quad)1 / 20, m->by_angles, rows, run[1]);
    lagrange_rows(&ref, m->lagrange, m->by_jets, m->phi0, (quad)1 / m->steps_per_radian, rows,
                  run[2]);
    quad *const runs[] = {run[0], run[1], run[2]};
    return print_file(&ref, runs, 1, rows, print_mechanism);
}

#endif
