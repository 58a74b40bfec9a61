/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What paper 000 states of its model: Lemmas 2.1, 3.1, 3.6, Algorithm 3.2 against (3.7), the
 * dimension of section 4.1. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/so3.h"
#include "tests/claims.h"
#include "tests/generic.h"

/* ---------------------------------------------------------------- section 2 and 3: H */

static void H_of(const double p[4], double H[12], double Ht[12]) /* eq (2.1): H and H tilde */
{
    const double h[12] = {-p[1], p[0], p[3],  -p[2], -p[2], -p[3],
                          p[0],  p[1], -p[3], p[2],  -p[1], p[0]};
    const double t[12] = {-p[1], p[0],  -p[3], p[2],  -p[2], p[3],
                          p[0],  -p[1], -p[3], -p[2], p[1],  p[0]};
    memcpy(H, h, sizeof h);
    memcpy(Ht, t, sizeof t);
}

static void times_transposed(const double A[12], const double B[12], double C[9]) /* A B^T */
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) C[3 * i + j] = hol_dot(4, A + 4 * i, B + 4 * j);
}

static double apart(int n, const double x[], const double y[], double factor)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i] + factor * y[i]));
    return most;
}

START_TEST(lemma_2_1)
{
    hol_draw d = {7};
    for (int k = 0; k < 50; k++) {
        double p[4], p1[4], H[12], Ht[12], H1[12], H1t[12], A[9], B[9];
        hol_draw_unit(&d, 4, p);
        hol_draw_fill(&d, 4, p1);
        hol_axpy(4, -hol_dot(4, p, p1), p, p1); /* tangent */
        H_of(p, H, Ht);
        H_of(p1, H1, H1t);
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                double sum = 0, tilde = 0, one = (i == j) - p[i] * p[j];
                for (int r = 0; r < 3; r++) {
                    sum += H[4 * r + i] * H[4 * r + j];
                    tilde += Ht[4 * r + i] * Ht[4 * r + j];
                }
                ck_assert_double_le(fmax(fabs(sum - one), fabs(tilde - one)), 4 * DBL_EPSILON);
            }
        times_transposed(H1t, H, A);
        times_transposed(Ht, H1, B);
        ck_assert_double_le(apart(9, A, B, -1), 8 * DBL_EPSILON);
        times_transposed(H1, H, A);
        times_transposed(H, H1, B);
        ck_assert_double_le(apart(9, A, B, 1), 8 * DBL_EPSILON);
        for (int r = 0; r < 3; r++) { /* H(v) w + H(w) v = 0 */
            ck_assert_double_le(fabs(hol_dot(4, H1 + 4 * r, p) + hol_dot(4, H + 4 * r, p1)),
                                8 * DBL_EPSILON);
            ck_assert_double_le(fabs(hol_dot(4, Ht + 4 * r, p)), 4 * DBL_EPSILON);
        }
    }
}
END_TEST

/* A free body under gravity, a force at a point and a torque. */
static const double F[3] = {3, -2, 5}, rho[3] = {0.3, -0.1, 0.2}, tau[3] = {-1.1, 0.7, 2.3};

static hol_model *free_body(void)
{
    hol_model *model = hol_model_new();
    hol_body body = {.name = "body", .shape = HOL_RIGID, .m = 1.7, .J = {0.9, 1.3, 1.9}};
    hol_draw d = {11};
    hol_draw_unit(&d, 4, body.at.p);
    hol_draw_fill(&d, 3, body.at.r);
    hol_draw_fill(&d, 3, body.at.v);
    hol_draw_fill(&d, 3, body.at.omega);
    int b = hol_add_body(model, &body);
    hol_gravity(model, (double[3]){0.5, -9.81, 1});
    hol_force_constant(model, hol_point(b, rho[0], rho[1], rho[2]), F);
    hol_torque_body(model, b, tau);
    return model;
}

/* Lemma 3.1, and Algorithm 3.2 against the Newton-Euler equations (3.7). */
START_TEST(lemma_3_1_and_algorithm_3_2_is_newton_euler)
{
    hol_model *model = free_body();
    hol_message why;
    bool unfit;
    hol_eval *sys = hol_eval_take(hol_realise(model, hol_formulation_named("euler"), &unfit, &why));
    ck_assert_msg(sys != NULL, "%s", why.text);
    const hol_body *body = hol_body_at(model, 0);
    double q[7], v[7], a[7], lambda[1], H[12], Ht[12], R[9], rate[3], back[3], arm[3], spin[3];
    const double *J = body->J, *Omega = body->at.omega;
    hol_work *w = hol_work_new();
    hol_place(sys, &body->at, q, v);
    ck_assert_int_eq(hol_acceleration(sys, 0, q, v, a, lambda, NULL), HOL_OK);
    H_of(q + 3, H, Ht);
    times_transposed(Ht, H, R);
    for (int i = 0; i < 3; i++) {
        double omega = hol_dot(3, R + 3 * i, Omega);
        ck_assert_double_eq_tol(2 * hol_dot(4, H + 4 * i, v + 3), Omega[i], 1e-14);
        ck_assert_double_eq_tol(2 * hol_dot(4, Ht + 4 * i, v + 3), omega, 1e-14);
        rate[i] = 2 * hol_dot(4, H + 4 * i, a + 3);
        back[i] = R[i] * F[0] + R[3 + i] * F[1] + R[6 + i] * F[2]; /* R^T F */
    }
    const double g[3] = {0.5, -9.81, 1}, L[3] = {J[0] * Omega[0], J[1] * Omega[1], J[2] * Omega[2]};
    hol_cross(rho, back, arm);
    hol_cross(Omega, L, spin);
    for (int i = 0; i < 3; i++) {
        ck_assert_double_eq_tol(body->m * a[i], F[i] + body->m * g[i], 1e-13);
        ck_assert_double_eq_tol(J[i] * rate[i] + spin[i], tau[i] + arm[i], 1e-13);
    }
    hol_work_free(w);
    hol_eval_free(sys);
    hol_model_free(model);
}
END_TEST

/* ---------------------------------------------------------------- section 3.4 and 4.1 */

static hol_eval *system_of(int model, const char *formulation, hol_model **made, double *q,
                           double *v)
{
    hol_message why;
    bool unfit;
    hol_pose at[HOL_PLAN_BODIES];
    *made = model < 0 ? free_body() : hol_generic_model(model);
    hol_eval *sys =
        hol_eval_take(hol_realise(*made, hol_formulation_named(formulation), &unfit, &why));
    if (!sys) return NULL;
    for (int b = 0; b < sys->nb; b++) at[b] = hol_body_at(*made, b)->at;
    hol_place(sys, at, q, v);
    return sys;
}

enum { MOST = 128 };

/* Lemma 3.6, Theorem 4.1: dW/dt = <v, F>, in every generic model and flat formulation. */
START_TEST(lemma_3_6_the_energy_grows_by_the_power_of_the_forces_without_a_potential)
{
    static const char *const formulation[] = {"euler", "natural"};
    int tried = 0;
    for (int k = 0; k < 2 * (HOL_GENERIC_MODELS + 1); k++) {
        hol_model *model;
        double q[MOST], v[MOST], a[MOST], dU[MOST], dT[MOST] = {0}, Mv[MOST], P[MOST] = {0};
        hol_eval *sys = system_of(k / 2 - 1, formulation[k % 2], &model, q, v);
        if (sys && sys->has & HOL_FLAT && sys->has & HOL_SCLERONOMIC && sys->has & HOL_HOLONOMIC) {
            hol_work *w = hol_work_new();
            double *M = hol_take(w, sys->M.nnz);
            ck_assert_int_eq(hol_acceleration(sys, 0, q, v, a, NULL, NULL), HOL_OK);
            hol_mass(sys, q, M);
            hol_multiply(&sys->M, M, v, Mv);
            hol_grad_potential(sys, q, dU);
            if (!(sys->has & HOL_CONST_MASS)) hol_grad_kinetic(sys, q, v, dT);
            hol_applied(sys, 0, q, v, P);
            int n = sys->nv;
            double rate = hol_dot(n, Mv, a) + hol_dot(n, dT, v) + hol_dot(n, dU, v);
            double power = hol_dot(n, P, v), size = fabs(hol_dot(n, Mv, a)) + fabs(power) + 1;
            ck_assert_msg(fabs(rate - power) <= 1e-12 * size, "model %d, %s: %.15g, %.15g",
                          k / 2 - 1, formulation[k % 2], rate, power);
            tried++;
            hol_work_free(w);
        }
        hol_eval_free(sys);
        hol_model_free(model);
    }
    ck_assert_int_ge(tried, 4);
}
END_TEST

/* A vector (s, s v, w) of the Cartan distribution is tangent to M where G w + d/dt(G) v s = 0. */
START_TEST(the_tangent_space_meets_the_cartan_distribution_in_6_n_b_less_l_plus_1_dimensions)
{
    static const char *const name[] = {"rigid-body", "gyrostat", "pendulum"};
    for (int k = 0; k < 3; k++) {
        hol_trial T;
        hol_trial_named(&T, "jet-dp5", hol_problem_named(name[k]), "euler", 0, NULL);
        hol_trial_start(&T, 0.01);
        hol_eval *sys = T.sys;
        int n = sys->nv, m = sys->nc, centres = 0;
        double G[MOST], g[MOST], D[MOST * 8] = {0}, dense[MOST * 8];
        hol_constraints(sys, 0, T.z->q, NULL, G);
        hol_curvature(sys, T.z->q, T.z->v, g);
        hol_dense(&sys->G, G, dense);
        for (int i = 0; i < m; i++) {
            D[i * (n + 1)] = g[i];
            memcpy(D + i * (n + 1) + 1, dense + i * n, (size_t)n * sizeof *D);
        }
        for (int b = 0; b < sys->nb; b++) centres += hol_body_at(T.sys->model, b)->fixed ? 3 : 0;
        int dimension = n + 1 - hol_dense_rank(m, n + 1, D);
        ck_assert_int_eq(dimension, 6 * sys->nb - centres - sys->nj + 1);
        hol_trial_close(&T);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("jet_model");
    TCase *tests = tcase_create("jet_model");
    tcase_add_test(tests, lemma_2_1);
    tcase_add_test(tests, lemma_3_1_and_algorithm_3_2_is_newton_euler);
    tcase_add_test(tests,
                   lemma_3_6_the_energy_grows_by_the_power_of_the_forces_without_a_potential);
    tcase_add_test(
        tests, the_tangent_space_meets_the_cartan_distribution_in_6_n_b_less_l_plus_1_dimensions);
    suite_add_tcase(suite, tests);
    return hol_run_suite(suite);
}
