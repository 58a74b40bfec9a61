/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/rows.h: all constraint rows of a system in one matrix C = (G; A): the holonomic ones
 * above the nonholonomic ones.  The values are the evaluator's: they stand until it is asked the
 * next question. */
#ifndef HOLONOMY_ROWS_H
#define HOLONOMY_ROWS_H

#include "holonomy/api.h"
#include "holonomy/memory.h"
#include "holonomy/system.h"

HOL_API_BEGIN

typedef struct {
    hol_pattern C;
    const bool *held; /* nc + na: rows of C that never change; NULL: none */
    double *stacked;  /* values of C where there are nonholonomic rows, else NULL */
} hol_rows;

/* The pattern of G above A, for values of G followed by those of A. */
hol_pattern hol_stacked_rows(const hol_eval *sys, hol_memory *m);
void hol_rows_make(hol_eval *sys, hol_memory *m, hol_rows *rows);
/* C, and at (t, q): Phi (nc), C v (nc + na), w of A v = w (na). */
const double *hol_rows_at(hol_eval *sys, hol_rows *rows, double t, const double q[],
                          const double v[], double phi[], double Cv[], double w[]);
/* Phi and its first and second derivative in time (nc each) at velocity v and acceleration a. */
void hol_constraint_levels(hol_eval *sys, double t, const double q[], const double v[],
                           const double a[], double phi[], double phi1[], double phi2[]);
/* In the pattern G, the held rows; what stands in the others has no meaning. */
const double *hol_held_values(hol_eval *sys);
/* The rows of (G; A) that are not held, one after another. */
void hol_moving_rows(hol_eval *sys, double t, const double q[], double C[]);

HOL_API_END

#endif
