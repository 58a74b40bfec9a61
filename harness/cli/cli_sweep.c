/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy sweep PLAN.yaml`. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli.h"
#include "harness/cli/cli_progress.h"
#include "harness/cli/cli_store.h"
#include "harness/memory.h"

/* ---------------------------------------------------------------- the command line */

enum { STORE = 256, QUIET };

static const struct argp_option options[] = {
    {"jobs", 'j', "N", 0, "worker processes (default 1)", 0},
    {"store", STORE, "FILE", 0, "results store (default " HOL_STORE_DEFAULT " here)", 0},
    {"quiet", QUIET, NULL, 0, "no progress and no summary", 0},
    {0}};

typedef struct {
    const char *plan, *store;
    int jobs;
    bool quiet;
} arguments;

static error_t parse(int key, char *text, struct argp_state *state)
{
    arguments *a = state->input;
    switch (key) {
    case 'j':
        return cli_jobs(text, &a->jobs);
    case STORE:
        a->store = text;
        return 0;
    case QUIET:
        a->quiet = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num == 0) {
            a->plan = text;
            return 0;
        }
        cli_say("one argument too many: '%s'", text);
        return EINVAL;
    case ARGP_KEY_END:
        if (a->plan) return 0;
        cli_say("sweep needs a plan: holonomy sweep PLAN.yaml");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    options,
    parse,
    "PLAN.yaml",
    "Runs every run of the plan that the store lacks.  Run it again to continue, or after a change "
    "of the plan or of the program to make what is new.\v"
    "A run that fails is a row of the store with its status; one that crashes, too.  Timed passes "
    "are made one at a time, whatever -j says.  The first interrupt (Ctrl-C) finishes the running "
    "runs, the second gives them up; nothing that was finished is lost.\n\n"
    "The exit code is 0 where every run is in the store, 1 where one crashed.\n\n"
    "Examples:\n"
    "  holonomy sweep plan.yaml\n"
    "  holonomy sweep plan.yaml -j 4 --store pendulum.sqlite\n",
    NULL,
    NULL,
    NULL};

/* The command that goes on: malloc'd. */
static char *again(const arguments *a)
{
    char *text;
    size_t size;
    FILE *out = hol_had(open_memstream(&text, &size));
    fputs("holonomy sweep", out);
    cli_put_word(out, a->plan);
    if (a->jobs != 1) fprintf(out, " -j %d", a->jobs);
    if (strcmp(a->store, HOL_STORE_DEFAULT) != 0) {
        fputs(" --store", out);
        cli_put_word(out, a->store);
    }
    fclose(out);
    return text;
}

int cli_sweep(int argc, char **argv)
{
    arguments a = {.store = HOL_STORE_DEFAULT, .jobs = 1};
    if (!cli_parse(&argp, argc, argv, &a)) return HOL_EXIT_USAGE;
    hol_plan *plan = cli_plan(a.plan);
    if (!plan) return HOL_EXIT_INPUT;
    char *command = again(&a);
    const cli_making making = {
        .plan = plan, .store = a.store, .jobs = a.jobs, .quiet = a.quiet, .again = command};
    int code = cli_make_runs(&making);
    free(command);
    hol_plan_free(plan);
    return cli_finish(code);
}
