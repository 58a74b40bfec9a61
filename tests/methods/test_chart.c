/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tangent-space charts (paper 002, sections 3 and 5): the parametrisation against its definition
 * and against differences, a change of chart, and the end of a chart. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "holonomy.h"
#include "holonomy/dense.h"
#include "methods/reduced.h"
#include "tests/suite.h"

enum { SPACE = 64 }; /* coordinates of the largest system here */

static const struct {
    const char *problem, *formulation;
} rows[] = {
    {"rigid-body", "natural"}, {"rigid-body", "euler"}, {"double-spherical-pendulum", "natural"},
    {"gyrostat", "euler"},     {"top", "euler"},        {"triple-slider-crank", "euler"},
    {"pendulum", "natural"}};

enum { ROWS = sizeof rows / sizeof *rows };

typedef struct { /* a state some steps into the motion */
    hol_model *model;
    hol_eval *sys;
    hol_stepper *s;
    hol_state *z;
    const hol_method *method;
    double opt[16], par[64];
} fixture;

/* `option` in the manner of the user, or NULL. */
static fixture make(int row, const char *option, int steps)
{
    fixture f = {.model = hol_model_new(), .method = hol_method_named("tangent-nystrom4")};
    const hol_problem *problem = hol_problem_named(rows[row].problem);
    hol_message why = {""};
    hol_status status;
    bool unfit;

    if (problem->parameters) hol_option_defaults(problem->parameters, f.par);
    problem->build(f.model, f.par);
    f.sys = hol_eval_take(
        hol_realise(f.model, hol_formulation_named(rows[row].formulation), &unfit, &why));
    ck_assert_msg(f.sys != NULL, "%s: %s", rows[row].problem, why.text);
    hol_option_defaults(f.method->options, f.opt);
    ck_assert(!option || hol_option_set(f.method->options, "option", option, f.opt, &why));

    f.s = hol_stepper_new(f.sys, f.method, f.opt, &status, NULL);
    ck_assert_int_eq(status, HOL_OK);
    f.z = hol_state_new(f.sys, f.method, f.opt);
    ck_assert_int_eq(hol_start(f.s, 0, 0.01, NULL, f.z), HOL_OK);
    for (int k = 1; k <= steps; k++) {
        ck_assert_int_eq(hol_step(f.s, 0.01, f.z), HOL_OK);
        f.z->t = 0.01 * k;
    }
    return f;
}

static void drop(fixture *f)
{
    hol_state_free(f->z);
    hol_stepper_free(f->s);
    hol_eval_free(f->sys);
    hol_model_free(f->model);
}

/* A chart of the test's own at the state's q, with tight tolerances. */
static hol_chart chart_at(fixture *f, double memory[])
{
    hol_chart_rule rule = hol_chart_rule_of(f->s, 0);
    rule.utol = rule.Btol = 1e-14;
    hol_chart c = hol_chart_view(f->s, rule, memory);
    ck_assert_int_eq(hol_chart_open(&c, f->z->q), HOL_OK);
    return c;
}

START_TEST(v_and_u_are_coordinates_of_the_manifold)
{
    fixture f = make(_i, NULL, 30);
    double memory[4096], v[SPACE], q[SPACE], phi[SPACE], back[SPACE], delta[SPACE];
    hol_chart c = chart_at(&f, memory);

    for (int i = 0; i < c.d; i++) v[i] = 0.13 * cos(1.7 * i + 0.4);
    ck_assert_int_eq(hol_chart_point(&c, v, q), HOL_OK);
    hol_constraints(f.sys, 0, q, phi, NULL);
    ck_assert_double_le(hol_norm_max(c.m, phi), 1e-13 * f.sys->length);

    for (int i = 0; i < c.n; i++) delta[i] = q[i] - c.q0[i];
    hol_chart_velocity(&c, delta, back); /* (11): v = V^T (q - q0) */
    ck_assert_double_le(hol_apart(c.d, back, v), 1e-13);
    drop(&f);
}
END_TEST

/* (8), (25), where V and B come from: of rows of different lengths, over all rows of a system. */
START_TEST(V_is_orthonormal_and_D_lies_in_the_null_space)
{
    fixture f = make(_i, NULL, 30);
    double memory[4096], v[SPACE], q[SPACE], D[SPACE * SPACE], G[SPACE * SPACE], GD[SPACE * SPACE];
    hol_chart c = chart_at(&f, memory);

    for (int i = 0; i < c.d; i++)
        for (int k = 0; k < c.d; k++) {
            double dot = 0;
            for (int j = 0; j < c.n; j++) dot += c.V[j * c.d + i] * c.V[j * c.d + k];
            ck_assert_double_eq_tol(dot, i == k, 1e-14);
        }
    for (int i = 0; i < c.d; i++) v[i] = 0.13 * cos(1.7 * i + 0.4);
    ck_assert_int_eq(hol_chart_point(&c, v, q), HOL_OK);
    ck_assert_int_eq(hol_chart_tangent(&c, q, D), HOL_OK);
    hol_constraints(f.sys, 0, q, NULL, G);
    hol_multiply_columns(&f.sys->G, G, c.d, D, GD);
    double scale = hol_norm_max(f.sys->G.nnz, G) * hol_norm_max(c.n * c.d, D);
    ck_assert_double_le(hol_norm_max(c.m * c.d, GD), 1e-14 * c.n * scale);
    drop(&f);
}
END_TEST

/* (15) with the B of another point, from a place off the manifold: whichever residual is tested,
 * and whether or not the last one is formed. */
START_TEST(a_place_off_the_manifold_moves_onto_it_to_the_tolerance)
{
    static const double utol[] = {1e-4, 1e-7, 1e-11};
    for (int k = 0; k < 12; k++) {
        fixture f = make(_i, NULL, 30);
        double memory[4096], v[SPACE], q[SPACE], phi[SPACE];
        hol_chart c = chart_at(&f, memory);
        for (int i = 0; i < c.d; i++) v[i] = 0.13 * cos(1.7 * i + 0.4);
        ck_assert_int_eq(hol_chart_point(&c, v, q), HOL_OK);
        for (int i = 0; i < c.n; i++)
            for (int j = 0; j < c.m; j++)
                q[i] += 0.02 * hol_unit(f.sys, i) * c.UB[i * c.m + j] * sin(1.1 * j + 0.8);
        c.rule.utol = utol[k % 3];
        c.rule.before = k / 3 % 2, c.rule.foresees = k / 6;
        ck_assert_int_eq(hol_chart_onto(&c, q), HOL_OK);
        hol_constraints(f.sys, 0, q, phi, NULL);
        hol_scale_row_units(f.sys, 0, c.m, -1, phi);
        double left = hol_norm_max(c.m, phi) / (f.sys->length / f.sys->unit);
        double slack = c.rule.foresees && !c.rule.before ? 10 : 1; /* of what is foreseen */
        ck_assert_msg(left <= slack * c.rule.utol, "before %d, foresees %d: %.2e of %.0e",
                      c.rule.before, c.rule.foresees, left, c.rule.utol);
        drop(&f);
    }
}
END_TEST

static double frobenius(int n, const double A[])
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += A[i] * A[i];
    return sqrt(sum);
}

/* G U at q and its inverse by LU, m x m each. */
static void product_of(const hol_chart *c, const double q[], double GU[], double B[])
{
    double G[SPACE * SPACE], LU[SPACE * SPACE], column[SPACE];
    int m = c->m, pivot[SPACE];
    hol_constraints(c->s->sys, 0, q, NULL, G);
    hol_multiply_columns(&c->s->sys->G, G, m, c->U, GU);
    memcpy(LU, GU, sizeof(double) * (size_t)(m * m));
    ck_assert_int_eq(hol_lu_factor(m, LU, pivot), HOL_OK);
    for (int k = 0; k < m; k++) {
        for (int i = 0; i < m; i++) column[i] = i == k;
        hol_lu_solve(m, LU, pivot, column);
        for (int i = 0; i < m; i++) B[i * m + k] = column[i];
    }
}

/* (16) gives U B of the inverse; the chart ends at the growth of |B| and at the condition number of
 * G U, told to the last digits. */
START_TEST(B_is_the_inverse_of_GU_and_the_chart_ends_by_it)
{
    fixture f = make(_i, NULL, 30);
    double memory[4096], v[SPACE], q[SPACE], D[SPACE * SPACE];
    double GU[SPACE * SPACE], B[SPACE * SPACE], UB[SPACE];
    hol_chart c = chart_at(&f, memory);
    int m = c.m;

    product_of(&c, c.q0, GU, B);
    double size = frobenius(m * m, B);
    for (int i = 0; i < c.d; i++) v[i] = 0.13 * cos(1.7 * i + 0.4);
    ck_assert_int_eq(hol_chart_point(&c, v, q), HOL_OK);
    ck_assert_int_eq(hol_chart_tangent(&c, q, D), HOL_OK);
    product_of(&c, q, GU, B);
    for (int i = 0; i < c.n; i++) {
        hol_multiply_dense_transposed(m, m, B, c.U + i * m, UB);
        ck_assert_double_le(hol_apart(m, UB, c.UB + i * m), 1e-13 * frobenius(c.n * m, c.UB));
    }
    double growth = frobenius(m * m, B) / size;
    double condition = frobenius(m * m, GU) * frobenius(m * m, B);
    for (int beyond = 0; beyond < 2; beyond++) {
        double slack = beyond ? 1 - 1e-10 : 1 + 1e-10;
        hol_status expected = beyond ? HOL_REJECT : HOL_OK;
        c.rule.growth = slack * growth, c.rule.condition = 1e14;
        ck_assert_int_eq(hol_chart_tangent(&c, q, D), expected);
        c.rule.growth = 1e6, c.rule.condition = slack * condition;
        ck_assert_int_eq(hol_chart_tangent(&c, q, D), expected);
    }
    ck_assert_double_eq_tol(f.s->residual.value / condition, 1, 1e-11);
    drop(&f);
}
END_TEST

/* Figure 3: where two charts overlap, the way from one to the other and back is the identity on q,
 * and the transition of coordinates v -> v' has the derivative V'^T D. */
START_TEST(charts_agree_where_they_overlap)
{
    fixture f = make(_i, NULL, 30);
    double memory[2][4096], v[SPACE], there[SPACE], q[SPACE], back[SPACE], D[SPACE * SPACE];
    const double e = 1e-3, at[] = {-2, -1, 1, 2}, weight[] = {1, -8, 8, -1};
    hol_chart one = chart_at(&f, memory[0]), two = one;
    double middle[SPACE], way[SPACE], slope[SPACE] = {0}, expected[SPACE], qdot[SPACE];

    for (int i = 0; i < one.d; i++) {
        v[i] = 0.11 * sin(1.3 * i + 0.6);
        way[i] = cos(2.3 * i + 0.2);
    }
    ck_assert_int_eq(hol_chart_point(&one, v, middle), HOL_OK);
    two = hol_chart_view(f.s, one.rule, memory[1]);
    ck_assert_int_eq(hol_chart_open(&two, middle), HOL_OK);
    for (int i = 0; i < one.d; i++) v[i] = 0.13 * cos(1.7 * i + 0.4);
    ck_assert_int_eq(hol_chart_point(&one, v, q), HOL_OK);
    hol_chart_coordinates(&two, q, there);
    ck_assert_int_eq(hol_chart_point(&two, there, back), HOL_OK);
    ck_assert_double_le(hol_apart(one.n, q, back), 1e-13 * f.sys->length);

    ck_assert_int_eq(hol_chart_tangent(&one, q, D), HOL_OK);
    for (int i = 0; i < one.n; i++) qdot[i] = hol_dot(one.d, D + i * one.d, way);
    hol_chart_velocity(&two, qdot, expected);
    for (int j = 0; j < 4; j++) {
        double moved[SPACE];
        for (int i = 0; i < one.d; i++) moved[i] = v[i] + at[j] * e * way[i];
        ck_assert_int_eq(hol_chart_point(&one, moved, q), HOL_OK);
        hol_chart_coordinates(&two, q, there);
        hol_axpy(one.d, weight[j] / (12 * e), there, slope);
    }
    ck_assert_double_le(hol_apart(one.d, slope, expected), 1e-9);
    drop(&f);
}
END_TEST

START_TEST(D_and_the_acceleration_are_derivatives_of_the_point)
{
    fixture f = make(_i, NULL, 30);
    const double e = 1e-3; /* fourth-order differences: errors e^4 and eps / e^2 */
    double memory[4096], v[SPACE], way[SPACE], q[5][SPACE], D[SPACE * SPACE];
    double qdot[SPACE], c2[SPACE], normal[SPACE];
    hol_chart c = chart_at(&f, memory);

    for (int i = 0; i < c.d; i++) way[i] = sin(2.1 * i + 0.7);
    for (int k = 0; k < 5; k++) { /* v(t) = v + t way, so v'' = 0 */
        for (int i = 0; i < c.d; i++) v[i] = 0.13 * cos(1.7 * i + 0.4) + (k - 2) * e * way[i];
        ck_assert_int_eq(hol_chart_point(&c, v, q[k]), HOL_OK);
    }
    ck_assert_int_eq(hol_chart_tangent(&c, q[2], D), HOL_OK);
    for (int i = 0; i < c.n; i++) qdot[i] = hol_dot(c.d, D + i * c.d, way);
    hol_curvature(f.sys, q[2], qdot, c2);
    hol_chart_normal(&c, c2, normal);
    for (int i = 0; i < c.n; i++) {
        double first = (q[0][i] - 8 * q[1][i] + 8 * q[3][i] - q[4][i]) / (12 * e);
        double second =
            (-q[0][i] + 16 * q[1][i] - 30 * q[2][i] + 16 * q[3][i] - q[4][i]) / (12 * e * e);
        ck_assert_double_eq_tol(qdot[i], first, 1e-9);     /* (24) */
        ck_assert_double_eq_tol(-normal[i], second, 1e-6); /* (28) */
    }
    drop(&f);
}
END_TEST

/* g at the node displaced by dv, dv'. */
static void displaced(hol_reduced *y, const double dv[], const double dvdot[], double g[])
{
    double v[SPACE], vdot[SPACE];
    size_t mark = hol_mark(y->s->work);
    hol_reduced_point x = hol_reduced_point_take(y, false);
    for (int i = 0; i < y->chart.d; i++) {
        v[i] = y->v[i] + dv[i];
        vdot[i] = y->vdot[i] + dvdot[i];
    }
    ck_assert_int_eq(hol_reduced_acceleration(y, y->t, v, vdot, &x, g), HOL_OK);
    hol_release(y->s->work, mark);
}

START_TEST(the_tangent_of_the_reduced_equations_is_their_derivative)
{
    fixture f = make(_i, NULL, 12);
    hol_reduced y = hol_reduced_view(f.s, f.z);
    hol_reduced_point x = hol_reduced_point_take(&y, true);
    double g[SPACE], of[2][SPACE * SPACE], way[2][SPACE] = {{0}}, four[4][SPACE];
    static const double at[] = {-2, -1, 1, 2}, weight[] = {1, -8, 8, -1};
    const double e = 1e-3; /* fourth-order differences */
    int d = y.chart.d;

    ck_assert_int_eq(hol_reduced_acceleration(&y, y.t, y.v, y.vdot, &x, g), HOL_OK);
    ck_assert_int_eq(hol_reduced_tangent(&y, y.t, g, &x, of[0], of[1]), HOL_OK);
    for (int k = 0; k < 2 * d; k++) {
        double *along = &way[k / d][k % d], scale = hol_norm_max(d * d, of[k / d]);
        for (int j = 0; j < 4; j++) {
            *along = at[j] * e;
            displaced(&y, way[0], way[1], four[j]);
        }
        *along = 0;
        for (int i = 0; i < d; i++) {
            double slope = 0;
            for (int j = 0; j < 4; j++) slope += weight[j] * four[j][i] / (12 * e);
            ck_assert_double_eq_tol(of[k / d][i * d + k % d], slope, 1e-6 * (1 + scale));
        }
    }
    drop(&f);
}
END_TEST

START_TEST(a_change_of_chart_leaves_q_bit_for_bit_and_the_velocity_to_round_off)
{
    fixture f = make(_i, "vmax=1e-6", 3);
    double q[SPACE], v[SPACE], vdot[SPACE], moved = 0;
    size_t bytes = (size_t)f.sys->nq * sizeof(double);

    for (int k = 0; k < 20; k++) {
        long before = f.s->count->reparametrisations;
        memcpy(q, f.z->q, bytes);
        memcpy(v, f.z->v, bytes);
        ck_assert_int_eq(hol_step(f.s, 0.01, f.z), HOL_OK);
        ck_assert_int_eq(f.s->count->reparametrisations, before + 1);

        hol_chart c = hol_chart_view(f.s, (hol_chart_rule){0}, f.z->memory);
        ck_assert_mem_eq(c.q0, q, bytes);
        hol_chart_velocity(&c, v, vdot);
        for (int i = 0; i < c.n; i++)
            moved = fmax(moved, fabs(hol_dot(c.d, c.V + i * c.d, vdot) - v[i]));
    }
    ck_assert_double_le(moved, 1e-11 * f.sys->speed);
    drop(&f);
}
END_TEST

/* The chart's end is seen without the limit on |v|: the motion does not slip to another sheet. */
START_TEST(the_motion_does_not_depend_on_the_limit_of_v)
{
    fixture near = make(_i, "vmax=0.1", 0), wide = make(_i, "vmax=1000", 0);
    for (int k = 1; k <= 200; k++) {
        ck_assert_int_eq(hol_step(near.s, 0.0025, near.z), HOL_OK);
        ck_assert_int_eq(hol_step(wide.s, 0.0025, wide.z), HOL_OK);
        near.z->t = wide.z->t = 0.0025 * k;
    }
    ck_assert_double_le(hol_apart(near.sys->nq, near.z->q, wide.z->q), 1e-4);
    drop(&near);
    drop(&wide);
}
END_TEST

START_TEST(a_failed_step_leaves_the_state_bit_for_bit)
{
    fixture f = make(_i, NULL, 30);
    size_t kept = hol_method_memory(f.method, f.sys, f.opt) * sizeof(double);
    size_t bytes = (size_t)f.sys->nq * sizeof(double);
    double q[SPACE], v[SPACE], memory[4096];

    memcpy(q, f.z->q, bytes);
    memcpy(v, f.z->v, bytes);
    memcpy(memory, f.z->memory, kept);
    ck_assert_int_ne(hol_step(f.s, 3.0, f.z), HOL_OK);
    ck_assert_ptr_nonnull(f.s->residual.of);
    ck_assert_mem_eq(f.z->q, q, bytes);
    ck_assert_mem_eq(f.z->v, v, bytes);
    ck_assert_mem_eq(f.z->memory, memory, kept);
    drop(&f);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chart");
    TCase *chart = tcase_create("chart");
    tcase_add_loop_test(chart, v_and_u_are_coordinates_of_the_manifold, 0, ROWS);
    tcase_add_loop_test(chart, a_place_off_the_manifold_moves_onto_it_to_the_tolerance, 0, ROWS);
    tcase_add_loop_test(chart, V_is_orthonormal_and_D_lies_in_the_null_space, 0, ROWS);
    tcase_add_loop_test(chart, B_is_the_inverse_of_GU_and_the_chart_ends_by_it, 0, ROWS);
    tcase_add_loop_test(chart, charts_agree_where_they_overlap, 0, ROWS);
    tcase_add_loop_test(chart, D_and_the_acceleration_are_derivatives_of_the_point, 0, ROWS);
    tcase_add_loop_test(chart, the_tangent_of_the_reduced_equations_is_their_derivative, 0, ROWS);
    tcase_add_loop_test(chart, a_change_of_chart_leaves_q_bit_for_bit_and_the_velocity_to_round_off,
                        0, ROWS);
    tcase_add_loop_test(chart, the_motion_does_not_depend_on_the_limit_of_v, 0, ROWS);
    tcase_add_loop_test(chart, a_failed_step_leaves_the_state_bit_for_bit, 0, ROWS);
    suite_add_tcase(suite, chart);
    return hol_run_suite(suite);
}
