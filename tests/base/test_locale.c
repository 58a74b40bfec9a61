/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A host program whose locale has a decimal comma: options, references, models in YAML and JSON are
 * read and written with a decimal point. */
#include <check.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "holonomy.h"
#include "holonomy/model_file.h"
#include "holonomy/reference.h"
#include "tests/suite.h"

static char folder[] = "/tmp/holonomy-locale-XXXXXX";

static bool entered(const char *name)
{
    return setlocale(LC_ALL, name) && !strcmp(localeconv()->decimal_point, ",");
}

/* Germany's if it is installed, else one made here, like C but for the comma. */
static bool enter_comma_locale(void)
{
    static const char make[] =
        "cd %s && { echo LC_NUMERIC; echo 'decimal_point \"<U002C>\"'; echo 'thousands_sep \"\"';"
        " echo 'grouping -1'; echo 'END LC_NUMERIC'; } >source &&"
        " localedef -c -i source ./comma >/dev/null 2>&1";
    char command[512];
    if (entered("de_DE.UTF-8")) return true;
    snprintf(command, sizeof command, make, folder);
    if (system(command) < 0) return false; /* localedef warns of all that is not there */
    setenv("LOCPATH", folder, 1);
    return entered("comma");
}

START_TEST(the_locale_has_a_comma)
{
    char text[16];
    snprintf(text, sizeof text, "%.1f", 1.5);
    ck_assert_str_eq(text, "1,5");
}
END_TEST

START_TEST(options_have_a_point)
{
    static const hol_option table[] = {{"h", HOL_REAL, 0.5, 0, 1, NULL, "step [s]"}, {0}};
    double value[1];
    char text[64];
    hol_message why;
    ck_assert_msg(hol_option_set(table, "option", "h=0.25", value, &why), "%s", why.text);
    ck_assert_double_eq(value[0], 0.25);
    hol_option_print(table, value[0], text);
    ck_assert_str_eq(text, "0.25");
    ck_assert(!hol_option_set(table, "option", "h=0,25", value, &why));
    ck_assert(!hol_option_set(table, "option", "h=1.5", value, &why));
    ck_assert_str_eq(why.text, "option 'h' = 1.5 is out of range [0, 1]: step [s]");
}
END_TEST

START_TEST(a_reference_is_read_to_the_bit)
{
    hol_message why;
    char path[512];
    hol_reference_find("rigid-body.ref", path, sizeof path);
    hol_reference *here = hol_reference_read(path, &why);
    ck_assert_msg(here, "%s", here ? "" : why.text);
    setlocale(LC_ALL, "C");
    hol_reference *point = hol_reference_read(path, &why);
    ck_assert_int_eq(here->rows, point->rows);
    for (int i = 0; i < point->rows * point->bodies; i++)
        for (int k = 0; k < 4; k++) ck_assert_double_eq(here->pose[i].p[k], point->pose[i].p[k]);
    hol_reference_free(here), hol_reference_free(point);
}
END_TEST

START_TEST(a_model_is_read_to_the_bit)
{
    const char *source = getenv("srcdir");
    char path[512];
    double m[2], J[2];
    snprintf(path, sizeof path, "%s/examples/gyrostat.yaml", source ? source : ".");
    for (int i = 0; i < 2; i++) {
        hol_mistakes mistakes;
        const hol_problem *problem = hol_model_read(path, &mistakes);
        ck_assert_msg(problem, "%s", problem ? "" : mistakes.text[0]);
        m[i] = hol_body_at(problem->model, 0)->m, J[i] = hol_body_at(problem->model, 0)->J[0];
        hol_model_close(problem);
        hol_mistakes_free(&mistakes);
        setlocale(LC_ALL, "C");
    }
    ck_assert_double_eq(m[0], m[1]);
    ck_assert_double_eq(J[0], J[1]);
}
END_TEST

START_TEST(json_has_a_point)
{
    char path[600], text[2][256] = {"", ""};
    double x[3] = {0.1, -1.25e-300, 7};
    snprintf(path, sizeof path, "%s/x.json", folder);
    for (int i = 0; i < 2; i++) { /* the second time in C */
        hol_json j = {.out = fopen(path, "w+")};
        ck_assert(j.out);
        hol_json_numbers(&j, NULL, 3, x);
        rewind(j.out);
        ck_assert(fgets(text[i], sizeof text[i], j.out));
        fclose(j.out);
        setlocale(LC_ALL, "C");
    }
    ck_assert_str_eq(text[0], text[1]);
}
END_TEST

int main(void)
{
    char command[600];
    if (!mkdtemp(folder)) return EXIT_FAILURE;
    bool comma = enter_comma_locale();
    const hol_loop loop[] = {{the_locale_has_a_comma, 1},
                             {options_have_a_point, 1},
                             {a_reference_is_read_to_the_bit, 1},
                             {a_model_is_read_to_the_bit, 1},
                             {json_has_a_point, 1}};
    int code = 77;
    if (comma)
        code = hol_run_loops("locale", loop, sizeof loop / sizeof *loop);
    else
        puts("no locale with a decimal comma is installed, and localedef makes none");
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) == 0 ? code : EXIT_FAILURE;
}
