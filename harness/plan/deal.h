/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deal.h: the parts of a plan (shard.h) dealt to tasks that are to end at about the same time. */
#pragma once

#include "harness/plan/plan.h"
#include "harness/store/store.h"

/* What each run of the plan will cost, CPU seconds of all its passes, into seconds[count].  `past`
 * (NULL: none) tells by its timed runs of the same methods and problems, see forecast.h; where it
 * tells nothing a step of any method on any problem costs 10 microseconds.  Rungs of ladders, of
 * which it is not known how many will be made, cost nothing.  *known: of how many
 * past runs it was learnt.  False: the store failed, why. */
bool hol_cost_runs(const hol_plan *plan, hol_store *past, double seconds[], long *known,
                   hol_message *why);

/* Deals the costliest part that is left to the task that has the least so far: task[parts], from 0
 * to tasks - 1, and the parts by their cost, the costliest first, in order[parts].  The longest
 * task takes at most 4/3 of the shortest possible (Graham 1969). */
void hol_deal(int parts, const double seconds[], int tasks, int task[], int order[]);
