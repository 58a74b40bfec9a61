/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All constraint rows of a system in one matrix C = (G; A): the holonomic ones above the
 * nonholonomic ones. */
#ifndef HOL_ROWS_H
#define HOL_ROWS_H

#include "mechanics/holonomy.h"

typedef struct {
    hol_pattern C;       /* that of G where there are no nonholonomic rows, */
    hol_pattern stacked; /* else this one */
    const bool *held;    /* nc + na, or NULL: rows that never change */
    double *value; /* of C at the last evaluation; the system's own scratch where C is its G and
                      rows are held, */
    double *own;   /* else these */
    bool *flags;
} hol_rows;

void hol_rows_make(const hol_system *sys, hol_rows *rows);
void hol_rows_free(hol_rows *rows);
/* At (t, q): Phi (nc), C v (nc + na), w of A v = w (na), and C. */
void hol_rows_at(const hol_system *sys, hol_rows *rows, double t, const double q[],
                 const double v[], double phi[], double Cv[], double w[]);

#endif
