/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules of judgement: each finds the word of numbers made for it and, on the numbers that every row
 * of every paper was judged by, its word, and another with one thing wrong. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/claims.h"
#include "tests/findings.h"
#include "tests/generic.h"

enum { MOST = 16 };

static const struct {
    const char *rule;
    double bound[2];
    int count;
    double x[MOST];
    hol_paper_answer word;
} made[] = {
    {"order", {2, 0.1}, 6, {0.1, 0.03, 0.2, 0.12, 0.4, 0.48}, HOL_PAPER_CONFIRMED},
    {"order", {2, 0.1}, 6, {0.1, 0.03, 0.2, 0.12, 0.4, 0.6}, HOL_PAPER_REFUTED},
    {"order", {-1, 0.1}, 4, {1, 7, 10, 0.72}, HOL_PAPER_CONFIRMED},
    {"order", {2, 0.1}, 4, {0.1, 0, 0.2, 0.12}, HOL_PAPER_REFUTED},
    {"order", {2, 0.1}, 2, {0.1, 0.01}, HOL_PAPER_REFUTED},
    {"order", {2, 0.1}, 5, {0.1, 0.01, 0.2, 0.04, 0.3}, HOL_PAPER_REFUTED},
    {"at most", {3e-14, 0}, 3, {1e-15, -2.9e-14, 0}, HOL_PAPER_CONFIRMED},
    {"at most", {3e-14, 0}, 3, {1e-15, -3.1e-14, 0}, HOL_PAPER_REFUTED},
    {"at most", {3e-14, 0}, 2, {1e-15, NAN}, HOL_PAPER_REFUTED},
    {"at most", {3e-14, 0}, 2, {1e-15, INFINITY}, HOL_PAPER_REFUTED},
    {"at least", {5, 0}, 2, {7, -5.1}, HOL_PAPER_CONFIRMED},
    {"at least", {5, 0}, 2, {7, -4.9}, HOL_PAPER_REFUTED},
    {"at least", {0, 0}, 2, {7, 0}, HOL_PAPER_REFUTED},
    {"digits", {0, 0}, 3, {2.3854, 2.385, 0.001}, HOL_PAPER_CONFIRMED},
    {"digits", {0, 0}, 3, {2.3856, 2.385, 0.001}, HOL_PAPER_REFUTED},
    {"digits", {1, 0}, 6, {2.3856, 2.385, 0.001, 73, 72, 1}, HOL_PAPER_CONFIRMED},
    {"digits", {1, 0}, 6, {2.3866, 2.385, 0.001, 73, 72, 1}, HOL_PAPER_REFUTED},
    {"digits", {1, 0}, 3, {0, 0, 1}, HOL_PAPER_REFUTED},
    {"near", {0.01, 0}, 4, {7.07, 7.001, -3.99, -4}, HOL_PAPER_CONFIRMED},
    {"near", {0.01, 0}, 4, {7.08, 7.001, -3.99, -4}, HOL_PAPER_REFUTED},
    {"near", {0.01, 0}, 4, {0, 0, 7, 7}, HOL_PAPER_REFUTED},
    {"less", {1.05, 0}, 4, {100, 106, 10, 29}, HOL_PAPER_CONFIRMED},
    {"less", {1.05, 0}, 4, {100, 104, 10, 29}, HOL_PAPER_REFUTED},
    {"less", {1.05, 0}, 4, {106, 100, 29, 10}, HOL_PAPER_OPPOSITE},
    {"less", {1, 0}, 4, {0, 0, 10, 29}, HOL_PAPER_REFUTED},
    {"grows", {1.5, 0}, 6, {1, 3, 2, 5, 3, 8}, HOL_PAPER_CONFIRMED},
    {"grows", {1.5, 0}, 6, {1, 3, 2, 4, 3, 8}, HOL_PAPER_REFUTED},
    {"grows", {1.5, 0}, 6, {1, 8, 2, 5, 3, 3}, HOL_PAPER_OPPOSITE},
    {"grows", {1.5, 0}, 6, {2, 3, 1, 5, 3, 8}, HOL_PAPER_REFUTED},
    {"bounded", {2, 0}, 16, {1, 2, 1, 2, 1, 3, 1, 2, 1, 2, 1, 3, 1, 2, 1, 2}, HOL_PAPER_CONFIRMED},
    {"bounded", {2, 0}, 16, {1, 2, 1, 2, 2, 3, 2, 3, 3, 4, 3, 4, 4, 5, 4, 5}, HOL_PAPER_REFUTED},
    {"bounded", {2, 0}, 12, {1, 2, 1, 2, 1, 3, 1, 2, 1, 2, 1, 3}, HOL_PAPER_REFUTED},
    {"stable", {0.5, 10}, 5, {7, 3, 7.9, 2, 6.9}, HOL_PAPER_CONFIRMED},
    {"stable", {0.5, 10}, 5, {7, 3, 8.1, 2, 6.9}, HOL_PAPER_REFUTED},
    {"stable", {0.5, 10}, 5, {90, 3, -4, -5, 0.1}, HOL_PAPER_REFUTED},
    {"correlated",
     {0.9, 0},
     16,
     {1, 3, 2, 5, 3, 7.1, 4, 9, 5, 11, 6, 13, 7, 15.2, 8, 17},
     HOL_PAPER_CONFIRMED},
    {"correlated",
     {0.9, 0},
     16,
     {1, 3, 2, 15, 3, 7.1, 4, 19, 5, 11, 6, 3, 7, 15.2, 8, 17},
     HOL_PAPER_REFUTED},
    {"correlated",
     {0.9, 0},
     16,
     {1, 17, 2, 15, 3, 13, 4, 11, 5, 9, 6, 7.1, 7, 5, 8, 3},
     HOL_PAPER_OPPOSITE},
    {"follows", {1, 0.35}, 6, {1e-6, 2e-6, 1e-8, 3e-8, 1e-10, 1e-10}, HOL_PAPER_CONFIRMED},
    {"follows", {1, 0.35}, 6, {1e-6, 7e-7, 1e-8, 1e-11, 1e-10, 1e-13}, HOL_PAPER_REFUTED},
    {"follows", {1, 0.35}, 4, {1e-6, 1e-6, 1e-8, 0}, HOL_PAPER_REFUTED},
};

START_TEST(a_rule_finds_the_word_of_numbers_made_for_it)
{
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        const hol_paper_rule *rule = hol_paper_rule_named(made[i].rule);
        double value;
        ck_assert_msg(rule, "there is no rule '%s'", made[i].rule);
        hol_paper_answer word =
            hol_paper_word(rule, made[i].count, made[i].x, made[i].bound, &value);
        ck_assert_msg(word == made[i].word, "case %zu, %s: '%s', value %g", i, rule->name,
                      hol_paper_answer_name(word), value);
    }
}
END_TEST

/* Where the numbers can turn at all: not what has zeros, gaps, or too few of them. */
START_TEST(what_a_rule_confirms_it_can_lose)
{
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        if (made[i].word != HOL_PAPER_CONFIRMED) continue;
        double x[MOST];
        memcpy(x, made[i].x, sizeof x);
        hol_paper_finding one = {.rule = hol_paper_rule_named(made[i].rule),
                                 .bound = {made[i].bound[0], made[i].bound[1]},
                                 .count = made[i].count,
                                 .x = x,
                                 .answer = made[i].word};
        expect_turn("made", &one);
    }
}
END_TEST

START_TEST(every_row_of_every_paper_has_its_word_and_loses_it)
{
    for (int k = 0; hol_paper_by(k); k++) {
        const char *id = hol_paper_by(k)->id;
        hol_paper_findings kept = kept_findings(id);
        for (int i = 0; i < kept.count; i++) expect_turn(id, &kept.of[i]);
        if (hol_verbose()) printf("%s: %d rows\n", id, kept.count);
        free_findings(&kept);
    }
}
END_TEST

/* As paper_rule.h has them: beyond, what a rule confirms it could not lose. */
START_TEST(bounds_are_those_that_a_rule_can_hold)
{
    for (int k = 0; hol_paper_by(k); k++) {
        const char *id = hol_paper_by(k)->id;
        hol_paper_findings kept = kept_findings(id);
        for (int i = 0; i < kept.count; i++) {
            const hol_paper_finding *one = &kept.of[i];
            const char *rule = one->rule ? one->rule->name : "-";
            bool near = !strcmp(rule, "near"), bounded = !strcmp(rule, "bounded"),
                 ratio = !strcmp(rule, "less") || !strcmp(rule, "grows");
            ck_assert_msg(!near || one->bound[0] < 1, "%s, %s: %s %g", id, one->id, rule,
                          one->bound[0]);
            ck_assert_msg(!bounded || one->bound[0] < 4, "%s, %s: %s %g", id, one->id, rule,
                          one->bound[0]);
            ck_assert_msg(!ratio || one->bound[0] >= 1, "%s, %s: %s %g", id, one->id, rule,
                          one->bound[0]);
        }
        free_findings(&kept);
    }
}
END_TEST

static bool measures_nothing(hol_paper_section *to)
{
    (void)to;
    return true;
}

static bool measures_what_is_not_said(hol_paper_section *to)
{
    hol_paper_find(to, "nowhere", 0, NULL, "nothing");
    return true;
}

static void expect_mistake(bool (*redo)(hol_paper_section *to), const char *what)
{
    static const char *const none[] = {NULL};
    const hol_paper paper = {.id = "004", .title = "made", .table = none, .redo = redo};
    hol_paper_section to;
    ck_assert(!hol_paper_redo(&to, &paper, NULL));
    ck_assert_str_eq(to.why.text, what);
    hol_paper_section_free(&to);
}

START_TEST(a_statement_and_what_measures_it_need_each_other)
{
    expect_mistake(measures_nothing, "paper 004: 'curves' is not measured");
    expect_mistake(measures_what_is_not_said,
                   "paper 004: 'nowhere' is measured and stands nowhere");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rules of judgement");
    TCase *tcase = tcase_create("rules");
    tcase_add_test(tcase, a_rule_finds_the_word_of_numbers_made_for_it);
    tcase_add_test(tcase, what_a_rule_confirms_it_can_lose);
    tcase_add_test(tcase, every_row_of_every_paper_has_its_word_and_loses_it);
    tcase_add_test(tcase, bounds_are_those_that_a_rule_can_hold);
    tcase_add_test(tcase, a_statement_and_what_measures_it_need_each_other);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
