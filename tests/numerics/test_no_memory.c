/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every allocation fails in turn: the call is left through hol_try, and nothing stays behind. */
#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "holonomy/memory.h"
#include "holonomy/saddle.h"
#include "holonomy/work.h"
#include "numerics/gram.h"
#include "tests/numbers.h"
#include "tests/suite.h"

/* A chain of planar rods, x and u each: two held rows to join each with the next, and the free row
 * of each one's unit vector. */
enum { RODS = 6, N = 4 * RODS, M = 3 * RODS - 2, NNZ = 18 * RODS - 16 };

typedef struct {
    int K_start[N + 1], K_col[N], C_start[M + 1], C_col[NNZ];
    hol_pattern K, C;
    bool held[M];
    double K_value[N], C_value[NNZ], Sigma[M], a[N], b[M], x[N], y[M];
    hol_saddle_path path;
    hol_saddle *saddle;
    hol_gram *gram;
    hol_status status;
} chain;

static void put(chain *c, int col, double value)
{
    c->C_col[c->C.nnz] = col;
    c->C_value[c->C.nnz++] = value;
}

static void draw_chain(chain *c)
{
    *c = (chain){.C = {.cols = N}};
    for (int r = 0; r + 1 < RODS; r++)
        for (int k = 0; k < 2; k++) {
            c->held[c->C.rows] = true;
            c->C_start[c->C.rows++] = c->C.nnz;
            for (int j = 0; j < 8; j++)
                put(c, 4 * r + j, j % 2 != k ? 0 : j == 4 + k ? -1 : j == k ? 1 : 0.5);
        }
    for (int r = 0; r < RODS; r++) {
        c->C_start[c->C.rows++] = c->C.nnz;
        put(c, 4 * r + 2, uniform());
        put(c, 4 * r + 3, uniform());
    }
    c->C_start[c->C.rows] = c->C.nnz;
    for (int i = 0; i < N; i++)
        c->K_start[i + 1] = i + 1, c->K_col[i] = i, c->K_value[i] = 2 + i % 3;
    c->K = (hol_pattern){N, N, N, c->K_start, c->K_col};
    c->C.start = c->C_start, c->C.col = c->C_col;
    for (int i = 0; i < M; i++) c->Sigma[i] = 0.1;
    fill(N, c->a), fill(M, c->b);
}

static void solve_saddle(void *data)
{
    static const unsigned known = HOL_SADDLE_DEFINITE | HOL_SADDLE_SYMMETRIC;
    chain *c = data;
    c->saddle = hol_saddle_new_held(&c->K, &c->C, c->held, known, c->path, NULL);
    c->status = hol_saddle_set_K(c->saddle, c->K_value);
    if (!c->status) c->status = hol_saddle_set_B(c->saddle, c->C_value);
    if (!c->status) c->status = hol_saddle_factor(c->saddle, c->C_value, c->Sigma);
    if (!c->status) hol_saddle_solve(c->saddle, c->a, c->b, c->x, c->y);
}

static void make_gram(void *data)
{
    chain *c = data;
    double pivot[M], C[NNZ];
    for (int k = 0; k < c->C.nnz; k++) C[k] = c->C_value[k];
    c->gram = hol_gram_new(&c->C, NULL, NULL, NULL);
    c->status = hol_gram_pivots(c->gram, C, C, pivot) > 0 ? HOL_OK : HOL_SINGULAR;
}

/* How many allocations were made to fail, until a call needs no more; a library may do without one
 * that failed. */
static int fail_each(void (*call)(void *data), chain *c)
{
    bool enough = false;
    int n = 0;
    for (; !enough && n < 100000; n++) {
        long before = live;
        c->saddle = NULL;
        c->gram = NULL;
        failing = n + 1;
        bool whole = hol_try(call, c);
        enough = failing;
        failing = 0;
        hol_saddle_free(c->saddle);
        hol_gram_free(c->gram);
        bool foreign = c->path == HOL_SADDLE_KLU || c->path == HOL_SADDLE_UMFPACK;
        ck_assert_msg(whole == enough || (foreign && whole), "path %d, allocation %d", (int)c->path,
                      n + 1);
        ck_assert_msg(live == before, "path %d, allocation %d: %ld blocks left", (int)c->path,
                      n + 1, live - before);
        if (whole) ck_assert_int_eq(c->status, HOL_OK);
    }
    return n - 1;
}

START_TEST(a_solver_that_finds_no_memory_leaves_the_call_and_nothing_behind)
{
    chain c;
    double x[N];
    draw_chain(&c);
    for (int path = HOL_SADDLE_AUTO; path < HOL_SADDLE_PATHS; path++) {
        c.path = (hol_saddle_path)path;
        ck_assert(hol_try(solve_saddle, &c)); /* what BLAS keeps for itself */
        hol_saddle_free(c.saddle);
        if (path == HOL_SADDLE_AUTO)
            for (int i = 0; i < N; i++) x[i] = c.x[i];
        ck_assert_double_le(apart(N, x, c.x), 1e-12);
        if (!COUNTS) continue;
        int failures = fail_each(solve_saddle, &c);
        ck_assert_msg(failures >= 10, "path %d: %d allocations", path, failures);
        ck_assert_double_le(apart(N, x, c.x), 1e-12);
    }
}
END_TEST

/* The lists for held rows are made in the factorisation: what it does not find then does not end
 * the solver. */
static void factor_again(void *data)
{
    chain *c = data;
    c->status = hol_saddle_factor(c->saddle, c->C_value, c->Sigma);
}

START_TEST(a_factorisation_that_finds_no_memory_may_be_made_again)
{
    chain c;
    double x[N];
    draw_chain(&c);
    c.path = HOL_SADDLE_BLOCK;
    ck_assert(hol_try(solve_saddle, &c));
    for (int i = 0; i < N; i++) x[i] = c.x[i];
    for (int n = 1; COUNTS && n < 100; n += 7) {
        for (int i = 0; i < N; i++) c.K_value[i] = 2 + i % 3 + (double)n;
        ck_assert_int_eq(hol_saddle_set_K(c.saddle, c.K_value), HOL_OK);
        failing = n;
        ck_assert(!hol_try(factor_again, &c));
        ck_assert_int_eq(failing, 0);
        for (int i = 0; i < N; i++) c.K_value[i] = 2 + i % 3;
        ck_assert_int_eq(hol_saddle_set_K(c.saddle, c.K_value), HOL_OK);
        ck_assert(hol_try(factor_again, &c));
        hol_saddle_solve(c.saddle, c.a, c.b, c.x, c.y);
        ck_assert_double_le(apart(N, x, c.x), 1e-13);
    }
    hol_saddle_free(c.saddle);
}
END_TEST

START_TEST(a_gram_matrix_that_finds_no_memory_leaves_the_call_and_nothing_behind)
{
    chain c;
    draw_chain(&c);
    ck_assert(!COUNTS || fail_each(make_gram, &c) >= 10);
}
END_TEST

static void take_much(void *data)
{
    hol_take(data, 5000);
}

START_TEST(a_scratch_stack_without_memory_gives_null_and_leaves_a_call_that_wants_more)
{
    if (!COUNTS) return;
    long before = live;
    for (int n = 1; n <= 2; n++) {
        failing = n;
        ck_assert_ptr_null(hol_work_new());
    }
    hol_work *w = hol_work_new();
    failing = 1;
    ck_assert(!hol_try(take_much, w));
    failing = 1; /* the larger block */
    hol_release(w, 0);
    ck_assert(!failing);
    ck_assert(hol_try(take_much, w));
    hol_release(w, 0);
    long made = allocations;
    bool whole = hol_try(take_much, w);
    made = allocations - made;
    ck_assert(whole);
    ck_assert_int_eq(made, 0);
    hol_work_free(w);
    ck_assert_int_eq(live, before);
}
END_TEST

enum { LETTERS = 20000 };

static void write_letters(void *data)
{
    char **text = data;
    hol_text t;
    hol_text_begin(&t);
    for (int k = 0; k < LETTERS; k++) putc('a' + k % 26, t.out);
    *text = hol_text_end(&t);
}

START_TEST(a_text_has_all_its_letters_or_leaves_the_call)
{
    bool enough = !COUNTS;
    int n = 0;
    for (; !enough; n++) {
        long before = live;
        char *text = NULL;
        failing = n + 1;
        bool whole = hol_try(write_letters, &text);
        enough = failing;
        failing = 0;
        ck_assert_int_eq(whole, text != NULL);
        for (int k = 0; whole && k <= LETTERS; k++)
            ck_assert_int_eq(text[k], k < LETTERS ? 'a' + k % 26 : '\0');
        free(text);
        ck_assert_int_eq(live, before);
    }
    ck_assert(!COUNTS || n > 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("no memory");
    TCase *tests = tcase_create("no memory");
    tcase_add_test(tests, a_solver_that_finds_no_memory_leaves_the_call_and_nothing_behind);
    tcase_add_test(tests, a_factorisation_that_finds_no_memory_may_be_made_again);
    tcase_add_test(tests, a_gram_matrix_that_finds_no_memory_leaves_the_call_and_nothing_behind);
    tcase_add_test(tests,
                   a_scratch_stack_without_memory_gives_null_and_leaves_a_call_that_wants_more);
    tcase_add_test(tests, a_text_has_all_its_letters_or_leaves_the_call);
    suite_add_tcase(suite, tests);
    return hol_run_suite(suite);
}
