/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/dynamics.h: forces, accelerations and multipliers of a system. */
#ifndef HOLONOMY_DYNAMICS_H
#define HOLONOMY_DYNAMICS_H

#include <stdbool.h>

#include "system.h"

/* The rows that depend on others at q, `least` of them at least (near a singular configuration);
 * false where there are none. */
bool hol_dependent_rows(const hol_system *sys, const double q[], int least, hol_dependence *found);
void hol_dependence_clear(hol_dependence *d);

/* f = -grad U + F, nv; and with the gyroscopic terms. */
void hol_outer_force(const hol_system *sys, double t, const double q[], const double v[],
                     double f[], hol_work *w);
void hol_total_force(const hol_system *sys, double t, const double q[], const double v[],
                     double f[], hol_work *w);
/* Products with a matrix of fixed pattern: y = A x, and y += factor A^T x. */
void hol_multiply(const hol_pattern *P, const double A[], const double x[], double y[]);
void hol_multiply_transposed_add(const hol_pattern *P, const double A[], double factor,
                                 const double x[], double y[]);
/* The pattern K of tangents, M and every coupled pair of bodies; made at its first use. */
const hol_pattern *hol_K(const hol_system *sys);
/* K += factor M, each in its pattern. */
void hol_add_mass(const hol_system *sys, double factor, const double M[], double K[]);
/* The pattern of G above A, for values of G followed by those of A; to be freed. */
hol_pattern hol_stacked_rows(const hol_system *sys);
void hol_pattern_free(hol_pattern *P);

/* a (nv), lambda (nc or NULL) and alpha (na or NULL) of
 *
 *     M a = f - G^T lambda - A^T alpha,   (G; A) a = r      f: nv, r: nc + na, NULL: 0
 *
 * at (t, q): Algorithm 5.1 of paper 000 in every formulation (inner rows eliminated, Schur
 * complement over the joint rows and the nonholonomic ones; rows that depend on others at the start
 * have the multiplier 0).  With r = 0 and f a momentum p it is the Legendre transform on the
 * constraints. */
hol_status hol_constrained_solve(const hol_system *sys, hol_work *w, double t, const double q[],
                                 const double r[], const double f[], double a[], double lambda[],
                                 double alpha[]);
/* The r of the index-1 equations at (t, q, v): -d/dt(G) v - d/dt(Phi_t), and b. */
void hol_row_rates(const hol_system *sys, hol_work *w, double t, const double q[], const double v[],
                   double r[]);
/* v' and the multipliers of the index-1 equations: that r under the system's own force. */
hol_status hol_acceleration(const hol_system *sys, hol_work *w, double t, const double q[],
                            const double v[], double a[], double lambda[], double alpha[]);

/* The same by another solver of the patterns Mr and Gr than the system's own. */
hol_status hol_acceleration_by(struct hol_saddle *solver, const hol_system *sys, hol_work *w,
                               double t, const double q[], const double v[], double a[],
                               double lambda[], double alpha[]);

#endif
