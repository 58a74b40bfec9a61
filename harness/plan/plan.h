/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h: a plan, plans/NAME.yaml: the runs of a comparison as products of lists. */
#ifndef HOL_PLAN_H
#define HOL_PLAN_H

#include "harness/model/file_tree.h"
#include "harness/store/spec.h"

typedef struct {
    char title[128];
    bool certificates; /* of the runs' pairs of problem and method, in the report */
    hol_spec *spec;
    int count;
    const hol_problem **model; /* those of the runs' problems that are files */
    int models;
} hol_plan;

/* NULL where there is any mistake, all of which are then in `mistakes`. */
hol_plan *hol_plan_read(const char *path, hol_mistakes *mistakes);
void hol_plan_free(hol_plan *plan);

#endif
