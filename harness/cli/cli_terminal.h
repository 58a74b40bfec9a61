/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_terminal.h: what fits the terminal: one line of progress that is written over and over and
 * never wraps, and texts folded to 80 columns. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

enum { CLI_LINE = 79 }; /* of what is printed: a line of 80 would wrap on some terminals */

/* Columns of the terminal on standard error, else $COLUMNS, else 80. */
int cli_columns(void);

typedef struct {
    char text[24];
} cli_span;

/* "42 s", "6:56", "1:06:56"; "?" where it is not a number. */
cli_span cli_span_of(double seconds);

typedef struct {
    bool on;             /* shown at all */
    double began, shown; /* wall clock [s]; shown 0: not yet */
} cli_bar;

/* A bar on standard error where that is a terminal, and the user does not want it quiet. */
cli_bar cli_bar_of(bool quiet);
/* Writes "[###    ] TEXT" over the line before, cut to the terminal: the bar first, then the text.
 * Not in the first second, and at most five times a second but for the last time, part 1. */
void cli_bar_show(cli_bar *bar, double part, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same, whatever the time. */
void cli_bar_put(cli_bar *bar, double part, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Takes the line away, so that something else can be written in its place. */
void cli_bar_end(cli_bar *bar);

typedef struct {
    char text[64];
} cli_cell;

/* The number in that format, a dash where there is none. */
cli_cell cli_number(const char *format, double x);

/* Writes the text behind what stands in `used` columns of the line, its further lines behind
 * `indent` blanks, each broken at a blank, and ends the line. */
void cli_fold(FILE *out, int used, int indent, const char *text);
/* The same of a text that ends here. */
void cli_fold_end(FILE *out, int used, int indent, hol_text *t);
