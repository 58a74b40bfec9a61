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

#include "base/table.h"
#include "holonomy.h"
#include "holonomy/reference.h"

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
typedef struct {
    const char *column;
    double ours;
    const char *note;
} hol_paper_entry;
/* Enters several, up to one whose column is NULL. */
void hol_paper_put_row(const hol_paper_table *t, int row, const hol_paper_entry entry[]);

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

/* To show, one line a number: row, quantity, printed, ours, their ratio, verdict. */
hol_table hol_paper_lines(const hol_paper_table *t);
/* The same with every digit, of any number of papers: first without a line. */
hol_table hol_paper_csv(void);
void hol_paper_put_csv(hol_table *csv, const hol_paper_table *t);
/* One line a row, for drawings: the keys, then printed and ours of every other column. */
void hol_paper_plot(const hol_paper_table *t, FILE *out);

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

/* ---------------------------------------------------------------- papers */

enum { HOL_PAPER_JUDGES = 3, HOL_PAPER_TABLES = 8 };

typedef struct {
    const char *name, *caption; /* of the script reports/paper-ID-NAME.gp */
    /* What judges it: the titles of tables; of findings the places, or how what the paper says
     * begins.  Where there is none, why: it is ours, or has nothing that a number could judge. */
    const char *judged[HOL_PAPER_JUDGES], *why;
} hol_paper_figure;

typedef struct hol_paper hol_paper;

typedef struct { /* a paper being redone, and what comes of it */
    const hol_paper *paper;
    hol_paper_table *table[HOL_PAPER_TABLES]; /* in the order of the paper's */
    int tables;
    hol_paper_findings found; /* of: to be freed */
    const char *dir;          /* where the series behind the figures go; NULL: nowhere */
    bool unwritten;           /* a series could not be written */
    hol_message why;          /* the paper could not be redone, or written */
} hol_paper_section;

struct hol_paper {
    const char *id, *title;
    const char *const *table;       /* file names, ends with NULL */
    const hol_paper_figure *figure; /* ends with a row whose name is NULL */
    const char *const *words; /* under each figure, in their order; NULL: the captions say all */
    /* Fills the tables, adds to the findings, writes the series; false with a message. */
    bool (*redo)(hol_paper_section *to);
};

/* Reads the printed tables, as many as can be read, and redoes the paper; to be freed either way.
 * False with a message. */
bool hol_paper_redo(hol_paper_section *to, const hol_paper *paper, const char *dir);
void hol_paper_section_free(hol_paper_section *to);

/* Adds a finding; the answer is worked out from the numbers that `measured` prints. */
void hol_paper_find(hol_paper_section *to, const char *place, const char *says,
                    hol_paper_answer answer, const char *measured, ...)
    __attribute__((format(printf, 5, 6)));

/* Writes DIR/name, all of it by `write`; nothing where no series are wanted.  False with a message
 * that names the file. */
typedef void hol_paper_writer(FILE *out, const void *of);
bool hol_paper_write(hol_paper_section *to, const char *name, hol_paper_writer *write,
                     const void *of);

typedef struct { /* a heading and lines of numbers with commas between; blank: not finite */
    const char *heading;
    int rows, columns;
    const double *x;   /* rows x columns */
    int digits, first; /* significant ones, and of the first column; 0: 10 */
    int stride;        /* numbers from row to row; 0: columns */
    bool by_column;    /* x is columns x rows */
} hol_paper_sheet;
bool hol_paper_write_sheet(hol_paper_section *to, const char *name, const hol_paper_sheet *sheet);

extern const hol_paper hol_paper_000, hol_paper_001, hol_paper_002, hol_paper_003, hol_paper_004;
const hol_paper *hol_paper_by(int k); /* the k-th; NULL past the last */

#endif
