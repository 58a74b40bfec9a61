/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document in Markdown; report_html.c and report_latex.c have it as a page that stands alone
 * and for TeX. */
#include "harness/report/report.h"

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
        hol_anchor(out, heading[i]);
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

static void md_table(FILE *out, const hol_table *t, const char *folded)
{
    if (folded) fprintf(out, "\n%s\n", folded);
    fputc('\n', out);
    hol_table_markdown(out, t);
}

static void md_figure(FILE *out, const char *dir, const char *name, const char *caption)
{
    (void)dir;
    fputs("\n<a id=\"", out);
    hol_anchor(out, name);
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
