/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that depend on others: which are named, what is left to solve, who is told. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <lapacke.h>

#include "holonomy/so3.h"
#include "tests/generic.h"
#include "tests/probes/probes.h"

static lapack_int failure; /* of LAPACK: its info */

/* In the place of LAPACKE's, which other functions of it call too: those that ask for values alone
 * may have them of the transposed matrix. */
lapack_int LAPACKE_dgesvd_work(int order, char u, char v, lapack_int m, lapack_int n, double *A,
                               lapack_int a, double *sigma, double *U, lapack_int ldu, double *V,
                               lapack_int ldv, double *rest, lapack_int room)
{
    lapack_int info = failure;
    bool by_rows = order == LAPACK_ROW_MAJOR;
    ck_assert(!by_rows || (u == 'N' && v == 'N'));
    if (!info || room < 0)
        LAPACK_dgesvd(&u, &v, by_rows ? &n : &m, by_rows ? &m : &n, A, &a, sigma, U, &ldu, V, &ldv,
                      rest, &room, &info);
    return info;
}

START_TEST(rows_of_unknown_rank_are_refused)
{
    hol_message why = {""};
    hol_sketch plan = {.model = hol_model_new(), .draw = {7}};
    hol_plan_poses(&plan, 1);
    hol_plan_body(&plan, HOL_RIGID, false);
    hol_marker a = hol_plan_point(&plan, 0);
    double x[3];
    hol_plan_space(&plan, a, x);
    hol_spherical(plan.model, "ball", hol_point(HOL_GROUND, x[0], x[1], x[2]), a);
    failure = _i ? 3 : LAPACK_WORK_MEMORY_ERROR;
    ck_assert_ptr_null(hol_realise(plan.model, hol_formulation_at(0), NULL, &why));
    ck_assert_str_eq(why.text, "which of the 3 rows depend on others is not known: LAPACK finds no "
                               "singular values of them");
    failure = 0;
    hol_model_free(plan.model);
}
END_TEST

START_TEST(a_joint_given_twice_loses_full_rank)
{
    hol_sketch plan = {.model = hol_model_new(), .draw = {7}};
    hol_plan_poses(&plan, 1);
    hol_plan_body(&plan, HOL_RIGID, false);
    hol_marker a = hol_plan_point(&plan, 0);
    double x[3];
    hol_plan_space(&plan, a, x);
    for (int k = 0; k < 2; k++)
        hol_spherical(plan.model, k ? "again" : "ball", hol_point(HOL_GROUND, x[0], x[1], x[2]), a);
    hol_eval *sys = hol_eval_take(hol_realise(plan.model, hol_formulation_at(_i), NULL, NULL));
    ck_assert(sys && !(sys->has & HOL_FULL_RANK));
    ck_assert_int_eq(hol_reduced_rank(sys, plan.at), 3);
    ck_assert_int_eq(sys->dependent.count, 3);
    ck_assert_str_eq(sys->dependent.text.text, "rows 'again.x', 'again.y', 'again.z' depend on "
                                               "'ball.x', 'ball.y', 'ball.z'");
    hol_eval_free(sys);
    hol_model_free(plan.model);
}
END_TEST

/* Nobody but the last row of a chain of dependences is to blame: the rows x, y of the pin, then a
 * row along x + y; the row along z is no part of it. */
START_TEST(a_combination_is_named_with_the_rows_it_combines)
{
    hol_sketch plan = {.model = hol_model_new(), .draw = {13}};
    hol_plan_poses(&plan, 1);
    hol_plan_body(&plan, HOL_RIGID, false);
    hol_marker a = hol_plan_point(&plan, 0);
    const double n[4][3] = {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0.6, 0.8, 0}};
    static const char *const name[4] = {"east", "up", "north", "aslant"};
    double x[3];
    hol_plan_space(&plan, a, x);
    for (int k = 0; k < 4; k++) hol_coordinate(plan.model, name[k], a, n[k], hol_dot3(n[k], x));
    hol_eval *sys = hol_eval_take(hol_realise(plan.model, hol_formulation_at(_i), NULL, NULL));
    ck_assert(sys && !(sys->has & HOL_FULL_RANK));
    ck_assert_str_eq(sys->dependent.text.text, "row 'aslant' depends on 'east', 'north'");
    hol_eval_free(sys);
    hol_model_free(plan.model);
}
END_TEST

/* The O-constraint where d = 0 (paper 000, after (5.8)).  Between free points the row <a, d> keeps
 * its gradient a; where other joints hold the two points together nothing is left of it. */
START_TEST(an_o_row_of_coinciding_points_is_named)
{
    bool held = _i % 2;
    hol_sketch plan = {.model = hol_model_new(), .draw = {37}};
    hol_plan_poses(&plan, 2);
    for (int b = 0; b < 2; b++) hol_plan_body(&plan, HOL_RIGID, false);
    hol_marker i = hol_point(0, 0.3, -0.2, 0.5), j = {.body = 1, .w = 1};
    double R[9], arm[3];
    hol_plan_space(&plan, i, arm);
    for (int k = 0; k < 3; k++) arm[k] -= plan.at[1].r[k];
    hol_quaternion_to_matrix(plan.at[1].p, R);
    hol_rotate_back(R, arm, j.rho);
    if (held) hol_spherical(plan.model, "ball", i, j);
    hol_in_plane(plan.model, "guide", hol_plan_axis(&plan, 0), i, j);
    hol_eval *sys = hol_eval_take(hol_realise(plan.model, hol_formulation_at(_i / 2), NULL, NULL));
    ck_assert(sys != NULL);
    ck_assert_int_eq(hol_reduced_rank(sys, plan.at), held ? 3 : 1);
    ck_assert(!(sys->has & HOL_FULL_RANK) == held);
    ck_assert_str_eq(sys->dependent.text.text,
                     held ? "row 'guide' depends on 'ball.x', 'ball.y', 'ball.z'; the points "
                            "coincide of 'guide'"
                          : "");
    hol_eval_free(sys);
    hol_model_free(plan.model);
}
END_TEST

/* Four parallel hinges in space: 20 rows on 18 freedoms, of rank 17.  The acceleration is that of
 * the rows without the dependent ones, whose multipliers are 0. */
START_TEST(a_spatial_four_bar_has_three_rows_too_many)
{
    double par[16];
    hol_option_defaults(hol_probe_four_bar.parameters, par);
    hol_model *model = hol_model_new();
    hol_probe_four_bar.build(model, par);
    hol_eval *sys = hol_eval_take(hol_realise(model, hol_formulation_at(_i), NULL, NULL));
    ck_assert(sys && !(sys->has & HOL_FULL_RANK));
    ck_assert_int_eq(sys->nj, 20);
    ck_assert_int_eq(sys->dependent.count, 3);
    for (int s = 0; s < 3; s++) {
        const char *name = sys->row_name[sys->dependent.row[s]];
        ck_assert_msg(!strcmp(name, "pin_d.z") || strstr(name, "tilt"), "%s", name);
    }
    ck_assert_ptr_nonnull(strstr(sys->dependent.text.text, "' depend on 'pin_"));

    hol_pose pose[3], before[3], after[3];
    const double h = 1e-4;
    hol_probe_four_bar.exact(par, 0, pose);
    hol_probe_four_bar.exact(par, -h, before);
    hol_probe_four_bar.exact(par, h, after);
    double *q = calloc((size_t)(sys->nq + 2 * sys->nv + sys->nc), sizeof *q);
    double *v = q + sys->nq, *a = v + sys->nv, *lambda = a + sys->nv, x[36];
    hol_work *work = hol_work_new();
    hol_place(sys, pose, q, v);
    ck_assert(!hol_acceleration(sys, 0, q, v, a, lambda, NULL));
    hol_space_acceleration(sys, q, v, a, x);
    for (int b = 0; b < 3; b++) {
        double r2[3];
        for (int k = 0; k < 3; k++) r2[k] = (after[b].v[k] - before[b].v[k]) / (2 * h);
        hol_expect_near(sys->formulation, "acceleration", 3, x + 12 * b, r2, 1e-6, NULL);
    }
    for (int s = 0; s < 3; s++) ck_assert(fabs(lambda[sys->dependent.row[s]]) < 1e-9);
    free(q);
    hol_work_free(work);
    hol_eval_free(sys);
    hol_model_free(model);
}
END_TEST

/* Methods that need full rank say which rows are in the way. */
/* Two bodies fixed to each other hang on a hinge: the rod between them is a row of round-off alone
 * in joint coordinates, of 1e-17 or of none, by the angle of the start. */
START_TEST(a_row_that_the_tree_meets_already_vanishes)
{
    const double angle = 0.2 + 0.11 * _i, half = sqrt(0.5), s = half * sin(angle / 2);
    const double at[2][3] = {{0.3, 0, 0}, {0.7, 0.1, 0}}, n[3] = {0, half, half};
    hol_model *m = hol_model_new();
    for (int b = 0; b < 2; b++) {
        hol_body body = {.name = {(char)('a' + b)}, .m = 1, .J = {0.1, 0.1, 0.1}};
        double R[9];
        memcpy(body.at.p, (const double[4]){cos(angle / 2), 0, s, s}, sizeof body.at.p);
        hol_quaternion_to_matrix(body.at.p, R);
        hol_rotate(R, at[b], body.at.r);
        hol_add_body(m, &body);
    }
    hol_revolute(m, "hinge", hol_point(HOL_GROUND, 0, 0, 0), hol_point(0, -0.3, 0, 0),
                 hol_direction(HOL_GROUND, n[0], n[1], n[2]), hol_direction(0, n[0], n[1], n[2]));
    hol_fixed(m, "weld", hol_point(0, 0.4, 0.1, 0), hol_point(1, 0, 0, 0));
    hol_distance(m, "rod", hol_point(1, 0.2, 0.17, -0.41), hol_point(0, 0.123, 0.456, 0.31),
                 sqrt(0.477 * 0.477 + 0.186 * 0.186 + 0.72 * 0.72));
    hol_message why = {""};
    hol_eval *sys = hol_eval_take(hol_realise(m, hol_formulation_named("joint"), NULL, &why));
    ck_assert_msg(sys, "%s", why.text);
    ck_assert_msg(!(sys->has & HOL_FULL_RANK), "at %.2f rad the row is one", angle);
    ck_assert_str_eq(sys->dependent.text.text, "row 'rod' vanishes");
    double q[1], v[1], a[1], lambda[1]; /* it turns as without it */
    hol_place(sys, NULL, q, v);
    ck_assert(!hol_acceleration(sys, 0, q, (double[1]){1}, a, lambda, NULL));
    ck_assert_msg(fabs(a[0]) < 1e-13 && fabs(lambda[0]) < 1e-13, "%g, %g", a[0], lambda[0]);
    hol_eval_free(sys);
    hol_model_free(m);
}
END_TEST

START_TEST(what_a_method_misses_names_the_rows)
{
    double par[16];
    char text[512];
    hol_option_defaults(hol_probe_four_bar.parameters, par);
    hol_model *model = hol_model_new();
    hol_probe_four_bar.build(model, par);
    hol_eval *sys = hol_eval_take(hol_realise(model, hol_formulation_named("natural"), NULL, NULL));
    hol_missing_text(hol_method_named("shake"), sys, NULL, text, sizeof text);
    ck_assert_msg(strstr(text, "full rank: rows 'pin_") && strstr(text, "depend on"), "%s", text);
    hol_missing_text(hol_method_named("spook"), sys, NULL, text, sizeof text);
    ck_assert_str_eq(text, "");
    hol_eval_free(sys);
    hol_model_free(model);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rank");
    TCase *tcase = tcase_create("rank");
    tcase_add_loop_test(tcase, rows_of_unknown_rank_are_refused, 0, 2);
    tcase_add_loop_test(tcase, a_joint_given_twice_loses_full_rank, 0, HOL_ABSOLUTE);
    tcase_add_loop_test(tcase, a_combination_is_named_with_the_rows_it_combines, 0,
                        HOL_FORMULATIONS);
    tcase_add_loop_test(tcase, an_o_row_of_coinciding_points_is_named, 0, 2 * HOL_ABSOLUTE);
    tcase_add_loop_test(tcase, a_spatial_four_bar_has_three_rows_too_many, 0, HOL_ABSOLUTE);
    tcase_add_loop_test(tcase, a_row_that_the_tree_meets_already_vanishes, 0, 12);
    tcase_add_test(tcase, what_a_method_misses_names_the_rows);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
