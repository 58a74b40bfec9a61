/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The jet-space methods of paper 000: what jet.c (options, claims, set-up) and jet_step.c (the
 * step) share. */
#pragma once

#include "holonomy/invariants.h"
#include "holonomy/projection.h"
#include "holonomy/saddle.h"
#include "holonomy/tables.h"

enum { /* rows of the option table */
       HOL_JET_PROJECTION,
       HOL_JET_INNER,
       HOL_JET_INVARIANT,
       HOL_JET_IMPOSED,
       HOL_JET_WORK,
       HOL_JET_STAGES,
       HOL_JET_EMBEDDED,
       HOL_JET_NEWTON,
       HOL_JET_NEWTON_NORM,
       HOL_JET_NEWTON_TOL,
       HOL_JET_NEWTON_FACTOR,
       HOL_JET_FORCING,
       HOL_JET_DISTRIBUTION,
       HOL_JET_TIMED,
       HOL_JET_CONDITION,
       HOL_JET_CONTROL /* the first of four: control.h */
};

/* Choices of HOL_JET_INVARIANT: f_inv, of section 4.2; total: of W_total = T + U - W_ext. */
enum {
    HOL_JET_OFF,
    HOL_JET_ENERGY,
    HOL_JET_TOTAL_ENERGY,
    HOL_JET_MOMENTA,
    HOL_JET_ENERGY_MOMENTA,
    HOL_JET_TOTAL_ENERGY_MOMENTA
};
enum { HOL_JET_TRAPEZOID, HOL_JET_EXACT };                  /* of HOL_JET_WORK */
enum { HOL_JET_ONTO_M, HOL_JET_ONTO_ALL, HOL_JET_FREE };    /* of HOL_JET_STAGES */
enum { HOL_JET_EMBEDDED_PROJECTED, HOL_JET_EMBEDDED_FREE }; /* of HOL_JET_EMBEDDED */

typedef struct { /* a stepper's aux; n = nq = nv */
    const hol_butcher *T;
    hol_invariants *invariants; /* f_inv; NULL: none imposed */
    hol_projection *manifold;   /* Algorithm 5.5; NULL: no projection */
    hol_saddle *solver;         /* of the distribution, Algorithm 5.1; NULL: the system's */
    int n, filled;              /* numbers of y; stages computed so far */
    double *q, *v, *a;          /* y, y_1, y_2 of the stages: T->extension->stages x n each */
    double t, h;                /* the step runs from t to t + h */
    double *target;             /* f_inv at t + h */
} hol_jet;

typedef struct { /* what a state's memory holds */
    double *a;   /* n: y_2 at the node */
    double *f;   /* f_inv at the start of the run */
    double *W;   /* 2: W_ext since the start [J], and its rate <y_1, F_e> at the node [W] */
} hol_jet_memory;

hol_status hol_jet_start(hol_stepper *s, double h, hol_state *z);
hol_status hol_jet_step(hol_stepper *s, double h, hol_state *z);
hol_status hol_jet_dense(hol_stepper *s, double h, const hol_state *z, double theta, double q[],
                         double v[]);
