/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See variation.h. */
#include "mechanics/variation.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "holonomy/so3.h"

struct hol_variation {
    const hol_terms *T;
    int nq, rows, spans, products;
    hol_span_sum *span; /* those of the terms, then the unit vectors of the bodies */
    hol_span_term *term;
    hol_product *product; /* joint rows, then inner rows */
    double *x, *x1, *x2;  /* of the spans, 3 each: value, first and second derivative in time */
    double *dx, *dx1;     /* what they change by */
    double *y;            /* rows: multipliers of the state */
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

static double *numbers(hol_memory *m, int n)
{
    return hol_alloc(m, (size_t)n, sizeof(double));
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
    assert(V->products + T->slides == V->rows && !T->timeds);
    double **of_spans[] = {&V->x, &V->x1, &V->x2, &V->dx, &V->dx1};
    for (int i = 0; i < 5; i++) *of_spans[i] = numbers(m, 3 * V->spans);
    V->y = numbers(m, V->rows);
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
        V->rate[p->row] = p->scale * (hol_dot3(dx + a, x1 + b) + hol_dot3(dx1 + a, x + b) +
                                      hol_dot3(x1 + a, dx + b) + hol_dot3(x + a, dx1 + b));
        V->second[p->row] = p->scale * (hol_dot3(x2 + a, dx + b) + 2 * hol_dot3(dx1 + a, x1 + b) +
                                        2 * hol_dot3(x1 + a, dx1 + b) + hol_dot3(dx + a, x2 + b));
        pull(V, p->a, -p->scale * V->y[p->row], dx + b);
        pull(V, p->b, -p->scale * V->y[p->row], dx + a);
    }
}

/* <direction, point'> = w, whose force is along the direction. */
static void slides(const hol_variation *V)
{
    int row = V->rows - V->T->slides;
    for (const hol_slide_row *p = V->T->slide, *end = p + V->T->slides; p < end; p++, row++) {
        int d = 3 * p->direction, x = 3 * p->point;
        V->rate[row] = hol_dot3(V->dx + d, V->x1 + x) + hol_dot3(V->x + d, V->dx1 + x);
        V->second[row] = hol_dot3(V->dx1 + d, V->x1 + x) + hol_dot3(V->x1 + d, V->dx1 + x) +
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
        double square = hol_dot3(x, x), length = sqrt(square), along = hol_dot3(x, dx);
        double rate = hol_dot3(x, x1) / square;
        double drate = (hol_dot3(dx, x1) + hol_dot3(x, dx1) - 2 * rate * along) / square;
        double pulls = F->stiffness * (1 - F->length / length) + F->damping * rate;
        double dpulls = F->stiffness * F->length * along / (square * length) + F->damping * drate;
        pull(V, F->span, -dpulls, x);
        pull(V, F->span, -pulls, dx);
    }
}

void hol_variation_along(hol_variation *V, const double dq[], const double dv[], double df[],
                         double rate[], double second[])
{
    V->df = df, V->rate = rate, V->second = second;
    memset(df, 0, (size_t)V->nq * sizeof *df);
    spread(V, dq, V->dx);
    spread(V, dv, V->dx1);
    products(V);
    slides(V);
    for (const hol_linear_force *l = V->T->linear, *end = l + V->T->linears; l < end; l++)
        df[l->to] += l->factor * dq[l->from];
    lines(V);
}
