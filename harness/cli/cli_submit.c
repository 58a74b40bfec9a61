/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy submit PLAN.yaml`: the plan's runs as jobs of Slurm or of GNU parallel. */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_derive.h"
#include "harness/cli/cli_progress.h"
#include "harness/cli/cli_store.h"
#include "harness/cli/cli_submit.h"
#include "harness/plan/deal.h"
#include "harness/report/report.h"

enum { PARTS = 64, TASKS = 8 };

/* ---------------------------------------------------------------- the command line */

typedef struct {
    const char *plan, *hosts, *options, *dir, *store;
    cli_count tasks, parts; /* tasks 0: not given */
    int jobs;
    bool slurm, now, exclusive, no_derive, json, quiet;
} arguments;

static const cli_option options[] = {
    {"slurm", 0, NULL, "an array job of Slurm and a merge that waits for it", cli_flag,
     CLI_AT(slurm)},
    {"parallel", 0, "HOSTS",
     "GNU parallel over ssh on these machines, such as node1,4/node2 (4 at a time), : for this one",
     cli_text, CLI_AT(hosts)},
    {"now", 0, NULL, "submits it, too", cli_flag, CLI_AT(now)},
    {"tasks", 0, "N", "tasks of the array (default 8; of parallel: a task a part)", cli_counted,
     CLI_AT(tasks)},
    {"shards", 0, "N", "parts of the plan, which the tasks share (default 64)", cli_counted,
     CLI_AT(parts)},
    {"jobs", 'j', "N", "worker processes of a task (default 1)", cli_jobs, CLI_AT(jobs)},
    {"exclusive", 0, NULL, "each worker has a core for itself, and its rows say so", cli_flag,
     CLI_AT(exclusive)},
    {"store", 0, "FILE",
     "store of all parts in the end; what it has tells costs (default " HOL_STORE_DEFAULT " here)",
     cli_file, CLI_AT(store)},
    {"output", 0, "DIR", "folder of scripts, logs and parts (default holonomy-jobs)", cli_file,
     CLI_AT(dir)},
    {"options", 0, "WORDS", "further options of sbatch or parallel, such as '--time=8:00:00'",
     cli_text, CLI_AT(options)},
    CLI_NO_DERIVE,
    {"json", 0, NULL, "prints one object of JSON in place of lines", cli_flag, CLI_AT(json)},
    {"quiet", 0, NULL, "prints nothing", cli_flag, CLI_AT(quiet)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = (const cli_argument[]){{cli_text, CLI_AT(plan)}, {0}},
    .least = 1,
    .needs = "submit needs a plan: holonomy submit PLAN.yaml --slurm",
    .words = "PLAN.yaml",
    .about =
        "Writes the scripts that make the runs of a plan on a cluster: the plan in parts (see "
        "`holonomy sweep --shard`), tasks of many parts each, and a merge of the parts' stores "
        "into one.  With --now they are submitted.  The machines share the folder, and the "
        "program stands at the same place on each.\v"
        "A part is dealt to the task that has the least to do so far, the costliest first.  What "
        "runs cost is foreseen from the timed runs of the store; without any, every step costs the "
        "same.  A task may be killed and queued again at any time: what it finished is in the "
        "stores of its parts.  Submit again after a change of the plan: parts keep their runs, as "
        "long as their number stays.  The merge makes what a lost task has left.\n\n"
        "Examples:\n"
        "  holonomy submit plan.yaml --slurm --tasks 16 --now\n"
        "  holonomy submit plan.yaml --slurm --exclusive --options='--partition=long'\n"
        "  holonomy submit plan.yaml --parallel node1,node2,: --now\n"};

/* ---------------------------------------------------------------- places */

static bool whole_path(const char *path, char whole[SUBMIT_PATH])
{
    char *found = realpath(path, NULL);
    if (!found) hol_complain("%s: %s", path, strerror(errno));
    if (found) snprintf(whole, SUBMIT_PATH, "%s", found);
    free(found);
    return found;
}

/* The merge makes the store at the end of all: its folder is looked for at the beginning. */
static bool has_folder(const char *store)
{
    char folder[SUBMIT_PATH];
    struct stat is;
    const char *end = strrchr(store, '/');
    snprintf(folder, sizeof folder, "%.*s", end ? (int)(end - store) + 1 : 2, end ? store : "./");
    if (stat(folder, &is) == 0) return true;
    hol_complain("--store %s: %s: %s", store, folder, strerror(errno));
    return false;
}

static bool find_places(const arguments *a, submit_jobs *s)
{
    return has_folder(a->store) && report_folder(a->dir) &&
           whole_path("/proc/self/exe", s->program) && whole_path(a->plan, s->plan) &&
           whole_path(".", s->here) && whole_path(a->dir, s->dir);
}

/* ---------------------------------------------------------------- parts and tasks */

/* Of the merged store where it is there. */
static bool cost_runs(const arguments *a, const hol_plan *plan, double seconds[], long *known)
{
    hol_message why;
    hol_store *past = NULL;
    if (access(a->store, F_OK) == 0 && !(past = cli_store(a->store))) return false;
    bool good = hol_cost_runs(plan, past, seconds, known, &why);
    if (!good) hol_complain("%s", why.text);
    hol_store_close(past);
    return good;
}

/* The parts, the costliest first, dealt to tasks. */
static submit_part *deal(const hol_plan *plan, const double seconds[], int parts, int tasks)
{
    submit_part *by = hol_new(parts, sizeof *by), *in_order = hol_new(parts, sizeof *in_order);
    double *cost = hol_new(parts, sizeof *cost);
    int *task = hol_new(parts, sizeof *task), *order = hol_new(parts, sizeof *order);
    for (int i = 0; i < plan->count; i++) {
        int part = hol_shard_of(&plan->spec[i], parts) - 1;
        by[part].runs++;
        cost[part] += seconds[i];
    }
    hol_deal(parts, cost, tasks, task, order);
    for (int i = 0; i < parts; i++) {
        int part = order[i];
        in_order[i] = (submit_part){part + 1, by[part].runs, task[part], cost[part]};
    }
    free(by), free(cost), free(task), free(order);
    return in_order;
}

/* ---------------------------------------------------------------- what is said */

typedef struct {
    int parts, runs;
    double seconds;
} sum;

static sum sum_of(const submit_jobs *s, int task)
{
    sum all = {0, 0, 0.0};
    for (int i = 0; i < s->parts; i++) {
        if (s->part[i].task != task) continue;
        all.parts++;
        all.runs += s->part[i].runs;
        all.seconds += s->part[i].seconds;
    }
    return all;
}

static void put_json(const submit_jobs *s, long known)
{
    hol_json j = hol_json_begin(stdout);
    hol_json_string(&j, "folder", s->dir);
    hol_json_string(&j, "script", SUBMIT_SCRIPT);
    hol_json_string(&j, "store", s->store);
    hol_json_integer(&j, "shards", s->parts);
    hol_json_integer(&j, "known", known);
    hol_json_open(&j, "tasks", '[');
    for (int k = 0; k < s->tasks; k++) {
        sum all = sum_of(s, k);
        hol_json_open(&j, NULL, '{');
        hol_json_integer(&j, "shards", all.parts);
        hol_json_integer(&j, "runs", all.runs);
        hol_json_number(&j, "seconds", all.seconds);
        hol_json_close(&j, '}');
    }
    hol_json_end(&j);
}

static void show(const submit_jobs *s, long known, bool now)
{
    sum all = {0, 0, 0.0};
    double most = 0.0;
    for (int k = 0; k < s->tasks; k++) {
        sum one = sum_of(s, k);
        all.runs += one.runs;
        all.seconds += one.seconds;
        if (one.seconds > most) most = one.seconds;
    }
    printf("%d runs in %d parts, %d tasks: some %.3g s, the longest task %.3g s\n", all.runs,
           s->parts, s->tasks, all.seconds, most);
    if (known)
        printf("foreseen from %ld timed runs in %s\n", known, s->store);
    else
        printf("foreseen at 10 us a step, for %s has no timed run\n", s->store);
    if (!now) printf("sh %s/" SUBMIT_SCRIPT " submits them\n", s->dir);
}

/* ---------------------------------------------------------------- the command */

static int submit(const arguments *a, hol_plan *plan)
{
    static submit_jobs s; /* long paths */
    long known = 0;
    const cli_making making = {.plan = plan, .quiet = a->quiet};
    int code = a->no_derive ? HOL_EXIT_OK : cli_know_motions(&making);
    if (code) return code;
    s = (submit_jobs){.store = a->store,
                      .hosts = a->hosts,
                      .options = a->options,
                      .jobs = a->jobs,
                      .exclusive = a->exclusive,
                      .no_derive = a->no_derive,
                      .tasks = a->tasks.n ? a->tasks.n
                               : a->hosts ? a->parts.n
                                          : TASKS,
                      .parts = a->parts.n};
    double *seconds = hol_new(plan->count, sizeof *seconds);
    submit_part *part = NULL;
    if (find_places(a, &s) && cost_runs(a, plan, seconds, &known)) {
        s.part = part = deal(plan, seconds, s.parts, s.tasks);
        if (!submit_write(&s)) code = HOL_EXIT_FILE;
    } else
        code = HOL_EXIT_FILE;
    if (!code && a->json) put_json(&s, known);
    if (!code && !a->json && !a->quiet) show(&s, known, a->now);
    if (!code && a->now) code = submit_start(&s);
    free(part);
    free(seconds);
    return code;
}

/* False after a message. */
static bool makes_sense(const arguments *a)
{
    if (a->hosts && !a->hosts[strspn(a->hosts, " ,/")])
        return hol_refuse(false, "--parallel '%s' names no machine", a->hosts);
    if (a->slurm == !a->hosts && a->tasks.n <= a->parts.n) return true;
    if (a->slurm && a->hosts)
        hol_complain("--slurm or --parallel, not both");
    else if (!a->slurm && !a->hosts)
        hol_complain("submit needs --slurm or --parallel HOSTS");
    else
        hol_complain("%d tasks have nothing to do with %d parts: --shards %d", a->tasks.n,
                     a->parts.n, a->tasks.n);
    return false;
}

int cli_submit(int argc, char **argv)
{
    arguments a = {.parts = {1, HOL_SHARDS, PARTS},
                   .tasks = {1, HOL_SHARDS, 0},
                   .jobs = 1,
                   .store = HOL_STORE_DEFAULT,
                   .dir = "holonomy-jobs"};
    if (!cli_parse(&usage, argc, argv, &a) || !makes_sense(&a)) return HOL_EXIT_USAGE;
    hol_plan *plan = cli_plan(a.plan);
    if (!plan) return HOL_EXIT_INPUT;
    int code = submit(&a, plan);
    hol_plan_free(plan);
    return cli_finish(code);
}
