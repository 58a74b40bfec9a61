/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates in the store: a row a line; a pair that has none is one row that says why.  See
 * store_certificates.h. */
#include "harness/store/store_certificates.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static const char table[] =
    "CREATE TABLE IF NOT EXISTS certificates (key TEXT NOT NULL, place INTEGER NOT NULL, "
    "problem TEXT NOT NULL, method TEXT NOT NULL, formulation TEXT NOT NULL, what TEXT NOT NULL, "
    "claim TEXT NOT NULL, measured TEXT NOT NULL, value REAL, verdict TEXT NOT NULL, "
    "PRIMARY KEY (key, place)) WITHOUT ROWID";

static bool execute(hol_store *store, const char *sql, hol_message *why)
{
    if (sqlite3_exec(hol_store_handle(store), sql, NULL, NULL, NULL) == SQLITE_OK) return true;
    hol_store_explain(store, why);
    return false;
}

/* ---------------------------------------------------------------- writing */

static void bind_text(sqlite3_stmt *s, int at, const char *text)
{
    sqlite3_bind_text(s, at, text, -1, SQLITE_TRANSIENT);
}

static bool put_row(hol_store *store, sqlite3_stmt *s, const hol_certified_pair *pair, int place,
                    const hol_certificate_line *line, hol_message *why)
{
    bind_text(s, 1, pair->key);
    sqlite3_bind_int(s, 2, place);
    bind_text(s, 3, pair->spec.problem->name);
    bind_text(s, 4, pair->spec.method->name);
    bind_text(s, 5, pair->formulation);
    bind_text(s, 6, line ? line->what : "");
    bind_text(s, 7, line ? line->claim : "");
    bind_text(s, 8, line ? line->measured : pair->why.text);
    sqlite3_bind_double(s, 9, line ? line->value : 0.0); /* NaN: NULL */
    bind_text(s, 10, line ? hol_certified_name(line->verdict) : "");
    hol_store_answer answer = hol_store_next(store, s, why);
    sqlite3_reset(s);
    return answer != HOL_STORE_FAILED;
}

bool hol_store_put_certificate(hol_store *store, const hol_certified_pair *pair, hol_message *why)
{
    const hol_certificate *c = &pair->certificate;
    if (!execute(store, table, why) || !execute(store, "BEGIN IMMEDIATE", why)) return false;
    sqlite3_stmt *s = hol_store_query(
        store, "INSERT OR REPLACE INTO certificates VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", why);
    bool good = s;
    for (int i = 0; good && i < c->lines; i++) good = put_row(store, s, pair, i, &c->line[i], why);
    if (good && !c->lines) good = put_row(store, s, pair, 0, NULL, why);
    sqlite3_finalize(s);
    if (good && execute(store, "COMMIT", why)) return true;
    sqlite3_exec(hol_store_handle(store), "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* ---------------------------------------------------------------- reading */

static void take_text(sqlite3_stmt *s, int column, char *text, size_t size)
{
    snprintf(text, size, "%s", (const char *)sqlite3_column_text(s, column));
}

static hol_certified verdict_named(const char *name)
{
    int k = 0;
    while (k < HOL_CERTIFIED_VERDICTS - 1 && strcmp(hol_certified_name(k), name) != 0) k++;
    return k;
}

static void take_row(sqlite3_stmt *s, hol_certified_pair *pair)
{
    char verdict[32];
    hol_certificate *c = &pair->certificate;
    take_text(s, 0, pair->formulation, sizeof pair->formulation);
    take_text(s, 5, verdict, sizeof verdict);
    if (!verdict[0]) {
        take_text(s, 3, pair->why.text, sizeof pair->why.text);
        return;
    }
    if (c->lines == HOL_CERTIFICATE_LINES) return;
    hol_certificate_line *line = &c->line[c->lines++];
    take_text(s, 1, line->what, sizeof line->what);
    take_text(s, 2, line->claim, sizeof line->claim);
    take_text(s, 3, line->measured, sizeof line->measured);
    bool number = sqlite3_column_type(s, 4) != SQLITE_NULL;
    line->value = number ? sqlite3_column_double(s, 4) : (double)NAN;
    line->verdict = verdict_named(verdict);
    c->failed += line->verdict == HOL_CERTIFIED_FAILS;
}

hol_store_answer hol_store_get_certificate(hol_store *store, hol_certified_pair *pair,
                                           hol_message *why)
{
    if (!execute(store, table, why)) return HOL_STORE_FAILED;
    sqlite3_stmt *s = hol_store_query(store,
                                      "SELECT formulation, what, claim, measured, value, verdict "
                                      "FROM certificates WHERE key = ? ORDER BY place",
                                      why);
    if (!s) return HOL_STORE_FAILED;
    hol_store_answer answer;
    int rows = 0;
    bind_text(s, 1, pair->key);
    pair->certificate = (hol_certificate){0};
    for (; (answer = hol_store_next(store, s, why)) == HOL_STORE_FOUND; rows++) take_row(s, pair);
    sqlite3_finalize(s);
    return answer == HOL_STORE_FAILED ? answer : rows ? HOL_STORE_FOUND : HOL_STORE_NONE;
}
