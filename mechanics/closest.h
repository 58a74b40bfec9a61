/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nearest configuration that closes the joints.  In `natural` coordinates the mass matrix M is
 * constant, and
 *
 *     (q - q0)^T M (q - q0) = integral |x(q) - x(q0)|^2 dm. */
#pragma once

#include "holonomy/redundant.h"
#include "mechanics/internal.h"

struct hol_closest {
    hol_memory *memory;
    hol_eval *sys;
    int *column, n; /* the reduced velocities that are free, n of them */
    int m;          /* rows of W: nj, and na with them for velocities */
    double t;       /* of the driven rows: that of the model's start [s], unless it is set */
    double mass;    /* of all bodies [kg] */
    double *q, *v;  /* nq, nv: the start */
    double *q0;     /* nq: what q is to be near to */
    double *phi;    /* nc: Phi at the q asked about last */
    int rank;       /* of W */
    int iterations; /* of all closures */
    int k, room;    /* min(n, m) singular values; doubles of LAPACK */
    /* Mr, Gr in their patterns at the last metric, M; L n x n; W m x n and its singular values and
     * vectors, by columns; scratch */
    double *Mr, *Gr, *M, *L, *W, *U, *sigma, *V, *rest;
    double *phi1, *r, *y, *c, *dv, *q1, *x, *f, *fr, *way, *trial;
};

/* At the start of the system's model, the columns still to be listed. */
void hol_closest_make(hol_closest *p, hol_memory *m, hol_eval *sys);
/* Nothing is held. */
void hol_closest_free_all(hol_closest *p);
/* W at q of the first `rows` rows of (G; A); unit: each of length 1; false where the masses are
 * singular. */
bool hol_closest_rows(hol_closest *p, const double q[], int rows, bool unit);
/* W and its singular values at q, of the first `rows` rows of (G; A); false: none were found. */
bool hol_closest_decompose(hol_closest *p, const double q[], int rows, bool unit);
/* y = -W^T (W W^T + mu)^-1 r on the range of W; dv = N c of y = L^T c, there. */
void hol_closest_step(const hol_closest *p, double mu, const double r[], double y[]);
void hol_closest_expand(hol_closest *p, const double y[], double dv[]);
/* The unit of a row of (G; A). */
double hol_any_row_unit(const hol_eval *sys, int i);

/* Brings q onto the joints; false where they stay open, phi what is left of Phi.  |Phi| falls as
 * far as it can, or to where no joint is open by more than so much of the length. */
bool hol_close_joints(hol_closest *p, double q[]);
bool hol_close_joints_to(hol_closest *p, double enough, double q[]);
double hol_closest_closure(const hol_closest *p); /* largest entry of phi, over the length */
/* From a closed q down the distance to q0 along the joints, to where it is least. */
void hol_approach(hol_closest *p, double q[]);
double hol_closest_distance(hol_closest *p, const double q[]); /* (q - q0)^T M (q - q0) */
/* The k-th of some places at random about so far from q, of the length, the joints open. */
bool hol_closest_beside(hol_closest *p, const double q[], double far, int k, double there[]);
/* Does a q that does not close do so once it is disturbed? */
bool hol_bends(hol_closest *p, const double q[]);
