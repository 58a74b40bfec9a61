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

/* ---------------------------------------------------------------- the command line */

typedef struct {
    const char *plan;
    cli_making runs; /* its store NULL: the default */
} arguments;

/* "3/8" */
static bool take_shard(const char *name, const char *word, void *place)
{
    hol_shard *shard = place;
    char at[16];
    snprintf(at, sizeof at, "%s", word);
    char *slash = strchr(at, '/');
    if (!slash || strlen(word) >= sizeof at)
        return hol_refuse(false, "%s: '%s' is not a part of a number of parts, such as 3/8", name,
                          word);
    *slash = '\0';
    return cli_integer(name, slash + 1, 1, HOL_SHARDS, &shard->of) &&
           cli_integer(name, at, 1, shard->of, &shard->at);
}

static const cli_option options[] = {
    {"jobs", 'j', "N", "worker processes (default 1)", cli_jobs, CLI_AT(runs.jobs)},
    {"store", 0, "FILE",
     "results store (default " HOL_STORE_DEFAULT " here, of a shard results-3-of-8.sqlite)",
     cli_file, CLI_AT(runs.store)},
    {"shard", 0, "I/N", "part I of N of the plan's runs; each has a store of its own", take_shard,
     CLI_AT(runs.shard)},
    {"exclusive", 0, NULL, "each worker has a core for itself, and waits until there is one",
     cli_flag, CLI_AT(runs.exclusive)},
    CLI_NO_DERIVE_AT(runs.no_derive),
    {"quiet", 0, NULL, "no progress and no summary", cli_flag, CLI_AT(runs.quiet)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = (const cli_argument[]){{cli_text, CLI_AT(plan)}, {0}},
    .least = 1,
    .needs = "sweep needs a plan: holonomy sweep PLAN.yaml",
    .words = "PLAN.yaml",
    .about = "Runs every run of the plan that the store lacks.  Run it again to continue, or after "
             "a change of the plan or of the program to make what is new.\v"
             "A run that fails is a row of the store with its status; one that crashes, too.  "
             "Timed passes are made one at a time, whatever -j says.  The first interrupt (Ctrl-C) "
             "finishes the running runs, the second gives them up; nothing that was finished is "
             "lost.\n\n"
             "In which of N shards a run is depends on that run alone, so that a plan that grows "
             "moves none; the runs of a ladder stand together.  `holonomy merge` makes one store "
             "of those of all shards, `holonomy submit` hands shards to a cluster.\n\n"
             "With --exclusive a worker takes a core that no other worker of the machine with that "
             "option has, and keeps to it; the row of each run names the machine and the core.\n\n"
             "The exit code is 0 where every run is in the store, 1 where one crashed.\n\n"
             "Examples:\n"
             "  holonomy sweep plan.yaml\n"
             "  holonomy sweep plan.yaml -j 4 --store pendulum.sqlite\n"
             "  holonomy sweep plan.yaml --shard 3/8\n"};

/* The command that goes on: malloc'd. */
static char *again(const arguments *a)
{
    const cli_making *runs = &a->runs;
    hol_text t;
    hol_text_begin(&t);
    fputs("holonomy sweep", t.out);
    cli_put_word(t.out, a->plan);
    if (runs->jobs != 1) fprintf(t.out, " -j %d", runs->jobs);
    cli_put_option(t.out, "--store", runs->store);
    if (runs->shard.of) fprintf(t.out, " --shard %d/%d", runs->shard.at, runs->shard.of);
    if (runs->exclusive) fputs(" --exclusive", t.out);
    if (runs->no_derive) fputs(" --no-derive", t.out);
    cli_put_plugins(t.out);
    return hol_text_end(&t);
}

int cli_sweep(int argc, char **argv)
{
    arguments a = {.runs = {.jobs = 1}};
    char own[64] = HOL_STORE_DEFAULT; /* where none is named */
    if (!cli_parse(&usage, argc, argv, &a)) return HOL_EXIT_USAGE;
    hol_shard shard = a.runs.shard;
    if (!(a.runs.plan = cli_plan(a.plan))) return HOL_EXIT_INPUT;
    char *command = again(&a);
    a.runs.again = command;
    if (shard.of) snprintf(own, sizeof own, "results-%d-of-%d.sqlite", shard.at, shard.of);
    if (!a.runs.store) a.runs.store = own;
    int code = cli_make_runs(&a.runs);
    free(command);
    hol_plan_free(a.runs.plan);
    return cli_finish(code);
}
