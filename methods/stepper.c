/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What surrounds every method: making and starting a stepper and its states, and the step itself,
 * which a failure leaves undone. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/memory.h"
#include "methods/stepper.h"

typedef struct {        /* what hol_stepper_new makes */
    hol_stepper s;      /* first: a hol_stepper is one of these */
    size_t size;        /* doubles of a state */
    double *saved;      /* size: the state before the step, */
    hol_state before;   /* and where its parts stand */
    hol_stepper *aside; /* for hol_step_aside, once it was asked for: another one, */
    hol_state *z;       /* and its state */
} stepper;

typedef struct {    /* what hol_state_new makes */
    hol_state z;    /* first */
    double block[]; /* its parts */
} state;

/* ---------------------------------------------------------------- what a method says of itself */

typedef struct {
    const hol_method *method;
    hol_eval *sys;
    const double *opt;
    hol_claims claims;
} claiming;

static void claim(void *data)
{
    claiming *x = data;
    x->claims = x->method->claims(x->method, x->sys, x->opt);
}

hol_claims hol_method_claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    claiming x = {.method = method, .sys = sys, .opt = opt};
    size_t mark = hol_mark(sys->work);
    bool whole = hol_try(claim, &x);
    hol_release(sys->work, mark);
    if (!whole) hol_lack_memory();
    return x.claims;
}

size_t hol_method_memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    return method->memory ? method->memory(method, sys, opt) : 0;
}

hol_claims hol_claims_of_data(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)sys, (void)opt;
    return *(const hol_claims *)method->data;
}

hol_claims hol_claims_of_order(double order, hol_kept phi, hol_kept gv, hol_kept inner)
{
    return (hol_claims){.order_q = order,
                        .order_v = order,
                        .order_lambda = order,
                        .phi = phi,
                        .gv = gv,
                        .inner = inner};
}

void hol_arrive(hol_stepper *s, const double q[], const double v[], hol_state *z)
{
    hol_eval *sys = s->sys;
    double *M = hol_take(s->work, sys->M.nnz);
    memmove(z->q, q, (size_t)sys->nq * sizeof *q);
    memmove(z->v, v, (size_t)sys->nv * sizeof *v);
    hol_mass(sys, z->q, M);
    hol_multiply(&sys->M, M, z->v, z->p);
}

hol_status hol_start_with_acceleration(hol_stepper *s, double h, hol_state *z)
{
    (void)h;
    return hol_acceleration(s->sys, z->t, z->q, z->v, z->memory, z->lambda, z->alpha);
}

hol_status hol_restart_as_before(hol_stepper *s, double h, hol_state *z)
{
    (void)s, (void)h, (void)z;
    return HOL_OK;
}

/* ---------------------------------------------------------------- states */

static size_t fixed_size(const hol_eval *sys)
{
    return (size_t)sys->nq + 2 * (size_t)sys->nv + (size_t)sys->nc + (size_t)sys->na;
}

/* q | v | lambda | alpha | p | memory */
static hol_state parts(const hol_eval *sys, double block[])
{
    hol_state z = {.q = block};
    z.v = z.q + sys->nq;
    z.lambda = z.v + sys->nv;
    z.alpha = z.lambda + sys->nc;
    z.p = z.alpha + sys->na;
    z.memory = z.p + sys->nv;
    return z;
}

/* The given values, or the defaults, in option[]. */
static const double *values(const hol_method *method, const double opt[], double option[])
{
    if (!opt) hol_option_defaults(method->options, option);
    return opt ? opt : option;
}

hol_state *hol_state_new(hol_eval *sys, const hol_method *method, const double opt[])
{
    double *option = calloc((size_t)hol_option_count(method->options) + 1, sizeof *option);
    if (!option) return NULL;
    size_t size = fixed_size(sys) + hol_method_memory(method, sys, values(method, opt, option));
    free(option);

    state *made = calloc(1, sizeof *made + size * sizeof(double));
    if (!made) return NULL;
    made->z = parts(sys, made->block);
    return &made->z;
}

void hol_state_free(hol_state *z)
{
    free(z);
}

/* q, v, lambda, alpha and p, which follow each other.  0 x is NaN where x is infinite or NaN.
 * Sums that do not wait for each other and no branch: this is part of every step. */
static bool all_finite(const hol_eval *sys, const hol_state *z)
{
    const double *x = z->q;
    int n = (int)fixed_size(sys);
    enum { SUMS = 8 };
    double sum[SUMS] = {0};
    int whole = n - n % SUMS;
    for (int k = 0; k < whole; k += SUMS)
        for (int i = 0; i < SUMS; i++) sum[i] += 0 * x[k + i];
    for (int k = whole; k < n; k++) sum[k - whole] += 0 * x[k];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]) + ((sum[4] + sum[5]) + (sum[6] + sum[7])) == 0;
}

/* ---------------------------------------------------------------- steppers */

typedef struct {
    hol_memory *memory;
    hol_eval *sys;
    const hol_method *method;
    const double *opt; /* or NULL */
    stepper *made;
    hol_status status;
    hol_message why; /* what set-up said */
} making;

static void make(void *data)
{
    making *x = data;
    hol_eval *sys = x->sys;
    size_t count = (size_t)hol_option_count(x->method->options);
    stepper *made = x->made = hol_alloc(x->memory, 1, sizeof *made);
    double *option = hol_alloc(x->memory, count, sizeof *option);
    const double *given = values(x->method, x->opt, option);
    for (size_t i = 0; i < count; i++) option[i] = given[i];
    made->size = fixed_size(sys) + hol_method_memory(x->method, sys, option);
    made->saved = hol_alloc(x->memory, made->size, sizeof *made->saved);
    made->before = parts(sys, made->saved);
    made->s = (hol_stepper){.sys = sys,
                            .method = x->method,
                            .opt = option,
                            .control = {0.9, 3, 0.2, 1},
                            .memory = x->memory,
                            .work = sys->work,
                            .count = sys->count,
                            .before = &made->before,
                            .why = &x->why};
    x->status = x->method->setup ? x->method->setup(&made->s) : HOL_OK;
    made->s.why = NULL;
}

static bool is_refused(const making *x, hol_message *why)
{
    char missing[256];
    if (x->opt && !hol_option_check(x->method->options, "option", x->opt, why)) return true;
    if (!hol_missing_with(x->method, x->sys, x->opt)) return false;
    hol_missing_text(x->method, x->sys, x->opt, missing, sizeof missing);
    hol_say(why, "needs %s", missing);
    return true;
}

hol_stepper *hol_stepper_try(hol_eval *sys, const hol_method *method, const double opt[],
                             hol_status *status, bool *unfit, hol_message *why)
{
    making x = {.sys = sys, .method = method, .opt = opt, .status = HOL_UNSUPPORTED};
    if (!is_refused(&x, why)) {
        size_t mark = hol_mark(sys->work);
        x.memory = hol_memory_new();
        if (!x.memory || !hol_try(make, &x)) x.status = HOL_NO_MEMORY;
        hol_release(sys->work, mark);
        hol_say(why, "%s", *x.why.text ? x.why.text : hol_status_text(x.status));
    }
    *status = x.status;
    *unfit = x.status == HOL_UNSUPPORTED && *x.why.text;
    if (x.status == HOL_OK) return &x.made->s;
    hol_memory_end(x.memory);
    return NULL;
}

hol_stepper *hol_stepper_new(hol_eval *sys, const hol_method *method, const double opt[],
                             hol_status *status, hol_message *why)
{
    hol_status found;
    hol_message reason;
    bool unfit;
    hol_stepper *s = hol_stepper_try(sys, method, opt, &found, &unfit, &reason);
    if (status) *status = found;
    if (why) *why = reason;
    return s;
}

void hol_stepper_free(hol_stepper *s)
{
    if (s) hol_memory_end(s->memory);
}

/* ---------------------------------------------------------------- start and step */

void hol_undo(hol_stepper *s, hol_state *z)
{
    const stepper *made = (stepper *)s;
    z->t = made->before.t;
    memcpy(z->q, made->saved, made->size * sizeof(double));
}

static hol_status judged(const hol_stepper *s, const hol_state *z)
{
    if (!all_finite(s->sys, z) || isnan(s->error)) return HOL_NOT_FINITE;
    return s->error <= 1 ? HOL_OK : HOL_REJECT;
}

typedef struct transition { /* a change of a state */
    hol_status (*change)(hol_stepper *s, double h, hol_state *z);
    hol_stepper *s;
    double h;
    hol_state *z;
    hol_status status;
} transition;

static void go(void *data)
{
    transition *x = data;
    x->status = x->change(x->s, x->h, x->z);
}

/* What calls `change` is undone where that fails. */
static hol_status attempt(void (*call)(void *data), transition *x)
{
    hol_stepper *s = x->s;
    stepper *made = (stepper *)s;
    size_t mark = hol_mark(s->work);
    memcpy(made->saved, x->z->q, made->size * sizeof(double));
    made->before.t = x->z->t;
    s->error = 0;
    s->residual.of = NULL;

    hol_status status = hol_try(call, x) ? x->status : HOL_NO_MEMORY;
    if (status == HOL_OK) status = judged(s, x->z);
    if (status != HOL_OK) hol_undo(s, x->z);
    hol_release(s->work, mark);
    return status;
}

typedef struct {
    transition x; /* first */
    double t;
    const hol_pose *at;
} beginning;

/* q, v of the poses, p = M v, and the multipliers of the index-1 equations; then the method's own
 * start. */
static void begin(void *data)
{
    const beginning *b = data;
    transition *x = data;
    hol_eval *sys = x->s->sys;
    hol_state *z = x->z;
    memset(z->q, 0, ((stepper *)x->s)->size * sizeof(double));
    z->t = b->t;
    hol_place(sys, b->at, z->q, z->v);
    hol_arrive(x->s, z->q, z->v, z);
    double *a = hol_take(sys->work, sys->nv);
    x->status = hol_acceleration(sys, z->t, z->q, z->v, a, z->lambda, z->alpha);
    /* A method that can step a degenerate system has no use for these multipliers. */
    if (x->status == HOL_SINGULAR) {
        memset(z->lambda, 0, (size_t)(sys->nc + sys->na) * sizeof(double)); /* and alpha */
        x->status = HOL_OK;
    }
    if (x->status == HOL_OK && x->change) go(x);
}

hol_status hol_start(hol_stepper *s, double t, double h, const hol_pose at[], hol_state *z)
{
    beginning b = {{.change = s->method->start, .s = s, .h = h, .z = z}, t, at};
    return attempt(begin, &b.x);
}

hol_status hol_step(hol_stepper *s, double h, hol_state *z)
{
    transition x = {.change = s->method->step, .s = s, .h = h, .z = z};
    if (s->stop && *s->stop) return HOL_LIMIT;
    hol_status status = attempt(go, &x);
    s->count->steps += status == HOL_OK;
    s->count->rejected += s->error > 1;
    return status;
}

/* Whether "name=value" is what the options have. */
static bool is_set(const hol_method *method, const double opt[], const char *name_value)
{
    for (int i = 0; i < hol_option_count(method->options); i++) {
        const hol_option *o = &method->options[i];
        size_t length = strlen(o->name);
        char value[64];
        if (strncmp(name_value, o->name, length) || name_value[length] != '=') continue;
        hol_option_print(o, opt[i], value);
        return !strcmp(name_value + length + 1, value);
    }
    return false;
}

const hol_option_end *hol_named_end(const hol_stepper *s, hol_status status)
{
    const char *of = s->residual.of ? s->residual.of : "";
    for (const hol_option_end *end = s->method->ends; end && end->option; end++)
        if (status == end->status && is_set(s->method, s->opt, end->option) &&
            !strncmp(of, end->residual, strlen(end->residual)))
            return end;
    return NULL;
}

hol_status hol_restart(hol_stepper *s, double h, hol_state *z)
{
    const hol_method *method = s->method;
    transition x = {.s = s, .h = h, .z = z};
    x.change = method->restart ? method->restart : method->start;
    return x.change ? attempt(go, &x) : HOL_OK;
}

/* ---------------------------------------------------------------- dense output */

typedef struct {
    hol_stepper *s;
    double h;
    const hol_state *z;
    double theta, *q, *v;
    hol_status status;
} between;

static void look(void *data)
{
    between *x = data;
    x->status = x->s->method->dense(x->s, x->h, x->z, x->theta, x->q, x->v);
}

hol_status hol_dense_output(hol_stepper *s, double h, const hol_state *z, double theta, double q[],
                            double v[])
{
    between x = {s, h, z, theta, q, v, HOL_UNSUPPORTED};
    if (!s->method->dense) return HOL_UNSUPPORTED;
    size_t mark = hol_mark(s->work);
    if (!hol_try(look, &x)) x.status = HOL_NO_MEMORY;
    hol_release(s->work, mark);
    return x.status;
}

/* ---------------------------------------------------------------- aside */

static void end_aside(void *self)
{
    stepper *made = self;
    hol_stepper_free(made->aside);
    hol_state_free(made->z);
    made->aside = NULL;
    made->z = NULL;
}

/* Has `made` another stepper of the same method and options? */
static bool has_aside(stepper *made)
{
    const hol_stepper *s = &made->s;
    if (made->aside) return true;
    hol_at_end(s->memory, end_aside, made); /* first: it may find no memory */
    made->z = hol_state_new(s->sys, s->method, s->opt);
    if (made->z) made->aside = hol_stepper_new(s->sys, s->method, s->opt, NULL, NULL);
    if (!made->aside) end_aside(made);
    return made->aside;
}

/* Over h from z->t in parts, which are halved where a step fails. */
static hol_status go_aside(hol_stepper *s, double h, hol_state *z)
{
    enum { HALVINGS = 12 };
    double t = z->t, gone = 0, part = h;
    for (int halvings = 0; gone < h;) {
        double step = fmin(part, h - gone);
        z->t = t + gone;
        hol_status status = hol_step(s, step, z);
        if (status == HOL_OK) {
            gone = step < part ? h : gone + step;
            continue;
        }
        if (status == HOL_NO_MEMORY || ++halvings > HALVINGS) return status;
        part *= 0.5;
    }
    return HOL_OK;
}

hol_status hol_step_aside(hol_stepper *s, const hol_state *from, double h, double q[], double v[])
{
    stepper *made = (stepper *)s;
    if (!has_aside(made)) return HOL_NO_MEMORY;
    made->aside->rtol = s->rtol;
    made->aside->atol = s->atol;
    made->z->t = from->t;
    memcpy(made->z->q, from->q, made->size * sizeof *from->q);
    hol_status status = go_aside(made->aside, h, made->z);
    if (status) return status;
    memcpy(q, made->z->q, (size_t)s->sys->nq * sizeof *q);
    memcpy(v, made->z->v, (size_t)s->sys->nv * sizeof *v);
    return HOL_OK;
}
