/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rattlie: RATTLE on Lie groups (Hante, Arnold, RATTLie: a variational Lie group integration scheme
 * for constrained mechanical systems, J. Comput. Appl. Math. 387 (2021) 112492): the discrete
 * Euler-Lagrange equations of
 *
 *     L_d(q0, q1) = h T(u/h) - h/2 U(q0) - h/2 U(q1),   q1 = q0 o exp(u),   T(v) = 1/2 v^T M v
 *
 * with the constraints of both levels at every node.  For variations q0 o eta0, q1 o eta1 the
 * increment varies by  dexpinv(u) eta1 - dexpinv(-u) eta0,  and dexpinv(u)^T = dexpinv(-u) on
 * products of rotations and of spaces where coordinates add, so that
 *
 *     dexpinv(u, M u/h) = p_n + h/2 f(q_n) - h G(q_n)^T lambda_n,   Phi(q_n o exp(u)) = 0
 *     p_n+1 = dexpinv(-u, M u/h) + h/2 f(q_n+1),   M v_n+1 = p_n+1 - G^T mu,   G v_n+1 = 0
 *
 * with f = -grad U.  Other forces enter by the discrete Lagrange-d'Alembert principle, at the nodes
 * with the velocity u/h.  In coordinates that add it is RATTLE.
 *
 * Nonholonomic rows, by the same principle: h A(q_n)^T alpha_n beside h G^T lambda_n, determined by
 * (A(q_n) + A(q_n+1))/2 u = h w beside Phi = 0, and A v_n+1 = w beside G v_n+1 = 0.  Newton's
 * matrix leaves the derivative of A out.
 *
 * Deviations.  p_n stands for the momentum of the node: M v_n and half an impulse of its
 * constraints, so that their two multipliers are one (the paper has lambda^- and lambda^+).
 * dexpinv(-u) = dexpinv(u) - [u, .], and [v, M v] is minus the gyroscopic force at v = u/h: p_n+1
 * is p_n and a sum of impulses, which keeps the momentum maps whatever Newton's iteration leaves.
 */
#include <stdlib.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/newton.h"
#include "holonomy/variational.h"
#include "methods/all_rows.h"
#include "methods/constant_mass.h"
#include "methods/group.h"

enum { NEWTON_TOL };

static const hol_option options[] = {HOL_NEWTON_OPTION, {0}};

typedef struct {
    hol_saddle *saddle;
    hol_pattern B; /* of all rows */
    bool constant; /* K = M, set once: coordinates add and no force depends on the velocity */
    double *M;     /* nnz of sys->M */
} rattlie;

typedef struct { /* an increment, h times its momentum k = M u, and [u, k]; nv each */
    double *u, *k, *uk;
} increment;

/* The derivative of dexpinv(u, M u) along d = dexpinv(u, e), the change of u where q1 moves along
 * e; of the series  1 + 1/2 ad u + 1/12 (ad u)^2  in the first argument, the rest is O(u^4). */
static void turn_tangent(hol_stepper *s, const void *at, const double e[], double out[])
{
    hol_eval *sys = s->sys;
    const increment *I = at;
    const rattlie *own = s->aux;
    int n = sys->nv;
    size_t mark = hol_mark(s->work);
    double *d = hol_take(s->work, n), *b = hol_take(s->work, n), *c = hol_take(s->work, n);
    hol_dexpinv(sys, I->u, e, d);
    hol_multiply(&sys->M, own->M, d, b);
    hol_dexpinv(sys, I->u, b, out);
    hol_bracket(sys, d, I->k, b);
    hol_axpy(n, 1. / 2, b, out);
    hol_bracket(sys, I->u, b, c);
    hol_axpy(n, 1. / 12, c, out);
    hol_bracket(sys, d, I->uk, c);
    hol_axpy(n, 1. / 12, c, out);
    hol_release(s->work, mark);
}

/* K: the derivative of dexpinv(u, M u) - h^2/2 F(t, q0, u/h); that of the force in the pattern K.
 */
static hol_status set_tangent(hol_stepper *s, double h, double t, const double q0[],
                              const double v[], const increment *I)
{
    hol_eval *sys = s->sys;
    const rattlie *own = s->aux;
    size_t mark = hol_mark(s->work);
    double *A = hol_take(s->work, sys->M.nnz), *K = A;
    hol_block_columns(s, turn_tangent, I, A);
    if (!(sys->has & HOL_POSITION_FORCES)) {
        int entries = hol_K(sys)->nnz;
        K = hol_take(s->work, entries);
        hol_tangent(sys, t, q0, v, NULL, K);
        for (int k = 0; k < entries; k++) K[k] *= -0.5 * h;
        hol_add_mass(sys, 1, A, K);
    }
    hol_status status = hol_saddle_set_K(own->saddle, K);
    hol_release(s->work, mark);
    return status;
}

typedef struct { /* a step and its unknowns */
    double h, t;
    const double *q0, *B0, *p0; /* B0 = (G; A) at q0 */
    double *q1, *v, *f;         /* v = u/h, f: the force at (q0, v) */
    increment I;
    double *y; /* h^2 (lambda, alpha) of q0 */
} stage;

static void evaluate(hol_stepper *s, const stage *S)
{
    hol_eval *sys = s->sys;
    const rattlie *own = s->aux;
    for (int i = 0; i < sys->nv; i++) S->v[i] = S->I.u[i] / S->h;
    hol_outer_force(sys, S->t, S->q0, S->v, S->f);
    hol_multiply(&sys->M, own->M, S->I.u, S->I.k);
    if (!own->constant) hol_bracket(sys, S->I.u, S->I.k, S->I.uk);
}

/* Phi(q1), and (A0 + A1)/2 u - h w of the nonholonomic rows; C = (G(q1); (A0 + A1)/2). */
static void violation(hol_stepper *s, const stage *S, double C[], double out[])
{
    hol_eval *sys = s->sys;
    const hol_pattern *A = &sys->A;
    int held = sys->G.nnz;
    hol_constraints(sys, S->t + S->h, S->q1, out, C);
    if (!sys->na) return;
    double *w = out + sys->nc, *Au = hol_take(s->work, sys->na);
    hol_nonholonomic_rows(sys, S->t + S->h, S->q1, C + held, w);
    for (int k = 0; k < A->nnz; k++) C[held + k] = 0.5 * (S->B0[held + k] + C[held + k]);
    hol_multiply(A, C + held, S->I.u, Au);
    for (int i = 0; i < sys->na; i++) w[i] = Au[i] - S->h * w[i];
}

/* K x + B0^T y = h p0 + h^2/2 f - dexpinv(u, M u),  G1 x = -Phi(q1);  u moves by dexpinv(u, x). */
static hol_status correct(hol_stepper *s, const stage *S, double x[])
{
    hol_eval *sys = s->sys;
    const rattlie *own = s->aux;
    int n = sys->nv;
    size_t mark = hol_mark(s->work);
    double *C = hol_take(s->work, own->B.nnz), *d = hol_take(s->work, n);
    hol_status status = HOL_OK;

    evaluate(s, S);
    hol_dexpinv(sys, S->I.u, S->I.k, d);
    for (int i = 0; i < n; i++) x[i] = S->h * (S->p0[i] + 0.5 * S->h * S->f[i]) - d[i];
    violation(s, S, C, S->y);
    for (int i = 0; i < own->B.rows; i++) S->y[i] = -S->y[i];
    if (!own->constant) status = set_tangent(s, S->h, S->t, S->q0, S->v, &S->I);
    if (!own->constant && !status) status = hol_saddle_set_B(own->saddle, S->B0);
    if (!status) status = hol_saddle_factor(own->saddle, C, NULL);
    if (!status) {
        hol_saddle_solve(own->saddle, x, S->y, x, S->y);
        hol_dexpinv(sys, S->I.u, x, d);
        hol_axpy(n, 1, d, S->I.u);
        hol_move(sys, S->q0, S->I.u, S->q1);
    }
    hol_release(s->work, mark);
    return status;
}

/* p1 = p0 + h/2 (f0 + f1) - h G0^T lambda + h (gyroscopic force at u/h) */
static void momentum(hol_stepper *s, const stage *S, double p1[])
{
    hol_eval *sys = s->sys;
    const rattlie *own = s->aux;
    int n = sys->nv;
    double *f = hol_take(s->work, n);
    evaluate(s, S);
    for (int i = 0; i < n; i++) p1[i] = S->p0[i] + 0.5 * S->h * S->f[i];
    hol_multiply_transposed_add(&own->B, S->B0, -1 / S->h, S->y, p1);
    if (hol_has_gyroscopic(sys)) {
        hol_gyroscopic(sys, S->q0, S->v, f);
        hol_axpy(n, S->h, f, p1);
    }
    hol_outer_force(sys, S->t + S->h, S->q1, S->v, f);
    hol_axpy(n, 0.5 * S->h, f, p1);
}

static hol_status advance(hol_stepper *s, double h, double t, const double q0[], const double p0[],
                          double q1[], double p1[], double lambda[])
{
    hol_eval *sys = s->sys;
    const rattlie *own = s->aux;
    int n = sys->nv, m = sys->nc + sys->na;
    double *B0 = hol_take(s->work, own->B.nnz), *x = hol_take(s->work, n);
    const increment I = {hol_take(s->work, n), hol_take(s->work, n), hol_take(s->work, n)};
    const stage S = {.h = h,
                     .t = t,
                     .q0 = q0,
                     .B0 = B0,
                     .p0 = p0,
                     .q1 = q1,
                     .v = hol_take(s->work, n),
                     .f = hol_take(s->work, n),
                     .I = I,
                     .y = hol_take(s->work, m)};
    hol_newton newton = hol_newton_start(hol_real(s, NEWTON_TOL));
    hol_verdict verdict;
    hol_status status;

    hol_all_rows_at(sys, t, q0, B0, NULL);
    if (own->constant && (status = hol_saddle_set_B(own->saddle, B0))) return status;
    hol_difference(sys, q0, q1, I.u);
    do {
        if ((status = correct(s, &S, x))) return status;
        verdict = hol_newton_judge(&newton, hol_displacement_size(sys, x));
    } while (verdict == HOL_ITERATE);
    if ((status = hol_newton_end(&newton, verdict, "discrete Euler-Lagrange equations", s->count,
                                 &s->residual)))
        return status;
    momentum(s, &S, p1);
    for (int i = 0; i < m; i++) lambda[i] = S.y[i] / (h * h); /* and alpha */
    return HOL_OK;
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
    (void)method, (void)opt;
    return hol_variational_claims(sys, HOL_VELOCITY_LEGENDRE, 2, true);
}

static hol_status setup(hol_stepper *s)
{
    hol_eval *sys = s->sys;
    rattlie *a = s->aux = hol_alloc(s->memory, 1, sizeof *a);
    bool of_position = sys->has & HOL_POSITION_FORCES;
    a->M = hol_constant_mass(s);
    a->B = hol_all_rows(s);
    a->constant = (sys->has & HOL_FLAT) && of_position;
    hol_saddle_end_with(s->memory, &a->saddle);
    a->saddle =
        hol_saddle_new(of_position ? &sys->M : hol_K(sys), &a->B,
                       a->constant && (sys->has & HOL_REGULAR_MASS), HOL_SADDLE_AUTO, s->count);
    return a->constant ? hol_saddle_set_K(a->saddle, a->M) : HOL_OK;
}

const hol_method hol_family_rattlie[] = {
    {
        .name = "rattlie",
        .family = "variational",
        .source = "Hante, Arnold, J. Comput. Appl. Math. 387 (2021) 112492",
        .about =
            "RATTLE on Lie groups: variational, constraints and hidden constraints at every node",
        .formulation = "lie",
        .options = options,
        .needs = HOL_CONST_MASS | HOL_SCLERONOMIC | HOL_FULL_RANK,
        .claims = claims,
        .memory = memory,
        .setup = setup,
        .start = start,
        .step = step,
    },
    {0},
};
