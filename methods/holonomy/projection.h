/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/projection.h: projection of a state (q, v) onto the manifold of the constraints and its
 * tangent, Phi(q) = 0 and G(q) v = 0, and onto invariants of the motion, in flat coordinates; paper
 * 000, section 5.2.  Distances are Euclidean in q and v, counted in the units of the system and in
 * seconds.  Velocities of driven joints, G v = -Phi_t, are not kept: a method that projects v needs
 * HOL_SCLERONOMIC. */
#ifndef HOLONOMY_PROJECTION_H
#define HOLONOMY_PROJECTION_H

#include "holonomy/api.h"
#include "holonomy/invariants.h"

HOL_API_BEGIN

typedef enum {
    HOL_PROJECTION_QUASI,      /* q orthogonally, then v at the new q: Algorithm 5.4 */
    HOL_PROJECTION_ORTHOGONAL, /* (q, v) together, eq. (5.2): dense, for small systems */
} hol_projection_kind;

typedef enum {
    HOL_NEWTON_SIMPLIFIED, /* (5.3) and the invariants without second derivatives; (5.2) with */
    HOL_NEWTON_FULL,       /* second derivatives everywhere: dense, for small systems */
    HOL_NEWTON_FROZEN,     /* (5.3), (5.4) in the first factors of a step, while they serve */
} hol_projection_newton;

typedef struct {
    hol_projection_kind kind;
    hol_projection_newton newton;
    bool inner_in_turn; /* M_theta and M_hc one after the other, Algorithm 5.5; else at once */
    bool nested;        /* M_hc and M_inv in turn until both are met, then M_theta: section 7 */
    bool invariants_in_turn; /* then M_inv, eq. (5.5); else along or with them */
    bool raw;                /* residuals in SI units, not over the scales of the system */
    bool condition;          /* measures Newton's matrices (slow) */
    double forcing; /* relative residual of the linear systems of a dense Newton; 0: direct */
} hol_projection_how;

typedef struct hol_projection hol_projection;

/* What the residual's name begins with where the rounds of Algorithm 5.5 do not converge. */
extern const char hol_projection_name[];

/* Ends with its owner m.  `invariants` is borrowed and may be NULL. */
hol_projection *hol_projection_new(hol_memory *m, hol_eval *sys, const hol_projection_how *how,
                                   const hol_invariants *invariants);

/* Doubles of scratch that no projection exceeds. */
int hol_projection_room(const hol_projection *p);

/* Frozen: the next projection factorises anew. */
void hol_projection_renew(hol_projection *p);

/* Moves (q, v) until the residuals in position, over sys->length, and in velocity, over sys->speed,
 * of the joints and of the inner rows are at most `tolerance` each (Euclidean norms), and those of
 * the invariants against `target` (NULL: they are left alone), over their scales.  What is there
 * already takes no iteration and is only projected body by body.  Counts the projections that took
 * one.  REJECT where it does not converge, with the residual of every part by name; SINGULAR where
 * the gradients lack rank. */
hol_status hol_project(hol_projection *p, hol_stepper *s, double tolerance, double t, double q[],
                       double v[], const double target[]);

HOL_API_END

#endif
