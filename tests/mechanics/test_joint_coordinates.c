/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joint coordinates against `lie` on every problem, at states without pattern: poses,
 * accelerations, the reactions of all joints, energy, momenta; and where the tree of a model is. */
#include <math.h>
#include <string.h>

#include <check.h>

#include "holonomy/dense.h"
#include "tests/generic.h"

/* Of systems of some tens of equations, of the largest entry. */
static const double solved = 1e-11;

typedef struct { /* a problem in joint coordinates, and the same state in `lie` */
    hol_model *model;
    hol_eval *joint, *lie;
    hol_work *w;
    double t, *q, *v, *ql, *vl;
} pair;

/* With that value of the parameter of its size, 0: its own.  False where no formulation of these
 * has a place for the problem. */
static bool open_sized(pair *p, const hol_problem *problem, double size)
{
    hol_message why = {""};
    double par[64];
    bool unfit = false;
    *p = (pair){.model = hol_model_new(), .w = hol_work_new()};
    hol_option_defaults(problem->parameters, par);
    for (int k = 0; size > 0 && problem->parameters[k].name; k++)
        if (!strcmp(problem->parameters[k].name, problem->size)) par[k] = size;
    ck_assert_msg(hol_problem_build(problem, par, p->model, &why), "%s", why.text);
    p->lie = hol_eval_take(hol_realise(p->model, hol_formulation_named("lie"), &unfit, &why));
    ck_assert_msg(p->lie || unfit, "%s: %s", problem->name, why.text);
    p->joint = hol_eval_take(hol_realise(p->model, hol_formulation_named("joint"), &unfit, &why));
    ck_assert_msg(!p->joint == !p->lie, "%s: %s", problem->name, why.text);
    if (!p->joint) ck_assert_msg(strstr(why.text, "'joint'") != NULL, "%s", why.text);
    return p->joint;
}

static bool open_pair(pair *p, const hol_problem *problem)
{
    return open_sized(p, problem, 0);
}

static void close_pair(pair *p)
{
    hol_eval_free(p->joint);
    hol_eval_free(p->lie);
    hol_model_free(p->model);
    hol_work_free(p->w);
}

/* Away from the start, joints that are cut open; the tree is closed anywhere. */
static void stand(pair *p, int k)
{
    hol_eval *a = p->joint, *b = p->lie;
    hol_draw draw = {17 + (uint64_t)k};
    double *dv = hol_take(p->w, a->nv);
    hol_pose *pose = hol_take_bytes(p->w, a->nb, sizeof *pose);
    p->q = hol_take(p->w, a->nq), p->v = hol_take(p->w, a->nv);
    p->ql = hol_take(p->w, b->nq), p->vl = hol_take(p->w, b->nv);
    p->t = 0.31;
    hol_place(a, NULL, p->q, p->v);
    for (int i = 0; i < a->nv; i++) {
        double unit = a->is_length && !a->is_length[i] ? 1 : a->unit;
        dv[i] = 0.1 * unit * hol_draw_next(&draw);
        p->v[i] += unit * hol_draw_next(&draw);
    }
    hol_move(a, p->q, dv, p->q);
    hol_poses(a, p->q, p->v, pose);
    hol_place(b, pose, p->ql, p->vl);
}

static void expect(const hol_problem *problem, const char *what, int n, const double x[],
                   const double y[])
{
    hol_expect_near(problem->name, what, n, x, y, solved, NULL);
}

static void expect_poses(pair *p, const hol_problem *problem)
{
    int nb = p->joint->nb;
    hol_pose *x = hol_take_bytes(p->w, nb, sizeof *x), *y = hol_take_bytes(p->w, nb, sizeof *y);
    double *q = hol_take(p->w, p->joint->nq), *v = hol_take(p->w, p->joint->nv);
    hol_poses(p->lie, p->ql, p->vl, y);
    hol_place(p->joint, y, q, v); /* coordinates from poses, and back */
    hol_poses(p->joint, q, v, x);
    for (int b = 0; b < nb; b++) {
        double turn = hol_quaternion_angle(x[b].p, y[b].p), none = 0;
        expect(problem, "centre", 3, x[b].r, y[b].r);
        expect(problem, "velocity", 3, x[b].v, y[b].v);
        expect(problem, "angular velocity", 3, x[b].omega, y[b].omega);
        expect(problem, "orientation", 1, &turn, &none);
    }
    expect(problem, "velocities", p->joint->nv, v, p->v);
}

static void expect_invariants(pair *p, const hol_problem *problem)
{
    double T[2] = {hol_kinetic(p->joint, p->q, p->v), hol_potential(p->joint, p->q)};
    double E[2] = {hol_kinetic(p->lie, p->ql, p->vl), hol_potential(p->lie, p->ql)};
    expect(problem, "energies", 2, T, E);
    hol_eval *side[2] = {p->joint, p->lie};
    double *J[2];
    for (int s = 0; s < 2; s++) {
        hol_eval *sys = side[s];
        double *M = hol_take(p->w, sys->M.nnz), *P = hol_take(p->w, sys->nv);
        J[s] = hol_take(p->w, sys->ns);
        hol_mass(sys, s ? p->ql : p->q, M);
        hol_multiply(&sys->M, M, s ? p->vl : p->v, P);
        hol_momentum(sys, s ? p->ql : p->q, P, J[s]);
    }
    expect(problem, "momenta", p->lie->ns, J[0], J[1]);
}

static void expect_motion(pair *p, const hol_problem *problem)
{
    hol_eval *side[2] = {p->joint, p->lie};
    double *x[2], *mu[2];
    bool full = p->joint->has & p->lie->has & HOL_FULL_RANK;
    int rows = 0;
    for (int s = 0; s < 2; s++) {
        hol_eval *sys = side[s];
        const double *q = s ? p->ql : p->q, *v = s ? p->vl : p->v;
        double *a = hol_take(p->w, sys->nv), *lambda = hol_take(p->w, sys->nc);
        double *alpha = hol_take(p->w, sys->na);
        ck_assert(!hol_acceleration(sys, p->t, q, v, a, lambda, alpha));
        hol_reaction_rows(sys, &rows);
        x[s] = hol_take(p->w, 12 * sys->nb), mu[s] = hol_take(p->w, rows + sys->na);
        hol_space_acceleration(sys, q, v, a, x[s]);
        hol_reactions(sys, p->t, q, v, a, lambda, alpha, mu[s]);
        memcpy(mu[s] + rows, alpha, (size_t)sys->na * sizeof *alpha);
    }
    expect(problem, "accelerations", 12 * p->lie->nb, x[0], x[1]);
    if (full) expect(problem, "reactions", rows + p->lie->na, mu[0], mu[1]);
}

START_TEST(a_problem_moves_as_in_lie)
{
    const hol_problem *problem = hol_problem_at(_i);
    pair p;
    if (open_pair(&p, problem) && p.joint->nv) {
        if (!(p.joint->has & p.lie->has & HOL_FULL_RANK)) {
            close_pair(&p); /* dependent rows agree where they are closed alone */
            return;
        }
        for (int k = 0; k < 2; k++) {
            size_t mark = hol_mark(p.w);
            stand(&p, k);
            expect_poses(&p, problem);
            expect_invariants(&p, problem);
            expect_motion(&p, problem);
            hol_release(p.w, mark);
        }
    }
    close_pair(&p);
}
END_TEST

/* A bar on a hinge at its end, of any length; its mass that of its volume. */
static void build_bar(hol_model *model, const double par[])
{
    double L = par[0], m = 3 * L * L * L;
    hol_body bar = {.name = "bar", .shape = HOL_RIGID, .m = m, .at.p = {1}};
    bar.J[0] = 0.1 * m * L * L, bar.J[1] = 0.35 * m * L * L, bar.J[2] = 0.3 * m * L * L;
    bar.at.r[0] = L;
    int b = hol_add_body(model, &bar);
    hol_revolute(model, "hinge", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, -L, 0, 0),
                 hol_direction(HOL_GROUND, 0, 1, 0), hol_direction(b, 0, 1, 0));
    hol_gravity(model, (double[3]){1, 2, -9.81});
}

START_TEST(reactions_of_the_tree_are_those_of_lie_at_any_size)
{
    static const double length[] = {1e-6, 1e-3, 1, 1e3, 1e5, 1e7};
    static const hol_option parameter[] = {
        {"length", HOL_REAL, 1, 1e-9, 1e9, NULL, "of the bar [m]"}, {0}};
    static const hol_problem bar = {
        .name = "bar of any length", .parameters = parameter, .build = build_bar, .size = "length"};
    pair p;
    double *mu[2];
    int rows;
    ck_assert(open_sized(&p, &bar, length[_i]));
    stand(&p, 0);
    for (int s = 0; s < 2; s++) {
        hol_eval *sys = s ? p.lie : p.joint;
        const double *q = s ? p.ql : p.q, *v = s ? p.vl : p.v;
        double *a = hol_take(p.w, sys->nv), *lambda = hol_take(p.w, sys->nc + 1);
        ck_assert(!hol_acceleration(sys, p.t, q, v, a, lambda, NULL));
        hol_reaction_rows(sys, &rows);
        mu[s] = hol_take(p.w, rows);
        hol_reactions(sys, p.t, q, v, a, lambda, NULL, mu[s]);
    }
    ck_assert_int_eq(rows, 5);
    double force = hol_norm_max(3, mu[1]), torque = hol_norm_max(2, mu[1] + 3);
    ck_assert(force > 0 && torque > 0);
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 5; i++) mu[s][i] /= i < 3 ? force : torque;
    expect(&bar, "reactions", rows, mu[0], mu[1]);
    close_pair(&p);
}
END_TEST

/* A tree whose accelerations are those of the sparse equations in `lie`: they hold with forces and
 * rates that are no motion's, M a + G^T lambda = f, G a = r. */
START_TEST(a_large_tree_is_solved_without_its_mass_matrix)
{
    const hol_problem *problem = hol_problem_named("ladder");
    pair p;
    ck_assert(open_sized(&p, problem, 30));
    hol_eval *sys = p.joint;
    int n = sys->nv, m = sys->nc;
    ck_assert(n == 91 && m == 60);
    stand(&p, 0);
    expect_motion(&p, problem);
    hol_draw draw = {23};
    double *f = hol_take(p.w, n), *r = hol_take(p.w, m), *a = hol_take(p.w, n);
    double *lambda = hol_take(p.w, m), *M = hol_take(p.w, sys->M.nnz),
           *G = hol_take(p.w, sys->G.nnz);
    double *left = hol_take(p.w, n), *rate = hol_take(p.w, m);
    hol_draw_fill(&draw, n, f);
    hol_draw_fill(&draw, m, r);
    ck_assert(!hol_constrained_solve(sys, p.t, p.q, r, f, a, lambda, NULL));
    hol_mass(sys, p.q, M);
    hol_constraints(sys, p.t, p.q, NULL, G);
    hol_multiply(&sys->M, M, a, left);
    double terms = hol_norm_max(n, left); /* what cancels, and M a is large */
    hol_multiply_transposed_add(&sys->G, G, 1, lambda, left);
    hol_multiply(&sys->G, G, a, rate);
    for (int i = 0; i < n; i++) ck_assert_double_le(fabs(left[i] - f[i]), solved * terms);
    for (int i = 0; i < m; i++)
        ck_assert_double_le(fabs(rate[i] - r[i]), solved * hol_norm_max(n, a));
    close_pair(&p);
}
END_TEST

/* Coordinates, rows and the tree of the mechanisms that papers measure. */
START_TEST(the_tree_has_fewest_coordinates)
{
    static const struct {
        const char *problem, *about;
        int nv, rows;
    } expected[] = {
        {"quadrangle", "tree: revolute01 (1), revolute30 (1), cylindrical23 (2); cut: spherical12",
         4, 3},
        {"crank", "tree: translational03 (1), universal23 (2), revolute10 (1); cut: spherical12", 4,
         3},
        {"pendulum", "tree: ball (3)", 3, 0},
        {"gyrostat", "tree: bearing (1); free: rotor (6)", 7, 0},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        pair p;
        ck_assert(open_pair(&p, hol_problem_named(expected[i].problem)));
        const char *about = hol_tree_about(p.joint);
        ck_assert_msg(about && !strcmp(about, expected[i].about), "%s: %s", expected[i].problem,
                      about ? about : "none");
        ck_assert_int_eq(p.joint->nv, expected[i].nv);
        ck_assert_int_eq(p.joint->nc, expected[i].rows);
        close_pair(&p);
    }
}
END_TEST

static hol_eval *in_joint(const hol_model *model)
{
    hol_message why = {""};
    hol_eval *sys = hol_eval_take(hol_realise(model, hol_formulation_named("joint"), NULL, &why));
    ck_assert_msg(sys != NULL, "%s", why.text);
    return sys;
}

static hol_model *model_of(const char *name)
{
    const hol_problem *problem = hol_problem_named(name);
    hol_model *model = hol_model_new();
    hol_message why = {""};
    double par[64];
    hol_option_defaults(problem->parameters, par);
    ck_assert_msg(hol_problem_build(problem, par, model, &why), "%s", why.text);
    return model;
}

/* Another tree of the same mechanism: its accelerations are those of the first. */
START_TEST(a_joint_that_is_cut_is_in_no_tree)
{
    hol_model *model = model_of("quadrangle");
    hol_eval *tree = in_joint(model);
    hol_cut_joint(model, "revolute30");
    hol_eval *other = in_joint(model), *side[2] = {tree, other};
    ck_assert_str_eq(hol_tree_about(other), "tree: revolute01 (1), spherical12 (3), "
                                            "cylindrical23 (2); cut: revolute30");
    double x[2][12 * 8];
    for (int s = 0; s < 2; s++) {
        hol_eval *sys = side[s];
        double *q = hol_take(sys->work, sys->nq), *v = hol_take(sys->work, sys->nv);
        double *a = hol_take(sys->work, sys->nv), *lambda = hol_take(sys->work, sys->nc);
        hol_place(sys, NULL, q, v);
        ck_assert(!hol_acceleration(sys, 0, q, v, a, lambda, NULL));
        hol_space_acceleration(sys, q, v, a, x[s]);
    }
    hol_expect_near("quadrangle", "accelerations", 12 * tree->nb, x[1], x[0], solved, NULL);
    hol_eval_free(tree);
    hol_eval_free(other);
    hol_message why;
    hol_cut_joint(model, "revolute");
    ck_assert(hol_model_mistakes(model, &why));
    ck_assert_str_eq(why.text, "no joint 'revolute' to cut");
    hol_model_free(model);
}
END_TEST

/* Bars of 1 m in a parallelogram, hinged about parallel axes: three rows are too many. */
static hol_model *parallelogram(void)
{
    hol_model *m = hol_model_new();
    const double c = cos(0.4), s = sin(0.4); /* of half the angle */
    const double x = 0.5 * cos(0.8), y = 0.5 * sin(0.8);
    const double at[3][2] = {{x, y}, {0.5 + 2 * x, 2 * y}, {1 + x, y}};
    for (int b = 0; b < 3; b++) {
        hol_body bar = {.shape = HOL_RIGID, .m = 1 + b, .J = {0.02, 0.09, 0.1}};
        memcpy(bar.name, (char[2]){(char)('u' + b)}, 2);
        memcpy(bar.at.r, at[b], sizeof at[b]);
        memcpy(bar.at.p, b == 1 ? (double[4]){1} : (double[4]){c, 0, 0, s}, sizeof bar.at.p);
        hol_add_body(m, &bar);
    }
    const hol_marker end[4][2] = {{hol_point(HOL_GROUND, 0, 0, 0), hol_point(0, -0.5, 0, 0)},
                                  {hol_point(0, 0.5, 0, 0), hol_point(1, -0.5, 0, 0)},
                                  {hol_point(1, 0.5, 0, 0), hol_point(2, 0.5, 0, 0)},
                                  {hol_point(HOL_GROUND, 1, 0, 0), hol_point(2, -0.5, 0, 0)}};
    for (int k = 0; k < 4; k++)
        hol_revolute(m, (char[2]){(char)('A' + k)}, end[k][0], end[k][1],
                     hol_direction(end[k][0].body, 0, 0, 1),
                     hol_direction(end[k][1].body, 0, 0, 1));
    hol_gravity(m, (double[3]){0, -9.81, 0});
    return m;
}

/* The rows kept do not depend on each other in joint coordinates either, and the bodies move as in
 * `lie`. */
START_TEST(a_joint_of_which_a_row_is_left_out_is_in_no_tree)
{
    static const char *const in[] = {"joint", "lie"};
    hol_model *all = parallelogram();
    hol_message why = {""};
    hol_left_out out;
    ck_assert_msg(hol_choose_rows(all, &out, &why), "%s", why.text);
    ck_assert_int_eq(out.count, 3);
    hol_model *kept = hol_model_without(all, &out);
    double x[2][12 * 3];
    for (int k = 0; k < 2; k++) {
        hol_eval *sys = hol_eval_take(hol_realise(kept, hol_formulation_named(in[k]), NULL, &why));
        ck_assert_msg(sys, "%s", why.text);
        ck_assert_msg(sys->has & HOL_FULL_RANK, "%s: %s", in[k], sys->dependent.text.text);
        const char *about = k ? NULL : hol_tree_about(sys);
        for (int i = 0; about && i < out.count; i++) {
            const char *cut = strstr(about, "cut: ");
            ck_assert_msg(cut && strchr(cut + 5, out.name[i][0]), "%s: %s", about, out.name[i]);
        }
        double *q = hol_take(sys->work, sys->nq), *v = hol_take(sys->work, sys->nv);
        double *a = hol_take(sys->work, sys->nv), *lambda = hol_take(sys->work, sys->nc);
        hol_place(sys, NULL, q, v);
        ck_assert(!hol_acceleration(sys, 0, q, v, a, lambda, NULL));
        hol_space_acceleration(sys, q, v, a, x[k]);
        hol_eval_free(sys);
    }
    hol_expect_near("parallelogram", "accelerations", 12 * 3, x[0], x[1], solved, NULL);
    hol_left_out_clear(&out);
    hol_model_free(kept);
    hol_model_free(all);
}
END_TEST

/* Joints name the coordinates of the tree: their angles and lengths are those of the joints. */
START_TEST(joints_name_their_coordinates)
{
    static const struct {
        const char *problem, *first, *last, *velocity; /* q_0, the last of q and of v */
    } expected[] = {
        {"quadrangle", "revolute01.angle rad", "cylindrical23.angle rad",
         "cylindrical23.angle rad/s"},
        {"crank", "translational03.length m", "revolute10.angle rad", "revolute10.angle rad/s"},
        {"pendulum", "ball.R11 ", "ball.R33 ", "ball.omega3 rad/s"},
        {"gyrostat", "rotor.x m", "rotor.R33 ", "rotor.omega3 rad/s"},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        hol_model *model = model_of(expected[i].problem);
        hol_eval *sys = in_joint(model);
        const hol_coordinate_name c[] = {hol_coordinate_at(sys, 0),
                                         hol_coordinate_at(sys, sys->nq - 1),
                                         hol_velocity_at(sys, sys->nv - 1)};
        const char *const text[] = {expected[i].first, expected[i].last, expected[i].velocity};
        for (int k = 0; k < 3; k++) {
            size_t length = strlen(c[k].name);
            ck_assert_msg(!strncmp(c[k].name, text[k], length) &&
                              !strcmp(c[k].unit, text[k] + length + 1),
                          "%s [%s], not %s", c[k].name, c[k].unit, text[k]);
        }
        double *q = hol_take(sys->work, sys->nq), *v = hol_take(sys->work, sys->nv);
        hol_pose *pose = hol_take_bytes(sys->work, sys->nb, sizeof *pose);
        hol_joint_reading x;
        hol_place(sys, NULL, q, v);
        hol_poses(sys, q, v, pose);
        for (int n = 0; n < sys->nq; n++) {
            char name[80];
            for (int k = 0; hol_joint_reading_at(model, k, pose, &x); k++) {
                snprintf(name, sizeof name, "%s.%s", x.joint,
                         x.of == HOL_ANGLE ? "angle" : "length");
                if (!strcmp(name, hol_coordinate_at(sys, n).name))
                    hol_expect_near(expected[i].problem, name, 1, &q[n], &x.value, solved, NULL);
            }
        }
        hol_eval_free(sys);
        hol_model_free(model);
    }
}
END_TEST

/* Every formulation has as many names as coordinates, no two alike. */
START_TEST(no_two_coordinates_have_one_name)
{
    static const char *const problem[] = {"crank", "ladder", "pendulum", "quadrangle"};
    for (int i = 0; i < 4; i++)
        for (int f = 0; hol_formulation_at(f); f++) {
            hol_model *model = model_of(problem[i]);
            hol_message why;
            hol_eval *sys = hol_eval_take(hol_realise(model, hol_formulation_at(f), NULL, &why));
            for (int a = 0; sys && a < sys->nq; a++)
                for (int b = 0; b < a; b++)
                    ck_assert_str_ne(hol_coordinate_at(sys, a).name,
                                     hol_coordinate_at(sys, b).name);
            for (int a = 0; sys && a < sys->nv; a++)
                for (int b = 0; b < a; b++)
                    ck_assert_str_ne(hol_velocity_at(sys, a).name, hol_velocity_at(sys, b).name);
            hol_eval_free(sys);
            hol_model_free(model);
        }
}
END_TEST

/* ---------------------------------------------------------------- derivatives */

enum { MOST = 16 };

typedef struct { /* what is differentiated along u, at fixed v, lambda, w */
    hol_eval *sys;
    const double *v, *lambda, *u, *w;
} given;

typedef void function(const given *g, const double q[], double out[]); /* nv numbers */

static void reaction(const given *g, const double q[], double out[])
{
    double G[MOST * MOST];
    memset(out, 0, (size_t)g->sys->nv * sizeof *out);
    hol_constraints(g->sys, 0, q, NULL, G);
    hol_multiply_transposed_add(&g->sys->G, G, 1, g->lambda, out);
}

static void hessian_times(const given *g, const double q[], double out[])
{
    double K[MOST * MOST] = {0};
    hol_hessian(g->sys, q, g->lambda, K);
    hol_multiply(hol_K(g->sys), K, g->w, out);
}

static void grad_kinetic(const given *g, const double q[], double out[])
{
    hol_grad_kinetic(g->sys, q, g->v, out);
}

static void momentum_of(const given *g, const double q[], double out[])
{
    double M[MOST * MOST];
    hol_mass(g->sys, q, M);
    hol_multiply(&g->sys->M, M, g->v, out);
}

static void kinetic(const given *g, const double q[], double out[])
{
    memset(out, 0, (size_t)g->sys->nv * sizeof *out);
    out[0] = hol_kinetic(g->sys, q, g->v);
}

/* Five points: h^4 / 30 = 3e-14 times a fifth derivative. */
static void expect_slope(const given *g, const char *what, function *f, const double q[],
                         const double measured[])
{
    static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    const double h = 1e-3;
    int n = g->sys->nv;
    double slope[MOST] = {0}, q1[MOST], x[MOST];
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < n; i++) q1[i] = q[i] + at[k] * h * g->u[i];
        f(g, q1, x);
        hol_axpy(n, weight[k] / (12 * h), x, slope);
    }
    hol_expect_near("joint", what, n, measured, slope, hol_differenced, NULL);
}

START_TEST(derivatives_in_space_are_limits_of_differences)
{
    static const char *const problem[] = {"crank", "quadrangle", "bricard"};
    pair p;
    ck_assert(open_pair(&p, hol_problem_named(problem[_i])));
    stand(&p, _i);
    hol_eval *sys = p.joint;
    int n = sys->nv;
    ck_assert(sys->has & HOL_FLAT && n <= MOST);
    hol_draw draw = {5};
    double u[MOST], w[MOST], lambda[MOST], x[MOST] = {0};
    double K[MOST * MOST] = {0}, L[MOST * MOST] = {0};
    hol_draw_fill(&draw, MOST, u);
    hol_draw_fill(&draw, MOST, w);
    hol_draw_fill(&draw, MOST, lambda);
    const given g = {sys, p.v, lambda, u, w};
    hol_hessian(sys, p.q, lambda, K);
    hol_multiply(hol_K(sys), K, u, x);
    expect_slope(&g, "Hessian", reaction, p.q, x);
    hol_hessian_rate(sys, p.q, u, lambda, L);
    hol_multiply(hol_K(sys), L, w, x);
    expect_slope(&g, "rate of the Hessian", hessian_times, p.q, x);
    hol_kinetic_tangent(sys, p.q, p.v, K, L);
    hol_multiply(hol_K(sys), K, u, x);
    expect_slope(&g, "Tqq", grad_kinetic, p.q, x);
    hol_multiply(hol_K(sys), L, u, x);
    expect_slope(&g, "Tvq", momentum_of, p.q, x);
    double dT[MOST], along[MOST] = {0};
    hol_grad_kinetic(sys, p.q, p.v, dT);
    along[0] = hol_dot(n, dT, u);
    expect_slope(&g, "dT", kinetic, p.q, along);
    close_pair(&p);
}
END_TEST

int main(void)
{
    int problems = 0;
    while (hol_problem_at(problems)) problems++;
    Suite *suite = suite_create("joint coordinates");
    TCase *tcase = tcase_create("joint coordinates");
    tcase_add_loop_test(tcase, a_problem_moves_as_in_lie, 0, problems);
    tcase_add_loop_test(tcase, derivatives_in_space_are_limits_of_differences, 0, 3);
    tcase_add_loop_test(tcase, reactions_of_the_tree_are_those_of_lie_at_any_size, 0, 6);
    tcase_add_test(tcase, a_large_tree_is_solved_without_its_mass_matrix);
    tcase_add_test(tcase, the_tree_has_fewest_coordinates);
    tcase_add_test(tcase, a_joint_that_is_cut_is_in_no_tree);
    tcase_add_test(tcase, a_joint_of_which_a_row_is_left_out_is_in_no_tree);
    tcase_add_test(tcase, joints_name_their_coordinates);
    tcase_add_test(tcase, no_two_coordinates_have_one_name);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
