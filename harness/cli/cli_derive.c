/* SPDX-License-Identifier: GPL-3.0-or-later */
/* References derived under the eyes of the user: see cli_derive.h. */
#include "harness/cli/cli_derive.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_signals.h"
#include "harness/run/reference_of.h"
#include "harness/store/spec.h"

/* ---------------------------------------------------------------- progress */

typedef struct {
    const char *name;
    bool bar;
    int percent;
    double began;
} progress;

static bool news(void *self, double done)
{
    progress *p = self;
    int percent = (int)(100 * done);
    if (p->bar && percent != p->percent && hol_wall_seconds() - p->began > 1) {
        fprintf(stderr, "\rthe true motion of %s: %3d %%\033[K", p->name, percent);
        p->percent = percent;
    }
    return !cli_stop;
}

hol_derivation *cli_derive(hol_derive_task task, bool quiet, hol_message *why)
{
    progress p = {.name = task.problem->name,
                  .bar = !quiet && isatty(STDERR_FILENO),
                  .percent = -1,
                  .began = hol_wall_seconds()};
    cli_endings before;
    task.news = news;
    task.self = &p;
    cli_heed_stop(&before);
    hol_derivation *d = hol_derive(&task, why);
    cli_unheed(&before);
    if (p.bar) fputs("\r\033[K", stderr);
    if (d && d->place.text[0] && (!quiet || !d->path[0])) hol_complain("%s", d->place.text);
    return d;
}

/* ---------------------------------------------------------------- before runs */

static bool known(const hol_problem *problem, const double par[], double until)
{
    hol_message missing = {""}, wrong = {""};
    hol_reference *ref = hol_reference_for(problem, par, &missing, &wrong);
    bool enough = wrong.text[0] || (problem->reference && missing.text[0]) || /* the run says it */
                  (ref && ref->t[ref->rows - 1] >= until - 1e-9);
    hol_reference_free(ref);
    return enough;
}

const hol_deriver *cli_deriver(const hol_problem *problem, const double par[])
{
    hol_refusal none;
    hol_experiment *x = hol_natural_system(problem, par, &none);
    const hol_deriver *by = x ? hol_deriver_for(x->sys) : NULL;
    hol_experiment_close(x);
    return by;
}

void cli_truth(const hol_problem *problem, char text[], size_t size)
{
    hol_message missing = {""}, wrong = {""};
    double *par = hol_table_values(problem->parameters, NULL);
    hol_reference *ref = hol_reference_for(problem, par, &missing, &wrong);
    const hol_deriver *by = ref || problem->exact ? NULL : cli_deriver(problem, par);
    if (!ref && problem->reference)
        snprintf(text, size, "%s, which cannot be read", problem->reference);
    else if (by)
        snprintf(text, size, "derived where a run first needs it, by %s", by->words);
    else
        hol_reference_origin(problem, ref, text, size);
    hol_reference_free(ref);
    free(par);
}

/* Is it derived without being asked for?  Counted on the model, for a realised one may be large. */
static bool is_small(const hol_problem *problem, const double par[])
{
    enum { MOST = 100 }; /* bodies */
    hol_message none;
    if (problem->model && !problem->parameters) return hol_body_count(problem->model) <= MOST;
    hol_model *model = hol_had(hol_model_new());
    bool good = hol_problem_build(problem, par, model, &none) && hol_body_count(model) <= MOST;
    hol_model_free(model);
    return good;
}

/* The folder of the cache alone: the name of a file in it is a digest. */
static int cache_length(const char *path)
{
    const char *end = strstr(path, "/references/");
    return end ? (int)(end - path) : (int)strlen(path);
}

static int tell(const cli_motion *wanted, const hol_derivation *d, double seconds)
{
    if (d->stopped)
        return hol_refuse(
            HOL_EXIT_INTERRUPTED,
            "interrupted while the true motion of %s was derived, at t = %g s; the same "
            "command goes on, --no-derive does without",
            wanted->problem->name, d->rows ? d->t[d->rows - 1] : 0.0);
    if (wanted->quiet || d->rows == d->had) return HOL_EXIT_OK;
    fprintf(stderr, "derived the true motion of %s to %g s, %d digits%s%s, in %.1f s",
            wanted->problem->name, d->t[d->rows - 1], d->digits,
            d->by == hol_deriver_at(0) ? "" : " by ",
            d->by == hol_deriver_at(0) ? "" : d->by->words, seconds);
    if (d->path[0]) fprintf(stderr, "; kept in %.*s", cache_length(d->path), d->path);
    putc('\n', stderr);
    return HOL_EXIT_OK;
}

int cli_know(const cli_motion *wanted)
{
    const hol_problem *problem = wanted->problem;
    int code = HOL_EXIT_OK;
    if (problem->exact) return code;
    double until = problem->reference ? fmin(wanted->until, problem->t_end) : wanted->until;
    double *par = hol_table_values(problem->parameters, wanted->par);
    if (!known(problem, par, until) && is_small(problem, par) && cli_deriver(problem, par)) {
        hol_message why; /* a run without a reference needs no reason */
        double began = hol_wall_seconds();
        hol_derivation *d = cli_derive(
            (hol_derive_task){.problem = problem, .par = par, .until = until, .keep = true},
            wanted->quiet, &why);
        if (d) code = tell(wanted, d, hol_wall_seconds() - began);
        hol_derivation_free(d);
    }
    free(par);
    return code;
}
