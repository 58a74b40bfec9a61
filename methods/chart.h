/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tangent-space charts of the constraint manifold {Phi(q) = 0} (paper 002, sections 3 and 5), for
 * flat systems of full rank with constraints free of time:
 *
 *   q = q0 + V v - U u (9),   U = G(q0)^T,  V an orthonormal basis of the null space of G(q0)
 *   u = h(v) by (15),   B = (G(q) U)^-1 by (16),   D = (1 - U B G) V (24)
 *   q' = D v',   q'' = D v'' - U B c (29),   c = (dG/dt) q' = sys->curvature, the paper's gamma
 *
 * n = nq = nv, m = nc, d = n - m; matrices dense and row-major.  h(v) solves Phi(q) = 0, where the
 * paper writes Phi(q) = Phi(q0): a start that is off by round-off does not stay off. */
#ifndef HOL_CHART_H
#define HOL_CHART_H

#include "mechanics/holonomy.h"

typedef struct {   /* when the iterations (15) and (16) stop, and where the chart ends */
    double utol;   /* on the largest |Phi| over sys->length */
    double Btol;   /* on the largest entry of |1 - G U B| */
    double growth; /* the chart ends where |B| is this many times its value at the centre */
    bool before;   /* test the residual before the update it drives, else the one left after it */
} hol_chart_rule;

typedef struct { /* a view of what a state keeps of its chart */
    hol_stepper *s;
    hol_chart_rule rule;
    int n, m, d;
    double *q0, *U, *V; /* the centre: n, n x m, n x d */
    double *B0;         /* |B| there, one number */
    double *u, *B;      /* of the last point and tangent, where the iterations start: m, m x m,
                         * B behind u */
} hol_chart;

/* Doubles of the state's memory a chart takes, and the view of them. */
size_t hol_chart_size(const hol_system *sys);
hol_chart hol_chart_view(hol_stepper *s, hol_chart_rule rule, double memory[]);

/* A new chart at q, where v = 0, u = 0 and q is left bit for bit; counted as a reparametrisation by
 * the caller.  SINGULAR where G(q) lacks rank. */
hol_status hol_chart_open(hol_chart *c, const double q[]);
/* q(v), n from d, by (15). */
hol_status hol_chart_point(hol_chart *c, const double v[], double q[]);
/* B by (16) and D (n x d) at a point q of the chart; REJECT past the chart's end. */
hol_status hol_chart_tangent(hol_chart *c, const double q[], double D[]);

/* (15) and (16) start from the latest point; to start them from another, as the paper does from the
 * step's start for every stage: keep its u and B in m + m^2 numbers and go back to them. */
void hol_chart_keep(const hol_chart *c, double place[]);
void hol_chart_go_back(hol_chart *c, const double place[]);

/* At the last tangent: y = U B x, n from m, and lambda = B^T U^T r, m from n: what solves
 * G^T lambda = r for an r in its range. */
void hol_chart_normal(const hol_chart *c, const double x[], double y[]);
void hol_chart_multipliers(const hol_chart *c, const double r[], double lambda[]);
/* v' = V^T q', d from n (35). */
void hol_chart_velocity(const hol_chart *c, const double qdot[], double vdot[]);

/* Y = A X, X and Y with `columns` columns. */
void hol_multiply_columns(const hol_pattern *P, const double A[], int columns, const double X[],
                          double Y[]);
/* y = A^T x, A rows x cols. */
void hol_multiply_dense_transposed(int rows, int cols, const double A[], const double x[],
                                   double y[]);

#endif
