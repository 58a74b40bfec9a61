/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's iteration for the next node on the constraints: see shake_newton.h. */
#include "methods/shake_newton.h"

#include "holonomy/dense.h"
#include "holonomy/newton.h"

/* The first correction -x, of a guess d, leads onto the linear equation; B = G0:
 *
 *     M (d - x) + G0^T y = a,   Phi(q0 + d) - C x = 0,   C = G(q0 + d), */
static void enter(hol_eval *sys, hol_saddle *saddle, const double a[], const double d[],
                  const double phi[], const double C[], double x[], double y[])
{
    hol_multiply(&sys->G, C, d, y);
    for (int i = 0; i < sys->nc; i++) y[i] -= phi[i];
    hol_saddle_solve(saddle, a, y, x, y);
    for (int i = 0; i < sys->nv; i++) x[i] = d[i] - x[i];
}

/* Newton's iteration, at its end with C held, for d = q1 - q0 and y; B = G0 is set.  After the
 * first correction the linear equation holds and only y moves, d with it:  C M^-1 G0^T dy = Phi,  x
 * = M^-1 G0^T dy. */
hol_status hol_shake_newton(hol_stepper *s, hol_saddle *saddle, double tolerance, double t1,
                            const double q0[], const double a[], double q1[], double y[])
{
    hol_eval *sys = s->sys;
    int n = sys->nv, m = sys->nc;
    double *phi = hol_take(s->work, m), *C = hol_take(s->work, sys->G.nnz);
    double *d = hol_take(s->work, n), *x = hol_take(s->work, n), *dy = hol_take(s->work, m);
    hol_newton newton = hol_newton_start(tolerance);
    hol_verdict verdict;
    hol_status status;

    for (int i = 0; i < n; i++) d[i] = q1[i] - q0[i];
    do {
        bool held = hol_newton_holds(&newton, 1e-4);
        hol_constraints(sys, t1, q1, phi, held ? NULL : C);
        if (!held && (status = hol_saddle_factor(saddle, C, NULL))) return status;
        if (newton.count == 0)
            enter(sys, saddle, a, d, phi, C, x, dy);
        else
            hol_saddle_solve_schur(saddle, phi, x, dy);
        for (int i = 0; i < n; i++) {
            d[i] -= x[i];
            q1[i] = q0[i] + d[i];
        }
        hol_axpy(m, 1, dy, y);
        verdict = hol_newton_judge(&newton, hol_displacement_size(sys, x));
    } while (verdict == HOL_ITERATE);
    return hol_newton_end(&newton, verdict, "constraints of the next node", s->count, &s->residual);
}
