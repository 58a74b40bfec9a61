/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_columns.h: what stands in the file of `run --output`, by groups of columns.  The name of the
 * file says how: .tsv, a tabulator between the cells; .json, an object of `columns` and `rows`;
 * else a comma. */
#pragma once

#include "harness/cli/cli.h"

enum {
    CLI_COLUMN_POSES, /* alone where nothing is asked for */
    CLI_COLUMN_ENERGY,
    CLI_COLUMN_CONSTRAINTS,
    CLI_COLUMN_REACTIONS,
    CLI_COLUMN_JOINTS,
    CLI_COLUMN_MEMORY,
    CLI_COLUMN_COORDINATES,
    CLI_COLUMNS
};

cli_take cli_take_columns; /* one group more: bool[CLI_COLUMNS] */
/* False after a message where they cannot be had. */
bool cli_columns_fit(const bool asked[CLI_COLUMNS], const char *output, bool samples);

typedef struct { /* a file that is being written */
    FILE *out;
    const bool *asked; /* CLI_COLUMNS, borrowed */
    const hol_result *r;
    const hol_eval *sys;         /* whose coordinates are named, */
    int coordinates, velocities; /* as many */
    bool is_json;
    char between; /* of cells that are no JSON */
    hol_json json;
    int cells;
    double *cell; /* of a row */
} cli_sheet;

/* The names of the columns, into the file of that path. */
void cli_sheet_begin(cli_sheet *s, FILE *out, const char *path, const bool asked[CLI_COLUMNS],
                     const hol_result *r);
/* At t, the bodies at pose; the rest is of the node at which the diagnostics stand. */
void cli_sheet_row(cli_sheet *s, double t, const hol_pose pose[]);
/* What is left to write, and what the sheet owns. */
void cli_sheet_end(cli_sheet *s);
