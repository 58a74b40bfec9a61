/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts of (15) and (16) ahead of the stages before: see chart_ahead.h. */
#include "methods/chart_ahead.h"

#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/explicit.h"

enum { DEGREE = 2 }; /* of the polynomials at most: a higher one amplifies what U B is off by */

/* Polynomials that so many points c determine, at most DEGREE + 1. */
static int terms_of(int count, const double c[])
{
    int distinct = 0;
    for (int j = 0; j < count; j++) {
        bool met = false;
        for (int k = 0; k < j; k++) met |= c[k] == c[j];
        distinct += !met;
    }
    return distinct <= DEGREE ? distinct : DEGREE + 1;
}

static double power(double x, int k)
{
    return k ? x * power(x, k - 1) : 1;
}

/* The least weights p (count) of values at c that give those at `at` of every polynomial of so many
 * terms: A p = (1, 0, ...), A_kj = (c_j - at)^k, by p = A^T (A A^T)^-1 times what is left of it,
 * twice for the round-off. */
static void extrapolate(int count, const double c[], double at, double p[])
{
    int terms = terms_of(count, c);
    double gram[(DEGREE + 1) * (DEGREE + 1)] = {0};
    for (int k = 0; k < terms * terms; k++)
        for (int j = 0; j < count; j++) gram[k] += power(c[j] - at, k / terms + k % terms);
    if (hol_cholesky_factor(terms, gram)) return;
    memset(p, 0, (size_t)count * sizeof *p);
    for (int pass = 0; pass < 2; pass++) {
        double x[DEGREE + 1] = {1};
        for (int k = 0; k < terms; k++)
            for (int j = 0; j < count; j++) x[k] -= power(c[j] - at, k) * p[j];
        hol_cholesky_solve(terms, gram, x);
        for (int j = 0; j < count; j++)
            for (int k = 0; k < terms; k++) p[j] += power(c[j] - at, k) * x[k];
    }
}

hol_chart_ahead hol_chart_ahead_new(hol_memory *m, int stages, const double c[])
{
    hol_chart_ahead ahead = {stages, hol_alloc(m, (size_t)(stages * stages), sizeof(double))};
    for (int i = 1; i < stages; i++) {
        double *p = ahead.weight + i * stages;
        p[i - 1] = 1; /* where nothing better is found, the stage before */
        extrapolate(i, c, c[i], p);
    }
    return ahead;
}

hol_chart_trail hol_chart_trail_take(const hol_chart *c, const hol_chart_ahead *ahead)
{
    hol_work *w = c->s->work;
    int size = hol_chart_place(c);
    return (hol_chart_trail){hol_take(w, ahead->stages * size), hol_take(w, ahead->stages * c->n),
                             hol_take(w, size)};
}

void hol_chart_trail_add(const hol_chart *c, const hol_chart_trail *trail, int i,
                         const double vdot[], const double qdot[])
{
    double *rate = trail->rate + i * c->n;
    hol_chart_keep(c, trail->place + i * hol_chart_place(c));
    hol_chart_along(c, vdot, rate);
    hol_axpy(c->n, -1, qdot, rate);
    hol_scale_units(c->s->sys, -1, rate);
}

void hol_chart_go_ahead(hol_chart *c, const hol_chart_ahead *ahead, const hol_chart_trail *trail,
                        int i, double h, const double weight[])
{
    const double *p = ahead->weight + i * ahead->stages;
    int size = hol_chart_place(c);
    memset(trail->next, 0, (size_t)size * sizeof(double));
    hol_multiply_add(1, i, size, p, i, trail->place, trail->next);
    hol_combine(i, weight, h, c->n, trail->rate, trail->place, trail->next);
    hol_chart_go_back(c, trail->next);
}

void hol_chart_fall_back(hol_chart *c, const hol_chart_trail *trail, int i)
{
    hol_chart_go_back(c, trail->place + i * hol_chart_place(c));
}
