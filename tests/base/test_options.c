/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options, the nearest word, and the texts of status codes and traits. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy.h"
#include "tests/suite.h"

static const hol_option table[] = {
    {"velocity", HOL_CHOICE, 1, 0, 2, "legendre central difference", "the velocity"},
    {"step", HOL_REAL, 0.01, 1e-6, 10, NULL, "step [s]"},
    {"bodies", HOL_INT, 3, 1, 1000000, NULL, "number of bodies"},
    {NULL, HOL_REAL, 0, 0, 0, NULL, NULL},
};

START_TEST(defaults_are_those_of_the_table)
{
    double value[3];
    ck_assert_int_eq(hol_option_count(table), 3);
    ck_assert_int_eq(hol_option_count(NULL), 0);
    hol_option_defaults(table, value);
    ck_assert_double_eq(value[0], 1);
    ck_assert_double_eq(value[1], 0.01);
    ck_assert_double_eq(value[2], 3);
    hol_option_defaults(NULL, value);
}
END_TEST

START_TEST(a_valid_text_sets_its_value_and_no_other)
{
    static const struct {
        const char *text;
        int place;
        double value;
    } valid[] = {
        {"velocity=legendre", 0, 0}, {"velocity=difference", 0, 2}, {"step=0.5", 1, 0.5},
        {"step=1e-6", 1, 1e-6},      {"step=+10", 1, 10},           {"bodies=7", 2, 7},
        {"bodies=1e3", 2, 1000},
    };
    for (size_t k = 0; k < sizeof valid / sizeof *valid; k++) {
        double value[3], before[3];
        hol_option_defaults(table, value);
        hol_option_defaults(table, before);
        before[valid[k].place] = valid[k].value;
        ck_assert(hol_option_set(table, "option", valid[k].text, value, NULL));
        for (int i = 0; i < 3; i++) ck_assert_double_eq(value[i], before[i]);
    }
}
END_TEST

/* That a filled vector with `x` in the place of row `row` is refused, and how. */
static void refuse(int row, double x, const char *message)
{
    double value[3];
    hol_message why;
    hol_option_defaults(table, value);
    ck_assert(hol_option_check(table, "option", value, NULL));
    value[row] = x;
    ck_assert(!hol_option_check(table, "option", value, NULL));
    ck_assert(!hol_option_check(table, "option", value, &why));
    ck_assert_str_eq(why.text, message);
}

START_TEST(a_filled_vector_is_checked_against_its_table)
{
    refuse(0, 3,
           "option 'velocity' takes the place, from 0 to 2, of one of legendre, central or "
           "difference, not 3");
    refuse(0, 0.5,
           "option 'velocity' takes the place, from 0 to 2, of one of legendre, central or "
           "difference, not 0.5");
    refuse(1, 1e-7, "option 'step' = 1e-07 is out of range [1e-06, 10]: step [s]");
    refuse(1, (double)NAN, "option 'step' = nan is out of range [1e-06, 10]: step [s]");
    refuse(1, HUGE_VAL, "option 'step' = inf is out of range [1e-06, 10]: step [s]");
    refuse(2, 2.5, "option 'bodies' takes an integer, not 2.5");
    refuse(2, 0, "option 'bodies' = 0 is out of range [1, 1000000]: number of bodies");
    ck_assert(hol_option_check(NULL, "option", NULL, NULL));
}
END_TEST

START_TEST(an_invalid_text_is_refused_with_the_culprit_named)
{
    static const struct {
        const char *text, *message;
    } invalid[] = {
        {"velocty=central",
         "unknown option 'velocty': did you mean 'velocity'? (options: velocity, step, bodies)"},
        {"stpe=1", "unknown option 'stpe': did you mean 'step'? (options: velocity, step, bodies)"},
        {"qqqqqq=1", "unknown option 'qqqqqq' (options: velocity, step, bodies)"},
        {"Step=1", "unknown option 'Step': did you mean 'step'? (options: velocity, step, bodies)"},
        {"=1", "unknown option '' (options: velocity, step, bodies)"},
        {"", "unknown option '' (options: velocity, step, bodies)"},
        {"velocity", "option 'velocity' needs a value: velocity=central"},
        {"step=", "option 'step' needs a value: step=0.01"},
        {"velocity=foo", "option 'velocity' takes legendre, central or difference, not 'foo'"},
        {"velocity=centrl",
         "option 'velocity' takes legendre, central or difference, not 'centrl': "
         "did you mean 'central'?"},
        {"velocity=1", "option 'velocity' takes legendre, central or difference, not '1'"},
        {"step=1e400", "option 'step' = 1e400 is out of range [1e-06, 10]: step [s]"},
        {"step=-1", "option 'step' = -1 is out of range [1e-06, 10]: step [s]"},
        {"step=10.000001", "option 'step' = 10.000001 is out of range [1e-06, 10]: step [s]"},
        {"step=nan", "option 'step' takes a number, not 'nan'"},
        {"step=inf", "option 'step' takes a number, not 'inf'"},
        {"step=0x1", "option 'step' takes a number, not '0x1'"},
        {"step= 1", "option 'step' takes a number, not ' 1'"},
        {"step=1 ", "option 'step' takes a number, not '1 '"},
        {"step=1,5", "option 'step' takes a number, not '1,5'"},
        {"step=1=2", "option 'step' takes a number, not '1=2'"},
        {"step=1-2", "option 'step' takes a number, not '1-2'"},
        {"step=1e", "option 'step' takes a number, not '1e'"},
        {"bodies=2.5", "option 'bodies' takes an integer, not '2.5'"},
        {"bodies=0", "option 'bodies' = 0 is out of range [1, 1000000]: number of bodies"},
        {"bodies=1e99", "option 'bodies' = 1e99 is out of range [1, 1000000]: number of bodies"},
    };
    for (size_t k = 0; k < sizeof invalid / sizeof *invalid; k++) {
        double value[3], before[3];
        hol_message why = {""};
        hol_option_defaults(table, value);
        hol_option_defaults(table, before);
        ck_assert(!hol_option_set(table, "option", invalid[k].text, value, &why));
        ck_assert_str_eq(why.text, invalid[k].message);
        for (int i = 0; i < 3; i++) ck_assert_double_eq(value[i], before[i]);
    }
    hol_message why;
    ck_assert(!hol_option_set(NULL, "option", "step=1", NULL, &why));
    ck_assert_str_eq(why.text, "unknown option 'step': there are no options");
}
END_TEST

START_TEST(endless_words_are_refused_within_the_message)
{
    char text[5000];
    double value[3];
    hol_message why;
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    ck_assert(!hol_option_set(table, "option", text, value, &why));
    memcpy(text, "velocity=", 9);
    ck_assert(!hol_option_set(table, "option", text, value, &why));
    memcpy(text, "step=1", 6);
    ck_assert(!hol_option_set(table, "option", text, value, &why));
    ck_assert_uint_lt(strlen(why.text), sizeof why.text);
}
END_TEST

START_TEST(a_printed_value_is_read_back_bit_for_bit)
{
    static const double numbers[] = {0.01, 1. / 3, 1e-6, 9.999999999999998, 3.141592653589793};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        char text[64], line[80] = "step=";
        double value[3];
        hol_option_print(&table[1], numbers[k], text);
        ck_assert(hol_option_set(table, "option", strcat(line, text), value, NULL));
        ck_assert_double_eq(value[1], numbers[k]);
    }
    char text[64];
    hol_option_print(&table[0], 2, text);
    ck_assert_str_eq(text, "difference");
    hol_option_print(&table[2], 1000000, text);
    ck_assert_str_eq(text, "1000000");
    hol_option_print(&table[1], 0.1, text);
    ck_assert_str_eq(text, "0.1");
}
END_TEST

START_TEST(what_is_not_the_default_is_written_as_typed)
{
    double value[3];
    char text[80] = "", full[24] = "shake";
    hol_option_defaults(table, value);
    hol_options_changed(table, value, "-o ", text, sizeof text);
    hol_options_changed(table, NULL, "-o ", text, sizeof text);
    ck_assert_str_eq(text, "");
    value[0] = 2;
    value[1] = 0.1;
    hol_options_changed(table, value, "-o ", text, sizeof text);
    ck_assert_str_eq(text, "-o velocity=difference -o step=0.1");
    hol_options_changed(table, value, "", full, sizeof full); /* no more than there is room for */
    ck_assert_str_eq(full, "shake velocity=differen");
}
END_TEST

START_TEST(the_nearest_word_forgives_a_third_of_the_letters)
{
    static const char *const words[] = {"shake", "rattle", "dvp", "spook", "natural"};
    ck_assert_str_eq(hol_nearest("shkae", words, 5), "shake");
    ck_assert_str_eq(hol_nearest("ratle", words, 5), "rattle");
    ck_assert_str_eq(hol_nearest("dpv", words, 5), "dvp");
    ck_assert_str_eq(hol_nearest("spooky", words, 5), "spook");
    ck_assert_ptr_null(hol_nearest("trapezoid", words, 5));
    ck_assert_ptr_null(hol_nearest("", words, 5));
    ck_assert_ptr_null(hol_nearest("shake", words, 0));
}
END_TEST

START_TEST(the_nearest_word_may_have_all_of_it_between_hyphens)
{
    static const char *const words[] = {"mk4", "rk4-index1", "radau-ggl", "jet-dop853"};
    ck_assert_str_eq(hol_nearest("rk4", words, 4), "rk4-index1");
    ck_assert_str_eq(hol_nearest("radau", words, 4), "radau-ggl");
    ck_assert_str_eq(hol_nearest("dop853", words, 4), "jet-dop853");
    ck_assert_ptr_null(hol_nearest("dau", words, 4));
    ck_assert_ptr_null(hol_nearest("rada", words, 4));
}
END_TEST

START_TEST(every_status_has_a_name_that_begins_its_sentence)
{
    static const hol_status all[] = {
#define X(name, word, text) HOL_##name,
        HOL_STATUS_LIST(X)
#undef X
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        const char *name = hol_status_name(all[k]), *text = hol_status_text(all[k]);
        ck_assert_int_eq(strncmp(name, text, strlen(name)), 0);
        ck_assert_ptr_nonnull(strchr(":", text[strlen(name)]));
    }
    ck_assert_str_eq(hol_status_name(HOL_NOT_FINITE), "not finite");
    ck_assert_str_eq(hol_status_name((hol_status)99), "unknown status");
}
END_TEST

START_TEST(traits_are_listed_within_the_room_there_is)
{
    char text[128];
    hol_traits_text(HOL_CONST_MASS | HOL_HOLONOMIC, text, sizeof text);
    ck_assert_str_eq(text, "a constant mass matrix, holonomic constraints only");
    hol_traits_text(HOL_SMALL, text, sizeof text);
    ck_assert_str_eq(text, "a small model (dense algebra)");
    hol_traits_text(0, text, sizeof text);
    ck_assert_str_eq(text, "");
    memset(text, '!', sizeof text);
    hol_traits_text(~0u, text, 10);
    ck_assert_uint_eq(strlen(text), 9);
    ck_assert_int_eq(text[10], '!');
    hol_traits_text(~0u, NULL, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("options");
    TCase *tests = tcase_create("options");
    tcase_add_test(tests, defaults_are_those_of_the_table);
    tcase_add_test(tests, a_valid_text_sets_its_value_and_no_other);
    tcase_add_test(tests, a_filled_vector_is_checked_against_its_table);
    tcase_add_test(tests, an_invalid_text_is_refused_with_the_culprit_named);
    tcase_add_test(tests, endless_words_are_refused_within_the_message);
    tcase_add_test(tests, a_printed_value_is_read_back_bit_for_bit);
    tcase_add_test(tests, what_is_not_the_default_is_written_as_typed);
    tcase_add_test(tests, the_nearest_word_forgives_a_third_of_the_letters);
    tcase_add_test(tests, the_nearest_word_may_have_all_of_it_between_hyphens);
    tcase_add_test(tests, every_status_has_a_name_that_begins_its_sentence);
    tcase_add_test(tests, traits_are_listed_within_the_room_there_is);
    suite_add_tcase(suite, tests);
    return hol_run_suite(suite);
}
