/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every run of a plan that the store lacks: see sweep.h. */
#include "harness/plan/sweep.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "harness/plan/forecast.h"
#include "harness/plan/ladder.h"
#include "harness/store/core.h"
#include "harness/store/record.h"

typedef struct {
    char key[HOL_KEY];
    int run;    /* in the plan */
    bool again; /* the store has it, without memory or the error that can be told now */
} entry;

typedef struct {
    const hol_sweep *asked;
    hol_sweep_news *news;
    hol_message *why;
    bool *taken; /* of each run of the plan: it has been listed */
    int *above;  /* that of twice its step or the next looser tolerance; -1: none */
    entry *todo; /* in the order of the plan */
    int count;
    hol_forecast *forecast; /* of `todo` */
    double began;           /* its runs, by the wall clock */
} sweep;

typedef struct { /* what a worker sends of a run, beside its rows */
    hol_record record;
    double seconds; /* CPU time of making it, all passes */
} made;

static void tell(sweep *s, const hol_spec *spec, const hol_record *record)
{
    s->news->left = hol_forecast_left(s->forecast, hol_wall_seconds() - s->began);
    s->news->spec = spec;
    s->news->record = record;
    if (s->asked->tell) s->asked->tell(s->asked->self, s->news);
}

/* ---------------------------------------------------------------- what there is to do */

/* Why a ladder with this rung ends above run i. */
static hol_store_answer judge(sweep *s, int i, const hol_rung *rung, hol_ladder_end *end)
{
    const hol_spec *spec[HOL_LADDER_RUNS] = {NULL};
    for (int k = 0; k < HOL_LADDER_RUNS && i >= 0; k++, i = s->above[i])
        spec[k] = &s->asked->plan->spec[i];
    return hol_ladder_judge(s->asked->store, spec, rung, end, s->why);
}

/* Is the run asked for?  A rung of a ladder is, where the run above is in the store and does not
 * end it. */
static hol_store_answer asked_for(sweep *s, int i)
{
    const hol_rung *rung = &s->asked->plan->rung[i];
    hol_ladder_end end = HOL_LADDER_GOES_ON;
    if (!rung->evaluations || s->above[i] < 0) return HOL_STORE_FOUND;
    if (!s->taken[s->above[i]]) return HOL_STORE_NONE;
    hol_store_answer answer = judge(s, i, rung, &end);
    return answer == HOL_STORE_FOUND && end != HOL_LADDER_GOES_ON ? HOL_STORE_NONE : answer;
}

static int by_key(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    return order ? order : x->run - y->run;
}

static int by_run(const void *a, const void *b)
{
    return ((const entry *)a)->run - ((const entry *)b)->run;
}

static bool has_rungs(const hol_plan *plan)
{
    for (int i = 0; i < plan->count; i++)
        if (plan->rung[i].evaluations) return true;
    return false;
}

/* Among those of one kin, which stand together; of looser tolerances the tightest. */
static void find_above_among(sweep *s, const entry kin[], int count)
{
    const hol_spec *spec = s->asked->plan->spec;
    for (int i = 0; i < count; i++) {
        int *above = &s->above[kin[i].run];
        for (int k = 0; k < count; k++)
            if (hol_ladder_below(&spec[kin[k].run], &spec[kin[i].run]) &&
                (*above < 0 || spec[kin[k].run].rtol < spec[*above].rtol))
                *above = kin[k].run;
    }
}

/* Uses `todo` for the kin of each run. */
static void find_above(sweep *s)
{
    const hol_plan *plan = s->asked->plan;
    int last;
    for (int i = 0; i < plan->count; i++) s->above[i] = -1;
    if (!has_rungs(plan)) return;
    for (int i = 0; i < plan->count; i++) {
        s->todo[i] = (entry){.run = i};
        hol_spec_kin(&plan->spec[i], s->todo[i].key);
    }
    qsort(s->todo, (size_t)plan->count, sizeof *s->todo, by_key);
    for (int first = 0; first < plan->count; first = last) {
        for (last = first + 1; last < plan->count; last++)
            if (strcmp(s->todo[first].key, s->todo[last].key) != 0) break;
        find_above_among(s, s->todo + first, last - first);
    }
}

/* Is the motion derived up to the end of the run? */
static bool is_derived(const hol_spec *spec)
{
    hol_message missing = {""}, wrong = {""};
    hol_reference *ref = hol_reference_for(spec->problem, spec->parameters, &missing, &wrong);
    bool is = ref && ref->model[0] && ref->t[ref->rows - 1] >= spec->until - 1e-9;
    hol_reference_free(ref);
    return is;
}

/* FOUND: the store has the run, and knows of it what can be known. */
static hol_store_answer whole(const sweep *s, entry *one)
{
    char key[HOL_KEY];
    hol_store *store = s->asked->store;
    const hol_spec *spec = &s->asked->plan->spec[one->run];
    memcpy(key, one->key, sizeof key);
    hol_store_answer there = hol_store_has(store, key, s->why);
    if (there == HOL_STORE_NONE) there = hol_store_key(store, spec, key, s->why);
    if (there != HOL_STORE_FOUND) return there;
    hol_store_answer memory = hol_store_lacked_memory(store, key, s->why);
    hol_store_answer truth = hol_store_lacks_truth(store, key, s->why);
    if (memory == HOL_STORE_FAILED || truth == HOL_STORE_FAILED) return HOL_STORE_FAILED;
    bool lesser = memory == HOL_STORE_FOUND || (truth == HOL_STORE_FOUND && is_derived(spec));
    one->again = lesser && !strcmp(key, one->key);
    return lesser ? HOL_STORE_NONE : HOL_STORE_FOUND;
}

/* Leaves of the so many entries in `todo`, by their keys, each once that the store lacks. */
static bool leave_lacking(sweep *s, int listed)
{
    char before[HOL_KEY] = "";
    for (int i = 0; i < listed; i++) {
        entry one = s->todo[i];
        if (!strcmp(one.key, before)) continue;
        memcpy(before, one.key, sizeof before);
        hol_store_answer answer = whole(s, &one);
        if (answer == HOL_STORE_FAILED) return false;
        s->news->runs++;
        s->news->had += answer == HOL_STORE_FOUND;
        if (answer == HOL_STORE_NONE) s->todo[s->count++] = one;
    }
    return true;
}

/* In one transaction, whose lock is taken once and not for every run. */
static bool leave_what_lacks(sweep *s, int listed)
{
    qsort(s->todo, (size_t)listed, sizeof *s->todo, by_key);
    if (!hol_store_execute(s->asked->store, "BEGIN", s->why) ||
        !hol_store_end(s->asked->store, leave_lacking(s, listed), s->why))
        return false;
    qsort(s->todo, (size_t)s->count, sizeof *s->todo, by_run);
    return true;
}

/* By the steps that a run has, or would have with the problem's own; the clock starts anew. */
static void weigh_runs(sweep *s)
{
    s->began = hol_wall_seconds();
    s->forecast = hol_forecast_new(s->count);
    for (int i = 0; i < s->count; i++) {
        const hol_spec *spec = &s->asked->plan->spec[s->todo[i].run];
        bool adaptive = spec->rtol > 0.0 || spec->atol > 0.0;
        double h = adaptive ? spec->problem->step : spec->h;
        hol_forecast_job(s->forecast, i, spec->method, spec->problem, spec->until / h);
    }
}

/* What is asked for now and was not before; false: the store. */
static bool list_runs(sweep *s, bool *found)
{
    const hol_plan *plan = s->asked->plan;
    int listed = 0;
    s->count = 0;
    for (int i = 0; i < plan->count; i++) {
        entry one = {.run = i};
        if (s->taken[i]) continue;
        hol_store_answer asked = asked_for(s, i);
        if (asked == HOL_STORE_FAILED) return false;
        if (asked == HOL_STORE_NONE) continue;
        hol_spec_key(&plan->spec[i], one.key);
        s->todo[listed++] = one;
    }
    for (int k = 0; k < listed; k++) s->taken[s->todo[k].run] = true;
    *found = listed > 0;
    return leave_what_lacks(s, listed);
}

/* The plan's runs are those that were made; the last of each ladder says what ended it. */
static bool leave_what_is_made(sweep *s)
{
    hol_plan *plan = s->asked->plan;
    bool good = true;
    for (int i = 0; i < plan->count && good; i++) {
        int above = s->above[i];
        if (s->taken[i] || above < 0 || !s->taken[above]) continue;
        good = judge(s, i, &plan->rung[i], &plan->rung[above].end) != HOL_STORE_FAILED;
    }
    for (int i = 0; i < plan->count; i++)
        if (!s->taken[i]) hol_spec_clear(&plan->spec[i]);
    hol_plan_compact(plan);
    return good;
}

/* ---------------------------------------------------------------- a run */

/* A job is a place in `todo`. */
static void work(void *self, int job, hol_worker *w)
{
    const sweep *s = self;
    const hol_spec *spec = &s->asked->plan->spec[s->todo[job].run];
    made m;
    double began = hol_cpu_seconds();
    hol_record_spec(spec, spec->repeats > 0 ? hol_worker_asks : NULL, w, &m.record);
    m.seconds = hol_cpu_seconds() - began;
    hol_part part[HOL_PARTS] = {{&m, sizeof m}};
    for (int k = 0; k < HOL_ROW_LISTS; k++) {
        const hol_row_list *list = &hol_row_lists[k];
        part[1 + k] = (hol_part){hol_rows_of(list, &m.record),
                                 (size_t)hol_row_count(list, &m.record) * list->size};
    }
    hol_worker_sends(w, part);
    hol_record_clear(&m.record);
}

/* The record as it was sent, with what it owns. */
static made made_of(const hol_part part[HOL_PARTS])
{
    made m;
    memcpy(&m, part[0].data, sizeof m);
    free(part[0].data);
    for (int k = 0; k < HOL_ROW_LISTS; k++) {
        const hol_row_list *list = &hol_row_lists[k];
        hol_take_rows(list, &m.record, hol_row_count(list, &m.record), part[1 + k].data);
    }
    return m;
}

static bool keep(void *self, int job, const hol_part part[HOL_PARTS], const hol_message *how)
{
    sweep *s = self;
    const hol_spec *spec = &s->asked->plan->spec[s->todo[job].run];
    made m = part ? made_of(part) : (made){hol_record_failed(spec, HOL_END_CRASHED), 0.0};
    hol_record r = m.record;
    if (!part) {
        r.why = *how;
        hol_blame_plugins(spec->problem, spec->method, &r.why);
    }
    hol_forecast_done(s->forecast, job, m.seconds, hol_wall_seconds() - s->began);
    const entry *one = &s->todo[job];
    bool kept = (!one->again || hol_store_drop(s->asked->store, one->key, s->why)) &&
                hol_store_put(s->asked->store, spec, one->key, &r, s->why);
    if (kept) {
        s->news->crashed += r.end == HOL_END_CRASHED || r.end == HOL_END_NO_MEMORY;
        s->news->done++;
        s->news->ok += r.end == HOL_END_OK;
        tell(s, spec, &r);
    }
    hol_record_clear(&r);
    return kept;
}

static void tick(void *self)
{
    tell(self, NULL, NULL);
}

/* Where the system binds nothing the rows say so: they have no core. */
static void take_core(void *self)
{
    (void)self;
    hol_core_take();
}

/* What is asked for now, then the rungs that it asks for. */
static hol_jobs_end make_runs(sweep *s)
{
    bool found;
    hol_jobs jobs = {.workers = s->asked->workers,
                     .begin = s->asked->exclusive ? take_core : NULL,
                     .interrupts = s->asked->interrupts,
                     .work = work,
                     .keep = keep,
                     .tick = tick,
                     .self = s};
    hol_jobs_end end = HOL_JOBS_DONE;
    do {
        if (!list_runs(s, &found)) return HOL_JOBS_NOT_KEPT;
        weigh_runs(s);
        tell(s, NULL, NULL);
        jobs.jobs = s->count;
        if (s->count) end = hol_jobs_run(&jobs, s->why);
        hol_forecast_free(s->forecast);
    } while (found && !end);
    return end || leave_what_is_made(s) ? end : HOL_JOBS_NOT_KEPT;
}

hol_jobs_end hol_sweep_run(const hol_sweep *asked, hol_sweep_news *news, hol_message *why)
{
    sweep s = {.asked = asked, .news = news, .why = why};
    int count = asked->plan->count;
    *news = (hol_sweep_news){0};
    s.todo = hol_new(count, sizeof *s.todo);
    s.taken = hol_new(count, sizeof *s.taken);
    s.above = hol_new(count, sizeof *s.above);
    find_above(&s);
    hol_jobs_end end = make_runs(&s);
    free(s.above);
    free(s.taken);
    free(s.todo);
    return end;
}
