/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_colours.h: a colour, 0xRRGGBB, for every family of methods, however many there are. */
#pragma once

#include "holonomy.h"

/* colour[i] of family[i], n names that differ: the colours differ and are seen on white.  A colour
 * follows from the family's name; only where two names fall on one place, which one pair in 64
 * does, the later family takes the next. */
void report_colours(int n, const char *const family[], unsigned colour[]);
/* The same among the families of the registry. */
unsigned report_colour(const hol_method *method);
