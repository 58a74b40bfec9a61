/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explicit Runge-Kutta methods on the index-1 equations: see explicit.h.  Tables whose last stage
 * is the new node gain nothing here: the acceleration of the node is computed once for all of them.
 */
#include "holonomy/explicit.h"

#include <math.h>
#include <string.h>

#include "numerics/inlined.h"

enum { WIDEST = 8 };

/* `wide` entries from `at` on of hol_combine, whose sums stay in registers. */
HOL_INLINED void sums(int wide, int at, int count, const double weight[], double h, int n,
                      const double k[], const double y0[], double y[])
{
    double sum[WIDEST];
    HOL_UNROLLED
    for (int l = 0; l < wide; l++) sum[l] = y0 ? y0[at + l] : 0;
    for (int j = 0; j < count; j++) {
        if (weight[j] == 0) continue;
        const double factor = h * weight[j], *rate = k + j * n + at;
        HOL_UNROLLED
        for (int l = 0; l < wide; l++) sum[l] += factor * rate[l];
    }
    HOL_UNROLLED
    for (int l = 0; l < wide; l++) y[at + l] = sum[l];
}

void hol_combine(int count, const double weight[], double h, int n, const double k[],
                 const double y0[], double y[])
{
    int at = 0;
    for (; at + WIDEST <= n; at += WIDEST) sums(WIDEST, at, count, weight, h, n, k, y0, y);
    for (; at + 6 <= n; at += 6) sums(6, at, count, weight, h, n, k, y0, y);
    for (; at + 4 <= n; at += 4) sums(4, at, count, weight, h, n, k, y0, y);
    for (; at + 2 <= n; at += 2) sums(2, at, count, weight, h, n, k, y0, y);
    for (; at < n; at++) sums(1, at, count, weight, h, n, k, y0, y);
}

void hol_extend(const hol_butcher *T, double theta, double h, int n, const double k[],
                const double y0[], const double y1[], double y[])
{
    const hol_extension *E = T->extension;
    const double *first = k, *node = k + E->node * n;
    double s = 1 - theta;
    hol_combine(0, NULL, h, n, k, NULL, y);
    for (int i = E->terms - 1; i >= 0; i--) { /* r_i, then times s or theta */
        hol_combine(E->stages, E->d + i * E->stages, h, n, k, y, y);
        for (int j = 0; j < n; j++) y[j] *= i % 2 ? theta : s;
    }
    for (int j = 0; j < n; j++) {
        double D = y1[j] - y0[j];
        y[j] = theta * (2 * D - h * (first[j] + node[j]) + y[j]);
        y[j] = y0[j] + theta * (D + s * (h * first[j] - D + y[j]));
    }
}

double hol_scaled_squares(const hol_stepper *s, const bool is_length[], int n, const double x0[],
                          const double x[], const double xhat[])
{
    double sum = 0;
    for (int k = 0; k < n; k++) {
        double d = x[k] - xhat[k];
        double scale = hol_atol(s, is_length, k) + s->rtol * fmax(fabs(x0[k]), fabs(x[k]));
        if (d != 0) sum += d / scale * (d / scale);
    }
    return sum;
}

double hol_scaled_mean(double squares, int n)
{
    return n ? sqrt(squares / n) : 0;
}

/* Stages that count: the last of some tables has no weight but in the estimate, for it is the first
 * of the next step. */
static int stages_of(const hol_stepper *s, const hol_butcher *T)
{
    int stages = T->stages;
    while (!hol_controlled(s) && T->b[stages - 1] == 0) stages--;
    return stages;
}

static hol_status acceleration(const hol_increment *increment, hol_stepper *s, double t,
                               const double q[], const double v[], double a[], double lambda[],
                               double alpha[])
{
    if (increment->acceleration) return increment->acceleration(s, t, q, v, a, lambda, alpha);
    return hol_acceleration(s->sys, t, q, v, a, lambda, alpha);
}

/* The error estimate in units of the tolerance, of the coordinates q and of v, of a step from z to
 * q, y = (u, v): by the embedded solutions y - h sum_j e_j y'_j; rate: y' of all stages. */
static double estimate(hol_stepper *s, double h, const hol_state *z, const double rate[],
                       const double y[], const double q[])
{
    const hol_explicit *way = s->method->data;
    const hol_butcher *T = way->table;
    hol_eval *sys = s->sys;
    int nu = way->increment->size(sys), n = nu + sys->nv;
    double *other = hol_take(s->work, n), *q1 = hol_take(s->work, sys->nq);
    double E[2] = {0};
    for (int i = 0; i < 2 && T->e[i]; i++) {
        hol_combine(T->stages, T->e[i], -h, n, rate, y, other);
        way->increment->move(sys, z->q, other, q1);
        double of_q = hol_scaled_squares(s, sys->q_is_length, sys->nq, z->q, q, q1),
               of_v = hol_scaled_squares(s, sys->is_length, sys->nv, z->v, y + nu, other + nu);
        E[i] = hol_scaled_mean(of_q + of_v, sys->nq + sys->nv);
    }
    return hol_estimate(E[0], E[1]);
}

/* y = (u, v) from (0, v_0), y' = (u', v'). */
hol_status hol_explicit_step(hol_stepper *s, double h, hol_state *z)
{
    const hol_explicit *way = s->method->data;
    const hol_butcher *T = way->table;
    const hol_increment *increment = way->increment;
    hol_eval *sys = s->sys;
    hol_work *w = s->work;
    int nu = increment->size(sys), nv = sys->nv, n = nu + nv, stages = stages_of(s, T);
    double *rate = hol_take(w, stages * n), *y0 = hol_take(w, n), *y = hol_take(w, n);
    double *u = y, *v = y + nu, *q = hol_take(w, sys->nq);
    hol_status status;

    memset(y0, 0, (size_t)nu * sizeof *y0);
    memcpy(y0 + nu, z->v, (size_t)nv * sizeof *y0);
    increment->rate(s, T, NULL, z->q, z->v, rate); /* u_1 = 0 */
    memcpy(rate + nu, z->memory, (size_t)nv * sizeof *rate);
    for (int i = 1; i < stages; i++) {
        double t = z->t + T->c[i] * h, *at = rate + i * n;
        hol_combine(i, T->a + i * T->stages, h, n, rate, y0, y);
        increment->move(sys, z->q, u, q);
        increment->rate(s, T, u, q, v, at);
        if ((status = acceleration(increment, s, t, q, v, at + nu, NULL, NULL))) return status;
    }
    hol_combine(stages, T->b, h, n, rate, y0, y);
    increment->move(sys, z->q, u, q);
    if (hol_controlled(s)) {
        s->error = estimate(s, h, z, rate, y, q);
        if (!(s->error <= 1)) return HOL_OK; /* rejected, with the state as it was */
    }
    memcpy(z->q, q, (size_t)sys->nq * sizeof *q);
    memcpy(z->v, v, (size_t)nv * sizeof *v);
    if (increment->finish && (status = increment->finish(s, z->t + h, z))) return status;
    return acceleration(increment, s, z->t + h, z->q, z->v, z->memory, z->lambda, z->alpha);
}

hol_status hol_explicit_start(hol_stepper *s, double h, hol_state *z)
{
    const hol_explicit *way = s->method->data;
    (void)h;
    return acceleration(way->increment, s, z->t, z->q, z->v, z->memory, z->lambda, z->alpha);
}

size_t hol_explicit_memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)method, (void)opt;
    return (size_t)sys->nv; /* the acceleration at the node */
}
