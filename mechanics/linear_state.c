/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state, the tangent space there and the motion it belongs to: see linear.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/dynamics.h"
#include "holonomy/rows.h"
#include "holonomy/so3.h"
#include "holonomy/units.h"
#include "mechanics/linear.h"
#include "numerics/svd.h"

static const double dependent = 1e-9;  /* of the largest singular value of the rows */
static const double closed = 1e-8;     /* rows of the state, of the length or speed */
static const double steady = 1e-8;     /* what a steady motion may be off, of the largest */
static const double round_off = 1e-12; /* of the speed */
/* Of the acceleration of a displacement by the length: it is steady times that above round-off. */
static const double least_of_K = 1e-6;
enum { WIDEST = 400 }; /* reduced velocities: the algebra is dense */

/* Largest entry in the units of the system. */
static double size_of(const hol_linear_state *x, const double e[])
{
    double most = 0;
    for (int i = 0; i < x->sys->nv; i++) most = fmax(most, fabs(e[i]) / hol_unit(x->sys, i));
    return most;
}

/* ---------------------------------------------------------------- what a system must have */

static bool fits(const hol_eval *sys, hol_message *why)
{
    unsigned lacks = (HOL_POWER_SERIES | HOL_QUADRATIC | HOL_SCLERONOMIC | HOL_HARD) & ~sys->has;
    char text[256];
    if (lacks & HOL_SCLERONOMIC)
        hol_say(why, "its constraints depend on time: a driven motion has no equilibrium and is "
                     "not steady");
    else if (lacks) {
        hol_traits_text(lacks, text, sizeof text);
        hol_say(why, "linearising needs %s, which its formulation '%s' lacks", text,
                sys->formulation);
    } else if (sys->nr > WIDEST)
        hol_say(why, "%d velocities are more than dense algebra is for, %d", sys->nr, WIDEST);
    else
        return true;
    return false;
}

/* Of a force along a coordinate the variable 0 is the time. */
static bool depends_on_time(const hol_terms *T)
{
    for (int i = 0; i < T->motors; i++)
        for (int k = 0; k < T->motor[i].Q->count; k++) {
            const hol_operation *o = &T->motor[i].Q->of[k];
            if (o->kind == OPERATION_VARIABLE && o->a == 0) return true;
        }
    return T->timeds > 0;
}

bool hol_linear_begin(hol_linear_state *x, hol_memory *m, hol_eval *sys, hol_message *why)
{
    *x = (hol_linear_state){.memory = m, .sys = sys, .why = why};
    if (!fits(sys, why)) return false;
    x->terms = hol_terms_new(m, sys->system);
    if (depends_on_time(x->terms))
        return hol_wrong(why,
                         "a force depends on time: a driven motion has no equilibrium and is not "
                         "steady");
    x->variation = hol_variation_new(m, x->terms);
    x->factors = hol_series_factors_new(m, sys);
    x->symmetries = hol_symmetries_new(m, sys->system);
    hol_closest_make(&x->metric, m, sys);
    hol_closest_free_all(&x->metric);
    double **of_v[] = {&x->q, &x->v, &x->a, &x->dq, &x->dv, &x->df, &x->part, &x->part2};
    for (int i = 0; i < 8; i++) *of_v[i] = hol_linear_numbers(x, sys->nv);
    double **of_rows[] = {&x->y, &x->rate, &x->second};
    for (int i = 0; i < 3; i++) *of_rows[i] = hol_linear_numbers(x, sys->nc + sys->na);
    x->M = hol_linear_numbers(x, sys->M.nnz);
    x->N = hol_linear_numbers(x, sys->nr * sys->nv),
    x->MN = hol_linear_numbers(x, sys->nr * sys->nv);
    x->c = hol_linear_numbers(x, x->symmetries->count);
    return true;
}

/* ---------------------------------------------------------------- the tangent space */

/* Rows of the closest's W from `first` on times Z^T (n rows of it): row-major. */
static double *rows_times(const hol_linear_state *x, int first, int rows, int n, const double Z[])
{
    int nr = x->sys->nr;
    double *A = hol_linear_numbers(x, rows * n);
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < nr; j++)
                A[i * n + k] += x->metric.W[first + i + j * x->metric.m] * Z[k * nr + j];
    return A;
}

/* Rows that depend on others wherever the joints are closed; the message where that is not known.
 */
static bool redundant(const hol_linear_state *x, int *count)
{
    hol_left_out out = {0};
    if (!hol_choose_rows(x->sys->model, &out, x->why)) return false;
    *count = out.count;
    hol_left_out_clear(&out);
    return true;
}

static bool loses_rank(const hol_linear_state *x, int rank)
{
    int all = x->sys->nj + x->sys->na, always = 0;
    if (rank == all) return false;
    if (!redundant(x, &always)) return true;
    if (rank >= all - always) return false;
    hol_say(x->why,
            "the constraints lose rank there, a singular configuration: %d of %d rows are "
            "independent, %d elsewhere",
            rank, all, all - always);
    return true;
}

bool hol_linear_basis(hol_linear_state *x)
{
    hol_eval *sys = x->sys;
    hol_closest *p = &x->metric;
    int nr = sys->nr;
    double *whole = hol_linear_numbers(x, nr * nr), *Z = hol_linear_numbers(x, nr * nr);
    hol_svd joints, slides;
    for (int i = 0; i < nr; i++) whole[i * nr + i] = 1;
    if (!hol_closest_rows(p, x->q, sys->nj + sys->na, true))
        return hol_wrong(x->why, "the mass matrix is singular");
    double *G = rows_times(x, 0, sys->nj, nr, whole);
    if (!hol_svd_make(&joints, x->memory, sys->nj, nr, G, dependent, 0)) goto not_finite;
    x->n = nr - joints.rank;
    double *A = rows_times(x, sys->nj, sys->na, x->n, hol_svd_null(&joints));
    if (!hol_svd_make(&slides, x->memory, sys->na, x->n, A, 0, dependent)) goto not_finite;
    x->m = x->n - slides.rank;
    if (loses_rank(x, joints.rank + slides.rank)) return false;
    for (int i = 0; i < x->n; i++) { /* those of (G; A) first */
        const double *turn = slides.VT + (i + slides.rank) % x->n * x->n;
        for (int k = 0; k < x->n; k++)
            hol_axpy(nr, turn[k], hol_svd_null(&joints) + k * nr, Z + i * nr);
    }
    hol_mass(sys, x->q, x->M);
    for (int i = 0; i < x->n; i++) {
        hol_closest_expand(p, Z + i * nr, x->N + i * sys->nv);
        hol_multiply(&sys->M, x->M, x->N + i * sys->nv, x->MN + i * sys->nv);
    }
    return true;
not_finite:
    return hol_wrong(x->why, "the constraints are not finite there");
}

bool hol_linear_is_allowed(hol_linear_state *x)
{
    hol_eval *sys = x->sys;
    int rows = sys->nc + sys->na;
    double *phi = hol_linear_numbers(x, rows), *Cv = hol_linear_numbers(x, rows),
           *w = hol_linear_numbers(x, sys->na);
    hol_rows C;
    double least = size_of(x, x->v);
    hol_rows_make(sys, x->memory, &C);
    hol_rows_at(sys, &C, 0, x->q, x->v, phi, Cv, w);
    for (int i = 0; i < rows; i++) {
        bool inside = i < sys->nc;
        double unit = inside ? hol_row_unit(sys, i) : sys->unit, length = sys->length / sys->unit;
        double rate = (inside ? Cv[i] : Cv[i] - w[i - sys->nc]) / unit;
        if (inside && !(fabs(phi[i] / unit) <= closed * length))
            hol_say(x->why, "the state violates the constraint '%s': Phi = %.3g", sys->row_name[i],
                    phi[i]);
        else if (!(fabs(rate) <= closed * fmax(least, sys->speed) * length))
            hol_say(x->why, "the velocities violate the constraint '%s' by %.3g",
                    inside ? sys->row_name[i] : sys->model->slide[i - sys->nc].name, rate * unit);
        else
            continue;
        return false;
    }
    return true;
}

bool hol_linear_forces(hol_linear_state *x)
{
    hol_status status = hol_acceleration(x->sys, 0, x->q, x->v, x->a, x->y, x->y + x->sys->nc);
    if (status) hol_say(x->why, "no acceleration there: %s", hol_status_text(status));
    if (!status) hol_variation_about(x->variation, x->q, x->v, x->a, x->y);
    return !status;
}

/* ---------------------------------------------------------------- bodies */

void hol_linear_twist(const hol_linear_state *x, int b, const double e[], double centre[3],
                      double turn[3])
{
    const hol_slot *s = &x->sys->system->slot[b];
    int size = s->o == &hol_circle ? 2 : 3, vectors = s->q + s->centre;
    for (int k = 0; k < 3; k++) centre[k] = k < s->centre ? e[s->v + k] : 0, turn[k] = 0;
    if (!s->o) return;
    for (int i = 0; i < s->o->nq; i += size) {
        double d[3] = {0}, d1[3] = {0}, c[3];
        memcpy(d, x->q + vectors + i, (size_t)size * sizeof *d);
        memcpy(d1, e + vectors + i, (size_t)size * sizeof *d1);
        hol_cross(d, d1, c);
        for (int k = 0; k < 3; k++) turn[k] += c[k] / (s->o->nq == 9 ? 2 : 1);
    }
}

/* The body with the largest part of e, "3.2 m/s^2 of 'bob'"; power 1: velocities, 2: accelerations.
 */
static void say_part(const hol_linear_state *x, const double e[], int power, char *text,
                     size_t size)
{
    double most = -1;
    for (int b = 0; b < x->sys->nb; b++) {
        double centre[3], turn[3];
        hol_linear_twist(x, b, e, centre, turn);
        double moves = hol_norm(3, centre), turns = hol_norm(3, turn) * x->sys->unit;
        if (!(fmax(moves, turns) > most)) continue;
        most = fmax(moves, turns);
        snprintf(text, size, "%.3g %s/s%s of '%s'", moves >= turns ? moves : turns / x->sys->unit,
                 moves >= turns ? "m" : "rad", power == 2 ? "^2" : "", x->sys->model->body[b].name);
    }
}

/* ---------------------------------------------------------------- the motion */

/* What accelerations there are measured by: those of the motion and of every force by itself. */
static double acceleration_scale(const hol_linear_state *x)
{
    const hol_eval *sys = x->sys;
    double most = size_of(x, x->a), heaviest = 0;
    for (int i = 0; i < sys->nv; i++) heaviest = fmax(heaviest, x->M[hol_entry(&sys->M, i, i)]);
    hol_outer_force(x->sys, 0, x->q, x->v, x->part);
    for (int i = 0; i < sys->nv; i++) {
        double mass = x->M[hol_entry(&sys->M, i, i)];
        if (mass > 1e-9 * heaviest) most = fmax(most, fabs(x->part[i]) / (mass * hol_unit(sys, i)));
    }
    return most;
}

/* Of all combinations that give the state its velocity (least squares) the one with the least
 * rotation of space, then the least of all: bodies turn about their own axes where they can. */
static bool fit(hol_linear_state *x)
{
    hol_symmetries *Y = x->symmetries;
    int nv = x->sys->nv, dim = Y->dim;
    double *D = hol_linear_numbers(x, nv * dim), *b = hol_linear_numbers(x, nv),
           *d = hol_linear_numbers(x, dim);
    hol_svd moves, rest;
    for (int k = 0; k < dim; k++) {
        hol_symmetry_apply(Y, Y->B + k * Y->count, true, x->q, x->dq);
        for (int i = 0; i < nv; i++) D[i * dim + k] = x->dq[i] / hol_unit(x->sys, i);
    }
    for (int i = 0; i < nv; i++) b[i] = x->v[i] / hol_unit(x->sys, i);
    if (!hol_svd_make(&moves, x->memory, nv, dim, D, dependent, 0)) return false;
    hol_svd_solve(&moves, b, d);
    for (int k = 0; k < dim; k++) hol_axpy(Y->count, d[k], Y->B + k * Y->count, x->c);
    int free = dim - moves.rank, turns = 0;
    double *P = hol_linear_numbers(x, 3 * free), *still = hol_linear_numbers(x, free * Y->count),
           *e = hol_linear_numbers(x, free);
    double turn[3] = {0};
    for (int f = 0; f < free; f++)
        for (int k = 0; k < dim; k++)
            hol_axpy(Y->count, hol_svd_null(&moves)[f * dim + k], Y->B + k * Y->count,
                     still + f * Y->count);
    for (int i = 0; i < Y->count; i++) {
        const hol_candidate *g = &Y->candidate[i];
        if (g->slot >= 0 || hol_norm(3, g->angular) == 0) continue;
        for (int f = 0; f < free; f++) P[turns * free + f] = still[f * Y->count + i];
        turn[turns++] = -x->c[i];
    }
    if (!hol_svd_make(&rest, x->memory, turns, free, P, 0, dependent)) return false;
    hol_svd_solve(&rest, turn, e);
    for (int f = 0; f < free; f++) hol_axpy(Y->count, e[f], still + f * Y->count, x->c);
    return true;
}

static void describe(hol_linear_state *x, hol_linear *L)
{
    const hol_symmetries *Y = x->symmetries;
    L->steady = size_of(x, x->v) > 0;
    L->symmetries = Y->dim;
    L->spin = hol_alloc(L->memory, (size_t)Y->count + 1, sizeof *L->spin);
    for (int i = 0; i < Y->count && L->steady; i++) {
        const hol_candidate *g = &Y->candidate[i];
        if (g->slot >= 0 && fabs(x->c[i]) > steady * hol_norm_max(Y->count, x->c))
            L->spin[L->spins++] = (hol_spin){
                g->slot, x->sys->system->slot[g->slot].o == &hol_circle ? 2 : g->axis, x->c[i]};
        if (g->slot >= 0) continue;
        hol_axpy(3, x->c[i], g->linear, L->linear);
        hol_axpy(3, x->c[i], g->angular, L->angular);
    }
    double speed = size_of(x, x->v);
    for (int k = 0; k < 3; k++) {
        if (fabs(L->linear[k]) <= round_off * speed * x->sys->unit) L->linear[k] = 0;
        if (fabs(L->angular[k]) <= round_off * speed) L->angular[k] = 0;
    }
}

bool hol_linear_motion(hol_linear_state *x, hol_linear *L)
{
    hol_symmetries *Y = x->symmetries;
    char part[128] = "";
    double speed = size_of(x, x->v);
    if (!hol_symmetries_find(Y, x->memory, x->sys, x->variation, x->factors, x->q, x->why))
        return false;
    hol_variation_about(x->variation, x->q, x->v, x->a, x->y);
    if (speed > 0 && !fit(x)) return hol_wrong(x->why, "the velocities are not finite");
    hol_symmetry_apply(Y, x->c, true, x->q, x->dq);
    for (int i = 0; i < x->sys->nv; i++) x->dq[i] -= x->v[i];
    if (size_of(x, x->dq) > steady * speed) {
        say_part(x, x->dq, 1, part, sizeof part);
        return hol_wrong(
            x->why,
            "the motion is not steady: no symmetry of the equations (%d found) has its "
            "velocities, the nearest lacks %s",
            Y->dim, part);
    }
    describe(x, L);
    return true;
}

bool hol_linear_is_steady(hol_linear_state *x, hol_linear *L)
{
    char part[128] = "";
    double scale = acceleration_scale(x), off, moved = hol_norm_max(L->m * L->n, L->K);
    hol_symmetry_apply(x->symmetries, x->c, false, x->v, x->dv);
    scale = fmax(scale, size_of(x, x->dv));
    for (int i = 0; i < x->sys->nv; i++) x->dv[i] = x->a[i] - x->dv[i];
    off = size_of(x, x->dv);
    scale = fmax(scale, least_of_K * moved * x->sys->length / x->sys->unit);
    L->off = off > 0 ? off / scale : 0;
    if (L->off <= steady) return true;
    say_part(x, x->dv, 2, part, sizeof part);
    return hol_wrong(x->why,
                     L->steady ? "the motion is not steady: the acceleration is off that along the "
                                 "symmetries by %s"
                               : "it is no equilibrium: from rest it accelerates by %s",
                     part);
}
