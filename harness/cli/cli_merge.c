/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy merge STORE...`: one store of many. */
#include <stddef.h>
#include <stdlib.h>

#include "base/json.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_store.h"
#include "harness/store/store_take.h"

/* ---------------------------------------------------------------- the command line */

typedef struct {
    hol_names stores;
    const char *output;
    bool json, quiet;
} arguments;

static const cli_option options[] = {
    {"output", 0, "FILE",
     "store that takes them in, made where it is not there (default " HOL_STORE_DEFAULT " here)",
     cli_file, CLI_AT(output)},
    {"json", 0, NULL, "prints one object of JSON in place of lines", cli_flag, CLI_AT(json)},
    {"quiet", 0, NULL, "prints differences alone", cli_flag, CLI_AT(quiet)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = (const cli_argument[]){{cli_words, CLI_AT(stores)}, {0}},
    .least = 1,
    .needs = "merge needs stores: holonomy merge STORE... --output STORE",
    .words = "STORE...",
    .about =
        "Copies the runs of all stores into one: of every plan, build and machine, with their "
        "series, motions and certificates.  The stores themselves are only read, and may be of a "
        "former version.\v"
        "Of a run that two stores have, made on one processor or on two for which BLAS chose two "
        "kernels, one row is kept: one that came to an end before one that crashed, one with its "
        "error before one that was made without the true motion, else the first.  CPU time, "
        "machine and core aside the two must be equal bit for bit; each run of "
        "which they are not is named, with the column, both values and both machines, and the "
        "exit code is then 1.  Merging again changes nothing.\n\n"
        "Examples:\n"
        "  holonomy merge results-*-of-8.sqlite\n"
        "  holonomy merge monday.sqlite tuesday.sqlite --output week.sqlite --json\n"};

/* ---------------------------------------------------------------- differences */

typedef struct {
    hol_store_difference *of;
    int count;
} differences;

static void add(void *self, const hol_store_difference *d)
{
    differences *all = self;
    all->of = hol_renew(all->of, (size_t)(all->count + 1) * sizeof *all->of);
    all->of[all->count++] = *d;
}

static void put_difference(hol_json *j, const hol_store_difference *d)
{
    static const char *const side[] = {"kept", "other"};
    hol_json_open(j, NULL, '{');
    hol_json_string(j, "run", d->run);
    hol_json_string(j, "column", d->column);
    for (int k = 0; k < 2; k++) {
        hol_json_open(j, side[k], '{');
        hol_json_string(j, "value", d->value[k]);
        hol_json_string(j, "machine", d->machine[k]);
        hol_json_close(j, '}');
    }
    hol_json_close(j, '}');
}

/* ---------------------------------------------------------------- the stores */

static void put_store(hol_json *j, const hol_store_taken *t)
{
    hol_json_open(j, NULL, '{');
    hol_json_string(j, "store", t->path);
    hol_json_integer(j, "runs", t->here + t->away);
    hol_json_integer(j, "had", t->had);
    hol_json_integer(j, "differing", t->differing);
    hol_json_close(j, '}');
}

static void put_json(const arguments *a, long runs, const hol_store_taken merged[],
                     const differences *d)
{
    hol_json j = hol_json_begin(stdout);
    hol_json_string(&j, "output", a->output);
    hol_json_integer(&j, "runs", runs);
    hol_json_open(&j, "stores", '[');
    for (int i = 0; i < a->stores.count; i++) put_store(&j, &merged[i]);
    hol_json_close(&j, ']');
    hol_json_open(&j, "differences", '[');
    for (int i = 0; i < d->count; i++) put_difference(&j, &d->of[i]);
    hol_json_end(&j);
}

static void show(const arguments *a, long runs, const hol_store_taken merged[],
                 const differences *d)
{
    for (const hol_store_difference *x = d->of; x < d->of + d->count; x++)
        hol_complain("%s: %s is %s (%s) and %s (%s)", x->run, x->column, x->value[0], x->machine[0],
                     x->value[1], x->machine[1]);
    if (a->json) put_json(a, runs, merged, d);
    if (a->quiet || a->json) return;
    for (int i = 0; i < a->stores.count; i++)
        printf("%s: %d runs, of which %d were there\n", merged[i].path,
               merged[i].here + merged[i].away, merged[i].had);
    printf("%s: %ld runs\n", a->output, runs);
}

static int merge(void *arguments_)
{
    const arguments *a = arguments_;
    hol_message why;
    long runs = 0;
    differences d = {0};
    if (!cli_are_stores(&a->stores)) return cli_finish(HOL_EXIT_FILE);
    hol_store_taken *merged = hol_new(a->stores.count, sizeof *merged);
    const hol_store_taking asked = {.all = true, .differs = add, .self = &d};
    hol_store *store = hol_store_open(a->output, HOL_STORE_WRITE, &why);
    bool good = store;
    for (int i = 0; i < a->stores.count && good; i++)
        good = hol_store_take(store, a->stores.of[i], &asked, &merged[i], &why);
    good = good && hol_store_integer(store, "SELECT count(*) FROM runs", &runs, &why);
    if (good)
        show(a, runs, merged, &d);
    else
        hol_complain("%s", why.text);
    hol_store_close(store);
    free(merged);
    free(d.of);
    return cli_finish(!good ? HOL_EXIT_FILE : d.count ? HOL_EXIT_FAILED : HOL_EXIT_OK);
}

int cli_merge(int argc, char **argv)
{
    arguments a = {.output = HOL_STORE_DEFAULT};
    return cli_command(&usage, argc, argv, &a, merge);
}
