/* SPDX-License-Identifier: GPL-3.0-or-later */
/* places.h: a potential energy U(x, y, z) of the place of a point of a body in space, with the
 * force -grad U at the point. */
#pragma once

#include "mechanics/internal.h"
#include "numerics/expression.h"

/* The names that stand for the place. */
enum { HOL_PLACE_NAMES = 3 };
extern const char *const hol_place_name[HOL_PLACE_NAMES];

typedef struct {
    const hol_expression *U, *slope[HOL_PLACE_NAMES]; /* of x, y, z; its derivatives */
} hol_place_law;

/* See hol_potential_of_place; the expression is of these names, of which a copy is taken. */
void hol_potential_of_expression(hol_model *model, hol_marker at, const hol_expression *e);
