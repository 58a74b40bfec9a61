/* SPDX-License-Identifier: GPL-3.0-or-later */
/* em: the energy-momentum scheme of Gonzalez as paper 003, section 5.2, uses it (EM there):
 *
 *     d = q1 - q0 = h/2 (v0 + v1),   M (v1 - v0) = -h (DU + DPhi^T lambda - F),   Phi(q1) = 0
 *
 * with the discrete gradients DU . d = U(q1) - U(q0), DPhi d = Phi(q1) - Phi(q0), so that the
 * energy is exact: v1 + v0 is along d.  A discrete gradient is the midpoint's and a multiple of d;
 * the multiple vanishes where the function is at most quadratic.  F is that of the midpoint.
 *
 * Deviations.  lambda is a force (the paper's is h times it).  The unknown is d, v1 = 2 d/h - v0.
 * The Jacobian leaves out the derivative of the multiple of d, of third order in d, and stays where
 * the corrections are small. */
#include <math.h>
#include <string.h>

#include "base/row_times.h"
#include "holonomy/dense.h"
#include "holonomy/newton.h"
#include "holonomy/variational.h"
#include "mechanics/null_space.h"
#include "methods/constant_mass.h"
#include "methods/discrete_gradient.h"
#include "methods/em.h"
#include "methods/increments.h"

enum { NEWTON_TOL, ORDER, VELOCITY, GUESS };
enum { OWN, PROJECTED };
enum { INCREMENTS, STRAIGHT };

typedef struct {
    hol_null_space *newton; /* [K DPhi^T; G(q1) 0] */
    hol_em_line *line;      /* of order 4 and 6 */
    double *M;
} em;

/* What a held matrix leaves of a step is of one sign for many steps: within the energy's rounding.
 */
static const hol_option options[] = {
    HOL_NEWTON_OPTION_OF(1e-13),
    {"order", HOL_CHOICE, 0, 0, 2, "2 4 6",
     "of q; 4 and 6 by line integrals, beyond newton_tol as long as it helps"},
    {"velocity", HOL_CHOICE, OWN, 0, 1, "own projected",
     "reported: that of the equations, which keeps the energy, or the nearest with G v = 0"},
    {"guess", HOL_CHOICE, INCREMENTS, 0, 1, "increments straight",
     "of the step, of order 2: the polynomial through the last increments, or h v0, as the paper"},
    {0},
};

/* ---------------------------------------------------------------- discrete gradients */

typedef struct { /* a step; vectors of nv unless said otherwise */
    double h, t, U0;
    const double *q0, *v0;
    double *d, *q1, *qb, *vb; /* q1 - q0, and the midpoint */
    double *q;                /* a point of Gauss */
    double *phi0, *phi;       /* nc: Phi at q0 and q1 */
    double *DU, *DPhi, *G1;   /* the discrete gradients, G at q1; the last two of pattern G */
    double *K;                /* of Newton's iteration, pattern hol_K */
    const double *M;          /* constant */
} interval;

/* The largest |A_ij| of row i times the unit of its column. */
static double largest_slope(hol_eval *sys, int i, const double A[])
{
    double most = 0;
    for (int k = sys->G.start[i]; k < sys->G.start[i + 1]; k++)
        most = fmax(most, fabs(A[k]) * hol_unit(sys, sys->G.col[k]));
    return most;
}

/* Row by row, each in the directions of its own columns so that the pattern is kept. */
static void correct_rows(hol_stepper *s, const interval *I)
{
    hol_eval *sys = s->sys;
    const hol_pattern *P = &sys->G;
    size_t mark = hol_mark(s->work);
    double *G[2] = {hol_take(s->work, P->nnz), hol_take(s->work, P->nnz)};
    double *own = hol_take(s->work, P->nnz), *along = hol_take(s->work, sys->nv);

    for (int side = 0; side < 2; side++) {
        hol_gauss_point(sys, I->q0, I->d, side, I->q);
        hol_constraints(sys, I->t, I->q, NULL, G[side]);
    }
    hol_lowered(sys, I->d, along);
    for (int k = 0; k < P->nnz; k++) own[k] = along[P->col[k]];
    for (int i = 0; i < P->rows; i++) {
        int first = P->start[i], count = P->start[i + 1] - first;
        double slope = hol_row_times(P, i, I->DPhi, I->d);
        double square = hol_row_times(P, i, own, I->d);
        double defect = I->phi[i] - I->phi0[i] - slope;
        double scale = sys->length / sys->unit * largest_slope(sys, i, I->DPhi);
        if (fabs(defect) <= HOL_RESOLVED * scale)
            defect =
                0.5 * (hol_row_times(P, i, G[0], I->d) + hol_row_times(P, i, G[1], I->d)) - slope;
        if (square > 0) hol_axpy(count, defect / square, own + first, I->DPhi + first);
    }
    hol_release(s->work, mark);
}

/* ---------------------------------------------------------------- the step */

/* Doubles of the state's memory before the increments: the velocity of the equations, where another
 * one is reported. */
static size_t kept_velocity(const hol_eval *sys, int velocity)
{
    return velocity == PROJECTED ? (size_t)sys->nv : 0;
}

static interval new_interval(const hol_stepper *s, double h, const hol_state *z)
{
    hol_eval *sys = s->sys;
    hol_work *w = s->work;
    int n = sys->nv, m = sys->nc, nnz = sys->G.nnz;
    interval I = {.h = h, .t = z->t, .q0 = z->q, .v0 = z->v, .M = ((const em *)s->aux)->M};
    I.d = hol_take(w, n);
    I.q1 = hol_take(w, n);
    I.qb = hol_take(w, n);
    I.vb = hol_take(w, n);
    I.q = hol_take(w, n);
    I.phi = hol_take(w, m);
    I.DU = hol_take(w, n);
    I.DPhi = hol_take(w, nnz);
    I.G1 = hol_take(w, nnz);
    I.K = hol_take(w, hol_K(sys)->nnz);
    if (!(sys->has & HOL_QUADRATIC)) {
        I.phi0 = hol_take(w, m);
        hol_constraints(sys, z->t, z->q, I.phi0, NULL);
    }
    if (!hol_has_tangent(sys))
        hol_grad_potential(sys, z->q, I.DU); /* everywhere */
    else
        I.U0 = hol_potential(sys, z->q);
    return I;
}

/* The points of the interval and the functions at them, for its d; G1 = G(q1), NULL: not wanted. */
static void evaluate(hol_stepper *s, const interval *I, double G1[])
{
    hol_eval *sys = s->sys;
    for (int i = 0; i < sys->nv; i++) {
        I->q1[i] = I->q0[i] + I->d[i];
        I->qb[i] = I->q0[i] + 0.5 * I->d[i];
        I->vb[i] = I->d[i] / I->h;
    }
    if (hol_has_tangent(sys)) hol_discrete_gradient(s, I->q0, I->d, I->U0, I->DU);
    hol_constraints(sys, I->t, I->qb, NULL, I->DPhi);
    hol_constraints(sys, I->t + I->h, I->q1, I->phi, G1);
    if (!(sys->has & HOL_QUADRATIC)) correct_rows(s, I);
}

/* What is left of the equation of motion times h/2, with y = h^2/2 lambda:
 *     r = h M v0 - M d - h^2/2 (DU - F) - DPhi^T y. */
static void motion(hol_stepper *s, const interval *I, const double y[], double r[])
{
    hol_eval *sys = s->sys;
    int n = sys->nv;
    double h = I->h;
    double *F = hol_take(s->work, n), *u = hol_take(s->work, n);

    if (!(sys->has & HOL_CONSERVATIVE)) hol_applied(sys, I->t + 0.5 * h, I->qb, I->vb, F);
    for (int i = 0; i < n; i++) u[i] = h * I->v0[i] - I->d[i];
    hol_multiply(&sys->M, I->M, u, r);
    for (int i = 0; i < n; i++) r[i] -= 0.5 * h * h * (I->DU[i] - F[i]);
    hol_multiply_transposed_add(&sys->G, I->DPhi, -1, y, r);
}

/* K = -dr/dd = M - h^2/4 d(F - DU)/dq - h/2 dF/dv + 1/2 y . Hessian of Phi. */
static void slope_of_motion(hol_stepper *s, const interval *I, const double y[], double K[])
{
    hol_eval *sys = s->sys;
    int nnz = hol_K(sys)->nnz;
    double h = I->h, *half = hol_take(s->work, sys->nc);

    memset(K, 0, (size_t)nnz * sizeof *K);
    if (hol_has_tangent(sys)) {
        bool of_velocity = !(sys->has & HOL_POSITION_FORCES);
        double *Kq = hol_take(s->work, nnz), *Kv = of_velocity ? hol_take(s->work, nnz) : NULL;
        hol_tangent(sys, I->t + 0.5 * h, I->qb, I->vb, Kq, Kv);
        hol_axpy(nnz, -0.25 * h * h, Kq, K);
        if (Kv) hol_axpy(nnz, -0.5 * h, Kv, K);
    }
    hol_add_mass(sys, 1, I->M, K);
    for (int i = 0; i < sys->nc; i++) half[i] = 0.5 * y[i];
    hol_hessian(sys, I->qb, half, K);
}

/* K x + DPhi^T dy = r,  G(q1) x = -Phi(q1), with A of this point or held. */
static hol_status correct(hol_stepper *s, const interval *I, bool held, const hol_newton_matrix *A,
                          const double y[], double x[], double dy[])
{
    hol_eval *sys = s->sys;
    const em *own = s->aux;
    size_t mark = hol_mark(s->work);
    hol_status status = HOL_OK;

    evaluate(s, I, held ? NULL : I->G1);
    motion(s, I, y, x);
    if (!held) {
        slope_of_motion(s, I, y, I->K);
        status = hol_null_space_factor(own->newton, A);
    }
    for (int i = 0; i < sys->nc; i++) dy[i] = -I->phi[i];
    if (!status) status = hol_null_space_solve(own->newton, A, x, dy, x, dy);
    hol_release(s->work, mark);
    return status;
}

static hol_status step_2(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    int n = sys->nv, m = sys->nc;
    double *x = hol_take(s->work, n), *y = hol_take(s->work, m), *dy = hol_take(s->work, m);
    double *ahead = z->memory + kept_velocity(sys, hol_choice(s, VELOCITY));
    interval I = new_interval(s, h, z);
    const hol_newton_matrix A = {I.K, I.DPhi, I.G1, I.qb, I.q1};
    hol_newton newton = hol_newton_start(hol_real(s, NEWTON_TOL));
    hol_verdict verdict;
    hol_status status;

    if (hol_choice(s, GUESS) == STRAIGHT || !hol_increments_guess(n, ahead, h, true, x, I.d))
        for (int i = 0; i < n; i++) I.d[i] = h * z->v[i];
    for (int i = 0; i < m; i++) y[i] = 0.5 * h * h * z->lambda[i];
    do {
        if ((status = correct(s, &I, hol_newton_holds(&newton, 1e-4), &A, y, x, dy))) return status;
        hol_axpy(n, 1, x, I.d);
        hol_axpy(m, 1, dy, y);
        verdict = hol_newton_judge(&newton, hol_displacement_size(sys, x));
    } while (verdict == HOL_ITERATE);
    if ((status =
             hol_newton_end(&newton, verdict, "energy-momentum equations", s->count, &s->residual)))
        return status;

    for (int i = 0; i < n; i++) {
        z->q[i] += I.d[i];
        z->v[i] = 2 * I.d[i] / h - z->v[i];
    }
    for (int i = 0; i < m; i++) z->lambda[i] = 2 * y[i] / (h * h);
    hol_increments_keep(n, ahead, h, I.d);
    return HOL_OK;
}

/* The velocity of the equations goes on in the memory where the projected one is reported. */
static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    const em *own = s->aux;
    bool projected = hol_choice(s, VELOCITY) == PROJECTED;
    size_t bytes = (size_t)sys->nv * sizeof(double);
    if (projected) memcpy(z->v, z->memory, bytes);
    hol_status status =
        own->line ? hol_em_line_step(s, own->line, h, hol_real(s, NEWTON_TOL), z) : step_2(s, h, z);
    if (status || !projected) return status;
    double *M = hol_take(s->work, sys->M.nnz), *p = hol_take(s->work, sys->nv);
    memcpy(z->memory, z->v, bytes);
    hol_mass(sys, z->q, M);
    hol_multiply(&sys->M, M, z->v, p);
    return hol_constrained_solve(sys, z->t + h, z->q, NULL, p, z->v, NULL, NULL);
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    (void)h;
    if (hol_choice(s, VELOCITY) == PROJECTED)
        memcpy(z->memory, z->v, (size_t)s->sys->nv * sizeof(double));
    return HOL_OK;
}

/* A change of h is none of the velocity. */
static hol_status restart(hol_stepper *s, double h, hol_state *z)
{
    (void)h;
    if (!hol_choice(s, ORDER))
        hol_increments_forget(z->memory + kept_velocity(s->sys, hol_choice(s, VELOCITY)));
    return HOL_OK;
}

/* ---------------------------------------------------------------- the method */

static size_t memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    return kept_velocity(sys, hol_choice_of(method, opt, VELOCITY)) +
           (hol_choice_of(method, opt, ORDER) ? 0 : hol_increments_memory(sys->nv));
}

static unsigned options_need(const hol_method *method, const double opt[])
{
    return hol_choice_of(method, opt, ORDER) ? HOL_QUADRATIC | HOL_CONSERVATIVE : 0;
}

/* The momentum is exact where the discrete gradients are those of the midpoint: the multiple of d
 * has a moment.  What is not G v = 0 of the velocity alternates, or stays, from step to step: it
 * has the order s of an s that is even, s + 1 of an odd one, order=2s. */
static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    static const double order_v[] = {2, 2, 4};
    int order = hol_choice_of(method, opt, ORDER);
    bool projected = hol_choice_of(method, opt, VELOCITY) == PROJECTED;
    bool midpoint =
        !order && !projected && (sys->has & HOL_QUADRATIC) && hol_quadratic_potential(sys);
    bool energy = !projected && sys->has & HOL_CONSERVATIVE;
    return (hol_claims){
        .order_q = 2 * order + 2,
        .order_v = projected ? 2 * order + 2 : order_v[order],
        .order_lambda = order + 1, /* of order=2 it alternates: the mean of two steps has order 2 */
        .lambda_time = -0.5,
        .energy = energy ? HOL_EXACT : HOL_NOT_KEPT,
        .momentum = order || !hol_keeps_momentum(sys) ? HOL_NOT_KEPT
                    : midpoint                        ? HOL_EXACT
                                                      : HOL_BOUNDED,
        .phi = HOL_EXACT,
        .gv = projected ? HOL_EXACT : HOL_NOT_KEPT,
        .inner = HOL_EXACT,
        .symmetric = true,
    };
}

static hol_status setup(hol_stepper *s)
{
    em *own = s->aux = hol_alloc(s->memory, 1, sizeof *own);
    if (hol_choice(s, ORDER)) return hol_em_line_new(s, hol_choice(s, ORDER) + 1, &own->line);
    own->newton = hol_null_space_new(s->memory, s->sys);
    own->M = hol_constant_mass(s);
    return HOL_OK;
}

const hol_method hol_family_em[] = {
    {
        .name = "em",
        .family = "energy-momentum",
        .source = "Gonzalez 1996; Wendlandt, Marsden 1996, section 5.2 (paper 003)",
        .about = "energy-momentum scheme with discrete gradients; line integrals, order 4 and 6",
        .formulation = "natural",
        .options = options,
        .needs = HOL_FLAT | HOL_CONST_MASS | HOL_HOLONOMIC | HOL_SCLERONOMIC | HOL_FULL_RANK,
        .options_need = options_need,
        .claims = claims,
        .memory = memory,
        .setup = setup,
        .start = start,
        .restart = restart,
        .step = step,
    },
    {0},
};
