/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Power series of the motion in double precision: see series.h. */
#include "mechanics/series.h"

#include "holonomy/so3.h"

#include "mechanics/series_of.h"

#include "mechanics/series_limbs_sums.h"

#include "mechanics/series_limbs.h"

#include "mechanics/series_limbs_state.h"

static void bodies_term(const series *S, int k, double q[])
{
    for (int i = 0; i < S->nq; i++) q[i] = forward(S, S->q, i)[k];
}

/* The recurrence of series_of.h in the coordinates of bodies, and that of series_limbs.h. */
typedef struct {
    series *(*make)(hol_memory *, const hol_terms *, int most);
    void (*begin)(series *, double t, const double q[], const double v[]);
    void (*sides)(const series *, int k);
    void (*take)(const series *, int k);
    void (*term)(const series *, int k, double q[]);
    void (*sum)(const series *, int degree, double h, double q[], double v[]);
} recurrence;
static const recurrence in_bodies = {make,          begin,       right_hand_side,
                                     take_solution, bodies_term, sum_up},
                        in_limbs = {make_limbs, limbs_begin, limbs_sides,
                                    limbs_take, limbs_term,  limbs_sum};

static const recurrence *recurrence_of(const hol_terms *T)
{
    return T->limb ? &in_limbs : &in_bodies;
}

hol_series *hol_series_new(hol_memory *m, const hol_terms *T, int most)
{
    return recurrence_of(T)->make(m, T, most);
}

void hol_series_begin(hol_series *S, double t, const double q[], const double v[])
{
    recurrence_of(S->T)->begin(S, t, q, v);
}

void hol_series_extend(hol_series *S, int degree, hol_series_solve *solve, void *solver)
{
    const recurrence *by = recurrence_of(S->T);
    for (int k = S->degree + 1; k <= degree; k++) {
        by->sides(S, k);
        solve(solver, S->side, S->b, S->found, S->y);
        by->take(S, k);
        S->degree = k;
    }
}

int hol_series_degree(const hol_series *S)
{
    return S->degree;
}

void hol_series_term(const hol_series *S, int k, double q[])
{
    recurrence_of(S->T)->term(S, k, q);
}

void hol_series_rate(const hol_series *S, int k, double v[])
{
    for (int i = 0; i < S->n; i++) v[i] = k * forward(S, S->u, i)[k];
}

void hol_series_multipliers(const hol_series *S, double y[])
{
    for (int r = 0; r < S->rows; r++) y[r] = backward(S, S->y_back, r, 0)[0];
}

void hol_series_sum(const hol_series *S, int degree, double h, double q[], double v[])
{
    recurrence_of(S->T)->sum(S, degree, h, q, v);
}

void hol_series_acceleration(const hol_series *S, int degree, double h, double a[])
{
    number *curve = S->slope, power = 1; /* k (k-1) h^(k-2) */
    clear(S, curve, 1);
    for (int k = 2; k <= degree; k++, power *= h) curve[k] = k * (k - 1) * power;
    for (int i = 0; i < S->n; i++) a[i] = weighted_sum(degree, forward(S, S->u, i), curve);
}
