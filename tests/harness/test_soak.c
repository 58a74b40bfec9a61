/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Very many runs in one process, and very many steps of one run: descriptors and memory stay as
 * they are, and the time of a step is n h to the bit.  `make check` tries some hundred runs and
 * some hundred thousand steps, `make check-long` 1e4 and 1e7, `make check-all` 1e5 and 1e9. */
#include <check.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/sanitized.h"
#include "holonomy.h"
#include "holonomy/model_file.h"
#include "tests/suite.h"

enum { WARM = 300, SLACK = 1024 }; /* runs before the first look; RSS that may come and go [kB] */

/* ---------------------------------------------------------------- of the process */

/* Resident memory [kB]; 0 where the system does not tell. */
static long resident(void)
{
    char line[256];
    long size = 0;
    FILE *in = fopen("/proc/self/status", "r");
    while (in && fgets(line, sizeof line, in))
        if (!strncmp(line, "VmRSS:", 6)) size = atol(line + 6);
    if (in) fclose(in);
    return size;
}

static int descriptors(void)
{
    int count = 0;
    DIR *open = opendir("/proc/self/fd");
    while (open && readdir(open)) count++;
    if (open) closedir(open);
    return count;
}

/* What a sanitizer keeps of freed memory is no growth. */
static void is_flat(long before, const char *what)
{
    long now = resident();
#ifdef HOL_SANITIZED
    now = before;
#endif
    ck_assert_msg(now <= before + SLACK, "%s: %ld kB, %ld before", what, now, before);
}

/* ---------------------------------------------------------------- runs */

static void run(const hol_problem *problem, const hol_method *method)
{
    hol_result r;
    hol_case c = hol_case_of(problem, method);
    c.until = 2 * c.h;
    c.samples = 3;
    c.repeats = 1;
    ck_assert_msg(hol_run(&c, &r) != HOL_WITHOUT_MEMORY, "%s on %s", method->name, problem->name);
    hol_result_free(&r);
}

/* Of a file, which is read and closed. */
static void run_model(const hol_method *method)
{
    char path[512];
    hol_mistakes mistakes;
    snprintf(path, sizeof path, "%s/examples/double-spherical-pendulum.yaml", getenv("srcdir"));
    const hol_problem *problem = hol_model_read(path, &mistakes);
    ck_assert_msg(problem, "%s", path);
    run(problem, method);
    hol_model_close(problem);
    hol_mistakes_free(&mistakes);
}

/* The k-th of all methods on some small problems, in turn, and on a model. */
static void run_one(int k)
{
    static const char *const name[] = {"pendulum", "rigid-body", "top", "knife-edge"};
    enum { PROBLEMS = sizeof name / sizeof *name };
    int methods = 0, problem = k % (PROBLEMS + 1);
    while (hol_method_at(methods)) methods++;
    const hol_method *method = hol_method_at(k / (PROBLEMS + 1) % methods);
    if (problem == PROBLEMS)
        run_model(method);
    else
        run(hol_problem_named(name[problem]), method);
}

START_TEST(very_many_runs_leave_nothing_behind)
{
    int count = hol_longest() ? 100000 : hol_long() ? 10000 : 600, k = 0, open = 0;
    long size = 0;
    for (; k < count; k++) {
        run_one(k);
        if (k == WARM) open = descriptors(), size = resident();
        if (k > WARM && k % WARM == 0) ck_assert_int_eq(descriptors(), open);
    }
    is_flat(size, "runs");
    ck_assert_int_eq(descriptors(), open);
    if (hol_long())
        printf("%d runs: %d descriptors, %ld kB, %ld before\n", k, open, resident(), size);
}
END_TEST

/* ---------------------------------------------------------------- steps */

typedef struct {                    /* what stands at a node */
    double h, energy, scale, error; /* scale: the largest kinetic energy */
    long steps, untimely, kept, size;
} watched;

static void watch(void *self, const hol_node *node)
{
    watched *w = self;
    if (node->z->t != (double)node->step * w->h) w->untimely++;
    if (node->step != w->steps++) w->untimely++;
    if (node->step == 1000) w->size = resident();
    if (node->step % 100000) return;
    hol_eval *sys = node->s->sys;
    double T = hol_kinetic(sys, node->z->q, node->z->v);
    double energy = T + hol_potential(sys, node->z->q);
    if (!node->step) w->energy = energy;
    w->scale = fmax(w->scale, T);
    w->error = fmax(w->error, fabs(energy - w->energy));
    if (node->step) is_flat(w->size, "steps");
}

START_TEST(very_many_steps_are_in_time)
{
    hol_refusal why;
    watched w = {.h = 1e-3};
    long count = hol_longest() ? 1000000000 : hol_long() ? 10000000 : 300000;
    hol_experiment *x = hol_experiment_named("simple-pendulum", "shake", NULL, NULL, NULL, &why);
    ck_assert_ptr_nonnull(x);
    ck_assert_int_eq(hol_start(x->s, 0, w.h, NULL, x->z), HOL_OK);
    hol_advance a = {.s = x->s,
                     .z = x->z,
                     .h = w.h,
                     .t_end = (double)count * w.h,
                     .max_steps = count,
                     .observe = watch,
                     .observer = &w};
    double began = hol_cpu_seconds();
    hol_advance_run(&a);
    ck_assert_int_eq(a.status, HOL_OK);
    ck_assert_int_eq(a.steps, count);
    ck_assert_int_eq(w.untimely, 0);
    ck_assert(x->z->t == (double)count * w.h);
    ck_assert_msg(w.error < 1e-4 * w.scale, "energy off by %g of %g J", w.error, w.scale);
    is_flat(w.size, "steps");
    if (hol_long())
        printf("%ld steps in %.1f min: t = %a s, energy off by %.2g J, %ld kB, %ld before\n",
               a.steps, (hol_cpu_seconds() - began) / 60, x->z->t, w.error, resident(), w.size);
    hol_experiment_close(x);
}
END_TEST

static void add(Suite *suite, const char *name, const TTest *test)
{
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, hol_long() ? 0 : hol_patience(60));
    tcase_add_test(tcase, test);
    suite_add_tcase(suite, tcase);
}

int main(void)
{
    Suite *suite = suite_create("soak");
    add(suite, "runs", very_many_runs_leave_nothing_behind);
    add(suite, "steps", very_many_steps_are_in_time);
    return hol_run_suite(suite);
}
