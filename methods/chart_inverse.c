/* SPDX-License-Identifier: GPL-3.0-or-later */
/* B = (G U)^-1 of a tangent-space chart by the iteration (16): E. J. Haug, P. Pavesic, "Mechanical
 * System Kinematics and Dynamics on Differentiable Manifolds", 2023 (paper 002).  With the defect
 * R = 1 - G U B at its start
 *
 *   B <- 2 B - B (G U) B = B (1 + R),   R <- R^2,
 *
 * so that all steps together are B (1 + R) (1 + R^2) (1 + R^4) ...: G U B is formed once.
 *
 * Deviations: what is kept is U B, each side times U.  Rows of R that are round-off, of constraints
 * whose G has not changed, are left as they are.  The iteration also stops at round-off. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/newton.h"
#include "methods/chart_inverse.h"

typedef struct { /* the rows of R that are not round-off: k of m */
    int m, k;
    double *S;    /* k x (m + k): of R^2^j, behind them their columns of the same numbers */
    double *next; /* room for R^2^(j+1) */
    double *sum;  /* k x m: of R + R^2 + ... + R^(2^j - 1) */
    double *UB;   /* n x k: the columns of U B that meet them */
} powers;

/* R, m x m; one step of (16) is made. */
static powers begin(const hol_chart *c, const double R[], double round_off)
{
    hol_work *w = c->s->work;
    int m = c->m, k = 0, *number = hol_take_bytes(w, m, sizeof *number);
    powers p = {m,
                0,
                hol_take(w, 2 * m * m),
                hol_take(w, 2 * m * m),
                hol_take(w, m * m),
                hol_take(w, c->n * m)};
    for (int i = 0; i < m; i++)
        if (!(hol_norm_max(m, R + i * m) <= round_off)) number[k++] = i;
    for (int i = 0; i < k; i++) {
        const double *row = R + number[i] * m;
        double *S = p.S + i * (m + k);
        memcpy(S, row, sizeof(double) * (size_t)m);
        memcpy(p.sum + i * m, row, sizeof(double) * (size_t)m);
        for (int j = 0; j < k; j++) S[m + j] = row[number[j]];
    }
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < k; j++) p.UB[i * k + j] = c->UB[i * m + number[j]];
    p.k = k;
    return p;
}

/* S <- S S; its norm. */
static double square(powers *p)
{
    int width = p->m + p->k;
    double *S = p->next;
    memset(S, 0, sizeof(double) * (size_t)(p->k * width));
    hol_multiply_add(p->k, p->k, width, p->S + p->m, width, p->S, S);
    p->next = p->S;
    p->S = S;
    double squares = 0;
    for (int i = 0; i < p->k; i++) squares += hol_dot(p->m, S + i * width, S + i * width);
    return sqrt(squares);
}

/* A step of (16): 1 + sum <- (1 + S) (1 + sum). */
static void add_power(powers *p)
{
    int m = p->m, width = m + p->k;
    double *sum = p->next;
    memcpy(sum, p->sum, sizeof(double) * (size_t)(p->k * m));
    for (int i = 0; i < p->k; i++) hol_axpy(m, 1, p->S + i * width, p->sum + i * m);
    hol_multiply_add(p->k, p->k, m, p->S + m, width, sum, p->sum);
}

/* Of the residual S after a step, which need not be formed where the square of its norm is small.
 */
static hol_verdict judge(hol_newton *newton, double *left, powers *p)
{
    *left *= *left;
    if (!(*left <= newton->tolerance)) *left = square(p);
    return hol_newton_judge(newton, *left);
}

/* Round-off of a start ahead (tangent_ahead.c) over that of U B at a node. */
static const double amplified = 8;

/* The residual that is tested before an update has a floor of round-off, that of the powers none.
 */
static hol_status invert(hol_chart *c, const double G[], double size)
{
    int m = c->m;
    double *R = hol_take(c->s->work, m * m);
    double round_off = DBL_EPSILON * size * hol_norm_frobenius(c->n * m, c->UB);
    double floor = c->rule.before ? m * round_off : 0;
    hol_newton newton = hol_newton_start(fmax(c->rule.Btol, floor));
    hol_verdict verdict = HOL_ITERATE;

    hol_multiply_columns(&c->s->sys->G, G, m, c->UB, R);
    for (int i = 0; i < m * m; i++) R[i] = -R[i];
    for (int i = 0; i < m; i++) R[i * (m + 1)] += 1;
    double left = hol_norm_frobenius(m * m, R);
    if (c->rule.before) verdict = hol_newton_judge(&newton, left);
    if (verdict == HOL_ITERATE) {
        powers p = begin(c, R, amplified * round_off);
        while ((verdict = judge(&newton, &left, &p)) == HOL_ITERATE) add_power(&p);
        hol_multiply_add(c->n, p.k, m, p.UB, p.k, p.sum, c->UB);
    }
    return hol_newton_end(&newton, verdict, "1 - G U B, paper 002 (16)", c->s->count,
                          &c->s->residual);
}

hol_status hol_chart_invert(hol_chart *c, const double G[], double size)
{
    size_t mark = hol_mark(c->s->work);
    hol_status status = invert(c, G, size);
    hol_release(c->s->work, mark);
    return status;
}
