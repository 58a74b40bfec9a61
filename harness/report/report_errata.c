/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/errata.tsv: "# holonomy errata 1", lines of "# ...", the names of the columns, then a
 * row for each entry, separated by tabs. */
#include <stdlib.h>
#include <string.h>

#include "harness/lines.h"
#include "harness/report/report.h"

static const char *const column[] = {"paper", "place", "printed", "used", "why"};

enum { COLUMNS = sizeof column / sizeof *column };

/* The line's fields as cells; false where there are not as many as columns, or one is empty. */
static bool put_row(report_table *t, char *line)
{
    int count = 0;
    for (char *rest = line, *end; rest; rest = end, count++) {
        end = strchr(rest, '\t');
        if (end) *end++ = '\0';
        if (count == COLUMNS || !*rest) return false;
        report_cell(t, "%s", rest);
    }
    return count == COLUMNS;
}

static bool heading(const report_table *t)
{
    for (int k = 0; k < COLUMNS; k++)
        if (strcmp(t->cell[k], column[k]) != 0) return false;
    return true;
}

static bool read_rows(hol_lines *in, report_table *t)
{
    while (hol_lines_next(in)) {
        if (in->text[0] == '#') continue;
        if (!put_row(t, in->text))
            return hol_lines_wrong(in, "a row has five fields, none of them empty");
        if (t->count == COLUMNS && !heading(t))
            return hol_lines_wrong(in, "the columns are paper, place, printed, used, why");
    }
    return t->count > COLUMNS || ferror(in->file) || hol_lines_wrong(in, "there are no rows");
}

bool report_errata(FILE *out, const report_markup *to, hol_message *why)
{
    char path[REPORT_PATH];
    hol_lines in;
    report_table t = {.columns = COLUMNS};
    hol_reference_find("errata.tsv", path, sizeof path);
    bool good = hol_lines_begin(&in, path, "# holonomy errata 1", why) && read_rows(&in, &t);
    good = hol_lines_end(&in, good);
    if (good) to->table(out, &t, NULL);
    report_table_free(&t);
    return good;
}
