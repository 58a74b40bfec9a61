/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tangents of the forces by central differences, where a system's coordinates say no more of them:
 * of a problem's own, and of joints.  K is full. */
#include <math.h>
#include <string.h>

#include "mechanics/internal.h"

/* -grad U + F */
static void force(hol_eval *sys, double t, const double q[], const double v[], double dU[],
                  double f[])
{
    hol_grad_potential(sys, q, dU);
    hol_applied(sys, t, q, v, f);
    for (int i = 0; i < sys->nv; i++) f[i] -= dU[i];
}

typedef struct {
    double *x1; /* q or v, moved */
    double *dv; /* nv, zero */
    double *dU, *f[2];
} differences;

/* Newton's limit does not depend on the step. */
static void column(hol_eval *sys, double t, const double q[], const double v[], bool of_velocity,
                   int j, const differences *d, double K[])
{
    int n = sys->nv;
    double at = of_velocity ? v[j] : sys->nq == n ? q[j] : 0;
    double step = HOL_DIFFERENCE_STEP * fmax(hol_unit(sys, j), fabs(at));
    for (int side = 0; side < 2; side++) {
        d->dv[j] = side ? -step : step;
        if (of_velocity)
            for (int i = 0; i < n; i++) d->x1[i] = v[i] + d->dv[i];
        else
            hol_move(sys, q, d->dv, d->x1);
        force(sys, t, of_velocity ? q : d->x1, of_velocity ? d->x1 : v, d->dU, d->f[side]);
    }
    d->dv[j] = 0;
    for (int i = 0; i < n; i++) K[i * n + j] = (d->f[0][i] - d->f[1][i]) / (2 * step);
}

void hol_difference_tangent(hol_eval *sys, double t, const double q[], const double v[],
                            double Kq[], double Kv[])
{
    size_t mark = hol_mark(sys->work);
    int n = sys->nv;
    const differences d = {.x1 = hol_take(sys->work, sys->nq > n ? sys->nq : n),
                           .dv = hol_take(sys->work, n),
                           .dU = hol_take(sys->work, n),
                           .f = {hol_take(sys->work, n), hol_take(sys->work, n)}};
    hol_K(sys);
    for (int j = 0; Kq && j < n; j++) column(sys, t, q, v, false, j, &d, Kq);
    if (Kv && sys->has & HOL_POSITION_FORCES) memset(Kv, 0, (size_t)hol_K(sys)->nnz * sizeof *Kv);
    for (int j = 0; Kv && !(sys->has & HOL_POSITION_FORCES) && j < n; j++)
        column(sys, t, q, v, true, j, &d, Kv);
    hol_release(sys->work, mark);
}
