/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_compare.h: the kinds of `holonomy compare`. */
#pragma once

#include "base/json.h"
#include "harness/cli/cli.h"
#include "harness/store/store.h"

typedef struct {
    const char *side[2], *store;
    const char *problem;           /* NULL: runs or stores are compared */
    double tolerance;              /* NaN: none is asked for */
    hol_names parameters, options; /* of an experiment, "name=value" */
    double step, until, rtol;      /* NaN: not given */
    const char *formulation;
    bool json, quiet, no_derive;
    bool ulps; /* differences are counted in numbers of double precision */
} compare_asked;

/* The same experiment of two methods; an exit code. */
int compare_methods(const compare_asked *a);

/* ---------------------------------------------------------------- differences of records */

typedef struct { /* of one column */
    const char *table, *name;
    int runs;                      /* that differ in it */
    bool here;                     /* in the run that is being compared */
    bool above;                    /* one of the differing values is more than round-off */
    double largest;                /* relative, or in ulps */
    char where[160], value[2][64]; /* of the largest */
} compare_difference;

typedef struct {
    compare_difference *column;
    int columns, differing; /* differing: runs */
    bool ulps;              /* as in compare_asked; then no difference is taken for round-off */
    char where[160];        /* of the run that is being compared */
} compare_found;

/* The differences of the two, beside those that were found before. */
void compare_add(compare_found *c, const hol_record *a, const hol_record *b);
/* Every column that differs, as lines (NULL) or JSON; the largest relative difference, but for
 * round-off. */
double compare_print(hol_json *json, const compare_found *c);
void compare_free(compare_found *c);
