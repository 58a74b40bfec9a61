/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy export`: a table or view of the store in another form. */
#include <errno.h>
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli.h"
#include "harness/cli/cli_store.h"
#include "harness/memory.h"

enum { FORMAT = 256, STORE, VIEW, PLAN, OUTPUT };

static const struct argp_option options[] = {
    {"format", FORMAT, "F", 0, "csv (default), json, latex or markdown", 0},
    {"store", STORE, "FILE", 0, "results store (default " HOL_STORE_DEFAULT " here)", 0},
    {"view", VIEW, "NAME", 0, "matrix (default) or another table or view of the store", 0},
    {"plan", PLAN, "PLAN.yaml", 0, "the runs of this plan alone, in its order", 0},
    {"output", OUTPUT, "FILE", 0, "default: standard output", 0},
    {0}};

typedef struct {
    const cli_format *format;
    const char *store, *view, *plan, *output;
} arguments;

static error_t set_format(const char *word, arguments *a)
{
    const char *name[8];
    int count = 0;
    for (; cli_formats[count].name; count++) {
        name[count] = cli_formats[count].name;
        if (strcmp(word, name[count])) continue;
        a->format = &cli_formats[count];
        return 0;
    }
    const char *guess = cli_did_you_mean(word, name, count).text;
    cli_say("--format '%s' is none of csv, json, latex, markdown%s", word, guess);
    return EINVAL;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    arguments *a = state->input;
    switch (key) {
    case FORMAT:
        return set_format(text, a);
    case STORE:
        a->store = text;
        return 0;
    case VIEW:
        a->view = text;
        return 0;
    case PLAN:
        a->plan = text;
        return 0;
    case OUTPUT:
        a->output = text;
        return 0;
    case ARGP_KEY_ARG:
        cli_say("export takes no argument: '%s'", text);
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    options,
    parse,
    NULL,
    "Prints a table or view of the results store.\v"
    "csv and json have every number with 17 digits, latex and markdown with four.  Views: matrix, "
    "latest, work_precision, orders; tables: runs, momenta, counters, series, motions, builds.  "
    "All are "
    "explained in docs/store.md.\n\n"
    "Examples:\n"
    "  holonomy export --format markdown\n"
    "  holonomy export --view orders --format latex --plan plan.yaml\n"
    "  holonomy export --view series --output series.csv\n",
    NULL,
    NULL,
    NULL};

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

enum { TABLES = 10 };
static const char *const table[TABLES] = {"matrix",  "latest",  "work_precision", "orders",
                                          "runs",    "momenta", "counters",       "series",
                                          "motions", "builds"};
/* How a row names its run; NULL: it does not. */
static const char *const run_of[TABLES] = {"key", "key", "key", "key", "key",
                                           "run", "run", "run", "run", NULL};

static int table_named(const char *name)
{
    for (int i = 0; i < TABLES; i++)
        if (!strcmp(name, table[i])) return i;
    cli_say("--view '%s' is unknown%s", name, cli_did_you_mean(name, table, TABLES).text);
    return -1;
}

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

static void query_text(const arguments *a, int which, char sql[], size_t size)
{
    const char *by = run_of[which];
    if (!a->plan)
        snprintf(sql, size, "SELECT * FROM %s", a->view);
    else if (!strcmp(by, "key"))
        snprintf(sql, size,
                 "SELECT v.* FROM wanted JOIN %s v ON v.key = wanted ORDER BY wanted.place",
                 a->view);
    else
        snprintf(sql, size,
                 "SELECT v.* FROM wanted JOIN runs r ON r.key = wanted JOIN %s v ON v.run = "
                 "r.number ORDER BY wanted.place",
                 a->view);
}

static bool gather(const arguments *a, int which, cli_cells *c, int *code)
{
    char sql[256];
    hol_plan *plan = a->plan ? cli_plan(a->plan) : NULL;
    *code = HOL_EXIT_INPUT;
    if (a->plan && !plan) return false;
    *code = HOL_EXIT_FILE;
    hol_store *store = cli_store(a->store);
    query_text(a, which, sql, sizeof sql);
    bool had = store && (!plan || list_plan(store, plan)) && read_cells(store, sql, c);
    hol_store_close(store);
    hol_plan_free(plan);
    return had;
}

static int print(const arguments *a, const cli_cells *c)
{
    FILE *out = a->output ? fopen(a->output, "w") : stdout;
    if (out) a->format->print(out, c);
    if (!a->output) return cli_finish(HOL_EXIT_OK);
    errno = out && !ferror(out) ? 0 : errno ? errno : EIO;
    bool bad = errno != 0;
    if (out && fclose(out) != 0) bad = true;
    if (bad) cli_say("--output %s: %s", a->output, strerror(errno));
    return bad ? HOL_EXIT_FILE : HOL_EXIT_OK;
}

int cli_export(int argc, char **argv)
{
    arguments a = {.format = cli_formats, .store = HOL_STORE_DEFAULT, .view = "matrix"};
    cli_cells cells = {0};
    if (!cli_parse(&argp, argc, argv, &a)) return HOL_EXIT_USAGE;
    int which = table_named(a.view), code;
    if (which < 0) return HOL_EXIT_USAGE;
    if (a.plan && !run_of[which]) {
        cli_say("--plan picks runs, and %s has none", a.view);
        return HOL_EXIT_USAGE;
    }
    if (gather(&a, which, &cells, &code)) code = print(&a, &cells);
    cli_cells_clear(&cells);
    return code;
}
