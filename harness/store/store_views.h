/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_views.h: queries of a store that need more than the file has: the runs of a plan, the
 * limits of others, the methods that are baselines. */
#pragma once

#include "harness/store/store_schema.h"

/* The error of a run at its end is that of the positions [m] or, where no run of the problem that
 * came to its end errs in them by more than so much for each radian of the largest error of the
 * orientations, that of the orientations [rad]: a mechanism whose centres rest has round-off. */
#define HOL_MOVES           1e-4
#define HOL_SQL_NUMBER(x)   HOL_SQL_NUMBER_(x)
#define HOL_SQL_NUMBER_(x)  #x
#define HOL_SQL_MOST(error) "max(CASE WHEN status = 'ok' THEN " error " END) OVER subject"
#define HOL_SQL_ERROR                                                                              \
    "CASE WHEN " HOL_SQL_MOST("error_position") " > coalesce(" HOL_SQL_NUMBER(                     \
        HOL_MOVES) " * " HOL_SQL_MOST("error_orientation") ", 0)\n"                                \
                                                           "      THEN error_position ELSE "       \
                                                           "error_orientation END AS error"
#define HOL_SQL_BY_SUBJECT "WINDOW subject AS (PARTITION BY " HOL_SQL_SUBJECT ", until)"

/* The temporary table `wanted`: the keys of these specs, numbered in their order from 1. */
bool hol_store_list(hol_store *store, int count, const hol_spec spec[], hol_message *why);
/* The temporary table `limits` that `hol_view_measures` reads: reference/limits.tsv. */
bool hol_store_limits(hol_store *store, hol_message *why);
/* The temporary table `baselines` (method) that `hol_view_fastest` and `hol_view_means` read. */
bool hol_store_baselines(hol_store *store, hol_message *why);

/* Runs that say `ok` under a tolerance and end more than a hundred times that from the truth, by
 * HOL_SQL_ERROR; the worst first. */
extern const char hol_view_silent[];
/* The measures of others, of the newest of equal specs, a row for each limit of its problem or one
 * without.  The relative error is judged where the reference goes on to the end. */
extern const char hol_view_measures[];
/* The CPU time of a method in one formulation to an error (report_ladder.h), over that of the
 * fastest that is no baseline and over the baseline rk8pd's in the fastest of natural, euler and
 * lie; place: of the formulation among the method's.  Where no run is above the error the time of
 * the first is an upper bound.  And the geometric means of both ratios over the problems. */
extern const char hol_view_fastest[], hol_view_means[];
