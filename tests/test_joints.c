/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each joint removes (paper 000, Table 1), and the traits of a model in a formulation. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/so3.h"
#include "tests/generic.h"

static int rank_of(const hol_system *sys, const hol_pose pose[])
{
    int m = sys->nj + sys->na, n = sys->nr;
    double *D = calloc((size_t)(m * n + sys->nq + 2 * sys->nv + sys->Mr.nnz + sys->Gr.nnz + n + m),
                       sizeof *D);
    double *q = D + m * n, *v = q + sys->nq, *f = v + sys->nv, *Mr = f + sys->nv;
    double *Gr = Mr + sys->Mr.nnz, *fr = Gr + sys->Gr.nnz, *br = fr + n;
    sys->place(sys, pose, q, v);
    sys->reduce(sys, 0, q, v, f, Mr, fr, Gr, br);
    hol_dense(&sys->Gr, Gr, D);
    int rank = hol_dense_rank(m, n, D);
    free(D);
    return rank;
}

/* Joint _i / 6 between two bodies or a body and ground, in each formulation. */
START_TEST(a_joint_removes_the_degrees_of_freedom_of_table_1)
{
    const hol_generic_joint *joint = &hol_generic_joints[_i / 6];
    const hol_formulation *f = hol_formulation_at(_i / 2 % HOL_FORMULATIONS);
    bool ground = _i % 2;
    hol_plan plan = {.model = hol_model_new(), .draw = {61 + (uint64_t)_i}};
    hol_plan_poses(&plan, 2);
    static const double level[4] = {1, 0, 0, 0};
    if (joint->parallel) memcpy(plan.at[1].p, ground ? level : plan.at[0].p, sizeof plan.at[1].p);
    for (int b = 0; b < 2; b++) hol_plan_body(&plan, HOL_RIGID, false);
    joint->add(&plan, joint->name, ground ? HOL_GROUND : 0, 1);

    hol_message why = {""};
    hol_system *sys = hol_realise(plan.model, f, NULL, &why);
    ck_assert_msg(sys != NULL, "%s, %s: %s", joint->name, hol_formulation_name(f), why.text);
    int rank = rank_of(sys, plan.at);
    ck_assert_msg(sys->nj == joint->conditions && rank == joint->conditions,
                  "%s%s, %s: %d rows of rank %d, Table 1 says %d", joint->name,
                  ground ? " to ground" : "", sys->formulation, sys->nj, rank, joint->conditions);
    ck_assert_msg(sys->nr == 12, "%s: %d reduced velocities of two bodies", sys->formulation,
                  sys->nr);
    ck_assert(sys->has & HOL_FULL_RANK);
    hol_system_free(sys);
    hol_model_free(plan.model);
}
END_TEST

/* In the plane a revolute joint leaves 1 of 3 degrees of freedom, a slider 1, a weld none. */
START_TEST(planar_joints_have_two_two_and_three_conditions)
{
    static const int conditions[3] = {2, 2, 3};
    hol_model *model = hol_model_new();
    hol_body body = {
        .name = "lamina", .shape = HOL_PLANAR, .m = 1.7, .J = {0, 0, 0.61}, .at = {.p = {1}}};
    int b = hol_add_body(model, &body);
    hol_marker o = hol_point(HOL_GROUND, 0.3, -0.7, 0), x = hol_point(b, 0.3, -0.7, 0);
    hol_marker u = hol_direction(HOL_GROUND, 0.6, 0.8, 0), v = hol_direction(b, 0.6, 0.8, 0);
    hol_marker s = hol_direction(HOL_GROUND, 0.8, -0.6, 0), t = hol_direction(b, 0.8, -0.6, 0);
    if (_i % 3 == 0) hol_revolute(model, "pin", o, x, u, v);
    if (_i % 3 == 1) hol_translational(model, "slider", o, x, u, v, s, t);
    if (_i % 3 == 2) hol_fixed(model, "weld", o, x);
    hol_message why = {""};
    hol_system *sys = hol_realise(model, hol_formulation_at(_i / 3), NULL, &why);
    ck_assert_msg(sys != NULL, "%s", why.text);
    int rank = rank_of(sys, &body.at);
    ck_assert_msg(sys->nj == conditions[_i % 3] && rank == sys->nj && sys->nr == 3,
                  "joint %d, %s: %d rows of rank %d, expected %d", _i % 3, sys->formulation,
                  sys->nj, rank, conditions[_i % 3]);
    hol_system_free(sys);
    hol_model_free(model);
}
END_TEST

START_TEST(a_joint_given_twice_loses_full_rank)
{
    hol_plan plan = {.model = hol_model_new(), .draw = {7}};
    hol_plan_poses(&plan, 1);
    hol_plan_body(&plan, HOL_RIGID, false);
    hol_marker a = hol_plan_point(&plan, 0);
    double x[3];
    hol_plan_space(&plan, a, x);
    for (int k = 0; k < 2; k++)
        hol_spherical(plan.model, k ? "again" : "ball", hol_point(HOL_GROUND, x[0], x[1], x[2]), a);
    hol_system *sys = hol_realise(plan.model, hol_formulation_at(_i), NULL, NULL);
    ck_assert(sys && !(sys->has & HOL_FULL_RANK));
    ck_assert_int_eq(rank_of(sys, plan.at), 3);
    hol_system_free(sys);
    hol_model_free(plan.model);
}
END_TEST

/* Off the joints, by hand: x_j - x_i, cosines, d . (x_j - x_i), (|x_j - x_i|^2 - l^2) / (2 l) and
 * n . x_j - value. */
START_TEST(rows_count_metres_or_a_cosine_from_i_to_j)
{
    hol_plan plan = {.model = hol_model_new(), .draw = {43}};
    for (int b = 0; b < 2; b++) {
        plan.at[b].p[0] = 1;
        hol_plan_body(&plan, HOL_RIGID, false);
    }
    hol_marker i = hol_plan_point(&plan, 0), j = i, end = hol_plan_point(&plan, 1);
    hol_marker d = hol_direction(0, 0.36, 0.48, 0.8), e = hol_direction(1, 0.8, -0.6, 0);
    const double n[3] = {0.6, 0.48, -0.64};
    j.body = 1;
    double gap[3], length, x[3], y[3], z[3], D[3], E[3], expected[7];
    for (int k = 0; k < 3; k++) gap[k] = end.rho[k] - i.rho[k];
    length = sqrt(hol_dot3(gap, gap));
    hol_coincide(plan.model, "C", i, j);
    hol_orthogonal(plan.model, "SO", d, e);
    hol_in_plane(plan.model, "O", d, i, j);
    hol_distance(plan.model, "distance", i, end, length);
    hol_coordinate(plan.model, "coordinate", end, n, hol_dot3(n, end.rho));
    hol_system *sys = hol_realise(plan.model, hol_formulation_at(_i), NULL, NULL);
    ck_assert(sys != NULL);

    double q[24], v[24], phi[19];
    hol_plan_poses(&plan, 2);
    sys->place(sys, plan.at, q, v);
    sys->constraints(sys, 0, q, phi, NULL);
    hol_plan_space(&plan, i, x);
    hol_plan_space(&plan, j, y);
    hol_plan_space(&plan, end, z);
    hol_plan_space(&plan, d, D);
    hol_plan_space(&plan, e, E);
    for (int k = 0; k < 3; k++) {
        expected[k] = y[k] - x[k];
        gap[k] = z[k] - x[k];
    }
    expected[3] = hol_dot3(D, E);
    expected[4] = hol_dot3(D, expected);
    expected[5] = (hol_dot3(gap, gap) - length * length) / (2 * length);
    expected[6] = hol_dot3(n, z) - hol_dot3(n, end.rho);
    hol_expect_near(sys->formulation, "Phi", 7, phi, expected, 1e-14, sys->row_name);
    hol_system_free(sys);
    hol_model_free(plan.model);
}
END_TEST

/* ---------------------------------------------------------------- traits */

enum {
    ALWAYS = HOL_SCLERONOMIC | HOL_FULL_RANK,
    CONSTANT = HOL_CONST_MASS | HOL_REGULAR_MASS,
};

/* Models are driven by torques and dampers: neither conservative nor of position only. */
static const struct {
    const char *same_as;
    unsigned has;
} expected[HOL_GENERIC_MODELS][HOL_FORMULATIONS] = {
    [HOL_CHAIN] = {{NULL, ALWAYS | HOL_FLAT | CONSTANT | HOL_QUADRATIC | HOL_HOLONOMIC | HOL_SMALL},
                   {NULL, ALWAYS | HOL_FLAT | HOL_HOLONOMIC | HOL_SMALL},
                   {NULL, ALWAYS | CONSTANT | HOL_HOLONOMIC | HOL_SMALL}},
    [HOL_MIXED] = {{NULL, ALWAYS | HOL_FLAT | HOL_CONST_MASS | HOL_QUADRATIC | HOL_SMALL},
                   {NULL, ALWAYS | HOL_FLAT | HOL_SMALL},
                   {NULL, ALWAYS | CONSTANT | HOL_SMALL}},
    [HOL_PLANE] = {{NULL, ALWAYS | HOL_FLAT | CONSTANT | HOL_QUADRATIC | HOL_SMALL},
                   {NULL, ALWAYS | HOL_FLAT | CONSTANT | HOL_SMALL},
                   {"euler", ALWAYS | HOL_FLAT | CONSTANT | HOL_SMALL}},
    [HOL_RODS] = {{NULL, ALWAYS | HOL_FLAT | CONSTANT | HOL_QUADRATIC | HOL_HOLONOMIC | HOL_SMALL}},
};

START_TEST(a_model_has_its_traits_in_each_formulation)
{
    hol_case c;
    int model = _i / HOL_FORMULATIONS, f = _i % HOL_FORMULATIONS;
    if (!hol_case_open(&c, model, f, HOL_AT_START)) return;
    char has[512], wanted[512];
    hol_traits_text(c.sys->has, has, sizeof has);
    hol_traits_text(expected[model][f].has, wanted, sizeof wanted);
    ck_assert_msg(c.sys->has == expected[model][f].has, "%s: has %s; expected %s", c.name, has,
                  wanted);
    const char *same = expected[model][f].same_as;
    ck_assert_msg(same ? c.sys->same_as && !strcmp(c.sys->same_as, same) : !c.sys->same_as,
                  "%s: same as %s", c.name, c.sys->same_as ? c.sys->same_as : "none");
    hol_case_close(&c);
}
END_TEST

START_TEST(point_masses_are_one_system_in_every_formulation)
{
    hol_model *model = hol_model_new();
    hol_body body = {.name = "bob", .shape = HOL_POINT, .m = 1.3, .at = {.r = {0.6, -0.8, 0}}};
    hol_add_body(model, &body);
    hol_distance(model, "wire", hol_point(HOL_GROUND, 0, 0, 0), hol_point(0, 0, 0, 0), 1);
    const double g[3] = {0.3, -9.7, 0.7};
    hol_gravity(model, g);
    hol_system *sys = hol_realise(model, hol_formulation_at(_i), NULL, NULL);
    ck_assert(sys && sys->has == (ALWAYS | HOL_FLAT | CONSTANT | HOL_QUADRATIC | HOL_HOLONOMIC |
                                  HOL_SMALL | HOL_CONSERVATIVE | HOL_POSITION_FORCES));
    ck_assert(_i ? sys->same_as && !strcmp(sys->same_as, "natural") : !sys->same_as);
    hol_system_free(sys);
    hol_model_free(model);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("joints");
    TCase *tcase = tcase_create("joints");
    tcase_add_loop_test(tcase, a_joint_removes_the_degrees_of_freedom_of_table_1, 0,
                        6 * HOL_GENERIC_JOINTS);
    tcase_add_loop_test(tcase, planar_joints_have_two_two_and_three_conditions, 0,
                        3 * HOL_FORMULATIONS);
    tcase_add_loop_test(tcase, a_joint_given_twice_loses_full_rank, 0, HOL_FORMULATIONS);
    tcase_add_loop_test(tcase, rows_count_metres_or_a_cosine_from_i_to_j, 0, HOL_FORMULATIONS);
    tcase_add_loop_test(tcase, a_model_has_its_traits_in_each_formulation, 0,
                        HOL_GENERIC_MODELS * HOL_FORMULATIONS);
    tcase_add_loop_test(tcase, point_masses_are_one_system_in_every_formulation, 0,
                        HOL_FORMULATIONS);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
