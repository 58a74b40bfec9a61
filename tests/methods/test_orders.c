/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of convergence to the true motion that each method claims: see hol_order_study. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/claims.h"
#include "tests/generic.h"

static const double suspicious = 0.6;

typedef struct { /* of the orders a way claims: those that were measured, and could be seen */
    bool measured[HOL_ORDERS], seen[HOL_ORDERS];
    bool ended; /* none was measured: an option ends the runs */
} sight;
static sight *sights; /* one a way; the tests' processes share it */

static void judge(const hol_trial *T, const hol_order *o, const char *quantity)
{
    ck_assert_msg(o->levels, "%s: %s: no step size was stepped", T->name, quantity);
    if (hol_order_hidden(o)) return;
    if (!hol_order_exact(o))
        ck_assert_msg(o->points >= HOL_ORDER_FEWEST, "%s: %s: %d usable step sizes of %d", T->name,
                      quantity, o->points, o->levels);
    double order = hol_order_measured(o);
    ck_assert_msg(hol_order_as_claimed(o), "%s: %s: measured order %.2f, claimed %g", T->name,
                  quantity, order, o->claimed);
    if (hol_verbose() && !hol_order_exact(o) && order > o->claimed + suspicious)
        printf("%s: %s: order %.2f, more than the claimed %g\n", T->name, quantity, order,
               o->claimed);
}

static void report(const hol_trial *T, const hol_order of[])
{
    printf("%-68s", T->name);
    for (int k = 0; k < HOL_ORDERS; k++) {
        if (!of[k].levels || of[k].claimed == 0)
            printf("         -");
        else if (hol_order_hidden(&of[k]))
            printf("    hidden");
        else if (hol_order_exact(&of[k]))
            printf("     exact");
        else
            printf(" %5.2f/%-3g", hol_order_measured(&of[k]), of[k].claimed);
    }
    printf("\n");
}

/* Whether an option ends runs of a longer step, where errors stand above round-off. */
static bool longer_steps_end(hol_trial *T)
{
    for (int k = 1; k <= 5; k++)
        if (hol_trial_ended(T, ldexp(T->way.problem->step, k))) return true;
    return false;
}

static bool all_as_claimed(const hol_order of[])
{
    for (int k = 0; k < HOL_ORDERS; k++)
        if (of[k].claimed > 0 && !hol_order_hidden(&of[k]) && !hol_order_as_claimed(&of[k]))
            return false;
    return true;
}

/* Where an option ends the runs, the orders are for other problems to show. */
START_TEST(every_method_has_the_orders_it_claims)
{
    hol_trial T;
    hol_order of[HOL_ORDERS] = {0};
    hol_message why;
    hol_trial_open(&T, _i);
    hol_experiment x = *T.x;
    bool ended = hol_trial_ended(&T, T.way.problem->step);
    bool measured = ended || hol_order_study(&x, of, &why);
    ck_assert_msg(measured, "%s: %s", T.name, measured ? "" : why.text);
    ended = ended || (!all_as_claimed(of) && longer_steps_end(&T));
    sights[_i].ended = ended;
    if (hol_verbose() && !ended) report(&T, of);
    for (int k = 0; k < HOL_ORDERS && !ended; k++)
        if (of[k].claimed > 0) {
            judge(&T, &of[k], hol_order_of[k]);
            sights[_i].measured[k] = true;
            sights[_i].seen[k] = hol_order_hidden(&of[k]) == NULL;
        }
    hol_trial_close(&T);
}
END_TEST

/* The same method with the same choice, on whatever problem. */
static bool same_method(const hol_way *a, const hol_way *b)
{
    return a->method == b->method && a->option == b->option && a->choice == b->choice;
}

/* An order that one problem hides in round-off is seen on another. */
START_TEST(every_order_that_is_claimed_is_seen_on_some_problem)
{
    int ways = hol_ways(NULL);
    for (int i = 0; i < ways; i++)
        for (int k = 0; k < HOL_ORDERS; k++) {
            bool seen = !sights[i].measured[k];
            for (int j = 0; !seen && j < ways; j++)
                seen = sights[j].seen[k] && same_method(hol_way_at(i), hol_way_at(j));
            ck_assert_msg(seen, "%s: %s: its order is seen on no problem",
                          hol_way_at(i)->method->name, hol_order_of[k]);
        }
}
END_TEST

/* An option that ends the runs of one problem is measured on another. */
START_TEST(no_option_ends_the_runs_of_all_problems)
{
    int ways = hol_ways(NULL);
    for (int i = 0; i < ways; i++) {
        bool measured = !sights[i].ended;
        for (int j = 0; !measured && j < ways; j++)
            measured = !sights[j].ended && same_method(hol_way_at(i), hol_way_at(j));
        ck_assert_msg(measured, "%s: an option ends its runs of all problems",
                      hol_way_at(i)->method->name);
    }
}
END_TEST

START_TEST(no_pair_is_skipped_silently)
{
    hol_census c;
    hol_ways(&c);
    printf("%d pairs of method and problem in a formulation: %d run (%d with choices of their "
           "options, %d more in check-long), %d in check-long, %d repeat another "
           "formulation's equations, %d not applicable\n",
           c.triples, c.run, c.ways, c.choices_left, c.left, c.same,
           c.unfit + c.missing + c.refused);
    ck_assert_int_eq(c.triples, c.run + c.left + c.same + c.unfit + c.missing + c.refused);
    ck_assert_msg(c.refusals == c.missing, "%d pairs lack a trait, %d are refused", c.missing,
                  c.refusals);
    ck_assert_int_gt(c.run, 0);
}
END_TEST

/* Of one method or one problem: how many of the other are there to be tried, and how many are. */
typedef struct {
    int fit, tried;
} coverage;

static bool is_tried(const hol_method *method, const hol_problem *problem)
{
    for (int i = 0; i < hol_ways(NULL); i++)
        if (hol_way_at(i)->method == method && hol_way_at(i)->problem == problem) return true;
    return false;
}

static void cover(coverage *c, const hol_method *method, const hol_problem *problem)
{
    uint64_t features = hol_pair_features(method, problem);
    bool tried = is_tried(method, problem);
    ck_assert_msg(!tried || features, "%s, %s", method->name, problem->name);
    c->fit += features != 0;
    c->tried += tried;
}

static void expect_covered(const coverage *c, const char *name)
{
    int wanted = c->fit < HOL_FEWEST_PAIRS ? c->fit : HOL_FEWEST_PAIRS;
    if (hol_verbose()) printf("%-40s tried %d of %d\n", name, c->tried, c->fit);
    ck_assert_msg(c->tried >= wanted, "%s: %d of %d pairs are tried", name, c->tried, c->fit);
}

START_TEST(every_method_is_tried_on_three_problems)
{
    const hol_method *method;
    const hol_problem *problem;
    for (int m = 0; (method = hol_method_at(m)); m++) {
        coverage c = {0};
        for (int p = 0; (problem = hol_tried_problem_at(p)); p++) cover(&c, method, problem);
        expect_covered(&c, method->name);
    }
}
END_TEST

START_TEST(every_problem_is_tried_with_three_methods)
{
    const hol_method *method;
    const hol_problem *problem;
    for (int p = 0; (problem = hol_tried_problem_at(p)); p++) {
        coverage c = {0};
        for (int m = 0; (method = hol_method_at(m)); m++) cover(&c, method, problem);
        expect_covered(&c, problem->name);
    }
}
END_TEST

int main(void)
{
    size_t room = (size_t)hol_ways(NULL) * sizeof *sights;
    FILE *shared = tmpfile();
    if (!shared || ftruncate(fileno(shared), (off_t)room)) return 1;
    sights = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(shared), 0);
    if (sights == MAP_FAILED) return 1;
    Suite *suite = suite_create("orders");
    TCase *tcase = tcase_create("orders");
    tcase_add_loop_test(tcase, every_method_has_the_orders_it_claims, 0, hol_ways(NULL));
    if (getenv("HOL_LONG") && !getenv("HOL_PROBLEMS")) { /* what some problem has to show */
        tcase_add_test(tcase, every_order_that_is_claimed_is_seen_on_some_problem);
        tcase_add_test(tcase, no_option_ends_the_runs_of_all_problems);
    }
    tcase_add_test(tcase, no_pair_is_skipped_silently);
    tcase_add_test(tcase, every_method_is_tried_on_three_problems);
    tcase_add_test(tcase, every_problem_is_tried_with_three_methods);
    suite_add_tcase(suite, tcase);
    return hol_run_together(suite);
}
