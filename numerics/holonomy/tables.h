/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/tables.h: Butcher tables of explicit Runge-Kutta and Runge-Kutta-Nystrom methods. */
#ifndef HOLONOMY_TABLES_H
#define HOLONOMY_TABLES_H

#include "holonomy/api.h"

HOL_API_BEGIN

typedef struct {     /* continuous extension of a step from y0 to y1, HNW section II.6: with
                      *   D = y1 - y0,  r_i = h sum_j d_ij k_j  and  1 - theta = s
                      *   y(theta) = y0 + theta (D + s (h k_1 - D + theta (2 D - h k_1 - h k_node
                      *            + s (r_1 + theta (r_2 + s (r_3 + theta r_4)))))) */
    int order;       /* y(theta) = exact + O(h^(order + 1)) */
    int stages;      /* those of the step, and more that only it needs */
    int node;        /* number, from 0, of the stage at y1: the first of the next step */
    const double *a; /* rows of the stages after those of the step, each of `stages` */
    int terms;       /* r_i */
    const double *d; /* terms x stages */
} hol_extension;

typedef struct {
    const char *name, *source;
    int stages, order;
    const double *a;     /* stages x stages, row-major, strictly lower */
    const double *b, *c; /* weights; nodes, of the stages of the extension too */
    /* y1 - h sum e_j k_j is a solution of order error_order, the first one the better; NULL: none.
     * From the norms E1, E2 of the differences the error is E1^2 / hypot(E1, E2 / 10). */
    const double *e[2];
    int error_order[2];
    const hol_extension *extension; /* or NULL */
} hol_butcher;

extern const hol_butcher hol_butcher_rk2, hol_butcher_rk3, hol_butcher_rk4, hol_butcher_dp5,
    hol_butcher_dop853;
extern const hol_butcher hol_butcher_prince_dormand;
extern const double hol_prince_dormand_7[]; /* the weights of its embedded solution of order 7 */

/* The power of h of the error estimate, 0: none. */
int hol_estimate_order(const hol_butcher *T);
/* The error estimate from the norms of h sum e_j k_j; E2 = 0 where there is one. */
double hol_estimate(double E1, double E2);

typedef struct { /* y'' = g(t, y, y'):  y_i = y + c_i h y' + h^2 sum a_ij g_j,  y'_i = y' + h sum
                    e_ij g_j */
    const char *name, *source;
    int stages, order;
    const double *a, *e;  /* stages x stages */
    const double *b, *b1; /* y1 = y + h y' + h^2 sum b_i g_i, y1' = y' + h sum b1_i g_i */
    const double *c;
} hol_nystrom_table;

extern const hol_nystrom_table hol_butcher_nystrom4;

typedef struct {
    long long over, under;
} hol_fraction;

/* Partitioned half-explicit method for  q' = v, M v' = f - G^T lambda, 0 = G v:  the stages go by
 * the explicit table, the constraints of stage i hold at the nodes of row i of `ahat`,
 *
 *     Q^_i = q + h sum_(j <= i) ahat_ij V_j,   V^_i = v + h sum_(j <= i) ahat_ij V'_j */
typedef struct {
    const char *name, *source;
    const hol_butcher *table;
    const hol_fraction *ahat; /* stages x stages, lower; the first row is empty: that stage is the
                               * last one of the step before.  NULL: row i is row i + 1 of the
                               * explicit table, the last one the weights */
    const hol_fraction *chat; /* nodes of the constraints; NULL with ahat */
} hol_half_explicit;

extern const hol_half_explicit hol_half_explicit_56, hol_half_explicit_4;

/* Symmetric linear multistep method for y'' = g(y):  sum_j alpha_j y_(n+j) = h^2 sum_j beta_j
 * g_(n+j), j = 0, ..., steps; explicit: beta_0 = beta_steps = 0. */
typedef struct {
    const char *source;
    int steps, order;
    const int *alpha, *beta; /* steps + 1 numerators each */
    int under_alpha, under_beta;
} hol_multistep;

extern const hol_multistep hol_multistep_4, hol_multistep_6, hol_multistep_8;

HOL_API_END

#endif
