/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_run.h: a run as the papers ask for it, and the two ways to make it: with everything that
 * is reported of a run, or its steps alone under the eyes of an observer. */
#pragma once

#include "holonomy/advance.h"

struct hol_result; /* run.h */

enum { HOL_PAPER_WORDS = 10 };

typedef struct hol_paper_run {
    const char *problem, *method, *formulation; /* formulation: NULL: the method's */
    /* "name=value", each list ends with NULL */
    const char *parameter[HOL_PAPER_WORDS], *option[HOL_PAPER_WORDS];
    double h, until;       /* step (or the first) and end [s]; 0: the problem's */
    double tolerance;      /* rtol = atol; 0: fixed steps.  hol_paper_measure alone */
    int samples, repeats;  /* as those of hol_case; hol_paper_measure alone */
    hol_observer *observe; /* at every node, the start first; NULL: nobody looks */
    void *observer;
    const volatile sig_atomic_t *stop; /* ends the run after the node at which it is set; or NULL */
    /* Changes the start that hol_paper_pass has made; false with a message.  NULL: left as it is */
    bool (*place)(struct hol_result *r, double h, hol_message *why);
} hol_paper_run;

/* The result is to be freed by hol_result_free, whatever came of the call.  False with a message,
 * which names method, problem, parameters and step, where the run cannot be made or ends early;
 * r->status is not HOL_OK, r->message the reason, where it was a step that failed. */

/* Errors, diagnostics, samples, counters, CPU time: see hol_run. */
bool hol_paper_measure(const hol_paper_run *is, struct hol_result *r, hol_message *why);

/* Whether the run, made by any of these, ended early by what it is, which a paper may judge: not
 * for want of memory, which says nothing of a method. */
bool hol_paper_ended(const struct hol_result *r);

/* System, stepper and state, no step yet; then the steps, always from the start, as often as
 * wanted: r->steps taken, r->z the last node, r->cpu_seconds of the steps and of the observer; then
 * both in one. */
bool hol_paper_prepare(const hol_paper_run *is, struct hol_result *r, hol_message *why);
bool hol_paper_pass(const hol_paper_run *is, struct hol_result *r, hol_message *why);
bool hol_paper_follow(const hol_paper_run *is, struct hol_result *r, hol_message *why);
