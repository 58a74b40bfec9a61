/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Projection of a state (q, v) onto the manifold of the constraints and its tangent, Phi(q) = 0 and
 * G(q) v = 0, in flat coordinates; paper 000, section 5.2.  Distances are Euclidean in q and v. */
#ifndef HOL_PROJECTION_H
#define HOL_PROJECTION_H

#include "mechanics/holonomy.h"

typedef enum {
    HOL_PROJECTION_QUASI,      /* q orthogonally, then v at the new q: Algorithm 5.4 */
    HOL_PROJECTION_ORTHOGONAL, /* (q, v) together, eq. (5.2): dense, for small systems */
} hol_projection_kind;

typedef struct hol_projection hol_projection;

/* `in_turn`: inner projection and projection onto the joints alternate, as in Algorithm 5.5; else
 * the inner projection is followed by one onto all constraints together. */
hol_projection *hol_projection_new(const hol_system *sys, hol_projection_kind kind, bool in_turn);
void hol_projection_free(hol_projection *p);

/* Moves (q, v) until the residuals in position, over sys->length, and in velocity, over sys->speed,
 * of the joints and of the inner rows are at most `tolerance` each (Euclidean norms).  What is
 * there already takes no iteration and is only projected body by body.  Counts the projections that
 * took one.  REJECT where it does not converge, SINGULAR where G lacks rank. */
hol_status hol_project(const hol_projection *p, hol_stepper *s, double tolerance, double t,
                       double q[], double v[]);

#endif
