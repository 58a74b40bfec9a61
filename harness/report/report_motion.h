/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_motion.h: runs of a problem in motion, for the viewer reports/motion.js. */
#pragma once

#include "harness/report/report.h"

typedef struct { /* a run whose record has a motion */
    const char *title;
    const hol_record *record;
} report_moved;

typedef struct {
    const hol_problem *problem;
    const double *parameters; /* NULL: the defaults */
    int runs;
    const report_moved *run;
} report_moving;

/* Runs side by side, as a part of a page. */
void report_put_moving(FILE *out, const report_markup *to, const report_moving *m);
/* A page of their own that needs nothing beside itself, with a line on each run and the origin. */
void report_motion_page(FILE *out, const report_moving *m, const report_origin *origin);
