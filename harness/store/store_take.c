/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of one store copied into another: see store_take.h. */
#include "harness/store/store_take.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "harness/store/facts.h"
#include "harness/store/spec.h"
#include "harness/store/store_certificates.h"

/* ---------------------------------------------------------------- the other store */

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static bool attach_file(hol_store *store, const char *path, hol_message *why)
{
    sqlite3_stmt *s = hol_store_query(store, "ATTACH ? AS other", why);
    hol_binder b = hol_bind(store, s, why);
    hol_bind_text(&b, path);
    bool good = hol_bound_next(&b) != HOL_STORE_FAILED;
    sqlite3_finalize(s);
    return good;
}

/* SQLite's copy of a whole file, page by page. */
static bool copy_file(const char *from, const char *to, hol_message *why)
{
    sqlite3 *in = NULL, *out = NULL;
    int code = sqlite3_open_v2(from, &in, SQLITE_OPEN_READONLY, NULL);
    if (code == SQLITE_OK) code = sqlite3_open_v2(to, &out, SQLITE_OPEN_READWRITE, NULL);
    sqlite3_backup *b = code == SQLITE_OK ? sqlite3_backup_init(out, "main", in, "main") : NULL;
    if (b) sqlite3_backup_step(b, -1);
    if (code == SQLITE_OK) code = b ? sqlite3_backup_finish(b) : sqlite3_errcode(out);
    sqlite3_close(in);
    sqlite3_close(out);
    if (code != SQLITE_OK)
        hol_say(why, "%s: no copy of it in %s: %s", from, to, sqlite3_errstr(code));
    return code == SQLITE_OK;
}

/* A store of a former version is only read: a copy of it, which ends with this program, is brought
 * up. */
static bool attach_copy(hol_store *store, const char *other, hol_message *why)
{
    const char *folder = getenv("TMPDIR");
    char path[512];
    snprintf(path, sizeof path, "%.480s/holonomy-XXXXXX", folder && *folder ? folder : "/tmp");
    int file = mkstemp(path);
    if (file < 0) return hol_wrong(why, "%s: %s", path, strerror(errno));
    close(file);
    hol_store *copy =
        copy_file(other, path, why) ? hol_store_open(path, HOL_STORE_WRITE, why) : NULL;
    hol_store_close(copy);
    bool good = copy && attach_file(store, path, why);
    unlink(path);
    return good;
}

/* Opened once as a store, so that what is none is told by its name. */
static bool attach(hol_store *store, const char *path, hol_message *why)
{
    long version = 0;
    hol_store *other = hol_store_open(path, HOL_STORE_READ, why);
    bool good = other && hol_store_integer(other, "PRAGMA user_version", &version, why);
    hol_store_close(other);
    if (good && same_file(path, hol_store_path(store))) {
        hol_say(why, "%s: is the store itself, from which nothing can be taken", path);
        good = false;
    }
    if (!good) return false;
    return (version < HOL_STORE_VERSION ? attach_copy : attach_file)(store, path, why);
}

/* ---------------------------------------------------------------- which runs */

/* Temporary table taken: of the runs that may be taken number, key, names, spec, machine. */
static bool list_runs(hol_store *store, const hol_store_taking *taking, hol_message *why)
{
    static const char table[] = "CREATE TEMP TABLE taken (number INTEGER PRIMARY KEY, key TEXT,"
                                " problem TEXT, method TEXT, spec TEXT, away INTEGER, cpu TEXT)";
    if (!hol_store_execute(store, table, why)) return false;
    char *facts = hol_facts_text();
    sqlite3_stmt *s = hol_store_query(
        store,
        "INSERT INTO taken"
        " SELECT r.number, r.key, r.problem, r.method, r.spec, b.facts <> ?2 AS away, b.cpu"
        " FROM other.runs r JOIN other.builds b ON r.build = b.number WHERE ?4 OR (b.build = ?1"
        " AND (b.facts = ?2 OR (r.repeats = 0 AND r.h > 0 AND r.until >= ?3 * r.h * (1 - 1e-9))))",
        why);
    hol_binder b = hol_bind(store, s, why);
    hol_bind_text(&b, hol_build_id());
    hol_bind_text(&b, facts);
    hol_bind_number(&b, taking->steps);
    hol_bind_integer(&b, taking->all);
    bool good = hol_bound_next(&b) != HOL_STORE_FAILED;
    sqlite3_finalize(s);
    free(facts);
    return good;
}

/* Counts, and leaves in the table what is wanted. */
static bool choose(hol_store *store, const hol_store_taking *taking, hol_store_taken *taken,
                   hol_message *why)
{
    hol_store_answer answer = HOL_STORE_FAILED;
    sqlite3_stmt *all = hol_store_query(
                     store, "SELECT problem, method, spec, number, away, cpu FROM taken", why),
                 *drop = hol_store_query(store, "DELETE FROM taken WHERE number = ?", why);
    while (all && drop && (answer = hol_store_next(store, all, why)) == HOL_STORE_FOUND) {
        const char *of[3];
        for (int k = 0; k < 3; k++) of[k] = (const char *)sqlite3_column_text(all, k);
        bool away = sqlite3_column_int(all, 4);
        if (!taking->wanted || taking->wanted(taking->self, of[0], of[1], of[2])) {
            taken->here += !away;
            taken->away += away;
            if (away)
                snprintf(taken->cpu, sizeof taken->cpu, "%s",
                         (const char *)sqlite3_column_text(all, 5));
            continue;
        }
        taken->unwanted++;
        hol_binder b = hol_bind(store, drop, why);
        hol_bind_integer(&b, (long)sqlite3_column_int64(all, 3));
        if ((answer = hol_bound_next(&b)) == HOL_STORE_FAILED) break;
    }
    sqlite3_finalize(all);
    sqlite3_finalize(drop);
    return answer != HOL_STORE_FAILED;
}

static bool count_others(hol_store *store, const hol_store_taking *taking, long listed,
                         hol_store_taken *taken, hol_message *why)
{
    char sql[256];
    long all, of_build;
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM other.runs r JOIN other.builds b ON r.build = b.number"
             " WHERE b.build = '%s'",
             hol_build_id());
    if (!hol_store_integer(store, "SELECT count(*) FROM other.runs", &all, why) ||
        !hol_store_integer(store, sql, &of_build, why))
        return false;
    taken->other_build = taking->all ? 0 : (int)(all - of_build);
    taken->timed = taking->all ? 0 : (int)(of_build - listed);
    return true;
}

/* ---------------------------------------------------------------- copies */

/* "o.h, o.rtol": the columns that a table has in both stores but for `first`, `build` being
 * translated; malloc'd, NULL after a failure. */
static char *columns(hol_store *store, const char *table, const char *first, const char *before,
                     hol_message *why)
{
    hol_text t;
    hol_store_answer answer;
    sqlite3_stmt *s = hol_store_query(
        store,
        "SELECT name FROM pragma_table_info(?1, 'main') WHERE name <> ?2 AND name IN"
        " (SELECT name FROM pragma_table_info(?1, 'other')) ORDER BY cid",
        why);
    hol_binder b = hol_bind(store, s, why);
    hol_bind_text(&b, table);
    hol_bind_text(&b, first);
    hol_text_begin(&t);
    while ((answer = hol_bound_next(&b)) == HOL_STORE_FOUND) {
        const char *name = (const char *)sqlite3_column_text(s, 0);
        if (*before && !strcmp(name, "build"))
            fputs(", (SELECT m.number FROM main.builds m JOIN other.builds b USING (build, facts)"
                  " WHERE b.number = o.build)",
                  t.out);
        else
            fprintf(t.out, ", %s%s", before, name);
    }
    sqlite3_finalize(s);
    char *text = hol_text_end(&t);
    if (answer != HOL_STORE_FAILED) return text;
    free(text);
    return NULL;
}

/* INSERT of the rows of a table under `number`, of the runs that `which` leaves. */
static bool copy_rows(hol_store *store, const char *table, const char *first, const char *number,
                      const char *which, hol_message *why)
{
    hol_text t;
    char *into = columns(store, table, first, "", why),
         *from = into ? columns(store, table, first, "o.", why) : NULL;
    hol_text_begin(&t);
    if (from)
        fprintf(t.out, "INSERT INTO main.%s (%s%s) SELECT %s%s FROM other.%s o JOIN taken t ON %s",
                table, first, into, number, from, table, which);
    char *sql = hol_text_end(&t);
    bool good = from && hol_store_execute(store, sql, why);
    free(into), free(from), free(sql);
    return good;
}

/* Rows of runs under the numbers that the copies of the runs got. */
static bool copy_lists(hol_store *store, long last, hol_message *why)
{
    char which[160];
    snprintf(which, sizeof which,
             "o.run = t.number JOIN main.runs m ON m.key = t.key WHERE m.number > %ld", last);
    bool good = copy_rows(store, "counters", "run", "m.number", which, why);
    for (int k = 0; k < HOL_ROW_LISTS && good; k++)
        good = copy_rows(store, hol_row_lists[k].table, "run", "m.number", which, why);
    return good;
}

static bool copy(hol_store *store, hol_message *why)
{
    long last;
    return hol_store_integer(store, "SELECT coalesce(max(number), 0) FROM main.runs", &last, why) &&
           hol_store_execute(store,
                             "INSERT OR IGNORE INTO main.builds (build, facts) SELECT build, facts"
                             " FROM other.builds WHERE number IN (SELECT o.build FROM other.runs o"
                             " JOIN taken t ON o.number = t.number)",
                             why) &&
           copy_rows(store, "runs", "number", "NULL", "o.number = t.number", why) &&
           copy_lists(store, last, why);
}

/* ---------------------------------------------------------------- all of it */

static bool take(hol_store *store, const hol_store_taking *taking, hol_store_taken *taken,
                 hol_message *why)
{
    long listed;
    return list_runs(store, taking, why) &&
           hol_store_integer(store, "SELECT count(*) FROM taken", &listed, why) &&
           count_others(store, taking, listed, taken, why) && choose(store, taking, taken, why) &&
           hol_store_settle(store, taking, taken, why) && copy(store, why) &&
           (!taking->all || hol_store_take_certificates(store, why)) &&
           hol_store_execute(store, "DROP TABLE temp.taken", why);
}

bool hol_store_take(hol_store *store, const char *path, const hol_store_taking *taking,
                    hol_store_taken *taken, hol_message *why)
{
    hol_message none;
    *taken = (hol_store_taken){.path = path};
    if (!attach(store, path, why)) return false;
    bool good = hol_store_execute(store, "BEGIN IMMEDIATE", why) &&
                hol_store_end(store, take(store, taking, taken, why), why);
    hol_store_execute(store, "DETACH other", &none);
    return good;
}
