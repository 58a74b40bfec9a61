/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ladder.h: steps that are halved until the error is small, no longer falls, or costs too much;
 * tolerances that are tightened until a run costs too much.
 *
 * A rung is a run that is made only where the run above, of twice its step or of the next looser
 * tolerance, asks for it.  What is asked
 * stands in the records alone, errors and counts of evaluations, no times: the same plan makes the
 * same runs on any machine, in one go or in many. */
#pragma once

#include "harness/plan/plan.h"
#include "harness/store/store.h"

enum { HOL_LADDER_RUNS = 5 }; /* a rung and the runs above */

/* Why a ladder ends above its rung spec[0], or that it goes on; spec[k + 1] is the run above
 * spec[k] (NULL: not in the plan).  FAILED: the store; NONE: it has not spec[1]. */
hol_store_answer hol_ladder_judge(hol_store *store, const hol_spec *const spec[HOL_LADDER_RUNS],
                                  const hol_rung *rung, hol_ladder_end *end, hol_message *why);
/* Is it the run of half the step, or of a tighter tolerance?  What is kept of the two, and how
 * often they are timed, may differ. */
bool hol_ladder_below(const hol_spec *spec, const hol_spec *finer);
