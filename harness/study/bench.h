/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench.h: the CPU time of a piece of work, and of the evaluations of a system. */
#pragma once

#include "holonomy.h"

/* Does the work so many times: the CPU seconds it took, NaN where it fails. */
typedef double hol_labour(void *self, long times);

/* CPU seconds of so many steps, begun anew, untimed, every `span` of them; NaN where one fails,
 * with its status. */
double hol_bench_steps(hol_stepper *s, hol_state *z, double h, long span, long steps,
                       hol_status *status);

enum { HOL_BENCH_REPEATS = 7 };

typedef struct {
    double ns, spread;  /* of one: least of the repeats, largest less least; NaN: it failed */
    double mean, sigma; /* of the repeats: their mean and standard deviation */
} hol_cost;

/* Samples of at least `seconds`, each repeated. */
hol_cost hol_bench(hol_labour *labour, void *self, double seconds);

/* What a step that took `ns` in hol_bench spends outside the evaluations of its system and outside
 * linear solves [ns]; NaN where a step fails. */
double hol_bench_outside(hol_stepper *s, hol_state *z, double h, long span, double ns,
                         double seconds);

/* One evaluation at the start of a motion. */
#define HOL_EVALUATION_LIST(X)                                                                     \
    X(MASS, "M")                                                                                   \
    X(FORCE, "f")                                                                                  \
    X(PHI, "Phi")                                                                                  \
    X(JACOBIAN, "G")                                                                               \
    X(ACCELERATION, "index-1 v'")

enum {
#define X(name, text) HOL_EVALUATION_##name,
    HOL_EVALUATION_LIST(X)
#undef X
        HOL_EVALUATIONS
};
extern const char *const hol_evaluation_of[HOL_EVALUATIONS];

void hol_bench_system(hol_eval *sys, double seconds, hol_cost cost[HOL_EVALUATIONS]);
