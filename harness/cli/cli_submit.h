/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_submit.h: the parts of a plan as jobs of a cluster: the scripts that `holonomy submit`
 * writes. */
#pragma once

#include <stdbool.h>

#define SUBMIT_SCRIPT "submit.sh" /* what submits */

enum { SUBMIT_PATH = 4096 };

typedef struct {
    int part, runs, task; /* from 1 on; its task from 0 on */
    double seconds;       /* foreseen */
} submit_part;

typedef struct {
    char program[SUBMIT_PATH], plan[SUBMIT_PATH], here[SUBMIT_PATH],
        dir[SUBMIT_PATH]; /* absolute */
    const char *store;    /* that all parts are merged into, from `here` */
    const char *hosts;    /* of GNU parallel; NULL: Slurm */
    const char *options;  /* further ones of sbatch or parallel; NULL: none */
    int jobs;             /* workers of a task */
    bool exclusive, no_derive;
    int tasks, parts;
    const submit_part *part; /* the costliest first */
} submit_jobs;

/* Writes the scripts into `dir`; false after a message. */
bool submit_write(const submit_jobs *s);
/* Runs the one that submits; an exit code. */
int submit_start(const submit_jobs *s);
