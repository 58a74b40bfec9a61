/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All rows of a system as conditions on its velocity, B v = w with B = (G; A): nc + na of them. */
#pragma once

#include "holonomy/method.h"

/* The pattern of B, the rows of G before those of A; it ends with the stepper. */
hol_pattern hol_all_rows(hol_stepper *s);
/* B in that pattern and w (nc + na, 0 of the rows of G), either may be NULL, of rows free of time.
 */
void hol_all_rows_at(hol_eval *sys, double t, const double q[], double B[], double w[]);
