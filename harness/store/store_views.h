/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_views.h: queries of a store that need more than the file has: the runs of a plan, the
 * limits of others. */
#ifndef HOL_STORE_VIEWS_H
#define HOL_STORE_VIEWS_H

#include "harness/store/store.h"

/* The temporary table `wanted`: the keys of these specs, numbered in their order from 1. */
bool hol_store_list(hol_store *store, int count, const hol_spec spec[], hol_message *why);
/* The temporary table `limits` that `hol_view_measures` reads: reference/limits.tsv. */
bool hol_store_limits(hol_store *store, hol_message *why);

/* Runs that say `ok` under a tolerance and end more than a hundred times that from the truth, of
 * the positions or, where no position of the problem errs, of the orientations; the worst first. */
extern const char hol_view_silent[];
/* The measures of others, of the newest of equal specs, a row for each limit of its problem or one
 * without.  The relative error is judged where the reference goes on to the end. */
extern const char hol_view_measures[];

#endif
