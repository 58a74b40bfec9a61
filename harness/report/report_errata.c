/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/errata.tsv: "# holonomy errata 1", lines of "# ...", the names of the columns, then a
 * row for each entry, separated by tabs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

static bool read_rows(FILE *in, const char *path, report_table *t, hol_message *why)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    const char *bad = NULL;
    int number = 0;
    while (!bad && (length = getline(&line, &size, in)) >= 0) {
        if (length && line[length - 1] == '\n') line[length - 1] = '\0';
        if (++number == 1 && strcmp(line, "# holonomy errata 1") != 0)
            bad = "the first line must be \"# holonomy errata 1\"";
        if (bad || line[0] == '#') continue;
        if (!put_row(t, line)) bad = "a row has five fields, none of them empty";
        if (!bad && t->count == COLUMNS && !heading(t))
            bad = "the columns are paper, place, printed, used, why";
    }
    if (!bad && t->count <= COLUMNS) bad = "there are no rows";
    if (bad) hol_say(why, "%s:%d: %s", path, number > 0 ? number : 1, bad);
    free(line);
    return !bad;
}

bool report_errata(FILE *out, const report_markup *to, hol_message *why)
{
    char path[REPORT_PATH];
    report_table t = {.columns = COLUMNS};
    hol_reference_find("errata.tsv", path, sizeof path);
    FILE *in = fopen(path, "r");
    if (!in) {
        hol_say(why, "%s: %s", path, strerror(errno));
        return false;
    }
    bool good = read_rows(in, path, &t, why);
    fclose(in);
    if (good) to->table(out, &t, NULL);
    report_table_free(&t);
    return good;
}
