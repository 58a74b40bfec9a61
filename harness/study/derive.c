/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two derivations of one motion, and what they agree on: see derive.h. */
#include "harness/study/derive.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/words.h"
#include "harness/run/reference_of.h"
#include "harness/study/quad_text.h"
#include "holonomy/memory.h"
#include "holonomy/run.h"
#include "mechanics/internal.h"

const char *const hol_derive_kind[HOL_DERIVE_KINDS] = {HOL_DERIVE_KIND_LIST(HOL_WORD)};

/* Rows stand a tenth of a second apart, by whole steps of the problem; a short or a long span has
 * as many as these. */
enum { FEWEST_ROWS = 10, MOST_ROWS = 1000, POSE = 13 };
static const double between_rows = 0.1; /* [s] */
/* Where the two agree on less the motion is no longer known: it is left there. */
enum { FEWEST_DIGITS = 12 };
static const double keep_every = 5; /* [s] of wall clock */

static const struct {
    int degree;
    double share; /* of the tolerance of a step */
    int parts;    /* at least, between two rows, so that no step of one is a step of the other */
} way[HOL_DERIVATIONS] = {{32, 1e-6, 2}, {44, 1e-8, 1}};

typedef struct {
    const hol_derive_task *task;
    hol_derivation *d;
    hol_eval *sys;
    hol_memory *scratch;
    hol_quad_motion *Q[HOL_DERIVATIONS];
    hol_quad_pose *pose; /* of the other derivation, bodies */
    hol_quad *lambda;
    hol_quad at[HOL_DERIVATIONS]; /* time of each: of a row that a file has, its decimal */
    double began;
    bool had; /* goes on from what was kept */
} derivation;

/* ---------------------------------------------------------------- from row to row */

/* The books of a step: the range of the energy, the largest violation. */
static void note_step(derivation *x, int k)
{
    hol_derive_way *w = &x->d->way[k];
    hol_quad energy = hol_quad_motion_energy(x->Q[k]);
    if (energy < w->least) w->least = energy;
    if (energy > w->most) w->most = energy;
    x->d->violation = fmax(x->d->violation, (double)hol_quad_motion_violation(x->Q[k]));
}

static bool goes_on(derivation *x)
{
    const hol_derive_task *task = x->task;
    double done = 0;
    for (int i = 0; i < HOL_DERIVATIONS; i++) done += x->d->way[i].t - x->began;
    done /= HOL_DERIVATIONS * (task->until - x->began);
    x->d->stopped = task->news && !task->news(task->self, done);
    return !x->d->stopped;
}

/* By steps of equal length that end at the row's time. */
static hol_status walk(derivation *x, int k, hol_quad to)
{
    hol_derive_way *w = &x->d->way[k];
    hol_quad_motion *Q = x->Q[k];
    double part = pow(10, -x->task->digits) * way[k].share;
    hol_quad t = x->at[k];
    double most = (double)(to - t) / way[k].parts * (1 + 1e-9);
    while (t < to) {
        hol_quad left = to - t;
        double h = fmin((double)hol_quad_motion_step(Q, part), most);
        hol_quad parts = (hol_quad)ceil((double)left / h), step = left / parts;
        t = x->at[k] = parts > 1 ? t + step : to;
        hol_status status = hol_quad_motion_go(Q, step, t);
        if (status) return status;
        w->t = (double)t;
        w->steps++;
        note_step(x, k);
        if (!goes_on(x)) break;
    }
    return HOL_OK;
}

/* ---------------------------------------------------------------- what both agree on */

void hol_derive_note(double *apart, double *size, int n, const hol_quad x[], const hol_quad y[])
{
    for (int i = 0; i < n; i++) {
        *apart = fmax(*apart, fabs((double)(x[i] - y[i])));
        *size = fmax(*size, fabs((double)x[i]));
    }
}

static double disagreement(const double apart[], const double size[])
{
    double worst = 0;
    for (int k = 0; k < HOL_DERIVE_KINDS; k++)
        worst = fmax(worst, size[k] > 0 ? apart[k] / size[k] : apart[k]);
    return worst;
}

/* Takes the row of both into the books; false where too little is left that they agree on, or the
 * row is not finite.  The sign of p is that of its larger entries. */
static bool agree(derivation *x, int row)
{
    static const int first[] = {0, 3, 7, 10, POSE};
    hol_derivation *d = x->d;
    const hol_quad *a = (const hol_quad *)(d->pose + (size_t)row * (size_t)d->bodies);
    const hol_quad *b = (const hol_quad *)x->pose;
    double apart[HOL_DERIVE_KINDS], size[HOL_DERIVE_KINDS];
    memcpy(apart, d->apart, sizeof apart);
    memcpy(size, d->size, sizeof size);
    for (int i = 0; i < d->bodies; i++)
        for (int kind = 0; kind < HOL_DERIVE_MULTIPLIER; kind++) {
            int at = POSE * i + first[kind];
            hol_derive_note(&apart[kind], &size[kind], first[kind + 1] - first[kind], a + at,
                            b + at);
        }
    hol_derive_note(&apart[HOL_DERIVE_MULTIPLIER], &size[HOL_DERIVE_MULTIPLIER], d->multipliers,
                    d->lambda + (size_t)row * (size_t)d->multipliers, x->lambda);
    double worst = disagreement(apart, size);
    if (!(worst < pow(10, -FEWEST_DIGITS))) return false;
    memcpy(d->apart, apart, sizeof apart);
    memcpy(d->size, size, sizeof size);
    return true;
}

static void judge(derivation *x)
{
    hol_derivation *d = x->d;
    double worst = d->disagreement = disagreement(d->apart, d->size);
    d->digits = (int)floor(-log10(10 * worst + 0.5 * pow(10, 1 - HOL_QUAD_PRINTED)));
    bool kept = (x->sys->has & HOL_CONSERVATIVE) && (x->sys->has & HOL_SCLERONOMIC);
    d->energy = kept ? 0 : (double)NAN;
    for (int k = 0; k < HOL_DERIVATIONS && d->energy >= 0; k++) {
        double change = (double)(d->way[k].most - d->way[k].least);
        d->energy = fmax(d->energy, change / fmax(d->kinetic, change));
    }
}

/* ---------------------------------------------------------------- rows */

static bool ends(derivation *x, const char *what)
{
    hol_derivation *d = x->d;
    hol_say(&d->ended, "%s: the motion is known up to t = %g s: %s", x->task->problem->name,
            d->rows ? d->t[d->rows - 1] : 0.0, what);
    return false;
}

static bool reach_row(derivation *x)
{
    hol_derivation *d = x->d;
    int row = d->rows;
    hol_status status = HOL_OK;
    for (int k = 0; k < HOL_DERIVATIONS && !status && !d->stopped; k++)
        status = walk(x, k, x->task->times ? x->task->times[row] : (hol_quad)d->t[row]);
    if (status) return ends(x, hol_status_reason(status));
    if (d->stopped) return false;
    hol_quad_motion_look(x->Q[0], x->pose, x->lambda);
    hol_quad_motion_look(x->Q[1], d->pose + (size_t)row * (size_t)d->bodies,
                         d->lambda + (size_t)row * (size_t)d->multipliers);
    return agree(x, row) || ends(x, "after it the two derivations agree on too few digits");
}

/* The next row, at the time d->t[d->rows]; false where there is none, and the books are then as
 * they were. */
static bool add_row(derivation *x)
{
    hol_derivation *d = x->d;
    hol_derive_way before[HOL_DERIVATIONS];
    memcpy(before, d->way, sizeof before);
    if (!reach_row(x)) {
        memcpy(d->way, before, sizeof before);
        return false;
    }
    for (int k = 0; k < HOL_DERIVATIONS; k++) {
        d->kinetic = fmax(d->kinetic, hol_quad_motion_kinetic(x->Q[k]));
        hol_quad_motion_state(x->Q[k], d->way[k].q, d->way[k].v);
    }
    d->rows++;
    return true;
}

/* The time between two rows. */
static double grid(const hol_problem *problem)
{
    double apart = fmin(between_rows, problem->t_end / FEWEST_ROWS);
    apart = fmax(apart, problem->t_end / MOST_ROWS);
    double steps = nearbyint(apart / problem->step), all = problem->t_end / problem->step;
    return steps >= 1 && fabs(all - nearbyint(all)) < 1e-6 ? steps * problem->step : apart;
}

/* Behind the rows there are: multiples of the grid, then `until`. */
static void set_times(hol_derivation *d, const hol_derive_task *task)
{
    double apart = grid(task->problem), last = d->rows ? d->t[d->rows - 1] : -1;
    double least = 1e-6 * apart;
    int n = d->rows;
    for (d->room = task->count; n < d->room; n++) d->t[n] = (double)task->times[n];
    if (task->times) return;
    for (int k = 0; k * apart < task->until - least; k++)
        if (k * apart > last + least) d->t[n++] = k * apart;
    if (task->until > last + least) d->t[n++] = task->until;
    d->room = n;
}

/* ---------------------------------------------------------------- both */

static void name_all(derivation *x)
{
    hol_derivation *d = x->d;
    const hol_eval *sys = x->sys;
    d->body = hol_alloc(d->memory, (size_t)d->bodies, sizeof *d->body);
    d->multiplier = hol_alloc(d->memory, (size_t)d->multipliers, sizeof *d->multiplier);
    for (int b = 0; b < d->bodies; b++)
        d->body[b] = hol_keep(d->memory, "%s", hol_body_at(x->sys->model, b)->name);
    for (int r = 0; r < d->multipliers; r++)
        d->multiplier[r] = hol_keep(
            d->memory, "%s", r < sys->nj ? sys->row_name[r] : sys->model->slide[r - sys->nj].name);
}

/* Room for what was kept and for what comes. */
static void make_room(derivation *x)
{
    hol_derivation *d = x->d;
    double rows = fmax(x->task->count, x->task->until / grid(x->task->problem) + 3);
    size_t most = (size_t)rows, nq = (size_t)x->sys->nq;
    d->room = (int)most;
    d->t = hol_alloc(d->memory, most, sizeof *d->t);
    d->pose = hol_alloc(d->memory, most * (size_t)d->bodies, sizeof *d->pose);
    d->lambda = hol_alloc(d->memory, most * (size_t)d->multipliers, sizeof *d->lambda);
    x->pose = hol_alloc(x->scratch, (size_t)d->bodies, sizeof *x->pose);
    x->lambda = hol_alloc(x->scratch, (size_t)d->multipliers, sizeof *x->lambda);
    for (int k = 0; k < HOL_DERIVATIONS; k++) {
        d->way[k].degree = way[k].degree;
        d->way[k].q = hol_alloc(d->memory, nq, sizeof *d->way[k].q);
        d->way[k].v = hol_alloc(d->memory, nq, sizeof *d->way[k].v);
    }
}

static hol_status start(derivation *x, int k)
{
    hol_derive_way *w = &x->d->way[k];
    hol_eval *sys = x->sys;
    x->at[k] = w->t;
    x->Q[k] = hol_quad_motion_new(x->scratch, sys, way[k].degree);
    if (x->had) return hol_quad_motion_resume(x->Q[k], x->at[k], w->q, w->v);
    double *q = hol_alloc(x->scratch, (size_t)sys->nq, sizeof *q);
    double *v = hol_alloc(x->scratch, (size_t)sys->nv, sizeof *v);
    hol_place(sys, NULL, q, v);
    hol_status status = hol_quad_motion_start(x->Q[k], 0, q, v);
    if (!status) w->least = w->most = hol_quad_motion_energy(x->Q[k]);
    return status;
}

static void go_through(derivation *x)
{
    hol_derivation *d = x->d;
    double kept = hol_wall_seconds();
    hol_status status = HOL_OK;
    set_times(d, x->task);
    bool more = d->rows < d->room;
    x->began = d->rows ? d->t[d->rows - 1] : 0;
    for (int k = 0; k < HOL_DERIVATIONS && more && !status; k++) status = start(x, k);
    if (status) ends(x, hol_status_reason(status));
    while (!status && d->rows < d->room && add_row(x)) {
        double now = hol_wall_seconds();
        if (!d->path[0] || now - kept < keep_every) continue;
        judge(x);
        hol_derive_keep(d, x->task, x->sys->nq);
        kept = now;
    }
    judge(x);
    if (more && d->path[0] && d->rows) hol_derive_keep(d, x->task, x->sys->nq);
}

static void derive(void *data)
{
    derivation *x = data;
    hol_derivation *d = x->d;
    d->bodies = x->sys->nb;
    d->multipliers = x->sys->nj + x->sys->na;
    hol_reference_key(x->sys, x->task->problem->name, d->key);
    name_all(x);
    make_room(x);
    x->had = x->task->keep && hol_derive_had(d, x->task, x->sys->nq);
    d->had = d->rows;
    if (d->ended.text[0])
        judge(x);
    else
        go_through(x);
}

/* False after a message. */
static bool has_series(const derivation *x, hol_message *why)
{
    unsigned missing = HOL_DERIVABLE & ~x->sys->has;
    char text[256];
    hol_traits_text(missing, text, sizeof text);
    if (missing)
        hol_say(why, "%s: no reference can be derived: needs %s", x->task->problem->name, text);
    return !missing;
}

hol_derivation *hol_derive(const hol_derive_task *task, hol_message *why)
{
    derivation x = {.task = task, .d = hol_new(1, sizeof *x.d)};
    hol_refusal refusal;
    hol_experiment *alone = hol_natural_system(task->problem, task->par, &refusal);
    why->text[0] = '\0';
    if (alone)
        x.sys = alone->sys;
    else
        hol_refusal_text(&refusal, why);
    x.d->memory = hol_had(hol_memory_new());
    x.scratch = hol_had(hol_memory_new());
    if (x.sys && has_series(&x, why) && !hol_try(derive, &x)) hol_say(why, "there is no memory");
    if (x.d->ended.text[0] && x.d->rows < 2) *why = x.d->ended;
    hol_memory_end(x.scratch);
    hol_experiment_close(alone);
    if (!why->text[0]) return x.d;
    hol_derivation_free(x.d);
    return NULL;
}

void hol_derivation_free(hol_derivation *d)
{
    if (!d) return;
    hol_memory_end(d->memory);
    free(d);
}

/* ---------------------------------------------------------------- beside another one */

double hol_derivation_against(const hol_derivation *d, const hol_reference *ref)
{
    double worst = NAN;
    for (int row = 0; row < d->rows; row++) {
        int other = hol_reference_row(ref, d->t[row]);
        if (other < 0 || ref->bodies != d->bodies) continue;
        for (int b = 0; b < d->bodies; b++) {
            const hol_quad_pose *at = &d->pose[row * d->bodies + b];
            const hol_pose *truth = &ref->pose[other * d->bodies + b];
            double same = 0;
            for (int k = 0; k < 4; k++) same += (double)at->p[k] * truth->p[k];
            for (int k = 0; k < 4; k++)
                worst =
                    fmax(worst, fabs((double)at->p[k] - copysign(truth->p[k], same * truth->p[k])));
            for (int k = 0; k < 3; k++) {
                worst = fmax(worst, fabs((double)(at->r[k] - (hol_quad)truth->r[k])));
                worst = fmax(worst, fabs((double)(at->v[k] - (hol_quad)truth->v[k])));
                worst = fmax(worst, fabs((double)(at->omega[k] - (hol_quad)truth->omega[k])));
            }
        }
    }
    return worst;
}
