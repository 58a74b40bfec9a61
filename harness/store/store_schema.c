/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables and views of the store: see store_schema.h; every column is explained in docs/store.md.
 * A change here is a new HOL_STORE_VERSION with its migration (docs/store.md) and a store of the
 * former one among the tests. */
#include "harness/store/store_schema.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/words.h"

/* ---------------------------------------------------------------- columns */

#define PLACE(name, title, kind, member, timing, later, words)                                     \
    {                                                                                              \
        name, title, kind, offsetof(STRUCT, member), sizeof((STRUCT *)0)->member, timing, later,   \
            words                                                                                  \
    }
#define REAL(name, title, member)   PLACE(name, title, HOL_COLUMN_REAL, member, false, false, NULL)
#define WHOLE(name, title, member)  PLACE(name, title, HOL_COLUMN_LONG, member, false, false, NULL)
#define WORD(name, member)          PLACE(name, NULL, HOL_COLUMN_WORD, member, false, false, NULL)
#define CHOICE(name, member, words) PLACE(name, NULL, HOL_COLUMN_ENUM, member, false, false, words)
#define LATER(name, title, member)  PLACE(name, title, HOL_COLUMN_REAL, member, false, true, NULL)
#define TIME(name, title, member)   PLACE(name, title, HOL_COLUMN_REAL, member, true, false, NULL)

static const char *const end_words[] = {HOL_END_LIST(HOL_WORD_BEFORE) NULL};
static const char *const drift_words[] = {HOL_DRIFT_LIST(HOL_WORD) NULL};

#define STRUCT hol_record
const hol_column hol_run_columns[] = {
    CHOICE("energy_drift", energy_drift, drift_words),
    WORD("formulation", formulation),
    WORD("same_as", same_as),
    CHOICE("status", end, end_words),
    WORD("message", why.text),
    REAL("t", "t", t),
    WHOLE("steps", "steps", steps),
    WHOLE("rejected", "rejected", rejected),
    REAL("step_mean", "mean step", step_mean),
    REAL("order_claimed", "order claimed", order_q),
    REAL("energy", "energy max error", energy),
    REAL("energy_rigid", "energy rigid max error", energy_rigid),
    REAL("energy_drift_exponent", "energy drift exponent", energy_drift_slope),
    REAL("phi", "constraints position", phi),
    REAL("phi_inner", "constraints inner", phi_inner),
    REAL("gv", "constraints velocity", gv),
    REAL("acceleration", "constraints acceleration", acceleration),
    REAL("error_position", "error position", error.position),
    REAL("error_orientation", "error orientation", error.orientation),
    REAL("error_velocity", "error velocity", error.velocity),
    REAL("error_multipliers", "error multipliers", error.multipliers),
    REAL("mean_error_position", "mean error position", error_mean.position),
    REAL("mean_error_orientation", "mean error orientation", error_mean.orientation),
    REAL("mean_error_velocity", "mean error velocity", error_mean.velocity),
    REAL("mean_error_multipliers", "mean error multipliers", error_mean.multipliers),
    TIME("cpu_seconds", "cpu seconds", cpu_seconds),
    TIME("cpu_spread", "cpu spread", cpu_spread),
    TIME("cpu_passes", "cpu passes", cpu_passes),
    PLACE("host", NULL, HOL_COLUMN_WORD, host, true, false, NULL),
    TIME("core", NULL, core),
    LATER("scd", "scd", scd),
    LATER("mescd", "mescd", mescd),
    LATER("relative", "relative error", relative),
    {0},
};
#undef STRUCT

#define STRUCT hol_counters
const hol_column hol_counter_columns[] = {
#define X(name) WHOLE(#name, #name, name),
    HOL_COUNTER_LIST(X)
#undef X
        WHOLE("steps", NULL, steps),
    WHOLE("rejected", NULL, rejected),
    TIME("seconds_acceleration", NULL, seconds_acceleration),
    TIME("seconds_projection", NULL, seconds_projection),
    REAL("condition", NULL, condition),
    {0},
};
#undef STRUCT

#define STRUCT hol_record_momentum
const hol_column hol_momentum_columns[] = {
    WORD("name", name),
    REAL("error", "momentum %s max error", error),
    REAL("rigid", "momentum rigid %s max error", rigid),
    REAL("nodal", "momentum nodal %s max error", nodal),
    {0},
};
#undef STRUCT

#define STRUCT hol_deviation
const hol_column hol_series_columns[] = {
    REAL("t", NULL, t),
    REAL("energy", NULL, energy),
    REAL("momentum", NULL, momentum),
    REAL("nodal", NULL, nodal),
    REAL("phi", NULL, phi),
    REAL("gv", NULL, gv),
    {0},
};
#undef STRUCT

#define STRUCT hol_placed
const hol_column hol_motion_columns[] = {
    REAL("t", NULL, t),   WHOLE("body", NULL, body),
    REAL("x", NULL, x),   REAL("y", NULL, y),
    REAL("z", NULL, z),   REAL("p0", NULL, p0),
    REAL("p1", NULL, p1), REAL("p2", NULL, p2),
    REAL("p3", NULL, p3), {0},
};
#undef STRUCT

static const char *const verdict_words[] = {HOL_CERTIFIED_LIST(HOL_WORD) NULL};

#define STRUCT hol_certificate_line
const hol_column hol_certificate_columns[] = {
    WORD("what", what),
    WORD("claim", claim),
    WORD("measured", measured),
    REAL("value", NULL, value),
    CHOICE("verdict", verdict, verdict_words),
    {0},
};
#undef STRUCT

#define ROWS(table, column, count, rows)                                                           \
    {                                                                                              \
        table, column, sizeof *((hol_record *)0)->rows, offsetof(hol_record, count),               \
            offsetof(hol_record, rows)                                                             \
    }
const hol_row_list hol_row_lists[HOL_ROW_LISTS] = {
    ROWS("momenta", hol_momentum_columns, momenta, momentum),
    ROWS("series", hol_series_columns, points, series),
    ROWS("motions", hol_motion_columns, placed, motion),
};

int hol_row_count(const hol_row_list *list, const hol_record *record)
{
    return *(const int *)(const void *)((const char *)record + list->count);
}

void *hol_rows_of(const hol_row_list *list, const hol_record *record)
{
    void *rows;
    memcpy(&rows, (const char *)record + list->rows, sizeof rows);
    return rows;
}

void hol_take_rows(const hol_row_list *list, hol_record *record, int count, void *rows)
{
    memcpy((char *)record + list->count, &count, sizeof count);
    memcpy((char *)record + list->rows, &rows, sizeof rows);
}

double hol_column_value(const hol_column *column, const void *row)
{
    const char *place = (const char *)row + column->at;
    if (column->kind == HOL_COLUMN_REAL) return *(const double *)(const void *)place;
    return (double)*(const long *)(const void *)place;
}

/* ---------------------------------------------------------------- tables and views */

static const char tables[] =
    "CREATE TABLE builds ("
    " number INTEGER PRIMARY KEY, build TEXT NOT NULL, facts TEXT NOT NULL,"
    " version TEXT AS (json_extract(facts, '$.version')),"
    " compiler TEXT AS (json_extract(facts, '$.compiler')),"
    " flags TEXT AS (json_extract(facts, '$.flags')),"
    " cpu TEXT AS (json_extract(facts, '$.cpu')),"
    " blas TEXT AS (json_extract(facts, '$.blas')),"
    " UNIQUE (build, facts));\n"
    "CREATE TABLE runs ("
    " number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE CHECK (length(key) = 64),"
    " spec TEXT NOT NULL, build INTEGER NOT NULL REFERENCES builds(number),"
    " created TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),"
    " problem TEXT NOT NULL, method TEXT NOT NULL, parameters TEXT NOT NULL,"
    " options TEXT NOT NULL, settings TEXT NOT NULL, h REAL, rtol REAL, atol REAL, until REAL, "
    "series INTEGER,"
    " repeats INTEGER, ran INTEGER NOT NULL, adaptive INTEGER NOT NULL, level INTEGER NOT NULL";

static const char child[] = " run INTEGER NOT NULL REFERENCES runs(number) ON DELETE CASCADE";

#define WORK_PRECISION                                                                             \
    "CREATE VIEW work_precision AS"                                                                \
    " SELECT problem, method, formulation, settings, until, adaptive, h, rtol,"                    \
    "  step_mean, steps, cpu_seconds, cpu_spread, cpu_passes, error_position, error_orientation,"  \
    "  error_velocity, error_multipliers, mean_error_position, mean_error_orientation,"            \
    "  mean_error_velocity, mean_error_multipliers, key"                                           \
    " FROM latest WHERE status = 'ok'"                                                             \
    " ORDER BY problem, method, formulation, parameters, options, until, adaptive,"                \
    "  step_mean DESC;\n"

/* Observed order between a step and the next larger one, of the same model. */
#define ORDERS(temporary)                                                                          \
    "CREATE " temporary " VIEW orders AS"                                                          \
    " SELECT problem, method, formulation, settings, until, h, h_before,"                          \
    "  order_claimed, ln(p0 / error_position) / r AS order_position,"                              \
    "  ln(o0 / error_orientation) / r AS order_orientation,"                                       \
    "  ln(v0 / error_velocity) / r AS order_velocity,"                                             \
    "  ln(m0 / error_multipliers) / r AS order_multipliers, ln(e0 / energy) / r AS order_energy,"  \
    "  key"                                                                                        \
    " FROM (SELECT *, ln(h_before / h) AS r FROM (SELECT *, lag(h) OVER w AS h_before,"            \
    "  lag(error_position) OVER w AS p0, lag(error_orientation) OVER w AS o0,"                     \
    "  lag(error_velocity) OVER w AS v0, lag(error_multipliers) OVER w AS m0,"                     \
    "  lag(energy) OVER w AS e0 FROM latest WHERE status = 'ok' AND NOT adaptive"                  \
    "  WINDOW w AS (PARTITION BY " HOL_SQL_SUBJECT ", method, formulation, settings, options,"     \
    "   until ORDER BY h DESC)))"                                                                  \
    " WHERE h_before > h"                                                                          \
    " ORDER BY problem, method, formulation, parameters, options, until, h DESC;\n"

static const char views[] =
    "CREATE INDEX runs_by_spec ON runs(spec);\n"
    /* Each run as the newest build made it. */
    "CREATE VIEW latest AS"
    " SELECT * FROM runs WHERE number IN (SELECT max(number) FROM runs GROUP BY "
    "spec);\n" WORK_PRECISION ORDERS("")
    /* Every method on every problem: the columns of the report's first table. */
    "CREATE VIEW matrix AS"
    " SELECT problem, method, formulation, settings,"
    "  CASE WHEN adaptive THEN 'tolerance' ELSE 'step' END AS control,"
    "  CASE WHEN adaptive THEN rtol ELSE h END AS value, status, energy, energy_drift,"
    "  (SELECT max(error) FROM momenta WHERE run = number) AS momentum,"
    "  (SELECT max(nodal) FROM momenta WHERE run = number) AS momentum_nodal,"
    "  phi, gv, error_position, error_orientation, error_velocity, steps, cpu_seconds, message,"
    "  key"
    " FROM latest ORDER BY problem, method, formulation, parameters, options, adaptive,"
    "  value DESC;\n";

enum { FIRST = 1 }; /* version */

/* What the runs of a version lack, of the last one first. */
#define NO_MEASURES ", NULL AS scd, NULL AS mescd, NULL AS relative FROM main.runs;" ORDERS("TEMP")
#define NO_MACHINE  ", '' AS host, NULL AS core" NO_MEASURES
#define NO_PASSES   ", NULL AS cpu_passes" NO_MACHINE
#define RUNS        "CREATE TEMP VIEW runs AS SELECT *"
#define NO_MOTIONS                                                                                 \
    " CREATE TEMP VIEW motions AS SELECT 0 AS run, 0 AS place, 0 AS t, 0 AS body, 0 AS x, 0 AS y," \
    " 0 AS z, 0 AS p0, 0 AS p1, 0 AS p2, 0 AS p3 WHERE 0;"

static const struct {
    const char *change, *view; /* to the next version; of that version as the last one */
} former[HOL_STORE_VERSION - FIRST] = {
    {"ALTER TABLE counters ADD COLUMN hessians INTEGER;"
     " ALTER TABLE counters ADD COLUMN third_derivatives INTEGER;"
     " ALTER TABLE counters ADD COLUMN krylov INTEGER;"
     " ALTER TABLE counters ADD COLUMN projected INTEGER;"
     " ALTER TABLE counters ADD COLUMN invariant_gradients INTEGER;"
     " ALTER TABLE counters ADD COLUMN invariant_hessians INTEGER;"
     " ALTER TABLE counters ADD COLUMN seconds_acceleration REAL;"
     " ALTER TABLE counters ADD COLUMN seconds_projection REAL;"
     " ALTER TABLE counters ADD COLUMN condition REAL; PRAGMA user_version = 2;",
     RUNS NO_PASSES NO_MOTIONS
     " CREATE TEMP VIEW counters AS SELECT *, NULL AS hessians, NULL AS third_derivatives,"
     " NULL AS krylov, NULL AS projected, NULL AS invariant_gradients, NULL AS invariant_hessians,"
     " NULL AS seconds_acceleration, NULL AS seconds_projection, NULL AS condition"
     " FROM main.counters;"},
    {"CREATE TABLE motions (run INTEGER NOT NULL REFERENCES runs(number) ON DELETE CASCADE,"
     " place INTEGER NOT NULL, t REAL, body INTEGER, x REAL, y REAL, z REAL, p0 REAL, p1 REAL,"
     " p2 REAL, p3 REAL, PRIMARY KEY (run, place)) WITHOUT ROWID; PRAGMA user_version = 3;",
     RUNS NO_PASSES NO_MOTIONS},
    {"ALTER TABLE runs ADD COLUMN cpu_passes REAL; DROP VIEW work_precision; " WORK_PRECISION
     " PRAGMA user_version = 4;",
     RUNS NO_PASSES},
    {"ALTER TABLE runs ADD COLUMN host TEXT NOT NULL DEFAULT '';"
     " ALTER TABLE runs ADD COLUMN core REAL; PRAGMA user_version = 5;",
     RUNS NO_MACHINE},
    {"ALTER TABLE runs ADD COLUMN scd REAL; ALTER TABLE runs ADD COLUMN mescd REAL;"
     " ALTER TABLE runs ADD COLUMN relative REAL; PRAGMA user_version = 6;",
     RUNS NO_MEASURES},
    {"DROP VIEW orders; " ORDERS("") "PRAGMA user_version = 7;", ORDERS("TEMP")},
};

static bool is_former(long version)
{
    return version >= FIRST && version < HOL_STORE_VERSION;
}

const char *hol_schema_step(long version)
{
    return is_former(version) ? former[version - FIRST].change : NULL;
}

const char *hol_schema_view(long version)
{
    return is_former(version) ? former[version - FIRST].view : NULL;
}

static void put_columns(FILE *out, const hol_column column[])
{
    static const char *const type[] = {"REAL", "INTEGER", "TEXT NOT NULL DEFAULT ''",
                                       "TEXT NOT NULL"};
    for (; column->name; column++) fprintf(out, ", %s %s", column->name, type[column->kind]);
}

char *hol_schema_text(void)
{
    hol_text t;
    hol_text_begin(&t);
    FILE *out = t.out;
    fputs(tables, out);
    put_columns(out, hol_run_columns);
    fprintf(out, ");\nCREATE TABLE counters (%s PRIMARY KEY", child);
    put_columns(out, hol_counter_columns);
    fputs(");\n", out);
    for (int k = 0; k < HOL_ROW_LISTS; k++) {
        fprintf(out, "CREATE TABLE %s (%s, place INTEGER NOT NULL", hol_row_lists[k].table, child);
        put_columns(out, hol_row_lists[k].column);
        fputs(", PRIMARY KEY (run, place)) WITHOUT ROWID;\n", out);
    }
    fprintf(out, "%sPRAGMA application_id = %d;\nPRAGMA user_version = %d;\n", views,
            HOL_STORE_MARK, HOL_STORE_VERSION);
    return hol_text_end(&t);
}

char *hol_schema_insert(const char *table, const char *first, const hol_column column[],
                        const char *last)
{
    hol_text t;
    int values = 1;
    for (const char *c = first; *c; c++) values += *c == ',';
    hol_text_begin(&t);
    FILE *out = t.out;
    fprintf(out, "INSERT INTO %s (%s", table, first);
    for (int i = 0; column[i].name; i++) fprintf(out, ", %s", column[i].name);
    fputs(") VALUES (?", out);
    for (int i = 0; column[i].name; i++) values++;
    for (int i = 1; i < values; i++) fputs(", ?", out);
    fprintf(out, ")%s", last);
    return hol_text_end(&t);
}

char *hol_schema_select(const char *first, const char *table, const hol_column column[],
                        const char *last)
{
    hol_text t;
    hol_text_begin(&t);
    FILE *out = t.out;
    fprintf(out, "SELECT %s", first);
    for (int i = 0; column[i].name; i++) fprintf(out, ", %s", column[i].name);
    fprintf(out, " FROM %s %s", table, last);
    return hol_text_end(&t);
}
