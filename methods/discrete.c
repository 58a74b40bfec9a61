/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Discrete Lagrangians and the start of paper 003: see discrete.h. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/variational.h"
#include "methods/discrete.h"

typedef struct { /* a discrete Lagrangian: weights w_k and nodes c_k */
    int points;
    double w[2], c[2];
} quadrature;

static const quadrature lagrangian[] = {
    {1, {1}, {0.5}},        /* midpoint (4.1) */
    {1, {1}, {1}},          /* left: (4.20), whose y is the new point */
    {2, {0.5, 0.5}, {0, 1}} /* trapezoid: SHAKE where the mass is constant */
};

/* ---------------------------------------------------------------- the discrete Lagrangian */

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
static void add_tangent(hol_stepper *s, const hol_interval *I, double w, double c, const double q[],
                        const double v[], const double M[])
{
    hol_eval *sys = s->sys;
    int nnz = hol_K(sys)->nnz;
    double h = I->h, *K = I->K;
    bool of_velocity = !(sys->has & HOL_POSITION_FORCES);
    double *Kq = hol_take(s->work, nnz), *Kv = hol_take(s->work, nnz);

    hol_add_mass(sys, w, M, K);
    if (c < 1) {
        hol_tangent(sys, I->t + c * h, q, v, Kq, of_velocity ? Kv : NULL);
        hol_axpy(nnz, -w * h * h * c * (1 - c), Kq, K);
        if (of_velocity) hol_axpy(nnz, -w * h * (1 - c), Kv, K);
    }
    if (sys->has & HOL_CONST_MASS) return;
    double *Tqq = Kq, *Tvq = Kv;
    hol_kinetic_tangent(sys, q, v, Tqq, Tvq);
    hol_axpy(nnz, -w * h * h * c * (1 - c), Tqq, K);
    hol_axpy(nnz, w * h * c, Tvq, K);
    add_transposed(hol_K(sys), -w * h * (1 - c), Tvq, K);
}

static void add_point(hol_stepper *s, const hol_interval *I, double w, double c)
{
    hol_eval *sys = s->sys;
    size_t mark = hol_mark(s->work);
    int n = sys->nv;
    double h = I->h, *q = hol_take(s->work, n), *v = hol_take(s->work, n);
    double *M = hol_take(s->work, sys->M.nnz), *Mv = hol_take(s->work, n);
    double *slope = hol_take(s->work, n), *part = hol_take(s->work, n); /* L_q + F */

    for (int i = 0; i < n; i++) {
        q[i] = I->q0[i] + c * I->d[i];
        v[i] = I->d[i] / h;
    }
    hol_outer_force(sys, I->t + c * h, q, v, slope);
    if (!(sys->has & HOL_CONST_MASS)) {
        hol_grad_kinetic(sys, q, v, part);
        hol_axpy(n, 1, part, slope);
    }
    hol_mass(sys, q, M);
    hol_multiply(&sys->M, M, v, Mv);

    hol_axpy(n, w, Mv, I->left);
    hol_axpy(n, -w * h * (1 - c), slope, I->left);
    hol_axpy(n, w * h, slope, I->push);
    if (I->K) add_tangent(s, I, w, c, q, v, M);
    hol_release(s->work, mark);
}

void hol_discrete_evaluate(hol_stepper *s, const hol_interval *I)
{
    const quadrature *L = &lagrangian[hol_choice(s, HOL_DISCRETE_LAGRANGIAN)];
    memset(I->left, 0, sizeof(double) * (size_t)s->sys->nv);
    memset(I->push, 0, sizeof(double) * (size_t)s->sys->nv);
    if (I->K) memset(I->K, 0, sizeof(double) * (size_t)hol_K(s->sys)->nnz);
    for (int k = 0; k < L->points; k++) add_point(s, I, L->w[k], L->c[k]);
}

/* ---------------------------------------------------------------- start and claims */

/* p_left of the interval from q0 to q1. */
static void left_momentum(hol_stepper *s, double h, double t, const double q0[], const double q1[],
                          double p[])
{
    int n = s->sys->nv;
    double *d = hol_take(s->work, n);
    const hol_interval I = {h, t, q0, d, p, hol_take(s->work, n), NULL};
    for (int i = 0; i < n; i++) d[i] = q1[i] - q0[i];
    hol_discrete_evaluate(s, &I);
}

enum { LEGENDRE, EULER };
static const double MOST_PARTS = 1e9;

/* The start of paper 003, section 5.1: q1 by one Euler step of size h0 made a unit quaternion, the
 * steps of size h0 that lead on to t + h, and that point is the second one for the step h. */
static hol_status start_euler(hol_stepper *s, double h, hol_state *z, hol_next_node *advance)
{
    hol_eval *sys = s->sys;
    int n = sys->nv;
    double parts = fmax(1, nearbyint(fabs(h) / hol_real(s, HOL_DISCRETE_START_STEP))),
           h0 = h / parts;
    double *q = hol_take(s->work, n), *p = hol_take(s->work, n), *v = hol_take(s->work, n);
    double *q1 = hol_take(s->work, n), *p1 = hol_take(s->work, n);
    double *lambda = hol_take(s->work, sys->nc);

    if (!(parts <= MOST_PARTS)) return HOL_LIMIT;
    for (int i = 0; i < n; i++) {
        q[i] = z->q[i];
        v[i] = z->v[i];
        q1[i] = q[i] + h0 * v[i];
    }
    hol_inner_project(sys, q1, v);
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
    return hol_variational_start_on(s, h, p, z, hol_choice(s, HOL_DISCRETE_VELOCITY));
}

hol_status hol_discrete_restart(hol_stepper *s, double h, hol_state *z)
{
    return hol_variational_start(s, h, z, hol_choice(s, HOL_DISCRETE_VELOCITY));
}

hol_status hol_discrete_start(hol_stepper *s, double h, hol_state *z, hol_next_node *advance)
{
    return hol_choice(s, HOL_DISCRETE_START) == EULER ? start_euler(s, h, z, advance)
                                                      : hol_discrete_restart(s, h, z);
}

size_t hol_discrete_memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    return hol_variational_memory(sys, hol_choice_of(method, opt, HOL_DISCRETE_VELOCITY));
}

hol_claims hol_discrete_claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    const quadrature *L = &lagrangian[hol_choice_of(method, opt, HOL_DISCRETE_LAGRANGIAN)];
    double centre = 0;
    bool nodal = true;
    for (int k = 0; k < L->points; k++) {
        centre += L->w[k] * L->c[k];
        nodal = nodal && (L->c[k] == 0 || L->c[k] == 1);
    }
    hol_claims c = hol_variational_claims(sys, hol_choice_of(method, opt, HOL_DISCRETE_VELOCITY),
                                          centre == 0.5 ? 2 : 1, nodal);
    if (hol_choice_of(method, opt, HOL_DISCRETE_START) ==
        EULER) { /* its first p is no Legendre transform of v */
        c.order_q = c.order_v = c.order_lambda = 0;
        c.symplectic = false;
    }
    return c;
}

/* Phi_t = 0 in the v of Euler's start. */
unsigned hol_discrete_needs(const hol_method *method, const double opt[])
{
    unsigned start = hol_choice_of(method, opt, HOL_DISCRETE_START) == EULER ? HOL_SCLERONOMIC : 0;
    return start | hol_variational_needs(hol_choice_of(method, opt, HOL_DISCRETE_VELOCITY));
}
