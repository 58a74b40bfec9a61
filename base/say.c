/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program says to its user: see say.h. */
#include "base/say.h"

#include <stdarg.h>
#include <stdio.h>

#include "holonomy/option.h"

void hol_complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("holonomy: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

hol_guess hol_did_you_mean(const char *word, const char *const candidate[], int count)
{
    hol_guess guess = {""};
    const char *near = hol_nearest(word, candidate, count);
    if (near) snprintf(guess.text, sizeof guess.text, ": did you mean '%s'?", near);
    return guess;
}
