/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy report [PLAN.yaml]`: the plan's runs as tables, figures and one page. */
#include <stddef.h>
#include <stdlib.h>

#include "base/data.h"
#include "base/text.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_derive.h"
#include "harness/cli/cli_plugins.h"
#include "harness/cli/cli_progress.h"
#include "harness/cli/cli_store.h"
#include "harness/papers/paper_chapter.h"
#include "harness/plan/plan_take.h"
#include "harness/report/report.h"
#include "harness/report/report_judge.h"

#define PLAN "report.yaml"

/* ---------------------------------------------------------------- the command line */

typedef struct {
    const char *plan, *dir, *store, *papers; /* NULL: the default */
    hol_chapter_choice redone;
    hol_names take;
    int jobs;
    bool quiet, png, no_derive;
} arguments;

static const cli_option options[] = {
    {"output", 0, "DIR", "folder of the report (default report)", cli_file, CLI_AT(dir)},
    {"store", 0, "FILE", "results store (default DIR/" HOL_STORE_DEFAULT ")", cli_file,
     CLI_AT(store)},
    {"take", 0, "FILE",
     "takes in the runs of another store, such as that of long runs; again for another", cli_words,
     CLI_AT(take)},
    {"jobs", 'j', "N", "worker processes (default 1)", cli_jobs, CLI_AT(jobs)},
    {"papers", 0, "NAMES", "redone: all (default), none or such as 002,004", cli_text,
     CLI_AT(papers)},
    {"png", 0, NULL, "pictures beside the vector figures", cli_flag, CLI_AT(png)},
    CLI_NO_DERIVE,
    {"quiet", 0, NULL, "no progress and no summary", cli_flag, CLI_AT(quiet)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = (const cli_argument[]){{cli_text, CLI_AT(plan)}, {0}},
    .words = "[PLAN.yaml]",
    .about =
        "Makes the runs of the plan that the store lacks and shows all of them: index.html, the "
        "first page of a site that needs no network, holonomy-report.html (all in one page, to "
        "mail "
        "and to print), matrix.md, matrix.tex, matrix.csv (every number, 17 digits) and "
        "figures/ (SVG and PDF), with the tables of the papers redone and, where the plan asks for "
        "them, certificates.csv, every claim measured.  Without a plan: every method on every "
        "problem.  Run it again to continue, or after a change of the plan or of the program.\v"
        "Of a store that is taken in, the runs of this build that belong to a problem and a method "
        "of the plan are copied into the report's own; of those that another machine made the long "
        "ones that were not timed, which tell of energy.\n\n"
        "Figures need gnuplot; the tables are written without it.\n\n"
        "The exit code is 0, 1 where a run crashed, 3 where there are no figures.\n\n"
        "Examples:\n"
        "  holonomy report\n"
        "  holonomy report plan.yaml -j 2 --output /tmp/report\n"
        "  holonomy report --take report-long/results.sqlite\n"};

/* The command that makes this report: malloc'd. */
static char *command_of(const arguments *a)
{
    hol_text t;
    hol_text_begin(&t);
    fputs("holonomy report", t.out);
    if (a->plan) cli_put_word(t.out, a->plan);
    cli_put_option(t.out, "--output", a->dir);
    cli_put_option(t.out, "--store", a->store);
    for (int i = 0; i < a->take.count; i++) cli_put_option(t.out, "--take", a->take.of[i]);
    cli_put_option(t.out, "--papers", a->papers);
    cli_put_plugins(t.out);
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

static void say_taken(const hol_store_taken *of, bool quiet)
{
    if (of->differing)
        hol_complain("%s: %d of its runs are in the report's store with other numbers, which stay: "
                     "`holonomy merge` names them",
                     of->path, of->differing);
    if (of->other_build && !(of->here + of->away + of->unwanted + of->timed))
        hol_complain("%s: none of its %d runs is of this build, so none is taken", of->path,
                     of->other_build);
    else if (!quiet)
        fprintf(stderr, "%d runs taken from %s, %d more were there\n",
                of->here + of->away - of->had, of->path, of->had - of->differing);
}

/* Every store that is taken in, into the report's own. */
static bool take_stores(report *r, const arguments *a, const char *path)
{
    hol_message why;
    if (!a->take.count) return true;
    hol_store *store = hol_store_open(path, HOL_STORE_WRITE, &why);
    bool good = store;
    r->taken = hol_new(a->take.count, sizeof *r->taken);
    for (int i = 0; i < a->take.count && good; i++) {
        good = hol_plan_take(r->plan, store, a->take.of[i], REPORT_LONG, &r->taken[i], &why);
        if (!good) break;
        say_taken(&r->taken[i], a->quiet);
        r->takens++;
    }
    if (!good) hol_complain("%s", why.text);
    hol_store_close(store);
    return good;
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
        code = hol_chapter_draw(&redone[i], dir, &origin, r->png);
    }
    return code;
}

/* Papers take a minute or so, the plan's runs perhaps a second. */
static void say_papers(const hol_chapter_choice *chosen)
{
    if (chosen->count)
        fprintf(stderr, "%d paper%s redone: --papers none leaves them out\n", chosen->count,
                chosen->count == 1 ? " is" : "s are");
}

static int write_all(report *r, const hol_chapter_choice *chosen, int jobs)
{
    char folder[REPORT_PATH];
    hol_paper_section redone[HOL_PAPERS];
    report_chapter chapter[HOL_PAPERS];
    int drawn = HOL_EXIT_OK;
    snprintf(folder, sizeof folder, "%s/" REPORT_FIGURES, r->dir);
    if (!report_csv(r) || !report_certificates_csv(r) || !report_folder(folder) ||
        !report_data(r) || !report_front_data(r))
        return HOL_EXIT_FILE;
    int code = hol_chapters_redo(redone, chosen, folder, jobs);
    for (int i = 0; i < chosen->count; i++) chapter[i] = hol_chapter_of(&redone[i]);
    r->chapter = chapter;
    r->chapters = chosen->count;
    if (!code && !(drawn = report_draw(r)) && !(drawn = report_front_draw(r)))
        drawn = draw_papers(r, chosen->count, redone, folder);
    if (!code) code = drawn == HOL_EXIT_FILE ? drawn : write_pages(r);
    for (int i = 0; i < chosen->count; i++) hol_paper_section_free(&redone[i]);
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
    if (!take_stores(r, a, store) || !read_store(r, store)) return HOL_EXIT_FILE;
    report_pairs(r);
    int certified = cli_make_certificates(&r->certified, &making);
    if (certified) return certified;
    char what[300];
    snprintf(r->plan_name, sizeof r->plan_name, "%s%s%.100s%s", r->plan->title,
             r->plan->title[0] ? " (" : "", plan, r->plan->title[0] ? ")" : "");
    snprintf(what, sizeof what, "plan: %s", r->plan_name);
    r->command = command;
    r->origin = report_origin_of(what, command);
    if (!a->quiet) say_papers(&a->redone);
    int code = write_all(r, &a->redone, a->jobs);
    if (!a->quiet && !code) fprintf(stderr, "%s/index.html\n", r->dir);
    return code ? code : made;
}

static int make_report(void *arguments_)
{
    arguments *a = arguments_;
    char path[REPORT_PATH];
    if (!hol_chapter_choose(&a->redone, a->papers ? a->papers : "all")) return HOL_EXIT_USAGE;
    hol_data_find("plans/" PLAN, path, sizeof path);
    if (!cli_are_stores(&a->take)) return HOL_EXIT_FILE;
    hol_plan *plan = cli_plan(a->plan ? a->plan : path);
    if (!plan) return HOL_EXIT_INPUT;
    report r = {.dir = a->dir ? a->dir : "report", .plan = plan, .png = a->png};
    int code = HOL_EXIT_FILE;
    if (report_folder(r.dir)) {
        char *command = command_of(a);
        code = make(a, &r, a->plan ? a->plan : "plans/" PLAN, command);
        free(command);
    }
    report_free(&r);
    hol_plan_free(plan);
    return cli_finish(code);
}

int cli_report(int argc, char **argv)
{
    arguments a = {.jobs = 1};
    return cli_command(&usage, argc, argv, &a, make_report);
}
