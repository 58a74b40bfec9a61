/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What comes of a paper: findings beside what it says, and the series behind its figures: see
 * paper.h. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "harness/papers/paper.h"
#include "holonomy/memory.h"

bool hol_paper_redo(hol_paper_section *to, const hol_paper *paper, const char *dir)
{
    *to = (hol_paper_section){.paper = paper, .dir = dir};
    for (; paper->table[to->tables]; to->tables++) {
        hol_paper_table *read = hol_paper_read(paper->table[to->tables], &to->why);
        if (!read) return false;
        to->table[to->tables] = read;
    }
    return paper->redo(to);
}

void hol_paper_section_free(hol_paper_section *to)
{
    for (int i = 0; i < to->tables; i++) hol_paper_free(to->table[i]);
    for (int i = 0; i < to->found.count; i++) free(to->found.of[i].x);
    free(to->found.of);
    *to = (hol_paper_section){.paper = to->paper};
}

/* ---------------------------------------------------------------- findings */

static hol_paper_finding *add(hol_paper_section *to, const char *place, const char *says)
{
    hol_paper_findings *found = &to->found;
    found->of = hol_renew(found->of, (size_t)(found->count + 1) * sizeof *found->of);
    hol_paper_finding *one = &found->of[found->count++];
    *one = (hol_paper_finding){.value = NAN};
    snprintf(one->place, sizeof one->place, "%s", place);
    snprintf(one->says, sizeof one->says, "%s", says);
    return one;
}

void hol_paper_find(hol_paper_section *to, const hol_paper_row *row, const char *measured, ...)
{
    hol_paper_finding *one = add(to, row->place, row->says);
    va_list values;
    va_start(values, measured);
    vsnprintf(one->measured, sizeof one->measured, measured, values);
    va_end(values);
    snprintf(one->id, sizeof one->id, "%s", row->id);
    snprintf(one->source, sizeof one->source, "%s", row->source ? row->source : "");
    snprintf(one->data, sizeof one->data, "%s", row->open ? row->open : row->data ? row->data : "");
    one->answer = row->open ? HOL_PAPER_OPEN : HOL_PAPER_BESIDE;
    if (!row->rule || row->open) return;
    one->rule = row->rule;
    one->count = row->count;
    one->x = hol_new(row->count, sizeof *one->x);
    memcpy(one->x, row->x, (size_t)row->count * sizeof *one->x);
    memcpy(one->bound, row->bound, sizeof one->bound);
    one->answer = hol_paper_word(one->rule, one->count, one->x, one->bound, &one->value);
}

void hol_paper_criterion(const hol_paper_finding *one, char *text, size_t size)
{
    char value[160] = "";
    if (one->rule)
        snprintf(value, sizeof value, one->rule->criterion, one->value, one->bound[0],
                 one->bound[1]);
    snprintf(text, size, "%s%s%s", value, value[0] && one->data[0] ? ": " : "", one->data);
}

/* ---------------------------------------------------------------- series */

bool hol_paper_write(hol_paper_section *to, const char *name, hol_paper_writer *write,
                     const void *of)
{
    char path[1024];
    if (!to->dir) return true;
    snprintf(path, sizeof path, "%s/%s", to->dir, name);
    errno = 0;
    FILE *out = fopen(path, "w");
    bool good = out;
    if (good) {
        write(out, of);
        errno = 0;
        good = !ferror(out);
        good &= fclose(out) == 0;
    }
    if (!good) hol_say(&to->why, "%s: %s", path, strerror(errno ? errno : EIO));
    to->unwritten = !good;
    return good;
}

static void write_numbers(FILE *out, const void *of)
{
    enum { DIGITS = 10 };
    const hol_paper_sheet *s = of;
    int down = s->by_column ? 1 : s->stride ? s->stride : s->columns;
    fprintf(out, "%s\n", s->heading);
    for (int i = 0; i < s->rows; i++)
        for (int k = 0; k < s->columns; k++) {
            double x = s->x[i * down + (s->by_column ? k * s->rows : k)];
            int digits = k ? s->digits : s->first;
            if (isfinite(x)) fprintf(out, "%.*g", digits ? digits : DIGITS, x);
            putc(k + 1 < s->columns ? ',' : '\n', out);
        }
}

bool hol_paper_write_sheet(hol_paper_section *to, const char *name, const hol_paper_sheet *sheet)
{
    return hol_paper_write(to, name, write_numbers, sheet);
}
