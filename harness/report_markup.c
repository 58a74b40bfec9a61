/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One document in two markups, Markdown and an HTML page that stands alone; a third is in
 * report_latex.c. */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "harness/memory.h"
#include "harness/report.h"

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
    }
    t->cell[t->count++] = hol_had(strdup(text));
}

void report_table_free(report_table *t)
{
    for (int i = 0; i < t->count; i++) free(t->cell[i]);
    free(t->cell);
}

bool report_is_number(const report_table *t, int column)
{
    return t->number && t->number[column];
}

/* ---------------------------------------------------------------- anchors */

/* A heading's own: small letters and digits, hyphens for blanks, nothing else, as Markdown's
 * readers make them. */
static void put_anchor(FILE *out, const char *text)
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
        put_anchor(out, heading[i]);
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
static void md_cell(FILE *out, const char *text)
{
    fputs("| ", out);
    for (; *text; text++) {
        if (*text == '|') putc('\\', out);
        putc(*text == '\n' ? ' ' : *text, out);
    }
    putc(' ', out);
}

static void md_table(FILE *out, const report_table *t, const char *folded)
{
    if (folded) fprintf(out, "\n%s\n", folded);
    fputc('\n', out);
    for (int i = 0; i < t->count; i++) {
        md_cell(out, t->cell[i]);
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
    fprintf(out, "\n![%s](%s)\n", caption, name);
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

/* ---------------------------------------------------------------- HTML */

static void escape(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else
            putc(*text, out);
}

static void include_style(FILE *out)
{
    char path[REPORT_PATH], text[4096];
    snprintf(path, sizeof path, "%s/page.css", report_sources());
    FILE *in = fopen(path, "r");
    size_t n;
    while (in && (n = fread(text, 1, sizeof text, in)) > 0) fwrite(text, 1, n, out);
    if (in) fclose(in);
}

static void html_begin(FILE *out, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
          out);
    escape(out, title);
    fputs("</title>\n<style>\n", out);
    include_style(out);
    fputs("</style>\n</head>\n<body>\n<main>\n<h1>", out);
    escape(out, title);
    fputs("</h1>\n", out);
}

static void html_end(FILE *out)
{
    fputs("</main>\n</body>\n</html>\n", out);
}

static void html_element(FILE *out, const char *element, const char *text)
{
    fprintf(out, "<%s>", element);
    escape(out, text);
    fprintf(out, "</%s>\n", element);
}

static void html_contents(FILE *out, int count, const char *const heading[])
{
    fputs("<nav>\n<ul>\n", out);
    for (int i = 0; i < count; i++) {
        fputs("<li><a href=\"#", out);
        put_anchor(out, heading[i]);
        fputs("\">", out);
        escape(out, heading[i]);
        fputs("</a></li>\n", out);
    }
    fputs("</ul>\n</nav>\n", out);
}

static void html_heading(FILE *out, int level, const char *text)
{
    fprintf(out, "<h%d", level);
    if (level == 2) {
        fputs(" id=\"", out);
        put_anchor(out, text);
        putc('"', out);
    }
    putc('>', out);
    escape(out, text);
    fprintf(out, "</h%d>\n", level);
}

static void html_paragraph(FILE *out, const char *text)
{
    html_element(out, "p", text);
}

static void html_drawing(FILE *out, const char *text)
{
    html_element(out, "pre", text);
}

/* Numbers flush right, long texts in several lines. */
static const char *class_of(const report_table *t, int cell)
{
    enum { LINE = 40 }; /* bytes */
    if (report_is_number(t, cell % t->columns)) return " class=\"n\"";
    return strlen(t->cell[cell]) > LINE ? " class=\"w\"" : "";
}

static void html_table(FILE *out, const report_table *t, const char *folded)
{
    if (folded) {
        fputs("<details>\n", out);
        html_element(out, "summary", folded);
    }
    fputs("<div class=\"scroll\"><table>\n", out);
    for (int i = 0; i < t->count; i++) {
        int column = i % t->columns;
        const char *element = i < t->columns ? "th" : "td";
        if (column == 0) fputs("<tr>", out);
        fprintf(out, "<%s%s>", element, class_of(t, i));
        escape(out, t->cell[i]);
        fprintf(out, "</%s>", element);
        if (column + 1 == t->columns) fputs("</tr>\n", out);
    }
    fputs("</table></div>\n", out);
    if (folded) fputs("</details>\n", out);
}

/* Names inside a drawing get its file's name in front, so that they are the only ones on the page.
 */
static void copy_drawing(FILE *out, const char *line, const char *name)
{
    static const char *const before[] = {"id=\"", "id='", "href='#", "href=\"#", "url(#"};
    while (*line) {
        size_t n = 1;
        for (size_t i = 0; i < sizeof before / sizeof *before; i++)
            if (!strncmp(line, before[i], strlen(before[i]))) n = strlen(before[i]);
        fwrite(line, 1, n, out);
        if (n > 1)
            for (const char *c = name; *c; c++) putc(*c == '/' || *c == '.' ? '-' : *c, out);
        line += n;
    }
}

static void html_figure(FILE *out, const char *dir, const char *name, const char *caption)
{
    char path[REPORT_PATH], *line = NULL;
    size_t size = 0;
    bool inside = false; /* past the XML header */
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *in = fopen(path, "r");
    if (!in) return;
    fputs("<figure>\n", out);
    while (getline(&line, &size, in) > 0) {
        inside |= !strncmp(line, "<svg", 4);
        if (inside) copy_drawing(out, line, name);
    }
    free(line);
    fclose(in);
    html_element(out, "figcaption", caption);
    fputs("</figure>\n", out);
}

static void html_foot(FILE *out, const char *text)
{
    html_element(out, "footer", text);
}

const report_markup report_html = {
    .file = "index.html",
    .begin = html_begin,
    .end = html_end,
    .contents = html_contents,
    .heading = html_heading,
    .paragraph = html_paragraph,
    .drawing = html_drawing,
    .table = html_table,
    .figure = html_figure,
    .foot = html_foot,
};
