/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text file read line by line: see lines.h. */
#include "base/lines.h"

#include "base/say.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool hol_lines_open(hol_lines *in, const char *path, hol_message *why)
{
    *in = (hol_lines){.path = path, .why = why, .file = fopen(path, "r")};
    if (in->file) return true;
    in->failed = errno;
    return hol_wrong(why, "%s: %s", path, strerror(errno));
}

bool hol_lines_begin(hol_lines *in, const char *path, const char *first, hol_message *why)
{
    if (!hol_lines_open(in, path, why)) return false;
    if (hol_lines_next(in) && !strcmp(in->text, first)) return true;
    if (in->failed) return false;
    return hol_lines_wrong(in, "the first line must be \"%s\"", first);
}

bool hol_lines_next(hol_lines *in)
{
    errno = 0;
    ssize_t length = getline(&in->text, &in->size, in->file);
    if (length < 0) {
        in->failed = feof(in->file) ? 0 : errno ? errno : EIO;
        return false;
    }
    in->line++;
    while (length > 0 && (in->text[length - 1] == '\n' || in->text[length - 1] == '\r'))
        in->text[--length] = '\0';
    return true;
}

bool hol_lines_wrong(const hol_lines *in, const char *format, ...)
{
    hol_message what;
    va_list list;
    va_start(list, format);
    vsnprintf(what.text, sizeof what.text, format, list);
    va_end(list);
    return hol_wrong(in->why, "%s:%d: %s", in->path, in->line > 0 ? in->line : 1, what.text);
}

bool hol_lines_end(hol_lines *in, bool good)
{
    if (in->failed && in->file) good = hol_lines_wrong(in, "%s", strerror(in->failed));
    if (in->file) fclose(in->file);
    free(in->text);
    *in = (hol_lines){0};
    return good;
}
