/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/errata.tsv: "# holonomy errata 1", lines of "# ...", the names of the columns, then a
 * row for each entry, separated by tabs. */
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/say.h"
#include "harness/report/report.h"

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

static bool read_rows(hol_lines *in, hol_table *t)
{
    bool named = false; /* the columns' line is read */
    while (hol_lines_next(in)) {
        if (in->text[0] == '#') continue;
        if (!named && strcmp(in->text, "paper\tplace\tprinted\tused\twhy") != 0)
            return hol_lines_wrong(in, "the columns are paper, place, printed, used, why");
        if (named && !put_row(t, in->text))
            return hol_lines_wrong(in, "a row has five fields, none of them empty");
        named = true;
    }
    return hol_table_rows(t) || in->failed || hol_lines_wrong(in, "there are no rows");
}

bool report_read_errata(hol_table *t)
{
    char path[REPORT_PATH];
    hol_lines in;
    hol_message why;
    *t = hol_table_of("paper|place|printed|used|why");
    hol_reference_find("errata.tsv", path, sizeof path);
    bool good = hol_lines_begin(&in, path, "# holonomy errata 1", &why) && read_rows(&in, t);
    good = hol_lines_end(&in, good);
    if (!good) hol_complain("%s", why.text);
    return good;
}
