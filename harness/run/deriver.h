/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deriver.h: what derives the true motion of a problem: its power series in quadruple precision, or
 * a method in double precision at its tightest tolerances.
 *
 * A deriver derives it in several ways, and what all ways agree on is trusted.  A walk is one way
 * under way: a state of the motion that goes from one time to the next.  A deriver is a file with
 * its table of functions, named in the list of deriver.c. */
#pragma once

#include "holonomy/experiment.h"
#include "mechanics/series_quad.h"

typedef struct hol_deriver hol_deriver;

enum { HOL_WAY_TEXT = 96 };

typedef struct hol_walk {
    const hol_deriver *by;
    int way;
    const hol_problem *problem;
    const double *par;
    hol_eval *sys;      /* the problem in natural coordinates */
    hol_memory *memory; /* of all that the walk has */
    int digits;         /* asked for */
    hol_quad t;         /* where it stands [s] */
    /* After each step, at t; false: the walk goes no further.  NULL: nobody looks. */
    bool (*seen)(struct hol_walk *w);
    void *observer;
    void *self;      /* the deriver's own */
    hol_message why; /* where it failed, in words; "": the status says all */
} hol_walk;

struct hol_deriver {
    const char *name;      /* "series" */
    const char *words;     /* "power series": "WORDS of degree 32, 40 steps" */
    const char *precision; /* "quadruple" */
    const char *origin;    /* "power series, twice in quadruple precision" */
    unsigned needs;        /* traits of the problem in natural coordinates */
    int ways;              /* at most HOL_MOST_WAYS; the rows of a reference are the last one's */
    int digits, most;      /* asked for without a word, and at most */
    int fewest;            /* with a disagreement above 10^-fewest the motion is not known */
    /* The trusted digits are those of margin times the largest disagreement, and of `least`. */
    double margin, least;
    double noise; /* numbers below that part of the scale of their kind are round-off */

    bool (*open)(hol_walk *w, hol_message *why); /* or NULL: nothing is to be made ready */
    void (*say)(const hol_walk *w, char text[HOL_WAY_TEXT]); /* "degree 32" */
    int (*numbers)(const hol_walk *w);                       /* of a state */
    void (*state)(const hol_walk *w, hol_quad state[]);
    hol_status (*start)(hol_walk *w);
    /* From a state at t, bit for bit as if the walk had not been left. */
    hol_status (*resume)(hol_walk *w, hol_quad t, const hol_quad state[]);
    hol_status (*go)(hol_walk *w, hol_quad to);
    /* Poses (nb) and multipliers (nj, then na) where it stands. */
    void (*look)(const hol_walk *w, hol_quad_pose pose[], hol_quad multiplier[]);
    /* There: T + U [J], T [J], the largest row of Phi. */
    hol_quad (*energy)(const hol_walk *w);
    double (*kinetic)(const hol_walk *w);
    double (*violation)(const hol_walk *w);
    /* In place of open, start and go: from poses at t0 to t, near, for doubles. */
    hol_status (*between)(hol_walk *w, double t0, const hol_pose at[], double t);
};

enum { HOL_MOST_WAYS = 4 };

extern const hol_deriver hol_by_series, hol_by_mexax;

/* In the order in which they are taken; NULL past the last. */
const hol_deriver *hol_deriver_at(int k);
/* The first that derives the motion of this system in natural coordinates; NULL: none does. */
const hol_deriver *hol_deriver_for(const hol_eval *sys);
/* "": the first of all; NULL: no deriver has that name. */
const hol_deriver *hol_deriver_named(const char *name);
