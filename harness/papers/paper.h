/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper.h: a published table redone: every printed number, ours beside it, and a verdict; and what
 * else a paper says beside what was measured.
 *
 * The printed numbers are data, reference/papers/ID-table-N.tsv: "# holonomy printed table 1",
 * header lines "# key: value" (paper, title, source, keys, timed are read; any other explains),
 * a line of column names with their units, then the rows, separated by tabs.  The first `keys`
 * columns say which row it is; the columns of times, which are not judged, begin with `timed`.  A -
 * stands for a number that is not printed: ours, if there is one, stands alone. */
#ifndef HOL_PAPER_H
#define HOL_PAPER_H

#include <stdio.h>

#include "harness/reference.h"
#include "mechanics/holonomy.h"

/* ---------------------------------------------------------------- a table */

typedef struct {        /* a number */
    char printed[32];   /* every digit of it, or a key's word */
    double value, ours; /* NaN: a word; not redone */
    char note[160];     /* why they differ; of a time, what it is; or "" */
} hol_paper_cell;

typedef struct {
    char paper[16], title[128], source[256];
    int columns, rows, keys;
    char timed[32]; /* what the names of columns of times begin with, "" where there is none */
    hol_word *column;
    hol_paper_cell *cell; /* rows x columns */
} hol_paper_table;

bool hol_paper_timed(const hol_paper_table *t, int column);
/* file: below reference/.  NULL with a message that names file and line. */
hol_paper_table *hol_paper_read(const char *file, hol_message *why);
void hol_paper_free(hol_paper_table *t);
/* The cell in the column of that name; NULL where there is no such column. */
hol_paper_cell *hol_paper_at(const hol_paper_table *t, int row, const char *column);
/* Enters our number; a column the table lacks is passed over. */
void hol_paper_put(const hol_paper_table *t, int row, const char *column, double ours,
                   const char *note);

/* ---------------------------------------------------------------- verdicts */

typedef enum {
    HOL_PAPER_UNJUDGED,   /* a time, or not redone */
    HOL_PAPER_ALL_DIGITS, /* the same text, printed alike; or both are zero */
    HOL_PAPER_DIGITS,     /* a relative difference of at most 1e-2 */
    HOL_PAPER_SAME_ORDER, /* the ratio lies between 1/sqrt(10) and sqrt(10) */
    HOL_PAPER_DIFFERS
} hol_paper_verdict;

/* digits: the most n for which the relative difference is at most 10^-n. */
hol_paper_verdict hol_paper_judge(const hol_paper_table *t, int row, int column, int *digits);
/* "reproduced to 9 digits", "same order of magnitude", "differs, because ..." */
void hol_paper_verdict_text(const hol_paper_table *t, int row, int column, char *text, size_t size);

/* ---------------------------------------------------------------- output */

/* The table to show, one line a number: row, quantity, printed, ours, their ratio, verdict.  Hands
 * the cells over line by line, the heading first. */
enum { HOL_PAPER_LINE = 6 };
extern const bool hol_paper_number[HOL_PAPER_LINE]; /* of each column: holds numbers */
void hol_paper_lines(const hol_paper_table *t, void (*cell)(void *to, const char *text), void *to);
void hol_paper_csv_header(FILE *out);
void hol_paper_csv(const hol_paper_table *t, FILE *out);
/* One line a row, for drawings: the keys, then printed and ours of every other column. */
void hol_paper_plot(const hol_paper_table *t, FILE *out);
/* DIR/name for writing, and its end; NULL or false with a message that names the file. */
FILE *hol_paper_open(const char *dir, const char *name, hol_message *why);
bool hol_paper_close(FILE *out, const char *dir, const char *name, hol_message *why);

/* ---------------------------------------------------------------- findings */

#define HOL_PAPER_ANSWER_LIST(X)                                                                   \
    X(CONFIRMED, "confirmed")                                                                      \
    X(REFUTED, "not confirmed")                                                                    \
    X(BESIDE, "beyond the paper") /* it says nothing that could be judged */

typedef enum {
#define X(name, text) HOL_PAPER_##name,
    HOL_PAPER_ANSWER_LIST(X)
#undef X
} hol_paper_answer;

const char *hol_paper_answer_name(hol_paper_answer answer);
/* CONFIRMED where it holds, else REFUTED. */
hol_paper_answer hol_paper_if(bool holds);

typedef struct { /* what a paper says at a place, what was measured, and whether that bears it out
                  */
    char place[96], says[160], measured[352];
    hol_paper_answer answer;
} hol_paper_finding;

typedef struct {
    int count;
    hol_paper_finding *of;
} hol_paper_findings;

/* The answer is worked out from the numbers that `measured` prints. */
void hol_paper_find(hol_paper_findings *found, const char *place, const char *says,
                    hol_paper_answer answer, const char *measured, ...)
    __attribute__((format(printf, 5, 6)));

/* ---------------------------------------------------------------- papers */

enum { HOL_PAPER_JUDGES = 3 };

typedef struct {
    const char *name, *caption; /* of the script reports/paper-ID-NAME.gp */
    /* What judges it: the titles of tables; of findings the places, or how what the paper says
     * begins.  Where there is none, why: it is ours, or has nothing that a number could judge. */
    const char *judged[HOL_PAPER_JUDGES], *why;
} hol_paper_figure;

typedef struct {
    const char *id, *title;
    const char *const *table;       /* file names, ends with NULL */
    const hol_paper_figure *figure; /* ends with a row whose name is NULL */
    const char *const *words; /* under each figure, in their order; NULL: the captions say all */
    /* Fills the tables, in the order of `table`, and writes the series behind the figures into
     * `dir` (NULL: not wanted).  An exit code of the program, with a message where it is not OK. */
    int (*redo)(hol_paper_table *const table[], const char *dir, hol_message *why);
    /* The same of what no table holds, the tables being filled, or filled here where there is no
     * `redo`; found->of is the caller's to free.  Either may be NULL. */
    int (*study)(hol_paper_table *const table[], hol_paper_findings *found, const char *dir,
                 hol_message *why);
} hol_paper;

extern const hol_paper hol_paper_000, hol_paper_001, hol_paper_002, hol_paper_003, hol_paper_004;
const hol_paper *hol_paper_by(int k); /* the k-th; NULL past the last */

#endif
