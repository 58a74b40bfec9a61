/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The forced mechanisms of paper 000: their starts, the work of their torques, and the planar model
 * of the quadrangle beside the spatial one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/diagnostics.h"
#include "holonomy/memory.h"
#include "holonomy/reference.h"
#include "holonomy/so3.h"
#include "tests/generic.h"

enum { BODIES = 3, PARAMETERS = 32 };

typedef struct {
    const hol_problem *problem;
    double par[PARAMETERS];
    hol_model *model;
    hol_eval *sys;
    hol_work *work;
} mechanism;

/* setting: "start=printed" or NULL. */
static mechanism open_mechanism(const char *problem, const char *setting, const char *formulation)
{
    mechanism m = {.problem = hol_problem_named(problem)};
    hol_message why = {""};
    ck_assert(m.problem && hol_option_count(m.problem->parameters) <= PARAMETERS);
    hol_option_defaults(m.problem->parameters, m.par);
    if (setting)
        ck_assert(hol_option_set(m.problem->parameters, "parameter", setting, m.par, &why));
    m.model = hol_model_new();
    m.problem->build(m.model, m.par);
    m.sys = hol_eval_take(hol_realise(m.model, hol_formulation_named(formulation), NULL, &why));
    ck_assert_msg(m.sys, "%s, %s: %s", problem, formulation, why.text);
    m.work = hol_work_new();
    return m;
}

static void close_mechanism(mechanism *m)
{
    hol_work_free(m->work);
    hol_eval_free(m->sys);
    hol_model_free(m->model);
}

/* ---------------------------------------------------------------- the start */

/* 000, Tables 3 and 6: r and Euler parameters of each body. */
static const struct {
    const char *problem, *setting;
    double printed[BODIES][7];
} starts[] = {
#define QUADRANGLE                                                                                 \
    {                                                                                              \
        {0.500, 0.866, 0, 0.866, 0, 0, 0.500}, {2.824, 2.553, 0, 0.978, 0, 0, 0.210},              \
        {                                                                                          \
            3.574, 1.687, 0, 0.877, 0, 0, 0.481                                                    \
        }                                                                                          \
    }
#define CRANK                                                                                      \
    {                                                                                              \
        {0, 0, -0.25, 0.707, 0, 0.707, 0}, {0.9, 0, -0.5, 1, 0, 0, 0},                             \
        {                                                                                          \
            1.8, 0, -0.5, 1, 0, 0, 0                                                               \
        }                                                                                          \
    }
    {"quadrangle", "start=exact", QUADRANGLE},   {"quadrangle", "start=printed", QUADRANGLE},
    {"quadrangle", "bodies=planar", QUADRANGLE}, {"crank", "start=exact", CRANK},
    {"crank", "start=printed", CRANK},
#undef QUADRANGLE
#undef CRANK
};
enum { STARTS = sizeof starts / sizeof *starts };

/* Phi at the start, and the printed numbers less the start: y - a of (5.3). */
static void start_of(int k, double phi[], double away[7 * BODIES], mechanism *m)
{
    *m = open_mechanism(starts[k].problem, starts[k].setting, "euler");
    double *q = hol_take(m->work, m->sys->nq), *v = hol_take(m->work, m->sys->nv);
    hol_pose pose[BODIES];
    for (int b = 0; b < BODIES; b++) {
        pose[b] = hol_body_at(m->model, b)->at;
        for (int i = 0; i < 7; i++)
            away[7 * b + i] = (i < 3 ? pose[b].r[i] : pose[b].p[i - 3]) - starts[k].printed[b][i];
    }
    hol_place(m->sys, pose, q, v);
    hol_constraints(m->sys, 0, q, phi, NULL);
}

START_TEST(a_start_closes_the_mechanism_near_the_printed_one)
{
    double phi[32], away[7 * BODIES];
    mechanism m;
    start_of(_i, phi, away, &m);
    ck_assert_double_le(hol_norm_max(m.sys->nc, phi), 1e-15 * fmax(1, 2 * m.sys->length));
    ck_assert_double_le(hol_norm_max(7 * BODIES, away), 1e-3); /* three digits, and the closure */
    close_mechanism(&m);
}
END_TEST

/* The part of x that the rows G of a mechanism at its start allow: x - G^T (G G^T)^-1 G x, of the
 * Euclidean metric of (r, p). */
static void allowed_part(mechanism *m, double x[])
{
    hol_eval *sys = m->sys;
    int n = sys->nv, rows = sys->nc;
    hol_pose pose[BODIES];
    double *q = hol_take(m->work, sys->nq), *v = hol_take(m->work, n);
    double *G = hol_take(m->work, sys->G.nnz), *D = hol_take(m->work, rows * n);
    double *S = hol_take(m->work, rows * rows), *y = hol_take(m->work, rows);
    for (int b = 0; b < BODIES; b++) pose[b] = hol_body_at(m->model, b)->at;
    hol_place(sys, pose, q, v);
    hol_constraints(sys, 0, q, NULL, G);
    hol_dense(&sys->G, G, D);
    for (int i = 0; i < rows; i++) {
        y[i] = hol_dot(n, D + i * n, x);
        for (int k = 0; k < rows; k++) S[i * rows + k] = hol_dot(n, D + i * n, D + k * n);
    }
    ck_assert_int_eq(hol_cholesky_factor(rows, S), HOL_OK);
    hol_cholesky_solve(rows, S, y);
    for (int i = 0; i < rows; i++) hol_axpy(n, -y[i], D + i * n, x);
}

/* What leads from the printed numbers to their foot is normal to the constraints.  The crank's
 * rounding is so from the exact start, too. */
START_TEST(the_printed_start_is_the_orthogonal_projection_of_the_printed_numbers)
{
    double phi[32], away[7 * BODIES];
    mechanism m;
    start_of(_i, phi, away, &m);
    if (m.sys->nv == 7 * BODIES) {
        bool foot = strstr(starts[_i].setting, "printed") || !strcmp(m.problem->name, "crank");
        allowed_part(&m, away);
        double part = hol_norm(7 * BODIES, away);
        ck_assert_msg(foot ? part <= 1e-14 : part >= 1e-5, "%s, %s: %.3g", m.problem->name,
                      starts[_i].setting, part);
    }
    close_mechanism(&m);
}
END_TEST

/* ---------------------------------------------------------------- work */

static const struct {
    const char *problem;
    int axis; /* of space, the driven body turns about it */
    double tau;
} driven[] = {{"quadrangle", 2, -1200}, {"crank", 0, -50}};

/* Lemma 3.6 along the true motion: T + U - tau (phi - phi0) is constant, phi followed from row to
 * row by the driven body's orientation, less than a turn apart. */
START_TEST(the_energy_grows_by_the_work_of_the_torque)
{
    mechanism m = open_mechanism(driven[_i].problem, NULL, "lie");
    hol_message missing = {""}, wrong = {""};
    hol_reference *ref = hol_reference_for(m.problem, m.par, &missing, &wrong);
    ck_assert_msg(ref, "%s%s", missing.text, wrong.text);
    double *q = hol_take(m.work, m.sys->nq), *v = hol_take(m.work, m.sys->nv), first = 0, phi = 0;
    for (int i = 0; i < ref->rows; i++) {
        const hol_pose *pose = ref->pose + i * ref->bodies;
        hol_place(m.sys, pose, q, v);
        double W = hol_kinetic(m.sys, q, v) + hol_potential(m.sys, q);
        if (i == 0) {
            first = W;
            continue;
        }
        /* the turn nearest to that of the mean rate */
        double back[4] = {pose[-3].p[0], -pose[-3].p[1], -pose[-3].p[2], -pose[-3].p[3]}, turn[4];
        hol_quaternion_multiply(pose[0].p, back, turn);
        double angle = 2 * atan2(turn[1 + driven[_i].axis], turn[0]);
        double guess = 0.05 * (pose[0].omega[2] + pose[-3].omega[2]);
        phi += angle + 2 * M_PI * nearbyint((guess - angle) / (2 * M_PI));
        double off = W - first - driven[_i].tau * phi;
        ck_assert_msg(fabs(off) <= 1e-13 * (fabs(first) + W), "%s: t = %g: off by %.3g J of %.6g",
                      m.problem->name, ref->t[i], off, W);
    }
    ck_assert_double_lt(phi, -50); /* many turns */
    hol_reference_free(ref);
    close_mechanism(&m);
}
END_TEST

/* ---------------------------------------------------------------- planar beside spatial */

/* One degree of freedom in both: 17 joint rows for 18, 8 for 9. */
START_TEST(the_planar_model_leaves_one_degree_of_freedom_too)
{
    mechanism space = open_mechanism("quadrangle", "bodies=spatial", "lie");
    mechanism plane = open_mechanism("quadrangle", "bodies=planar", "lie");
    ck_assert(space.sys->nv == 18 && space.sys->nj == 17 && space.sys->has & HOL_FULL_RANK);
    ck_assert(plane.sys->nv == 9 && plane.sys->nj == 8 && plane.sys->has & HOL_FULL_RANK);
    close_mechanism(&space);
    close_mechanism(&plane);
}
END_TEST

typedef struct {
    hol_pose pose[BODIES];
    double *lambda; /* the mechanism's */
} end;

static end run(mechanism *m, const char *method, double h, int steps)
{
    end e;
    hol_status status;
    const hol_method *how = hol_method_named(method);
    double *opt = hol_new(hol_option_count(how->options), sizeof *opt);
    if (how->options) hol_option_defaults(how->options, opt);
    hol_stepper *s = hol_stepper_new(m->sys, how, opt, &status, NULL);
    ck_assert_msg(s, "%s: %s", method, hol_status_text(status));
    hol_state *z = hol_state_new(m->sys, how, opt);
    status = hol_start(s, 0, h, NULL, z);
    for (int n = 1; !status && n <= steps; n++) {
        status = hol_step(s, h, z);
        z->t = n * h;
    }
    ck_assert_msg(!status, "%s: %s", method, hol_status_text(status));
    hol_poses(m->sys, z->q, z->v, e.pose);
    double *a = hol_take(m->work, m->sys->nv);
    e.lambda = hol_take(m->work, m->sys->nc);
    ck_assert(!hol_acceleration(m->sys, z->t, z->q, z->v, a, e.lambda, NULL));
    hol_state_free(z);
    hol_stepper_free(s);
    free(opt);
    return e;
}

static int row_named(hol_eval *sys, const char *name)
{
    for (int i = 0; i < sys->nj; i++)
        if (!strcmp(sys->row_name[i], name)) return i;
    return -1;
}

/* Steps restricted to the plane are the planar ones where the method's own description of a
 * rotation is: to the round-off that the mechanism's snap at t = 0.45 s magnifies, in poses, twists
 * and the reactions in the plane; those out of it are zero.  SPOOK leaves the inner rows, which are
 * others in the plane: it is taken without any. */
START_TEST(the_planar_model_makes_the_spatial_steps)
{
    static const struct {
        const char *method, *formulation;
    } pair[] = {{"shake", "natural"},
                {"dvp", "natural"},
                {"spook", "lie"},
                {"em", "natural"},
                {"mk4", "lie"}};
    mechanism m[2] = {open_mechanism("quadrangle", "bodies=spatial", pair[_i].formulation),
                      open_mechanism("quadrangle", "bodies=planar", pair[_i].formulation)};
    end e[2];
    for (int k = 0; k < 2; k++) e[k] = run(&m[k], pair[_i].method, 0.0025, 300);
    hol_error off = hol_error_between(BODIES, e[0].pose, e[1].pose, 0, NULL, NULL);
    ck_assert_msg(off.position <= 1e-10 && off.orientation <= 1e-10 && off.velocity <= 1e-8,
                  "%s: %.3g m, %.3g rad, %.3g m/s apart", pair[_i].method, off.position,
                  off.orientation, off.velocity);
    for (int i = 0; i < m[0].sys->nj; i++) {
        int k = row_named(m[1].sys, m[0].sys->row_name[i]);
        double expected = k < 0 ? 0 : e[1].lambda[k];
        ck_assert_msg(fabs(e[0].lambda[i] - expected) <= 1e-5,
                      "%s: %s: %.15g N, in the plane %.15g", pair[_i].method, m[0].sys->row_name[i],
                      e[0].lambda[i], expected);
    }
    close_mechanism(&m[0]);
    close_mechanism(&m[1]);
}
END_TEST

/* The reference of the spatial model stands for the planar one: the file says so. */
START_TEST(the_reference_holds_for_both_models)
{
    static const char *const setting[] = {"bodies=spatial", "bodies=planar", "l1=1.9"};
    for (int k = 0; k < 3; k++) {
        mechanism m = open_mechanism("quadrangle", setting[k], "lie");
        hol_message missing = {""}, wrong = {""};
        hol_reference *ref = hol_reference_for(m.problem, m.par, &missing, &wrong);
        ck_assert_msg(!wrong.text[0], "%s", wrong.text);
        ck_assert_msg(!ref == (k == 2), "%s", setting[k]);
        hol_reference_free(ref);
        close_mechanism(&m);
    }
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {a_start_closes_the_mechanism_near_the_printed_one, STARTS},
        {the_printed_start_is_the_orthogonal_projection_of_the_printed_numbers, STARTS},
        {the_energy_grows_by_the_work_of_the_torque, 2},
        {the_planar_model_leaves_one_degree_of_freedom_too, 1},
        {the_planar_model_makes_the_spatial_steps, 5},
        {the_reference_holds_for_both_models, 1},
    };
    return hol_run_loops("linkages", loop, sizeof loop / sizeof *loop);
}
