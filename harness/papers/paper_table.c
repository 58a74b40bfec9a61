/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Published tables redone: see paper.h. */
#include "harness/papers/paper.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/number.h"

const hol_paper *hol_paper_by(int k)
{
    static const hol_paper *const paper[] = {&hol_paper_000, &hol_paper_001, &hol_paper_002,
                                             &hol_paper_003, &hol_paper_004};
    return k >= 0 && k < (int)(sizeof paper / sizeof *paper) ? paper[k] : NULL;
}

/* ---------------------------------------------------------------- the reader */

typedef struct {
    hol_lines from;
    int room; /* rows allocated */
    hol_paper_table *t;
} reader;

static bool complain(const reader *in, const char *what)
{
    return hol_lines_wrong(&in->from, "%s", what);
}

/* "# key: value"; a value that is too long or no number is a mistake. */
static bool header(reader *in)
{
    hol_paper_table *t = in->t;
    char *colon = strstr(in->from.text, ": "), *value = colon ? colon + 2 : NULL, *end;
    char across[32];
    const struct {
        const char *key;
        char *to;
        size_t size;
    } word[] = {{"# paper", t->paper, sizeof t->paper},
                {"# title", t->title, sizeof t->title},
                {"# source", t->source, sizeof t->source},
                {"# timed", t->timed, sizeof t->timed},
                {"# across", across, sizeof across}};
    if (!colon) return complain(in, "a header line is \"# key: value\"");
    *colon = '\0';
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        if (strcmp(in->from.text, word[i].key) != 0) continue;
        if (strlen(value) >= word[i].size) return complain(in, "this value is too long");
        strcpy(word[i].to, value);
    }
    t->across |= !strcmp(in->from.text, "# across");
    if (strcmp(in->from.text, "# keys") != 0) return true;
    long keys = strtol(value, &end, 10);
    if (end == value || *end || keys < 1 || keys > 9)
        return complain(in, "\"keys\" must be a number from 1 to 9");
    t->keys = (int)keys;
    return true;
}

/* The next field of a line of tabs; NULL at its end. */
static char *field(char **rest)
{
    char *word = *rest;
    if (!word) return NULL;
    char *tab = strchr(word, '\t');
    if (tab) *tab = '\0';
    *rest = tab ? tab + 1 : NULL;
    return word;
}

bool hol_paper_timed(const hol_paper_table *t, int column)
{
    return column >= 0 && t->timed[0] && !strncmp(t->column[column], t->timed, strlen(t->timed));
}

static bool column_names(reader *in)
{
    hol_paper_table *t = in->t;
    char *rest = in->from.text, *word;
    if (!t->paper[0] || !t->title[0] || !t->source[0] || !t->keys)
        return complain(in, "the header lacks one of paper, title, source, keys");
    t->column = hol_new((int)strlen(in->from.text) / 2 + 1, sizeof *t->column);
    while ((word = field(&rest))) {
        if (!*word || strlen(word) >= sizeof(hol_word))
            return complain(in, "a column's name must have 1 to 31 characters");
        strcpy(t->column[t->columns++], word);
    }
    if (t->columns <= t->keys) return complain(in, "there is no column beside the keys");
    bool timed = !t->timed[0];
    for (int k = t->keys; k < t->columns; k++) timed = timed || hol_paper_timed(t, k);
    if (!timed) return complain(in, "\"timed\" names no such column");
    return true;
}

static bool row(reader *in)
{
    hol_paper_table *t = in->t;
    char *rest = in->from.text, *word, *end;
    if (t->rows == in->room) {
        in->room = 2 * in->room + 16;
        t->cell = hol_renew(t->cell, (size_t)(in->room * t->columns) * sizeof *t->cell);
    }
    for (int k = 0; k < t->columns; k++) {
        hol_paper_cell *cell = &t->cell[t->rows * t->columns + k];
        *cell = (hol_paper_cell){.value = NAN, .ours = NAN};
        if (!(word = field(&rest))) return complain(in, "the row is too short");
        if (strlen(word) >= sizeof cell->printed) return complain(in, "a number is too long");
        strcpy(cell->printed, word);
        double value = hol_strtod(word, &end);
        bool number = end != word && !*end && isfinite(value);
        if (number) cell->value = value;
        if (!number && k >= t->keys && strcmp(word, "-") != 0) return complain(in, "not a number");
    }
    if (rest) return complain(in, "the row is too long");
    t->rows++;
    return true;
}

static bool parse(reader *in)
{
    while (hol_lines_next(&in->from))
        if (in->from.text[0] == '#' ? !header(in) : in->t->column ? !row(in) : !column_names(in))
            return false;
    return in->t->rows || in->from.failed || complain(in, "there are no rows");
}

hol_paper_table *hol_paper_read(const char *file, hol_message *why)
{
    char path[512];
    hol_reference_find(file, path, sizeof path);
    reader in = {.t = hol_new(1, sizeof *in.t)};
    bool good = hol_lines_begin(&in.from, path, "# holonomy printed table 1", why) && parse(&in);
    if (hol_lines_end(&in.from, good)) return in.t;
    hol_paper_free(in.t);
    return NULL;
}

void hol_paper_free(hol_paper_table *t)
{
    if (!t) return;
    free(t->column);
    free(t->cell);
    free(t);
}

/* ---------------------------------------------------------------- our numbers */

hol_paper_cell *hol_paper_at(const hol_paper_table *t, int row, const char *column)
{
    for (int k = 0; k < t->columns; k++)
        if (!strcmp(t->column[k], column)) return &t->cell[row * t->columns + k];
    return NULL;
}

void hol_paper_put(const hol_paper_table *t, int row, const char *column, double ours,
                   const char *note)
{
    hol_paper_cell *cell = hol_paper_at(t, row, column);
    if (!cell) return;
    cell->ours = ours;
    snprintf(cell->note, sizeof cell->note, "%s", note);
}

void hol_paper_put_row(const hol_paper_table *t, int row, const hol_paper_entry entry[])
{
    for (; entry->column; entry++) hol_paper_put(t, row, entry->column, entry->ours, entry->note);
}

/* ---------------------------------------------------------------- verdicts */

/* Our number with as many decimals as the printed one; beside a zero or none, what it is. */
void hol_paper_alike(const hol_paper_cell *cell, char text[64])
{
    if (cell->value == 0 || isnan(cell->value)) {
        snprintf(text, 64, cell->value == 0 ? "%.3g" : "%.6g", cell->ours);
        return;
    }
    const char *point = strchr(cell->printed, '.');
    int decimals = point ? (int)strspn(point + 1, "0123456789") : 0;
    bool power = strchr(cell->printed, 'e');
    snprintf(text, 64, power ? "%.*e" : "%.*f", decimals, cell->ours);
    char *exponent = power ? strchr(text, 'e') : NULL; /* 2e-07 is 2e-7 */
    while (exponent && exponent[2] == '0' && exponent[3])
        memmove(exponent + 2, exponent + 3, strlen(exponent + 2));
}

hol_paper_verdict hol_paper_judge(const hol_paper_table *t, int row, int column, int *digits)
{
    const hol_paper_cell *cell = &t->cell[row * t->columns + column];
    char text[64];
    *digits = 0;
    bool number = column >= t->keys && !hol_paper_timed(t, column) && !isnan(cell->value);
    if (!number || isnan(cell->ours)) return HOL_PAPER_UNJUDGED;
    if (cell->value == 0) return cell->ours == 0 ? HOL_PAPER_UNJUDGED : HOL_PAPER_DIFFERS;
    double ratio = cell->ours / cell->value, first = floor(log10(fabs(cell->value)));
    double shared = floor(first + 1 + log10(0.5 / fabs(cell->ours - cell->value)));
    *digits = (int)fmin(DBL_DIG, fmax(0, shared));
    hol_paper_alike(cell, text);
    if (!strcmp(text, cell->printed)) return HOL_PAPER_ALL_DIGITS;
    if (!isfinite(ratio)) return HOL_PAPER_DIFFERS;
    if (*digits >= 2) return HOL_PAPER_DIGITS;
    return ratio > sqrt(0.1) && ratio < sqrt(10) ? HOL_PAPER_SAME_ORDER : HOL_PAPER_DIFFERS;
}
