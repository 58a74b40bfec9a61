/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model as connections and wrenches, on every problem: at the start the frames of a connection
 * are one up to its own freedoms; its rows count the freedoms that it takes; the power of the
 * wrenches and of gravity is that of the equations' forces. */
#include <math.h>
#include <string.h>

#include "tests/generic.h"

enum { BODIES = 64 };

/* The experiment of problem k in `lie`; NULL where there is none. */
static hol_experiment *opened(int k)
{
    hol_refusal why;
    const hol_problem *problem = hol_problem_at(k);
    return problem
               ? hol_experiment_open(&(hol_setup){.problem = problem, .formulation = "lie"}, &why)
               : NULL;
}

typedef struct {
    double x[3], R[9]; /* point and frame in space */
} placed;

static placed place_of(const hol_model *model, const hol_connection *c, int e)
{
    static const hol_pose ground = {.p = {1}};
    const hol_marker *m = &c->point[e];
    const hol_pose *at = m->body == HOL_GROUND ? &ground : &hol_body_at(model, m->body)->at;
    placed p;
    double R[9];
    hol_quaternion_to_matrix(at->p, R);
    hol_matrix_multiply3(R, c->frame[e], p.R);
    hol_rotate(R, m->rho, p.x);
    for (int i = 0; i < 3; i++) p.x[i] += at->r[i];
    return p;
}

static double column_product(const placed *a, int i, const placed *b, int j)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += a->R[3 * k + i] * b->R[3 * k + j];
    return sum;
}

/* How far the connection is from closed, without its own freedoms. */
static double gap(const placed *a, const placed *b, const hol_connection *c)
{
    double d[3], along, across = 0, apart = 0, tilt = 1 - column_product(a, 2, b, 2), turn = 0;
    for (int k = 0; k < 3; k++) d[k] = b->x[k] - a->x[k];
    for (int i = 0; i < 3; i++) {
        along = d[0] * a->R[i] + d[1] * a->R[3 + i] + d[2] * a->R[6 + i];
        if (i < 2) across = hypot(across, along);
        apart = hypot(apart, along);
        turn += 1 - column_product(a, i, b, i);
    }
    switch (c->kind) {
    case HOL_UNIVERSAL_CONNECTION:
        return apart + fabs(column_product(a, 0, b, 1));
    case HOL_REVOLUTE_CONNECTION:
        return apart + fabs(tilt);
    case HOL_CYLINDRICAL_CONNECTION:
        return across + fabs(tilt);
    case HOL_TRANSLATIONAL_CONNECTION:
        return across + fabs(turn);
    case HOL_FIXED_CONNECTION:
        return apart + fabs(turn);
    case HOL_DISTANCE_CONNECTION:
        return fabs(apart - c->length);
    default:
        return apart;
    }
}

/* The problems' numbers close their joints to what was printed of them. */
static const double closed = 1e-8;

static void expect_closed(const hol_experiment *x)
{
    hol_connection c;
    for (int k = 0; hol_connection_at(x->sys->model, k, &c); k++) {
        placed a = place_of(x->sys->model, &c, 0), b = place_of(x->sys->model, &c, 1);
        ck_assert_msg(gap(&a, &b, &c) <= closed * x->sys->length, "%s: the %s '%s' gapes by %g m",
                      x->problem->name, hol_connection_word(c.kind), c.name, gap(&a, &b, &c));
    }
}

static bool is_planar(const hol_model *model, int body)
{
    return body == HOL_GROUND || hol_body_at(model, body)->shape == HOL_PLANAR;
}

/* Of the model with the rows that are left out where they depend on others. */
static void expect_rows(const hol_experiment *x)
{
    static const int rows[] = {3, 4, 5, 4, 5, 6, 1}, plane_rows[] = {2, 2, 2, 1, 2, 3, 1};
    const hol_eval *sys = x->whole ? x->whole : x->sys;
    hol_connection c;
    hol_message what;
    int count = 0;
    if (hol_unconnected(sys->model, &what)) return;
    for (int k = 0; hol_connection_at(sys->model, k, &c); k++) {
        const hol_body *body = hol_body_at(sys->model, c.point[1].body);
        bool centre = body && body->fixed && !strcmp(c.name, body->name);
        bool planar =
            is_planar(sys->model, c.point[0].body) && is_planar(sys->model, c.point[1].body);
        if (!centre) count += (planar ? plane_rows : rows)[c.kind];
    }
    ck_assert_msg(count == sys->nj, "%s: connections have %d rows, the model %d", x->problem->name,
                  count, sys->nj);
}

static double power_in_space(hol_eval *sys, double t, const hol_pose pose[], hol_wrench w[])
{
    double power = 0, g[3];
    hol_uniform_gravity(sys->model, g);
    hol_wrenches(sys->model, t, pose, w);
    for (int b = 0; b < sys->nb; b++) {
        const hol_body *body = hol_body_at(sys->model, b);
        double R[9], omega[3];
        hol_quaternion_to_matrix(pose[b].p, R);
        hol_rotate(R, pose[b].omega, omega);
        for (int k = 0; k < 3; k++)
            power += (w[b].F[k] + body->m * g[k]) * pose[b].v[k] + w[b].tau[k] * omega[k];
    }
    return power;
}

static void expect_power(const hol_experiment *x)
{
    hol_eval *sys = x->sys;
    hol_draw draw = {17};
    const double t = 0.37;
    double *q = hol_take(sys->work, sys->nq), *v = hol_take(sys->work, sys->nv);
    double *u = hol_take(sys->work, sys->nv), *dU = hol_take(sys->work, sys->nv);
    double *F = hol_take(sys->work, sys->nv), power = 0, size = 0;
    hol_pose pose[BODIES];
    hol_wrench w[BODIES];
    ck_assert_int_le(sys->nb, BODIES);
    hol_place(sys, NULL, q, v);
    hol_draw_fill(&draw, sys->nv, u);
    for (int i = 0; i < sys->nv; i++) u[i] *= 0.1;
    hol_move(sys, q, u, q);
    hol_draw_fill(&draw, sys->nv, v);
    hol_grad_potential(sys, q, dU);
    hol_applied(sys, t, q, v, F);
    for (int i = 0; i < sys->nv; i++) {
        power += (F[i] - dU[i]) * v[i];
        size += fabs(F[i] * v[i]) + fabs(dU[i] * v[i]);
    }
    hol_poses(sys, q, v, pose);
    ck_assert_msg(fabs(power_in_space(sys, t, pose, w) - power) <= 1e-12 * size,
                  "%s: power %.17g W in space, %.17g W of the equations", x->problem->name,
                  power_in_space(sys, t, pose, w), power);
}

START_TEST(a_problem_is_its_connections_and_wrenches)
{
    hol_experiment *x = opened(_i);
    if (!x) return;
    expect_closed(x);
    expect_rows(x);
    expect_power(x);
    hol_experiment_close(x);
}
END_TEST

START_TEST(what_no_connection_says_is_named)
{
    static const char *const due[][2] = {
        {"knife-edge", "the nonholonomic condition 'edge'"},
        {"driven-crank", "it is driven"},
        {"rolling-disc", "the body rolls"},
        {"crank", ""},
    };
    hol_refusal why;
    hol_message what = {""};
    hol_experiment *x = hol_experiment_named(due[_i][0], NULL, "natural", NULL, NULL, &why);
    ck_assert_ptr_nonnull(x);
    bool there = hol_unconnected(x->sys->model, &what);
    ck_assert_int_eq(there, *due[_i][1] != 0);
    ck_assert_msg(!there || strstr(what.text, due[_i][1]), "%s: %s", due[_i][0], what.text);
    hol_experiment_close(x);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("connections");
    TCase *tcase = tcase_create("connections");
    int problems = 0;
    while (hol_problem_at(problems)) problems++;
    tcase_add_loop_test(tcase, a_problem_is_its_connections_and_wrenches, 0, problems);
    tcase_add_loop_test(tcase, what_no_connection_says_is_named, 0, 4);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
