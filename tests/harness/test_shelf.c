/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The models of problems/ as problems: found by their names, whole, stepped by every method that
 * fits, near the true motion. */
#include <dirent.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/model/shelf.h"
#include "harness/store/spec.h"
#include "harness/study/derive.h"
#include "holonomy/dense.h"
#include "holonomy/memory.h"
#include "holonomy/run.h"
#include "tests/claims.h"
#include "tests/generic.h"
#include "tests/numbers.h"

static int files_in(const char *folder)
{
    DIR *d = opendir(folder);
    int n = 0;
    for (const struct dirent *e; d && (e = readdir(d));) n += strstr(e->d_name, ".yaml") != NULL;
    if (d) closedir(d);
    return n;
}

static int core_count(void)
{
    int n = 0;
    while (hol_core_problem_at(n)) n++;
    return n;
}

START_TEST(every_file_of_the_folder_is_a_problem_and_no_name_stands_twice)
{
    char folder[512];
    const hol_problem *problem;
    int core = core_count(), all = 0;
    snprintf(folder, sizeof folder, "%s/problems", getenv("srcdir"));
    while (hol_problem_at(all)) all++;
    ck_assert_int_eq(all - core, files_in(folder));
    const hol_mistakes *wrong = hol_shelf_wrong(0);
    ck_assert_msg(!wrong, "%s", wrong ? wrong->text[0] : "");
    for (int k = 0; (problem = hol_problem_at(k)); k++) {
        ck_assert_ptr_eq(hol_problem_named(problem->name), problem);
        ck_assert_msg(problem->source && problem->source[0], "%s: no source", problem->name);
        ck_assert_msg(problem->about && problem->about[0], "%s: no sentence", problem->name);
        ck_assert(hol_shelf_has(problem->name) == (k >= core));
        if (k < core) ck_assert_ptr_eq(problem, hol_core_problem_at(k));
    }
    ck_assert_ptr_null(hol_problem_named("no-such-problem"));
}
END_TEST

/* Assembled, whether its file asks for it or not: of the system's length, and of its speed. */
START_TEST(every_model_closes_to_round_off)
{
    const hol_problem *problem = hol_problem_at(core_count() + _i);
    char path[HOL_SHELF_PATH];
    hol_assembled done;
    hol_mistakes mistakes;
    ck_assert(hol_shelf_path(problem->name, path));
    const hol_problem *model =
        hol_model_read_as(path, &(hol_model_how){.assemble = true, .done = &done}, &mistakes);
    ck_assert_msg(model, "%s", mistakes.count ? mistakes.text[0] : "no memory");
    ck_assert_msg(done.closure <= 1e-14, "%s: open by %.2g", problem->name, done.closure);
    ck_assert_msg(done.rate <= 1e-13, "%s: rates off by %.2g", problem->name, done.rate);
    hol_mistakes_free(&mistakes);
    hol_model_close(model);
}
END_TEST

/* ---------------------------------------------------------------- a folder of its own */

static void put(const char *folder, const char *file, const char *model)
{
    char path[256];
    snprintf(path, sizeof path, "%s/problems/%s", folder, file);
    FILE *out = fopen(path, "w");
    ck_assert_msg(out, "%s cannot be written", path);
    fprintf(out, "model: %s\nbodies:\n  - {name: b, shape: point, m: 1}\n", model);
    fclose(out);
}

static void expect_said(int k, const char *what)
{
    const hol_mistakes *wrong = hol_shelf_wrong(k);
    ck_assert_msg(wrong && wrong->count == 1 && strstr(wrong->text[0], what), "%s: %s", what,
                  wrong ? wrong->text[0] : "nothing is said");
}

/* This process asks for the first time here: the folder is looked at once. */
START_TEST(a_file_of_another_name_or_of_a_problem_in_c_is_none)
{
    char folder[] = "/tmp/holonomy-shelf-XXXXXX", command[128];
    ck_assert(mkdtemp(folder));
    snprintf(command, sizeof command, "mkdir %s/problems", folder);
    ck_assert(!system(command));
    put(folder, "fine.yaml", "fine");
    put(folder, "other.yaml", "else");
    put(folder, "pendulum.yaml", "pendulum");
    put(folder, "notes.txt", "notes");
    setenv("HOLONOMY_DATA", folder, 1);
    int core = core_count();
    ck_assert_ptr_null(hol_shelf_wrong(0)); /* nothing is read yet */
    ck_assert(hol_problem_at(core) && !strcmp(hol_problem_at(core)->name, "fine"));
    ck_assert_ptr_null(hol_problem_at(core + 1));
    ck_assert(!hol_problem_named("pendulum")->digest);
    ck_assert(!hol_problem_named("other") && !hol_problem_named("else"));
    expect_said(0, "/problems/other.yaml:1:8: model: the file makes it the problem 'other'");
    expect_said(1, "/problems/pendulum.yaml: there is a problem 'pendulum' in C");
    ck_assert_ptr_null(hol_shelf_wrong(2));
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert(!system(command));
}
END_TEST

/* ---------------------------------------------------------------- threads */

static void *ask(void *problem)
{
    *(const hol_problem **)problem = hol_problem_named("chain");
    return NULL;
}

START_TEST(threads_that_ask_at_once_have_one_problem)
{
    enum { THREADS = 8 };
    const hol_problem *got[THREADS] = {NULL};
    pthread_t thread[THREADS];
    for (int k = 0; k < THREADS; k++) ck_assert(!pthread_create(&thread[k], NULL, ask, &got[k]));
    for (int k = 0; k < THREADS; k++) pthread_join(thread[k], NULL);
    for (int k = 0; k < THREADS; k++) ck_assert(got[k] && got[k] == got[0]);
}
END_TEST

/* ---------------------------------------------------------------- the smallest claims */

enum { STEPS = 10 };

/* Of a constraint that a method claims to keep exactly, over the kinetic energy, some round-offs.
 */
static const double exact = 1e-11;

/* How far a method may be from the true motion after STEPS = 10 steps, of the way gone: a method of
 * order p by 1 / 10^p, by a thousandth at least; one of order 1, which is off by a tenth of a fall
 * from rest, by as much again in what makes it fall. */
static double allowed(const hol_experiment *x)
{
    double order = fmin(fmax(x->claims.order_q, 1), 3);
    return order > 1 ? pow(10, -order) : 2. / STEPS;
}

static void derive_to(const hol_problem *problem, const double par[], double until)
{
    hol_message why = {""};
    hol_derive_task task = {.problem = problem, .par = par, .until = until, .keep = true};
    hol_derivation *d = hol_derive(&task, &why);
    ck_assert_msg(d, "%s: %s", problem->name, why.text);
    hol_derivation_free(d);
}

/* The longest way of a body's centre [m]. */
static double way_of(const hol_result *r)
{
    double most = 0;
    for (int b = 0; b < r->x->sys->nb; b++) {
        const hol_pose *from = &hol_body_at(r->x->sys->model, b)->at;
        const hol_pose *to = &r->diagnostics->gauge->pose[b];
        double d[3] = {to->r[0] - from->r[0], to->r[1] - from->r[1], to->r[2] - from->r[2]};
        most = fmax(most, hol_norm(3, d));
    }
    return most;
}

/* At length each method on every model, else on a third of them. */
START_TEST(every_method_that_fits_goes_the_true_way)
{
    const hol_problem *problem = hol_problem_at(core_count() + _i);
    const hol_method *method;
    int ran = 0, every = hol_long() ? 1 : 3;
    double *par = hol_new(hol_option_count(problem->parameters), sizeof *par);
    hol_option_defaults(problem->parameters, par);
    derive_to(problem, par, STEPS * problem->step);
    for (int m = 0; (method = hol_method_at(m)); m++) {
        if ((m + _i) % every) continue;
        hol_result r;
        hol_case c = hol_case_of(problem, method);
        double *opt = hol_near_limit(method);
        c.options = opt;
        c.until = STEPS * c.h;
        c.repeats = 0;
        hol_outcome outcome = hol_run(&c, &r);
        ran += outcome == HOL_RAN;
        if (outcome == HOL_RAN) {
            double off = r.error.position / way_of(&r);
            if (hol_verbose())
                printf("%s, %s: order %g, off by %.1e of the way\n", problem->name, method->name,
                       (double)r.x->claims.order_q, off);
            ck_assert_msg(r.status == HOL_OK, "%s, %s: %s", problem->name, method->name,
                          r.message.text);
            bool kept = r.x->sys->nc && r.x->claims.gv == HOL_EXACT;
            double gv = kept ? r.diagnostics->gv : 0;
            if (hol_verbose()) printf("%s, %s: |G v| %.1e\n", problem->name, method->name, gv);
            ck_assert_msg(gv <= exact * fmax(1, r.diagnostics->gauge->kinetic),
                          "%s, %s: |G v + Phi_t| = %g", problem->name, method->name, gv);
            ck_assert_msg(off <= allowed(r.x), "%s, %s: off by %g of the way", problem->name,
                          method->name, off);
        } else {
            /* what it lacks is known before, to `explain` too */
            ck_assert_msg(outcome == HOL_UNFIT && strstr(r.message.text, ": needs "), "%s, %s: %s",
                          problem->name, method->name, r.message.text);
            if (hol_verbose())
                printf("%s, %s: %d %s\n", problem->name, method->name, outcome, r.message.text);
        }
        hol_result_free(&r);
        free(opt);
    }
    ck_assert_int_ge(ran, every == 1 ? HOL_FEWEST_PAIRS : 1);
    free(par);
}
END_TEST

/* ---------------------------------------------------------------- without memory */

/* Lets one allocation of the call fail, the first, then ever later ones, each by 1 / `of` of its
 * number, until the call needs no more: each time it is left, or comes to what it comes to with
 * memory, which is `whole`. */
static void fail_some(void (*call)(void *), void *data, int of, const bool *whole)
{
    bool enough = !COUNTS;
    int tried = 0;
    for (long n = 1; !enough; n += 1 + n / of, tried++) {
        failing = n;
        bool good = hol_try(call, data);
        enough = failing > 0;
        failing = 0;
        ck_assert_msg(enough ? good && *whole : !good || *whole, "allocation %ld", n);
    }
    ck_assert_int_ge(tried, COUNTS ? 5 : 0);
}

static void find_four_bar(void *data)
{
    *(bool *)data = hol_problem_named("four-bar") != NULL;
}

START_TEST(a_folder_that_no_memory_is_left_to_list_has_not_no_problems)
{
    bool found = false;
    fail_some(find_four_bar, &found, 1000, &found);
}
END_TEST

static void build_double_pendulum(void *data)
{
    const hol_problem *problem = hol_problem_named("double-spherical-pendulum");
    hol_message why;
    hol_model *model = hol_had(hol_model_new());
    double *par = hol_table_values(problem->parameters, NULL);
    bool built = hol_problem_build(problem, par, model, &why);
    *(bool *)data = built && hol_body_count(model) == 2;
    free(par);
    hol_model_free(model);
}

START_TEST(a_model_that_no_memory_is_left_to_build_has_not_fewer_bodies)
{
    bool whole = false;
    fail_some(build_double_pendulum, &whole, 1000, &whole);
}
END_TEST

typedef struct {
    const hol_problem *problem;
    bool derived;
} truth;

static void derive_truth(void *data)
{
    truth *x = data;
    hol_message why;
    hol_derive_task task = {.problem = x->problem, .until = 0.1};
    hol_derivation *d = hol_derive(&task, &why);
    x->derived = d && d->digits >= d->asked;
    hol_derivation_free(d);
}

START_TEST(a_motion_that_no_memory_is_left_to_derive_is_not_one_that_cannot_be)
{
    truth x = {hol_problem_named("four-bar"), false};
    fail_some(derive_truth, &x, 20, &x.derived);
}
END_TEST

int main(void)
{
    char folder[512];
    snprintf(folder, sizeof folder, "%s/problems", getenv("srcdir"));
    Suite *suite = suite_create("shelf");
    TCase *tcase = tcase_create("shelf");
    tcase_add_test(tcase, every_file_of_the_folder_is_a_problem_and_no_name_stands_twice);
    tcase_add_test(tcase, a_file_of_another_name_or_of_a_problem_in_c_is_none);
    tcase_add_test(tcase, threads_that_ask_at_once_have_one_problem);
    tcase_add_test(tcase, a_folder_that_no_memory_is_left_to_list_has_not_no_problems);
    tcase_add_test(tcase, a_model_that_no_memory_is_left_to_build_has_not_fewer_bodies);
    tcase_add_test(tcase, a_motion_that_no_memory_is_left_to_derive_is_not_one_that_cannot_be);
    tcase_add_loop_test(tcase, every_model_closes_to_round_off, 0, files_in(folder));
    tcase_add_loop_test(tcase, every_method_that_fits_goes_the_true_way, 0, files_in(folder));
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
