/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for the method that reaches an error at the least cost: see choose.h. */
#include "harness/study/choose.h"

#include <float.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/words.h"
#include "harness/study/study.h"

/* A run that has spent more than so many times what the best needs is left, and so is one whose
 * claimed order says that it will need that many times as much. */
static const double hopeless = 4, far_from_hope = 30;
static const double affordable = 2e-2; /* CPU time of a run that is always waited for [s] */
enum { COARSEST = 16, FEWEST_STEPS = 4, RUNGS = 40, FINALISTS = 12 };
static const double loosest = 1e-2, tightest = 1e-15, near_best = 2.5;
/* Short finalists run in turns for so long that a machine that changes its pace on the way has
 * shown both to all of them [s]. */
static const double in_turns = 0.3;
enum { ROUNDS = 5, MOST_ROUNDS = 1024 };
/* A short run is made so often that a moment in which the machine was busy does not count. */
enum { TIMES = 4 };
static const double long_enough = 4e-3; /* CPU time of its passes [s] */
/* Rungs one after the other whose small error does not fall: round-off rules them. */
enum { FLAT = 3 };
static const double small = 1e-6; /* error over the size of the model */
static const double drowned = 10; /* rounding over the error that is asked for */

typedef struct {
    double value, cost, error;
} rung;

typedef struct {
    hol_candidate choice;
    hol_experiment *x;
    bool open;
    int level, flat;         /* flat: the last rungs that did not lower a small error */
    rung last, above, below; /* value 0: there is none */
    double least;            /* error of all its runs */
} runner;

typedef struct {
    const hol_choose_task *task;
    hol_choices *found;
    runner *runner;
    int count;
    double best; /* cost that reaches the error, so far */
    double began;
    hol_pose *truth, *pose;
} search;

HOL_WORD_OF(hol_choice_end_name, hol_choice_end, HOL_CHOICE_LIST(HOL_WORD))

/* ---------------------------------------------------------------- who runs */

static void enter(search *s, const hol_method *method, const char *formulation)
{
    hol_refusal refusal;
    hol_setup setup = {.problem = s->task->problem,
                       .method = method,
                       .formulation = formulation,
                       .parameters = s->task->par};
    hol_experiment *x = hol_experiment_open(&setup, &refusal);
    if (!x) return;
    s->found->tried += !x->sys->same_as;
    if (x->sys->same_as || /* the same steps */
        x->claims.energy < s->task->energy) {
        hol_experiment_close(x);
        return;
    }
    s->runner = hol_renew(s->runner, (size_t)(s->count + 1) * sizeof *s->runner);
    runner *r = &s->runner[s->count++];
    *r = (runner){.choice = {.method = method, .adaptive = hol_takes_tolerances(&x->claims)},
                  .x = x,
                  .open = true,
                  .least = INFINITY};
    r->choice.value = r->choice.cost = r->choice.error = NAN;
    r->choice.energy = r->choice.phi = r->choice.gv = NAN;
    snprintf(r->choice.formulation, sizeof r->choice.formulation, "%s", x->sys->formulation);
}

static void enter_all(search *s)
{
    const hol_method *method;
    const hol_formulation *f;
    for (int k = 0; (method = hol_method_at(k)); k++) {
        if (method->baseline) continue;
        for (int i = 0; (f = hol_formulation_at(i)); i++) enter(s, method, hol_formulation_name(f));
        if (s->task->problem->own) enter(s, method, "own");
    }
}

/* ---------------------------------------------------------------- one run */

typedef struct {
    double began, limit; /* CPU time [s] */
    volatile sig_atomic_t stop;
    long nodes;
} guard;

static void watch(void *self, const hol_node *node)
{
    enum { EVERY = 32 };
    guard *g = self;
    (void)node;
    if (++g->nodes % EVERY == 0 && hol_cpu_seconds() - g->began > g->limit) g->stop = 1;
}

/* The span, bare, with this step or tolerance; its error is infinite where it fails. */
static rung run_at(const search *s, const runner *r, double value, double limit)
{
    hol_experiment *x = r->x;
    const hol_problem *problem = s->task->problem;
    bool adaptive = r->choice.adaptive;
    double h = adaptive ? fmin(problem->step, s->task->span) : value;
    guard g = {.limit = limit};
    hol_advance a = {.s = x->s,
                     .z = x->z,
                     .h = h,
                     .t_end = s->task->span,
                     .adaptive = adaptive,
                     .error_order = x->claims.error_order,
                     .max_steps = LONG_MAX,
                     .observe = watch,
                     .observer = &g,
                     .stop = &g.stop,
                     .through = true};
    rung done = {.value = value, .error = INFINITY};
    x->s->rtol = x->s->atol = adaptive ? value : 0;
    hol_status status = hol_start(x->s, 0, h, NULL, x->z);
    g.began = hol_cpu_seconds();
    if (!status) hol_advance_run(&a);
    done.cost = hol_cpu_seconds() - g.began;
    if (status || a.status || g.stop) return done;
    hol_poses(x->sys, x->z->q, x->z->v, s->pose);
    hol_error e = hol_error_between(x->sys->nb, s->pose, s->truth, 0, NULL, NULL);
    double error = s->found->moves ? e.position : e.orientation;
    if (error >= 0) done.error = error;
    return done;
}

/* The same, with the least CPU time of the passes that a short run is given. */
static rung timed_at(const search *s, const runner *r, double value, double limit)
{
    rung done = run_at(s, r, value, limit);
    double spent = done.cost;
    for (int n = 1; n < TIMES && spent < long_enough; n++) {
        double cost = run_at(s, r, value, limit).cost;
        done.cost = fmin(done.cost, cost);
        spent += cost;
    }
    return done;
}

/* ---------------------------------------------------------------- the ladder */

static double value_at(const search *s, const runner *r, int level)
{
    if (r->choice.adaptive) return loosest * pow(10, -0.5 * level);
    double steps = ceil(s->task->span / (COARSEST * s->task->problem->step) * (1 - 1e-12));
    return s->task->span / ldexp(fmax(steps, FEWEST_STEPS), level);
}

/* The CPU time and the value at which the error is reached, on the line through both rungs. */
static rung crossing(const runner *r, double error)
{
    if (!(r->above.value > 0) || !isfinite(r->above.error)) return r->below;
    double part =
        log(r->above.error / error) / log(r->above.error / fmax(r->below.error, 1e-3 * error));
    return (rung){r->above.value * pow(r->below.value / r->above.value, part),
                  r->above.cost * pow(r->below.cost / r->above.cost, part), error};
}

static void close_runner(runner *r, hol_choice_end end, double cost, double error)
{
    r->open = false;
    r->choice.end = end;
    r->choice.cost = cost;
    r->choice.error = error;
}

/* What the next rung will cost. */
static double next_cost(const runner *r)
{
    return r->last.cost * (r->choice.adaptive ? 1.3 : 2);
}

/* By the claimed order, where the error is small enough for it to rule. */
static double whole_cost(const search *s, const runner *r)
{
    double order = r->choice.adaptive ? fmax(r->x->claims.order_q, 4) : r->x->claims.order_q;
    if (!(r->last.error < 1e3 * s->task->error) || order <= 0) return r->last.cost;
    return r->last.cost * pow(r->last.error / s->task->error, 1 / (order + 1));
}

/* The error of rounding alone, one in each of the steps of h, at random: a finer rung has more. */
static double rounding(const search *s, const runner *r, double h)
{
    return 0.5 * DBL_EPSILON * r->x->sys->length * sqrt(s->task->span / h);
}

static void climb(search *s, runner *r)
{
    double value = value_at(s, r, r->level++), limit = fmax(hopeless * s->best, affordable);
    /* Is there no smaller error to be had from a finer rung? */
    if (r->flat == FLAT || r->level > RUNGS ||
        (r->choice.adaptive ? value < tightest
                            : rounding(s, r, value) > drowned * s->task->error)) {
        close_runner(r, HOL_CHOICE_NOT_REACHED, r->last.cost, r->least);
        return;
    }
    r->last = timed_at(s, r, value, limit);
    bool falls = r->last.error < 0.9 * r->least || r->least > small * r->x->sys->length;
    r->flat = falls ? 0 : r->flat + 1;
    r->least = fmin(r->least, r->last.error);
    if (r->last.error <= s->task->error) {
        r->below = r->last;
        rung at = crossing(r, s->task->error);
        close_runner(r, HOL_CHOICE_REACHED, at.cost, at.error);
        r->choice.value = at.value;
        s->best = fmin(s->best, at.cost);
    } else {
        r->above = r->last;
        bool behind = r->last.cost > limit || next_cost(r) > limit ||
                      whole_cost(s, r) > fmax(far_from_hope * s->best, affordable);
        if (behind) close_runner(r, HOL_CHOICE_BEHIND, r->last.cost, r->least);
    }
}

static int settled(const search *s)
{
    int count = 0;
    for (int i = 0; i < s->count; i++) count += !s->runner[i].open;
    return count;
}

static bool goes_on(search *s)
{
    const hol_choose_task *task = s->task;
    hol_choices *found = s->found;
    found->late = hol_wall_seconds() - s->began > task->seconds;
    found->stopped = task->news && !task->news(task->self, settled(s), s->count);
    return !found->late && !found->stopped;
}

/* The one whose next rung is the cheapest; NULL: all are settled. */
static runner *next_runner(const search *s)
{
    runner *next = NULL;
    for (runner *r = s->runner; r < s->runner + s->count; r++)
        if (r->open && (!next || next_cost(r) < next_cost(next))) next = r;
    return next;
}

/* ---------------------------------------------------------------- the finalists */

static int by_cost(const void *a, const void *b)
{
    const runner *x = a, *y = b;
    if (x->choice.end != y->choice.end) return x->choice.end < y->choice.end ? -1 : 1;
    return (x->choice.cost > y->choice.cost) - (x->choice.cost < y->choice.cost);
}

static bool is_near(const search *s, int i)
{
    const hol_candidate *c = &s->runner[i].choice;
    return i < FINALISTS && c->end == HOL_CHOICE_REACHED &&
           c->cost <= near_best * s->runner[0].choice.cost;
}

/* A dip of the error below the one asked for is none where the next rung is above it again: the
 * ladder goes on there. */
static void confirm(search *s, runner *r)
{
    rung finer = timed_at(s, r, value_at(s, r, r->level), 2 * hopeless * s->best);
    if (finer.error <= s->task->error) return;
    r->above = r->last = finer;
    r->least = finer.error;
    r->level++;
    r->open = true;
    while (r->open) climb(s, r);
}

/* A value between the rungs that reaches the error, as a run of it shows; the finer rung does. */
static void settle(const search *s, runner *r, int tries)
{
    const double aim = 0.97 * s->task->error, near = 0.9 * s->task->error;
    for (int k = 0; k < tries && !(r->below.error > near); k++) {
        double value = crossing(r, aim).value;
        if (value == r->below.value) break; /* there is no coarser rung */
        rung at = timed_at(s, r, value, INFINITY);
        *(at.error <= s->task->error ? &r->below : &r->above) = at;
    }
    r->choice.value = r->below.value;
    r->choice.cost = r->below.cost;
    r->choice.error = r->below.error;
}

/* Runs in turns, so that all have the same machine.  The CPU time of one that was interrupted can
 * be counted short as well as long: the median of all turns counts. */
static void time_in_turns(const search *s, runner of[], int count)
{
    double(*cost)[MOST_ROUNDS] = hol_new(count, sizeof *cost);
    double began = hol_wall_seconds();
    int rounds = 0;
    while (rounds < ROUNDS || (rounds < MOST_ROUNDS && hol_wall_seconds() - began < in_turns)) {
        for (int i = 0; i < count; i++) {
            rung at = run_at(s, &of[i], of[i].choice.value, INFINITY);
            of[i].choice.error = at.error;
            cost[i][rounds] = at.cost;
        }
        rounds++;
    }
    for (int i = 0; i < count; i++) {
        gsl_sort(cost[i], 1, (size_t)rounds);
        of[i].choice.cost = gsl_stats_median_from_sorted_data(cost[i], 1, (size_t)rounds);
    }
    free(cost);
}

/* Brings the value to the error itself. */
static void time_finalists(search *s)
{
    int near = 0;
    qsort(s->runner, (size_t)s->count, sizeof *s->runner, by_cost);
    while (near < s->count && is_near(s, near)) near++;
    for (int i = 0; i < near; i++) confirm(s, &s->runner[i]);
    qsort(s->runner, (size_t)s->count, sizeof *s->runner, by_cost);
    for (near = 0; near < s->count && is_near(s, near);) near++;
    for (runner *r = s->runner; r < s->runner + s->count; r++)
        if (r->choice.end == HOL_CHOICE_REACHED) settle(s, r, r < s->runner + near ? 6 : 1);
    if (near) time_in_turns(s, s->runner, near);
    qsort(s->runner, (size_t)s->count, sizeof *s->runner, by_cost);
}

/* Energy and constraints of the run that reaches the error. */
static void look_at(const search *s, runner *r)
{
    hol_result seen;
    hol_case c = hol_case_of(s->task->problem, r->choice.method);
    c.parameters = s->task->par;
    c.formulation = r->choice.formulation;
    c.until = s->task->span;
    c.repeats = 0;
    c.past_singular = true;
    if (r->choice.adaptive)
        c.rtol = c.atol = r->choice.value;
    else
        c.h = r->choice.value;
    if (hol_run(&c, &seen) == HOL_RAN && !seen.status) {
        const hol_diagnostics *d = seen.diagnostics;
        if (hol_energy_told(d)) r->choice.energy = d->energy.max_error;
        r->choice.phi = fmax(d->phi, d->phi_inner);
        r->choice.gv = d->gv;
    }
    hol_result_free(&seen);
}

/* ---------------------------------------------------------------- all of it */

/* Do positions move?  Errors of a body that only turns are of its orientation. */
static bool moves(const hol_experiment *x, const hol_pose truth[])
{
    double most = 0;
    for (int b = 0; b < x->sys->nb; b++) {
        const hol_pose *start = &hol_body_at(x->sys->model, b)->at;
        for (int k = 0; k < 3; k++)
            most = fmax(most, fmax(fabs(truth[b].r[k] - start->r[k]), fabs(start->v[k])));
    }
    return most > 1e-9 * x->sys->length;
}

static bool find_truth(search *s, hol_message *why)
{
    hol_experiment *x = s->runner[0].x;
    hol_message missing = {""}, wrong = {""};
    s->truth = hol_new(2 * x->sys->nb, sizeof *s->truth);
    s->pose = s->truth + x->sys->nb;
    x->reference = hol_reference_for(s->task->problem, x->parameters, &missing, &wrong);
    bool known = !wrong.text[0] && hol_truth(x, s->task->span, s->truth);
    if (!known)
        hol_say(why, "the true motion of %s is not known at t = %g s%s%.300s",
                s->task->problem->name, s->task->span, *wrong.text || *missing.text ? ": " : "",
                *wrong.text ? wrong.text : missing.text);
    else
        s->found->moves = moves(x, s->truth);
    return known;
}

/* An error that doubles, or what is known of the truth, cannot show is not looked for. */
static bool can_be_seen(const search *s, hol_message *why)
{
    const char *unit = s->found->moves ? "m" : "rad";
    const hol_experiment *x = s->runner[0].x;
    double size = s->found->moves ? x->sys->length : 1, unknown = hol_truth_unknown(x) * size;
    bool can = s->task->error >= DBL_EPSILON * size, seen = s->task->error >= unknown;
    if (!can)
        hol_say(why, "no method reaches %g %s on %s: doubles of %g %s are %.1e %s apart",
                s->task->error, unit, s->task->problem->name, size, unit, DBL_EPSILON * size, unit);
    else if (!seen)
        hol_say(why, "%g %s are not seen on %s: its true motion is known to %d digits, %.1e %s",
                s->task->error, unit, s->task->problem->name, x->reference->digits, unknown, unit);
    return can && seen;
}

static void go_through(search *s)
{
    runner *r;
    while (goes_on(s) && (r = next_runner(s))) climb(s, r);
    for (int i = 0; i < s->count; i++)
        if (s->runner[i].open)
            close_runner(&s->runner[i], HOL_CHOICE_BEHIND, s->runner[i].last.cost,
                         s->runner[i].least);
    if (s->found->stopped) return;
    time_finalists(s);
    for (int i = 0; i < s->count; i++)
        if (s->runner[i].choice.end == HOL_CHOICE_REACHED) look_at(s, &s->runner[i]);
}

bool hol_choose(const hol_choose_task *task, hol_choices *found, hol_message *why)
{
    *found = (hol_choices){0};
    search s = {.task = task, .found = found, .best = INFINITY, .began = hol_wall_seconds()};
    enter_all(&s);
    if (!s.count)
        hol_say(why,
                found->tried ? "%s: no method that fits keeps the energy as asked"
                             : "%s: no method fits",
                task->problem->name);
    bool good = s.count && find_truth(&s, why) && can_be_seen(&s, why);
    if (good) go_through(&s);
    found->of = hol_new(s.count, sizeof *found->of);
    for (int i = 0; i < s.count; i++) {
        found->of[found->count++] = s.runner[i].choice;
        hol_experiment_close(s.runner[i].x);
    }
    found->seconds = hol_wall_seconds() - s.began;
    free(s.runner);
    free(s.truth);
    if (!good) hol_choices_free(found);
    return good;
}

void hol_choices_free(hol_choices *found)
{
    free(found->of);
    *found = (hol_choices){0};
}
