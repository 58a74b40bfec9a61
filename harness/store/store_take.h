/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_take.h: runs of one store copied into another. */
#pragma once

#include "harness/store/store.h"

typedef struct {   /* of two rows of one run, the first column that differs */
    char run[160]; /* "shake on rigid-body, h = 0.01 (3f2a90c1d2e4)" */
    char column[64], value[2][64];
    char machine[2][128]; /* name and CPU of those that made them */
} hol_store_difference;

typedef struct {
    bool all;     /* of every build and machine; else of this build, and not of every machine */
    double steps; /* of a run that is taken although another machine made it, at least */
    /* Is the run wanted?  Its problem's and method's names, and the line of hol_spec_text; NULL:
     * every one is. */
    bool (*wanted)(void *self, const char *problem, const char *method, const char *spec);
    /* A run that both stores have, and not the same; NULL: nobody asks. */
    void (*differs)(void *self, const hol_store_difference *difference);
    void *self;
} hol_store_taking;

typedef struct {
    const char *path; /* of the other store; borrowed */
    int here, away;   /* runs taken, that this machine made and that another one did */
    int unwanted;     /* of this build */
    int timed;        /* of this build by another machine, short or timed, and not taken */
    int other_build;  /* neither are these */
    int had;          /* of those that are `here` or `away`: in both stores, and only one is kept */
    int differing;    /* of these: with other numbers */
    char cpu[256];    /* of a machine that made runs that are `away` */
} hol_store_taken;

/* Copies from the store at `path`, which is only read and may be of a former version, the wanted
 * runs that `store` has not, with all their rows.  All of them, of every build and machine, with
 * the certificates; or those of this build: of another machine, compiler or libraries then only
 * long runs that were never timed, so that CPU times of two machines do not meet.
 *
 * Of a run that both have, one row is kept: of one that crashed and one that did not the latter, of
 * one without an error for want of the true motion and one with it the latter, else the one that
 * was there.  CPU times aside the two must be equal bit for bit; where they are not, `differs` is
 * told, and the other store still has its row.  False after a failure, which is in `why`, and then
 * nothing was copied. */
bool hol_store_take(hol_store *store, const char *path, const hol_store_taking *taking,
                    hol_store_taken *taken, hol_message *why);

/* A step of it.  Of the runs in the table `taken` that `store` has too, drops from `store` those of
 * which the attached store `other` knows more and from `taken` the rest, and tells of each of the
 * rest that is not the same in both. */
bool hol_store_settle(hol_store *store, const hol_store_taking *taking, hol_store_taken *taken,
                      hol_message *why);
