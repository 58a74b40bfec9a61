/* SPDX-License-Identifier: GPL-3.0-or-later */
/* derive.h: the true motion of any model that has a power series, derived twice in quadruple
 * precision by series of two degrees and two step controls.  What both agree on is trusted.
 *
 * What was derived is kept with the state of both, so that a later call goes on from there, to the
 * last bit as if it had not ended. */
#ifndef HOL_DERIVE_H
#define HOL_DERIVE_H

#include <stdio.h>

#include "base/digest.h"
#include "holonomy/problem.h"
#include "holonomy/reference.h"
#include "mechanics/series_quad.h"

enum { HOL_DERIVATIONS = 2, HOL_DERIVE_MOST_DIGITS = 28, HOL_DERIVE_DIGITS = 20 };

/* The part of the work that is done; false: give up. */
typedef bool hol_derive_news(void *self, double done);

typedef struct {
    const hol_problem *problem;
    const double *par;
    double until;          /* [s] */
    int digits;            /* asked for */
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

typedef struct { /* of one of the two */
    int degree;
    double t, steps;      /* so far */
    hol_quad least, most; /* of the energy [J] */
    hol_quad *q, *v;      /* at t */
} hol_derive_way;

typedef struct {
    char key[HOL_DIGEST]; /* of the model */
    int bodies, multipliers, rows, room;
    int had;                                                /* rows that were there already */
    int digits;                                             /* agreed on */
    double apart[HOL_DERIVE_KINDS], size[HOL_DERIVE_KINDS]; /* largest difference, and number */
    double disagreement; /* the worst over the size of its kind */
    double energy;       /* its largest change over the largest of T and U; NaN: not conserved */
    double kinetic;      /* the largest [J] */
    double violation;    /* of the constraints, the largest [m, 1] */
    hol_derive_way way[HOL_DERIVATIONS];
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

/* ---------------------------------------------------------------- within the derivation */

/* |x - y| and |x| of a row's numbers into the books of the kind. */
void hol_derive_note(double *apart, double *size, int n, const hol_quad x[], const hol_quad y[]);
/* Places for the two files of the cache; goes on from what they hold: the rows, the books and the
 * states of both ways.  False: there is nothing to go on from. */
bool hol_derive_had(hol_derivation *d, const hol_derive_task *task, int nq);
/* A file that cannot be written is said in `place`. */
void hol_derive_keep(hol_derivation *d, const hol_derive_task *task, int nq);

#endif
