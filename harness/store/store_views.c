/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See store_views.h. */
#include "harness/store/store_views.h"

#include <sqlite3.h>

#include "base/table.h"

#define RUN "(SELECT *, " HOL_SQL_ERROR " FROM latest " HOL_SQL_BY_SUBJECT ")"

const char hol_view_silent[] =
    "SELECT problem, parameters, until, method, formulation, settings, rtol, error,"
    " error / rtol AS times, error_position, error_orientation, energy, steps, rejected, key"
    " FROM " RUN " WHERE status = 'ok' AND adaptive AND error > 100 * rtol"
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

/* A ladder: runs of a problem by a method in one formulation, which differ in the step or the
 * tolerance.  Up to its most accurate run the last above an error and the next one are joined by a
 * straight line in both logarithms.  Of a ladder of steps and one of tolerances the cheaper counts.
 */
#define LADDER HOL_SQL_SUBJECT ", until, method, settings, options, formulation, adaptive"
#define GOAL   "PARTITION BY goal, " HOL_SQL_SUBJECT ", until"
#define REACHED                                                                                    \
    "WITH goal (goal) AS (VALUES (1e-2), (1e-3), (1e-4), (1e-5), (1e-6), (1e-7), (1e-8), (1e-9),"  \
    "  (1e-10), (1e-11), (1e-12)),"                                                                \
    " run AS (SELECT *, max(error, 1e-17) AS e, cpu_seconds AS c FROM " RUN                        \
    "  WHERE status = 'ok' AND cpu_seconds > 0 AND error IS NOT NULL),"                            \
    " rung AS (SELECT *, row_number() OVER down AS i, lag(e) OVER down AS e0,"                     \
    "  lag(c) OVER down AS c0 FROM run"                                                            \
    "  WINDOW down AS (PARTITION BY " LADDER                                                       \
    "   ORDER BY CASE WHEN adaptive THEN rtol ELSE h END DESC)),"                                  \
    " upto AS (SELECT *, first_value(i) OVER (PARTITION BY " LADDER " ORDER BY e, i) AS best"      \
    "  FROM rung),"                                                                                \
    " next AS (SELECT *, 1 + coalesce(max(CASE WHEN e > goal AND i <= best THEN i END) OVER"       \
    "   (PARTITION BY goal, " LADDER "), 0) AS first FROM upto, goal),"                            \
    " ladder AS (SELECT *, e0 IS NULL AS at_most, CASE WHEN e0 IS NULL THEN c"                     \
    "   ELSE c0 * pow(c / c0, ln(goal / e0) / ln(e / e0)) END AS cpu"                              \
    "  FROM next WHERE i = first AND i <= best),"                                                  \
    " reach AS (SELECT *, min(cpu) AS cheaper FROM ladder"                                         \
    "  GROUP BY goal, " HOL_SQL_SUBJECT ", until, method, settings, options, formulation),"        \
    " one AS (SELECT *, row_number() OVER (" GOAL ", method, options ORDER BY cpu) AS place,"      \
    "  cpu / min(cpu) FILTER (WHERE method NOT IN (SELECT method FROM baselines)) OVER (" GOAL     \
    "   ) AS times, cpu / min(cpu) FILTER (WHERE method = 'rk8pd' AND formulation IN"              \
    "   ('natural', 'euler', 'lie')) OVER (" GOAL ") AS over_rk8pd FROM reach)"

const char hol_view_fastest[] =
    REACHED " SELECT problem, method, formulation, settings, until, goal, cpu AS cpu_seconds,"
            "  times, at_most, place, over_rk8pd, key FROM one"
            " ORDER BY problem, parameters, until, goal DESC, times, method, formulation";

const char hol_view_means[] =
    REACHED " SELECT goal, method, formulation, options, count(*) AS problems,"
            "  exp(avg(ln(times))) AS times, count(over_rk8pd) AS beside_rk8pd,"
            "  exp(avg(ln(over_rk8pd))) AS over_rk8pd FROM one"
            " GROUP BY goal, method, formulation, options"
            " ORDER BY goal DESC, over_rk8pd, method, formulation";

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

/* ---------------------------------------------------------------- baselines */

bool hol_store_baselines(hol_store *store, hol_message *why)
{
    const hol_method *method;
    sqlite3_stmt *in = NULL;
    bool good = hol_store_execute(
        store, "PRAGMA query_only = OFF; CREATE TEMP TABLE baselines (method TEXT)", why);
    if (good) in = hol_store_query(store, "INSERT INTO baselines VALUES (?)", why);
    good = in;
    for (int k = 0; good && (method = hol_method_at(k)); k++) {
        if (!method->baseline) continue;
        hol_binder b = hol_bind(store, in, why);
        hol_bind_text(&b, method->name);
        good = hol_bound_next(&b) == HOL_STORE_NONE;
    }
    sqlite3_finalize(in);
    return good;
}
