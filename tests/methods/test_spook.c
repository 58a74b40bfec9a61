/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spook on linear constraints, against paper 001, section 5: the recurrence (32) of x = G q and y =
 * h G v, and the eigenvalues (34) of its step, compared on the range of G (the unit eigenvalues of
 * dependent rows do not exist on (q, v)).  The damping term Upsilon G v, that no order test sees,
 * is seen here.  Its baseline rk4-baumgarte on the same constraints, against the damped oscillation
 * of their violation. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lapacke.h>

#include "holonomy/dense.h"
#include "numerics/complex_parts.h"
#include "tests/claims.h"
#include "tests/generic.h"

/* Two point masses held together and one held to planes: linear constraints, no force.  With
 * `redundant`, a plane twice. */
enum { MASS1, MASS2, REDUNDANT };
static const hol_option linear_parameters[] = {
    {"m1", HOL_REAL, 1.73, 1e-3, 1e3, NULL, "[kg]"},
    {"m2", HOL_REAL, 2.91, 1e-3, 1e3, NULL, "[kg]"},
    {"redundant", HOL_INT, 0, 0, 1, NULL, "the plane holds the other mass too"},
    {0},
};
static const hol_option redundant_parameters[] = {
    {"m1", HOL_REAL, 1.73, 1e-3, 1e3, NULL, "[kg]"},
    {"m2", HOL_REAL, 2.91, 1e-3, 1e3, NULL, "[kg]"},
    {"redundant", HOL_INT, 1, 0, 1, NULL, "the plane holds the other mass too"},
    {0},
};

static void build_linear(hol_model *model, const double par[])
{
    static const double n[3] = {0.48, -0.64, 0.6};
    hol_body first = {.name = "first",
                      .shape = HOL_POINT,
                      .m = par[MASS1],
                      .at = {.r = {0.31, 0.83, -0.57}, .p = {1}}};
    hol_body second = first;
    second.m = par[MASS2];
    second.name[0] = 's';
    int a = hol_add_body(model, &first), b = hol_add_body(model, &second);
    hol_marker A = hol_point(a, 0, 0, 0), B = hol_point(b, 0, 0, 0);
    double value = hol_dot(3, n, first.at.r);
    hol_coincide(model, "together", A, B);
    hol_coordinate(model, "plane", A, n, value);
    if (par[REDUNDANT] != 0) hol_coordinate(model, "same-plane", B, n, value);
}

static const hol_problem linear = {.name = "linear constraints",
                                   .parameters = linear_parameters,
                                   .build = build_linear,
                                   .t_end = 1,
                                   .step = 0.1};
static const hol_problem redundant = {.name = "redundant constraints",
                                      .parameters = redundant_parameters,
                                      .build = build_linear,
                                      .t_end = 1,
                                      .step = 0.1};

enum { ROWS = 5, COLS = 6 };

typedef struct { /* dense matrices of a linear system */
    int m, n;
    double G[ROWS * COLS], W[COLS * ROWS]; /* W = M^-1 G^T */
    double S[ROWS * ROWS];                 /* G M^-1 G^T */
    double psi, sigma, theta;
} recurrence;

static void open_linear(hol_trial *T, const hol_problem *on, const char *const option[], double h,
                        double epsilon, double theta, recurrence *L)
{
    hol_trial_named(T, "spook", on, NULL, 4, option);
    hol_eval *sys = T->sys;
    *L = (recurrence){.m = sys->nc, .n = sys->nv, .psi = 1 / (1 + 4 * theta)};
    L->sigma = 4 * epsilon * L->psi / (h * h);
    L->theta = theta;
    double phi[ROWS], G[ROWS * COLS], M[COLS * COLS], mass[COLS * COLS];
    ck_assert(L->m <= ROWS && L->n == COLS);
    hol_trial_start(T, h);
    hol_constraints(sys, 0, T->z->q, phi, G);
    hol_dense(&sys->G, G, L->G);
    hol_mass(sys, T->z->q, M);
    hol_dense(&sys->M, M, mass);
    for (int i = 0; i < L->n; i++)
        for (int j = 0; j < L->m; j++) L->W[i * L->m + j] = L->G[j * L->n + i] / mass[i * L->n + i];
    for (int i = 0; i < L->m; i++)
        for (int j = 0; j < L->m; j++)
            for (int k = 0; k < L->n; k++)
                L->S[i * L->m + j] += L->G[i * L->n + k] * L->W[k * L->m + j];
}

/* x = Phi = G q - c, y = h G v of a state */
static void read_xy(const hol_trial *T, const recurrence *L, double h, double x[], double y[])
{
    double unused[ROWS * COLS];
    hol_constraints(T->sys, 0, T->z->q, x, unused);
    for (int i = 0; i < L->m; i++) y[i] = h * hol_dot(L->n, L->G + i * L->n, T->z->v);
}

/* y := -4 psi S S_sigma^-1 x + (1 - 4 theta psi S S_sigma^-1) y,  x := x + y  (32) */
static void recur(const recurrence *L, double x[], double y[])
{
    int m = L->m, pivot[ROWS];
    double A[ROWS * ROWS], r[ROWS];
    memcpy(A, L->S, sizeof A);
    for (int i = 0; i < m; i++) {
        A[i * m + i] += L->sigma;
        r[i] = 4 * L->psi * (x[i] + L->theta * y[i]);
    }
    ck_assert(hol_lu_factor(m, A, pivot) == HOL_OK);
    hol_lu_solve(m, A, pivot, r);
    for (int i = 0; i < m; i++) y[i] -= hol_dot(m, L->S + i * m, r);
    for (int i = 0; i < m; i++) x[i] += y[i];
}

/* Off the constraints, in motion. */
static void disturb(hol_trial *T, uint64_t seed)
{
    hol_draw draw = {seed};
    for (int i = 0; i < T->sys->nv; i++) {
        T->z->q[i] += 0.1 * hol_draw_next(&draw);
        T->z->v[i] = hol_draw_next(&draw);
    }
}

/* So does Newton's iteration on (26), from which (31) and (32) come. */
START_TEST(spook_follows_the_recurrence_of_its_paper)
{
    hol_trial T;
    recurrence L;
    double x[ROWS], y[ROWS], x1[ROWS], y1[ROWS], most = 0;
    const char *const option[] = {"epsilon=0.003", "tau=1.3",
                                  _i / 2 ? "iterate=newton" : "iterate=linear", "start=plain"};
    const double h = 0.1;
    open_linear(&T, _i % 2 ? &redundant : &linear, option, h, 0.003, 1.3, &L);
    ck_assert_int_eq(L.m, 4 + _i % 2);
    disturb(&T, 71);
    ck_assert_int_eq(hol_restart(T.s, h, T.z), HOL_OK);
    read_xy(&T, &L, h, x, y);
    for (int n = 1; n <= 20; n++) {
        hol_trial_step(&T, h, n);
        recur(&L, x, y);
        read_xy(&T, &L, h, x1, y1);
        most = fmax(most, fmax(hol_apart(L.m, x, x1), hol_apart(L.m, y, y1)));
    }
    expect_at_most(T.name, "distance from (32)", most, 1e-13);
    hol_trial_close(&T);
}
END_TEST

/* The eigenvectors of S with an eigenvalue that is not round-off, m x rank; returns the rank. */
static int range_of(const recurrence *L, double U[], double lambda[])
{
    int m = L->m, rank = 0;
    double S[ROWS * ROWS], all[ROWS];
    memcpy(S, L->S, sizeof S);
    ck_assert(!LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'V', 'U', m, S, m, all));
    for (int j = 0; j < m; j++) {
        if (!(all[j] > 1e-12 * all[m - 1])) continue;
        for (int i = 0; i < m; i++) U[i * ROWS + rank] = S[i * m + j];
        lambda[rank++] = all[j];
    }
    return rank;
}

/* The matrix of a step on the coordinates (U^T x, U^T y): column k from q = q0 + W u / lambda, or h
 * v = that, u an eigenvector of S. */
static void step_matrix(hol_trial *T, const recurrence *L, double h, const double U[],
                        const double lambda[], int rank, double B[])
{
    for (int k = 0; k < 2 * rank; k++) {
        double x[ROWS], y[ROWS];
        hol_trial_start(T, h);
        for (int i = 0; i < L->n; i++) {
            double d = 0;
            for (int j = 0; j < L->m; j++) d += L->W[i * L->m + j] * U[j * ROWS + k % rank];
            d /= lambda[k % rank];
            if (k < rank)
                T->z->q[i] += d;
            else
                T->z->v[i] += d / h;
        }
        hol_trial_step(T, h, 1);
        read_xy(T, L, h, x, y);
        for (int r = 0; r < rank; r++) {
            double *to[2] = {B + r * 2 * rank + k, B + (rank + r) * 2 * rank + k};
            *to[0] = *to[1] = 0;
            for (int i = 0; i < L->m; i++) {
                *to[0] += U[i * ROWS + r] * x[i];
                *to[1] += U[i * ROWS + r] * y[i];
            }
        }
    }
}

/* Theorem 5.1: mu = 1 - 2 gamma psi (1 + theta) +- 2 sqrt((gamma psi (1 + theta))^2 - gamma psi),
 * gamma = lambda / (lambda + sigma), lambda an eigenvalue of S on its range (34); |mu| < 1. */
START_TEST(spook_has_the_eigenvalues_of_theorem_5_1_on_the_range_of_G)
{
    static const double epsilons[] = {1e-10, 1e-8, 1e-5, 0.003, 1}, thetas[] = {0.1, 0.5, 2, 20};
    static const double steps[] = {0.001, 1 / 60., 0.1, 1};
    int a = _i % 5, b = _i / 5 % 4, c = _i / 20 % 4, dependent = _i / 80;
    double epsilon = epsilons[a], theta = thetas[b], h = steps[c];
    char text[2][32], name[256];
    const char *const option[] = {text[0], text[1], "iterate=linear", "start=plain"};
    snprintf(text[0], sizeof text[0], "epsilon=%.17g", epsilon);
    snprintf(text[1], sizeof text[1], "tau=%.17g", theta);
    hol_trial T;
    recurrence L;
    open_linear(&T, dependent ? &redundant : &linear, option, h, epsilon, theta, &L);
    snprintf(name, sizeof name, "%s, epsilon %g, theta %g, h %g", T.name, epsilon, theta, h);

    double U[ROWS * ROWS], B[4 * ROWS * ROWS], re[2 * ROWS], im[2 * ROWS], lambda[ROWS], most = 0;
    int rank = range_of(&L, U, lambda);
    ck_assert_int_eq(rank, 4);
    step_matrix(&T, &L, h, U, lambda, rank, B);
    ck_assert(!LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', 'N', 2 * rank, B, 2 * rank, re, im, NULL,
                             2 * rank, NULL, 2 * rank));
    for (int k = 0; k < 2 * rank; k++) {
        double gamma = lambda[k % rank] / (lambda[k % rank] + L.sigma);
        double d = gamma * L.psi * (1 + theta), nearest = HUGE_VAL;
        double complex root = csqrt(d * d - gamma * L.psi);
        double complex mu = 1 - 2 * d + (k < rank ? 2 : -2) * root;
        for (int i = 0; i < 2 * rank; i++) nearest = fmin(nearest, cabs(mu - CMPLX(re[i], im[i])));
        /* a double root moves by the square root of a perturbation */
        most = fmax(most, nearest * fmin(1, cabs(root)));
        ck_assert_msg(cabs(mu) < 1, "%s: |mu| = %.17g", name, cabs(mu));
        ck_assert_msg(hypot(re[k], im[k]) < 1 + 1e-12, "%s: |mu| = %.17g", name,
                      hypot(re[k], im[k]));
    }
    expect_at_most(name, "distance from the eigenvalues (34)", most, 1e-12);
    hol_trial_close(&T);
}
END_TEST

/* ---------------------------------------------------------------- rk4-baumgarte */

/* Phi'' + 6 Phi' + 25 Phi = 0: the violation is e^-3t (x0 cos 4t + (x0' + 3 x0)/4 sin 4t). */
START_TEST(the_violation_is_a_damped_oscillation_under_baumgartes_stabilisation)
{
    enum { STEPS = 100 };
    static const char *const option[] = {"alpha=3", "beta=5"};
    const double h = 0.01, t = STEPS * h;
    hol_trial T;
    hol_trial_named(&T, "rk4-baumgarte", &linear, NULL, 2, option);
    double x0[ROWS], y0[ROWS], x[ROWS], G[ROWS * COLS];
    int m = T.sys->nc;
    hol_trial_start(&T, h);
    disturb(&T, 29);
    ck_assert_int_eq(hol_restart(T.s, h, T.z), HOL_OK);
    hol_constraints(T.sys, 0, T.z->q, x0, G);
    hol_multiply(&T.sys->G, G, T.z->v, y0);
    for (int n = 1; n <= STEPS; n++) hol_trial_step(&T, h, n);
    hol_constraints(T.sys, 0, T.z->q, x, NULL);
    for (int i = 0; i < m; i++)
        x0[i] = exp(-3 * t) * (x0[i] * cos(4 * t) + (y0[i] + 3 * x0[i]) / 4 * sin(4 * t));
    expect_at_most(T.name, "distance from the oscillation", hol_apart(m, x, x0), 1e-8);
    hol_trial_close(&T);
}
END_TEST

/* A v - w = e^-alpha t of that at the start. */
START_TEST(the_slip_dies_out_under_baumgartes_stabilisation)
{
    enum { STEPS = 100 };
    static const char *const option[] = {"alpha=3"};
    const double h = 0.005;
    hol_trial T;
    hol_trial_named(&T, "rk4-baumgarte", hol_problem_named("knife-edge"), NULL, 1, option);
    hol_eval *sys = T.sys;
    double A[COLS * 4], w, slip[2];
    hol_trial_start(&T, h);
    for (int i = 0; i < sys->nv; i++) T.z->v[i] += 0.1 * (i + 1);
    ck_assert_int_eq(hol_restart(T.s, h, T.z), HOL_OK);
    for (int k = 0; k < 2; k++) {
        hol_nonholonomic_rows(sys, T.z->t, T.z->q, A, &w);
        hol_multiply(&sys->A, A, T.z->v, slip + k);
        slip[k] -= w;
        for (int n = 1; n <= STEPS && !k; n++) hol_trial_step(&T, h, n);
    }
    ck_assert_double_gt(fabs(slip[0]), 0.01);
    expect_at_most(T.name, "slip", fabs(slip[1] - exp(-3 * STEPS * h) * slip[0]), 1e-8);
    hol_trial_close(&T);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("spook");
    TCase *tcase = tcase_create("spook");
    tcase_add_loop_test(tcase, spook_follows_the_recurrence_of_its_paper, 0, 4);
    tcase_add_loop_test(tcase, spook_has_the_eigenvalues_of_theorem_5_1_on_the_range_of_G, 0, 160);
    tcase_add_test(tcase, the_violation_is_a_damped_oscillation_under_baumgartes_stabilisation);
    tcase_add_test(tcase, the_slip_dies_out_under_baumgartes_stabilisation);
    suite_add_tcase(suite, tcase);
    return hol_run_together(suite);
}
