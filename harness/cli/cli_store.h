/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_store.h: what the commands about plans and the store share. */
#pragma once

#include "harness/plan/plan.h"
#include "harness/run/names.h"
#include "harness/store/store.h"

/* The plan; NULL after all its mistakes are said. */
hol_plan *cli_plan(const char *path);
/* The store, for reading; NULL after a message. */
hol_store *cli_store(const char *path);
/* Whether it has all runs of the plan, of any build; false after a message. */
bool cli_has_runs(hol_store *store, const char *path, const hol_plan *plan, const char *plan_path);
/* Are they all there, before anything is written?  False after a message. */
bool cli_are_stores(const hol_names *paths);
