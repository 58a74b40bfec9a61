/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document as LaTeX: tables by booktabs and longtable, the figures as PDF. */
#include <string.h>

#include "harness/report/report_judge.h"
#include "harness/report/report_site.h"

static void tex_begin(FILE *out, const char *title, const report_pages *pages,
                      const report_page *here)
{
    (void)pages, (void)here;
    fputs("\\documentclass[10pt]{article}\n"
          "\\usepackage[T1]{fontenc}\n"
          "\\usepackage[utf8]{inputenc}\n"
          "\\usepackage[a3paper,landscape,margin=15mm]{geometry}\n"
          "\\usepackage{array,booktabs,graphicx,longtable}\n"
          "\\setlength\\LTleft{0pt}\n"
          "\\setlength\\tabcolsep{4pt}\n"
          "\\begin{document}\n"
          "\\section*{",
          out);
    hol_latex_text(out, title);
    fputs("}\n", out);
}

static void tex_end(FILE *out)
{
    fputs("\\end{document}\n", out);
}

static void tex_heading(FILE *out, int level, const char *text)
{
    fprintf(out, "\n\\%s*{", level <= 2 ? "subsection" : "subsubsection");
    hol_latex_text(out, text);
    fputs("}\n", out);
}

static void tex_part(FILE *out, const report_page *page)
{
    tex_heading(out, 2, page->heading);
}

static void tex_paragraph(FILE *out, const char *text)
{
    putc('\n', out);
    hol_latex_text(out, text);
    putc('\n', out);
}

static void tex_pointer(FILE *out, const char *text, const char *place)
{
    (void)place;
    fputs("\n\\medskip\\noindent\\textbf{", out);
    hol_latex_text(out, text);
    fputs("}\n", out);
}

static const report_letters tex_letters = {hol_latex_text, "\\textbf{", "}"};

static void tex_verdict(FILE *out, report_tone tone, const char *subject, const char *text)
{
    (void)tone;
    fputs("\n\\noindent", out);
    report_subject(out, subject, text, &tex_letters);
    putc('\n', out);
}

static void tex_finding(FILE *out, const report_finding *finding)
{
    putc('\n', out);
    report_sentence(out, finding, &tex_letters);
    fprintf(out, "\n\\begin{verbatim}\n%s\n\\end{verbatim}\n", finding->sql);
}

static void tex_drawing(FILE *out, const char *text)
{
    fprintf(out, "\n\\begin{verbatim}\n%s\\end{verbatim}\n", text);
}

/* Characters of the widest cell of a column. */
static int width_of(const hol_table *t, int column)
{
    char four[32];
    int most = 0;
    for (int i = -1; i < hol_table_rows(t); i++) {
        int n = (int)strlen(hol_table_shown(t, i, column, four));
        if (n > most) most = n;
    }
    return most;
}

/* Columns of long texts share what the page has left. */
static void put_columns(FILE *out, const hol_table *t)
{
    enum { LINE = 60, PAGE = 370, LETTER = 2 }; /* characters; mm, mm */
    int narrow = 0, wide = 0;
    for (int k = 0; k < t->columns; k++) {
        int width = width_of(t, k);
        if (width > LINE)
            wide += width < 6 * LINE ? width : 6 * LINE;
        else
            narrow += width;
    }
    int room = PAGE - LETTER * narrow;
    for (int k = 0; k < t->columns; k++) {
        int width = width_of(t, k);
        if (width <= LINE)
            putc(t->column[k].kind == HOL_TABLE_TEXT ? 'l' : 'r', out);
        else
            fprintf(out, ">{\\raggedright\\arraybackslash}p{%dmm}",
                    (room > 120 ? room : 120) * (width < 6 * LINE ? width : 6 * LINE) / wide);
    }
}

static void tex_table(FILE *out, const hol_table *t, const char *folded)
{
    if (folded) tex_paragraph(out, folded);
    fputs("\n{\\scriptsize\n\\begin{longtable}{", out);
    put_columns(out, t);
    fputs("}\n\\toprule\n", out);
    for (int i = -1; i < hol_table_rows(t); i++) {
        hol_latex_row(out, t, i);
        if (i < 0) fputs("\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n", out);
    }
    fputs("\\end{longtable}}\n", out);
}

static void tex_figure(FILE *out, const char *dir, const report_picture *picture)
{
    const char *name = picture->name;
    (void)dir;
    fprintf(out,
            "\n\\noindent\\includegraphics[width=\\textwidth,height=0.85\\textheight,"
            "keepaspectratio]{%.*s."
            "pdf}\n\n",
            (int)(strrchr(name, '.') - name), name);
    hol_latex_text(out, picture->caption);
    putc('\n', out);
}

static void tex_foot(FILE *out, const char *text)
{
    fputs("\n\\noindent{\\footnotesize ", out);
    hol_latex_text(out, text);
    fputs("}\n", out);
}

const report_markup report_latex = {
    .file = "matrix.tex",
    .begin = tex_begin,
    .end = tex_end,
    .part = tex_part,
    .heading = tex_heading,
    .paragraph = tex_paragraph,
    .pointer = tex_pointer,
    .verdict = tex_verdict,
    .finding = tex_finding,
    .drawing = tex_drawing,
    .table = tex_table,
    .figure = tex_figure,
    .foot = tex_foot,
};
