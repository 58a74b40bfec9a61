/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_entry.h: an entry of a plan's list `runs`, its names resolved and its numbers checked. */
#pragma once

#include "harness/model/file_values.h"
#include "harness/plan/plan.h"
#include "harness/run/names.h"

/* ---------------------------------------------------------------- entries */

typedef struct { /* one entry; all arrays are the tree's */
    file_picks problem, method;
    file_picks
        formulation;    /* places in plan_formulations, the last but one `own`, then `default` */
    double *parameters; /* of the single problem; NULL: the defaults */
    double **options;   /* of each method */
    file_numbers step;
    bool factor; /* the steps are multiples of the problem's own */
    file_numbers tolerance;
    double until; /* 0: the problem's */
    double steps; /* the span in steps, of controlled ones in the problem's own; 0: `until` */
    double ladder, evaluations;   /* the error to which steps are halved [m], and a run's limit */
    double tolerance_evaluations; /* the limit where tolerances are tightened; 0: none */
    int series, motion, repeats;
    bool past_singular;
    hol_redundant redundant;
} plan_entry;

typedef struct {
    const hol_problem *problem;
    const hol_problem *model; /* the same where the plan has read it, from a file; or NULL */
    hol_experiment *x; /* by whose system methods are asked for their claims; NULL: none was made */
    bool tried;
} plan_problem;

typedef struct { /* the problems of a plan; file_picks are places in it */
    /* those in C, which are `all`, all with names, then the models named by their files */
    int core, named, count;
    plan_problem *of;
    hol_names name; /* as typed; the tree's */
} plan_problems;

plan_problems plan_problems_new(void);
/* The systems, not the problems. */
void plan_problems_free(plan_problems *problems);
/* The path of a file that the plan names: it starts at the plan's folder. */
void plan_path(const file_tree *tree, const char *file, char path[], size_t size);
/* Names of problems and files of models, whose paths start at the plan's folder. */
void plan_read_problems(file_tree *tree, plan_problems *problems, int node, file_picks *picks);
/* Does the method control its step on this problem? */
bool plan_has_estimate(plan_problems *problems, int k, const hol_method *method,
                       const double options[]);

file_names plan_formulations(file_tree *tree);
plan_entry plan_entry_new(file_tree *tree);
/* The keys that `defaults` may have. */
void plan_entry_defaults(file_tree *tree, int node, plan_entry *entry);
/* Over a copy of the defaults. */
void plan_entry_read(file_tree *tree, plan_problems *problems, int node, plan_entry *entry);
