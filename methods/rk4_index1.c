/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rk4-index1: the classical Runge-Kutta method on  q' = T(q) v,  v' = a(t, q, v),  a of the index-1
 * equations, nothing stabilised: Phi, G v and the inner constraints drift.  It shows the drift that
 * paper 001, section 6, and paper 004, section 2.2, set out to cure.  On SO(3) the nine numbers of
 * R are integrated as such.
 *
 * rk4-baumgarte: the same with the constraints on the level of accelerations stabilised (Baumgarte,
 * Comput. Methods Appl. Mech. Eng. 1, 1972), the baseline of paper 001, section 6:
 *
 *     Phi'' + 2 alpha Phi' + beta^2 Phi = 0,   (A v - w)' + alpha (A v - w) = 0
 *
 * inner rows included: a violation dies out, critically damped where alpha = beta, as long as the
 * method resolves it, alpha h < 2.8 or so.  alpha and beta are rates here; the multiplier of A is
 * alpha elsewhere. */
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/explicit.h"

static int size(hol_eval *sys)
{
    return sys->nq;
}

static void rate(hol_stepper *s, const hol_butcher *T, const double u[], const double q[],
                 const double v[], double k[])
{
    (void)T, (void)u;
    hol_rate(s->sys, q, v, k);
}

static void add(hol_eval *sys, const double q0[], const double u[], double q1[])
{
    memcpy(q1, q0, (size_t)sys->nq * sizeof *q1);
    hol_axpy(sys->nq, 1, u, q1);
}

static const hol_increment coordinates = {size, rate, add, NULL, NULL};

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)method, (void)sys, (void)opt;
    return (hol_claims){.order_q = 4, .order_v = 4, .order_lambda = 4};
}

/* ---------------------------------------------------------------- Baumgarte's stabilisation */

enum { ALPHA, BETA };

static const hol_option options[] = {
    {"alpha", HOL_REAL, 5, 0, 1e6, NULL, "damping of the violation of the constraints [1/s]"},
    {"beta", HOL_REAL, 5, 0, 1e6, NULL, "frequency of the violation of the constraints [1/s]"},
    {0},
};

/* r of (G; A) v' = r, less the stabilising terms. */
static void stabilised_rates(hol_stepper *s, double t, const double q[], const double v[],
                             double r[])
{
    hol_eval *sys = s->sys;
    double a = hol_real(s, ALPHA), b = hol_real(s, BETA);
    size_t mark = hol_mark(s->work);
    double *phi = hol_take(s->work, sys->nc), *G = hol_take(s->work, sys->G.nnz);
    double *Gv = hol_take(s->work, sys->nc), *A = hol_take(s->work, sys->A.nnz);
    double *phi_t = hol_take(s->work, sys->nc), *unused = hol_take(s->work, sys->nc);
    double *w = hol_take(s->work, sys->na), *Av = hol_take(s->work, sys->na);

    hol_row_rates(sys, t, q, v, r);
    hol_constraints(sys, t, q, phi, G);
    hol_multiply(&sys->G, G, v, Gv);
    hol_drive(sys, t, q, v, phi_t, unused);
    for (int i = 0; i < sys->nc; i++) r[i] -= 2 * a * (Gv[i] + phi_t[i]) + b * b * phi[i];
    if (sys->na) hol_nonholonomic_rows(sys, t, q, A, w);
    if (sys->na) hol_multiply(&sys->A, A, v, Av);
    for (int i = 0; i < sys->na; i++) r[sys->nc + i] -= a * (Av[i] - w[i]);
    hol_release(s->work, mark);
}

static hol_status stabilised(hol_stepper *s, double t, const double q[], const double v[],
                             double a[], double lambda[], double alpha[])
{
    hol_eval *sys = s->sys;
    size_t mark = hol_mark(s->work);
    double *f = hol_take(s->work, sys->nv), *r = hol_take(s->work, sys->nc + sys->na);
    hol_total_force(sys, t, q, v, f);
    stabilised_rates(s, t, q, v, r);
    hol_status status = hol_constrained_solve(sys, t, q, r, f, a, lambda, alpha);
    hol_release(s->work, mark);
    return status;
}

static const hol_increment stabilised_coordinates = {size, rate, add, NULL, stabilised};

/* A violation is made at every step and dies out: it is bounded by their sum where both rates are
 * positive.  With beta = 0 that of Phi stays, and nothing stabilises the nine numbers of R. */
static hol_claims claims_stabilised(const hol_method *method, hol_eval *sys, const double opt[])
{
    bool damped = hol_real_of(method, opt, ALPHA) > 0;
    bool held = damped && hol_real_of(method, opt, BETA) > 0;
    return (hol_claims){
        .order_q = 4,
        .order_v = 4,
        .order_lambda = 4,
        .phi = held ? HOL_BOUNDED : HOL_NOT_KEPT,
        .gv = damped ? HOL_BOUNDED : HOL_NOT_KEPT,
        .inner = held && sys->has & HOL_FLAT ? HOL_BOUNDED : HOL_NOT_KEPT,
    };
}

/* ---------------------------------------------------------------- the methods */

const hol_method hol_family_rk4_index1[] = {
    {
        .name = "rk4-index1",
        .family = "rk4",
        .source = "Kutta 1901; Hairer, Norsett, Wanner, Solving ODEs I, table II.1.2",
        .about = "classical Runge-Kutta on the index-1 equations, constraints left to drift",
        .formulation = "lie",
        .needs = HOL_FULL_RANK,
        .data = &(const hol_explicit){&hol_butcher_rk4, &coordinates},
        .claims = claims,
        .memory = hol_explicit_memory,
        .start = hol_explicit_start,
        .step = hol_explicit_step,
    },
    {
        .name = "rk4-baumgarte",
        .family = "rk4",
        .source = "Baumgarte 1972; Lacoursiere 2007, section 6 (paper 001)",
        .about = "classical Runge-Kutta on the index-1 equations with Baumgarte's stabilisation",
        .formulation = "euler",
        .options = options,
        .needs = HOL_FULL_RANK,
        .data = &(const hol_explicit){&hol_butcher_rk4, &stabilised_coordinates},
        .claims = claims_stabilised,
        .memory = hol_explicit_memory,
        .start = hol_explicit_start,
        .step = hol_explicit_step,
    },
    {0},
};
