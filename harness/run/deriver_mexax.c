/* SPDX-License-Identifier: GPL-3.0-or-later */
/* References by extrapolation (`mexax`) in double precision, for a problem whose laws offer no
 * power series: in two formulations and with two numbers of columns.  See deriver.h. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "harness/run/deriver.h"
#include "harness/run/singular.h"
#include "holonomy/advance.h"
#include "holonomy/formulation.h"
#include "holonomy/memory.h"

enum { WAYS = 4, POSE = sizeof(hol_pose) / sizeof(double) };

/* More columns, or a smaller tolerance, and what the sums of a step make of round-off is more than
 * the tolerance: steps then shrink without end. */
static const struct {
    bool other; /* formulation than natural */
    const char *columns;
} way[WAYS] = {
    {true, "columns=6"}, {true, "columns=8"}, {false, "columns=6"}, {false, "columns=8"}};
static const double rtol = 1e-12;

static const long most_steps = 200000; /* from row to row */

typedef struct {
    hol_experiment *x;
    hol_watch *watch; /* for singular configurations, over which no step goes; NULL: no rows */
    hol_pose *pose;   /* nb: where the walk stands */
    double h;         /* to go on with [s] */
    volatile sig_atomic_t stop;
    double *q, *v, *a, *lambda, *phi; /* in natural coordinates */
} motion;

/* ---------------------------------------------------------------- set-up */

static hol_experiment *open_in(const hol_walk *w, const char *formulation, hol_refusal *why)
{
    const hol_method *method = hol_method_named("mexax");
    double *option =
        hol_alloc(w->memory, (size_t)hol_option_count(method->options), sizeof *option);
    hol_option_defaults(method->options, option);
    if (!hol_option_set(method->options, "option", way[w->way].columns, option, &why->reason))
        return NULL;
    const hol_setup setup = {.problem = w->problem,
                             .method = method,
                             .formulation = formulation,
                             .parameters = w->par,
                             .options = option};
    hol_experiment *x = hol_experiment_open(&setup, why);
    if (!x && why->outcome == HOL_WITHOUT_MEMORY) hol_no_memory();
    return x;
}

/* In the first formulation whose equations are not those of natural; NULL: none fits. */
static hol_experiment *open_in_another(const hol_walk *w)
{
    const hol_formulation *f;
    hol_refusal none;
    for (int k = 0; (f = hol_formulation_at(k)); k++) {
        hol_experiment *x = NULL;
        if (strcmp(hol_formulation_name(f), "natural") != 0)
            x = open_in(w, hol_formulation_name(f), &none);
        if (x && !(x->sys->same_as && !strcmp(x->sys->same_as, "natural"))) return x;
        hol_experiment_close(x);
    }
    return w->problem->own ? open_in(w, "own", &none) : NULL;
}

static void end(void *self)
{
    motion *m = self;
    hol_watch_free(m->watch);
    hol_experiment_close(m->x);
}

static bool open(hol_walk *w, hol_message *why)
{
    const hol_eval *sys = w->sys;
    hol_refusal refusal = {.outcome = HOL_RAN};
    motion *m = w->self = hol_alloc(w->memory, 1, sizeof *m);
    hol_at_end(w->memory, end, m);
    if (way[w->way].other) m->x = open_in_another(w);
    if (!m->x) m->x = open_in(w, "natural", &refusal);
    if (!m->x) {
        hol_refusal_text(&refusal, why);
        return false;
    }
    m->x->s->rtol = m->x->s->atol = rtol;
    m->watch = hol_watch_new(m->x->sys);
    m->h = w->problem->step;
    m->pose = hol_alloc(w->memory, (size_t)sys->nb, sizeof *m->pose);
    m->q = hol_alloc(w->memory, (size_t)sys->nq, sizeof *m->q);
    m->v = hol_alloc(w->memory, (size_t)sys->nv, sizeof *m->v);
    m->a = hol_alloc(w->memory, (size_t)sys->nv, sizeof *m->a);
    m->lambda = hol_alloc(w->memory, (size_t)sys->nc, sizeof *m->lambda);
    m->phi = hol_alloc(w->memory, (size_t)sys->nc, sizeof *m->phi);
    return true;
}

static void say(const hol_walk *w, char text[HOL_WAY_TEXT])
{
    const motion *m = w->self;
    snprintf(text, HOL_WAY_TEXT, "%s in %s, rtol=%g", way[w->way].columns, m->x->sys->formulation,
             rtol);
}

/* ---------------------------------------------------------------- states */

/* The state is the poses and the step: every row begins from poses, so that it does not matter
 * whether the walk was left there. */
static hol_status begin(hol_walk *w, double t)
{
    const motion *m = w->self;
    w->t = t;
    return hol_start(m->x->s, t, m->h, m->pose, m->x->z);
}

static int numbers(const hol_walk *w)
{
    return POSE * w->sys->nb + 1;
}

static void state(const hol_walk *w, hol_quad x[])
{
    const motion *m = w->self;
    const double *pose = (const double *)m->pose;
    for (int i = 0; i < POSE * w->sys->nb; i++) x[i] = pose[i];
    x[POSE * w->sys->nb] = m->h;
}

static hol_status resume(hol_walk *w, hol_quad t, const hol_quad x[])
{
    motion *m = w->self;
    double *pose = (double *)m->pose;
    for (int i = 0; i < POSE * w->sys->nb; i++) pose[i] = (double)x[i];
    m->h = (double)x[POSE * w->sys->nb];
    return begin(w, (double)t);
}

static hol_status start(hol_walk *w)
{
    motion *m = w->self;
    for (int b = 0; b < w->sys->nb; b++) m->pose[b] = hol_body_at(w->sys->model, b)->at;
    return begin(w, 0);
}

/* ---------------------------------------------------------------- steps */

static void look_back(motion *m)
{
    hol_work *work = m->x->sys->work;
    size_t mark = hol_mark(work);
    hol_poses(m->x->sys, m->x->z->q, m->x->z->v, m->pose);
    hol_release(work, mark);
}

static void at_node(void *self, const hol_node *node)
{
    hol_walk *w = self;
    motion *m = w->self;
    if (!node->step) return;
    w->t = node->z->t;
    look_back(m);
    if (w->seen && !w->seen(w)) m->stop = 1;
}

static hol_status go(hol_walk *w, hol_quad to)
{
    motion *m = w->self;
    hol_advance a = {.s = m->x->s,
                     .z = m->x->z,
                     .h = m->h,
                     .t_end = (double)to,
                     .adaptive = true,
                     .error_order = m->x->claims.error_order,
                     .max_steps = most_steps,
                     .observe = at_node,
                     .observer = w,
                     .stop = &m->stop,
                     .watch = m->watch};
    hol_advance_run(&a);
    w->why = a.message;
    if (a.status || a.interrupted) return a.status;
    if (a.steps) m->h = a.h_max; /* the last one was cut */
    return begin(w, (double)to);
}

static hol_status between(hol_walk *w, double t0, const hol_pose at[], double t)
{
    hol_message none;
    w->way = WAYS - 1;
    if (!open(w, &none)) return HOL_UNSUPPORTED;
    motion *m = w->self;
    memcpy(m->pose, at, (size_t)w->sys->nb * sizeof *at);
    hol_status status = begin(w, t0);
    return status ? status : go(w, t);
}

/* ---------------------------------------------------------------- what is seen of it */

/* q and v in natural coordinates. */
static void place(const hol_walk *w)
{
    const motion *m = w->self;
    hol_place(w->sys, m->pose, m->q, m->v);
}

/* The multipliers are those of the index-1 equations in natural coordinates, NaN without. */
static void look(const hol_walk *w, hol_quad_pose pose[], hol_quad multiplier[])
{
    const motion *m = w->self;
    hol_eval *sys = w->sys;
    const double *from = (const double *)m->pose;
    hol_quad *to = (hol_quad *)pose;
    for (int i = 0; i < POSE * sys->nb; i++) to[i] = from[i];
    size_t mark = hol_mark(sys->work);
    place(w);
    hol_status status = hol_acceleration(sys, (double)w->t, m->q, m->v, m->a, m->lambda, NULL);
    for (int r = 0; r < sys->nj; r++) multiplier[r] = status ? (double)NAN : m->lambda[r];
    hol_release(sys->work, mark);
}

static double kinetic(const hol_walk *w)
{
    const motion *m = w->self;
    size_t mark = hol_mark(w->sys->work);
    place(w);
    double T = hol_kinetic(w->sys, m->q, m->v);
    hol_release(w->sys->work, mark);
    return T;
}

static hol_quad energy(const hol_walk *w)
{
    const motion *m = w->self;
    double T = kinetic(w);
    size_t mark = hol_mark(w->sys->work);
    double U = hol_potential(w->sys, m->q);
    hol_release(w->sys->work, mark);
    return T + U;
}

static double violation(const hol_walk *w)
{
    const motion *m = w->self;
    hol_eval *sys = w->sys;
    double worst = 0;
    size_t mark = hol_mark(sys->work);
    place(w);
    if (sys->nc) hol_constraints(sys, (double)w->t, m->q, m->phi, NULL);
    for (int r = 0; r < sys->nc; r++) worst = fmax(worst, fabs(m->phi[r]));
    hol_release(sys->work, mark);
    return worst;
}

const hol_deriver hol_by_mexax = {
    .name = "mexax",
    .words = "mexax",
    .precision = "double",
    .origin = "mexax, in two formulations with two numbers of columns in double precision",
    .needs = HOL_HOLONOMIC | HOL_FULL_RANK | HOL_HARD,
    .ways = WAYS,
    .digits = 6,
    .most = 13,
    .fewest = 6,
    .margin = 10,
    .least = 1e-14,
    .noise = 1e-9,
    .open = open,
    .say = say,
    .numbers = numbers,
    .state = state,
    .start = start,
    .resume = resume,
    .go = go,
    .look = look,
    .energy = energy,
    .kinetic = kinetic,
    .violation = violation,
    .between = between,
};
