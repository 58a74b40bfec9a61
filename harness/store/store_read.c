/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records back from the store: see store.h. */
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/store/facts.h"
#include "harness/store/record.h"
#include "harness/store/store.h"
#include "harness/store/store_schema.h"

static void word(char text[], size_t size, sqlite3_stmt *s, int at)
{
    const unsigned char *value = sqlite3_column_text(s, at);
    snprintf(text, size, "%s", value ? (const char *)value : "");
}

static double real(sqlite3_stmt *s, int at)
{
    return sqlite3_column_type(s, at) == SQLITE_NULL ? (double)NAN : sqlite3_column_double(s, at);
}

/* The value whose word it is; false where it is none of them. */
static bool value_of(const char *const words[], const char *name, int *value)
{
    for (*value = 0; words[*value]; ++*value)
        if (!strcmp(words[*value], name)) return true;
    return false;
}

static bool is_text(sqlite3_stmt *s, int at)
{
    int type = sqlite3_column_type(s, at);
    return type == SQLITE_TEXT || type == SQLITE_BLOB;
}

bool hol_take_columns(sqlite3_stmt *s, int at, const hol_column column[], void *to,
                      hol_message *why)
{
    char name[64];
    for (; column->name; column++, at++) {
        char *place = (char *)to + column->at;
        bool number = column->kind == HOL_COLUMN_REAL || column->kind == HOL_COLUMN_LONG;
        if (number && is_text(s, at)) {
            word(name, sizeof name, s, at);
            return hol_wrong(why, "%s is '%s', which is no number", column->name, name);
        }
        if (column->kind == HOL_COLUMN_REAL)
            *(double *)(void *)place = real(s, at);
        else if (column->kind == HOL_COLUMN_LONG)
            *(long *)(void *)place = (long)sqlite3_column_int64(s, at);
        else if (column->kind == HOL_COLUMN_WORD)
            word(place, column->size, s, at);
        else {
            word(name, sizeof name, s, at);
            if (value_of(column->word, name, (int *)(void *)place)) continue;
            return hol_wrong(why, "%s is '%s', which this program does not know", column->name,
                             name);
        }
    }
    return true;
}

/* The answer of a statement whose only value is the key. */
static hol_store_answer answer_of(hol_store *store, const char *sql, const char *key,
                                  hol_message *why)
{
    sqlite3_stmt *s = hol_store_query(store, sql, why);
    hol_binder b = hol_bind(store, s, why);
    hol_bind_text(&b, key);
    hol_store_answer answer = hol_bound_next(&b);
    sqlite3_finalize(s);
    return answer;
}

bool hol_store_drop(hol_store *store, const char *key, hol_message *why)
{
    return answer_of(store, "DELETE FROM runs WHERE key = ?", key, why) != HOL_STORE_FAILED;
}

static hol_binder query_of(hol_store *store, const char *first, const char *table,
                           const hol_column column[], const char *last, hol_message *why)
{
    char *sql = hol_schema_select(first, table, column, last);
    sqlite3_stmt *s = hol_store_query(store, sql, why);
    free(sql);
    return hol_bind(store, s, why);
}

/* ---------------------------------------------------------------- the run */

/* Column by column as in the SELECT of find_run. */
static bool take_run(sqlite3_stmt *s, const char *key, const hol_problem *problem, hol_record *r,
                     hol_message *why)
{
    char name[64], method[64];
    hol_message wrong;
    word(name, sizeof name, s, 1);
    word(method, sizeof method, s, 2);
    *r = hol_record_blank(problem ? problem : hol_problem_named(name), hol_method_named(method));
    if (!r->problem || !r->method)
        return hol_wrong(
            why, "run %.12s: this program has no %s '%s': one of a plug-in needs --plugin FILE",
            key, r->problem ? "method" : "problem", r->problem ? method : name);
    r->ran = sqlite3_column_int(s, 5);
    r->adaptive = sqlite3_column_int(s, 6);
    r->level = sqlite3_column_int(s, 7);
    r->build = (long)sqlite3_column_int64(s, 8);
    if (r->adaptive)
        r->rtol = real(s, 4);
    else
        r->h = real(s, 3);
    if (hol_take_columns(s, 9, hol_run_columns, r, &wrong)) return true;
    return hol_wrong(why, "run %.12s: %s", key, wrong.text);
}

static hol_store_answer find_run(hol_store *store, const char *key, const hol_problem *problem,
                                 hol_record *r, long *number, hol_message *why)
{
    hol_binder b = query_of(store, "number, problem, method, h, rtol, ran, adaptive, level, build",
                            "runs", hol_run_columns, "WHERE key = ?", why);
    hol_bind_text(&b, key);
    hol_store_answer answer = hol_bound_next(&b);
    if (answer == HOL_STORE_FOUND) {
        *number = (long)sqlite3_column_int64(b.s, 0);
        if (!take_run(b.s, key, problem, r, why)) answer = HOL_STORE_FAILED;
    }
    sqlite3_finalize(b.s);
    return answer;
}

static bool get_counters(hol_store *store, long run, hol_record *r, hol_message *why)
{
    hol_binder b = query_of(store, "run", "counters", hol_counter_columns, "WHERE run = ?", why);
    hol_bind_integer(&b, run);
    hol_store_answer answer = hol_bound_next(&b);
    if (answer == HOL_STORE_FOUND &&
        !hol_take_columns(b.s, 1, hol_counter_columns, &r->counters, why))
        answer = HOL_STORE_FAILED;
    sqlite3_finalize(b.s);
    return answer != HOL_STORE_FAILED;
}

/* All rows of a list. */
static bool get_rows(hol_store *store, const hol_row_list *list, long run, hol_record *r,
                     hol_message *why)
{
    hol_store_answer answer;
    int count = 0;
    char *all = hol_new(1, list->size);
    hol_binder b =
        query_of(store, "run", list->table, list->column, "WHERE run = ? ORDER BY place", why);
    hol_bind_integer(&b, run);
    for (; (answer = hol_bound_next(&b)) == HOL_STORE_FOUND; count++) {
        all = hol_renew(all, (size_t)(count + 1) * list->size);
        if (hol_take_columns(b.s, 1, list->column, all + (size_t)count * list->size, why)) continue;
        answer = HOL_STORE_FAILED;
        break;
    }
    sqlite3_finalize(b.s);
    hol_take_rows(list, r, count, all);
    return answer == HOL_STORE_NONE;
}

hol_store_answer hol_store_get(hol_store *store, const char *key, const hol_problem *problem,
                               hol_record *r, hol_message *why)
{
    long run;
    hol_store_answer answer = find_run(store, key, problem, r, &run, why);
    if (answer != HOL_STORE_FOUND) return answer;
    bool had = get_counters(store, run, r, why);
    for (int k = 0; k < HOL_ROW_LISTS && had; k++)
        had = get_rows(store, &hol_row_lists[k], run, r, why);
    if (had) return answer;
    hol_record_clear(r);
    return HOL_STORE_FAILED;
}

/* ---------------------------------------------------------------- runs of other machines */

/* The first of another processor than this one: kernels chosen on one processor are those that
 * somebody asked for, and other runs. */
static hol_store_answer first_elsewhere(sqlite3_stmt *s, hol_binder *b, char key[HOL_KEY])
{
    hol_store_answer answer;
    char cpu[HOL_FACT], other[HOL_FACT];
    hol_cpu(cpu);
    while ((answer = hol_bound_next(b)) == HOL_STORE_FOUND) {
        word(other, sizeof other, s, 1);
        if (!strcmp(cpu, other)) continue;
        word(key, HOL_KEY, s, 0);
        break;
    }
    return answer;
}

hol_store_answer hol_store_key_elsewhere(hol_store *store, const char *table, const hol_spec *spec,
                                         char key[HOL_KEY], hol_message *why)
{
    char sql[192], *line = hol_new(HOL_SPEC_LINE, 1);
    hol_spec_text(spec, line, HOL_SPEC_LINE);
    snprintf(sql, sizeof sql,
             "SELECT r.key, b.cpu FROM %s r JOIN builds b ON b.number = r.build"
             " WHERE r.spec = ? AND b.build = ? ORDER BY r.number",
             table);
    sqlite3_stmt *s = hol_store_query(store, sql, why);
    hol_binder b = hol_bind(store, s, why);
    hol_bind_text(&b, line);
    hol_bind_text(&b, hol_build_id());
    hol_store_answer answer = first_elsewhere(s, &b, key);
    sqlite3_finalize(s);
    free(line);
    return answer;
}

hol_store_answer hol_store_key(hol_store *store, const hol_spec *spec, char key[HOL_KEY],
                               hol_message *why)
{
    hol_spec_key(spec, key);
    hol_store_answer answer = hol_store_has(store, key, why);
    return answer == HOL_STORE_NONE ? hol_store_key_elsewhere(store, "runs", spec, key, why)
                                    : answer;
}

/* ---------------------------------------------------------------- records of many specs */

static bool get_all(hol_store *store, int count, const hol_spec spec[], hol_matrix *m, int *lacking,
                    hol_message *why)
{
    *lacking = 0;
    m->record = hol_new(count, sizeof *m->record);
    for (int i = 0; i < count; i++) {
        char key[HOL_KEY];
        hol_record r;
        hol_store_answer answer = hol_store_key(store, &spec[i], key, why);
        if (answer == HOL_STORE_FOUND) answer = hol_store_get(store, key, spec[i].problem, &r, why);
        if (answer == HOL_STORE_FAILED) return false;
        if (answer == HOL_STORE_NONE) {
            ++*lacking;
            continue;
        }
        m->record[m->count++] = r;
    }
    return true;
}

/* In one transaction, whose lock is taken once. */
bool hol_store_get_all(hol_store *store, int count, const hol_spec spec[], hol_matrix *m,
                       int *lacking, hol_message *why)
{
    return hol_store_execute(store, "BEGIN", why) &&
           hol_store_end(store, get_all(store, count, spec, m, lacking, why), why);
}
