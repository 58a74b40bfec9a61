/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planar model of the quadrangle beside the spatial one, section 4.3 of paper 000. */
#include <math.h>
#include <stdlib.h>

#include <check.h>

#include "harness/papers/paper_000.h"

/* The same steps where the method's description of a rotation is the same, the same motion to its
 * error where it is not; half the velocities and rows. */
START_TEST(the_planar_model_has_the_spatial_motion_at_half_the_size)
{
    static const struct {
        int velocities, rows;
        double apart; /* at most [m] */
    } expected[] = {{21, 20, 0},     {9, 8, 1e-8}, {36, 35, 0},
                    {12, 11, 1e-10}, {18, 17, 0},  {9, 8, 1e-10}};
    enum { ROWS = sizeof expected / sizeof *expected };
    hol_message why = {""};
    hol_paper_table *t = hol_paper_read("papers/000-planar.tsv", &why);
    ck_assert_msg(t && hol_p000_planar(t, &why), "%s", why.text);
    ck_assert_int_eq(t->rows, ROWS);
    for (int i = 0; i < ROWS; i++) {
        double apart = hol_paper_at(t, i, "apart from spatial [m]")->ours;
        ck_assert_double_eq(hol_paper_at(t, i, "velocities")->ours, expected[i].velocities);
        ck_assert_double_eq(hol_paper_at(t, i, "constraint rows")->ours, expected[i].rows);
        ck_assert_double_lt(hol_paper_at(t, i, "position error [m]")->ours, 0.1);
        ck_assert_msg(i % 2 ? apart <= expected[i].apart : isnan(apart), "row %d: %g m", i, apart);
        ck_assert_double_gt(hol_paper_at(t, i, "CPU a step [us]")->ours, 0);
        ck_assert_double_gt(hol_paper_at(t, i, "CPU an acceleration [us]")->ours, 0);
    }
    hol_paper_free(t);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("paper 000");
    TCase *tcase = tcase_create("planar");
    tcase_add_test(tcase, the_planar_model_has_the_spatial_motion_at_half_the_size);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
