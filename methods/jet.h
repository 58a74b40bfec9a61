/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The jet-space methods: what their files share. */
#ifndef HOL_JET_H
#define HOL_JET_H

#include "methods/invariants.h"
#include "methods/projection.h"
#include "numerics/saddle.h"
#include "numerics/tables.h"

enum { /* rows of the option table */
       PROJECTION,
       INNER,
       INVARIANT,
       IMPOSED,
       WORK,
       STAGES,
       EMBEDDED,
       NEWTON,
       NEWTON_NORM,
       NEWTON_TOL,
       NEWTON_FACTOR,
       FORCING,
       DISTRIBUTION,
       TIMED,
       CONDITION,
       CONTROL
};

enum { NONE = 2 }; /* the last choice of `projection`; the others are kinds of hol_projection */
enum { TOGETHER, IN_TURN };
enum { OFF, ENERGY, TOTAL_ENERGY, MOMENTA, ENERGY_MOMENTA, TOTAL_ENERGY_MOMENTA };
enum { TRAPEZOID, EXACT };
enum { CONSTRAINTS, ALL, FREE };
enum { DIRECT, CG };

typedef struct {
    const hol_table *T;
    hol_invariants *invariants; /* NULL: none imposed */
    hol_projection *manifold;   /* NULL: no projection */
    hol_saddle *solver;         /* of the distribution; NULL: the system's */
    int n, filled;              /* numbers of a stage; stages there are */
    double *q, *v, *a;          /* of the stages: y, y_1, y_2, T->extension->stages x n each */
    double t, h;                /* the step began at t */
    double *target;             /* of the invariants at the end of the step */
} jet;

typedef struct { /* a state's memory */
    double *a;   /* y_2 */
    double *f;   /* invariants at the start */
    double *W;   /* W_ext since then, and its rate */
} kept;

hol_status hol_jet_start(hol_stepper *s, double h, hol_state *z);
hol_status hol_jet_step(hol_stepper *s, double h, hol_state *z);
void hol_jet_dense(hol_stepper *s, double h, const hol_state *z, double theta, double q[],
                   double v[]);

#endif
