/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The invariants each method claims to keep.
 *
 * Exactly: within round-off of all the steps for energy and momenta, within the tolerances of the
 * iterations for constraints.  Within bounds: over a span ten times as long, the largest error is
 * no more than three times as large.  Bounds are claimed of motions that stay bounded, so they are
 * tested where the forces are conservative; a body that falls for ever gains energy all the same,
 * and errors are taken relative to the energy exchanged so far. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/memory.h"
#include "numerics/dense.h"
#include "tests/claims.h"
#include "tests/generic.h"

enum { ENERGY, MOMENTUM, NODAL, PHI, GV, INNER, INVARIANTS };
static const char *const invariant[INVARIANTS] = {"energy", "momentum", "nodal momentum",
                                                  "|Phi|",  "|G v|",    "inner constraints"};
enum { SHORT = 500, LONG = 10 * SHORT }; /* steps */
static const double growth = 3;
/* Defaults of every iteration are 1e-12 or less, of the scaled residual or the last correction. */
static const double iterated = 4e-12;
static const double round_off = 2.3e-16; /* of a step */

typedef struct {
    hol_trial T;
    hol_work *work;
    hol_pose *pose;
    double h, energy, *momentum, *nodal; /* the step; at the start, the last two of ns */
    hol_kept claimed[INVARIANTS];
    bool from_zero; /* all momenta are zero at the start, but for round-off */
    double scale[INVARIANTS];
    double most[INVARIANTS], early[INVARIANTS]; /* over all steps, over the first SHORT */
} watch;

/* J(q, M v) */
static void momentum(watch *W, const double q[], const double v[], double J[])
{
    const hol_system *sys = W->T.sys;
    double *M = hol_take(W->work, sys->M.nnz), *p = hol_take(W->work, sys->nv);
    sys->mass(sys, q, M);
    hol_multiply(&sys->M, M, v, p);
    if (sys->ns) sys->momentum(sys, q, p, J);
}

/* What a momentum map is measured by where all start from zero: |p| at an arm of the length of the
 * system, or of 1 m; the largest so far. */
static double momentum_size(watch *W, const hol_state *z)
{
    const hol_system *sys = W->T.sys;
    double *M = hol_take(W->work, sys->M.nnz), *p = hol_take(W->work, sys->nv);
    sys->mass(sys, z->q, M);
    hol_multiply(&sys->M, M, z->v, p);
    return fmax(W->scale[MOMENTUM], hol_norm_max(sys->nv, p) * fmax(sys->length, 1));
}

static double apart(int n, const double x[], const double y[])
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i] - y[i]));
    return most;
}

/* The distance of q from a motion of rigid bodies: what changes where its poses are placed anew.
 * The angle of a planar body is placed within half a turn. */
static double not_rigid(watch *W, const double q[], const double v[])
{
    const hol_system *sys = W->T.sys;
    double *q1 = hol_take(W->work, sys->nq), *v1 = hol_take(W->work, sys->nv), most = 0;
    sys->poses(sys, q, v, W->pose);
    sys->place(sys, W->pose, q1, v1);
    for (int i = 0; i < sys->nq; i++) most = fmax(most, fabs(remainder(q[i] - q1[i], 2 * M_PI)));
    return most;
}

/* |G v|, |A v - w| */
static double constraint_speed(watch *W, const hol_state *z, const double G[])
{
    const hol_system *sys = W->T.sys;
    double *Gv = hol_take(W->work, sys->nc), *Av = hol_take(W->work, sys->na);
    double *A = hol_take(W->work, sys->A.nnz), *w = hol_take(W->work, sys->na);
    if (sys->nc) hol_multiply(&sys->G, G, z->v, Gv);
    if (sys->na) {
        sys->nonholonomic(sys, z->t, z->q, A, w);
        hol_multiply(&sys->A, A, z->v, Av);
        hol_axpy(sys->na, -1, w, Av);
    }
    return fmax(hol_norm_max(sys->nc, Gv), hol_norm_max(sys->na, Av));
}

/* Errors of the state, in units of their scales. */
static void look(watch *W, double now[])
{
    const hol_system *sys = W->T.sys;
    const hol_state *z = W->T.z;
    size_t mark = hol_mark(W->work);
    double *J = hol_take(W->work, sys->ns), *phi = hol_take(W->work, sys->nc);
    double *G = hol_take(W->work, sys->G.nnz);
    double T = sys->kinetic(sys, z->q, z->v), E = T + sys->potential(sys, z->q);
    W->scale[ENERGY] = fmax(W->scale[ENERGY], T);
    if (W->from_zero) W->scale[MOMENTUM] = W->scale[NODAL] = momentum_size(W, z);

    now[ENERGY] = fabs(E - W->energy);
    momentum(W, z->q, z->v, J);
    now[MOMENTUM] = apart(sys->ns, J, W->momentum);
    if (sys->ns) sys->momentum(sys, z->q, z->p, J);
    now[NODAL] = apart(sys->ns, J, W->nodal);
    if (sys->nc) sys->constraints(sys, z->t, z->q, phi, G);
    now[PHI] = hol_norm_max(sys->nj, phi);
    now[INNER] = fmax(hol_norm_max(sys->nc - sys->nj, phi + sys->nj), not_rigid(W, z->q, z->v));
    now[GV] = constraint_speed(W, z, G);
    for (int k = 0; k < INVARIANTS; k++) now[k] /= W->scale[k];
    hol_release(W->work, mark);
}

static void begin(watch *W, int way)
{
    *W = (watch){.work = hol_work_new()};
    hol_trial_open(&W->T, way);
    const hol_system *sys = W->T.sys;
    const hol_state *z = W->T.z;
    const hol_claims *c = &W->T.claims;
    W->h = 0.5 * W->T.way.problem->step;
    hol_trial_start(&W->T, W->h);
    W->pose = hol_new(sys->nb, sizeof *W->pose);
    W->momentum = hol_new(2 * sys->ns, sizeof(double));
    W->nodal = W->momentum + sys->ns;
    double T = sys->kinetic(sys, z->q, z->v);
    W->energy = T + sys->potential(sys, z->q);
    momentum(W, z->q, z->v, W->momentum);
    if (sys->ns) sys->momentum(sys, z->q, z->p, W->nodal);

    double J = sys->ns ? hol_norm_max(sys->ns, W->momentum) : 1;
    W->from_zero = sys->ns && J <= 1e-9 * momentum_size(W, z);
    double scale[INVARIANTS] = {T, J, J, sys->length, sys->speed, 1};
    hol_kept claimed[INVARIANTS] = {c->energy, c->momentum, c->nodal_momentum,
                                    c->phi,    c->gv,       c->inner};
    memcpy(W->scale, scale, sizeof scale);
    memcpy(W->claimed, claimed, sizeof claimed);
}

static void end(watch *W)
{
    free(W->pose);
    free(W->momentum);
    hol_work_free(W->work);
    hol_trial_close(&W->T);
}

static double allowed(int k, int steps)
{
    return k == ENERGY || k == MOMENTUM || k == NODAL ? steps * round_off : iterated;
}

static void judge(const watch *W, int k, bool conservative, int steps)
{
    double exact = allowed(k, steps), most = W->most[k];
    if (W->claimed[k] == HOL_EXACT)
        ck_assert_msg(most <= exact, "%s: %s: measured error %.3g, claimed exact: %.3g", W->T.name,
                      invariant[k], most, exact);
    if (W->claimed[k] == HOL_BOUNDED && conservative)
        ck_assert_msg(most <= fmax(exact, growth * W->early[k]),
                      "%s: %s: the error grows from %.3g to %.3g over ten times the span, claimed "
                      "bounded",
                      W->T.name, invariant[k], W->early[k], most);
}

static void report(const watch *W)
{
    static const char word[] = {[HOL_NOT_KEPT] = '-', [HOL_BOUNDED] = '~', [HOL_EXACT] = '='};
    printf("%-68s", W->T.name);
    for (int k = 0; k < INVARIANTS; k++)
        printf("  %s %c%.1e x%.1f", invariant[k], word[W->claimed[k]], W->most[k],
               W->most[k] / fmax(W->early[k], 1e-300));
    printf("\n");
}

START_TEST(every_invariant_is_kept_as_claimed)
{
    watch W;
    double now[INVARIANTS];
    begin(&W, _i);
    bool conservative = W.T.sys->has & HOL_CONSERVATIVE;
    int span = (int)(W.T.way.problem->t_end / W.h),
        steps = conservative || span > LONG ? LONG : span;
    bool claims = false; /* a method that claims nothing need not survive the span */
    for (int k = 0; k < INVARIANTS; k++) claims = claims || W.claimed[k] != HOL_NOT_KEPT;
    for (int n = 1; claims && n <= steps; n++) {
        hol_trial_step(&W.T, W.h, n);
        look(&W, now);
        for (int k = 0; k < INVARIANTS; k++) {
            W.most[k] = isnan(now[k]) ? HUGE_VAL : fmax(W.most[k], now[k]);
            if (n <= SHORT) W.early[k] = W.most[k];
        }
    }
    if (hol_verbose()) report(&W);
    for (int k = 0; claims && k < INVARIANTS; k++) judge(&W, k, conservative, steps);
    end(&W);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("invariants");
    TCase *tcase = tcase_create("invariants");
    tcase_add_loop_test(tcase, every_invariant_is_kept_as_claimed, 0, hol_ways(NULL));
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
