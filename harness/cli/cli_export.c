/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy export`: a table or view of the store in another form. */
#include <limits.h>
#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

#include "base/table.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_store.h"
#include "harness/store/store_views.h"

/* What of the store can be exported. */
typedef struct {
    const char *name;
    const char *run_by; /* the column that names its run; NULL: none does */
    const char *select; /* what it shows, where the store has no view of that name; else NULL */
    bool (*beside)(hol_store *, hol_message *why); /* makes the table that it reads; NULL: none */
} view;

static const view views[] = {
    {.name = "matrix", .run_by = "key"},
    {.name = "latest", .run_by = "key"},
    {.name = "work_precision", .run_by = "key"},
    {.name = "orders", .run_by = "key"},
    {.name = "silent", .run_by = "key", .select = hol_view_silent},
    {.name = "measures", .run_by = "key", .select = hol_view_measures, .beside = hol_store_limits},
    {.name = "fastest", .run_by = "key", .select = hol_view_fastest, .beside = hol_store_baselines},
    {.name = "means", .select = hol_view_means, .beside = hol_store_baselines},
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
    cli_chosen form, view;
    const char *store, *plan, *output;
} arguments;

static const cli_names form_names = {"unknown format", forms, sizeof *forms,
                                     sizeof forms / sizeof *forms},
                       view_names = {"unknown view", views, sizeof *views,
                                     sizeof views / sizeof *views};

static bool take_json(const char *name, const char *word, void *place)
{
    (void)word;
    return cli_one(name, "json", place);
}

static const cli_option options[] = {
    {"format", 0, "F", "csv (default), json, latex or markdown", cli_one, CLI_AT(form)},
    {"json", 0, NULL, "the same as --format json", take_json, CLI_AT(form)},
    {"store", 0, "FILE", "results store (default " HOL_STORE_DEFAULT " here)", cli_file,
     CLI_AT(store)},
    {"view", 0, "NAME",
     "matrix (default), latest, work_precision, orders, silent, measures, fastest, means, runs, "
     "momenta, counters, series, motions or builds",
     cli_one, CLI_AT(view)},
    {"plan", 0, "PLAN.yaml", "the runs of this plan alone, in its order", cli_file, CLI_AT(plan)},
    {"output", 0, "FILE", "default: standard output", cli_file, CLI_AT(output)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .about = "Prints a table or view of the results store.\v"
             "csv and json have every number with 17 digits, latex and markdown with four.  Views: "
             "matrix, latest, work_precision, orders, silent, the runs that say they went well "
             "and end further than 100 times their tolerance from the truth, measures, those "
             "of other collections of benchmarks, with their limits, fastest, the CPU time of "
             "each method to an error over that of the fastest and of rk8pd, and means, the "
             "geometric means of these ratios; tables: runs, momenta, counters, series, motions, "
             "builds.  All are explained in docs/store.md.\n\n"
             "The exit code is 0, 1 where the store lacks runs of the plan.\n\n"
             "Examples:\n"
             "  holonomy export --format markdown\n"
             "  holonomy export --view orders --format latex --plan plan.yaml\n"
             "  holonomy export --view silent --format markdown\n"
             "  holonomy export --view measures --plan plans/community.yaml\n"
             "  holonomy export --view fastest --format markdown\n"
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
    if (!query) return hol_refuse(false, "%s", why.text);
    for (int k = 0; k < sqlite3_column_count(query); k++)
        hol_table_head(t, HOL_TABLE_NUMBER, "%s", sqlite3_column_name(query, k));
    while ((answer = hol_store_next(store, query, &why)) == HOL_STORE_FOUND)
        add_row(t, query, whole);
    sqlite3_finalize(query);
    if (answer == HOL_STORE_FAILED) hol_complain("%s", why.text);
    return answer == HOL_STORE_NONE;
}

/* ---------------------------------------------------------------- which rows */

static void query_text(const arguments *a, char sql[], size_t size)
{
    char name[4096];
    const char *select = views[a->view.at].select;
    snprintf(name, sizeof name, select ? "(%s)" : "%s", select ? select : views[a->view.at].name);
    if (!a->plan)
        snprintf(sql, size, "SELECT * FROM %s", name);
    else if (!strcmp(views[a->view.at].run_by, "key"))
        snprintf(sql, size,
                 "SELECT v.* FROM wanted JOIN %s v ON v.key = wanted ORDER BY wanted.place", name);
    else
        snprintf(sql, size,
                 "SELECT v.* FROM wanted JOIN runs r ON r.key = wanted JOIN %s v ON v.run = "
                 "r.number ORDER BY wanted.place",
                 name);
}

/* The temporary tables that the query asks for. */
static bool prepare(hol_store *store, const arguments *a, const hol_plan *plan)
{
    hol_message why;
    bool good = (!plan || hol_store_list(store, plan->count, plan->spec, &why)) &&
                (!views[a->view.at].beside || views[a->view.at].beside(store, &why));
    if (!good) hol_complain("%s", why.text);
    return good;
}

/* whole: the store has all that is asked for. */
static bool gather(const arguments *a, hol_table *t, int *code, bool *whole)
{
    char sql[5120];
    hol_plan *plan = a->plan ? cli_plan(a->plan) : NULL;
    *code = HOL_EXIT_INPUT;
    if (a->plan && !plan) return false;
    *code = HOL_EXIT_FILE;
    hol_store *store = cli_store(a->store);
    query_text(a, sql, sizeof sql);
    bool had =
        store && prepare(store, a, plan) && read_rows(store, sql, forms[a->form.at].whole, t);
    *whole = !had || !plan || cli_has_runs(store, a->store, plan, a->plan);
    hol_store_close(store);
    hol_plan_free(plan);
    return had;
}

static int print(const arguments *a, const hol_table *t)
{
    if (!a->output) {
        forms[a->form.at].print(stdout, t);
        return cli_finish(HOL_EXIT_OK);
    }
    FILE *out = cli_output(a->output);
    if (!out) return HOL_EXIT_FILE;
    forms[a->form.at].print(out, t);
    return cli_output_end(out, a->output, HOL_EXIT_OK);
}

int cli_export(int argc, char **argv)
{
    arguments a = {.form = {&form_names, 0}, .store = HOL_STORE_DEFAULT, .view = {&view_names, 0}};
    hol_table t = {0};
    int code;
    bool whole = true;
    if (!cli_parse(&usage, argc, argv, &a)) return HOL_EXIT_USAGE;
    if (a.plan && !views[a.view.at].run_by)
        return hol_refuse(HOL_EXIT_USAGE, "--plan picks runs, and %s has none",
                          views[a.view.at].name);
    if (gather(&a, &t, &code, &whole)) code = print(&a, &t);
    if (code == HOL_EXIT_OK && !whole) code = HOL_EXIT_FAILED;
    hol_table_free(&t);
    return code;
}
