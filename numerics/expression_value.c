/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions in double precision: see expression.h. */
#include "numerics/expression_of.h"

double hol_expression_value(const hol_expression *e, const double variable[])
{
    double w[HOL_OPERATIONS_MOST];
    expression_extend(e, 0, variable, 1, w);
    return w[e->count - 1];
}

void hol_expression_rates(const hol_expression *e, double t, double w[3])
{
    enum { TERMS = 3 };
    double all[TERMS * HOL_OPERATIONS_MOST];
    expression_of_time(e, t, TERMS - 1, TERMS, all);
    for (int k = 0; k < TERMS; k++) w[k] = all[TERMS * (e->count - 1) + k];
    w[2] *= 2;
}
