/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The size a step may have and the time it takes: see study.h. */
#include <math.h>

#include "harness/study/bench.h"
#include "harness/study/study.h"

/* ---------------------------------------------------------------- the largest step */

static double kinetic_scale(const hol_experiment *x, double span)
{
    enum { TIMES = 20 };
    hol_eval *sys = x->sys;
    hol_pose *pose = hol_new(sys->nb, sizeof *pose);
    double *q = hol_new(sys->nq + sys->nv, sizeof *q), *v = q + sys->nq, most = 0;
    for (int k = 0; k <= TIMES; k++) {
        double t = span * k / TIMES; /* a scale needs no time between two rows */
        int row = x->reference && !x->problem->exact ? hol_reference_row(x->reference, t) : 0;
        if (row < 0 || !hol_truth(x, t, pose)) continue;
        hol_place(sys, pose, q, v);
        most = fmax(most, hol_kinetic(sys, q, v));
    }
    free(pose);
    free(q);
    return most;
}

/* Steps of h, or a little less, to the end of the span. */
static bool stable(const hol_experiment *x, double span, double h, double energy_scale)
{
    hol_eval *sys = x->sys;
    hol_state *z = x->z;
    double steps = ceil(span / h * (1 - 1e-12)), E0 = 0;
    h = span / steps;
    bool conserved = hol_keeps_energy(sys);
    hol_status status = hol_of_method(hol_start(x->s, 0, h, NULL, z));
    E0 = hol_kinetic(sys, z->q, z->v) + hol_potential(sys, z->q);
    for (double n = 1; !status && n <= steps; n++) {
        status = hol_of_method(hol_step(x->s, h, z));
        z->t = n * h;
        double E = hol_kinetic(sys, z->q, z->v) + hol_potential(sys, z->q);
        if (conserved && !(fabs(E - E0) <= energy_scale)) return false;
    }
    return status == HOL_OK;
}

/* The problem's own step, or where a span has many the power of 2 of them that has few enough to
 * begin with, goes down to a stable one and up to the last one. */
double hol_largest_step(const hol_experiment *x, double span)
{
    enum { ENOUGH = 5000 }; /* steps */
    const double near = 1.05, finest = 1.0 / 1024;
    double scale = kinetic_scale(x, span), good = x->problem->step, bad = NAN;
    if (!(scale > 0)) scale = INFINITY;
    while (span / good > ENOUGH) good *= 2;
    while (!stable(x, span, good, scale)) {
        bad = good;
        good /= 2;
        if (good < finest * x->problem->step) return 0;
    }
    while (isnan(bad) && good < span) {
        double h = fmin(2 * good, span);
        if (stable(x, span, h, scale))
            good = h;
        else
            bad = h;
    }
    while (bad > near * good) {
        double h = sqrt(good * bad);
        if (stable(x, span, h, scale))
            good = h;
        else
            bad = h;
    }
    return good;
}

/* ---------------------------------------------------------------- the cost */

/* The time of `steps` steps from the start, or NaN. */
static double pass(const hol_experiment *x, double h, long steps)
{
    hol_status status;
    return hol_bench_steps(x->s, x->z, h, steps, steps, &status);
}

double hol_step_cost(const hol_experiment *x)
{
    enum { PASSES = 5 };
    const double enough = 0.01; /* [s] of a pass */
    double h = x->problem->step, least = NAN;
    long most = (long)ceil(x->problem->t_end / h), steps = most < 16 ? most : 16;
    while (pass(x, h, steps) < enough && steps < most) steps = 4 * steps < most ? 4 * steps : most;
    for (int k = 0; k < PASSES; k++) {
        double t = pass(x, h, steps);
        if (isnan(t)) return NAN;
        least = fmin(least, t);
    }
    return least / (double)steps;
}

/* ---------------------------------------------------------------- the allocator */

long hol_step_allocations(const hol_experiment *x, int steps, long (*allocations)(void))
{
    enum { FIRST = 4 };
    double h = x->problem->step;
    long before = -1;
    if (!allocations) return before;
    hol_status status = hol_of_method(hol_start(x->s, 0, h, NULL, x->z));
    for (int n = 0; n < FIRST + steps && !status; n++) {
        if (n == FIRST) before = allocations();
        status = hol_of_method(hol_step(x->s, h, x->z));
        x->z->t = (n + 1) * h;
    }
    return status || before < 0 ? -1 : allocations() - before;
}
