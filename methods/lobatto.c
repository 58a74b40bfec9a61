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
 * of the step: the stages then decouple, and one factorisation serves the step.
 *
 * energy = exact, of 3 stages: a + alpha S in place of a, where S has the second row (1, 0, -1) and
 * is zero elsewhere, and ^a_ij = b_j (1 - a_ji / b_i) as ever, so that for any alpha the pair is
 * symplectic and symmetric and keeps Phi = 0, G v = 0; alpha is chosen in each step by the secant
 * method such that the energy stays (Li, Wang, J. Comput. Math. 41 (2023) 107).  It is kept in the
 * state's memory.  Chosen from step to step, it makes no symplectic map. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/newton.h"
#include "holonomy/variational.h"
#include "methods/constant_mass.h"
#include "methods/stepper.h"
#include "numerics/inverse.h"

enum { STAGES, NEWTON_TOL, ENERGY };
enum { FREE, EXACT };
enum { PARAMETER, ENERGY_0, KEPT };    /* of energy = exact, in the memory: alpha [1], T + U [J] */
enum { MOST = 4, UNKNOWN = MOST - 1 }; /* stages; those whose Q is unknown */

static const hol_option options[] = {
    {"stages", HOL_CHOICE, 1, 0, 2, "2 3 4", "of the Lobatto quadrature: order 2, 4 or 6"},
    {"newton_tol", HOL_REAL, 1e-14, 0, 1e-3, NULL,
     "largest last correction of Newton's iteration, relative to the length of the system"},
    {"energy", HOL_CHOICE, FREE, 0, 1, "free exact",
     "as it comes, or kept by a parameter of the pair, of 3 stages, chosen in each step"},
    {0},
};

#define R5 2.23606797749978969641

typedef struct { /* IIIA; ^a_ij = b_j (1 - a_ji / b_i) makes the pair symplectic */
    int stages;
    double c[MOST], b[MOST], a[MOST][MOST];
} quadrature;

static const double shift[3][3] = {{0, 0, 0}, {1, 0, -1}, {0, 0, 0}}; /* of the parameter */

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
    double a[MOST][MOST];                                    /* that of the table plus alpha S */
    double D[UNKNOWN * UNKNOWN], inverse[UNKNOWN * UNKNOWN]; /* of rows of stages - 1 */
    hol_saddle *saddle;                                      /* K = M */
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
    int n = own->of->stages - 1;
    for (int k = 0; k < n; k++) hol_axpy(sys->nv, h * h * own->D[i * n + k], S->force[k], S->x);
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
            hol_axpy(sys->nc, own->inverse[k * unknown + i] / (S->h * S->h), S->y[i], S->Lambda[k]);
    for (int i = 0; i < unknown; i++) evaluate(s, S, i + 1);
    return most;
}

/* The matrix of the step, and what stands at the stages as they are guessed. */
static hol_status prepare(hol_stepper *s, stages *S)
{
    hol_eval *sys = s->sys;
    const pair *own = s->aux;
    hol_status status;
    for (int l = 0; l < sys->nv; l++) S->rest[l] = S->q0[l] + 0.5 * S->h * S->v0[l];
    hol_constraints(sys, S->t, S->rest, NULL, S->G[0]);
    if ((status = hol_factor_rows(own->saddle, S->G[0]))) return status;
    for (int k = 0; k < own->of->stages; k++) evaluate(s, S, k);
    return HOL_OK;
}

/* To round-off where the energy is to be read off. */
static hol_status solve(hol_stepper *s, stages *S)
{
    bool exact = hol_choice(s, ENERGY) == EXACT;
    hol_newton newton = hol_newton_start(hol_real(s, NEWTON_TOL));
    hol_verdict verdict;
    do verdict = hol_newton_judge(&newton, correct(s, S));
    while (verdict == HOL_ITERATE);
    while (exact && verdict == HOL_CONVERGED && hol_newton_refines(&newton, correct(s, S)))
        continue;
    return hol_newton_end(&newton, verdict, "equations of the stages", s->count, &s->residual);
}

/* v1 of the stages: M v1 = M v0 + h sum b_k force_k, G(q1) v1 = 0. */
static hol_status velocity(hol_stepper *s, stages *S, double v1[])
{
    hol_eval *sys = s->sys;
    const pair *own = s->aux;
    int last = own->of->stages - 1;
    size_t mark = hol_mark(s->work);
    double *p = hol_take(s->work, sys->nv);
    hol_multiply(&sys->M, own->M, S->v0, p);
    for (int k = 0; k < last; k++) {
        load(sys, S, k);
        hol_axpy(sys->nv, S->h * own->of->b[k], S->force[k], p);
    }
    hol_axpy(sys->nv, S->h * own->of->b[last], S->f[last], p);
    hol_status status =
        hol_constrained_solve(sys, S->t + S->h, S->Q[last], NULL, p, v1, NULL, NULL);
    hol_release(s->work, mark);
    return status;
}

/* a, D = a ^a and its inverse */
static hol_status eliminate(pair *own, double alpha)
{
    const quadrature *L = own->of;
    int n = L->stages - 1;
    memcpy(own->a, L->a, sizeof own->a);
    for (int i = 0; alpha != 0 && i < 3; i++)
        for (int j = 0; j < 3; j++) own->a[i][j] += alpha * shift[i][j];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            double *D = &own->D[i * n + k];
            *D = 0;
            for (int j = 0; j < L->stages; j++)
                *D += own->a[i + 1][j] * L->b[k] * (1 - own->a[k][j] / L->b[j]);
        }
    return hol_inverse(n, own->D, own->inverse);
}

/* The step with the parameter alpha: *gain is the energy at its end less E0, in units of scale. */
static hol_status step_with(hol_stepper *s, stages *S, double alpha, double E0, double v1[],
                            double *gain)
{
    hol_eval *sys = s->sys;
    pair *own = s->aux;
    const double *q1 = S->Q[own->of->stages - 1];
    hol_status status;
    if ((status = eliminate(own, alpha))) return status;
    if ((status = solve(s, S))) return status;
    if ((status = velocity(s, S, v1))) return status;
    double T = hol_kinetic(sys, q1, v1), U = hol_potential(sys, q1);
    *gain = (T + U - E0) / (T + fabs(U) + fabs(E0));
    return HOL_OK;
}

/* The parameter that gives the energy E0, by secants from the one of the step before.  A gain of
 * ROUND_OFF is none; where secants no longer help, one of STAGNANT is the least there is, which the
 * next step makes good.  Where the energy hangs on the parameter too little, as it does at a turn
 * of the motion, the parameter is far off: beyond FARTHEST the step fails. */
static hol_status keep_energy(hol_stepper *s, stages *S, double E0, double *parameter, double v1[])
{
    enum { SECANTS = 20 };
    static const double ROUND_OFF = 2e-15, STAGNANT = 1e-13, FARTHEST = 1;
    double alpha[2] = {*parameter, *parameter + 1e-3}, gain[2], least;
    hol_status status = step_with(s, S, alpha[0], E0, v1, &gain[0]);
    if (status || fabs(gain[0]) <= ROUND_OFF) return status;
    least = fabs(gain[0]);
    for (int k = 0; k < SECANTS && fabs(alpha[1]) <= FARTHEST; k++) {
        if ((status = step_with(s, S, alpha[1], E0, v1, &gain[1]))) return status;
        if (fabs(gain[1]) < least) {
            least = fabs(gain[1]);
            *parameter = alpha[1];
        }
        if (fabs(gain[1]) <= ROUND_OFF) return HOL_OK;
        if (k && least <= STAGNANT && fabs(gain[1]) > 0.5 * fabs(gain[0])) break;
        double next = alpha[1] - gain[1] * (alpha[1] - alpha[0]) / (gain[1] - gain[0]);
        alpha[0] = alpha[1], gain[0] = gain[1], alpha[1] = next;
    }
    s->residual = (hol_residual){least, "energy by the parameter of the pair"};
    return least <= STAGNANT ? step_with(s, S, *parameter, E0, v1, &gain[0]) : HOL_DIVERGED;
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    const pair *own = s->aux;
    int last = own->of->stages - 1;
    double *v1 = hol_take(s->work, sys->nv);
    stages S = new_stages(s, h, z);
    hol_status status;

    if ((status = prepare(s, &S))) return status;
    if (hol_choice(s, ENERGY) == EXACT)
        status = keep_energy(s, &S, z->memory[ENERGY_0], &z->memory[PARAMETER], v1);
    else if (!(status = solve(s, &S)))
        status = velocity(s, &S, v1);
    if (status) return status;
    memcpy(z->q, S.Q[last], (size_t)sys->nq * sizeof(double));
    memcpy(z->v, v1, (size_t)sys->nv * sizeof(double));
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
    if (hol_choice_of(method, opt, ENERGY) == EXACT) {
        /* Kept to the search's STAGNANT while there is a parameter: no law for all spans. */
        c.energy = HOL_NOT_KEPT;
        c.symplectic = c.symmetric = false;
        c.order_q = c.order_v =
            0; /* where the energy hangs on the parameter too little it is lost */
    }
    return c;
}

static size_t memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)sys;
    return hol_choice_of(method, opt, ENERGY) == EXACT ? KEPT : 0;
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    (void)h;
    if (hol_choice(s, ENERGY) == EXACT)
        z->memory[ENERGY_0] = hol_kinetic(s->sys, z->q, z->v) + hol_potential(s->sys, z->q);
    return HOL_OK;
}

static unsigned options_need(const hol_method *method, const double opt[])
{
    return hol_choice_of(method, opt, ENERGY) == EXACT ? HOL_CONSERVATIVE : 0;
}

static hol_status setup(hol_stepper *s)
{
    pair *own = s->aux = hol_alloc(s->memory, 1, sizeof *own);
    own->of = &lobatto[hol_choice(s, STAGES)];
    if (hol_choice(s, ENERGY) == EXACT && own->of->stages != 3) return HOL_UNSUPPORTED;
    own->M = hol_constant_mass(s);
    hol_status status = eliminate(own, 0);
    return status ? status : hol_mass_saddle(s, own->M, &s->sys->G, true, &own->saddle);
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
        .options_need = options_need,
        .claims = claims,
        .memory = memory,
        .setup = setup,
        .start = start,
        .restart = hol_restart_as_before, /* A change of h is none of the energy. */
        .step = step,
    },
    {0},
};
