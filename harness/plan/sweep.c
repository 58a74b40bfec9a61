/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The writer of a sweep: see sweep.h. */
#include "harness/plan/sweep.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>

#include "harness/memory.h"
#include "harness/plan/sweep_worker.h"
#include "harness/store/record.h"

enum { TICK = 250 }; /* the longest wait [ms] */

typedef struct {
    char key[HOL_KEY];
    int run; /* in the plan */
} entry;

typedef struct {
    const hol_sweep *asked;
    hol_sweep_news *news;
    hol_message *why;
    entry *todo; /* in the order of the plan */
    int count, next;
    hol_worker *worker;
    double began;
} sweep;

static double wall_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int interrupts(const sweep *s)
{
    return s->asked->interrupts ? (int)*s->asked->interrupts : 0;
}

static void tell(sweep *s, const hol_spec *spec, const hol_record *record)
{
    s->news->seconds = wall_clock() - s->began;
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

/* ---------------------------------------------------------------- results */

/* A worker's run is the entry of that number. */
static const entry *entry_of(const sweep *s, int run)
{
    const entry wanted = {.run = run};
    return bsearch(&wanted, s->todo, (size_t)s->count, sizeof *s->todo, by_run);
}

static bool keep(sweep *s, int run, const hol_record *record)
{
    const hol_spec *spec = &s->asked->plan->spec[run];
    if (!hol_store_put(s->asked->store, spec, entry_of(s, run)->key, record, s->why)) return false;
    s->news->done++;
    s->news->ok += !strcmp(record->status, "ok");
    tell(s, spec, record);
    return true;
}

static bool keep_crash(sweep *s, hol_worker *w)
{
    bool busy = w->state != HOL_WORKER_IDLE;
    hol_message how;
    hol_worker_go_on(w);
    hol_worker_kill(w); /* one that only talks nonsense */
    hol_worker_end(w, &how);
    if (!busy) return true;
    hol_record record = hol_record_failed(&s->asked->plan->spec[w->run], "crashed");
    record.why = how;
    s->news->crashed++;
    return keep(s, w->run, &record);
}

/* Takes what a worker has to say; false where the store failed. */
static bool hear(sweep *s, hol_worker *w)
{
    hol_frame_kind kind;
    hol_record record;
    if (!hol_worker_read(w, &kind, &record)) return keep_crash(s, w);
    if (kind == HOL_FRAME_ASKS) {
        w->state = HOL_WORKER_ASKS;
        return true;
    }
    w->state = HOL_WORKER_IDLE;
    bool kept = keep(s, w->run, &record);
    hol_record_clear(&record);
    return kept;
}

/* ---------------------------------------------------------------- who does what */

static hol_worker *one_that(const sweep *s, hol_worker_state state)
{
    for (int i = 0; i < s->asked->workers; i++)
        if (s->worker[i].state == state) return &s->worker[i];
    return NULL;
}

/* Gives work to idle workers, starting them where there are fewer than asked for; false where
 * there is work and nobody to do it. */
static bool give(sweep *s)
{
    for (int i = 0; i < s->asked->workers && s->next < s->count && !interrupts(s); i++) {
        hol_worker *w = &s->worker[i];
        if (w->state == HOL_WORKER_NONE &&
            !hol_worker_start(s->worker, i, s->asked->workers, s->asked->plan)) {
            hol_say(s->why, "no worker could be started: %s", strerror(errno));
            continue;
        }
        /* To one that is dead already: the end of its pipe tells, and the run is its. */
        if (w->state == HOL_WORKER_IDLE) hol_worker_give(w, s->todo[s->next++].run);
    }
    for (int i = 0; i < s->asked->workers; i++)
        if (s->worker[i].state != HOL_WORKER_NONE) return true;
    return s->next == s->count || interrupts(s);
}

/* One at a time, the others standing still. */
static void let_time(sweep *s)
{
    hol_worker *w = one_that(s, HOL_WORKER_ASKS);
    if (one_that(s, HOL_WORKER_TIMES)) return;
    for (int i = 0; i < s->asked->workers; i++) {
        hol_worker *other = &s->worker[i];
        if (other == w || !w)
            hol_worker_go_on(other);
        else if (other->state == HOL_WORKER_RUNS)
            hol_worker_hold(other);
    }
    if (w) hol_worker_let_time(w);
}

static bool busy(const sweep *s)
{
    return one_that(s, HOL_WORKER_RUNS) || one_that(s, HOL_WORKER_ASKS) ||
           one_that(s, HOL_WORKER_TIMES);
}

/* Waits and takes what comes; while one times, it is the only one that is heard. */
static bool listen_to_all(sweep *s)
{
    int count = 0;
    hol_worker *timing = one_that(s, HOL_WORKER_TIMES), **who;
    struct pollfd *fd = hol_new(s->asked->workers, sizeof *fd);
    who = hol_new(s->asked->workers, sizeof *who);
    for (int i = 0; i < s->asked->workers; i++) {
        hol_worker *w = &s->worker[i];
        if (w->state == HOL_WORKER_NONE || (timing && w != timing)) continue;
        fd[count] = (struct pollfd){.fd = w->from, .events = POLLIN};
        who[count++] = w;
    }
    int ready = poll(fd, (nfds_t)count, TICK);
    bool well = true;
    if (ready == 0 && !timing) tell(s, NULL, NULL);
    for (int i = 0; i < count && ready > 0 && well; i++)
        if (fd[i].revents) well = hear(s, who[i]);
    free(who);
    free(fd);
    return well;
}

static hol_sweep_end run_all(sweep *s)
{
    for (;;) {
        if (interrupts(s) > 1) return HOL_SWEEP_INTERRUPTED;
        if (!give(s)) return HOL_SWEEP_MACHINE;
        if (!busy(s)) break;
        let_time(s);
        if (!listen_to_all(s)) return HOL_SWEEP_STORE;
    }
    return s->next < s->count ? HOL_SWEEP_INTERRUPTED : HOL_SWEPT;
}

hol_sweep_end hol_sweep_run(const hol_sweep *asked, hol_sweep_news *news, hol_message *why)
{
    sweep s = {.asked = asked, .news = news, .why = why, .began = wall_clock()};
    struct sigaction ignore = {.sa_handler = SIG_IGN}, kept;
    hol_sweep_end end = HOL_SWEEP_STORE;
    *news = (hol_sweep_news){0};
    s.worker = hol_new(asked->workers, sizeof *s.worker);
    sigaction(SIGPIPE, &ignore, &kept); /* a dead worker's pipe */
    if (list_runs(&s)) {
        tell(&s, NULL, NULL);
        end = run_all(&s);
    }
    for (int i = 0; i < asked->workers; i++) {
        hol_message how;
        hol_worker_kill(&s.worker[i]);
        hol_worker_end(&s.worker[i], &how);
    }
    sigaction(SIGPIPE, &kept, NULL);
    free(s.worker);
    free(s.todo);
    return end;
}
