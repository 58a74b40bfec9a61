/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_columns.h: what stands in the file of `run --output`, by groups of columns.  The name of the
 * file says what stands between them: a tabulator in a .tsv, else a comma. */
#ifndef HOL_CLI_COLUMNS_H
#define HOL_CLI_COLUMNS_H

#include "harness/cli/cli.h"

enum {
    CLI_COLUMN_POSES, /* alone where nothing is asked for */
    CLI_COLUMN_ENERGY,
    CLI_COLUMN_CONSTRAINTS,
    CLI_COLUMN_REACTIONS,
    CLI_COLUMN_JOINTS,
    CLI_COLUMNS
};

cli_take cli_take_columns; /* one group more: bool[CLI_COLUMNS] */
/* False after a message where they cannot be had. */
bool cli_columns_fit(const bool asked[CLI_COLUMNS], const char *output, bool samples);
void cli_columns_names(FILE *out, const char *path, const bool asked[CLI_COLUMNS],
                       const hol_result *r);
/* At t, the bodies at pose; the rest is of the node at which the diagnostics stand. */
void cli_columns_row(FILE *out, const char *path, const bool asked[CLI_COLUMNS],
                     const hol_result *r, double t, const hol_pose pose[]);

#endif
