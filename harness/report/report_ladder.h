/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_ladder.h: a method's runs on a problem from coarse to fine, and what is read off between
 * them: the same cost, or the same error, for all methods. */
#pragma once

#include "harness/report/report.h"

enum { REPORT_RUNGS = 64 };

typedef struct {
    double cpu, value; /* of the steps [s]; of the quantity, at least a round-off */
} report_rung;

typedef struct { /* runs that came to their end and were timed, from coarse to fine */
    int rungs;
    report_rung rung[REPORT_RUNGS];
} report_ladder;

typedef double report_quantity(const hol_record *);
report_quantity report_position, report_orientation; /* errors at the end */

/* Runs without that quantity (NaN) are left out. */
report_ladder report_ladder_of(const report *r, int section, int lane, report_quantity *quantity);
/* The same by the slowest of the timed passes (slow = 1) in place of the fastest (0). */
report_ladder report_ladder_slow(const report *r, int section, int lane, report_quantity *quantity,
                                 double slow);
/* The error at the end that is drawn and asked for, see report_moves. */
report_quantity *report_error_of(const report *r, int section);

typedef enum {
    REPORT_NOTHING, /* the ladder is empty */
    REPORT_BETWEEN, /* two runs */
    REPORT_WITHIN,  /* an end of the ladder is good enough already: at most that */
    REPORT_OUTSIDE, /* not within what was measured: what comes nearest */
} report_place;

typedef struct {
    report_place place;
    double x;
} report_reading;

/* The CPU time to an error; OUTSIDE: the least error reached.  Of the runs up to the most accurate
 * one, the last above that error and the next below it are joined by a straight line in both
 * logarithms.  WITHIN: the coarsest run is below it. */
report_reading report_time_to(const report_ladder *l, double error);
/* The value after that CPU time, between the last neighbours that enclose it; WITHIN: the finest
 * run took less; OUTSIDE: the least time of any run, which is more. */
report_reading report_value_after(const report_ladder *l, double cpu);

/* ---------------------------------------------------------------- which methods stand out */

typedef enum { REPORT_PALE, REPORT_REPRESENTATIVE, REPORT_FRONT } report_standing;

/* Of each lane (lanes long), from error against CPU time: in the front are the methods that are the
 * cheapest for some error, baselines aside; of every family without one in it the method nearest to
 * it represents the family, of these at most REPRESENTATIVES, the nearest.  Where there are few
 * curves, or none was timed, none is pale. */
enum { REPORT_REPRESENTATIVES = 6 };
void report_standings(const report *r, int section, report_standing of[]);

/* The plan's ladder of steps ended with the run although its error was neither reached nor had it
 * ceased to fall: at the evaluations that a run may make, or at the shortest step of all. */
bool report_open_end(const report *r, const report_run *run);
/* Some run of the lane is such an end. */
bool report_open_ended(const report *r, int section, int lane);
