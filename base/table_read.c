/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables from files of lines: see table.h. */
#include <string.h>

#include "base/lines.h"
#include "base/table.h"
#include "base/text.h"

/* The line's fields as cells; false where there are not as many as columns, or one is empty. */
static bool put_row(hol_table *t, char *line)
{
    int count = 0;
    for (char *rest = line, *end; rest; rest = end, count++) {
        end = strchr(rest, '\t');
        if (end) *end++ = '\0';
        if (count == t->columns || !*rest) return false;
        hol_cell(t, "%s", rest);
    }
    return count == t->columns;
}

/* Does the line name the columns?  Else says which they are. */
static bool check_names(const hol_lines *in, const hol_table *t)
{
    char named[512] = "", said[512] = "the columns are ";
    for (int k = 0; k < t->columns; k++) {
        hol_append(named, sizeof named, "%s%s", k ? "\t" : "", t->column[k].name);
        hol_append(said, sizeof said, "%s%s", k ? ", " : "", t->column[k].name);
    }
    return !strcmp(in->text, named) || hol_lines_wrong(in, "%s", said);
}

static bool read_rows(hol_lines *in, hol_table *t)
{
    bool named = false; /* the columns' line is read */
    while (hol_lines_next(in)) {
        if (in->text[0] == '#') continue;
        if (!named && !check_names(in, t)) return false;
        if (named && !put_row(t, in->text))
            return hol_lines_wrong(in, "a row has %d fields, none of them empty", t->columns);
        named = true;
    }
    return hol_table_rows(t) || in->failed || hol_lines_wrong(in, "there are no rows");
}

bool hol_table_read(hol_table *t, const char *path, const char *first, hol_message *why)
{
    hol_lines in;
    bool good = hol_lines_begin(&in, path, first, why) && read_rows(&in, t);
    return hol_lines_end(&in, good);
}
