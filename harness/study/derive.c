/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several derivations of one motion, and what they agree on: see derive.h. */
#include "harness/study/derive.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/words.h"
#include "harness/run/reference_of.h"
#include "holonomy/memory.h"
#include "holonomy/run.h"
#include "mechanics/internal.h"

const char *const hol_derive_kind[HOL_DERIVE_KINDS] = {HOL_DERIVE_KIND_LIST(HOL_WORD)};

/* Rows stand a tenth of a second apart, by whole steps of the problem; a short or a long span has
 * as many as these. */
enum { FEWEST_ROWS = 10, MOST_ROWS = 1000 };
static const double between_rows = 0.1; /* [s] */
static const double keep_every = 5;     /* [s] of wall clock */

typedef struct {
    const hol_derive_task *task;
    hol_derivation *d;
    const hol_experiment *alone; /* the problem in natural coordinates */
    hol_eval *sys;
    hol_memory *scratch;
    hol_walk walk[HOL_MOST_WAYS];
    hol_quad_pose *pose; /* of another way, bodies */
    hol_quad *lambda;
    hol_message *why;
    double began;
    bool had; /* goes on from what was kept */
} derivation;

/* ---------------------------------------------------------------- from row to row */

static bool goes_on(derivation *x)
{
    const hol_derive_task *task = x->task;
    int ways = x->d->by->ways;
    double done = 0;
    for (int i = 0; i < ways; i++) done += x->d->way[i].t - x->began;
    done /= ways * (task->until - x->began);
    x->d->stopped = task->news && !task->news(task->self, done);
    return !x->d->stopped;
}

/* The books of a step: the range of the energy, the largest violation. */
static bool note_step(hol_walk *walk)
{
    derivation *x = walk->observer;
    hol_derive_way *w = &x->d->way[walk->way];
    hol_quad energy = walk->by->energy(walk);
    w->t = (double)walk->t;
    w->steps++;
    if (energy < w->least) w->least = energy;
    if (energy > w->most) w->most = energy;
    x->d->violation = fmax(x->d->violation, walk->by->violation(walk));
    return goes_on(x);
}

/* ---------------------------------------------------------------- what all agree on */

/* Looks at the row of all ways and takes it into the books; false where too little is left that
 * they agree on, or the row is not finite. */
static bool agree(derivation *x, int row)
{
    hol_derivation *d = x->d;
    int last = d->by->ways - 1;
    hol_quad_pose *pose = d->pose + (size_t)row * (size_t)d->bodies;
    hol_quad *lambda = d->lambda + (size_t)row * (size_t)d->multipliers;
    double apart[HOL_DERIVE_KINDS], size[HOL_DERIVE_KINDS];
    memcpy(apart, d->apart, sizeof apart);
    memcpy(size, d->size, sizeof size);
    d->by->look(&x->walk[last], pose, lambda);
    for (int k = 0; k < last; k++) {
        d->by->look(&x->walk[k], x->pose, x->lambda);
        hol_derive_compare(d, pose, x->pose, lambda, x->lambda, apart, size);
    }
    double worst = hol_derive_disagreement(d, apart, size);
    if (!(worst < pow(10, -d->by->fewest))) return false;
    memcpy(d->apart, apart, sizeof apart);
    memcpy(d->size, size, sizeof size);
    return true;
}

static void judge(derivation *x)
{
    hol_derivation *d = x->d;
    double worst = d->disagreement = hol_derive_disagreement(d, d->apart, d->size);
    d->digits = hol_derive_digits(d->by->margin * worst + d->by->least);
    bool kept = (x->sys->has & HOL_CONSERVATIVE) && (x->sys->has & HOL_SCLERONOMIC);
    d->energy = kept ? 0 : (double)NAN;
    for (int k = 0; k < d->by->ways && d->energy >= 0; k++) {
        double change = (double)(d->way[k].most - d->way[k].least);
        d->energy = fmax(d->energy, change / fmax(d->kinetic, change));
    }
}

/* ---------------------------------------------------------------- rows */

static bool ends(derivation *x, const char *what)
{
    hol_derivation *d = x->d;
    return hol_wrong(&d->ended, "%s: the motion is known up to t = %g s: %s",
                     x->task->problem->name, d->rows ? d->t[d->rows - 1] : 0.0, what);
}

static bool reach_row(derivation *x)
{
    hol_derivation *d = x->d;
    int row = d->rows;
    hol_status status = HOL_OK;
    hol_quad to = x->task->times ? x->task->times[row] : (hol_quad)d->t[row];
    for (int k = 0; k < d->by->ways && !d->stopped; k++)
        if ((status = d->by->go(&x->walk[k], to)))
            return ends(x, *x->walk[k].why.text ? x->walk[k].why.text : hol_status_reason(status));
    if (d->stopped) return false;
    return agree(x, row) || ends(x, "after it the derivations agree on too few digits");
}

/* The next row, at the time d->t[d->rows]; false where there is none, and the books are then as
 * they were. */
static bool add_row(derivation *x)
{
    hol_derivation *d = x->d;
    hol_derive_way before[HOL_MOST_WAYS];
    memcpy(before, d->way, sizeof before);
    if (!reach_row(x)) {
        memcpy(d->way, before, sizeof before);
        return false;
    }
    for (int k = 0; k < d->by->ways; k++) {
        d->kinetic = fmax(d->kinetic, d->by->kinetic(&x->walk[k]));
        d->by->state(&x->walk[k], d->way[k].state);
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

/* ---------------------------------------------------------------- all ways */

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
    size_t most = (size_t)rows;
    d->room = (int)most;
    d->t = hol_alloc(d->memory, most, sizeof *d->t);
    d->pose = hol_alloc(d->memory, most * (size_t)d->bodies, sizeof *d->pose);
    d->lambda = hol_alloc(d->memory, most * (size_t)d->multipliers, sizeof *d->lambda);
    x->pose = hol_alloc(x->scratch, (size_t)d->bodies, sizeof *x->pose);
    x->lambda = hol_alloc(x->scratch, (size_t)d->multipliers, sizeof *x->lambda);
}

/* Length, speed and force of the system for numbers that may all be round-off. */
static void set_scales(derivation *x)
{
    const hol_eval *sys = x->sys;
    double energy, momentum, *scale = x->d->scale;
    hol_invariant_scales(x->sys, &energy, &momentum);
    scale[HOL_DERIVE_POSITION] = sys->length;
    scale[HOL_DERIVE_ORIENTATION] = 1;
    scale[HOL_DERIVE_VELOCITY] = sys->speed * sys->unit;
    scale[HOL_DERIVE_TURNING] = sys->speed;
    scale[HOL_DERIVE_MULTIPLIER] = energy / sys->length;
}

/* False after a message. */
static bool open_ways(derivation *x)
{
    hol_derivation *d = x->d;
    for (int k = 0; k < d->by->ways; k++) {
        hol_walk *walk = &x->walk[k];
        hol_derive_way *w = &d->way[k];
        *walk = (hol_walk){.by = d->by,
                           .way = k,
                           .problem = x->task->problem,
                           .par = x->alone->parameters,
                           .sys = x->sys,
                           .memory = x->scratch,
                           .digits = d->asked,
                           .seen = note_step,
                           .observer = x};
        if (d->by->open && !d->by->open(walk, x->why)) return false;
        d->by->say(walk, w->text);
        w->numbers = d->by->numbers(walk);
        w->state = hol_alloc(d->memory, (size_t)w->numbers, sizeof *w->state);
    }
    return true;
}

static hol_status start(derivation *x, int k)
{
    hol_derive_way *w = &x->d->way[k];
    hol_walk *walk = &x->walk[k];
    if (x->had) return walk->by->resume(walk, w->t, w->state);
    hol_status status = walk->by->start(walk);
    if (!status) w->least = w->most = walk->by->energy(walk);
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
    for (int k = 0; k < d->by->ways && more && !status; k++) status = start(x, k);
    if (status) ends(x, hol_status_reason(status));
    while (!status && d->rows < d->room && add_row(x)) {
        double now = hol_wall_seconds();
        if (!d->path[0] || now - kept < keep_every) continue;
        judge(x);
        hol_derive_keep(d, x->task);
        kept = now;
    }
    judge(x);
    if (more && d->path[0] && d->rows) hol_derive_keep(d, x->task);
}

static void derive(void *data)
{
    derivation *x = data;
    hol_derivation *d = x->d;
    d->bodies = x->sys->nb;
    d->multipliers = x->sys->nj + x->sys->na;
    hol_reference_key(x->alone, d->key);
    name_all(x);
    make_room(x);
    set_scales(x);
    if (!open_ways(x)) return;
    x->had = x->task->keep && hol_derive_had(d, x->task);
    d->had = d->rows;
    if (d->ended.text[0])
        judge(x);
    else
        go_through(x);
}

/* Who derives it; false after a message. */
static bool choose_deriver(derivation *x, hol_message *why)
{
    const hol_derive_task *task = x->task;
    hol_derivation *d = x->d;
    const hol_deriver *first = hol_deriver_for(x->sys);
    d->by = task->by ? task->by : first ? first : hol_deriver_at(0);
    d->witness = d->by != first;
    d->asked = task->digits ? task->digits : d->by->digits;
    unsigned missing = d->by->needs & ~x->sys->has;
    char text[256];
    hol_traits_text(missing, text, sizeof text);
    if (missing)
        hol_say(why, "%s: no reference can be derived%s%s: needs %s", task->problem->name,
                task->by ? " by " : "", task->by ? task->by->name : "", text);
    return !missing;
}

hol_derivation *hol_derive(const hol_derive_task *task, hol_message *why)
{
    derivation x = {.task = task, .d = hol_new(1, sizeof *x.d), .why = why};
    hol_refusal refusal;
    hol_experiment *alone = hol_natural_system(task->problem, task->par, &refusal);
    bool room = true;
    why->text[0] = '\0';
    x.alone = alone;
    x.sys = alone ? alone->sys : NULL;
    if (!alone) hol_refusal_text(&refusal, why);
    x.d->memory = hol_had(hol_memory_new());
    x.scratch = hol_had(hol_memory_new());
    if (x.sys && choose_deriver(&x, why)) room = hol_try(derive, &x);
    if (!room) hol_say(why, "there is no memory");
    if (x.d->ended.text[0] && x.d->rows < 2) *why = x.d->ended;
    hol_memory_end(x.scratch);
    hol_experiment_close(alone);
    if (!why->text[0]) return x.d;
    hol_derivation_free(x.d);
    if (!room) hol_lack_memory();
    return NULL;
}

void hol_derivation_free(hol_derivation *d)
{
    if (!d) return;
    hol_memory_end(d->memory);
    free(d);
}
