/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a projection, for the files projection*.c only. */
#pragma once

#include "holonomy/projection.h"
#include "holonomy/saddle.h"

typedef struct {                 /* a state against the constraints and the invariants */
    double *phi, *Gv, *G;        /* nc, nc, nnz of sys->G */
    double *f;                   /* of the invariants less their target */
    double g[2], rest[2], worst; /* scaled norms: position and velocity of the rows of g, and of the
                                    others; the largest invariant, 0 where it is left alone */
} hol_standing;

struct hol_projection {
    hol_eval *sys;
    hol_projection_how how;
    const hol_invariants *invariants; /* or NULL */
    int rows;                         /* of g */
    double length, speed;             /* of the residuals, over the units of the system */
    hol_pattern dg;                   /* the first rows of G */
    hol_saddle *solver; /* [W dg^T; dg 0], W the metric of the units; NULL: g has no rows */
    bool factored;      /* frozen: the factors of this step are there */
    char failure[256];  /* residuals by name */
};

/* One projection of (q, v), whose standing is `at` on entry and on exit. */
typedef struct {
    hol_projection *p;
    hol_stepper *s;
    double tolerance, t, *q, *v;
    const double *target; /* or NULL */
    bool dependent;       /* the gradients of the invariants: met along the constraints */
    hol_standing at;
} hol_projecting;

void hol_stand(hol_projecting *P);      /* evaluates everything */
void hol_stand_rate(hol_projecting *P); /* G v and the invariants only */

/* Onto g = 0, dg v = 0 by Algorithm 5.4. */
hol_status hol_project_quasi(hol_projecting *P);
/* One step of Newton's method towards the invariants along g = 0, dg v = 0. */
hol_status hol_slide(hol_projecting *P);

enum { HOL_POSITIONS = 1, HOL_VELOCITIES = 2, HOL_INVARIANTS = 4 };
/* Onto the foot point with respect to these rows: q alone (positions alone), or (q, v). */
hol_status hol_project_foot(hol_projecting *P, unsigned rows, const char *name);
