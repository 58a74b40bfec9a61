/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates in the store: a row a line; a pair that has none is one row that says why.  See
 * store_certificates.h. */
#include "harness/store/store_certificates.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/store/store_schema.h"

static const char table[] =
    "CREATE TABLE IF NOT EXISTS certificates (key TEXT NOT NULL, place INTEGER NOT NULL, "
    "problem TEXT NOT NULL, method TEXT NOT NULL, formulation TEXT NOT NULL, what TEXT NOT NULL, "
    "claim TEXT NOT NULL, measured TEXT NOT NULL, value REAL, verdict TEXT NOT NULL, "
    "PRIMARY KEY (key, place)) WITHOUT ROWID";

/* line NULL: why there is none. */
static bool put_row(hol_binder b, const hol_certified_pair *pair, int place,
                    const hol_certificate_line *line)
{
    hol_bind_text(&b, pair->key);
    hol_bind_integer(&b, place);
    hol_bind_text(&b, pair->spec.problem->name);
    hol_bind_text(&b, pair->spec.method->name);
    hol_bind_text(&b, pair->formulation);
    if (line)
        hol_bind_columns(&b, hol_certificate_columns, line);
    else {
        hol_bind_text(&b, "");
        hol_bind_text(&b, "");
        hol_bind_text(&b, pair->why.text);
        hol_bind_number(&b, 0.0);
        hol_bind_text(&b, "");
    }
    return hol_bound_next(&b) != HOL_STORE_FAILED;
}

bool hol_store_make_certificates(hol_store *store, hol_message *why)
{
    return hol_store_execute(store, table, why);
}

bool hol_store_put_certificate(hol_store *store, const hol_certified_pair *pair, hol_message *why)
{
    const hol_certificate *c = &pair->certificate;
    if (!hol_store_make_certificates(store, why) ||
        !hol_store_execute(store, "BEGIN IMMEDIATE", why))
        return false;
    sqlite3_stmt *s = hol_store_query(
        store, "INSERT OR REPLACE INTO certificates VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", why);
    bool good = s;
    for (int i = 0; good && i < (c->lines ? c->lines : 1); i++)
        good = put_row(hol_bind(store, s, why), pair, i, c->lines ? &c->line[i] : NULL);
    sqlite3_finalize(s);
    return hol_store_end(store, good, why);
}

/* ---------------------------------------------------------------- reading */

enum { FORMULATION, MEASURED = 3, VERDICT = 5 }; /* columns */

static void take_text(sqlite3_stmt *s, int column, char *text, size_t size)
{
    snprintf(text, size, "%s", (const char *)sqlite3_column_text(s, column));
}

static bool take_row(sqlite3_stmt *s, hol_certified_pair *pair, hol_message *why)
{
    char verdict[32];
    hol_certificate *c = &pair->certificate;
    take_text(s, FORMULATION, pair->formulation, sizeof pair->formulation);
    take_text(s, VERDICT, verdict, sizeof verdict);
    if (!verdict[0]) take_text(s, MEASURED, pair->why.text, sizeof pair->why.text);
    if (!verdict[0] || c->lines == HOL_CERTIFICATE_LINES) return true;
    hol_certificate_line *line = &c->line[c->lines++];
    bool known = hol_take_columns(s, 1, hol_certificate_columns, line, why);
    c->failed += known && line->verdict == HOL_CERTIFIED_FAILS;
    return known;
}

hol_store_answer hol_store_get_certificate(hol_store *store, hol_certified_pair *pair,
                                           hol_message *why)
{
    hol_store_answer answer;
    int rows = 0;
    if (!hol_store_make_certificates(store, why)) return HOL_STORE_FAILED;
    char *sql = hol_schema_select("formulation", "certificates", hol_certificate_columns,
                                  "WHERE key = ? ORDER BY place");
    hol_binder b = hol_bind(store, hol_store_query(store, sql, why), why);
    free(sql);
    hol_bind_text(&b, pair->key);
    pair->certificate = (hol_certificate){0};
    for (; (answer = hol_bound_next(&b)) == HOL_STORE_FOUND; rows++)
        if (!take_row(b.s, pair, why)) {
            answer = HOL_STORE_FAILED;
            break;
        }
    sqlite3_finalize(b.s);
    return answer == HOL_STORE_FAILED ? answer : rows ? HOL_STORE_FOUND : HOL_STORE_NONE;
}
