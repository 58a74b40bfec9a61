/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stepping loop: see advance.h. */
#include "holonomy/advance.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/say.h"
#include "base/text.h"
#include "harness/run/prepare.h"
#include "harness/run/singular.h"

enum { HALVINGS = 20 };                    /* of one step, before the run ends */
static const double shortest_step = 1e-14; /* of the span: round-off of t */
static const double nearby = 0.1;          /* least pivot of the rows at which others are sought */
static const double same_ratio = 1e-13;    /* round-off of t_end / h and of typed decimals */

void hol_failure_text(const hol_stepper *s, hol_status status, long step, double t,
                      hol_message *why)
{
    char where[64] = "start";
    if (step >= 0) snprintf(where, sizeof where, "step %ld at t = %.10g", step, t);
    const char *reason = hol_status_reason(status);
    bool iteration = status == HOL_DIVERGED || status == HOL_REJECT;
    if (iteration && s->residual.of)
        hol_say(why, "%s: the iteration on %s did not converge (residual %.2g)", where,
                s->residual.of, s->residual.value);
    else if (status == HOL_SINGULAR && s->residual.of)
        hol_say(why, "%s: %s (%s: %.2g)", where, reason, s->residual.of, s->residual.value);
    else
        hol_say(why, "%s: %s", where, reason);
}

/* Is the run to go on with other rows, by what they are at the state z, the last one or the one
 * before it? */
static bool wants_other_rows(hol_advance *a, const hol_state *z, bool met)
{
    a->again = a->other_rows && (met || z->t < a->t_end) && a->other_rows(a->chooser, z, met);
    return a->again;
}

/* By what they are at a configuration that the motion from z would meet. */
static bool wants_other_rows_at(hol_advance *a, const hol_passage *met, const hol_state *z)
{
    hol_state there = *z;
    there.t = met->t;
    there.q = hol_watch_met(a->watch);
    return wants_other_rows(a, &there, true);
}

static void end_at(hol_advance *a, const hol_passage *at)
{
    a->status = HOL_SINGULAR;
    a->passed = *at;
    hol_say(&a->message, "step %ld at t = %.10g: singular configuration at t = %.6g: %.400s",
            a->steps + 1, a->z->t, at->t, at->text.text);
}

/* The rows that depend on others at the node, behind what there is to say. */
static void name_dependent_rows(hol_advance *a)
{
    hol_eval *sys = a->s->sys;
    hol_counters kept = *sys->count;
    hol_dependence d;
    if (hol_dependent_rows(sys, a->z->q, 0, &d))
        hol_append(a->message.text, sizeof a->message.text, ": %s", d.text.text);
    *sys->count = kept;
}

/* A step of length h from the last node failed: as it is near a singular configuration it may have
 * failed before it, but not by more than its own length and that of the nodes it solves ahead. */
static void fail(hol_advance *a, hol_status status, double h)
{
    hol_passage ahead;
    if (wants_other_rows(a, a->z, true)) {
        a->status = HOL_OK;
        return;
    }
    a->status = status;
    hol_failure_text(a->s, status, a->steps + 1, a->z->t, &a->message);
    double reach = (2 + a->s->method->ahead) * h;
    if (!a->watch || a->through || !hol_watch_ahead(a->watch, a->s, reach, a->z, &ahead)) {
        if (status == HOL_SINGULAR) name_dependent_rows(a);
        return;
    }
    if (wants_other_rows_at(a, &ahead, a->z)) {
        a->status = HOL_OK;
        a->message.text[0] = '\0';
        return;
    }
    end_at(a, &ahead);
    if (status == HOL_SINGULAR && a->s->residual.of)
        hol_append(a->message.text, sizeof a->message.text, " (%s: %.2g)", a->s->residual.of,
                   a->s->residual.value);
}

typedef enum { GOES_ON, ENDS, AGAIN } outcome; /* of a step; AGAIN: it is to be taken by halves */

/* The run ENDS at a singular configuration at the node before it, and there it is AGAIN. */
static outcome watched(hol_advance *a, double h)
{
    hol_passage met;
    const hol_node node = {a->s, a->s->before, a->z, h, a->steps + 1, a->t_end};
    hol_watched seen = a->watch ? hol_watch_step(a->watch, &node, a->adaptive, &met) : HOL_CLEAR;
    if (seen == HOL_CLEAR) return GOES_ON;
    bool others = wants_other_rows(a, a->s->before, true) ||
                  (seen == HOL_PASSED && wants_other_rows_at(a, &met, a->s->before));
    if (seen == HOL_PASSED && a->through && !others) {
        if (a->passages++ == 0) a->passed = met;
        return GOES_ON;
    }
    hol_undo(a->s, a->z);
    if (seen == HOL_AGAIN && !others) return AGAIN;
    if (!others) end_at(a, &met);
    return ENDS;
}

/* At the node of the step just taken? */
static bool is_lost(hol_advance *a)
{
    hol_message why;
    if (!a->lost || !a->lost(a->observer, &why)) return false;
    a->status = HOL_DIVERGED;
    hol_say(&a->message, "step %ld at t = %.10g: %.400s", a->steps, a->z->t, why.text);
    return true;
}

/* Takes an accepted step into the books, unless it is to be taken AGAIN. */
static outcome accept(hol_advance *a, double h, double t)
{
    a->z->t = t;
    outcome seen = watched(a, h);
    if (seen != GOES_ON) return seen;
    a->steps++;
    a->h_last = h;
    a->h_min = a->steps == 1 ? h : fmin(a->h_min, h);
    a->h_max = a->steps == 1 ? h : fmax(a->h_max, h);
    if (a->observe)
        a->observe(a->observer, &(hol_node){a->s, a->s->before, a->z, h, a->steps, a->t_end});
    if (is_lost(a)) return ENDS;
    a->interrupted = a->stop && *a->stop && t < a->t_end;
    if (a->interrupted)
        hol_say(&a->message, "interrupted after step %ld at t = %.10g", a->steps, t);
    bool near = a->watch && hol_watch_least(a->watch) < nearby;
    return a->interrupted || (near && wants_other_rows(a, a->z, false)) ? ENDS : GOES_ON;
}

static bool room_for_a_step(hol_advance *a)
{
    if (a->steps < a->max_steps) return true;
    a->status = HOL_LIMIT;
    return hol_wrong(&a->message, "t = %.10g: the permitted %ld steps are used up", a->z->t,
                     a->max_steps);
}

/* ---------------------------------------------------------------- fixed steps */

static bool fixed_step(hol_advance *a, double h, double t1)
{
    if (!room_for_a_step(a)) return false;
    hol_status status = hol_step(a->s, h, a->z);
    if (status == HOL_OK) return accept(a, h, t1) == GOES_ON;
    fail(a, status, h);
    return false;
}

static void run_fixed(hol_advance *a)
{
    double h = a->h, ratio = a->t_end / h, whole = nearbyint(ratio);
    bool cut = fabs(ratio - whole) > same_ratio * ratio;
    if (cut) whole = floor(ratio);
    for (double n = (double)a->steps + 1.0; n <= whole; n += 1.0)
        if (!fixed_step(a, h, n < whole || cut ? n * h : a->t_end)) return;
    if (!cut) return;
    double rest = a->t_end - whole * h;
    hol_status status = whole > 0.0 ? hol_restart(a->s, rest, a->z) : HOL_OK;
    if (status != HOL_OK)
        fail(a, status, rest);
    else if (fixed_step(a, rest, a->t_end))
        hol_say(&a->message, "%.10g s is no multiple of h: the last step was cut to %.10g s",
                a->t_end, rest);
}

/* ---------------------------------------------------------------- steps under control */

typedef enum { ACCEPTED, INACCURATE, FAILED } verdict;

/* One trial step and the step to go on with; a->status says why it FAILED. */
static verdict trial(hol_advance *a, double h, bool after_rejection, double *next)
{
    hol_status status = hol_step(a->s, h, a->z);
    double error = a->s->error;
    const hol_control *c = &a->s->control;
    double factor = fmax(c->shrinkage, c->safety * pow(error, -1.0 / a->error_order));
    a->status = status;
    if (status == HOL_OK) {
        *next = h * fmin(after_rejection ? c->growth_rejected : c->growth, factor);
        return ACCEPTED;
    }
    if (status == HOL_REJECT && error > 1.0) {
        *next = h * factor;
        return INACCURATE;
    }
    *next = 0.5 * h;
    return FAILED;
}

/* One accepted step of length `taken` from a trial step h, cut to what is left; h becomes the step
 * to go on with. */
static bool controlled_step(hol_advance *a, double *h, double left, double *taken)
{
    bool after_rejection = false;
    int halvings = 0;
    for (;;) {
        *taken = *h >= left * (1.0 - 1e-10) ? left : *h; /* no sliver of a last step */
        verdict v = trial(a, *taken, after_rejection, h);
        if (v == ACCEPTED) return true;
        bool may_help = a->status == HOL_REJECT || a->status == HOL_NOT_FINITE;
        if (v == FAILED && (!may_help || ++halvings > HALVINGS)) return false;
        a->rejected++;
        after_rejection = true;
        if (*h >= shortest_step * a->t_end) continue;
        if (v != FAILED) a->status = HOL_LIMIT;
        return false;
    }
}

static void fail_control(hol_advance *a, double h)
{
    double t = a->z->t;
    hol_status status = a->status;
    fail(a, status, h);
    if (a->status != status) return;
    if (a->status == HOL_LIMIT)
        hol_say(&a->message, "step %ld at t = %.10g: the step fell below %.1g of the span",
                a->steps + 1, t, shortest_step);
    else if (a->status == HOL_REJECT && !a->s->residual.of)
        hol_say(&a->message, "step %ld at t = %.10g: still rejected after %d halvings",
                a->steps + 1, t, HALVINGS);
}

static void run_adaptive(hol_advance *a)
{
    double h = a->h, carry = 0.0, taken; /* t + carry: time by compensated summation */
    while (a->z->t < a->t_end) {
        double t = a->z->t, left = a->t_end - t - carry;
        if (!room_for_a_step(a)) return;
        double tried = fmin(h, left);
        if (!controlled_step(a, &h, left, &taken)) {
            fail_control(a, tried);
            return;
        }
        double sum = t + (carry + taken);
        outcome seen = accept(a, taken, taken >= left ? a->t_end : sum);
        if (seen == ENDS) return;
        if (seen == AGAIN) {
            a->rejected++;
            h = 0.5 * taken;
            continue;
        }
        carry = (carry + taken) - (sum - t);
    }
}

static void go(hol_advance *a)
{
    a->again = false;
    if (a->watch) hol_watch_start(a->watch, a->z);
    if (a->adaptive)
        run_adaptive(a);
    else
        run_fixed(a);
}

void hol_advance_go_on(hol_advance *a)
{
    if (a->adaptive) a->h = a->steps ? a->h_last : a->h;
    go(a);
}

bool hol_advance_makes_sense(hol_advance *a)
{
    bool ends = isfinite(a->t_end) && a->t_end >= 0.0;
    if (hol_step_makes_sense(a->h, &a->message) &&
        (ends || hol_wrong(&a->message, "the end t = %g must be a number not below 0", a->t_end)))
        return true;
    a->status = HOL_UNSUPPORTED;
    return false;
}

void hol_advance_run(hol_advance *a)
{
    a->steps = a->rejected = a->passages = 0;
    a->h_min = a->h_max = a->h_last = NAN;
    a->status = HOL_OK;
    a->interrupted = false;
    a->message.text[0] = '\0';
    if (!hol_advance_makes_sense(a)) return;
    if (a->observe) a->observe(a->observer, &(hol_node){a->s, NULL, a->z, 0.0, 0, a->t_end});
    go(a);
}
