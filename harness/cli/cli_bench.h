/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_bench.h: the tables of `holonomy bench`. */
#ifndef HOL_CLI_BENCH_H
#define HOL_CLI_BENCH_H

#include "base/json.h"
#include "harness/cli/cli.h"
#include "harness/study/bench.h"

typedef struct {
    hol_names names; /* of problems and methods; none: all */
    hol_json *json;  /* NULL: lines of text */
    int column;      /* of the row that is being written */
} bench_sheet;

bool bench_wanted(const bench_sheet *b, const char *x, const char *y);

/* A table: its title, the heading that text has, its rows, each cell with its name in JSON. */
void bench_title(bench_sheet *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void bench_heading(const bench_sheet *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void bench_row(bench_sheet *b);
void bench_word(bench_sheet *b, const char *name, int width, const char *word);
/* NaN: "-", null.  decimals < 0: with an exponent. */
void bench_number(bench_sheet *b, const char *name, int width, int decimals, double x);
void bench_row_end(bench_sheet *b);

/* M, f, Phi, G and the acceleration of every problem in every formulation. */
void bench_evaluations(bench_sheet *b);
/* The same by the body of problems that have a size, from small to large. */
void bench_sizes(bench_sheet *b);
/* SPOOK on the ladder by every path of the solve, from small to large. */
void bench_ladder(bench_sheet *b);

#endif
