/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Floor programs: one method on one problem written out by hand, as fast as plain C gets, against
 * which the general library is measured in the same run. */
#pragma once

#include "holonomy/experiment.h"

typedef struct {
    const char *problem, *method, *what;
    const char *const *parameters, *const *options; /* "name=value", ended by NULL; NULL: none */
    double step;                                    /* [s] */
    /* Makes `steps` steps from the problem's start and leaves the end of every body, so that both
     * programs are known to compute the same. */
    void (*run)(double h, long steps, hol_pose at[]);
} hol_floor;

/* The library's side of a floor, in the method's own formulation. */
hol_experiment *hol_floor_library(const hol_floor *floor, hol_refusal *why);
/* The largest difference between both after so many steps, of positions, angles and velocities [m,
 * rad, m/s]; NaN where the library does not get there. */
double hol_floor_difference(const hol_floor *floor, hol_experiment *x, long steps);

/* The ladder of N squares, its rods' ends to r (3 each) unless NULL; CPU time of the steps [s],
 * from memory that was touched before. */
double hol_floor_ladder(int N, double h, long steps, double r[]);

extern const hol_floor hol_floor_em_pendulum, hol_floor_gena_top, hol_floor_jet_bar,
    hol_floor_mk4_body, hol_floor_mk4_top, hol_floor_rattle_bar, hol_floor_shake_pendulum,
    hol_floor_tangent_top;
extern const hol_floor *const hol_floors[]; /* ends with NULL */
