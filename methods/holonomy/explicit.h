/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/explicit.h: explicit Runge-Kutta methods: the sum over the stages of any of them, and
 * the step of those on the index-1 equations  q' = T(q) v,  v' = a(t, q, v). */
#ifndef HOLONOMY_EXPLICIT_H
#define HOLONOMY_EXPLICIT_H

#include "holonomy/api.h"
#include "holonomy/method.h"
#include "holonomy/tables.h"

HOL_API_BEGIN

/* y = y0 + h sum_j weight_j k_j over the first `count` stages k, n numbers each; y0 NULL: zero,
 * or y itself. */
void hol_combine(int count, const double weight[], double h, int n, const double k[],
                 const double y0[], double y[]);

/* The continuous extension of a step from y0 to y1, all stages k filled in (T->extension). */
void hol_extend(const hol_butcher *T, double theta, double h, int n, const double k[],
                const double y0[], const double y1[], double y[]);

/* Whether the step is under control of its error estimate. */
static inline bool hol_controlled(const hol_stepper *s)
{
    return s->rtol > 0 || s->atol > 0;
}

/* atol of x_i, in the units of the system: a length or a pure number; NULL: all are lengths. */
static inline double hol_atol(const hol_stepper *s, const bool is_length[], int i)
{
    return !is_length || is_length[i] ? s->atol * s->sys->unit : s->atol;
}

/* Sum of squares of the components of |x - xhat| / (atol + rtol max(|x0|, |x|)); 0 / 0 is none. */
double hol_scaled_squares(const hol_stepper *s, const bool is_length[], int n, const double x0[],
                          const double x[], const double xhat[]);
/* The root of their mean over n components; 0 of none, as of a mechanism without a freedom. */
double hol_scaled_mean(double squares, int n);

typedef struct { /* the vector space in which the positions of a step are sums: q = q0 o u, u(0) = 0
                  */
    int (*size)(hol_eval *);
    /* u', as exact as the order of the table needs; u NULL: 0 */
    void (*rate)(hol_stepper *s, const hol_butcher *T, const double u[], const double q[],
                 const double v[], double k[]);
    void (*move)(hol_eval *, const double q0[], const double u[], double q1[]);
    /* what is done to the new node at time t, before its acceleration; NULL: nothing */
    hol_status (*finish)(hol_stepper *s, double t, hol_state *z);
    /* v' and the multipliers (or NULL); NULL: hol_acceleration */
    hol_status (*acceleration)(hol_stepper *s, double t, const double q[], const double v[],
                               double a[], double lambda[], double alpha[]);
} hol_increment;

typedef struct { /* the data of a method */
    const hol_butcher *table;
    const hol_increment *increment;
} hol_explicit;

/* The callbacks of a method whose data is a hol_explicit.  The acceleration at the node, kept in
 * the state's memory (nv numbers, the first), is the last of one step and the first of the next;
 * lambda and alpha are of that acceleration.  A method that claims an error_order takes tolerances:
 * the estimate is that of the table, of q and v. */
hol_status hol_explicit_step(hol_stepper *s, double h, hol_state *z);
hol_status hol_explicit_start(hol_stepper *s, double h, hol_state *z);
size_t hol_explicit_memory(const hol_method *method, hol_eval *sys, const double opt[]);

HOL_API_END

#endif
