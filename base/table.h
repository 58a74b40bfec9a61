/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.h: a table of texts and numbers, and its writers: CSV, JSON, Markdown, LaTeX and HTML, each
 * with the one function that puts a text into that form. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "holonomy/status.h"

typedef enum {
    HOL_TABLE_TEXT,
    HOL_TABLE_FLUSH, /* numbers as they are to be read, and words in place of one: flush right */
    HOL_TABLE_NUMBER /* numbers of every digit: CSV and JSON have them whole, readers see four */
} hol_table_kind;

typedef struct {
    char *name; /* with the unit */
    hol_table_kind kind;
} hol_table_column;

typedef struct {
    char *text; /* NULL: no value */
    char *link; /* the place it leads to: the text of a heading, the file of a figure; or NULL */
    int shade;  /* 1 (light) to HOL_TABLE_SHADES; 0: none; -1: no number where one is wanted */
} hol_table_cell;

typedef struct { /* cells by rows; grown cell by cell once the columns are there */
    int columns, cells;
    hol_table_column *column;
    hol_table_cell *cell;
} hol_table;

enum { HOL_TABLE_SHADES = 9 };

/* The columns of "method|>order|#h [s]": > is flush, # a number. */
hol_table hol_table_of(const char *columns);
void hol_table_head(hol_table *t, hol_table_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The next cell. */
void hol_cell(hol_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The next cells, as their texts are; the last argument is NULL. */
void hol_cells(hol_table *t, const char *text, ...) __attribute__((sentinel));
void hol_cell_none(hol_table *t);
void hol_cell_number(hol_table *t, double x); /* of every digit; no value where it is not finite */
void hol_cell_shade(hol_table *t, int shade); /* of the latest cell */
void hol_cell_link(hol_table *t, const char *place);
void hol_table_free(hol_table *t);
/* The rows of a file: its first line is `first`, "# holonomy errata 1", others with # explain; then
 * the names of the columns, which the table has already, and a row a line, fields separated by one
 * tab, none empty.  False after a message that names file and line. */
bool hol_table_read(hol_table *t, const char *path, const char *first, hol_message *why);

int hol_table_rows(const hol_table *t);
/* The text of a cell, of row -1 the column's name; NULL: no value. */
const char *hol_table_text(const hol_table *t, int row, int column);
/* As a reader sees it, "" where there is no value; `four` is room for a number. */
const char *hol_table_shown(const hol_table *t, int row, int column, char four[32]);

/* ---------------------------------------------------------------- writers */

void hol_table_csv(FILE *out, const hol_table *t);  /* RFC 4180, the names in the first line */
void hol_table_json(FILE *out, const hol_table *t); /* an array of objects */
void hol_table_markdown(FILE *out, const hol_table *t);
void hol_table_latex(FILE *out, const hol_table *t); /* a tabular */
void hol_table_html(FILE *out, const hol_table *t);

/* A text, quoted or escaped as a table of that form needs it. */
void hol_csv_text(FILE *out, const char *text);
void hol_markdown_text(FILE *out, const char *text);
void hol_latex_text(FILE *out, const char *text);
void hol_html_text(FILE *out, const char *text);
/* The name of a place on a page: small letters and digits, hyphens for blanks, nothing else, as
 * Markdown's readers make them of a heading. */
void hol_anchor(FILE *out, const char *text);
/* A row of LaTeX, -1: the names, with its end. */
void hol_latex_row(FILE *out, const hol_table *t, int row);
