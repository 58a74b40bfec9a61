/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every derivative a formulation supplies against differences of what it derives, in every generic
 * model, at physical states and off the constraints. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "holonomy/dense.h"
#include "holonomy/rows.h"
#include "holonomy/so3.h"
#include "mechanics/internal.h"
#include "tests/generic.h"

/* Of five-point differences with h = 1e-3: h^4 / 30 = 3e-14 times a fifth derivative, at most 1e3
 * times the function at rates below 4 /s, and round-off of 1e-12; relative to the largest entry. */
static const double differenced = 1e-9;
/* Of what is exact but for round-off in sums of tens of terms. */
static const double rounded = 1e-13;

static double *product(hol_specimen *c, const hol_pattern *P, const double A[], const double x[])
{
    double *y = hol_specimen_take(c, P->rows);
    hol_multiply(P, A, x, y);
    return y;
}

/* ---------------------------------------------------------------- constraints */

static void phi_of(hol_specimen *c, const double q[], double out[])
{
    hol_constraints(c->sys, 0, q, out, NULL);
}

static void Gv_of(hol_specimen *c, const double q[], double out[])
{
    double *G = hol_specimen_take(c, c->sys->G.nnz);
    hol_constraints(c->sys, 0, q, NULL, G);
    hol_multiply(&c->sys->G, G, c->v, out);
}

static void Gt_lambda_of(hol_specimen *c, const double q[], double out[])
{
    double *G = hol_specimen_take(c, c->sys->G.nnz);
    hol_constraints(c->sys, 0, q, NULL, G);
    memset(out, 0, (size_t)c->sys->nv * sizeof *out);
    hol_multiply_transposed_add(&c->sys->G, G, 1, c->lambda, out);
}

static void hessian_of(hol_specimen *c, const double q[], double out[])
{
    memset(out, 0, (size_t)hol_K(c->sys)->nnz * sizeof *out);
    hol_hessian(c->sys, q, c->lambda, out);
}

START_TEST(G_is_the_derivative_of_the_constraints)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    double *G = hol_specimen_take(&c, c.sys->G.nnz), *slope = hol_specimen_take(&c, c.sys->nc);
    hol_constraints(c.sys, 0, c.q, NULL, G);
    hol_slope(&c, phi_of, c.sys->nc, c.u, slope);
    hol_expect_near(c.name, "G u", c.sys->nc, product(&c, &c.sys->G, G, c.u), slope, differenced,
                    c.sys->row_name);
    hol_specimen_close(&c);
}
END_TEST

/* Whatever is asked of the evaluator in between, C keeps its held rows and has the others anew. */
START_TEST(all_rows_are_the_constraints_above_the_nonholonomic_ones)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    hol_eval *sys = c.sys;
    int nc = sys->nc, na = sys->na;
    hol_rows rows;
    hol_memory *memory = hol_memory_new();
    hol_rows_make(sys, memory, &rows);
    double *C = hol_specimen_take(&c, rows.C.nnz), *q = hol_specimen_take(&c, sys->nq);
    double *phi = hol_specimen_take(&c, nc), *Cv = hol_specimen_take(&c, nc + na);
    double *w = hol_specimen_take(&c, na), *w_all = hol_specimen_take(&c, na);
    double *phi_all = hol_specimen_take(&c, nc), *Cv_all = hol_specimen_take(&c, nc + na);
    hol_move(sys, c.q, c.u, q);
    hol_rows_at(sys, &rows, 0, q, c.v, phi_all, Cv_all, w_all);
    hol_constraints(sys, 0, q, NULL, C);
    const double *value = hol_rows_at(sys, &rows, 0, c.q, c.v, phi_all, Cv_all, w_all);
    hol_constraints(sys, 0, c.q, phi, C);
    hol_nonholonomic_rows(sys, 0, c.q, C + sys->G.nnz, w);
    hol_multiply(&rows.C, C, c.v, Cv);
    hol_expect_near(c.name, "Phi", nc, phi_all, phi, rounded, sys->row_name);
    hol_expect_near(c.name, "C v", nc + na, Cv_all, Cv, rounded, NULL);
    hol_expect_near(c.name, "w", na, w_all, w, rounded, NULL);
    hol_expect_near(c.name, "C", rows.C.nnz, value, C, rounded, NULL);
    hol_memory_end(memory);
    hol_specimen_close(&c);
}
END_TEST

/* phi'' = G a + d/dt(G) v: the rate of G v along the motion, of which the curvature is a part. */
START_TEST(the_levels_of_the_constraints_are_their_derivatives_in_time)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    int nc = c.sys->nc;
    double *G = hol_specimen_take(&c, c.sys->G.nnz), *phi = hol_specimen_take(&c, nc);
    double *level[3], *rate = hol_specimen_take(&c, nc), *second = hol_specimen_take(&c, nc);
    for (int k = 0; k < 3; k++) level[k] = hol_specimen_take(&c, nc);
    hol_constraint_levels(c.sys, 0, c.q, c.v, c.u, level[0], level[1], level[2]);
    hol_constraints(c.sys, 0, c.q, phi, G);
    hol_slope(&c, phi_of, nc, c.v, rate);
    hol_slope(&c, Gv_of, nc, c.v, second);
    hol_expect_near(c.name, "Phi", nc, level[0], phi, rounded, c.sys->row_name);
    hol_expect_near(c.name, "first", nc, level[1], rate, differenced, c.sys->row_name);
    hol_axpy(nc, 1, product(&c, &c.sys->G, G, c.u), second);
    hol_expect_near(c.name, "second", nc, level[2], second, differenced, c.sys->row_name);
    hol_specimen_close(&c);
}
END_TEST

START_TEST(the_curvature_is_the_rate_of_Gv_along_the_flow)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    double *g = hol_specimen_take(&c, c.sys->nc), *slope = hol_specimen_take(&c, c.sys->nc);
    hol_curvature(c.sys, c.q, c.v, g);
    hol_slope(&c, Gv_of, c.sys->nc, c.v, slope);
    hol_expect_near(c.name, "curvature", c.sys->nc, g, slope, differenced, c.sys->row_name);
    hol_specimen_close(&c);
}
END_TEST

START_TEST(the_hessian_is_the_derivative_of_Gt_lambda_and_is_added)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    if (c.sys->has & HOL_FLAT) {
        int n = c.sys->nv, nnz = hol_K(c.sys)->nnz;
        double *slope = hol_specimen_take(&c, n), *K = hol_specimen_take(&c, nnz);
        double *more = hol_specimen_any(&c, nnz), *sum = hol_specimen_take(&c, nnz);
        hessian_of(&c, c.q, K);
        hol_slope(&c, Gt_lambda_of, n, c.u, slope);
        hol_expect_near(c.name, "Hessian u", n, product(&c, hol_K(c.sys), K, c.u), slope,
                        differenced, NULL);
        memcpy(sum, more, (size_t)nnz * sizeof *sum);
        hol_axpy(nnz, 1, K, more);
        hol_hessian(c.sys, c.q, c.lambda, sum);
        hol_expect_near(c.name, "Hessian added", nnz, sum, more, rounded, NULL);
    }
    hol_specimen_close(&c);
}
END_TEST

START_TEST(the_hessian_rate_is_the_derivative_of_the_hessian)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    if (c.sys->has & HOL_FLAT) {
        int nnz = hol_K(c.sys)->nnz;
        double *slope = hol_specimen_take(&c, nnz), *rate = hol_specimen_take(&c, nnz);
        hol_hessian_rate(c.sys, c.q, c.u, c.lambda, rate);
        hol_slope(&c, hessian_of, nnz, c.u, slope);
        hol_expect_near(c.name, "Hessian rate", nnz, rate, slope, differenced, NULL);
    }
    hol_specimen_close(&c);
}
END_TEST

static void Av_of(hol_specimen *c, const double q[], double out[])
{
    double *A = hol_specimen_take(c, c->sys->A.nnz);
    hol_nonholonomic_rows(c->sys, 0, q, A, NULL);
    hol_multiply(&c->sys->A, A, c->v, out);
}

START_TEST(the_nonholonomic_rate_is_the_drive_less_the_rate_of_Av)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    if (c.sys->na) {
        int na = c.sys->na;
        const double t = 0.71, s = 1e-3;
        double *b = hol_specimen_take(&c, na), *slope = hol_specimen_take(&c, na);
        double *w = hol_specimen_take(&c, na);
        static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
        hol_nonholonomic_rate(c.sys, t, c.q, c.v, b);
        hol_slope(&c, Av_of, na, c.v, slope);
        for (int i = 0; i < na; i++) slope[i] = -slope[i];
        for (int k = 0; k < 4; k++) {
            hol_nonholonomic_rows(c.sys, t + at[k] * s, c.q, NULL, w);
            hol_axpy(na, weight[k] / (12 * s), w, slope);
        }
        hol_expect_near(c.name, "w' - A' v", na, b, slope, differenced, NULL);
    }
    hol_specimen_close(&c);
}
END_TEST

/* ---------------------------------------------------------------- forces */

static void potential_of(hol_specimen *c, const double q[], double out[])
{
    *out = hol_potential(c->sys, q);
}

static void force_of(hol_specimen *c, const double q[], double out[])
{
    double *part = hol_specimen_take(c, c->sys->nv);
    hol_applied(c->sys, 0, q, c->v, out);
    hol_grad_potential(c->sys, q, part);
    hol_axpy(c->sys->nv, -1, part, out);
}

START_TEST(grad_potential_is_the_derivative_of_the_potential)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    double *dU = hol_specimen_take(&c, c.sys->nv), slope, measured;
    hol_grad_potential(c.sys, c.q, dU);
    for (int k = 0; k < 5; k++) {
        hol_slope(&c, potential_of, 1, c.u, &slope);
        measured = hol_dot(c.sys->nv, dU, c.u);
        hol_expect_near(c.name, "dU u", 1, &measured, &slope, differenced, NULL);
        hol_draw_fill(&c.draw, c.sys->nv, c.u);
    }
    hol_specimen_close(&c);
}
END_TEST

/* The system differences too, with two points and a step of 6e-6: (6e-6)^2 / 6 of a third
 * derivative and round-off of 4e-11 of the force. */
START_TEST(the_tangents_are_the_derivatives_of_the_force)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    int n = c.sys->nv, nnz = hol_K(c.sys)->nnz;
    const double two_point = 1e-8;
    double *Kq = hol_specimen_take(&c, nnz), *Kv = hol_specimen_take(&c, nnz);
    double *slope = hol_specimen_take(&c, n), *v = c.v;
    double *f[2] = {hol_specimen_take(&c, n), hol_specimen_take(&c, n)},
           *w = hol_specimen_take(&c, n);
    hol_tangent(c.sys, 0, c.q, c.v, Kq, Kv);
    hol_slope(&c, force_of, n, c.u, slope);
    hol_expect_near(c.name, "Kq u", n, product(&c, hol_K(c.sys), Kq, c.u), slope, two_point, NULL);

    /* the force of the dampers is linear in v, but for nothing: one large step is exact */
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < n; i++) w[i] = v[i] + (side ? -0.5 : 0.5) * c.u[i];
        c.v = w;
        force_of(&c, c.q, f[side]);
    }
    c.v = v;
    for (int i = 0; i < n; i++) slope[i] = f[0][i] - f[1][i];
    hol_expect_near(c.name, "Kv u", n, product(&c, hol_K(c.sys), Kv, c.u), slope, two_point, NULL);
    hol_specimen_close(&c);
}
END_TEST

/* ---------------------------------------------------------------- inertia */

static void mass_times(hol_specimen *c, const double q[], const double v[], double out[])
{
    double *M = hol_specimen_take(c, c->sys->M.nnz);
    hol_mass(c->sys, q, M);
    hol_multiply(&c->sys->M, M, v, out);
}

static void momentum_of(hol_specimen *c, const double q[], double out[])
{
    mass_times(c, q, c->v, out);
}

static void kinetic_of(hol_specimen *c, const double q[], double out[])
{
    *out = hol_kinetic(c->sys, q, c->v);
}

static void grad_kinetic_of(hol_specimen *c, const double q[], double out[])
{
    hol_grad_kinetic(c->sys, q, c->v, out);
}

START_TEST(the_mass_is_symmetric_and_gives_the_kinetic_energy)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    int n = c.sys->nv;
    double *M = hol_specimen_take(&c, c.sys->M.nnz), *p = hol_specimen_take(&c, n);
    double *D = malloc(2 * (size_t)(n * n) * sizeof *D), *T = D + n * n;
    hol_mass(c.sys, c.q, M);
    hol_dense(&c.sys->M, M, D);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) T[i * n + j] = D[j * n + i];
    hol_expect_near(c.name, "M - M^T", n * n, D, T, 1e-15, NULL);
    momentum_of(&c, c.q, p);
    double half = 0.5 * hol_dot(n, c.v, p), kinetic = hol_kinetic(c.sys, c.q, c.v);
    hol_expect_near(c.name, "v M v / 2", 1, &half, &kinetic, rounded, NULL);
    double *K = hol_specimen_take(&c, hol_K(c.sys)->nnz);
    hol_add_mass(c.sys, 1, M, K);
    hol_expect_near(c.name, "M in K", n, product(&c, hol_K(c.sys), K, c.v), p, rounded, NULL);
    free(D);
    hol_specimen_close(&c);
}
END_TEST

/* Koenig, from poses and twists, which know nothing of the mass matrix. */
static double rigid_kinetic(const hol_specimen *c, const hol_pose pose[])
{
    double T = 0;
    for (int b = 0; b < c->sys->nb; b++) {
        const hol_body *body = hol_body_at(c->model, b);
        for (int k = 0; k < 3; k++) {
            T += 0.5 * body->m * pose[b].v[k] * pose[b].v[k];
            if (body->shape != HOL_POINT)
                T += 0.5 * body->J[k] * pose[b].omega[k] * pose[b].omega[k];
        }
    }
    return T;
}

START_TEST(the_kinetic_energy_is_that_of_the_twists)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    if (c.state != HOL_OFF) {
        hol_pose pose[HOL_PLAN_BODIES];
        hol_poses(c.sys, c.q, c.v, pose);
        double T = hol_kinetic(c.sys, c.q, c.v), rigid = rigid_kinetic(&c, pose);
        hol_expect_near(c.name, "T", 1, &T, &rigid, rounded, NULL);
    }
    hol_specimen_close(&c);
}
END_TEST

START_TEST(the_derivatives_of_the_kinetic_energy_are_right)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    int n = c.sys->nv, nnz = hol_K(c.sys)->nnz;
    double *dT = hol_specimen_take(&c, n), *slope = hol_specimen_take(&c, n), change;
    double *Tqq = hol_specimen_take(&c, nnz), *Tvq = hol_specimen_take(&c, nnz);
    hol_grad_kinetic(c.sys, c.q, c.v, dT);
    hol_slope(&c, kinetic_of, 1, c.u, &change);
    double measured = hol_dot(n, dT, c.u);
    hol_expect_near(c.name, "dT u", 1, &measured, &change, differenced, NULL);
    hol_kinetic_tangent(c.sys, c.q, c.v, Tqq, Tvq);
    hol_slope(&c, grad_kinetic_of, n, c.u, slope);
    hol_expect_near(c.name, "Tqq u", n, product(&c, hol_K(c.sys), Tqq, c.u), slope, differenced,
                    NULL);
    hol_slope(&c, momentum_of, n, c.u, slope);
    hol_expect_near(c.name, "Tvq u", n, product(&c, hol_K(c.sys), Tvq, c.u), slope, differenced,
                    NULL);
    hol_specimen_close(&c);
}
END_TEST

/* Flat: -M' v + dT/dq.  In `lie` the Euler equations: -Omega x J Omega, body by body. */
START_TEST(the_gyroscopic_force_is_the_one_of_lagrange_or_euler)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    int n = c.sys->nv;
    double *f = hol_specimen_take(&c, n), *expected = hol_specimen_take(&c, n);
    hol_gyroscopic(c.sys, c.q, c.v, f);
    if (c.sys->has & HOL_FLAT) {
        double *rate = hol_specimen_take(&c, n);
        hol_grad_kinetic(c.sys, c.q, c.v, expected);
        hol_slope(&c, momentum_of, n, c.v, rate);
        hol_axpy(n, -1, rate, expected);
    } else {
        for (int b = 0; b < c.sys->nb; b++) {
            const hol_slot *s = &c.sys->system->slot[b];
            if (s->body->shape != HOL_RIGID) continue;
            const double *v = c.v + s->v + s->centre;
            double L[3] = {s->body->J[0] * v[0], s->body->J[1] * v[1], s->body->J[2] * v[2]};
            hol_cross(L, v, expected + s->v + s->centre);
        }
    }
    hol_expect_near(c.name, "gyroscopic", n, f, expected, differenced, NULL);
    bool turns = hol_norm_max(n, f) > 0;
    ck_assert_msg(turns == hol_has_gyroscopic(c.sys), "%s: `turns` is %d", c.name,
                  hol_has_gyroscopic(c.sys));
    hol_specimen_close(&c);
}
END_TEST

static void mass_of(hol_specimen *c, const double q[], double out[])
{
    hol_mass(c->sys, q, out);
}

/* f_i = -sum_jk [jk, i] v_j v_k = -sum_jk (d_j M_ik - d_i M_jk / 2) v_j v_k: paper 000, eq (2.5),
 * with the Christoffel symbols of the first kind by differences of the mass matrix. */
START_TEST(the_gyroscopic_force_is_that_of_the_christoffel_symbols)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    if (c.sys->has & HOL_FLAT && hol_has_gyroscopic(c.sys)) {
        int n = c.sys->nv, nnz = c.sys->M.nnz;
        double *f = hol_specimen_take(&c, n), *expected = hol_specimen_take(&c, n);
        double *axis = hol_specimen_take(&c, n), *dM = hol_specimen_take(&c, nnz);
        double *dMv = hol_specimen_take(&c, n);
        for (int j = 0; j < n; j++) {
            axis[j] = 1;
            hol_slope(&c, mass_of, nnz, axis, dM);
            axis[j] = 0;
            hol_multiply(&c.sys->M, dM, c.v, dMv);
            hol_axpy(n, -c.v[j], dMv, expected);
            expected[j] += 0.5 * hol_dot(n, c.v, dMv);
        }
        hol_gyroscopic(c.sys, c.q, c.v, f);
        hol_expect_near(c.name, "Christoffel", n, f, expected, differenced, NULL);
    }
    hol_specimen_close(&c);
}
END_TEST

int main(void)
{
    const TTest *const test[] = {
        G_is_the_derivative_of_the_constraints,
        all_rows_are_the_constraints_above_the_nonholonomic_ones,
        the_levels_of_the_constraints_are_their_derivatives_in_time,
        the_curvature_is_the_rate_of_Gv_along_the_flow,
        the_hessian_is_the_derivative_of_Gt_lambda_and_is_added,
        the_hessian_rate_is_the_derivative_of_the_hessian,
        the_nonholonomic_rate_is_the_drive_less_the_rate_of_Av,
        grad_potential_is_the_derivative_of_the_potential,
        the_tangents_are_the_derivatives_of_the_force,
        the_mass_is_symmetric_and_gives_the_kinetic_energy,
        the_kinetic_energy_is_that_of_the_twists,
        the_derivatives_of_the_kinetic_energy_are_right,
        the_gyroscopic_force_is_the_one_of_lagrange_or_euler,
        the_gyroscopic_force_is_that_of_the_christoffel_symbols,
    };
    return hol_run_cases("formulations", (int)(sizeof test / sizeof *test), test);
}
