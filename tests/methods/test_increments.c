/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guess of an implicit step: exact for polynomials, with and without a part that alternates;
 * nothing of another step; and all of it in the state. */
#include <math.h>
#include <string.h>

#include "holonomy/memory.h"
#include "methods/increments.h"
#include "tests/claims.h"
#include "tests/generic.h"

enum { N = 3, STEPS = 30, ROOM = 400 };

/* Component i of d_n, a polynomial of degree 3 in n h. */
static double smooth(int i, int n, double h)
{
    double t = n * h;
    return 0.3 + i - 1.7 * t + (0.9 + i) * t * t + 2.1 * t * t * t;
}

START_TEST(a_polynomial_is_continued_and_what_alternates_with_it)
{
    const double h = 0.01, part = _i ? 1e-3 : 0;
    double memory[ROOM] = {0}, d[N], term[N], most = 0;
    ck_assert_uint_le(hol_increments_memory(N), ROOM);
    ck_assert(!hol_increments_guess(N, memory, h, _i, term, d));
    for (int n = 0; n < STEPS; n++) {
        for (int i = 0; i < N; i++) d[i] = smooth(i, n, h) + (n % 2 ? part : -part);
        hol_increments_keep(N, memory, h, d);
        ck_assert(!hol_increments_guess(N, memory, 2 * h, _i, term, d));
        ck_assert(hol_increments_guess(N, memory, h, _i, term, d));
        for (int i = 0; i < N && n >= 6; i++)
            most = fmax(most, fabs(d[i] - smooth(i, n + 1, h) - (n % 2 ? -part : part)));
    }
    expect_at_most(_i ? "alternating" : "smooth", "the guess", most, 1e-11);
    hol_increments_forget(memory);
    ck_assert(!hol_increments_guess(N, memory, h, _i, term, d));
    hol_increments_keep(N, NULL, h, d);
    ck_assert(!hol_increments_guess(N, NULL, h, _i, term, d));
}
END_TEST

/* Increments that jump: the sum stops at what falls, no farther off than they are. */
START_TEST(what_does_not_fall_is_left_out)
{
    double memory[ROOM] = {0}, d[N], term[N];
    for (int n = 0; n < STEPS; n++) {
        for (int i = 0; i < N; i++) d[i] = 1 + sin(7.3 * n * n + i);
        hol_increments_keep(N, memory, 0.1, d);
        ck_assert(hol_increments_guess(N, memory, 0.1, false, term, d));
        for (int i = 0; i < N; i++) expect_at_most("jumps", "the guess", fabs(d[i]), 6);
    }
}
END_TEST

static const struct {
    const char *method, *problem;
} carried[] = {{"em", "pendulum"}, {"rattle", "pendulum"},     {"dvp", "top"},
               {"rattlie", "top"}, {"composition-dvp", "top"}, {"composition-rattle", "pendulum"}};
enum { CARRIED = sizeof carried / sizeof *carried };

/* A state that another stepper takes over goes on with the bits of one that nobody took, and needs
 * as many iterations. */
START_TEST(a_state_has_all_of_what_its_next_steps_do)
{
    const double h = 0.005;
    hol_trial whole, first, second;
    hol_trial *T[] = {&whole, &first, &second};
    for (int k = 0; k < 3; k++) {
        hol_trial_named(T[k], carried[_i].method, known_problem(carried[_i].problem), NULL, 0,
                        NULL);
        hol_trial_start(T[k], h);
    }
    int size = hol_trial_size(&whole);
    double *end = hol_new(2 * size, sizeof *end);
    for (int n = 1; n <= STEPS; n++) {
        hol_trial_step(&whole, h, n);
        if (n <= STEPS / 2) hol_trial_step(&first, h, n);
    }
    hol_trial_copy(&first, first.z, end);
    memcpy(second.z->q, end, (size_t)size * sizeof *end); /* the parts follow each other */
    for (int n = STEPS / 2 + 1; n <= STEPS; n++) {
        second.z->t = (n - 1) * h;
        hol_trial_step(&second, h, n);
    }
    hol_trial_copy(&whole, whole.z, end);
    hol_trial_copy(&second, second.z, end + size);
    ck_assert_mem_eq(end, end + size, (size_t)size * sizeof *end);
    long all = whole.sys->count->newton,
         parts = first.sys->count->newton + second.sys->count->newton;
    ck_assert_int_eq(all, parts);
    ck_assert_int_lt(all, 3 * STEPS * (strstr(carried[_i].method, "composition") ? 5 : 1));
    free(end);
    for (int k = 0; k < 3; k++) hol_trial_close(T[k]);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {{a_polynomial_is_continued_and_what_alternates_with_it, 2},
                             {what_does_not_fall_is_left_out, 1},
                             {a_state_has_all_of_what_its_next_steps_do, CARRIED}};
    return hol_run_loops("increments", loop, sizeof loop / sizeof *loop);
}
