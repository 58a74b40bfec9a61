/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The floor programs, and what the library makes of the same steps. */
#include "harness/study/floors/floor.h"

#include <math.h>
#include <stdlib.h>

#include "holonomy/diagnostics.h"
#include "holonomy/memory.h"

const hol_floor *const hol_floors[] = {
    &hol_floor_shake_pendulum, &hol_floor_em_pendulum, &hol_floor_mk4_body,
    &hol_floor_mk4_top,        &hol_floor_gena_top,    &hol_floor_tangent_top,
    &hol_floor_rattle_bar,     &hol_floor_jet_bar,     NULL,
};

hol_experiment *hol_floor_library(const hol_floor *floor, hol_refusal *why)
{
    return hol_experiment_named(floor->problem, floor->method, NULL, floor->parameters,
                                floor->options, why);
}

double hol_floor_difference(const hol_floor *floor, hol_experiment *x, long steps)
{
    int nb = x->sys->nb;
    double until = (double)steps * floor->step, apart = NAN;
    hol_pose *pose = hol_new(2 * nb, sizeof *pose);
    if (!hol_experiment_run(x, floor->step, until, NULL) && !hol_experiment_poses(x, pose)) {
        floor->run(floor->step, steps, pose + nb);
        hol_error e = hol_error_between(nb, pose, pose + nb, 0, NULL, NULL);
        apart = fmax(fmax(e.position, e.orientation), e.velocity);
    }
    free(pose);
    return apart;
}
