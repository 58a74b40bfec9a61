/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The energy-conserving methods of order 2s by line integrals, which em.c offers (order=4, 6) and
 * em_line.c steps. */
#pragma once

#include "holonomy/method.h"

typedef struct hol_em_line hol_em_line;

/* Of s = 1, 2 or 3 polynomials; it belongs to the stepper's memory. */
hol_status hol_em_line_new(hol_stepper *s, int degrees, hol_em_line **made);
/* The step from z by h; z->v is that of the equations, G v = 0 not imposed, z->lambda stands in the
 * middle of the step. */
hol_status hol_em_line_step(hol_stepper *s, const hol_em_line *L, double h, double tolerance,
                            hol_state *z);
