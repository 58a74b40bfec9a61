/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See symmetries.h. */
#include "mechanics/symmetries.h"

#include <math.h>
#include <string.h>

#include "base/doubles.h"
#include "holonomy/dense.h"
#include "holonomy/dynamics.h"
#include "holonomy/so3.h"
#include "mechanics/closest.h"
#include "numerics/svd.h"

enum { STATES = 3, TRIES = 12 }; /* asked at so many states, of so many at random at most */
static const double far = 0.02;  /* how far they are from the start, of the length */
static const double no_symmetry =
    1e-7;                          /* a defect in the units of the system, of motions of size 1 */
static const double equal = 1e-12; /* moments across an axis, relatively */

/* ---------------------------------------------------------------- the candidates */

static bool plane(const hol_system *R)
{
    for (int b = 0; b < R->slots; b++)
        if (R->slot[b].body->shape == HOL_PLANAR) return true;
    return false;
}

static hol_candidate *add(hol_symmetries *Y)
{
    hol_candidate *g = &Y->candidate[Y->count++];
    *g = (hol_candidate){.slot = -1};
    return g;
}

static void add_spins(hol_symmetries *Y, int b)
{
    const hol_slot *s = &Y->system->slot[b];
    if (!s->o || s->o == &hol_rod_axis) return;
    const double *J = s->body->J;
    for (int k = 0; k < 3; k++) {
        double one = J[(k + 1) % 3], other = J[(k + 2) % 3];
        if (s->o == &hol_circle ? k < 2 : fabs(one - other) > equal * one) continue;
        hol_candidate *g = add(Y);
        g->slot = b;
        g->axis = k;
    }
}

hol_symmetries *hol_symmetries_new(hol_memory *m, const hol_system *R)
{
    hol_symmetries *Y = hol_alloc(m, 1, sizeof *Y);
    bool flat = plane(R);
    Y->system = R;
    Y->candidate = hol_alloc(m, (size_t)(6 + 3 * R->slots), sizeof *Y->candidate);
    Y->part = hol_alloc(m, (size_t)R->facts.nq, sizeof *Y->part);
    for (int k = 0; k < (flat ? 2 : 3); k++) add(Y)->linear[k] = R->facts.unit;
    for (int k = flat ? 2 : 0; k < 3; k++) add(Y)->angular[k] = 1;
    for (int b = 0; b < R->slots; b++) add_spins(Y, b);
    Y->B = hol_alloc(m, (size_t)(Y->count * Y->count), sizeof *Y->B);
    return Y;
}

/* ---------------------------------------------------------------- what they do to coordinates */

/* Of a unit vector with `size` coordinates turned by omega. */
static void turn(int size, const double omega[3], const double x[], double factor, double out[])
{
    double d[3] = {x[0], x[1], size == 3 ? x[2] : 0}, c[3];
    hol_cross(omega, d, c);
    for (int k = 0; k < size; k++) out[k] += factor * c[k];
}

/* d_j' = d_l, d_l' = -d_j with (axis, j, l) cyclic: R' = R hat(e_axis). */
static void spin(const hol_slot *s, int axis, const double x[], double factor, double out[])
{
    int j = (axis + 1) % 3, l = (axis + 2) % 3;
    if (s->o == &hol_circle) {
        turn(2, (double[3]){0, 0, 1}, x, factor, out);
        return;
    }
    for (int k = 0; k < 3; k++) {
        out[3 * j + k] += factor * x[3 * l + k];
        out[3 * l + k] -= factor * x[3 * j + k];
    }
}

static void apply_one(const hol_system *R, const hol_candidate *g, double factor, bool affine,
                      const double x[], double out[])
{
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        int vectors = s->q + s->centre;
        if (g->slot >= 0) {
            if (g->slot == b) spin(s, g->axis, x + vectors, factor, out + vectors);
            continue;
        }
        if (s->centre) turn(s->centre, g->angular, x + s->q, factor, out + s->q);
        for (int k = 0; affine && k < s->centre; k++) out[s->q + k] += factor * g->linear[k];
        if (!s->o) continue;
        int size = s->o == &hol_circle ? 2 : 3;
        for (int i = 0; i < s->o->nq; i += size)
            turn(size, g->angular, x + vectors + i, factor, out + vectors + i);
    }
}

void hol_symmetry_apply(hol_symmetries *Y, const double c[], bool affine, const double x[],
                        double out[])
{
    memset(Y->part, 0, (size_t)Y->system->facts.nq * sizeof *Y->part);
    for (int i = 0; i < Y->count; i++)
        if (c[i] != 0) apply_one(Y->system, &Y->candidate[i], c[i], affine, x, Y->part);
    memcpy(out, Y->part, (size_t)Y->system->facts.nq * sizeof *out);
}

/* ---------------------------------------------------------------- states at random */

/* A velocity that the constraints allow at q: the momentum of one at random brought onto them. */
static bool pace(hol_eval *sys, const double M[], const double q[], int k, double any[], double r[],
                 double p[], double v[])
{
    unsigned seed = 77u + (unsigned)k;
    for (int i = 0; i < sys->nv; i++) {
        seed = seed * 1664525u + 1013904223u;
        any[i] = sys->speed * hol_unit(sys, i) * ((seed >> 8) / 8388608.0 - 1);
    }
    hol_multiply(&sys->M, M, any, p);
    memset(r, 0, (size_t)(sys->nc + sys->na) * sizeof *r);
    hol_nonholonomic_rows(sys, 0, q, NULL, r + sys->nc);
    return !hol_constrained_solve(sys, 0, q, r, p, v, NULL, NULL);
}

/* ---------------------------------------------------------------- the defect of a candidate */

typedef struct {
    hol_eval *sys;
    hol_variation *V;
    hol_series_factors *F;
    const double *q, *v;
    double *a, *y;                      /* of the state */
    double *dq, *dv, *df, *da, *Xa;     /* nq */
    double *rate, *second, *dy, *along; /* nc + na */
} asked;

static double row_unit(const hol_eval *sys, int i)
{
    return i < sys->nc ? hol_row_unit(sys, i) : sys->unit;
}

/* The defects of one candidate at the state, in units of the system: nq + 2 (nc + na) numbers
 * `step` apart. */
static void defects(asked *x, hol_symmetries *Y, const double c[], int step, double out[])
{
    hol_eval *sys = x->sys;
    int rows = sys->nc + sys->na, at = 0;
    double most = sys->speed * sys->speed; /* of accelerations */
    for (int i = 0; i < sys->nv; i++) most = fmax(most, fabs(x->a[i]) / hol_unit(sys, i));
    hol_symmetry_apply(Y, c, true, x->q, x->dq);
    hol_symmetry_apply(Y, c, false, x->v, x->dv);
    hol_symmetry_apply(Y, c, false, x->a, x->Xa);
    memset(x->df, 0, (size_t)sys->nv * sizeof *x->df);
    hol_variation_along(x->V, x->df, x->dq, x->da, x->along, x->second); /* G xi */
    hol_variation_along(x->V, x->dq, x->dv, x->df, x->rate, x->second);
    for (int i = 0; i < rows; i++) x->second[i] = -x->second[i];
    hol_series_solve_by(x->F, x->df, x->second, x->da, x->dy);
    for (int i = 0; i < sys->nv; i++)
        out[step * at++] = (x->Xa[i] - x->da[i]) / (most * hol_unit(sys, i));
    for (int i = 0; i < rows; i++) {
        out[step * at++] = i < sys->nc ? x->along[i] / row_unit(sys, i) : 0;
        out[step * at++] = x->rate[i] / (sys->speed * row_unit(sys, i));
    }
}

/* The combinations without a defect: the null space of E (rows x count). */
static bool without_defect(hol_symmetries *Y, hol_memory *m, int rows, const double E[])
{
    hol_svd s;
    if (!hol_svd_make(&s, m, rows, Y->count, E, 0, no_symmetry)) return false;
    Y->dim = Y->count - s.rank;
    memcpy(Y->B, hol_svd_null(&s), (size_t)(Y->dim * Y->count) * sizeof *Y->B);
    return true;
}

bool hol_symmetries_find(hol_symmetries *Y, hol_memory *m, hol_eval *sys, hol_variation *V,
                         hol_series_factors *F, const double q0[], hol_message *why)
{
    int n = sys->nv, rows = sys->nc + sys->na, block = n + 2 * rows, states = 0;
    double *q = hol_doubles(m, n), *v = hol_doubles(m, n), *M = hol_doubles(m, sys->M.nnz);
    double *E = hol_doubles(m, STATES * block * Y->count), *c = hol_doubles(m, Y->count);
    asked x = {.sys = sys, .V = V, .F = F, .q = q, .v = v};
    double **of_v[] = {&x.a, &x.dq, &x.dv, &x.df, &x.da, &x.Xa};
    double **of_rows[] = {&x.y, &x.rate, &x.second, &x.dy, &x.along};
    for (int i = 0; i < 6; i++) *of_v[i] = hol_doubles(m, n);
    for (int i = 0; i < 5; i++) *of_rows[i] = hol_doubles(m, rows);
    hol_closest p = {0};
    hol_closest_make(&p, m, sys);
    hol_closest_free_all(&p);
    hol_mass(sys, q0, M);
    for (int k = 0; k < TRIES && states < STATES; k++) {
        if (!hol_closest_beside(&p, q0, far, k, q)) continue;
        if (sys->nj && !hol_close_joints(&p, q)) continue;
        if (!pace(sys, M, q, k, x.dq, x.rate, x.df, v)) continue;
        if (hol_acceleration(sys, 0, q, v, x.a, x.y, x.y + sys->nc)) continue;
        if (hol_series_factor(F, 0, q)) continue;
        hol_variation_about(V, q, v, x.a, x.y);
        for (int j = 0; j < Y->count; j++) {
            memset(c, 0, (size_t)Y->count * sizeof *c);
            c[j] = 1;
            defects(&x, Y, c, Y->count, E + states * block * Y->count + j);
        }
        states++;
    }
    if (states == STATES && without_defect(Y, m, STATES * block, E)) return true;
    return hol_wrong(
        why, "no states near this one satisfy the constraints, by which to find symmetries");
}
