/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files the program reads and writes: JSON, tables, the object of `run --json`, reference
 * solutions. */
#include <check.h>
#include <errno.h>
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/json.h"
#include "base/sanitized.h"
#include "base/table.h"
#include "harness/cli/cli.h"
#include "harness/model/file_values.h"
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

/* Whether the file of a test is JSON, as SQLite reads it. */
static bool is_json(const char *path)
{
    static char text[100000];
    sqlite3 *db;
    sqlite3_stmt *query;
    FILE *in = fopen(path, "r");
    ck_assert(in);
    size_t size = fread(text, 1, sizeof text, in);
    ck_assert(feof(in) && !fclose(in));
    ck_assert_int_eq(sqlite3_open(":memory:", &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(db, "SELECT json_valid(?)", -1, &query, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_bind_text(query, 1, text, (int)size, SQLITE_STATIC), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(query), SQLITE_ROW);
    bool valid = sqlite3_column_int(query, 0);
    sqlite3_finalize(query);
    sqlite3_close(db);
    return valid;
}

START_TEST(what_is_written_is_read_back_bit_for_bit)
{
    static const double x[] = {0.1, -1.0 / 3.0, 5e-324, 1.7976931348623157e308, 0.0, 2.385e-17};
    enum { COUNT = sizeof x / sizeof *x };
    static const char *const said = "a \"quoted\" back\\slash\nline\ttab \x01 \xc3\xa9";
    scratch s = scratch_new();
    hol_json j = {.out = s.out};
    hol_json_open(&j, NULL, '{');
    hol_json_string(&j, "text", said);
    hol_json_numbers(&j, "x", COUNT, x);
    hol_json_close(&j, '}');
    ck_assert(fclose(s.out) == 0 && is_json(s.path));
    file_tree tree;
    double y[COUNT];
    file_tree_read(&tree, s.path, "a test", 1);
    ck_assert_int_eq(tree.mistakes, 0);
    int key = tree.node[0].first, value = tree.node[key].next;
    ck_assert_str_eq(tree.node[value].text, said);
    key = tree.node[value].next;
    ck_assert(file_read_vector(&tree, tree.node[key].next, "x", COUNT, y));
    ck_assert(!memcmp(x, y, sizeof x));
    file_tree_free(&tree);
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

/* ---------------------------------------------------------------- tables */

/* No name becomes a tag or a link. */
START_TEST(a_name_in_markdown_stays_text)
{
    static const char *const pair[][2] = {
        {"<img src=x onerror=alert(1)>", "\\<img src=x onerror=alert(1)>"},
        {"\\<b>", "\\\\\\<b>"},
        {"a`<b>`|", "a\\`\\<b>\\`\\|"},
        {"[x](javascript:alert(1)) [y][z] [m]", "[x\\](javascript:alert(1)) [y\\][z] [m]"},
    };
    for (size_t k = 0; k < sizeof pair / sizeof *pair; k++) {
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        hol_markdown_text(out, pair[k][0]);
        ck_assert(!fclose(out));
        ck_assert_str_eq(text, pair[k][1]);
        free(text);
    }
}
END_TEST

START_TEST(a_table_is_quoted_as_each_form_needs)
{
    static const struct {
        void (*print)(FILE *out, const hol_table *t);
        const char *text;
    } form[] = {
        {hol_table_csv, "name,x [m],n\n\"a, \"\"b\"\"|<&_\nc\",1.25e-05,≤ 2\nplain,,\n"},
        {hol_table_json, "[\n  {\n    \"name\": \"a, \\\"b\\\"|<&_\\nc\",\n    \"x [m]\": "
                         "1.2500000000000001e-05,\n    \"n\": \"≤ 2\"\n  },\n  {\n    \"name\": "
                         "\"plain\",\n    \"x [m]\": null,\n    \"n\": \"\"\n  }\n]\n"},
        {hol_table_markdown,
         "| name | x [m] | n |\n|:--|--:|--:|\n| [a, \"b\"\\|\\<&_ c](#the-place) "
         "| 1.25e-05 | ≤ 2 |\n| plain |  |  |\n"},
        {hol_table_latex, "\\begin{tabular}{lrr}\n\\hline\nname & x {[}m{]} & n \\\\\n\\hline\n"
                          "a, \\textquotedbl{}b\\textquotedbl{}\\textbar{}\\textless{}\\&\\_ c & "
                          "$1.25\\cdot 10^{-5}$ & $\\le$ 2 \\\\\nplain &  &  \\\\\n"
                          "\\hline\n\\end{tabular}\n"},
        {hol_table_html,
         "<div class=\"scroll\"><table>\n<thead>\n<tr><th>name</th><th class=\"n\">x [m]</th>"
         "<th class=\"n\">n</th></tr>\n</thead>\n<tbody>\n<tr><td><a href=\"#the-place\">"
         "a, \"b\"|&lt;&amp;_\nc</a></td><td class=\"n s3\">1.25e-05</td><td class=\"n\">≤ 2</td>"
         "</tr>\n<tr><td>plain</td><td class=\"n\"></td><td class=\"n\"></td></tr>\n"
         "</tbody>\n</table></div>\n"}};
    hol_table t = hol_table_of("name|#x [m]|>n");
    hol_cell(&t, "%s", "a, \"b\"|<&_\nc");
    hol_cell_link(&t, "The place");
    hol_cell(&t, "1.25e-05");
    hol_cell_shade(&t, 3);
    hol_cell(&t, "≤ %d", 2);
    hol_cell(&t, "plain");
    hol_cell_number(&t, (double)NAN);
    hol_cell(&t, "%s", "");
    for (size_t k = 0; k < sizeof form / sizeof *form; k++) {
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        form[k].print(out, &t);
        ck_assert(!fclose(out));
        ck_assert_str_eq(text, form[k].text);
        free(text);
    }
    hol_table_free(&t);
}
END_TEST

/* ---------------------------------------------------------------- run --json */

enum { KEYS_SIZE = 4096 };

/* Appends the keys of a value, in their order: "a{b c}", those of the elements of a list once. */
static void keys(const file_tree *tree, int node, char text[KEYS_SIZE])
{
    const file_node *all = tree->node;
    if (all[node].kind == FILE_LIST) {
        if (all[node].first >= 0) keys(tree, all[node].first, text);
        return;
    }
    if (all[node].kind != FILE_MAP) return;
    strcat(text, "{");
    for (int key = all[node].first; key >= 0; key = all[all[key].next].next) {
        size_t used = strlen(text);
        snprintf(text + used, KEYS_SIZE - used, "%s%s", key == all[node].first ? "" : " ",
                 all[key].text);
        keys(tree, all[key].next, text);
    }
    strcat(text, "}");
}

#define BODIES "bodies{name r p v omega}"

static void run_object(const hol_case *c, const char *expected)
{
    hol_result r;
    scratch s = scratch_new();
    ck_assert_msg(hol_run(c, &r) == HOL_RAN, "%s", r.message.text);
    cli_show_json(s.out, &r);
    ck_assert(fclose(s.out) == 0 && is_json(s.path));
    hol_result_free(&r);
    file_tree tree;
    char text[KEYS_SIZE] = "";
    file_tree_read(&tree, s.path, "a test", 1);
    ck_assert_int_eq(tree.mistakes, 0);
    keys(&tree, 0, text);
    file_tree_free(&tree);
    unlink(s.path);
    ck_assert_str_eq(text, expected);
}

START_TEST(a_run_is_one_object_with_these_keys)
{
    static const char *const expected =
        "{problem parameters{J1 J2 J3 omega1 omega2 omega3} method options{} formulation status "
        "message t h{min max last} steps rejected " BODIES
        " rows multipliers nonholonomic redundant left_out "
        "energy{initial final max_error relative drift} "
        "energy_rigid{initial final max_error relative drift} work work_doubt momentum{name "
        "initial final "
        "max_error} "
        "constraints{position velocity acceleration} "
        "error{position orientation velocity multipliers} measures{scd mescd relative} "
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

START_TEST(a_table_of_lines_is_read_or_refused_with_file_and_line)
{
    static const struct {
        const char *text;
        int line; /* 0: it is read */
        const char *what;
    } file[] = {
        {"# holonomy limits 1\n# why\na\tb\n1\t2 3\n# more\n4\t5\n", 0, ""},
        {"# holonomy limits 2\na\tb\n1\t2\n", 1, "first line"},
        {"# holonomy limits 1\na\tc\n1\t2\n", 2, "the columns are a, b"},
        {"# holonomy limits 1\na\n1\t2\n", 2, "the columns are a, b"},
        {"# holonomy limits 1\na\tb\n", 2, "there are no rows"},
        {"# holonomy limits 1\na\tb\n1\t2\n1\n", 4, "a row has 2 fields, none of them empty"},
        {"# holonomy limits 1\na\tb\n1\t2\t3\n", 3, "a row has 2 fields"},
        {"# holonomy limits 1\na\tb\n1\t\n", 3, "a row has 2 fields"},
    };
    for (size_t k = 0; k < sizeof file / sizeof *file; k++) {
        char place[96];
        hol_message why = {""};
        scratch s = scratch_of(file[k].text);
        hol_table t = hol_table_of("a|b");
        snprintf(place, sizeof place, "%s:%d: ", s.path, file[k].line);
        bool read = hol_table_read(&t, s.path, "# holonomy limits 1", &why);
        ck_assert_msg(read == !file[k].line, "text %zu: %s", k, why.text);
        ck_assert_msg(
            read || (!strncmp(why.text, place, strlen(place)) && strstr(why.text, file[k].what)),
            "text %zu: %s", k, why.text);
        if (read) {
            ck_assert_int_eq(hol_table_rows(&t), 2);
            ck_assert_str_eq(hol_table_text(&t, 0, 1), "2 3");
            ck_assert_str_eq(hol_table_text(&t, 1, 0), "4");
        }
        hol_table_free(&t);
        unlink(s.path);
    }
}
END_TEST

/* A line too long for the memory there is, after a reference that is whole. */
START_TEST(a_line_that_cannot_be_read_is_no_end_of_the_file)
{
    hol_message why = {""};
    char wanted[96];
    struct rlimit limit = {.rlim_cur = 1L << 29, .rlim_max = 1L << 29};
    scratch s = scratch_of(HEAD "0" ROW "0.5" ROW);
    ck_assert_int_eq(truncate(s.path, 1L << 31), 0);
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
    ck_assert(!hol_reference_read(s.path, &why));
    unlink(s.path);
    snprintf(wanted, sizeof wanted, "%s:", s.path);
    ck_assert_msg(!strncmp(why.text, wanted, strlen(wanted)) && strstr(why.text, strerror(ENOMEM)),
                  "%s", why.text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("files");
    TCase *tcase = tcase_create("files");
    tcase_add_test(tcase, what_is_written_is_read_back_bit_for_bit);
    tcase_add_test(tcase, a_number_that_is_none_is_written_as_null);
    tcase_add_test(tcase, a_name_in_markdown_stays_text);
    tcase_add_test(tcase, a_table_is_quoted_as_each_form_needs);
    tcase_add_test(tcase, a_run_is_one_object_with_these_keys);
    tcase_add_test(tcase, a_reference_is_read);
    tcase_add_test(tcase, a_malformed_reference_is_refused_with_file_and_line);
    tcase_add_test(tcase, a_table_of_lines_is_read_or_refused_with_file_and_line);
#ifndef HOL_SANITIZED /* which has more memory mapped than any limit */
    tcase_add_test(tcase, a_line_that_cannot_be_read_is_no_end_of_the_file);
#endif
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
