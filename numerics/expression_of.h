/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An expression over power series in the number of number.h: coefficient k of every operation from
 * the coefficients up to k of what it takes, by the classical recurrences (Griewank, Walther,
 * Evaluating Derivatives, 2nd ed., tables 13.1 and 13.2).  The coefficients of one operation stand
 * beside each other, `stride` from one operation to the next. */
#pragma once

#include "numerics/elementary.h"
#include "numerics/expression.h"

/* sum_{i=first}^last x_i y_{k-i}; with weights i. */
static number expression_sum(int first, int last, int k, const number x[], const number y[])
{
    number sum = 0;
    for (int i = first; i <= last; i++) sum += x[i] * y[k - i];
    return sum;
}

static number expression_moment(int first, int last, int k, const number x[], const number y[])
{
    number sum = 0;
    for (int i = first; i <= last; i++) sum += (number)i * (x[i] * y[k - i]);
    return sum;
}

/* Coefficient k of w of the operands u and v; w has those before k.  value: the operation's. */
typedef struct {
    int k, stride;
    double value;
    const hol_spline *table;
    const number *u, *v;
    number *w;
} expression_place;

static number expression_add(const expression_place *p)
{
    return p->u[p->k] + p->v[p->k];
}

static number expression_subtract(const expression_place *p)
{
    return p->u[p->k] - p->v[p->k];
}

static number expression_multiply(const expression_place *p)
{
    return expression_sum(0, p->k, p->k, p->u, p->v);
}

/* v w = u */
static number expression_divide(const expression_place *p)
{
    return (p->u[p->k] - expression_sum(0, p->k - 1, p->k, p->w, p->v)) / p->v[0];
}

/* w w = u */
static number expression_sqrt(const expression_place *p)
{
    if (p->k == 0) return number_sqrt(p->u[0]);
    return (p->u[p->k] - expression_sum(1, p->k - 1, p->k, p->w, p->w)) / (2 * p->w[0]);
}

/* w' = u' w */
static number expression_exp(const expression_place *p)
{
    if (p->k == 0) return number_exp(p->u[0]);
    return expression_moment(1, p->k, p->k, p->u, p->w) / (number)p->k;
}

/* u w' = u' */
static number expression_log(const expression_place *p)
{
    if (p->k == 0) return number_log(p->u[0]);
    number known = expression_moment(1, p->k - 1, p->k, p->w, p->u) / (number)p->k;
    return (p->u[p->k] - known) / p->u[0];
}

/* w' = u' c, and of its cosine c' = -u' w, which is the next operation. */
static number expression_sin(const expression_place *p)
{
    number *c = p->w + p->stride, s;
    if (p->k == 0) {
        number_turn(p->u[0], &s, c);
        return s;
    }
    c[p->k] = -expression_moment(1, p->k, p->k, p->u, p->w) / (number)p->k;
    return expression_moment(1, p->k, p->k, p->u, c) / (number)p->k;
}

static number expression_kept(const expression_place *p)
{
    return p->w[p->k];
}

/* With r = u^2 + v^2 before it:  r w' = v u' - u v' */
static number expression_angle(const expression_place *p)
{
    const number *r = p->w - p->stride;
    int k = p->k;
    if (k == 0) return number_angle(p->u[0], p->v[0]);
    number turning =
        expression_moment(1, k, k, p->u, p->v) - expression_moment(1, k, k, p->v, p->u);
    return (turning - expression_moment(1, k - 1, k, p->w, r)) / ((number)k * r[0]);
}

/* u w' = value w u' */
static number expression_power(const expression_place *p)
{
    int k = p->k;
    number sum = 0, value = p->value;
#ifdef HOL_QUAD
    if (k == 0) return number_exp(value * number_log(p->u[0]));
#else
    if (k == 0) return pow(p->u[0], value);
#endif
    for (int i = 1; i <= k; i++)
        sum += (value * (number)i - (number)(k - i)) * (p->u[i] * p->w[k - i]);
    return sum / ((number)k * p->u[0]);
}

/* u less the knot of the piece that u_0 is in. */
static number expression_ahead(const expression_place *p)
{
    const hol_spline *s = p->table;
    if (p->k) return p->u[p->k];
    hol_spline_piece at = hol_spline_at(s, (double)p->u[0]);
    number period = (number)s->x[s->knots - 1] - (number)s->x[0];
    return p->u[0] - (number)at.turns * period - (number)s->x[at.knot];
}

/* The piece's polynomial of d, which with d^2 and d^3 is before it: spline.h. */
static number expression_table(const expression_place *p)
{
    const hol_spline *s = p->table;
    const number *cube = p->w - p->stride, *square = cube - p->stride, *d = square - p->stride;
    hol_spline_piece at = hol_spline_at(s, (double)p->u[0]);
    number y = p->k ? 0 : (number)s->y[at.knot], m = s->slope[at.knot];
    if (at.straight) return y + m * d[p->k];
    number h = (number)s->x[at.knot + 1] - (number)s->x[at.knot], n = s->slope[at.knot + 1];
    number mean = ((number)s->y[at.knot + 1] - (number)s->y[at.knot]) / h;
    return y + m * d[p->k] + (3 * mean - 2 * m - n) / h * square[p->k] +
           (m + n - 2 * mean) / (h * h) * cube[p->k];
}

static number expression_abs(const expression_place *p)
{
    return p->u[0] < 0 ? -p->u[p->k] : p->u[p->k];
}

static number expression_min(const expression_place *p)
{
    return (p->v[0] < p->u[0] ? p->v : p->u)[p->k];
}

static number expression_max(const expression_place *p)
{
    return (p->v[0] > p->u[0] ? p->v : p->u)[p->k];
}

/* Coefficient k of all operations into w; x: coefficient k of the variables. */
static void expression_extend(const hol_expression *e, int k, const number x[], int stride,
                              number w[])
{
    static number (*const term[OPERATIONS])(const expression_place *) = {
        [OPERATION_ADD] = expression_add,           [OPERATION_SUBTRACT] = expression_subtract,
        [OPERATION_MULTIPLY] = expression_multiply, [OPERATION_DIVIDE] = expression_divide,
        [OPERATION_SQRT] = expression_sqrt,         [OPERATION_EXP] = expression_exp,
        [OPERATION_LOG] = expression_log,           [OPERATION_SIN] = expression_sin,
        [OPERATION_COS] = expression_kept,          [OPERATION_ANGLE] = expression_angle,
        [OPERATION_POWER] = expression_power,       [OPERATION_AHEAD] = expression_ahead,
        [OPERATION_TABLE] = expression_table,       [OPERATION_ABS] = expression_abs,
        [OPERATION_MIN] = expression_min,           [OPERATION_MAX] = expression_max,
    };
    for (int n = 0; n < e->count; n++) {
        const hol_operation *o = &e->of[n];
        number *at = w + n * stride;
        if (o->kind == OPERATION_CONSTANT)
            at[k] = k ? 0 : (number)o->value;
        else if (o->kind == OPERATION_VARIABLE)
            at[k] = x[o->a];
        else
            at[k] = term[o->kind](&(expression_place){k, stride, o->value, o->table,
                                                      w + o->a * stride, w + o->b * stride, at});
    }
}

/* Of an expression of time alone: the coefficients 0 to `degree` at t. */
static inline void expression_of_time(const hol_expression *e, number t, int degree, int stride,
                                      number w[])
{
    for (int k = 0; k <= degree; k++) {
        number x = k == 0 ? t : k == 1 ? (number)1 : (number)0;
        expression_extend(e, k, &x, stride, w);
    }
}
