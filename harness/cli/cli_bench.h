/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_bench.h: the tables of `holonomy bench`. */
#pragma once

#include "base/json.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_terminal.h"
#include "harness/study/bench.h"

typedef struct {
    hol_names names; /* of problems and methods, and models' files; none: all */
    const hol_problem **problem;
    int problems;      /* those wanted */
    bool of_problems;  /* a problem is named, or nothing is */
    double sample;     /* least length of a timed sample [s]; 0: each table's own */
    hol_json *json;    /* NULL: lines of text */
    char head[2][512]; /* title and heading of a text, until its first row */
    int column;        /* of the row that is being written */
    int rows;          /* of all tables of a text */
    bool counting;     /* nothing is measured yet: `all` is what there will be */
    int all, done;
    cli_bar bar;
} bench_sheet;

/* The problems named, models included, or all; an exit code, after a message where it is not OK. */
int bench_choose(bench_sheet *b);
/* Is the method named, or none? */
bool bench_method(const bench_sheet *b, const char *name);
double bench_sample(const bench_sheet *b, double own);
/* The length of the longest of the problems' names, of those that have a size where it matters. */
int bench_width(const bench_sheet *b, bool sized);

/* A table: its title, the heading that a text has, its rows, each cell with its name in JSON.  A
 * text has neither title nor heading where no row follows. */
void bench_title(bench_sheet *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void bench_heading(bench_sheet *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Before anything is measured: false where it is only counted. */
bool bench_begin(bench_sheet *b, const char *problem, const char *what);
void bench_row(bench_sheet *b);
void bench_word(bench_sheet *b, const char *name, int width, const char *word);
/* NaN: "-", null.  decimals < 0: with an exponent. */
void bench_number(bench_sheet *b, const char *name, int width, int decimals, double x);
/* On a line of its own in a text. */
void bench_remark(bench_sheet *b, const char *name, const char *text);
void bench_row_end(bench_sheet *b);
/* The row of a system that there is not, or no room for; size 0: the problem's own. */
void bench_left_out(bench_sheet *b, const hol_setup *setup, double size, const char *text);

/* M, f, Phi, G and the acceleration of every problem in every formulation. */
void bench_evaluations(bench_sheet *b);
/* The same by the body of problems that have a size, from small to large. */
void bench_sizes(bench_sheet *b);
/* SPOOK on the ladder by every path of the solve, from small to large. */
void bench_ladder(bench_sheet *b);
/* The place of the parameter that sets the size of a problem, -1 where there is none. */
int bench_size_of(const hol_problem *problem);
