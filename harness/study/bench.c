/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CPU time of small pieces of work: see bench.h. */
#include "harness/study/bench.h"

#include <math.h>
#include <stdlib.h>

#include "base/meter.h"
#include "base/words.h"
#include "mechanics/metered.h"

double hol_bench_steps(hol_stepper *s, hol_state *z, double h, long span, long steps,
                       hol_status *status)
{
    double seconds = 0;
    *status = HOL_OK;
    for (long done = 0; done < steps && !*status; done += span) {
        *status = hol_start(s, 0, h, NULL, z);
        double begin = hol_cpu_seconds();
        for (long n = 1; n <= span && done + n <= steps && !*status; n++) {
            *status = hol_step(s, h, z);
            z->t = (double)n * h;
        }
        seconds += hol_cpu_seconds() - begin;
    }
    return *status ? (double)NAN : seconds;
}

hol_cost hol_bench(hol_labour *labour, void *self, double seconds)
{
    double least = INFINITY, most = 0, sum = 0, squares = 0, first = NAN;
    long times = 1;
    while (labour(self, times) < seconds && times < 1L << 30) times *= 2;
    for (int k = 0; k < HOL_BENCH_REPEATS; k++) {
        double t = 1e9 * labour(self, times) / (double)times;
        if (isnan(t)) return (hol_cost){NAN, NAN, NAN, NAN};
        if (k == 0) first = t;
        least = fmin(least, t);
        most = fmax(most, t);
        sum += t - first;
        squares += (t - first) * (t - first);
    }
    double n = HOL_BENCH_REPEATS, mean = sum / n;
    double variance = fmax(0, squares - n * mean * mean) / (n - 1);
    return (hol_cost){least, most - least, first + mean, sqrt(variance)};
}

/* ---------------------------------------------------------------- outside the evaluations */

typedef struct { /* of wall time [s]: all, and inside evaluations, so many calls of them */
    double all, inside;
    long entries;
} metered;

/* What a meter takes for itself: so many calls of nothing. */
static metered nothing(long calls)
{
    hol_meter meter = {0};
    hol_present_meter = &meter;
    double begin = hol_wall_seconds();
    for (long n = 0; n < calls; n++) HOL_METERED(;);
    double all = hol_wall_seconds() - begin;
    hol_present_meter = NULL;
    return (metered){all, meter.inside, calls};
}

/* So many steps from the start. */
static metered metered_steps(hol_stepper *s, hol_state *z, double h, long steps)
{
    hol_meter meter = {0};
    hol_memory *m = hol_had(hol_memory_new());
    hol_status status = hol_start(s, 0, h, NULL, z);
    hol_metered_system *on = hol_meter_begin(m, s->sys, &meter);
    double begin = hol_wall_seconds();
    for (long n = 1; n <= steps && !status; n++) {
        status = hol_step(s, h, z);
        z->t = (double)n * h;
    }
    double all = hol_wall_seconds() - begin;
    hol_meter_end(on, s->sys);
    hol_memory_end(m);
    return (metered){status ? (double)NAN : all, meter.inside, meter.entries};
}

/* Of many short repeats the shortest, which nothing else interrupted.  The part of the time is
 * measured: a clock that is read holds up what a processor does ahead, on both sides alike. */
double hol_bench_outside(hol_stepper *s, hol_state *z, double h, long span, double ns,
                         double seconds)
{
    enum { CALLS = 1000 };
    const double sample = 1e-4;
    long steps = (long)fmax(1, fmin((double)span, 1e9 * sample / ns));
    metered least = {.all = INFINITY}, own = {.all = INFINITY};
    double until = hol_cpu_seconds() + seconds;
    for (int k = 0; k < HOL_BENCH_REPEATS || hol_cpu_seconds() < until; k++) {
        metered empty = nothing(CALLS), one = metered_steps(s, z, h, steps);
        if (isnan(one.all)) return NAN;
        if (empty.all < own.all) own = empty;
        if (one.all < least.all) least = one;
    }
    double entries = (double)least.entries / CALLS;
    double inside = least.inside - entries * own.inside, all = least.all - entries * own.all;
    return ns * fmax(0, 1 - inside / all);
}

/* ---------------------------------------------------------------- a system's evaluations */

const char *const hol_evaluation_of[HOL_EVALUATIONS] = {HOL_EVALUATION_LIST(HOL_WORD)};

typedef struct { /* a system at its start */
    hol_eval *sys;
    hol_work *work;
    int which;
    double *q, *v, *f, *a; /* nq, nv, nv, nv */
    double *M, *G;         /* of their patterns */
    double *phi, *lambda;  /* nc */
} subject;

static hol_status mass(const subject *x)
{
    hol_mass(x->sys, x->q, x->M);
    return HOL_OK;
}

static hol_status force(const subject *x)
{
    hol_total_force(x->sys, 0, x->q, x->v, x->f);
    return HOL_OK;
}

static hol_status phi(const subject *x)
{
    hol_constraints(x->sys, 0, x->q, x->phi, NULL);
    return HOL_OK;
}

static hol_status jacobian(const subject *x)
{
    hol_constraints(x->sys, 0, x->q, NULL, x->G);
    return HOL_OK;
}

static hol_status acceleration(const subject *x)
{
    return hol_acceleration(x->sys, 0, x->q, x->v, x->a, x->lambda, NULL);
}

static double evaluate(void *self, long times)
{
    static hol_status (*const of[HOL_EVALUATIONS])(const subject *) = {
        [HOL_EVALUATION_MASS] = mass,
        [HOL_EVALUATION_FORCE] = force,
        [HOL_EVALUATION_PHI] = phi,
        [HOL_EVALUATION_JACOBIAN] = jacobian,
        [HOL_EVALUATION_ACCELERATION] = acceleration,
    };
    const subject *x = self;
    double begin = hol_cpu_seconds();
    for (long n = 0; n < times; n++)
        if (of[x->which](x)) return NAN;
    return hol_cpu_seconds() - begin;
}

static void start(const subject *x)
{
    hol_eval *sys = x->sys;
    hol_pose *at = sys->model ? hol_new(sys->nb, sizeof *at) : NULL;
    for (int b = 0; at && b < sys->nb; b++) at[b] = hol_body_at(sys->model, b)->at;
    hol_place(sys, at, x->q, x->v);
    free(at);
}

void hol_bench_system(hol_eval *sys, double seconds, hol_cost cost[HOL_EVALUATIONS])
{
    subject x = {.sys = sys, .work = hol_had(hol_work_new())};
    hol_work *kept = hol_had(hol_work_new());
    x.q = hol_take(kept, sys->nq), x.v = hol_take(kept, sys->nv);
    x.f = hol_take(kept, sys->nv), x.a = hol_take(kept, sys->nv);
    x.M = hol_take(kept, sys->M.nnz), x.G = hol_take(kept, sys->G.nnz);
    x.phi = hol_take(kept, sys->nc), x.lambda = hol_take(kept, sys->nc);
    start(&x);
    for (x.which = 0; x.which < HOL_EVALUATIONS; x.which++) {
        bool there =
            sys->nc || (x.which != HOL_EVALUATION_PHI && x.which != HOL_EVALUATION_JACOBIAN);
        cost[x.which] = there ? hol_bench(evaluate, &x, seconds) : (hol_cost){NAN, NAN, NAN, NAN};
    }
    hol_work_free(x.work);
    hol_work_free(kept);
}
