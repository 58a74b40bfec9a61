/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy sweep PLAN.yaml`. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_derive.h"
#include "harness/cli/cli_plugins.h"
#include "harness/cli/cli_progress.h"
#include "harness/cli/cli_store.h"
#include "holonomy/memory.h"

/* ---------------------------------------------------------------- the command line */

typedef struct {
    const char *plan, *store;
    int jobs;
    bool quiet, no_derive;
} arguments;

static const cli_option options[] = {
    {"jobs", 'j', "N", "worker processes (default 1)", cli_jobs, CLI_AT(jobs)},
    {"store", 0, "FILE", "results store (default " HOL_STORE_DEFAULT " here)", cli_text,
     CLI_AT(store)},
    CLI_NO_DERIVE,
    {"quiet", 0, NULL, "no progress and no summary", cli_flag, CLI_AT(quiet)},
    {0}};

static const cli_argument taken[] = {{cli_text, CLI_AT(plan)}, {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = taken,
    .least = 1,
    .needs = "sweep needs a plan: holonomy sweep PLAN.yaml",
    .words = "PLAN.yaml",
    .about = "Runs every run of the plan that the store lacks.  Run it again to continue, or after "
             "a change of the plan or of the program to make what is new.\v"
             "A run that fails is a row of the store with its status; one that crashes, too.  "
             "Timed passes are made one at a time, whatever -j says.  The first interrupt (Ctrl-C) "
             "finishes the running runs, the second gives them up; nothing that was finished is "
             "lost.\n\n"
             "The exit code is 0 where every run is in the store, 1 where one crashed.\n\n"
             "Examples:\n"
             "  holonomy sweep plan.yaml\n"
             "  holonomy sweep plan.yaml -j 4 --store pendulum.sqlite\n"};

/* The command that goes on: malloc'd. */
static char *again(const arguments *a)
{
    hol_text t;
    hol_text_begin(&t);
    fputs("holonomy sweep", t.out);
    cli_put_word(t.out, a->plan);
    if (a->jobs != 1) fprintf(t.out, " -j %d", a->jobs);
    cli_put_option(t.out, "--store", strcmp(a->store, HOL_STORE_DEFAULT) ? a->store : NULL);
    if (a->no_derive) fputs(" --no-derive", t.out);
    cli_put_plugins(t.out);
    return hol_text_end(&t);
}

int cli_sweep(int argc, char **argv)
{
    arguments a = {.store = HOL_STORE_DEFAULT, .jobs = 1};
    if (!cli_parse(&usage, argc, argv, &a)) return HOL_EXIT_USAGE;
    hol_plan *plan = cli_plan(a.plan);
    if (!plan) return HOL_EXIT_INPUT;
    char *command = again(&a);
    const cli_making making = {.plan = plan,
                               .store = a.store,
                               .jobs = a.jobs,
                               .quiet = a.quiet,
                               .no_derive = a.no_derive,
                               .again = command};
    int code = cli_make_runs(&making);
    free(command);
    hol_plan_free(plan);
    return cli_finish(code);
}
