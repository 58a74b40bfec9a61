/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program says to its user: see say.h. */
#include "base/say.h"

#include <stdarg.h>
#include <stdio.h>

#include "holonomy/option.h"

static void complain(const char *format, va_list arguments)
{
    fputs("holonomy: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void hol_complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complain(format, arguments);
    va_end(arguments);
}

int hol_refuse(int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complain(format, arguments);
    va_end(arguments);
    return code;
}

bool hol_wrong(hol_message *message, const char *format, ...)
{
    va_list arguments;
    if (!message) return false;
    va_start(arguments, format);
    vsnprintf(message->text, sizeof message->text, format, arguments);
    va_end(arguments);
    return false;
}

hol_guess hol_did_you_mean(const char *word, const char *const candidate[], int count)
{
    hol_guess guess = {""};
    const char *near = hol_nearest(word, candidate, count);
    if (near) snprintf(guess.text, sizeof guess.text, ": did you mean '%s'?", near);
    return guess;
}
