/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contract of a step, for every method: a failed one leaves the state bit for bit, two steppers
 * give the same bits, nothing is allocated once under way, and a symmetric method steps back. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/study/study.h"
#include "holonomy/memory.h"
#include "tests/claims.h"
#include "tests/generic.h"
#include "tests/numbers.h"

/* ---------------------------------------------------------------- failures */

typedef struct { /* a step that may fail */
    const char *what;
    bool must;           /* must fail, whatever the method */
    double h;            /* of the step, in units of the problem's */
    bool q, v, the_rest; /* where the state becomes NaN */
} trouble;

/* A method need not read all of a state: tangent-* go by their charts' coordinates. */
static const trouble troubles[] = {
    {"NaN in v", false, 1, false, true, false},
    {"NaN in q", false, 1, true, false, false},
    {"NaN everywhere", true, 1, true, true, true},
    {"h of 1e4 steps", false, 1e4, false, false, false},
    {"h of 1e9 steps", false, 1e9, false, false, false},
    {"h of 1e160 steps", false, 1e160, false, false, false},
    {"h = NaN", true, NAN, false, false, false},
};
enum { TROUBLES = sizeof troubles / sizeof *troubles };

static void spoil(int n, double x[])
{
    for (int i = 0; i < n; i++) x[i] = NAN;
}

static void make_trouble(const hol_trial *T, const trouble *x)
{
    hol_eval *sys = T->sys;
    if (x->q) T->z->q[0] = NAN;
    if (x->v) T->z->v[0] = NAN;
    if (!x->the_rest) return;
    spoil(sys->nq, T->z->q);
    spoil(sys->nv, T->z->v);
    spoil(sys->nv, T->z->p);
    spoil(sys->nc, T->z->lambda);
    spoil(hol_trial_memory(T), T->z->memory);
}

/* Whether an accepted step solved what it claims to solve exactly: the constraints, far above
 * round-off and far below what an iteration leaves that did not converge. */
static bool solves_its_constraints(hol_trial *T)
{
    hol_eval *sys = T->sys;
    double *phi = hol_new(sys->nc + sys->G.nnz, sizeof *phi), most = 0, scale = 1;
    if (sys->nc) hol_constraints(sys, T->z->t, T->z->q, phi, phi + sys->nc);
    for (int i = 0; i < sys->nc; i++) {
        bool claimed = (i < sys->nj ? T->claims.phi : T->claims.inner) == HOL_EXACT;
        if (claimed && !(fabs(phi[i]) <= most)) most = fabs(phi[i]);
    }
    free(phi);
    for (int i = 0; i < sys->nq; i++) scale = fmax(scale, fabs(T->z->q[i]));
    return most <= 1e-9 * scale;
}

START_TEST(a_failed_step_leaves_the_state_bit_for_bit)
{
    hol_trial T;
    hol_trial_open(&T, _i);
    int size = hol_trial_size(&T), failures = 0;
    double *before = hol_new(2 * size, sizeof *before), *after = before + size;
    double h = T.way.problem->step;
    for (int k = 0; k < TROUBLES; k++) {
        const trouble *x = &troubles[k];
        hol_trial_start(&T, h);
        for (int n = 1; n <= 3; n++) hol_trial_step(&T, h, n);
        make_trouble(&T, x);
        hol_trial_copy(&T, T.z, before);
        long steps = T.sys->count->steps;
        hol_status status = hol_step(T.s, x->h * h, T.z);
        hol_trial_copy(&T, T.z, after);
        ck_assert_msg(status != HOL_OK || !x->must, "%s: %s: the step is accepted", T.name,
                      x->what);
        ck_assert_msg(status != HOL_OK || solves_its_constraints(&T),
                      "%s: %s: a step is accepted that violates the constraints", T.name, x->what);
        if (status == HOL_OK) continue;
        failures++;
        ck_assert_msg(!memcmp(before, after, (size_t)size * sizeof *before),
                      "%s: %s: the step fails (%s) and changes the state", T.name, x->what,
                      hol_status_name(status));
        ck_assert_msg(T.sys->count->steps == steps, "%s: %s: a failed step is counted", T.name,
                      x->what);
    }
    if (hol_verbose()) printf("%-68s %d of %d fail\n", T.name, failures, TROUBLES);
    free(before);
    hol_trial_close(&T);
}
END_TEST

/* A failure leaves nothing behind in the stepper either. */
START_TEST(after_a_failed_step_the_run_goes_on_with_the_same_bits)
{
    enum { BEFORE = 3, STEPS = 10 };
    hol_trial T;
    hol_trial_open(&T, _i);
    int size = hol_trial_size(&T);
    double *plain = hol_new(3 * size, sizeof *plain), *kept = plain + size, *troubled = kept + size;
    double h = T.way.problem->step;
    ck_assert_msg(hol_trial_run(&T, h, STEPS), "%s: a step fails", T.name);
    hol_trial_copy(&T, T.z, plain);
    hol_trial_start(&T, h);
    for (int n = 1; n <= STEPS; n++) {
        if (n == BEFORE) {
            hol_status status = hol_step(T.s, NAN, T.z);
            ck_assert_msg(status != HOL_OK, "%s: h = NaN is stepped", T.name);
        }
        hol_trial_step(&T, h, n);
    }
    hol_trial_copy(&T, T.z, troubled);
    ck_assert_msg(!memcmp(plain, troubled, (size_t)size * sizeof *plain),
                  "%s: a failed step changes those after it", T.name);
    free(plain);
    hol_trial_close(&T);
}
END_TEST

/* ---------------------------------------------------------------- options */

/* The values of every row that its range leaves out. */
START_TEST(a_stepper_is_refused_a_value_out_of_its_range)
{
    const hol_method *method = hol_way_at(_i)->method;
    const hol_option *table = method->options;
    hol_trial T;
    hol_trial_open(&T, _i);
    for (int i = 0; i < hol_option_count(table); i++) {
        double wrong[] = {(double)NAN, HUGE_VAL, table[i].min - 1, table[i].max + 1,
                          table[i].min + 0.5};
        int count = table[i].kind == HOL_REAL ? 4 : 5;
        for (int k = 0; k < count; k++) {
            hol_status status = HOL_OK;
            hol_message why = {""};
            double right = T.opt[i];
            T.opt[i] = wrong[k];
            hol_stepper *s = hol_stepper_new(T.sys, method, T.opt, &status, &why);
            T.opt[i] = right;
            ck_assert_msg(!s && status == HOL_UNSUPPORTED && strstr(why.text, table[i].name),
                          "%s: %s = %g: %s: %s", T.name, table[i].name, wrong[k],
                          hol_status_name(status), why.text);
        }
    }
    hol_trial_close(&T);
}
END_TEST

/* ---------------------------------------------------------------- memory */

typedef struct { /* what came of a stepper's life: made, started, one step; OK: not tried */
    hol_status made, started, stepped;
} life;

static life live_once(hol_trial *T, double h)
{
    life x = {HOL_OK, HOL_OK, HOL_OK};
    hol_stepper *s = hol_stepper_new(T->sys, T->way.method, T->opt, &x.made, NULL);
    if (s) x.started = hol_start(s, 0, h, NULL, T->z);
    if (s && !x.started) x.stepped = hol_step(s, h, T->z);
    hol_stepper_free(s);
    return x;
}

/* A stepper's life with allocation n failing, n = 1, 2, ..., until there are not so many: no memory
 * each time, the state as it was and no block left.  (An allocation that only spares later ones may
 * fail and nothing come of it.) */
/* SUNDIALS 6.4 writes to what its SUNLogger_Create has not got. */
static bool falls_without_memory(const hol_method *method)
{
    return strstr(method->source, "SUNDIALS");
}

START_TEST(where_there_is_no_memory_a_call_says_so)
{
    hol_trial T;
    hol_trial_open(&T, _i);
    if (falls_without_memory(T.way.method)) {
        hol_trial_close(&T);
        return;
    }
    double h = T.way.problem->step;
    int size = hol_trial_size(&T), unseen = 0;
    double *before = hol_new(2 * size, sizeof *before), *after = before + size;
    live_once(&T, h); /* what the evaluator makes when first asked stays with it */
    for (int n = 1;; n++) {
        hol_trial_start(&T, h);
        hol_trial_copy(&T, T.z, before);
        long kept = live;
        failing = n;
        life x = live_once(&T, h);
        bool failed = failing == 0;
        failing = 0;
        hol_trial_copy(&T, T.z, after);
        ck_assert_msg(live == kept, "%s: allocation %d fails: %ld blocks are left", T.name, n,
                      live - kept);
        hol_status status = x.made ? x.made : x.started ? x.started : x.stepped;
        if (!failed) ck_assert_msg(status == HOL_OK, "%s: %s", T.name, hol_status_name(status));
        if (!failed) break;
        unseen += status == HOL_OK;
        ck_assert_msg(status == HOL_OK || status == HOL_NO_MEMORY, "%s: allocation %d fails: %s",
                      T.name, n, hol_status_name(status));
        ck_assert_msg(!(x.made || x.started) ||
                          !memcmp(before, after, (size_t)size * sizeof *after),
                      "%s: allocation %d fails and the state changes", T.name, n);
    }
    bool foreign = strstr(T.name, "umfpack"); /* it does with less where there is no more */
    ck_assert_msg(foreign || unseen <= 2, "%s: %d allocations fail unseen", T.name, unseen);
    free(before);
    hol_trial_close(&T);
}
END_TEST

/* ---------------------------------------------------------------- repetition */

START_TEST(two_steppers_give_the_same_bits)
{
    enum { STEPS = 100 };
    hol_trial T[2];
    double *end[2];
    for (int k = 0; k < 2; k++) {
        hol_trial_open(&T[k], _i);
        end[k] = hol_new(hol_trial_size(&T[k]), sizeof(double));
        if (k) free(hol_new(1000, 37)); /* other addresses */
        double h = T[k].way.problem->step;
        if (!hol_trial_run(&T[k], h, STEPS)) hol_trial_ends_as_named(&T[k], h);
        hol_trial_copy(&T[k], T[k].z, end[k]);
    }
    size_t bytes = (size_t)hol_trial_size(&T[0]) * sizeof(double);
    ck_assert_msg(!memcmp(end[0], end[1], bytes), "%s: the bits differ after %d steps", T[0].name,
                  STEPS);
    for (int k = 0; k < 2; k++) {
        free(end[k]);
        hol_trial_close(&T[k]);
    }
}
END_TEST

START_TEST(steps_after_the_first_allocate_nothing)
{
    enum { STEPS = 300 };
    hol_trial T;
    hol_trial_open(&T, _i);
    double h = T.way.problem->step;
    int steps = (int)(hol_regular_span(T.way.problem, STEPS * h) / h);
    bool foreign = strstr(T.name, "umfpack"); /* it allocates its factors */
    hol_trial_start(&T, h);
    hol_trial_step(&T, h, 1);
    for (int n = 2; n <= steps && !foreign; n++) {
        long before = allocations;
        hol_status status = hol_step(T.s, h, T.z);
        long calls = allocations - before;
        if (status) hol_trial_ends_as_named(&T, h);
        if (status) break;
        ck_assert_msg(!calls, "%s: step %d calls the allocator %ld times", T.name, n, calls);
        T.z->t = n * h;
    }
    hol_trial_close(&T);
}
END_TEST

/* ---------------------------------------------------------------- symmetry */

/* A symmetric step undoes itself to round-off and to the tolerance of its iteration; an order-p
 * step that is not leaves h^(p+1), 1e-6 here and more. */
START_TEST(a_symmetric_method_steps_back)
{
    hol_trial T;
    hol_trial_open(&T, _i);
    hol_experiment x = *T.x;
    double off = T.claims.symmetric ? hol_symmetry_defect(&x, 5 * T.way.problem->step) : 0;
    if (hol_verbose() && T.claims.symmetric) printf("%-68s symmetric, off by %.1e\n", T.name, off);
    ck_assert_msg(off <= 1e-11, "%s: claimed symmetric, %g off after stepping back", T.name, off);
    hol_trial_close(&T);
}
END_TEST

/* Of each way, whether it is claimed to be symplectic, and whether it was seen to be; the tests'
 * processes share it. */
static struct sight {
    bool claimed, seen;
} * symplectic;

/* An exact flow leaves 1e-8 by the differences; a step of order p that is not symplectic
 * h^(p+1).  Where the two-form has no meaning another problem has to show it. */
START_TEST(a_symplectic_method_keeps_the_two_form)
{
    hol_trial T;
    hol_trial_open(&T, _i);
    hol_experiment x = *T.x;
    double span = hol_certify_span(T.way.problem), h = 5 * T.way.problem->step, off = 0;
    if (T.claims.symplectic) off = hol_symplecticity_defect(&x, 0.4 * span, h);
    if (hol_verbose() && T.claims.symplectic)
        printf("%-68s symplectic, off by %.1e\n", T.name, off);
    ck_assert_msg(isnan(off) || off <= 1e-6, "%s: claimed symplectic, the two-form changes by %.3g",
                  T.name, off);
    symplectic[_i] = (struct sight){T.claims.symplectic, T.claims.symplectic && off <= 1e-6};
    hol_trial_close(&T);
}
END_TEST

START_TEST(every_claim_to_be_symplectic_is_seen_on_some_problem)
{
    int ways = hol_ways(NULL);
    for (int i = 0; i < ways; i++) {
        const hol_way *a = hol_way_at(i);
        bool seen = !symplectic[i].claimed;
        for (int j = 0; !seen && j < ways; j++) {
            const hol_way *b = hol_way_at(j);
            seen = symplectic[j].seen && a->method == b->method && a->option == b->option &&
                   a->choice == b->choice;
        }
        ck_assert_msg(seen, "%s on %s: its two-form is measured on no problem", a->method->name,
                      a->problem->name);
    }
}
END_TEST

int main(void)
{
    const TTest *const test[] = {a_failed_step_leaves_the_state_bit_for_bit,
                                 after_a_failed_step_the_run_goes_on_with_the_same_bits,
                                 a_stepper_is_refused_a_value_out_of_its_range,
                                 where_there_is_no_memory_a_call_says_so,
                                 two_steppers_give_the_same_bits,
                                 steps_after_the_first_allocate_nothing,
                                 a_symmetric_method_steps_back,
                                 a_symplectic_method_keeps_the_two_form};
    size_t room = (size_t)hol_ways(NULL) * sizeof *symplectic;
    FILE *shared = tmpfile();
    if (!shared || ftruncate(fileno(shared), (off_t)room)) return 1;
    symplectic = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(shared), 0);
    if (symplectic == MAP_FAILED) return 1;
    Suite *suite = suite_create("steps");
    for (int i = 0; i < (int)(sizeof test / sizeof *test); i++) {
        bool counts = test[i] == steps_after_the_first_allocate_nothing ||
                      test[i] == where_there_is_no_memory_a_call_says_so;
        if (counts && !COUNTS) {
            printf("%s: not run: a sanitizer has the allocator\n", test[i]->name);
            continue;
        }
        TCase *tcase = tcase_create(test[i]->name);
        tcase_add_loop_test(tcase, test[i], 0, hol_ways(NULL));
        suite_add_tcase(suite, tcase);
    }
    TCase *tcase = tcase_create("seen");
    tcase_add_test(tcase, every_claim_to_be_symplectic_is_seen_on_some_problem);
    suite_add_tcase(suite, tcase);
    return hol_run_together(suite);
}
