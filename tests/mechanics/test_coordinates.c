/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coordinates as a space, in every formulation and generic model: moving and differences, poses,
 * the projection onto the inner constraints; momentum maps. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "holonomy/dense.h"
#include "holonomy/so3.h"
#include "mechanics/internal.h"
#include "tests/generic.h"

/* Tolerances as in test_formulations.c. */
static const double differenced = 1e-9, rounded = 1e-13;

static void phi_and_rate(const hol_specimen *c, const double q[], const double v[], double phi[],
                         double rate[])
{
    double *G = hol_take(c->work, c->sys->G.nnz);
    hol_constraints(c->sys, 0, q, phi, G);
    hol_multiply(&c->sys->G, G, v, rate);
}

/* ---------------------------------------------------------------- momentum */

/* Linear and angular momentum of poses and twists, contracted with the models' symmetries; a fixed
 * centre is at rest and held by a force. */
static double spatial_momentum(const hol_specimen *c, const hol_pose pose[], const hol_generator *g)
{
    double sum = 0;
    for (int b = 0; b < c->sys->nb; b++) {
        const hol_body *body = hol_body_at(c->model, b);
        double arm[3], R[9], L[3], S[3], P[3];
        hol_quaternion_to_matrix(pose[b].p, R);
        for (int k = 0; k < 3; k++) {
            P[k] = body->m * pose[b].v[k];
            arm[k] = pose[b].r[k] - g->centre[k];
            L[k] = body->shape == HOL_POINT ? 0 : body->J[k] * pose[b].omega[k];
        }
        hol_rotate(R, L, S);
        hol_cross(arm, P, L);
        sum += hol_dot3(P, g->linear) + hol_dot3(L, g->angular) + hol_dot3(S, g->angular);
    }
    return sum;
}

START_TEST(the_momentum_map_of_Mv_is_the_spatial_momentum)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    if (c.state != HOL_OFF) {
        double *p = hol_specimen_take(&c, c.sys->nv), *J = hol_specimen_take(&c, c.sys->ns);
        double *expected = hol_specimen_take(&c, c.sys->ns);
        hol_pose pose[HOL_PLAN_BODIES];
        hol_poses(c.sys, c.q, c.v, pose);
        double *M = hol_specimen_take(&c, c.sys->M.nnz);
        hol_mass(c.sys, c.q, M);
        hol_multiply(&c.sys->M, M, c.v, p);
        if (c.sys->ns) hol_momentum(c.sys, c.q, p, J);
        for (int i = 0; i < c.sys->ns; i++)
            expected[i] = spatial_momentum(&c, pose, &c.model->symmetry[i]);
        ck_assert_int_eq(c.sys->ns, c.model->symmetries);
        hol_expect_near(c.name, "momentum", c.sys->ns, J, expected, rounded, c.sys->momentum_name);
    }
    hol_specimen_close(&c);
}
END_TEST

/* ---------------------------------------------------------------- coordinates as a space */

START_TEST(difference_undoes_move_and_move_undoes_difference)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    double *q1 = hol_specimen_take(&c, c.sys->nq), *q2 = hol_specimen_take(&c, c.sys->nq);
    double *dv = hol_specimen_take(&c, c.sys->nv);
    hol_move(c.sys, c.q, c.u, q1);
    hol_difference(c.sys, c.q, q1, dv);
    hol_expect_near(c.name, "move, difference", c.sys->nv, dv, c.u, rounded, NULL);
    hol_move(c.sys, c.q, dv, q2);
    hol_expect_near(c.name, "difference, move", c.sys->nq, q2, q1, rounded, NULL);
    hol_specimen_close(&c);
}
END_TEST

static void moved_of(hol_specimen *c, const double q[], double out[])
{
    memcpy(out, q, (size_t)c->sys->nq * sizeof *out);
}

START_TEST(rate_is_the_derivative_of_move)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    double *rate = hol_specimen_take(&c, c.sys->nq), *slope = hol_specimen_take(&c, c.sys->nq);
    hol_rate(c.sys, c.q, c.v, rate);
    hol_slope(&c, moved_of, c.sys->nq, c.v, slope);
    hol_expect_near(c.name, "q'", c.sys->nq, rate, slope, differenced, NULL);
    hol_specimen_close(&c);
}
END_TEST

/* d/ds of q o exp(u + s k), seen from q o exp(u), is dexp(u, k). */
START_TEST(dexp_is_the_derivative_of_move_and_dexpinv_its_inverse)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    int n = c.sys->nv;
    static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    const double h = 1e-3;
    double *k = hol_specimen_any(&c, n), *q1 = hol_specimen_take(&c, c.sys->nq),
           *back = hol_specimen_take(&c, n);
    double *q2 = hol_specimen_take(&c, c.sys->nq), *u = hol_specimen_take(&c, n),
           *d = hol_specimen_take(&c, n);
    double *slope = hol_specimen_take(&c, n), *out = hol_specimen_take(&c, n);
    hol_move(c.sys, c.q, c.u, q1);
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < n; j++) u[j] = c.u[j] + at[i] * h * k[j];
        hol_move(c.sys, c.q, u, q2);
        hol_difference(c.sys, q1, q2, d);
        hol_axpy(n, weight[i] / (12 * h), d, slope);
    }
    hol_dexp(c.sys, c.u, k, out);
    hol_expect_near(c.name, "dexp", n, out, slope, differenced, NULL);
    hol_dexpinv(c.sys, c.u, out, back);
    hol_expect_near(c.name, "dexpinv of dexp", n, back, k, rounded, NULL);
    hol_specimen_close(&c);
}
END_TEST

/* By their power series, |u| < 1 there: (-1)^p / (p + 1)! of dexp; B_p / p! of dexpinv, B_1 = 1/2.
 */
START_TEST(the_brackets_add_up_to_the_tangents_of_the_exponential)
{
    enum { TERMS = 17 };
    static const double bernoulli[TERMS] = {
        1,       1 / 2., 1 / 6.,       0, -1 / 30., 0, 1 / 42.,     0, -1 / 30., 0,
        5 / 66., 0,      -691 / 2730., 0, 7 / 6.,   0, -3617 / 510.};
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    int n = c.sys->nv;
    double *k = hol_specimen_any(&c, n), *u = hol_specimen_take(&c, n);
    double *sum = hol_specimen_take(&c, n), *whole = hol_specimen_take(&c, n);
    double of_dexp[TERMS], of_dexpinv[TERMS], factorial = 1;
    for (int p = 0; p < TERMS; p++) {
        of_dexpinv[p] = bernoulli[p] / factorial;
        factorial *= p + 1;
        of_dexp[p] = (p % 2 ? -1 : 1) / factorial;
    }
    for (int i = 0; i < n; i++) u[i] = c.u[i] / (1 + 2 * hol_norm_max(n, c.u));
    hol_bracket_series(c.sys, TERMS, of_dexp, u, k, sum);
    hol_dexp(c.sys, u, k, whole);
    hol_expect_near(c.name, "dexp", n, sum, whole, rounded, NULL);
    hol_bracket_series(c.sys, TERMS, of_dexpinv, u, k, sum);
    hol_dexpinv(c.sys, u, k, whole);
    hol_expect_near(c.name, "dexpinv", n, sum, whole, rounded, NULL);
    hol_bracket_series(c.sys, 1, of_dexpinv, u, k, sum);
    hol_expect_near(c.name, "no bracket", n, sum, k, 0, NULL);
    hol_specimen_close(&c);
}
END_TEST

/* The round-off of a product of rotations would add up to 1e-14 in ten thousand. */
START_TEST(round_off_of_moves_does_not_add_up)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    bool moves = !(c.sys->has & HOL_FLAT) && c.state != HOL_OFF;
    double *q = hol_specimen_take(&c, c.sys->nq), *v = hol_specimen_take(&c, c.sys->nv);
    double *nearest = hol_specimen_take(&c, c.sys->nq);
    memcpy(q, c.q, (size_t)c.sys->nq * sizeof *q);
    for (int i = 0; moves && i < 10000; i++) hol_move(c.sys, q, c.u, q);
    memcpy(nearest, q, (size_t)c.sys->nq * sizeof *q);
    if (moves) hol_inner_project(c.sys, nearest, v);
    ck_assert_msg(hol_apart(c.sys->nq, q, nearest) <= 4 * DBL_EPSILON, "%s: %g", c.name,
                  hol_apart(c.sys->nq, q, nearest));
    hol_specimen_close(&c);
}
END_TEST

/* A place that is reached is the one moved to, and that once it is tidied. */
START_TEST(what_is_reached_and_tidied_is_moved_to)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    double *moved = hol_specimen_take(&c, c.sys->nq), *reached = hol_specimen_take(&c, c.sys->nq);
    hol_move(c.sys, c.q, c.u, moved);
    hol_reach(c.sys, c.q, c.u, reached);
    hol_expect_near(c.name, "reached", c.sys->nq, reached, moved, rounded, NULL);
    hol_tidy(c.sys, reached);
    hol_expect_near(c.name, "tidied", c.sys->nq, reached, moved, 0, NULL);
    hol_specimen_close(&c);
}
END_TEST

/* Up to the sign of p; of a rod's turning only the axis is in its coordinates. */
START_TEST(poses_give_back_what_was_placed)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    hol_pose pose[HOL_PLAN_BODIES];
    double *q = hol_specimen_take(&c, c.sys->nq), *v = hol_specimen_take(&c, c.sys->nv);
    /* a problem's own coordinates have a place for the poses its joints allow */
    bool any = c.state == HOL_PLACED && strcmp(c.sys->formulation, "own");
    if (any || c.state == HOL_AT_START) {
        hol_poses(c.sys, c.q, c.v, pose);
        for (int b = 0; b < c.sys->nb; b++) {
            const hol_pose *given = &c.pose[b];
            hol_shape shape = hol_body_at(c.model, b)->shape;
            hol_expect_near(c.name, "centre", 3, pose[b].r, given->r, 1e-15, NULL);
            hol_expect_near(c.name, "velocity", 3, pose[b].v, given->v, 1e-15, NULL);
            if (shape == HOL_ROD || shape == HOL_POINT) continue;
            double angle = hol_quaternion_angle(pose[b].p, given->p), zero = 0;
            hol_expect_near(c.name, "orientation", 1, &angle, &zero, rounded, NULL);
            hol_expect_near(c.name, "angular velocity", 3, pose[b].omega, given->omega, rounded,
                            NULL);
        }
        hol_place(c.sys, pose, q, v);
        for (int i = 0; c.sys->has & HOL_CONST_MASS && i < c.sys->nq; i++) {
            /* planar angles come back within a turn */
            if (fabs(fabs(q[i] - c.q[i]) - 2 * acos(-1)) < 1e-9) q[i] = c.q[i];
        }
        if (c.sys->has & HOL_CONST_MASS)
            hol_expect_near(c.name, "coordinates", c.sys->nq, q, c.q, rounded, NULL);
    }
    hol_specimen_close(&c);
}
END_TEST

START_TEST(the_inner_projection_lands_and_stays_on_the_inner_constraints)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    hol_eval *sys = c.sys;
    int inner = sys->nc - sys->nj;
    double *q = hol_specimen_take(&c, sys->nq), *v = hol_specimen_take(&c, sys->nv);
    double *phi = hol_specimen_take(&c, sys->nc), *Gv = hol_specimen_take(&c, sys->nc);
    double *zero = hol_specimen_take(&c, sys->nc);
    memcpy(q, c.q, (size_t)sys->nq * sizeof *q);
    memcpy(v, c.v, (size_t)sys->nv * sizeof *v);
    hol_inner_project(sys, q, v);
    if (c.state != HOL_OFF) {
        hol_expect_near(c.name, "kept q", sys->nq, q, c.q, rounded, NULL);
        hol_expect_near(c.name, "kept v", sys->nv, v, c.v, rounded, NULL);
    }
    phi_and_rate(&c, q, v, phi, Gv);
    hol_expect_near(c.name, "inner Phi", inner, phi + sys->nj, zero, rounded, NULL);
    hol_expect_near(c.name, "inner G v", inner, Gv + sys->nj, zero, rounded, NULL);
    double *q2 = hol_specimen_take(&c, sys->nq), *v2 = hol_specimen_take(&c, sys->nv);
    memcpy(q2, q, (size_t)sys->nq * sizeof *q);
    memcpy(v2, v, (size_t)sys->nv * sizeof *v);
    hol_inner_project(sys, q2, v2);
    hol_expect_near(c.name, "projected twice, q", sys->nq, q2, q, rounded, NULL);
    hol_expect_near(c.name, "projected twice, v", sys->nv, v2, v, rounded, NULL);
    hol_specimen_close(&c);
}
END_TEST

int main(void)
{
    const TTest *const test[] = {
        the_momentum_map_of_Mv_is_the_spatial_momentum,
        difference_undoes_move_and_move_undoes_difference,
        rate_is_the_derivative_of_move,
        dexp_is_the_derivative_of_move_and_dexpinv_its_inverse,
        the_brackets_add_up_to_the_tangents_of_the_exponential,
        round_off_of_moves_does_not_add_up,
        what_is_reached_and_tidied_is_moved_to,
        poses_give_back_what_was_placed,
        the_inner_projection_lands_and_stays_on_the_inner_constraints,
    };
    return hol_run_cases("coordinates", (int)(sizeof test / sizeof *test), test);
}
