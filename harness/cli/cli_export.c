/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy export`: a table or view of the store in another form. */
#include <limits.h>
#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

#include "base/table.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_store.h"

/* What of the store can be exported. */
typedef struct {
    const char *name;
    const char *run_by; /* the column that names its run; NULL: none does */
    const char *select; /* what it shows, where the store has no view of that name; else NULL */
    bool limits;        /* it is beside the limits of others */
} view;

/* Runs that say `ok` under a tolerance and end more than a hundred times that from the truth, of
 * the positions or, where no position of the problem errs, of the orientations; the worst first. */
static const char silent[] =
    "SELECT problem, parameters, until, method, formulation, settings, rtol, error,"
    " error / rtol AS times, error_position, error_orientation, energy, steps, rejected, key"
    " FROM (SELECT *, CASE WHEN max(error_position) OVER"
    "   (PARTITION BY problem, parameters, until) > 0"
    "  THEN error_position ELSE error_orientation END AS error FROM latest)"
    " WHERE status = 'ok' AND adaptive AND error > 100 * rtol"
    " ORDER BY problem, parameters, until, times DESC";

/* The measures of others, of the newest of equal specs, a row for each limit of its problem or one
 * without.  The relative error is judged where the reference goes on to the end. */
static const char measures[] =
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

/* The CPU time to an error, as the report has it: of a ladder's runs from coarse to fine, up to its
 * most accurate one, the last above that error and the next below it on a straight line in both
 * logarithms; where the coarsest is below it already, its time.  Over that of the baseline rk8pd in
 * the fastest of the formulations without a tree of joints; then the geometric means of that ratio
 * over the problems, a row a method, formulation, options and error. */
static const char reach[] =
    "WITH run AS (SELECT *, CASE WHEN max(error_position) OVER"
    "   (PARTITION BY problem, parameters, until) > 1e-9"
    "  THEN error_position ELSE error_orientation END AS e FROM latest),"
    " rung AS (SELECT problem, parameters, until, method, formulation, options, settings,"
    "   cpu_seconds AS cpu, max(e, 1e-17) AS e, row_number() OVER w AS n, dense_rank() OVER"
    "   (ORDER BY problem, parameters, until, method, formulation, options, adaptive) AS ladder"
    "  FROM run WHERE status = 'ok' AND cpu_seconds > 0 AND e IS NOT NULL"
    "  WINDOW w AS (PARTITION BY problem, parameters, until, method, formulation, options, adaptive"
    "   ORDER BY CASE WHEN adaptive THEN rtol ELSE h END DESC)),"
    " best AS (SELECT ladder, n AS last, min(e) AS best FROM rung GROUP BY ladder),"
    " goal(error) AS (VALUES (1e-3), (1e-6), (1e-9), (1e-12)),"
    " side AS (SELECT ladder, error, max(CASE WHEN e > error THEN n ELSE 0 END) AS above"
    "  FROM rung JOIN best USING (ladder) JOIN goal"
    "  WHERE n <= last AND best <= error GROUP BY ladder, error),"
    " time AS (SELECT b.*, error, above = 0 AS at_most, CASE WHEN above = 0 THEN b.cpu"
    "   ELSE a.cpu * pow(b.cpu / a.cpu, ln(error / a.e) / ln(b.e / a.e)) END AS seconds"
    "  FROM side JOIN rung b USING (ladder) LEFT JOIN rung a"
    "   ON a.ladder = side.ladder AND a.n = above WHERE b.n = above + 1),"
    " ratio AS (SELECT *, seconds / min(CASE WHEN method = 'rk8pd'"
    "   AND formulation IN ('natural', 'euler', 'lie') THEN seconds END)"
    "  OVER (PARTITION BY problem, parameters, until, error) AS over_rk8pd FROM time)"
    " SELECT * FROM (SELECT problem, parameters, until, error, method, formulation, settings,"
    "  seconds AS cpu_seconds, at_most, over_rk8pd, 1 AS problems FROM ratio"
    " UNION ALL SELECT 'geometric mean', NULL, NULL, error, method, formulation, options, NULL, "
    "NULL,"
    "  exp(avg(ln(over_rk8pd))), count(over_rk8pd) FROM ratio WHERE over_rk8pd > 0"
    " GROUP BY error, method, formulation, options)"
    " ORDER BY problem = 'geometric mean', problem, parameters, until, error DESC, over_rk8pd,"
    "  method, formulation, settings";

static const view views[] = {
    {.name = "matrix", .run_by = "key"},
    {.name = "latest", .run_by = "key"},
    {.name = "work_precision", .run_by = "key"},
    {.name = "orders", .run_by = "key"},
    {.name = "silent", .run_by = "key", .select = silent},
    {.name = "measures", .run_by = "key", .select = measures, .limits = true},
    {.name = "reach", .select = reach},
    {.name = "runs", .run_by = "key"},
    {.name = "momenta", .run_by = "run"},
    {.name = "counters", .run_by = "run"},
    {.name = "series", .run_by = "run"},
    {.name = "motions", .run_by = "run"},
    {.name = "builds"},
};

typedef struct {
    const char *name;
    void (*print)(FILE *out, const hol_table *t);
    bool whole; /* keys with all their digits */
} form;

static const form forms[] = {{"csv", hol_table_csv, true},
                             {"json", hol_table_json, true},
                             {"latex", hol_table_latex, false},
                             {"markdown", hol_table_markdown, false}};

/* ---------------------------------------------------------------- the command line */

typedef struct {
    const form *form;
    const view *view;
    const char *store, *plan, *output;
} arguments;

static bool take_format(const char *name, const char *word, void *place)
{
    (void)name;
    int k = cli_pick("unknown format", word, forms, sizeof *forms, sizeof forms / sizeof *forms);
    if (k >= 0) *(const form **)place = &forms[k];
    return k >= 0;
}

static bool take_json(const char *name, const char *word, void *place)
{
    (void)word;
    return take_format(name, "json", place);
}

static bool take_view(const char *name, const char *word, void *place)
{
    (void)name;
    int k = cli_pick("unknown view", word, views, sizeof *views, sizeof views / sizeof *views);
    if (k >= 0) *(const view **)place = &views[k];
    return k >= 0;
}

static const cli_option options[] = {
    {"format", 0, "F", "csv (default), json, latex or markdown", take_format, CLI_AT(form)},
    {"json", 0, NULL, "the same as --format json", take_json, CLI_AT(form)},
    {"store", 0, "FILE", "results store (default " HOL_STORE_DEFAULT " here)", cli_text,
     CLI_AT(store)},
    {"view", 0, "NAME",
     "matrix (default), latest, work_precision, orders, silent, measures, reach, runs, momenta, "
     "counters, series, motions or builds",
     take_view, CLI_AT(view)},
    {"plan", 0, "PLAN.yaml", "the runs of this plan alone, in its order", cli_text, CLI_AT(plan)},
    {"output", 0, "FILE", "default: standard output", cli_text, CLI_AT(output)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .about = "Prints a table or view of the results store.\v"
             "csv and json have every number with 17 digits, latex and markdown with four.  Views: "
             "matrix, latest, work_precision, orders, silent, the runs that say they went well "
             "and end further than 100 times their tolerance from the truth, measures, those of "
             "other collections of benchmarks, with their limits, and reach, the CPU time to an "
             "error and its ratio to that of rk8pd; tables: runs, momenta, counters, series, "
             "motions, builds.  All are explained in docs/store.md.\n\n"
             "Examples:\n"
             "  holonomy export --format markdown\n"
             "  holonomy export --view orders --format latex --plan plan.yaml\n"
             "  holonomy export --view silent --format markdown\n"
             "  holonomy export --view measures --plan plans/community.yaml\n"
             "  holonomy export --view series --output series.csv\n"};

/* ---------------------------------------------------------------- the rows */

enum { SHORT = 12 }; /* digits of a key, as `compare` takes it */

static bool is_key(const char *text)
{
    return strlen(text) == HOL_KEY - 1 && !text[strspn(text, "0123456789abcdef")];
}

/* A column with a text in it is one of texts. */
static void add_row(hol_table *t, sqlite3_stmt *query, bool whole)
{
    for (int k = 0; k < t->columns; k++) {
        int type = sqlite3_column_type(query, k);
        if (type == SQLITE_TEXT) t->column[k].kind = HOL_TABLE_TEXT;
        if (type == SQLITE_NULL)
            hol_cell_none(t);
        else if (type == SQLITE_FLOAT)
            hol_cell(t, "%.17g", sqlite3_column_double(query, k));
        else {
            const char *text = (const char *)sqlite3_column_text(query, k);
            hol_cell(t, "%.*s", whole || !is_key(text) ? INT_MAX : SHORT, text);
        }
    }
}

static bool read_rows(hol_store *store, const char *sql, bool whole, hol_table *t)
{
    hol_message why;
    hol_store_answer answer;
    sqlite3_stmt *query = hol_store_query(store, sql, &why);
    if (!query) {
        hol_complain("%s", why.text);
        return false;
    }
    for (int k = 0; k < sqlite3_column_count(query); k++)
        hol_table_head(t, HOL_TABLE_NUMBER, "%s", sqlite3_column_name(query, k));
    while ((answer = hol_store_next(store, query, &why)) == HOL_STORE_FOUND)
        add_row(t, query, whole);
    sqlite3_finalize(query);
    if (answer == HOL_STORE_FAILED) hol_complain("%s", why.text);
    return answer == HOL_STORE_NONE;
}

/* ---------------------------------------------------------------- which rows */

/* The temporary table `wanted`: the keys of the plan, numbered in its order. */
static bool list_plan(hol_store *store, const hol_plan *plan)
{
    hol_message why;
    sqlite3_stmt *in = NULL;
    if (hol_store_execute(store,
                          "PRAGMA query_only = OFF;"
                          "CREATE TEMP TABLE wanted (place INTEGER PRIMARY KEY, wanted TEXT)",
                          &why))
        in = hol_store_query(store, "INSERT INTO wanted (wanted) VALUES (?)", &why);
    bool well = in;
    for (int i = 0; well && i < plan->count; i++) {
        char key[HOL_KEY];
        well = hol_store_key(store, &plan->spec[i], key, &why) != HOL_STORE_FAILED;
        if (!well) break;
        hol_binder b = hol_bind(store, in, &why);
        hol_bind_text(&b, key);
        well = hol_bound_next(&b) == HOL_STORE_NONE;
    }
    sqlite3_finalize(in);
    if (!well) hol_complain("%s", why.text);
    return well;
}

static void query_text(const arguments *a, char sql[], size_t size)
{
    char name[3072];
    const char *select = a->view->select;
    snprintf(name, sizeof name, select ? "(%s)" : "%s", select ? select : a->view->name);
    if (!a->plan)
        snprintf(sql, size, "SELECT * FROM %s", name);
    else if (!strcmp(a->view->run_by, "key"))
        snprintf(sql, size,
                 "SELECT v.* FROM wanted JOIN %s v ON v.key = wanted ORDER BY wanted.place", name);
    else
        snprintf(sql, size,
                 "SELECT v.* FROM wanted JOIN runs r ON r.key = wanted JOIN %s v ON v.run = "
                 "r.number ORDER BY wanted.place",
                 name);
}

static bool gather(const arguments *a, hol_table *t, int *code)
{
    char sql[4096];
    hol_plan *plan = a->plan ? cli_plan(a->plan) : NULL;
    *code = HOL_EXIT_INPUT;
    if (a->plan && !plan) return false;
    *code = HOL_EXIT_FILE;
    hol_store *store = cli_store(a->store);
    query_text(a, sql, sizeof sql);
    bool had = store && (!plan || list_plan(store, plan)) &&
               (!a->view->limits || cli_limits(store)) && read_rows(store, sql, a->form->whole, t);
    hol_store_close(store);
    hol_plan_free(plan);
    return had;
}

static int print(const arguments *a, const hol_table *t)
{
    if (!a->output) {
        a->form->print(stdout, t);
        return cli_finish(HOL_EXIT_OK);
    }
    FILE *out = cli_output(a->output);
    if (!out) return HOL_EXIT_FILE;
    a->form->print(out, t);
    return cli_output_end(out, a->output, HOL_EXIT_OK);
}

int cli_export(int argc, char **argv)
{
    arguments a = {.form = forms, .store = HOL_STORE_DEFAULT, .view = views};
    hol_table t = {0};
    int code;
    if (!cli_parse(&usage, argc, argv, &a)) return HOL_EXIT_USAGE;
    if (a.plan && !a.view->run_by) {
        hol_complain("--plan picks runs, and %s has none", a.view->name);
        return HOL_EXIT_USAGE;
    }
    if (gather(&a, &t, &code)) code = print(&a, &t);
    hol_table_free(&t);
    return code;
}
