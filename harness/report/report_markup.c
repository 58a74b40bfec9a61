/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of the report, and the document in Markdown; report_html.c and report_latex.c have it as a
 * page that stands alone and for TeX. */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "harness/memory.h"
#include "harness/report/report.h"

/* ---------------------------------------------------------------- tables */

void report_cell(report_table *t, const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (t->count == t->room) {
        t->room = t->room ? 2 * t->room : 64;
        t->cell = hol_renew(t->cell, (size_t)t->room * sizeof *t->cell);
        t->link = hol_renew(t->link, (size_t)t->room * sizeof *t->link);
        t->shade = hol_renew(t->shade, (size_t)t->room * sizeof *t->shade);
    }
    t->shade[t->count] = 0;
    t->link[t->count] = NULL;
    t->cell[t->count++] = hol_had(strdup(text));
}

void report_shade(report_table *t, int shade)
{
    t->shade[t->count - 1] = shade;
}

void report_link(report_table *t, const char *place)
{
    t->link[t->count - 1] = hol_had(strdup(place));
}

void report_table_free(report_table *t)
{
    for (int i = 0; i < t->count; i++) {
        free(t->cell[i]);
        free(t->link[i]);
    }
    free(t->cell);
    free(t->link);
    free(t->shade);
}

bool report_is_number(const report_table *t, int column)
{
    return t->number && t->number[column];
}

/* ---------------------------------------------------------------- anchors */

void report_anchor(FILE *out, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (isalnum(c) || c == '-' || c == '_') putc(tolower(c), out);
        if (c == ' ') putc('-', out);
    }
}

/* ---------------------------------------------------------------- Markdown */

static void md_begin(FILE *out, const char *title)
{
    fprintf(out, "# %s\n", title);
}

static void md_end(FILE *out)
{
    (void)out;
}

static void md_contents(FILE *out, int count, const char *const heading[])
{
    putc('\n', out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "- [%s](#", heading[i]);
        report_anchor(out, heading[i]);
        fputs(")\n", out);
    }
}

static void md_heading(FILE *out, int level, const char *text)
{
    fprintf(out, "\n%.*s %s\n", level, "######", text);
}

static void md_paragraph(FILE *out, const char *text)
{
    fprintf(out, "\n%s\n", text);
}

static void md_drawing(FILE *out, const char *text)
{
    fprintf(out, "\n```\n%s```\n", text);
}

/* A bar inside a cell would end it. */
static void md_cell(FILE *out, const char *text, const char *link)
{
    fputs(link ? "| [" : "| ", out);
    for (; *text; text++) {
        if (*text == '|') putc('\\', out);
        putc(*text == '\n' ? ' ' : *text, out);
    }
    if (link) {
        fputs("](#", out);
        report_anchor(out, link);
        putc(')', out);
    }
    putc(' ', out);
}

static void md_table(FILE *out, const report_table *t, const char *folded)
{
    if (folded) fprintf(out, "\n%s\n", folded);
    fputc('\n', out);
    for (int i = 0; i < t->count; i++) {
        md_cell(out, t->cell[i], t->link[i]);
        if ((i + 1) % t->columns) continue;
        fputs("|\n", out);
        for (int k = 0; i + 1 == t->columns && k < t->columns; k++)
            fputs(report_is_number(t, k) ? "|--:" : "|:--", out);
        if (i + 1 == t->columns) fputs("|\n", out);
    }
}

static void md_figure(FILE *out, const char *dir, const char *name, const char *caption)
{
    (void)dir;
    fputs("\n<a id=\"", out);
    report_anchor(out, name);
    fprintf(out, "\"></a>\n\n![%s](%s)\n", caption, name);
}

static void md_foot(FILE *out, const char *text)
{
    fprintf(out, "\n%s\n", text);
}

const report_markup report_markdown = {
    .file = "matrix.md",
    .begin = md_begin,
    .end = md_end,
    .contents = md_contents,
    .heading = md_heading,
    .paragraph = md_paragraph,
    .drawing = md_drawing,
    .table = md_table,
    .figure = md_figure,
    .foot = md_foot,
};
