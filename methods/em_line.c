/* SPDX-License-Identifier: GPL-3.0-or-later */
/* em of order 2s: the energy-conserving line integral method for quadratic constraints (Amodio,
 * Brugnano, Frasca-Caccia, Iavernaro, arXiv 2203.03275).  With P_0 .. P_(s-1) the Legendre
 * polynomials orthonormal on [0, 1] and c the time from t_0 in steps,
 *
 *     v(c) = v_0 + h sum_j u_j int_0^c P_j,   w_j = int P_j v dc
 *     q(c) = q_0 + h sum_j w_j int_0^c P_j
 *
 *     M u_j = - int P_j (grad U(q) + G(q)^T sum_i P_i lambda_i) dc
 *     int P_j G(q) sum_i P_i w_i dc = 0
 *
 * for j < s.  The last line times w_j, summed, is the change of the energy, which is 0; that of
 * j = 0 is Phi(q_1) = Phi(q_0), here Phi(q_1) = 0.  With s = 1 it is em.c.
 *
 * Integrals by Gauss's rule: of 4 nodes, exact for polynomials of degree 7 = 3s - 2, where the
 * potential is linear; else of NODES, which integrate what a step meets to round-off.
 *
 * Newton's iteration with one G, that of the middle of the step: with w_j = delta_j0 v_0 + h sum_i
 * X_ji u_i the pairs (h dw_i, y_i = h^2 sum_j X_ij dlambda_j) decouple, and one factorisation
 * serves the step. */
#include "methods/em.h"

#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/memory.h"
#include "methods/constant_mass.h"
#include "methods/settle.h"
#include "numerics/inverse.h"

enum { MOST = 3, NODES = 10, FEWEST = 4 };

struct hol_em_line {
    int degrees, nodes;                          /* s; of Gauss */
    double b[NODES], P[MOST][NODES];             /* weights; P_j at the nodes */
    double I[MOST][NODES];                       /* int_0^c P_j there */
    double middle[MOST];                         /* P_j(1/2) */
    double X[MOST * MOST], inverse[MOST * MOST]; /* X_ji = int P_j int_0^c P_i, and X^-1 */
    hol_saddle *saddle;                          /* K = M */
    double *M;
};

/* ---------------------------------------------------------------- polynomials */

/* P_0 .. P_n at c by the three-term recurrence of L_j(2c - 1) = P_j / sqrt(2j + 1). */
static void legendre(int n, double c, double P[])
{
    double x = 2 * c - 1, L[NODES + 2] = {1, x};
    for (int j = 1; j < n; j++) L[j + 1] = ((2 * j + 1) * x * L[j] - j * L[j - 1]) / (j + 1);
    for (int j = 0; j <= n; j++) P[j] = sqrt(2 * j + 1) * L[j];
}

/* The zeros c of P_n, by Newton's iteration from their asymptotic places, and the weights. */
static void gauss(int n, double c[], double b[])
{
    double P[NODES + 2];
    for (int k = 0; k < n; k++) {
        double x = cos(acos(-1) * (k + 0.75) / (n + 0.5)), slope = 0;
        for (int i = 0; i < 20; i++) {
            legendre(n, (1 + x) / 2, P);
            double here = P[n] / sqrt(2 * n + 1), before = P[n - 1] / sqrt(2 * n - 1);
            slope = n * (x * here - before) / (x * x - 1);
            x -= here / slope;
        }
        c[k] = (1 - x) / 2;
        b[k] = 1 / ((1 - x * x) * slope * slope);
    }
}

/* int_0^c P_j = xi_(j+1) P_(j+1) - xi_j P_(j-1), of j = 0 with 1/2 P_0 in place of the last. */
static double xi(int j)
{
    return 0.5 / sqrt(4. * j * j - 1);
}

static hol_status make_polynomials(hol_em_line *L)
{
    int s = L->degrees;
    double c[NODES], P[NODES + 2];
    gauss(L->nodes, c, L->b);
    for (int k = 0; k < L->nodes; k++) {
        legendre(s + 1, c[k], P);
        for (int j = 0; j < s; j++) {
            L->P[j][k] = P[j];
            L->I[j][k] = xi(j + 1) * P[j + 1] + (j ? -xi(j) * P[j - 1] : 0.5);
        }
    }
    legendre(s, 0.5, L->middle);
    L->X[0] = 0.5;
    for (int j = 1; j < s; j++) {
        L->X[j * s + j - 1] = xi(j);
        L->X[(j - 1) * s + j] = -xi(j);
    }
    return hol_inverse(s, L->X, L->inverse);
}

/* ---------------------------------------------------------------- one step */

typedef struct {
    const hol_em_line *of;
    double h, t;
    const double *q0, *v0;
    double *u[MOST], *w[MOST], *lambda[MOST]; /* nv, nv, nc: the coefficients of P_j */
    double *R[MOST], *g[MOST];                /* nv, nc: residuals of the two lines */
    double *x[MOST], *y[MOST];                /* nv, nc: corrections */
} line;

static line new_line(hol_stepper *s, const hol_em_line *L, double h, const hol_state *z)
{
    hol_eval *sys = s->sys;
    line S = {.of = L, .h = h, .t = z->t, .q0 = z->q, .v0 = z->v};
    for (int j = 0; j < L->degrees; j++) {
        double **of_v[] = {&S.u[j], &S.w[j], &S.R[j], &S.x[j]};
        double **of_rows[] = {&S.lambda[j], &S.g[j], &S.y[j]};
        for (int k = 0; k < 4; k++) *of_v[k] = hol_take(s->work, sys->nv);
        for (int k = 0; k < 3; k++) *of_rows[k] = hol_take(s->work, sys->nc);
    }
    memcpy(S.lambda[0], z->lambda, (size_t)sys->nc * sizeof(double));
    memcpy(S.w[0], z->v, (size_t)sys->nv * sizeof(double));
    return S;
}

/* R_j += b P_j (grad U + G^T sum P_i lambda_i) and g_j += b P_j G sum P_i w_i at the k-th node. */
static void add_node(hol_stepper *s, const hol_em_line *L, const line *S, int k)
{
    hol_eval *sys = s->sys;
    size_t mark = hol_mark(s->work);
    double *q = hol_take(s->work, sys->nq), *rate = hol_take(s->work, sys->nv);
    double *force = hol_take(s->work, sys->nv), *G = hol_take(s->work, sys->G.nnz);
    double *lambda = hol_take(s->work, sys->nc), *g = hol_take(s->work, sys->nc);
    memcpy(q, S->q0, (size_t)sys->nq * sizeof *q);
    for (int i = 0; i < L->degrees; i++) {
        hol_axpy(sys->nv, S->h * L->I[i][k], S->w[i], q);
        hol_axpy(sys->nv, L->P[i][k], S->w[i], rate);
        hol_axpy(sys->nc, L->P[i][k], S->lambda[i], lambda);
    }
    hol_grad_potential(sys, q, force);
    hol_constraints(sys, S->t, q, NULL, G);
    hol_multiply_transposed_add(&sys->G, G, 1, lambda, force);
    hol_multiply(&sys->G, G, rate, g);
    for (int j = 0; j < L->degrees; j++) {
        hol_axpy(sys->nv, L->b[k] * L->P[j][k], force, S->R[j]);
        hol_axpy(sys->nc, L->b[k] * L->P[j][k], g, S->g[j]);
    }
    hol_release(s->work, mark);
}

/* R_j = M u_j + int P_j (grad U + G^T lambda), g_j = int P_j G q'/h; that of j = 0 is Phi(q_1)/h.
 */
static void residuals(hol_stepper *s, const hol_em_line *L, const line *S)
{
    hol_eval *sys = s->sys;
    size_t mark = hol_mark(s->work);
    double *q1 = hol_take(s->work, sys->nq);
    for (int j = 0; j < L->degrees; j++) {
        hol_multiply(&sys->M, L->M, S->u[j], S->R[j]);
        memset(S->g[j], 0, (size_t)sys->nc * sizeof(double));
    }
    for (int k = 0; k < L->nodes; k++) add_node(s, L, S, k);
    memcpy(q1, S->q0, (size_t)sys->nq * sizeof *q1);
    hol_axpy(sys->nv, S->h, S->w[0], q1);
    hol_constraints(sys, S->t + S->h, q1, S->g[0], NULL);
    for (int i = 0; i < sys->nc; i++) S->g[0][i] /= S->h;
    hol_release(s->work, mark);
}

/* One correction; the largest of the displacements h dw_j over the length of the system. */
static double correct(hol_stepper *s, const void *step)
{
    hol_eval *sys = s->sys;
    const line *S = step;
    const hol_em_line *L = S->of;
    int n = sys->nv, m = sys->nc, d = L->degrees;
    double h = S->h, most = 0;
    residuals(s, L, S);
    for (int i = 0; i < d; i++) {
        memset(S->x[i], 0, (size_t)n * sizeof(double));
        for (int j = 0; j < d; j++) hol_axpy(n, -h * h * L->X[i * d + j], S->R[j], S->x[i]);
        for (int k = 0; k < m; k++) S->y[i][k] = -h * S->g[i][k];
        hol_saddle_solve(L->saddle, S->x[i], S->y[i], S->x[i], S->y[i]);
        most = fmax(most, hol_displacement_size(sys, S->x[i]));
    }
    for (int j = 0; j < d; j++)
        for (int i = 0; i < d; i++) {
            hol_axpy(n, L->inverse[j * d + i] / (h * h), S->x[i], S->u[j]);
            hol_axpy(m, L->inverse[j * d + i] / (h * h), S->y[i], S->lambda[j]);
        }
    for (int i = 0; i < d; i++) {
        memset(S->w[i], 0, (size_t)n * sizeof(double));
        if (i == 0) hol_axpy(n, 1, S->v0, S->w[i]);
        for (int j = 0; j < d; j++) hol_axpy(n, h * L->X[i * d + j], S->u[j], S->w[i]);
    }
    return most;
}

hol_status hol_em_line_step(hol_stepper *s, const hol_em_line *L, double h, double tolerance,
                            hol_state *z)
{
    hol_eval *sys = s->sys;
    line S = new_line(s, L, h, z);
    double *q = hol_take(s->work, sys->nq), *G = hol_take(s->work, sys->G.nnz);
    hol_status status;

    memcpy(q, z->q, (size_t)sys->nq * sizeof *q);
    hol_axpy(sys->nv, 0.5 * h, z->v, q);
    hol_constraints(sys, z->t, q, NULL, G);
    if ((status = hol_factor_rows(L->saddle, G))) return status;
    if ((status = hol_settle(s, tolerance, correct, &S, "energy-momentum equations")))
        return status;
    hol_axpy(sys->nv, h, S.w[0], z->q);
    hol_axpy(sys->nv, h, S.u[0], z->v);
    memset(z->lambda, 0, (size_t)sys->nc * sizeof *z->lambda);
    for (int j = 0; j < L->degrees; j++) hol_axpy(sys->nc, L->middle[j], S.lambda[j], z->lambda);
    return HOL_OK;
}

hol_status hol_em_line_new(hol_stepper *s, int degrees, hol_em_line **made)
{
    hol_em_line *L = *made = hol_alloc(s->memory, 1, sizeof *L);
    L->degrees = degrees;
    L->nodes = hol_has_tangent(s->sys) ? NODES : FEWEST;
    L->M = hol_constant_mass(s);
    hol_status status = make_polynomials(L);
    return status ? status : hol_mass_saddle(s, L->M, &s->sys->G, true, &L->saddle);
}
