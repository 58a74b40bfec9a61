/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a case to a system, a stepper, a start and a reference, or to the reason there is none. */
#include "harness/run/prepare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "holonomy/memory.h"

/* ---------------------------------------------------------------- the case */

static bool positive(double x)
{
    return isfinite(x) && x > 0.0;
}

static bool tolerance(double x)
{
    return isfinite(x) && x >= 0.0;
}

bool hol_step_makes_sense(double h, hol_message *why)
{
    return positive(h) || hol_wrong(why, "the step h = %g must be a number above 0", h);
}

static bool case_makes_sense(const hol_case *c, hol_message *why)
{
    if (!hol_step_makes_sense(c->h, why)) return false;
    if (!positive(c->until))
        hol_say(why, "the end t = %g must be a number above 0", c->until);
    else if (!tolerance(c->rtol) || !tolerance(c->atol))
        hol_say(why, "the tolerances rtol = %g and atol = %g must be numbers not below 0", c->rtol,
                c->atol);
    else if (c->samples < 0 || c->samples == 1)
        hol_say(why, "%d samples: there must be two at least, the start and the end", c->samples);
    else if (c->max_steps < 1)
        hol_say(why, "%ld steps at most: there must be one at least", c->max_steps);
    else
        return true;
    return false;
}

static bool controllable(const hol_case *c, hol_result *r)
{
    r->adaptive = c->rtol > 0.0 || c->atol > 0.0;
    r->h = c->h;
    r->rtol = c->rtol;
    r->atol = c->atol;
    r->x->s->rtol = r->adaptive ? c->rtol : 0.0;
    r->x->s->atol = r->adaptive ? c->atol : 0.0;
    if (!r->adaptive || hol_takes_tolerances(&r->x->claims)) return true;
    return hol_wrong(&r->refusal.reason,
                     "%s has no error estimate: it takes a step, not tolerances", c->method->name);
}

static void name_bodies(hol_result *r)
{
    r->body = hol_alloc(r->memory, (size_t)r->x->sys->nb, sizeof *r->body);
    for (int b = 0; b < r->x->sys->nb; b++) {
        const hol_body *body = r->x->sys->model ? hol_body_at(r->x->sys->model, b) : NULL;
        if (body)
            snprintf(r->body[b], sizeof r->body[b], "%.31s", body->name);
        else
            snprintf(r->body[b], sizeof r->body[b], "body%d", b + 1);
    }
}

/* ---------------------------------------------------------------- start */

static int body_named(int bodies, hol_word body[], const char *name)
{
    for (int b = 0; b < bodies; b++)
        if (!strcmp(body[b], name)) return b;
    return -1;
}

static void unknown_body(const hol_poses_asked *p, const char *name, hol_message *why)
{
    const char **known = hol_new(p->bodies, sizeof *known);
    for (int b = 0; b < p->bodies; b++) known[b] = p->body[b];
    hol_say(why, "%s has no body '%s'%s", p->problem, name,
            hol_did_you_mean(name, known, p->bodies).text);
    free(known);
}

bool hol_order_starts(const hol_poses_asked *p, hol_pose at[], hol_message *why)
{
    bool *given = hol_new(p->bodies, sizeof *given), good = true;
    for (int i = 0; good && i < p->starts; i++) {
        int b = body_named(p->bodies, p->body, p->start[i].name);
        good = b >= 0;
        if (good)
            at[b] = p->start[i].at, given[b] = true;
        else
            unknown_body(p, p->start[i].name, why);
    }
    for (int b = 0; good && b < p->bodies; b++)
        if (!given[b]) {
            hol_say(why, "the start lacks the body '%s'", p->body[b]);
            good = false;
        }
    free(given);
    return good;
}

/* ---------------------------------------------------------------- reference, stepper */

/* Where rows are left out, of those that are kept. */
static int joint_row(const hol_experiment *x, const char *name)
{
    int rows = x->sys->nj;
    const char *const *of = x->whole ? x->sys->row_name : hol_reaction_rows(x->sys, &rows);
    for (int i = 0; i < rows; i++)
        if (!strcmp(of[i], name)) return i;
    return -1;
}

void hol_match_reference(hol_result *r)
{
    const hol_reference *ref = r->x->reference;
    for (int i = 0; ref && i < ref->multipliers; i++)
        r->reference_row[i] = joint_row(r->x, ref->multiplier[i]);
}

static bool reference_fits(hol_result *r)
{
    const hol_reference *ref = r->x->reference;
    bool same = ref->bodies == r->x->sys->nb && !strcmp(ref->problem, r->problem->name);
    for (int b = 0; same && b < ref->bodies; b++) same = !strcmp(ref->body[b], r->body[b]);
    if (!same)
        return hol_wrong(&r->refusal.reason, "%s: its problem or bodies are not those of %s",
                         ref->path, r->problem->name);
    r->reference_row = hol_alloc(r->memory, (size_t)ref->multipliers, sizeof(int));
    hol_match_reference(r);
    return true;
}

static bool read_reference(const hol_case *c, hol_result *r)
{
    hol_message wrong = {""};
    if (c->start) return true; /* the stored solutions have the problem's own start */
    r->x->reference = hol_reference_for(c->problem, r->x->parameters, &r->note, &wrong);
    if (wrong.text[0]) r->refusal.reason = wrong;
    return r->x->reference ? reference_fits(r) : !wrong.text[0];
}

/* The start of the case, its poses in the bodies' order. */
static bool take_start(const hol_case *c, hol_result *r)
{
    hol_work *w = r->x->sys->work;
    size_t mark = hol_mark(w);
    if (c->start) r->at = hol_alloc(r->memory, (size_t)r->x->sys->nb, sizeof *r->at);
    const hol_poses_asked asked = {r->problem->name, r->x->sys->nb, r->body, c->start, c->starts};
    bool good = !c->start ||
                (hol_order_starts(&asked, r->at, &r->refusal.reason) && hol_start_is_possible(r));
    hol_release(w, mark);
    return good;
}

/* ---------------------------------------------------------------- all of it */

static hol_outcome prepare(const hol_case *c, hol_result *r)
{
    if (!case_makes_sense(c, &r->refusal.reason)) return HOL_REFUSED;
    const hol_setup setup = {c->problem,    c->method,  c->formulation,
                             c->parameters, c->options, c->redundant};
    r->x = hol_experiment_open(&setup, &r->refusal);
    if (!r->x) return r->refusal.outcome;
    if (c->method && !controllable(c, r)) return HOL_REFUSED;
    r->memory = hol_had(hol_memory_new());
    name_bodies(r);
    if (!take_start(c, r)) return HOL_BAD_START;
    return read_reference(c, r) ? HOL_RAN : HOL_BAD_REFERENCE;
}

hol_outcome hol_prepare(const hol_case *c, hol_result *r)
{
    *r = (hol_result){.problem = c->problem, .method = c->method};
    r->cpu_seconds = r->cpu_spread = r->cpu_passes = NAN;
    r->error = (hol_error){NAN, NAN, NAN, NAN};
    r->measures = (hol_measures){.scd = NAN, .mescd = NAN};
    hol_outcome outcome = prepare(c, r);
    if (outcome == HOL_RAN)
        r->refusal = (hol_refusal){HOL_RAN}; /* without that of a formulation tried before */
    else {
        r->refusal.outcome = outcome;
        hol_refusal_text(&r->refusal, &r->message);
    }
    return outcome;
}
