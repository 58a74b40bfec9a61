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

extern const cli_names cli_column_groups; /* of a cli_set */
/* False after a message where they cannot be had. */
bool cli_columns_fit(const cli_set *asked, const char *output, bool samples);

typedef struct { /* a file that is being written */
    FILE *out;
    const cli_set *asked; /* borrowed */
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
void cli_sheet_begin(cli_sheet *s, FILE *out, const char *path, const cli_set *asked,
                     const hol_result *r);
/* At t, the bodies at pose; the rest is of the node at which the diagnostics stand. */
void cli_sheet_row(cli_sheet *s, double t, const hol_pose pose[]);
/* What is left to write, and what the sheet owns. */
void cli_sheet_end(cli_sheet *s);
