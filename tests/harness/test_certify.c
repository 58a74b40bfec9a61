/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates: what a true claim and a false one look like. */
#include <math.h>
#include <string.h>

#include "harness/study/study.h"
#include "harness/study/study_slope.h"
#include "holonomy/certify.h"
#include "tests/claims.h"
#include "tests/generic.h"

static hol_certificate_line *line_of(hol_certificate *c, const char *what)
{
    for (int i = 0; i < c->lines; i++)
        if (!strcmp(c->line[i].what, what)) return &c->line[i];
    ck_abort_msg("the certificate has no line '%s'", what);
    return NULL;
}

static hol_certified verdict(const hol_trial *T, const hol_claims *claims, const char *what)
{
    hol_certificate c;
    hol_experiment x = *T->x;
    x.claims = *claims;
    hol_certify(&x, NULL, &c);
    return line_of(&c, what)->verdict;
}

/* One claim after the other made too large. */
START_TEST(a_false_claim_fails)
{
    hol_trial T;
    hol_trial_named(&T, "shake", hol_problem_named("double-spherical-pendulum"), NULL, 0, NULL);
    hol_claims order = T.claims, energy = T.claims, gv = T.claims, symmetric = T.claims;
    order.order_q += 1;
    energy.energy = HOL_EXACT;
    gv.gv = HOL_EXACT;
    symmetric.symmetric = true;
    ck_assert_int_eq(verdict(&T, &order, "order of position"), HOL_CERTIFIED_FAILS);
    ck_assert_int_eq(verdict(&T, &energy, "energy"), HOL_CERTIFIED_FAILS);
    ck_assert_int_eq(verdict(&T, &gv, "|G v|"), HOL_CERTIFIED_FAILS);
    ck_assert_int_eq(verdict(&T, &symmetric, "symmetric"), HOL_CERTIFIED_FAILS);
    hol_trial_close(&T);
}
END_TEST

START_TEST(an_estimate_has_the_power_of_h_that_is_claimed)
{
    static const char estimate[] = "order of error estimate";
    hol_trial T;
    hol_certificate c;
    hol_trial_named(&T, "jet-dp5", hol_problem_named("double-spherical-pendulum"), NULL, 0, NULL);
    hol_claims more = T.claims;
    more.error_order += 1;
    hol_certify(T.x, NULL, &c);
    ck_assert_str_eq(line_of(&c, estimate)->claim, "5");
    ck_assert_int_eq(line_of(&c, estimate)->verdict, HOL_CERTIFIED_HOLDS);
    ck_assert_double_eq(nearbyint(line_of(&c, estimate)->value), 5);
    ck_assert_int_eq(verdict(&T, &more, estimate), HOL_CERTIFIED_FAILS);
    hol_trial_close(&T);
    hol_trial_named(&T, "shake", hol_problem_named("double-spherical-pendulum"), NULL, 0, NULL);
    hol_certify(T.x, NULL, &c);
    for (int i = 0; i < c.lines; i++) ck_assert_str_ne(c.line[i].what, estimate);
    hol_claims forgotten = T.claims; /* its steps leave an error of 0 */
    forgotten.error_order = 3;
    ck_assert_int_eq(verdict(&T, &forgotten, estimate), HOL_CERTIFIED_NOT_VISIBLE);
    hol_trial_close(&T);
}
END_TEST

/* The knife edge has no joint: its one multiplier is alpha, of the row of its blade. */
START_TEST(a_nonholonomic_row_alone_has_multipliers_to_measure)
{
    hol_trial T;
    hol_trial_named(&T, "rk4-index1", hol_problem_named("knife-edge"), "lie", 0, NULL);
    hol_claims order = T.claims;
    ck_assert(T.sys->nc == 0 && T.sys->na == 1);
    ck_assert_int_eq(verdict(&T, &order, "order of multipliers (index 1)"), HOL_CERTIFIED_HOLDS);
    ck_assert_int_eq(verdict(&T, &order, "order of multipliers (own)"), HOL_CERTIFIED_HOLDS);
    order.order_lambda += 1;
    ck_assert_int_eq(verdict(&T, &order, "order of multipliers (own)"), HOL_CERTIFIED_FAILS);
    hol_trial_close(&T);
}
END_TEST

/* The centre of an upright top moves by 5e-12 m: no order shows in it.  That excuses nothing else.
 */
START_TEST(what_round_off_hides_is_neither_true_nor_false)
{
    hol_trial T;
    static const char *const upright[] = {"epsilon=1e-12"};
    hol_trial_with(&T, "rk4-index1", hol_problem_named("top"), 1, upright, NULL, 0, NULL);
    hol_claims order = T.claims;
    ck_assert_int_eq(verdict(&T, &order, "order of position"), HOL_CERTIFIED_NOT_VISIBLE);
    ck_assert_int_eq(verdict(&T, &order, "order of orientation"), HOL_CERTIFIED_HOLDS);
    order.order_q += 1;
    ck_assert_int_eq(verdict(&T, &order, "order of orientation"), HOL_CERTIFIED_FAILS);
    hol_trial_close(&T);
}
END_TEST

/* What errors over h, coarse to fine, show of a claim of order 8. */
static hol_order shown(int n, const double h[], const double error[])
{
    hol_order o = {.claimed = 8};
    hol_order_sees(&o, 18.9, 1.32e-13, 1.25);
    for (int i = 0; i < n; i++) hol_order_add(&o, h[i], error[i]);
    return o;
}

/* Near a configuration where constraints lose rank the accelerations, and with them the errors,
 * have a hundred times the round-off that is looked for: velocities [m/s] of Bricard's mechanism by
 * an explicit method of order 8. */
START_TEST(round_off_that_jumps_refutes_no_order)
{
    static const double h[] = {1. / 8,  1. / 10, 1. / 12, 1. / 15, 1. / 19, 1. / 24,  1. / 30,
                               1. / 38, 1. / 48, 1. / 60, 1. / 75, 1. / 94, 1. / 118, 1. / 148};
    static const double error[] = {1.04e-3,  3.40e-4,  9.89e-5,  1.90e-5, 3.48e-6,
                                   6.01e-7,  1.08e-7,  1.72e-8,  2.81e-9, 5.21e-10,
                                   1.88e-10, 4.43e-11, 4.70e-12, 5.50e-11};
    enum { LEVELS = sizeof h / sizeof *h };
    hol_order o = shown(LEVELS, h, error);
    ck_assert(hol_order_as_claimed(&o));
    ck_assert_msg(hol_order_spread(&o) < 0.2, "+-%g", hol_order_spread(&o));
    double lower[LEVELS], steady[LEVELS];
    for (int i = 0; i < LEVELS; i++) {
        lower[i] = error[i] + 1e-3 * pow(h[i], 4); /* what jumps hides no lower order */
        steady[i] = 100 * pow(h[i], 6);
    }
    o = shown(LEVELS, h, lower);
    ck_assert(!hol_order_as_claimed(&o));
    o = shown(LEVELS, h, steady);
    ck_assert(!hol_order_as_claimed(&o));
    ck_assert_msg(fabs(hol_order_measured(&o) - 6) < 1e-6, "%g", hol_order_measured(&o));
}
END_TEST

/* The estimates of single steps of jet-dop853, E1^2 / E2 of estimates of orders 6 and 4, on a crank
 * that a motor turns: round-off ends them where the power of h is still on its way to 8. */
START_TEST(an_estimate_on_its_way_refutes_no_order)
{
    static const double h[] = {5.31e-2, 3.79e-2, 2.71e-2, 1.94e-2, 1.38e-2, 9.88e-3,
                               7.06e-3, 5.04e-3, 3.60e-3, 2.57e-3, 1.84e-3, 1.31e-3};
    static const double error[] = {5.13e-3, 5.26e-4,  2.71e-6,  5.68e-7,  1.28e-7,  1.80e-8,
                                   1.83e-9, 1.58e-10, 1.31e-11, 1.11e-12, 9.80e-14, 8.81e-15};
    enum { LEVELS = sizeof h / sizeof *h };
    hol_order uneven = {.claimed = 8, .single = true, .seen = 1e-16}, steady = uneven, run = uneven;
    run.single = false;
    hol_order_sees(&uneven, 1, 1e-16, 1.4);
    hol_order_sees(&steady, 1, 1e-16, 1.4);
    hol_order_sees(&run, 1, 1e-16, 1.4);
    for (int i = 0; i < LEVELS; i++) {
        hol_order_add(&uneven, h[i], error[i]);
        hol_order_add(&run, h[i], error[i]);
        hol_order_add(&steady, h[i], 5e-2 * pow(h[i] / h[0], 7));
    }
    /* 5.26 +-2.37 of the order 6 of mexax on that crank in joint coordinates */
    static const double jumps[] = {2.41e-9,  3.62e-10, 5.22e-11, 7.35e-12,
                                   1.01e-12, 1.55e-13, 1.05e-13};
    enum { JUMPS = sizeof jumps / sizeof *jumps };
    hol_order jumping = {.claimed = 6, .single = true, .seen = 1e-16};
    hol_order_sees(&jumping, 1, 1e-16, 1.4);
    for (int i = 0; i < JUMPS; i++) hol_order_add(&jumping, h[LEVELS - JUMPS + i], jumps[i]);
    for (double finer = h[LEVELS - 1] / 1.4; finer > h[LEVELS - 1] / 4; finer /= 1.4) {
        hol_order_add(&uneven, finer, 1e-15);
        hol_order_add(&run, finer, 1e-15);
        hol_order_add(&steady, finer, 1e-15);
        hol_order_add(&jumping, finer, 1e-15);
    }
    ck_assert(hol_order_hidden(&uneven) && !hol_order_as_claimed(&uneven));
    ck_assert(hol_order_hidden(&jumping) && !hol_order_as_claimed(&jumping));
    ck_assert(!hol_order_hidden(&run) && !hol_order_as_claimed(&run));
    ck_assert(!hol_order_hidden(&steady) && !hol_order_as_claimed(&steady));
}
END_TEST

/* A motion that makes errors ten million times as large in 5 s: positions [m] by a power series of
 * order 14, of which the finer half is round-off; and what falls with a lower order in it, or comes
 * to an end above zero behind a zero, is no round-off. */
START_TEST(round_off_that_the_motion_makes_larger_refutes_no_order)
{
    static const double h[] = {1.25e-2, 1e-2,   8e-3,   6.4e-3, 5.1e-3, 4e-3,
                               2.8e-3,  2.2e-3, 1.8e-3, 1e-3,   5e-4};
    static const double error[] = {1.51e-4, 5.30e-7, 1.02e-8, 1.67e-9, 3.17e-9, 1.66e-9,
                                   4.24e-9, 1.03e-8, 1.35e-9, 3.30e-9, 1.02e-8};
    enum { LEVELS = sizeof h / sizeof *h };
    double lower[LEVELS], wrong[LEVELS];
    for (int i = 0; i < LEVELS; i++) {
        lower[i] = error[i] + 1e3 * pow(h[i], 4);
        wrong[i] = fabs(1e3 * pow(h[i], 4) - 1e-7);
    }
    hol_order o = shown(LEVELS, h, error);
    ck_assert(hol_order_settled(&o) && hol_order_hidden(&o));
    o = shown(LEVELS, h, lower);
    ck_assert(!hol_order_as_claimed(&o) && !hol_order_hidden(&o));
    o = shown(LEVELS, h, wrong);
    ck_assert(!hol_order_as_claimed(&o) && !hol_order_hidden(&o));
}
END_TEST

/* Classical Runge-Kutta is neither symmetric nor symplectic, and its defects say so. */
START_TEST(a_step_that_is_not_symplectic_is_seen)
{
    hol_trial T;
    hol_certificate c;
    hol_trial_named(&T, "rk4-index1", hol_problem_named("pendulum"), NULL, 0, NULL);
    hol_experiment x = *T.x;
    x.claims.symplectic = x.claims.symmetric = true;
    hol_certify(&x, NULL, &c);
    ck_assert_int_eq(line_of(&c, "symplectic")->verdict, HOL_CERTIFIED_FAILS);
    ck_assert_int_eq(line_of(&c, "symmetric")->verdict, HOL_CERTIFIED_FAILS);
    ck_assert_int_ge(c.failed, 2);
    hol_trial_close(&T);
}
END_TEST

START_TEST(what_is_claimed_holds)
{
    hol_trial T;
    hol_certificate c;
    hol_trial_open(&T, _i);
    hol_experiment x = *T.x;
    hol_certify(&x, NULL, &c);
    for (int i = 0; i < c.lines; i++)
        ck_assert_msg(c.line[i].verdict != HOL_CERTIFIED_FAILS, "%s: %s: claimed %s, measured %s",
                      T.name, c.line[i].what, c.line[i].claim, c.line[i].measured);
    ck_assert_int_gt(c.lines, 8);
    double largest = line_of(&c, "largest stable step")->value;
    ck_assert(largest > 0 && line_of(&c, "cost of a step")->value > 0);
    hol_trial_close(&T);
}
END_TEST

/* The defaults of every method on the first two problems it steps in its own formulation; of every
 * sixth of them in `make check`. */
static void add_defaults(TCase *tcase)
{
    const hol_method *last = NULL;
    enum { EVERY = 6 };
    int problems = 0, found = 0;
    const hol_problem *before = NULL;
    for (int i = 0; i < hol_ways(NULL); i++) {
        const hol_way *way = hol_way_at(i);
        if (way->method != last) problems = 0, before = NULL, last = way->method;
        bool plain = way->option < 0 && !strcmp(way->formulation, way->method->formulation);
        if (!plain || way->problem == before || problems == 2) continue;
        before = way->problem;
        problems++;
        if (found++ % EVERY == 0 || hol_long())
            tcase_add_loop_test(tcase, what_is_claimed_holds, i, i + 1);
    }
}

/* What is left fails at its first step, and a step leaves the state as it was. */
START_TEST(a_stepper_that_is_stopped_ends_a_certificate)
{
    hol_trial T;
    hol_certificate c;
    volatile sig_atomic_t stop = 0;
    hol_trial_named(&T, "shake", hol_problem_named("double-spherical-pendulum"), NULL, 0, NULL);
    T.s->stop = &stop;
    ck_assert_int_eq(hol_start(T.s, 0, 0.01, NULL, T.z), HOL_OK);
    ck_assert_int_eq(hol_step(T.s, 0.01, T.z), HOL_OK);
    stop = 1;
    double x = T.z->q[0];
    long steps = T.s->count->steps;
    ck_assert_int_eq(hol_step(T.s, 0.01, T.z), HOL_LIMIT);
    ck_assert(T.z->q[0] == x);
    ck_assert(hol_certify(T.x, NULL, &c));
    ck_assert_int_eq(T.s->count->steps, steps);
    for (int i = 0; i < c.lines; i++) ck_assert_int_ne(c.line[i].verdict, HOL_CERTIFIED_HOLDS);
    hol_trial_close(&T);
}
END_TEST

START_TEST(what_is_no_verdict_has_no_word)
{
    ck_assert_str_eq(hol_certified_name(HOL_CERTIFIED_NO_CLAIM), "no claim");
    ck_assert_str_eq(hol_certified_name(HOL_CERTIFIED_VERDICTS), "unknown");
    ck_assert_str_eq(hol_certified_name((hol_certified)-1), "unknown");
    ck_assert_str_eq(hol_stability_name((hol_stability)99), "unknown");
    ck_assert_str_eq(hol_sample_from_name((hol_sample_from)99), "unknown");
    ck_assert_str_eq(hol_drift_name((hol_drift)99), "unknown");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("certify");
    TCase *tcase = tcase_create("certify");
    tcase_add_test(tcase, a_false_claim_fails);
    tcase_add_test(tcase, a_nonholonomic_row_alone_has_multipliers_to_measure);
    tcase_add_test(tcase, what_round_off_hides_is_neither_true_nor_false);
    tcase_add_test(tcase, round_off_that_jumps_refutes_no_order);
    tcase_add_test(tcase, an_estimate_has_the_power_of_h_that_is_claimed);
    tcase_add_test(tcase, an_estimate_on_its_way_refutes_no_order);
    tcase_add_test(tcase, round_off_that_the_motion_makes_larger_refutes_no_order);
    tcase_add_test(tcase, a_step_that_is_not_symplectic_is_seen);
    tcase_add_test(tcase, a_stepper_that_is_stopped_ends_a_certificate);
    tcase_add_test(tcase, what_is_no_verdict_has_no_word);
    add_defaults(tcase);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
