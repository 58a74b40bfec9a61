/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates in the store: a row a line; a pair that has none is one row that says why.  See
 * store_certificates.h. */
#include "harness/store/store_certificates.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/store/store_schema.h"

static const char lines[] =
    "CREATE TABLE IF NOT EXISTS certificates (key TEXT NOT NULL, place INTEGER NOT NULL, "
    "problem TEXT NOT NULL, method TEXT NOT NULL, formulation TEXT NOT NULL, what TEXT NOT NULL, "
    "claim TEXT NOT NULL, measured TEXT NOT NULL, value REAL, verdict TEXT NOT NULL, "
    "PRIMARY KEY (key, place)) WITHOUT ROWID";

/* Of what each is and who made it; those of a former program are in the first table alone. */
static const char makers[] =
    "CREATE TABLE IF NOT EXISTS certified (number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, "
    "spec TEXT NOT NULL, build INTEGER NOT NULL REFERENCES builds(number))";

static bool make_tables(hol_store *store, hol_message *why)
{
    return hol_store_execute(store, lines, why) && hol_store_execute(store, makers, why);
}

/* ---------------------------------------------------------------- writing */

static bool put_maker(hol_store *store, const hol_certified_pair *pair, hol_message *why)
{
    long build;
    if (!hol_store_put_build(store, &build, why)) return false;
    char *line = hol_new(HOL_SPEC_LINE, 1);
    sqlite3_stmt *s = hol_store_query(
        store, "INSERT OR REPLACE INTO certified (key, spec, build) VALUES (?, ?, ?)", why);
    hol_binder b = hol_bind(store, s, why);
    hol_spec_text(&pair->spec, line, HOL_SPEC_LINE);
    hol_bind_text(&b, pair->key);
    hol_bind_text(&b, line);
    hol_bind_integer(&b, build);
    bool good = hol_bound_next(&b) != HOL_STORE_FAILED;
    sqlite3_finalize(s);
    free(line);
    return good;
}

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

static bool put_rows(hol_store *store, const hol_certified_pair *pair, hol_message *why)
{
    const hol_certificate *c = &pair->certificate;
    sqlite3_stmt *s = hol_store_query(
        store, "INSERT OR REPLACE INTO certificates VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", why);
    bool good = s;
    for (int i = 0; good && i < (c->lines ? c->lines : 1); i++)
        good = put_row(hol_bind(store, s, why), pair, i, c->lines ? &c->line[i] : NULL);
    sqlite3_finalize(s);
    return good;
}

bool hol_store_put_certificate(hol_store *store, const hol_certified_pair *pair, hol_message *why)
{
    return make_tables(store, why) && hol_store_execute(store, "BEGIN IMMEDIATE", why) &&
           hol_store_end(store, put_maker(store, pair, why) && put_rows(store, pair, why), why);
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

static hol_store_answer get_rows(hol_store *store, const char *key, hol_certified_pair *pair,
                                 hol_message *why)
{
    hol_store_answer answer;
    int rows = 0;
    char *sql = hol_schema_select("formulation", "certificates", hol_certificate_columns,
                                  "WHERE key = ? ORDER BY place");
    hol_binder b = hol_bind(store, hol_store_query(store, sql, why), why);
    free(sql);
    hol_bind_text(&b, key);
    pair->certificate = (hol_certificate){0};
    for (; (answer = hol_bound_next(&b)) == HOL_STORE_FOUND; rows++)
        if (!take_row(b.s, pair, why)) {
            answer = HOL_STORE_FAILED;
            break;
        }
    sqlite3_finalize(b.s);
    return answer == HOL_STORE_FAILED ? answer : rows ? HOL_STORE_FOUND : HOL_STORE_NONE;
}

hol_store_answer hol_store_get_certificate(hol_store *store, hol_certified_pair *pair,
                                           hol_message *why)
{
    char key[HOL_KEY];
    if (!hol_store_execute(store, lines, why)) return HOL_STORE_FAILED;
    hol_store_answer answer = get_rows(store, pair->key, pair, why);
    if (answer != HOL_STORE_NONE) return answer;
    if (!hol_store_execute(store, makers, why)) return HOL_STORE_FAILED;
    answer = hol_store_key_elsewhere(store, "certified", &pair->spec, key, why);
    return answer == HOL_STORE_FOUND ? get_rows(store, key, pair, why) : answer;
}

/* ---------------------------------------------------------------- of another store */

/* Temporary table had: the keys of a certificate here and there: one key, or one spec and build and
 * two processors, as of runs.  The lesser ones, a reason where the other has a certificate, go. */
static const char settle[] =
    "CREATE TEMP TABLE had AS SELECT key AS here, key AS there FROM other.certificates"
    " WHERE key IN (SELECT key FROM main.certificates) GROUP BY key;"
    "INSERT INTO had SELECT min(m.key), o.key FROM its o JOIN other.builds ob ON ob.number ="
    " o.build JOIN main.certified m ON m.spec = o.spec JOIN main.builds mb ON mb.number = m.build"
    " WHERE mb.build = ob.build AND mb.cpu <> ob.cpu AND o.key NOT IN (SELECT there FROM had)"
    " GROUP BY o.key;"
    "CREATE TEMP TABLE lesser AS SELECT here, there FROM had"
    " WHERE here IN (SELECT key FROM main.certificates WHERE verdict = '')"
    " AND there IN (SELECT key FROM other.certificates WHERE verdict <> '');"
    "DELETE FROM main.certificates WHERE key IN (SELECT here FROM lesser);"
    "DELETE FROM main.certified WHERE key IN (SELECT here FROM lesser);"
    "DELETE FROM had WHERE there IN (SELECT there FROM lesser)";

static const char copy[] =
    "INSERT INTO main.certificates SELECT * FROM other.certificates"
    " WHERE key NOT IN (SELECT there FROM had);"
    "INSERT OR IGNORE INTO main.builds (build, facts) SELECT build, facts FROM other.builds"
    " WHERE number IN (SELECT build FROM its WHERE key NOT IN (SELECT there FROM had));"
    "INSERT INTO main.certified (key, spec, build) SELECT o.key, o.spec, m.number FROM its o"
    " JOIN other.builds b ON b.number = o.build"
    " JOIN main.builds m ON m.build = b.build AND m.facts = b.facts"
    " WHERE o.key NOT IN (SELECT there FROM had);"
    "DROP VIEW temp.its; DROP TABLE temp.lesser; DROP TABLE temp.had";

bool hol_store_take_certificates(hol_store *store, hol_message *why)
{
    long any, known;
    if (!hol_store_integer(store,
                           "SELECT count(*) FROM other.sqlite_master WHERE name = 'certificates'",
                           &any, why) ||
        !hol_store_integer(store,
                           "SELECT count(*) FROM other.sqlite_master WHERE name = 'certified'",
                           &known, why))
        return false;
    if (!any) return true;
    return make_tables(store, why) &&
           hol_store_execute(store,
                             known ? "CREATE TEMP VIEW its AS SELECT * FROM other.certified"
                                   : "CREATE TEMP VIEW its AS SELECT '' AS key, '' AS spec,"
                                     " 0 AS build WHERE 0",
                             why) &&
           hol_store_execute(store, settle, why) && hol_store_execute(store, copy, why);
}
