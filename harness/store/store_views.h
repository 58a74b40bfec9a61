/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_views.h: queries of a store that need more than the file has: the runs of a plan, the
 * limits of others, the methods that are baselines. */
#pragma once

#include "harness/store/store.h"

/* The temporary table `wanted`: the keys of these specs, numbered in their order from 1. */
bool hol_store_list(hol_store *store, int count, const hol_spec spec[], hol_message *why);
/* The temporary table `limits` that `hol_view_measures` reads: reference/limits.tsv. */
bool hol_store_limits(hol_store *store, hol_message *why);
/* The temporary table `baselines` (method) that `hol_view_fastest` and `hol_view_means` read. */
bool hol_store_baselines(hol_store *store, hol_message *why);

/* Runs that say `ok` under a tolerance and end more than a hundred times that from the truth, of
 * the positions or, where no position of the problem errs, of the orientations; the worst first. */
extern const char hol_view_silent[];
/* The measures of others, of the newest of equal specs, a row for each limit of its problem or one
 * without.  The relative error is judged where the reference goes on to the end. */
extern const char hol_view_measures[];
/* The CPU time of a method in one formulation to an error (report_ladder.h), over that of the
 * fastest that is no baseline and over the baseline rk8pd's in the fastest of natural, euler and
 * lie; place: of the formulation among the method's.  Where no run is above the error the time of
 * the first is an upper bound.  And the geometric means of both ratios over the problems. */
extern const char hol_view_fastest[], hol_view_means[];
