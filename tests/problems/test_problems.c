/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The problems themselves: every formulation has the same accelerations and reactions, the same
 * motion, whatever the choices among their parameters; forces with an energy are its gradient; the
 * crank that moves alone in two components of the triple slider-crank. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_integration.h>

#include "holonomy/dense.h"
#include "holonomy/memory.h"
#include "holonomy/reference.h"
#include "holonomy/so3.h"
#include "tests/claims.h"
#include "tests/generic.h"

enum { MOST_PARAMETERS = 64, MOST_BODIES = 16 };

typedef struct {
    const hol_problem *problem;
    double par[MOST_PARAMETERS];
    hol_model *model;
    hol_eval *sys;
    hol_work *w;
    double *q, *v, *a, *lambda;
} stage; /* a problem in a formulation, with room for a state */

/* False where the formulation, the k-th or past them the problem's own, has no place for it. */
static bool open_stage(stage *S, const hol_problem *problem, const double par[], int k)
{
    const hol_formulation *f = hol_formulation_at(k);
    hol_message why = {""};
    bool unfit = !f && !problem->own;
    int n = hol_option_count(problem->parameters);
    *S = (stage){.problem = problem, .model = hol_model_new()};
    ck_assert_int_le(n, MOST_PARAMETERS);
    memcpy(S->par, par, (size_t)n * sizeof *par);
    ck_assert_msg(hol_problem_build(problem, S->par, S->model, &why), "%s", why.text);
    if (f)
        S->sys = hol_eval_take(hol_realise(S->model, f, &unfit, &why));
    else if (problem->own)
        S->sys = hol_eval_take(hol_realise_own(S->model, problem->own, S->par, n, &why));
    ck_assert_msg(S->sys || unfit, "%s: %s", problem->name, why.text);
    if (!S->sys) {
        hol_model_free(S->model);
        return false;
    }
    ck_assert_int_le(S->sys->nb, MOST_BODIES);
    S->w = hol_work_new();
    S->q = hol_take(S->w, S->sys->nq);
    S->v = hol_take(S->w, S->sys->nv);
    S->a = hol_take(S->w, S->sys->nv);
    S->lambda = hol_take(S->w, S->sys->nc);
    return true;
}

static void close_stage(stage *S)
{
    hol_work_free(S->w);
    hol_eval_free(S->sys);
    hol_model_free(S->model);
}

/* ---------------------------------------------------------------- accelerations */

static const double apart = 1e-3; /* of the states of a difference [rad, m] */

static double fastest(const stage *S)
{
    return fmax(1, hol_norm_max(S->sys->nv, S->v));
}

/* Accelerations of the centres in space and of the angular velocities in the bodies, 6 each: how
 * velocities of poses change along (v, a), by differences over 1e-3 of a radian, or of 1 m: their
 * error is (1e-3)^4 / 30 of a fifth derivative, at unit rates. */
static void accelerations(const stage *S, double x[])
{
    static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1. / 12, -2. / 3, 2. / 3, -1. / 12};
    hol_eval *sys = S->sys;
    double *q = hol_take(S->w, sys->nq), *v = hol_take(S->w, sys->nv),
           *dv = hol_take(S->w, sys->nv);
    double h = apart / fastest(S);
    hol_pose pose[MOST_BODIES];
    memset(x, 0, 6 * (size_t)sys->nb * sizeof *x);
    for (int k = 0; k < 4; k++) {
        double s = at[k] * h;
        for (int i = 0; i < sys->nv; i++) {
            dv[i] = s * S->v[i];
            v[i] = S->v[i] + s * S->a[i];
        }
        hol_move(sys, S->q, dv, q);
        hol_poses(sys, q, v, pose);
        for (int b = 0; b < sys->nb; b++)
            for (int i = 0; i < 3; i++) {
                x[6 * b + i] += weight[k] / h * pose[b].v[i];
                x[6 * b + 3 + i] += weight[k] / h * pose[b].omega[i];
            }
    }
}

/* Of accelerations x, relative to the largest: of fast motions the round-off of the differences. */
static double tolerance_of(const stage *S, const double x[])
{
    double scale = fmax(1, hol_norm_max(6 * S->sys->nb, x)), v = fastest(S);
    return fmax(1e-10, 2 * DBL_EPSILON * v * v / apart / scale);
}

/* The k-th file of references of all problems; false past the last. */
static bool find_reference(int k, const hol_problem **problem, char path[512])
{
    char file[64];
    for (int i = 0; (*problem = hol_problem_at(i)); i++)
        for (int n = 0; hol_reference_file(*problem, n, file); n++)
            if (k-- == 0) return hol_reference_find(file, path, 512);
    return false;
}

static int row_named(hol_eval *sys, const char *name)
{
    int rows;
    const char *const *row = hol_reaction_rows(sys, &rows);
    for (int i = 0; i < rows; i++)
        if (!strcmp(row[i], name)) return i;
    return -1;
}

/* Reactions against the reference, those that the formulation has; their number. */
static int expect_reactions(const stage *S, const hol_reference *ref, int row, const char *name)
{
    const double tolerance = 1e-10;
    int compared = 0, rows;
    hol_reaction_rows(S->sys, &rows);
    double *mu = hol_take(S->w, rows);
    const double *no_slides = S->lambda; /* none of these problems has multipliers of such rows */
    hol_reactions(S->sys, ref->t[row], S->q, S->v, S->a, S->lambda, no_slides, mu);
    for (int i = 0; i < ref->multipliers; i++) {
        const double *truth = ref->lambda + row * ref->multipliers;
        double scale = fmax(1, hol_norm_max(ref->multipliers, truth));
        int k = row_named(S->sys, ref->multiplier[i]);
        if (k < 0) continue;
        ck_assert_msg(fabs(mu[k] - truth[i]) <= tolerance * scale, "%s: %s: %.15g, expected %.15g",
                      name, ref->multiplier[i], mu[k], truth[i]);
        compared++;
    }
    return compared;
}

START_TEST(every_formulation_has_the_same_accelerations_and_reactions)
{
    static const double fraction[3] = {0.13, 0.41, 0.87}; /* of the regular motion */
    const hol_problem *problem;
    char path[512], name[128];
    hol_message why;
    ck_assert(find_reference(_i / 3, &problem, path));
    hol_reference *ref = hol_reference_read(path, &why);
    ck_assert_msg(ref, "%s", why.text);
    double par[MOST_PARAMETERS], x[6 * MOST_BODIES], first[6 * MOST_BODIES];
    ck_assert(hol_reference_parameters(ref, problem, par, &why));
    double end = fmin(ref->t[ref->rows - 1], hol_regular_span(problem, problem->t_end));
    int row = 0, formulations = 0;
    while (row < ref->rows - 1 && ref->t[row] < fraction[_i % 3] * end) row++;
    for (int k = 0; k <= HOL_FORMULATIONS; k++) {
        stage S;
        if (!open_stage(&S, problem, par, k)) continue;
        snprintf(name, sizeof name, "%s, %s, t = %g", problem->name, S.sys->formulation,
                 ref->t[row]);
        hol_place(S.sys, ref->pose + row * ref->bodies, S.q, S.v);
        ck_assert(!hol_acceleration(S.sys, ref->t[row], S.q, S.v, S.a, S.lambda, NULL));
        int compared = expect_reactions(&S, ref, row, name);
        ck_assert_msg(compared || !ref->multipliers, "%s: no reaction is compared", name);
        accelerations(&S, formulations ? x : first);
        if (formulations++)
            hol_expect_near(name, "accelerations", 6 * S.sys->nb, x, first, tolerance_of(&S, first),
                            NULL);
        close_stage(&S);
    }
    ck_assert_int_gt(formulations, 1);
    hol_reference_free(ref);
}
END_TEST

/* ---------------------------------------------------------------- own coordinates */

/* The n-th choice of a choice parameter of a problem with coordinates of its own. */
static bool find_choice(int n, const hol_problem **problem, double par[], char text[96])
{
    for (int i = 0; (*problem = hol_problem_at(i)); i++) {
        const hol_option *table = (*problem)->parameters;
        for (int p = 0; (*problem)->own && table[p].name; p++)
            for (int k = 0; table[p].kind == HOL_CHOICE && k <= table[p].max; k++) {
                if (n-- != 0) continue;
                char value[64];
                hol_option_defaults(table, par);
                par[p] = k;
                hol_option_print(&table[p], k, value);
                snprintf(text, 96, "%s, %s=%s", (*problem)->name, table[p].name, value);
                return true;
            }
    }
    return false;
}

/* The poses at the end of so many steps. */
static void follow(stage *S, double h, int steps, hol_pose pose[])
{
    const hol_method *method = hol_method_named("jet-dop853");
    double opt[MOST_PARAMETERS];
    hol_status status;
    hol_option_defaults(method->options, opt);
    hol_stepper *s = hol_stepper_new(S->sys, method, opt, &status, NULL);
    ck_assert_msg(s, "%s: %s", S->problem->name, hol_status_text(status));
    hol_state *z = hol_state_new(S->sys, method, opt);
    ck_assert(!hol_start(s, 0, h, NULL, z));
    for (int n = 1; n <= steps; n++) {
        ck_assert(!hol_step(s, h, z));
        z->t = n * h;
    }
    hol_poses(S->sys, z->q, z->v, pose);
    hol_state_free(z);
    hol_stepper_free(s);
}

START_TEST(own_coordinates_have_the_motion_of_the_bodies)
{
    const double h = 0.002, agree = 1e-9;
    const hol_problem *problem;
    double par[MOST_PARAMETERS];
    hol_pose first[MOST_BODIES], pose[MOST_BODIES];
    char text[96];
    ck_assert(find_choice(_i, &problem, par, text));
    int steps = (int)lrint(hol_regular_span(problem, problem->t_end) / h);
    stage own, bodies;
    ck_assert(open_stage(&own, problem, par, HOL_FORMULATIONS));
    ck_assert(open_stage(&bodies, problem, par, 0));
    ck_assert_int_lt(own.sys->nq, bodies.sys->nq);
    follow(&own, h, steps, first);
    follow(&bodies, h, steps, pose);
    for (int b = 0; b < own.sys->nb; b++) {
        hol_expect_near(text, "centre", 3, first[b].r, pose[b].r, agree, NULL);
        hol_expect_near(text, "velocity", 3, first[b].v, pose[b].v, agree, NULL);
        double angle = hol_quaternion_angle(first[b].p, pose[b].p), zero = 0;
        hol_expect_near(text, "orientation", 1, &angle, &zero, agree, NULL);
        hol_expect_near(text, "angular velocity", 3, first[b].omega, pose[b].omega, agree, NULL);
    }
    close_stage(&own);
    close_stage(&bodies);
}
END_TEST

/* ---------------------------------------------------------------- forces and energy */

/* In every formulation and with every choice, along a generic direction off the constraints. */
START_TEST(forces_with_an_energy_are_its_gradient)
{
    static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1. / 12, -2. / 3, 2. / 3, -1. / 12};
    const double h = 1e-3;
    const hol_problem *problem;
    double par[MOST_PARAMETERS];
    char text[96];
    ck_assert(find_choice(_i / (HOL_FORMULATIONS + 1), &problem, par, text));
    stage S;
    if (!open_stage(&S, problem, par, _i % (HOL_FORMULATIONS + 1))) return;
    hol_eval *sys = S.sys;
    hol_draw draw = {17};
    hol_pose start[MOST_BODIES];
    for (int b = 0; b < sys->nb; b++) start[b] = hol_body_at(S.model, b)->at;
    hol_place(sys, start, S.q, S.v);
    double *u = hol_take(S.w, sys->nv), *dU = hol_take(S.w, sys->nv), *q = hol_take(S.w, sys->nq);
    double *from = hol_take(S.w, sys->nq), slope = 0;
    hol_draw_fill(&draw, sys->nv, u);
    for (int i = 0; i < sys->nv; i++) u[i] *= 0.3;
    hol_move(sys, S.q, u, from);
    hol_draw_fill(&draw, sys->nv, u);
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < sys->nv; i++) dU[i] = at[k] * h * u[i];
        hol_move(sys, from, dU, q);
        slope += weight[k] / h * hol_potential(sys, q);
    }
    hol_grad_potential(sys, from, dU);
    double measured = hol_dot(sys->nv, dU, u);
    ck_assert_msg(fabs(slope) > 1e-3, "%s: nothing acts", text);
    hol_expect_near(text, sys->formulation, 1, &measured, &slope, 1e-9, NULL);
    close_stage(&S);
}
END_TEST

/* ---------------------------------------------------------------- the crank alone */

/* In C1 and C2, q3 = q1: the crank obeys J2 x'^2 / 2 + K u(x) = E.  x = A sin(phi) takes the
 * turning points out of t = integral of dx / x'. */
typedef struct {
    double J, K, A;
    double (*u)(double x);
} crank;

static double smooth_law(double x)
{
    return -0.5 * log1p(-x * x * 4 / (M_PI * M_PI));
}

static double paper_law(double x)
{
    double y = fabs(x) * 2 / M_PI;
    return 1 / (1 - y) - 1 + log(1 - y);
}

/* dt/dphi */
static double time_per_angle(double phi, void *data)
{
    const crank *c = data;
    double rest = c->u(c->A) - c->u(c->A * fabs(sin(phi))), cosine = fabs(cos(phi));
    return c->A * cosine / sqrt(2 * c->K / c->J * rest);
}

static double time_of(const crank *c, double from, double to)
{
    double t, error;
    gsl_integration_workspace *w = gsl_integration_workspace_alloc(200);
    gsl_function f = {time_per_angle, (void *)(size_t)c};
    gsl_integration_qags(&f, from, to, 1e-13, 1e-12, 200, w, &t, &error);
    gsl_integration_workspace_free(w);
    return t;
}

static double amplitude(const crank *c, double energy)
{
    double low = 0, high = M_PI / 2;
    for (int i = 0; i < 200; i++) {
        double middle = 0.5 * (low + high);
        if (c->K * c->u(middle) < energy)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* After half a second and more, before and after the first turning point. */
START_TEST(the_crank_of_C1_and_C2_moves_by_its_energy_alone)
{
    const hol_problem *problem = hol_problem_named("triple-slider-crank");
    const double h = 0.002, middle = _i % 2 ? M_PI : 0;
    double par[MOST_PARAMETERS];
    hol_message why;
    hol_pose pose[MOST_BODIES];
    hol_option_defaults(problem->parameters, par);
    ck_assert(hol_option_set(problem->parameters, "parameter",
                             _i % 2 ? "component=C2" : "component=C1", par, &why));
    ck_assert(hol_option_set(problem->parameters, "parameter",
                             _i / 2 ? "torque=paper" : "torque=smooth", par, &why));
    crank c = {.J = 10, .K = 100, .u = _i / 2 ? paper_law : smooth_law};
    c.A = amplitude(&c, 0.5 * c.J * 2 * 2);
    double quarter = time_of(&c, 0, M_PI / 2);
    for (int steps = 120; steps <= 960; steps *= 2) {
        stage S;
        ck_assert(open_stage(&S, problem, par, HOL_FORMULATIONS));
        follow(&S, h, steps, pose);
        double x = remainder(2 * atan2(pose[1].p[3], pose[1].p[0]) - middle, 2 * M_PI);
        double t = steps * h, phi = asin(x / c.A), turns = nearbyint(t / (2 * quarter));
        /* phi is told up to the side of the turning point */
        double found = 2 * quarter * turns + (fmod(turns, 2) != 0 ? -1 : 1) * time_of(&c, 0, phi);
        if (hol_verbose()) printf("t = %g: %.3e late, x = %g of %g\n", t, found - t, x, c.A);
        ck_assert_double_eq_tol(found, t, 1e-8);
        ck_assert_double_eq_tol(pose[2].r[0], pose[0].r[0], 1e-12);
        close_stage(&S);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("problems");
    TCase *tcase = tcase_create("problems");
    const hol_problem *problem;
    double par[MOST_PARAMETERS];
    char path[512], text[96];
    int files = 0, choices = 0;
    while (find_reference(files, &problem, path)) files++;
    while (find_choice(choices, &problem, par, text)) choices++;
    tcase_add_loop_test(tcase, every_formulation_has_the_same_accelerations_and_reactions, 0,
                        3 * files);
    tcase_add_loop_test(tcase, own_coordinates_have_the_motion_of_the_bodies, 0, choices);
    tcase_add_loop_test(tcase, forces_with_an_energy_are_its_gradient, 0,
                        choices * (HOL_FORMULATIONS + 1));
    tcase_add_loop_test(tcase, the_crank_of_C1_and_C2_moves_by_its_energy_alone, 0, 4);
    suite_add_tcase(suite, tcase);
    return hol_run_together(suite);
}
