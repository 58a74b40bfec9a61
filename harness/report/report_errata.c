/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/errata.tsv: what is wrong in the papers. */
#include "base/say.h"
#include "harness/report/report.h"

bool report_read_errata(hol_table *t)
{
    char path[REPORT_PATH];
    hol_message why;
    *t = hol_table_of("paper|place|printed|used|why");
    hol_reference_find("errata.tsv", path, sizeof path);
    bool good = hol_table_read(t, path, "# holonomy errata 1", &why);
    if (!good) hol_complain("%s", why.text);
    return good;
}
