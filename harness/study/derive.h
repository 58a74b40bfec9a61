/* SPDX-License-Identifier: GPL-3.0-or-later */
/* derive.h: the true motion of any model that has a power series, derived twice in quadruple
 * precision by series of two degrees and two step controls.  What both agree on is trusted. */
#ifndef HOL_DERIVE_H
#define HOL_DERIVE_H

#include <stdio.h>

#include "holonomy/problem.h"
#include "holonomy/reference.h"
#include "mechanics/series_quad.h"

enum { HOL_DERIVATIONS = 2, HOL_DERIVE_MOST_DIGITS = 28 };

/* The part of the work that is done; false: give up. */
typedef bool hol_derive_news(void *self, double done);

typedef struct {
    const hol_problem *problem;
    const double *par;
    double until; /* [s] */
    int digits;   /* asked for */
    hol_derive_news *news;
    void *self;
} hol_derive_task;

typedef struct {
    int bodies, multipliers, rows;
    int digits;          /* agreed on */
    double disagreement; /* the worst, over the largest of its kind */
    double energy;       /* its largest change over the largest of T and U; NaN: not conserved */
    double violation;    /* of the constraints, the largest [m, 1] */
    long steps[HOL_DERIVATIONS];
    int degree[HOL_DERIVATIONS];
    const char **body, **multiplier; /* names, of the system */
    double *t;                       /* rows [s] */
    hol_quad_pose *pose;             /* rows x bodies */
    hol_quad *lambda;                /* rows x multipliers */
    hol_memory *memory;
} hol_derivation;

/* NULL after a message, or where `news` gave up. */
hol_derivation *hol_derive(const hol_derive_task *task, hol_message *why);
void hol_derivation_free(hol_derivation *d);
/* The text of a reference (holonomy/reference.h). */
void hol_derivation_write(const hol_derivation *d, const hol_derive_task *task, FILE *out);
/* The largest difference from another reference at the times of both, of position, orientation,
 * velocity and angular velocity [m, rad, s]; NaN where they have none in common. */
double hol_derivation_against(const hol_derivation *d, const hol_reference *ref);

#endif
