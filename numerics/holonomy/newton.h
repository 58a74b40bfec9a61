/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/newton.h: one stopping rule for every Newton iteration of the suite, so that methods
 * differ in mathematics only: an iteration has converged when its last correction, relative to the
 * scale of the unknown, is at most the tolerance, or when it stagnates at round-off. */
#ifndef HOLONOMY_NEWTON_H
#define HOLONOMY_NEWTON_H

#include <stdbool.h>

#include "holonomy/api.h"
#include "holonomy/counters.h"
#include "holonomy/status.h"

HOL_API_BEGIN

enum { HOL_NEWTON_LIMIT = 50 }; /* iterations */

typedef struct {
    double tolerance; /* on the relative correction */
    double last;      /* the previous relative correction */
    int count;        /* iterations made */
} hol_newton;

typedef enum { HOL_ITERATE, HOL_CONVERGED, HOL_FAILED } hol_verdict;

/* Below this a correction that no longer shrinks is round-off, not divergence. */
#define HOL_NEWTON_FLOOR 1e-11

static inline hol_newton hol_newton_start(double tolerance)
{
    return (hol_newton){tolerance, 1e300, 0};
}

/* `correction`: the largest component of the correction just applied, each over its scale.
 * A NaN fails. */
static inline hol_verdict hol_newton_judge(hol_newton *n, double correction)
{
    double last = n->last;
    n->last = correction;
    n->count++;
    if (correction <= n->tolerance || (correction <= HOL_NEWTON_FLOOR && correction >= 0.5 * last))
        return HOL_CONVERGED;
    if (!(correction < 1e100) || n->count >= HOL_NEWTON_LIMIT) return HOL_FAILED;
    return HOL_ITERATE;
}

/* Whether the matrix may stay as it was factorised, after a correction of at most `most`: it is off
 * by about as much, and so shrinks the next one. */
static inline bool hol_newton_holds(const hol_newton *n, double most)
{
    return n->last <= most;
}

/* After a converged iteration of first order whose rest would be seen, as a change of the energy:
 * whether a correction more is still smaller than the one before it. */
static inline bool hol_newton_refines(hol_newton *n, double correction)
{
    double last = n->last;
    n->last = correction;
    n->count++;
    return correction > 0 && correction < last && n->count < 2 * HOL_NEWTON_LIMIT;
}

/* Records the iteration in the counters and its last correction as the residual, under that name;
 * DIVERGED unless it converged. */
hol_status hol_newton_end(const hol_newton *n, hol_verdict verdict, const char *residual_of,
                          hol_counters *count, hol_residual *residual);

HOL_API_END

#endif
