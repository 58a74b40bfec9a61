/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_store.h: what the commands about plans and the store share. */
#ifndef HOL_CLI_STORE_H
#define HOL_CLI_STORE_H

#include "harness/plan/plan.h"
#include "harness/store/store.h"

/* The plan; NULL after all its mistakes are said. */
hol_plan *cli_plan(const char *path);
/* The store, for reading; NULL after a message. */
hol_store *cli_store(const char *path);
/* Makes the temporary table `limits` of reference/limits.tsv: problem, parameters ("default", or
 * those that differ), until [s], measure (a column of runs), most, source; false after a message.
 */
bool cli_limits(hol_store *store);
/* Makes the temporary table `baselines` (method) of the methods that are baselines; false after a
 * message. */
bool cli_baselines(hol_store *store);

#endif
