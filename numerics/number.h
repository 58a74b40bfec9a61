/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number that a source compiled for two of them is written in: `number`, double or, where
 * HOL_QUAD is defined, of quadruple precision (113 bits); HOL_OF(name) is the name of what that
 * source exports for it.
 *
 * Sums over the coefficients of a series go by lanes, LANES terms of one sum beside each other. */
#pragma once

#include <math.h>
#include <string.h>

#include "numerics/inlined.h"

#ifdef HOL_QUAD
__extension__ typedef __float128 number;
typedef number lane;
enum { LANES = 1 };
#define HOL_OF(name) name##_quad
#else
typedef double number;
typedef double lane __attribute__((vector_size(16)));
enum { LANES = 2 };
#define HOL_OF(name) name##_double
#endif

/* 1 / sqrt(x) by Newton's iteration from the double's, which doubles the digits. */
HOL_INLINED number number_inverse_root(number x)
{
    number y = 1 / sqrt((double)x);
    for (int n = 0; n < (LANES == 1 ? 3 : 0); n++) y += y * (1 - x * y * y) / 2;
    return y;
}

HOL_INLINED number number_root(number x)
{
    return x > 0 ? x * number_inverse_root(x) : 0;
}

HOL_INLINED lane lane_at(const number x[])
{
    lane y;
    memcpy(&y, x, sizeof y);
    return y;
}

HOL_INLINED number lane_sum(lane x)
{
#ifdef HOL_QUAD
    return x;
#else
    return x[0] + x[1];
#endif
}
