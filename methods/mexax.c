/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mexax: extrapolation of a half-explicit step, as MEXX has it (Lubich, Engstler, Nowak, Poehle,
 * Numerical integration of constrained mechanical systems using MEXX, Mech. Struct. Mach. 23 (1995)
 * 473).  The step d, explicit in the forces, linear in velocity and multipliers, is
 *
 *     q1 = q0 o exp(d v0),   M(q1) (v1 - v0) = d (f(t1, q1, v0) - G(q1)^T lambda),
 *     G(q1) v1 + Phi_t = 0
 *
 * of order 1, exp in the coordinates u of q = q(t) o exp(u), t the node: u += d dexpinv(u, v0).
 * Where G(q0) v0 + Phi_t = 0 it is a smooth map, v1 - v0 of size d: by Gragg's theorem (Hairer,
 * Norsett, Wanner, Solving ODEs I, theorem II.8.1) what h/d steps of it make of u and v has
 * a series in powers of d.  Columns j = 1 ... k with d = h/j (harmonic) extrapolate it to d = 0, of
 * order k, by Aitken's and Neville's scheme, and the node is then projected onto the constraints,
 * so that the next step is smooth.  The error estimate is the difference to the extrapolation
 * without the first column.
 *
 * Deviation: the number of columns is an option; MEXX chooses it with the step. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/explicit.h"
#include "methods/stabilise.h"
#include "methods/stepper.h"

enum { COLUMNS, NEWTON_TOL };

static const hol_option options[] = {
    [COLUMNS] = {"columns", HOL_INT, 6, 2, 10, NULL, "of the extrapolation: the order"},
    [NEWTON_TOL] = {"newton_tol", HOL_REAL, 1e-12, 0, 1e-3, NULL,
                    "of the projection: largest last correction over the length of the system"},
    {0},
};

/* The step d of x = (u, v - v0), 2 nv, to time t1:  q = q0 o exp(u).  Sums of what is
 * of size d have no round-off but of that size, which the extrapolation magnifies. */
static hol_status half_explicit(hol_stepper *s, double d, double t1, const hol_state *z, double x[])
{
    hol_eval *sys = s->sys;
    int n = sys->nv, m = sys->nc;
    size_t mark = hol_mark(s->work);
    double *q = hol_take(s->work, sys->nq), *v = hol_take(s->work, n), *f = hol_take(s->work, n);
    double *G = hol_take(s->work, sys->G.nnz), *r = hol_take(s->work, m);
    double *phi_t = hol_take(s->work, m), *dv = hol_take(s->work, n);
    for (int i = 0; i < n; i++) v[i] = z->v[i] + x[n + i];
    hol_dexpinv(sys, x, v, dv);
    hol_axpy(n, d, dv, x);
    hol_move(sys, z->q, x, q);
    hol_total_force(sys, t1, q, v, f);
    hol_constraints(sys, t1, q, NULL, G);
    if (!(sys->has & HOL_SCLERONOMIC)) hol_drive(sys, t1, q, v, phi_t, NULL);
    hol_multiply(&sys->G, G, v, r);
    for (int i = 0; i < m; i++) r[i] = -(r[i] + phi_t[i]) / d;
    hol_status status = hol_constrained_solve(sys, t1, q, r, f, dv, NULL, NULL);
    hol_axpy(n, d, dv, x + n);
    hol_release(s->work, mark);
    return status;
}

/* q1 and v1 of what a row of the tableau adds to the old node. */
static void take(hol_eval *sys, const hol_state *z, const double x[], double q1[], double v1[])
{
    hol_move(sys, z->q, x, q1);
    for (int i = 0; i < sys->nv; i++) v1[i] = z->v[i] + x[sys->nv + i];
}

static hol_status try_step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    int n = 2 * sys->nv, columns = hol_choice(s, COLUMNS);
    double *T = hol_take(s->work, columns * n);
    double *q1 = hol_take(s->work, sys->nq), *v1 = hol_take(s->work, sys->nv);
    double *qhat = hol_take(s->work, sys->nq), *vhat = hol_take(s->work, sys->nv);
    hol_status status;

    for (int j = 0; j < columns; j++) { /* T[l]: extrapolated from the columns l ... j */
        for (int k = 1; k <= j + 1; k++) {
            double d = h / (j + 1);
            if ((status = half_explicit(s, d, z->t + k * d, z, T + j * n))) return status;
        }
        for (int l = j - 1; l >= 0; l--)
            for (int i = 0; i < n; i++)
                T[l * n + i] =
                    T[(l + 1) * n + i] + (T[(l + 1) * n + i] - T[l * n + i]) * (l + 1) / (j - l);
    }
    take(sys, z, T, q1, v1);
    take(sys, z, T + n, qhat, vhat);
    if (hol_controlled(s))
        s->error =
            hol_scaled_mean(hol_scaled_squares(s, sys->q_is_length, sys->nq, z->q, q1, qhat) +
                                hol_scaled_squares(s, sys->is_length, sys->nv, z->v, v1, vhat),
                            sys->nq + sys->nv);
    if (!(s->error <= 1)) return HOL_OK; /* which is judged */
    if ((status = hol_stabilise(s->aux, s, z->t + h, q1, v1))) return status;
    hol_arrive(s, q1, v1, z);
    return hol_acceleration(sys, z->t + h, z->q, z->v, T, z->lambda, NULL);
}

/* The state was regular, and on the constraints: where a column is not, or where the projection
 * finds no way back, the step was too long. */
static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_status status = try_step(s, h, z);
    bool too_long = status == HOL_SINGULAR || status == HOL_DIVERGED;
    if (!too_long || !hol_controlled(s)) return status;
    if (status == HOL_SINGULAR) s->residual.of = "rank of the constraints at a column";
    return HOL_REJECT;
}

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)sys;
    hol_claims c =
        hol_claims_of_order(hol_choice_of(method, opt, COLUMNS), HOL_EXACT, HOL_EXACT, HOL_EXACT);
    c.error_order = c.order_q;
    return c;
}

static hol_status setup(hol_stepper *s)
{
    const hol_stabilisation how = {.weight = 1, .tolerance = hol_real(s, NEWTON_TOL)};
    s->aux = hol_stabiliser_new(s->memory, s->sys, how);
    return HOL_OK;
}

const hol_method hol_family_mexax[] = {
    {
        .name = "mexax",
        .family = "half-explicit",
        .source = "Lubich, Engstler, Nowak, Poehle, Mech. Struct. Mach. 23 (1995) 473",
        .about = "extrapolation of a half-explicit Euler step, of the order of its columns",
        .formulation = "lie",
        .options = options,
        .needs = HOL_HOLONOMIC | HOL_FULL_RANK,
        .claims = claims,
        .setup = setup,
        .step = step,
    },
    {0},
};
