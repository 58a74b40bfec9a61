/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dvp: the discrete Euler-Lagrange equations with multipliers of Wendlandt and Marsden (paper 003,
 * section 4.1); their v is our q, their g our Phi:
 *
 *     p0 - h G(q0)^T lambda = p_left(q0, q1),   Phi(q1) = 0,   p1 = p_right(q0, q1)
 *
 * where p_left = -h D_2 L_d, p_right = h D_1 L_d of the discrete Lagrangian L_d(q1, q0) (new point
 * first, as in the paper),  L_d = sum_k w_k L(q0 + c_k d, d/h),  d = q1 - q0.
 *
 * Deviations.  Two points become a point and its momentum: p does not suffer from the cancellation
 * in q1 - q0, for the unknown is d.  lambda is a force.  A force F enters by the discrete
 * Lagrange-d'Alembert principle, at the points and with the weights of L.  The equations times h
 * have the matrix [M + O(h), G0^T; G1, 0]; (4.15) and (4.17) scale its rows and columns, which the
 * exact Newton iterates do not see: the trajectories agree to round-off.  The start is the discrete
 * Legendre transform; that of the paper, `start = euler`, leaves an error of the order of
 * start_step in the momentum for ever: no order of convergence is claimed for it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "methods/memory.h"
#include "methods/variational.h"
#include "numerics/dense.h"
#include "numerics/newton.h"
#include "numerics/saddle.h"

typedef struct { /* a discrete Lagrangian: weights w_k and nodes c_k */
    int points;
    double w[2], c[2];
} quadrature;

static const quadrature lagrangian[] = {
    {1, {1}, {0.5}},        /* midpoint (4.1) */
    {1, {1}, {1}},          /* left: (4.20), whose y is the new point */
    {2, {0.5, 0.5}, {0, 1}} /* trapezoid: SHAKE where the mass is constant */
};

enum { LAGRANGIAN, VELOCITY, NEWTON_TOL, START, START_STEP };
enum { LEGENDRE, EULER };

typedef struct {
    hol_saddle *saddle;
    bool constant; /* K = M, set once: the mass is constant and no force has a tangent */
} dvp;

static const hol_option options[] = {
    {"lagrangian", HOL_CHOICE, 0, 0, 2, "midpoint left trapezoid",
     "discrete Lagrangian: (4.1), order 2; (4.20), order 1; mean of the two ends, order 2"},
    HOL_VELOCITY_OPTION(HOL_VELOCITY_LEGENDRE),
    HOL_NEWTON_OPTION,
    {"start", HOL_CHOICE, LEGENDRE, 0, 1, "legendre euler",
     "from p = M v, or from two points by steps of size start_step, the first one by Euler (003)"},
    {"start_step", HOL_REAL, 1e-5, 1e-8, 1, NULL,
     "step of start = euler; a part of h is taken [s]"},
    {0},
};

/* ---------------------------------------------------------------- the discrete Lagrangian */

typedef struct { /* an interval, and sums over its quadrature points */
    double h, t;
    const double *q0, *d; /* n: the left node, the difference to the right one */
    double *left;         /* n: p_left */
    double *push;         /* n: p_right - p_left = h sum w (L_q + F) */
    double *K;            /* pattern K: h d p_left / d d; NULL: not wanted */
} interval;

/* K += factor A^T; the pattern is symmetric. */
static void add_transposed(const hol_pattern *P, double factor, const double A[], double K[])
{
    for (int i = 0; i < P->rows; i++)
        for (int k = P->start[i]; k < P->start[i + 1]; k++) {
            int at = P->start[P->col[k]];
            while (P->col[at] != i) at++;
            K[at] += factor * A[k];
        }
}

/* Adds  w (M + h c Tvq - h^2 c (1-c) (Tqq + Kq) - h (1-c) (Tvq^T + Kv))  at a point, (4.14). */
static void add_tangent(hol_stepper *s, const interval *I, double w, double c, const double q[],
                        const double v[], const double M[])
{
    const hol_system *sys = s->sys;
    int nnz = sys->K.nnz;
    double h = I->h, *K = I->K;
    bool of_velocity = !(sys->has & HOL_POSITION_FORCES);
    double *Kq = hol_take(s->work, nnz), *Kv = hol_take(s->work, nnz);

    for (int k = 0; k < sys->M.nnz; k++) K[sys->M_in_K[k]] += w * M[k];
    if (c < 1) {
        sys->tangent(sys, I->t + c * h, q, v, Kq, of_velocity ? Kv : NULL, s->work);
        hol_axpy(nnz, -w * h * h * c * (1 - c), Kq, K);
        if (of_velocity) hol_axpy(nnz, -w * h * (1 - c), Kv, K);
    }
    if (sys->has & HOL_CONST_MASS) return;
    double *Tqq = Kq, *Tvq = Kv;
    sys->kinetic_tangent(sys, q, v, Tqq, Tvq);
    hol_axpy(nnz, -w * h * h * c * (1 - c), Tqq, K);
    hol_axpy(nnz, w * h * c, Tvq, K);
    add_transposed(&sys->K, -w * h * (1 - c), Tvq, K);
}

static void add_point(hol_stepper *s, const interval *I, double w, double c)
{
    const hol_system *sys = s->sys;
    size_t mark = hol_mark(s->work);
    int n = sys->nv;
    double h = I->h, *q = hol_take(s->work, n), *v = hol_take(s->work, n);
    double *M = hol_take(s->work, sys->M.nnz), *Mv = hol_take(s->work, n);
    double *slope = hol_take(s->work, n), *part = hol_take(s->work, n); /* L_q + F */

    for (int i = 0; i < n; i++) {
        q[i] = I->q0[i] + c * I->d[i];
        v[i] = I->d[i] / h;
    }
    hol_outer_force(sys, I->t + c * h, q, v, slope, s->work);
    if (!(sys->has & HOL_CONST_MASS)) {
        sys->grad_kinetic(sys, q, v, part);
        hol_axpy(n, 1, part, slope);
    }
    sys->mass(sys, q, M);
    hol_multiply(&sys->M, M, v, Mv);

    hol_axpy(n, w, Mv, I->left);
    hol_axpy(n, -w * h * (1 - c), slope, I->left);
    hol_axpy(n, w * h, slope, I->push);
    if (I->K) add_tangent(s, I, w, c, q, v, M);
    hol_release(s->work, mark);
}

static void evaluate(hol_stepper *s, const interval *I)
{
    const quadrature *L = &lagrangian[(int)s->opt[LAGRANGIAN]];
    memset(I->left, 0, sizeof(double) * (size_t)s->sys->nv);
    memset(I->push, 0, sizeof(double) * (size_t)s->sys->nv);
    if (I->K) memset(I->K, 0, sizeof(double) * (size_t)s->sys->K.nnz);
    for (int k = 0; k < L->points; k++) add_point(s, I, L->w[k], L->c[k]);
}

/* ---------------------------------------------------------------- the step */

/* One Newton correction of d by (4.14), times h:  h K x + G0^T y = h (p0 - p_left),  G1 x = -Phi(q0
 * + d), where y = h^2 lambda enters linearly and is solved for anew. */
static hol_status correct(hol_stepper *s, const interval *I, const double p0[], const double G0[],
                          double q1[], double x[], double y[])
{
    const hol_system *sys = s->sys;
    const dvp *a = s->aux;
    size_t mark = hol_mark(s->work);
    double *phi = hol_take(s->work, sys->nc), *G1 = hol_take(s->work, sys->G.nnz);
    hol_status status = HOL_OK;

    evaluate(s, I);
    sys->constraints(sys, I->t + I->h, q1, phi, G1);
    for (int i = 0; i < sys->nv; i++) x[i] = I->h * (p0[i] - I->left[i]);
    for (int i = 0; i < sys->nc; i++) y[i] = -phi[i];
    if (!a->constant) status = hol_saddle_set_K(a->saddle, I->K);
    if (!a->constant && !status) status = hol_saddle_set_B(a->saddle, G0);
    if (!status) status = hol_saddle_factor(a->saddle, G1, NULL);
    if (!status) hol_saddle_solve(a->saddle, x, y, x, y);
    hol_release(s->work, mark);
    return status;
}

static hol_status advance(hol_stepper *s, double h, double t, const double q0[], const double p0[],
                          double q1[], double p1[], double lambda[])
{
    const hol_system *sys = s->sys;
    const dvp *a = s->aux;
    int n = sys->nv, m = sys->nc;
    double *G0 = hol_take(s->work, sys->G.nnz);
    double *d = hol_take(s->work, n), *x = hol_take(s->work, n), *y = hol_take(s->work, m);
    interval I = {h, t, q0, d, hol_take(s->work, n), hol_take(s->work, n), NULL};
    hol_newton newton = hol_newton_start(s->opt[NEWTON_TOL]);
    hol_verdict verdict;
    hol_status status;

    if (!a->constant) I.K = hol_take(s->work, sys->K.nnz);
    sys->constraints(sys, t, q0, NULL, G0);
    if (a->constant && (status = hol_saddle_set_B(a->saddle, G0))) return status;
    for (int i = 0; i < n; i++) d[i] = q1[i] - q0[i];
    do {
        if ((status = correct(s, &I, p0, G0, q1, x, y))) return status;
        for (int i = 0; i < n; i++) {
            d[i] += x[i];
            q1[i] = q0[i] + d[i];
        }
        verdict = hol_newton_judge(&newton, hol_norm_max(n, x) / sys->length);
    } while (verdict == HOL_ITERATE);
    if ((status = hol_newton_end(s, &newton, verdict, "discrete Euler-Lagrange equations (4.5)")))
        return status;

    /* p_right by the sum of impulses: what the iteration leaves of (4.5) stays out of p. */
    I.K = NULL;
    evaluate(s, &I);
    for (int i = 0; i < n; i++) p1[i] = p0[i] + I.push[i];
    hol_multiply_transposed_add(&sys->G, G0, -1 / h, y, p1);
    for (int i = 0; i < m; i++) lambda[i] = y[i] / (h * h);
    return HOL_OK;
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    return hol_variational_step(s, h, z, (int)s->opt[VELOCITY], advance);
}

/* ---------------------------------------------------------------- the method */

/* p_left of the interval from q0 to q1. */
static void left_momentum(hol_stepper *s, double h, double t, const double q0[], const double q1[],
                          double p[])
{
    int n = s->sys->nv;
    double *d = hol_take(s->work, n);
    const interval I = {h, t, q0, d, p, hol_take(s->work, n), NULL};
    for (int i = 0; i < n; i++) d[i] = q1[i] - q0[i];
    evaluate(s, &I);
}

static const double MOST_PARTS = 1e9;

/* The start of paper 003, section 5.1: q1 by one Euler step of size h0 made a unit quaternion, the
 * steps of size h0 that lead on to t + h, and that point is the second one for the step h. */
static hol_status start_euler(hol_stepper *s, double h, hol_state *z)
{
    const hol_system *sys = s->sys;
    int n = sys->nv;
    double parts = fmax(1, nearbyint(fabs(h) / s->opt[START_STEP])), h0 = h / parts;
    double *q = hol_take(s->work, n), *p = hol_take(s->work, n), *v = hol_take(s->work, n);
    double *q1 = hol_take(s->work, n), *p1 = hol_take(s->work, n);
    double *lambda = hol_take(s->work, sys->nc);

    if (!(parts <= MOST_PARTS)) return HOL_LIMIT;
    for (int i = 0; i < n; i++) {
        q[i] = z->q[i];
        v[i] = z->v[i];
        q1[i] = q[i] + h0 * v[i];
    }
    sys->inner_project(sys, q1, v);
    left_momentum(s, h0, z->t, q, q1, p);
    for (long k = 0; k < (long)parts; k++) {
        size_t mark = hol_mark(s->work);
        hol_status status = advance(s, h0, z->t + (double)k * h0, q, p, q1, p1, lambda);
        hol_release(s->work, mark);
        if (status) return status;
        for (int i = 0; i < n; i++) {
            double d = q1[i] - q[i];
            q[i] = q1[i];
            p[i] = p1[i];
            q1[i] += d; /* the guess of the next node */
        }
    }
    left_momentum(s, h, z->t, z->q, q, p);
    return hol_variational_start_on(s, h, p, z, (int)s->opt[VELOCITY]);
}

static hol_status restart(hol_stepper *s, double h, hol_state *z)
{
    return hol_variational_start(s, h, z, (int)s->opt[VELOCITY]);
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    return (int)s->opt[START] == EULER ? start_euler(s, h, z) : restart(s, h, z);
}

static size_t memory(const hol_system *sys, const double opt[])
{
    return hol_variational_memory(sys, (int)opt[VELOCITY]);
}

static hol_claims claims(const hol_system *sys, const double opt[])
{
    const quadrature *L = &lagrangian[(int)opt[LAGRANGIAN]];
    double centre = 0;
    bool nodal = true;
    for (int k = 0; k < L->points; k++) {
        centre += L->w[k] * L->c[k];
        nodal = nodal && (L->c[k] == 0 || L->c[k] == 1);
    }
    hol_claims c = hol_variational_claims(sys, (int)opt[VELOCITY], centre == 0.5 ? 2 : 1, nodal);
    if ((int)opt[START] == EULER) { /* its first p is no Legendre transform of v */
        c.order_q = c.order_v = c.order_lambda = 0;
        c.symplectic = false;
    }
    return c;
}

static hol_status setup(hol_stepper *s)
{
    const hol_system *sys = s->sys;
    bool driven = !(sys->has & HOL_SCLERONOMIC);
    if ((int)s->opt[START] == EULER && driven) return HOL_UNSUPPORTED; /* Phi_t = 0 in its v */
    hol_status status = hol_variational_setup(s, (int)s->opt[VELOCITY]);
    if (status) return status;

    dvp *a = s->aux = hol_zeroed(1, sizeof *a);
    a->constant = (sys->has & HOL_CONST_MASS) && sys->uniform_forces;
    bool definite = a->constant && (sys->has & HOL_REGULAR_MASS);
    a->saddle = hol_saddle_new(a->constant ? &sys->M : &sys->K, &sys->G, definite, HOL_SADDLE_AUTO,
                               s->count);
    return a->constant ? hol_variational_set_mass(s, a->saddle) : HOL_OK;
}

static void release(hol_stepper *s)
{
    dvp *a = s->aux;
    hol_saddle_free(a->saddle);
    free(a);
}

static const hol_method method = {
    .name = "dvp",
    .family = "variational",
    .source = "Wendlandt, Marsden 1996, section 4.1 (paper 003)",
    .about = "discrete Euler-Lagrange equations with multipliers",
    .formulation = "euler",
    .options = options,
    .needs = HOL_FLAT | HOL_HOLONOMIC | HOL_FULL_RANK,
    .claims = claims,
    .memory = memory,
    .setup = setup,
    .release = release,
    .start = start,
    .restart = restart,
    .step = step,
};

const hol_method *const hol_family_dvp[] = {&method, NULL};
