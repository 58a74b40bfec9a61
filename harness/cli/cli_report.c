/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy report [PLAN.yaml]`: the plan's runs as tables, figures and one page. */
#include <stddef.h>
#include <stdlib.h>

#include "base/data.h"
#include "base/text.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_derive.h"
#include "harness/cli/cli_progress.h"
#include "harness/cli/cli_store.h"
#include "harness/papers/paper_chapter.h"
#include "harness/report/report.h"
#include "holonomy/memory.h"

#define PLAN "report.yaml"

/* ---------------------------------------------------------------- the command line */

typedef struct {
    const char *plan, *dir, *store, *papers; /* NULL: the default */
    hol_chapter_choice redone;
    int jobs;
    bool quiet, png, no_derive;
} arguments;

static const cli_option options[] = {
    {"output", 0, "DIR", "folder of the report (default report)", cli_text, CLI_AT(dir)},
    {"store", 0, "FILE", "results store (default DIR/" HOL_STORE_DEFAULT ")", cli_text,
     CLI_AT(store)},
    {"jobs", 'j', "N", "worker processes (default 1)", cli_jobs, CLI_AT(jobs)},
    {"papers", 0, "NAMES", "redone: all (default), none or such as 002,004", cli_text,
     CLI_AT(papers)},
    {"png", 0, NULL, "pictures beside the vector figures", cli_flag, CLI_AT(png)},
    CLI_NO_DERIVE,
    {"quiet", 0, NULL, "no progress and no summary", cli_flag, CLI_AT(quiet)},
    {0}};

static const cli_argument taken[] = {{cli_text, CLI_AT(plan)}, {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = taken,
    .words = "[PLAN.yaml]",
    .about =
        "Makes the runs of the plan that the store lacks and shows all of them: index.html, the "
        "first page of a site that needs no network, holonomy-report.html (all in one page, to "
        "mail "
        "and to print), matrix.md, matrix.tex, matrix.csv (every number, 17 digits) and "
        "figures/ (SVG and PDF), with the tables of the papers redone and, where the plan asks for "
        "them, certificates.csv, every claim measured.  Without a plan: every method on every "
        "problem.  Run it again to continue, or after a change of the plan or of the program.\v"
        "Figures need gnuplot; the tables are written without it.\n\n"
        "The exit code is 0, 1 where a run crashed, 3 where there are no figures.\n\n"
        "Examples:\n"
        "  holonomy report\n"
        "  holonomy report plan.yaml -j 2 --output /tmp/report\n"};

/* The command that makes this report: malloc'd. */
static char *command_of(const arguments *a)
{
    hol_text t;
    hol_text_begin(&t);
    fputs("holonomy report", t.out);
    if (a->plan) cli_put_word(t.out, a->plan);
    cli_put_option(t.out, "--output", a->dir);
    cli_put_option(t.out, "--store", a->store);
    cli_put_option(t.out, "--papers", a->papers);
    if (a->jobs != 1) fprintf(t.out, " -j %d", a->jobs);
    if (a->no_derive) fputs(" --no-derive", t.out);
    return hol_text_end(&t);
}

/* ---------------------------------------------------------------- the report */

static bool read_store(report *r, const char *path)
{
    hol_message why;
    hol_store *store = hol_store_open(path, HOL_STORE_READ, &why);
    bool had = store && report_gather(r, store, &why);
    if (!had) hol_complain("%s", why.text);
    hol_store_close(store);
    return had;
}

/* The page comes last, for it holds the figures; without gnuplot there are all the tables. */
static int write_pages(report *r)
{
    const bool written = report_read_errata(&r->errata) && report_document(r, &report_markdown) &&
                         report_document(r, &report_latex) && report_document(r, &report_html) &&
                         report_site(r);
    return written ? HOL_EXIT_OK : HOL_EXIT_FILE;
}

static int draw_papers(const report *r, int count, const hol_paper_section redone[],
                       const char *dir)
{
    int code = HOL_EXIT_OK;
    for (int i = 0; i < count && !code; i++) {
        char what[32];
        snprintf(what, sizeof what, "paper %s", redone[i].paper->id);
        const report_origin origin = report_origin_of(what, r->command);
        code = hol_chapter_draw(redone[i].paper, dir, &origin, r->png);
    }
    return code;
}

static int write_all(report *r, const hol_chapter_choice *chosen)
{
    char folder[REPORT_PATH];
    hol_paper_section redone[HOL_PAPERS];
    report_chapter chapter[HOL_PAPERS];
    int code = HOL_EXIT_OK, drawn = HOL_EXIT_OK, papers = 0;
    snprintf(folder, sizeof folder, "%s/" REPORT_FIGURES, r->dir);
    if (!report_csv(r) || !report_certificates_csv(r) || !report_folder(folder) ||
        !report_data(r) || !report_front_data(r))
        return HOL_EXIT_FILE;
    while (papers < chosen->count && !code) {
        code = hol_chapter_redo(&redone[papers], chosen->of[papers], folder);
        chapter[papers] = hol_chapter_of(&redone[papers]);
        papers++;
    }
    r->chapter = chapter;
    r->chapters = papers;
    if (!code && !(drawn = report_draw(r)) && !(drawn = report_front_draw(r)))
        drawn = draw_papers(r, papers, redone, folder);
    if (!code) code = drawn == HOL_EXIT_FILE ? drawn : write_pages(r);
    for (int i = 0; i < papers; i++) hol_paper_section_free(&redone[i]);
    return code ? code : drawn;
}

static int make(const arguments *a, report *r, const char *plan, const char *command)
{
    char store[REPORT_PATH];
    snprintf(store, sizeof store, "%s/" HOL_STORE_DEFAULT, r->dir);
    if (a->store) snprintf(store, sizeof store, "%s", a->store);
    const cli_making making = {.plan = r->plan,
                               .store = store,
                               .jobs = a->jobs,
                               .quiet = a->quiet,
                               .no_derive = a->no_derive,
                               .again = command};
    int made = cli_make_runs(&making);
    if (made != HOL_EXIT_OK && made != HOL_EXIT_FAILED) return made;
    if (!read_store(r, store)) return HOL_EXIT_FILE;
    report_pairs(r);
    int certified = cli_make_certificates(&r->certified, &making);
    if (certified) return certified;
    char what[300];
    snprintf(r->plan_name, sizeof r->plan_name, "%s%s%.100s%s", r->plan->title,
             r->plan->title[0] ? " (" : "", plan, r->plan->title[0] ? ")" : "");
    snprintf(what, sizeof what, "plan: %s", r->plan_name);
    r->command = command;
    r->origin = report_origin_of(what, command);
    int code = write_all(r, &a->redone);
    return code ? code : made;
}

int cli_report(int argc, char **argv)
{
    arguments a = {.jobs = 1};
    char path[REPORT_PATH];
    if (!cli_parse(&usage, argc, argv, &a) ||
        !hol_chapter_choose(&a.redone, a.papers ? a.papers : "all"))
        return HOL_EXIT_USAGE;
    hol_data_find("plans/" PLAN, path, sizeof path);
    hol_plan *plan = cli_plan(a.plan ? a.plan : path);
    if (!plan) return HOL_EXIT_INPUT;
    report r = {.dir = a.dir ? a.dir : "report", .plan = plan, .png = a.png};
    int code = HOL_EXIT_FILE;
    if (report_folder(r.dir)) {
        char *command = command_of(&a);
        code = make(&a, &r, a.plan ? a.plan : "plans/" PLAN, command);
        free(command);
    }
    report_free(&r);
    hol_plan_free(plan);
    return cli_finish(code);
}
