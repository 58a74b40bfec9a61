/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Beside paper 003: the scalings (4.15), (4.17) of the Newton matrix, and the integrator of Moser
 * and Veselov in rotation matrices beside the one in quaternions. */
#include <math.h>
#include <string.h>

#include "harness/papers/paper_003.h"
#include "harness/papers/paper_run.h"
#include "numerics/condition.h"

/* ---------------------------------------------------------------- scaling */

enum { TIMES_H, NONE, BODY, PENDULUM, SCALINGS, SIZE = 8 };
static const char *const scaling[SCALINGS] = {"scaling=times-h", "scaling=4.14", "scaling=4.15",
                                              "scaling=4.17"};

/* [a M, b G^T; b G, 0] at the start, whose K is M but for terms of order h. */
static double condition_at_start(hol_result *r, double a, double b)
{
    hol_eval *sys = r->x->sys;
    int n = sys->nv, m = sys->nc;
    double A[SIZE * SIZE] = {0}, *q = r->x->z->q;
    size_t mark = hol_mark(sys->work);
    double *M = hol_take(sys->work, sys->M.nnz), *G = hol_take(sys->work, sys->G.nnz);
    hol_mass(sys, q, M);
    hol_constraints(sys, 0, q, NULL, G);
    for (int i = 0; i < n; i++)
        for (int k = sys->M.start[i]; k < sys->M.start[i + 1]; k++)
            A[i * (n + m) + sys->M.col[k]] = a * M[k];
    for (int i = 0; i < m; i++)
        for (int k = sys->G.start[i]; k < sys->G.start[i + 1]; k++)
            A[(n + i) * (n + m) + sys->G.col[k]] = A[sys->G.col[k] * (n + m) + n + i] = b * G[k];
    double condition = hol_condition(n + m, A, sys->work);
    hol_release(sys->work, mark);
    return condition;
}

typedef struct {
    double end[SIZE], condition;
} scaled;

/* The rigid body of section 5.1, or the pendulum, for a second. */
static bool run_scaled(const char *problem, const char *formulation, int k, double h, scaled *to,
                       hol_message *why)
{
    const double a[SCALINGS] = {1, 1 / (h * h), 1, 1 / h}, b[SCALINGS] = {1, 1, h, 1};
    const hol_paper_run is = {.problem = problem,
                              .method = "dvp",
                              .formulation = formulation,
                              .option = {scaling[k], "newton_tol=1e-15", "lagrangian=trapezoid"},
                              .h = h,
                              .until = 1};
    hol_result r;
    bool good = hol_paper_follow(&is, &r, why) && r.x->sys->nv + r.x->sys->nc <= SIZE;
    if (good) {
        memcpy(to->end, r.x->z->q, (size_t)r.x->sys->nq * sizeof(double));
        to->condition = condition_at_start(&r, a[k], b[k]);
    }
    hol_result_free(&r);
    return good;
}

static bool find_scaling(hol_paper_section *to)
{
    static const double h = 1e-4;
    static const char *const on[2][2] = {{"rigid-body", "euler"},
                                         {"double-spherical-pendulum", "natural"}};
    static const int q[2] = {4, 6};
    double apart[2 * (SCALINGS - 1)], condition[4];
    scaled of[SCALINGS];
    for (int p = 0; p < 2; p++) {
        for (int k = 0; k < SCALINGS; k++)
            if (!run_scaled(on[p][0], on[p][1], k, h, &of[k], &to->why)) return false;
        for (int k = 1; k < SCALINGS; k++)
            apart[p * (SCALINGS - 1) + k - 1] = hol_apart(q[p], of[k].end, of[TIMES_H].end);
        condition[2 * p] = of[p ? PENDULUM : BODY].condition;
        condition[2 * p + 1] = of[NONE].condition;
    }
    hol_paper_find(to, "scaling", 4, condition,
                   "%.1e with (4.15), %.1e without; %.1e with (4.17), %.1e without; times h, with "
                   "h^2 lambda for the unknown, no power of h is left",
                   condition[0], condition[1], condition[2], condition[3]);
    double most = 0;
    for (int k = 0; k < 2 * (SCALINGS - 1); k++) most = fmax(most, apart[k]);
    hol_paper_find(to, "scaling-effect", 2 * (SCALINGS - 1), apart,
                   "at most %.1e: pivots make up for the scale, and Newton's iterates are the same",
                   most);
    return true;
}

/* ---------------------------------------------------------------- Moser and Veselov */

/* Both discrete Lagrangians are 2 sin^2(theta/2) n^T J n / h^2 of the turn by theta about n, so
 * that both recursions are one. */
static bool find_matrices(hol_paper_section *to)
{
    static const char *const formulation[] = {"euler", "natural"};
    static const double step[] = {0.1, 0.01};
    double x[4], iterations[2], error = NAN;
    for (int i = 0; i < 2; i++) {
        hol_pose end[2];
        for (int f = 0; f < 2; f++) {
            const hol_paper_run is = {.problem = "rigid-body",
                                      .method = "dvp",
                                      .formulation = formulation[f],
                                      .option = {"newton_tol=1e-15"},
                                      .h = step[i],
                                      .until = 10};
            hol_result r;
            bool good = hol_paper_measure(&is, &r, &to->why);
            if (good) hol_experiment_poses(r.x, &end[f]);
            iterations[f] = (double)r.counters.newton;
            error = r.error.orientation;
            hol_result_free(&r);
            if (!good) return false;
        }
        hol_error e = hol_error_between(1, &end[0], &end[1], 0, NULL, NULL);
        x[2 * i] = e.orientation;
        x[2 * i + 1] = e.velocity;
    }
    hol_paper_find(
        to, "moser-veselov", 4, x,
        "they are one integrator: apart by %.1e rad at h = 0.1 s, %.1e rad at 0.01 s, where both "
        "are %.1e rad from the motion; %.0f Newton iterations of 5 unknowns beside %.0f of 15",
        x[0], x[2], error, iterations[0], iterations[1]);
    return true;
}

bool hol_p003_variants(hol_paper_section *to)
{
    return find_scaling(to) && find_matrices(to);
}
