/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every allocation of an experiment's life fails in turn: it says so or is as it was with memory,
 * nothing stays behind and nothing is printed. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "holonomy.h"
#include "holonomy/model_file.h"
#include "tests/numbers.h"
#include "tests/suite.h"

enum { STEPS = 8, WORDS = 16, MOST = 100000 };

typedef struct { /* what a life came to */
    bool lacked; /* it says that there was no memory */
    double known[WORDS];
} life;

static void know(life *x, int at, double value)
{
    x->known[at] = value;
}

typedef struct {
    const hol_method *method;
    const hol_problem *problem;
} pair;

/* ---------------------------------------------------------------- two lives */

/* Opened, run, asked for its poses, closed. */
static life by_experiment(const pair *p)
{
    life x = {false, {0}};
    hol_refusal why;
    hol_pose pose[2];
    double h = p->problem->step;
    hol_experiment *e =
        hol_experiment_named(p->problem->name, p->method->name, NULL, NULL, NULL, &why);
    x.lacked = why.outcome == HOL_WITHOUT_MEMORY;
    know(&x, 0, why.outcome);
    if (!e) return x;
    hol_status status = hol_experiment_run(e, h, STEPS * h, NULL);
    x.lacked = status == HOL_NO_MEMORY;
    know(&x, 1, status);
    if (!x.lacked) {
        x.lacked = hol_experiment_poses(e, pose) == HOL_NO_MEMORY;
        for (int i = 0; i < 3; i++) know(&x, 2 + i, pose[1].r[i]);
        for (int i = 0; i < 4; i++) know(&x, 5 + i, pose[1].p[i]);
    }
    hol_experiment_close(e);
    return x;
}

/* A run with its reference, diagnostics, samples and timed passes. */
static life by_run(const pair *p)
{
    life x = {false, {0}};
    hol_result r;
    hol_case c = hol_case_of(p->problem, p->method);
    c.until = STEPS * c.h;
    c.samples = 5;
    c.repeats = 2;
    know(&x, 0, hol_run(&c, &r));
    x.lacked = hol_result_end(&r) == HOL_END_NO_MEMORY;
    know(&x, 1, hol_result_end(&r));
    if (r.refusal.outcome == HOL_RAN) {
        know(&x, 2, r.error.position);
        know(&x, 3, r.error.velocity);
        know(&x, 4, r.x->claims.order_q);
        know(&x, 5, r.x->claims.energy);
        know(&x, 6, r.diagnostics->energy.max_error);
        know(&x, 7, r.sampler->sample[2].pose->r[0]);
        know(&x, 8, r.sampler->sample[2].from);
        know(&x, 9, (double)r.passages);
        know(&x, 10, r.note.text[0]);
        know(&x, 11, r.x->reference ? r.x->reference->rows : -1);
        know(&x, 12, (double)r.counters.steps);
        know(&x, 13, r.cpu_passes);
    }
    hol_result_free(&r);
    return x;
}

/* ---------------------------------------------------------------- a failure each */

static life (*const live_by[])(const pair *p) = {by_experiment, by_run};

/* What is printed goes to a file, of which this is the size in the end. */
typedef struct {
    FILE *file;
    int kept[2];
} hush;

static hush begin_hush(void)
{
    hush x = {.file = tmpfile()};
    ck_assert_ptr_nonnull(x.file);
    fflush(NULL);
    for (int fd = 1; fd <= 2; fd++) {
        x.kept[fd - 1] = dup(fd);
        dup2(fileno(x.file), fd);
    }
    return x;
}

static long end_hush(hush *x)
{
    fflush(NULL);
    for (int fd = 1; fd <= 2; fd++) {
        dup2(x->kept[fd - 1], fd);
        close(x->kept[fd - 1]);
    }
    fseek(x->file, 0, SEEK_END);
    long size = ftell(x->file);
    fclose(x->file);
    return size;
}

/* The number of allocations, each of which failed once. */
static int fail_each(const pair *p, int way)
{
    life whole = live_by[way](p), x;
    whole = live_by[way](p); /* what libraries make when first asked stays with them */
    ck_assert_msg(!whole.lacked, "%s on %s", p->method->name, p->problem->name);
    int n = 1, unseen = 0;
    for (bool failed = true; failed && n < MOST; n++) {
        long before = live;
        failing = n;
        x = live_by[way](p);
        failed = failing == 0;
        failing = 0;
        ck_assert_msg(live == before, "%s on %s, way %d, allocation %d: %ld blocks left",
                      p->method->name, p->problem->name, way, n, live - before);
        ck_assert_msg(x.lacked ? failed : !memcmp(x.known, whole.known, sizeof whole.known),
                      "%s on %s, way %d, allocation %d: another result (%g, %g)", p->method->name,
                      p->problem->name, way, n, x.known[0], x.known[1]);
        unseen += failed && !x.lacked;
    }
    ck_assert_msg(4 * unseen < n, "%s on %s, way %d: %d of %d allocations fail unseen",
                  p->method->name, p->problem->name, way, unseen, n);
    return n;
}

/* Few methods, or all of them where HOL_LONG is set, but those that SUNDIALS steps: 6.4 does not
 * look whether the memory of its context is there (SUNLogger_Create), and ends by a signal. */
static bool wanted(const hol_method *method)
{
    if (!strcmp(method->name, "ida") || !strcmp(method->name, "arkode")) return false;
    static const char *const few[] = {"shake", "jet-dop853", "spook", "dvp-chart"};
    bool found = getenv("HOL_LONG");
    for (size_t i = 0; i < sizeof few / sizeof *few; i++)
        found = found || !strcmp(method->name, few[i]);
    return found;
}

START_TEST(a_life_without_memory_says_so_and_leaves_nothing)
{
    const pair p = {hol_method_at(_i), hol_problem_named("double-spherical-pendulum")};
    for (int way = 0; COUNTS && way < 2 && wanted(p.method); way++) {
        hush quiet = begin_hush();
        int n = fail_each(&p, way);
        long printed = end_hush(&quiet);
        ck_assert_msg(printed == 0, "%s, way %d: %ld bytes are printed", p.method->name, way,
                      printed);
        ck_assert_int_gt(n, 100);
    }
}
END_TEST

START_TEST(a_certificate_without_memory_says_so)
{
    hol_refusal why;
    hol_certificate c;
    hol_experiment *x =
        hol_experiment_named("double-spherical-pendulum", "shake", NULL, NULL, NULL, &why);
    ck_assert_ptr_nonnull(x);
    if (COUNTS) {
        failing = 1;
        ck_assert(!hol_certify(x, NULL, &c));
        failing = 0;
    }
    ck_assert(hol_certify(x, NULL, &c));
    ck_assert_int_gt(c.lines, 10);
    hol_experiment_close(x);
}
END_TEST

/* Lack of memory is no mistake of the file, nor does it make a model of another.  After the first
 * of a kind of model `make check` tries some. */
START_TEST(a_model_file_without_memory_says_so_and_leaves_nothing)
{
    static const char *const file[] = {"examples/gyrostat.yaml", "problems/four-bar.yaml",
                                       "problems/rolling-disc.yaml"};
    char path[512];
    hol_mistakes mistakes;
    int n = 1;
    snprintf(path, sizeof path, "%s/%s", getenv("srcdir"), file[_i]);
    hol_model_close(hol_model_read(path, &mistakes)); /* what libraries keep */
    hol_mistakes_free(&mistakes);
    for (bool failed = COUNTS; failed && n < MOST; n += hol_long() || !_i ? 1 : 7) {
        long before = live;
        failing = n;
        const hol_problem *problem = hol_model_read(path, &mistakes);
        failed = failing == 0;
        failing = 0;
        ck_assert_msg(mistakes.count == 0, "%s, allocation %d: %s", file[_i], n, mistakes.text[0]);
        hol_model_close(problem);
        hol_mistakes_free(&mistakes);
        ck_assert_msg(live == before, "%s, allocation %d: %ld blocks left", file[_i], n,
                      live - before);
    }
    ck_assert(!COUNTS || n > 100);
}
END_TEST

int main(void)
{
    hol_loop loop[] = {{a_life_without_memory_says_so_and_leaves_nothing, 0},
                       {a_model_file_without_memory_says_so_and_leaves_nothing, 3},
                       {a_certificate_without_memory_says_so, 1}};
    while (hol_method_at(loop[0].count)) loop[0].count++;
    return hol_run_loops("lives", loop, 3);
}
