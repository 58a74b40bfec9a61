/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document as LaTeX: tables by booktabs and longtable, the figures as PDF. */
#include <string.h>

#include "harness/report/report.h"

/* Characters that mean something to TeX, and those of the report beyond ASCII. */
static const struct {
    const char *text, *command;
} special[] = {
    {"C̃", "$\\tilde C$"},
    {"H̃", "$\\tilde H$"},
    {"X̃", "$\\tilde X$"},
    {"ω̃", "$\\tilde\\omega$"},
    {"R̂", "$\\hat R$"},
    {"ṙ", "$\\dot r$"},
    {"v̇", "$\\dot v$"},
    {"\\", "\\textbackslash{}"},
    {"^", "\\textasciicircum{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "\\textless{}"},
    {">", "\\textgreater{}"},
    {"|", "\\textbar{}"},
    {"\"", "\\textquotedbl{}"},
    {"_", "\\_"},
    {"%", "\\%"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"$", "\\$"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"[", "{[}"},
    {"]", "{]}"},
    {"\u00a0", "\\nobreakspace{}"},
    {"–", "--"},
    {"’", "'"},
    {"±", "$\\pm$"},
    {"·", "$\\cdot$"},
    {"×", "$\\times$"},
    {"−", "$-$"},
    {"½", "$\\frac12$"},
    {"²", "$^2$"},
    {"³", "$^3$"},
    {"⁴", "$^4$"},
    {"≤", "$\\le$"},
    {"≥", "$\\ge$"},
    {"√", "$\\surd$"},
    {"α", "$\\alpha$"},
    {"β", "$\\beta$"},
    {"γ", "$\\gamma$"},
    {"ε", "$\\varepsilon$"},
    {"κ", "$\\kappa$"},
    {"λ", "$\\lambda$"},
    {"π", "$\\pi$"},
    {"τ", "$\\tau$"},
    {"φ", "$\\varphi$"},
    {"ω", "$\\omega$"},
    {"Δ", "$\\Delta$"},
    {"Φ", "$\\Phi$"},
    {"Ω", "$\\Omega$"},
    {"₀", "$_0$"},
    {"ᵀ", "$^T$"},
    {"⁽⁻⁾", "$^{(-)}$"},
    {"Θ", "$\\Theta$"},
    {"ξ", "$\\xi$"},
    {"θ", "$\\theta$"},
    {"¹", "$^1$"},
    {"ć", "\\'c"},
    {"š", "\\v{s}"},
    {"ü", "\\\"u"},
    {"è", "\\`e"},
    {"é", "\\'e"},
};

static void put(FILE *out, const char *text)
{
    while (*text) {
        size_t i = 0, count = sizeof special / sizeof *special;
        while (i < count && strncmp(text, special[i].text, strlen(special[i].text)) != 0) i++;
        if (i < count)
            fputs(special[i].command, out);
        else
            putc(*text == '\n' ? ' ' : *text, out);
        text += i < count ? strlen(special[i].text) : 1;
    }
}

static void tex_begin(FILE *out, const char *title)
{
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
    put(out, title);
    fputs("}\n", out);
}

static void tex_end(FILE *out)
{
    fputs("\\end{document}\n", out);
}

static void tex_contents(FILE *out, int count, const char *const heading[])
{
    (void)out, (void)count, (void)heading;
}

static void tex_heading(FILE *out, int level, const char *text)
{
    fprintf(out, "\n\\%s*{", level <= 2 ? "subsection" : "subsubsection");
    put(out, text);
    fputs("}\n", out);
}

static void tex_paragraph(FILE *out, const char *text)
{
    putc('\n', out);
    put(out, text);
    putc('\n', out);
}

static void tex_drawing(FILE *out, const char *text)
{
    fprintf(out, "\n\\begin{verbatim}\n%s\\end{verbatim}\n", text);
}

/* Characters of the widest cell of a column. */
static int width_of(const report_table *t, int column)
{
    int most = 0;
    for (int i = column; i < t->count; i += t->columns) {
        int n = (int)strlen(t->cell[i]);
        if (n > most) most = n;
    }
    return most;
}

/* Columns of long texts share what the page has left. */
static void put_columns(FILE *out, const report_table *t)
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
            putc(report_is_number(t, k) ? 'r' : 'l', out);
        else
            fprintf(out, ">{\\raggedright\\arraybackslash}p{%dmm}",
                    (room > 120 ? room : 120) * (width < 6 * LINE ? width : 6 * LINE) / wide);
    }
}

static void tex_table(FILE *out, const report_table *t, const char *folded)
{
    if (folded) tex_paragraph(out, folded);
    fputs("\n{\\scriptsize\n\\begin{longtable}{", out);
    put_columns(out, t);
    fputs("}\n\\toprule\n", out);
    for (int i = 0; i < t->count; i++) {
        bool last = (i + 1) % t->columns == 0;
        put(out, t->cell[i]);
        fputs(last ? " \\\\\n" : " & ", out);
        if (i + 1 == t->columns) fputs("\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n", out);
    }
    fputs("\\end{longtable}}\n", out);
}

static void tex_figure(FILE *out, const char *dir, const char *name, const char *caption)
{
    (void)dir;
    fprintf(out,
            "\n\\noindent\\includegraphics[width=\\textwidth,height=0.85\\textheight,"
            "keepaspectratio]{%.*s."
            "pdf}\n\n",
            (int)(strrchr(name, '.') - name), name);
    put(out, caption);
    putc('\n', out);
}

static void tex_foot(FILE *out, const char *text)
{
    fputs("\n\\noindent{\\footnotesize ", out);
    put(out, text);
    fputs("}\n", out);
}

const report_markup report_latex = {
    .file = "matrix.tex",
    .begin = tex_begin,
    .end = tex_end,
    .contents = tex_contents,
    .heading = tex_heading,
    .paragraph = tex_paragraph,
    .drawing = tex_drawing,
    .table = tex_table,
    .figure = tex_figure,
    .foot = tex_foot,
};
