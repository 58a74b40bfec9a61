/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text as a file in memory: see text.h. */
#define _GNU_SOURCE /* fopencookie: what open_memstream has no room for is lost without a word */
#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/memory.h"

/* Room for so many bytes more and the zero at the end. */
static bool has_room(hol_text *t, size_t count)
{
    if (t->size + count < t->room) return true;
    size_t room = 2 * (t->size + count) + 64;
    char *wider = realloc(t->text, room);
    if (!wider) return false;
    t->text = wider;
    t->room = room;
    return true;
}

/* None taken is an error of the stream, which keeps it in mind. */
static ssize_t take(void *cookie, const char *bytes, size_t count)
{
    hol_text *t = cookie;
    if (!has_room(t, count)) return 0;
    memcpy(t->text + t->size, bytes, count);
    t->size += count;
    return (ssize_t)count;
}

void hol_text_begin(hol_text *t)
{
    *t = (hol_text){0};
    t->out = hol_had(fopencookie(t, "w", (cookie_io_functions_t){.write = take}));
}

char *hol_text_end(hol_text *t)
{
    bool whole = fflush(t->out) == 0 && !ferror(t->out) && has_room(t, 0);
    fclose(t->out);
    if (whole) {
        t->text[t->size] = '\0';
        return t->text;
    }
    free(t->text);
    hol_no_memory();
}

FILE *hol_open_file(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);
    if (!file && errno == ENOMEM) hol_no_memory();
    return file;
}

void hol_append(char text[], size_t size, const char *format, ...)
{
    va_list arguments;
    size_t used = strlen(text);
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}
