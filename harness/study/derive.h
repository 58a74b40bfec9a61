/* SPDX-License-Identifier: GPL-3.0-or-later */
/* derive.h: the true motion of a model, derived in several ways by a deriver (deriver.h): by power
 * series in quadruple precision, where its laws have none by a method in double precision.  What
 * all ways agree on is trusted.
 *
 * What was derived is kept with the state of every way, so that a later call goes on from there, to
 * the last bit as if it had not ended. */
#pragma once

#include <stdio.h>

#include "base/digest.h"
#include "harness/run/deriver.h"
#include "holonomy/problem.h"
#include "holonomy/reference.h"

/* The part of the work that is done; false: give up. */
typedef bool hol_derive_news(void *self, double done);

typedef struct {
    const hol_problem *problem;
    const double *par;
    const hol_deriver *by; /* NULL: the first that derives the motion of this problem */
    double until;          /* [s] */
    int digits;            /* asked for; 0: as many as the deriver has without a word */
    const hol_quad *times; /* in place of rows of its own, the last one `until`; NULL: none */
    int count;
    bool keep; /* in the cache (base/cache.h), and goes on from what is there */
    hol_derive_news *news;
    void *self;
} hol_derive_task;

#define HOL_DERIVE_KIND_LIST(X)                                                                    \
    X(POSITION, "position")                                                                        \
    X(ORIENTATION, "orientation")                                                                  \
    X(VELOCITY, "velocity")                                                                        \
    X(TURNING, "angular velocity")                                                                 \
    X(MULTIPLIER, "multipliers")

enum {
#define X(name, text) HOL_DERIVE_##name,
    HOL_DERIVE_KIND_LIST(X)
#undef X
        HOL_DERIVE_KINDS
};
extern const char *const hol_derive_kind[HOL_DERIVE_KINDS];

typedef struct {             /* of one of the ways */
    char text[HOL_WAY_TEXT]; /* "degree 32" */
    double t, steps;         /* so far */
    hol_quad least, most;    /* of the energy [J] */
    int numbers;             /* of its state at t */
    hol_quad *state;
} hol_derive_way;

typedef struct {
    char key[HOL_DIGEST]; /* of the model */
    const hol_deriver *by;
    bool witness; /* the model has another deriver that comes first, whose places are not taken */
    int asked;    /* digits */
    int bodies, multipliers, rows, room;
    int had;                                                /* rows that were there already */
    int digits;                                             /* agreed on */
    double apart[HOL_DERIVE_KINDS], size[HOL_DERIVE_KINDS]; /* largest difference, and number */
    double scale[HOL_DERIVE_KINDS]; /* what the numbers of a kind are measured by */
    double disagreement;            /* the worst over the size of its kind */
    double energy;    /* its largest change over the largest of T and U; NaN: not conserved */
    double kinetic;   /* the largest [J] */
    double violation; /* of the constraints, the largest [m, 1] */
    hol_derive_way way[HOL_MOST_WAYS];
    hol_message ended;               /* why it ends before `until`; "": it does not */
    bool stopped;                    /* `news` gave up */
    const char **body, **multiplier; /* names, of the system */
    double *t;                       /* rows [s] */
    hol_quad_pose *pose;             /* rows x bodies */
    hol_quad *lambda;                /* rows x multipliers */
    char path[640];                  /* where it is kept; "": nowhere */
    hol_message place;               /* that is not the cache's own; "" otherwise */
    hol_memory *memory;
} hol_derivation;

/* NULL after a message. */
hol_derivation *hol_derive(const hol_derive_task *task, hol_message *why);
void hol_derivation_free(hol_derivation *d);
/* The text of a reference (holonomy/reference.h), its rows up to `until`. */
void hol_derivation_write(const hol_derivation *d, const hol_derive_task *task, double until,
                          FILE *out);
/* The largest difference from another reference at the times of both, of position, orientation,
 * velocity and angular velocity [m, rad, s]; NaN where they have none in common. */
double hol_derivation_against(const hol_derivation *d, const hol_reference *ref);
/* The same from another derivation of the motion, relative as `disagreement`, multipliers too. */
double hol_derivation_beside(const hol_derivation *d, const hol_derivation *other);
/* Relative differences as trusted digits, without a margin. */
int hol_derive_digits(double apart);

/* ---------------------------------------------------------------- within the derivation */

/* |x - y| and |x| of a row's numbers into the books of the kind. */
void hol_derive_note(double *apart, double *size, int n, const hol_quad x[], const hol_quad y[]);
/* p or -p, whichever is nearer to `like`. */
void hol_derive_turn_sign(const hol_quad like[4], hol_quad p[4]);
/* The same of all kinds: poses a and b (bodies), whose signs of p are turned to those of a, and
 * multipliers y and z. */
void hol_derive_compare(const hol_derivation *d, const hol_quad_pose a[], hol_quad_pose b[],
                        const hol_quad y[], const hol_quad z[], double apart[], double size[]);
/* The worst of all kinds, over the largest number of its kind, over its scale where all numbers are
 * round-off. */
double hol_derive_disagreement(const hol_derivation *d, const double apart[], const double size[]);
/* Places for the two files of the cache; goes on from what they hold: the rows, the books and the
 * states of all ways.  False: there is nothing to go on from. */
bool hol_derive_had(hol_derivation *d, const hol_derive_task *task);
/* A file that cannot be written is said in `place`. */
void hol_derive_keep(hol_derivation *d, const hol_derive_task *task);
