/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy bundle STORE`: a plan's runs with all that makes them again; and that, made. */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/cli/cli_bundle.h"
#include "harness/cli/cli_derive.h"
#include "harness/cli/cli_progress.h"
#include "harness/cli/cli_store.h"
#include "harness/report/report.h"
#include "harness/store/store_take.h"

/* ---------------------------------------------------------------- the command line */

typedef struct {
    const char *what, *plan, *dir, *store, *license;
    double tolerance;
    int jobs;
    bool rerun, quiet, no_derive, json;
} arguments;

static const cli_option options[] = {
    {"plan", 0, "PLAN.yaml", "whose runs are bundled", cli_file, CLI_AT(plan)},
    {"output", 0, "DIR", "folder of the bundle, made by this (default holonomy-bundle)", cli_file,
     CLI_AT(dir)},
    {"license", 0, "URL", "license of the results, for the metadata", cli_text, CLI_AT(license)},
    {"rerun", 0, NULL, "makes the runs of the bundle DIR again and compares", cli_flag,
     CLI_AT(rerun)},
    {"store", 0, "FILE", "of --rerun: store of the runs made again (default rerun.sqlite here)",
     cli_file, CLI_AT(store)},
    {"tolerance", 0, "N", "of --rerun: exit code 1 where a difference is above N ulps (default 0)",
     cli_not_below_zero, CLI_AT(tolerance)},
    {"jobs", 'j', "N", "of --rerun: worker processes (default 1)", cli_jobs, CLI_AT(jobs)},
    CLI_NO_DERIVE,
    {"json", 0, NULL, "of --rerun: the comparison as one object of JSON", cli_flag, CLI_AT(json)},
    {"quiet", 0, NULL, "no progress and no summary", cli_flag, CLI_AT(quiet)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = (const cli_argument[]){{cli_text, CLI_AT(what)}, {0}},
    .least = 1,
    .needs = "bundle needs a store and a plan, or a bundle: holonomy bundle STORE --plan PLAN.yaml",
    .words = "STORE",
    .about =
        "Writes a folder with the plan and the models it names, their references, the store of its "
        "runs, the builds and machines that made them, SHA-256 of every file and metadata as "
        "RO-Crate; or, with --rerun, checks such a folder, makes its runs again by this program on "
        "this machine and compares every number that is no time.\v"
        "Differences are counted in ulps, numbers of double precision: 0 is the same bits.\n\n"
        "The exit code of --rerun is 0 where no difference is above the tolerance, 1 where one "
        "is, 65 where a file of the bundle is not what it was.\n\n"
        "Examples:\n"
        "  holonomy bundle results.sqlite --plan plan.yaml --output paper\n"
        "  holonomy bundle paper --rerun -j 2\n"};

/* ---------------------------------------------------------------- files of the plan */

/* The folders that the name has, within the bundle's. */
static bool make_folders(const char *dir, const char *name)
{
    char path[BUNDLE_PATH];
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(path, sizeof path, "%s/%.*s", dir, (int)(slash - name), name);
        if (!report_folder(path)) return false;
    }
    return true;
}

/* Under the name by which the plan calls it; once. */
static bool copy_beside(bundle *b, const char *plan, const char *file)
{
    char to[BUNDLE_PATH];
    const char *end = strrchr(plan, '/');
    size_t folder = end ? (size_t)(end + 1 - plan) : 0;
    const char *name = strncmp(file, plan, folder) ? file : file + folder;
    if (name[0] == '/' || !strncmp(name, "../", 3) || strstr(name, "/../"))
        return hol_refuse(
            false, "%s: a bundle has models from the folder of the plan and those in it only",
            name);
    if (!bundle_add(b, name)) return true;
    bundle_path(b->dir, name, to);
    return make_folders(b->dir, name) && cli_copy(file, to) == HOL_EXIT_OK;
}

/* With the true motions that are in its folder: those it names, and the one of its name. */
static bool copy_model(bundle *b, const char *plan, const hol_problem *model)
{
    char path[BUNDLE_PATH], file[64];
    const char *end = strrchr(model->file, '/');
    int folder = end ? (int)(end + 1 - model->file) : 0;
    bool good = copy_beside(b, plan, model->file);
    for (int k = 0; good && hol_reference_file(model, k, file); k++) {
        snprintf(path, sizeof path, "%.*s%s", folder, model->file, file);
        good = access(path, R_OK) != 0 || copy_beside(b, plan, path);
    }
    hol_reference_beside(model, path, sizeof path);
    return good && (access(path, R_OK) != 0 || copy_beside(b, plan, path));
}

static bool copy_plan(bundle *b, const char *plan)
{
    char to[BUNDLE_PATH];
    bundle_path(b->dir, BUNDLE_PLAN, to);
    if (cli_copy(plan, to) != HOL_EXIT_OK) return false;
    bundle_add(b, BUNDLE_PLAN);
    for (int i = 0; i < b->plan->models; i++)
        if (!copy_model(b, plan, b->plan->model[i])) return false;
    return true;
}

/* ---------------------------------------------------------------- runs of the plan */

typedef struct { /* the lines of the plan's runs, in order */
    char **line;
    int count;
} lines;

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static lines lines_of(const hol_plan *plan)
{
    lines all = {hol_new(plan->count, sizeof *all.line), plan->count};
    char *line = hol_new(HOL_SPEC_LINE, 1);
    for (int i = 0; i < plan->count; i++) {
        hol_spec_text(&plan->spec[i], line, HOL_SPEC_LINE);
        all.line[i] = hol_had(strdup(line));
    }
    free(line);
    qsort(all.line, (size_t)all.count, sizeof *all.line, by_text);
    return all;
}

static void free_lines(lines *all)
{
    for (int i = 0; i < all->count; i++) free(all->line[i]);
    free(all->line);
}

static bool is_of_plan(void *self, const char *problem, const char *method, const char *spec)
{
    const lines *all = self;
    (void)problem, (void)method;
    return bsearch(&spec, all->line, (size_t)all->count, sizeof *all->line, by_text);
}

static bool has_runs(const arguments *a, const hol_plan *plan)
{
    hol_store *store = cli_store(a->what);
    bool has = store && cli_has_runs(store, a->what, plan, a->plan);
    hol_store_close(store);
    return has;
}

/* ---------------------------------------------------------------- writing */

static bool write_all(const arguments *a, bundle *b)
{
    hol_message why;
    hol_store_taken copied;
    char path[BUNDLE_PATH];
    lines all = lines_of(b->plan);
    const hol_store_taking asked = {.all = true, .wanted = is_of_plan, .self = &all};
    bundle_path(b->dir, BUNDLE_STORE, path);
    hol_store *store = hol_store_open(path, HOL_STORE_WRITE, &why);
    bool good = store && hol_store_take(store, a->what, &asked, &copied, &why);
    if (!good) hol_complain("%s", why.text);
    bundle_add(b, BUNDLE_STORE);
    good = good && copy_plan(b, a->plan) && bundle_describe(b, store);
    hol_store_close(store);
    good = good && bundle_sign(b);
    if (good && !a->quiet)
        printf("%s: %d runs in %d files\n", b->dir, copied.here + copied.away, b->files + 1);
    free_lines(&all);
    return good;
}

static int write_bundle(const arguments *a)
{
    int code = HOL_EXIT_FILE;
    if (!a->plan)
        return hol_refuse(HOL_EXIT_USAGE, "bundle needs the plan of the runs: --plan PLAN.yaml");
    hol_plan *plan = cli_plan(a->plan);
    if (!plan) return HOL_EXIT_INPUT;
    bundle b = {.dir = a->dir, .license = a->license, .plan = plan};
    if (has_runs(a, plan)) {
        if (mkdir(a->dir, 0777) != 0)
            hol_complain("%s: %s", a->dir, strerror(errno));
        else if (write_all(a, &b))
            code = HOL_EXIT_OK;
    }
    bundle_clear(&b);
    hol_plan_free(plan);
    return code;
}

/* ---------------------------------------------------------------- making it again */

static int compare_again(const arguments *a)
{
    char command[] = "holonomy compare", ulps[] = "--ulps", json[] = "--json", tolerance[64];
    char bundled[BUNDLE_PATH], again[BUNDLE_PATH];
    snprintf(tolerance, sizeof tolerance, "--tolerance=%.17g", a->tolerance);
    bundle_path(a->what, BUNDLE_STORE, bundled);
    snprintf(again, sizeof again, "%s", a->store);
    char *call[] = {command, ulps, tolerance, bundled, again, a->json ? json : NULL, NULL};
    return cli_compare(a->json ? 6 : 5, call);
}

static int rerun(const arguments *a)
{
    char path[BUNDLE_PATH], again[BUNDLE_PATH + 64];
    struct stat bundled, made;
    if (!bundle_verify(a->what)) return HOL_EXIT_FILE;
    bundle_path(a->what, BUNDLE_STORE, path);
    if (stat(path, &bundled) == 0 && stat(a->store, &made) == 0 && bundled.st_dev == made.st_dev &&
        bundled.st_ino == made.st_ino)
        return hol_refuse(HOL_EXIT_USAGE,
                          "%s: is the store of the bundle itself: --store names another", a->store);
    bundle_path(a->what, BUNDLE_PLAN, path);
    hol_plan *plan = cli_plan(path);
    if (!plan) return HOL_EXIT_INPUT;
    snprintf(again, sizeof again, "holonomy bundle %s --rerun --store %s", a->what, a->store);
    const cli_making making = {.plan = plan,
                               .store = a->store,
                               .jobs = a->jobs,
                               .quiet = a->quiet,
                               .no_derive = a->no_derive,
                               .again = again};
    int code = cli_make_runs(&making);
    hol_plan_free(plan);
    return code == HOL_EXIT_OK || code == HOL_EXIT_FAILED ? compare_again(a) : code;
}

int cli_bundle(int argc, char **argv)
{
    arguments a = {.dir = "holonomy-bundle", .store = "rerun.sqlite", .jobs = 1, .tolerance = 0.0};
    if (!cli_parse(&usage, argc, argv, &a)) return HOL_EXIT_USAGE;
    return cli_finish(a.rerun ? rerun(&a) : write_bundle(&a));
}
