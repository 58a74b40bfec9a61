/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gathers the records of every method on every problem: see matrix.h. */
#include "harness/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/memory.h"

const double hol_level_step[HOL_LEVELS] = {4.0, 2.0, 1.0, 0.5};
const double hol_level_tolerance[HOL_LEVELS] = {1e-4, 1e-6, 1e-8, 1e-10};

/* ---------------------------------------------------------------- series */

typedef struct { /* the largest values of the part of the span that is being filled */
    const hol_result *result;
    hol_record *record;
    double width; /* of a part [s] */
} recorder;

static double larger(double a, double b) /* NaN is none */
{
    return isnan(a) || a < b ? b : a;
}

static double largest_error(int count, const hol_track track[], const double now[])
{
    double most = NAN;
    for (int i = 0; i < count; i++) most = larger(most, fabs(now[i] - track[i].initial));
    return most;
}

/* The node belongs to part ceil(t / width); the start, whose errors are zero, to none. */
static void record_node(void *self, const hol_node *node)
{
    recorder *w = self;
    hol_record *r = w->record;
    const hol_diagnostics *d = w->result->diagnostics;
    const hol_gauge *g = d->gauge;
    const hol_system *sys = w->result->sys;
    if (node->step == 0) return;
    double t = (ceil(node->z->t / w->width - 1e-9) - 0.5) * w->width;
    if (!r->points || t > r->series[r->points - 1].t + 0.5 * w->width) {
        if (r->points == HOL_SERIES) return;
        r->series[r->points++] = (hol_deviation){t, NAN, NAN, NAN, NAN, NAN};
    }
    hol_deviation *p = &r->series[r->points - 1];
    bool nodal = w->result->claims.nodal_momentum != HOL_NOT_KEPT;
    p->energy = larger(p->energy, fabs(g->energy - d->energy.initial));
    p->momentum = larger(p->momentum, largest_error(sys->ns, d->momentum, g->momentum));
    if (nodal)
        p->nodal = larger(p->nodal, largest_error(sys->ns, d->momentum_nodal, g->momentum_nodal));
    if (sys->nc) p->phi = larger(p->phi, larger(g->phi, g->phi_inner));
    if (sys->nc || sys->na) p->gv = larger(p->gv, g->gv);
}

/* ---------------------------------------------------------------- a record of a run */

static void take_momenta(hol_record *record, const hol_result *r)
{
    const hol_diagnostics *d = r->diagnostics;
    bool nodal = r->claims.nodal_momentum != HOL_NOT_KEPT;
    record->momenta = r->sys->ns;
    record->momentum = hol_new(r->sys->ns, sizeof *record->momentum);
    for (int i = 0; i < r->sys->ns; i++) {
        hol_record_momentum *momentum = &record->momentum[i];
        snprintf(momentum->name, sizeof momentum->name, "%s", r->sys->momentum_name[i]);
        momentum->error = d->momentum[i].max_error;
        momentum->rigid = d->momentum_rigid[i].max_error;
        momentum->nodal = nodal ? d->momentum_nodal[i].max_error : (double)NAN;
    }
}

static void take_kept(hol_record *record, const hol_result *r)
{
    const hol_diagnostics *d = r->diagnostics;
    const hol_system *sys = r->sys;
    bool kept = (sys->has & HOL_CONSERVATIVE) && (sys->has & HOL_SCLERONOMIC);
    if (kept) {
        record->energy = d->energy.max_error;
        record->energy_rigid = d->energy_rigid.max_error;
        record->energy_drift = hol_track_drift(&d->energy, &record->energy_drift_slope);
    }
    take_momenta(record, r);
    if (sys->nj) record->phi = d->phi;
    if (sys->nc > sys->nj) record->phi_inner = d->phi_inner;
    if (sys->nc || sys->na) {
        record->gv = d->gv;
        record->acceleration = d->acceleration;
    }
}

static void take_run(hol_record *record, const hol_result *r)
{
    int nj = r->reference ? r->reference->multipliers : 0;
    record->ran = true;
    snprintf(record->formulation, sizeof record->formulation, "%s", r->sys->formulation);
    if (r->sys->same_as) snprintf(record->same_as, sizeof record->same_as, "%s", r->sys->same_as);
    snprintf(record->status, sizeof record->status, "%s", hol_result_status(r));
    record->why = r->status == HOL_OK ? r->note : r->message;
    record->order_q = r->claims.order_q;
    record->t = r->z->t;
    record->steps = r->steps;
    record->rejected = r->rejected;
    record->step_mean = r->steps ? r->z->t / (double)r->steps : (double)NAN;
    take_kept(record, r);
    record->error = r->error;
    record->error_mean = hol_error_mean_value(&r->error_mean, r->sys->nb, nj);
    record->counters = r->counters;
    record->cpu_seconds = r->status == HOL_OK ? r->cpu_seconds : (double)NAN;
    record->cpu_spread = r->status == HOL_OK ? r->cpu_spread : (double)NAN;
}

/* A refusal says why after "method on problem in formulation: ". */
static void take_refusal(hol_record *record, const hol_case *c, hol_outcome outcome,
                         const hol_result *r)
{
    static const char unfit[] = "not applicable";
    const char *why = r->message.text, *colon = strstr(why, ": ");
    if (outcome == HOL_REFUSED && colon) why = colon + 2;
    bool fits = strncmp(why, unfit, strlen(unfit)) != 0;
    if (!fits && (colon = strstr(why, ": "))) why = colon + 2;
    snprintf(record->status, sizeof record->status, "%s", fits ? "not run" : unfit);
    snprintf(record->formulation, sizeof record->formulation, "%s",
             c->formulation ? c->formulation : c->method->formulation);
    hol_say(&record->why, "%s", why);
}

static hol_record *new_record(hol_matrix *m)
{
    if (m->count == m->room) {
        m->room = m->room ? 2 * m->room : 64;
        m->record = hol_renew(m->record, (size_t)m->room * sizeof *m->record);
    }
    hol_record *r = &m->record[m->count++];
    hol_error none = {NAN, NAN, NAN, NAN};
    *r = (hol_record){.level = HOL_LEVEL_DEFAULT, .h = NAN, .rtol = NAN, .step_mean = NAN};
    r->t = r->energy = r->energy_rigid = r->energy_drift_slope = NAN;
    r->phi = r->phi_inner = r->gv = r->acceleration = NAN;
    r->cpu_seconds = r->cpu_spread = NAN;
    r->error = r->error_mean = none;
    return r;
}

static void add_run(hol_matrix *m, hol_case *c, int level, bool followed)
{
    hol_result result;
    hol_record *record = new_record(m);
    recorder w = {&result, record, c->until / HOL_SERIES};
    record->problem = c->problem;
    record->method = c->method;
    record->level = level;
    record->adaptive = c->rtol > 0.0;
    *(record->adaptive ? &record->rtol : &record->h) = record->adaptive ? c->rtol : c->h;
    if (followed) {
        record->series = hol_new(HOL_SERIES, sizeof *record->series);
        c->observe = record_node;
        c->observer = &w;
    }
    hol_outcome outcome = hol_run(c, &result);
    if (outcome == HOL_RAN)
        take_run(record, &result);
    else
        take_refusal(record, c, outcome, &result);
    m->interrupted |= result.interrupted || (c->stop && *c->stop);
    hol_result_free(&result);
    c->observe = NULL;
}

/* ---------------------------------------------------------------- the ladders */

/* Does the method, where it can run, control its step? */
static bool controls_step(hol_case c)
{
    hol_result result;
    c.repeats = 0;
    c.until = c.h;
    bool estimate = hol_run(&c, &result) == HOL_RAN && result.claims.error_order > 0.0;
    hol_result_free(&result);
    return estimate;
}

static void run_levels(hol_matrix *m, hol_case *c)
{
    double h = c->h;
    bool adaptive = controls_step(*c);
    for (int level = 0; level < HOL_LEVELS && !m->interrupted; level++) {
        c->h = adaptive ? h : h * hol_level_step[level];
        c->rtol = c->atol = adaptive ? hol_level_tolerance[level] : 0.0;
        add_run(m, c, level, level == HOL_LEVEL_DEFAULT);
        const hol_record *last = &m->record[m->count - 1];
        if (last->ran) continue;
        m->record[m->count - 1].level = HOL_LEVEL_DEFAULT; /* no other level would differ */
        break;
    }
}

static void run_formulations(hol_matrix *m, hol_case *c)
{
    const hol_formulation *f;
    for (int k = 0; (f = hol_formulation_at(k)) && !m->interrupted; k++) {
        c->formulation = hol_formulation_name(f);
        add_run(m, c, HOL_LEVEL_DEFAULT, false);
    }
    c->formulation = "own";
    if (c->problem->own && !m->interrupted) add_run(m, c, HOL_LEVEL_DEFAULT, false);
}

static void each_pair(hol_matrix *m, const hol_matrix_watch *watch,
                      void (*gather)(hol_matrix *m, hol_case *c))
{
    const hol_problem *problem;
    const hol_method *method;
    int methods = 0, problems = 0, pairs = 0;
    while (hol_method_at(methods)) methods++;
    while (hol_problem_at(problems)) problems++;
    for (int i = 0; (problem = hol_problem_at(i)); i++)
        for (int k = 0; (method = hol_method_at(k)) && !m->interrupted; k++) {
            hol_case c = hol_case_of(problem, method);
            int first = m->count;
            c.repeats = HOL_REPEATS;
            c.stop = watch->stop;
            gather(m, &c);
            if (watch->done)
                watch->done(watch->self, ++pairs, problems * methods, m->record + first,
                            m->count - first);
        }
}

void hol_matrix_levels(hol_matrix *m, const hol_matrix_watch *watch)
{
    each_pair(m, watch, run_levels);
}

void hol_matrix_formulations(hol_matrix *m, const hol_matrix_watch *watch)
{
    each_pair(m, watch, run_formulations);
}

void hol_matrix_free(hol_matrix *m)
{
    for (int i = 0; i < m->count; i++) {
        free(m->record[i].momentum);
        free(m->record[i].series);
    }
    free(m->record);
    *m = (hol_matrix){0};
}

double hol_record_momentum_error(const hol_record *r)
{
    double most = NAN;
    for (int i = 0; i < r->momenta; i++) most = larger(most, r->momentum[i].error);
    return most;
}

double hol_record_nodal_error(const hol_record *r)
{
    double most = NAN;
    for (int i = 0; i < r->momenta; i++) most = larger(most, r->momentum[i].nodal);
    return most;
}
