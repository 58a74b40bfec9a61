/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The partial derivative of an expression as an expression again: operation by operation, behind
 * those of the whole (Griewank, Walther, Evaluating Derivatives, 2nd ed., section 3.1). */
#include <string.h>

#include "numerics/expression.h"

enum { ZERO = -1 }; /* in place of an operation: the derivative vanishes */

typedef struct {
    hol_operation of[HOL_OPERATIONS_MOST];
    int count, slope[HOL_OPERATIONS_MOST]; /* slope: of each operation of the whole */
    bool full;
} deriving;

static int put(deriving *d, hol_operation op)
{
    d->full = d->full || d->count == HOL_OPERATIONS_MOST;
    if (d->full) return 0;
    d->of[d->count] = op;
    return d->count++;
}

static int two(deriving *d, hol_operation_kind kind, int a, int b)
{
    return put(d, (hol_operation){.kind = kind, .a = a, .b = b});
}

static int constant(deriving *d, double value)
{
    return put(d, (hol_operation){.kind = OPERATION_CONSTANT, .value = value});
}

/* u a, a / v, a + b, a - b, where the slopes a and b may vanish. */
static int times(deriving *d, int u, int a)
{
    if (a == ZERO) return ZERO;
    bool one = d->of[a].kind == OPERATION_CONSTANT && d->of[a].value == 1;
    return one ? u : two(d, OPERATION_MULTIPLY, u, a);
}

static int over(deriving *d, int a, int v)
{
    return a == ZERO ? ZERO : two(d, OPERATION_DIVIDE, a, v);
}

static int plus(deriving *d, int a, int b)
{
    return a == ZERO ? b : b == ZERO ? a : two(d, OPERATION_ADD, a, b);
}

static int minus(deriving *d, int a, int b)
{
    if (b == ZERO) return a;
    return two(d, OPERATION_SUBTRACT, a == ZERO ? constant(d, 0) : a, b);
}

/* The slope of w, the operation n, of u and v with the slopes a and b. */
typedef struct {
    int n, u, v, a, b;
    double value;
} place;

static int of_sum(deriving *d, const place *w)
{
    return plus(d, w->a, w->b);
}

static int of_difference(deriving *d, const place *w)
{
    return minus(d, w->a, w->b);
}

static int of_product(deriving *d, const place *w)
{
    return plus(d, times(d, w->v, w->a), times(d, w->u, w->b));
}

static int of_quotient(deriving *d, const place *w)
{
    return over(d, minus(d, w->a, times(d, w->n, w->b)), w->v);
}

/* u' / (2 w) */
static int of_root(deriving *d, const place *w)
{
    return w->a == ZERO ? ZERO : over(d, times(d, constant(d, 0.5), w->a), w->n);
}

static int of_exp(deriving *d, const place *w)
{
    return times(d, w->n, w->a);
}

static int of_log(deriving *d, const place *w)
{
    return over(d, w->a, w->u);
}

static int of_sin(deriving *d, const place *w)
{
    return times(d, w->n + 1, w->a);
}

/* Of the sine u before it. */
static int of_cos(deriving *d, const place *w)
{
    return minus(d, ZERO, times(d, w->u, d->slope[d->of[w->u].a]));
}

/* (v u' - u v') / r, r = u^2 + v^2 the operation before it. */
static int of_angle(deriving *d, const place *w)
{
    return over(d, minus(d, times(d, w->v, w->a), times(d, w->u, w->b)), w->n - 1);
}

static int of_power(deriving *d, const place *w)
{
    if (w->a == ZERO) return ZERO;
    int power = put(
        d, (hol_operation){.kind = OPERATION_POWER, .a = w->u, .b = w->u, .value = w->value - 1});
    return times(d, two(d, OPERATION_MULTIPLY, constant(d, w->value), power), w->a);
}

/* ---------------------------------------------------------------- what the slope takes */

/* Marks what an operation takes, the one that is made with it or before it too. */
static void mark(const deriving *d, int n, bool used[])
{
    hol_operation_kind kind = d->of[n].kind;
    if (kind == OPERATION_VARIABLE || kind == OPERATION_CONSTANT) return;
    used[d->of[n].a] = used[d->of[n].b] = true;
    if (kind == OPERATION_COS || kind == OPERATION_ANGLE) used[n - 1] = true;
}

/* Keeps the operations on which the last one depends. */
static void prune(deriving *d)
{
    bool used[HOL_OPERATIONS_MOST] = {false};
    int to[HOL_OPERATIONS_MOST], kept = 0;
    used[d->count - 1] = true;
    for (int n = d->count - 1; n >= 0; n--)
        if (used[n]) mark(d, n, used);
    for (int n = 0; n < d->count; n++) {
        if (n > 0 && d->of[n].kind == OPERATION_COS) used[n] = used[n - 1];
        to[n] = kept;
        if (!used[n]) continue;
        hol_operation o = d->of[n];
        if (o.kind != OPERATION_VARIABLE) o.a = to[o.a], o.b = to[o.b];
        d->of[kept++] = o;
    }
    d->count = kept;
}

const hol_expression *hol_expression_slope(hol_memory *m, const hol_expression *e, int variable)
{
    static int (*const slope[OPERATIONS])(deriving *, const place *) = {
        [OPERATION_ADD] = of_sum,          [OPERATION_SUBTRACT] = of_difference,
        [OPERATION_MULTIPLY] = of_product, [OPERATION_DIVIDE] = of_quotient,
        [OPERATION_SQRT] = of_root,        [OPERATION_EXP] = of_exp,
        [OPERATION_LOG] = of_log,          [OPERATION_SIN] = of_sin,
        [OPERATION_COS] = of_cos,          [OPERATION_ANGLE] = of_angle,
        [OPERATION_POWER] = of_power,
    };
    deriving d = {.count = e->count};
    memcpy(d.of, e->of, (size_t)e->count * sizeof *d.of);
    for (int n = 0; n < e->count; n++) {
        const hol_operation o = e->of[n];
        d.slope[n] = ZERO;
        if (o.kind == OPERATION_VARIABLE && o.a == variable) d.slope[n] = constant(&d, 1);
        if (o.kind == OPERATION_VARIABLE || o.kind == OPERATION_CONSTANT) continue;
        if (!slope[o.kind]) return NULL;
        d.slope[n] = slope[o.kind](&d, &(place){n, o.a, o.b, d.slope[o.a], d.slope[o.b], o.value});
    }
    int last = d.slope[e->count - 1];
    if (last == ZERO) last = constant(&d, 0);
    if (!d.full && d.of[last].kind == OPERATION_SIN)
        last = two(&d, OPERATION_ADD, last, constant(&d, 0));
    if (d.full) return NULL;
    d.count = last + 1; /* a sine is never the last one, for its cosine is behind it */
    prune(&d);
    hol_expression *made = hol_alloc(m, 1, sizeof *made);
    *made = (hol_expression){d.count, hol_alloc_copy(m, d.of, (size_t)d.count, sizeof *d.of),
                             e->smooth};
    return made;
}
