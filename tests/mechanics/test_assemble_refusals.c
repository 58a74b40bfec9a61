/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What assembly refuses, by name and measure, leaving the model as it was. */
#include <string.h>

#include "tests/mechanics/assembly.h"

static void refused(const char *text)
{
    hol_pose before[8];
    int bodies = hol_body_count(model);
    for (int b = 0; b < bodies; b++) before[b] = *at(b);
    ck_assert(!assemble(NULL, 0, NULL, 0));
    ck_assert_msg(strstr(why.text, text) != NULL, "%s", why.text);
    for (int b = 0; b < bodies; b++) ck_assert_mem_eq(at(b), &before[b], sizeof *before);
}

/* Three bars of 1 m over 5 m: 2 m are missing, a quarter at each of the four hinges. */
START_TEST(what_cannot_close_says_which_loop_and_by_how_much)
{
    const double l[3] = {1, 1, 1};
    four_bar(l, 5, 0.3);
    int b = add_point("bob", 1, 0, -1, 0); /* in no loop, and open */
    hol_distance(model, "string", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0), 2);
    refused("the loop of the joints 'A', 'B', 'C', 'D' does not close from this guess: 2 m are "
            "missing, 0.5 m at '");
}
END_TEST

/* Two bars straight to a support that is too near: they would bend up as well as down. */
START_TEST(a_guess_between_two_assemblies_is_refused)
{
    int a = add_bar("a", 1, 0.5, 0, 0), b = add_bar("b", 1, 1.5, 0, 0);
    hinge("A", HOL_GROUND, 0, 0, a, -0.5);
    hinge("B", a, 0.5, 0, b, -0.5);
    hol_revolute(model, "C", hol_point(HOL_GROUND, 1.6, 0, 0), hol_point(b, 0.5, 0, 0),
                 hol_direction(HOL_GROUND, 0, 0, 1), hol_direction(b, 0, 0, 1));
    refused("the guess lies between two assemblies");
}
END_TEST

START_TEST(velocities_that_nothing_allows_are_refused)
{
    const hol_joint_start rates[2] = {
        {.joint = "A", .has_angle_rate = true, .angle_rate = 1},
        {.joint = "D", .has_angle_rate = true, .angle_rate = -5},
    };
    const double l[3] = {0.5, 1.5, 1.2};
    four_bar(l, 1.6, 0.8);
    ck_assert(!assemble(rates, 2, NULL, 0));
    ck_assert_msg(strstr(why.text, "no velocities fit the joints") != NULL, "%s", why.text);
}
END_TEST

/* A slide that is to be at 5 m and whose body is held at 0.3 m. */
START_TEST(a_coordinate_that_what_is_held_forbids_names_both)
{
    static const char *const hold[] = {"bar.x"};
    const hol_joint_start far = {.joint = "slide", .has_length = true, .length = 5};
    int b = add_bar("bar", 1, 0.3, 0, 0);
    hol_translational(model, "slide", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0),
                      hol_direction(HOL_GROUND, 1, 0, 0), hol_direction(b, 1, 0, 0),
                      hol_direction(HOL_GROUND, 0, 1, 0), hol_direction(b, 0, 1, 0));
    ck_assert(!assemble(&far, 1, hold, 1));
    ck_assert_str_eq(why.text, "the loop of the joints 'slide.length' does not close from this "
                               "guess: 4.7 m are missing, 4.7 m at 'slide.length'; held are "
                               "'bar.x'");
    ck_assert(at(b)->r[0] == 0.3);
}
END_TEST

START_TEST(unknown_names_are_refused)
{
    static const char *const hold[] = {"crnk.x"};
    const hol_joint_start start[] = {{.joint = "hinje", .has_angle = true},
                                     {.joint = "hinge", .has_length = true},
                                     {.joint = "hinge", .has_angle = true, .angle = NAN}};
    static const char *const said[] = {"no joint 'hinje' with an axis: did you mean 'hinge'?",
                                       "does not slide", "is not finite"};
    hinge("hinge", HOL_GROUND, 0, 0, add_bar("bar", 1, 0.5, 0, 0), -0.5);
    for (int k = 0; k < 3; k++) {
        ck_assert(!assemble(&start[k], 1, NULL, 0));
        ck_assert_msg(strstr(why.text, said[k]) != NULL, "%s", why.text);
    }
    ck_assert(!assemble(NULL, 0, hold, 1));
    ck_assert_msg(strstr(why.text, "nothing to hold is called 'crnk.x'") != NULL, "%s", why.text);
}
END_TEST

/* Of several open rows the one that is told is the worst, with its measure. */
START_TEST(a_start_off_its_joints_names_the_worst_row)
{
    int a = add_point("near", 1, 1.001, 0, 0), b = add_point("far", 1, 0, 2.2, 0);
    hol_distance(model, "short", hol_point(HOL_GROUND, 0, 0, 0), hol_point(a, 0, 0, 0), 1);
    hol_distance(model, "long", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0), 2);
    ck_assert_ptr_null(hol_realise(model, hol_formulation_at(0), NULL, &why));
    ck_assert_str_eq(why.text,
                     "the start violates the constraint 'long', and 1 less: Phi = 0.21 m, 0.095 "
                     "of the system's length where 1e-09 is allowed; `start: assemble` makes it "
                     "hold");
}
END_TEST

/* `build` of a problem in C can say it to nobody: the model remembers it, until it is assembled. */
START_TEST(a_start_that_could_not_be_assembled_says_why)
{
    const hol_joint_start wrong = {.joint = "hinje", .has_angle = true, .angle = 0.3};
    const hol_joint_start right = {.joint = "hinge", .has_angle = true, .angle = 0.3};
    hinge("hinge", HOL_GROUND, 0, 0, add_bar("bar", 1, 0.7, 0, 0), -0.5);
    ck_assert(!hol_assemble(model, &(hol_start_asked){&wrong, 1, NULL, 0}, NULL, NULL));
    ck_assert_ptr_null(hol_realise(model, hol_formulation_at(0), NULL, &why));
    ck_assert_msg(strstr(why.text, "is allowed; hol_assemble failed: no joint 'hinje' with an "
                                   "axis: did you mean 'hinge'?") != NULL,
                  "%s", why.text);
    ck_assert(assemble(&right, 1, NULL, 0));
    hol_system *R = hol_realise(model, hol_formulation_at(0), NULL, &why);
    ck_assert_msg(R != NULL, "%s", why.text);
    hol_system_free(R);
}
END_TEST

START_TEST(a_quaternion_off_by_rounding_is_normalised)
{
    static const double scale[] = {1 + 1e-6, 1 - 9e-4, 0.989949};
    hol_body body = {.name = "arm", .shape = HOL_RIGID, .m = 2, .J = {1, 1.5, 2}};
    for (int k = 0; k < 4; k++) body.at.p[k] = 0.5 * scale[_i];
    hol_add_body(model, &body);
    bool taken = !hol_model_mistakes(model, &why);
    ck_assert(taken == (_i < 2));
    if (!taken)
        ck_assert_str_eq(why.text, "body 'arm': Euler parameters of norm 0.989949, not 1 to "
                                   "0.001");
    for (int k = 0; k < 4 && taken; k++) ck_assert_double_eq_tol(at(0)->p[k], 0.5, 1e-16);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("assemble, refusals");
    TCase *tcase = tcase_create("refusals");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, what_cannot_close_says_which_loop_and_by_how_much);
    tcase_add_test(tcase, a_guess_between_two_assemblies_is_refused);
    tcase_add_test(tcase, velocities_that_nothing_allows_are_refused);
    tcase_add_test(tcase, a_coordinate_that_what_is_held_forbids_names_both);
    tcase_add_test(tcase, unknown_names_are_refused);
    tcase_add_test(tcase, a_start_off_its_joints_names_the_worst_row);
    tcase_add_test(tcase, a_start_that_could_not_be_assembled_says_why);
    tcase_add_loop_test(tcase, a_quaternion_off_by_rounding_is_normalised, 0, 3);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
