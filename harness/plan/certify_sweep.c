/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates by worker processes: see certify_sweep.h. */
#include "harness/plan/certify_sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "harness/plan/forecast.h"
#include "harness/run/prepare.h"
#include "harness/study/allocations.h"
#include "harness/study/study.h"

/* ---------------------------------------------------------------- a case */

/* Defaults, of which the motion may be too plain to tell methods apart, become the trial. */
static void set_trial(const hol_problem *problem, double par[])
{
    hol_message why;
    const hol_option *table = problem->parameters;
    for (int i = 0; i < hol_option_count(table); i++)
        if (par[i] != table[i].value) return;
    if (problem->trial) hol_option_set(table, "parameter", problem->trial, par, &why);
}

double hol_certify_until(const hol_problem *problem)
{
    return hol_regular_span(problem, fmin(problem->t_end, HOL_ORDER_SPAN));
}

hol_outcome hol_certify_case(const hol_case *given, hol_certificate *certificate,
                             char formulation[16], hol_refusal *refusal)
{
    hol_result r;
    hol_case c = *given;
    double *par = hol_table_values(c.problem->parameters, c.parameters);
    set_trial(c.problem, par);
    c.parameters = par;
    hol_outcome outcome = hol_prepare(&c, &r);
    *certificate = (hol_certificate){0};
    if (outcome == HOL_RAN) {
        snprintf(formulation, 16, "%s", r.x->sys->formulation);
        hol_certify(r.x, hol_allocations, certificate);
    }
    *refusal = r.refusal;
    hol_result_free(&r);
    free(par);
    return outcome;
}

/* ---------------------------------------------------------------- the pairs */

int hol_certificates_add(hol_certificates *all, const hol_spec *spec)
{
    hol_certified_pair one = {.certificate = {0}};
    hol_spec own = hol_spec_of(spec->problem, spec->method);
    one.spec = hol_spec_copy(spec);
    if (one.spec.parameters) set_trial(one.spec.problem, one.spec.parameters);
    one.spec.h = own.h, one.spec.until = own.until;
    one.spec.rtol = one.spec.atol = 0.0;
    one.spec.series = one.spec.repeats = 0;
    one.spec.past_singular = false;
    hol_spec_clear(&own);
    hol_spec_key(&one.spec, one.key);
    for (int i = 0; i < all->count; i++)
        if (!strcmp(all->pair[i].key, one.key)) {
            hol_spec_clear(&one.spec);
            return i;
        }
    if (all->count == all->room) {
        all->room = all->room ? 2 * all->room : 64;
        all->pair = hol_renew(all->pair, (size_t)all->room * sizeof *all->pair);
    }
    all->pair[all->count] = one;
    return all->count++;
}

void hol_certificates_free(hol_certificates *all)
{
    for (int i = 0; i < all->count; i++) hol_spec_clear(&all->pair[i].spec);
    free(all->pair);
    *all = (hol_certificates){0};
}

/* ---------------------------------------------------------------- all of them */

typedef struct {
    hol_certificates *all;
    const hol_certify_asked *asked;
    hol_certify_news news;
    int *todo;              /* places of the pairs that the store lacks */
    hol_forecast *forecast; /* of `todo` */
    double began;
    hol_message *why;
} sweep;

static bool list_pairs(sweep *s, int *count)
{
    s->news.pairs = s->all->count;
    s->todo = hol_new(s->all->count, sizeof *s->todo);
    *count = 0;
    for (int i = 0; i < s->all->count; i++) {
        hol_store_answer found =
            hol_store_get_certificate(s->asked->store, &s->all->pair[i], s->why);
        if (found == HOL_STORE_FAILED) return false;
        if (found == HOL_STORE_NONE) s->todo[(*count)++] = i;
    }
    s->news.had = s->all->count - *count;
    s->forecast = hol_forecast_new(*count);
    for (int i = 0; i < *count; i++) {
        const hol_spec *spec = &s->all->pair[s->todo[i]].spec;
        hol_forecast_job(s->forecast, i, spec->method, spec->problem, 1.0);
    }
    return true;
}

/* A job is a place in `todo`.  The pair is this process's own copy. */
static void work(void *self, int job, hol_worker *w)
{
    const sweep *s = self;
    hol_certified_pair *pair = &s->all->pair[s->todo[job]];
    hol_case c = hol_spec_case(&pair->spec);
    hol_refusal refusal;
    double began = hol_cpu_seconds();
    hol_certify_case(&c, &pair->certificate, pair->formulation, &refusal);
    double seconds = hol_cpu_seconds() - began;
    pair->why = refusal.reason;
    const hol_part part[HOL_PARTS] = {{&pair->certificate, sizeof pair->certificate},
                                      {pair->formulation, sizeof pair->formulation},
                                      {&pair->why, sizeof pair->why},
                                      {&seconds, sizeof seconds}};
    hol_worker_sends(w, part);
}

static bool keep(void *self, int job, const hol_part part[HOL_PARTS], const hol_message *how)
{
    sweep *s = self;
    hol_certified_pair *pair = &s->all->pair[s->todo[job]];
    double seconds = 0.0, wall = hol_wall_seconds() - s->began;
    void *const to[HOL_PARTS] = {&pair->certificate, pair->formulation, &pair->why, &seconds};
    for (int i = 0; i < HOL_PARTS && part; i++) {
        memcpy(to[i], part[i].data, part[i].size);
        free(part[i].data);
    }
    if (!part) {
        pair->why = *how;
        hol_blame_plugins(pair->spec.problem, pair->spec.method, &pair->why);
    }
    if (!hol_store_put_certificate(s->asked->store, pair, s->why)) return false;
    hol_forecast_done(s->forecast, job, seconds, wall);
    s->news.done++;
    s->news.left = hol_forecast_left(s->forecast, wall);
    s->news.pair = pair;
    if (s->asked->tell) s->asked->tell(s->asked->self, &s->news);
    return true;
}

hol_jobs_end hol_certify_all(hol_certificates *all, const hol_certify_asked *asked,
                             hol_message *why)
{
    sweep s = {.all = all, .asked = asked, .why = why, .began = hol_wall_seconds()};
    hol_jobs jobs = {.workers = asked->workers,
                     .interrupts = asked->interrupts,
                     .work = work,
                     .keep = keep,
                     .self = &s};
    bool listed = list_pairs(&s, &jobs.jobs);
    hol_jobs_end end = listed ? hol_jobs_run(&jobs, why) : HOL_JOBS_NOT_KEPT;
    hol_forecast_free(s.forecast);
    free(s.todo);
    return end;
}
