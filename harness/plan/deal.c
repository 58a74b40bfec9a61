/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a plan dealt to tasks: see deal.h. */
#include "harness/plan/deal.h"

#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan/forecast.h"

static const double of_a_step = 1e-5; /* where nothing is known [s] */
static const double enough = 0.2;     /* of timed passes: no more are begun, see hol_run [s] */

/* ---------------------------------------------------------------- costs */

typedef struct { /* timed runs of a method on a problem */
    const hol_method *method;
    const hol_problem *problem;
    double seconds, steps; /* of one pass */
} pair;

typedef struct {
    pair *of;
    int count;
} pairs;

static const hol_problem *problem_of(const hol_plan *plan, const char *name)
{
    for (int i = 0; i < plan->models; i++)
        if (!strcmp(plan->model[i]->name, name)) return plan->model[i];
    return hol_problem_named(name);
}

/* Of what the plan has no use for there is no harm. */
static bool read_past(const hol_plan *plan, hol_store *past, pairs *p, long *known,
                      hol_message *why)
{
    hol_store_answer answer = HOL_STORE_FAILED;
    sqlite3_stmt *s = hol_store_query(
        past,
        "SELECT problem, method, sum(cpu_seconds), sum(until / h), count(*) FROM runs"
        " WHERE cpu_seconds > 0 AND h > 0 AND status = 'ok' GROUP BY problem, method",
        why);
    while (s && (answer = hol_store_next(past, s, why)) == HOL_STORE_FOUND) {
        pair one = {.problem = problem_of(plan, (const char *)sqlite3_column_text(s, 0)),
                    .method = hol_method_named((const char *)sqlite3_column_text(s, 1)),
                    .seconds = sqlite3_column_double(s, 2),
                    .steps = sqlite3_column_double(s, 3)};
        if (!one.problem || !one.method) continue;
        p->of = hol_renew(p->of, (size_t)(p->count + 1) * sizeof *p->of);
        p->of[p->count++] = one;
        *known += (long)sqlite3_column_int64(s, 4);
    }
    sqlite3_finalize(s);
    return answer != HOL_STORE_FAILED;
}

static double steps_of(const hol_spec *spec)
{
    return spec->until / spec->h; /* under a tolerance h is the first step */
}

bool hol_cost_runs(const hol_plan *plan, hol_store *past, double seconds[], long *known,
                   hol_message *why)
{
    pairs p = {0};
    *known = 0;
    if (past && !read_past(plan, past, &p, known, why)) {
        free(p.of);
        return false;
    }
    hol_forecast *f = hol_forecast_new(plan->count + p.count);
    for (int i = 0; i < plan->count; i++)
        hol_forecast_job(f, i, plan->spec[i].method, plan->spec[i].problem,
                         steps_of(&plan->spec[i]));
    for (int k = 0; k < p.count; k++)
        hol_forecast_job(f, plan->count + k, p.of[k].method, p.of[k].problem, p.of[k].steps);
    for (int k = 0; k < p.count; k++) hol_forecast_done(f, plan->count + k, p.of[k].seconds, 0.0);
    for (int i = 0; i < plan->count; i++) {
        double pass = hol_forecast_seconds(f, i);
        if (!isfinite(pass)) pass = of_a_step * steps_of(&plan->spec[i]);
        bool asked = !plan->rung[i].error; /* how far a ladder goes nobody knows */
        /* The pass that is looked at, and the timed ones. */
        seconds[i] = asked ? pass + fmin(plan->spec[i].repeats * pass, enough + pass) : 0.0;
    }
    hol_forecast_free(f);
    free(p.of);
    return true;
}

/* ---------------------------------------------------------------- tasks */

typedef struct {
    double seconds;
    int part;
} costly;

static int by_cost(const void *a, const void *b)
{
    const costly *x = a, *y = b;
    if (x->seconds != y->seconds) return x->seconds > y->seconds ? -1 : 1;
    return x->part - y->part;
}

void hol_deal(int parts, const double seconds[], int tasks, int task[], int order[])
{
    costly *by = hol_new(parts, sizeof *by);
    double *load = hol_new(tasks, sizeof *load);
    for (int i = 0; i < parts; i++) by[i] = (costly){seconds[i], i};
    qsort(by, (size_t)parts, sizeof *by, by_cost);
    for (int i = 0; i < parts; i++) {
        int least = 0;
        for (int k = 1; k < tasks; k++)
            if (load[k] < load[least]) least = k;
        order[i] = by[i].part;
        task[by[i].part] = least;
        load[least] += by[i].seconds;
    }
    free(by);
    free(load);
}
