/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of the tangent-space ODE: see paper_002_charts.h.
 *
 * Errors are those of the method's own q, q', q'' (29).  What the changes of chart cost: their
 * number times the time that the quickest step with a change takes beyond the quickest without. */
#include "harness/papers/paper_002_charts.h"

#include <math.h>
#include <stdlib.h>

#include "harness/advance.h"
#include "harness/memory.h"
#include "harness/run.h"
#include "methods/reduced.h"
#include "numerics/clock.h"
#include "numerics/dense.h"

typedef struct { /* the method on the problem, set up */
    hol_model *model;
    hol_system *sys;
    hol_stepper *s;
    hol_state *z;
    double *par, *opt;
    double *G, *r, *c, *qddot; /* nnz, nc, nc, nv */
    hol_pose *pose;            /* nb */
} rig;

static void close_rig(rig *r)
{
    hol_state_free(r->z);
    hol_stepper_free(r->s);
    hol_system_free(r->sys);
    hol_model_free(r->model);
    free(r->par);
    free(r->opt);
    free(r->G);
    free(r->pose);
}

static bool set(const hol_option table[], const char *const word[], double value[],
                hol_message *why)
{
    for (int i = 0; i < HOL_P002_WORDS && word[i]; i++)
        if (!hol_option_set(table, word[i], value, why)) return false;
    return true;
}

/* To be closed, opened or not. */
static bool open_rig(rig *r, const hol_p002_run *run, hol_message *why)
{
    const hol_problem *problem = hol_problem_named(run->problem);
    const hol_method *method = hol_method_named("tangent-nystrom4");
    bool unfit;
    hol_status status;
    *r = (rig){.par = hol_new(hol_option_count(problem->parameters), sizeof(double)),
               .opt = hol_new(hol_option_count(method->options), sizeof(double))};
    hol_option_defaults(problem->parameters, r->par);
    hol_option_defaults(method->options, r->opt);
    if (!set(problem->parameters, run->parameter, r->par, why)) return false;
    if (!set(method->options, run->option, r->opt, why)) return false;
    r->sys = hol_problem_system(problem, r->par, method->formulation, &r->model, &unfit, why);
    if (!r->sys) return false;
    r->s = hol_stepper_new(r->sys, method, r->opt, &status);
    if (!r->s) {
        hol_say(why, "%s: %s", method->name, hol_status_text(status));
        return false;
    }
    r->z = hol_state_new(r->sys, method, r->opt);
    r->G = hol_new(r->sys->G.nnz + 2 * r->sys->nc + r->sys->nv, sizeof(double));
    r->r = r->G + r->sys->G.nnz;
    r->c = r->r + r->sys->nc;
    r->qddot = r->c + r->sys->nc;
    r->pose = hol_new(r->sys->nb, sizeof *r->pose);
    return true;
}

static double energy(const rig *r)
{
    return r->sys->kinetic(r->sys, r->z->q, r->z->v) + r->sys->potential(r->sys, r->z->q);
}

static void read_errors(rig *r, double first, hol_p002_errors *most)
{
    const hol_system *sys = r->sys;
    hol_reduced y = hol_reduced_view(r->s, r->z);
    sys->constraints(sys, 0, r->z->q, r->r, r->G);
    most->error[0] = fmax(most->error[0], hol_norm(sys->nc, r->r));
    hol_multiply(&sys->G, r->G, r->z->v, r->r);
    most->error[1] = fmax(most->error[1], hol_norm(sys->nc, r->r));
    hol_reduced_qddot(&y, r->qddot);
    hol_multiply(&sys->G, r->G, r->qddot, r->r);
    sys->curvature(sys, r->z->q, r->z->v, r->c);
    hol_axpy(sys->nc, 1, r->c, r->r);
    most->error[2] = fmax(most->error[2], hol_norm(sys->nc, r->r));
    most->qddot = fmax(most->qddot, hol_norm_max(sys->nv, r->qddot));
    most->energy = fmax(most->energy, fabs(energy(r) / first - 1));
}

typedef struct { /* of the steps without and with a change of chart */
    double least[2], sum;
} times;

static hol_status timed_step(rig *r, double h, times *T)
{
    long before = r->s->count->reparametrisations;
    double began = hol_cpu_seconds();
    hol_status status = hol_step(r->s, h, r->z);
    double took = hol_cpu_seconds() - began;
    bool changed = r->s->count->reparametrisations > before;
    T->least[changed] = fmin(T->least[changed], took);
    T->sum += took;
    return status;
}

static bool went(const rig *r, hol_status status, long step, hol_message *why)
{
    if (status) hol_failure_text(r->s, status, step, r->z->t, why);
    return !status;
}

static void hand_over(rig *r, hol_p002_reader *read, void *to)
{
    if (!read) return;
    r->sys->poses(r->sys, r->z->q, r->z->v, r->pose);
    read(to, r->z->t, r->pose);
}

static bool follow(rig *r, const hol_p002_run *run, hol_p002_errors *most, hol_p002_reader *read,
                   void *to, hol_message *why)
{
    long steps = lrint(run->until / run->h);
    times T = {{HUGE_VAL, HUGE_VAL}, 0};
    if (!went(r, hol_start(r->s, 0, run->h, NULL, r->z), -1, why)) return false;
    double first = energy(r);
    hand_over(r, read, to);
    for (long n = 1; n <= steps; n++) {
        hol_status status = read ? hol_step(r->s, run->h, r->z) : timed_step(r, run->h, &T);
        if (!went(r, status, n, why)) return false;
        r->z->t = (double)n * run->h;
        hand_over(r, read, to);
        if (most) read_errors(r, first, most);
    }
    if (!most) return true;
    most->steps = steps;
    most->charts = r->s->count->reparametrisations;
    most->seconds = T.sum;
    most->renewal = most->charts ? (double)most->charts * (T.least[1] - T.least[0]) : 0;
    return true;
}

bool hol_p002_follow(const hol_p002_run *run, hol_p002_errors *most, hol_p002_reader *read,
                     void *to, hol_message *why)
{
    rig r;
    if (most) *most = (hol_p002_errors){0};
    bool good = open_rig(&r, run, why) && follow(&r, run, most, read, to, why);
    close_rig(&r);
    return good;
}
