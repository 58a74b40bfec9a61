/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Methods that estimate their error: the estimate has the order they claim, and the true error
 * follows the tolerance down to 1e-10. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/advance.h"
#include "harness/diagnostics.h"
#include "harness/memory.h"
#include "tests/claims.h"
#include "tests/generic.h"

enum { LOOSEST = 4, JUDGED = 6, TIGHTEST = 10 }; /* tolerances 1e-k, absolute and relative */
static const double longest = 2;                 /* [s] */

/* The estimate is of one step; the error after some 6 to 200 of them, each carried on by the
 * motion, was 0.02 to 370 times the tolerance.  Over four decades of the tolerance it grew as the
 * power 1 of it, but for 0.26 where few steps leave much to chance: errors of steps cancel, and the
 * last one is cut. */
static const double most_of_tolerance = 600, bend = 0.35;

typedef struct {
    double error;
    long steps;
} outcome;

static outcome run(hol_trial *T, double tolerance)
{
    int nb = T->sys->nb;
    double span = hol_regular_span(T->way.problem, longest); /* a time of the reference */
    hol_pose *pose = hol_new(2 * nb, sizeof *pose), *truth = pose + nb;
    hol_state *before = hol_state_new(T->sys, T->way.method, T->opt);
    hol_advance a = {.s = T->s,
                     .z = T->z,
                     .before = before,
                     .h = 0.01,
                     .t_end = span,
                     .adaptive = true,
                     .error_order = T->claims.error_order,
                     .max_steps = 10000};
    T->s->rtol = T->s->atol = tolerance;
    hol_trial_start(T, a.h);
    hol_advance_run(&a);
    ck_assert_msg(a.status == HOL_OK && T->z->t == span, "%s, tolerance %g: %s", T->name, tolerance,
                  a.message.text);
    ck_assert_msg(hol_trial_truth(T, span, truth), "%s: no true motion", T->name);
    T->sys->poses(T->sys, T->z->q, T->z->v, pose);
    hol_error e = hol_error_between(nb, pose, truth, 0, NULL, NULL);
    hol_state_free(before);
    free(pose);
    return (outcome){fmax(fmax(e.position, e.orientation), e.velocity), a.steps};
}

START_TEST(the_error_follows_the_tolerance)
{
    hol_trial T;
    hol_trial_open(&T, _i);
    double xx = 0, xy = 0; /* of log tolerance and log error, about the middle of the decades */
    /* an error of lower order than the estimate's does not follow the tolerance */
    bool judged = T.claims.error_order > 0 && T.claims.order_q >= T.claims.error_order - 1;
    if (judged && hol_verbose()) printf("%-68s error/tolerance (steps)", T.name);
    for (int k = LOOSEST; judged && k <= TIGHTEST; k++) {
        double tolerance = pow(10, -k);
        outcome o = run(&T, tolerance);
        double ratio = o.error / tolerance, x = 0.5 * (JUDGED + TIGHTEST) - k;
        if (hol_verbose()) printf(" %.2f(%ld)", ratio, o.steps);
        ck_assert_msg(ratio <= most_of_tolerance, "%s: error %.3g at the tolerance %g", T.name,
                      o.error, tolerance);
        if (k < JUDGED) continue;
        xx += x * x;
        xy += x * log10(o.error);
    }
    if (judged && hol_verbose()) printf("  power %.2f\n", xy / xx);
    ck_assert_msg(!judged || fabs(xy / xx - 1) <= bend,
                  "%s: the error goes with the power %.2f of the tolerance from 1e-%d to 1e-%d",
                  T.name, xy / xx, JUDGED, TIGHTEST);
    hol_trial_close(&T);
}
END_TEST

typedef struct {                   /* of the first step */
    double claimed, order, before; /* slopes of the last two pairs of step sizes */
    int usable;
} estimates;

/* From h = 0.8 s down to round-off; the leading term rules where the estimate is small, and of a
 * state of size 1 to 10 projected to 1e-12 it is seen down to
 * 1e-11. */
static estimates measure_estimates(hol_trial *T)
{
    enum { LEVELS = 24 };
    const double most = 1e-3, least = 1e-11;
    estimates e = {.claimed = T->claims.error_order};
    double ratio = pow(2, fmin(5 / e.claimed, 1)), last = 0, h = 0.8;
    for (int k = 0; k < LEVELS; k++, h /= ratio) {
        T->s->rtol = 0;
        T->s->atol = 1;
        hol_trial_start(T, h);
        if (hol_step(T->s, h, T->z)) continue;
        double estimate = T->s->error;
        if (!(estimate > least)) break;
        if (estimate > most) continue;
        e.before = e.order;
        if (e.usable++) e.order = log(last / estimate) / log(ratio);
        last = estimate;
    }
    return e;
}

/* An estimate made of two tends to its order from below. */
START_TEST(the_estimate_has_the_order_claimed)
{
    const double slack = 0.15, sag = 0.4;
    hol_trial T;
    hol_trial_open(&T, _i);
    bool judged = T.claims.error_order > 0;
    estimates e = {0};
    if (judged) e = measure_estimates(&T);
    if (judged && hol_verbose())
        printf("%-68s estimate of order %.2f, %.2f/%g (%d)\n", T.name, e.before, e.order, e.claimed,
               e.usable);
    bool rises = e.order > e.before && e.before > 0 && e.order >= e.claimed - sag;
    ck_assert_msg(!judged || e.usable >= 3, "%s: %d error estimates above round-off", T.name,
                  e.usable);
    ck_assert_msg(e.order >= e.claimed - slack || rises,
                  "%s: error estimate: measured order %.2f, claimed %g", T.name, e.order,
                  e.claimed);
    hol_trial_close(&T);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tolerances");
    TCase *tcase = tcase_create("tolerances");
    tcase_add_loop_test(tcase, the_error_follows_the_tolerance, 0, hol_ways(NULL));
    tcase_add_loop_test(tcase, the_estimate_has_the_order_claimed, 0, hol_ways(NULL));
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
