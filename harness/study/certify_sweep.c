/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Certificates by processes of their own: see certify_sweep.h. */
#include "harness/study/certify_sweep.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/memory.h"
#include "harness/prepare.h"

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

hol_outcome hol_certify_case(const hol_case *given, hol_certificate *certificate,
                             char formulation[16], hol_message *why)
{
    hol_result r;
    hol_pose *at;
    hol_case c = *given;
    int count = hol_option_count(c.problem->parameters);
    double *par = hol_new(count, sizeof *par);
    hol_option_defaults(c.problem->parameters, par);
    for (int i = 0; i < count && c.parameters; i++) par[i] = c.parameters[i];
    set_trial(c.problem, par);
    c.parameters = par;
    hol_outcome outcome = hol_prepare(&c, &r, &at);
    *certificate = (hol_certificate){0};
    if (outcome == HOL_RAN) {
        const hol_subject x = {.problem = r.problem,
                               .parameters = r.parameters,
                               .sys = r.sys,
                               .s = r.stepper,
                               .z = r.z,
                               .claims = r.claims,
                               .reference = r.reference};
        snprintf(formulation, 16, "%s", r.sys->formulation);
        hol_certify(&x, certificate);
    }
    *why = r.message;
    hol_result_free(&r);
    free(at);
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

/* ---------------------------------------------------------------- a process */

typedef struct { /* what it sends; less than a pipe holds */
    char formulation[16];
    hol_message why;
    hol_certificate certificate;
} answer;

typedef struct {
    pid_t pid; /* 0: none */
    int from, pair;
} worker;

static void work(const hol_spec *spec, int out)
{
    answer a = {.certificate = {0}};
    hol_case c = hol_spec_case(spec);
    const char *at = (const char *)&a;
    signal(SIGINT, SIG_IGN);
    if (hol_certify_case(&c, &a.certificate, a.formulation, &a.why) == HOL_RAN)
        a.why = (hol_message){""};
    for (size_t left = sizeof a; left;) {
        ssize_t n = write(out, at + sizeof a - left, left);
        if (n < 0 && errno != EINTR) break;
        left -= n > 0 ? (size_t)n : 0;
    }
    _exit(0);
}

static bool start(worker *w, const hol_certificates *all, int pair, hol_message *why)
{
    int ends[2];
    if (pipe(ends) == 0) {
        fflush(NULL);
        w->pid = fork();
        if (w->pid == 0) work(&all->pair[pair].spec, ends[1]);
        close(ends[1]);
        w->from = ends[0];
        w->pair = pair;
        if (w->pid > 0) return true;
        close(ends[0]);
    }
    w->pid = 0;
    hol_say(why, "no process for a certificate could be started: %s", strerror(errno));
    return false;
}

/* What a process that has ended left in its pipe. */
static void finish(worker *w, hol_certified_pair *pair, int status)
{
    answer a;
    size_t had = 0;
    ssize_t n;
    while (had < sizeof a && (n = read(w->from, (char *)&a + had, sizeof a - had)) != 0)
        if (n > 0)
            had += (size_t)n;
        else if (errno != EINTR)
            break;
    close(w->from);
    w->pid = 0;
    if (had == sizeof a) {
        memcpy(pair->formulation, a.formulation, sizeof pair->formulation);
        pair->why = a.why;
        pair->certificate = a.certificate;
    } else if (WIFSIGNALED(status))
        hol_say(&pair->why, "crashed (signal %d)", WTERMSIG(status));
    else
        hol_say(&pair->why, "ended without a certificate");
}

/* ---------------------------------------------------------------- all of them */

typedef struct {
    hol_certificates *all;
    const hol_certify_asked *asked;
    hol_certify_news news;
    bool *missing; /* of each pair */
    worker *worker;
    int next, running;
    struct timespec began;
    hol_message *why;
} sweep;

static void tell(sweep *s, const hol_certified_pair *pair)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    s->news.seconds =
        (double)(now.tv_sec - s->began.tv_sec) + 1e-9 * (double)(now.tv_nsec - s->began.tv_nsec);
    s->news.pair = pair;
    if (s->asked->tell) s->asked->tell(s->asked->self, &s->news);
}

static bool look_up(sweep *s)
{
    s->news.pairs = s->all->count;
    for (int i = 0; i < s->all->count; i++) {
        hol_store_answer found =
            hol_store_get_certificate(s->asked->store, &s->all->pair[i], s->why);
        if (found == HOL_STORE_FAILED) return false;
        s->missing[i] = found == HOL_STORE_NONE;
        s->news.had += !s->missing[i];
    }
    return true;
}

static bool give(sweep *s)
{
    bool stop = s->asked->interrupts && *s->asked->interrupts;
    for (int w = 0; w < s->asked->workers && !stop; w++) {
        while (s->next < s->all->count && !s->missing[s->next]) s->next++;
        if (s->worker[w].pid || s->next == s->all->count) continue;
        if (!start(&s->worker[w], s->all, s->next, s->why)) return false;
        s->next++;
        s->running++;
    }
    return true;
}

/* Waits for a process of this sweep to end and keeps what it measured. */
static bool take(sweep *s)
{
    int status;
    pid_t pid = wait(&status);
    for (int w = 0; w < s->asked->workers; w++) {
        if (pid <= 0 || s->worker[w].pid != pid) continue;
        hol_certified_pair *pair = &s->all->pair[s->worker[w].pair];
        finish(&s->worker[w], pair, status);
        s->missing[pair - s->all->pair] = false;
        s->running--;
        if (!hol_store_put_certificate(s->asked->store, pair, s->why)) return false;
        s->news.done++;
        tell(s, pair);
    }
    return true;
}

bool hol_certify_all(hol_certificates *all, const hol_certify_asked *asked, bool *interrupted,
                     hol_message *why)
{
    sweep s = {.all = all, .asked = asked, .why = why};
    s.missing = hol_new(all->count, sizeof *s.missing);
    s.worker = hol_new(asked->workers, sizeof *s.worker);
    clock_gettime(CLOCK_MONOTONIC, &s.began);
    bool good = look_up(&s);
    while (good && (good = give(&s)) && s.running) good = take(&s);
    for (int w = 0; w < asked->workers; w++)
        if (s.worker[w].pid) {
            kill(s.worker[w].pid, SIGKILL);
            waitpid(s.worker[w].pid, NULL, 0);
            close(s.worker[w].from);
        }
    *interrupted = good && s.news.had + s.news.done < all->count;
    free(s.worker);
    free(s.missing);
    return good;
}
