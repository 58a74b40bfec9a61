/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions in double precision: see expression.h. */
#include "numerics/expression_of.h"

#include <math.h>

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

bool hol_expression_is_table_of(const hol_expression *e, int n, int variable)
{
    const hol_operation *of = &e->of[e->of[n].a];
    return e->of[n].kind == OPERATION_TABLE && of->kind == OPERATION_VARIABLE && of->a == variable;
}

double hol_expression_knot(const hol_expression *e, int variable, double x)
{
    double next = HUGE_VAL;
    for (int n = 0; n < e->count; n++)
        if (hol_expression_is_table_of(e, n, variable))
            next = fmin(next, hol_spline_knot(e->of[n].table, x));
    return next;
}

bool hol_expression_has_tables_of(const hol_expression *e, int variable)
{
    bool any = false;
    for (int n = 0; n < e->count; n++) {
        if (e->of[n].kind != OPERATION_TABLE) continue;
        if (!hol_expression_is_table_of(e, n, variable)) return false;
        any = true;
    }
    return any;
}
