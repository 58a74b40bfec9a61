/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store.h: the results store, one SQLite file: tables and views in docs/store.md.
 *
 * A run is in the store whole or not at all: one transaction each, with a rollback journal, so that
 * a store is a single file, whatever ended the program that wrote it.  NaN is NULL, infinities are
 * the REAL values of that name, and every other number comes back bit for bit (but -0 as 0). */
#ifndef HOL_STORE_H
#define HOL_STORE_H

#include "harness/store/matrix.h"
#include "harness/store/spec.h"

enum { HOL_STORE_VERSION = 4, HOL_STORE_MARK = 0x486f6c6f }; /* user_version, application_id */

#define HOL_STORE_DEFAULT "results.sqlite"

/* ---------------------------------------------------------------- columns */

typedef enum { HOL_COLUMN_REAL, HOL_COLUMN_LONG, HOL_COLUMN_WORD, HOL_COLUMN_ENUM } hol_column_kind;

typedef struct { /* where a column of a table stands in its struct */
    const char *name;
    const char *title; /* in matrix.csv, where %s stands for a momentum map; NULL: not there */
    hol_column_kind kind;
    size_t at, size;         /* [bytes] */
    bool timing;             /* differs from one time to the next */
    const char *const *word; /* of an enum: of each value, as the table has it; ends with NULL */
} hol_column;

/* Each ends with a row whose name is NULL.  Of hol_record, hol_counters, hol_record_momentum and
 * hol_deviation. */
extern const hol_column hol_run_columns[], hol_counter_columns[], hol_momentum_columns[],
    hol_series_columns[], hol_motion_columns[];
/* A number of a row, not a word's. */
double hol_column_value(const hol_column *column, const void *row);

/* ---------------------------------------------------------------- the store */

typedef struct hol_store hol_store;

typedef enum {
    HOL_STORE_READ,  /* the file must be there; nothing is written */
    HOL_STORE_WRITE, /* and is made where it is not */
} hol_store_use;

/* Every function that can fail leaves in `why` the file's name and the reason. */
hol_store *hol_store_open(const char *path, hol_store_use use, hol_message *why);
void hol_store_close(hol_store *store); /* NULL: nothing */

typedef enum { HOL_STORE_FAILED = -1, HOL_STORE_NONE, HOL_STORE_FOUND } hol_store_answer;

hol_store_answer hol_store_has(hol_store *store, const char *key, hol_message *why);
/* The run, all of it, unless one of that key is there already. */
bool hol_store_put(hol_store *store, const hol_spec *spec, const char *key,
                   const hol_record *record, hol_message *why);
/* Its record, to be cleared by hol_record_clear.  `problem`: NULL: the program's one of that name.
 */
hol_store_answer hol_store_get(hol_store *store, const char *key, const hol_problem *problem,
                               hol_record *record, hol_message *why);
/* Appends the records of so many specs in their order; `lacking` counts those the store has not. */
bool hol_store_get_all(hol_store *store, int count, const hol_spec spec[], hol_matrix *m,
                       int *lacking, hol_message *why);

/* ---------------------------------------------------------------- for the commands that read it */

struct sqlite3;
struct sqlite3_stmt;
struct sqlite3 *hol_store_handle(hol_store *store);
/* A statement of one SELECT; NULL after a failure. */
struct sqlite3_stmt *hol_store_query(hol_store *store, const char *sql, hol_message *why);
/* Is there another row? */
hol_store_answer hol_store_next(hol_store *store, struct sqlite3_stmt *query, hol_message *why);
void hol_store_explain(const hol_store *store, hol_message *why); /* the last failure */

#endif
