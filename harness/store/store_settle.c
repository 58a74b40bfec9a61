/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that two stores have: see store_take.h. */
#include "harness/store/store_take.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"

/* Temporary table same: the numbers of a run here and there: of one key, or of one spec and build
 * and of two processors, for which BLAS chose two kernels.  Then both, with what each knows of it:
 * nothing (it crashed), how it ended, that it ended well without an error that could be told, or
 * all. */
static const char same[] =
    "CREATE TEMP TABLE same AS SELECT m.number AS here, t.number AS there"
    " FROM taken t JOIN main.runs m USING (key);"
    "INSERT INTO same SELECT min(m.number), t.number FROM taken t"
    " JOIN other.runs o ON o.number = t.number JOIN other.builds ob ON ob.number = o.build"
    " JOIN main.runs m ON m.spec = t.spec JOIN main.builds mb ON mb.number = m.build"
    " WHERE mb.build = ob.build AND mb.cpu <> ob.cpu"
    " AND t.number NOT IN (SELECT there FROM same) GROUP BY t.number";
static const char both[] =
    "CREATE TEMP TABLE both AS WITH x AS (SELECT here, there, m.status AS a, o.status AS b,"
    "  m.error_position IS NOT NULL OR m.error_orientation IS NOT NULL AS p,"
    "  o.error_position IS NOT NULL OR o.error_orientation IS NOT NULL AS q"
    "  FROM same JOIN main.runs m ON m.number = here JOIN other.runs o ON o.number = there)"
    " SELECT here, there,"
    "  CASE WHEN a IN ('crashed', 'no memory') THEN 0 WHEN a = 'ok' AND NOT p THEN 1 ELSE 2 END"
    "   AS mine,"
    "  CASE WHEN b IN ('crashed', 'no memory') THEN 0 WHEN b = 'ok' AND NOT q THEN 1 ELSE 2 END"
    "   AS its FROM x";

static const char drop_lesser[] =
    "DELETE FROM main.runs WHERE number IN (SELECT here FROM both WHERE its > mine);"
    "DELETE FROM taken WHERE number IN (SELECT there FROM both WHERE its <= mine)";

/* ---------------------------------------------------------------- what is compared */

enum { COMPARED = 64 };

typedef struct { /* expressions of row a of `main` and row b of `other` */
    char name[64], a[96], b[96];
} compared;

static int add_column(compared *c, const char *table, const char *name)
{
    snprintf(c->name, sizeof c->name, "%s.%s", table, name);
    snprintf(c->a, sizeof c->a, "a.%s", name);
    snprintf(c->b, sizeof c->b, "b.%s", name);
    return 1;
}

static int add_columns(compared c[], const char *table, const hol_column column[])
{
    int count = 0;
    for (; column->name; column++)
        if (!column->timing) count += add_column(&c[count], table, column->name);
    return count;
}

/* Of a run its own columns, and how many rows it has in the other tables. */
static int add_run(compared c[])
{
    int count = add_columns(c, "runs", hol_run_columns);
    count += add_column(&c[count], "runs", "ran");
    for (int k = 0; k < HOL_ROW_LISTS; k++, count++) {
        const char *table = hol_row_lists[k].table;
        snprintf(c[count].name, sizeof c->name, "%s: rows", table);
        snprintf(c[count].a, sizeof c->a, "(SELECT count(*) FROM main.%s WHERE run = here)", table);
        snprintf(c[count].b, sizeof c->b, "(SELECT count(*) FROM other.%s WHERE run = there)",
                 table);
    }
    return count;
}

/* ---------------------------------------------------------------- differences */

/* ", CASE WHEN the first differs THEN ... END" of names (0) or of the values of a side. */
static void put_first(FILE *out, int count, const compared c[], int side)
{
    fputs(", CASE", out);
    for (int i = 0; i < count; i++) {
        fprintf(out, " WHEN %s IS NOT %s THEN ", c[i].a, c[i].b);
        if (side)
            fputs(side == 1 ? c[i].a : c[i].b, out);
        else
            fprintf(out, "'%s'", c[i].name);
    }
    fputs(" END", out);
}

/* The query of the runs of which a row differs that `rows` joins as a and b: malloc'd. */
static char *differences(int count, const compared c[], const char *rows)
{
    hol_text t;
    hol_text_begin(&t);
    fputs("SELECT here, m.method || ' on ' || m.problem || CASE WHEN m.adaptive THEN ', rtol = '"
          " || m.rtol ELSE ', h = ' || m.h END || ' (' || substr(m.key, 1, 12) || ')',"
          " trim(m.host || ', ' || mb.cpu, ', '), trim(o.host || ', ' || ob.cpu, ', ')",
          t.out);
    for (int side = 0; side < 3; side++) put_first(t.out, count, c, side);
    fprintf(t.out,
            " FROM both JOIN main.runs m ON m.number = here JOIN main.builds mb"
            " ON mb.number = m.build JOIN other.runs o ON o.number = there JOIN other.builds ob"
            " ON ob.number = o.build %s WHERE its = mine AND here NOT IN"
            " (SELECT here FROM told) AND (0",
            rows);
    for (int i = 0; i < count; i++) fprintf(t.out, " OR %s IS NOT %s", c[i].a, c[i].b);
    fputs(") GROUP BY here", t.out);
    return hol_text_end(&t);
}

static void copy_value(char text[], size_t size, sqlite3_stmt *s, int at)
{
    const unsigned char *word = sqlite3_column_text(s, at);
    if (sqlite3_column_type(s, at) == SQLITE_FLOAT)
        snprintf(text, size, "%.17g", sqlite3_column_double(s, at));
    else
        snprintf(text, size, "%s", word ? (const char *)word : "none");
}

static hol_store_difference difference_of(sqlite3_stmt *s)
{
    hol_store_difference d;
    copy_value(d.run, sizeof d.run, s, 1);
    copy_value(d.column, sizeof d.column, s, 4);
    for (int side = 0; side < 2; side++) {
        copy_value(d.machine[side], sizeof d.machine[side], s, 2 + side);
        copy_value(d.value[side], sizeof d.value[side], s, 5 + side);
    }
    return d;
}

static bool tell(hol_store *store, char *sql, const hol_store_taking *taking,
                 hol_store_taken *taken, hol_message *why)
{
    hol_store_answer answer = HOL_STORE_FAILED;
    sqlite3_stmt *all = hol_store_query(store, sql, why),
                 *told = hol_store_query(store, "INSERT INTO told VALUES (?)", why);
    while (all && told && (answer = hol_store_next(store, all, why)) == HOL_STORE_FOUND) {
        const hol_store_difference d = difference_of(all);
        hol_binder b = hol_bind(store, told, why);
        hol_bind_integer(&b, (long)sqlite3_column_int64(all, 0));
        if ((answer = hol_bound_next(&b)) == HOL_STORE_FAILED) break;
        taken->differing++;
        if (taking->differs) taking->differs(taking->self, &d);
    }
    sqlite3_finalize(all);
    sqlite3_finalize(told);
    free(sql);
    return answer != HOL_STORE_FAILED;
}

/* Tells of each run once, by the first table in which it differs. */
static bool tell_all(hol_store *store, const hol_store_taking *taking, hol_store_taken *taken,
                     hol_message *why)
{
    compared c[COMPARED];
    char rows[256];
    int count = add_run(c);
    bool good = tell(store,
                     differences(count, c,
                                 "JOIN main.runs a ON a.number = here"
                                 " JOIN other.runs b ON b.number = there"),
                     taking, taken, why);
    count = add_columns(c, "counters", hol_counter_columns);
    good = good && tell(store,
                        differences(count, c,
                                    "JOIN main.counters a ON a.run = here"
                                    " JOIN other.counters b ON b.run = there"),
                        taking, taken, why);
    for (int k = 0; k < HOL_ROW_LISTS && good; k++) {
        const hol_row_list *list = &hol_row_lists[k];
        count = add_columns(c, list->table, list->column);
        snprintf(rows, sizeof rows,
                 "JOIN main.%s a ON a.run = here JOIN other.%s b ON b.run = there"
                 " AND b.place = a.place",
                 list->table, list->table);
        good = tell(store, differences(count, c, rows), taking, taken, why);
    }
    return good;
}

bool hol_store_settle(hol_store *store, const hol_store_taking *taking, hol_store_taken *taken,
                      hol_message *why)
{
    long had;
    bool good = hol_store_execute(store, same, why) && hol_store_execute(store, both, why) &&
                hol_store_integer(store, "SELECT count(*) FROM both", &had, why);
    if (!good) return false;
    taken->had = (int)had;
    return hol_store_execute(store, "CREATE TEMP TABLE told (here INTEGER PRIMARY KEY)", why) &&
           (!had || tell_all(store, taking, taken, why)) &&
           hol_store_execute(store, drop_lesser, why) &&
           hol_store_execute(store,
                             "DROP TABLE temp.told; DROP TABLE temp.both;"
                             "DROP TABLE temp.same",
                             why);
}
