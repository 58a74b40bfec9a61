/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Published tables as they are shown, kept and drawn: see paper.h. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "harness/papers/paper.h"

/* "0.01, DVP": the keys of a row. */
static void row_name(const hol_paper_table *t, int row, char *text, size_t size)
{
    text[0] = '\0';
    for (int k = 0; k < t->keys; k++)
        hol_append(text, size, "%s%s", k ? ", " : "", t->cell[row * t->columns + k].printed);
}

/* Neither printed nor ours. */
static bool is_empty(const hol_paper_cell *cell)
{
    return isnan(cell->value) && isnan(cell->ours);
}

/* ---------------------------------------------------------------- verdicts in words */

/* A line below a number has the word alone, a sentence what stands before it too and then the
 * reason, where there is one; %d is the number of digits. */
static const struct {
    const char *before, *word, *because, *silent;
} verdict_word[] = {
    [HOL_PAPER_UNJUDGED] = {"", "–", NULL, ""},
    [HOL_PAPER_ALL_DIGITS] = {"reproduced to ", "every digit", NULL, ""},
    [HOL_PAPER_DIGITS] = {"reproduced to ", "%d digits", ": ", ""},
    [HOL_PAPER_SAME_ORDER] = {"same ", "order of magnitude", ": ", ""},
    [HOL_PAPER_DIFFERS] = {"", "differs", ", because ", ", for a reason not known"},
};

/* The verdict on a number that is not judged. */
static const char *unjudged(const hol_paper_cell *cell)
{
    return isnan(cell->ours) ? "not redone" : cell->value == 0 ? "zero, as printed" : cell->note;
}

void hol_paper_verdict_text(const hol_paper_table *t, int row, int column, char *text, size_t size)
{
    const hol_paper_cell *cell = &t->cell[row * t->columns + column];
    int digits;
    hol_paper_verdict verdict = hol_paper_judge(t, row, column, &digits);
    if (verdict == HOL_PAPER_UNJUDGED) {
        snprintf(text, size, "%s", unjudged(cell));
        return;
    }
    char word[32];
    const char *because = verdict_word[verdict].because;
    bool explained = because && cell->note[0];
    snprintf(word, sizeof word, verdict_word[verdict].word, digits);
    snprintf(text, size, "%s%s%s%s", verdict_word[verdict].before, word,
             explained ? because : verdict_word[verdict].silent, explained ? cell->note : "");
}

/* ---------------------------------------------------------------- as the paper prints it */

enum { PRINTED, OURS, AGREE, LINES }; /* of a number */

static void put_agreement(hol_table *lines, const hol_paper_table *t, int row, int column)
{
    int digits;
    hol_paper_verdict verdict = hol_paper_judge(t, row, column, &digits);
    hol_cell(lines, verdict_word[verdict].word, digits);
}

static void put_line(hol_table *lines, const hol_paper_table *t, int row, int column, int line)
{
    const hol_paper_cell *cell = &t->cell[row * t->columns + column];
    char text[64];
    if (line == AGREE)
        put_agreement(lines, t, row, column);
    else if (line == PRINTED)
        hol_cell(lines, "%s", strcmp(cell->printed, "-") ? cell->printed : "–");
    else if (isnan(cell->ours))
        hol_cell(lines, "–");
    else if (hol_paper_timed(t, column))
        hol_cell(lines, "%.3g", cell->ours);
    else {
        hol_paper_alike(cell, text);
        hol_cell(lines, "%s", text);
    }
}

static const char *const whose[LINES] = {"printed", "ours", "agreement"};

static bool column_is_empty(const hol_paper_table *t, int column)
{
    for (int i = 0; i < t->rows; i++)
        if (!is_empty(&t->cell[i * t->columns + column])) return false;
    return true;
}

/* Has the number nothing on that line: not printed, not ours, not both? */
static bool is_blank(const hol_paper_table *t, int row, int column, int line)
{
    const hol_paper_cell *cell = &t->cell[row * t->columns + column];
    int digits;
    if (line == PRINTED) return !strcmp(cell->printed, "-");
    if (line == OURS) return isnan(cell->ours);
    return hol_paper_judge(t, row, column, &digits) == HOL_PAPER_UNJUDGED;
}

static bool row_is_blank(const hol_paper_table *t, int row, int line)
{
    for (int k = t->keys; k < t->columns; k++)
        if (!is_blank(t, row, k, line)) return false;
    return true;
}

static bool column_is_blank(const hol_paper_table *t, int column, int line)
{
    for (int i = 0; i < t->rows; i++)
        if (!is_blank(t, i, column, line)) return false;
    return true;
}

/* A row of the paper is three lines, less those on which nothing stands. */
static void put_down(hol_table *lines, const hol_paper_table *t)
{
    for (int k = 0; k < t->keys; k++) hol_table_head(lines, HOL_TABLE_FLUSH, "%s", t->column[k]);
    hol_table_head(lines, HOL_TABLE_TEXT, "%s", "");
    for (int k = t->keys; k < t->columns; k++)
        if (!column_is_empty(t, k)) hol_table_head(lines, HOL_TABLE_FLUSH, "%s", t->column[k]);
    for (int i = 0; i < LINES * t->rows; i++) {
        if (row_is_blank(t, i / LINES, i % LINES)) continue;
        for (int k = 0; k < t->keys; k++)
            hol_cell(lines, "%s", t->cell[i / LINES * t->columns + k].printed);
        hol_cell(lines, "%s", whose[i % LINES]);
        for (int k = t->keys; k < t->columns; k++)
            if (!column_is_empty(t, k)) put_line(lines, t, i / LINES, k, i % LINES);
    }
}

/* A column of ours is three lines, less those on which nothing stands; a row is a column. */
static void put_across(hol_table *lines, const hol_paper_table *t)
{
    char name[128];
    hol_table_head(lines, HOL_TABLE_TEXT, "quantity");
    hol_table_head(lines, HOL_TABLE_TEXT, "%s", "");
    for (int i = 0; i < t->rows; i++) {
        row_name(t, i, name, sizeof name);
        hol_table_head(lines, HOL_TABLE_FLUSH, "%s", name);
    }
    for (int k = LINES * t->keys; k < LINES * t->columns; k++) {
        if (column_is_blank(t, k / LINES, k % LINES)) continue;
        hol_cells(lines, t->column[k / LINES], whose[k % LINES], NULL);
        for (int i = 0; i < t->rows; i++) put_line(lines, t, i, k / LINES, k % LINES);
    }
}

hol_table hol_paper_lines(const hol_paper_table *t)
{
    hol_table lines = {0};
    (t->across ? put_across : put_down)(&lines, t);
    return lines;
}

hol_table hol_paper_notes(const hol_paper_table *t)
{
    hol_table notes = hol_table_of("row|quantity|why they differ, or what ours is");
    char name[128];
    int digits;
    for (int i = 0; i < t->rows; i++)
        for (int k = t->keys; k < t->columns; k++) {
            const hol_paper_cell *cell = &t->cell[i * t->columns + k];
            hol_paper_verdict verdict = hol_paper_judge(t, i, k, &digits);
            bool zero = cell->value == 0 && cell->ours == 0;
            if (isnan(cell->ours) || zero || !cell->note[0] || verdict == HOL_PAPER_ALL_DIGITS)
                continue;
            row_name(t, i, name, sizeof name);
            hol_cells(&notes, name, t->column[k], cell->note, NULL);
        }
    return notes;
}

/* ---------------------------------------------------------------- kept and drawn */

hol_table hol_paper_csv(void)
{
    return hol_table_of(
        "paper|table|row|quantity|#printed|#ours|#ratio|#relative_difference|verdict");
}

void hol_paper_put_csv(hol_table *csv, const hol_paper_table *t)
{
    char name[128], verdict[256];
    int digits;
    for (int i = 0; i < t->rows; i++)
        for (int k = t->keys; k < t->columns; k++) {
            const hol_paper_cell *cell = &t->cell[i * t->columns + k];
            if (is_empty(cell)) continue;
            double ratio = cell->ours / cell->value;
            bool judged = hol_paper_judge(t, i, k, &digits) != HOL_PAPER_UNJUDGED;
            row_name(t, i, name, sizeof name);
            hol_paper_verdict_text(t, i, k, verdict, sizeof verdict);
            hol_cells(csv, t->paper, t->title, name, t->column[k], cell->printed, NULL);
            hol_cell_number(csv, cell->ours);
            hol_cell_number(csv, ratio);
            hol_cell_number(csv, judged ? fabs(ratio - 1) : (double)NAN);
            hol_cell(csv, "%s", verdict);
        }
}

void hol_paper_plot(const hol_paper_table *t, FILE *out)
{
    hol_table plot = {0};
    for (int k = 0; k < t->columns; k++) {
        bool key = k < t->keys;
        hol_table_head(&plot, HOL_TABLE_TEXT, "%s%s", key ? "" : "printed ", t->column[k]);
        if (!key) hol_table_head(&plot, HOL_TABLE_NUMBER, "our %s", t->column[k]);
    }
    for (int i = 0; i < t->rows; i++)
        for (int k = 0; k < t->columns; k++) {
            const hol_paper_cell *cell = &t->cell[i * t->columns + k];
            hol_cell(&plot, "%s", cell->printed);
            if (k >= t->keys) hol_cell(&plot, "%.17g", cell->ours);
        }
    hol_table_csv(out, &plot);
    hol_table_free(&plot);
}
