/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/dynamics.h: forces, accelerations and multipliers of a system. */
#ifndef HOLONOMY_DYNAMICS_H
#define HOLONOMY_DYNAMICS_H

#include <stdbool.h>

#include "holonomy/api.h"
#include "holonomy/system.h"

HOL_API_BEGIN

/* The rows that depend on others at q, `least` of them at least (near a singular configuration);
 * false where there are none, true where that is not known.  found->row is the evaluator's, until
 * the next call. */
bool hol_dependent_rows(hol_eval *sys, const double q[], int least, hol_dependence *found);

/* f = -grad U + F, nv; and with the gyroscopic terms. */
void hol_outer_force(hol_eval *sys, double t, const double q[], const double v[], double f[]);
void hol_total_force(hol_eval *sys, double t, const double q[], const double v[], double f[]);
/* M v' = f - (G; A)^T y, (G; A) v' = r (nc + na; NULL: 0), the inner rows eliminated body by body:
 * v' = ap + N c, N a basis of their null space (nr columns): Mr = N^T M N, fr = N^T (f - M ap),
 * Gr = (G_joints; A) N, and Gr c = br.  expand gives v' and the inner multipliers (all nc of
 * lambda) back from c and the nj + na multipliers y of the rows of Gr. */
void hol_reduce(hol_eval *sys, double t, const double q[], const double r[], const double f[],
                double Mr[], double fr[], double Gr[], double br[]);
void hol_expand(hol_eval *sys, const double f[], const double c[], const double y[], double a[],
                double lambda[]);

/* The two parts of reduce: Mr and Gr at (t, q); then, before the evaluator is asked anything else,
 * fr and br of any r and f at that place, which expand goes by. */
void hol_reduce_matrices(hol_eval *sys, double t, const double q[], double Mr[], double Gr[]);
void hol_reduce_sides(hol_eval *sys, const double r[], const double f[], double fr[], double br[]);

/* a (nv), lambda (nc or NULL) and alpha (na or NULL) of
 *
 *     M a = f - G^T lambda - A^T alpha,   (G; A) a = r      f: nv, r: nc + na, NULL: 0
 *
 * at (t, q): Algorithm 5.1 of paper 000 in every formulation (inner rows eliminated, Schur
 * complement over the joint rows and the nonholonomic ones; rows that depend on others at the start
 * have the multiplier 0).  With r = 0 and f a momentum p it is the Legendre transform on the
 * constraints. */
hol_status hol_constrained_solve(hol_eval *sys, double t, const double q[], const double r[],
                                 const double f[], double a[], double lambda[], double alpha[]);
/* The r of the index-1 equations at (t, q, v): -d/dt(G) v - d/dt(Phi_t), and b. */
void hol_row_rates(hol_eval *sys, double t, const double q[], const double v[], double r[]);
/* v' and the multipliers of the index-1 equations: that r under the system's own force. */
hol_status hol_acceleration(hol_eval *sys, double t, const double q[], const double v[], double a[],
                            double lambda[], double alpha[]);

/* The reactions of all joints: at the acceleration a and the multipliers lambda, alpha of the
 * system's rows those of all rows of its model, in the model's order, into mu (nj of
 * hol_reaction_rows).  Rows that joint coordinates meet of themselves have theirs from the balance
 * of each body, from the tips of the tree to ground; in other coordinates mu is lambda.  The second
 * gives the names and the number of these rows. */
void hol_reactions(hol_eval *sys, double t, const double q[], const double v[], const double a[],
                   const double lambda[], const double alpha[], double mu[]);
const char *const *hol_reaction_rows(const hol_eval *sys, int *count);

/* Of joint coordinates the joints of the tree with their freedoms, the bodies that move freely and
 * the joints that are cut; NULL: other coordinates. */
const char *hol_tree_about(const hol_eval *sys);

struct hol_saddle;
/* The same by another solver of the patterns Mr and Gr than the system's own. */
hol_status hol_acceleration_by(struct hol_saddle *solver, hol_eval *sys, double t, const double q[],
                               const double v[], double a[], double lambda[], double alpha[]);

HOL_API_END

#endif
