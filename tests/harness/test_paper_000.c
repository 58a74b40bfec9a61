/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tuomela, Arponen, Normi 2006 (paper 000): the step counts of its tables, the energy imposed, the
 * pendulum under a torque; the planar model of the quadrangle beside the spatial one, section 4.3.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/papers/paper_000.h"
#include "tests/claims.h"
#include "tests/generic.h"

static hol_p000_motion *run(const hol_p000_case *is)
{
    hol_message why = {""};
    hol_p000_motion *m = hol_p000_run(is, &why);
    ck_assert_msg(m && !m->failure.text[0], "%s: %s", is->problem, m ? m->failure.text : why.text);
    return m;
}

/* Accepted steps within 35 % of the paper, of the crank under the orthogonal projection within 3 %.
 * The runs of seconds are long ones. */
START_TEST(the_steps_are_those_of_the_tables)
{
    static const struct {
        const char *problem;
        double tolerance;
        bool orthogonal;
        hol_p000_energy energy;
        double most;
        bool quick;
    } column[] = {
        {"pendulum", 1e-6, false, HOL_P000_TRAPEZOID, 0.35, true},
        {"pendulum", 1e-6, true, HOL_P000_TRAPEZOID, 0.35, true},
        {"pendulum", 1e-6, false, HOL_P000_OFF, 0.35, true},
        {"pendulum", 1e-6, true, HOL_P000_OFF, 0.35, true},
        {"quadrangle", 1e-8, false, HOL_P000_TRAPEZOID, 0.35, false},
        {"quadrangle", 1e-8, true, HOL_P000_TRAPEZOID, 0.35, false},
        {"quadrangle", 1e-8, false, HOL_P000_OFF, 0.35, true},
        {"quadrangle", 1e-8, true, HOL_P000_OFF, 0.35, false},
        {"crank", 1e-7, false, HOL_P000_TRAPEZOID, 0.35, false},
        {"crank", 1e-7, true, HOL_P000_TRAPEZOID, 0.03, false},
        {"crank", 1e-7, false, HOL_P000_OFF, 0.35, true},
        {"crank", 1e-7, true, HOL_P000_OFF, 0.03, false},
    };
    enum { FREE = 3 }; /* tables: 8, 9, 10 by problem; 11 */
    if (!column[_i].quick && !getenv("HOL_LONG")) return;
    hol_p000_case is = {.problem = column[_i].problem,
                        .tolerance = column[_i].tolerance,
                        .orthogonal = column[_i].orthogonal,
                        .energy = column[_i].energy};
    hol_message why = {""};
    bool imposed = is.energy != HOL_P000_OFF;
    int problem = _i / 4, row = (imposed ? 0 : 2 * problem) + is.orthogonal;
    hol_paper_table *t = hol_paper_read(hol_paper_000.table[imposed ? problem : FREE], &why);
    ck_assert_msg(t, "%s", why.text);
    double printed = hol_paper_at(t, row, "accepted steps")->value;
    hol_p000_motion *m = run(&is);
    double apart = fabs((double)m->accepted / printed - 1);
    if (hol_verbose())
        printf("%s, %s, energy %s: %ld steps of %g\n", is.problem,
               is.orthogonal ? "orthogonal" : "quasi", imposed ? "imposed" : "free", m->accepted,
               printed);
    ck_assert_msg(apart <= column[_i].most, "%s, row %d of %s: %ld steps, printed %g", is.problem,
                  row + 1, t->title, m->accepted, printed);
    hol_p000_free(m);
    hol_paper_free(t);
}
END_TEST

/* Distributions: 7 an accepted step, 6 a rejected one, and a few at the start and the end. */
START_TEST(the_distributions_are_counted_as_the_paper_does)
{
    hol_p000_case is = {.problem = "pendulum", .tolerance = 1e-6};
    hol_p000_motion *m = run(&is);
    long apart = m->counters.accelerations - 7 * m->accepted - 6 * m->rejected;
    ck_assert(apart >= 1 && apart <= 7);
    hol_p000_free(m);
}
END_TEST

START_TEST(the_energy_is_kept_where_it_is_imposed)
{
    double most[2] = {0};
    for (int e = 0; e < 2; e++) {
        hol_p000_case is = {.problem = "pendulum",
                            .tolerance = 1e-6,
                            .energy = e ? HOL_P000_TRAPEZOID : HOL_P000_OFF};
        hol_p000_motion *m = run(&is);
        for (int i = 0; i < m->nodes; i++) {
            const hol_p000_node *n = &m->node[i];
            most[e] = fmax(most[e], fabs(n->kinetic + n->potential));
        }
        ck_assert_int_eq(m->nodes, m->accepted + 1);
        hol_p000_free(m);
    }
    ck_assert_msg(most[1] <= 1e-5 && most[0] >= 100 * most[1], "free %.3g J, imposed %.3g J",
                  most[0], most[1]);
}
END_TEST

/* With a part along the bar: every run stays on the true motion, and the orthogonal projection
 * onto the energy too takes far more iterations than the quasi-orthogonal one. */
START_TEST(a_torque_along_the_bar_makes_the_orthogonal_projection_laborious)
{
    double iterations[2][2];
    for (int k = 0; k < 4; k++) {
        hol_p000_case is = {.problem = "pendulum",
                            .tolerance = 1e-6,
                            .orthogonal = k / 2,
                            .energy = k % 2 ? HOL_P000_TRAPEZOID : HOL_P000_OFF,
                            .span = 2,
                            .tau = {6, 6, 6}};
        hol_p000_motion *m = run(&is);
        iterations[k / 2][k % 2] = (double)m->counters.newton / (double)m->counters.projected;
        ck_assert_msg(m->position <= 1e-3, "position off by %.3g m", m->position);
        hol_p000_free(m);
    }
    ck_assert_double_le(iterations[0][1], 4 * iterations[0][0]);
    ck_assert_double_ge(iterations[1][1], 20 * iterations[1][0]);
}
END_TEST

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
    TCase *tcase = tcase_create("runs");
    tcase_add_loop_test(tcase, the_steps_are_those_of_the_tables, 0, 12);
    tcase_add_test(tcase, the_distributions_are_counted_as_the_paper_does);
    tcase_add_test(tcase, the_energy_is_kept_where_it_is_imposed);
    tcase_add_test(tcase, a_torque_along_the_bar_makes_the_orthogonal_projection_laborious);
    tcase_add_test(tcase, the_planar_model_has_the_spatial_motion_at_half_the_size);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
