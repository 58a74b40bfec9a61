/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two records column by column: see cli_compare.h. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/cli/cli_compare.h"
#include "harness/cli/cli_terminal.h"

static compare_difference *column_of(compare_found *c, const char *table, const char *name)
{
    for (int i = 0; i < c->columns; i++)
        if (!strcmp(c->column[i].table, table) && !strcmp(c->column[i].name, name))
            return &c->column[i];
    c->column = hol_renew(c->column, (size_t)(c->columns + 1) * sizeof *c->column);
    c->column[c->columns] = (compare_difference){.table = table, .name = name};
    return &c->column[c->columns++];
}

static const double round_off = 1e-12; /* of any quantity, in its unit of SI */

static double relative(double a, double b)
{
    if ((isnan(a) && isnan(b)) || a == b) return 0.0;
    double r = fabs(a - b) / fmax(fabs(a), fabs(b));
    return isfinite(r) ? r : (double)INFINITY;
}

/* How many numbers of double precision it is from one to the other. */
static double ulps(double a, double b)
{
    int64_t place[2];
    const double x[] = {a, b};
    if ((isnan(a) && isnan(b)) || a == b) return 0.0;
    if (!isfinite(a) || !isfinite(b)) return INFINITY;
    memcpy(place, x, sizeof place);
    for (int k = 0; k < 2; k++) /* of a number below 0 the bits but for the sign count downwards */
        if (place[k] < 0) place[k] = INT64_MIN - place[k];
    int more = place[1] > place[0];
    return (double)((uint64_t)place[more] - (uint64_t)place[!more]);
}

/* NULL: the column has numbers. */
static const char *word_of(const hol_column *column, const void *row)
{
    const char *place = (const char *)row + column->at;
    if (column->kind == HOL_COLUMN_WORD) return place;
    return column->kind == HOL_COLUMN_ENUM ? column->word[*(const int *)(const void *)place] : NULL;
}

/* above: one of the values is more than round-off. */
static void note(compare_found *c, const char *table, const char *name, double r, bool above,
                 const char *a, const char *b)
{
    if (r == 0.0) return;
    compare_difference *d = column_of(c, table, name);
    d->here = true;
    if (d->above && !above) return;
    if (r <= d->largest && d->above == above) return;
    d->above = above;
    d->largest = r;
    snprintf(d->where, sizeof d->where, "%s", c->where);
    snprintf(d->value[0], sizeof d->value[0], "%.63s", a);
    snprintf(d->value[1], sizeof d->value[1], "%.63s", b);
}

static void compare_rows(compare_found *c, const char *table, const hol_column column[],
                         const void *a, const void *b)
{
    for (; column->name; column++) {
        char text[2][64];
        const char *word[2] = {word_of(column, a), word_of(column, b)};
        if (column->timing) continue;
        if (word[0]) {
            double r = strcmp(word[0], word[1]) ? (double)INFINITY : 0.0;
            note(c, table, column->name, r, true, word[0], word[1]);
            continue;
        }
        double x = hol_column_value(column, a), y = hol_column_value(column, b);
        if (column->later && (isnan(x) || isnan(y))) continue;
        snprintf(text[0], sizeof text[0], c->ulps ? "%.17g" : "%.9g", x);
        snprintf(text[1], sizeof text[1], c->ulps ? "%.17g" : "%.9g", y);
        bool below = !c->ulps && fabs(x) <= round_off && fabs(y) <= round_off;
        note(c, table, column->name, c->ulps ? ulps(x, y) : relative(x, y), !below, text[0],
             text[1]);
    }
}

static void compare_count(compare_found *c, const char *table, int a, int b)
{
    char text[2][64];
    snprintf(text[0], sizeof text[0], "%d rows", a);
    snprintf(text[1], sizeof text[1], "%d rows", b);
    note(c, table, "rows", a == b ? 0.0 : (double)INFINITY, true, text[0], text[1]);
}

void compare_add(compare_found *c, const hol_record *a, const hol_record *b)
{
    snprintf(c->where, sizeof c->where, "%s on %s, %s = %.6g", a->method->name, a->problem->name,
             a->adaptive ? "rtol" : "h", a->adaptive ? a->rtol : a->h);
    for (int i = 0; i < c->columns; i++) c->column[i].here = false;
    compare_rows(c, "runs", hol_run_columns, a, b);
    compare_rows(c, "counters", hol_counter_columns, &a->counters, &b->counters);
    for (const hol_row_list *list = hol_row_lists; list < hol_row_lists + HOL_ROW_LISTS; list++) {
        const char *x = hol_rows_of(list, a), *y = hol_rows_of(list, b);
        int counts[2] = {hol_row_count(list, a), hol_row_count(list, b)};
        compare_count(c, list->table, counts[0], counts[1]);
        for (int i = 0; i < counts[0] && i < counts[1]; i++)
            compare_rows(c, list->table, list->column, x + (size_t)i * list->size,
                         y + (size_t)i * list->size);
    }
    bool differs = false;
    for (int i = 0; i < c->columns; i++) {
        c->column[i].runs += c->column[i].here;
        differs |= c->column[i].here;
    }
    c->differing += differs;
}

static void print_column(hol_json *json, const compare_found *c, const compare_difference *d)
{
    char name[64];
    snprintf(name, sizeof name, "%s.%s", d->table, d->name);
    if (!json) {
        printf("%-29s %5d %8.2g %16s %16s\n    ", name, d->runs, d->largest, d->value[0],
               d->value[1]);
        cli_fold(stdout, 4, 6, d->where);
        return;
    }
    hol_json_open(json, NULL, '{');
    hol_json_string(json, "column", name);
    hol_json_integer(json, "runs", d->runs);
    hol_json_number(json, c->ulps ? "ulps" : "relative", d->largest);
    hol_json_string(json, "A", d->value[0]);
    hol_json_string(json, "B", d->value[1]);
    hol_json_string(json, "where", d->where);
    hol_json_close(json, '}');
}

/* The columns that differ by round-off alone. */
static void print_round_off(hol_json *json, const compare_found *c)
{
    hol_text t;
    int count = 0;
    hol_text_begin(&t);
    if (json) hol_json_open(json, "round_off", '[');
    for (int i = 0; i < c->columns; i++) {
        char name[64];
        if (c->column[i].above) continue;
        snprintf(name, sizeof name, "%s.%s", c->column[i].table, c->column[i].name);
        fprintf(t.out, "%s%s", count++ ? ", " : "", name);
        if (json) hol_json_string(json, NULL, name);
    }
    if (json) hol_json_close(json, ']');
    char *names = hol_text_end(&t);
    if (count && !json) cli_fold(stdout, printf("round-off alone: "), 4, names);
    free(names);
}

double compare_print(hol_json *json, const compare_found *c)
{
    double worst = 0.0;
    if (json)
        hol_json_open(json, "columns", '[');
    else if (c->columns)
        printf("%-29s %5s %8s %16s %16s\n", "column", "runs", c->ulps ? "ulps" : "relative", "A",
               "B");
    for (int i = 0; i < c->columns; i++) {
        if (!c->column[i].above) continue;
        print_column(json, c, &c->column[i]);
        worst = fmax(worst, c->column[i].largest);
    }
    if (json) hol_json_close(json, ']');
    print_round_off(json, c);
    return worst;
}

void compare_free(compare_found *c)
{
    free(c->column);
}
