/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What implicit methods of index 3, or stabilised index 2, on Lie groups share (gena_lie.c,
 * bliedf.c): the node that a step looks for and the corrections of Newton's iteration
 * (gena_newton.c); and the start of gena-lie on its own smooth solution (gena_start.c). */
#pragma once

#include "holonomy/method.h"
#include "holonomy/saddle.h"
#include "mechanics/null_space.h"

typedef struct {
    double am, af, beta, gamma;
} hol_gena_coefficients;

typedef struct {
    hol_gena_coefficients c; /* of gena-lie */
    hol_null_space *motion;  /* [K G1^T; G1 0], of a and lambda */
    hol_saddle *shift;       /* stabilised index 2: [W dexpinv(u) G0^T; G1 0], of eta; else NULL */
} hol_gena;                  /* a stepper's aux */

typedef struct {            /* the new node q0 o exp(u): its unknowns and what follows from them */
    hol_null_space *motion; /* as in hol_gena */
    hol_saddle *shift;
    double of_u, of_velocity; /* da/du, dv1/du */
    double scale;             /* du/dv'1 */
    double h, t1;
    const hol_state *z;           /* the old node */
    double *a, *lambda, *push;    /* nv, nc; push = -h W^-1 G(q0)^T eta, nv */
    double *u, *q, *v, *vdot;     /* nv, nq, nv, nv */
    double *M, *G0, *G, *phi, *f; /* at the new node, but G0 */
    double *K, *held_G, *held_q;  /* of the matrix that is factorised */
} hol_gena_node;

/* The stepper's aux, which ends with it, without coefficients. */
hol_gena *hol_gena_make(hol_stepper *s, bool index_2);
/* A node whose arrays are scratch, with the multipliers and G of the old one. */
hol_gena_node hol_gena_new_node(hol_stepper *s, double h, const hol_state *z);

/* What a state of gena-lie carries: a, at its memory, then v'. */
static inline double *hol_gena_vdot(hol_eval *sys, const hol_state *z)
{
    return z->memory + sys->nv;
}

/* Newton's iteration to a node whose u, q, v and v' `update` makes from a, of index 2 the push too;
 * from the polynomial through the last a, or where none of this h is known from the a that is set.
 */
typedef void hol_gena_update(const hol_stepper *s, const hol_gena_node *S);
hol_status hol_gena_solve(hol_stepper *s, const hol_gena_node *S, hol_gena_update *update,
                          double tolerance);
/* q, v, lambda and p of the state become those of the node, and the first of its memory a; the
 * node's own a is used up. */
void hol_gena_arrive(hol_stepper *s, const hol_gena_node *S, hol_state *z);
/* The differences of the last a, behind the first 2 nv of a state's memory (increments.h). */
static inline double *hol_gena_ahead(hol_eval *sys, const hol_state *z)
{
    return z->memory + 2 * sys->nv;
}
/* Twice nv: a, and what the method keeps besides; then the differences of a. */
size_t hol_gena_memory(const hol_method *method, hol_eval *sys, const double opt[]);

/* Of gena-lie: takes a, which is v' on entry, and where shift_v is set v onto the smooth solution
 * of steps h. */
hol_status hol_gena_settle(hol_stepper *s, double h, hol_state *z, bool shift_v);
