/* SPDX-License-Identifier: GPL-3.0-or-later */
/* published_line.h: the lines of reference/published/: fields separated by tabs, after header lines
 * "# key: value" and a line with the names of the columns. */
#pragma once

#include "base/lines.h"
#include "holonomy/memory.h"

typedef struct {
    const char *first;   /* line of the file, "# holonomy values 1" */
    const char *columns; /* their line, with tabs */
    int fields;
    /* One header line, and one row; false after hol_lines_wrong.  header NULL: all are passed over.
     */
    bool (*header)(void *self, hol_lines *in, const char *key, const char *value);
    bool (*row)(void *self, hol_lines *in, char *field[]);
    void *self;
} hol_published_format;

enum { HOL_PUBLISHED_FIELDS = 8 }; /* at most */

/* Reads reference/published/FILE, calling for each line; false after a message with file and line.
 */
bool hol_published_read(const char *file, const hol_published_format *format, hol_message *why);
/* Is the field a number?  Else says so of the line. */
bool hol_published_number(const hol_lines *in, const char *name, const char *text);
/* The text, as the owner's. */
const char *hol_published_keep(hol_memory *m, const char *text);
