/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h: a plan, plans/NAME.yaml: the runs of a comparison as products of lists. */
#pragma once

#include "harness/model/file_tree.h"
#include "harness/store/spec.h"

/* Of a ladder: its error reached, no longer falling, too many evaluations. */
typedef enum {
    HOL_LADDER_GOES_ON,
    HOL_LADDER_REACHED,
    HOL_LADDER_ROUND_OFF,
    HOL_LADDER_SPENT,
    HOL_LADDER_FAILED
} hol_ladder_end;

/* Of a run that is made only where the one above asks for it, which has twice its step or the next
 * looser tolerance. */
typedef struct {
    double error;       /* at which a ladder of steps ends [m]; 0: it is one of tolerances */
    double evaluations; /* of a run, at most; 0: the run is made anyway */
    hol_ladder_end end; /* with this run; GOES_ON: not, or it is on no ladder.  After a sweep. */
} hol_rung;

typedef struct {
    char title[128];
    bool certificates; /* of the runs' pairs of problem and method, in the report */
    bool measures;     /* those of others, in the report's tables of runs */
    hol_spec *spec;
    hol_rung *rung; /* of each; after a sweep only those that were made are there */
    int count;
    const hol_problem **model; /* those of the runs' problems that are files */
    int models;
} hol_plan;

/* NULL where there is any mistake, all of which are then in `mistakes`. */
hol_plan *hol_plan_read(const char *path, hol_mistakes *mistakes);
void hol_plan_free(hol_plan *plan);
/* Leaves out the runs whose spec has been cleared. */
void hol_plan_compact(hol_plan *plan);
