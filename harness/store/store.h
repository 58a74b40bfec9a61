/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store.h: the results store, one SQLite file: tables and views in docs/store.md.
 *
 * A run is in the store whole or not at all: one transaction each, with a rollback journal, so that
 * a store is a single file, whatever ended the program that wrote it.  NaN is NULL, infinities are
 * the REAL values of that name, and every other number comes back bit for bit (but -0 as 0). */
#pragma once

#include "base/say.h"
#include "harness/store/matrix.h"
#include "harness/store/spec.h"

enum { HOL_STORE_VERSION = 7, HOL_STORE_MARK = 0x486f6c6f }; /* user_version, application_id */

#define HOL_STORE_DEFAULT "results.sqlite"

/* ---------------------------------------------------------------- columns */

typedef enum { HOL_COLUMN_REAL, HOL_COLUMN_LONG, HOL_COLUMN_WORD, HOL_COLUMN_ENUM } hol_column_kind;

typedef struct { /* where a column of a table stands in its struct */
    const char *name;
    const char *title; /* in matrix.csv, where %s stands for a momentum map; NULL: not there */
    hol_column_kind kind;
    size_t at, size;         /* [bytes] */
    bool timing;             /* differs from one time to the next */
    bool later;              /* stores of former versions have none, which is no difference */
    const char *const *word; /* of an enum: of each value, as the table has it; ends with NULL */
} hol_column;

/* Each ends with a row whose name is NULL.  Of hol_record, hol_counters, hol_record_momentum,
 * hol_deviation, hol_placed and hol_certificate_line. */
extern const hol_column hol_run_columns[], hol_counter_columns[], hol_momentum_columns[],
    hol_series_columns[], hol_motion_columns[], hol_certificate_columns[];
/* A number of a row, not a word's. */
double hol_column_value(const hol_column *column, const void *row);

typedef struct { /* the rows of a record in a table whose key is (run, place) */
    const char *table;
    const hol_column *column;
    size_t size, count, rows; /* of a row; where the record has their number and themselves */
} hol_row_list;

enum { HOL_ROW_LISTS = 3 };
/* momenta, series, motions */
extern const hol_row_list hol_row_lists[HOL_ROW_LISTS];
int hol_row_count(const hol_row_list *list, const hol_record *record);
void *hol_rows_of(const hol_row_list *list, const hol_record *record);
/* rows: malloc'd, the record's from now on. */
void hol_take_rows(const hol_row_list *list, hol_record *record, int count, void *rows);

/* ---------------------------------------------------------------- the store */

typedef struct hol_store hol_store;

typedef enum {
    HOL_STORE_READ,  /* the file must be there; nothing is written */
    HOL_STORE_WRITE, /* and is made where it is not */
} hol_store_use;

/* Every function that can fail leaves in `why` the file's name and the reason. */
hol_store *hol_store_open(const char *path, hol_store_use use, hol_message *why);
void hol_store_close(hol_store *store); /* NULL: nothing */
const char *hol_store_path(const hol_store *store);

typedef enum { HOL_STORE_FAILED = -1, HOL_STORE_NONE, HOL_STORE_FOUND } hol_store_answer;

hol_store_answer hol_store_has(hol_store *store, const char *key, hol_message *why);
/* Did its run come to its end without an error that could be told, for want of the true motion? */
hol_store_answer hol_store_lacks_truth(hol_store *store, const char *key, hol_message *why);
/* Did its run find no memory, which says nothing of the run? */
hol_store_answer hol_store_lacked_memory(hol_store *store, const char *key, hol_message *why);
/* The key of the run in the store: that of hol_spec_key, or where there is none the first that the
 * same build made on another processor, for which BLAS chose another kernel.  NONE: there is
 * neither, and the key is the former. */
hol_store_answer hol_store_key(hol_store *store, const hol_spec *spec, char key[HOL_KEY],
                               hol_message *why);
/* The first key in `table`, runs or certified, of a row of that spec that the same build made on
 * another processor than this one; NONE: the key stays. */
hol_store_answer hol_store_key_elsewhere(hol_store *store, const char *table, const hol_spec *spec,
                                         char key[HOL_KEY], hol_message *why);
/* The run of that key is no longer there, nor are its rows. */
bool hol_store_drop(hol_store *store, const char *key, hol_message *why);
/* The run, all of it, unless one of that key is there already. */
bool hol_store_put(hol_store *store, const hol_spec *spec, const char *key,
                   const hol_record *record, hol_message *why);
/* The number in `builds` of this build on this machine, which is put there where it is not. */
bool hol_store_put_build(hol_store *store, long *number, hol_message *why);
/* Its record, to be cleared by hol_record_clear.  `problem`: NULL: the program's one of that name.
 */
hol_store_answer hol_store_get(hol_store *store, const char *key, const hol_problem *problem,
                               hol_record *record, hol_message *why);
/* Appends the records of so many specs in their order; `lacking` counts those the store has not. */
bool hol_store_get_all(hol_store *store, int count, const hol_spec spec[], hol_matrix *m,
                       int *lacking, hol_message *why);

/* ---------------------------------------------------------------- for the commands that read it */

struct sqlite3_stmt;
/* A statement of one SELECT; NULL after a failure. */
struct sqlite3_stmt *hol_store_query(hol_store *store, const char *sql, hol_message *why);
/* Is there another row? */
hol_store_answer hol_store_next(hol_store *store, struct sqlite3_stmt *query, hol_message *why);
/* Statements without rows. */
bool hol_store_execute(hol_store *store, const char *sql, hol_message *why);
/* Ends a transaction, good or not; whether it was kept. */
bool hol_store_end(hol_store *store, bool good, hol_message *why);
/* The single number of a query. */
bool hol_store_integer(hol_store *store, const char *sql, long *value, hol_message *why);

typedef struct { /* a statement and the values that are bound to it, one after the other */
    hol_store *store;
    struct sqlite3_stmt *s; /* NULL: its preparation failed */
    hol_message *why;
    int at, code; /* values bound; the first failure */
} hol_binder;

/* Ready for its values. */
hol_binder hol_bind(hol_store *store, struct sqlite3_stmt *s, hol_message *why);
void hol_bind_text(hol_binder *b, const char *text);
void hol_bind_number(hol_binder *b, double x); /* NaN: NULL */
void hol_bind_integer(hol_binder *b, long n);
void hol_bind_columns(hol_binder *b, const hol_column column[], const void *row);
/* Is there another row?  FAILED, too, where a value was not bound. */
hol_store_answer hol_bound_next(hol_binder *b);
/* The columns of a row from `at` on; false where a word is unknown, which is left in `why`. */
bool hol_take_columns(struct sqlite3_stmt *s, int at, const hol_column column[], void *row,
                      hol_message *why);
