/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results store: see store.h. */
#include "harness/store/store.h"

#include <errno.h>
#include <math.h>
#include <sqlite3.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/say.h"
#include "base/text.h"
#include "harness/store/facts.h"
#include "harness/store/store_schema.h"

/* Another writer is waited for so often, a minute in all: for 1 ms, 3 ms, ... 99 ms, which
 * makes 2.5 s, then, once that is said, for 100 ms each. */
enum { PATIENCE = 625, SILENT = 50, MILLISECOND = 1000000 /* [ns] */ };

/* From ROWS_IN on one for each list of rows. */
enum {
    HAS,
    LACKS_TRUTH,
    LACKED_MEMORY,
    BUILD_IN,
    BUILD,
    RUN_IN,
    COUNTERS_IN,
    ROWS_IN,
    STATEMENTS = ROWS_IN + HOL_ROW_LISTS
};

struct hol_store {
    sqlite3 *db;
    char *path;
    sqlite3_stmt *statement[STATEMENTS]; /* prepared at their first use */
};

/* ---------------------------------------------------------------- failures */

/* Why a file may not be written, or be made in its folder: errno; 0: it may. */
static int barred(const char *path)
{
    const char *end = strrchr(path, '/');
    char *folder = hol_new((int)strlen(path) + 2, 1);
    memcpy(folder, end ? path : ".", end > path ? (size_t)(end - path) : 1);
    bool there = access(path, F_OK) == 0;
    int error = access(there ? path : folder, there ? R_OK | W_OK : W_OK | X_OK) ? errno : 0;
    free(folder);
    return error;
}

/* The last failure.  SQLite's own errno is that of its last try, to open what it could not make. */
static void explain(const hol_store *store, hol_message *why)
{
    int code = sqlite3_errcode(store->db), system = sqlite3_system_errno(store->db);
    if (code == SQLITE_CANTOPEN && barred(store->path)) system = barred(store->path);
    bool file = code == SQLITE_IOERR || code == SQLITE_CANTOPEN || code == SQLITE_FULL;
    if (file && system)
        hol_say(why, "%s: %s (%s)", store->path, sqlite3_errmsg(store->db), strerror(system));
    else
        hol_say(why, "%s: %s", store->path, sqlite3_errmsg(store->db));
}

bool hol_store_execute(hol_store *store, const char *sql, hol_message *why)
{
    if (sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK) return true;
    explain(store, why);
    return false;
}

bool hol_store_end(hol_store *store, bool good, hol_message *why)
{
    if (good && hol_store_execute(store, "COMMIT", why)) return true;
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

bool hol_store_integer(hol_store *store, const char *sql, long *value, hol_message *why)
{
    sqlite3_stmt *query = hol_store_query(store, sql, why);
    bool had = query && hol_store_next(store, query, why) == HOL_STORE_FOUND;
    if (had) *value = (long)sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    return had;
}

/* ---------------------------------------------------------------- opening */

static bool make_tables(hol_store *store, hol_message *why)
{
    char *sql = hol_schema_text();
    bool made = hol_store_execute(store, sql, why);
    free(sql);
    return made;
}

/* Version by version to the one of this program; read alone, it is only shown so. */
static bool bring_up(hol_store *store, long version, hol_store_use use, hol_message *why)
{
    bool good = true;
    if (use == HOL_STORE_READ) return hol_store_execute(store, hol_schema_view(version), why);
    for (; good && version < HOL_STORE_VERSION; version++)
        good = hol_store_execute(store, hol_schema_step(version), why);
    return good;
}

/* An empty file becomes a store; another program's database is left alone. */
static bool check_tables(hol_store *store, hol_store_use use, hol_message *why)
{
    long version, mark, tables;
    if (!hol_store_integer(store, "PRAGMA user_version", &version, why) ||
        !hol_store_integer(store, "PRAGMA application_id", &mark, why) ||
        !hol_store_integer(store, "SELECT count(*) FROM sqlite_master", &tables, why))
        return false;
    if (!version && !mark && !tables && use == HOL_STORE_WRITE) return make_tables(store, why);
    if (mark == HOL_STORE_MARK && version == HOL_STORE_VERSION) return true;
    if (mark == HOL_STORE_MARK && hol_schema_step(version))
        return bring_up(store, version, use, why);
    if (mark != HOL_STORE_MARK)
        hol_say(why, "%s: is no results store of holonomy", store->path);
    else if (version > HOL_STORE_VERSION)
        hol_say(why,
                "%s: written by a newer holonomy (store version %ld, this program knows %d): "
                "update the program or name another file",
                store->path, version, HOL_STORE_VERSION);
    else
        hol_say(why, "%s: store version %ld is older than this program reads: name another file",
                store->path, version);
    return false;
}

/* SQLite asks, for the `times`-th time, whether to try again: another process holds the store. */
static int wait_for_writer(void *path, int times)
{
    struct timespec pause = {.tv_nsec = (times < SILENT ? 2 * times + 1 : 100) * MILLISECOND};
    if (times == SILENT)
        hol_complain("%s: another process writes it: waiting, for a minute at the most",
                     (const char *)path);
    if (times < PATIENCE) nanosleep(&pause, NULL);
    return times < PATIENCE;
}

/* The lock is taken first, so that two programs at once make the tables once.  Where temporary
 * tables are kept is said before there are any: saying it drops them. */
static bool set_up(hol_store *store, hol_store_use use, hol_message *why)
{
    sqlite3_busy_handler(store->db, wait_for_writer, store->path);
    if (!hol_store_execute(store,
                           "PRAGMA foreign_keys = ON; PRAGMA synchronous = EXTRA;"
                           "PRAGMA temp_store = MEMORY",
                           why))
        return false;
    if (use == HOL_STORE_READ)
        return check_tables(store, use, why) &&
               hol_store_execute(store, "PRAGMA query_only = ON", why);
    if (!hol_store_execute(store, "BEGIN IMMEDIATE", why)) return false;
    return hol_store_end(store, check_tables(store, use, why), why);
}

hol_store *hol_store_open(const char *path, hol_store_use use, hol_message *why)
{
    hol_store *store = hol_new(1, sizeof *store);
    /* Reading, too, may have to undo what an interrupted writer left. */
    int flags = SQLITE_OPEN_READWRITE | (use == HOL_STORE_WRITE ? SQLITE_OPEN_CREATE : 0);
    store->path = hol_new((int)strlen(path) + 1, 1);
    strcpy(store->path, path);
    if (sqlite3_open_v2(path, &store->db, flags, NULL) != SQLITE_OK)
        explain(store, why);
    else if (set_up(store, use, why))
        return store;
    hol_store_close(store);
    return NULL;
}

void hol_store_close(hol_store *store)
{
    if (!store) return;
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(store->statement[i]);
    sqlite3_close(store->db);
    free(store->path);
    free(store);
}

const char *hol_store_path(const hol_store *store)
{
    return store->path;
}

/* ---------------------------------------------------------------- statements */

sqlite3_stmt *hol_store_query(hol_store *store, const char *sql, hol_message *why)
{
    sqlite3_stmt *query = NULL;
    if (sqlite3_prepare_v2(store->db, sql, -1, &query, NULL) != SQLITE_OK) explain(store, why);
    return query;
}

hol_store_answer hol_store_next(hol_store *store, sqlite3_stmt *query, hol_message *why)
{
    int code = sqlite3_step(query);
    if (code == SQLITE_ROW) return HOL_STORE_FOUND;
    if (code == SQLITE_DONE) return HOL_STORE_NONE;
    explain(store, why);
    return HOL_STORE_FAILED;
}

static char *statement_text(int which)
{
    static const hol_column none[] = {{0}};
    static const struct {
        const char *table, *first, *last;
        const hol_column *column;
        bool insert;
    } form[ROWS_IN] = {
        [HAS] = {"runs", "number", "WHERE key = ?", none, false},
        [LACKS_TRUTH] = {"runs", "number",
                         "WHERE key = ? AND status = 'ok' AND error_position IS NULL AND"
                         " error_orientation IS NULL",
                         none, false},
        [LACKED_MEMORY] = {"runs", "number", "WHERE key = ? AND status = 'no memory'", none, false},
        [BUILD_IN] = {"builds", "build, facts", " ON CONFLICT DO NOTHING", none, true},
        [BUILD] = {"builds", "number", "WHERE build = ? AND facts = ?", none, false},
        [RUN_IN] = {"runs",
                    "key, spec, build, problem, method, parameters, options, settings, h, rtol, "
                    "atol, until, series, repeats, ran, adaptive, level",
                    " ON CONFLICT (key) DO NOTHING", hol_run_columns, true},
        [COUNTERS_IN] = {"counters", "run", "", hol_counter_columns, true},
    };
    if (which >= ROWS_IN) {
        const hol_row_list *list = &hol_row_lists[which - ROWS_IN];
        return hol_schema_insert(list->table, "run, place", list->column, "");
    }
    if (form[which].insert)
        return hol_schema_insert(form[which].table, form[which].first, form[which].column,
                                 form[which].last);
    return hol_schema_select(form[which].first, form[which].table, form[which].column,
                             form[which].last);
}

static hol_binder statement(hol_store *store, int which, hol_message *why)
{
    sqlite3_stmt **s = &store->statement[which];
    if (!*s) {
        char *sql = statement_text(which);
        *s = hol_store_query(store, sql, why);
        free(sql);
    }
    return hol_bind(store, *s, why);
}

/* The one answer of a statement. */
static hol_store_answer carry_out(hol_binder *b)
{
    hol_store_answer answer = hol_bound_next(b);
    sqlite3_reset(b->s);
    return answer;
}

/* ---------------------------------------------------------------- values */

hol_binder hol_bind(hol_store *store, sqlite3_stmt *s, hol_message *why)
{
    if (s) sqlite3_reset(s);
    return (hol_binder){.store = store, .s = s, .why = why};
}

static void take_code(hol_binder *b, int code)
{
    if (!b->code) b->code = code;
}

void hol_bind_text(hol_binder *b, const char *text)
{
    ++b->at;
    if (b->s) take_code(b, sqlite3_bind_text(b->s, b->at, text, -1, SQLITE_TRANSIENT));
}

void hol_bind_number(hol_binder *b, double x)
{
    ++b->at;
    if (b->s) take_code(b, sqlite3_bind_double(b->s, b->at, x));
}

void hol_bind_integer(hol_binder *b, long n)
{
    ++b->at;
    if (b->s) take_code(b, sqlite3_bind_int64(b->s, b->at, n));
}

void hol_bind_columns(hol_binder *b, const hol_column column[], const void *row)
{
    for (; column->name; column++) {
        const char *place = (const char *)row + column->at;
        if (column->kind == HOL_COLUMN_REAL)
            hol_bind_number(b, *(const double *)(const void *)place);
        else if (column->kind == HOL_COLUMN_LONG)
            hol_bind_integer(b, *(const long *)(const void *)place);
        else if (column->kind == HOL_COLUMN_ENUM)
            hol_bind_text(b, column->word[*(const int *)(const void *)place]);
        else
            hol_bind_text(b, place);
    }
}

hol_store_answer hol_bound_next(hol_binder *b)
{
    if (b->s && !b->code) return hol_store_next(b->store, b->s, b->why);
    if (b->code) hol_say(b->why, "%s: %s", b->store->path, sqlite3_errstr(b->code));
    return HOL_STORE_FAILED;
}

/* ---------------------------------------------------------------- writing a run */

/* The answer of a statement whose only value is the key. */
static hol_store_answer ask(hol_store *store, int what, const char *key, hol_message *why)
{
    hol_binder b = statement(store, what, why);
    hol_bind_text(&b, key);
    return carry_out(&b);
}

hol_store_answer hol_store_has(hol_store *store, const char *key, hol_message *why)
{
    return ask(store, HAS, key, why);
}

hol_store_answer hol_store_lacks_truth(hol_store *store, const char *key, hol_message *why)
{
    return ask(store, LACKS_TRUTH, key, why);
}

hol_store_answer hol_store_lacked_memory(hol_store *store, const char *key, hol_message *why)
{
    return ask(store, LACKED_MEMORY, key, why);
}

/* The values of a table of options as an object of JSON: malloc'd. */
static char *values_text(const hol_option table[], const double value[])
{
    char word[64];
    hol_text t;
    hol_text_begin(&t);
    FILE *out = t.out;
    putc('{', out);
    for (int i = 0; value && i < hol_option_count(table); i++) {
        hol_option_print(&table[i], value[i], word);
        bool bare = table[i].kind != HOL_CHOICE && isfinite(value[i]);
        fprintf(out, "%s\"%s\":%s%s%s", i ? "," : "", table[i].name, bare ? "" : "\"", word,
                bare ? "" : "\"");
    }
    putc('}', out);
    return hol_text_end(&t);
}

bool hol_store_put_build(hol_store *store, long *number, hol_message *why)
{
    hol_binder in = statement(store, BUILD_IN, why), find = statement(store, BUILD, why);
    char *facts = hol_facts_text();
    hol_bind_text(&in, hol_build_id());
    hol_bind_text(&in, facts);
    hol_bind_text(&find, hol_build_id());
    hol_bind_text(&find, facts);
    free(facts);
    bool had = carry_out(&in) != HOL_STORE_FAILED && hol_bound_next(&find) == HOL_STORE_FOUND;
    if (had) *number = (long)sqlite3_column_int64(find.s, 0);
    sqlite3_reset(find.s);
    return had;
}

static void bind_spec(hol_binder *b, const hol_spec *spec, const char *key, long build)
{
    char *line = hol_new(HOL_SPEC_LINE, 1);
    char *parameters = values_text(spec->problem->parameters, spec->parameters);
    char *options = values_text(spec->method->options, spec->options);
    hol_bind_text(b, key);
    hol_spec_text(spec, line, HOL_SPEC_LINE);
    hol_bind_text(b, line);
    hol_bind_integer(b, build);
    hol_bind_text(b, spec->problem->name);
    hol_bind_text(b, spec->method->name);
    hol_bind_text(b, parameters);
    hol_bind_text(b, options);
    hol_spec_settings(spec, line, HOL_SPEC_LINE);
    hol_bind_text(b, line);
    hol_bind_number(b, spec->h);
    hol_bind_number(b, spec->rtol);
    hol_bind_number(b, spec->atol);
    hol_bind_number(b, spec->until);
    hol_bind_integer(b, spec->series);
    hol_bind_integer(b, spec->repeats);
    free(line);
    free(parameters);
    free(options);
}

/* *number: of the new run; 0 where one of that key is there. */
static bool put_run(hol_store *store, const hol_spec *spec, const char *key, const hol_record *r,
                    long *number, hol_message *why)
{
    long build;
    if (!hol_store_put_build(store, &build, why)) return false;
    hol_binder b = statement(store, RUN_IN, why);
    bind_spec(&b, spec, key, build);
    hol_bind_integer(&b, r->ran);
    hol_bind_integer(&b, r->adaptive);
    hol_bind_integer(&b, r->level);
    hol_bind_columns(&b, hol_run_columns, r);
    if (carry_out(&b) == HOL_STORE_FAILED) return false;
    *number = sqlite3_changes(store->db) ? (long)sqlite3_last_insert_rowid(store->db) : 0;
    return true;
}

static bool put_rows(hol_store *store, int which, long run, const hol_record *r, hol_message *why)
{
    const hol_row_list *list = &hol_row_lists[which];
    const char *row = hol_rows_of(list, r);
    for (int i = 0; i < hol_row_count(list, r); i++, row += list->size) {
        hol_binder b = statement(store, ROWS_IN + which, why);
        hol_bind_integer(&b, run);
        hol_bind_integer(&b, i);
        hol_bind_columns(&b, list->column, row);
        if (carry_out(&b) == HOL_STORE_FAILED) return false;
    }
    return true;
}

static bool put_all(hol_store *store, const hol_spec *spec, const char *key, const hol_record *r,
                    hol_message *why)
{
    long run;
    if (!put_run(store, spec, key, r, &run, why)) return false;
    if (!run) return true;
    hol_binder b = statement(store, COUNTERS_IN, why);
    hol_bind_integer(&b, run);
    hol_bind_columns(&b, hol_counter_columns, &r->counters);
    bool put = carry_out(&b) != HOL_STORE_FAILED;
    for (int k = 0; k < HOL_ROW_LISTS && put; k++) put = put_rows(store, k, run, r, why);
    return put;
}

bool hol_store_put(hol_store *store, const hol_spec *spec, const char *key,
                   const hol_record *record, hol_message *why)
{
    if (!hol_store_execute(store, "BEGIN IMMEDIATE", why)) return false;
    return hol_store_end(store, put_all(store, spec, key, record, why), why);
}
