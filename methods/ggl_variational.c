/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ggl-variational (Kinon, Betsch, Schneider, Nonlinear Dyn. 111 (2023) 14063): symplectic Euler of
 * the Hamiltonian of Gear, Leimkuhler and Gupta, H + lambda . Phi + gamma . G M^-1 p: a kick by the
 * forces and G0^T lambda, a drift, and a shift by gamma, whose second half is implicit in p,
 *
 *     M w = p0 + h f(q0) - h G0^T lambda,   q = q0 + h w,   q1 = q + h M^-1 G(q)^T gamma
 *     (M + h Phi''(q).gamma) v = M w,   p1 = M v,   Phi(q1) = 0,   G(q) v = 0
 *
 * of order 1; its adjoint, the shift first, then the drift and the kick by the forces at q1,
 *
 *     M v = p0 - G0^T mu,   G(q) v = 0,   q = q0 + h M^-1 G(q)^T gamma
 *     M w = (M - h Phi''(q).gamma) v,   q1 = q + h w,   Phi(q1) = 0,   p1 = M w + h f(q1)
 *
 * and the composition of both by half a step each, symmetric and of order 2.
 *
 * Deviation: v has no velocity across the constraints at q, which is no node.  As the next step
 * reads p1 up to an impulse of the constraints of q1, the state has the velocity of p1 less such an
 * impulse, on the constraints of the node: the positions are the paper's.
 *
 * The iteration alternates between v, linear where gamma and q are known, and gamma, Newton's for
 * Phi(q1) = 0; its error falls by O(h) each time. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/variational.h"
#include "methods/ggl.h"
#include "methods/settle.h"

enum { NEWTON_TOL, COMPOSITION };
enum { SYMMETRIC, EULER, ADJOINT };

static const hol_option options[] = {
    HOL_NEWTON_OPTION,
    {"composition", HOL_CHOICE, SYMMETRIC, 0, 2, "symmetric none adjoint",
     "half a step and half of its adjoint, of order 2; the step as published; its adjoint: 1"},
    {0},
};

typedef struct { /* a step of size h from q0 to the time t1, and its unknowns */
    double h, t1;
    bool shift_first;                    /* the adjoint */
    const double *q0, *push;             /* push: p0, kicked already where the drift is first */
    double *q1, *q, *v, *G0, *gamma, *y; /* y: the impulse at q0 */
} part;

/* Corrects v and y by what their equations leave, then q, q1 and gamma; the larger change of q1. */
static double pass(hol_stepper *s, const void *step)
{
    hol_eval *sys = s->sys;
    const hol_ggl *own = s->aux;
    const part *P = step;
    int n = sys->nv, m = sys->nc;
    double side = P->shift_first ? -P->h : P->h;
    size_t mark = hol_mark(s->work);
    double *G = hol_take(s->work, sys->G.nnz), *Hv = hol_take(s->work, n);
    double *a = hol_take(s->work, n), *b = hol_take(s->work, m), *free = hol_take(s->work, sys->nq);

    hol_constraints(sys, P->t1, P->q, NULL, G);
    hol_ggl_bend(s, P->q, P->gamma, P->v, Hv);
    hol_multiply(&sys->M, own->M, P->v, a);
    for (int i = 0; i < n; i++) a[i] = P->push[i] - a[i] - (P->shift_first ? 0 : P->h * Hv[i]);
    hol_multiply_transposed_add(&sys->G, P->G0, -1, P->y, a);
    hol_multiply(&sys->G, G, P->v, b);
    for (int i = 0; i < m; i++) b[i] = -b[i];
    hol_saddle_solve(own->saddle, a, b, a, b);
    hol_axpy(n, 1, a, P->v);
    hol_axpy(m, 1, b, P->y);

    hol_ggl_divide_by_mass(s, Hv);
    for (int i = 0; i < n; i++) free[i] = P->q0[i] + P->h * (P->v[i] + side * Hv[i]);
    for (int i = 0; i < n; i++) a[i] *= P->h;
    double change = hol_displacement_size(sys, a);
    change = fmax(change, hol_ggl_shift(s, P->h, P->t1, free, G, P->gamma, P->q1));
    for (int i = 0; i < n; i++)
        P->q[i] = P->shift_first ? P->q0[i] + (P->q1[i] - free[i]) : free[i];
    hol_release(s->work, mark);
    return change;
}

/* From (q0, push) to q1; the momentum is M v, of the adjoint M w without the kick at q1.  q1 is a
 * guess on entry. */
static hol_status go(hol_stepper *s, const part *P, double p1[])
{
    hol_eval *sys = s->sys;
    const hol_ggl *own = s->aux;
    int n = sys->nv;
    double *Hv = hol_take(s->work, n);
    hol_status status;

    for (int i = 0; i < n; i++) P->v[i] = (P->q1[i] - P->q0[i]) / P->h;
    memcpy(P->q, P->shift_first ? P->q0 : P->q1, (size_t)sys->nq * sizeof *P->q);
    hol_constraints(sys, P->t1 - P->h, P->q0, NULL, P->G0);
    if ((status = hol_ggl_factor(s, P->t1, P->q, hol_take(s->work, sys->G.nnz)))) return status;
    status = hol_settle(s, hol_real(s, NEWTON_TOL), pass, P, "velocity and shift of the step");
    hol_multiply(&sys->M, own->M, P->v, p1);
    hol_ggl_bend(s, P->q, P->gamma, P->v, Hv);
    if (P->shift_first) hol_axpy(n, -P->h, Hv, p1);
    return status;
}

/* p = p0 + h f(t, q), f of position only; p may be p0 */
static void kick(hol_stepper *s, double h, double t, const double q[], const double p0[],
                 double p[])
{
    int n = s->sys->nv;
    double *rest = hol_take(s->work, n), *f = hol_take(s->work, n);
    hol_total_force(s->sys, t, q, rest, f);
    for (int i = 0; i < n; i++) p[i] = p0[i] + h * f[i];
}

static part new_part(hol_stepper *s, double h, double t1, bool shift_first, const double q0[],
                     const double push[], double q1[])
{
    hol_eval *sys = s->sys;
    hol_work *w = s->work;
    return (part){h,
                  t1,
                  shift_first,
                  q0,
                  push,
                  q1,
                  hol_take(w, sys->nq),
                  hol_take(w, sys->nv),
                  hol_take(w, sys->G.nnz),
                  hol_take(w, sys->nc),
                  hol_take(w, sys->nc)};
}

/* The impulse at q0 is that of both half steps beside it where the step is symmetric. */
static hol_status advance(hol_stepper *s, double h, double t, const double q0[], const double p0[],
                          double q1[], double p1[], double lambda[])
{
    hol_eval *sys = s->sys;
    int n = sys->nv, composition = hol_choice(s, COMPOSITION);
    bool both = composition == SYMMETRIC;
    double *push = hol_take(s->work, n), *middle = hol_take(s->work, sys->nq);
    double size = both ? h / 2 : h;
    for (int i = 0; i < n; i++) middle[i] = 0.5 * (q0[i] + q1[i]);
    const part euler = new_part(s, size, t + size, false, q0, push, both ? middle : q1);
    const part adjoint = new_part(s, size, t + h, true, both ? middle : q0, push, q1);
    const part *first = composition == ADJOINT ? &adjoint : &euler;
    hol_status status;

    kick(s, first == &euler ? size : 0, t, q0, p0, push);
    status = go(s, first, p1);
    for (int i = 0; i < sys->nc; i++) lambda[i] = first->y[i] / h;
    if (both && !status) {
        memcpy(push, p1, (size_t)n * sizeof *push);
        status = go(s, &adjoint, p1);
    }
    if (composition != EULER && !status) kick(s, size, t + h, q1, p1, p1);
    return status;
}

/* ---------------------------------------------------------------- the method */

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    return hol_variational_step(s, h, z, HOL_VELOCITY_LEGENDRE, advance);
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    return hol_variational_start(s, h, z, HOL_VELOCITY_LEGENDRE);
}

static size_t memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)method, (void)opt;
    return hol_variational_memory(sys, HOL_VELOCITY_LEGENDRE);
}

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    bool both = hol_choice_of(method, opt, COMPOSITION) == SYMMETRIC;
    return hol_variational_claims(sys, HOL_VELOCITY_LEGENDRE, both ? 2 : 1, true);
}

const hol_method hol_family_ggl_variational[] = {
    {
        .name = "ggl-variational",
        .family = "variational",
        .source = "Kinon, Betsch, Schneider, Nonlinear Dyn. 111 (2023) 14063",
        .about = "symplectic Euler of the stabilised index-2 equations, composed with its adjoint",
        .formulation = "natural",
        .options = options,
        .needs = HOL_FLAT | HOL_CONST_MASS | HOL_REGULAR_MASS | HOL_HOLONOMIC | HOL_SCLERONOMIC |
                 HOL_POSITION_FORCES | HOL_FULL_RANK,
        .claims = claims,
        .memory = memory,
        .setup = hol_ggl_setup,
        .start = start,
        .step = step,
    },
    {0},
};
