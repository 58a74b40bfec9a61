/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knots of the tables of time in the laws of a model: see drives.h. */
#include <math.h>

#include "mechanics/drives.h"

enum { TIME = 0 }; /* the variable of laws of time, and the first of those of motors */

static bool has_table_of_time(const hol_expression *e)
{
    for (int n = 0; n < e->count; n++)
        if (hol_expression_is_table_of(e, n, TIME)) return true;
    return false;
}

void hol_model_take_knots(hol_model *model, const hol_expression *e)
{
    if (!e || !has_table_of_time(e)) return;
    const hol_expression **grown =
        hol_model_grow(model, model->knotted, model->knotteds, sizeof *grown);
    if (!grown) return;
    model->knotted = grown;
    grown[model->knotteds++] = e;
}

bool hol_model_has_knots(const hol_model *model)
{
    return model->knotteds > 0;
}

double hol_model_knot(const hol_model *model, double t)
{
    double next = HUGE_VAL;
    for (int n = 0; n < model->knotteds; n++)
        next = fmin(next, hol_expression_knot(model->knotted[n], TIME, t));
    return next;
}
