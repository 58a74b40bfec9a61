/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results store: see store.h. */
#include "harness/store/store.h"

#include <errno.h>
#include <math.h>
#include <sqlite3.h>
#include <string.h>

#include "harness/store/facts.h"
#include "harness/store/record.h"
#include "harness/store/store_schema.h"
#include "holonomy/memory.h"

enum { PATIENCE = 60000 }; /* for another writer to finish [ms] */

enum { HAS, BUILD_IN, BUILD, RUN_IN, COUNTERS_IN, MOMENTUM_IN, POINT_IN, PLACED_IN, STATEMENTS };

struct hol_store {
    sqlite3 *db;
    char *path;
    sqlite3_stmt *statement[STATEMENTS]; /* prepared at their first use */
};

/* ---------------------------------------------------------------- failures */

void hol_store_explain(const hol_store *store, hol_message *why)
{
    int code = sqlite3_errcode(store->db), system = sqlite3_system_errno(store->db);
    bool file = code == SQLITE_IOERR || code == SQLITE_CANTOPEN || code == SQLITE_FULL;
    if (file && system)
        hol_say(why, "%s: %s (%s)", store->path, sqlite3_errmsg(store->db), strerror(system));
    else
        hol_say(why, "%s: %s", store->path, sqlite3_errmsg(store->db));
}

static bool execute(hol_store *store, const char *sql, hol_message *why)
{
    if (sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK) return true;
    hol_store_explain(store, why);
    return false;
}

static bool integer(hol_store *store, const char *sql, long *value, hol_message *why)
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
    bool made = execute(store, sql, why);
    free(sql);
    return made;
}

/* An empty file becomes a store; another program's database is left alone. */
static bool check_tables(hol_store *store, hol_store_use use, hol_message *why)
{
    long version, mark, tables;
    if (!integer(store, "PRAGMA user_version", &version, why) ||
        !integer(store, "PRAGMA application_id", &mark, why) ||
        !integer(store, "SELECT count(*) FROM sqlite_master", &tables, why))
        return false;
    if (!version && !mark && !tables && use == HOL_STORE_WRITE) return make_tables(store, why);
    if (mark != HOL_STORE_MARK)
        hol_say(why, "%s: is no results store of holonomy", store->path);
    else if (version > HOL_STORE_VERSION)
        hol_say(why,
                "%s: written by a newer holonomy (store version %ld, this program knows %d): "
                "update the program or name another file",
                store->path, version, HOL_STORE_VERSION);
    else if (version < HOL_STORE_VERSION)
        hol_say(why, "%s: store version %ld is older than %d: name another file", store->path,
                version, HOL_STORE_VERSION);
    else
        return true;
    return false;
}

/* The lock is taken first, so that two programs at once make the tables once. */
static bool set_up(hol_store *store, hol_store_use use, hol_message *why)
{
    sqlite3_busy_timeout(store->db, PATIENCE);
    if (!execute(store, "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL", why)) return false;
    if (use == HOL_STORE_READ)
        return execute(store, "PRAGMA query_only = ON", why) && check_tables(store, use, why);
    if (!execute(store, "BEGIN IMMEDIATE", why)) return false;
    if (check_tables(store, use, why) && execute(store, "COMMIT", why)) return true;
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

hol_store *hol_store_open(const char *path, hol_store_use use, hol_message *why)
{
    hol_store *store = hol_new(1, sizeof *store);
    /* Reading, too, may have to undo what an interrupted writer left. */
    int flags = SQLITE_OPEN_READWRITE | (use == HOL_STORE_WRITE ? SQLITE_OPEN_CREATE : 0);
    store->path = hol_new((int)strlen(path) + 1, 1);
    strcpy(store->path, path);
    if (sqlite3_open_v2(path, &store->db, flags, NULL) != SQLITE_OK)
        hol_store_explain(store, why);
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

sqlite3 *hol_store_handle(hol_store *store)
{
    return store->db;
}

/* ---------------------------------------------------------------- statements */

sqlite3_stmt *hol_store_query(hol_store *store, const char *sql, hol_message *why)
{
    sqlite3_stmt *query = NULL;
    if (sqlite3_prepare_v2(store->db, sql, -1, &query, NULL) != SQLITE_OK)
        hol_store_explain(store, why);
    return query;
}

hol_store_answer hol_store_next(hol_store *store, sqlite3_stmt *query, hol_message *why)
{
    int code = sqlite3_step(query);
    if (code == SQLITE_ROW) return HOL_STORE_FOUND;
    if (code == SQLITE_DONE) return HOL_STORE_NONE;
    hol_store_explain(store, why);
    return HOL_STORE_FAILED;
}

static char *statement_text(int which)
{
    static const hol_column none[] = {{0}};
    static const struct {
        const char *table, *first, *last;
        const hol_column *column;
        bool insert;
    } form[STATEMENTS] = {
        [HAS] = {"runs", "number", "WHERE key = ?", none, false},
        [BUILD_IN] = {"builds", "build, facts", " ON CONFLICT DO NOTHING", none, true},
        [BUILD] = {"builds", "number", "WHERE build = ? AND facts = ?", none, false},
        [RUN_IN] = {"runs",
                    "key, spec, build, problem, method, parameters, options, settings, h, rtol, "
                    "atol, until, series, repeats, ran, adaptive, level",
                    " ON CONFLICT (key) DO NOTHING", hol_run_columns, true},
        [COUNTERS_IN] = {"counters", "run", "", hol_counter_columns, true},
        [MOMENTUM_IN] = {"momenta", "run, place", "", hol_momentum_columns, true},
        [POINT_IN] = {"series", "run, place", "", hol_series_columns, true},
        [PLACED_IN] = {"motions", "run, place", "", hol_motion_columns, true},
    };
    if (form[which].insert)
        return hol_schema_insert(form[which].table, form[which].first, form[which].column,
                                 form[which].last);
    return hol_schema_select(form[which].first, form[which].table, form[which].column,
                             form[which].last);
}

/* The statement, ready for its values; NULL after a failure. */
static sqlite3_stmt *statement(hol_store *store, int which, hol_message *why)
{
    sqlite3_stmt **s = &store->statement[which];
    if (!*s) {
        char *sql = statement_text(which);
        *s = hol_store_query(store, sql, why);
        free(sql);
    }
    if (*s) sqlite3_reset(*s);
    return *s;
}

static bool carry_out(hol_store *store, sqlite3_stmt *s, hol_message *why)
{
    hol_store_answer answer = hol_store_next(store, s, why);
    sqlite3_reset(s);
    return answer != HOL_STORE_FAILED;
}

static void bind_text(sqlite3_stmt *s, int at, const char *text)
{
    sqlite3_bind_text(s, at, text, -1, SQLITE_TRANSIENT);
}

static void bind_columns(sqlite3_stmt *s, int at, const hol_column column[], const void *of)
{
    for (; column->name; column++, at++) {
        const char *place = (const char *)of + column->at;
        if (column->kind == HOL_COLUMN_REAL)
            sqlite3_bind_double(s, at, *(const double *)(const void *)place); /* NaN: NULL */
        else if (column->kind == HOL_COLUMN_LONG)
            sqlite3_bind_int64(s, at, *(const long *)(const void *)place);
        else if (column->kind == HOL_COLUMN_ENUM)
            bind_text(s, at, column->word[*(const int *)(const void *)place]);
        else
            bind_text(s, at, place);
    }
}

/* ---------------------------------------------------------------- writing a run */

hol_store_answer hol_store_has(hol_store *store, const char *key, hol_message *why)
{
    sqlite3_stmt *s = statement(store, HAS, why);
    if (!s) return HOL_STORE_FAILED;
    bind_text(s, 1, key);
    hol_store_answer answer = hol_store_next(store, s, why);
    sqlite3_reset(s);
    return answer;
}

/* The values of a table of options as an object of JSON: malloc'd. */
static char *values_text(const hol_option table[], const double value[])
{
    char *text, word[64];
    size_t size;
    FILE *out = hol_had(open_memstream(&text, &size));
    putc('{', out);
    for (int i = 0; value && i < hol_option_count(table); i++) {
        hol_option_print(&table[i], value[i], word);
        bool bare = table[i].kind != HOL_CHOICE && isfinite(value[i]);
        fprintf(out, "%s\"%s\":%s%s%s", i ? "," : "", table[i].name, bare ? "" : "\"", word,
                bare ? "" : "\"");
    }
    putc('}', out);
    fclose(out);
    return text;
}

static char *facts_text(void)
{
    char *text;
    size_t size;
    hol_json j = {.out = hol_had(open_memstream(&text, &size))};
    hol_json_open(&j, NULL, '{');
    hol_facts_json(&j);
    hol_json_close(&j, '}');
    fclose(j.out);
    return text;
}

/* The number of this build on this machine. */
static bool put_build(hol_store *store, sqlite3_int64 *number, hol_message *why)
{
    sqlite3_stmt *in = statement(store, BUILD_IN, why), *find = statement(store, BUILD, why);
    if (!in || !find) return false;
    char *facts = facts_text();
    bind_text(in, 1, hol_build_id());
    bind_text(in, 2, facts);
    bind_text(find, 1, hol_build_id());
    bind_text(find, 2, facts);
    free(facts);
    bool had = carry_out(store, in, why) && hol_store_next(store, find, why) == HOL_STORE_FOUND;
    if (had) *number = sqlite3_column_int64(find, 0);
    sqlite3_reset(find);
    return had;
}

static void bind_spec(sqlite3_stmt *s, const hol_spec *spec, const char *key)
{
    enum { LINE = 16384 };
    char *line = hol_new(LINE, 1);
    char *parameters = values_text(spec->problem->parameters, spec->parameters);
    char *options = values_text(spec->method->options, spec->options);
    char *settings = hol_new(LINE, 1);
    hol_spec_text(spec, line, LINE);
    hol_spec_settings(spec, settings, LINE);
    bind_text(s, 1, key);
    bind_text(s, 2, line);
    bind_text(s, 4, spec->problem->name);
    bind_text(s, 5, spec->method->name);
    bind_text(s, 6, parameters);
    bind_text(s, 7, options);
    bind_text(s, 8, settings);
    sqlite3_bind_double(s, 9, spec->h);
    sqlite3_bind_double(s, 10, spec->rtol);
    sqlite3_bind_double(s, 11, spec->atol);
    sqlite3_bind_double(s, 12, spec->until);
    sqlite3_bind_int(s, 13, spec->series);
    sqlite3_bind_int(s, 14, spec->repeats);
    free(line);
    free(parameters);
    free(options);
    free(settings);
}

/* *number: of the new run; 0 where one of that key is there. */
static bool put_run(hol_store *store, const hol_spec *spec, const char *key, const hol_record *r,
                    sqlite3_int64 *number, hol_message *why)
{
    enum { FIRST = 18 }; /* place of the first of the listed columns */
    sqlite3_int64 build;
    sqlite3_stmt *s = statement(store, RUN_IN, why);
    if (!s || !put_build(store, &build, why)) return false;
    bind_spec(s, spec, key);
    sqlite3_bind_int64(s, 3, build);
    sqlite3_bind_int(s, 15, r->ran);
    sqlite3_bind_int(s, 16, r->adaptive);
    sqlite3_bind_int(s, 17, r->level);
    bind_columns(s, FIRST, hol_run_columns, r);
    if (!carry_out(store, s, why)) return false;
    *number = sqlite3_changes(store->db) ? sqlite3_last_insert_rowid(store->db) : 0;
    return true;
}

/* `count` rows of `size` bytes each into a table whose key is (run, place). */
static bool put_rows(hol_store *store, int which, const hol_column column[], sqlite3_int64 run,
                     int count, const void *rows, size_t size, hol_message *why)
{
    sqlite3_stmt *s = statement(store, which, why);
    for (int i = 0; s && i < count; i++) {
        sqlite3_bind_int64(s, 1, run);
        sqlite3_bind_int(s, 2, i);
        bind_columns(s, 3, column, (const char *)rows + (size_t)i * size);
        if (!carry_out(store, s, why)) return false;
    }
    return s;
}

static bool put_all(hol_store *store, const hol_spec *spec, const char *key, const hol_record *r,
                    hol_message *why)
{
    sqlite3_int64 run;
    if (!put_run(store, spec, key, r, &run, why)) return false;
    if (!run) return true;
    sqlite3_stmt *s = statement(store, COUNTERS_IN, why);
    if (!s) return false;
    sqlite3_bind_int64(s, 1, run);
    bind_columns(s, 2, hol_counter_columns, &r->counters);
    return carry_out(store, s, why) &&
           put_rows(store, MOMENTUM_IN, hol_momentum_columns, run, r->momenta, r->momentum,
                    sizeof *r->momentum, why) &&
           put_rows(store, POINT_IN, hol_series_columns, run, r->points, r->series,
                    sizeof *r->series, why) &&
           put_rows(store, PLACED_IN, hol_motion_columns, run, r->placed, r->motion,
                    sizeof *r->motion, why);
}

bool hol_store_put(hol_store *store, const hol_spec *spec, const char *key,
                   const hol_record *record, hol_message *why)
{
    if (!execute(store, "BEGIN IMMEDIATE", why)) return false;
    if (put_all(store, spec, key, record, why) && execute(store, "COMMIT", why)) return true;
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}
