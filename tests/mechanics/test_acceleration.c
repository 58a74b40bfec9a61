/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accelerations and reactions: the same in every formulation, by every path of the solve, from the
 * full saddle matrix, from Newton and Euler by hand, and along closed-form solutions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lapacke.h>

#include "holonomy/dense.h"
#include "holonomy/saddle.h"
#include "holonomy/so3.h"
#include "mechanics/null_space.h"
#include "tests/generic.h"
#include "tests/probes/probes.h"

/* Of systems of some tens of equations and condition 1e3 or so. */
static const double solved = 1e-11;

typedef struct {
    double *a, *lambda, *alpha;
    double *reactions; /* of all rows of the model */
    int rows;
} motion;

static motion accelerate(hol_specimen *c)
{
    motion m = {.a = hol_specimen_take(c, c->sys->nv),
                .lambda = hol_specimen_take(c, c->sys->nc),
                .alpha = hol_specimen_take(c, c->sys->na)};
    hol_status status = hol_acceleration(c->sys, 0, c->q, c->v, m.a, m.lambda, m.alpha);
    ck_assert_msg(!status, "%s: %s", c->name, hol_status_text(status));
    hol_reaction_rows(c->sys, &m.rows);
    m.reactions = hol_specimen_take(c, m.rows);
    hol_reactions(c->sys, 0, c->q, c->v, m.a, m.lambda, m.alpha, m.reactions);
    return m;
}

static double *rows_times(hol_specimen *c, const hol_pattern *P, const double A[], const double x[])
{
    double *y = hol_specimen_take(c, P->rows);
    hol_multiply(P, A, x, y);
    return y;
}

/* ---------------------------------------------------------------- across formulations */

/* Of what is drawn by chance one in seventy has rows that depend on others, whose reactions are
 * any, and some stand so near to such a place that digits are lost: of 2000 at most 3e-8. */
START_TEST(every_formulation_gives_the_same_accelerations_and_reactions)
{
    bool drawn = _i >= HOL_GENERIC_MODELS;
    const double near = drawn ? 1e-7 : solved;
    hol_specimen first, c;
    motion m0 = {0};
    double x0[12 * HOL_PLAN_BODIES], x[12 * HOL_PLAN_BODIES];
    int fits = 0;
    for (int f = 0; f < HOL_FORMULATIONS; f++) {
        if (!hol_specimen_open(&c, _i, f, HOL_AT_START)) continue;
        if (drawn && !fits && hol_reduced_rank(c.sys, c.pose) < c.sys->nj + c.sys->na) {
            hol_specimen_close(&c);
            return;
        }
        motion m = accelerate(&c);
        hol_space_acceleration(c.sys, c.q, c.v, m.a, x);
        if (!fits++) {
            first = c, m0 = m;
            memcpy(x0, x, sizeof x);
            continue;
        }
        hol_expect_near(c.name, "accelerations", 12 * c.sys->nb, x, x0, near, NULL);
        int rows;
        const char *const *name = hol_reaction_rows(c.sys, &rows);
        ck_assert_int_eq(rows, m0.rows);
        hol_expect_near(c.name, "reactions", rows, m.reactions, m0.reactions, near, name);
        hol_expect_near(c.name, "nonholonomic reactions", c.sys->na, m.alpha, m0.alpha, near, NULL);
        ck_assert_msg(drawn || hol_norm_max(rows, m0.reactions) > 0.1, "%s: no reactions", c.name);
        hol_specimen_close(&c);
    }
    ck_assert_int_eq(fits, _i == HOL_RODS ? 1 : HOL_FORMULATIONS);
    hol_specimen_close(&first);
}
END_TEST

/* ---------------------------------------------------------------- the full equations */

/* M a + G^T lambda + A^T alpha = f,  G a = -G' v,  A a = w' - A' v, inner rows included. */
START_TEST(reduced_and_expanded_the_solution_satisfies_every_equation)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    hol_eval *sys = c.sys;
    motion m = accelerate(&c);
    double *f = hol_specimen_take(&c, sys->nv), *M = hol_specimen_take(&c, sys->M.nnz);
    double *G = hol_specimen_take(&c, sys->G.nnz), *A = hol_specimen_take(&c, sys->A.nnz);
    double *g = hol_specimen_take(&c, sys->nc), *b = hol_specimen_take(&c, sys->na);
    hol_total_force(sys, 0, c.q, c.v, f);
    hol_mass(sys, c.q, M);
    hol_constraints(sys, 0, c.q, NULL, G);
    hol_curvature(sys, c.q, c.v, g);
    hol_nonholonomic_rows(sys, 0, c.q, A, NULL);
    hol_nonholonomic_rate(sys, 0, c.q, c.v, b);
    double *sum = rows_times(&c, &sys->M, M, m.a);
    hol_multiply_transposed_add(&sys->G, G, 1, m.lambda, sum);
    hol_multiply_transposed_add(&sys->A, A, 1, m.alpha, sum);
    for (int i = 0; i < sys->nc; i++) g[i] = -g[i];
    hol_expect_near(c.name, "M a + G^T lambda", sys->nv, sum, f, solved, NULL);
    hol_expect_near(c.name, "G a", sys->nc, rows_times(&c, &sys->G, G, m.a), g, solved,
                    sys->row_name);
    hol_expect_near(c.name, "A a", sys->na, rows_times(&c, &sys->A, A, m.a), b, solved, NULL);
    hol_specimen_close(&c);
}
END_TEST

/* (G; A) a = r of any r. */
START_TEST(the_rows_take_any_right_hand_side)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    hol_eval *sys = c.sys;
    int nc = sys->nc, na = sys->na;
    double *f = hol_specimen_any(&c, sys->nv), *r = hol_specimen_any(&c, nc + na);
    double *a = hol_specimen_take(&c, sys->nv), *M = hol_specimen_take(&c, sys->M.nnz);
    double *lambda = hol_specimen_take(&c, nc), *alpha = hol_specimen_take(&c, na);
    double *G = hol_specimen_take(&c, sys->G.nnz), *A = hol_specimen_take(&c, sys->A.nnz);
    ck_assert(!hol_constrained_solve(sys, 0, c.q, r, f, a, lambda, alpha));
    hol_mass(sys, c.q, M);
    hol_constraints(sys, 0, c.q, NULL, G);
    hol_nonholonomic_rows(sys, 0, c.q, A, NULL);
    double *sum = rows_times(&c, &sys->M, M, a);
    hol_multiply_transposed_add(&sys->G, G, 1, lambda, sum);
    hol_multiply_transposed_add(&sys->A, A, 1, alpha, sum);
    hol_expect_near(c.name, "M a + G^T lambda", sys->nv, sum, f, solved, NULL);
    hol_expect_near(c.name, "G a", nc, rows_times(&c, &sys->G, G, a), r, solved, sys->row_name);
    hol_expect_near(c.name, "A a", na, rows_times(&c, &sys->A, A, a), r + nc, solved, NULL);
    hol_specimen_close(&c);
}
END_TEST

/* [M + s Gin^T Gin, (G; A)^T; (G; A), 0] and its right-hand side, by LAPACK; s of the size of M. */
static void solve_full(hol_specimen *c, double x[])
{
    hol_eval *sys = c->sys;
    int n = sys->nv, nc = sys->nc, m = nc + sys->na, size = n + m;
    double *S = calloc((size_t)(size * size + (m + n) * n), sizeof *S), *B = S + size * size;
    double *M = B + m * n, *G = hol_specimen_take(c, sys->G.nnz),
           *A = hol_specimen_take(c, sys->A.nnz);
    double *sparse = hol_specimen_take(c, sys->M.nnz), *g = hol_specimen_take(c, nc), s = 0;
    lapack_int *pivot = calloc((size_t)size, sizeof *pivot);
    hol_mass(sys, c->q, sparse);
    hol_dense(&sys->M, sparse, M);
    hol_constraints(sys, 0, c->q, NULL, G);
    hol_dense(&sys->G, G, B);
    hol_nonholonomic_rows(sys, 0, c->q, A, NULL);
    hol_dense(&sys->A, A, B + nc * n);
    hol_total_force(sys, 0, c->q, c->v, x);
    hol_curvature(sys, c->q, c->v, g);
    for (int i = 0; i < nc; i++) x[n + i] = -g[i];
    hol_nonholonomic_rate(sys, 0, c->q, c->v, x + n + nc);
    for (int i = 0; i < n; i++) s = fmax(s, M[i * n + i]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            S[i * size + j] = M[i * n + j];
            for (int r = sys->nj; r < nc; r++) S[i * size + j] += s * B[r * n + i] * B[r * n + j];
        }
    for (int r = 0; r < m; r++)
        for (int j = 0; j < n; j++) {
            S[(n + r) * size + j] = S[j * size + n + r] = B[r * n + j];
            if (r >= sys->nj && r < nc) x[j] += s * B[r * n + j] * x[n + r];
        }
    lapack_int info = LAPACKE_dgesv(LAPACK_ROW_MAJOR, size, 1, S, size, pivot, x, 1);
    ck_assert_msg(!info, "%s: the full saddle matrix is singular", c->name);
    free(pivot);
    free(S);
}

START_TEST(the_full_saddle_matrix_gives_the_same_solution)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    double *x = hol_specimen_take(&c, c.sys->nv + c.sys->nc + c.sys->na);
    motion m = accelerate(&c);
    solve_full(&c, x);
    hol_expect_near(c.name, "a", c.sys->nv, m.a, x, solved, NULL);
    hol_expect_near(c.name, "lambda", c.sys->nc, m.lambda, x + c.sys->nv, solved, c.sys->row_name);
    hol_expect_near(c.name, "alpha", c.sys->na, m.alpha, x + c.sys->nv + c.sys->nc, solved, NULL);
    hol_specimen_close(&c);
}
END_TEST

/* K x + B^T y = a, C x = b, with any K, a and b and the rows of two points, off the inner ones. */
START_TEST(without_the_inner_rows_newton_meets_every_equation)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    hol_eval *sys = c.sys;
    int n = sys->nv, m = sys->nc;
    if (sys->na || !(sys->has & HOL_FULL_RANK)) {
        hol_specimen_close(&c);
        return;
    }
    double *at_B = hol_specimen_take(&c, sys->nq), *d = hol_specimen_any(&c, n);
    double *K = hol_specimen_any(&c, hol_K(sys)->nnz), *B = hol_specimen_take(&c, sys->G.nnz);
    double *C = hol_specimen_take(&c, sys->G.nnz), *M = hol_specimen_take(&c, sys->M.nnz);
    double *a = hol_specimen_any(&c, n), *b = hol_specimen_any(&c, m);
    double *x = hol_specimen_take(&c, n), *y = hol_specimen_take(&c, m);
    for (int i = 0; i < n; i++) d[i] *= 0.05;
    hol_move(sys, c.q, d, at_B);
    hol_mass(sys, c.q, M);
    hol_add_mass(sys, 3, M, K);
    hol_constraints(sys, 0, at_B, NULL, B);
    hol_constraints(sys, 0, c.q, NULL, C);
    memcpy(x, a, sizeof *x * (size_t)n);
    memcpy(y, b, sizeof *y * (size_t)m);

    hol_memory *memory = hol_memory_new();
    hol_null_space *newton = hol_null_space_new(memory, sys);
    const hol_newton_matrix A = {K, B, C, at_B, c.q};
    ck_assert_int_eq(hol_null_space_factor(newton, &A), HOL_OK);
    ck_assert_int_eq(hol_null_space_solve(newton, &A, x, y, x, y), HOL_OK);
    double *left = hol_specimen_product(&c, hol_K(sys), K, x);
    hol_multiply_transposed_add(&sys->G, B, 1, y, left);
    hol_expect_near(c.name, "K x + B^T y", n, left, a, 1e-9, NULL);
    hol_expect_near(c.name, "C x", m, hol_specimen_product(&c, &sys->G, C, x), b, 1e-9,
                    sys->row_name);
    hol_memory_end(memory);
    hol_specimen_close(&c);
}
END_TEST

START_TEST(all_paths_of_the_solve_give_the_same_solution)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    hol_eval *sys = c.sys;
    int m = sys->nj + sys->na;
    double *f = hol_specimen_take(&c, sys->nv), *Mr = hol_specimen_take(&c, sys->Mr.nnz);
    double *Gr = hol_specimen_take(&c, sys->Gr.nnz), *fr = hol_specimen_take(&c, sys->nr);
    double *br = hol_specimen_take(&c, m), *x = hol_specimen_take(&c, sys->nr),
           *y = hol_specimen_take(&c, m);
    double *a = hol_specimen_take(&c, sys->nv), *lambda = hol_specimen_take(&c, sys->nc);
    double *r = hol_specimen_take(&c, sys->nc + sys->na);
    motion own = accelerate(&c);
    hol_total_force(sys, 0, c.q, c.v, f);
    hol_row_rates(sys, 0, c.q, c.v, r);
    hol_reduce(sys, 0, c.q, r, f, Mr, fr, Gr, br);
    unsigned known = HOL_SADDLE_DEFINITE | HOL_SADDLE_SYMMETRIC;
    for (int path = HOL_SADDLE_BLOCK; path <= HOL_SADDLE_UMFPACK; path++) {
        hol_saddle *s =
            hol_saddle_new(&sys->Mr, &sys->Gr, known, (hol_saddle_path)path, sys->count);
        ck_assert_msg(s, "%s: no path %d", c.name, path);
        const char *name = hol_saddle_name(s);
        ck_assert(!hol_saddle_set_K(s, Mr) && !hol_saddle_set_B(s, Gr) &&
                  !hol_saddle_factor(s, Gr, NULL));
        hol_saddle_solve(s, fr, br, x, y);
        hol_expand(sys, f, x, y, a, lambda);
        hol_expect_near(c.name, name, sys->nv, a, own.a, solved, NULL);
        hol_expect_near(c.name, name, sys->nc, lambda, own.lambda, solved, sys->row_name);
        hol_saddle_free(s);
    }
    hol_specimen_close(&c);
}
END_TEST

/* The mass matrix and the joint rows of the reduced equations are those of the restricted motion:
 * with p = M v of a physical v the solve gives v back (the Legendre transform). */
START_TEST(a_momentum_at_rest_gives_its_velocity_back)
{
    hol_specimen c;
    if (!hol_specimen_numbered(&c, _i)) return;
    if (c.state == HOL_AT_START && !c.sys->na) {
        double *v = hol_specimen_take(&c, c.sys->nv), *M = hol_specimen_take(&c, c.sys->M.nnz);
        hol_mass(c.sys, c.q, M);
        double *p = rows_times(&c, &c.sys->M, M, c.v);
        ck_assert(!hol_constrained_solve(c.sys, 0, c.q, NULL, p, v, NULL, NULL));
        hol_expect_near(c.name, "v of p", c.sys->nv, v, c.v, solved, NULL);
    }
    hol_specimen_close(&c);
}
END_TEST

/* ---------------------------------------------------------------- by hand */

/* A body on a ball joint at its point -c, the joint at o: I = J + m (|c|^2 - c c^T),
 * I Omega' = -Omega x I Omega + tau + c x m R^T g,  r'' = R (Omega' x c + Omega x (Omega x c)),
 * and the reaction lambda = m (g - r''). */
typedef struct {
    double m, J[3], c[3], o[3], g[3], tau[3], Omega[3], p[4];
} top;

static void turned_rate(const double R[9], const double Omega[3], const double rate[3],
                        const double rho[3], double x[3])
{
    double a[3], b[3];
    hol_cross(Omega, rho, a);
    hol_cross(Omega, a, a);
    hol_cross(rate, rho, b);
    for (int k = 0; k < 3; k++) a[k] += b[k];
    hol_rotate(R, a, x);
}

static void newton_euler(const top *b, double x[12], double lambda[3])
{
    double R[9], inertia[9], inverse[9], L[3], gb[3], moment[3], rate[3];
    hol_quaternion_to_matrix(b->p, R);
    for (int i = 0; i < 9; i++)
        inertia[i] = (i % 4 ? 0 : b->J[i / 4] + b->m * hol_dot3(b->c, b->c)) -
                     b->m * b->c[i / 3] * b->c[i % 3];
    hol_rotate(inertia, b->Omega, L);
    hol_cross(L, b->Omega, L);
    hol_rotate_back(R, b->g, gb);
    hol_cross(b->c, gb, moment);
    for (int k = 0; k < 3; k++) moment[k] = L[k] + b->tau[k] + b->m * moment[k];
    hol_invert3(inertia, inverse);
    hol_rotate(inverse, moment, rate);
    turned_rate(R, b->Omega, rate, b->c, x);
    for (int k = 0; k < 3; k++) {
        double e[3] = {k == 0, k == 1, k == 2};
        turned_rate(R, b->Omega, rate, e, x + 3 + 3 * k);
        lambda[k] = b->m * (b->g[k] - x[k]);
    }
}

START_TEST(a_heavy_top_moves_as_newton_and_euler_say)
{
    top b = {.m = 1.83,
             .J = {0.61, 1.13, 1.47},
             .c = {0.37, -0.53, 0.71},
             .o = {0.29, -0.67, 1.3},
             .g = {0.7, -1.9, -9.3},
             .tau = {1.9, -0.83, 2.3},
             .Omega = {2.1, -1.7, 2.9},
             .p = {0.48, -0.6, 0.64}};
    b.p[3] = sqrt(1 - b.p[0] * b.p[0] - b.p[1] * b.p[1] - b.p[2] * b.p[2]);
    hol_body body = {.name = "top", .shape = HOL_RIGID, .m = b.m, .J = {b.J[0], b.J[1], b.J[2]}};
    double R[9], arm[3], c[3];
    hol_quaternion_to_matrix(b.p, R);
    hol_rotate(R, b.c, arm);
    hol_cross(b.Omega, b.c, c);
    hol_rotate(R, c, body.at.v);
    for (int k = 0; k < 3; k++) body.at.r[k] = b.o[k] + arm[k];
    memcpy(body.at.p, b.p, sizeof b.p);
    memcpy(body.at.omega, b.Omega, sizeof b.Omega);
    hol_model *model = hol_model_new();
    hol_add_body(model, &body);
    hol_spherical(model, "ball", hol_point(HOL_GROUND, b.o[0], b.o[1], b.o[2]),
                  hol_point(0, -b.c[0], -b.c[1], -b.c[2]));
    hol_gravity(model, b.g);
    hol_torque_body(model, 0, b.tau);

    hol_message why = {""};
    hol_eval *sys = hol_eval_take(hol_realise(model, hol_formulation_at(_i), NULL, &why));
    ck_assert_msg(sys != NULL, "%s", why.text);
    hol_work *w = hol_work_new();
    double q[12], v[12], a[12], lambda[9], x[12], expected[12], reaction[3], measured[9];
    hol_place(sys, &body.at, q, v);
    ck_assert(!hol_acceleration(sys, 0, q, v, a, lambda, NULL));
    hol_reactions(sys, 0, q, v, a, lambda, NULL, measured);
    hol_space_acceleration(sys, q, v, a, x);
    newton_euler(&b, expected, reaction);
    hol_expect_near(sys->formulation, "acceleration", 12, x, expected, 1e-13, NULL);
    hol_expect_near(sys->formulation, "reaction", 3, measured, reaction, 1e-13, NULL);
    hol_work_free(w);
    hol_eval_free(sys);
    hol_model_free(model);
}
END_TEST

/* ---------------------------------------------------------------- along closed forms */

/* The probes, then the program's problems with a closed form; NULL past the last. */
static const hol_problem *closed_form_at(int k)
{
    static const hol_problem *const probe[] = {&hol_probe_torque_revolute, &hol_probe_planar_well};
    enum { PROBES = sizeof probe / sizeof *probe };
    const hol_problem *problem;
    if (k < PROBES) return probe[k];
    k -= PROBES;
    for (int i = 0; (problem = hol_problem_at(i)); i++)
        if (problem->exact && k-- == 0) return problem;
    return NULL;
}

/* Position and velocity in space of the centre and of the directions of the axes, 12 each. */
static void in_space(const hol_pose *pose, double x[12], double x1[12])
{
    double R[9];
    hol_quaternion_to_matrix(pose->p, R);
    memcpy(x, pose->r, sizeof pose->r);
    memcpy(x1, pose->v, sizeof pose->v);
    for (int i = 0; i < 3; i++) {
        double e[3] = {i == 0, i == 1, i == 2}, c[3];
        hol_rotate(R, e, x + 3 + 3 * i);
        hol_cross(pose->omega, e, c);
        hol_rotate(R, c, x1 + 3 + 3 * i);
    }
}

START_TEST(the_closed_forms_solve_their_equations)
{
    static const double offset[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    const double h = 1e-3, differenced = 1e-9; /* h^4 / 30 of a fifth derivative of at most 1e4 */
    const hol_problem *problem = closed_form_at(_i / HOL_FORMULATIONS);
    double par[16], q[12], v[12], a[12], lambda[16], alpha[4], x[12], y[12], y1[12];
    hol_option_defaults(problem->parameters, par);
    hol_model *model = hol_model_new();
    problem->build(model, par);
    hol_message why = {""};
    hol_eval *sys =
        hol_eval_take(hol_realise(model, hol_formulation_at(_i % HOL_FORMULATIONS), NULL, &why));
    ck_assert_msg(sys != NULL, "%s: %s", problem->name, why.text);
    hol_work *w = hol_work_new();
    for (int k = 0; k < 8; k++) {
        double t = 0.137 * k * k, velocity[12] = {0}, acceleration[12] = {0}, now[12], now1[12];
        hol_pose pose;
        for (int i = 0; i < 4; i++) {
            problem->exact(par, t + offset[i] * h, &pose);
            in_space(&pose, y, y1);
            hol_axpy(12, weight[i] / (12 * h), y, velocity);
            hol_axpy(12, weight[i] / (12 * h), y1, acceleration);
        }
        problem->exact(par, t, &pose);
        in_space(&pose, now, now1);
        hol_place(sys, &pose, q, v);
        ck_assert(!hol_acceleration(sys, t, q, v, a, lambda, alpha));
        hol_space_acceleration(sys, q, v, a, x);
        hol_expect_near(problem->name, "velocity", 12, now1, velocity, differenced, NULL);
        hol_expect_near(problem->name, sys->formulation, 12, x, acceleration, differenced, NULL);
    }
    hol_work_free(w);
    hol_eval_free(sys);
    hol_model_free(model);
}
END_TEST

int main(void)
{
    const TTest *const every_case[] = {
        reduced_and_expanded_the_solution_satisfies_every_equation,
        the_rows_take_any_right_hand_side,
        the_full_saddle_matrix_gives_the_same_solution,
        without_the_inner_rows_newton_meets_every_equation,
        all_paths_of_the_solve_give_the_same_solution,
        a_momentum_at_rest_gives_its_velocity_back,
    };
    Suite *suite = suite_create("acceleration");
    hol_add_cases(suite, 6, every_case);
    TCase *other = tcase_create("other");
    int drawn = getenv("HOL_LONG") ? 2000 : 100; /* by chance */
    tcase_add_loop_test(other, every_formulation_gives_the_same_accelerations_and_reactions, 0,
                        HOL_GENERIC_MODELS + drawn);
    tcase_add_loop_test(other, a_heavy_top_moves_as_newton_and_euler_say, 0, HOL_FORMULATIONS);
    int closed_forms = 0;
    while (closed_form_at(closed_forms)) closed_forms++;
    tcase_add_loop_test(other, the_closed_forms_solve_their_equations, 0,
                        closed_forms * HOL_FORMULATIONS);
    suite_add_tcase(suite, other);
    return hol_run_together(suite);
}
