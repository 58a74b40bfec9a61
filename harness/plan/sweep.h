/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.h: every run of a plan that the store lacks, by worker processes and one writer.
 *
 * A worker makes one run at a time, in a process of its own: one that crashes costs that run alone,
 * which is then a row that says so.  What it looks at goes on beside the others; before its timed
 * passes it asks, and while it times all other workers are stopped and the writer rests, so that
 * no timing overlaps other work of the sweep.  Each run is put into the store when it is complete,
 * before the writer does anything else. */
#ifndef HOL_SWEEP_H
#define HOL_SWEEP_H

#include <signal.h>

#include "harness/store/store.h"

typedef struct {
    int runs, had; /* different runs of the plan, and how many of them the store had */
    int done, ok, crashed;
    double seconds;           /* since the beginning, wall clock */
    const hol_spec *spec;     /* the run that was just put into the store; NULL: time went by */
    const hol_record *record; /* its record */
} hol_sweep_news;

typedef struct {
    const hol_plan *plan;
    hol_store *store;
    int workers;
    /* How often the user has interrupted: after the first time the running runs are finished, after
     * the second they are given up.  NULL: never. */
    const volatile sig_atomic_t *interrupts;
    void (*tell)(void *self, const hol_sweep_news *news); /* NULL: nobody */
    void *self;
} hol_sweep;

typedef enum {
    HOL_SWEPT,
    HOL_SWEEP_INTERRUPTED,
    HOL_SWEEP_STORE,  /* the store could not be read or written: why */
    HOL_SWEEP_MACHINE /* no worker could be started: why */
} hol_sweep_end;

hol_sweep_end hol_sweep_run(const hol_sweep *sweep, hol_sweep_news *news, hol_message *why);

#endif
