/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy paper`: the published tables redone, printed numbers beside ours. */
#include <stddef.h>

#include "harness/cli/cli.h"
#include "harness/report/report.h"

/* ---------------------------------------------------------------- the command line */

typedef struct {
    hol_names named;
    bool csv;
    const char *figures; /* folder, or NULL */
} arguments;

static bool take_format(const char *name, const char *word, void *csv)
{
    static const struct {
        const char *name;
        bool csv;
    } format[] = {{"markdown", false}, {"csv", true}};
    (void)name;
    int k = cli_pick("unknown format", word, format, sizeof *format, 2);
    if (k >= 0) *(bool *)csv = format[k].csv;
    return k >= 0;
}

static const cli_option options[] = {
    {"format", 0, "FORMAT", "markdown (default) or csv", take_format, offsetof(arguments, csv)},
    {"figures", 0, "DIR", "writes the figures there, and the series behind them", cli_text,
     offsetof(arguments, figures)},
    {0}};

static const cli_argument taken[] = {{cli_words, offsetof(arguments, named), true}, {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = taken,
    .words = "[PAPER...]",
    .about =
        "Redoes the tables of the papers (000: Tuomela, Arponen, Normi 2006; 001: Lacoursiere "
        "2007; 002: Haug, Pavesic 2023; 003: Wendlandt, Marsden 1996; 004: Terze, Zlatar, Mueller "
        "2012, which has none) and prints every published number beside ours, with their ratio and "
        "a verdict, and what a paper says beside what was measured.\v"
        "A number that differs is a result, not an error: the exit code is 0.\n\n"
        "Examples:\n"
        "  holonomy paper\n"
        "  holonomy paper 003 --format csv > 003.csv\n"
        "  holonomy paper 003 --figures figures\n"};

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

/* The papers named, else all; false after a message. */
static bool choose(const hol_names *named, report_choice *chosen)
{
    bool known = named->count || report_choose(chosen, "all");
    for (int i = 0; i < named->count && known; i++) known = report_choose(chosen, named->of[i]);
    return known;
}

static int redo_all(const arguments *a)
{
    report_choice chosen = {0};
    int code = HOL_EXIT_OK;
    if (!choose(&a->named, &chosen)) return HOL_EXIT_USAGE;
    if (a->figures && !report_folder(a->figures)) return HOL_EXIT_FILE;
    if (a->csv) hol_paper_csv_header(stdout);
    for (int i = 0; i < chosen.count && !code; i++) code = redo(a, chosen.of[i]);
    return cli_finish(code);
}

int cli_paper(int argc, char **argv)
{
    arguments a = {0};
    int code = cli_parse(&usage, argc, argv, &a) ? redo_all(&a) : HOL_EXIT_USAGE;
    hol_names_clear(&a.named);
    return code;
}
