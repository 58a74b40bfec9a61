/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_worker.h: a worker process and the words it exchanges with the writer.
 *
 * Writer to worker: the number of a run (int); then, where the worker asked, a byte that lets it
 * time.  The end of the pipe ends the worker.  Worker to writer: frames, each a head and, with a
 * result, the record, its momenta, its series and its motion in the bytes of this program. */
#ifndef HOL_SWEEP_WORKER_H
#define HOL_SWEEP_WORKER_H

#include <sys/types.h>

#include "harness/plan/plan.h"
#include "harness/store/record.h"

typedef enum {
    HOL_WORKER_NONE,
    HOL_WORKER_IDLE,
    HOL_WORKER_RUNS,
    HOL_WORKER_ASKS,
    HOL_WORKER_TIMES
} hol_worker_state;

typedef struct {
    hol_worker_state state;
    pid_t pid;
    int to, from; /* pipes */
    int run;      /* in the plan */
    bool held;    /* stopped for the sake of another one's timing */
} hol_worker;

/* Starts worker w of `count`; false with errno. */
bool hol_worker_start(hol_worker worker[], int w, int count, const hol_plan *plan);
bool hol_worker_give(hol_worker *w, int run);
bool hol_worker_let_time(hol_worker *w);
/* Stops it and waits until it stands still; lets it go on. */
void hol_worker_hold(hol_worker *w);
void hol_worker_go_on(hol_worker *w);
void hol_worker_kill(hol_worker *w);
/* Waits for its end; how it ended in words: "crashed (signal 11)". */
void hol_worker_end(hol_worker *w, hol_message *how);

typedef enum { HOL_FRAME_ASKS = 1, HOL_FRAME_RESULT } hol_frame_kind;

/* The next frame; false where there is none, or none that is whole. */
bool hol_worker_read(const hol_worker *w, hol_frame_kind *kind, hol_record *record);

#endif
