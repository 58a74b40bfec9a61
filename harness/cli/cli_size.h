/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_size.h: how large a model may be, of every command: --limit bodies=N,memory=M. */
#ifndef HOL_CLI_SIZE_H
#define HOL_CLI_SIZE_H

#include <stdbool.h>

#include "harness/plan/plan.h"

/* Takes "bodies=N,memory=M" or one of the two; M in bytes, or with k, M or G behind it.  False
 * after a message. */
bool cli_size_limit(const char *word);
/* Says of a large model, by those values of its parameters, what a system of it takes, before there
 * is one; false after a message where that is more than the limit. */
bool cli_size_fits(const hol_problem *problem, const double par[]);
/* The same of every model of a plan's runs. */
bool cli_size_fits_plan(const hol_plan *plan);

#endif
