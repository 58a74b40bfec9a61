/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper.h: a published table redone: every printed number, ours beside it, and a verdict; and what
 * else a paper says beside what was measured.
 *
 * How a paper adds a row.  What it says is data, reference/papers/ID-statements.tsv, a line a
 * statement: a short id of its own, the place and a few words of the paper, a rule of paper_rule.h
 * with its two bounds, and in words what the numbers are.  The paper's `redo` measures them:
 *
 *     const double x[] = {0.01, coarse->error, 0.1, fine->error};
 *     hol_paper_find(to, "order", HOL_LENGTH(x), x, "errors %.2e and %.2e", x[1], x[3]);
 *
 * The word comes from the rule alone, so numbers must be what was measured, not a comparison
 * already made; a rule that is missing is added to paper_rule.c.  Cost: `less`, on counts, or on
 * pairs of repeated timings that a bound leaves far more room than they spread.  The rule "-" is
 * "beyond the paper", "open", whose data is the reason, "not judged".  A statement of another paper
 * has its `source`.  A statement that nothing measures, or a measurement of none, is a mistake.
 * A figure names what judges it by ids and by titles of tables, and says in `see` what to look at.
 * tests/harness/findings/ID.tsv keeps every row: id, rule, bounds, word, numbers.
 * The paper's test calls expect_findings (tests/findings.h): ids, rules, bounds and words are those
 * kept, and every word turns when its rule spoils its numbers; HOL_FINDINGS=tests/harness/findings
 * writes the file anew from that test.  test_paper_rules judges and spoils the kept numbers of all
 * papers.
 *
 * The printed numbers are data, reference/papers/ID-table-N.tsv: "# holonomy printed table 1",
 * header lines "# key: value" (paper, title, source, keys, timed, across are read; any other
 * explains), a line of column names with their units, then the rows, separated by tabs.  The first
 * `keys` columns say which row it is; the columns of times, which are not judged, begin with
 * `timed`.  A - stands for a number that is not printed: ours, if there is one, stands alone. */
#pragma once

#include <stdio.h>

#include "base/say.h"
#include "base/table.h"
#include "harness/papers/paper_rule.h"
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
    bool across;    /* the paper's rows are our columns */
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
    HOL_PAPER_UNJUDGED,   /* a time, not redone, or both are zero */
    HOL_PAPER_ALL_DIGITS, /* the same text, printed alike */
    HOL_PAPER_DIGITS,     /* at least two */
    HOL_PAPER_SAME_ORDER, /* the ratio lies between 1/sqrt(10) and sqrt(10) */
    HOL_PAPER_DIFFERS
} hol_paper_verdict;

/* digits: the most n for which they differ by at most half a unit of the n-th digit printed. */
hol_paper_verdict hol_paper_judge(const hol_paper_table *t, int row, int column, int *digits);
/* "reproduced to 9 digits", "same order of magnitude", "differs, because ..." */
void hol_paper_verdict_text(const hol_paper_table *t, int row, int column, char *text, size_t size);

/* ---------------------------------------------------------------- output */

/* Ours with as many decimals as the printed number; beside a zero or none, what it is. */
void hol_paper_alike(const hol_paper_cell *cell, char text[64]);
/* To show, as the paper lays it out: printed, ours, how many digits agree, line by line; with
 * "# across: REASON" its rows are our columns.  Then why numbers differ: row, quantity, note. */
hol_table hol_paper_lines(const hol_paper_table *t);
hol_table hol_paper_notes(const hol_paper_table *t);
/* The same with every digit, of any number of papers: first without a line. */
hol_table hol_paper_csv(void);
void hol_paper_put_csv(hol_table *csv, const hol_paper_table *t);
/* One line a row, for drawings: the keys, then printed and ours of every other column. */
void hol_paper_plot(const hol_paper_table *t, FILE *out);

/* ---------------------------------------------------------------- findings */

#define HOL_LENGTH(x) (int)(sizeof(x) / sizeof *(x))

typedef struct { /* a statement judged; rule: NULL: nothing to judge */
    char id[32], place[96], source[64], says[200], measured[400], data[200];
    const hol_paper_rule *rule;
    double bound[2], value;
    int count;
    double *x;
    hol_paper_answer answer;
} hol_paper_finding;

typedef struct {
    int count;
    hol_paper_finding *of;
} hol_paper_findings;

/* ---------------------------------------------------------------- papers */

enum { HOL_PAPER_JUDGES = 12, HOL_PAPER_TABLES = 8 };

typedef struct {                /* a line of reference/papers/ID-figures.tsv */
    const char *name, *caption; /* of the script reports/paper-ID-NAME.gp */
    /* What judges it: the titles of tables, the ids of findings.  Where there is none, why: it is
     * ours, or has nothing that a number could judge; else "-". */
    const char *judged[HOL_PAPER_JUDGES], *why;
    const char *see; /* what is to be seen on it, in a sentence */
    bool diagram;    /* which has no axes */
} hol_paper_figure;

typedef struct hol_paper hol_paper;

typedef struct { /* a paper being redone, and what comes of it */
    const hol_paper *paper;
    hol_paper_table *table[HOL_PAPER_TABLES]; /* in the order of the paper's */
    int tables;
    hol_paper_figure *figure; /* ends with a row whose name is NULL */
    hol_table figures;        /* their texts */
    hol_table statements;     /* of the paper, while it is redone */
    hol_paper_findings found; /* of: to be freed */
    const char *dir;          /* where the series behind the figures go; NULL: nowhere */
    bool unread, unwritten;   /* a file of the paper, a series */
    hol_message why;          /* the paper could not be redone, or written */
} hol_paper_section;

struct hol_paper {
    const char *id, *title;
    const char *const *table; /* file names, ends with NULL */
    /* Fills the tables, adds to the findings, writes the series; false with a message. */
    bool (*redo)(hol_paper_section *to);
};

/* Reads the printed tables, as many as can be read, statements and figures, and redoes the paper;
 * to be freed either way.  False with a message. */
bool hol_paper_redo(hol_paper_section *to, const hol_paper *paper, const char *dir);
void hol_paper_section_free(hol_paper_section *to);
/* The figures alone; false with a message. */
bool hol_paper_read_figures(hol_paper_section *to);

/* Judges the statement by x[count] and adds it; `measured` says what its numbers are, in words made
 * from them. */
void hol_paper_find(hol_paper_section *to, const char *id, int count, const double x[],
                    const char *measured, ...) __attribute__((format(printf, 5, 6)));
/* What its rule works out of x[count]. */
double hol_paper_value(hol_paper_section *to, const char *id, int count, const double x[]);
/* "exponent 1.99, to be 2 within 0.1: mean error of the quaternion over the step", or "". */
void hol_paper_criterion(const hol_paper_finding *one, char *text, size_t size);

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
