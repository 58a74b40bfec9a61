/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nonholonomic-em: the energy kept with nonholonomic rows (Celledoni, Farre Puiggali, Hoiseth,
 * Martin de Diego, J. Nonlinear Sci. 29 (2019) 1523), holonomic ones among them,
 *
 *     d = q1 - q0 = h/2 (v0 + v1),   M (v1 - v0) = -h (DU - F + B(q)^T lambda)
 *     Phi(q1) = 0,   A(q) d = h w,   q = (q0 + q1)/2,   B = (G; A)
 *
 * with the discrete gradient DU . d = U(q1) - U(q0) and the F of the midpoint; as Phi is at most
 * quadratic, G(q) d = Phi(q1) - Phi(q0): no force of the rows does work where w = 0.  Without
 * nonholonomic rows it is em.  The iteration has [M, B^T; B, 0] of the guess, factorised once a
 * step; its error falls by O(h) each time. */
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/memory.h"
#include "holonomy/variational.h"
#include "methods/all_rows.h"
#include "methods/constant_mass.h"
#include "methods/discrete_gradient.h"
#include "methods/settle.h"

enum { NEWTON_TOL };
static const hol_option options[] = {HOL_NEWTON_OPTION, {0}};

typedef struct {
    hol_pattern B;
    hol_saddle *saddle; /* K = M */
    double *M;
} rows;

typedef struct { /* a step from z and its unknowns; y: h^2/2 (lambda, alpha) */
    double h, U0;
    const hol_state *z;
    double *d, *y;
} interval;

/* h M v0 - M d - h^2/2 (DU - F), at the midpoint q */
static void push(hol_stepper *s, const interval *I, const double q[], double r[])
{
    hol_eval *sys = s->sys;
    int n = sys->nv;
    double h = I->h;
    size_t mark = hol_mark(s->work);
    double *f = hol_take(s->work, n), *u = hol_take(s->work, n), *v = hol_take(s->work, n);
    for (int i = 0; i < n; i++) v[i] = I->d[i] / h;
    for (int i = 0; i < n; i++) u[i] = h * I->z->v[i] - I->d[i];
    hol_multiply(&sys->M, ((rows *)s->aux)->M, u, r);
    if (!(sys->has & HOL_CONSERVATIVE)) hol_applied(sys, I->z->t + h / 2, q, v, f);
    hol_axpy(n, 0.5 * h * h, f, r);
    hol_discrete_gradient(s, I->z->q, I->d, I->U0, f);
    hol_axpy(n, -0.5 * h * h, f, r);
    hol_release(s->work, mark);
}

/* Corrects d and y by what their equations leave; the size of the change of d. */
static double pass(hol_stepper *s, const void *step)
{
    hol_eval *sys = s->sys;
    const rows *own = s->aux;
    const interval *I = step;
    int n = sys->nv, m = own->B.rows;
    double h = I->h, t = I->z->t;
    size_t mark = hol_mark(s->work);
    double *q = hol_take(s->work, sys->nq), *B = hol_take(s->work, own->B.nnz);
    double *x = hol_take(s->work, n), *c = hol_take(s->work, m), *w = hol_take(s->work, m);

    for (int i = 0; i < n; i++) q[i] = I->z->q[i] + 0.5 * I->d[i];
    hol_all_rows_at(sys, t + h / 2, q, B, w);
    push(s, I, q, x);
    hol_multiply_transposed_add(&own->B, B, -1, I->y, x);
    hol_multiply(&own->B, B, I->d, c);
    for (int i = 0; i < n; i++) q[i] = I->z->q[i] + I->d[i];
    hol_constraints(sys, t + h, q, c, NULL);
    for (int i = 0; i < m; i++) c[i] = h * w[i] - c[i]; /* w = 0 of the rows of G */
    hol_saddle_solve(own->saddle, x, c, x, c);
    hol_axpy(n, 1, x, I->d);
    hol_axpy(m, 1, c, I->y);
    double size = hol_displacement_size(sys, x);
    hol_release(s->work, mark);
    return size;
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    const rows *own = s->aux;
    int n = sys->nv, m = own->B.rows;
    double *q = hol_take(s->work, sys->nq), *B = hol_take(s->work, own->B.nnz);
    const interval I = {h, hol_has_tangent(sys) ? hol_potential(sys, z->q) : 0, z,
                        hol_take(s->work, n), hol_take(s->work, m)};
    hol_status status;

    for (int i = 0; i < n; i++) {
        I.d[i] = h * z->v[i];
        q[i] = z->q[i] + 0.5 * I.d[i];
    }
    hol_all_rows_at(sys, z->t + h / 2, q, B, NULL);
    if ((status = hol_factor_rows(own->saddle, B))) return status;
    for (int i = 0; i < m; i++) I.y[i] = 0.5 * h * h * z->lambda[i]; /* and alpha */
    status = hol_settle(s, hol_real(s, NEWTON_TOL), pass, &I, "energy-momentum equations");
    for (int i = 0; i < n; i++) {
        z->q[i] += I.d[i];
        z->v[i] = 2 * I.d[i] / h - z->v[i];
    }
    for (int i = 0; i < m; i++) z->lambda[i] = 2 * I.y[i] / (h * h);
    hol_multiply(&sys->M, own->M, z->v, z->p);
    return status;
}

/* ---------------------------------------------------------------- the method */

/* The part of v that is not B v = w alternates from step to step, and lambda with it: see em.c. */
static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)method, (void)opt;
    return (hol_claims){.order_q = 2,
                        .order_v = 2,
                        .order_lambda = 1,
                        .lambda_time = -0.5,
                        .energy = sys->has & HOL_CONSERVATIVE ? HOL_EXACT : HOL_NOT_KEPT,
                        .phi = HOL_EXACT,
                        .inner = HOL_EXACT,
                        .symmetric = true};
}

static hol_status setup(hol_stepper *s)
{
    rows *own = s->aux = hol_alloc(s->memory, 1, sizeof *own);
    own->B = hol_all_rows(s);
    own->M = hol_constant_mass(s);
    return hol_mass_saddle(s, own->M, &own->B, true, &own->saddle);
}

const hol_method hol_family_nonholonomic_em[] = {
    {
        .name = "nonholonomic-em",
        .family = "nonholonomic",
        .source =
            "Celledoni, Farre Puiggali, Hoiseth, Martin de Diego, J. Nonlinear Sci. 29 (2019)",
        .about = "energy-momentum scheme with nonholonomic rows, by discrete gradients",
        .formulation = "natural",
        .options = options,
        .needs = HOL_FLAT | HOL_CONST_MASS | HOL_QUADRATIC | HOL_SCLERONOMIC | HOL_FULL_RANK,
        .claims = claims,
        .setup = setup,
        .step = step,
    },
    {0},
};
