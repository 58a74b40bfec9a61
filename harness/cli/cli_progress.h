/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_progress.h: the runs of a plan made with progress on standard error and Ctrl-C minded; what
 * `sweep` and `report` share. */
#pragma once

#include <stdio.h>

#include "harness/plan/certify_sweep.h"
#include "harness/plan/shard.h"
#include "harness/plan/sweep.h"

typedef struct {
    hol_plan *plan;
    const char *store; /* the file, made where it is not there */
    int jobs;
    bool exclusive;        /* each worker on a core of its own */
    bool quiet, no_derive; /* the second: models without a reference stay so */
    hol_shard shard;       /* the part of the plan that is made */
    const char *again;     /* the command that goes on after an interrupt */
} cli_making;

/* Derives the true motion of every problem of the plan, up to the end of its longest run, where it
 * can be and is not known; an exit code. */
int cli_know_motions(const cli_making *m);
/* Makes every run of the plan that the store lacks; an exit code, after a message where it is not
 * OK: FAILED where a run crashed, and then all are in the store. */
int cli_make_runs(const cli_making *m);
/* The certificates that the store lacks, in the same way. */
int cli_make_certificates(hol_certificates *all, const cli_making *m);

/* Writes the word as a shell takes it. */
void cli_put_quoted(FILE *out, const char *word);
/* Writes " word" as a shell takes it; " name word", nothing where the word is NULL. */
void cli_put_word(FILE *out, const char *word);
void cli_put_option(FILE *out, const char *name, const char *word);
