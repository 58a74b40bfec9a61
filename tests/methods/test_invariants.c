/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The invariants each method claims to keep: see hol_invariant_study. */
#include <math.h>
#include <stdio.h>

#include "tests/claims.h"
#include "tests/generic.h"

static void judge(const hol_trial *T, const hol_invariant *i, const char *invariant)
{
    ck_assert_msg(
        hol_invariant_as_claimed(i),
        i->claimed == HOL_EXACT ? "%s: %s: measured error %.3g, claimed exact: %.3g"
                                : "%s: %s: the error is %.3g and grows by %.3g, claimed bounded",
        T->name, invariant, i->most, i->claimed == HOL_EXACT ? i->exact : i->drift.growth);
}

static void report(const hol_trial *T, const hol_invariant of[])
{
    static const char word[] = {[HOL_NOT_KEPT] = '-', [HOL_BOUNDED] = '~', [HOL_EXACT] = '='};
    printf("%-68s", T->name);
    for (int k = 0; k < HOL_INVARIANTS; k++)
        printf("  %s %c%.1e +%.0e", hol_invariant_of[k], word[of[k].claimed], of[k].most,
               of[k].drift.growth);
    printf("\n");
}

/* A method that claims nothing need not survive the span. */
static bool claims_any(const hol_claims *c)
{
    return c->energy || c->momentum || c->nodal_momentum || c->phi || c->gv || c->inner;
}

START_TEST(every_invariant_is_kept_as_claimed)
{
    hol_trial T;
    hol_invariant of[HOL_INVARIANTS];
    hol_message why;
    hol_trial_open(&T, _i);
    hol_experiment x = *T.x;
    if (claims_any(&T.claims)) {
        bool ran = hol_invariant_study(&x, of, &why);
        ck_assert_msg(ran || T.way.method->ends, "%s: %s", T.name, ran ? "" : why.text);
        if (!ran) hol_trial_ends_as_named(&T, 0.5 * T.way.problem->step);
        if (hol_verbose()) report(&T, of);
        for (int k = 0; k < HOL_INVARIANTS; k++)
            if (!hol_invariant_hidden(&of[k])) judge(&T, &of[k], hol_invariant_of[k]);
    }
    hol_trial_close(&T);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("invariants");
    TCase *tcase = tcase_create("invariants");
    tcase_add_loop_test(tcase, every_invariant_is_kept_as_claimed, 0, hol_ways(NULL));
    suite_add_tcase(suite, tcase);
    return hol_run_together(suite);
}
