/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text as a file in memory: see text.h. */
#include "base/text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "holonomy/memory.h"

void hol_text_begin(hol_text *t)
{
    *t = (hol_text){0};
    t->out = hol_had(open_memstream(&t->text, &t->size));
}

char *hol_text_end(hol_text *t)
{
    bool bad = ferror(t->out);
    bad |= fclose(t->out) != 0;
    if (!bad && t->text) return t->text;
    free(t->text);
    hol_no_memory();
}

void hol_append(char text[], size_t size, const char *format, ...)
{
    va_list arguments;
    size_t used = strlen(text);
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}
