/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy paper`: the published tables redone, printed numbers beside ours. */
#include <errno.h>
#include <string.h>

#include "harness/cli/cli.h"
#include "harness/report/report.h"

/* ---------------------------------------------------------------- the command line */

enum { FORMAT = 256, FIGURES };

static const struct argp_option options[] = {
    {"format", FORMAT, "FORMAT", 0, "markdown (default) or csv", 0},
    {"figures", FIGURES, "DIR", 0, "writes the figures there, and the series behind them", 0},
    {0}};

typedef struct {
    report_choice named;
    bool csv;
    const char *figures; /* folder, or NULL */
} arguments;

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
        return report_choose(&a->named, text) ? 0 : EINVAL;
    case ARGP_KEY_END:
        return state->arg_num || report_choose(&a->named, "all") ? 0 : EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    options,
    parse,
    "[PAPER...]",
    "Redoes the tables of the papers (000: Tuomela, Arponen, Normi 2006; 001: Lacoursiere 2007; "
    "002: Haug, Pavesic 2023; 003: Wendlandt, Marsden 1996; 004: Terze, Zlatar, Mueller 2012, "
    "which "
    "has none) and prints every published number beside ours, "
    "with their ratio and a verdict, and what a paper says beside what was measured.\v"
    "A number that differs is a result, not an error: the exit code is 0.\n\n"
    "Examples:\n"
    "  holonomy paper\n"
    "  holonomy paper 003 --format csv > 003.csv\n"
    "  holonomy paper 003 --figures figures\n",
    NULL,
    NULL,
    NULL};

/* ---------------------------------------------------------------- the tables */

static void show(const report_paper *p)
{
    report_table found = report_paper_findings(p);
    report_markdown.heading(stdout, 1, p->paper->title);
    if (p->found.count) report_markdown.table(stdout, &found, NULL);
    report_table_free(&found);
    for (int i = 0; i < p->tables; i++) {
        report_table lines = report_paper_lines(p->table[i]);
        report_markdown.heading(stdout, 2, p->table[i]->title);
        report_markdown.paragraph(stdout, p->table[i]->source);
        report_markdown.table(stdout, &lines, NULL);
        report_table_free(&lines);
    }
}

static int draw(const arguments *a, const hol_paper *paper)
{
    char what[32], command[256];
    snprintf(what, sizeof what, "paper %s", paper->id);
    snprintf(command, sizeof command, "holonomy paper %s --figures %.200s", paper->id, a->figures);
    const report_origin origin = report_origin_of(what, command);
    return report_paper_draw(paper, a->figures, &origin, false);
}

static int redo(const arguments *a, const hol_paper *paper)
{
    report_paper p;
    int code = report_paper_redo(&p, paper, a->figures);
    if (!code && a->csv)
        for (int i = 0; i < p.tables; i++) hol_paper_csv(p.table[i], stdout);
    else if (!code)
        show(&p);
    if (!code && a->figures) code = draw(a, paper);
    report_paper_free(&p);
    return code;
}

int cli_paper(int argc, char **argv)
{
    arguments a = {0};
    int code = HOL_EXIT_OK;
    if (!cli_parse(&argp, argc, argv, &a)) return HOL_EXIT_USAGE;
    if (a.figures && !report_folder(a.figures)) return HOL_EXIT_FILE;
    if (a.csv) hol_paper_csv_header(stdout);
    for (int i = 0; i < a.named.count && !code; i++) code = redo(&a, a.named.of[i]);
    return cli_finish(code);
}
