/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files the program reads and writes: JSON, the object of `run --json`, reference solutions. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/cli/cli.h"
#include "harness/json.h"
#include "tests/suite.h"

/* ---------------------------------------------------------------- files of a test */

typedef struct {
    char path[64];
    FILE *out;
} scratch;

static scratch scratch_new(void)
{
    scratch s = {"/tmp/holonomy-test-XXXXXX", NULL};
    int file = mkstemp(s.path);
    ck_assert(file >= 0);
    s.out = fdopen(file, "w");
    ck_assert(s.out);
    return s;
}

static scratch scratch_of(const char *text)
{
    scratch s = scratch_new();
    ck_assert(fputs(text, s.out) >= 0 && fclose(s.out) == 0);
    return s;
}

/* ---------------------------------------------------------------- JSON */

/* Reads a text as one value; the message without the path. */
static bool reads(const char *text, hol_message *why)
{
    hol_json_reader in;
    scratch s = scratch_of(text);
    why->text[0] = '\0';
    bool good = hol_json_read(&in, s.path, why) && hol_json_skip(&in) && hol_json_end(&in);
    hol_json_done(&in);
    unlink(s.path);
    size_t path = strlen(s.path);
    if (!good) memmove(why->text, why->text + path + 1, strlen(why->text) - path);
    return good;
}

START_TEST(valid_json_is_read)
{
    static const char *const text[] = {"{}",
                                       "[]",
                                       "null",
                                       " true ",
                                       "-0",
                                       "0.5e+3",
                                       "\"\"",
                                       "[1, [2]]",
                                       "[1,2]\n",
                                       "{\"\":{}}",
                                       "1E-300",
                                       "\"\\u00e9\\n\\/\"",
                                       "-12.75",
                                       "[\n{}\n]",
                                       "\"\xc3\xa9\"",
                                       "false",
                                       "{\"a\":1,\"b\":[null]}"};
    hol_message why;
    for (size_t k = 0; k < sizeof text / sizeof *text; k++)
        ck_assert_msg(reads(text[k], &why), "%s: %s", text[k], why.text);
}
END_TEST

START_TEST(invalid_json_is_refused_at_its_line_and_column)
{
    static const struct {
        const char *text, *place;
    } row[] = {{"", "1:1: "},          {"{", "1:2: "},           {"[1,]", "1:4: "},
               {"[1 2]", "1:4: "},     {"{\"a\"}", "1:5: "},     {"{\"a\":1,}", "1:8: "},
               {"[1]\nx", "2:1: "},    {"nan", "1:1: "},         {"inf", "1:1: "},
               {"[\n NaN]", "2:2: "},  {"01", "1:1: "},          {"1.", "1:1: "},
               {".5", "1:1: "},        {"+1", "1:1: "},          {"0x10", "1:2: "},
               {"1e400", "1:1: "},     {"\"a", "1:3: "},         {"\"\t\"", "1:2: "},
               {"\"\\x\"", "1:3: "},   {"\"\\u12g4\"", "1:6: "}, {"'a'", "1:1: "},
               {"[1}", "1:3: "},       {"{a:1}", "1:2: "},       {"nul", "1:1: "},
               {"[1]]", "1:4: "},      {"-", "1:1: "},           {"1e", "1:1: "},
               {"{\"a\" 1}", "1:6: "}, {"// no\n1", "1:1: "}};
    hol_message why;
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        ck_assert_msg(!reads(row[k].text, &why), "%s is read", row[k].text);
        ck_assert_msg(!strncmp(why.text, row[k].place, strlen(row[k].place)), "%s: %s", row[k].text,
                      why.text);
    }
}
END_TEST

START_TEST(a_nest_too_deep_is_refused)
{
    char text[10002];
    memset(text, '[', 10000);
    strcpy(text + 10000, "]");
    hol_message why;
    ck_assert(!reads(text, &why) && strstr(why.text, "nested too deeply"));
}
END_TEST

START_TEST(what_is_written_is_read_back_bit_for_bit)
{
    static const double x[] = {0.1, -1.0 / 3.0, 5e-324, 1.7976931348623157e308, -0.0, 2.385e-17};
    enum { COUNT = sizeof x / sizeof *x };
    static const char *const said = "a \"quoted\" back\\slash\nline\ttab \x01 \xc3\xa9";
    scratch s = scratch_new();
    hol_json j = {.out = s.out};
    hol_json_open(&j, NULL, '{');
    hol_json_string(&j, "text", said);
    hol_json_numbers(&j, "x", COUNT, x);
    hol_json_close(&j, '}');
    ck_assert(fclose(s.out) == 0);
    hol_json_reader in;
    hol_message why = {""};
    bool first = true, more;
    char key[64], text[64];
    double y[COUNT];
    ck_assert_msg(hol_json_read(&in, s.path, &why) && hol_json_expect(&in, '{') &&
                      hol_json_member(&in, &first, key, &more) &&
                      hol_json_get_string(&in, text, sizeof text) &&
                      hol_json_member(&in, &first, key, &more) &&
                      hol_json_get_numbers(&in, COUNT, y) &&
                      hol_json_member(&in, &first, key, &more) && !more && hol_json_end(&in),
                  "%s", why.text);
    ck_assert_str_eq(text, said);
    ck_assert(!memcmp(x, y, sizeof x));
    hol_json_done(&in);
    unlink(s.path);
}
END_TEST

START_TEST(a_number_that_is_none_is_written_as_null)
{
    scratch s = scratch_new();
    hol_json j = {.out = s.out};
    const double x[3] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    hol_json_numbers(&j, NULL, 3, x);
    ck_assert(fclose(s.out) == 0);
    char line[64];
    FILE *in = fopen(s.path, "r");
    ck_assert(in && fgets(line, sizeof line, in));
    ck_assert_str_eq(line, "[null, null, null]\n");
    fclose(in);
    unlink(s.path);
}
END_TEST

/* ---------------------------------------------------------------- run --json */

enum { KEYS_SIZE = 4096 };

/* Appends the keys of a value, in their order: "a{b c}", elements of an array once. */
static bool keys(hol_json_reader *in, char text[KEYS_SIZE])
{
    bool first = true, more, object = in->text[in->at + strspn(in->text + in->at, " \n")] == '{';
    char key[64];
    if (!object) return hol_json_skip(in);
    if (!hol_json_expect(in, '{')) return false;
    strcat(text, "{");
    for (bool one = true; hol_json_member(in, &first, key, &more); one = false) {
        if (!more) {
            strcat(text, "}");
            return true;
        }
        size_t used = strlen(text);
        snprintf(text + used, KEYS_SIZE - used, "%s%s", one ? "" : " ", key);
        bool array = in->text[in->at + strspn(in->text + in->at, " \n")] == '[';
        bool first_element = true, more_elements = true;
        if (array && !hol_json_expect(in, '[')) return false;
        if (!array && !keys(in, text)) return false;
        for (size_t end = strlen(text); array; end = strlen(text)) {
            char element[KEYS_SIZE] = "";
            if (!hol_json_element(in, &first_element, &more_elements)) return false;
            if (!more_elements) break;
            if (!keys(in, element)) return false;
            if (text[end - 1] != '}' && element[0]) strcat(text, element);
        }
    }
    return false;
}

#define BODIES "bodies{name r p v omega}"

static void run_object(const hol_case *c, const char *expected)
{
    hol_result r;
    scratch s = scratch_new();
    ck_assert_msg(hol_run(c, &r) == HOL_RAN, "%s", r.message.text);
    cli_show_json(s.out, &r);
    ck_assert(fclose(s.out) == 0);
    hol_result_free(&r);
    hol_json_reader in;
    hol_message why = {""};
    char text[KEYS_SIZE] = "";
    bool good = hol_json_read(&in, s.path, &why) && keys(&in, text) && hol_json_end(&in);
    ck_assert_msg(good, "%s", why.text);
    hol_json_done(&in);
    unlink(s.path);
    ck_assert_str_eq(text, expected);
}

START_TEST(a_run_is_one_object_with_these_keys)
{
    static const char *const expected =
        "{problem parameters{J1 J2 J3 omega1 omega2 omega3} method options{} formulation status "
        "message t h{min max last} steps rejected " BODIES
        " multipliers nonholonomic energy{initial final max_error drift} "
        "energy_rigid{initial final max_error drift} momentum{name initial final max_error} "
        "constraints{position velocity acceleration} "
        "error{position orientation velocity multipliers} "
        "counters{constraints jacobians hessians third_derivatives forces masses curvatures "
        "accelerations factorisations solves krylov newton newton_most projections projected "
        "invariant_gradients invariant_hessians reparametrisations "
        "seconds_acceleration seconds_projection condition} cpu_seconds "
        "trajectory{t from " BODIES "}}";
    hol_case c = hol_case_of(hol_problem_named("rigid-body"), hol_method_named("rk4-index1"));
    c.until = 0.1;
    c.samples = 3;
    run_object(&c, expected);
    c.h = 1.0; /* ends in numbers that are none */
    c.until = 30.0;
    run_object(&c, expected);
}
END_TEST

/* ---------------------------------------------------------------- reference solutions */

#define HEAD                                                                                       \
    "# holonomy reference 1\n# problem: rigid-body\n# digits: 20\n# bodies: body\n"                \
    "# multipliers: none\n"
#define ROW " 1 2 3 1 0 0 0 4 5 6 7 8 9\n"

START_TEST(a_reference_is_read)
{
    hol_message why;
    scratch s = scratch_of(HEAD "0" ROW "0.5" ROW);
    hol_reference *ref = hol_reference_read(s.path, &why);
    ck_assert_msg(ref, "%s", why.text);
    ck_assert_int_eq(ref->rows, 2);
    ck_assert_int_eq(ref->bodies, 1);
    ck_assert_int_eq(ref->multipliers, 0);
    ck_assert_int_eq(ref->digits, 20);
    ck_assert_str_eq(ref->body[0], "body");
    const hol_pose *at = &ref->pose[1];
    ck_assert(at->r[2] == 3 && at->p[0] == 1 && at->v[1] == 5 && at->omega[2] == 9);
    ck_assert_int_eq(hol_reference_row(ref, 0.5 + 1e-12), 1);
    ck_assert_int_eq(hol_reference_row(ref, 0.25), -1);
    ck_assert_int_eq(hol_reference_row(ref, 0.6), -1);
    hol_reference_free(ref);
    unlink(s.path);
}
END_TEST

START_TEST(a_malformed_reference_is_refused_with_file_and_line)
{
    static const struct {
        const char *text;
        int line;
        const char *what;
    } row[] = {
        {"", 1, "first line"},
        {"# holonomy reference 2\n", 1, "first line"},
        {HEAD, 5, "no rows"},
        {HEAD "0" ROW "0.5 1 2\n", 7, "too short"},
        {HEAD "0" ROW "0.5 1" ROW, 7, "too long"},
        {HEAD "0" ROW "0" ROW, 7, "increase"},
        {HEAD "0" ROW "0.5 x 2 3 1 0 0 0 4 5 6 7 8 9\n", 7, "not a number"},
        {HEAD "0" ROW "0.5 1e 2 3 1 0 0 0 4 5 6 7 8 9\n", 7, "not a number"},
        {HEAD "0" ROW "0.5 nan 2 3 1 0 0 0 4 5 6 7 8 9\n", 7, "not finite"},
        {HEAD "0" ROW "0.5 1e999 2 3 1 0 0 0 4 5 6 7 8 9\n", 7, "not finite"},
        {HEAD "0" ROW "# problem: other\n", 7, "header"},
        {HEAD "# bodies: body\n", 6, "twice"},
        {"# holonomy reference 1\n# digits: many\n", 2, "digits"},
        {"# holonomy reference 1\n# problem: rigid-body\n# digits: 20\n# bodies: body\n0" ROW, 5,
         "multipliers"},
        {"# holonomy reference 1\n# digits: 20\n# bodies: body\n# multipliers: none\n0" ROW, 5,
         "problem"},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        char place[96];
        hol_message why = {""};
        scratch s = scratch_of(row[k].text);
        snprintf(place, sizeof place, "%s:%d: ", s.path, row[k].line);
        ck_assert_msg(!hol_reference_read(s.path, &why), "text %zu is read", k);
        ck_assert_msg(!strncmp(why.text, place, strlen(place)) && strstr(why.text, row[k].what),
                      "text %zu: %s", k, why.text);
        unlink(s.path);
    }
    hol_message why;
    ck_assert(!hol_reference_read("/none/a.ref", &why));
    ck_assert_str_eq(why.text, "/none/a.ref: No such file or directory");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("files");
    TCase *tcase = tcase_create("files");
    tcase_add_test(tcase, valid_json_is_read);
    tcase_add_test(tcase, invalid_json_is_refused_at_its_line_and_column);
    tcase_add_test(tcase, a_nest_too_deep_is_refused);
    tcase_add_test(tcase, what_is_written_is_read_back_bit_for_bit);
    tcase_add_test(tcase, a_number_that_is_none_is_written_as_null);
    tcase_add_test(tcase, a_run_is_one_object_with_these_keys);
    tcase_add_test(tcase, a_reference_is_read);
    tcase_add_test(tcase, a_malformed_reference_is_refused_with_file_and_line);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
