/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the errors of a section are measured by: the scales of its system (holonomy/units.h), and
 * how far its bodies move and turn. */
#include <math.h>
#include <stdlib.h>

#include "harness/report/report.h"
#include "harness/study/study.h"

const double report_floor = 1e-13;
/* Of the section's length, or of a right angle: what moves less cannot be wrong by the least error
 * that is asked for. */
static const double asleep = 1e-10;

enum { TIMES = 64 }; /* of the span, at which it is looked whether anything has moved */

/* The largest change of a coordinate of a mass centre [m] and of an Euler parameter [1], those of
 * the same attitude being p and -p. */
static void see(const hol_pose *start, const hol_pose *now, double *moved, double *turned)
{
    double dot = 0.0;
    for (int i = 0; i < 4; i++) dot += start->p[i] * now->p[i];
    for (int i = 0; i < 3; i++) *moved = fmax(*moved, fabs(now->r[i] - start->r[i]));
    for (int i = 0; i < 4; i++)
        *turned = fmax(*turned, fabs(now->p[i] - (dot < 0.0 ? -1 : 1) * start->p[i]));
}

/* Without a known motion everything is taken to move. */
static void motion(const hol_experiment *x, double until, report_scale *of)
{
    int nb = x->sys->nb;
    hol_pose *pose = hol_new(2 * nb, sizeof *pose);
    double moved = 0.0, turned = 0.0;
    bool known = hol_truth(x, 0.0, pose);
    int seen = 0, rows = x->reference ? x->reference->rows : TIMES;
    for (int k = 1; known && k < rows; k++) {
        double t = x->reference ? x->reference->t[k] : until * k / (rows - 1);
        if (t > until * (1 + 1e-9) || !hol_truth(x, t, pose + nb)) continue;
        for (int b = 0; b < nb; b++) see(&pose[b], &pose[nb + b], &moved, &turned);
        seen++;
    }
    of->moves = !seen || moved > asleep * of->length;
    of->turns = !seen || turned > asleep;
    free(pose);
}

report_scale report_scale_of(const hol_spec *spec)
{
    report_scale of = {1.0, 1.0, 1.0, 1.0, 1.0, true, true};
    hol_refusal refusal;
    hol_message missing, wrong;
    const hol_setup setup = {.problem = spec->problem, .parameters = spec->parameters};
    hol_experiment *x = hol_experiment_open(&setup, &refusal);
    if (!x) return of;
    hol_invariant_scales(x->sys, &of.energy, &of.momentum);
    of.length = x->sys->length;
    of.speed = x->sys->speed * x->sys->unit;
    x->reference = hol_reference_for(x->problem, x->parameters, &missing, &wrong);
    motion(x, spec->until, &of);
    hol_experiment_close(x);
    return of;
}
