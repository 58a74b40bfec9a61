/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stabilisation of the constraints: paper 004, section 2.3.
 *
 * (12), the weighted least squares, in two parts as the paper solves it: the positions by an
 * iteration, the velocities at the new position by one linear step.  p^ o exp(d) stands for p, so
 * that R R^T = 1 holds by itself, and |d|_W for the distance.  Where p moves along x, d does along
 * dexpinv(d, x): the gradient of |d|_W^2 / 2 is dexpinv(d)^T W d, and dexpinv(d)^T = dexpinv(-d).
 * Newton's method without its parts that are as small as d, the derivative of dexpinv and that of
 * G, which the multiplier multiplies:
 *
 *     [ W G^T ] [x ]   [ -dexpinv(-d, W d) ]
 *     [ G  0  ] [mu] = [      -Phi         ],   d <- d + dexpinv(d, x)
 *
 * Its first step with W = 1 is (23): -G^T (G G^T)^-1 Phi.  Cartesian rotation vectors are taken
 * from the orientation at hand, where (17) is the identity, and (24) is R^ exp(Delta Theta):
 * through the logarithm of R^ it is ill-conditioned near half a turn. */
#include "methods/stabilise.h"

#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/newton.h"
#include "holonomy/saddle.h"

struct hol_stabiliser {
    hol_stabilisation how;
    hol_saddle *saddle;  /* NULL: no constraints */
    double *W;           /* pattern M, of the position at hand; of a constant mass, set once: */
    hol_status constant; /* what came of that */
};

static double weight(double exponent, double mass, double unit)
{
    return pow(mass * unit * unit, exponent) / (unit * unit);
}

/* W = diag(M)^s at q, in the units of the system: of what turns, the mass at an arm of a unit. */
static hol_status set_weights(const hol_stabiliser *a, hol_eval *sys, const double q[])
{
    const hol_pattern *P = &sys->M;
    hol_mass(sys, q, a->W);
    for (int i = 0; i < P->rows; i++)
        for (int k = P->start[i]; k < P->start[i + 1]; k++)
            a->W[k] = P->col[k] == i ? weight(a->how.weight, a->W[k], hol_unit(sys, i)) : 0;
    return hol_saddle_set_K(a->saddle, a->W);
}

/* x = -dexpinv(-d, W d) */
static void descent(const hol_stabiliser *a, const hol_stepper *s, const double d[], double x[])
{
    hol_eval *sys = s->sys;
    size_t mark = hol_mark(s->work);
    double *back = hol_take(s->work, sys->nv), *pull = hol_take(s->work, sys->nv);
    hol_axpy(sys->nv, -1, d, back);
    hol_multiply(&sys->M, a->W, back, pull);
    hol_dexpinv(sys, back, pull, x);
    hol_release(s->work, mark);
}

/* W x + G^T mu = x on entry, G x = -b */
static hol_status project(const hol_stabiliser *a, hol_eval *sys, const double G[],
                          const double b[], double x[], double mu[])
{
    hol_status status;
    for (int i = 0; i < sys->nc; i++) mu[i] = -b[i];
    if ((status = hol_saddle_set_B(a->saddle, G))) return status;
    if ((status = hol_saddle_factor(a->saddle, G, NULL))) return status;
    hol_saddle_solve(a->saddle, x, mu, x, mu);
    return HOL_OK;
}

static hol_status onto_positions(const hol_stabiliser *a, hol_stepper *s, double t, double q[])
{
    hol_eval *sys = s->sys;
    int n = sys->nv;
    double *from = hol_take(s->work, sys->nq), *d = hol_take(s->work, n);
    double *x = hol_take(s->work, n), *step = hol_take(s->work, n);
    double *phi = hol_take(s->work, sys->nc), *G = hol_take(s->work, sys->G.nnz);
    double *mu = hol_take(s->work, sys->nc);
    hol_newton newton = hol_newton_start(a->how.tolerance);
    hol_verdict verdict;

    memcpy(from, q, (size_t)sys->nq * sizeof *from);
    do {
        hol_constraints(sys, t, q, phi, G);
        descent(a, s, d, x);
        hol_status status = project(a, sys, G, phi, x, mu);
        if (status) return status;
        hol_dexpinv(sys, d, x, step);
        hol_axpy(n, 1, step, d);
        hol_move(sys, from, d, q);
        verdict = hol_newton_judge(&newton, hol_displacement_size(sys, x));
    } while (verdict == HOL_ITERATE && !a->how.once);
    if (a->how.once && verdict == HOL_ITERATE) verdict = HOL_CONVERGED;
    return hol_newton_end(&newton, verdict, "stabilisation of the positions (12)", s->count,
                          &s->residual);
}

static hol_status onto_velocities(const hol_stabiliser *a, hol_stepper *s, double t,
                                  const double q[], double v[])
{
    hol_eval *sys = s->sys;
    double *x = hol_take(s->work, sys->nv), *G = hol_take(s->work, sys->G.nnz);
    double *Gv = hol_take(s->work, sys->nc), *mu = hol_take(s->work, sys->nc);
    double *phi_tt = hol_take(s->work, sys->nc);
    hol_constraints(sys, t, q, NULL, G);
    hol_drive(sys, t, q, v, Gv, phi_tt);
    hol_multiply(&sys->G, G, v, mu);
    hol_axpy(sys->nc, 1, mu, Gv);
    hol_status status = project(a, sys, G, Gv, x, mu);
    if (!status) hol_axpy(sys->nv, 1, x, v);
    return status;
}

hol_status hol_stabilise(const hol_stabiliser *a, hol_stepper *s, double t, double q[], double v[])
{
    hol_eval *sys = s->sys;
    hol_status status;
    if (!a->saddle) return HOL_OK;
    size_t mark = hol_mark(s->work);
    status = sys->has & HOL_CONST_MASS ? a->constant : set_weights(a, sys, q);
    if (status) return status;
    s->count->projections++;
    status = onto_positions(a, s, t, q);
    if (!status) status = onto_velocities(a, s, t, q, v);
    hol_release(s->work, mark);
    return status;
}

/* The weights are positive where s = 0 or the mass matrix is regular. */
hol_stabiliser *hol_stabiliser_new(hol_memory *m, hol_eval *sys, hol_stabilisation how)
{
    hol_stabiliser *a = hol_alloc(m, 1, sizeof *a);
    bool definite = how.weight == 0 || (sys->has & HOL_REGULAR_MASS);
    a->how = how;
    if (!sys->nc) return a;
    unsigned known = (definite ? HOL_SADDLE_DEFINITE : 0) | HOL_SADDLE_SYMMETRIC;
    hol_saddle_end_with(m, &a->saddle);
    a->saddle = hol_saddle_new(&sys->M, &sys->G, known, HOL_SADDLE_AUTO, sys->count);
    a->W = hol_alloc(m, (size_t)sys->M.nnz, sizeof *a->W);
    size_t mark = hol_mark(sys->work);
    if (sys->has & HOL_CONST_MASS) a->constant = set_weights(a, sys, hol_take(sys->work, sys->nq));
    hol_release(sys->work, mark);
    return a;
}
