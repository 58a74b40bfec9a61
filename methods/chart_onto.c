/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Onto the manifold and its tangent by the U B there is, exact or not: (15) of paper 002 in q, and
 * q' of (24).  Deviations: (15) stops when it stagnates at round-off, too; both may bring B up to
 * the place (hol_chart_rule.foresees). */
#include <math.h>

#include "holonomy/dense.h"
#include "holonomy/newton.h"
#include "methods/chart.h"

/* ---------------------------------------------------------------- an iteration by some B */

hol_status hol_chart_catch_up(hol_chart *c, const double G[])
{
    static const double enough = 1e-6; /* |1 - G U B| of (16) */
    hol_chart rough = *c;
    rough.rule.Btol = fmax(rough.rule.Btol, enough);
    c->caught_up = true;
    return hol_chart_renew(&rough, G);
}

typedef struct { /* of a position or a velocity */
    hol_newton newton;
    hol_verdict verdict;
    double tolerance;
    double last, left; /* the residual before the last update, 0: of a B that is no more, and now */
    bool caught_up;    /* B is that of the place */
} updates;

static updates updates_of(double tolerance, double left)
{
    return (updates){hol_newton_start(tolerance), HOL_ITERATE, tolerance, 0, left, false};
}

/* What the next update leaves, by what the last one did: so much less again, but by no more than a
 * factor that says little of B. */
static double foreseen(const updates *u)
{
    static const double least = 1e-3;
    return u->last > 0 ? fmax(u->left / u->last, least) * u->left : HUGE_VAL;
}

/* After an update that left much of the residual B is far behind: it catches up with q once.  G:
 * there, in units; NULL: not known. */
static hol_status follow(hol_chart *c, updates *u, const double q[], const double G[])
{
    static const double much = 0.25;
    bool slow = u->left > u->tolerance && !(u->left <= much * u->last);
    if (!c->rule.foresees || !slow || u->caught_up) return HOL_OK;
    size_t mark = hol_mark(c->s->work);
    double *own = G ? NULL : hol_take(c->s->work, c->s->sys->G.nnz);
    if (own) hol_chart_jacobian(c, q, own);
    hol_status status = hol_chart_catch_up(c, G ? G : own);
    hol_release(c->s->work, mark);
    u->caught_up = true;
    u->last = 0;
    u->newton.last = HUGE_VAL;
    u->verdict = HOL_ITERATE;
    return status;
}

static hol_status end_updates(const hol_chart *c, const updates *u, const char *of)
{
    return hol_newton_end(&u->newton, u->verdict, of, c->s->count, &c->s->residual);
}

/* ---------------------------------------------------------------- positions */

/* The largest |Phi(q)| over the length of the system. */
static double residual(const hol_chart *c, const double q[], double phi[])
{
    hol_eval *sys = c->s->sys;
    hol_constraints(sys, c->t, q, phi, NULL);
    hol_scale_row_units(sys, 0, c->m, -1, phi);
    return hol_norm_max(c->m, phi) / (sys->length / sys->unit);
}

/* q -= U B x, x in units. */
static void along_U(const hol_chart *c, const double x[], double q[])
{
    hol_eval *sys = c->s->sys;
    for (int i = 0; i < c->n; i++) q[i] -= hol_unit(sys, i) * hol_dot4(c->m, c->UB + i * c->m, x);
}

hol_status hol_chart_onto(hol_chart *c, double q[])
{
    size_t mark = hol_mark(c->s->work);
    double *phi = hol_take(c->s->work, c->m);
    updates u = updates_of(c->rule.utol, residual(c, q, phi));
    hol_status status = HOL_OK;

    while (u.verdict == HOL_ITERATE) { /* (15): u <- u + B Phi(q0 + V v - U u), B held */
        along_U(c, phi, q);
        double driven = u.left, after = foreseen(&u);
        if (c->rule.foresees && !c->rule.before && after <= u.tolerance)
            u.left = after;
        else if (!c->rule.before || driven > u.tolerance)
            u.left = residual(c, q, phi);
        u.last = driven;
        u.verdict = hol_newton_judge(&u.newton, c->rule.before ? driven : u.left);
        if ((status = follow(c, &u, q, NULL))) break;
    }
    hol_release(c->s->work, mark);
    return status ? status : end_updates(c, &u, "Phi(q0 + V v - U u), paper 002 (15)");
}

/* ---------------------------------------------------------------- velocities */

/* r = G x + carried; the largest component over `most`. */
static double slip(const hol_pattern *P, const double G[], const double x[], const double carried[],
                   double most, double r[])
{
    hol_multiply(P, G, x, r);
    if (carried) hol_axpy(P->rows, 1, carried, r);
    return most == 0 ? 0 : hol_norm_max(P->rows, r) / most;
}

hol_status hol_chart_onto_tangent(hol_chart *c, const double G[], const double q[], double qdot[])
{
    hol_eval *sys = c->s->sys;
    hol_work *w = c->s->work;
    size_t mark = hol_mark(w);
    double *r = hol_take(w, c->m), *phi_t = NULL;

    if (!(sys->has & HOL_SCLERONOMIC)) {
        phi_t = hol_take(w, c->m);
        hol_drive(sys, c->t, q, qdot, phi_t, NULL);
        hol_scale_row_units(sys, 0, c->m, -1, phi_t);
    }
    hol_scale_units(sys, -1, qdot);
    double most = c->size[HOL_CHART_U] * hol_norm(c->n, qdot); /* of G q' */
    double driven = phi_t ? hol_norm_max(c->m, phi_t) : 0;     /* and of Phi_t */
    if (driven > most) most = driven;
    updates u = updates_of(c->rule.Btol, slip(&sys->G, G, qdot, phi_t, most, r));
    hol_status status = HOL_OK;
    if (u.left <= u.tolerance) u.verdict = HOL_CONVERGED;
    while (u.verdict == HOL_ITERATE) {
        for (int i = 0; i < c->n; i++) qdot[i] -= hol_dot4(c->m, c->UB + i * c->m, r);
        double after = foreseen(&u);
        u.last = u.left;
        u.left = after <= u.tolerance ? after : slip(&sys->G, G, qdot, phi_t, most, r);
        u.verdict = hol_newton_judge(&u.newton, u.left);
        if ((status = follow(c, &u, q, G))) break;
    }
    hol_scale_units(sys, 1, qdot);
    hol_release(w, mark);
    return status ? status : end_updates(c, &u, "G q' + Phi_t, paper 002 (24)");
}
