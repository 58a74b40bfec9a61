/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every derivative of constraints and forces that a formulation supplies against differences of
 * what it derives, in every generic model, at physical states and off the constraints. */
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
    hol_expect_near(c.name, "G u", c.sys->nc, hol_specimen_product(&c, &c.sys->G, G, c.u), slope,
                    hol_differenced, c.sys->row_name);
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
    hol_expect_near(c.name, "Phi", nc, phi_all, phi, hol_rounded, sys->row_name);
    hol_expect_near(c.name, "C v", nc + na, Cv_all, Cv, hol_rounded, NULL);
    hol_expect_near(c.name, "w", na, w_all, w, hol_rounded, NULL);
    hol_expect_near(c.name, "C", rows.C.nnz, value, C, hol_rounded, NULL);
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
    hol_expect_near(c.name, "Phi", nc, level[0], phi, hol_rounded, c.sys->row_name);
    hol_expect_near(c.name, "first", nc, level[1], rate, hol_differenced, c.sys->row_name);
    hol_axpy(nc, 1, hol_specimen_product(&c, &c.sys->G, G, c.u), second);
    hol_expect_near(c.name, "second", nc, level[2], second, hol_differenced, c.sys->row_name);
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
    hol_expect_near(c.name, "curvature", c.sys->nc, g, slope, hol_differenced, c.sys->row_name);
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
        hol_expect_near(c.name, "Hessian u", n, hol_specimen_product(&c, hol_K(c.sys), K, c.u),
                        slope, hol_differenced, NULL);
        memcpy(sum, more, (size_t)nnz * sizeof *sum);
        hol_axpy(nnz, 1, K, more);
        hol_hessian(c.sys, c.q, c.lambda, sum);
        hol_expect_near(c.name, "Hessian added", nnz, sum, more, hol_rounded, NULL);
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
        hol_expect_near(c.name, "Hessian rate", nnz, rate, slope, hol_differenced, NULL);
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
        hol_expect_near(c.name, "w' - A' v", na, b, slope, hol_differenced, NULL);
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
        hol_expect_near(c.name, "dU u", 1, &measured, &slope, hol_differenced, NULL);
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
    hol_expect_near(c.name, "Kq u", n, hol_specimen_product(&c, hol_K(c.sys), Kq, c.u), slope,
                    two_point, NULL);

    /* the force of the dampers is linear in v, but for nothing: one large step is exact */
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < n; i++) w[i] = v[i] + (side ? -0.5 : 0.5) * c.u[i];
        c.v = w;
        force_of(&c, c.q, f[side]);
    }
    c.v = v;
    for (int i = 0; i < n; i++) slope[i] = f[0][i] - f[1][i];
    hol_expect_near(c.name, "Kv u", n, hol_specimen_product(&c, hol_K(c.sys), Kv, c.u), slope,
                    two_point, NULL);
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
    };
    return hol_run_cases("formulations", (int)(sizeof test / sizeof *test), test);
}
