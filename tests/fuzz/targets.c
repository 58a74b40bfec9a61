/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reads bytes that a stranger may have written: see targets.h. */
#include "tests/fuzz/targets.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/cli/cli.h"
#include "harness/papers/paper.h"
#include "harness/plan/plan.h"
#include "harness/store/record.h"
#include "harness/store/store.h"
#include "harness/study/judge.h"
#include "holonomy/memory.h"
#include "holonomy/model_file.h"
#include "holonomy/run.h"

enum { MOST_BODIES = 40, STEPS = 3 };

/* ---------------------------------------------------------------- files of text */

static void read_model(const char *path)
{
    hol_mistakes mistakes;
    hol_model_close(hol_model_read(path, &mistakes));
    hol_mistakes_free(&mistakes);
}

static void read_plan(const char *path)
{
    hol_mistakes mistakes;
    hol_plan_free(hol_plan_read(path, &mistakes));
    hol_mistakes_free(&mistakes);
}

static void read_reference(const char *path)
{
    hol_message why;
    hol_reference_free(hol_reference_read(path, &why));
}

/* Printed tables have names in the folder of references. */
static void read_table(const char *path)
{
    char name[256];
    hol_message why;
    snprintf(name, sizeof name, "../../../../../../../../../../..%s", path);
    hol_paper_free(hol_paper_read(name, &why));
}

static void read_state(const char *path)
{
    int count;
    free(cli_read_state(path, &count));
}

/* ---------------------------------------------------------------- steps */

/* Of some methods, a few: whatever the model is, it ends with a status. */
static void step_model(const char *path)
{
    static const char *const name[] = {"rattle", "spook", "jet-dp5", "mk4", "taylor", "dvp-chart"};
    hol_mistakes mistakes;
    const hol_problem *problem = hol_model_read(path, &mistakes);
    bool small = problem && hol_body_count(problem->model) <= MOST_BODIES;
    for (size_t k = 0; small && k < sizeof name / sizeof *name; k++) {
        hol_result r;
        hol_case c = hol_case_of(problem, hol_method_named(name[k]));
        c.until = STEPS * c.h;
        c.max_steps = 10 * STEPS;
        c.repeats = 0;
        hol_run(&c, &r);
        hol_result_free(&r);
    }
    hol_model_close(problem);
    hol_mistakes_free(&mistakes);
}

/* ---------------------------------------------------------------- options, the store */

/* A line each, of every method and problem. */
static void set_options(const char *path)
{
    char line[256];
    FILE *in = fopen(path, "rb");
    while (in && fgets(line, sizeof line, in)) {
        hol_message why;
        const hol_method *method;
        line[strcspn(line, "\n")] = '\0';
        for (int k = 0; (method = hol_method_at(k)); k++) {
            double *value = hol_new(hol_option_count(method->options), sizeof *value);
            hol_option_defaults(method->options, value);
            hol_option_set(method->options, "option", line, value, &why);
            free(value);
        }
    }
    if (in) fclose(in);
}

static void read_store(const char *path)
{
    hol_message why;
    hol_store *store = hol_store_open(path, HOL_STORE_READ, &why);
    sqlite3_stmt *keys = store ? hol_store_query(store, "SELECT key FROM runs", &why) : NULL;
    for (int k = 0; keys && k < STEPS && hol_store_next(store, keys, &why) == HOL_STORE_FOUND;
         k++) {
        hol_record record;
        const char *key = (const char *)sqlite3_column_text(keys, 0);
        if (key && hol_store_get(store, key, NULL, &record, &why) == HOL_STORE_FOUND)
            hol_record_clear(&record);
    }
    sqlite3_finalize(keys);
    hol_store_close(store);
}

/* ---------------------------------------------------------------- motions */

/* A motion of the pendulum, judged where it is short. */
static void judge_motion(const char *path)
{
    enum { MOST_ROWS = 16 };
    hol_message why;
    hol_refusal refusal;
    hol_judged judged = {0};
    hol_motion *m = hol_motion_read(path, &why);
    hol_experiment *x = hol_experiment_open(
        &(hol_setup){.problem = hol_problem_named("pendulum"), .formulation = "natural"}, &refusal);
    const hol_model *model = x ? x->sys->model : NULL;
    int first = 0, end = 0;
    if (m && model && hol_motion_match(m, hol_body_count(model), hol_body_at(model, 0), &why))
        hol_motion_rows(m, &m->reading, &first, &end);
    if (first < end && m->rows <= MOST_ROWS) {
        hol_case c = hol_case_of(hol_problem_named("pendulum"), NULL);
        hol_judge(&c, model, m, &judged);
        hol_judged_free(&judged);
    } else if (m) {
        hol_motion_free(m);
    }
    hol_experiment_close(x);
}

/* ---------------------------------------------------------------- all of them */

static const fuzz_target target[] = {
    {"model", read_model},    {"plan", read_plan},   {"reference", read_reference},
    {"table", read_table},    {"state", read_state}, {"steps", step_model},
    {"options", set_options}, {"store", read_store}, {"motion", judge_motion},
};

const fuzz_target *fuzz_target_at(int k)
{
    return k < (int)(sizeof target / sizeof *target) ? &target[k] : NULL;
}

const fuzz_target *fuzz_target_named(const char *name)
{
    const fuzz_target *t;
    for (int k = 0; (t = fuzz_target_at(k)); k++)
        if (!strcmp(t->name, name)) return t;
    return NULL;
}

typedef struct {
    const fuzz_target *target;
    const char *path;
} trial;

static void read_bytes(void *data)
{
    const trial *t = data;
    t->target->read(t->path);
}

bool fuzz_try(const fuzz_target *t, const void *bytes, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "%s/holonomy-fuzz-%ld",
             access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm", (long)getpid());
    FILE *out = fopen(path, "wb");
    if (!out) return false;
    bool written = fwrite(bytes, 1, size, out) == size;
    written = fclose(out) == 0 && written;
    trial one = {t, path};
    bool whole = written && hol_try(read_bytes, &one);
    unlink(path);
    return whole;
}
