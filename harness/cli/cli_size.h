/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_size.h: how large a model may be, of every command: --limit bodies=N,memory=M. */
#pragma once

#include <stdbool.h>

#include "harness/plan/plan.h"

/* Takes "bodies=N,memory=M" or one of the two; M in bytes, or with k, M or G behind it.  False
 * after a message. */
bool cli_size_limit(const char *word);
/* Says of a large model, by those values of its parameters, what a system of it takes, before there
 * is one; false after a message where that is more than the limit. */
bool cli_size_fits(const hol_problem *problem, const double par[]);
/* The same of what a model of many joints takes beside that in joint coordinates, whose mass matrix
 * couples any two of a tree; formulation NULL: the method's own, which they are not. */
bool cli_size_fits_in(const hol_problem *problem, const double par[], const char *formulation);
/* Has this machine no memory for it, or --limit no room?  Then the text says what it takes. */
bool cli_size_exceeds(const hol_problem *problem, const double par[], const char *formulation,
                      hol_message *text);
/* The same of every model of a plan's runs. */
bool cli_size_fits_plan(const hol_plan *plan);
