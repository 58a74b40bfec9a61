/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as text: see number.h. */
#include "base/number.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { /* C for the calling thread, and what it had */
    locale_t c, before;
} scope;

static scope begin(void)
{
    scope s = {.c = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    if (s.c) s.before = uselocale(s.c);
    return s;
}

static void end_of(scope s)
{
    if (!s.c) return;
    uselocale(s.before);
    freelocale(s.c);
}

double hol_strtod(const char *text, char **end)
{
    scope s = begin();
    double x = strtod(text, end);
    end_of(s);
    return x;
}

void hol_number_text(double x, int digits, char text[HOL_NUMBER_TEXT])
{
    scope s = begin();
    snprintf(text, HOL_NUMBER_TEXT, "%.*g", digits, x);
    end_of(s);
}

void hol_number_shortest(double x, char text[HOL_NUMBER_TEXT])
{
    for (int digits = 15; digits <= 17; digits++) {
        hol_number_text(x, digits, text);
        if (hol_strtod(text, NULL) == x) return;
    }
}
