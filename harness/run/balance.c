/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work by quadrature along the nodes of a run: see balance.h. */
#include "harness/run/balance.h"

#include <math.h>
#include <string.h>

#include "base/doubles.h"
#include "holonomy/dense.h"
#include "holonomy/diagnostics.h"
#include "holonomy/dynamics.h"
#include "mechanics/drives.h"
#include "numerics/gauss.h"

enum { NODES = HOL_BALANCE_NODES, DATA = 2 * NODES };
/* Of a difference: parts of a step, and of the time in which the system moves by its length; of
 * that: how near a knot is at a node. */
static const double of_step = 1e-2, of_time = 1e-4, near = 1e-3;

/* W since the first node, and what it may be off by; spin: the largest angular velocity of a body
 * [rad/s]; exact: the work since the node before as the forces themselves say it; NaN: they do not
 */
typedef struct {
    double t, P, rate, W, doubt, spin, exact;
} node;

struct hol_balance {
    hol_eval *sys;
    node of[NODES]; /* the last ones, without a knot among them */
    int nodes;
    long taken;             /* since the last knot */
    long intervals;         /* of all pieces */
    int read, early[NODES]; /* places in `of` of the first states read, left-out ones the last's; */
    double before[NODES];   /* -1: W before the last knot */
    double power;
    hol_memory *memory;
    double *q; /* of the last node, where forces may say their work; else NULL */
};

hol_balance *hol_balance_new(hol_memory *m, hol_eval *sys)
{
    const unsigned idle = HOL_CONSERVATIVE | HOL_SCLERONOMIC;
    if ((sys->has & idle) == idle) return NULL;
    hol_balance *B = hol_alloc(m, 1, sizeof *B);
    B->memory = m;
    hol_balance_follow(B, sys, NULL);
    return B;
}

static void place(hol_balance *B, const double q[])
{
    if (B->q) memcpy(B->q, q, (size_t)B->sys->nq * sizeof *B->q);
}

void hol_balance_follow(hol_balance *B, hol_eval *sys, const double q[])
{
    if (!B) return;
    B->sys = sys;
    if (B->q) hol_drop(B->memory, B->q);
    B->q = sys->has & HOL_SCLERONOMIC ? hol_doubles(B->memory, sys->nq) : NULL;
    if (q) place(B, q);
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

/* By central differences, or on one side of the node: -1 before it, 1 behind. */
static double power_rate(hol_eval *sys, hol_work *w, const hol_state *z, const double a[], double e,
                         int side)
{
    double P[5];
    for (int k = 0; k < 5; k++)
        P[k] = !side && k == 2 ? 0 : power_along(sys, w, z, a, (side ? side * k : k - 2) * e);
    if (!side) return (8 * (P[3] - P[1]) - (P[4] - P[0])) / (12 * e);
    return side * (48 * P[1] - 25 * P[0] - 36 * P[2] + 16 * P[3] - 3 * P[4]) / (12 * e);
}

/* ---------------------------------------------------------------- the quadrature */

typedef struct { /* by Newton's form, every node twice, time in units of an interval */
    int n;
    double z[DATA], c[DATA];
} polynomial;

/* With P and P' of n nodes; the interval begins at `from` and is h long. */
static polynomial through(const node of[], int n, double from, double h)
{
    polynomial p = {.n = 2 * n};
    double *z = p.z, *c = p.c;
    for (int i = 0; i < 2 * n; i++) {
        z[i] = (of[i / 2].t - from) / h;
        c[i] = of[i / 2].P;
    }
    for (int order = 1; order < 2 * n; order++)
        for (int i = 2 * n - 1; i >= order; i--)
            c[i] = order == 1 && i % 2 ? h * of[i / 2].rate
                                       : (c[i] - c[i - 1]) / (z[i] - z[i - order]);
    return p;
}

static double value(const polynomial *p, double at)
{
    double sum = p->c[p->n - 1];
    for (int i = p->n - 2; i >= 0; i--) sum = sum * (at - p->z[i]) + p->c[i];
    return sum;
}

/* Over the interval, by Gauss's rule of 5 points. */
static double integral(const polynomial *p, double h)
{
    double sum = 0;
    for (int k = 0; k < HOL_GAUSS_POINTS; k++)
        sum += 0.5 * hol_gauss_weight[k] * value(p, 0.5 * (1 + hol_gauss_at[k]));
    return h * sum;
}

/* The exact work in the place of the quadrature's.  A force knows a turn but for whole ones: two
 * bodies that turn by less than a quarter each, at the pace of either end, turn by less than half a
 * turn against each other. */
static void be_exact(const node *from, const node *to, double *work, double *doubt)
{
    double turn = fmax(from->spin, to->spin) * (to->t - from->t);
    if (!(turn < M_PI / 2) || !isfinite(to->exact)) return;
    *work = to->exact;
    *doubt = 0;
}

static void take(hol_balance *B, const node *now)
{
    if (B->nodes == NODES) memmove(B->of, B->of + 1, (NODES - 1) * sizeof *B->of);
    B->nodes -= B->nodes == NODES;
    B->of[B->nodes++] = *now;
    int last = B->nodes - 1, first = ++B->taken > NODES ? last : 1;
    for (int k = first; k <= last; k++) {
        double from = B->of[k - 1].t, h = B->of[k].t - from;
        polynomial p = through(B->of, B->nodes, from, h);
        polynomial less = through(B->of + (k == last), last, from, h);
        double work = integral(&p, h), doubt = fabs(work - integral(&less, h));
        be_exact(&B->of[k - 1], &B->of[k], &work, &doubt);
        B->of[k].W = B->of[k - 1].W + work;
        B->of[k].doubt = B->of[k - 1].doubt + doubt;
    }
}

/* ---------------------------------------------------------------- knots */

/* The nodes before are of another piece. */
static void begin_piece(hol_balance *B, const node *now)
{
    for (int k = 0; k < B->read && k < NODES; k++) {
        if (B->early[k] >= 0) B->before[k] = B->of[B->early[k]].W;
        B->early[k] = -1;
    }
    B->of[0] = *now;
    B->nodes = 1;
    B->taken = 1;
}

/* The last knot between two times, at none of them; HUGE_VAL: there is none. */
static double knot_between(const hol_balance *B, double from, double to, double close)
{
    double last = HUGE_VAL, knot = hol_model_knot(B->sys->model, from + close);
    for (; knot < to - close; knot = hol_model_knot(B->sys->model, knot)) last = knot;
    return last;
}

/* To the knot by the cubic of the last two nodes, on to the node by the quadratic with its P, P'
 * and the P of that cubic at the knot, where P has a bend and no jump. */
static void take_behind(hol_balance *B, const node *now, double knot)
{
    int n = B->nodes < 2 ? B->nodes : 2;
    const node *last = &B->of[B->nodes - 1];
    double before = knot - last->t, behind = now->t - knot;
    polynomial p = through(last - n + 1, n, last->t, before);
    node next = *now;
    next.W = last->W + integral(&p, before) + behind * (value(&p, 1) + 2 * now->P) / 3 -
             behind * behind * now->rate / 6;
    next.doubt = last->doubt;
    begin_piece(B, &next);
}

/* On which side of t no knot is near, for differences; 0: on both.  at: it is at t itself, where
 * the side is the one before. */
static int side_of_knot(const hol_balance *B, double t, double e, bool *at)
{
    const int reach = 4;
    double knot = hol_model_knot(B->sys->model, t - reach * e);
    *at = fabs(knot - t) <= near * e;
    return !(knot < t + reach * e) ? 0 : *at || knot > t ? -1 : 1;
}

double hol_largest_spin(int nb, const hol_pose pose[])
{
    double most = 0;
    for (int b = 0; b < nb; b++) most = fmax(most, hol_norm(3, pose[b].omega));
    return most;
}

void hol_balance_read(hol_balance *B, hol_work *work, const hol_state *z, const double a[],
                      const double lambda[], const double alpha[], double spin)
{
    const node *last = B->nodes ? &B->of[B->nodes - 1] : NULL;
    const hol_eval *sys = B->sys;
    double step = last ? z->t - last->t : HUGE_VAL;
    double e = fmin(of_step * step, of_time * sys->length / (sys->unit * sys->speed));
    bool at_knot;
    int side = side_of_knot(B, z->t, e, &at_knot);
    node now = {.t = z->t, .spin = spin, .exact = (double)NAN};
    if (last && B->q) now.exact = hol_work_between(B->sys, B->q, z->q);
    B->power = now.P = power(B->sys, work, z->t, z->q, z->v, lambda, alpha);
    now.rate = power_rate(B->sys, work, z, a, e, side);
    if (isfinite(now.P) && isfinite(now.rate) && step > 0) {
        place(B, z->q);
        B->intervals += last != NULL;
        double knot = last ? knot_between(B, last->t, z->t, near * e) : HUGE_VAL;
        if (knot < HUGE_VAL)
            take_behind(B, &now, knot);
        else
            take(B, &now);
        if (at_knot) {
            now.W = B->of[B->nodes - 1].W;
            now.doubt = B->of[B->nodes - 1].doubt;
            now.rate = power_rate(B->sys, work, z, a, e, 1);
            begin_piece(B, &now);
        }
    }
    if (B->read < NODES) B->early[B->read++] = B->nodes ? B->nodes - 1 : 0;
}

double hol_balance_power(const hol_balance *B)
{
    return B->power;
}

double hol_balance_work(const hol_balance *B)
{
    return B->nodes ? B->of[B->nodes - 1].W : 0;
}

/* An interval's error may be a few times what leaving out a node changes: over many intervals, with
 * errors of either sign, the sum of the changes is the larger one, over few it is not.  With fewer
 * than five nodes the polynomial's degree is so low that a node less changes far more. */
double hol_balance_doubt(const hol_balance *B)
{
    const double few = 100;
    double share = B->intervals < NODES - 1 ? 1 : fmax(1, sqrt(few / (double)B->intervals));
    return B->nodes ? share * B->of[B->nodes - 1].doubt : 0;
}

double hol_balance_early(const hol_balance *B, int k)
{
    return B->early[k] < 0 ? B->before[k] : B->of[B->early[k]].W;
}
