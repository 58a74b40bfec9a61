/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy compare A B`: two runs of a store, or the runs that two stores share; two methods are
 * in cli_compare_methods.c. */
#include <math.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/cli/cli_compare.h"
#include "harness/cli/cli_derive.h"
#include "harness/cli/cli_store.h"
#include "harness/store/record.h"

typedef compare_asked arguments;

static const cli_option options[] = {
    {"json", 0, NULL, "prints one object of JSON in place of lines", cli_flag, CLI_AT(json)},
    {"store", 0, "FILE", "store of the two runs (default " HOL_STORE_DEFAULT " here)", cli_file,
     CLI_AT(store)},
    {"tolerance", 0, "R", "of runs and stores: exit code 1 where a relative difference is above R",
     cli_not_below_zero, CLI_AT(tolerance)},
    {"ulps", 0, NULL, "of runs and stores: differences, and R, in numbers of double precision",
     cli_flag, CLI_AT(ulps)},
    CLI_EXPERIMENT("of two methods: "),
    CLI_NO_DERIVE,
    {"quiet", 0, NULL, "no progress bar and no notes", cli_flag, CLI_AT(quiet)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = (const cli_argument[]){{cli_text, CLI_AT(side[0])},
                                        {cli_text, CLI_AT(side[1])},
                                        {cli_text, CLI_AT(problem)},
                                        {0}},
    .least = 2,
    .needs =
        "compare needs two methods and a problem, two runs, or two stores: holonomy compare A B "
        "[PROBLEM]",
    .words = "METHOD METHOD PROBLEM|MODEL.yaml, or A B",
    .about =
        "Runs two methods on a problem and sets side by side how far they are off, what they keep "
        "and what they cost.  Or compares two runs, named by the first digits of their keys, or "
        "two stores: the runs whose "
        "specs are equal, whatever build made them, the newest of each.\v"
        "Of every column in which runs differ it prints in how many, the largest difference "
        "relative to the larger of the two values, and where that is; 'inf' means that one side "
        "has no value.  Columns of CPU time are left out; so are, from the tolerance too, those "
        "whose "
        "differing values are all round-off, none above 1e-12: they are named.\n\n"
        "Examples:\n"
        "  holonomy compare rattle jet-dop853 quadrangle --rtol 1e-6\n"
        "  holonomy compare before.sqlite after.sqlite --tolerance 1e-12\n"
        "  holonomy compare 3f2a 90c1 --store results.sqlite --json\n"};

/* ---------------------------------------------------------------- two runs */

static bool like_a_key(const char *begin)
{
    bool like = *begin && strlen(begin) < HOL_KEY && !begin[strspn(begin, "0123456789abcdef")];
    if (!like) hol_complain("'%s' is neither a file nor the beginning of a key", begin);
    return like;
}

/* The one key that begins so; else the exit status. */
static int whole_key(hol_store *store, const char *begin, char key[HOL_KEY])
{
    hol_message why;
    char pattern[HOL_KEY + 1];
    int found = 0;
    hol_store_answer answer;
    snprintf(pattern, sizeof pattern, "%.64s*", begin);
    sqlite3_stmt *query = hol_store_query(store, "SELECT key FROM runs WHERE key GLOB ?", &why);
    hol_binder b = hol_bind(store, query, &why);
    hol_bind_text(&b, pattern);
    while ((answer = hol_bound_next(&b)) == HOL_STORE_FOUND && found++ < 2)
        snprintf(key, HOL_KEY, "%s", (const char *)sqlite3_column_text(query, 0));
    sqlite3_finalize(query);
    if (answer == HOL_STORE_FAILED) return hol_refuse(HOL_EXIT_FILE, "%s", why.text);
    if (found == 1) return HOL_EXIT_OK;
    return hol_refuse(HOL_EXIT_USAGE,
                      found ? "more than one run has a key that begins with %s"
                            : "no run has a key that begins with %s",
                      begin);
}

typedef struct { /* a record and its problem, of which no more is needed than the name: a model's
                    file may be elsewhere */
    hol_record record;
    hol_problem problem;
    char name[80];
} kept;

static bool get_record(hol_store *store, const char *key, kept *one)
{
    hol_message why;
    sqlite3_stmt *s = hol_store_query(store, "SELECT problem FROM runs WHERE key = ?", &why);
    hol_binder b = hol_bind(store, s, &why);
    hol_bind_text(&b, key);
    hol_store_answer answer = hol_bound_next(&b);
    if (answer == HOL_STORE_FOUND)
        snprintf(one->name, sizeof one->name, "%s", (const char *)sqlite3_column_text(s, 0));
    sqlite3_finalize(s);
    one->problem = (hol_problem){.name = one->name};
    if (answer == HOL_STORE_FOUND)
        answer = hol_store_get(store, key, &one->problem, &one->record, &why);
    if (answer == HOL_STORE_FAILED) hol_complain("%s", why.text);
    return answer == HOL_STORE_FOUND;
}

static void print_run(hol_json *json, char side, const char *key, const hol_record *r)
{
    const char *step = r->adaptive ? "rtol" : "h";
    double size = r->adaptive ? r->rtol : r->h;
    if (!json) {
        printf("%c %.12s: %s on %s in %s, %s = %.6g: %s\n", side, key, r->method->name,
               r->problem->name, r->formulation, step, size, hol_end_name(r->end));
        return;
    }
    hol_json_open(json, (char[]){side, '\0'}, '{');
    hol_json_string(json, "key", key);
    hol_json_string(json, "method", r->method->name);
    hol_json_string(json, "problem", r->problem->name);
    hol_json_string(json, "formulation", r->formulation);
    hol_json_number(json, step, size);
    hol_json_string(json, "status", hol_end_name(r->end));
    hol_json_close(json, '}');
}

static int compare_runs(const arguments *a, hol_json *json, compare_found *c, double *worst)
{
    kept one[2];
    char key[2][HOL_KEY];
    int had = 0;
    if (!like_a_key(a->side[0]) || !like_a_key(a->side[1])) return HOL_EXIT_USAGE;
    hol_store *store = cli_store(a->store);
    if (!store) return HOL_EXIT_FILE;
    int code = whole_key(store, a->side[0], key[0]);
    if (code == HOL_EXIT_OK) code = whole_key(store, a->side[1], key[1]);
    while (code == HOL_EXIT_OK && had < 2 && get_record(store, key[had], &one[had])) had++;
    hol_store_close(store);
    if (had == 2) {
        for (int i = 0; i < 2; i++) print_run(json, "AB"[i], key[i], &one[i].record);
        compare_add(c, &one[0].record, &one[1].record);
        *worst = compare_print(json, c);
        if (!json && !c->columns) puts("no difference");
    } else if (code == HOL_EXIT_OK)
        code = HOL_EXIT_FILE;
    while (had > 0) hol_record_clear(&one[--had].record);
    return code;
}

/* ---------------------------------------------------------------- two stores */

/* Of the newest runs those that the other store has not. */
static bool count_only(hol_store *store, long shared, long *only)
{
    hol_message why;
    long count;
    if (!hol_store_integer(store, "SELECT count(*) FROM latest", &count, &why))
        return hol_refuse(false, "%s", why.text);
    *only = count - shared;
    return true;
}

/* The pair of runs of equal spec; false where a store failed. */
static bool compare_keys(compare_found *c, hol_store *store[2], const char *key_a,
                         const char *key_b)
{
    kept a, b;
    if (!get_record(store[0], key_a, &a)) return false;
    bool had = get_record(store[1], key_b, &b);
    if (had) {
        compare_add(c, &a.record, &b.record);
        hol_record_clear(&b.record);
    }
    hol_record_clear(&a.record);
    return had;
}

static bool compare_all(compare_found *c, hol_store *store[2], long *shared)
{
    hol_message why = {""};
    hol_store_answer answer = HOL_STORE_NONE, other = HOL_STORE_NONE;
    sqlite3_stmt *all = hol_store_query(store[0], "SELECT key, spec FROM latest ORDER BY number",
                                        &why),
                 *same = hol_store_query(
                     store[1], "SELECT key FROM runs WHERE spec = ? ORDER BY number DESC LIMIT 1",
                     &why);
    bool well = all && same;
    while (well && (answer = hol_store_next(store[0], all, &why)) == HOL_STORE_FOUND) {
        hol_binder b = hol_bind(store[1], same, &why);
        hol_bind_text(&b, (const char *)sqlite3_column_text(all, 1));
        other = hol_bound_next(&b);
        if (other == HOL_STORE_FOUND) {
            ++*shared;
            well = compare_keys(c, store, (const char *)sqlite3_column_text(all, 0),
                                (const char *)sqlite3_column_text(same, 0));
        }
        if (other == HOL_STORE_FAILED) break;
    }
    bool failed = !all || !same || answer == HOL_STORE_FAILED || other == HOL_STORE_FAILED;
    if (failed) hol_complain("%s", why.text);
    sqlite3_finalize(all);
    sqlite3_finalize(same);
    return well && !failed;
}

static void print_shared(hol_json *json, const arguments *a, long shared, const long only[2],
                         int differing)
{
    if (!json) {
        printf("%ld runs in both, %ld only in %s, %ld only in %s; %d of the %ld differ\n", shared,
               only[0], a->side[0], only[1], a->side[1], differing, shared);
        return;
    }
    hol_json_integer(json, "shared", shared);
    hol_json_integer(json, "only_A", only[0]);
    hol_json_integer(json, "only_B", only[1]);
    hol_json_integer(json, "differing", differing);
}

static int compare_stores(const arguments *a, hol_json *json, compare_found *c, double *worst)
{
    hol_store *store[2];
    long shared = 0, only[2] = {0, 0};
    int code = HOL_EXIT_FILE;
    store[0] = cli_store(a->side[0]);
    store[1] = store[0] ? cli_store(a->side[1]) : NULL;
    if (store[1] && compare_all(c, store, &shared) && count_only(store[0], shared, &only[0]) &&
        count_only(store[1], shared, &only[1])) {
        print_shared(json, a, shared, only, c->differing);
        *worst = compare_print(json, c);
        if (only[0] || only[1]) *worst = INFINITY;
        code = HOL_EXIT_OK;
    }
    hol_store_close(store[0]);
    hol_store_close(store[1]);
    return code;
}

/* Options that the other kind of comparison has; false after a message. */
static bool asks_what_there_is(const arguments *a)
{
    bool experiment = isfinite(a->step) || isfinite(a->until) || isfinite(a->rtol) ||
                      a->formulation || a->parameters.count || a->options.count || a->no_derive;
    if (a->problem && (isfinite(a->tolerance) || a->ulps))
        return hol_refuse(false,
                          "--tolerance and --ulps are of runs and stores: two methods differ");
    if (!a->problem && experiment)
        return hol_refuse(false,
                          "--step, --until, --rtol, --formulation, -p, -o and --no-derive are "
                          "of two methods on a problem: runs are compared as they were made");
    return true;
}

static int compare(void *arguments_)
{
    const arguments *a = arguments_;
    double worst = 0.0;
    bool methods = hol_method_named(a->side[0]) || hol_method_named(a->side[1]);
    if (!asks_what_there_is(a)) return HOL_EXIT_USAGE;
    if (a->problem) return compare_methods(a);
    if (methods && access(a->side[0], F_OK) != 0)
        return hol_refuse(HOL_EXIT_USAGE,
                          "compare %s and %s on which problem? holonomy compare %s %s PROBLEM",
                          a->side[0], a->side[1], a->side[0], a->side[1]);
    bool stores = access(a->side[0], F_OK) == 0 || access(a->side[1], F_OK) == 0;
    compare_found c = {.ulps = a->ulps};
    hol_json object = {.out = stdout}, *json = a->json ? &object : NULL;
    if (json) hol_json_open(json, NULL, '{');
    int code = stores ? compare_stores(a, json, &c, &worst) : compare_runs(a, json, &c, &worst);
    if (json) hol_json_close(json, '}');
    compare_free(&c);
    if (code == HOL_EXIT_OK && worst > a->tolerance)
        code = hol_refuse(HOL_EXIT_FAILED, "differences above the tolerance %g", a->tolerance);
    return cli_finish(code);
}

int cli_compare(int argc, char **argv)
{
    arguments a = {
        .store = HOL_STORE_DEFAULT, .tolerance = NAN, .step = NAN, .until = NAN, .rtol = NAN};
    return cli_command(&usage, argc, argv, &a, compare);
}
