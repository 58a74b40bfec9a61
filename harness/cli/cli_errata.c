/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy errata`: what is wrong in the papers, and published values beside true ones. */
#include <stddef.h>
#include <stdlib.h>

#include "harness/cli/cli.h"
#include "harness/report/report.h"
#include "harness/study/published.h"

typedef struct {
    bool json;
} arguments;

static const cli_option options[] = {
    {"json", 0, NULL, "prints one object of JSON in place of tables", cli_flag, CLI_AT(json)}, {0}};

static const cli_usage usage = {
    .options = options,
    .plain = true,
    .words = "",
    .about =
        "Prints what is wrong, missing or ambiguous in the papers and what is used in its place, "
        "and the values that others have published for benchmark problems, each beside the true "
        "one: how many of its digits hold, and, where a slip of data is known that gives the "
        "printed value, the run that shows it.\v"
        "The true values are those of reference/published/, made by two derivations in quadruple "
        "precision.\n\n"
        "Examples:\n"
        "  holonomy errata\n"
        "  holonomy errata --json\n"};

static void show(const char *title, const hol_table *t)
{
    report_markdown.heading(stdout, 2, title);
    report_markdown.table(stdout, t, NULL);
}

static void show_all(const hol_table *papers, const hol_table *published, const hol_table *known)
{
    show("The papers", papers);
    show("Published values", published);
    show("True values", known);
}

static void print_json(const hol_table *papers, const hol_table *published, const hol_table *known)
{
    printf("{\"papers\": ");
    hol_table_json(stdout, papers);
    printf(", \"published\": ");
    hol_table_json(stdout, published);
    printf(", \"true\": ");
    hol_table_json(stdout, known);
    printf("}\n");
}

static bool read_published(hol_table *published, hol_table *known)
{
    hol_message why;
    bool good = hol_published_table(published, &why) && hol_known_table(known, &why);
    if (!good) hol_complain("%s", why.text);
    return good;
}

int cli_errata(int argc, char **argv)
{
    arguments a = {.json = false};
    hol_table papers = {0}, published = {0}, known = {0};
    if (!cli_parse(&usage, argc, argv, &a)) return HOL_EXIT_USAGE;
    int code = HOL_EXIT_INPUT;
    if (report_read_errata(&papers) && read_published(&published, &known)) {
        (a.json ? print_json : show_all)(&papers, &published, &known);
        code = HOL_EXIT_OK;
    }
    hol_table_free(&papers);
    hol_table_free(&published);
    hol_table_free(&known);
    return cli_finish(code);
}
