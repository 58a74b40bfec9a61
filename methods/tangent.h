/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explicit tables on the multiplier-free equations of motion: what the two ways of a step share,
 * that in v (tangent.c) and that in q (tangent_ahead.c). */
#pragma once

#include "holonomy/tables.h"
#include "methods/reduced.h"

typedef struct {
    hol_nystrom_table table; /* the first stage is the node */
    int rounds;              /* evaluations of g a step, the last one at the new node */
    const double *e[2];      /* stages: dv' = h sum e_j g_j of estimate k; or NULL */
    double *e_v[2];          /* stages: dv = h^2 sum (e^T A)_j g_j */
} hol_tangent_scheme;

typedef struct {                /* a round of a step: a stage, or the new node */
    int i;                      /* stages before it */
    double at;                  /* its time, in parts of the step */
    const double *of_v, *of_v1; /* their weights in v and v' */
} hol_tangent_round;

hol_tangent_round hol_tangent_round_of(const hol_tangent_scheme *S, int i);

/* The stepper's error: the RMS of (dq, dq') over the tolerances of estimates that are off by dv and
 * dv' (d each, of estimate k behind one another) at the new node x, which has D. */
void hol_tangent_judge(hol_reduced *y, double h, const double dv[], const double dvdot[],
                       const hol_reduced_point *x);

/* The step from = ahead, and its start; what they keep behind the rest of a state's memory. */
hol_status hol_tangent_step_ahead(hol_reduced *y, double h);
void hol_tangent_start_ahead(hol_reduced *y);
size_t hol_tangent_memory_ahead(const hol_eval *sys);
