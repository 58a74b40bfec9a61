/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans: what is said of a bad one, and the limits of a file. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/harness/plan_text.h"
#include "tests/suite.h"

/* The text must have exactly these mistakes, "line:column: ...". */
static void bad(const char *text, int count, const char *const wanted[])
{
    hol_mistakes mistakes;
    ck_assert_ptr_null(read_bytes(text, strlen(text), &mistakes));
    for (int i = 0; i < mistakes.count && i < count; i++) {
        ck_assert_int_eq(strncmp(mistakes.text[i], path, strlen(path)), 0);
        ck_assert_str_eq(mistakes.text[i] + strlen(path) + 1, wanted[i]);
    }
    ck_assert_msg(mistakes.count == count, "%d mistakes, not %d; the last: %s", mistakes.count,
                  count, mistakes.count ? mistakes.text[mistakes.count - 1] : "none");
    hol_mistakes_free(&mistakes);
}

static void one_mistake(const char *text, const char *wanted)
{
    bad(text, 1, &wanted);
}

START_TEST(ten_mistakes_are_said_at_once)
{
    static const char *const wanted[] = {
        "2:12: unknown key 'stpe' of defaults: did you mean 'step'?",
        "4:14: unknown problem 'rigid-bdy': did you mean 'rigid-body'?",
        "5:13: unknown method 'shaek': did you mean 'shake'?",
        "6:11: step takes a number or a list of numbers, not '0.1x'",
        "7:5: duplicate key 'step': it stands in line 6 already",
        "8:12: until = -1 is out of range [1e-09, 1e+09] s",
        "10:28: unknown parameter 'J4' of rigid-body: did you mean 'J1'?",
        "12:29: option 'lagrangian' takes midpoint, left or trapezoid, not 'midpint': did you mean "
        "'midpoint'?",
        "13:18: unknown formulation 'natrual': did you mean 'natural'?",
        "14:16: an empty list: tolerance takes one number at least",
    };
    bad("title: Mistakes\n"
        "defaults: {stpe: 0.1}\n"
        "runs:\n"
        "  - problem: rigid-bdy\n"
        "    method: shaek\n"
        "    step: 0.1x\n"
        "    step: 0.2\n"
        "    until: -1\n"
        "  - problem: rigid-body\n"
        "    parameters: {J1: 1.5,  J4: 2}\n"
        "    method: dvp\n"
        "    options: {  lagrangian: midpint}\n"
        "    formulation: natrual\n"
        "    tolerance: []\n",
        10, wanted);
}
END_TEST

START_TEST(a_misspelt_key_is_read_as_the_nearest_one)
{
    static const char *const wanted[] = {
        "1:1: unknown key 'rnus' of a plan: did you mean 'runs'?",
        "1:9: unknown key 'problm' of a run: did you mean 'problem'?",
        "1:17: unknown problem 'rigidbody': did you mean 'rigid-body'?",
        "1:28: unknown key 'zzzzzzzz' of a run (keys: step, step_factor, tolerance, until, "
        "formulation, formulations, series, repeats, past_singular, steps, motion, redundant, "
        "ladder, "
        "evaluations, tolerance_evaluations, problem, "
        "problems, "
        "parameters, "
        "method, "
        "methods, options)",
    };
    bad("rnus: [{problm: rigidbody, zzzzzzzz: 1, method: dvp}]", 4, wanted);
}
END_TEST

/* The value of `step`, and what is said of it; NULL: it is good. */
START_TEST(numbers_are_numbers)
{
    static const struct {
        const char *value, *said;
    } step[] = {
        {"0.1x", " takes a number or a list of numbers, not '0.1x'"},
        {"1e400", " = 1e400 is out of range [1e-09, 1e+06] s"},
        {"1e-400", " = 1e-400 is out of range [1e-09, 1e+06] s"},
        {"NaN", " takes a number or a list of numbers, not 'NaN'"},
        {".nan", " takes a number or a list of numbers, not '.nan'"},
        {"inf", " takes a number or a list of numbers, not 'inf'"},
        {"-.inf", " takes a number or a list of numbers, not '-.inf'"},
        {"0x10", " takes a number or a list of numbers, not '0x10'"},
        {"1_000", " takes a number or a list of numbers, not '1_000'"},
        {"1,000", NULL}, /* text of a block: one word */
        {"-0.1", " = -0.1 is out of range [1e-09, 1e+06] s"},
        {"0", " = 0 is out of range [1e-09, 1e+06] s"},
        {"1e", " takes a number or a list of numbers, not '1e'"},
        {"1 2", " takes a number or a list of numbers, not '1 2'"},
        {"true", " takes a number or a list of numbers, not 'true'"},
        {"'0.1'", " takes a number or a list of numbers, not '0.1' in quotes"},
        {"{a: 1}", " takes a number or a list of numbers, not a mapping"},
        {"~", " takes a number or a list of numbers, not '~'"},
        {"", " takes a number or a list of numbers, not nothing"},
        {"\"\\x1b[31m\\0\"", NULL},
    };
    for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
        char text[256], wanted[256];
        hol_mistakes mistakes;
        snprintf(text, sizeof text, "runs:\n- problem: rigid-body\n  method: dvp\n  step: %s\n",
                 step[i].value);
        if (step[i].said) {
            snprintf(wanted, sizeof wanted, "4:%d: step%s", *step[i].value ? 9 : 8, step[i].said);
            one_mistake(text, wanted);
            continue;
        }
        ck_assert_ptr_null(read_bytes(text, strlen(text), &mistakes));
        ck_assert_int_eq(mistakes.count, 1);
        ck_assert_ptr_null(strchr(mistakes.text[0], '\033'));
        hol_mistakes_free(&mistakes);
    }
}
END_TEST

START_TEST(what_a_plan_has_no_use_for_is_refused)
{
    one_mistake("", "1:1: the file is empty: a plan has the key 'runs'");
    one_mistake("# nothing\n", "1:1: the file is empty: a plan has the key 'runs'");
    one_mistake("ab", "1:1: a plan is a mapping 'key: value', not 'ab'");
    one_mistake("title: x\n", "1:1: missing key 'runs' of a plan");
    one_mistake("model: x\nbodies: [{m: -1}]\n",
                "1:1: this is a model, for `holonomy run`: a plan has the key 'runs'");
    one_mistake("runs: []\n", "1:7: an empty list: runs takes one run at least");
    one_mistake("runs: {problem: rigid-body}\n",
                "1:7: runs takes a list, each run after '- ', not a mapping");
    one_mistake("runs: [{method: dvp}]\n", "1:8: missing key 'problem' of a run");
    one_mistake("runs: [{problem: rigid-body}]\n", "1:8: missing key 'method' of a run");
    one_mistake("runs: [{problem: rigid-body, method: []}]\n",
                "1:38: an empty list: name one method at least");
    one_mistake("runs: [{problem: rigid-body, method: [[dvp]]}]\n",
                "1:39: a method is a name, not a list");
    one_mistake("runs: [{problem: rigid-body, method: [dvp, all]}]\n",
                "1:44: unknown method 'all': `holonomy list methods` shows all");
    one_mistake("runs: [{problem: rigid-body, problm: rigid-body, method: dvp}]\n",
                "1:30: unknown key 'problm' of a run: did you mean 'problem'?");
    one_mistake("runs: [{problem: rigid-body, problems: all, method: dvp}]\n",
                "1:30: 'problems' beside 'problem' in line 1: only one of them");
    one_mistake("runs: [{problem: rigid-body, method: dvp, step: 1, step_factor: 1}]\n",
                "1:52: 'step_factor' beside 'step' in line 1: only one of them");
    one_mistake("runs: [{problem: [rigid-body, double-spherical-pendulum], method: dvp, "
                "parameters: {J1: 1}}]\n",
                "1:72: parameters belong to a single problem: here are 2");
    one_mistake("runs: [{problem: rigid-body, method: [em, shake], options: {lagrangian: left}}]\n",
                "1:61: unknown option 'lagrangian' of these methods");
    one_mistake("runs: [{problem: rigid-body, method: rattle, options: {velocity: central}}]\n",
                "1:56: unknown option 'velocity' of rattle (options: newton_tol)");
    one_mistake("runs: [{problem: rigid-body, method: dvp, options: {newton_tol: [1]}}]\n",
                "1:65: option 'newton_tol' takes one value, not a list");
    one_mistake("runs: [{problem: rigid-body, parameters: {J1: 1, J1: 2}, method: dvp}]\n",
                "1:50: duplicate parameter 'J1': it stands in line 1 already");
    one_mistake("runs: [{problem: rigid-body, method: shake, tolerance: 1e-6}]\n",
                "1:56: tolerance: no method here has an error estimate, they take a step");
    one_mistake("runs: [{problem: rigid-body, method: shake, formulation: own}]\n",
                "1:58: formulation own: no problem here has a system of its own");
    one_mistake("runs: [{problem: ladder, method: shake, past_singular: 1}]\n",
                "1:56: past_singular is yes or no, not '1'");
    one_mistake("runs: [{problem: ladder, method: shake, redundant: droop}]\n",
                "1:52: unknown redundant 'droop': did you mean 'drop'?");
    one_mistake("defaults: {problem: rigid-body}\nruns: [{problem: rigid-body, method: dvp}]\n",
                "1:12: unknown key 'problem' of defaults (keys: step, step_factor, tolerance, "
                "until, formulation, formulations, series, repeats, past_singular, steps, motion, "
                "redundant, ladder, evaluations, tolerance_evaluations)");
}
END_TEST

START_TEST(yaml_that_plans_do_not_have_is_refused)
{
    static const char *const tabs[] = {"1:6: a tab character: use blanks",
                                       "2:5: a tab character: use blanks"};
    static const char *const broken[] = {
        "2:12: unknown problem 'rigid-bdy': did you mean 'rigid-body'?",
        "3:12: unknown method 'dvp step': `holonomy list methods` shows all",
        "4:7: not YAML: did not find expected ',' or ']', while parsing a flow sequence; the rest "
        "is not read"};
    bad("runs:\t[{problem: rigid-body,\n    \tmethod:\t dvp}]\n", 2, tabs);
    bad("runs:\n- problem: rigid-bdy\n  method: [dvp\n  step: 0.1\n", 3, broken);
    one_mistake("runs: [{problem: rigid-body, method: &m dvp}, {problem: rigid-body, method: em}]",
                "1:38: the anchor '&m': a plan has no anchors and aliases");
    one_mistake("runs: [{problem: rigid-body, method: !!str dvp}]",
                "1:38: the tag 'tag:yaml.org,2002:str': a plan has no tags");
    one_mistake("--- \nruns: [{problem: rigid-body, method: dvp}]\n---\nruns: []\n",
                "3:1: a second document: a plan is one");
}
END_TEST

START_TEST(an_alias_is_one_mistake)
{
    static const char *const wanted[] = {"1:17: the anchor '&m': a plan has no anchors and aliases",
                                         "1:77: the alias '*m': a plan has no anchors and aliases"};
    bad("runs: [{method: &m dvp, problem: rigid-body}, {problem: rigid-body, method: *m}]", 2,
        wanted);
}
END_TEST

START_TEST(a_file_that_is_no_plan_ends_at_once)
{
    enum { LARGE = 1000001 };
    hol_mistakes mistakes;
    char *bytes = malloc(LARGE);
    static const struct {
        const char *bytes, *said;
        size_t size;
    } file[] = {
        {"runs\0", ":1:5: the byte 0x00: a plan is text in UTF-8 without control characters", 5},
        {"a\nb\xff", ":2:2: the byte 0xff: a plan is text in UTF-8", 4},
        {"\xc0\xaf", ":1:1: the byte 0xc0: a plan is text in UTF-8", 2},
        {"\xe0\x80\xaf", ":1:1: the byte 0xe0: a plan is text in UTF-8", 3},
        {"\xed\xa0\x80", ":1:1: the byte 0xed: a plan is text in UTF-8", 3},
        {"a\xe2\x82", ":1:2: the byte 0xe2: a plan is text in UTF-8", 3},
        {"\x7f"
         "ELF",
         ":1:1: the byte 0x7f: a plan is text in UTF-8 without control characters", 4},
    };
    clock_t begin = clock();
    for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
        ck_assert_ptr_null(read_bytes(file[i].bytes, file[i].size, &mistakes));
        ck_assert_int_eq(mistakes.count, 1);
        ck_assert_str_eq(mistakes.text[0] + strlen(path), file[i].said);
        hol_mistakes_free(&mistakes);
    }
    static const char fill[] = "[{-a:&!*\"\n"; /* a megabyte of each character, and just over */
    for (int i = 0; fill[i]; i++)
        for (int over = 0; over < 2; over++) {
            memset(bytes, fill[i], LARGE);
            ck_assert_ptr_null(read_bytes(bytes, (size_t)(LARGE - 1 + over), &mistakes));
            ck_assert_int_ge(mistakes.count, 1);
            if (over)
                ck_assert_str_eq(mistakes.text[0] + strlen(path),
                                 ": the file is larger than the 1000000 bytes a plan may have");
            hol_mistakes_free(&mistakes);
        }
    free(bytes);
    ck_assert_double_lt((double)(clock() - begin) / CLOCKS_PER_SEC, 10.0);
    ck_assert_ptr_null(hol_plan_read("/nowhere/at/all.yaml", &mistakes));
    ck_assert_str_eq(mistakes.text[0], "/nowhere/at/all.yaml: No such file or directory");
    hol_mistakes_free(&mistakes);
    ck_assert_ptr_null(hol_plan_read("/", &mistakes));
    ck_assert_str_eq(mistakes.text[0], "/: Is a directory");
    hol_mistakes_free(&mistakes);
}
END_TEST

/* head, then a thousand times `item`. */
static char *thousand(const char *head, const char *item, const char *tail)
{
    size_t room = strlen(head) + 1000 * strlen(item) + strlen(tail) + 1, used = strlen(head);
    char *text = malloc(room);
    strcpy(text, head);
    for (int i = 0; i < 1000; i++) {
        strcpy(text + used, item);
        used += strlen(item);
    }
    strcpy(text + used, tail);
    return text;
}

START_TEST(the_number_of_runs_and_of_messages_is_bounded)
{
    hol_mistakes mistakes;
    char *names = thousand("runs:\n- {problems: [", "rigid-body, ", "rigid-body], step: [");
    char *step = thousand(names, "1, ", "2], method: dvp}\n- {problem: rigid-body, method: dvp}\n");
    char *repeated = thousand("runs: [", "{problem: all, method: all, formulation: all}, ",
                              "{problem: all, method: all}]");
    char *wrong = thousand("runs:\n", "- {x: 1, y: 2}\n", "");
    one_mistake(step, "2:3: from here on the plan asks for more than 100000 runs");
    hol_plan *plan = read_bytes(repeated, strlen(repeated), &mistakes);
    ck_assert(plan ? plan->count > 0 : mistakes.count == 1); /* as many as there are methods */
    hol_plan_free(plan);
    hol_mistakes_free(&mistakes);
    ck_assert_ptr_null(read_bytes(wrong, strlen(wrong), &mistakes));
    ck_assert_int_eq(mistakes.count, 1001);
    ck_assert_str_eq(mistakes.text[1000] + strlen(path), ": and 3000 mistakes more");
    hol_mistakes_free(&mistakes);
    free(names);
    free(step);
    free(repeated);
    free(wrong);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        ten_mistakes_are_said_at_once,
        a_misspelt_key_is_read_as_the_nearest_one,
        numbers_are_numbers,
        what_a_plan_has_no_use_for_is_refused,
        yaml_that_plans_do_not_have_is_refused,
        an_alias_is_one_mistake,
        a_file_that_is_no_plan_ends_at_once,
        the_number_of_runs_and_of_messages_is_bounded,
    };
    Suite *suite = suite_create("plan mistakes");
    TCase *plan = tcase_create("plan mistakes");
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tcase_add_test(plan, tests[i]);
    suite_add_tcase(suite, plan);
    return hol_run_suite(suite);
}
