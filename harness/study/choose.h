/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choose.h: which method for a problem?  Every method that fits, in every formulation that it can
 * step, at the step or tolerance with which it reaches the error that is asked for.
 *
 * Each goes down its own ladder, steps by 2, tolerances by the root of 10, and the one whose next
 * rung is the cheapest goes next; who has spent on a single run several times what the best needs
 * altogether is left behind.  Between the last rung above the error and the first below it the
 * crossing is that of a straight line in logarithms; what is near the best is run there, in turns.
 */
#pragma once

#include "holonomy/experiment.h"
#include "holonomy/run.h"

#define HOL_CHOICE_LIST(X)                                                                         \
    X(REACHED, "reached")                                                                          \
    X(BEHIND, "far behind")                                                                        \
    X(NOT_REACHED, "not reached")

typedef enum {
#define X(name, text) HOL_CHOICE_##name,
    HOL_CHOICE_LIST(X)
#undef X
} hol_choice_end;

const char *hol_choice_end_name(hol_choice_end end);

typedef struct {
    const hol_method *method;
    char formulation[16];
    bool adaptive;
    hol_choice_end end;
    double value; /* the step [s], or the tolerance, with which it reaches the error; NaN */
    double cost;  /* CPU time of the span there; of one far behind that of its last run [s] */
    double error; /* of the run there, of one that does not reach it the least [m, rad] */
    double energy, phi, gv; /* largest errors of the run [J; m, 1; m/s, 1/s]; NaN: not looked at */
} hol_candidate;

/* How far the search is: so many of all are settled; false: give up. */
typedef bool hol_choose_news(void *self, int settled, int all);

typedef struct {
    const hol_problem *problem;
    const double *par; /* NULL: the defaults */
    double error;      /* of the positions at the end [m]; of orientations where none moves [rad] */
    double span;       /* [s] */
    hol_kept energy;   /* a method must claim as much */
    double seconds;    /* the search may take, about */
    hol_choose_news *news;
    void *self;
} hol_choose_task;

typedef struct {
    int count, tried;   /* tried: with those that do not keep the energy as asked */
    hol_candidate *of;  /* the cheapest that reach the error first, then the rest */
    bool moves;         /* errors are of positions */
    bool stopped, late; /* by `news`; the seconds were over */
    double seconds;
} hol_choices;

/* False with a message where the true motion at the end is not known, or nothing fits. */
bool hol_choose(const hol_choose_task *task, hol_choices *found, hol_message *why);
void hol_choices_free(hol_choices *found);
