/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h: the parts of `holonomy report`: files, tables in two markups, figures by gnuplot. */
#ifndef HOL_REPORT_H
#define HOL_REPORT_H

#include <stdio.h>

#include "harness/matrix.h"

typedef struct { /* `holonomy info`, line by line */
    char name[32], value[256];
} report_fact;

enum { REPORT_FACTS = 24, REPORT_PATH = 1024 };

typedef struct {
    const char *dir; /* where the report goes */
    hol_matrix levels, formulations;
    report_fact fact[REPORT_FACTS];
    int facts;
    bool png; /* pictures beside the vector figures */
} report;

/* ---------------------------------------------------------------- files */

typedef struct {
    char path[REPORT_PATH];
    FILE *out;
} report_file;

/* Opens DIR/name for writing and closes it; false after a message that names the file. */
bool report_open(report_file *file, const char *dir, const char *name);
bool report_close(report_file *file);
/* The folder, made where it is not there yet; false after a message. */
bool report_folder(const char *path);
/* Where the scripts of the figures and the style of the page are. */
const char *report_sources(void);

/* ---------------------------------------------------------------- markup */

typedef struct { /* cells by rows, the heading first; grown by report_cell */
    int columns, count, room;
    char **cell;
    const bool *number; /* of each column: flush right; NULL: none */
} report_table;

void report_cell(report_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void report_table_free(report_table *t);

typedef struct {
    const char *file;
    void (*begin)(FILE *out, const char *title);
    void (*end)(FILE *out);
    void (*heading)(FILE *out, int level, const char *text);
    void (*paragraph)(FILE *out, const char *text);
    void (*drawing)(FILE *out, const char *text); /* ASCII */
    /* A table that opens on demand where `folded` names it and the markup can fold. */
    void (*table)(FILE *out, const report_table *t, const char *folded);
    void (*figure)(FILE *out, const char *dir, const char *name, const char *caption);
} report_markup;

extern const report_markup report_markdown, report_html;

/* ---------------------------------------------------------------- products */

/* False after a message about the file that could not be written. */
bool report_csv(const report *r);                               /* matrix.csv */
bool report_document(const report *r, const report_markup *to); /* matrix.md, index.html */
bool report_data(const report *r);                              /* figures/, all but the drawings */

typedef struct {
    const char *name; /* of the script, and of the file after the problem's name */
    const char *title;
    const char *caption;
} report_figure;

extern const report_figure report_figures[]; /* ends with a row whose name is NULL */
/* Draws every figure of every problem; an exit code, after a message where it is not OK. */
int report_draw(const report *r);
/* "figures/PROBLEM-NAME.svg" */
void report_figure_path(const hol_problem *problem, const report_figure *figure, char path[],
                        size_t size);

#endif
