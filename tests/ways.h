/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What claims.c shares with ways.c. */
#ifndef HOL_WAYS_H
#define HOL_WAYS_H

#include "tests/claims.h"

/* Is the name one of the variable's, apart by blanks?  Every one is where it has none. */
bool hol_chosen(const char *variable, const char *name);
/* The defaults of a table, new. */
double *hol_way_values(const hol_option table[]);
/* The parameters at which a problem is tried, new. */
double *hol_trial_parameters(const hol_problem *problem);

#endif
