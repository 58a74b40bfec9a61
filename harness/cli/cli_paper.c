/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy paper`: the published tables redone, printed numbers beside ours. */
#include <math.h>
#include <stddef.h>

#include "base/json.h"
#include "harness/cli/cli.h"
#include "harness/papers/paper_chapter.h"

/* ---------------------------------------------------------------- the command line */

typedef struct {
    hol_names named;
    cli_chosen format;
    bool json;
    const char *figures; /* folder, or NULL */
} arguments;

enum { MARKDOWN, CSV, JSON, FORMATS };
static const char *const format_name[FORMATS] = {"markdown", "csv", "json"};

static const cli_names formats = {"unknown format", format_name, sizeof *format_name, FORMATS};

static const cli_option options[] = {
    {"format", 0, "FORMAT", "markdown (default), csv or json", cli_one, CLI_AT(format)},
    {"json", 0, NULL, "prints one array of JSON: --format json", cli_flag, CLI_AT(json)},
    {"figures", 0, "DIR", "writes the figures there, and the series behind them", cli_text,
     CLI_AT(figures)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .plain = true,
    .arguments = (const cli_argument[]){{cli_words, CLI_AT(named)}, {0}},
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

static void show(const hol_paper_section *p)
{
    hol_table found = hol_chapter_findings(p);
    report_markdown.heading(stdout, 1, p->paper->title);
    if (p->found.count) report_markdown.table(stdout, &found, NULL);
    hol_table_free(&found);
    for (int i = 0; i < p->tables; i++) {
        hol_table lines = hol_paper_lines(p->table[i]);
        report_markdown.heading(stdout, 2, p->table[i]->title);
        report_markdown.paragraph(stdout, p->table[i]->source);
        report_markdown.table(stdout, &lines, NULL);
        hol_table_free(&lines);
        hol_chapter_notes(stdout, &report_markdown, p->table[i]);
    }
}

static void put_findings(hol_json *j, const hol_paper_findings *found)
{
    hol_json_open(j, "findings", '[');
    for (int i = 0; i < found->count; i++) {
        hol_json_open(j, NULL, '{');
        hol_json_string(j, "id", found->of[i].id);
        hol_json_string(j, "place", found->of[i].place);
        hol_json_string(j, "says", found->of[i].says);
        hol_json_string(j, "measured", found->of[i].measured);
        hol_json_string(j, "answer", hol_paper_answer_name(found->of[i].answer));
        hol_json_close(j, '}');
    }
    hol_json_close(j, ']');
}

/* A number: its row by the names and words of the keys, what is printed, ours, the verdict. */
static void put_number(hol_json *j, const hol_paper_table *t, int row, int column)
{
    const hol_paper_cell *cell = &t->cell[row * t->columns + column];
    char verdict[256];
    if (isnan(cell->value) && isnan(cell->ours)) return;
    hol_paper_verdict_text(t, row, column, verdict, sizeof verdict);
    hol_json_open(j, NULL, '{');
    for (int k = 0; k < t->keys; k++)
        hol_json_string(j, t->column[k], t->cell[row * t->columns + k].printed);
    hol_json_string(j, "quantity", t->column[column]);
    hol_json_number(j, "printed", cell->value);
    hol_json_number(j, "ours", cell->ours);
    hol_json_string(j, "verdict", verdict);
    hol_json_close(j, '}');
}

static void put_paper(hol_json *j, const hol_paper_section *p)
{
    hol_json_open(j, NULL, '{');
    hol_json_string(j, "paper", p->paper->id);
    hol_json_string(j, "title", p->paper->title);
    put_findings(j, &p->found);
    hol_json_open(j, "tables", '[');
    for (int i = 0; i < p->tables; i++) {
        const hol_paper_table *t = p->table[i];
        hol_json_open(j, NULL, '{');
        hol_json_string(j, "title", t->title);
        hol_json_string(j, "source", t->source);
        hol_json_open(j, "numbers", '[');
        for (int row = 0; row < t->rows; row++)
            for (int column = t->keys; column < t->columns; column++) put_number(j, t, row, column);
        hol_json_close(j, ']');
        hol_json_close(j, '}');
    }
    hol_json_close(j, ']');
    hol_json_close(j, '}');
}

static int draw(const arguments *a, const hol_paper_section *p)
{
    char what[32], command[256];
    snprintf(what, sizeof what, "paper %s", p->paper->id);
    snprintf(command, sizeof command, "holonomy paper %s --figures %.200s", p->paper->id,
             a->figures);
    const report_origin origin = report_origin_of(what, command);
    return hol_chapter_draw(p, a->figures, &origin, false);
}

/* csv: the lines of all papers, where they are wanted so. */
static int redo(const arguments *a, hol_json *json, hol_table *csv, const hol_paper *paper)
{
    hol_paper_section p;
    int code = hol_chapter_redo(&p, paper, a->figures);
    for (int i = 0; !code && a->format.at == CSV && i < p.tables; i++)
        hol_paper_put_csv(csv, p.table[i]);
    if (!code && a->format.at == JSON) put_paper(json, &p);
    if (!code && a->format.at == MARKDOWN) show(&p);
    if (!code && a->figures) code = draw(a, &p);
    hol_paper_section_free(&p);
    return code;
}

/* The papers named, else all; false after a message. */
static bool choose(const hol_names *named, hol_chapter_choice *chosen)
{
    bool known = named->count || hol_chapter_choose(chosen, "all");
    for (int i = 0; i < named->count && known; i++)
        known = hol_chapter_choose(chosen, named->of[i]);
    return known;
}

static int redo_all(void *arguments_)
{
    arguments *a = arguments_;
    hol_chapter_choice chosen = {0};
    if (a->json) a->format.at = JSON;
    int code = HOL_EXIT_OK;
    if (!choose(&a->named, &chosen)) return HOL_EXIT_USAGE;
    if (a->figures && !report_folder(a->figures)) return HOL_EXIT_FILE;
    hol_table csv = hol_paper_csv();
    hol_json json = {.out = stdout};
    if (a->format.at == JSON) hol_json_open(&json, NULL, '[');
    for (int i = 0; i < chosen.count && !code; i++) code = redo(a, &json, &csv, chosen.of[i]);
    if (a->format.at == JSON) hol_json_close(&json, ']');
    if (a->format.at == CSV) hol_table_csv(stdout, &csv);
    hol_table_free(&csv);
    return cli_finish(code);
}

int cli_paper(int argc, char **argv)
{
    arguments a = {.format = {&formats, MARKDOWN}};
    return cli_command(&usage, argc, argv, &a, redo_all);
}
