/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy report [PLAN.yaml]`: the plan's runs as tables, figures and one page. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli.h"
#include "harness/cli/cli_progress.h"
#include "harness/cli/cli_store.h"
#include "harness/memory.h"
#include "harness/report/report.h"

#define PLAN "report.yaml"

/* ---------------------------------------------------------------- the command line */

enum { OUTPUT = 256, STORE, QUIET, PNG, PAPERS };

static const struct argp_option options[] = {
    {"output", OUTPUT, "DIR", 0, "folder of the report (default report)", 0},
    {"store", STORE, "FILE", 0, "results store (default DIR/" HOL_STORE_DEFAULT ")", 0},
    {"jobs", 'j', "N", 0, "worker processes (default 1)", 0},
    {"papers", PAPERS, "NAMES", 0, "redone: all (default), none or such as 002,004", 0},
    {"png", PNG, NULL, 0, "pictures beside the vector figures", 0},
    {"quiet", QUIET, NULL, 0, "no progress and no summary", 0},
    {0}};

typedef struct {
    const char *plan, *dir, *store, *papers; /* NULL: the default */
    report_choice redone;
    int jobs;
    bool quiet, png;
} arguments;

static error_t parse(int key, char *text, struct argp_state *state)
{
    arguments *a = state->input;
    switch (key) {
    case OUTPUT:
        a->dir = text;
        return 0;
    case STORE:
        a->store = text;
        return 0;
    case 'j':
        return cli_jobs(text, &a->jobs);
    case QUIET:
        a->quiet = true;
        return 0;
    case PNG:
        a->png = true;
        return 0;
    case PAPERS:
        a->papers = text;
        return report_choose(&a->redone, text) ? 0 : EINVAL;
    case ARGP_KEY_END:
        return a->papers || report_choose(&a->redone, "all") ? 0 : EINVAL;
    case ARGP_KEY_ARG:
        if (state->arg_num == 0) {
            a->plan = text;
            return 0;
        }
        cli_say("one argument too many: '%s'", text);
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    options,
    parse,
    "[PLAN.yaml]",
    "Makes the runs of the plan that the store lacks and shows all of them: index.html (one page "
    "that stands alone), matrix.md, matrix.tex, matrix.csv (every number, 17 digits) and "
    "figures/ (SVG and PDF), with the tables of the papers redone and, where the plan asks for "
    "them, certificates.csv, every claim measured.  Without a plan: every method on every "
    "problem.  Run it again to continue, or after a change of the plan or of the program.\v"
    "Figures need gnuplot; the tables are written without it.\n\n"
    "The exit code is 0, 1 where a run crashed, 3 where there are no figures.\n\n"
    "Examples:\n"
    "  holonomy report\n"
    "  holonomy report plan.yaml -j 2 --output /tmp/report\n",
    NULL,
    NULL,
    NULL};

/* The command that makes this report: malloc'd. */
static char *command_of(const arguments *a)
{
    char *text;
    size_t size;
    FILE *out = hol_had(open_memstream(&text, &size));
    fputs("holonomy report", out);
    if (a->plan) cli_put_word(out, a->plan);
    if (a->dir) {
        fputs(" --output", out);
        cli_put_word(out, a->dir);
    }
    if (a->store) {
        fputs(" --store", out);
        cli_put_word(out, a->store);
    }
    if (a->papers) {
        fputs(" --papers", out);
        cli_put_word(out, a->papers);
    }
    if (a->jobs != 1) fprintf(out, " -j %d", a->jobs);
    fclose(out);
    return text;
}

/* ---------------------------------------------------------------- the report */

static bool read_store(report *r, const char *path)
{
    hol_message why;
    hol_store *store = hol_store_open(path, HOL_STORE_READ, &why);
    bool had = store && report_gather(r, store, &why);
    if (!had) cli_say("%s", why.text);
    hol_store_close(store);
    return had;
}

static int redo_papers(report *r, const report_choice *redone)
{
    char folder[REPORT_PATH];
    int code = HOL_EXIT_OK;
    snprintf(folder, sizeof folder, "%s/figures", r->dir);
    for (int i = 0; i < redone->count && !code; i++)
        code = report_paper_redo(&r->paper[r->papers++], redone->of[i], folder);
    return code;
}

/* The page comes last, for it holds the figures; without gnuplot there are all the tables. */
static int write_all(report *r, const report_choice *redone)
{
    char folder[REPORT_PATH];
    snprintf(folder, sizeof folder, "%s/figures", r->dir);
    if (!report_csv(r) || !report_certificates_csv(r) || !report_folder(folder) || !report_data(r))
        return HOL_EXIT_FILE;
    int code = redo_papers(r, redone);
    if (code) return code;
    code = report_draw(r);
    if (code == HOL_EXIT_FILE) return code;
    if (!report_document(r, &report_markdown) || !report_document(r, &report_latex) ||
        !report_document(r, &report_html))
        return HOL_EXIT_FILE;
    return code;
}

static int make(const arguments *a, report *r, const char *plan, const char *command)
{
    char store[REPORT_PATH];
    snprintf(store, sizeof store, "%s/" HOL_STORE_DEFAULT, r->dir);
    if (a->store) snprintf(store, sizeof store, "%s", a->store);
    const cli_making making = {
        .plan = r->plan, .store = store, .jobs = a->jobs, .quiet = a->quiet, .again = command};
    int made = cli_make_runs(&making);
    if (made != HOL_EXIT_OK && made != HOL_EXIT_FAILED) return made;
    if (!read_store(r, store)) return HOL_EXIT_FILE;
    report_pairs(r);
    int certified = cli_make_certificates(&r->certified, &making);
    if (certified) return certified;
    snprintf(r->plan_name, sizeof r->plan_name, "plan: %s%s%.100s%s", r->plan->title,
             r->plan->title[0] ? " (" : "", plan, r->plan->title[0] ? ")" : "");
    r->command = command;
    r->origin = report_origin_of(r->plan_name, command);
    int code = write_all(r, &a->redone);
    return code ? code : made;
}

int cli_report(int argc, char **argv)
{
    arguments a = {.jobs = 1};
    char path[REPORT_PATH];
    if (!cli_parse(&argp, argc, argv, &a)) return HOL_EXIT_USAGE;
    report_plan_find(PLAN, path, sizeof path);
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
