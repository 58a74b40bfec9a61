/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a method, a problem or a law of a plug-in must have: each part left out, or wrong, is named.
 */
#include <check.h>
#include <string.h>

#include "harness/run/plugin_check.h"
#include "tests/suite.h"

static hol_message why;

static const char forty[] = "a-name-of-forty-letters-or-a-few-more-xx";

START_TEST(a_word_that_can_be_a_name)
{
    static const char *const good[] = {"a", "9", "rk4-mine", "My_4", forty};
    static const char *const bad[] = {"", "-a", "_a", "all", "a b", "a.b", "\xc3\xa9", "a/b"};
    char longer[64];
    snprintf(longer, sizeof longer, "%sx", forty);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) ck_assert(hol_can_name(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) ck_assert(!hol_can_name(bad[i]));
    ck_assert(!hol_can_name(longer));
}
END_TEST

/* A method that is whole but for what is said of it. */
#define METHOD_SAYS(says, ...)                                                                     \
    do {                                                                                           \
        hol_method of = *hol_method_named("shake");                                                \
        of.name = "mine";                                                                          \
        __VA_ARGS__;                                                                               \
        ck_assert(!hol_plugin_check_method(&of, &why));                                            \
        ck_assert_str_eq(why.text, says);                                                          \
    } while (0)

START_TEST(a_method_names_what_it_lacks)
{
    static const hol_option helpless[] = {{.name = "x", .kind = HOL_REAL, .max = 1}, {0}};
    static const hol_option choiceless[] = {{.name = "x", .kind = HOL_CHOICE, .help = "a"}, {0}};
    static const hol_option outside[] = {
        {.name = "x", .kind = HOL_REAL, .help = "a", .min = 1, .max = 2, .value = 3}, {0}};
    hol_method whole = *hol_method_named("shake");
    whole.name = "mine";
    ck_assert_msg(hol_plugin_check_method(&whole, &why), "%s", why.text);
    METHOD_SAYS("the method '' has a name that is none: letters, digits, '-' and '_', at most 40",
                of.name = NULL);
    METHOD_SAYS(
        "the method 'a b' has a name that is none: letters, digits, '-' and '_', at most 40",
        of.name = "a b");
    METHOD_SAYS("the method 'mine' has no text 'family'", of.family = NULL);
    METHOD_SAYS("the method 'mine' has no text 'source'", of.source = NULL);
    METHOD_SAYS("the method 'mine' has no text 'about'", of.about = NULL);
    METHOD_SAYS("the method 'mine' has no text 'formulation'", of.formulation = NULL);
    METHOD_SAYS("the method 'mine' has no function 'claims'", of.claims = NULL);
    METHOD_SAYS("the method 'mine' has no function 'step'", of.step = NULL);
    METHOD_SAYS("the method 'mine' names a formulation 'eulre' that is none",
                of.formulation = "eulre");
    METHOD_SAYS("the method 'mine': its option 'x' has no help or no choices",
                of.options = helpless);
    METHOD_SAYS("the method 'mine': its option 'x' has no help or no choices",
                of.options = choiceless);
    METHOD_SAYS("the method 'mine': its option 'x' = 3 is out of range [1, 2]: a",
                of.options = outside);
    METHOD_SAYS("the name of the method 'rattle' is taken: a method of holonomy's own",
                of.name = "rattle");
    METHOD_SAYS("the name of the method 'pendulum' is taken: a problem of holonomy's own",
                of.name = "pendulum");
    whole.formulation = "own";
    ck_assert_msg(hol_plugin_check_method(&whole, &why), "%s", why.text);
}
END_TEST

#define PROBLEM_SAYS(says, ...)                                                                    \
    do {                                                                                           \
        hol_problem of = *hol_problem_named("pendulum");                                           \
        of.name = "mine";                                                                          \
        __VA_ARGS__;                                                                               \
        ck_assert(!hol_plugin_check_problem(&of, &why));                                           \
        ck_assert_str_eq(why.text, says);                                                          \
    } while (0)

START_TEST(a_problem_names_what_it_lacks)
{
    static const hol_option helpless[] = {{.name = "x", .kind = HOL_REAL, .max = 1}, {0}};
    hol_problem whole = *hol_problem_named("pendulum");
    whole.name = "mine";
    ck_assert_msg(hol_plugin_check_problem(&whole, &why), "%s", why.text);
    PROBLEM_SAYS(
        "the problem 'all' has a name that is none: letters, digits, '-' and '_', at most 40",
        of.name = "all");
    PROBLEM_SAYS("the problem 'mine' has no text 'about'", of.about = NULL);
    PROBLEM_SAYS("the problem 'mine' has no function 'build'",
                 (of.build = NULL, of.model = NULL, of.make = NULL));
    PROBLEM_SAYS("the problem 'mine' has no span 't_end'", of.t_end = 0);
    PROBLEM_SAYS("the problem 'mine' has no size 'step'", of.step = 0);
    PROBLEM_SAYS("the problem 'mine': its parameter 'x' has no help or no choices",
                 of.parameters = helpless);
    PROBLEM_SAYS("the name of the problem 'crank' is taken: a problem of holonomy's own",
                 of.name = "crank");
}
END_TEST

static void pull(const hol_force *force, double t, const hol_frame frame[], hol_wrench w[])
{
    w[0].F[0] = force->par[0] * t - frame[0].r[0];
}

#define LAW_SAYS(says, ...)                                                                        \
    do {                                                                                           \
        hol_force_law law = *whole.law;                                                            \
        hol_named_law of = whole;                                                                  \
        of.law = &law;                                                                             \
        __VA_ARGS__;                                                                               \
        ck_assert(!hol_plugin_check_law(&of, &why));                                               \
        ck_assert_str_eq(why.text, says);                                                          \
    } while (0)

START_TEST(a_law_names_what_it_lacks)
{
    enum { MOST = sizeof((hol_force *)0)->par / sizeof(double) };
    static const hol_option choice[] = {{.name = "how", .kind = HOL_CHOICE, .help = "a"}, {0}};
    static const hol_option helpless[] = {{.name = "x", .kind = HOL_REAL, .max = 1}, {0}};
    static hol_option many[MOST + 2];
    for (int i = 0; i <= MOST; i++)
        many[i] = (hol_option){.name = "x", .kind = HOL_REAL, .help = "a", .max = 1};
    static const hol_force_law first = {.name = "mine", .wrench = pull};
    const hol_named_law whole = {&first, "about", NULL, 1};
    ck_assert_msg(hol_plugin_check_law(&whole, &why), "%s", why.text);
    LAW_SAYS("the law '' has a name that is none: letters, digits, '-' and '_', at most 40",
             law.name = "");
    LAW_SAYS("the law 'mine' has no text 'about'", of.about = NULL);
    LAW_SAYS("the law 'mine' has no function 'wrench'", law.wrench = NULL);
    LAW_SAYS("the law 'mine' has no number 1 or 2 of 'bodies'", of.bodies = 0);
    LAW_SAYS("the law 'mine' has no number 1 or 2 of 'bodies'", of.bodies = 3);
    LAW_SAYS("the law 'mine' has no room for so many 'parameters'", of.parameters = many);
    LAW_SAYS("the law 'mine': its parameter 'how' is no real number", of.parameters = choice);
    LAW_SAYS("the law 'mine': its parameter 'x' has no help or no choices",
             of.parameters = helpless);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plugin_check");
    TCase *tcase = tcase_create("parts");
    tcase_add_test(tcase, a_word_that_can_be_a_name);
    tcase_add_test(tcase, a_method_names_what_it_lacks);
    tcase_add_test(tcase, a_problem_names_what_it_lacks);
    tcase_add_test(tcase, a_law_names_what_it_lacks);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
