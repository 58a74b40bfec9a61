/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_schema.h: the store's tables and statements as SQL, made from the lists of columns. */
#pragma once

#include "harness/store/store.h"

/* A problem is its model, plug-ins and parameters: what a spec begins with; of a file that was
 * changed in between the runs are those of two. */
#define HOL_SQL_SUBJECT "substr(spec, 1, instr(spec, ' method='))"

/* The statements that make a store of this version into one of the next; NULL: it is too old. */
const char *hol_schema_step(long version);
/* Temporary views that show a store of a former version, which is only read, as one of this. */
const char *hol_schema_view(long version);

/* Each is malloc'd. */
char *hol_schema_text(void); /* tables, indices, views */
/* INSERT INTO table (first, columns) VALUES (?, ...), then `last`. */
char *hol_schema_insert(const char *table, const char *first, const hol_column column[],
                        const char *last);
/* SELECT first, columns of the table, then `last`. */
char *hol_schema_select(const char *first, const char *table, const hol_column column[],
                        const char *last);
