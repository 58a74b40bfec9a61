/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See variation.h. */
#include "mechanics/variation.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/doubles.h"
#include "holonomy/so3.h"
#include "numerics/expression_of.h"

struct hol_variation {
    const hol_terms *T;
    int nq, rows, spans, products;
    hol_span_sum *span; /* those of the terms, then the unit vectors of the bodies */
    hol_span_term *term;
    hol_product *product; /* joint rows, then inner rows */
    double *x, *x1, *x2;  /* of the spans, 3 each: value, first and second derivative in time */
    double *dx, *dx1;     /* what they change by */
    double *y;            /* rows: multipliers of the state */
    double *Q;            /* operations of a force and their changes, two each */
    double *df, *rate, *second; /* of the caller, while a variation is summed up */
};

/* ---------------------------------------------------------------- set-up */

/* The unit vectors of a body as spans, and its inner rows as products of them. */
static void add_frame(hol_variation *V, const hol_frame_rows *F, int *terms)
{
    static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    int first = V->spans, pairs = F->vectors == 3 ? 6 : 1;
    for (int a = 0; a < F->vectors; a++) {
        V->span[V->spans++] = (hol_span_sum){.first = *terms, .count = F->size};
        for (int c = 0; c < F->size; c++)
            V->term[(*terms)++] = (hol_span_term){F->q + F->size * a + c, c, 1};
    }
    for (int r = 0; r < pairs; r++)
        V->product[V->products++] = (hol_product){.row = F->row + r,
                                                  .a = first + pair[r][0],
                                                  .b = first + pair[r][1],
                                                  .scale = pair[r][0] == pair[r][1] ? 0.5 : 1};
}

hol_variation *hol_variation_new(hol_memory *m, const hol_terms *T)
{
    const hol_eval *facts = &T->system->facts;
    hol_variation *V = hol_alloc(m, 1, sizeof *V);
    int terms = T->terms, most = T->spans + 3 * T->frames;
    V->T = T;
    V->nq = facts->nq;
    V->rows = facts->nc + facts->na;
    V->span = hol_alloc(m, (size_t)most, sizeof *V->span);
    V->term = hol_alloc(m, (size_t)(terms + 9 * T->frames), sizeof *V->term);
    V->product = hol_alloc(m, (size_t)(T->rows + 6 * T->frames), sizeof *V->product);
    if (T->spans) memcpy(V->span, T->span, (size_t)T->spans * sizeof *T->span);
    if (terms) memcpy(V->term, T->term, (size_t)terms * sizeof *T->term);
    if (T->rows) memcpy(V->product, T->product, (size_t)T->rows * sizeof *T->product);
    V->spans = T->spans;
    V->products = T->rows;
    for (int i = 0; i < T->frames; i++) add_frame(V, &T->frame[i], &terms);
    assert(!T->timeds && !T->drives);
    int operations = 0;
    for (int i = 0; i < T->motors; i++)
        if (T->motor[i].Q->count > operations) operations = T->motor[i].Q->count;
    for (int i = 0; i < T->places; i++)
        for (int k = 0; k < HOL_PLACE_NAMES; k++)
            if (T->place[i].law->slope[k]->count > operations)
                operations = T->place[i].law->slope[k]->count;
    V->Q = hol_doubles(m, 2 * operations);
    double **of_spans[] = {&V->x, &V->x1, &V->x2, &V->dx, &V->dx1};
    for (int i = 0; i < 5; i++) *of_spans[i] = hol_doubles(m, 3 * V->spans);
    V->y = hol_doubles(m, V->rows);
    return V;
}

/* ---------------------------------------------------------------- spans */

/* x = X z, of the coordinates alone */
static void spread(const hol_variation *V, const double z[], double x[])
{
    memset(x, 0, 3 * (size_t)V->spans * sizeof *x);
    for (int n = 0; n < V->spans; n++)
        for (int i = V->span[n].first; i < V->span[n].first + V->span[n].count; i++)
            x[3 * n + V->term[i].axis] += V->term[i].factor * z[V->term[i].coordinate];
}

/* df += factor (dx/dq)^T g */
static void pull(const hol_variation *V, int span, double factor, const double g[3])
{
    const hol_span_sum *u = &V->span[span];
    for (int i = u->first; i < u->first + u->count; i++)
        V->df[V->term[i].coordinate] += factor * (V->term[i].factor * g[V->term[i].axis]);
}

void hol_variation_about(hol_variation *V, const double q[], const double v[], const double a[],
                         const double y[])
{
    spread(V, q, V->x);
    for (int n = 0; n < V->spans; n++)
        for (int c = 0; c < 3; c++) V->x[3 * n + c] += V->span[n].fixed[c];
    spread(V, v, V->x1);
    spread(V, a, V->x2);
    if (V->rows) memcpy(V->y, y, (size_t)V->rows * sizeof *y);
}

/* ---------------------------------------------------------------- rows */

static void products(const hol_variation *V)
{
    for (const hol_product *p = V->product, *end = p + V->products; p < end; p++) {
        int a = 3 * p->a, b = 3 * p->b;
        const double *x = V->x, *x1 = V->x1, *x2 = V->x2, *dx = V->dx, *dx1 = V->dx1;
        V->rate[p->row] += p->scale * (hol_dot3(dx + a, x1 + b) + hol_dot3(dx1 + a, x + b) +
                                       hol_dot3(x1 + a, dx + b) + hol_dot3(x + a, dx1 + b));
        V->second[p->row] += p->scale * (hol_dot3(x2 + a, dx + b) + 2 * hol_dot3(dx1 + a, x1 + b) +
                                         2 * hol_dot3(x1 + a, dx1 + b) + hol_dot3(dx + a, x2 + b));
        pull(V, p->a, -p->scale * V->y[p->row], dx + b);
        pull(V, p->b, -p->scale * V->y[p->row], dx + a);
    }
}

/* <direction, point'> = w, whose force is along the direction. */
static void slides(const hol_variation *V)
{
    int first = V->rows - V->T->system->facts.na;
    for (const hol_slide_row *p = V->T->slide, *end = p + V->T->slides; p < end; p++) {
        int row = first + p->row, d = 3 * p->direction, x = 3 * p->point;
        V->rate[row] += hol_dot3(V->dx + d, V->x1 + x) + hol_dot3(V->x + d, V->dx1 + x);
        V->second[row] += hol_dot3(V->dx1 + d, V->x1 + x) + hol_dot3(V->x1 + d, V->dx1 + x) +
                          hol_dot3(V->dx + d, V->x2 + x);
        pull(V, p->point, -V->y[row], V->dx + d);
    }
}

/* ---------------------------------------------------------------- forces */

/* -(k - k l0 / |x| + c <x, x'> / |x|^2) x along the span x */
static void lines(const hol_variation *V)
{
    for (const hol_line_force *F = V->T->line, *end = F + V->T->lines; F < end; F++) {
        const double *x = V->x + 3 * F->span, *x1 = V->x1 + 3 * F->span;
        const double *dx = V->dx + 3 * F->span, *dx1 = V->dx1 + 3 * F->span;
        if (F->length == 0 && F->damping == 0) { /* -k x, also where x = 0 */
            pull(V, F->span, -F->stiffness, dx);
            continue;
        }
        double square = hol_dot3(x, x), length = sqrt(square), along = hol_dot3(x, dx);
        double rate = hol_dot3(x, x1) / square;
        double drate = (hol_dot3(dx, x1) + hol_dot3(x, dx1) - 2 * rate * along) / square;
        double pulls = F->stiffness * (1 - F->length / length) + F->damping * rate;
        double dpulls = F->stiffness * F->length * along / (square * length) + F->damping * drate;
        pull(V, F->span, -dpulls, x);
        pull(V, F->span, -pulls, dx);
    }
}

/* ---------------------------------------------------------------- forces along coordinates */

/* A number and its change. */
typedef struct {
    double is, by;
} dual;

static dual times(dual x, dual y)
{
    return (dual){x.is * y.is, x.by * y.is + x.is * y.by};
}

static dual over(dual x, dual y)
{
    double is = x.is / y.is;
    return (dual){is, (x.by - is * y.by) / y.is};
}

static dual plus(dual x, double factor, dual y)
{
    return (dual){x.is + factor * y.is, x.by + factor * y.by};
}

/* <a, b> of two spans, and its rate in time. */
static dual product(const hol_variation *V, int a, int b)
{
    a *= 3, b *= 3;
    return (dual){hol_dot3(V->x + a, V->x + b),
                  hol_dot3(V->dx + a, V->x + b) + hol_dot3(V->x + a, V->dx + b)};
}

static dual product_rate(const hol_variation *V, int a, int b)
{
    a *= 3, b *= 3;
    return (dual){hol_dot3(V->x1 + a, V->x + b) + hol_dot3(V->x + a, V->x1 + b),
                  hol_dot3(V->dx1 + a, V->x + b) + hol_dot3(V->x1 + a, V->dx + b) +
                      hol_dot3(V->dx + a, V->x1 + b) + hol_dot3(V->x + a, V->dx1 + b)};
}

/* df on the span += the change of factor x_b */
static void pull_along(const hol_variation *V, int span, dual factor, int b)
{
    pull(V, span, factor.by, V->x + 3 * b);
    pull(V, span, factor.is, V->dx + 3 * b);
}

/* Q(x, x'), by its series of degree 1 in the change. */
static dual effort(const hol_variation *V, const hol_motor_force *F, dual x, dual rate)
{
    const double value[] = {0, x.is, rate.is}, change[] = {0, x.by, rate.by};
    expression_extend(F->Q, 0, value, 2, V->Q);
    expression_extend(F->Q, 1, change, 2, V->Q);
    const double *last = V->Q + 2 * (F->Q->count - 1);
    return (dual){last[0], last[1]};
}

/* As in series_motors.h. */
static void angle_motor(const hol_variation *V, const hol_motor_force *F)
{
    int ai = F->span[0], bi = F->span[1], aj = F->span[2];
    dual c = product(V, ai, aj), s = product(V, bi, aj), square = plus(times(c, c), 1, times(s, s));
    dual turning = plus(times(c, product_rate(V, bi, aj)), -1, times(s, product_rate(V, ai, aj)));
    dual x = {atan2(s.is, c.is), (c.is * s.by - s.is * c.by) / square.is};
    dual Q = over(effort(V, F, x, over(turning, square)), square);
    dual u = times(Q, c), w = times((dual){-Q.is, -Q.by}, s);
    pull_along(V, bi, u, aj);
    pull_along(V, ai, w, aj);
    pull_along(V, aj, u, bi);
    pull_along(V, aj, w, ai);
}

static void length_motor(const hol_variation *V, const hol_motor_force *F)
{
    int n = F->span[0], d = F->span[1];
    dual Q = effort(V, F, product(V, n, d), product_rate(V, n, d));
    pull_along(V, n, Q, d);
    pull_along(V, d, Q, n);
}

static void motors(const hol_variation *V)
{
    static void (*const along[])(const hol_variation *, const hol_motor_force *) = {
        [HOL_ANGLE] = angle_motor, [HOL_LENGTH] = length_motor};
    for (const hol_motor_force *F = V->T->motor, *end = F + V->T->motors; F < end; F++)
        along[F->of](V, F);
}

/* As in series_bushings.h. */
static void bushings(const hol_variation *V)
{
    const hol_bushing_pair *end = hol_bushing_pairs + HOL_BUSHING_PAIRS;
    for (const hol_bushing_force *F = V->T->bushing; F < V->T->bushing + V->T->bushings; F++) {
        dual z[6] = {{0, 0}}, rate[6] = {{0, 0}}, Q[6] = {{0, 0}};
        for (const hol_bushing_pair *p = hol_bushing_pairs; p < end; p++) {
            int a = F->span[p->a], b = F->span[p->b], k = p->coordinate;
            z[k] = plus(z[k], p->factor, product(V, a, b));
            rate[k] = plus(rate[k], p->factor, product_rate(V, a, b));
        }
        for (int k = 0; k < 6; k++)
            for (int l = 0; l < 6; l++) {
                if (F->K) Q[k] = plus(Q[k], -F->K[k][l], z[l]);
                if (F->C) Q[k] = plus(Q[k], -F->C[k][l], rate[l]);
            }
        for (const hol_bushing_pair *p = hol_bushing_pairs; p < end; p++) {
            dual part = plus((dual){0, 0}, p->factor, Q[p->coordinate]);
            pull_along(V, F->span[p->a], part, F->span[p->b]);
            pull_along(V, F->span[p->b], part, F->span[p->a]);
        }
    }
}

/* -dU/dx_k, by its series of degree 1 in the change. */
static void places(const hol_variation *V)
{
    for (const hol_place_force *F = V->T->place, *end = F + V->T->places; F < end; F++) {
        double change[HOL_PLACE_NAMES];
        for (int k = 0; k < HOL_PLACE_NAMES; k++) {
            const hol_expression *e = F->law->slope[k];
            expression_extend(e, 0, V->x + 3 * F->span, 2, V->Q);
            expression_extend(e, 1, V->dx + 3 * F->span, 2, V->Q);
            change[k] = V->Q[2 * (e->count - 1) + 1];
        }
        pull(V, F->span, -1, change);
    }
}

void hol_variation_along(hol_variation *V, const double dq[], const double dv[], double df[],
                         double rate[], double second[])
{
    V->df = df, V->rate = rate, V->second = second;
    memset(df, 0, (size_t)V->nq * sizeof *df);
    memset(rate, 0, (size_t)V->rows * sizeof *rate);
    memset(second, 0, (size_t)V->rows * sizeof *second);
    spread(V, dq, V->dx);
    spread(V, dv, V->dx1);
    products(V);
    slides(V);
    for (const hol_linear_force *l = V->T->linear, *end = l + V->T->linears; l < end; l++)
        df[l->to] += l->factor * dq[l->from];
    lines(V);
    motors(V);
    bushings(V);
    places(V);
}
