/* SPDX-License-Identifier: GPL-3.0-or-later */
/* em of higher order: its general code is em itself where it has one polynomial, and the velocity
 * that is reported changes nothing. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "holonomy/dense.h"
#include "methods/em.h"
#include "tests/claims.h"
#include "tests/generic.h"

static const char *const problem[] = {"double-spherical-pendulum", "rigid-body"};
enum { PROBLEMS = 2 };

/* Two ways of rounding part as the motion lets them: measured 2e-14 of its length. */
START_TEST(with_one_polynomial_the_line_integral_method_is_em)
{
    enum { STEPS = 500 };
    const double h = 0.01;
    hol_trial em, line;
    hol_em_line *L;
    double most = 0;
    hol_trial_named(&em, "em", known_problem(problem[_i]), "natural", 0, NULL);
    hol_trial_named(&line, "em", known_problem(problem[_i]), "natural", 0, NULL);
    ck_assert_int_eq(hol_em_line_new(line.s, 1, &L), HOL_OK);
    hol_trial_start(&em, h);
    hol_trial_start(&line, h);
    for (int n = 1; n <= STEPS; n++) {
        size_t mark = hol_mark(line.s->work);
        hol_trial_step(&em, h, n);
        ck_assert_int_eq(hol_em_line_step(line.s, L, h, 1e-12, line.z), HOL_OK);
        hol_release(line.s->work, mark);
        line.z->t = n * h;
        most = fmax(most, hol_apart(em.sys->nq, em.z->q, line.z->q));
    }
    expect_at_most(em.name, "distance of the positions", most / em.sys->length, 1e-11);
    hol_trial_close(&em);
    hol_trial_close(&line);
}
END_TEST

static const char *const order[] = {"order=2", "order=4", "order=6"};

START_TEST(the_reported_velocity_changes_no_position)
{
    enum { STEPS = 50 };
    const double h = 0.01;
    hol_trial own, projected;
    hol_trial_named(&own, "em", known_problem("double-spherical-pendulum"), NULL, 1, &order[_i]);
    hol_trial_named(&projected, "em", known_problem("double-spherical-pendulum"), NULL, 2,
                    (const char *const[]){order[_i], "velocity=projected"});
    hol_trial_start(&own, h);
    hol_trial_start(&projected, h);
    for (int n = 1; n <= STEPS; n++) {
        hol_trial_step(&own, h, n);
        hol_trial_step(&projected, h, n);
    }
    ck_assert_mem_eq(own.z->q, projected.z->q, (size_t)own.sys->nq * sizeof(double));
    ck_assert_mem_ne(own.z->v, projected.z->v, (size_t)own.sys->nv * sizeof(double));
    hol_trial_close(&own);
    hol_trial_close(&projected);
}
END_TEST

/* Of the step from z0 to z, against the largest of its terms: what is left of
 *     M (v1 - v0) = h (f - G(q0 + d/2)^T lambda),   d = q1 - q0. */
static double left_of_motion(hol_trial *T, const hol_state *z0, double h)
{
    hol_eval *sys = T->sys;
    int n = sys->nv;
    double *r = hol_new(4 * n + sys->G.nnz + sys->M.nnz, sizeof *r), most = 0;
    double *f = r + n, *q = f + n, *dv = q + n, *G = dv + n, *M = G + sys->G.nnz;
    for (int i = 0; i < n; i++) {
        q[i] = z0->q[i] + 0.5 * (T->z->q[i] - z0->q[i]);
        dv[i] = (T->z->v[i] - z0->v[i]) / h;
    }
    hol_mass(sys, q, M);
    hol_multiply(&sys->M, M, dv, r);
    hol_total_force(sys, 0, q, z0->v, f);
    hol_constraints(sys, 0, q, NULL, G);
    for (int i = 0; i < n; i++) most = fmax(most, fmax(fabs(r[i]), fabs(f[i])));
    hol_axpy(n, -1, f, r);
    hol_multiply_transposed_add(&sys->G, G, 1, T->z->lambda, r);
    double left = hol_norm_max(n, r) / most;
    free(r);
    return left;
}

/* A step of h from the state z0 reached by steps of 0.01, 1000 s to 1e12 s: it solves its equations
 * or is none.  From 1e9 s on Newton's matrix has no digits left, and what its factors give may be
 * small where it misses the joints. */
START_TEST(a_small_correction_that_misses_the_joints_is_no_solution)
{
    int solved = 0;
    for (double h = 1e3; h < 1e12; h *= sqrt(10)) {
        hol_trial T;
        hol_trial_named(&T, "em", known_problem("pendulum"), "natural", 0, NULL);
        hol_trial_start(&T, 0.01);
        for (int n = 1; n <= 3; n++) hol_trial_step(&T, 0.01, n);
        hol_eval *sys = T.sys;
        double *phi = hol_new(sys->nc + sys->nq + sys->nv, sizeof *phi);
        hol_state z0 = {.q = phi + sys->nc, .v = phi + sys->nc + sys->nq};
        memcpy(z0.q, T.z->q, (size_t)sys->nq * sizeof *phi);
        memcpy(z0.v, T.z->v, (size_t)sys->nv * sizeof *phi);
        hol_status status = hol_step(T.s, h, T.z);
        if (h > 0.9e9) ck_assert_int_eq(status, HOL_SINGULAR);
        if (status == HOL_OK) {
            solved++;
            hol_constraints(sys, h, T.z->q, phi, NULL);
            expect_at_most(T.name, "Phi", hol_norm_max(sys->nc, phi), 1e-14);
            expect_at_most(T.name, "equation of motion", left_of_motion(&T, &z0, h), 1e-10);
        }
        free(phi);
        hol_trial_close(&T);
    }
    ck_assert_int_gt(solved, 0);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {{with_one_polynomial_the_line_integral_method_is_em, PROBLEMS},
                             {the_reported_velocity_changes_no_position, 3},
                             {a_small_correction_that_misses_the_joints_is_no_solution, 1}};
    return hol_run_loops("em", loop, sizeof loop / sizeof *loop);
}
