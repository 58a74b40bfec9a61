/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An equilibrium near a configuration, by Newton's iteration on the tangent space: of
 *
 *     r = N^T f,    K u = r,    q <- q + N u brought back onto the joints
 *
 * the step of least norm, shortened until |r| falls.  K is exact, so that near an equilibrium the
 * residual falls to its square in every step.  Where |r| has a minimum that is no zero, as of a
 * pendulum held level, a descent goes on along the force, |K| u = r by the eigenvalues of K on the
 * admissible directions, no further than the force keeps its sense: Newton's step where K is
 * definite, so that it ends at an equilibrium that is stable. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/dynamics.h"
#include "mechanics/linear.h"
#include "numerics/lapack.h"
#include "numerics/svd.h"

enum { STEPS = 60, DESCENTS = 400 };
static const double least_step = 1e-4; /* of Newton's */
static const double reach = 0.2;       /* of a step of the descent, of the length */
static const double settled = 1e-13;   /* of the largest force, in the metric of the mass */
static const double near_zero = 1e-12; /* of the largest singular value of K */
static const double round_off = 1e-14; /* of the force of a displacement by the length */

typedef struct {
    hol_linear_state x;
    hol_linear L;              /* K, C, S and `state` alone */
    double *r;                 /* m: the residual, */
    double size;               /* its norm, NAN where there is none, */
    double scale;              /* and the largest of all forces so far */
    double *start, *along, *u; /* of a step: nq, nv, n */
    bool lost;                 /* the constraints lost rank, as x.why says */
} search;

/* At x->q at rest: the residual and K. */
static void look(search *s)
{
    hol_linear_state *x = &s->x;
    int nv = x->sys->nv;
    double all = 0;
    s->size = NAN;
    s->lost = !hol_linear_basis(x) || !hol_linear_forces(x);
    if (s->lost) return;
    hol_outer_force(x->sys, 0, x->q, x->v, x->df);
    for (int k = 0; k < x->m; k++) s->r[k] = hol_dot(nv, x->N + k * nv, x->df);
    for (int i = 0; i < nv; i++) {
        double mass = x->M[hol_entry(&x->sys->M, i, i)];
        if (mass > 0) all += x->df[i] * x->df[i] / mass;
    }
    s->scale = fmax(s->scale, sqrt(all));
    s->size = hol_norm(x->m, s->r);
    s->L.n = x->n, s->L.m = x->m;
    hol_linear_matrices(x, &s->L);
}

static bool at_rest(const search *s)
{
    double moved = hol_norm_max(s->L.m * s->L.n, s->L.K) * s->x.sys->length;
    return s->size <= settled * s->scale || s->size <= round_off * moved * sqrt(s->x.metric.mass);
}

/* The start of a step, and N u of it. */
static void expand(search *s)
{
    int nv = s->x.sys->nv;
    memcpy(s->start, s->x.q, (size_t)s->x.sys->nq * sizeof *s->start);
    memset(s->along, 0, (size_t)nv * sizeof *s->along);
    for (int k = 0; k < s->x.n; k++) hol_axpy(nv, s->u[k], s->x.N + k * nv, s->along);
}

/* start + factor N u on the joints, looked at; false where that is nowhere. */
static bool go(search *s, double factor)
{
    hol_linear_state *x = &s->x;
    for (int i = 0; i < x->sys->nv; i++) x->q[i] = s->start[i] + factor * s->along[i];
    memset(x->dv, 0, (size_t)x->sys->nv * sizeof *x->dv);
    hol_inner_project(x->sys, x->q, x->dv);
    if (x->sys->nj && !hol_close_joints(&x->metric, x->q)) return false;
    look(s);
    return !s->lost;
}

/* False where no part of Newton's step makes |r| fall; x->q then is where it was. */
static bool newton(search *s)
{
    double before = s->size;
    hol_svd K;
    if (!hol_svd_make(&K, s->x.memory, s->x.m, s->x.n, s->L.K, near_zero, 0)) return false;
    hol_svd_solve(&K, s->r, s->u);
    expand(s);
    for (double factor = 1; factor > least_step; factor /= 2)
        if (go(s, factor) && s->size < before) return true;
    memcpy(s->x.q, s->start, (size_t)s->x.sys->nq * sizeof *s->start);
    look(s);
    return false;
}

/* u of |K| u = r on the admissible directions, at most `most` long. */
static bool downhill(search *s, double most)
{
    int n = s->x.n, m = s->x.m;
    double *A = hol_linear_numbers(&s->x, m * m), *w = hol_linear_numbers(&s->x, m);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) A[i * m + j] = (s->L.K[i * n + j] + s->L.K[j * n + i]) / 2;
    memset(s->u, 0, (size_t)n * sizeof *s->u);
    if (hol_lapack(LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'V', 'U', m, A, m, w))) return false;
    for (int k = 0; k < m; k++) {
        double part = 0, curve = fmax(fabs(w[k]), s->size / most);
        for (int i = 0; i < m; i++) part += A[i * m + k] * s->r[i];
        for (int i = 0; i < m; i++) s->u[i] += part / curve * A[i * m + k];
    }
    return true;
}

static bool descend(search *s)
{
    hol_linear_state *x = &s->x;
    double most = reach * x->sys->length * sqrt(x->metric.mass), work;
    if (!downhill(s, most)) return false;
    work = hol_dot(x->m, s->r, s->u);
    expand(s);
    for (double factor = 1; factor > 1e-6; factor /= 2)
        if (go(s, factor) && hol_dot(x->sys->nv, x->df, s->along) >= -0.5 * work) return true;
    return false;
}

typedef struct {
    hol_eval *sys;
    double *q;
    hol_message *why;
    bool found;
} call;

static void make_room(search *s)
{
    hol_linear_state *x = &s->x;
    int nr = x->sys->nr, nv = x->sys->nv;
    s->r = hol_linear_numbers(x, nr), s->u = hol_linear_numbers(x, nr);
    s->start = hol_linear_numbers(x, nv), s->along = hol_linear_numbers(x, nv);
    s->L.K = hol_linear_numbers(x, nr * nr), s->L.C = hol_linear_numbers(x, nr * nr);
    s->L.S = hol_linear_numbers(x, nr * nr), s->L.state = hol_linear_numbers(x, 4 * nr * nr);
}

static void find(hol_memory *m, void *data)
{
    call *c = data;
    search s = {.size = NAN};
    if (!hol_linear_begin(&s.x, m, c->sys, c->why)) return;
    make_room(&s);
    memcpy(s.x.q, c->q, (size_t)c->sys->nq * sizeof *s.x.q);
    look(&s);
    for (int k = 0; k < STEPS && !s.lost && !at_rest(&s) && newton(&s); k++) continue;
    for (int k = 0; k < DESCENTS && !s.lost && !at_rest(&s) && descend(&s); k++) continue;
    c->found = !s.lost && at_rest(&s);
    if (c->found) memcpy(c->q, s.x.q, (size_t)c->sys->nq * sizeof *s.x.q);
    if (!c->found && !s.lost)
        hol_say(c->why,
                "no equilibrium found near the start: a force of %.2g of the largest is "
                "left",
                s.size / s.scale);
}

bool hol_equilibrium(hol_eval *sys, double q[], hol_message *why)
{
    call c = {.sys = sys, .q = q, .why = why};
    hol_memory *m = hol_memory_of(find, &c);
    if (!m) hol_say(why, "%s", hol_status_text(HOL_NO_MEMORY));
    hol_memory_end(m);
    return c.found;
}
