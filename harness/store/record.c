/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The record of a run, and what is read off it: see record.h, matrix.h. */
#include "harness/store/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness/store/core.h"
#include "harness/store/store.h"

const double hol_level_step[HOL_LEVELS] = {4.0, 2.0, 1.0, 0.5};
const double hol_level_tolerance[HOL_LEVELS] = {1e-4, 1e-6, 1e-8, 1e-10};

/* ---------------------------------------------------------------- series */

typedef struct { /* the largest values of the part of the span that is being filled */
    const hol_case *c;
    const hol_result *result;
    hol_record *record;
    int room;     /* points of the series */
    double width; /* of a part [s] */
    int frames;   /* of the motion, beside the start */
    int taken;
    hol_pose *pose; /* nb */
} recorder;

static double largest_error(int count, const hol_track track[], const double now[])
{
    double most = NAN;
    for (int i = 0; i < count; i++) most = fmax(most, fabs(now[i] - track[i].initial));
    return most;
}

/* ---------------------------------------------------------------- motion */

/* The start, and the first node at or after each of so many equal parts of the span. */
static void record_motion(recorder *w, const hol_state *z)
{
    hol_record *r = w->record;
    hol_eval *sys = w->result->x->sys;
    int due = (int)floor(z->t / w->c->until * w->frames + 1e-9);
    if (w->taken && due < w->taken) return;
    w->taken = due + 1;
    r->motion = hol_renew(r->motion, (size_t)(r->placed + sys->nb) * sizeof *r->motion);
    w->pose = hol_renew(w->pose, (size_t)sys->nb * sizeof *w->pose);
    hol_poses(sys, z->q, z->v, w->pose);
    for (int b = 0; b < sys->nb; b++) {
        const double *x = w->pose[b].r, *p = w->pose[b].p;
        r->motion[r->placed++] = (hol_placed){z->t, b, x[0], x[1], x[2], p[0], p[1], p[2], p[3]};
    }
}

/* ---------------------------------------------------------------- a node */

/* The node belongs to part ceil(t / width); the start, whose errors are zero, to none. */
static void record_node(void *self, const hol_node *node)
{
    recorder *w = self;
    hol_record *r = w->record;
    const hol_diagnostics *d = w->result->diagnostics;
    const hol_gauge *g = d->gauge;
    hol_eval *sys = w->result->x->sys;
    if (w->c->observe) w->c->observe(w->c->observer, node);
    if (w->frames) record_motion(w, node->z);
    if (node->step == 0 || w->room == 0) return;
    double t = (ceil(node->z->t / w->width - 1e-9) - 0.5) * w->width;
    if (!r->points || t > r->series[r->points - 1].t + 0.5 * w->width) {
        if (r->points == w->room) return;
        r->series[r->points++] = (hol_deviation){t, NAN, NAN, NAN, NAN, NAN};
    }
    hol_deviation *p = &r->series[r->points - 1];
    bool nodal = w->result->x->claims.nodal_momentum != HOL_NOT_KEPT;
    if (hol_balances_energy(sys)) p->energy = fmax(p->energy, fabs(g->energy - d->energy.initial));
    p->momentum = fmax(p->momentum, largest_error(sys->ns, d->momentum, g->momentum));
    if (nodal)
        p->nodal = fmax(p->nodal, largest_error(sys->ns, d->momentum_nodal, g->momentum_nodal));
    p->phi = fmax(p->phi, fmax(g->phi, g->phi_inner));
    p->gv = fmax(p->gv, g->gv);
}

/* ---------------------------------------------------------------- a record of a run */

static void take_momenta(hol_record *record, const hol_result *r)
{
    const hol_diagnostics *d = r->diagnostics;
    bool nodal = r->x->claims.nodal_momentum != HOL_NOT_KEPT;
    record->momenta = r->x->sys->ns;
    record->momentum = hol_new(r->x->sys->ns, sizeof *record->momentum);
    for (int i = 0; i < r->x->sys->ns; i++) {
        hol_record_momentum *momentum = &record->momentum[i];
        snprintf(momentum->name, sizeof momentum->name, "%s", r->x->sys->momentum_name[i]);
        momentum->error = d->momentum[i].max_error;
        momentum->rigid = d->momentum_rigid[i].max_error;
        momentum->nodal = nodal ? d->momentum_nodal[i].max_error : (double)NAN;
    }
}

static void take_kept(hol_record *record, const hol_result *r)
{
    const hol_diagnostics *d = r->diagnostics;
    if (hol_energy_told(d)) {
        record->energy = d->energy.max_error;
        record->energy_rigid = d->energy_rigid.max_error;
        hol_drift_found drift = hol_track_drift(&d->energy);
        record->energy_drift = drift.law;
        record->energy_drift_slope = drift.exponent;
    }
    for (int i = 0; i < record->points && !hol_energy_told(d); i++) record->series[i].energy = NAN;
    take_momenta(record, r);
    record->phi = d->phi;
    record->phi_inner = d->phi_inner;
    record->gv = d->gv;
    record->acceleration = d->acceleration;
}

static void take_run(hol_record *record, const hol_result *r)
{
    record->ran = true;
    snprintf(record->formulation, sizeof record->formulation, "%s", r->x->sys->formulation);
    if (r->x->sys->same_as)
        snprintf(record->same_as, sizeof record->same_as, "%s", r->x->sys->same_as);
    record->end = hol_result_end(r);
    record->why = r->status == HOL_OK && !r->passages ? r->note : r->message;
    record->order_q = r->x->claims.order_q;
    record->t = r->x->z->t;
    record->steps = r->steps;
    record->rejected = r->rejected;
    record->step_mean = r->steps ? r->x->z->t / (double)r->steps : (double)NAN;
    take_kept(record, r);
    record->error = r->error;
    record->error_mean =
        hol_error_mean_value(&r->error_mean, r->x->sys->nb, hol_known_multipliers(r));
    record->scd = r->measures.scd;
    record->mescd = r->measures.mescd;
    record->relative = hol_measures_relative(&r->measures);
    record->counters = r->counters;
    record->cpu_seconds = r->status == HOL_OK ? r->cpu_seconds : (double)NAN;
    record->cpu_spread = r->status == HOL_OK ? r->cpu_spread : (double)NAN;
    record->cpu_passes = r->status == HOL_OK ? r->cpu_passes : (double)NAN;
}

static void take_refusal(hol_record *record, const hol_case *c, const hol_result *r)
{
    record->end = hol_result_end(r);
    record->why = r->refusal.reason;
    snprintf(record->formulation, sizeof record->formulation, "%s",
             c->formulation ? c->formulation : c->method->formulation);
}

/* ---------------------------------------------------------------- the run */

hol_record hol_record_blank(const hol_problem *problem, const hol_method *method)
{
    hol_error none = {NAN, NAN, NAN, NAN};
    hol_record r = {.problem = problem, .method = method, .level = HOL_LEVEL_DEFAULT};
    r.h = r.rtol = r.step_mean = NAN;
    r.t = r.energy = r.energy_rigid = r.energy_drift_slope = NAN;
    r.phi = r.phi_inner = r.gv = r.acceleration = NAN;
    r.cpu_seconds = r.cpu_spread = r.cpu_passes = r.core = NAN;
    r.error = r.error_mean = none;
    r.scd = r.mescd = r.relative = NAN;
    return r;
}

void hol_record_clear(hol_record *record)
{
    for (int k = 0; k < HOL_ROW_LISTS; k++) {
        free(hol_rows_of(&hol_row_lists[k], record));
        hol_take_rows(&hol_row_lists[k], record, 0, NULL);
    }
}

/* Where it is made, and how it is asked for. */
static void take_control(hol_record *record, const hol_case *c)
{
    gethostname(record->host, sizeof record->host - 1);
    record->core = hol_core_bound();
    record->adaptive = c->rtol > 0.0 || c->atol > 0.0;
    *(record->adaptive ? &record->rtol : &record->h) = record->adaptive ? c->rtol : c->h;
}

bool hol_record_run(const hol_case *c, int points, int frames, hol_record *record)
{
    hol_result result;
    hol_case observed = *c;
    recorder w = {.c = c,
                  .result = &result,
                  .record = record,
                  .room = points,
                  .width = points ? c->until / points : 0.0,
                  .frames = frames};
    *record = hol_record_blank(c->problem, c->method);
    take_control(record, c);
    if (points) record->series = hol_new(points, sizeof *record->series);
    observed.observe = record_node;
    observed.observer = &w;
    if (hol_run(&observed, &result) == HOL_RAN)
        take_run(record, &result);
    else
        take_refusal(record, c, &result);
    if (record->end != HOL_END_OK) hol_blame_plugins(c->problem, c->method, &record->why);
    bool interrupted = result.interrupted || (c->stop && *c->stop);
    hol_result_free(&result);
    free(w.pose);
    return interrupted;
}

/* ---------------------------------------------------------------- of a spec */

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fabs(b);
}

/* The rung of the ladder the spec stands on, if it stands on one. */
static int level_of(const hol_spec *spec)
{
    bool adaptive = spec->rtol > 0.0 || spec->atol > 0.0;
    for (int level = 0; level < HOL_LEVELS; level++)
        if (adaptive ? near(spec->rtol, hol_level_tolerance[level])
                     : near(spec->h, spec->problem->step * hol_level_step[level]))
            return level;
    return HOL_LEVEL_DEFAULT;
}

typedef struct {
    void (*last)(void *self);
    void *self;
} caller;

static void at_last_node(void *self, const hol_node *node)
{
    const caller *who = self;
    if (node->z->t >= node->t_end) who->last(who->self);
}

void hol_record_spec(const hol_spec *spec, void (*last)(void *self), void *self, hol_record *record)
{
    caller who = {last, self};
    hol_case c = hol_spec_case(spec);
    if (last) {
        c.observe = at_last_node;
        c.observer = &who;
    }
    hol_record_run(&c, spec->series, spec->motion, record);
    record->level = level_of(spec);
}

hol_record hol_record_failed(const hol_spec *spec, hol_end end)
{
    hol_case c = hol_spec_case(spec);
    hol_record record = hol_record_blank(spec->problem, spec->method);
    take_control(&record, &c);
    record.level = level_of(spec);
    snprintf(record.formulation, sizeof record.formulation, "%s",
             spec->formulation[0] ? spec->formulation : spec->method->formulation);
    record.end = end;
    return record;
}

/* ---------------------------------------------------------------- of records */

void hol_matrix_free(hol_matrix *m)
{
    for (int i = 0; i < m->count; i++) hol_record_clear(&m->record[i]);
    free(m->record);
    *m = (hol_matrix){0};
}

double hol_record_momentum_error(const hol_record *r)
{
    double most = NAN;
    for (int i = 0; i < r->momenta; i++) most = fmax(most, r->momentum[i].error);
    return most;
}

double hol_record_nodal_error(const hol_record *r)
{
    double most = NAN;
    for (int i = 0; i < r->momenta; i++) most = fmax(most, r->momentum[i].nodal);
    return most;
}

double hol_record_evaluations(const hol_record *r)
{
    const hol_counters *n = &r->counters;
    return (double)(n->constraints + n->jacobians + n->hessians + n->third_derivatives + n->forces +
                    n->masses + n->curvatures);
}
