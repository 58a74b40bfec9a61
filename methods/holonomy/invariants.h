/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/invariants.h: invariants of the motion as functions of (q, v): paper 000, section 4.2,
 * its f_inv. */
#ifndef HOLONOMY_INVARIANTS_H
#define HOLONOMY_INVARIANTS_H

#include "holonomy/api.h"
#include "holonomy/memory.h"
#include "holonomy/method.h"

HOL_API_BEGIN

enum { HOL_KEEP_ENERGY = 1, HOL_KEEP_MOMENTA = 2 }; /* T + U; the momentum maps of the model */

typedef struct {
    hol_eval *sys;
    bool energy;   /* the first invariant */
    int momenta;   /* then these */
    int count;     /* of both */
    double *scale; /* count: [J], [N s] or [N m s] */
} hol_invariants;

/* Ends with its owner m. */
hol_invariants *hol_invariants_new(hol_memory *m, hol_eval *sys, unsigned keep);

void hol_invariants_at(const hol_invariants *of, hol_work *w, const double q[], const double v[],
                       double f[]);
/* df/dq and df/dv, count x nv each. */
void hol_invariants_gradient(const hol_invariants *of, hol_work *w, double t, const double q[],
                             const double v[], double dq[], double dv[]);
/* Adds the second derivative of mu . f in (q, v) to H, of `size` columns; momenta, bilinear in q
 * and v, are left out: mu is as small as the correction. */
void hol_invariants_hessian(const hol_invariants *of, hol_work *w, double t, const double q[],
                            const double v[], const double mu[], int size, double H[]);

HOL_API_END

#endif
