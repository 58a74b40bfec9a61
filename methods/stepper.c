/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What surrounds every method: making and starting a stepper and its states, and the step itself,
 * which a failure leaves undone. */
#include <stdlib.h>
#include <string.h>

#include "mechanics/holonomy.h"
#include "methods/memory.h"

typedef struct {      /* what hol_stepper_new makes */
    hol_stepper s;    /* first: a hol_stepper is one of these */
    size_t size;      /* doubles of a state */
    double *saved;    /* size: the state before the step, */
    hol_state before; /* and where its parts stand */
    double option[];
} stepper;

typedef struct {    /* what hol_state_new makes */
    hol_state z;    /* first */
    double block[]; /* its parts */
} state;

/* The given values, or the defaults. */
static void take_options(const hol_option table[], const double opt[], double option[])
{
    if (opt)
        memcpy(option, opt, (size_t)hol_option_count(table) * sizeof *option);
    else
        hol_option_defaults(table, option);
}

/* ---------------------------------------------------------------- states */

static size_t fixed_size(const hol_system *sys)
{
    return (size_t)(sys->nq + 2 * sys->nv + sys->nc + sys->na);
}

static size_t memory_size(const hol_system *sys, const hol_method *method, const double option[])
{
    return method->memory ? method->memory(sys, option) : 0;
}

/* q | v | lambda | alpha | p | memory */
static hol_state parts(const hol_system *sys, double block[])
{
    hol_state z = {.q = block};
    z.v = z.q + sys->nq;
    z.lambda = z.v + sys->nv;
    z.alpha = z.lambda + sys->nc;
    z.p = z.alpha + sys->na;
    z.memory = z.p + sys->nv;
    return z;
}

hol_state *hol_state_new(const hol_system *sys, const hol_method *method, const double opt[])
{
    double *option = hol_zeroed((size_t)hol_option_count(method->options), sizeof *option);
    take_options(method->options, opt, option);
    size_t size = fixed_size(sys) + memory_size(sys, method, option);
    free(option);

    state *made = hol_zeroed(1, sizeof *made + size * sizeof(double));
    made->z = parts(sys, made->block);
    return &made->z;
}

void hol_state_free(hol_state *z)
{
    free(z);
}

/* q, v, lambda, alpha and p, which follow each other.  0 x is NaN where x is infinite or NaN.
 * Sums that do not wait for each other and no branch: this is part of every step. */
static bool all_finite(const hol_system *sys, const hol_state *z)
{
    const double *x = z->q;
    int n = (int)fixed_size(sys);
    enum { SUMS = 8 };
    double sum[SUMS] = {0}, total = 0;
    int whole = n - n % SUMS;
    for (int k = 0; k < whole; k += SUMS)
        for (int i = 0; i < SUMS; i++) sum[i] += 0 * x[k + i];
    for (int k = whole; k < n; k++) total += 0 * x[k];
    for (int i = 0; i < SUMS; i++) total += sum[i];
    return total == 0;
}

/* ---------------------------------------------------------------- steppers */

hol_stepper *hol_stepper_new(const hol_system *sys, const hol_method *method, const double opt[],
                             hol_status *status)
{
    hol_status outcome = HOL_UNSUPPORTED;
    stepper *made = NULL;
    if (!hol_missing(method, sys)) {
        made = hol_zeroed(1, sizeof *made +
                                 (size_t)hol_option_count(method->options) * sizeof(double));
        take_options(method->options, opt, made->option);
        made->size = fixed_size(sys) + memory_size(sys, method, made->option);
        made->saved = hol_zeroed(made->size, sizeof(double));
        made->before = parts(sys, made->saved);
        made->s = (hol_stepper){.sys = sys,
                                .method = method,
                                .opt = made->option,
                                .control = {0.9, 3, 0.2, 1},
                                .work = hol_work_new(),
                                .count = sys->count,
                                .before = &made->before};
        outcome = method->setup ? method->setup(&made->s) : HOL_OK;
    }
    if (status) *status = outcome;
    if (outcome == HOL_OK) return &made->s;
    hol_stepper_free(made ? &made->s : NULL);
    return NULL;
}

void hol_stepper_free(hol_stepper *s)
{
    if (!s) return;
    stepper *made = (stepper *)s;
    if (s->aux && s->method->release) s->method->release(s);
    hol_work_free(s->work);
    free(made->saved);
    free(made);
}

/* ---------------------------------------------------------------- start and step */

/* A system without a model places its own start. */
static void place(const hol_system *sys, hol_work *w, const hol_pose at[], hol_state *z)
{
    size_t mark = hol_mark(w);
    hol_pose *start = NULL;
    if (!at && sys->model) {
        start = (hol_pose *)hol_take(w, sys->nb * (int)(sizeof *start / sizeof(double)));
        for (int b = 0; b < sys->nb; b++) start[b] = hol_body_at(sys->model, b)->at;
    }
    sys->place(sys, at ? at : start, z->q, z->v);
    hol_release(w, mark);
}

hol_status hol_start(hol_stepper *s, double t, double h, const hol_pose at[], hol_state *z)
{
    const hol_system *sys = s->sys;
    size_t mark = hol_mark(s->work);
    memset(z->q, 0, ((stepper *)s)->size * sizeof(double));
    z->t = t;
    place(sys, s->work, at, z);

    double *M = hol_take(s->work, sys->M.nnz);
    sys->mass(sys, z->q, M);
    hol_multiply(&sys->M, M, z->v, z->p);
    hol_release(s->work, mark);
    double *a = hol_take(s->work, sys->nv);
    /* A method that can step a degenerate system has no use for these multipliers. */
    hol_status status = hol_acceleration(sys, s->work, t, z->q, z->v, a, z->lambda, z->alpha);
    if (status == HOL_SINGULAR) {
        memset(z->lambda, 0, (size_t)(sys->nc + sys->na) * sizeof(double)); /* and alpha */
        status = HOL_OK;
    }

    s->residual_of = NULL;
    if (status == HOL_OK && s->method->start) status = s->method->start(s, h, z);
    if (status == HOL_OK && !all_finite(sys, z)) status = HOL_NOT_FINITE;
    hol_release(s->work, mark);
    return status;
}

typedef hol_status transition(hol_stepper *s, double h, hol_state *z);

/* What fails is undone. */
static hol_status attempt(transition *change, hol_stepper *s, double h, hol_state *z)
{
    stepper *made = (stepper *)s;
    size_t bytes = made->size * sizeof(double), mark = hol_mark(s->work);
    memcpy(made->saved, z->q, bytes);
    made->before.t = z->t;
    s->residual_of = NULL;

    hol_status status = change(s, h, z);
    if (status == HOL_OK && !all_finite(s->sys, z)) status = HOL_NOT_FINITE;
    if (status != HOL_OK) memcpy(z->q, made->saved, bytes);
    hol_release(s->work, mark);
    return status;
}

hol_status hol_step(hol_stepper *s, double h, hol_state *z)
{
    s->error = 0;
    hol_status status = attempt(s->method->step, s, h, z);
    if (status != HOL_OK) return status;
    if (s->error <= 1)
        s->count->steps++;
    else
        s->count->rejected++;
    return HOL_OK;
}

hol_status hol_restart(hol_stepper *s, double h, hol_state *z)
{
    transition *start = s->method->restart ? s->method->restart : s->method->start;
    return start ? attempt(start, s, h, z) : HOL_OK;
}
