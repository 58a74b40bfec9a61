/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of gena-lie share: its coefficients, the node that a step looks for, the
 * corrections of Newton's iteration (gena_newton.c), and the start on the method's own smooth
 * solution (gena_start.c). */
#ifndef HOL_GENA_H
#define HOL_GENA_H

#include "holonomy/method.h"
#include "holonomy/saddle.h"

typedef struct {
    double am, af, beta, gamma;
} hol_gena_coefficients;

typedef struct {
    hol_gena_coefficients c;
    hol_saddle *motion; /* [K G1^T; G1 0], of a and lambda */
    hol_saddle *shift;  /* stabilised index 2: [W dexpinv(u) G0^T; G1 0], of eta; else NULL */
} hol_gena;             /* a stepper's aux */

typedef struct { /* the new node: its unknowns and what follows from them */
    const hol_gena_coefficients *c;
    double h, t1;
    const hol_state *z;           /* the old node */
    double *a, *lambda, *push;    /* nv, nc; push = -h W^-1 G(q0)^T eta, nv */
    double *u, *q, *v, *vdot;     /* nv, nq, nv, nv */
    double *M, *G0, *G, *phi, *f; /* at the new node, but G0 */
} hol_gena_node;

/* What a state carries: a, at its memory, then v'. */
static inline double *hol_gena_vdot(hol_eval *sys, const hol_state *z)
{
    return z->memory + sys->nv;
}

/* Corrects a and lambda, for index 2 the push as well, by M, f, Phi and G of the node; the size of
 * the correction of q1, or of u, over the length of the system. */
hol_status hol_gena_correct_index_3(hol_stepper *s, const hol_gena_node *S, double *size);
hol_status hol_gena_correct_index_2(hol_stepper *s, const hol_gena_node *S, double *size);

/* Takes a, which is v' on entry, and where shift_v is set v onto the smooth solution of steps h. */
hol_status hol_gena_settle(hol_stepper *s, double h, hol_state *z, bool shift_v);

#endif
