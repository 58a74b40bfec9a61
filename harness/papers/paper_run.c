/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs for the papers: see paper_run.h. */
#include "harness/papers/paper_run.h"

#include <limits.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/say.h"
#include "base/text.h"
#include "holonomy/run.h"

/* "spook on ladder N=10 rungs=down, h = 0.05: reason"; false. */
static bool fail(const hol_paper_run *is, double h, const char *reason, hol_message *why)
{
    char words[128] = "";
    for (int i = 0; is->parameter[i]; i++) hol_append(words, sizeof words, " %s", is->parameter[i]);
    return hol_wrong(why, "%s on %s%s, h = %g: %.300s", is->method, is->problem, words, h, reason);
}

/* ---------------------------------------------------------------- set-up */

/* The case of the names; its parameters and options are those of the experiment r->x. */
static bool name(const hol_paper_run *is, hol_result *r, hol_case *c, hol_message *why)
{
    hol_refusal refusal;
    *r = (hol_result){0};
    r->x = hol_experiment_named(is->problem, is->method, is->formulation, is->parameter, is->option,
                                &refusal);
    if (!r->x) {
        hol_refusal_text(&refusal, why);
        return false;
    }
    r->problem = r->x->problem;
    r->method = r->x->method;
    *c = hol_case_of(r->problem, r->method);
    if (is->h > 0) c->h = is->h;
    if (is->until > 0) c->until = is->until;
    return true;
}

bool hol_paper_prepare(const hol_paper_run *is, hol_result *r, hol_message *why)
{
    hol_case c;
    if (!name(is, r, &c, why)) return false;
    r->h = c.h;
    return true;
}

/* ---------------------------------------------------------------- the run */

bool hol_paper_measure(const hol_paper_run *is, hol_result *r, hol_message *why)
{
    hol_case c;
    hol_result given;
    bool ran = name(is, &given, &c, why);
    *r = (hol_result){0};
    if (ran) {
        c.parameters = given.x->parameters;
        c.options = given.x->options;
        c.formulation = is->formulation;
        c.rtol = c.atol = is->tolerance;
        c.samples = is->samples;
        c.repeats = is->repeats;
        c.stop = is->stop;
        c.observe = is->observe;
        c.observer = is->observer;
        ran = hol_run(&c, r) == HOL_RAN && r->status == HOL_OK;
        if (!ran) fail(is, c.h, r->message.text, why);
    }
    hol_result_free(&given);
    return ran;
}

bool hol_paper_ended(const hol_result *r)
{
    return r->refusal.outcome == HOL_RAN && r->status != HOL_OK && r->status != HOL_NO_MEMORY;
}

bool hol_paper_pass(const hol_paper_run *is, hol_result *r, hol_message *why)
{
    hol_advance a = {.s = r->x->s,
                     .z = r->x->z,
                     .h = r->h,
                     .t_end = is->until > 0 ? is->until : r->problem->t_end,
                     .max_steps = LONG_MAX,
                     .stop = is->stop,
                     .observe = is->observe,
                     .observer = is->observer};
    a.status = hol_start(a.s, 0, a.h, NULL, a.z);
    if (a.status != HOL_OK) {
        hol_failure_text(a.s, a.status, -1, 0, &a.message);
    } else {
        if (is->place && !is->place(r, a.h, why)) return false;
        double began = hol_cpu_seconds();
        hol_advance_run(&a);
        r->cpu_seconds = hol_cpu_seconds() - began;
    }
    r->steps = a.steps;
    r->status = a.status;
    r->message = a.message;
    return a.status == HOL_OK || fail(is, a.h, a.message.text, why);
}

bool hol_paper_follow(const hol_paper_run *is, hol_result *r, hol_message *why)
{
    return hol_paper_prepare(is, r, why) && hol_paper_pass(is, r, why);
}
