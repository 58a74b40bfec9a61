/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mass, kinetic energy and gyroscopic force of every formulation against twists, differences,
 * Euler's equations and Christoffel symbols, in every generic model. */
#include <stdlib.h>

#include <check.h>

#include "holonomy/dense.h"
#include "holonomy/rows.h"
#include "holonomy/so3.h"
#include "mechanics/internal.h"
#include "tests/generic.h"

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
    hol_expect_near(c.name, "v M v / 2", 1, &half, &kinetic, hol_rounded, NULL);
    double *K = hol_specimen_take(&c, hol_K(c.sys)->nnz);
    hol_add_mass(c.sys, 1, M, K);
    hol_expect_near(c.name, "M in K", n, hol_specimen_product(&c, hol_K(c.sys), K, c.v), p,
                    hol_rounded, NULL);
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
        hol_expect_near(c.name, "T", 1, &T, &rigid, hol_rounded, NULL);
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
    hol_expect_near(c.name, "dT u", 1, &measured, &change, hol_differenced, NULL);
    if (c.sys->system->tree && !(c.sys->has & HOL_FLAT)) {
        hol_specimen_close(&c);
        return;
    }
    hol_kinetic_tangent(c.sys, c.q, c.v, Tqq, Tvq);
    hol_slope(&c, grad_kinetic_of, n, c.u, slope);
    hol_expect_near(c.name, "Tqq u", n, hol_specimen_product(&c, hol_K(c.sys), Tqq, c.u), slope,
                    hol_differenced, NULL);
    hol_slope(&c, momentum_of, n, c.u, slope);
    hol_expect_near(c.name, "Tvq u", n, hol_specimen_product(&c, hol_K(c.sys), Tvq, c.u), slope,
                    hol_differenced, NULL);
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
    } else if (c.sys->system->tree) { /* test_joint_coordinates.c */
        hol_specimen_close(&c);
        return;
    } else {
        for (int b = 0; b < c.sys->nb; b++) {
            const hol_slot *s = &c.sys->system->slot[b];
            if (s->body->shape != HOL_RIGID) continue;
            const double *v = c.v + s->v + s->centre;
            double L[3] = {s->body->J[0] * v[0], s->body->J[1] * v[1], s->body->J[2] * v[2]};
            hol_cross(L, v, expected + s->v + s->centre);
        }
    }
    hol_expect_near(c.name, "gyroscopic", n, f, expected, hol_differenced, NULL);
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
        hol_expect_near(c.name, "Christoffel", n, f, expected, hol_differenced, NULL);
    }
    hol_specimen_close(&c);
}
END_TEST

int main(void)
{
    const TTest *const test[] = {
        the_mass_is_symmetric_and_gives_the_kinetic_energy,
        the_kinetic_energy_is_that_of_the_twists,
        the_derivatives_of_the_kinetic_energy_are_right,
        the_gyroscopic_force_is_the_one_of_lagrange_or_euler,
        the_gyroscopic_force_is_that_of_the_christoffel_symbols,
    };
    return hol_run_cases("inertia", (int)(sizeof test / sizeof *test), test);
}
