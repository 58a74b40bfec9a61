/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Power series of the motion in double precision: see series.h. */
#include "mechanics/series.h"

#include "holonomy/so3.h"

#include "mechanics/series_of.h"

#include "mechanics/series_limbs.h"

hol_series *hol_series_new(hol_memory *m, const hol_terms *T, int most)
{
    return T->limb ? make_limbs(m, T, most) : make(m, T, most);
}

void hol_series_begin(hol_series *S, double t, const double q[], const double v[])
{
    (S->limbs ? limbs_begin : begin)(S, t, q, v);
}

void hol_series_extend(hol_series *S, int degree, hol_series_solve *solve, void *solver)
{
    struct limbs_series *L = S->limbs;
    for (int k = S->degree + 1; k <= degree; k++) {
        (L ? limbs_sides : right_hand_side)(S, k);
        solve(solver, L ? L->side : S->f, S->b, L ? L->found : S->now, S->y);
        (L ? limbs_take : take_solution)(S, k);
        S->degree = k;
    }
}

int hol_series_degree(const hol_series *S)
{
    return S->degree;
}

void hol_series_term(const hol_series *S, int k, double q[])
{
    if (S->limbs)
        limbs_term(S, k, q);
    else
        for (int i = 0; i < S->nq; i++) q[i] = forward(S, S->q, i)[k];
}

void hol_series_rate(const hol_series *S, int k, double v[])
{
    number *u = S->limbs ? S->limbs->u : S->q;
    int n = S->limbs ? S->limbs->n : S->nq;
    for (int i = 0; i < n; i++) v[i] = k * forward(S, u, i)[k];
}

void hol_series_multipliers(const hol_series *S, double y[])
{
    for (int r = 0; r < S->rows; r++) y[r] = backward(S, S->y_back, r, 0)[0];
}

void hol_series_sum(const hol_series *S, int degree, double h, double q[], double v[])
{
    if (S->limbs)
        limbs_sum(S, degree, h, q, v);
    else
        sum_up(S, S->nq, S->q, degree, h, q, v);
}
