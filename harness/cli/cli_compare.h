/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_compare.h: the kinds of `holonomy compare`. */
#ifndef HOL_CLI_COMPARE_H
#define HOL_CLI_COMPARE_H

#include "harness/cli/cli.h"

typedef struct {
    const char *side[2], *store;
    const char *problem;           /* NULL: runs or stores are compared */
    double tolerance;              /* NaN: none is asked for */
    hol_names parameters, options; /* of an experiment, "name=value" */
    double step, until, rtol;      /* NaN: not given */
    const char *formulation;
    bool json;
} compare_asked;

/* The same experiment of two methods; an exit code. */
int compare_methods(const compare_asked *a);

#endif
