/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terze, Zlatar, Mueller 2012 (paper 004): what it says of its integrator, its stabilisations and
 * its example. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/so3.h"
#include "methods/stabilise.h"
#include "tests/claims.h"
#include "tests/findings.h"
#include "tests/generic.h"
#include "tests/numbers.h"

/* ---------------------------------------------------------------- the gyrostat */

static double not_orthogonal(const double R[9])
{
    double most = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double dot = R[i] * R[j] + R[3 + i] * R[3 + j] + R[6 + i] * R[6 + j];
            most = fmax(most, fabs(dot - (i == j)));
        }
    return most;
}

/* Over a million steps; a tenth in `make check`. */
START_TEST(mk4_keeps_rotations)
{
    const int steps = hol_long() ? 1000000 : 100000;
    hol_trial T;
    hol_trial_named(&T, "mk4", known_problem("rigid-body"), "lie", 0, NULL);
    double h = 0.01, most = 0;
    ck_assert_int_eq(T.sys->nq, 9); /* R alone: the centre is fixed */
    hol_trial_start(&T, h);
    for (int n = 1; n <= steps; n++) {
        hol_trial_step(&T, h, n);
        most = fmax(most, not_orthogonal(T.z->q));
    }
    expect_at_most(T.name, "|R^T R - 1|", most, 1e-14);
    hol_trial_close(&T);
}
END_TEST

enum { BODIES = 2, SIZES = 4 };           /* bodies of the gyrostat; step sizes h0, h0/2, ... */
static const double h0 = 0.1, t_end = 10; /* [s] */

typedef struct {         /* what paper 004's example shows, over the nodes of a run to t_end */
    double error;        /* at the end: largest of positions, rotation matrices, velocities */
    double phi, gv;      /* constraints of position and velocity */
    double centre;       /* motion of the mass centre */
    double spin[BODIES]; /* change of omega_A3, omega_B3 */
    double rotation;     /* |R^T R - 1| */
} gyrostat;

static void look(const hol_trial *T, gyrostat *g)
{
    static const double centre[3] = {0, 0, -0.4375}, spin[BODIES] = {1, 0.1};
    hol_eval *sys = T->sys;
    hol_pose pose[BODIES];
    double sum[3] = {0}, mass = 0, phi[5], G[64], Gv[5];
    ck_assert(sys->nc == 5 && sys->G.nnz <= 64);
    hol_poses(sys, T->z->q, T->z->v, pose);
    hol_constraints(sys, T->z->t, T->z->q, phi, G);
    hol_multiply(&sys->G, G, T->z->v, Gv);
    g->phi = fmax(g->phi, hol_norm_max(5, phi));
    g->gv = fmax(g->gv, hol_norm_max(5, Gv));
    for (int b = 0; b < BODIES; b++) {
        double m = hol_body_at(T->sys->model, b)->m;
        hol_axpy(3, m, pose[b].r, sum);
        mass += m;
        g->spin[b] = fmax(g->spin[b], fabs(pose[b].omega[2] - spin[b]));
        g->rotation = fmax(g->rotation, not_orthogonal(T->z->q + 12 * b + 3));
    }
    for (int k = 0; k < 3; k++) g->centre = fmax(g->centre, fabs(sum[k] / mass - centre[k]));
}

static double end_error(const hol_trial *T)
{
    hol_pose pose[BODIES], truth[BODIES];
    double most = 0, R[9], exact[9];
    ck_assert(hol_trial_truth(T, t_end, truth));
    hol_poses(T->sys, T->z->q, T->z->v, pose);
    for (int b = 0; b < BODIES; b++) {
        hol_quaternion_to_matrix(pose[b].p, R);
        hol_quaternion_to_matrix(truth[b].p, exact);
        most = fmax(most, hol_apart(3, pose[b].r, truth[b].r));
        most = fmax(most, hol_apart(9, R, exact));
        most = fmax(most, hol_apart(3, pose[b].omega, truth[b].omega));
    }
    return most;
}

static gyrostat run_gyrostat(const char *const option[1], double h)
{
    hol_trial T;
    gyrostat g = {0};
    int steps = (int)nearbyint(t_end / h);
    hol_trial_named(&T, "mk4", known_problem("gyrostat"), "lie", 1, option);
    hol_trial_start(&T, h);
    for (int n = 1; n <= steps; n++) {
        hol_trial_step(&T, h, n);
        look(&T, &g);
    }
    g.error = end_error(&T);
    hol_trial_close(&T);
    return g;
}

/* Order 4 between two values at steps h and h / ratio. */
static void expect_order(const char *name, const char *what, double coarse, double fine,
                         double ratio, double slack)
{
    double order = log(coarse / fine) / log(ratio);
    ck_assert_msg(fabs(order - 4) <= slack, "%s: %s of order %.3f", name, what, order);
}

/* Paper 004, section 3, in each of the three stabilisations.  A correction by reactions, with the
 * masses for weights, leaves the mass centre alone; one with unit weights moves it.  The torque of
 * a reaction has no part about the platform's own axis; it has one about the rotor's where the
 * constraints of a stage are violated, whose spin is as constant as the motion is exact. */
START_TEST(mk4_follows_the_gyrostat)
{
    enum { UNIT = 2 };
    static const char *const option[] = {"stabilisation=none", "stabilisation=least-squares",
                                         "stabilisation=rotation-vector"};
    gyrostat g[SIZES];
    for (int k = 0; k < SIZES; k++) {
        double h = h0 / (1 << k);
        g[k] = run_gyrostat(&option[_i], h);
        if (hol_verbose())
            printf("%s, h = %g: error %.3e, |Phi| %.2e, |G v| %.2e, mass centre %.1e, spins %.1e, "
                   "%.1e, R %.1e\n",
                   option[_i], h, g[k].error, g[k].phi, g[k].gv, g[k].centre, g[k].spin[0],
                   g[k].spin[1], g[k].rotation);
        if (_i != UNIT) expect_at_most(option[_i], "motion of the mass centre", g[k].centre, 1e-13);
        expect_at_most(option[_i], "change of omega_B3", g[k].spin[1], 1e-13);
        expect_at_most(option[_i], "|R^T R - 1|", g[k].rotation, 2e-15);
        if (_i && h <= 0.05) expect_at_most(option[_i], "|Phi|", g[k].phi, 1e-13);
        if (_i) expect_at_most(option[_i], "|G v|", g[k].gv, 1e-13);
        if (k) expect_order(option[_i], "error", g[k - 1].error, g[k].error, 2, 0.15);
    }
    const gyrostat *first = &g[0], *last = &g[SIZES - 1];
    double ratio = 1 << (SIZES - 1);
    expect_order(option[_i], "change of omega_A3", first->spin[0], last->spin[0], ratio, 0.2);
    if (_i == UNIT)
        expect_order(option[_i], "motion of the mass centre", first->centre, last->centre, ratio,
                     0.2);
    if (_i) return;
    expect_order(option[_i], "|Phi|", first->phi, last->phi, ratio, 0.2);
    ck_assert_msg(first->phi > 3e-6 && first->phi < 3e-5, "|Phi| = %.2e", first->phi);
}
END_TEST

/* ---------------------------------------------------------------- stabilisation */

/* Every k-th step: violated in between, restored then. */
START_TEST(constraints_are_stabilised_after_every_kth_step)
{
    static const char *const option[] = {"stabilisation=least-squares", "every=7"};
    hol_trial T;
    hol_trial_named(&T, "mk4", known_problem("gyrostat"), "lie", 2, option);
    hol_trial_start(&T, 0.1);
    for (int n = 1; n <= 21; n++) {
        double phi[5];
        hol_trial_step(&T, 0.1, n);
        hol_constraints(T.sys, T.z->t, T.z->q, phi, NULL);
        double most = hol_norm_max(5, phi);
        ck_assert_msg(n % 7 ? most > 1e-12 : most < 1e-14, "step %d: |Phi| = %.2e", n, most);
    }
    hol_trial_close(&T);
}
END_TEST

/* The part of g (n) that is no combination of the m rows of G, over |g|. */
static double across(hol_eval *sys, const double G[], const double g[])
{
    enum { ROWS = 5, COLUMNS = 12 };
    int m = sys->nc, n = sys->nv, pivot[ROWS];
    double e[ROWS], row[ROWS][COLUMNS], A[ROWS * ROWS], y[ROWS], rest[COLUMNS];
    ck_assert(m <= ROWS && n <= COLUMNS);
    for (int i = 0; i < m; i++) {
        for (int k = 0; k < m; k++) e[k] = k == i;
        memset(row[i], 0, sizeof row[i]);
        hol_multiply_transposed_add(&sys->G, G, 1, e, row[i]);
        y[i] = hol_dot(n, row[i], g);
    }
    for (int i = 0; i < m; i++)
        for (int k = 0; k < m; k++) A[i * m + k] = hol_dot(n, row[i], row[k]);
    ck_assert_int_eq(hol_lu_factor(m, A, pivot), HOL_OK);
    hol_lu_solve(m, A, pivot, y);
    memcpy(rest, g, (size_t)n * sizeof *rest);
    for (int i = 0; i < m; i++) hol_axpy(n, -y[i], row[i], rest);
    return hol_norm_max(n, rest) / hol_norm_max(n, g);
}

/* Of a state far off the constraints: the point of (12) is where the gradient of the distance has
 * no part along them, and so is the velocity. */
START_TEST(least_squares_find_the_nearest_state_on_the_constraints)
{
    static const double weight[] = {0, 0.5, 1, 2};
    enum { NV = 12, NQ = 24, NC = 5 };
    hol_trial T;
    static const char *const uneven[] = {"J_A1=120", "J_B2=60"};
    hol_trial_with(&T, "mk4", known_problem("gyrostat"), 2, uneven, "lie", 0, NULL);
    hol_eval *sys = T.sys;
    double far[NV], from[NQ], v[NV], d[NV], W[6 * NV], pull[NV], g[NV], phi[NC], G[64], Gv[NC];
    ck_assert(sys->nv == NV && sys->nq == NQ && sys->nc == NC && sys->M.nnz <= 6 * NV);
    hol_trial_run(&T, 0.1, 30);
    fill(NV, far);
    for (int i = 0; i < NV; i++) far[i] *= 0.1;
    hol_move(sys, T.z->q, far, from);
    hol_axpy(NV, 1, far, T.z->v);
    memcpy(T.z->q, from, sizeof from);
    memcpy(v, T.z->v, sizeof v);
    const hol_stabilisation how = {.weight = weight[_i], .tolerance = 1e-15};
    hol_stabiliser *a = hol_stabiliser_new(T.s->memory, sys, how);
    ck_assert_int_eq(hol_stabilise(a, T.s, T.z->t, T.z->q, T.z->v), HOL_OK);

    hol_mass(sys, T.z->q, W);
    for (int i = 0; i < sys->M.nnz; i++) W[i] = W[i] == 0 ? 0 : pow(W[i], weight[_i]);
    hol_constraints(sys, T.z->t, T.z->q, phi, G);
    hol_difference(sys, T.z->q, from, d);
    hol_multiply(&sys->M, W, d, pull);
    hol_dexpinv(sys, d, pull, g);
    expect_at_most(T.name, "|Phi|", hol_norm_max(NC, phi), 1e-15);
    expect_at_most(T.name, "gradient of the distance along the constraints", across(sys, G, g),
                   1e-13);
    hol_multiply(&sys->G, G, T.z->v, Gv);
    hol_axpy(NV, -1, T.z->v, v);
    hol_multiply(&sys->M, W, v, pull);
    expect_at_most(T.name, "|G v|", hol_norm_max(NC, Gv), 1e-15);
    expect_at_most(T.name, "that of the velocities", across(sys, G, pull), 1e-13);
    hol_trial_close(&T);
}
END_TEST

START_TEST(every_row_has_its_kept_word_and_loses_it)
{
    hol_paper_section redone;
    bool good = hol_paper_redo(&redone, &hol_paper_004, NULL);
    ck_assert_msg(good, "%s", redone.why.text);
    expect_findings(&redone);
    hol_paper_section_free(&redone);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {{mk4_keeps_rotations, 1},
                             {mk4_follows_the_gyrostat, 3},
                             {constraints_are_stabilised_after_every_kth_step, 1},
                             {least_squares_find_the_nearest_state_on_the_constraints, 4},
                             {every_row_has_its_kept_word_and_loses_it, hol_long()}};
    return hol_run_loops("paper 004", loop, sizeof loop / sizeof *loop);
}
