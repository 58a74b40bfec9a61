/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_take.h: runs of another store that belong to a plan without being asked for by it. */
#pragma once

#include "harness/plan/plan.h"
#include "harness/store/store_take.h"

/* Copies into `store` (see hol_store_take) the runs of the store at `path` whose problem, with its
 * parameters, and whose method, with its options, are a pair of the plan's, whatever their steps
 * and spans, and adds those that the plan has not to it.  `steps`: from which a run is long.  False
 * after a failure, which is in `why`: the plan is as it was. */
bool hol_plan_take(hol_plan *plan, hol_store *store, const char *path, double steps,
                   hol_store_taken *taken, hol_message *why);
