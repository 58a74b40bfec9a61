/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of reference/published/: see published_line.h. */
#include "harness/study/published_line.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/data.h"

/* Splits the line at its tabs, in place. */
static bool split(hol_lines *in, int count, char *field[])
{
    int n = 0;
    for (char *rest = in->text, *end; rest; rest = end, n++) {
        end = strchr(rest, '\t');
        if (end) *end++ = '\0';
        if (n < count) field[n] = rest;
        if (!*rest) return hol_lines_wrong(in, "a field is empty");
    }
    return n == count ||
           hol_lines_wrong(in, "%d fields in place of %d, separated by tabs", n, count);
}

/* "# key: value"; any other line with # is passed over. */
static bool read_header(const hol_published_format *f, hol_lines *in)
{
    char key[64];
    const char *colon = strstr(in->text, ": ");
    if (!f->header || strncmp(in->text, "# ", 2) || !colon) return true;
    snprintf(key, sizeof key, "%.*s", (int)(colon - in->text) - 2, in->text + 2);
    return f->header(f->self, in, key, colon + 2);
}

static bool read_lines(const hol_published_format *f, hol_lines *in)
{
    char *field[HOL_PUBLISHED_FIELDS];
    bool named = false; /* the columns' line is read */
    int rows = 0;
    while (hol_lines_next(in)) {
        if (in->text[0] == '#') {
            if (!read_header(f, in)) return false;
        } else if (!named) {
            if (strcmp(in->text, f->columns) != 0)
                return hol_lines_wrong(in, "the columns are %s", f->columns);
            named = true;
        } else {
            if (!split(in, f->fields, field) || !f->row(f->self, in, field)) return false;
            rows++;
        }
    }
    return rows || in->failed || hol_lines_wrong(in, "there are no rows");
}

bool hol_published_read(const char *file, const hol_published_format *format, hol_message *why)
{
    char name[128], path[512];
    hol_lines in;
    snprintf(name, sizeof name, "reference/published/%.90s", file);
    hol_data_find(name, path, sizeof path);
    bool good = hol_lines_begin(&in, path, format->first, why) && read_lines(format, &in);
    return hol_lines_end(&in, good);
}

bool hol_published_number(const hol_lines *in, const char *name, const char *text)
{
    char *end;
    double x = strtod(text, &end);
    if (end != text && !*end && isfinite(x)) return true;
    return hol_lines_wrong(in, "%s: '%.60s' is not a number", name, text);
}

const char *hol_published_keep(hol_memory *m, const char *text)
{
    return hol_alloc_copy(m, text, strlen(text) + 1, 1);
}
