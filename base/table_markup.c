/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as LaTeX and HTML: see table.h. */
#include <stdlib.h>
#include <string.h>

#include "base/table.h"

/* ---------------------------------------------------------------- LaTeX */

/* Characters that mean something to TeX, and what the program prints beyond ASCII. */
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
    {"⁻¹", "$^{-1}$"},
    {"⁽⁺⁾", "$^{(+)}$"},
    {"ⁿ", "$^n$"},
    {"ψ", "$\\psi$"},
    {"δ", "$\\delta$"},
    {"Γ", "$\\Gamma$"},
    {"∂", "$\\partial$"},
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

void hol_latex_text(FILE *out, const char *text)
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

/* 1.5e-06 as $1.5\cdot 10^{-6}$ */
static void latex_number(FILE *out, const char *number)
{
    const char *e = strchr(number, 'e');
    if (e)
        fprintf(out, "$%.*s\\cdot 10^{%ld}$", (int)(e - number), number, strtol(e + 1, NULL, 10));
    else
        fprintf(out, "$%s$", number);
}

void hol_latex_row(FILE *out, const hol_table *t, int row)
{
    for (int k = 0; k < t->columns; k++) {
        char four[32];
        const char *text = hol_table_shown(t, row, k, four);
        if (k) fputs(" & ", out);
        if (row >= 0 && *text && t->column[k].kind == HOL_TABLE_NUMBER)
            latex_number(out, text);
        else
            hol_latex_text(out, text);
    }
    fputs(" \\\\\n", out);
}

void hol_table_latex(FILE *out, const hol_table *t)
{
    fputs("\\begin{tabular}{", out);
    for (int k = 0; k < t->columns; k++) putc(t->column[k].kind == HOL_TABLE_TEXT ? 'l' : 'r', out);
    fputs("}\n\\hline\n", out);
    for (int i = -1; i < hol_table_rows(t); i++) {
        hol_latex_row(out, t, i);
        if (i < 0) fputs("\\hline\n", out);
    }
    fputs("\\hline\n\\end{tabular}\n", out);
}

/* ---------------------------------------------------------------- HTML */

void hol_html_text(FILE *out, const char *text)
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

/* Numbers flush right, long texts in several lines, shades by magnitude. */
static void html_class(FILE *out, int shade, hol_table_kind kind, const char *text)
{
    enum { LINE = 40 }; /* bytes */
    if (shade < 0)
        fputs(" class=\"x\"", out);
    else if (shade)
        fprintf(out, " class=\"n s%d\"", shade);
    else if (kind != HOL_TABLE_TEXT)
        fputs(" class=\"n\"", out);
    else if (strlen(text) > LINE)
        fputs(" class=\"w\"", out);
}

static void html_cell(FILE *out, const hol_table *t, int row, int column)
{
    static const hol_table_cell name = {0};
    const hol_table_cell *cell = row < 0 ? &name : &t->cell[row * t->columns + column];
    const char *element = row < 0 ? "th" : "td";
    char four[32];
    const char *text = hol_table_shown(t, row, column, four);
    fprintf(out, "<%s", element);
    html_class(out, cell->shade, t->column[column].kind, text);
    if (text == four && strcmp(four, cell->text) != 0) /* all digits */
        fprintf(out, " data-whole=\"%s\"", cell->text);
    putc('>', out);
    if (cell->link) {
        fputs("<a href=\"#", out);
        hol_anchor(out, cell->link);
        fputs("\">", out);
    }
    hol_html_text(out, text);
    fprintf(out, "%s</%s>", cell->link ? "</a>" : "", element);
}

void hol_table_html(FILE *out, const hol_table *t)
{
    fputs("<div class=\"scroll\"><table>\n<thead>\n", out);
    for (int i = -1; i < hol_table_rows(t); i++) {
        fputs("<tr>", out);
        for (int k = 0; k < t->columns; k++) html_cell(out, t, i, k);
        fputs("</tr>\n", out);
        if (i < 0) fputs("</thead>\n<tbody>\n", out);
    }
    fputs("</tbody>\n</table></div>\n", out);
}
