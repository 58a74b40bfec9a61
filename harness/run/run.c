/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Driver of a run: see run.h. */
#include "holonomy/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "base/words.h"
#include "harness/run/balance.h"
#include "harness/run/other_rows.h"
#include "harness/run/prepare.h"
#include "harness/run/singular.h"
#include "holonomy/memory.h"

static const long most_steps = 100000000;

hol_case hol_case_of(const hol_problem *problem, const hol_method *method)
{
    return (hol_case){.problem = problem,
                      .method = method,
                      .h = problem->step,
                      .until = problem->t_end,
                      .max_steps = most_steps,
                      .repeats = 1};
}

HOL_WORD_OF(hol_end_name, hol_end, HOL_END_LIST(HOL_WORD_BEFORE))

hol_end hol_result_end(const hol_result *r)
{
    if (r->refusal.outcome == HOL_UNFIT) return HOL_END_UNFIT;
    if (r->refusal.outcome == HOL_WITHOUT_MEMORY) return HOL_END_NO_MEMORY;
    if (r->refusal.outcome != HOL_RAN) return HOL_END_NOT_RUN;
    return r->interrupted ? HOL_END_INTERRUPTED : (hol_end)r->status; /* the same list */
}

const char *hol_result_status(const hol_result *r)
{
    return hol_end_name(hol_result_end(r));
}

/* ---------------------------------------------------------------- the passes */

typedef struct {
    const hol_case *c;
    hol_result *r;
    hol_watch *watch; /* of the pass that is looked at, then of what is timed; NULL: none */
    hol_chooser *chooser;
    hol_state *z; /* of the passes that are timed */
    bool lost;    /* it ended because the state was no motion of the mechanism any more */
} running;

/* Diagnostics, errors, samples and the caller's observer at an accepted node. */
static void at_node(void *self, const hol_node *node)
{
    running *x = self;
    hol_result *r = x->r;
    hol_counters kept = *node->s->count;
    hol_look(r, node->z);
    if (r->sampler) hol_sampler_add(r->sampler, node, r->diagnostics->gauge->pose);
    if (x->c->observe) x->c->observe(x->c->observer, node);
    *node->s->count = kept;
}

static const double most_off = 100; /* constraints, over the mechanism's length */

/* A method that neither iterates nor estimates an error goes on with anything that is finite. */
static bool is_lost(void *self, hol_message *why)
{
    running *x = self;
    double off = x->r->diagnostics->gauge->off;
    x->lost = !(off <= most_off);
    if (x->lost)
        hol_say(why, "it has blown up: constraints are off by %.2g times the mechanism's length",
                off);
    return x->lost;
}

static hol_advance plan(const hol_case *c, hol_result *r, hol_state *z)
{
    return (hol_advance){.s = r->x->s,
                         .z = z,
                         .h = c->h,
                         .t_end = c->until,
                         .adaptive = r->adaptive,
                         .error_order = r->x->claims.error_order,
                         .max_steps = c->max_steps,
                         .stop = c->stop};
}

/* Behind what there is to say already. */
static void say_passages(hol_result *r)
{
    hol_message before = r->message;
    if (!r->passages) return;
    hol_say(&r->message, "%.120s%spassed a singular configuration at t = %.6g: %.300s", before.text,
            before.text[0] ? "; " : "", r->passed.t, r->passed.text.text);
    before = r->message;
    if (r->passages > 1)
        hol_say(&r->message, "%.460s; %ld more after it", before.text, r->passages - 1);
}

/* The rows chosen again. */
static void say_choices(hol_result *r, const hol_chooser *c)
{
    hol_message before = r->message;
    double t;
    const char *text;
    long changes = c ? hol_chooser_changes(c, &t, &text) : 0;
    if (!changes) return;
    hol_say(&r->message, "%.120s%sthe rows left out were chosen again at t = %.6g: %.300s",
            before.text, before.text[0] ? "; " : "", t, text);
    before = r->message;
    if (changes > 1)
        hol_say(&r->message, "%.460s; %ld more times after it", before.text, changes - 1);
}

/* Goes on with other rows as often as the run ends for them; without, where there are none to be
 * had. */
static void go_on(running *x, hol_advance *a)
{
    hol_result *r = x->r;
    hol_gauge *g = r->diagnostics->gauge;
    while (a->again) {
        hol_message why = {""};
        hol_watch_free(x->watch);
        x->watch = NULL;
        if (hol_chooser_change(x->chooser, a->adaptive && a->steps ? a->h_last : a->h, &why))
            hol_say(&r->note, "no other rows were taken at t = %.6g: %.300s", r->x->z->t, why.text);
        a->s = r->x->s;
        a->z = r->x->z;
        a->watch = x->watch = hol_watch_new(r->x->sys);
        g->sys = r->x->sys;
        hol_balance_follow(g->balance, g->sys, r->x->z->q);
        g->work = r->x->s->work;
        hol_match_reference(r);
        hol_advance_go_on(a);
    }
}

/* Why the start failed, and the rows that depend on others there. */
static void say_start(hol_result *r)
{
    const hol_dependence *d = &r->x->sys->dependent;
    hol_failure_text(r->x->s, r->status, -1, 0.0, &r->message);
    if (r->status == HOL_SINGULAR && d->count)
        hol_append(r->message.text, sizeof r->message.text, ": %s", d->text.text);
}

/* The pass that is looked at. */
static void observed_pass(running *x)
{
    const hol_case *c = x->c;
    hol_result *r = x->r;
    hol_advance a = plan(c, r, r->x->z);
    a.watch = x->watch = hol_watch_new(r->x->sys); /* before a start makes factors: peak memory */
    *r->x->s->count = (hol_counters){0};
    r->status = hol_start(r->x->s, 0.0, fmin(a.h, a.t_end), r->at, r->x->z);
    r->h_min = r->h_max = r->h_last = NAN;
    if (r->status != HOL_OK) {
        say_start(r);
        hol_place(r->x->sys, r->at, r->x->z->q, r->x->z->v); /* which the failed start undid */
        hol_diagnostics_add(r->diagnostics, r->x->z);
        return;
    }
    a.observe = at_node;
    a.observer = x;
    a.lost = is_lost;
    a.through = c->past_singular || !(r->method->needs & HOL_FULL_RANK);
    a.chooser = x->chooser = hol_chooser_new(r->memory, r->x);
    if (x->chooser) a.other_rows = hol_chooser_asked;
    hol_advance_run(&a);
    go_on(x, &a);
    r->status = a.status;
    r->interrupted = a.interrupted;
    r->message = a.message;
    r->h_min = a.h_min;
    r->h_max = a.h_max;
    r->h_last = a.h_last;
    r->steps = a.steps;
    r->rejected = a.rejected;
    r->passages = a.passages;
    r->passed = a.passed;
    r->counters = *r->x->s->count;
    hol_watch *again = hol_watch_repeat(x->watch);
    hol_watch_free(x->watch); /* makes room for what is timed */
    x->watch = again;
    say_passages(r);
    say_choices(r, x->chooser);
    hol_look_at_end(r, r->x->z->t);
}

/* Was it ended by what only the pass that is looked at sees: a singular configuration ahead,
 * constraints that are lost?  That is not looked for again: its steps are the limit. */
static bool seen_to_end(const running *x)
{
    return x->r->status == HOL_SINGULAR || x->lost;
}

/* The same end, bit for bit? */
static bool repeated(const running *x, const hol_advance *a)
{
    const hol_result *r = x->r;
    hol_eval *sys = r->x->sys;
    bool same = a->status == r->status || (a->status == HOL_LIMIT && seen_to_end(x));
    return a->steps == r->steps && same &&
           !memcmp(a->z->q, r->x->z->q, (size_t)sys->nq * sizeof(double)) &&
           !memcmp(a->z->v, r->x->z->v, (size_t)sys->nv * sizeof(double));
}

/* Has the run gone on with other rows?  It is not repeated then. */
static bool changed(const hol_chooser *c)
{
    return c && hol_chooser_changes(c, &(double){0}, &(const char *){NULL}) > 0;
}

/* CPU time of the steps alone: the same run again, with no one looking. */
static void timed_passes(running *x)
{
    static const double enough = 0.2; /* of all passes together [s] */
    const hol_case *c = x->c;
    hol_result *r = x->r;
    hol_state *z = x->z = hol_had(hol_state_new(r->x->sys, r->method, r->x->options));
    double least = NAN, most = NAN, sum = 0.0;
    int passes = 0;
    for (int i = 0; i < c->repeats && sum < enough; i++) {
        hol_advance a = plan(c, r, z);
        a.watch = x->watch;
        if (seen_to_end(x)) a.max_steps = r->steps;
        a.status = hol_start(r->x->s, 0.0, fmin(a.h, a.t_end), r->at, z);
        if (a.status == HOL_NO_MEMORY) hol_no_memory();
        if (a.status != HOL_OK) break;
        double begin = hol_cpu_seconds();
        hol_advance_run(&a);
        double spent = hol_cpu_seconds() - begin;
        if (a.status == HOL_NO_MEMORY) hol_no_memory();
        if (a.interrupted) break;
        if (!repeated(x, &a)) hol_say(&r->note, "the timed steps did not repeat the run's bits");
        sum += spent;
        passes++;
        least = fmin(least, spent);
        most = fmax(most, spent);
    }
    r->cpu_seconds = least;
    r->cpu_spread = most - least;
    r->cpu_passes = passes ? passes : (double)NAN;
}

static void run(void *data)
{
    running *x = data;
    const hol_case *c = x->c;
    hol_result *r = x->r;
    if (hol_prepare(c, r) != HOL_RAN) return;
    hol_look_begin(r, c->until, r->x->s->work);
    if (c->samples) r->sampler = hol_sampler_new(r->x->sys, c->samples, c->until);
    observed_pass(x);
    if (c->repeats > 0 && !r->interrupted && !changed(x->chooser)) timed_passes(x);
}

hol_outcome hol_run(const hol_case *c, hol_result *r)
{
    running x = {.c = c, .r = r};
    if (!hol_try(run, &x)) {
        r->refusal = hol_no_room;
        hol_refusal_text(&r->refusal, &r->message);
    }
    hol_watch_free(x.watch);
    hol_state_free(x.z);
    return r->refusal.outcome;
}

void hol_result_free(hol_result *r)
{
    hol_sampler_free(r->sampler);
    hol_diagnostics_free(r->diagnostics);
    hol_memory_end(r->memory);
    hol_experiment_close(r->x);
    *r = (hol_result){0};
}
