/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See store_views.h. */
#include "harness/store/store_views.h"

#include <sqlite3.h>

#include "base/table.h"
#include "holonomy/reference.h"

const char hol_view_silent[] =
    "SELECT problem, parameters, until, method, formulation, settings, rtol, error,"
    " error / rtol AS times, error_position, error_orientation, energy, steps, rejected, key"
    " FROM (SELECT *, CASE WHEN max(error_position) OVER"
    "   (PARTITION BY problem, parameters, until) > 0"
    "  THEN error_position ELSE error_orientation END AS error FROM latest)"
    " WHERE status = 'ok' AND adaptive AND error > 100 * rtol"
    " ORDER BY problem, parameters, until, times DESC";

const char hol_view_measures[] =
    "SELECT problem, parameters, until, method, formulation, settings, status, scd, mescd, "
    "relative,"
    " energy, measure, measured, most, CASE WHEN measure IS NULL OR NOT ran THEN NULL"
    "  WHEN status <> 'ok' OR measured > most THEN 'fail' WHEN measured <= most THEN 'pass' END"
    " AS verdict, source, key"
    " FROM (SELECT r.*, l.measure, l.most, l.source,"
    "   CASE WHEN l.measure = 'energy' THEN r.energy"
    "    WHEN l.measure = 'relative' AND r.error_position IS NOT NULL THEN r.relative END AS "
    "measured"
    "  FROM runs r LEFT JOIN limits l ON l.problem = r.problem AND l.until = r.until"
    "   AND CASE l.parameters WHEN 'default' THEN ' ' || r.settings NOT LIKE '% -p %'"
    "    ELSE ' ' || r.settings || ' ' LIKE '% -p ' || l.parameters || ' %' END"
    "  WHERE r.number IN (SELECT max(number) FROM runs GROUP BY spec))"
    " ORDER BY problem, parameters, until, method, settings, measure, most DESC";

/* ---------------------------------------------------------------- the runs of a plan */

bool hol_store_list(hol_store *store, int count, const hol_spec spec[], hol_message *why)
{
    sqlite3_stmt *in = NULL;
    if (hol_store_execute(store,
                          "PRAGMA query_only = OFF;"
                          "CREATE TEMP TABLE wanted (place INTEGER PRIMARY KEY, wanted TEXT)",
                          why))
        in = hol_store_query(store, "INSERT INTO wanted (wanted) VALUES (?)", why);
    bool well = in;
    for (int i = 0; well && i < count; i++) {
        char key[HOL_KEY];
        well = hol_store_key(store, &spec[i], key, why) != HOL_STORE_FAILED;
        if (!well) break;
        hol_binder b = hol_bind(store, in, why);
        hol_bind_text(&b, key);
        well = hol_bound_next(&b) == HOL_STORE_NONE;
    }
    sqlite3_finalize(in);
    return well;
}

/* ---------------------------------------------------------------- limits */

static bool put_rows(hol_store *store, sqlite3_stmt *in, const hol_table *t, hol_message *why)
{
    for (int row = 0; row < hol_table_rows(t); row++) {
        hol_binder b = hol_bind(store, in, why);
        for (int k = 0; k < t->columns; k++) hol_bind_text(&b, hol_table_text(t, row, k));
        if (hol_bound_next(&b) != HOL_STORE_NONE) return false;
    }
    return true;
}

bool hol_store_limits(hol_store *store, hol_message *why)
{
    char path[512];
    hol_table t = hol_table_of("problem|parameters|until|measure|most|source");
    sqlite3_stmt *in = NULL;
    hol_reference_find("limits.tsv", path, sizeof path);
    bool good = hol_table_read(&t, path, "# holonomy limits 1", why) &&
                hol_store_execute(store,
                                  "PRAGMA query_only = OFF;"
                                  "CREATE TEMP TABLE limits (problem TEXT, parameters TEXT, "
                                  "until REAL, measure TEXT, most REAL, source TEXT)",
                                  why);
    if (good) in = hol_store_query(store, "INSERT INTO limits VALUES (?, ?, ?, ?, ?, ?)", why);
    good = in && put_rows(store, in, &t, why);
    sqlite3_finalize(in);
    hol_table_free(&t);
    return good;
}
