/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Foot points by Newton's method, exact or inexact (Dembo, Eisenstat, Steihaug 1982: the residual
 * of each linear system at most `forcing` times its right-hand side): see foot.h. */
#include "methods/foot.h"

#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/newton.h"
#include "numerics/condition.h"
#include "numerics/minres.h"

typedef struct {
    int N, m, size;
    double *x, *mu;        /* unknowns */
    double *F;             /* residual (r, f) */
    double *J;             /* [1 + mu d2f, df^T; df, 0] */
    double *df, *a, *step; /* m x N; N; size */
    int *pivot;
} iteration;

static double residual(const hol_foot *F, iteration *it)
{
    F->at(F->self, it->x, it->F + it->N, it->df);
    for (int i = 0; i < it->N; i++) {
        it->F[i] = it->x[i] - it->a[i];
        for (int k = 0; k < it->m; k++) it->F[i] += it->df[k * it->N + i] * it->mu[k];
    }
    return F->norm(F->self, it->F, it->F + it->N);
}

static void matrix(const hol_foot *F, iteration *it)
{
    int N = it->N, size = it->size;
    memset(it->J, 0, (size_t)(size * size) * sizeof *it->J);
    F->second(F->self, it->x, it->mu, size, it->J);
    for (int i = 0; i < N; i++) it->J[i * size + i] += 1;
    for (int k = 0; k < it->m; k++)
        for (int i = 0; i < N; i++)
            it->J[(N + k) * size + i] = it->J[i * size + N + k] = it->df[k * N + i];
}

static hol_status solve(const hol_foot_how *how, hol_stepper *s, iteration *it)
{
    memcpy(it->step, it->F, (size_t)it->size * sizeof *it->step);
    if (how->condition) {
        double condition = hol_condition(it->size, it->J, s->work);
        if (condition > s->count->condition) s->count->condition = condition;
    }
    if (how->forcing > 0) {
        s->count->krylov += hol_minres(it->size, it->J, how->forcing, it->step, s->work);
        return HOL_OK;
    }
    s->count->factorisations++;
    s->count->solves++;
    hol_status status = hol_lu_factor(it->size, it->J, it->pivot);
    if (!status) hol_lu_solve(it->size, it->J, it->pivot, it->step);
    return status;
}

hol_status hol_foot_point(const hol_foot *F, const hol_foot_how *how, hol_stepper *s, double x[])
{
    hol_work *w = s->work;
    int N = F->N, m = F->m, size = N + m;
    size_t mark = hol_mark(w);
    iteration it = {.N = N,
                    .m = m,
                    .size = size,
                    .x = x,
                    .mu = hol_take(w, m),
                    .F = hol_take(w, size),
                    .J = hol_take(w, size * size),
                    .df = hol_take(w, m * N),
                    .a = hol_take(w, N),
                    .step = hol_take(w, size),
                    .pivot = hol_take_bytes(w, size, sizeof(int))};
    memcpy(it.a, x, (size_t)N * sizeof *x);
    residual(F, &it);
    hol_newton newton = hol_newton_start(how->tolerance);
    hol_verdict verdict = HOL_ITERATE;
    hol_status status = HOL_OK;
    while (verdict == HOL_ITERATE) {
        matrix(F, &it);
        if ((status = solve(how, s, &it))) break;
        hol_axpy(N, -1, it.step, x);
        hol_axpy(m, -1, it.step + N, it.mu);
        verdict = hol_newton_judge(&newton, residual(F, &it));
    }
    hol_release(w, mark);
    return status ? status : hol_newton_end(&newton, verdict, F->name, s->count, &s->residual);
}
