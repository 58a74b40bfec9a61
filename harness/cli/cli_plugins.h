/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_plugins.h: the plug-ins that a command is given. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "harness/run/names.h"
#include "holonomy/plugin.h"

/* Loads the files of $HOLONOMY_PLUGINS, colons between them, then those named; false after a
 * message at the first that cannot be. */
bool cli_load_plugins(const hol_names *files);
/* " --plugin FILE" of each that was named, as words of a command. */
void cli_put_plugins(FILE *out);
/* "version 1.0 (mine.so), of Someone, 2026" */
void cli_put_plugin(FILE *out, const hol_loaded *plugin);
/* The same as a line of an explanation; NULL: nothing. */
void cli_explain_plugin(const hol_loaded *plugin);
