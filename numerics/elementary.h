/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elementary functions of the number of number.h: the C library's of a double; in quadruple
 * precision by reduction to small arguments and the power series of exp, sin and cos, their
 * inverses by one correction of the double's, which triples the digits or more. */
#pragma once

#include "numerics/number.h"

#ifndef HOL_QUAD

static inline number number_exp(number x)
{
    return exp(x);
}

static inline number number_log(number x)
{
    return log(x);
}

static inline void number_turn(number x, number *s, number *c)
{
    *s = sin(x), *c = cos(x);
}

static inline number number_angle(number y, number x)
{
    return atan2(y, x);
}

static inline number number_sqrt(number x)
{
    return sqrt(x);
}

#else

/* 2^-120, below the last digit of a number of size 1. */
static const double number_least = 0x1p-120;

/* The sum of three doubles, 159 bits. */
#define NUMBER_HALF_PI                                                                             \
    ((number)0x1.921fb54442d18p+0 + 0x1.1a62633145c07p-54 - 0x1.f1976b7ed8fbcp-110)
#define NUMBER_LN_2 ((number)0x1.62e42fefa39efp-1 + 0x1.abc9e3b39803fp-56 + 0x1.7b57a079a1934p-111)

/* exp(x) = 2^n exp(x - n ln 2) */
static number number_exp(number x)
{
    double most = 11000; /* exp(x) is a number between -most and most */
    if (!((double)x > -most)) return x != x ? x : 0;
    if (!((double)x < most)) return (number)INFINITY;
    int n = (int)nearbyint((double)x / 0.6931471805599453);
    number r = x - (number)n * NUMBER_LN_2, term = 1, sum = 1;
    for (int k = 1; (double)(term < 0 ? -term : term) > number_least; k++)
        sum += term *= r / (number)k;
    for (; n > 0; n--) sum *= 2;
    for (; n < 0; n++) sum /= 2;
    return sum;
}

/* Halley's iteration for exp(y) = x from the double's, its error cubed. */
static number number_log(number x)
{
    if (!(x > 0) || !isfinite((double)x)) return (number)log((double)x);
    number y = (number)log((double)x), e = number_exp(y);
    return y + 2 * (x - e) / (x + e);
}

/* sin and cos: the argument less the nearest quarter turns. */
static void number_turn(number x, number *s, number *c)
{
    double quarters = nearbyint((double)x / 1.5707963267948966);
    number r = x - (number)quarters * NUMBER_HALF_PI, term = 1, sum[2] = {1, 0};
    if (r != r || !isfinite(quarters)) {
        *s = *c = (number)NAN;
        return;
    }
    for (int k = 1; (double)(term < 0 ? -term : term) > number_least; k++) {
        term *= r / (number)k;
        sum[k % 2] += k % 4 < 2 ? term : -term;
    }
    int turn = (int)(quarters - 4 * floor(quarters / 4));
    number part[2] = {sum[1], sum[0]}; /* sin, cos of r */
    *s = turn % 2 ? part[1] : part[0];
    *c = turn % 2 ? part[0] : part[1];
    if (turn >= 2) *s = -*s;
    if (turn == 1 || turn == 2) *c = -*c;
}

/* atan2(y, x): the double's, and the small angle of what is left when (x, y) is turned back. */
static number number_angle(number y, number x)
{
    number guess = (number)atan2((double)y, (double)x), s, c;
    number_turn(guess, &s, &c);
    number along = x * c + y * s, across = y * c - x * s;
    if (!(along > 0)) return guess; /* (0, 0), or no numbers */
    number r = across / along;
    return guess + r - r * r * r / 3;
}

static number number_sqrt(number x)
{
    return x < 0 ? (number)NAN : number_root(x);
}

#endif
