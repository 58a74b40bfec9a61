/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workers.h: jobs made by worker processes, one at a time each, and handed to one writer.
 *
 * A job that crashes costs that job alone.  A worker that asks to time its job waits until all
 * other workers stand still and the writer rests, so that no timing overlaps other work.  No worker
 * outlives the writer, however that ends. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "holonomy/status.h"

enum { HOL_PARTS = 4 }; /* of what a job leads to */

typedef struct {
    void *data;
    size_t size;
} hol_part;

typedef struct hol_worker hol_worker;

typedef struct {
    int jobs, workers;
    /* How often the user has interrupted: after the first time the running jobs are finished, after
     * the second they are given up.  NULL: never. */
    const volatile sig_atomic_t *interrupts;
    void (*begin)(void *self); /* in a worker, before its first job; NULL: nothing */
    /* In a worker: makes the job and sends what it leads to. */
    void (*work)(void *self, int job, hol_worker *w);
    /* In the writer: keeps what a job led to; `part`, its data malloc'd and the callee's, is NULL
     * where there is nothing, `how` then says how the worker ended.  False ends all. */
    bool (*keep)(void *self, int job, const hol_part part[HOL_PARTS], const hol_message *how);
    void (*tick)(void *self); /* time went by; NULL: nobody asks */
    void *self;
} hol_jobs;

typedef enum {
    HOL_JOBS_DONE,
    HOL_JOBS_INTERRUPTED,
    HOL_JOBS_NOT_KEPT,
    HOL_JOBS_NO_WORKER /* none could be started: why */
} hol_jobs_end;

/* Jobs 0, 1, ... in this order. */
hol_jobs_end hol_jobs_run(const hol_jobs *jobs, hol_message *why);

/* A worker's words to the writer: a hol_worker is `self`.  The first returns when it may time. */
void hol_worker_asks(void *self);
void hol_worker_sends(hol_worker *w, const hol_part part[HOL_PARTS]);
