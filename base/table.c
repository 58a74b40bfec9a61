/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as data, CSV, JSON and Markdown: see table.h. */
#include "base/table.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/json.h"
#include "holonomy/memory.h"

/* ---------------------------------------------------------------- columns and cells */

static char *text_of(const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    size_t size = (size_t)vsnprintf(NULL, 0, format, again) + 1;
    va_end(again);
    char *text = hol_new(1, size);
    vsnprintf(text, size, format, arguments);
    return text;
}

/* Room for one more of `count` is made by doubling. */
static void *grown(void *array, int count, size_t size)
{
    bool full = !(count & (count - 1)); /* 0 or a power of two */
    return full ? hol_renew(array, 2 * (size_t)(count + 1) * size) : array;
}

void hol_table_head(hol_table *t, hol_table_kind kind, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    t->column = grown(t->column, t->columns, sizeof *t->column);
    t->column[t->columns++] = (hol_table_column){text_of(format, arguments), kind};
    va_end(arguments);
}

hol_table hol_table_of(const char *columns)
{
    hol_table t = {0};
    for (size_t length; *columns; columns += length + (columns[length] == '|')) {
        hol_table_kind kind = *columns == '>'   ? HOL_TABLE_FLUSH
                              : *columns == '#' ? HOL_TABLE_NUMBER
                                                : HOL_TABLE_TEXT;
        columns += kind != HOL_TABLE_TEXT;
        length = strcspn(columns, "|");
        hol_table_head(&t, kind, "%.*s", (int)length, columns);
    }
    return t;
}

void hol_cell_none(hol_table *t)
{
    t->cell = grown(t->cell, t->cells, sizeof *t->cell);
    t->cell[t->cells++] = (hol_table_cell){0};
}

void hol_cell(hol_table *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    hol_cell_none(t);
    t->cell[t->cells - 1].text = text_of(format, arguments);
    va_end(arguments);
}

void hol_cells(hol_table *t, const char *text, ...)
{
    va_list more;
    va_start(more, text);
    for (; text; text = va_arg(more, const char *)) hol_cell(t, "%s", text);
    va_end(more);
}

void hol_cell_number(hol_table *t, double x)
{
    if (isfinite(x))
        hol_cell(t, "%.17g", x);
    else
        hol_cell_none(t);
}

void hol_cell_shade(hol_table *t, int shade)
{
    t->cell[t->cells - 1].shade = shade;
}

void hol_cell_link(hol_table *t, const char *place)
{
    t->cell[t->cells - 1].link = hol_had(strdup(place));
}

void hol_table_free(hol_table *t)
{
    for (int k = 0; k < t->columns; k++) free(t->column[k].name);
    for (int i = 0; i < t->cells; i++) {
        free(t->cell[i].text);
        free(t->cell[i].link);
    }
    free(t->column);
    free(t->cell);
    *t = (hol_table){0};
}

int hol_table_rows(const hol_table *t)
{
    return t->columns ? t->cells / t->columns : 0;
}

const char *hol_table_text(const hol_table *t, int row, int column)
{
    return row < 0 ? t->column[column].name : t->cell[row * t->columns + column].text;
}

/* Four digits; whole numbers as they are. */
const char *hol_table_shown(const hol_table *t, int row, int column, char four[32])
{
    const char *text = hol_table_text(t, row, column);
    if (!text) return "";
    if (row < 0 || t->column[column].kind != HOL_TABLE_NUMBER || !text[strcspn(text, ".eE")])
        return text;
    snprintf(four, 32, "%.4g", strtod(text, NULL));
    return four;
}

/* ---------------------------------------------------------------- CSV */

void hol_csv_text(FILE *out, const char *text)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, out);
        return;
    }
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"') putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}

void hol_table_csv(FILE *out, const hol_table *t)
{
    for (int i = -1; i < hol_table_rows(t); i++)
        for (int k = 0; k < t->columns; k++) {
            const char *text = hol_table_text(t, i, k);
            if (text) hol_csv_text(out, text);
            putc(k + 1 < t->columns ? ',' : '\n', out);
        }
}

/* ---------------------------------------------------------------- JSON */

static bool is_json_number(const char *text) /* inf is none */
{
    return *text && !text[strspn(text, "+-.0123456789eE")];
}

void hol_table_json(FILE *out, const hol_table *t)
{
    hol_json j = {.out = out};
    hol_json_open(&j, NULL, '[');
    for (int i = 0; i < hol_table_rows(t); i++) {
        hol_json_open(&j, NULL, '{');
        for (int k = 0; k < t->columns; k++) {
            const hol_table_column *column = &t->column[k];
            const char *text = hol_table_text(t, i, k);
            if (text && column->kind == HOL_TABLE_NUMBER && is_json_number(text))
                hol_json_number(&j, column->name, strtod(text, NULL));
            else
                hol_json_string(&j, column->name, text);
        }
        hol_json_close(&j, '}');
    }
    hol_json_close(&j, ']');
}

/* ---------------------------------------------------------------- Markdown */

void hol_anchor(FILE *out, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (isalnum(c) || c == '-' || c == '_') putc(tolower(c), out);
        if (c == ' ') putc('-', out);
    }
}

/* A bar inside a cell would end it, a < begin a tag, a ] before a bracket end the text of a link;
 * a \ or a ` would take from those before or behind it that they are meant as they stand. */
void hol_markdown_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        bool link = *text == ']' && (text[1] == '(' || text[1] == '[');
        if (link || strchr("|<\\`", *text)) putc('\\', out);
        putc(*text == '\n' ? ' ' : *text, out);
    }
}

void hol_table_markdown(FILE *out, const hol_table *t)
{
    for (int i = -1; i < hol_table_rows(t); i++) {
        for (int k = 0; k < t->columns; k++) {
            char four[32];
            const char *link = i < 0 ? NULL : t->cell[i * t->columns + k].link;
            fputs(link ? "| [" : "| ", out);
            hol_markdown_text(out, hol_table_shown(t, i, k, four));
            if (link) {
                fputs("](#", out);
                hol_anchor(out, link);
                putc(')', out);
            }
            putc(' ', out);
        }
        fputs("|\n", out);
        for (int k = 0; i < 0 && k < t->columns; k++)
            fputs(t->column[k].kind == HOL_TABLE_TEXT ? "|:--" : "|--:", out);
        if (i < 0) fputs("|\n", out);
    }
}
