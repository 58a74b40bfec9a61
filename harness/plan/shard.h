/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shard.h: the runs of a plan in parts, each of which may be made on another machine.
 *
 * The part of a run is a function of the run and of the number of parts alone: a plan that grows
 * moves none, nor does another machine or another build.  The runs of a ladder stand in one part,
 * for each decides whether the next is made.  What the parts cost is foreseen, not evened out by
 * moving runs: a run that moved would be made twice.  They are balanced one level up, by more parts
 * than tasks, dealt to the tasks by their cost. */
#pragma once

#include "harness/plan/plan.h"

enum { HOL_SHARDS = 4096 }; /* at most */

typedef struct {
    int at, of; /* part `at`, from 1 on, of so many; of 0: the whole plan */
} hol_shard;

/* The part of a run, from 1 to `of`. */
int hol_shard_of(const hol_spec *spec, int of);
/* Leaves the runs of that part. */
void hol_shard_keep(hol_plan *plan, hol_shard shard);
