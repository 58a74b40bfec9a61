/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy export`: a table or view of the store in another form. */
#include <sqlite3.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli.h"
#include "harness/cli/cli_store.h"
#include "harness/memory.h"

/* What of the store can be exported. */
typedef struct {
    const char *name;
    const char *run_by; /* the column that names its run; NULL: none does */
} view;

static const view views[] = {{"matrix", "key"},   {"latest", "key"}, {"work_precision", "key"},
                             {"orders", "key"},   {"runs", "key"},   {"momenta", "run"},
                             {"counters", "run"}, {"series", "run"}, {"motions", "run"},
                             {"builds", NULL}};

/* ---------------------------------------------------------------- the command line */

typedef struct {
    const cli_format *format;
    const view *view;
    const char *store, *plan, *output;
} arguments;

static bool take_format(const char *name, const char *word, void *place)
{
    (void)name;
    int k = cli_pick("unknown format", word, cli_formats, sizeof *cli_formats, CLI_FORMATS);
    if (k >= 0) *(const cli_format **)place = &cli_formats[k];
    return k >= 0;
}

static bool take_view(const char *name, const char *word, void *place)
{
    (void)name;
    int k = cli_pick("unknown view", word, views, sizeof *views, sizeof views / sizeof *views);
    if (k >= 0) *(const view **)place = &views[k];
    return k >= 0;
}

static const cli_option options[] = {
    {"format", 0, "F", "csv (default), json, latex or markdown", take_format,
     offsetof(arguments, format)},
    {"store", 0, "FILE", "results store (default " HOL_STORE_DEFAULT " here)", cli_text,
     offsetof(arguments, store)},
    {"view", 0, "NAME", "matrix (default) or another table or view of the store", take_view,
     offsetof(arguments, view)},
    {"plan", 0, "PLAN.yaml", "the runs of this plan alone, in its order", cli_text,
     offsetof(arguments, plan)},
    {"output", 0, "FILE", "default: standard output", cli_text, offsetof(arguments, output)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .about = "Prints a table or view of the results store.\v"
             "csv and json have every number with 17 digits, latex and markdown with four.  Views: "
             "matrix, latest, work_precision, orders; tables: runs, momenta, counters, series, "
             "motions, builds.  All are explained in docs/store.md.\n\n"
             "Examples:\n"
             "  holonomy export --format markdown\n"
             "  holonomy export --view orders --format latex --plan plan.yaml\n"
             "  holonomy export --view series --output series.csv\n"};

/* ---------------------------------------------------------------- the rows */

static char *copy(const char *text)
{
    return strcpy(hol_new((int)strlen(text) + 1, 1), text);
}

/* Room for one row more is made by doubling. */
static void add_row(cli_cells *c, sqlite3_stmt *query)
{
    bool full = !(c->rows & (c->rows - 1)); /* 0 or a power of two */
    if (full)
        c->cell =
            hol_renew(c->cell, 2 * (size_t)(c->rows + 1) * (size_t)c->columns * sizeof *c->cell);
    char **row = c->cell + c->rows++ * c->columns;
    for (int k = 0; k < c->columns; k++) {
        int type = sqlite3_column_type(query, k);
        char number[40];
        row[k] = NULL;
        if (type == SQLITE_FLOAT) {
            snprintf(number, sizeof number, "%.17g", sqlite3_column_double(query, k));
            row[k] = copy(number);
        } else if (type != SQLITE_NULL)
            row[k] = copy((const char *)sqlite3_column_text(query, k));
        if (type == SQLITE_TEXT) c->number[k] = false;
    }
}

static bool read_cells(hol_store *store, const char *sql, cli_cells *c)
{
    hol_message why;
    hol_store_answer answer;
    sqlite3_stmt *query = hol_store_query(store, sql, &why);
    if (!query) {
        cli_say("%s", why.text);
        return false;
    }
    c->columns = sqlite3_column_count(query);
    c->name = hol_new(c->columns, sizeof *c->name);
    c->number = hol_new(c->columns, sizeof *c->number);
    for (int k = 0; k < c->columns; k++) {
        c->name[k] = copy(sqlite3_column_name(query, k));
        c->number[k] = true;
    }
    while ((answer = hol_store_next(store, query, &why)) == HOL_STORE_FOUND) add_row(c, query);
    sqlite3_finalize(query);
    if (answer == HOL_STORE_FAILED) cli_say("%s", why.text);
    return answer == HOL_STORE_NONE;
}

/* ---------------------------------------------------------------- which rows */

/* The temporary table `wanted`: the keys of the plan, numbered in its order. */
static bool list_plan(hol_store *store, const hol_plan *plan)
{
    hol_message why;
    sqlite3 *db = hol_store_handle(store);
    sqlite3_stmt *in = NULL;
    sqlite3_exec(db,
                 "PRAGMA query_only = OFF; PRAGMA temp_store = MEMORY;"
                 "CREATE TEMP TABLE wanted (place INTEGER PRIMARY KEY, wanted TEXT)",
                 NULL, NULL, NULL);
    in = hol_store_query(store, "INSERT INTO wanted (wanted) VALUES (?)", &why);
    bool well = in;
    for (int i = 0; in && well && i < plan->count; i++) {
        char key[HOL_KEY];
        hol_spec_key(&plan->spec[i], key);
        sqlite3_bind_text(in, 1, key, -1, SQLITE_TRANSIENT);
        well = hol_store_next(store, in, &why) == HOL_STORE_NONE;
        sqlite3_reset(in);
    }
    sqlite3_finalize(in);
    if (!well) cli_say("%s", why.text);
    return well;
}

static void query_text(const arguments *a, char sql[], size_t size)
{
    const char *name = a->view->name;
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

static bool gather(const arguments *a, cli_cells *c, int *code)
{
    char sql[256];
    hol_plan *plan = a->plan ? cli_plan(a->plan) : NULL;
    *code = HOL_EXIT_INPUT;
    if (a->plan && !plan) return false;
    *code = HOL_EXIT_FILE;
    hol_store *store = cli_store(a->store);
    query_text(a, sql, sizeof sql);
    bool had = store && (!plan || list_plan(store, plan)) && read_cells(store, sql, c);
    hol_store_close(store);
    hol_plan_free(plan);
    return had;
}

static int print(const arguments *a, const cli_cells *c)
{
    if (!a->output) {
        a->format->print(stdout, c);
        return cli_finish(HOL_EXIT_OK);
    }
    FILE *out = cli_output(a->output);
    if (!out) return HOL_EXIT_FILE;
    a->format->print(out, c);
    return cli_output_end(out, a->output, HOL_EXIT_OK);
}

int cli_export(int argc, char **argv)
{
    arguments a = {.format = cli_formats, .store = HOL_STORE_DEFAULT, .view = views};
    cli_cells cells = {0};
    int code;
    if (!cli_parse(&usage, argc, argv, &a)) return HOL_EXIT_USAGE;
    if (a.plan && !a.view->run_by) {
        cli_say("--plan picks runs, and %s has none", a.view->name);
        return HOL_EXIT_USAGE;
    }
    if (gather(&a, &cells, &code)) code = print(&a, &cells);
    cli_cells_clear(&cells);
    return code;
}
