/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knots of the tables of time in the terms of a system: see terms.h. */
#include "mechanics/terms.h"

#include <math.h>

enum { TIME = 0 }; /* the variable of laws of time, and the first of those of motors */

bool hol_terms_have_knots(const hol_terms *T)
{
    bool any = false;
    for (int n = 0; n < T->laws; n++) any |= hol_expression_has_tables_of(T->law[n], TIME);
    for (int n = 0; n < T->motors; n++) any |= hol_expression_has_tables_of(T->motor[n].Q, TIME);
    return any;
}

double hol_terms_knot(const hol_terms *T, double t)
{
    double next = HUGE_VAL;
    for (int n = 0; n < T->laws; n++) next = fmin(next, hol_expression_knot(T->law[n], TIME, t));
    for (int n = 0; n < T->motors; n++)
        next = fmin(next, hol_expression_knot(T->motor[n].Q, TIME, t));
    return next;
}
