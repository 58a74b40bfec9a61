/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rk4-index1: the classical Runge-Kutta method on  q' = T(q) v,  v' = a(t, q, v),  a of the index-1
 * equations, nothing stabilised: Phi, G v and the inner constraints drift.  It shows the drift that
 * paper 001, section 6, and paper 004, section 2.2, set out to cure.  On SO(3) the nine numbers of
 * R are integrated as such. */
#include <string.h>

#include "methods/explicit.h"
#include "numerics/dense.h"

static int size(const hol_system *sys)
{
    return sys->nq;
}

static void rate(hol_stepper *s, const hol_table *T, const double u[], const double q[],
                 const double v[], double k[])
{
    (void)T, (void)u;
    s->sys->rate(s->sys, q, v, k);
}

static void add(const hol_system *sys, const double q0[], const double u[], double q1[])
{
    memcpy(q1, q0, (size_t)sys->nq * sizeof *q1);
    hol_axpy(sys->nq, 1, u, q1);
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    static const hol_increment coordinates = {size, rate, add, NULL};
    return hol_explicit_step(&hol_table_rk4, &coordinates, s, h, z);
}

static hol_claims claims(const hol_system *sys, const double opt[])
{
    (void)sys;
    (void)opt;
    return (hol_claims){.order_q = 4, .order_v = 4, .order_lambda = 4};
}

static const hol_method rk4_index1 = {
    .name = "rk4-index1",
    .family = "rk4",
    .source = "Kutta 1901; Hairer, Norsett, Wanner, Solving ODEs I, table II.1.2",
    .about = "classical Runge-Kutta on the index-1 equations, constraints left to drift",
    .formulation = "natural",
    .needs = HOL_FULL_RANK,
    .claims = claims,
    .memory = hol_explicit_memory,
    .start = hol_explicit_start,
    .step = step,
};

const hol_method *const hol_family_rk4_index1[] = {&rk4_index1, NULL};
