/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands about plans and the store share: see cli_store.h. */
#include "harness/cli/cli_store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/cli/cli.h"
#include "harness/json.h"

hol_plan *cli_plan(const char *path)
{
    hol_mistakes mistakes = {0};
    hol_plan *plan = hol_plan_read(path, &mistakes);
    for (int i = 0; i < mistakes.count; i++) cli_say("%s", mistakes.text[i]);
    hol_mistakes_free(&mistakes);
    return plan;
}

hol_store *cli_store(const char *path)
{
    hol_message why;
    if (access(path, F_OK)) {
        cli_say("%s: %s: `holonomy sweep PLAN.yaml --store %s` makes a store", path,
                strerror(errno), path);
        return NULL;
    }
    hol_store *store = hol_store_open(path, HOL_STORE_READ, &why);
    if (!store) cli_say("%s", why.text);
    return store;
}

void cli_cells_clear(cli_cells *c)
{
    for (int i = 0; i < c->columns; i++) free(c->name[i]);
    for (int i = 0; i < c->rows * c->columns; i++) free(c->cell[i]);
    free(c->name);
    free(c->cell);
    free(c->number);
    *c = (cli_cells){0};
}

/* ---------------------------------------------------------------- CSV (RFC 4180) */

static void csv_text(FILE *out, const char *text)
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

static void csv(FILE *out, const cli_cells *c)
{
    for (int k = 0; k < c->columns; k++) {
        if (k) putc(',', out);
        csv_text(out, c->name[k]);
    }
    putc('\n', out);
    for (int i = 0; i < c->rows; i++) {
        for (int k = 0; k < c->columns; k++) {
            const char *cell = c->cell[i * c->columns + k];
            if (k) putc(',', out);
            if (cell) csv_text(out, cell);
        }
        putc('\n', out);
    }
}

/* ---------------------------------------------------------------- JSON: an array of objects */

static bool is_json_number(const char *text) /* inf is none */
{
    return *text && !text[strspn(text, "+-.0123456789eE")];
}

static void json(FILE *out, const cli_cells *c)
{
    hol_json j = {.out = out};
    hol_json_open(&j, NULL, '[');
    for (int i = 0; i < c->rows; i++) {
        hol_json_open(&j, NULL, '{');
        for (int k = 0; k < c->columns; k++) {
            const char *cell = c->cell[i * c->columns + k];
            if (cell && c->number[k] && is_json_number(cell))
                hol_json_number(&j, c->name[k], strtod(cell, NULL));
            else
                hol_json_string(&j, c->name[k], cell);
        }
        hol_json_close(&j, '}');
    }
    hol_json_close(&j, ']');
}

/* ---------------------------------------------------------------- tables for people */

enum { SHORT = 12 }; /* digits of a key, as `compare` takes it */

/* Four digits; whole numbers as they are. */
static void short_number(const char *cell, char text[32])
{
    snprintf(text, 32, "%.31s", cell);
    if (cell[strcspn(cell, ".eE")]) snprintf(text, 32, "%.4g", strtod(cell, NULL));
}

static const char *short_text(const char *cell, char text[HOL_KEY])
{
    if (strlen(cell) != HOL_KEY - 1 || cell[strspn(cell, "0123456789abcdef")]) return cell;
    snprintf(text, HOL_KEY, "%.*s", SHORT, cell);
    return text;
}

static void escaped(FILE *out, const char *text, const char *special)
{
    for (; *text; text++) {
        if (strchr(special, *text)) putc('\\', out);
        putc(*text == '\n' ? ' ' : *text, out);
    }
}

static void markdown(FILE *out, const cli_cells *c)
{
    for (int k = 0; k < c->columns; k++) fprintf(out, "| %s ", c->name[k]);
    fputs("|\n", out);
    for (int k = 0; k < c->columns; k++) fputs(c->number[k] ? "| ---: " : "| --- ", out);
    fputs("|\n", out);
    for (int i = 0; i < c->rows; i++) {
        for (int k = 0; k < c->columns; k++) {
            const char *cell = c->cell[i * c->columns + k];
            char number[32] = "", key[HOL_KEY];
            if (cell && c->number[k]) short_number(cell, number);
            fputs("| ", out);
            escaped(out, c->number[k] || !cell ? number : short_text(cell, key), "|");
            putc(' ', out);
        }
        fputs("|\n", out);
    }
}

static void latex_text(FILE *out, const char *text)
{
    static const struct {
        char sign;
        const char *command;
    } special[] = {{'\\', "\\textbackslash{}"}, {'^', "\\textasciicircum{}"},
                   {'~', "\\textasciitilde{}"}, {'<', "\\textless{}"},
                   {'>', "\\textgreater{}"},    {'|', "\\textbar{}"},
                   {'"', "\\textquotedbl{}"}};
    for (; *text; text++) {
        const char *command = NULL;
        for (size_t i = 0; i < sizeof special / sizeof *special; i++)
            if (special[i].sign == *text) command = special[i].command;
        if (command)
            fputs(command, out);
        else
            escaped(out, (char[]){*text, '\0'}, "_%&#${}");
    }
}

/* 1.5e-06 as $1.5\cdot 10^{-6}$ */
static void latex_number(FILE *out, const char *cell)
{
    char number[32];
    short_number(cell, number);
    char *e = strchr(number, 'e');
    if (e) *e = '\0';
    if (e)
        fprintf(out, "$%s\\cdot 10^{%ld}$", number, strtol(e + 1, NULL, 10));
    else
        fprintf(out, "$%s$", number);
}

static void latex(FILE *out, const cli_cells *c)
{
    fputs("\\begin{tabular}{", out);
    for (int k = 0; k < c->columns; k++) putc(c->number[k] ? 'r' : 'l', out);
    fputs("}\n\\hline\n", out);
    for (int i = -1; i < c->rows; i++) {
        for (int k = 0; k < c->columns; k++) {
            const char *cell = i < 0 ? c->name[k] : c->cell[i * c->columns + k];
            char key[HOL_KEY];
            if (k) fputs(" & ", out);
            if (cell && i >= 0 && c->number[k])
                latex_number(out, cell);
            else if (cell)
                latex_text(out, short_text(cell, key));
        }
        fputs(i < 0 ? " \\\\\n\\hline\n" : " \\\\\n", out);
    }
    fputs("\\hline\n\\end{tabular}\n", out);
}

const cli_format cli_formats[CLI_FORMATS] = {
    {"csv", csv}, {"json", json}, {"latex", latex}, {"markdown", markdown}};
