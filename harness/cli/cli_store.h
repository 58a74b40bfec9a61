/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_store.h: what the commands about plans and the store share. */
#ifndef HOL_CLI_STORE_H
#define HOL_CLI_STORE_H

#include <stdio.h>

#include "harness/store/store.h"

/* The plan; NULL after all its mistakes are said. */
hol_plan *cli_plan(const char *path);
/* The store, for reading; NULL after a message. */
hol_store *cli_store(const char *path);

typedef struct { /* cells of a table as text, the heading apart; grown row by row */
    int columns, rows;
    char **name;
    char **cell;  /* rows x columns; NULL: no value */
    bool *number; /* of each column: no text in it */
} cli_cells;

void cli_cells_clear(cli_cells *c);

typedef struct {
    const char *name;
    void (*print)(FILE *out, const cli_cells *c);
} cli_format;

enum { CLI_FORMATS = 4 };
extern const cli_format cli_formats[CLI_FORMATS]; /* csv, json, latex, markdown */

#endif
