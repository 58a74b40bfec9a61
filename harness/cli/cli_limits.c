/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/limits.tsv, within which others count a solution of their problem as right, as the
 * temporary table `limits` of a store. */
#include <sqlite3.h>

#include "base/table.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_store.h"
#include "holonomy/reference.h"

static bool put_rows(hol_store *store, sqlite3_stmt *in, const hol_table *t, hol_message *why)
{
    for (int row = 0; row < hol_table_rows(t); row++) {
        hol_binder b = hol_bind(store, in, why);
        for (int k = 0; k < t->columns; k++) hol_bind_text(&b, hol_table_text(t, row, k));
        if (hol_bound_next(&b) != HOL_STORE_NONE) return false;
    }
    return true;
}

bool cli_limits(hol_store *store)
{
    char path[512];
    hol_message why;
    hol_table t = hol_table_of("problem|parameters|until|measure|most|source");
    sqlite3_stmt *in = NULL;
    hol_reference_find("limits.tsv", path, sizeof path);
    bool good = hol_table_read(&t, path, "# holonomy limits 1", &why) &&
                hol_store_execute(store,
                                  "PRAGMA query_only = OFF;"
                                  "CREATE TEMP TABLE limits (problem TEXT, parameters TEXT, "
                                  "until REAL, measure TEXT, most REAL, source TEXT)",
                                  &why);
    if (good) in = hol_store_query(store, "INSERT INTO limits VALUES (?, ?, ?, ?, ?, ?)", &why);
    good = in && put_rows(store, in, &t, &why);
    sqlite3_finalize(in);
    hol_table_free(&t);
    if (!good) hol_complain("%s", why.text);
    return good;
}
