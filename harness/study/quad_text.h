/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quad_text.h: numbers in quadruple precision as decimals. */
#pragma once

#include <stdio.h>

#include "mechanics/series_quad.h"

enum { HOL_QUAD_PRINTED = 30 }; /* digits: round-off is in the last two */

/* " d.ddd..e+dd" with that many digits, rounded. */
void hol_quad_put(FILE *out, hol_quad x);
/* The number at *text, which moves behind it and the blanks after it; NaN where there is none. */
hol_quad hol_quad_read(const char **text);
