/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lobatto: the Lobatto IIIA-IIIB pair on constrained systems (Jay, Symplectic partitioned
 * Runge-Kutta methods for constrained Hamiltonian systems, SIAM J. Numer. Anal. 33, 1996), order
 * 2s - 2; here 2, 3 or 4 stages.  With a constant mass, a of IIIA, ^a of IIIB, i = 1 .. s,
 *
 *     Q_i = q_0 + h sum_j a_ij V_j,   M V_i = M v_0 + h sum_j ^a_ij (f_j - G_j^T Lambda_j)
 *     Phi(Q_i) = 0,   q_1 = Q_s
 *     M v_1 = M v_0 + h sum_j b_j (f_j - G_j^T Lambda_j),   G(q_1) v_1 = 0
 *
 * The first row of a and the last column of ^a are zero: Q_1 = q_0, and Lambda_s stands in the last
 * line only.  The velocities of the stages are eliminated: with D = a ^a (rows 2 .. s, columns
 * 1 .. s-1),
 *
 *     M (Q_i - q_0 - c_i h v_0) = h^2 sum_k D_ik (f_k - G_k^T Lambda_k),   Phi(Q_i) = 0
 *
 * With two stages this is RATTLE.  Newton's iteration with one G for all stages, that of the middle
 * of the step: the stages then decouple, and one factorisation serves the step. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/newton.h"
#include "methods/variational.h"

enum { STAGES, NEWTON_TOL };
enum { MOST = 4, UNKNOWN = MOST - 1 }; /* stages; those whose Q is unknown */

static const hol_option options[] = {
    {"stages", HOL_CHOICE, 1, 0, 2, "2 3 4", "of the Lobatto quadrature: order 2, 4 or 6"},
    {"newton_tol", HOL_REAL, 1e-14, 0, 1e-3, NULL,
     "largest last correction of Newton's iteration, relative to the length of the system"},
    {0},
};

#define R5 2.23606797749978969641

typedef struct { /* IIIA; ^a_ij = b_j (1 - a_ji / b_i) makes the pair symplectic */
    int stages;
    double c[MOST], b[MOST], a[MOST][MOST];
} quadrature;

static const quadrature lobatto[] = {
    {2, {0, 1}, {0.5, 0.5}, {{0, 0}, {0.5, 0.5}}},
    {3,
     {0, 0.5, 1},
     {1. / 6, 2. / 3, 1. / 6},
     {{0, 0, 0}, {5. / 24, 1. / 3, -1. / 24}, {1. / 6, 2. / 3, 1. / 6}}},
    {4,
     {0, (5 - R5) / 10, (5 + R5) / 10, 1},
     {1. / 12, 5. / 12, 5. / 12, 1. / 12},
     {{0, 0, 0, 0},
      {(11 + R5) / 120, (25 - R5) / 120, (25 - 13 * R5) / 120, (-1 + R5) / 120},
      {(11 - R5) / 120, (25 + 13 * R5) / 120, (25 + R5) / 120, (-1 - R5) / 120},
      {1. / 12, 5. / 12, 5. / 12, 1. / 12}}},
};

typedef struct {
    const quadrature *of;
    double D[UNKNOWN][UNKNOWN], inverse[UNKNOWN][UNKNOWN];
    hol_saddle *saddle; /* K = M */
    double *M;
} pair;

/* ---------------------------------------------------------------- one step */

typedef struct {
    double h, t;
    const double *q0, *v0;
    double *Q[MOST], *f[MOST], *G[MOST], *Lambda[MOST]; /* nq, nv, pattern, nc */
    double *force[MOST];                                /* nv: f_k - G_k^T Lambda_k */
    double *phi, *x, *y[UNKNOWN], *rest;                /* nc; nv; nc; nv */
} stages;

static stages new_stages(hol_stepper *s, double h, const hol_state *z)
{
    hol_eval *sys = s->sys;
    const pair *own = s->aux;
    stages S = {.h = h, .t = z->t, .q0 = z->q, .v0 = z->v};
    for (int k = 0; k < own->of->stages; k++) {
        S.Q[k] = hol_take(s->work, sys->nq);
        S.f[k] = hol_take(s->work, sys->nv);
        S.force[k] = hol_take(s->work, sys->nv);
        S.G[k] = hol_take(s->work, sys->G.nnz);
        S.Lambda[k] = hol_take(s->work, sys->nc);
        if (k < UNKNOWN) S.y[k] = hol_take(s->work, sys->nc);
        for (int i = 0; i < sys->nv; i++) S.Q[k][i] = z->q[i] + own->of->c[k] * h * z->v[i];
        memcpy(S.Lambda[k], z->lambda, (size_t)sys->nc * sizeof(double));
    }
    S.phi = hol_take(s->work, sys->nc);
    S.x = hol_take(s->work, sys->nv);
    S.rest = hol_take(s->work, sys->nv);
    return S;
}

/* f_k and G_k at Q_k, and Phi(Q_k) */
static void evaluate(hol_stepper *s, stages *S, int k)
{
    hol_eval *sys = s->sys;
    size_t mark = hol_mark(s->work);
    double *v = hol_take(s->work, sys->nv), t = S->t + ((pair *)s->aux)->of->c[k] * S->h;
    hol_total_force(sys, t, S->Q[k], v, S->f[k]); /* of position only */
    hol_constraints(sys, t, S->Q[k], S->phi, S->G[k]);
    hol_release(s->work, mark);
}

static void load(hol_eval *sys, stages *S, int k)
{
    memcpy(S->force[k], S->f[k], (size_t)sys->nv * sizeof(double));
    hol_multiply_transposed_add(&sys->G, S->G[k], -1, S->Lambda[k], S->force[k]);
}

/* x = -(M (Q_i - q_0 - c_i h v_0) - h^2 sum_k D_ik force_k), i counted from the second stage */
static void residual(hol_stepper *s, stages *S, int i)
{
    hol_eval *sys = s->sys;
    const pair *own = s->aux;
    double h = S->h, ch = own->of->c[i + 1] * h;
    for (int l = 0; l < sys->nv; l++) S->rest[l] = S->q0[l] + ch * S->v0[l] - S->Q[i + 1][l];
    hol_multiply(&sys->M, own->M, S->rest, S->x);
    for (int k = 0; k < own->of->stages - 1; k++)
        hol_axpy(sys->nv, h * h * own->D[i][k], S->force[k], S->x);
}

/* One correction of all stages; its largest component over the length of the system. */
static double correct(hol_stepper *s, stages *S)
{
    hol_eval *sys = s->sys;
    const pair *own = s->aux;
    int unknown = own->of->stages - 1;
    double most = 0;
    for (int k = 0; k < unknown; k++) load(sys, S, k);
    for (int i = 0; i < unknown; i++) {
        residual(s, S, i);
        hol_constraints(sys, S->t, S->Q[i + 1], S->phi, NULL);
        for (int l = 0; l < sys->nc; l++) S->phi[l] = -S->phi[l];
        hol_saddle_solve(own->saddle, S->x, S->phi, S->x, S->y[i]);
        hol_axpy(sys->nv, 1, S->x, S->Q[i + 1]);
        most = fmax(most, hol_displacement_size(sys, S->x));
    }
    for (int k = 0; k < unknown; k++)
        for (int i = 0; i < unknown; i++)
            hol_axpy(sys->nc, own->inverse[k][i] / (S->h * S->h), S->y[i], S->Lambda[k]);
    for (int i = 0; i < unknown; i++) evaluate(s, S, i + 1);
    return most;
}

static hol_status solve(hol_stepper *s, stages *S)
{
    hol_eval *sys = s->sys;
    const pair *own = s->aux;
    hol_newton newton = hol_newton_start(hol_real(s, NEWTON_TOL));
    hol_verdict verdict;
    hol_status status;
    for (int l = 0; l < sys->nv; l++) S->rest[l] = S->q0[l] + 0.5 * S->h * S->v0[l];
    hol_constraints(sys, S->t, S->rest, NULL, S->G[0]);
    if ((status = hol_saddle_set_B(own->saddle, S->G[0]))) return status;
    if ((status = hol_saddle_factor(own->saddle, S->G[0], NULL))) return status;
    for (int k = 0; k < own->of->stages; k++) evaluate(s, S, k);
    do verdict = hol_newton_judge(&newton, correct(s, S));
    while (verdict == HOL_ITERATE);
    return hol_newton_end(&newton, verdict, "equations of the stages", s->count, &s->residual);
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    const pair *own = s->aux;
    int last = own->of->stages - 1;
    double *p = hol_take(s->work, sys->nv);
    stages S = new_stages(s, h, z);
    hol_status status;

    if ((status = solve(s, &S))) return status;
    hol_multiply(&sys->M, own->M, z->v, p);
    for (int k = 0; k < last; k++) {
        load(sys, &S, k);
        hol_axpy(sys->nv, h * own->of->b[k], S.force[k], p);
    }
    hol_axpy(sys->nv, h * own->of->b[last], S.f[last], p);
    if ((status = hol_constrained_solve(sys, z->t + h, S.Q[last], NULL, p, z->v, NULL, NULL)))
        return status;
    memcpy(z->q, S.Q[last], (size_t)sys->nq * sizeof(double));
    memcpy(z->lambda, S.Lambda[last - 1], (size_t)sys->nc * sizeof(double));
    hol_multiply(&sys->M, own->M, z->v, z->p);
    return HOL_OK;
}

/* ---------------------------------------------------------------- the method */

/* A quadratic invariant, as a momentum map is, is kept by the pair. */
static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    double order = 2 * lobatto[hol_choice_of(method, opt, STAGES)].stages - 2;
    hol_claims c = hol_variational_claims(sys, HOL_VELOCITY_LEGENDRE, order, true);
    c.order_lambda = c.lambda_time = 0;
    c.symmetric = true;
    return c;
}

/* D = a ^a and its inverse */
static hol_status eliminate(pair *own)
{
    const quadrature *L = own->of;
    int n = L->stages - 1, pivot[UNKNOWN];
    double LU[UNKNOWN * UNKNOWN], column[UNKNOWN];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            own->D[i][k] = 0;
            for (int j = 0; j < L->stages; j++)
                own->D[i][k] += L->a[i + 1][j] * L->b[k] * (1 - L->a[k][j] / L->b[j]);
            LU[i * n + k] = own->D[i][k];
        }
    hol_status status = hol_lu_factor(n, LU, pivot);
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < n; i++) column[i] = i == k;
        hol_lu_solve(n, LU, pivot, column);
        for (int i = 0; i < n; i++) own->inverse[i][k] = column[i];
    }
    return status;
}

static hol_status setup(hol_stepper *s)
{
    hol_eval *sys = s->sys;
    pair *own = s->aux = hol_alloc(s->memory, 1, sizeof *own);
    own->of = &lobatto[hol_choice(s, STAGES)];
    size_t mark = hol_mark(s->work);
    own->M = hol_alloc(s->memory, (size_t)sys->M.nnz, sizeof *own->M);
    hol_mass(sys, hol_take(s->work, sys->nq), own->M); /* constant: any q serves */
    hol_release(s->work, mark);
    hol_saddle_end_with(s->memory, &own->saddle);
    own->saddle = hol_saddle_new(&sys->M, &sys->G,
                                 (sys->has & HOL_REGULAR_MASS ? HOL_SADDLE_DEFINITE : 0) |
                                     HOL_SADDLE_SYMMETRIC,
                                 HOL_SADDLE_AUTO, s->count);
    hol_status status = eliminate(own);
    return status ? status : hol_saddle_set_K(own->saddle, own->M);
}

const hol_method hol_family_lobatto[] = {
    {
        .name = "lobatto",
        .family = "lobatto",
        .source = "Jay, SIAM J. Numer. Anal. 33 (1996)",
        .about = "Lobatto IIIA-IIIB pair with the constraints at every stage; order 2, 4 or 6",
        .formulation = "natural",
        .options = options,
        .needs = HOL_FLAT | HOL_CONST_MASS | HOL_HOLONOMIC | HOL_POSITION_FORCES | HOL_SCLERONOMIC |
                 HOL_FULL_RANK,
        .claims = claims,
        .setup = setup,
        .step = step,
    },
    {0},
};
