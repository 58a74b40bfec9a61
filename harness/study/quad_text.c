/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in quadruple precision as decimals: see quad_text.h. */
#include "harness/study/quad_text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 10^k, exact up to 10^48. */
static hol_quad power_of_ten(int k)
{
    hol_quad power = 1, ten = 10;
    for (; k; k /= 2, ten *= ten)
        if (k % 2) power *= ten;
    return power;
}

static hol_quad scaled(hol_quad x, int exponent)
{
    return exponent < 0 ? x / power_of_ten(-exponent) : x * power_of_ten(exponent);
}

void hol_quad_put(FILE *out, hol_quad x)
{
    if (x == 0 || x != x) {
        fputs(x == 0 ? " 0" : " nan", out);
        return;
    }
    hol_quad size = x < 0 ? -x : x, half = (hol_quad)0.5 / power_of_ten(HOL_QUAD_PRINTED - 1);
    int exponent = (int)floor(log10((double)size));
    size = scaled(size, -exponent);
    while (size < 1) size *= 10, exponent--;
    while (size >= 10) size /= 10, exponent++;
    size += half;
    if (size >= 10) size /= 10, exponent++;
    fprintf(out, " %s%d.", x < 0 ? "-" : "", (int)size);
    for (int k = 1; k < HOL_QUAD_PRINTED; k++) {
        size = 10 * (size - (hol_quad)(int)size);
        fputc('0' + (int)size, out);
    }
    fprintf(out, "e%+03d", exponent);
}

hol_quad hol_quad_read(const char **text)
{
    const char *at = *text + strspn(*text, " ");
    bool negative = *at == '-', point = false;
    hol_quad x = 0;
    int exponent = 0, digits = 0;
    for (at += *at == '-' || *at == '+'; isdigit((unsigned char)*at) || (*at == '.' && !point);
         at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        x = 10 * x + (*at - '0');
        digits++;
        exponent -= point;
    }
    if (!digits) return (hol_quad)NAN;
    if (*at == 'e' || *at == 'E') {
        char *end;
        exponent += (int)strtol(at + 1, &end, 10);
        at = end;
    }
    *text = at + strspn(at, " ");
    x = scaled(x, exponent);
    return negative ? -x : x;
}
