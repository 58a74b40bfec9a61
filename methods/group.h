/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What methods on a group need beside the slots of a system: block-diagonal matrices known by what
 * they do to vectors. */
#pragma once

#include "holonomy/method.h"

/* out = A e, both nv; `at`: what A depends on. */
typedef void hol_block_action(hol_stepper *s, const void *at, const double e[], double out[]);

/* A in the pattern M by columns: one vector e serves a column of every block, for blocks act apart
 * from each other. */
void hol_block_columns(hol_stepper *s, hol_block_action *act, const void *at, double A[]);

/* Factors of Cholesky of a symmetric positive definite A of that block-diagonal pattern, into L of
 * the same; x = A^-1 x of them. */
hol_status hol_factor_blocks(const hol_pattern *P, const double A[], double L[]);
void hol_divide_by_blocks(const hol_pattern *P, const double L[], double x[]);

/* out = d/dv (gyroscopic force) e at v, which is f(v + e) - f(v) - f(e) exactly: it is quadratic in
 * the velocities of a body. */
void hol_gyroscopic_along(hol_eval *sys, hol_work *w, const double q[], const double v[],
                          const double e[], double out[]);

/* M (u - v) = h f((u + v)/2), f the gyroscopic force alone, M constant (in its pattern), q fixed: a
 * step of the implicit midpoint rule, which keeps what is quadratic in v.  pivot: nv. */
hol_status hol_gyroscopic_midpoint(hol_stepper *s, const double M[], int pivot[], double h,
                                   const double q[], const double v[], double u[]);

typedef struct { /* a node that an implicit method looks for, linearised in q */
    double t;
    double scale;       /* of the equations: scale (M v' - f + G^T lambda) */
    double of_velocity; /* dv/dq */
    const double *q, *v, *lambda;
    const double *inertia; /* scale d(M v' - gyroscopic force)/dq, in the pattern M */
} hol_implicit;

/* K = inertia + scale (d(G^T lambda)/dq - df/dq - of_velocity df/dv), f without the gyroscopic
 * force, in the pattern of hol_K; the term of lambda only where coordinates add. */
void hol_implicit_tangent(hol_stepper *s, const hol_implicit *at, double K[]);
