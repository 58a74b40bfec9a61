/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The invariants of a motion and how far a method leaves them: see study.h.
 *
 * Exactly kept: within round-off of all the steps for energy and momenta, within the tolerances of
 * the iterations for constraints.  Bounded: without a drift (drift.c), over a span that is doubled
 * until it has enough oscillations to tell.  A body that falls for ever gains energy all the same,
 * and errors are taken relative to the largest energy so far. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/words.h"
#include "harness/run/balance.h"
#include "harness/study/study.h"

const char *const hol_invariant_of[HOL_INVARIANTS] = {HOL_INVARIANT_LIST(HOL_WORD)};

#define AT(name) HOL_INVARIANT_##name

enum { STEPS = HOL_INVARIANT_STEPS, UNBOUNDED = STEPS / 5 };
/* Defaults of every iteration are 1e-12 or less, of the scaled residual or the last correction. */
static const double iterated = 4e-12;
static const double round_off = 2.3e-16; /* of a step */
/* An error of the scale's order is none of the small oscillations that bounds are claimed of, and
 * changes the motion, so that no law can be told. */
static const double gross = 0.5;

typedef struct {
    const hol_experiment *x;
    hol_work *work;
    hol_pose *pose;
    double energy, *momentum, *nodal; /* at the start, the last two of ns */
    bool from_zero;                   /* all momenta are zero at the start, but for round-off */
    double scale[HOL_INVARIANTS];
    hol_balance *balance; /* of the work done; NULL: none is */
} watch;

static double spin_of(const watch *W)
{
    hol_eval *sys = W->x->sys;
    hol_pose *pose = hol_take_bytes(W->work, sys->nb, sizeof *pose);
    hol_poses(sys, W->x->z->q, W->x->z->v, pose);
    return hol_largest_spin(sys->nb, pose);
}

/* The work up to the state. */
static double work_done(watch *W)
{
    hol_eval *sys = W->x->sys;
    const hol_state *z = W->x->z;
    if (!W->balance) return 0;
    double *a = hol_take(W->work, sys->nv), *lambda = hol_take(W->work, sys->nc);
    double *alpha = hol_take(W->work, sys->na);
    if (hol_acceleration(sys, z->t, z->q, z->v, a, lambda, sys->na ? alpha : NULL) == HOL_OK)
        hol_balance_read(W->balance, W->work, z, a, lambda, alpha, spin_of(W));
    return hol_balance_work(W->balance);
}

/* What a momentum map is measured by where all start from zero: |p| at an arm of the length of the
 * system; the largest so far. */
static double momentum_size(watch *W)
{
    hol_eval *sys = W->x->sys;
    const hol_state *z = W->x->z;
    double *M = hol_take(W->work, sys->M.nnz), *p = hol_take(W->work, sys->nv);
    hol_mass(sys, z->q, M);
    hol_multiply(&sys->M, M, z->v, p);
    return fmax(W->scale[AT(MOMENTUM)], hol_norm_max(sys->nv, p) * sys->length);
}

/* The distance of q from a motion of rigid bodies: what changes where its poses are placed anew.
 * The angle of a planar body is placed within half a turn. */
static double not_rigid(watch *W, const double q[], const double v[])
{
    hol_eval *sys = W->x->sys;
    double *q1 = hol_take(W->work, sys->nq), *v1 = hol_take(W->work, sys->nv), most = 0;
    hol_poses(sys, q, v, W->pose);
    hol_place(sys, W->pose, q1, v1);
    for (int i = 0; i < sys->nq; i++) most = fmax(most, fabs(remainder(q[i] - q1[i], 2 * M_PI)));
    return most;
}

/* |G v + Phi_t|, |A v - w| */
static double constraint_speed(watch *W, const double G[])
{
    hol_eval *sys = W->x->sys;
    const hol_state *z = W->x->z;
    double *Gv = hol_take(W->work, sys->nc), *Av = hol_take(W->work, sys->na);
    double *A = hol_take(W->work, sys->A.nnz), *w = hol_take(W->work, sys->na);
    if (sys->nc) hol_multiply(&sys->G, G, z->v, Gv);
    if (sys->nc && !(sys->has & HOL_SCLERONOMIC)) {
        double *phi_t = hol_take(W->work, sys->nc);
        hol_drive(sys, z->t, z->q, z->v, phi_t, NULL);
        hol_axpy(sys->nc, 1, phi_t, Gv);
    }
    if (sys->na) {
        hol_nonholonomic_rows(sys, z->t, z->q, A, w);
        hol_multiply(&sys->A, A, z->v, Av);
        hol_axpy(sys->na, -1, w, Av);
    }
    return fmax(hol_norm_max(sys->nc, Gv), hol_norm_max(sys->na, Av));
}

/* The largest sum of the |G_ij v_j| of a row, which cancel where the constraints are kept. */
static double row_speed(const watch *W, const double G[])
{
    const hol_pattern *P = &W->x->sys->G;
    double most = 0;
    for (int i = 0; i < P->rows; i++) {
        double sum = 0;
        for (int k = P->start[i]; k < P->start[i + 1]; k++)
            sum += fabs(G[k] * W->x->z->v[P->col[k]]);
        most = fmax(most, sum);
    }
    return most;
}

/* Errors of the state, in units of their scales. */
static void look(watch *W, double now[])
{
    hol_eval *sys = W->x->sys;
    const hol_state *z = W->x->z;
    size_t mark = hol_mark(W->work);
    double *J = hol_take(W->work, sys->ns), *phi = hol_take(W->work, sys->nc);
    double *G = hol_take(W->work, sys->G.nnz);
    double T = hol_kinetic(sys, z->q, z->v), U = hol_potential(sys, z->q), E = T + U;
    W->scale[AT(ENERGY)] = fmax(W->scale[AT(ENERGY)], fmax(T, fabs(U)));
    if (W->from_zero) W->scale[AT(MOMENTUM)] = W->scale[AT(NODAL)] = momentum_size(W);

    now[AT(ENERGY)] = E - W->energy - work_done(W);
    hol_momentum_of(sys, W->work, z->q, z->v, J);
    now[AT(MOMENTUM)] = hol_apart(sys->ns, J, W->momentum);
    if (sys->ns) hol_momentum(sys, z->q, z->p, J);
    now[AT(NODAL)] = hol_apart(sys->ns, J, W->nodal);
    if (sys->nc) hol_constraints(sys, z->t, z->q, phi, G);
    now[AT(PHI)] = hol_norm_max(sys->nj, phi);
    now[AT(INNER)] = fmax(hol_norm_max(sys->nc - sys->nj, phi + sys->nj), not_rigid(W, z->q, z->v));
    now[AT(GV)] = constraint_speed(W, G);
    if (sys->nc) W->scale[AT(GV)] = fmax(W->scale[AT(GV)], row_speed(W, G));
    for (int k = 0; k < HOL_INVARIANTS; k++) now[k] /= W->scale[k];
    hol_release(W->work, mark);
}

static void begin(watch *W, const hol_experiment *x, hol_memory *m)
{
    hol_eval *sys = x->sys;
    const hol_state *z = x->z;
    *W = (watch){.x = x, .work = hol_had(hol_work_new())};
    W->balance = hol_balance_new(m, sys);
    work_done(W);
    W->pose = hol_new(sys->nb, sizeof *W->pose);
    hol_poses(sys, z->q, z->v, W->pose);
    W->momentum = hol_new(2 * sys->ns, sizeof(double));
    W->nodal = W->momentum + sys->ns;
    double T = hol_kinetic(sys, z->q, z->v);
    W->energy = T + hol_potential(sys, z->q);
    hol_momentum_of(sys, W->work, z->q, z->v, W->momentum);
    if (sys->ns) hol_momentum(sys, z->q, z->p, W->nodal);
    double J = sys->ns ? hol_norm_max(sys->ns, W->momentum) : 1;
    W->from_zero = sys->ns && J <= 1e-9 * momentum_size(W);
    /* a motion from rest: what the system has at its own speed */
    double energy, moved;
    hol_invariant_scales(sys, &energy, &moved);
    T = fmax(T, energy);
    if (W->from_zero) J = moved;
    double scale[HOL_INVARIANTS] = {T, J, J, sys->length, sys->speed * sys->unit, 1};
    memcpy(W->scale, scale, sizeof scale);
}

static void end(watch *W)
{
    free(W->pose);
    free(W->momentum);
    hol_work_free(W->work);
}

/* ---------------------------------------------------------------- spans */

static bool bounded(const hol_experiment *x)
{
    return hol_keeps_energy(x->sys) && x->problem->t_regular == 0;
}

/* A claim that only a long span can refute. */
static bool grows_at_most(const hol_experiment *x)
{
    const hol_claims *c = &x->claims;
    return bounded(x) && (c->energy == HOL_BOUNDED || c->momentum == HOL_BOUNDED ||
                          c->nodal_momentum == HOL_BOUNDED || c->phi == HOL_BOUNDED ||
                          c->gv == HOL_BOUNDED || c->inner == HOL_BOUNDED);
}

typedef struct { /* what is measured over so many steps */
    int steps;
    hol_rhythm *rhythm;
    hol_track track[HOL_INVARIANTS]; /* of the errors, relative to their scales */
    hol_invariant of[HOL_INVARIANTS];
} span;

static void start_span(hol_memory *m, span *s, const hol_experiment *x, int steps, double h)
{
    const hol_claims *c = &x->claims;
    const hol_kept claimed[HOL_INVARIANTS] = {c->energy, c->momentum, c->nodal_momentum,
                                              c->phi,    c->gv,       c->inner};
    s->steps = steps;
    s->rhythm = hol_rhythm_new(m, x->sys->nb, x->sys->length, steps * h);
    for (int k = 0; k < HOL_INVARIANTS; k++) {
        bool constraint = k == AT(PHI) || k == AT(GV) || k == AT(INNER);
        s->of[k] = (hol_invariant){.claimed = claimed[k],
                                   .exact = constraint ? iterated : steps * round_off,
                                   .bounded = bounded(x),
                                   .t_end = steps * h};
        hol_track_start(&s->track[k], steps * h, s->rhythm);
    }
}

static void take(span *s, const double now[], const hol_pose pose[], double t)
{
    hol_rhythm_add(s->rhythm, t, pose);
    for (int k = 0; k < HOL_INVARIANTS; k++)
        hol_track_add(&s->track[k], t, isnan(now[k]) ? HUGE_VAL : now[k]);
}

/* The law of a drift can be told. */
static bool end_span(span *s)
{
    double slowest = hol_rhythm_slowest(s->rhythm);
    for (int k = 0; k < HOL_INVARIANTS; k++) {
        s->of[k].most = s->track[k].max_error;
        s->of[k].slowest = slowest;
        s->of[k].drift = hol_track_drift(&s->track[k]);
    }
    return hol_rhythm_seen(s->rhythm);
}

typedef struct {
    const hol_experiment *x;
    hol_memory *memory;
    span *s;
    int spans;
} study;

/* One span, or each twice as long as the one before. */
static void make_spans(hol_memory *m, void *data)
{
    study *S = data;
    const hol_problem *problem = S->x->problem;
    double h = 0.5 * problem->step;
    bool long_ones = grows_at_most(S->x);
    int steps = STEPS;
    if (!long_ones) steps = (int)fmin(hol_regular_span(problem, problem->t_end) / h, UNBOUNDED);
    S->spans = long_ones ? 1 + HOL_INVARIANT_DOUBLINGS : 1;
    S->s = hol_alloc(m, (size_t)S->spans, sizeof *S->s);
    for (int k = 0; k < S->spans; k++) start_span(m, &S->s[k], S->x, steps << k, h);
}

/* Steps until a span is seen whole, or the last ends; which ended last, -1: none. */
static int step_spans(study *S, watch *W, hol_status *status, int *n)
{
    const hol_experiment *x = S->x;
    double h = 0.5 * x->problem->step, now[HOL_INVARIANTS];
    int ended = -1;
    while (ended + 1 < S->spans) {
        if ((*status = hol_step(x->s, h, x->z))) return ended;
        x->z->t = ++*n * h;
        look(W, now);
        for (int k = ended + 1; k < S->spans; k++) take(&S->s[k], now, W->pose, x->z->t);
        if (*n == S->s[ended + 1].steps && end_span(&S->s[++ended])) return ended;
    }
    return ended;
}

bool hol_invariant_study(const hol_experiment *x, hol_invariant of[HOL_INVARIANTS],
                         hol_message *why)
{
    study S = {.x = x};
    S.memory = hol_memory_of(make_spans, &S);
    if (!S.memory) hol_no_memory();
    int n = 0;
    hol_status status = hol_start(x->s, 0, 0.5 * x->problem->step, NULL, x->z);
    watch W;
    begin(&W, x, S.memory);
    const double none[HOL_INVARIANTS] = {0};
    for (int k = 0; k < S.spans; k++) take(&S.s[k], none, W.pose, 0);
    int ended = status ? -1 : step_spans(&S, &W, &status, &n);
    end(&W);
    const span *whole = &S.s[ended < 0 ? 0 : ended];
    memcpy(of, whole->of, sizeof whole->of);
    if (ended < 0)
        hol_say(why, "step %d of h = %g: %s%s%s, residual %.3g", n + 1, 0.5 * x->problem->step,
                hol_status_name(status), x->s->residual.of ? ", " : "",
                x->s->residual.of ? x->s->residual.of : "", x->s->residual.value);
    hol_memory_end(S.memory);
    return ended >= 0;
}

bool hol_invariant_as_claimed(const hol_invariant *i)
{
    if (i->claimed == HOL_EXACT) return i->most <= i->exact;
    if (i->claimed == HOL_BOUNDED && i->bounded)
        return i->most <= gross && i->drift.growth <= i->exact;
    return true;
}

bool hol_invariant_hidden(const hol_invariant *i)
{
    bool told = i->drift.law != HOL_DRIFT_UNKNOWN || i->most <= i->exact || i->most > gross;
    return i->claimed == HOL_BOUNDED && i->bounded && !told;
}
