/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What jet-dop853 costs beside GSL's rk8pd, Prince-Dormand 8(7) on the index-1 equations
 *     q' = T(q) v,   v' = a(t, q, v)
 * unprojected: CPU time to reach a position error at the end of each problem.  Twice: with our
 * right-hand side, hol_acceleration, and with a plain one, LAPACKE_dgesv of the whole saddle-point
 * matrix [M G^T; G 0].  All in one run; a ratio below 1 is in our favour, inf is an error never
 * reached and left out of the means.  Names of problems as arguments leave the others out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <lapacke.h>

#include "base/clock.h"
#include "holonomy/advance.h"
#include "holonomy/diagnostics.h"
#include "holonomy/memory.h"
#include "holonomy/reference.h"
#include "holonomy/run.h"

enum { LEVELS = 19, REPEATS = 5, TARGETS = 2 };
static const double target[TARGETS] = {1e-5, 1e-8}; /* [m] */

/* ---------------------------------------------------------------- right-hand sides */

typedef struct {
    hol_eval *sys;
    hol_work *work;
    bool plain;
    lapack_int *pivot;
    const hol_pose *start;
} equations;

/* [M G^T; G 0] (a, lambda) = (f, -d/dt(G) v), nothing of its structure used. */
static int plain_acceleration(const equations *E, double t, const double q[], const double v[],
                              double a[])
{
    hol_eval *sys = E->sys;
    int n = sys->nv, m = sys->nc, size = n + m;
    hol_work *w = E->work;
    double *A = hol_take(w, size * size), *b = hol_take(w, size);
    double *M = hol_take(w, sys->M.nnz), *G = hol_take(w, sys->G.nnz);
    hol_mass(sys, q, M);
    hol_constraints(sys, t, q, NULL, G);
    hol_curvature(sys, q, v, b + n);
    for (int i = n; i < size; i++) b[i] = -b[i];
    hol_total_force(sys, t, q, v, b);
    for (int i = 0; i < n; i++)
        for (int k = sys->M.start[i]; k < sys->M.start[i + 1]; k++)
            A[i * size + sys->M.col[k]] = M[k];
    for (int i = 0; i < m; i++)
        for (int k = sys->G.start[i]; k < sys->G.start[i + 1]; k++)
            A[(n + i) * size + sys->G.col[k]] = A[sys->G.col[k] * size + n + i] = G[k];
    int info = LAPACKE_dgesv(LAPACK_ROW_MAJOR, size, 1, A, size, E->pivot, b, 1);
    memcpy(a, b, (size_t)n * sizeof *a);
    return info;
}

static int right_hand_side(double t, const double y[], double dy[], void *parameters)
{
    const equations *E = parameters;
    hol_eval *sys = E->sys;
    const double *q = y, *v = y + sys->nq;
    size_t mark = hol_mark(E->work);
    int failed = 0;
    hol_rate(sys, q, v, dy);
    if (E->plain)
        failed = plain_acceleration(E, t, q, v, dy + sys->nq);
    else
        failed = hol_acceleration(sys, t, q, v, dy + sys->nq, NULL, NULL);
    hol_release(E->work, mark);
    return failed ? GSL_EFAILED : GSL_SUCCESS;
}

/* ---------------------------------------------------------------- runs */

typedef struct {
    double error, seconds; /* [m], [s]; NaN: failed */
} outcome;

typedef struct {
    const hol_problem *problem;
    hol_experiment *of;
    hol_eval *sys;
    hol_reference *ref;
    double t_end;
    const hol_pose *truth; /* at t_end */
} subject;

static double position_error(const subject *x, const double q[], const double v[])
{
    hol_pose *pose = hol_new(x->sys->nb, sizeof *pose);
    hol_poses(x->sys, q, v, pose);
    hol_error e = hol_error_between(x->sys->nb, pose, x->truth, 0, NULL, NULL);
    free(pose);
    return fmax(e.position, e.orientation);
}

static outcome by_gsl(const subject *x, double tolerance, bool plain)
{
    hol_eval *sys = x->sys;
    size_t n = (size_t)(sys->nq + sys->nv);
    equations E = {.sys = sys,
                   .work = hol_work_new(),
                   .plain = plain,
                   .pivot = hol_new(sys->nv + sys->nc, sizeof(lapack_int))};
    hol_pose *start = hol_new(sys->nb, sizeof *start);
    for (int b = 0; b < sys->nb; b++) start[b] = hol_body_at(x->of->model, b)->at;
    double *y = hol_new((int)n, sizeof *y);
    gsl_odeiv2_system system = {right_hand_side, NULL, n, &E};
    outcome o = {NAN, HUGE_VAL};
    for (int i = 0; i < REPEATS; i++) {
        gsl_odeiv2_driver *d = gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, 0.01,
                                                             tolerance, tolerance);
        double t = 0;
        hol_place(sys, start, y, y + sys->nq);
        double from = hol_cpu_seconds();
        int status = gsl_odeiv2_driver_apply(d, &t, x->t_end, y);
        double spent = hol_cpu_seconds() - from;
        gsl_odeiv2_driver_free(d);
        if (status != GSL_SUCCESS) break;
        o.error = position_error(x, y, y + sys->nq);
        o.seconds = fmin(o.seconds, spent);
        if (spent > 0.3) break;
    }
    free(y);
    free(start);
    free(E.pivot);
    hol_work_free(E.work);
    return o;
}

static outcome by_jet(const subject *x, double tolerance)
{
    const hol_method *method = hol_method_named("jet-dop853");
    hol_status status;
    hol_stepper *s = hol_stepper_new(x->sys, method, NULL, &status, NULL);
    hol_state *z = hol_state_new(x->sys, method, NULL);
    outcome o = {NAN, HUGE_VAL};
    s->rtol = s->atol = tolerance;
    for (int i = 0; i < REPEATS; i++) {
        hol_advance a = {.s = s,
                         .z = z,
                         .h = 0.01,
                         .t_end = x->t_end,
                         .adaptive = true,
                         .error_order = hol_method_claims(method, x->sys, s->opt).error_order,
                         .max_steps = 10000000};
        if (hol_start(s, 0, a.h, NULL, z)) break;
        double from = hol_cpu_seconds();
        hol_advance_run(&a);
        double spent = hol_cpu_seconds() - from;
        if (a.status) break;
        o.error = position_error(x, z->q, z->v);
        o.seconds = fmin(o.seconds, spent);
        if (spent > 0.3) break;
    }
    hol_state_free(z);
    hol_stepper_free(s);
    return o;
}

/* ---------------------------------------------------------------- time to an error */

/* Least time over the tolerances 1e-3 ... 1e-12 that reaches the error, by the line between the
 * neighbours in log error and log time. */
static double time_to(const outcome o[LEVELS], double error)
{
    double least = HUGE_VAL;
    for (int k = 0; k < LEVELS; k++) {
        if (!(o[k].error <= error)) continue;
        double t = o[k].seconds;
        if (k && o[k - 1].error > error) {
            double w = log(error / o[k].error) / log(o[k - 1].error / o[k].error);
            t = exp((1 - w) * log(o[k].seconds) + w * log(o[k - 1].seconds));
        }
        least = fmin(least, t);
    }
    return least;
}

static bool open_subject(subject *x, const hol_problem *problem, const char *formulation)
{
    hol_message wrong, missing;
    hol_refusal why;
    const hol_method *method = hol_method_named("jet-dop853");
    *x = (subject){.problem = problem, .t_end = problem->t_end};
    if (!problem->build) return false;
    x->of = hol_experiment_open(&(hol_setup){.problem = problem, .formulation = formulation}, &why);
    if (!x->of) return false;
    x->sys = x->of->sys;
    if (!hol_missing(method, x->sys))
        x->ref = x->of->reference = hol_reference_for(problem, x->of->parameters, &missing, &wrong);
    int row = x->ref ? hol_reference_row(x->ref, x->t_end) : -1;
    if (row < 0) return false;
    x->truth = x->ref->pose + (size_t)row * (size_t)x->sys->nb;
    return true;
}

typedef struct {
    double log_ratio[2][TARGETS], most; /* sums; against rk8pd */
    int count[TARGETS];
} totals;

static void compare(const subject *x, totals *T)
{
    outcome jet[LEVELS], gsl[LEVELS], plain[LEVELS];
    for (int k = 0; k < LEVELS; k++) {
        double tolerance = pow(10, -3 - 0.5 * k);
        jet[k] = by_jet(x, tolerance);
        gsl[k] = by_gsl(x, tolerance, false);
        plain[k] = by_gsl(x, tolerance, true);
    }
    for (int i = 0; i < TARGETS; i++) {
        double a = time_to(jet, target[i]), b = time_to(gsl, target[i]);
        double c = time_to(plain, target[i]);
        printf("%-28s %8.0e %12.3e %12.3e %12.3e %9.2f %9.2f\n", x->problem->name, target[i], a, b,
               c, a / b, a / c);
        if (!(isfinite(a) && isfinite(b) && isfinite(c))) continue;
        T->log_ratio[0][i] += log(a / b);
        T->log_ratio[1][i] += log(a / c);
        T->count[i]++;
        T->most = fmax(T->most, a / b);
    }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    totals T = {0};
    gsl_set_error_handler_off();
    printf("%-28s %8s %12s %12s %12s %9s %9s\n", "problem", "error", "jet-dop853", "rk8pd",
           "rk8pd dgesv", "/rk8pd", "/dgesv");
    for (int p = 0; hol_core_problem_at(p); p++) {
        subject x;
        const hol_problem *problem = hol_core_problem_at(p);
        bool wanted = argc < 2;
        for (int i = 1; i < argc; i++) wanted = wanted || !strcmp(argv[i], problem->name);
        if (!wanted) continue;
        if (open_subject(&x, problem, "euler")) compare(&x, &T);
        hol_experiment_close(x.of);
    }
    for (int i = 0; i < TARGETS; i++)
        printf("geometric mean at %.0e over %d: %.2f of rk8pd, %.2f of rk8pd with dgesv\n",
               target[i], T.count[i], exp(T.log_ratio[0][i] / T.count[i]),
               exp(T.log_ratio[1][i] / T.count[i]));
    printf("largest ratio to rk8pd: %.2f\n", T.most);
    return 0;
}
