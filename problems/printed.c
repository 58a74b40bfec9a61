/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start nearest to rounded numbers, for mechanisms of one degree of freedom. */
#include "problems/printed.h"

#include <math.h>
#include <string.h>

#include "holonomy/so3.h"

enum { MOST_BODIES = 4, MOST_ITERATIONS = 200 };

/* Adds <y', y - a> and |y'|^2 of one body, y = (r, p), p' = p (0, Omega) / 2. */
static void add_slope(const hol_pose *y, const hol_pose *a, double *slope, double *square)
{
    double half[4] = {0, y->omega[0] / 2, y->omega[1] / 2, y->omega[2] / 2}, rate[4];
    hol_quaternion_multiply(y->p, half, rate);
    for (int k = 0; k < 3; k++) {
        *slope += y->v[k] * (y->r[k] - a->r[k]);
        *square += y->v[k] * y->v[k];
    }
    for (int k = 0; k < 4; k++) {
        *slope += rate[k] * (y->p[k] - a->p[k]);
        *square += rate[k] * rate[k];
    }
}

/* Zero of <y'(phi), y(phi) - a>; the contraction is that of the distance over the radius of
 * curvature, and round-off is where it no longer contracts. */
double hol_printed_angle(hol_closure *closure, const double par[], int bodies,
                         const hol_pose printed[], double phi)
{
    hol_pose y[MOST_BODIES];
    double before = INFINITY;
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        double slope = 0, square = 0;
        closure(par, phi, y);
        for (int b = 0; b < bodies; b++) add_slope(&y[b], &printed[b], &slope, &square);
        double step = slope / square;
        if (!(fabs(step) > 0)) return phi - step;
        if (fabs(step) < 1e-14 && fabs(step) >= before) return phi;
        phi -= step;
        before = fabs(step);
    }
    return NAN;
}

void hol_closed_at_rest(hol_closure *closure, const double par[], double phi, int bodies,
                        hol_pose pose[])
{
    closure(par, phi, pose);
    for (int b = 0; b < bodies; b++) {
        memset(pose[b].v, 0, sizeof pose[b].v);
        memset(pose[b].omega, 0, sizeof pose[b].omega);
    }
}
