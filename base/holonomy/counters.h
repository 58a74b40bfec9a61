/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/counters.h: what a run counts and measures. */
#ifndef HOLONOMY_COUNTERS_H
#define HOLONOMY_COUNTERS_H

#include "holonomy/api.h"

HOL_API_BEGIN

/* Filled by the shared machinery, never by a method.  In the terms of paper 000: accelerations are
 * its #dist, projections its #proj (those that took an iteration), jacobians its #dg, hessians and
 * third_derivatives its #d2g^i and #d3g^i (row by row; a curvature has one of each joint row). */
#define HOL_COUNTER_LIST(X)                                                                        \
    X(constraints)                                                                                 \
    X(jacobians)                                                                                   \
    X(hessians)                                                                                    \
    X(third_derivatives)                                                                           \
    X(forces)                                                                                      \
    X(masses)                                                                                      \
    X(curvatures)                                                                                  \
    X(accelerations)                                                                               \
    X(factorisations)                                                                              \
    X(solves)                                                                                      \
    X(krylov)                                                                                      \
    X(newton)                                                                                      \
    X(newton_most)                                                                                 \
    X(projections)                                                                                 \
    X(projected)                                                                                   \
    X(invariant_gradients)                                                                         \
    X(invariant_hessians)                                                                          \
    X(reparametrisations)

/* Of CPU time [s], and the largest condition number of a Newton matrix: 0 unless a method was
 * asked to measure them. */
#define HOL_MEASURE_LIST(X)                                                                        \
    X(seconds_acceleration)                                                                        \
    X(seconds_projection)                                                                          \
    X(condition)

typedef struct {
#define X(name) long name;
    HOL_COUNTER_LIST(X)
#undef X
    long steps, rejected;
#define X(name) double name;
    HOL_MEASURE_LIST(X)
#undef X
} hol_counters;

HOL_API_END

#endif
