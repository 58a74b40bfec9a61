/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the jobs that are left will take: see forecast.h. */
#include "harness/plan/forecast.h"

#include <math.h>
#include <stdlib.h>

#include "holonomy/memory.h"

/* Of the alternating means: they go on from the last fit until none moves. */
enum { SWEEPS = 1000 };
static const double still = 1e-12;

typedef struct {
    int method, problem; /* rows of the table */
    double weight;
    bool done;
} job;

typedef struct { /* of the jobs done of a pair */
    double seconds, weight;
    double rate; /* ln (seconds / weight) */
} pair;

struct hol_forecast {
    int jobs, methods, problems;
    job *job;
    const void **method, **problem; /* each once, at most `jobs` */
    pair *seen;                     /* methods x problems; NULL before the first is done */
    double *a, *b;                  /* ln a_m, ln b_p; NaN: not seen */
    double left;                    /* CPU seconds of what is to be done */
    double seconds, wall;           /* CPU seconds of the jobs done, and when the last ended */
};

hol_forecast *hol_forecast_new(int jobs)
{
    hol_forecast *e = hol_new(1, sizeof *e);
    e->jobs = jobs;
    e->job = hol_new(jobs, sizeof *e->job);
    e->method = hol_new(jobs, sizeof *e->method);
    e->problem = hol_new(jobs, sizeof *e->problem);
    e->a = hol_new(jobs, sizeof *e->a);
    e->b = hol_new(jobs, sizeof *e->b);
    return e;
}

void hol_forecast_free(hol_forecast *e)
{
    if (!e) return;
    free(e->job);
    free(e->method);
    free(e->problem);
    free(e->seen);
    free(e->a);
    free(e->b);
    free(e);
}

static int place(const void **of, int *count, const void *what)
{
    for (int i = 0; i < *count; i++)
        if (of[i] == what) return i;
    of[*count] = what;
    return (*count)++;
}

void hol_forecast_job(hol_forecast *e, int n, const hol_method *method, const hol_problem *problem,
                      double weight)
{
    e->job[n] = (job){.method = place(e->method, &e->methods, method),
                      .problem = place(e->problem, &e->problems, problem),
                      .weight = weight};
}

static pair *pair_of(const hol_forecast *e, int method, int problem)
{
    return &e->seen[method * e->problems + problem];
}

/* Sets x[i] to the mean over the pairs seen of their rate less `other`; the largest change. */
static double set_means(const hol_forecast *e, bool methods, double x[], const double other[])
{
    int count = methods ? e->methods : e->problems;
    int others = methods ? e->problems : e->methods;
    double moved = 0.0;
    for (int i = 0; i < count; i++) {
        double sum = 0.0, before = x[i];
        int seen = 0;
        for (int j = 0; j < others; j++) {
            const pair *s = methods ? pair_of(e, i, j) : pair_of(e, j, i);
            if (!(s->seconds > 0.0)) continue;
            sum += s->rate - (isfinite(other[j]) ? other[j] : 0.0);
            seen++;
        }
        x[i] = seen ? sum / seen : (double)NAN;
        if (seen) moved = fmax(moved, isfinite(before) ? fabs(x[i] - before) : 1.0);
    }
    return moved;
}

/* ln a_m is the mean over the problems seen of ln rate - ln b_p, and the other way round. */
static void fit(const hol_forecast *e)
{
    double moved = 1.0;
    for (int k = 0; k < SWEEPS && moved > still; k++)
        moved = fmax(set_means(e, true, e->a, e->b), set_means(e, false, e->b, e->a));
}

/* The mean of exp(x) over the x that are known, 1 where none is. */
static double usual(int count, const double x[])
{
    double sum = 0.0;
    int known = 0;
    for (int i = 0; i < count; i++)
        if (isfinite(x[i])) sum += exp(x[i]), known++;
    return known ? sum / known : 1.0;
}

typedef struct { /* of what no job has shown */
    double a, b;
} ordinary;

static ordinary ordinary_of(const hol_forecast *e)
{
    return (ordinary){usual(e->methods, e->a), usual(e->problems, e->b)};
}

static double seconds_of(const hol_forecast *e, const job *j, ordinary o)
{
    const pair *s = pair_of(e, j->method, j->problem);
    double am = isfinite(e->a[j->method]) ? exp(e->a[j->method]) : o.a;
    double bp = isfinite(e->b[j->problem]) ? exp(e->b[j->problem]) : o.b;
    double rate = s->seconds > 0.0 ? s->seconds / s->weight : am * bp;
    return rate * j->weight;
}

/* CPU seconds of the jobs that are left. */
static double predict(const hol_forecast *e)
{
    ordinary o = ordinary_of(e);
    double sum = 0.0;
    for (int n = 0; n < e->jobs; n++)
        if (!e->job[n].done) sum += seconds_of(e, &e->job[n], o);
    return sum;
}

double hol_forecast_seconds(const hol_forecast *e, int n)
{
    if (!(e->seconds > 0.0)) return NAN;
    return seconds_of(e, &e->job[n], ordinary_of(e));
}

void hol_forecast_done(hol_forecast *e, int n, double seconds, double wall)
{
    job *j = &e->job[n];
    if (!e->seen) e->seen = hol_new(e->methods * e->problems, sizeof *e->seen);
    pair *s = pair_of(e, j->method, j->problem);
    j->done = true;
    if (seconds > 0.0) { /* nothing is learnt from one that crashed */
        s->seconds += seconds;
        s->weight += j->weight;
        s->rate = log(s->seconds / s->weight);
        e->seconds += seconds;
    }
    e->wall = wall;
    fit(e);
    e->left = predict(e);
}

double hol_forecast_left(const hol_forecast *e, double wall)
{
    if (!(e->seconds > 0.0)) return NAN;
    return fmax(0.0, e->left * e->wall / e->seconds - (wall - e->wall));
}
