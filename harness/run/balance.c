/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work by quadrature along the nodes of a run: see balance.h. */
#include "harness/run/balance.h"

#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/diagnostics.h"
#include "holonomy/dynamics.h"
#include "holonomy/units.h"
#include "numerics/gauss.h"

enum { NODES = HOL_BALANCE_NODES, DATA = 2 * NODES };
/* Of a difference: parts of a step, and of the time in which the system moves by its length. */
static const double of_step = 1e-2, of_time = 1e-4;

typedef struct { /* W since the first node */
    double t, P, rate, W;
} node;

struct hol_balance {
    hol_eval *sys;
    node of[NODES]; /* the last ones */
    int nodes;
    long taken;
    int read, early[NODES]; /* places in `of` of the first states read, left-out ones the last's */
    double power, work;
};

hol_balance *hol_balance_new(hol_memory *m, hol_eval *sys)
{
    if (hol_keeps_energy(sys)) return NULL;
    hol_balance *B = hol_alloc(m, 1, sizeof *B);
    B->sys = sys;
    return B;
}

void hol_balance_follow(hol_balance *B, hol_eval *sys)
{
    if (B) B->sys = sys;
}

/* ---------------------------------------------------------------- the power */

static double power(hol_eval *sys, hol_work *w, double t, const double q[], const double v[],
                    const double lambda[], const double alpha[])
{
    size_t mark = hol_mark(w);
    double *F = hol_take(w, sys->nv), *phi_t = hol_take(w, sys->nc), *slip = hol_take(w, sys->na);
    double P = 0;
    if (!(sys->has & HOL_CONSERVATIVE)) {
        hol_applied(sys, t, q, v, F);
        P = hol_dot(sys->nv, v, F);
    }
    if (!(sys->has & HOL_SCLERONOMIC)) {
        hol_drive(sys, t, q, v, phi_t, NULL);
        P += hol_dot(sys->nc, lambda, phi_t);
        if (sys->na) hol_nonholonomic_rows(sys, t, q, NULL, slip);
        P -= hol_dot(sys->na, alpha, slip);
    }
    hol_release(w, mark);
    return P;
}

/* At (t + s, q o exp(s v), v + s v'). */
static double power_along(hol_eval *sys, hol_work *w, const hol_state *z, const double a[],
                          double s)
{
    size_t mark = hol_mark(w);
    double *q = hol_take(w, sys->nq), *v = hol_take(w, sys->nv), *b = hol_take(w, sys->nv);
    double *lambda = hol_take(w, sys->nc), *alpha = hol_take(w, sys->na), P = (double)NAN;
    for (int i = 0; i < sys->nv; i++) v[i] = s * z->v[i];
    hol_move(sys, z->q, v, q);
    for (int i = 0; i < sys->nv; i++) v[i] = z->v[i] + s * a[i];
    bool driven = !(sys->has & HOL_SCLERONOMIC);
    if (!driven ||
        hol_acceleration(sys, z->t + s, q, v, b, lambda, sys->na ? alpha : NULL) == HOL_OK)
        P = power(sys, w, z->t + s, q, v, lambda, alpha);
    hol_release(w, mark);
    return P;
}

static double power_rate(hol_eval *sys, hol_work *w, const hol_state *z, const double a[],
                         double step)
{
    double e = fmin(of_step * step, of_time * sys->length / (sys->unit * sys->speed)), P[5];
    for (int k = 0; k < 5; k++) P[k] = k == 2 ? 0 : power_along(sys, w, z, a, (k - 2) * e);
    return (8 * (P[3] - P[1]) - (P[4] - P[0])) / (12 * e);
}

/* ---------------------------------------------------------------- the quadrature */

/* The integral from node k - 1 to node k of the polynomial with P and P' of n nodes, by Newton's
 * form with every node twice, time in units of the interval, and Gauss's rule of 5 points. */
static double integral(const node of[], int n, int k)
{
    double h = of[k].t - of[k - 1].t, z[DATA], c[DATA], sum = 0;
    for (int i = 0; i < 2 * n; i++) {
        z[i] = (of[i / 2].t - of[k - 1].t) / h;
        c[i] = of[i / 2].P;
    }
    for (int order = 1; order < 2 * n; order++)
        for (int i = 2 * n - 1; i >= order; i--)
            c[i] = order == 1 && i % 2 ? h * of[i / 2].rate
                                       : (c[i] - c[i - 1]) / (z[i] - z[i - order]);
    for (int p = 0; p < HOL_GAUSS_POINTS; p++) {
        double at = 0.5 * (1 + hol_gauss_at[p]), value = c[2 * n - 1];
        for (int i = 2 * n - 2; i >= 0; i--) value = value * (at - z[i]) + c[i];
        sum += 0.5 * hol_gauss_weight[p] * value;
    }
    return h * sum;
}

static void take(hol_balance *B, const node *now)
{
    if (B->nodes == NODES) memmove(B->of, B->of + 1, (NODES - 1) * sizeof *B->of);
    B->nodes -= B->nodes == NODES;
    B->of[B->nodes++] = *now;
    int last = B->nodes - 1, first = ++B->taken > NODES ? last : 1;
    for (int k = first; k <= last; k++) B->of[k].W = B->of[k - 1].W + integral(B->of, B->nodes, k);
}

void hol_balance_read(hol_balance *B, hol_work *work, const hol_state *z, const double a[],
                      const double lambda[], const double alpha[])
{
    const node *last = B->nodes ? &B->of[B->nodes - 1] : NULL;
    double step = last ? z->t - last->t : HUGE_VAL;
    node now = {.t = z->t};
    B->power = now.P = power(B->sys, work, z->t, z->q, z->v, lambda, alpha);
    now.rate = power_rate(B->sys, work, z, a, step);
    if (isfinite(now.P) && isfinite(now.rate) && step > 0) take(B, &now);
    if (B->read < NODES) B->early[B->read++] = B->nodes ? B->nodes - 1 : 0;
    B->work = B->nodes ? B->of[B->nodes - 1].W : 0;
}

double hol_balance_power(const hol_balance *B)
{
    return B->power;
}

double hol_balance_work(const hol_balance *B)
{
    return B->work;
}

double hol_balance_early(const hol_balance *B, int k)
{
    return B->of[B->early[k]].W;
}
