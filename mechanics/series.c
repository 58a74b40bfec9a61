/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Power series of the motion in double precision: see series.h. */
#include "mechanics/series.h"

#include "mechanics/series_of.h"

hol_series *hol_series_new(hol_memory *m, const hol_terms *T, int most)
{
    return make(m, T, most);
}

void hol_series_begin(hol_series *S, double t, const double q[], const double v[])
{
    begin(S, t, q, v);
}

void hol_series_extend(hol_series *S, int degree, hol_series_solve *solve, void *solver)
{
    for (int k = S->degree + 1; k <= degree; k++) {
        right_hand_side(S, k);
        solve(solver, S->f, S->b, S->now, S->y);
        take_coefficient(S, k);
        take_multipliers(S, k);
        S->degree = k;
    }
}

int hol_series_degree(const hol_series *S)
{
    return S->degree;
}

void hol_series_term(const hol_series *S, int k, double q[])
{
    for (int i = 0; i < S->nq; i++) q[i] = forward(S, S->q, i)[k];
}

void hol_series_multipliers(const hol_series *S, double y[])
{
    for (int r = 0; r < S->rows; r++) y[r] = backward(S, S->y_back, r, 0)[0];
}

void hol_series_sum(const hol_series *S, int degree, double h, double q[], double v[])
{
    sum_up(S, degree, h, q, v);
}
