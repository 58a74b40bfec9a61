/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Projection onto the manifold of the constraints and onto invariants: paper 000 (Tuomela, Arponen,
 * Normi), section 5.2, Algorithm 5.5.
 *
 * Its (y, y_1) is our (q, v), M_theta the manifold of the inner rows, g the first `rows` rows of
 * Phi.  To the letter of Algorithm 5.5 these are the joints, and M_theta, M_hc and M_inv are met in
 * turn.  A round then shrinks the error only by cos^2 of the angle between the normal spaces: in
 * Euler parameters, for a spherical joint at distance l [m] from the mass centre of a body, by
 * 4 l^2 / (1 + 4 l^2) where the error is along the body.  By default g is all of Phi: onto M_theta
 * by Algorithm 5.3, then onto the intersection of M_theta and M_hc at once, and along it to the
 * invariants. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/newton.h"
#include "methods/projection_parts.h"

/* ---------------------------------------------------------------- residuals */

/* Of the rows from `first` on, in the units of the system unless raw. */
static double rows_norm(const hol_projecting *P, int first, int count, const double x[])
{
    const hol_projection *p = P->p;
    if (p->how.raw || p->sys->unit == 1) return hol_norm(count, x + first);
    size_t mark = hol_mark(P->s->work);
    double *y = hol_take(P->s->work, count);
    memcpy(y, x + first, (size_t)count * sizeof *y);
    hol_scale_row_units(p->sys, first, count, -1, y);
    double norm = hol_norm(count, y);
    hol_release(P->s->work, mark);
    return norm;
}

void hol_stand_rate(hol_projecting *P)
{
    const hol_projection *p = P->p;
    hol_eval *sys = p->sys;
    hol_standing *at = &P->at;
    if (sys->nc) hol_multiply(&sys->G, at->G, P->v, at->Gv);
    at->g[1] = rows_norm(P, 0, p->rows, at->Gv) / p->speed;
    at->rest[1] = rows_norm(P, p->rows, sys->nc - p->rows, at->Gv) / p->speed;
    at->worst = 0;
    if (!P->target) return;
    hol_invariants_at(p->invariants, P->s->work, P->q, P->v, at->f);
    for (int i = 0; i < p->invariants->count; i++) {
        at->f[i] -= P->target[i];
        double size = fabs(at->f[i]) / (p->how.raw ? 1 : p->invariants->scale[i]);
        if (!(size <= at->worst)) at->worst = size; /* NaN too */
    }
}

void hol_stand(hol_projecting *P)
{
    const hol_projection *p = P->p;
    hol_eval *sys = p->sys;
    hol_standing *at = &P->at;
    if (sys->nc) hol_constraints(sys, P->t, P->q, at->phi, at->G);
    at->g[0] = rows_norm(P, 0, p->rows, at->phi) / p->length;
    at->rest[0] = rows_norm(P, p->rows, sys->nc - p->rows, at->phi) / p->length;
    hol_stand_rate(P);
}

static bool on_constraints(const hol_projecting *P)
{
    return P->at.g[0] <= P->tolerance && P->at.g[1] <= P->tolerance;
}

static double largest(const hol_standing *at)
{
    double part[] = {at->g[0], at->g[1], at->rest[0], at->rest[1], at->worst};
    return hol_norm_max(5, part);
}

/* ---------------------------------------------------------------- rounds */

/* M_hc, then M_inv, eq. (5.5). */
static hol_status in_turn(hol_projecting *P)
{
    bool orthogonal = P->p->how.kind == HOL_PROJECTION_ORTHOGONAL;
    hol_status status = HOL_OK;
    if (!on_constraints(P))
        status = orthogonal ? hol_project_foot(P, HOL_POSITIONS | HOL_VELOCITIES,
                                               "orthogonal projection (5.2)")
                            : hol_project_quasi(P);
    if (status || P->at.worst <= P->tolerance) return status;
    return hol_project_foot(P, HOL_INVARIANTS, "projection onto the invariants (5.5)");
}

static hol_status at_once(hol_projecting *P)
{
    if (P->p->how.kind == HOL_PROJECTION_ORTHOGONAL && !P->dependent) {
        unsigned rows = HOL_POSITIONS | HOL_VELOCITIES | (P->target ? HOL_INVARIANTS : 0);
        hol_status status = hol_project_foot(P, rows, "orthogonal projection (5.2)");
        P->dependent = status == HOL_SINGULAR && P->target;
        return P->dependent ? HOL_OK : status;
    }
    return on_constraints(P) ? hol_slide(P) : hol_project_quasi(P);
}

const char hol_projection_name[] = "the manifolds (Algorithm 5.5";

static hol_status give_up(hol_projecting *P)
{
    hol_projection *p = P->p;
    const hol_standing *at = &P->at;
    bool split = p->rows < p->sys->nc;
    int n = snprintf(p->failure, sizeof p->failure, "%s: %s %.2g, their rates %.2g",
                     hol_projection_name, split ? "joints" : "constraints", at->g[0], at->g[1]);
    if (split)
        n += snprintf(p->failure + n, sizeof p->failure - (size_t)n,
                      ", inner constraints %.2g, their rates %.2g", at->rest[0], at->rest[1]);
    if (P->target)
        n +=
            snprintf(p->failure + n, sizeof p->failure - (size_t)n, ", invariants %.2g", at->worst);
    snprintf(p->failure + n, sizeof p->failure - (size_t)n, ")");
    P->s->residual.value = largest(at);
    P->s->residual.of = p->failure;
    return HOL_REJECT;
}

/* Turns shrink the error by a constant factor, which may be near 1: at 0.98 from 1e-2 to 1e-12 in
 * 1140 rounds. */
enum { ROUNDS = 2000 };

/* One round.  Nested: onto M_hc and M_inv in turn until both are met, before M_theta is looked at
 * again. */
static hol_status turn(hol_projecting *P)
{
    const hol_projection *p = P->p;
    hol_status status;
    if (!p->how.invariants_in_turn) return at_once(P);
    for (int k = 0; k < ROUNDS; k++) {
        size_t mark = hol_mark(P->s->work);
        status = in_turn(P);
        hol_release(P->s->work, mark);
        bool met = on_constraints(P) && P->at.worst <= P->tolerance;
        if (status || !p->how.nested || met) return status;
    }
    return HOL_REJECT;
}

/* A round in turn leaves the rows outside g violated, and in g what (5.4) and (5.5) leave; every
 * part is judged on its own. */
static hol_status rounds(hol_projecting *P)
{
    hol_projection *p = P->p;
    hol_eval *sys = p->sys;
    double last = HUGE_VAL;
    for (int round = 0; round < ROUNDS; round++) {
        hol_inner_project(sys, P->q, P->v);
        hol_stand(P);
        if (on_constraints(P) && P->at.worst <= P->tolerance) return HOL_OK;
        if (round == 0) P->s->count->projections++;
        size_t mark = hol_mark(P->s->work);
        hol_status status = turn(P);
        hol_release(P->s->work, mark);
        if (status == HOL_SINGULAR) return status;
        double left = largest(&P->at);
        if (status || !(left < 1e100)) break;
        bool stagnates = left <= HOL_NEWTON_FLOOR && left >= last;
        if (left <= P->tolerance || stagnates) return HOL_OK;
        last = left;
    }
    return give_up(P);
}

hol_status hol_project(hol_projection *p, hol_stepper *s, double tolerance, double t, double q[],
                       double v[], const double target[])
{
    hol_eval *sys = p->sys;
    size_t mark = hol_mark(s->work);
    hol_projecting P = {.p = p,
                        .s = s,
                        .tolerance = tolerance,
                        .t = t,
                        .q = q,
                        .v = v,
                        .target = p->invariants ? target : NULL,
                        .at = {.phi = hol_take(s->work, sys->nc),
                               .Gv = hol_take(s->work, sys->nc),
                               .G = hol_take(s->work, sys->G.nnz),
                               .f = hol_take(s->work, p->invariants ? p->invariants->count : 0)}};
    s->count->projected++;
    long before = s->count->newton;
    hol_status status = rounds(&P);
    if (s->count->newton - before > s->count->newton_most) /* all of one projection's */
        s->count->newton_most = s->count->newton - before;
    hol_release(s->work, mark);
    return status;
}

/* ---------------------------------------------------------------- set-up */

int hol_projection_room(const hol_projection *p)
{
    hol_eval *sys = p->sys;
    int n = sys->nv, m = p->rows, r = p->invariants ? p->invariants->count : 0;
    bool dense = p->how.kind == HOL_PROJECTION_ORTHOGONAL || p->how.newton == HOL_NEWTON_FULL ||
                 p->how.forcing > 0 || p->how.condition || (r && p->how.invariants_in_turn);
    int size = dense ? 2 * n + 2 * m + r : 0, vectors = 16 * (n + sys->nc + r + size + 4);
    return 2 * size * size + (m + r) * size + r * (6 * n + r) + sys->G.nnz + 8 * hol_K(sys)->nnz +
           4 * sys->M.nnz + vectors;
}

void hol_projection_renew(hol_projection *p)
{
    p->factored = false;
}

hol_projection *hol_projection_new(hol_memory *m, hol_eval *sys, const hol_projection_how *how,
                                   const hol_invariants *invariants)
{
    hol_projection *p = hol_alloc(m, 1, sizeof *p);
    p->sys = sys;
    p->how = *how;
    p->invariants = invariants && invariants->count ? invariants : NULL;
    p->rows = how->inner_in_turn ? sys->nj : sys->nc;
    p->length = how->raw ? 1 : sys->length / sys->unit;
    p->speed = how->raw ? 1 : sys->speed;
    if (p->rows == 0) return p;

    int nnz = sys->G.start[p->rows];
    p->dg = (hol_pattern){p->rows, sys->nv, nnz, sys->G.start, sys->G.col};
    hol_saddle_end_with(m, &p->solver);
    p->solver = hol_saddle_new(&sys->M, &p->dg, HOL_SADDLE_DEFINITE | HOL_SADDLE_SYMMETRIC,
                               HOL_SADDLE_AUTO, sys->count);
    size_t mark = hol_mark(sys->work);
    double *W = hol_take(sys->work, sys->M.nnz); /* the metric of the units, in the pattern of M */
    for (int i = 0; i < sys->nv; i++)
        for (int k = sys->M.start[i]; k < sys->M.start[i + 1]; k++)
            W[k] = sys->M.col[k] == i ? 1 / (hol_unit(sys, i) * hol_unit(sys, i)) : 0;
    hol_saddle_set_K(p->solver, W);
    hol_release(sys->work, mark);
    return p;
}
