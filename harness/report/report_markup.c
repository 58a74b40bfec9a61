/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document in Markdown; report_html.c and report_latex.c have it as a page that stands alone
 * and for TeX. */
#include "harness/report/report_judge.h"
#include "harness/report/report_site.h"

static void line(FILE *out, const char *text)
{
    hol_markdown_text(out, text);
    putc('\n', out);
}

static void md_begin(FILE *out, const char *title, const report_pages *pages,
                     const report_page *here)
{
    (void)here;
    fputs("# ", out);
    line(out, title);
    putc('\n', out);
    for (int i = 0; i < pages->count; i++) {
        fputs("- [", out);
        hol_markdown_text(out, pages->of[i].heading);
        fputs("](#", out);
        hol_anchor(out, pages->of[i].heading);
        fputs(")\n", out);
    }
}

static void md_heading(FILE *out, int level, const char *text)
{
    fprintf(out, "\n%.*s ", level, "######");
    line(out, text);
}

static void md_part(FILE *out, const report_page *page)
{
    md_heading(out, 2, page->heading);
}

static void md_paragraph(FILE *out, const char *text)
{
    putc('\n', out);
    line(out, text);
}

static void md_pointer(FILE *out, const char *text, const char *place)
{
    fputs("\n[", out);
    hol_markdown_text(out, text);
    fputs("](#", out);
    hol_anchor(out, place);
    fputs(")\n", out);
}

static const report_letters md_letters = {hol_markdown_text, "**", "**"};

static void md_verdict(FILE *out, report_tone tone, const char *subject, const char *text)
{
    (void)tone;
    putc('\n', out);
    report_subject(out, subject, text, &md_letters);
    putc('\n', out);
}

static void md_finding(FILE *out, const report_finding *finding)
{
    putc('\n', out);
    report_sentence(out, finding, &md_letters);
    fprintf(out, "\n\n```sql\n%s\n```\n", finding->sql);
}

static void md_drawing(FILE *out, const char *text)
{
    fprintf(out, "\n```\n%s```\n", text);
}

static void md_table(FILE *out, const hol_table *t, const char *folded)
{
    if (folded) md_paragraph(out, folded);
    fputc('\n', out);
    hol_table_markdown(out, t);
}

static void md_figure(FILE *out, const char *dir, const report_picture *picture)
{
    (void)dir;
    fputs("\n<a id=\"", out);
    hol_anchor(out, picture->name);
    fputs("\"></a>\n\n![", out);
    hol_markdown_text(out, picture->caption);
    fprintf(out, "](%s)\n", picture->name);
}

const report_markup report_markdown = {
    .file = "matrix.md",
    .begin = md_begin,
    .part = md_part,
    .heading = md_heading,
    .paragraph = md_paragraph,
    .pointer = md_pointer,
    .verdict = md_verdict,
    .finding = md_finding,
    .drawing = md_drawing,
    .table = md_table,
    .figure = md_figure,
    .foot = md_paragraph,
};
