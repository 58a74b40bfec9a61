/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a plan that asks for measures of others gets: which methods stay within the limits that
 * others judge by, and which say that they went well and are wrong.  Both by the queries of
 * `holonomy export`, of the plan's runs. */
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "harness/report/report_site.h"
#include "harness/store/store_views.h"

/* ---------------------------------------------------------------- queries */

/* Of every limit and method the least that its runs came to, with that run: of the one min() of a
 * group SQLite takes the other columns. */
static const char limits[] =
    "SELECT trim(problem || ' ' || settings), until, source, measure, most, method, sum(ran),"
    " sum(verdict = 'pass') AS passes, min(CASE WHEN status = 'ok' THEN measured END) AS least,"
    " adaptive, CASE WHEN adaptive THEN rtol ELSE h END, status, message"
    " FROM (SELECT l.*, m.measure, m.measured, m.most, m.source, m.verdict, min(wanted.place)"
    "   OVER (PARTITION BY l.problem, l.parameters, l.until) AS first"
    "  FROM wanted JOIN (%s) m ON m.key = wanted.wanted JOIN latest l ON l.key = m.key"
    "  WHERE m.measure IS NOT NULL)"
    " GROUP BY first, source, measure, most, method, options, formulation"
    " ORDER BY first, source, most DESC, coalesce(passes, 0) = 0, least IS NULL, least, method";

static const char silent[] =
    "SELECT method, (SELECT count(*) FROM wanted w JOIN latest l ON l.key = w.wanted"
    "   WHERE l.method = s.method AND l.status = 'ok' AND l.adaptive"
    "   AND coalesce(l.error_position, l.error_orientation) IS NOT NULL),"
    " count(*), max(times), error, rtol, trim(problem || ' ' || settings)"
    " FROM wanted JOIN (%s) s ON s.key = wanted.wanted"
    " GROUP BY method ORDER BY 3 DESC, 4 DESC, method";

static const char silent_runs[] =
    "SELECT trim(problem || ' ' || settings), until, method, formulation, rtol, error, times, steps"
    " FROM wanted JOIN (%s) s ON s.key = wanted.wanted"
    " ORDER BY min(place) OVER (PARTITION BY problem, parameters, until), times DESC";

/* ---------------------------------------------------------------- tables of their rows */

static const char *text(sqlite3_stmt *row, int k)
{
    const char *is = (const char *)sqlite3_column_text(row, k);
    return is ? is : "";
}

static bool there(sqlite3_stmt *row, int k)
{
    return sqlite3_column_type(row, k) != SQLITE_NULL;
}

static void put_method(hol_table *t, sqlite3_stmt *row, int k)
{
    const hol_method *method = hol_method_named(text(row, k));
    hol_cell(t, "%s", text(row, k));
    if (method) hol_cell_link(t, report_method_heading(method).text);
}

enum { L_PROBLEM, L_UNTIL, L_SOURCE, L_MEASURE, L_MOST, L_METHOD, L_RAN, L_PASSES, L_LEAST };
enum { L_ADAPTIVE = L_LEAST + 1, L_CONTROL, L_STATUS, L_MESSAGE };

/* What of a method's runs was wanting: a factor, a named end, a missing trait. */
static void put_miss(hol_table *t, sqlite3_stmt *row)
{
    if (there(row, L_LEAST))
        hol_cell(t, "misses by a factor of %.3g",
                 sqlite3_column_double(row, L_LEAST) / sqlite3_column_double(row, L_MOST));
    else if (!strcmp(text(row, L_STATUS), "ok"))
        hol_cell(t, "not judged: the true motion is not known to its end");
    else
        hol_cell(t, "%s%s%s", text(row, L_STATUS), *text(row, L_MESSAGE) ? ": " : "",
                 text(row, L_MESSAGE));
    hol_cell_shade(t, -1);
}

static void put_limit(hol_table *t, sqlite3_stmt *row)
{
    int passes = sqlite3_column_int(row, L_PASSES);
    hol_cell(t, "%s, %g s", text(row, L_PROBLEM), sqlite3_column_double(row, L_UNTIL));
    hol_cell(t, "%s: %s at most %g%s", text(row, L_SOURCE), text(row, L_MEASURE),
             sqlite3_column_double(row, L_MOST),
             !strcmp(text(row, L_MEASURE), "energy") ? " J" : "");
    put_method(t, row, L_METHOD);
    if (sqlite3_column_int(row, L_RAN))
        hol_cell(t, "%d of %d", passes, sqlite3_column_int(row, L_RAN));
    else
        hol_cell(t, "–");
    if (there(row, L_LEAST)) {
        hol_cell(t, "%.2e", sqlite3_column_double(row, L_LEAST));
        hol_cell(t, sqlite3_column_int(row, L_ADAPTIVE) ? "rtol %.3g" : "h %.3g",
                 sqlite3_column_double(row, L_CONTROL));
    } else
        hol_cells(t, "–", "–", NULL);
    if (passes)
        hol_cell(t, "passes");
    else
        put_miss(t, row);
}

static void put_silent(hol_table *t, sqlite3_stmt *row)
{
    put_method(t, row, 0);
    hol_cell(t, "%d", sqlite3_column_int(row, 1));
    hol_cell(t, "%d", sqlite3_column_int(row, 2));
    for (int k = 3; k < 6; k++) hol_cell(t, "%.2g", sqlite3_column_double(row, k));
    hol_cell(t, "%s", text(row, 6));
}

static void put_silent_run(hol_table *t, sqlite3_stmt *row)
{
    hol_cell(t, "%s, %g s", text(row, 0), sqlite3_column_double(row, 1));
    put_method(t, row, 2);
    hol_cell(t, "%s", text(row, 3));
    for (int k = 4; k < 7; k++) hol_cell(t, "%.2g", sqlite3_column_double(row, k));
    hol_cell(t, "%d", sqlite3_column_int(row, 7));
}

static bool fill(hol_table *t, hol_store *store, const char *query, const char *view,
                 void (*put)(hol_table *, sqlite3_stmt *), hol_message *why)
{
    char sql[4096];
    hol_store_answer answer = HOL_STORE_FAILED;
    snprintf(sql, sizeof sql, query, view);
    sqlite3_stmt *row = hol_store_query(store, sql, why);
    while (row && (answer = hol_store_next(store, row, why)) == HOL_STORE_FOUND) put(t, row);
    sqlite3_finalize(row);
    return answer == HOL_STORE_NONE;
}

bool report_know_measures(report *r, hol_store *store, hol_message *why)
{
    if (!r->plan->measures) return true;
    r->limits = hol_table_of("problem|limit|method|>passes|>least|by|verdict");
    r->silent = hol_table_of("method|>ok under a tolerance|>wrong|>error / tolerance|>error "
                             "[m, rad]|>tolerance|of them the worst");
    r->silent_runs = hol_table_of("problem|method|formulation|>tolerance|>error [m, rad]|>error / "
                                  "tolerance|>steps");
    return hol_store_list(store, r->plan->count, r->plan->spec, why) &&
           hol_store_limits(store, why) &&
           fill(&r->limits, store, limits, hol_view_measures, put_limit, why) &&
           fill(&r->silent, store, silent, hol_view_silent, put_silent, why) &&
           fill(&r->silent_runs, store, silent_runs, hol_view_silent, put_silent_run, why);
}

/* ---------------------------------------------------------------- the page */

static void show(FILE *out, const report_markup *to, const hol_table *t, const char *none,
                 const char *folded)
{
    if (hol_table_rows(t))
        to->table(out, t, folded);
    else
        to->paragraph(out, none);
}

void report_show_measures(FILE *out, const report_markup *to, const report *r, int at)
{
    (void)at;
    to->paragraph(
        out, "Within which limits others count a solution of their problem as right "
             "(reference/limits.tsv): of every method how many of its runs that began pass, the "
             "least that one of them came to, by which step or tolerance, and by what it misses. "
             "Only a run that came to its end is judged, a relative error only where the true "
             "motion is known to there.");
    show(out, to, &r->limits, "The plan has no problem and span with such a limit.", NULL);
    to->heading(out, 3, "Silently wrong");
    to->paragraph(
        out, "Runs under a tolerance that say they went well and end further than 100 times the "
             "tolerance from the truth, of the positions or, where none can err, of the "
             "orientations: how many of a method, of how many that went well beside a known truth, "
             "and the worst. A tolerance is one of the local error, so a factor of some hundreds "
             "over a long or unstable motion is no fault of the step-size control; one of 1e4 and "
             "more mostly is.");
    show(out, to, &r->silent, "There is none.", NULL);
    if (hol_table_rows(&r->silent_runs)) to->table(out, &r->silent_runs, "all of them");
}
