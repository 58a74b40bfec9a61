/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constraints restored after a step, Phi(t, q) = 0 and G(q) v + Phi_t = 0: paper 004, section 2.3,
 * on any group.  (projection.h: the same in flat coordinates, with paper 000's alternatives.) */
#pragma once

#include "holonomy/memory.h"
#include "holonomy/method.h"

typedef struct {
    double weight;    /* exponent s: distances by W = diag(M)^s, in q along its velocities */
    bool once;        /* one linear step for q, (23), in place of the iteration for (12) */
    double tolerance; /* of the last correction, relative to sys->length */
} hol_stabilisation;

typedef struct hol_stabiliser hol_stabiliser; /* ends with its owner m */
hol_stabiliser *hol_stabiliser_new(hol_memory *m, hol_eval *sys, hol_stabilisation how);

/* Moves q to the nearest one that satisfies the constraints, then v to the nearest one there. */
hol_status hol_stabilise(const hol_stabiliser *a, hol_stepper *s, double t, double q[], double v[]);
