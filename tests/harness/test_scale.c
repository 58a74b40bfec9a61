/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores of a hundred thousand runs (of some thousand, but for `make check-long`): a sweep that
 * finds all there, and a merge of eight stores, by the program.  The runs are synthetic, put there
 * through the store's own functions. */
#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "harness/plan/shard.h"
#include "harness/store/record.h"
#include "holonomy/memory.h"
#include "tests/harness/store_rig.h"

enum { STEPS = 1250, METHODS = 4, PROBLEMS = 20, PARTS = 8, POINTS = 4, MOMENTA = 3 };

static char folder[] = "/tmp/holonomy-scale-XXXXXX";

static int steps(void)
{
    return hol_long() ? STEPS : STEPS / 50;
}

/* steps() * METHODS * PROBLEMS runs */
static void write_plan(void)
{
    FILE *out = fopen("plan.yaml", "w");
    ck_assert_ptr_nonnull(out);
    fputs("defaults: {repeats: 1}\nruns:\n", out);
    for (int p = 0; p < PROBLEMS; p++) {
        fprintf(out, "  - {problem: rigid-body, until: %d, methods: [shake, mk4, dvp, em], step: [",
                p + 1);
        for (int i = 0; i < steps(); i++) fprintf(out, "%s%g", i ? ", " : "", 1e-3 + 1e-6 * i);
        fputs("]}\n", out);
    }
    ck_assert_int_eq(fclose(out), 0);
}

static hol_plan *read_plan(void)
{
    hol_mistakes mistakes = {0};
    hol_plan *plan = hol_plan_read("plan.yaml", &mistakes);
    ck_assert_msg(plan != NULL, "%s", mistakes.count ? mistakes.text[0] : "");
    hol_mistakes_free(&mistakes);
    return plan;
}

/* Numbers that depend on the run alone. */
static hol_record record_of(const hol_spec *spec)
{
    hol_record r = hol_record_failed(spec, HOL_END_OK);
    double x = 1e-3 * spec->h;
    r.ran = true;
    r.t = spec->until;
    r.steps = (long)(spec->until / spec->h);
    r.step_mean = spec->h;
    r.energy = r.energy_rigid = x;
    r.error = r.error_mean = (hol_error){x, x, x, x};
    r.cpu_seconds = 1e-6 * (double)r.steps;
    r.counters.forces = r.steps;
    r.points = POINTS;
    r.series = hol_new(POINTS, sizeof *r.series);
    for (int i = 0; i < POINTS; i++) r.series[i] = (hol_deviation){i, x, x, x, x, x};
    r.momenta = MOMENTA;
    r.momentum = hol_new(MOMENTA, sizeof *r.momentum);
    return r;
}

/* The runs of a part of the plan; how safe each is from a power cut is not what is timed. */
static void fill_store(const char *name, hol_shard shard)
{
    char key[HOL_KEY];
    hol_plan *plan = read_plan();
    hol_shard_keep(plan, shard);
    hol_store *store = hol_store_open(name, HOL_STORE_WRITE, &why);
    ck_assert_msg(store != NULL, "%s", why.text);
    ck_assert(hol_store_execute(store, "PRAGMA synchronous = OFF", &why));
    ck_assert(hol_store_execute(store, "PRAGMA journal_mode = MEMORY", &why) || true);
    for (int i = 0; i < plan->count; i++) {
        hol_record r = record_of(&plan->spec[i]);
        hol_spec_key(&plan->spec[i], key);
        ck_assert_msg(hol_store_put(store, &plan->spec[i], key, &r, &why), "%s", why.text);
        hol_record_clear(&r);
    }
    hol_store_close(store);
    hol_plan_free(plan);
}

typedef struct {
    double seconds; /* of CPU time */
    double bytes;   /* the largest process so far */
} cost;

/* The program with those arguments; what it printed is in `out`. */
static cost call(const char *arguments)
{
    char command[1024];
    struct rusage before, after;
    const char *program = getenv("HOLONOMY");
    snprintf(command, sizeof command, "'%s' %s >out 2>&1 || { cat out; false; }",
             program ? program : "holonomy", arguments);
    getrusage(RUSAGE_CHILDREN, &before);
    double began = hol_wall_seconds();
    ck_assert_msg(system(command) == 0, "%s", command);
    double wall = hol_wall_seconds() - began;
    getrusage(RUSAGE_CHILDREN, &after);
    cost c = {.bytes = 1024.0 * (double)after.ru_maxrss};
    c.seconds = (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec + after.ru_stime.tv_sec -
                         before.ru_stime.tv_sec) +
                1e-6 * (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec +
                                after.ru_stime.tv_usec - before.ru_stime.tv_usec);
    if (getenv("HOL_TELL"))
        printf("%.40s: %.2f s of CPU time, %.2f s, %.0f MB\n", arguments, c.seconds, wall,
               1e-6 * c.bytes);
    return c;
}

static void says(const char *line)
{
    char text[4096];
    FILE *in = fopen("out", "r");
    ck_assert_ptr_nonnull(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    ck_assert_msg(strstr(text, line) != NULL, "not '%s' but: %s", line, text);
}

static void enter(void)
{
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
    write_plan();
}

static void leave(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(a_sweep_with_nothing_to_do_is_done_at_once)
{
    char line[128];
    int runs = steps() * METHODS * PROBLEMS;
    fill_store("all.sqlite", (hol_shard){0, 0});
    cost c = call("sweep plan.yaml --store all.sqlite");
    snprintf(line, sizeof line, "%d runs: %d were in all.sqlite, 0 made", runs, runs);
    says(line);
    ck_assert_msg(c.seconds < 3, "%g s", c.seconds);
}
END_TEST

START_TEST(eight_stores_are_merged_in_little_time_and_memory)
{
    char line[128];
    for (int i = 1; i <= PARTS; i++) {
        snprintf(line, sizeof line, "part-%d.sqlite", i);
        fill_store(line, (hol_shard){i, PARTS});
    }
    cost c = call("merge part-1.sqlite");
    double one = c.bytes;
    c = call("merge part-*.sqlite --output all.sqlite");
    snprintf(line, sizeof line, "all.sqlite: %d runs", steps() * METHODS * PROBLEMS);
    says(line);
    ck_assert_msg(c.seconds < 30, "%g s", c.seconds);
    ck_assert_msg(c.bytes < 1.1 * one + 4e6, "%g MB, of one store %g MB", 1e-6 * c.bytes,
                  1e-6 * one);
    c = call("merge part-*.sqlite --output all.sqlite"); /* all of which is there */
    says(line);
    ck_assert_msg(c.seconds < 30, "%g s", c.seconds);
    ck_assert_msg(c.bytes < 1.1 * one + 4e6, "%g MB, of one store %g MB", 1e-6 * c.bytes,
                  1e-6 * one);
}
END_TEST

int main(void)
{
    const TTest *const test[] = {a_sweep_with_nothing_to_do_is_done_at_once,
                                 eight_stores_are_merged_in_little_time_and_memory};
    Suite *suite = suite_create("scale");
    TCase *scale = tcase_create("scale");
    tcase_set_timeout(scale, 300);
    tcase_add_checked_fixture(scale, enter, leave);
    for (int i = 0; i < 2; i++) tcase_add_test(scale, test[i]);
    suite_add_tcase(suite, scale);
    return hol_run_suite(suite);
}
