/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Energies, momenta, constraint residuals and errors of a motion: see diagnostics.h. */
#include "holonomy/diagnostics.h"

#include <math.h>
#include <string.h>

#include "harness/run/balance.h"
#include "holonomy/dense.h"
#include "holonomy/memory.h"
#include "holonomy/rows.h"
#include "holonomy/so3.h"

/* ---------------------------------------------------------------- one state */

typedef struct { /* what hol_gauge_new and hol_diagnostics_new are given, and make */
    hol_eval *sys;
    hol_work *work;
    double span; /* of the motion [s] */
    hol_gauge *gauge;
    hol_diagnostics *diagnostics;
} making;

static void make_gauge(hol_memory *m, void *data)
{
    making *x = data;
    hol_eval *sys = x->sys;
    size_t ns = (size_t)sys->ns;
    hol_gauge *g = x->gauge = hol_alloc(m, 1, sizeof *g);
    *g = (hol_gauge){.memory = m, .sys = sys, .work = x->work};
    g->momentum = hol_alloc(m, ns, sizeof(double));
    g->momentum_rigid = hol_alloc(m, ns, sizeof(double));
    g->momentum_nodal = hol_alloc(m, ns, sizeof(double));
    g->pose = hol_alloc(m, (size_t)sys->nb, sizeof(hol_pose));
    g->lambda = hol_alloc(m, (size_t)sys->nc, sizeof(double));
    g->alpha = hol_alloc(m, (size_t)sys->na, sizeof(double));
    g->balance = hol_balance_new(m, sys);
    g->reaction_name = hol_reaction_rows(sys, &g->reactions);
    g->reaction =
        g->reactions > sys->nj ? hol_alloc(m, (size_t)g->reactions, sizeof(double)) : g->lambda;
}

hol_gauge *hol_gauge_new(hol_eval *sys, hol_work *work)
{
    making x = {.sys = sys, .work = work};
    return hol_memory_of(make_gauge, &x) ? x.gauge : NULL;
}

void hol_gauge_free(hol_gauge *g)
{
    if (g) hol_memory_end(g->memory);
}

void hol_gauge_by_all(hol_gauge *g, hol_eval *whole, const hol_left_out *out, bool least_norm)
{
    g->whole = whole;
    g->left_out = out;
    g->all = hol_alloc(g->memory, (size_t)(whole->nj + whole->na), sizeof(double));
    g->kept_row = hol_alloc(g->memory, (size_t)(whole->nj + whole->na), sizeof(int));
    /* of rows chosen anew a tree of joints may meet fewer, and more have a multiplier */
    if (whole->nc > g->sys->nc) g->lambda = hol_alloc(g->memory, (size_t)whole->nc, sizeof(double));
    if (least_norm) g->least = hol_least_norm_new(g->memory, whole);
    g->reactions = whole->nj;
    g->reaction_name = whole->row_name;
    g->reaction = g->all;
}

void hol_poses_like(hol_eval *sys, const double q[], const double v[], const hol_pose before[],
                    hol_pose pose[])
{
    hol_poses(sys, q, v, pose);
    for (int b = 0; before && b < sys->nb; b++)
        if (hol_dot(4, before[b].p, pose[b].p) < 0.0)
            for (int i = 0; i < 4; i++) pose[b].p[i] = -pose[b].p[i];
}

void hol_momentum_of(hol_eval *sys, hol_work *w, const double q[], const double v[], double J[])
{
    if (!sys->ns) return;
    size_t mark = hol_mark(w);
    double *M = hol_take(w, sys->M.nnz), *p = hol_take(w, sys->nv);
    hol_mass(sys, q, M);
    hol_multiply(&sys->M, M, v, p);
    hol_momentum(sys, q, p, J);
    hol_release(w, mark);
}

static void read_energy(hol_gauge *g, const hol_state *z)
{
    hol_eval *sys = g->sys;
    g->kinetic = hol_kinetic(sys, z->q, z->v);
    g->potential = hol_potential(sys, z->q);
    g->energy = g->kinetic + g->potential;
    hol_momentum_of(sys, g->work, z->q, z->v, g->momentum);
    if (sys->ns) hol_momentum(sys, z->q, z->p, g->momentum_nodal);
}

/* The poses, their signs continued from those of the last state. */
static void read_poses(hol_gauge *g, const hol_state *z)
{
    hol_eval *sys = g->sys;
    size_t mark = hol_mark(g->work), bytes = (size_t)sys->nb * sizeof(hol_pose);
    hol_pose *last = (hol_pose *)hol_take(g->work, (int)(bytes / sizeof(double)));
    memcpy(last, g->pose, bytes);
    hol_poses_like(sys, z->q, z->v, g->followed ? last : NULL, g->pose);
    g->followed = true;
    hol_release(g->work, mark);
}

static void read_rigid(hol_gauge *g)
{
    hol_eval *sys = g->sys;
    size_t mark = hol_mark(g->work);
    double *q = hol_take(g->work, sys->nq), *v = hol_take(g->work, sys->nv);
    hol_place(sys, g->pose, q, v);
    g->energy_rigid = hol_kinetic(sys, q, v) + hol_potential(sys, q);
    hol_momentum_of(sys, g->work, q, v, g->momentum_rigid);
    hol_release(g->work, mark);
}

/* |C x - b|_max over the rows of a pattern */
static double residual(hol_work *w, const hol_pattern *P, const double C[], const double x[],
                       const double b[])
{
    double *y = hol_take(w, P->rows);
    hol_multiply(P, C, x, y);
    hol_axpy(P->rows, -1.0, b, y);
    return hol_norm_max(P->rows, y);
}

static double larger(double a, double b) /* NaN if either is */
{
    return isnan(a) || a > b ? a : b;
}

/* Are the coordinates of all rows others than those of the rows kept? */
static bool elsewhere(const hol_gauge *g)
{
    return g->whole && strcmp(g->whole->formulation, g->sys->formulation) != 0;
}

/* The state in the coordinates of all rows. */
static hol_state of_all(hol_gauge *g, const hol_state *z)
{
    hol_state all = {.t = z->t, .q = z->q, .v = z->v};
    if (!elsewhere(g)) return all;
    size_t bytes = (size_t)g->sys->nb * sizeof(hol_pose);
    hol_pose *pose = (hol_pose *)hol_take(g->work, (int)(bytes / sizeof(double)));
    all.q = hol_take(g->work, g->whole->nq), all.v = hol_take(g->work, g->whole->nv);
    hol_poses(g->sys, z->q, z->v, pose);
    hol_place(g->whole, pose, all.q, all.v);
    return all;
}

static void read_holonomic(hol_gauge *g, const hol_state *z, const double a[])
{
    hol_eval *sys = g->whole ? g->whole : g->sys;
    int nc = sys->nc, nj = sys->nj;
    double *phi = hol_take(g->work, nc), *phi1 = hol_take(g->work, nc);
    double *phi2 = hol_take(g->work, nc);
    hol_constraint_levels(sys, z->t, z->q, z->v, a, phi, phi1, phi2);
    if (nj) g->phi = hol_norm_max(nj, phi);
    if (nc > nj) g->phi_inner = hol_norm_max(nc - nj, phi + nj);
    g->off = hol_rows_size(sys, 0, nc, phi);
    g->gv = hol_norm_max(nc, phi1);
    g->acceleration = hol_norm_max(nc, phi2);
}

static void read_nonholonomic(hol_gauge *g, const hol_state *z, const double a[])
{
    hol_eval *sys = g->whole ? g->whole : g->sys;
    hol_work *w = g->work;
    double *A = hol_take(w, sys->A.nnz), *speed = hol_take(w, sys->na);
    double *b = hol_take(w, sys->na);
    hol_nonholonomic_rows(sys, z->t, z->q, A, speed);
    hol_nonholonomic_rate(sys, z->t, z->q, z->v, b);
    double gv = residual(w, &sys->A, A, z->v, speed);
    double acceleration = residual(w, &sys->A, A, a, b);
    g->gv = sys->nc ? larger(g->gv, gv) : gv;
    g->acceleration = sys->nc ? larger(g->acceleration, acceleration) : acceleration;
}

/* Which of the rows kept a row of all is, joint rows by their names in the same order: of joint
 * coordinates those that the tree meets are none. */
static void match_rows(hol_gauge *g)
{
    const hol_eval *all = g->whole, *kept = g->sys;
    for (int i = 0, k = 0, out = 0; i < all->nj + all->na; i++) {
        bool left = out < g->left_out->count && g->left_out->row[out] == i, joint = i < all->nj;
        if (i == all->nj) k = kept->nj;
        bool same = !left && k < (joint ? kept->nj : kept->nj + kept->na) &&
                    (!joint || !strcmp(all->row_name[i], kept->row_name[k]));
        g->kept_row[i] = same ? k++ : -1;
        out += left;
    }
}

/* The multipliers of all rows from those of the rows kept: of a row left out none, or those of
 * least norm, where no other is unknown. */
static void read_all(hol_gauge *g, double t, const double q[])
{
    int nj = g->sys->nj, m = g->whole->nj + g->whole->na, known = g->left_out->count;
    match_rows(g);
    for (int i = 0; i < m; i++) {
        int k = g->kept_row[i];
        known += k >= 0;
        g->all[i] = k < 0 ? (double)NAN : k < nj ? g->lambda[k] : g->alpha[k - nj];
    }
    if (!g->least) return;
    for (int k = 0; k < g->left_out->count; k++) g->all[g->left_out->row[k]] = 0;
    if (known < m || !hol_least_norm(g->least, t, q, g->all))
        for (int i = 0; i < m; i++) g->all[i] = NAN;
}

static void read_work(hol_gauge *g, const hol_state *z, const double a[])
{
    hol_balance_read(g->balance, g->work, z, a, g->lambda, g->alpha,
                     hol_largest_spin(g->sys->nb, g->pose));
    g->power = hol_balance_power(g->balance);
    g->done = hol_balance_work(g->balance);
    g->doubt = hol_balance_doubt(g->balance);
    g->energy -= g->done;
    g->energy_rigid -= g->done;
}

static void read_constraints(hol_gauge *g, const hol_state *z)
{
    hol_eval *sys = g->sys;
    const hol_eval *all = g->whole ? g->whole : sys;
    double *a = hol_take(g->work, sys->nv);
    g->phi = g->phi_inner = g->gv = g->acceleration = NAN;
    g->off = 0.0;
    hol_status solved =
        hol_acceleration(sys, z->t, z->q, z->v, a, g->lambda, sys->na ? g->alpha : NULL);
    const hol_state there = of_all(g, z);
    const double *rate = elsewhere(g) ? there.v : a; /* v' is not known there */
    if (all->nc) read_holonomic(g, &there, rate);
    if (all->na) read_nonholonomic(g, &there, rate);
    if (elsewhere(g)) g->acceleration = NAN;
    if (solved != HOL_OK) {
        g->acceleration = NAN;
        for (int i = 0; i < sys->nv; i++) a[i] = NAN;
        for (int i = 0; i < sys->nc; i++) g->lambda[i] = NAN;
        for (int i = 0; i < sys->na; i++) g->alpha[i] = NAN;
    }
    if (g->whole) read_all(g, z->t, there.q);
    if (!g->whole && g->reactions > sys->nj)
        hol_reactions(sys, z->t, z->q, z->v, a, g->lambda, g->alpha, g->reaction);
    if (g->balance) read_work(g, z, a);
}

void hol_gauge_read(hol_gauge *g, const hol_state *z)
{
    hol_counters kept = *g->sys->count;
    size_t mark = hol_mark(g->work);
    g->t = z->t;
    read_energy(g, z);
    read_poses(g, z);
    read_rigid(g);
    read_constraints(g, z);
    hol_release(g->work, mark);
    *g->sys->count = kept;
}

/* ---------------------------------------------------------------- error against a reference */

static double distance2(int n, const double x[], const double y[])
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sum;
}

hol_error hol_error_between(int nb, const hol_pose pose[], const hol_pose ref[], int nj,
                            const double lambda[], const double lambda_ref[])
{
    double r = 0.0, angle2 = 0.0, v = 0.0;
    for (int b = 0; b < nb; b++) {
        double angle = hol_quaternion_angle(ref[b].p, pose[b].p);
        r += distance2(3, pose[b].r, ref[b].r);
        angle2 += angle * angle;
        v += distance2(3, pose[b].v, ref[b].v) + distance2(3, pose[b].omega, ref[b].omega);
    }
    bool both = nj && lambda && lambda_ref;
    return (hol_error){sqrt(r), sqrt(angle2), sqrt(v),
                       both ? sqrt(distance2(nj, lambda, lambda_ref)) : (double)NAN};
}

hol_error hol_error_of_body(const hol_body *body, const hol_pose *had, const hol_pose *asked)
{
    bool turns = body->shape == HOL_RIGID || body->shape == HOL_PLANAR;
    hol_pose at = *asked;
    if (!turns) memcpy(at.p, had->p, sizeof at.p);
    if (!turns) memcpy(at.omega, had->omega, sizeof at.omega);
    return hol_error_between(1, had, &at, 0, NULL, NULL);
}

void hol_error_add(hol_error_mean *mean, const hol_error *error)
{
    mean->sum.position += error->position;
    mean->sum.orientation += error->orientation;
    mean->sum.velocity += error->velocity;
    mean->sum.multipliers += error->multipliers;
    mean->count++;
}

hol_error hol_error_mean_value(const hol_error_mean *mean, int nb, int nj)
{
    double n = mean->count ? (double)mean->count : (double)NAN;
    const hol_error *sum = &mean->sum;
    return (hol_error){sum->position / (3.0 * nb * n), sum->orientation / (nb * n),
                       sum->velocity / (6.0 * nb * n),
                       nj ? sum->multipliers / (nj * n) : (double)NAN};
}

/* ---------------------------------------------------------------- a whole run */

static hol_track *tracks(hol_memory *m, int count, double span, const hol_rhythm *rhythm)
{
    hol_track *track = hol_alloc(m, (size_t)count, sizeof *track);
    for (int i = 0; i < count; i++) hol_track_start(&track[i], span, rhythm);
    return track;
}

static void make_diagnostics(hol_memory *m, void *data)
{
    making *x = data;
    int ns = x->sys->ns;
    hol_diagnostics *d = x->diagnostics = hol_alloc(m, 1, sizeof *d);
    make_gauge(m, data);
    d->memory = m;
    d->gauge = x->gauge;
    d->begin = NAN;
    d->rhythm = hol_rhythm_new(m, x->sys->nb, x->sys->length, x->span);
    hol_track_start(&d->energy, x->span, d->rhythm);
    hol_track_start(&d->energy_rigid, x->span, d->rhythm);
    d->momentum = tracks(m, ns, x->span, d->rhythm);
    d->momentum_rigid = tracks(m, ns, x->span, d->rhythm);
    d->momentum_nodal = tracks(m, ns, x->span, d->rhythm);
}

hol_diagnostics *hol_diagnostics_new(hol_eval *sys, double span, hol_work *work)
{
    making x = {.sys = sys, .work = work, .span = span};
    return hol_memory_of(make_diagnostics, &x) ? x.diagnostics : NULL;
}

void hol_diagnostics_free(hol_diagnostics *d)
{
    if (d) hol_memory_end(d->memory);
}

/* The work of the first states is told better by each of them: their part of the series is made
 * again. */
static void add_energy(hol_diagnostics *d, double t)
{
    const hol_gauge *g = d->gauge;
    hol_track *track = &d->energy, *rigid = &d->energy_rigid;
    int count = d->earlies;
    if (!g->balance || count == HOL_BALANCE_NODES) {
        hol_track_add(track, t, g->energy);
        hol_track_add(rigid, t, g->energy_rigid);
        return;
    }
    d->early[count].t = t;
    d->early[count].energy = g->energy + g->done;
    d->early[count].energy_rigid = g->energy_rigid + g->done;
    d->earlies = ++count;
    hol_track_start(track, track->t_end, d->rhythm);
    hol_track_start(rigid, track->t_end, d->rhythm);
    for (int k = 0; k < count; k++) {
        double work = hol_balance_early(g->balance, k);
        hol_track_add(track, d->early[k].t, d->early[k].energy - work);
        hol_track_add(rigid, d->early[k].t, d->early[k].energy_rigid - work);
    }
}

void hol_diagnostics_add(hol_diagnostics *d, const hol_state *z)
{
    hol_gauge *g = d->gauge;
    hol_gauge_read(g, z);
    if (isnan(d->begin)) d->begin = z->t;
    double t = z->t - d->begin;
    hol_rhythm_add(d->rhythm, t, g->pose);
    add_energy(d, t);
    for (int i = 0; i < g->sys->ns; i++) {
        hol_track_add(&d->momentum[i], t, g->momentum[i]);
        hol_track_add(&d->momentum_rigid[i], t, g->momentum_rigid[i]);
        hol_track_add(&d->momentum_nodal[i], t, g->momentum_nodal[i]);
    }
    d->phi = larger(g->phi, d->phi);
    d->phi_inner = larger(g->phi_inner, d->phi_inner);
    d->gv = larger(g->gv, d->gv);
    d->kinetic = larger(g->kinetic, d->kinetic);
    d->acceleration = larger(g->acceleration, d->acceleration);
}

bool hol_energy_told(const hol_diagnostics *d)
{
    const double round_off = 1e-10; /* of the largest kinetic energy */
    /* The doubt of W is by the order of an error, which where the power is hardly resolved may be
     * twice as large. */
    const double several = 2;
    const hol_gauge *g = d->gauge;
    return hol_balances_energy(g->sys) &&
           !(several * g->doubt > fmax(d->energy.max_error, round_off * d->kinetic));
}
