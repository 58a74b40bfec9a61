/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work of the forces without a potential: see external_work.h. */
#include "methods/external_work.h"

#include <math.h>

#include "holonomy/dense.h"

double hol_power(hol_eval *sys, hol_work *w, double t, const double q[], const double v[])
{
    if (sys->has & HOL_CONSERVATIVE) return 0;
    size_t mark = hol_mark(w);
    double *F = hol_take(w, sys->nv);
    hol_applied(sys, t, q, v, F);
    double power = hol_dot(sys->nv, v, F);
    hol_release(w, mark);
    return power;
}

double hol_lobatto_work(hol_eval *sys, hol_work *w, double t, double h, const double power[2],
                        hol_motion_at *at, void *self)
{
    /* nodes (1 +- x) / 2, x^2 = (7 -+ 2 sqrt(7)) / 21 */
    double root = sqrt(7), weight[2] = {(14 + root) / 60, (14 - root) / 60};
    double x[2] = {sqrt((7 - 2 * root) / 21), sqrt((7 + 2 * root) / 21)};
    double sum = (power[0] + power[1]) / 30;
    size_t mark = hol_mark(w);
    double *q = hol_take(w, sys->nq), *v = hol_take(w, sys->nv);
    for (int i = 0; i < 2; i++)
        for (int side = -1; side <= 1; side += 2) {
            double theta = (1 + side * x[i]) / 2;
            at(self, theta, q, v);
            sum += weight[i] * hol_power(sys, w, t + theta * h, q, v);
        }
    hol_release(w, mark);
    return h * sum;
}
