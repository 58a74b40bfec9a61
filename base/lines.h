/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.h: a text file of ours read line by line, mistakes told with its name and the line. */
#pragma once

#include <stdio.h>

#include <stdbool.h>

#include "holonomy/status.h"

typedef struct {
    const char *path; /* borrowed */
    FILE *file;
    char *text; /* the line, without its end */
    size_t size;
    int line;   /* its number, from 1 */
    int failed; /* errno of the file or line that could not be read; 0: none */
    hol_message *why;
} hol_lines;

/* Opens a file; false after a message.  In any case hol_lines_end follows. */
bool hol_lines_open(hol_lines *in, const char *path, hol_message *why);
/* Opens one whose first line is `first`, "# holonomy reference 1", likewise. */
bool hol_lines_begin(hol_lines *in, const char *path, const char *first, hol_message *why);
bool hol_lines_next(hol_lines *in); /* false: there are no more, or it failed */
/* Says what is wrong with the line; false. */
bool hol_lines_wrong(const hol_lines *in, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Closes the file; false after a message where `good` is, or where it could not be read. */
bool hol_lines_end(hol_lines *in, bool good);
