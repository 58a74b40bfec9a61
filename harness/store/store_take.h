/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_take.h: runs of one store copied into another. */
#ifndef HOL_STORE_TAKE_H
#define HOL_STORE_TAKE_H

#include "harness/store/store.h"

typedef struct {
    double steps; /* of a run that is taken although another machine made it, at least */
    /* Is the run wanted?  Its problem's and method's names, and the line of hol_spec_text. */
    bool (*wanted)(void *self, const char *problem, const char *method, const char *spec);
    void *self;
} hol_store_taking;

typedef struct {
    const char *path; /* of the other store; borrowed */
    int here, away;   /* runs taken, that this machine made and that another one did */
    int unwanted;     /* of this build */
    int timed;        /* of this build by another machine, short or timed, and not taken */
    int other_build;  /* neither are these */
    char cpu[256];    /* of a machine that made runs that are `away` */
} hol_store_taken;

/* Copies from the store at `path`, which is only read, the wanted runs of this build that `store`
 * has not.  Of another machine, compiler or libraries only long runs that were never timed are
 * taken, so that CPU times of two machines do not meet.  False after a failure, which is in `why`,
 * and then nothing was copied. */
bool hol_store_take(hol_store *store, const char *path, const hol_store_taking *taking,
                    hol_store_taken *taken, hol_message *why);

#endif
