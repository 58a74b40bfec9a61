/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_entry.h: an entry of a plan's list `runs`, its names resolved and its numbers checked. */
#ifndef HOL_PLAN_ENTRY_H
#define HOL_PLAN_ENTRY_H

#include "harness/plan_yaml.h"

/* ---------------------------------------------------------------- values */

typedef struct { /* the tree's */
    int count;
    double *x;
} plan_numbers;

typedef struct { /* the tree's; places in a table of names */
    int count;
    int *at;
} plan_picks;

typedef struct { /* the words a key takes; `all` stands for the first `all` of them */
    const char *what;
    const char **name; /* the tree's */
    int count, all;
} plan_names;

typedef struct {
    const char *name, *unit;
    double min, max; /* inclusive */
} plan_range;

/* Each says what is wrong and leaves its output as it was where there is a mistake. */
void plan_read_names(plan_tree *tree, int node, const plan_names *names, plan_picks *picks);
void plan_read_numbers(plan_tree *tree, int node, const plan_range *range, plan_numbers *numbers);
void plan_read_number(plan_tree *tree, int node, const plan_range *range, double *x);
void plan_read_integer(plan_tree *tree, int node, const plan_range *range, int *n);

/* ---------------------------------------------------------------- mappings */

typedef struct {
    const char *name;
    int slot; /* keys of one slot exclude each other */
} plan_key;

typedef struct {     /* what stands in a slot; key -1: nothing */
    int key;         /* place in the table of keys */
    int name, value; /* nodes; value -1: the file broke off before it, or it is no use */
} plan_field;

/* Sorts a mapping by slots.  An unknown key is a mistake and read as the nearest valid one.  False
 * where the node is no mapping. */
bool plan_gather(plan_tree *tree, int node, const char *what, const plan_key key[], int keys,
                 plan_field field[], int slots);
/* "a mapping", "a list", "'0.1x'", "nothing" */
plan_shown plan_what(const plan_tree *tree, int node);

/* ---------------------------------------------------------------- entries */

typedef struct { /* one entry; all arrays are the tree's */
    plan_picks problem, method;
    plan_picks
        formulation;    /* places in plan_formulations, the last but one `own`, then `default` */
    double *parameters; /* of the single problem; NULL: the defaults */
    double **options;   /* of each method */
    plan_numbers step;
    bool factor; /* the steps are multiples of the problem's own */
    plan_numbers tolerance;
    double until; /* 0: the problem's */
    int series, repeats;
} plan_entry;

typedef struct { /* systems by which methods are asked for their claims, one a problem */
    int count;
    hol_system **sys; /* NULL: not asked yet, or none could be made */
    hol_model **model;
    bool *tried;
} plan_probe;

plan_names plan_formulations(plan_tree *tree);
plan_entry plan_entry_new(plan_tree *tree);
/* The keys that `defaults` may have. */
void plan_entry_defaults(plan_tree *tree, int node, plan_entry *entry);
/* Over a copy of the defaults. */
void plan_entry_read(plan_tree *tree, plan_probe *probe, int node, plan_entry *entry);
/* Does the method control its step on this problem? */
bool plan_has_estimate(plan_probe *probe, int problem, const hol_method *method,
                       const double options[]);
void plan_probe_free(plan_probe *probe);

#endif
