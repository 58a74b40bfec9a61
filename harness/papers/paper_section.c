/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What comes of a paper: findings beside what it says, and the series behind its figures: see
 * paper.h. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/number.h"
#include "harness/papers/paper.h"

/* ---------------------------------------------------------------- statements */

enum { ID, PLACE, SAYS, RULE, BOUND, WITHIN, DATA, SOURCE };

/* The table of papers/ID-KIND.tsv. */
static bool read_table(hol_paper_section *to, const char *kind, const char *columns, hol_table *t)
{
    char file[64], path[512], first[64];
    snprintf(file, sizeof file, "papers/%s-%s.tsv", to->paper->id, kind);
    snprintf(first, sizeof first, "# holonomy %s 1", kind);
    hol_reference_find(file, path, sizeof path);
    *t = hol_table_of(columns);
    return hol_table_read(t, path, first, &to->why);
}

static bool complain(hol_paper_section *to, const char *id, const char *what)
{
    return hol_wrong(&to->why, "paper %s: '%s' %s", to->paper->id, id, what);
}

/* A field; "" for "-". */
static const char *field(const hol_paper_section *to, int row, int column)
{
    const char *text = hol_table_text(&to->statements, row, column);
    return strcmp(text, "-") ? text : "";
}

/* What the statement is, without numbers; its id alone where there is none of that id. */
static hol_paper_finding state(const hol_paper_section *to, const char *id)
{
    hol_paper_finding one = {.value = NAN, .answer = HOL_PAPER_BESIDE};
    int row = hol_table_rows(&to->statements) - 1;
    snprintf(one.id, sizeof one.id, "%s", id);
    while (row >= 0 && strcmp(field(to, row, ID), id) != 0) row--;
    if (row < 0) return one;
    snprintf(one.place, sizeof one.place, "%s", field(to, row, PLACE));
    snprintf(one.says, sizeof one.says, "%s", field(to, row, SAYS));
    snprintf(one.data, sizeof one.data, "%s", field(to, row, DATA));
    snprintf(one.source, sizeof one.source, "%s", field(to, row, SOURCE));
    one.rule = hol_paper_rule_named(field(to, row, RULE));
    one.bound[0] = hol_strtod(field(to, row, BOUND), NULL);
    one.bound[1] = hol_strtod(field(to, row, WITHIN), NULL);
    if (!strcmp(field(to, row, RULE), "open")) one.answer = HOL_PAPER_OPEN;
    return one;
}

/* Statements and findings are the same ones, by known rules. */
static bool check_statements(hol_paper_section *to)
{
    const hol_paper_findings *found = &to->found;
    for (int i = 0; i < found->count; i++)
        if (!found->of[i].place[0])
            return complain(to, found->of[i].id, "is measured and stands nowhere");
    for (int row = 0; row < hol_table_rows(&to->statements); row++) {
        const char *id = field(to, row, ID), *rule = field(to, row, RULE);
        int times = 0;
        for (int i = 0; i < found->count; i++) times += !strcmp(found->of[i].id, id);
        if (times != 1) return complain(to, id, times ? "is measured twice" : "is not measured");
        if (rule[0] && strcmp(rule, "open") != 0 && !hol_paper_rule_named(rule))
            return complain(to, id, "has a rule that there is not");
    }
    return true;
}

/* ---------------------------------------------------------------- figures */

bool hol_paper_read_figures(hol_paper_section *to)
{
    enum { NAME, CAPTION, JUDGED, WHY, KIND, SEE };
    hol_table *t = &to->figures;
    if (!read_table(to, "figures", "name|caption|judged|why|kind|see", t)) return false;
    to->figure = hol_new(hol_table_rows(t) + 1, sizeof *to->figure);
    for (int row = 0; row < hol_table_rows(t); row++) {
        hol_paper_figure *f = &to->figure[row];
        char *list = t->cell[row * t->columns + JUDGED].text, *rest = NULL;
        *f = (hol_paper_figure){.name = hol_table_text(t, row, NAME),
                                .caption = hol_table_text(t, row, CAPTION),
                                .why = hol_table_text(t, row, WHY),
                                .diagram = !strcmp(hol_table_text(t, row, KIND), "diagram"),
                                .see = hol_table_text(t, row, SEE)};
        if (!strcmp(list, "-")) continue;
        int count = 0;
        for (char *one = strtok_r(list, ";", &rest); one; one = strtok_r(NULL, ";", &rest)) {
            if (count == HOL_PAPER_JUDGES) return complain(to, f->name, "is judged by too many");
            f->judged[count++] = one;
        }
    }
    return true;
}

/* ---------------------------------------------------------------- the paper */

static bool read_data(hol_paper_section *to)
{
    const char *columns = "id|place|says|rule|bound|within|data|source";
    for (; to->paper->table[to->tables]; to->tables++) {
        hol_paper_table *read = hol_paper_read(to->paper->table[to->tables], &to->why);
        if (!read) return false;
        to->table[to->tables] = read;
    }
    return read_table(to, "statements", columns, &to->statements) && hol_paper_read_figures(to);
}

bool hol_paper_redo(hol_paper_section *to, const hol_paper *paper, const char *dir)
{
    *to = (hol_paper_section){.paper = paper, .dir = dir};
    to->unread = !read_data(to);
    bool good = !to->unread && paper->redo(to) && check_statements(to);
    hol_table_free(&to->statements);
    return good;
}

void hol_paper_section_free(hol_paper_section *to)
{
    for (int i = 0; i < to->tables; i++) hol_paper_free(to->table[i]);
    for (int i = 0; i < to->found.count; i++) free(to->found.of[i].x);
    free(to->found.of);
    free(to->figure);
    hol_table_free(&to->figures);
    *to = (hol_paper_section){.paper = to->paper};
}

/* ---------------------------------------------------------------- findings */

void hol_paper_find(hol_paper_section *to, const char *id, int count, const double x[],
                    const char *measured, ...)
{
    hol_paper_findings *found = &to->found;
    found->of = hol_renew(found->of, (size_t)(found->count + 1) * sizeof *found->of);
    hol_paper_finding *one = &found->of[found->count++];
    va_list values;
    *one = state(to, id);
    va_start(values, measured);
    vsnprintf(one->measured, sizeof one->measured, measured, values);
    va_end(values);
    if (!one->rule) return;
    one->count = count;
    one->x = hol_new(count, sizeof *one->x);
    for (int k = 0; k < count; k++) one->x[k] = x[k];
    one->answer = hol_paper_word(one->rule, count, x, one->bound, &one->value);
}

double hol_paper_value(hol_paper_section *to, const char *id, int count, const double x[])
{
    hol_paper_finding one = state(to, id);
    if (one.rule) hol_paper_word(one.rule, count, x, one.bound, &one.value);
    return one.value;
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
