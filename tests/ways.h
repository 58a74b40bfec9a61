/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What claims.c shares with ways.c, and tests of references with each other. */
#ifndef HOL_WAYS_H
#define HOL_WAYS_H

#include "tests/claims.h"

/* Is the name one of the variable's, apart by blanks?  Every one is where it has none. */
bool hol_chosen(const char *variable, const char *name);
/* The defaults of a table, new. */
double *hol_way_values(const hol_option table[]);
/* The parameters at which a problem is tried, new. */
double *hol_trial_parameters(const hol_problem *problem);
/* The k-th reference file of all problems; false past the last. */
bool hol_reference_numbered(int k, const hol_problem **problem, char file[64]);

#endif
