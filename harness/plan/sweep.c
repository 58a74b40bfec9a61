/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every run of a plan that the store lacks: see sweep.h. */
#include "harness/plan/sweep.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "harness/store/record.h"
#include "holonomy/memory.h"

typedef struct {
    char key[HOL_KEY];
    int run; /* in the plan */
} entry;

typedef struct {
    const hol_sweep *asked;
    hol_sweep_news *news;
    hol_message *why;
    entry *todo; /* in the order of the plan */
    int count;
    double began;
} sweep;

static void tell(sweep *s, const hol_spec *spec, const hol_record *record)
{
    s->news->seconds = hol_wall_seconds() - s->began;
    s->news->spec = spec;
    s->news->record = record;
    if (s->asked->tell) s->asked->tell(s->asked->self, s->news);
}

/* ---------------------------------------------------------------- what there is to do */

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

/* Each run once, however often it stands in the plan, and only what the store lacks. */
static bool list_runs(sweep *s)
{
    const hol_plan *plan = s->asked->plan;
    s->todo = hol_new(plan->count, sizeof *s->todo);
    for (int i = 0; i < plan->count; i++) {
        s->todo[i].run = i;
        hol_spec_key(&plan->spec[i], s->todo[i].key);
    }
    qsort(s->todo, (size_t)plan->count, sizeof *s->todo, by_key);
    char before[HOL_KEY] = "";
    for (int i = 0; i < plan->count; i++) {
        entry one = s->todo[i];
        if (!strcmp(one.key, before)) continue;
        memcpy(before, one.key, sizeof before);
        hol_store_answer answer = hol_store_has(s->asked->store, one.key, s->why);
        if (answer == HOL_STORE_FAILED) return false;
        s->news->runs++;
        s->news->had += answer == HOL_STORE_FOUND;
        if (answer == HOL_STORE_NONE) s->todo[s->count++] = one;
    }
    qsort(s->todo, (size_t)s->count, sizeof *s->todo, by_run);
    return true;
}

/* ---------------------------------------------------------------- a run */

/* A job is a place in `todo`. */
static void work(void *self, int job, hol_worker *w)
{
    const sweep *s = self;
    const hol_spec *spec = &s->asked->plan->spec[s->todo[job].run];
    hol_record r;
    hol_record_spec(spec, spec->repeats > 0 ? hol_worker_asks : NULL, w, &r);
    hol_part part[HOL_PARTS] = {{&r, sizeof r}};
    for (int k = 0; k < HOL_ROW_LISTS; k++) {
        const hol_row_list *list = &hol_row_lists[k];
        part[1 + k] =
            (hol_part){hol_rows_of(list, &r), (size_t)hol_row_count(list, &r) * list->size};
    }
    hol_worker_sends(w, part);
    hol_record_clear(&r);
}

/* The record as it was sent, with what it owns. */
static hol_record record_of(const hol_part part[HOL_PARTS])
{
    hol_record r;
    memcpy(&r, part[0].data, sizeof r);
    free(part[0].data);
    for (int k = 0; k < HOL_ROW_LISTS; k++) {
        const hol_row_list *list = &hol_row_lists[k];
        hol_take_rows(list, &r, hol_row_count(list, &r), part[1 + k].data);
    }
    return r;
}

static bool keep(void *self, int job, const hol_part part[HOL_PARTS], const hol_message *how)
{
    sweep *s = self;
    const hol_spec *spec = &s->asked->plan->spec[s->todo[job].run];
    hol_record r = part ? record_of(part) : hol_record_failed(spec, HOL_END_CRASHED);
    if (!part) r.why = *how;
    bool kept = hol_store_put(s->asked->store, spec, s->todo[job].key, &r, s->why);
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

hol_jobs_end hol_sweep_run(const hol_sweep *asked, hol_sweep_news *news, hol_message *why)
{
    sweep s = {.asked = asked, .news = news, .why = why, .began = hol_wall_seconds()};
    hol_jobs_end end = HOL_JOBS_NOT_KEPT;
    *news = (hol_sweep_news){0};
    if (list_runs(&s)) {
        tell(&s, NULL, NULL);
        const hol_jobs jobs = {.jobs = s.count,
                               .workers = asked->workers,
                               .interrupts = asked->interrupts,
                               .work = work,
                               .keep = keep,
                               .tick = tick,
                               .self = &s};
        end = hol_jobs_run(&jobs, why);
    }
    free(s.todo);
    return end;
}
