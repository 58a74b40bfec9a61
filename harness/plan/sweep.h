/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.h: every run of a plan that the store lacks, by worker processes and one writer.
 *
 * A run that crashes is a row that says so.  What a worker looks at goes on beside the others; it
 * asks before its timed passes.  Each run is put into the store when it is complete, before the
 * writer does anything else. */
#pragma once

#include "harness/plan/plan.h"
#include "harness/plan/workers.h"
#include "harness/store/store.h"

typedef struct {
    int runs, had; /* different runs of the plan, as far as its ladders are known to go, and how
                      many of them the store had */
    int done, ok, crashed;
    double left;              /* seconds until all are made, by what they cost; NaN: unknown */
    const hol_spec *spec;     /* the run that was just put into the store; NULL: time went by */
    const hol_record *record; /* its record */
} hol_sweep_news;

typedef struct {
    hol_plan *plan; /* rungs of ladders that are not made are left out of it at the end */
    hol_store *store;
    int workers;
    bool exclusive;                                       /* each worker on a core of its own */
    const volatile sig_atomic_t *interrupts;              /* as in hol_jobs */
    void (*tell)(void *self, const hol_sweep_news *news); /* NULL: nobody */
    void *self;
} hol_sweep;

/* HOL_JOBS_NOT_KEPT: the store could not be read or written. */
hol_jobs_end hol_sweep_run(const hol_sweep *sweep, hol_sweep_news *news, hol_message *why);
