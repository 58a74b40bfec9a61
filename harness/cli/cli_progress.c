/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of a plan made under the eyes of the user: see cli_progress.h. */
#include "harness/cli/cli_progress.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli.h"
#include "harness/cli/cli_derive.h"
#include "harness/cli/cli_signals.h"
#include "harness/cli/cli_size.h"
#include "harness/cli/cli_terminal.h"

static volatile sig_atomic_t interrupts;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupts++;
}

void cli_put_word(FILE *out, const char *word)
{
    putc(' ', out);
    cli_put_quoted(out, word);
}

void cli_put_quoted(FILE *out, const char *word)
{
    bool plain = *word && !word[strcspn(word, " \t\n\"'\\$`!*?[](){}<>|&;#~")];
    if (!plain) putc('\'', out);
    for (; *word; word++) fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, out);
    if (!plain) putc('\'', out);
}

void cli_put_option(FILE *out, const char *name, const char *word)
{
    if (!word) return;
    fprintf(out, " %s", name);
    cli_put_word(out, word);
}

/* ---------------------------------------------------------------- progress */

typedef struct {
    cli_bar bar; /* on a terminal */
    bool lines;  /* anywhere else; neither where quiet */
} progress;

static void show_line(const hol_sweep_news *n)
{
    const hol_record *r = n->record;
    double value = r->adaptive ? r->rtol : r->h;
    const char *why = r->end == HOL_END_OK ? "" : r->why.text;
    fprintf(stderr, "%d of %d: %s on %s, %s = %.4g: %s%s%s\n", n->had + n->done, n->runs,
            r->method->name, r->problem->name, r->adaptive ? "rtol" : "h", value,
            hol_end_name(r->end), *why ? ": " : "", why);
}

/* had of all were there, made were made. */
static void put_bar(progress *p, int had, int made, int all, double left, const char *more)
{
    int done = had + made;
    char time[48] = "";
    if (isfinite(left)) snprintf(time, sizeof time, ", %s left", cli_span_of(left).text);
    cli_bar_put(&p->bar, all ? (double)done / all : 1.0, "%d of %d%s%s%s", done, all, time, more,
                interrupts ? "; finishing what runs, Ctrl-C again to stop now" : "");
}

static void show(void *self, const hol_sweep_news *n)
{
    progress *p = self;
    char bad[48] = "";
    if (n->done > n->ok) snprintf(bad, sizeof bad, ", %d not ok", n->done - n->ok);
    put_bar(p, n->had, n->done, n->runs, n->left, bad);
    if (p->lines && n->record) show_line(n);
}

static void show_certificate(void *self, const hol_certify_news *n)
{
    progress *p = self;
    const hol_certified_pair *pair = n->pair;
    put_bar(p, n->had, n->done, n->pairs, n->left, " certificates");
    if (!p->lines) return;
    fprintf(stderr, "certificate %d of %d: %s on %s: ", n->had + n->done, n->pairs,
            pair->spec.method->name, pair->spec.problem->name);
    if (pair->certificate.lines)
        fprintf(stderr, "%d lines, %d claims fail\n", pair->certificate.lines,
                pair->certificate.failed);
    else
        fprintf(stderr, "%s\n", pair->why.text);
}

/* ---------------------------------------------------------------- what is made */

typedef struct {
    const cli_making *m;
    progress p;
    hol_store *store; /* NULL: it could not be opened */
    cli_endings kept;
    hol_message why;
} making;

/* From here to its end a signal is counted: no instant is left at which one ends the program. */
static making begin(const cli_making *m)
{
    making w = {.m = m, .p = {.bar = cli_bar_of(m->quiet)}};
    w.p.lines = !m->quiet && !w.p.bar.on;
    cli_heed(on_interrupt, 0, &w.kept);
    return w;
}

static void open_store(making *w)
{
    w->store = hol_store_open(w->m->store, HOL_STORE_WRITE, &w->why);
}

/* The exit code; so_far: what is told of an interrupt before the command that goes on. */
static int end(making *w, hol_jobs_end end, const char *so_far)
{
    static const int exit_code[] = {[HOL_JOBS_DONE] = HOL_EXIT_OK,
                                    [HOL_JOBS_INTERRUPTED] = HOL_EXIT_INTERRUPTED,
                                    [HOL_JOBS_NOT_KEPT] = HOL_EXIT_FILE,
                                    [HOL_JOBS_NO_WORKER] = HOL_EXIT_MACHINE};
    hol_store_close(w->store);
    cli_unheed(&w->kept);
    cli_bar_end(&w->p.bar);
    if (end == HOL_JOBS_INTERRUPTED)
        fprintf(stderr, "holonomy: interrupted%s; continue with:\n%s\n", so_far, w->m->again);
    else if (end != HOL_JOBS_DONE)
        hol_complain("%s", w->why.text);
    return exit_code[end];
}

static bool same_motion(const hol_spec *a, const hol_spec *b)
{
    size_t size = (size_t)hol_option_count(a->problem->parameters) * sizeof *a->parameters;
    return a->problem == b->problem && (!size || !memcmp(a->parameters, b->parameters, size));
}

int cli_know_motions(const cli_making *m)
{
    const hol_spec *spec = m->plan->spec;
    int code = HOL_EXIT_OK, motions = 0;
    int *first = hol_new(m->plan->count, sizeof *first); /* run of each motion */
    double *until = hol_new(m->plan->count, sizeof *until);
    for (int i = 0; i < m->plan->count; i++) {
        int k = 0;
        while (k < motions && !same_motion(&spec[first[k]], &spec[i])) k++;
        if (k == motions) {
            first[motions] = i;
            until[motions++] = m->plan->certificates ? hol_certify_until(spec[i].problem) : 0.0;
        }
        until[k] = fmax(until[k], spec[i].until);
    }
    for (int k = 0; k < motions && !code && !interrupts; k++) {
        const hol_spec *one = &spec[first[k]];
        code = cli_know(&(cli_motion){one->problem, one->parameters, until[k], m->quiet});
    }
    free(first);
    free(until);
    return code;
}

int cli_make_runs(const cli_making *m)
{
    hol_sweep_news n = {0};
    char so_far[64];
    if (!cli_size_fits_plan(m->plan)) return HOL_EXIT_INPUT;
    making w = begin(m);
    int known = m->no_derive ? HOL_EXIT_OK : cli_know_motions(m);
    if (known) {
        cli_unheed(&w.kept);
        return known;
    }
    hol_shard_keep(m->plan, m->shard);
    hol_jobs_end ended = HOL_JOBS_NOT_KEPT;
    open_store(&w);
    const hol_sweep sweep = {.plan = m->plan,
                             .store = w.store,
                             .workers = m->jobs,
                             .exclusive = m->exclusive,
                             .interrupts = &interrupts,
                             .tell = show,
                             .self = &w.p};
    if (w.store) ended = hol_sweep_run(&sweep, &n, &w.why);
    snprintf(so_far, sizeof so_far, ", %d of %d runs are in the store", n.had + n.done, n.runs);
    int code = end(&w, ended, so_far);
    if (ended == HOL_JOBS_DONE && !m->quiet)
        fprintf(stderr, "%d runs: %d were in %s, %d made: %d ok, %d not ok\n", n.runs, n.had,
                m->store, n.done, n.ok, n.done - n.ok);
    if (n.crashed) hol_complain("%d of the runs crashed", n.crashed);
    return ended == HOL_JOBS_DONE && n.crashed ? HOL_EXIT_FAILED : code;
}

int cli_make_certificates(hol_certificates *all, const cli_making *m)
{
    if (!all->count) return HOL_EXIT_OK;
    hol_jobs_end ended = HOL_JOBS_NOT_KEPT;
    making w = begin(m);
    open_store(&w);
    const hol_certify_asked asked = {.store = w.store,
                                     .workers = m->jobs,
                                     .interrupts = &interrupts,
                                     .tell = show_certificate,
                                     .self = &w.p};
    if (w.store) ended = hol_certify_all(all, &asked, &w.why);
    return end(&w, ended, "");
}
