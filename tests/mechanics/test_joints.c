/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each joint removes (paper 000, Table 1), and the traits of a model in a formulation. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/so3.h"
#include "tests/generic.h"

/* ---------------------------------------------------------------- the tangent space of motions */

/* The equations (Phi, G v) of M at the point (q o exp(e s v), v + e w) along the contact vector
 * (s, s v, w); e = h at. */
static void equations_along(hol_eval *sys, const double q[], const double v[], double s,
                            const double w[], double e, double out[])
{
    double *q1 = calloc((size_t)(sys->nq + 2 * sys->nv + sys->G.nnz), sizeof *q1);
    double *dv = q1 + sys->nq, *v1 = dv + sys->nv, *G = v1 + sys->nv;
    for (int i = 0; i < sys->nv; i++) {
        dv[i] = e * s * v[i];
        v1[i] = v[i] + e * w[i];
    }
    hol_move(sys, q, dv, q1);
    hol_constraints(sys, 0, q1, out, G);
    hol_multiply(&sys->G, G, v1, out + sys->nc);
    free(q1);
}

/* dim(T_p M cap C_p), p on M: the contact vectors, nv + 1 of them, less the rank of the derivatives
 * of M's equations along them, by five-point differences. */
static int motions(hol_eval *sys, const double q[], const double v[])
{
    static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1. / 12, -2. / 3, 2. / 3, -1. / 12};
    const double h = 1e-3;
    int m = 2 * sys->nc, n = sys->nv + 1;
    double *D = calloc((size_t)(m * n + m + sys->nv), sizeof *D), *y = D + m * n, *w = y + m;
    for (int j = 0; j < n; j++) {
        if (j) w[j - 1] = 1;
        for (int k = 0; k < 4; k++) {
            equations_along(sys, q, v, j ? 0 : 1, w, at[k] * h, y);
            for (int i = 0; i < m; i++) D[i * n + j] += weight[k] / h * y[i];
        }
        if (j) w[j - 1] = 0;
    }
    int rank = hol_dense_rank(m, n, D);
    free(D);
    return n - rank;
}

/* A generic velocity that the constraints allow: M v = p - G^T mu. */
static void allowed_velocity(hol_eval *sys, hol_draw *draw, const double q[], double v[])
{
    hol_work *work = hol_work_new();
    double *p = calloc((size_t)sys->nv, sizeof *p);
    hol_draw_fill(draw, sys->nv, p);
    ck_assert(!hol_constrained_solve(sys, 0, q, NULL, p, v, NULL, NULL));
    free(p);
    hol_work_free(work);
}

static void expect_motions(hol_eval *sys, const char *joint, const hol_pose pose[], hol_draw *draw,
                           int expected)
{
    double *q = calloc((size_t)(sys->nq + sys->nv), sizeof *q), *v = q + sys->nq;
    hol_place(sys, pose, q, v);
    allowed_velocity(sys, draw, q, v);
    int dim = motions(sys, q, v);
    ck_assert_msg(dim == expected, "%s, %s: dim(T_p M cap C_p) = %d, expected %d", joint,
                  sys->formulation, dim, expected);
    free(q);
}

/* ---------------------------------------------------------------- joints */

/* Joint _i / 6 between two bodies or a body and ground, in each formulation. */
START_TEST(a_joint_removes_the_degrees_of_freedom_of_table_1)
{
    const hol_generic_joint *joint = &hol_generic_joints[_i / 6];
    const hol_formulation *f = hol_formulation_at(_i / 2 % HOL_ABSOLUTE);
    bool ground = _i % 2;
    hol_sketch plan = {.model = hol_model_new(), .draw = {61 + (uint64_t)_i}};
    hol_plan_poses(&plan, 2);
    static const double level[4] = {1, 0, 0, 0};
    if (joint->parallel) memcpy(plan.at[1].p, ground ? level : plan.at[0].p, sizeof plan.at[1].p);
    for (int b = 0; b < 2; b++) hol_plan_body(&plan, HOL_RIGID, false);
    joint->add(&plan, joint->name, ground ? HOL_GROUND : 0, 1);

    hol_message why = {""};
    hol_eval *sys = hol_eval_take(hol_realise(plan.model, f, NULL, &why));
    ck_assert_msg(sys != NULL, "%s, %s: %s", joint->name, hol_formulation_name(f), why.text);
    int rank = hol_reduced_rank(sys, plan.at);
    ck_assert_msg(sys->nj == joint->conditions && rank == joint->conditions,
                  "%s%s, %s: %d rows of rank %d, Table 1 says %d", joint->name,
                  ground ? " to ground" : "", sys->formulation, sys->nj, rank, joint->conditions);
    ck_assert_msg(sys->nr == 12, "%s: %d reduced velocities of two bodies", sys->formulation,
                  sys->nr);
    ck_assert(sys->has & HOL_FULL_RANK);
    expect_motions(sys, joint->name, plan.at, &plan.draw, 6 * 2 - joint->conditions + 1);
    hol_eval_free(sys);
    hol_model_free(plan.model);
}
END_TEST

/* In the plane a revolute joint leaves 1 of 3 degrees of freedom, a slider 1, a weld none; between
 * ground and a body, or two bodies of which the first has all three. */
START_TEST(planar_joints_have_two_two_and_three_conditions)
{
    static const int conditions[3] = {2, 2, 3};
    int kind = _i % 3, bodies = 1 + _i / 3 % 2, b = bodies - 1;
    hol_model *model = hol_model_new();
    hol_draw draw = {17};
    hol_pose at[2] = {{.r = {0.4, 0.9, 0}, .p = {0.8, 0, 0, 0.6}}, {.r = {0.4, 0.9, 0}}};
    memcpy(at[1].p, at[0].p, sizeof at[1].p);
    hol_body body = {.name = "lamina", .shape = HOL_PLANAR, .m = 1.7, .J = {0, 0, 0.61}};
    for (int k = 0; k < bodies; k++) {
        body.at = at[k];
        body.name[0] = k ? 'L' : 'l';
        hol_add_body(model, &body);
    }
    int i = b - 1; /* ground, or the first body; its axes are those of the second */
    double R[9], x[3], own[3] = {0.3, -0.7, 0}, along[3] = {0.6, 0.8, 0}, aside[3] = {0.8, -0.6, 0};
    hol_quaternion_to_matrix(at[0].p, R);
    hol_marker j = hol_point(b, own[0], own[1], 0), o = j;
    hol_marker v = hol_direction(b, 0.6, 0.8, 0), t = hol_direction(b, 0.8, -0.6, 0), u = v, s = t;
    if (bodies == 1) {
        hol_rotate(R, own, x);
        o = hol_point(HOL_GROUND, x[0] + at[0].r[0], x[1] + at[0].r[1], 0);
        hol_rotate(R, along, x);
        u = hol_direction(HOL_GROUND, x[0], x[1], 0);
        hol_rotate(R, aside, x);
        s = hol_direction(HOL_GROUND, x[0], x[1], 0);
    }
    o.body = u.body = s.body = i;
    if (kind == 0)
        hol_revolute(model, "pin", o, j, hol_direction(i, 0, 0, 1), hol_direction(b, 0, 0, 1));
    if (kind == 1) hol_translational(model, "slider", o, j, u, v, s, t);
    if (kind == 2 && bodies == 2) hol_fixed(model, "weld", o, j);
    if (kind == 2 && bodies == 1) { /* parallel axes */
        hol_orthogonal(model, "weld.turn", u, t);
        hol_coincide(model, "weld", o, j);
    }
    hol_message why = {""};
    hol_eval *sys = hol_eval_take(hol_realise(model, hol_formulation_at(_i / 6), NULL, &why));
    ck_assert_msg(sys != NULL, "%s", why.text);
    int rank = hol_reduced_rank(sys, at);
    ck_assert_msg(sys->nj == conditions[kind] && rank == sys->nj && sys->nr == 3 * bodies,
                  "joint %d, %s: %d rows of rank %d, expected %d", kind, sys->formulation, sys->nj,
                  rank, conditions[kind]);
    expect_motions(sys, "planar", at, &draw, 3 * bodies - conditions[kind] + 1);
    hol_eval_free(sys);
    hol_model_free(model);
}
END_TEST

/* Rods meet at points of their axes: 3 conditions on the 5 freedoms of each; a rigid body and a
 * point mass (2: at the head of the rod, 3 conditions too) likewise. */
START_TEST(rod_connections_have_three_conditions)
{
    static const hol_shape partner[4] = {HOL_ROD, HOL_RIGID, HOL_POINT, HOL_SHAPES};
    static const int freedoms[4] = {5, 6, 3, 0};
    hol_sketch plan = {.model = hol_model_new(), .draw = {29}};
    hol_plan_poses(&plan, 2);
    hol_marker head = hol_point(0, 0.47, 0, 0), other = hol_point(1, 0, 0, 0);
    double x[3], y[3];
    if (partner[_i] == HOL_SHAPES) {
        hol_plan_body(&plan, HOL_ROD, false);
        hol_plan_space(&plan, head, x);
        other = hol_point(HOL_GROUND, x[0], x[1], x[2]);
    } else {
        if (partner[_i] != HOL_POINT) other.rho[0] = -0.38;
        hol_plan_space(&plan, head, x);
        hol_plan_space(&plan, other, y);
        for (int k = 0; k < 3; k++) plan.at[1].r[k] += x[k] - y[k];
        hol_plan_body(&plan, HOL_ROD, false);
        hol_plan_body(&plan, partner[_i], false);
    }
    hol_spherical(plan.model, "head", head, other);
    hol_message why = {""};
    hol_eval *sys =
        hol_eval_take(hol_realise(plan.model, hol_formulation_named("natural"), NULL, &why));
    ck_assert_msg(sys != NULL, "%s", why.text);
    ck_assert_int_eq(sys->nj, 3);
    ck_assert_int_eq(hol_reduced_rank(sys, plan.at), 3);
    ck_assert_int_eq(sys->nr, 5 + freedoms[_i]);
    ck_assert(sys->has & HOL_FULL_RANK);
    expect_motions(sys, "rod", plan.at, &plan.draw, 5 + freedoms[_i] - 3 + 1);
    hol_eval_free(sys);
    hol_model_free(plan.model);
}
END_TEST

/* ---------------------------------------------------------------- rows by hand */

/* Off the joints, by hand: x_j - x_i, cosines, d . (x_j - x_i), (|x_j - x_i|^2 - l^2) / (2 l) and
 * n . x_j - value. */
START_TEST(rows_count_metres_or_a_cosine_from_i_to_j)
{
    hol_sketch plan = {.model = hol_model_new(), .draw = {43}};
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
    hol_eval *sys = hol_eval_take(hol_realise(plan.model, hol_formulation_at(_i), NULL, NULL));
    ck_assert(sys != NULL);

    double q[24], v[24], phi[19];
    hol_plan_poses(&plan, 2);
    hol_place(sys, plan.at, q, v);
    hol_constraints(sys, 0, q, phi, NULL);
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
    hol_eval_free(sys);
    hol_model_free(plan.model);
}
END_TEST

/* ---------------------------------------------------------------- traits */

enum {
    ALWAYS = HOL_SCLERONOMIC | HOL_FULL_RANK | HOL_HARD,
    CONSTANT = HOL_CONST_MASS | HOL_REGULAR_MASS,
};

/* Models are driven by torques and dampers: neither conservative nor of position only.  Two have a
 * driven row, and so no power series. */
static const struct {
    const char *same_as;
    unsigned has;
} expected[HOL_GENERIC_MODELS][HOL_FORMULATIONS] = {
    [HOL_CHAIN] = {{NULL, ALWAYS | HOL_FLAT | CONSTANT | HOL_QUADRATIC | HOL_HOLONOMIC | HOL_SMALL |
                              HOL_POWER_SERIES},
                   {NULL, ALWAYS | HOL_FLAT | HOL_HOLONOMIC | HOL_SMALL},
                   {NULL, ALWAYS | CONSTANT | HOL_HOLONOMIC | HOL_SMALL},
                   {NULL,
                    ALWAYS | HOL_REGULAR_MASS | HOL_HOLONOMIC | HOL_SMALL | HOL_POWER_SERIES}},
    [HOL_MIXED] = {{NULL, ALWAYS | HOL_FLAT | HOL_CONST_MASS | HOL_QUADRATIC | HOL_SMALL},
                   {NULL, ALWAYS | HOL_FLAT | HOL_SMALL},
                   {NULL, ALWAYS | CONSTANT | HOL_SMALL},
                   {NULL, ALWAYS | HOL_REGULAR_MASS | HOL_SMALL}},
    [HOL_PLANE] = {{NULL, ALWAYS | HOL_FLAT | CONSTANT | HOL_QUADRATIC | HOL_SMALL},
                   {NULL, ALWAYS | HOL_FLAT | CONSTANT | HOL_SMALL},
                   {"euler", ALWAYS | HOL_FLAT | CONSTANT | HOL_SMALL},
                   {NULL, ALWAYS | HOL_FLAT | HOL_REGULAR_MASS | HOL_SMALL}},
    [HOL_RODS] = {{NULL, ALWAYS | HOL_FLAT | CONSTANT | HOL_QUADRATIC | HOL_HOLONOMIC | HOL_SMALL |
                             HOL_POWER_SERIES}},
    [HOL_ROLLING] = {{NULL,
                      ALWAYS | HOL_FLAT | CONSTANT | HOL_QUADRATIC | HOL_SMALL | HOL_POWER_SERIES},
                     {NULL, ALWAYS | HOL_FLAT | HOL_SMALL},
                     {NULL, ALWAYS | CONSTANT | HOL_SMALL},
                     {NULL, ALWAYS | HOL_REGULAR_MASS | HOL_SMALL | HOL_POWER_SERIES}},
};

START_TEST(a_model_has_its_traits_in_each_formulation)
{
    hol_specimen c;
    int model = _i / HOL_FORMULATIONS, f = _i % HOL_FORMULATIONS;
    if (!hol_specimen_open(&c, model, f, HOL_AT_START)) return;
    char has[512], wanted[512];
    hol_traits_text(c.sys->has, has, sizeof has);
    hol_traits_text(expected[model][f].has, wanted, sizeof wanted);
    ck_assert_msg(c.sys->has == expected[model][f].has, "%s: has %s; expected %s", c.name, has,
                  wanted);
    const char *same = expected[model][f].same_as;
    ck_assert_msg(same ? c.sys->same_as && !strcmp(c.sys->same_as, same) : !c.sys->same_as,
                  "%s: same as %s", c.name, c.sys->same_as ? c.sys->same_as : "none");
    hol_specimen_close(&c);
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
    hol_eval *sys = hol_eval_take(hol_realise(model, hol_formulation_at(_i), NULL, NULL));
    ck_assert(sys &&
              sys->has == (ALWAYS | HOL_FLAT | CONSTANT | HOL_QUADRATIC | HOL_HOLONOMIC |
                           HOL_SMALL | HOL_CONSERVATIVE | HOL_POSITION_FORCES | HOL_POWER_SERIES));
    ck_assert(_i ? sys->same_as && !strcmp(sys->same_as, "natural") : !sys->same_as);
    hol_eval_free(sys);
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
                        6 * HOL_ABSOLUTE);
    tcase_add_loop_test(tcase, rod_connections_have_three_conditions, 0, 4);
    tcase_add_loop_test(tcase, rows_count_metres_or_a_cosine_from_i_to_j, 0, HOL_ABSOLUTE);
    tcase_add_loop_test(tcase, a_model_has_its_traits_in_each_formulation, 0,
                        HOL_GENERIC_MODELS * HOL_FORMULATIONS);
    tcase_add_loop_test(tcase, point_masses_are_one_system_in_every_formulation, 0,
                        HOL_FORMULATIONS);
    suite_add_tcase(suite, tcase);
    return hol_run_together(suite);
}
