/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans and models that are wrong, of the lists in wrong/: all that is said of each, and nothing
 * else; names that are code stay text in what the program writes; numbers at the ends of double. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/table.h"
#include "tests/harness/model_text.h"
#include "tests/suite.h"

enum { MOST_WANTED = 16 };

typedef struct {
    char *at;    /* in the list, which is cut up */
    char *title; /* of the case */
    char *text;  /* of the file that is wrong */
    char *wanted[MOST_WANTED];
    int count;
} wrong;

static char *whole_list(const char *name)
{
    char file[512];
    snprintf(file, sizeof file, "%s/tests/harness/wrong/%s", getenv("srcdir"), name);
    FILE *in = fopen(file, "rb");
    ck_assert_msg(in, "%s", file);
    char *text = calloc(1, 1 << 17);
    size_t size = fread(text, 1, (1 << 17) - 1, in);
    ck_assert(size > 0 && size < (1 << 17) - 1);
    fclose(in);
    return text;
}

/* The rest behind the first `end`, which is cut off; NULL: there is none. */
static char *cut(char *text, const char *end)
{
    char *found = strstr(text, end);
    if (!found) return NULL;
    *found = '\0';
    return found + strlen(end);
}

/* The next case of the list; false at its end. */
static bool next(wrong *w)
{
    if (!w->at) return false;
    w->title = w->at;
    w->text = cut(w->at, "\n");
    char *says = w->text ? cut(w->text, "%% says\n") : NULL;
    ck_assert_msg(says, "%s: nothing is said of it", w->title);
    w->at = cut(says, "\n%% ");
    for (w->count = 0; says && *says && w->count < MOST_WANTED; w->count++) {
        w->wanted[w->count] = says;
        says = cut(says, "\n");
    }
    return true;
}

/* One that ends with "..." goes on. */
static bool meant(const char *wanted, const char *said)
{
    size_t n = strlen(wanted);
    if (n < 3 || strcmp(wanted + n - 3, "...") != 0) return !strcmp(wanted, said);
    return !strncmp(wanted, said, n - 4);
}

static hol_mistakes mistakes_of(const char *text, bool is_plan)
{
    hol_mistakes mistakes;
    if (is_plan)
        hol_plan_free(read_bytes(text, strlen(text), &mistakes));
    else
        hol_model_close(read_text(text, &mistakes));
    return mistakes;
}

static int try_list(const char *name, bool is_plan)
{
    char *list = whole_list(name), *first = strstr(list, "\n%% ");
    wrong w = {.at = first + 4};
    int count = 0;
    for (; next(&w); count++) {
        hol_mistakes said = mistakes_of(w.text, is_plan);
        ck_assert_msg(said.count == w.count, "%s: %d mistakes, not %d; the first: %s", w.title,
                      said.count, w.count, said.count ? said.text[0] : "none");
        for (int i = 0; i < w.count; i++)
            ck_assert_msg(meant(w.wanted[i], said.text[i] + strlen(path) + 1), "%s: %s", w.title,
                          said.text[i]);
        hol_mistakes_free(&said);
    }
    free(list);
    return count;
}

START_TEST(of_wrong_plans_and_models_all_is_said)
{
    int models = try_list("models.txt", false), plans = try_list("plans.txt", true);
    ck_assert_int_ge(models + plans, 150);
}
END_TEST

/* ---------------------------------------------------------------- long and deep */

/* `count` times `part` between two texts: malloc'd. */
static char *repeated(const char *before, const char *part, size_t count, const char *behind)
{
    size_t n = strlen(part);
    char *text = malloc(strlen(before) + n * count + strlen(behind) + 1), *end = text;
    end = stpcpy(end, before);
    for (size_t i = 0; i < count; i++) end = stpcpy(end, part);
    strcpy(end, behind);
    return text;
}

START_TEST(long_tokens_and_deep_nesting_are_mistakes)
{
    static const struct {
        const char *before, *part, *behind;
        size_t count;
    } row[] = {
        {"model: ", "a", "\n", 10000000},
        {"model: a\nbodies: ", "[", "\n", 1000000},
        {"model: a\nbodies: ", "{a: ", "\n", 200000},
        {"model: a\nbodies:\n  - {name: b, shape: point, m: ", "(", "1}\n", 500000},
        {"model: a\nbodies:\n  - {name: b, shape: point, m: 1", "0", "}\n", 500000},
        {"model: a\nbodies:\n  - {name: b, shape: point, m: -", "-", "1}\n", 300000},
        {"model: a\nbodies:\n", "- - ", "\n", 100000},
        {"", "? ", "\n", 100000},
        {"", "a: 1\n", "\n", 150000},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        char *text = repeated(row[k].before, row[k].part, row[k].count, row[k].behind);
        for (int is_plan = 0; is_plan < 2; is_plan++) {
            hol_mistakes said = mistakes_of(text, is_plan);
            ck_assert_msg(said.count > 0, "row %zu is read", k);
            for (int i = 0; i < said.count; i++) ck_assert_uint_lt(strlen(said.text[i]), 1024);
            hol_mistakes_free(&said);
        }
        free(text);
    }
}
END_TEST

/* ---------------------------------------------------------------- bytes that are no text */

/* One character that YAML does not allow, in the name of a model: each is said with its place, and
 * nothing behind it is read. */
START_TEST(bytes_that_are_no_text_are_named)
{
    static const struct {
        const char *bytes;
        int said;         /* the byte at which the character begins */
        const char *what; /* it is */
    } row[] = {
        {"\x80", 0x80, "a byte that continues nothing"},
        {"\xc1\xbf", 0xc1, "two bytes for one of ASCII"},
        {"\xc2\x80", 0xc2, "a control character of the upper half"},
        {"\xc2 ", 0xc2, "a character cut short"},
        {"\xe0\x9f\xbf", 0xe0, "three bytes for one of two"},
        {"\xed\xa0\x80", 0xed, "half of a pair of UTF-16"},
        {"\xef\xbb\xbf", 0xef, "the mark of a file's begin inside"},
        {"\xef\xbf\xbe", 0xef, "none by definition"},
        {"\xef\xbf\xbf", 0xef, "none by definition"},
        {"\xf0\x8f\xbf\xbf", 0xf0, "four bytes for one of three"},
        {"\xf4\x90\x80\x80", 0xf4, "above the last character"},
        {"\xf5\x80\x80\x80", 0xf5, "a byte of no character"},
        {"\xf0\x9f\x98", 0xf0, "a character that the file cuts short"},
        {"\x7f", 0x7f, "a control character"},
        {"\x01", 0x01, "a control character"},
    };
    static const char *const good[] = {"\xc2\x85", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80",
                                       "\xf4\x8f\xbf\xbd"};
    char text[128], wanted[32];
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        snprintf(text, sizeof text, "about: x%s", row[k].bytes);
        snprintf(wanted, sizeof wanted, "1:9: the byte 0x%02x: ", row[k].said);
        for (int is_plan = 0; is_plan < 2; is_plan++) {
            hol_mistakes said = mistakes_of(text, is_plan);
            ck_assert_msg(said.count == 1, "%s: %d mistakes", row[k].what, said.count);
            ck_assert_msg(!strncmp(said.text[0] + strlen(path) + 1, wanted, strlen(wanted)),
                          "%s: %s", row[k].what, said.text[0]);
            hol_mistakes_free(&said);
        }
    }
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        snprintf(text, sizeof text, "about: x%s\n", good[k]);
        hol_mistakes said = mistakes_of(text, false);
        for (int i = 0; i < said.count; i++) ck_assert_ptr_null(strstr(said.text[i], "the byte"));
        hol_mistakes_free(&said);
    }
}
END_TEST

/* ---------------------------------------------------------------- the ends of double */

/* A model of such numbers is read, or it is said why not. */
START_TEST(numbers_at_the_ends_of_double_are_read_or_refused)
{
    static const char *const value[] = {
        "0",     "-0.0",   "5e-324", "2.2e-308", "1e-300",
        "1e308", "-1e308", "1e309",  "1e-400",   "nan",
        ".inf",  "1e999",  "1e-999", "-1e-309",  "1.7976931348623157e308"};
    static const char *const form[] = {
        "model: a\nbodies: [{name: b, shape: point, m: %s}]\n",
        "model: a\nbodies: [{name: b, shape: rigid, m: 1, J: [%s, 1, 1]}]\n",
        "model: a\nbodies: [{name: b, shape: rigid, m: 1, J: [1, 1, 1], p: [%s, 0, 0, 0]}]\n",
        "model: a\nbodies: [{name: b, shape: point, m: 1, r: [%s, 0, 0], v: [0, 1, 0]}]\n",
        "model: a\nbodies: [{name: b, shape: point, m: 1, v: [%s, 0, 0]}]\n",
        "model: a\nspan: %s\nbodies: [{name: b, shape: point, m: 1}]\n",
        "model: a\nbodies: [{name: b, shape: point, m: 1}]\nforces: [{type: gravity, g: [0, 0, "
        "%s]}]\n",
        "model: a\nbodies: [{name: b, shape: point, m: 1, r: [1, 0, 0]}]\njoints: [{name: j, type: "
        "distance, bodies: [ground, b], points: [[0, 0, 0], [0, 0, 0]], length: %s}]\n",
    };
    for (size_t f = 0; f < sizeof form / sizeof *form; f++)
        for (size_t k = 0; k < sizeof value / sizeof *value; k++) {
            char text[512];
            hol_mistakes said;
            snprintf(text, sizeof text, form[f], value[k]);
            const hol_problem *problem = read_text(text, &said);
            ck_assert_msg(!problem == (said.count > 0), "%s", text);
            hol_mistakes_free(&said);
            for (int m = 0; problem && m < 3; m++) {
                static const char *const name[] = {"rattle", "spook", "rk4-index1"};
                hol_result r;
                hol_case c = hol_case_of(problem, hol_method_named(name[m]));
                c.until = 5 * c.h;
                c.repeats = 0;
                if (hol_run(&c, &r) == HOL_RAN && r.status == HOL_OK)
                    for (int i = 0; i < r.x->sys->nq; i++)
                        ck_assert_msg(isfinite(r.x->z->q[i]), "%s: %s", name[m], text);
                hol_result_free(&r);
            }
            hol_model_close(problem);
        }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("wrong");
    TCase *tcase = tcase_create("wrong");
    tcase_set_timeout(tcase, hol_patience(60));
    tcase_add_test(tcase, of_wrong_plans_and_models_all_is_said);
    tcase_add_test(tcase, long_tokens_and_deep_nesting_are_mistakes);
    tcase_add_test(tcase, bytes_that_are_no_text_are_named);
    tcase_add_test(tcase, numbers_at_the_ends_of_double_are_read_or_refused);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
