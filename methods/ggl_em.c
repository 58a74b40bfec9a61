/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ggl-em (Kinon, Betsch, Schneider, Multibody Syst. Dyn. (2023), doi 10.1007/s11044-023-09889-6):
 * energy and momentum kept on the Hamiltonian of Gear, Leimkuhler and Gupta,
 * H + lambda . Phi + gamma . G M^-1 p, by its discrete gradient, the midpoint's where the
 * constraints are at most quadratic: with q = (q0 + q1)/2, v = (v0 + v1)/2
 *
 *     M (q1 - q0) = h M v + h G(q)^T gamma,   Phi(q1) = 0,   G(q1) v1 = 0
 *     M (v1 - v0) = -h (DU - F + G(q)^T lambda + Phi''.gamma v)
 *
 * Times v and DU the change of the energy is that of lambda . Phi + gamma . G v, which is none.
 * DU . (q1 - q0) = U(q1) - U(q0), F is that of the midpoint.  The iteration alternates between v,
 * linear where gamma and q are known, and gamma, Newton's for Phi(q1) = 0; its error falls by O(h)
 * each time. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/variational.h"
#include "methods/discrete_gradient.h"
#include "methods/ggl.h"
#include "methods/settle.h"
#include "methods/stepper.h"

enum { NEWTON_TOL };
static const hol_option options[] = {HOL_NEWTON_OPTION, {0}};

typedef struct { /* a step from z and its unknowns; y: the impulse h lambda */
    double h, U0;
    const hol_state *z;
    double *q1, *v, *gamma, *y;
} interval;

/* The equation of motion times 1/2, less its constraint forces: M (v0 - v) - h/2 (DU - F + bend);
 * q: the midpoint. */
static void push(hol_stepper *s, const interval *I, const double q[], double r[])
{
    hol_eval *sys = s->sys;
    const hol_ggl *own = s->aux;
    int n = sys->nv;
    size_t mark = hol_mark(s->work);
    double *f = hol_take(s->work, n), *d = hol_take(s->work, n), *bend = hol_take(s->work, n);
    if (!(sys->has & HOL_CONSERVATIVE)) hol_applied(sys, I->z->t + I->h / 2, q, I->v, f);
    for (int i = 0; i < n; i++) d[i] = I->z->v[i] - I->v[i];
    hol_multiply(&sys->M, own->M, d, r);
    hol_axpy(n, I->h / 2, f, r);
    hol_ggl_bend(s, q, I->gamma, I->v, bend);
    hol_axpy(n, -I->h / 2, bend, r);
    for (int i = 0; i < n; i++) d[i] = I->q1[i] - I->z->q[i];
    hol_discrete_gradient(s, I->z->q, d, I->U0, f);
    hol_axpy(n, -I->h / 2, f, r);
    hol_release(s->work, mark);
}

/* Corrects v and y by what their equations leave, then q1 and gamma; the larger change of q1. */
static double pass(hol_stepper *s, const void *step)
{
    hol_eval *sys = s->sys;
    const hol_ggl *own = s->aux;
    const interval *I = step;
    int n = sys->nv, m = sys->nc;
    double h = I->h, t1 = I->z->t + h;
    size_t mark = hol_mark(s->work);
    double *G = hol_take(s->work, sys->G.nnz), *q = hol_take(s->work, sys->nq);
    double *a = hol_take(s->work, n), *b = hol_take(s->work, m);

    for (int i = 0; i < n; i++) {
        q[i] = 0.5 * (I->z->q[i] + I->q1[i]);
        a[i] = I->z->v[i] - 2 * I->v[i]; /* -v1 */
    }
    hol_constraints(sys, t1, I->q1, NULL, G);
    hol_multiply(&sys->G, G, a, b);
    for (int i = 0; i < m; i++) b[i] *= 0.5;
    hol_constraints(sys, t1, q, NULL, G);
    push(s, I, q, a);
    hol_multiply_transposed_add(&sys->G, G, -0.5, I->y, a);
    hol_saddle_solve(own->saddle, a, b, a, b);
    hol_axpy(n, 1, a, I->v);
    hol_axpy(m, 2, b, I->y);

    for (int i = 0; i < n; i++) {
        q[i] = I->z->q[i] + h * I->v[i];
        a[i] *= h;
    }
    double change = hol_displacement_size(sys, a);
    change = fmax(change, hol_ggl_shift(s, h, t1, q, G, I->gamma, I->q1));
    hol_release(s->work, mark);
    return change;
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    const hol_ggl *own = s->aux;
    int n = sys->nv, m = sys->nc;
    hol_work *w = s->work;
    double *q1 = hol_take(w, n), *v = hol_take(w, n);
    double *gamma = hol_take(w, m), *y = hol_take(w, m);
    const interval I = {h, hol_has_tangent(sys) ? hol_potential(sys, z->q) : 0, z, q1, v, gamma, y};
    hol_status status;

    memcpy(v, z->v, (size_t)n * sizeof *v);
    for (int i = 0; i < n; i++) q1[i] = z->q[i] + 0.5 * h * z->v[i]; /* the midpoint, guessed */
    if ((status = hol_ggl_factor(s, z->t + h / 2, I.q1, hol_take(w, sys->G.nnz)))) return status;
    hol_axpy(n, 0.5 * h, z->v, I.q1);
    for (int i = 0; i < m; i++) I.y[i] = h * z->lambda[i];
    status = hol_settle(s, hol_real(s, NEWTON_TOL), pass, &I, "energy-momentum equations");
    for (int i = 0; i < n; i++) z->v[i] = 2 * I.v[i] - z->v[i];
    memcpy(z->q, I.q1, (size_t)sys->nq * sizeof *z->q);
    for (int i = 0; i < m; i++) z->lambda[i] = I.y[i] / h;
    hol_multiply(&sys->M, own->M, z->v, z->p);
    return status;
}

/* ---------------------------------------------------------------- the method */

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)method, (void)opt;
    hol_claims c = hol_claims_of_order(2, HOL_EXACT, HOL_EXACT, HOL_EXACT);
    c.lambda_time = -0.5;
    c.energy = sys->has & HOL_CONSERVATIVE ? HOL_EXACT : HOL_NOT_KEPT;
    c.momentum = !hol_keeps_momentum(sys)       ? HOL_NOT_KEPT
                 : hol_quadratic_potential(sys) ? HOL_EXACT
                                                : HOL_BOUNDED;
    c.symmetric = true;
    return c;
}

const hol_method hol_family_ggl_em[] = {
    {
        .name = "ggl-em",
        .family = "energy-momentum",
        .source = "Kinon, Betsch, Schneider, Multibody Syst. Dyn. (2023)",
        .about = "energy, momentum and both levels of the constraints kept",
        .formulation = "natural",
        .options = options,
        .needs = HOL_FLAT | HOL_CONST_MASS | HOL_REGULAR_MASS | HOL_QUADRATIC | HOL_HOLONOMIC |
                 HOL_SCLERONOMIC | HOL_FULL_RANK,
        .claims = claims,
        .setup = hol_ggl_setup,
        .step = step,
    },
    {0},
};
