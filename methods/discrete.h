/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the integrators of paper 003 share, with multipliers (section 4.1) and on charts (4.2): the
 * discrete Lagrangian L_d(q1, q0) (new point first, as in the paper) and its slots,
 *
 *     p_left = -h D_2 L_d,  p_right = h D_1 L_d,   L_d = sum_k w_k L(q0 + c_k d, d/h),  d = q1 -
 * q0,
 *
 * their options, their start and their claims.  A force F enters by the discrete
 * Lagrange-d'Alembert principle, at the points and with the weights of L.  The start is the
 * discrete Legendre transform; that of the paper, `start = euler`, leaves an error of the order of
 * start_step in the momentum for ever: no order of convergence is claimed for it. */
#pragma once

#include "holonomy/variational.h"

/* The first rows of their option tables, in this order. */
enum {
    HOL_DISCRETE_LAGRANGIAN,
    HOL_DISCRETE_VELOCITY,
    HOL_DISCRETE_NEWTON_TOL,
    HOL_DISCRETE_START,
    HOL_DISCRETE_START_STEP,
    HOL_DISCRETE_OPTIONS
};
#define HOL_DISCRETE_OPTION_ROWS                                                                   \
    {"lagrangian",                                                                                 \
     HOL_CHOICE,                                                                                   \
     0,                                                                                            \
     0,                                                                                            \
     2,                                                                                            \
     "midpoint left trapezoid",                                                                    \
     "discrete Lagrangian: (4.1), order 2; (4.20), order 1; mean of the two ends, order 2"},       \
        HOL_VELOCITY_OPTION(HOL_VELOCITY_LEGENDRE), HOL_NEWTON_OPTION,                             \
        {"start",                                                                                  \
         HOL_CHOICE,                                                                               \
         0,                                                                                        \
         0,                                                                                        \
         1,                                                                                        \
         "legendre euler",                                                                         \
         "from p = M v, or from two points by steps of size start_step, the first one by Euler "   \
         "(003)"},                                                                                 \
    {                                                                                              \
        "start_step", HOL_REAL, 1e-5, 1e-8, 1, NULL,                                               \
            "step of start = euler; a part of h is taken [s]"                                      \
    }

typedef struct { /* an interval, and sums over its quadrature points */
    double h, t;
    const double *q0, *d; /* n: the left node, the difference to the right one */
    double *left;         /* n: p_left */
    double *push;         /* n: p_right - p_left = h sum w (L_q + F) */
    double *K;            /* pattern K: h d p_left / d d (4.14); NULL: not wanted */
} hol_interval;

/* Fills left, push and K under the discrete Lagrangian chosen. */
void hol_discrete_evaluate(hol_stepper *s, const hol_interval *I);

/* The start chosen, by Legendre or by steps of `advance`; that after a change of h. */
hol_status hol_discrete_start(hol_stepper *s, double h, hol_state *z, hol_next_node *advance);
hol_status hol_discrete_restart(hol_stepper *s, double h, hol_state *z);
/* Traits that the start and the velocity chosen need. */
unsigned hol_discrete_needs(const hol_method *method, const double opt[]);
size_t hol_discrete_memory(const hol_method *method, hol_eval *sys, const double opt[]);
hol_claims hol_discrete_claims(const hol_method *method, hol_eval *sys, const double opt[]);
