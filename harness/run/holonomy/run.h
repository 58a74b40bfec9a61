/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/run.h: one method on one problem, and everything that is reported of it. */
#ifndef HOLONOMY_RUN_H
#define HOLONOMY_RUN_H

#include "holonomy/advance.h"
#include "holonomy/api.h"
#include "holonomy/diagnostics.h"
#include "holonomy/experiment.h"
#include "holonomy/method.h"
#include "holonomy/problem.h"
#include "holonomy/reference.h"
#include "holonomy/sample.h"

HOL_API_BEGIN

typedef struct { /* a body's start, by its name */
    hol_word name;
    hol_pose at;
    int line, column; /* where the name stands in the file it was read from */
} hol_start_pose;

typedef struct {
    const hol_problem *problem;
    const hol_method *method;
    const double *parameters, *options; /* values of the two tables; NULL: the defaults */
    const char *formulation;            /* NULL: the method's default, else the first that fits */
    double h;                           /* fixed step, or the first one [s] */
    double rtol, atol;                  /* one above 0: steps under control of the error estimate */
    double until;                       /* end of the run [s] */
    int samples;                        /* equidistant from 0 to the end, both included; 0: none */
    const hol_start_pose *start;        /* of every body; NULL: the problem's */
    int starts;
    hol_redundant redundant; /* what becomes of redundant rows */
    bool past_singular; /* goes on past singular configurations, as methods without need of full
                           rank do anyway */
    long max_steps;
    int repeats;                       /* bare passes that are timed: at most so many, no more
                                          once they have taken a fifth of a second; 0: none */
    const volatile sig_atomic_t *stop; /* or NULL */
    hol_observer *observe;             /* or NULL */
    void *observer;
} hol_case;

/* How a run ended: the statuses of a step, and what a step has not. */
#define HOL_END_LIST(X)                                                                            \
    HOL_STATUS_LIST(X)                                                                             \
    X(INTERRUPTED, "interrupted", "")                                                              \
    X(CRASHED, "crashed", "")                                                                      \
    X(UNFIT, "not applicable", "")                                                                 \
    X(NOT_RUN, "not run", "")

typedef enum {
#define X(name, word, reason) HOL_END_##name,
    HOL_END_LIST(X)
#undef X
} hol_end;

const char *hol_end_name(hol_end end); /* "ok", "diverged", ..., "interrupted", ... */

typedef struct hol_result {
    const hol_problem *problem;
    const hol_method *method;
    bool adaptive;
    double h, rtol, atol; /* as asked for */
    hol_experiment *x;    /* its state is the last node; NULL where it was refused */
    hol_word *body;       /* nb names */
    hol_pose *at;         /* the start that was asked for, nb poses; NULL: the problem's */

    hol_refusal refusal; /* its outcome is HOL_RAN where there is none */
    hol_status status;
    bool interrupted;
    hol_message message; /* the reason it ended, the refusal as a sentence, or a note; or "" */
    hol_message note;    /* a missing reference, timed steps that differ; "" otherwise */
    double h_min, h_max, h_last;
    long steps, rejected;
    long passages;                /* steps over a singular configuration */
    hol_passage passed;           /* the first, or the one the run ended at */
    hol_diagnostics *diagnostics; /* of every node; its gauge stands at the last one */
    hol_error error;              /* at the last node; NaN where there is no reference */
    hol_error_mean error_mean;    /* over the nodes at which there is a reference */
    hol_measures measures;        /* scd, mescd at the last node, NaN without reference; the sum
                                   * over those nodes */
    hol_sampler *sampler;         /* NULL without samples */
    hol_counters counters;
    double cpu_seconds, cpu_spread, /* least of the timed passes, largest less least [s] */
        cpu_passes;                 /* their number; all three NaN: not timed */

    int *reference_row;        /* of its multipliers: the joint row of that name; -1: none */
    struct hol_memory *memory; /* of body, at and reference_row (base/memory.h) */
} hol_result;

/* The case with the problem's own span, step, start and defaults, timed once. */
hol_case hol_case_of(const hol_problem *problem, const hol_method *method);
/* Where there is no memory the outcome is HOL_WITHOUT_MEMORY, or the status of the step that found
 * none HOL_NO_MEMORY: in either case the result ends with HOL_END_NO_MEMORY. */
hol_outcome hol_run(const hol_case *c, hol_result *result);
void hol_result_free(hol_result *result); /* what it owns */
hol_end hol_result_end(const hol_result *result);
const char *hol_result_status(const hol_result *result); /* its word */
/* The multipliers of the reference whose rows the run's coordinates have: of these is the error. */
int hol_known_multipliers(const hol_result *result);

HOL_API_END

#endif
