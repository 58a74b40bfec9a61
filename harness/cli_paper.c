/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy paper`: the published tables redone, printed numbers beside ours. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/cli.h"
#include "harness/paper.h"
#include "harness/report.h"

#ifndef HOL_GNUPLOT
#define HOL_GNUPLOT "gnuplot"
#endif

/* ---------------------------------------------------------------- the command line */

enum { FORMAT = 256, FIGURES, MOST_PAPERS = 16, MOST_TABLES = 8 };

static const struct argp_option options[] = {
    {"format", FORMAT, "FORMAT", 0, "markdown (default) or csv", 0},
    {"figures", FIGURES, "DIR", 0, "writes the figures there, and the series behind them", 0},
    {0}};

typedef struct {
    const hol_paper *paper[MOST_PAPERS]; /* those named */
    int papers;
    bool csv;
    const char *figures; /* folder, or NULL */
} arguments;

static error_t name_paper(arguments *a, const char *id)
{
    const char *known[MOST_PAPERS];
    int count = 0;
    for (const hol_paper *p; count < MOST_PAPERS && (p = hol_paper_by(count));) {
        known[count++] = p->id;
        if (strcmp(p->id, id) != 0) continue;
        if (a->papers < MOST_PAPERS) a->paper[a->papers++] = p;
        return 0;
    }
    cli_say("no paper '%s' is redone%s", id, cli_did_you_mean(id, known, count).text);
    return EINVAL;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    arguments *a = state->input;
    switch (key) {
    case FORMAT:
        a->csv = !strcmp(text, "csv");
        if (a->csv || !strcmp(text, "markdown")) return 0;
        cli_say("--format: '%s' is neither markdown nor csv", text);
        return EINVAL;
    case FIGURES:
        a->figures = text;
        return 0;
    case ARGP_KEY_ARG:
        return name_paper(a, text);
    case ARGP_KEY_END:
        for (const hol_paper *p; !state->arg_num && (p = hol_paper_by(a->papers));)
            a->paper[a->papers++] = p;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    options,
    parse,
    "[PAPER...]",
    "Redoes the tables of the papers (003: Wendlandt, Marsden 1996) and prints every published "
    "number beside ours, with their ratio and a verdict.\v"
    "A number that differs is a result, not an error: the exit code is 0.\n\n"
    "Examples:\n"
    "  holonomy paper\n"
    "  holonomy paper 003 --format csv > 003.csv\n"
    "  holonomy paper 003 --figures figures\n",
    NULL,
    NULL,
    NULL};

/* ---------------------------------------------------------------- figures */

enum { NOT_FOUND = 127 };

/* Runs gnuplot in the folder; its exit status. */
static int gnuplot(const char *dir, const hol_paper *paper, const hol_paper_figure *figure)
{
    char script[REPORT_PATH], set[512];
    const char *given = getenv("GNUPLOT"), *program = given && *given ? given : HOL_GNUPLOT;
    snprintf(script, sizeof script, "%s/paper-%s-%s.gp", report_sources(), paper->id, figure->name);
    snprintf(set, sizeof set, "name = 'paper-%s'; figure = '%s'; title = '%s'; format = 'svg'",
             paper->id, figure->name, figure->caption);
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) return NOT_FOUND;
    if (child == 0) {
        setenv("GNUPLOT_LIB", report_sources(), 1);
        if (chdir(dir) == 0)
            execlp(program, program, "--default-settings", "-e", set, script, (char *)NULL);
        _exit(NOT_FOUND);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int draw(const char *dir, const hol_paper *paper)
{
    for (const hol_paper_figure *f = paper->figure; f->name; f++) {
        int status = gnuplot(dir, paper, f);
        if (status == 0) continue;
        if (status == NOT_FOUND)
            cli_say("gnuplot is missing, so there are series and no figures: apt-get install "
                    "gnuplot-nox");
        else
            cli_say("gnuplot failed on %s/paper-%s-%s.gp", report_sources(), paper->id, f->name);
        return HOL_EXIT_MACHINE;
    }
    return HOL_EXIT_OK;
}

/* ---------------------------------------------------------------- the tables */

static void put_cell(void *to, const char *text)
{
    report_cell(to, "%s", text);
}

static void show(const hol_paper *paper, hol_paper_table *const table[])
{
    report_markdown.heading(stdout, 1, paper->title);
    for (int i = 0; paper->table[i]; i++) {
        report_table lines = {.columns = HOL_PAPER_LINE, .number = hol_paper_number};
        hol_paper_lines(table[i], put_cell, &lines);
        report_markdown.heading(stdout, 2, table[i]->title);
        report_markdown.paragraph(stdout, table[i]->source);
        report_markdown.table(stdout, &lines, NULL);
        report_table_free(&lines);
    }
}

static int redo(const arguments *a, const hol_paper *paper)
{
    hol_paper_table *table[MOST_TABLES] = {0};
    hol_message why = {""};
    int count = 0, code = HOL_EXIT_OK;
    while (count < MOST_TABLES && paper->table[count] &&
           (table[count] = hol_paper_read(paper->table[count], &why)))
        count++;
    if (paper->table[count])
        code = HOL_EXIT_INPUT;
    else
        code = paper->redo(table, a->figures, &why);
    if (code)
        cli_say("%s", why.text);
    else if (a->csv)
        for (int i = 0; i < count; i++) hol_paper_csv(table[i], stdout);
    else
        show(paper, table);
    if (!code && a->figures) code = draw(a->figures, paper);
    for (int i = 0; i < count; i++) hol_paper_free(table[i]);
    return code;
}

int cli_paper(int argc, char **argv)
{
    arguments a = {0};
    int code = HOL_EXIT_OK;
    if (!cli_parse(&argp, argc, argv, &a)) return HOL_EXIT_USAGE;
    if (a.figures && !report_folder(a.figures)) return HOL_EXIT_FILE;
    if (a.csv) hol_paper_csv_header(stdout);
    for (int i = 0; i < a.papers && !code; i++) code = redo(&a, a.paper[i]);
    return cli_finish(code);
}
