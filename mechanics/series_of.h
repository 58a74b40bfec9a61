/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recurrence of series.h in the number of number.h. */
#include <stdbool.h>

#include "mechanics/terms.h"
#include "numerics/expression_of.h"

typedef struct { /* of the forces along a span x: powers of |x|^2, k and c as in hol_spring */
    number *square, *inverse, *rate; /* L = |x|^2, L^(-1/2), L' / (2 L) */
    number *pull;                    /* force over the span: k - k l0 / |x| + c |x|' / |x| */
} line_series;

typedef struct {          /* of a turned row */
    number *n, *force[2]; /* n (3); cos(w) lambda, sin(w) lambda */
} turned_series;

typedef struct {             /* of a force along a joint's coordinate */
    number *c, *s, *square;  /* of an angle x: cosine, sine, the sum of their squares */
    number *x, *Q, *part[2]; /* Q: the operations; Q c / (c^2 + s^2), -Q s / (c^2 + s^2) */
} motor_series;

typedef struct { /* of a bushing: its coordinates, its forces along them */
    number *z[6], *Q[6];
} bushing_series;

typedef struct { /* of a potential of place: the operations of its derivatives */
    number *slope[HOL_PLACE_NAMES];
} place_series;

typedef struct HOL_OF(hol_series) {
    const hol_terms *T;
    int most, stride, degree, nq, rows; /* rows: nc + na */
    number *q, *back;                   /* nq x stride each: coefficients, and backwards */
    number *x, *x_back;                 /* of the spans, 3 each */
    number *along;                      /* of the spans, 3 each: of one vector */
    number *y_back;                     /* of the multipliers, only backwards */
    line_series *line;
    motor_series *motor;
    bushing_series *bushing;
    place_series *place;
    number t;
    number **law; /* the operations of each law of time */
    turned_series *turned;
    number *f, *b, *now, *y; /* right-hand sides and solution of one degree */
    number *power, *slope;   /* h^k, k h^(k-1) */
    /* The unknowns, a right-hand side of theirs and a solution: those of the bodies, q, f, now; in
     * joint coordinates (series_limbs.h) others. */
    int n;
    number *u, *side, *found;
    struct limbs_series *limbs; /* there; else NULL */
} series;

static number *numbers(hol_memory *m, int rows, int stride)
{
    return hol_alloc(m, (size_t)rows * (size_t)stride, sizeof(number));
}

/* ---------------------------------------------------------------- rows of arrays */

enum { PAD = 4 };

/* Coefficient k; those behind it that a lane may reach over are zero. */
HOL_INLINED void put_last(number x[], int k, number value)
{
    x[k] = value;
    for (int i = 1; i < LANES; i++) x[k + i] = 0;
}

static number *forward(const series *S, number *array, int row)
{
    return array + (size_t)row * (size_t)S->stride;
}

/* So that y[i] is coefficient k - i. */
static number *backward(const series *S, number *array, int row, int k)
{
    return forward(S, array, row) + (S->most - k);
}

/* sum_{i=1}^n x_i y_i of `count` pairs of rows that a stride separates. */
HOL_INLINED number inner(int count, int n, const number x[], const number y[], int stride)
{
    lane sum = {0};
    for (int i = 1; i <= n; i += LANES) HOL_UNROLLED
    for (int c = 0; c < count; c++)
        sum += lane_at(x + c * stride + i) * lane_at(y + c * stride + i);
    return lane_sum(sum);
}

/* out_c = sum_{i=1}^n x_c,i y_i */
HOL_INLINED void scaled(int count, int n, const number x[], const number y[], int stride,
                        number out[])
{
    lane sum[3] = {0};
    for (int i = 1; i <= n; i += LANES) {
        lane factor = lane_at(y + i);
        HOL_UNROLLED
        for (int c = 0; c < count; c++) sum[c] += lane_at(x + c * stride + i) * factor;
    }
    HOL_UNROLLED
    for (int c = 0; c < count; c++) out[c] = lane_sum(sum[c]);
}

/* ---------------------------------------------------------------- unit vectors of bodies */

enum { PAIRS = 6 };
static const int pair[PAIRS][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

/* b_r -= sum_{i=1}^{k-1} <d_a,i, d_b,k-i>, of squares half of it. */
HOL_INLINED void frame_rows(const series *S, const hol_frame_rows *F, int vectors, int size, int k)
{
    const number *d = forward(S, S->q, F->q), *e = backward(S, S->back, F->q, k);
    lane sum[PAIRS] = {0};
    int pairs = vectors == 3 ? PAIRS : 1, stride = S->stride;
    for (int i = 1; i < k; i += LANES) HOL_UNROLLED
    for (int c = 0; c < size; c++) {
        lane x[3], y[3];
        HOL_UNROLLED
        for (int a = 0; a < vectors; a++) {
            x[a] = lane_at(d + (size * a + c) * stride + i);
            y[a] = lane_at(e + (size * a + c) * stride + i);
        }
        HOL_UNROLLED
        for (int r = 0; r < pairs; r++) sum[r] += x[pair[r][0]] * y[pair[r][1]];
    }
    for (int r = 0; r < pairs; r++)
        S->b[F->row + r] -= (r < vectors ? (number)0.5 : (number)1) * lane_sum(sum[r]);
}

/* f on d_a -= sum_{i=1}^j lambda_ab,j-i d_b,i; lambda symmetric. */
HOL_INLINED void frame_forces(const series *S, const hol_frame_rows *F, int vectors, int size,
                              int j)
{
    static const int row[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    const number *d = forward(S, S->q, F->q), *l = backward(S, S->y_back, F->row, j);
    int stride = S->stride;
    for (int c = 0; c < size; c++) {
        lane sum[3] = {0};
        for (int i = 1; i <= j; i += LANES) {
            lane x[3];
            HOL_UNROLLED
            for (int a = 0; a < vectors; a++) x[a] = lane_at(d + (size * a + c) * stride + i);
            HOL_UNROLLED
            for (int a = 0; a < vectors; a++) HOL_UNROLLED
            for (int b = 0; b < vectors; b++) sum[a] += lane_at(l + row[a][b] * stride + i) * x[b];
        }
        for (int a = 0; a < vectors; a++) S->f[F->q + size * a + c] -= lane_sum(sum[a]);
    }
}

static void frames(const series *S, int k)
{
    for (const hol_frame_rows *F = S->T->frame, *end = F + S->T->frames; F < end; F++)
        if (F->vectors == 3) {
            frame_rows(S, F, 3, 3, k);
            frame_forces(S, F, 3, 3, k - 2);
        } else if (F->size == 3) {
            frame_rows(S, F, 1, 3, k);
            frame_forces(S, F, 1, 3, k - 2);
        } else {
            frame_rows(S, F, 1, 2, k);
            frame_forces(S, F, 1, 2, k - 2);
        }
}

/* ---------------------------------------------------------------- spans and joint rows */

/* f += factor (dx/dq)^T g */
static void pull(const series *S, int span, number factor, const number g[3])
{
    const hol_span_sum *u = &S->T->span[span];
    const hol_span_term *term = S->T->term + u->first, *end = term + u->count;
    for (; term < end; term++)
        S->f[term->coordinate] += factor * ((number)term->factor * g[term->axis]);
}

/* The span along x, without its constant; coefficient 0 of the span itself. */
static void span_along(const series *S, int span, const number x[], number out[3])
{
    const hol_span_sum *u = &S->T->span[span];
    out[0] = out[1] = out[2] = 0;
    for (const hol_span_term *t = S->T->term + u->first, *end = t + u->count; t < end; t++)
        out[t->axis] += (number)t->factor * x[t->coordinate];
}

static void span_at(const series *S, int span, number out[3])
{
    for (int c = 0; c < 3; c++) out[c] = forward(S, S->x, 3 * span + c)[0];
}

static number dot3(const number a[3], const number b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void products(const series *S, int k)
{
    for (const hol_product *p = S->T->product, *end = p + S->T->products; p < end; p++) {
        const number *a = forward(S, S->x, 3 * p->a), *b = forward(S, S->x, 3 * p->b);
        const number *back = backward(S, S->x_back, 3 * p->b, k);
        const number *lambda = backward(S, S->y_back, p->row, k - 2);
        number g[3], scale = p->scale;
        S->b[p->row] -= scale * inner(3, k - 1, a, back, S->stride);
        scaled(3, k - 2, b, lambda, S->stride, g);
        pull(S, p->a, p->a == p->b ? -2 * scale : -scale, g);
        if (p->a == p->b) continue;
        scaled(3, k - 2, a, lambda, S->stride, g);
        pull(S, p->b, -scale, g);
    }
}

#include "mechanics/series_drives.h"

static int first_slide(const series *S)
{
    return S->T->nc;
}

/* <direction, point'> = w: its coefficient k - 1, over k. */
static void slides(const series *S, int k)
{
    for (const hol_slide_row *p = S->T->slide, *end = p + S->T->slides; p < end; p++) {
        int row = first_slide(S) + p->row;
        const number *direction = forward(S, S->x, 3 * p->direction);
        const number *point = backward(S, S->x_back, 3 * p->point, k);
        number g[3], sum = 0;
        for (int c = 0; c < 3; c++, point += S->stride)
            for (int i = 1; i < k; i++)
                sum += (number)(k - i) * (direction[c * S->stride + i] * point[i]);
        if (p->law >= 0) sum -= law_of(S, p->law, 0)[k - 1];
        S->b[row] -= sum / (number)k;
        scaled(3, k - 2, direction, backward(S, S->y_back, row, k - 2), S->stride, g);
        pull(S, p->point, -1, g);
    }
}

/* ---------------------------------------------------------------- rows at the state */

/* b -= C x of the joint and of the nonholonomic rows, C = (G; A) at the state. */
static void less_rows_along(const series *S, const number x[], number b[])
{
    const hol_terms *T = S->T;
    number at[3], last[3], *along = S->along; /* per span */
    for (int n = 0; n < T->pulleds; n++) span_along(S, T->pulled[n], x, along + 3 * T->pulled[n]);
    for (const hol_product *p = T->product; p < T->product + T->rows; p++)
        for (int side = 0; side < 2; side++) {
            int moving = side ? p->b : p->a;
            if (!T->span[moving].count) continue;
            span_at(S, side ? p->a : p->b, at);
            b[p->row] -= (number)p->scale * dot3(along + 3 * moving, at);
        }
    for (int i = 0; i < T->drives; i++)
        if (T->drive[i].turns) less_turned_row_along(S, i, x, b);
    for (int i = 0; i < T->slides; i++) {
        span_at(S, T->slide[i].direction, at);
        span_along(S, T->slide[i].point, x, last);
        b[first_slide(S) + T->slide[i].row] -= dot3(last, at);
    }
}

/* S->f -= C^T y of the same rows. */
static void less_row_forces(const series *S, const number y[])
{
    const hol_terms *T = S->T;
    number at[3], *on = S->along; /* per span */
    for (int n = 0; n < T->pulleds; n++)
        for (int c = 0; c < 3; c++) on[3 * T->pulled[n] + c] = 0;
    for (const hol_product *p = T->product; p < T->product + T->rows; p++)
        for (int side = 0; side < 2; side++) {
            int moving = side ? p->b : p->a;
            if (!T->span[moving].count) continue;
            span_at(S, side ? p->a : p->b, at);
            for (int c = 0; c < 3; c++) on[3 * moving + c] += (number)p->scale * y[p->row] * at[c];
        }
    for (int n = 0; n < T->pulleds; n++) pull(S, T->pulled[n], -1, on + 3 * T->pulled[n]);
    for (int i = 0; i < T->drives; i++)
        if (T->drive[i].turns) less_turned_row_force(S, i, y[T->drive[i].row]);
    for (int i = 0; i < T->slides; i++) {
        span_at(S, T->slide[i].direction, at);
        pull(S, T->slide[i].point, -y[first_slide(S) + T->slide[i].row], at);
    }
}

/* ---------------------------------------------------------------- forces */

static number cauchy(int first, int n, const number x[], const number y[])
{
    number sum = 0;
    for (int i = first; i <= n; i++) sum += x[i] * y[n - i];
    return sum;
}

/* Coefficients 0 and, from degree j on, j + 1 of L = |x|^2; of |x|^(2 power) from those of L. */
static number square(const series *S, const number x[], int n)
{
    number sum = 0;
    for (int c = 0; c < 3; c++) sum += cauchy(0, n, x + c * S->stride, x + c * S->stride);
    return sum;
}

/* n L_0 p_n = sum_{i=1}^n (power i - (n - i)) L_i p_{n-i},  p = L^power */
static number power(number exponent, int n, const number L[], const number p[])
{
    number sum = 0;
    for (int i = 1; i <= n; i++) sum += (exponent * (number)i - (number)(n - i)) * L[i] * p[n - i];
    return sum / ((number)n * L[0]);
}

/* The force of degree j of a spring with damper: minus the gradient of its stretch.  That of l0 = 0
 * and c = 0 is k x alone, also where x = 0. */
static void lines(const series *S, int j)
{
    for (int n = 0; n < S->T->lines; n++) {
        const hol_line_force *F = &S->T->line[n];
        line_series *l = &S->line[n];
        const number *x = forward(S, S->x, 3 * F->span);
        number k = F->stiffness, g[3];
        l->pull[j] = j ? 0 : k;
        if (F->length != 0 || F->damping != 0) {
            if (j == 0) l->square[0] = square(S, x, 0);
            l->square[j + 1] = square(S, x, j + 1);
            l->inverse[j] = j ? power((number)-0.5, j, l->square, l->inverse)
                              : number_inverse_root(l->square[0]);
            l->rate[j] =
                ((number)(j + 1) * l->square[j + 1] / 2 - cauchy(1, j, l->square, l->rate)) /
                l->square[0];
            l->pull[j] = l->pull[j] - k * (number)F->length * l->inverse[j] +
                         (number)F->damping * l->rate[j];
        }
        for (int c = 0; c < 3; c++) g[c] = cauchy(0, j, x + c * S->stride, l->pull);
        pull(S, F->span, -1, g);
    }
}

#include "mechanics/series_motors.h"

#include "mechanics/series_bushings.h"

#include "mechanics/series_places.h"

static void forces(const series *S, int j)
{
    const hol_terms *T = S->T;
    for (int i = 0; i < S->nq; i++) S->f[i] = j ? 0 : (number)T->constant[i];
    for (const hol_linear_force *l = T->linear, *end = l + T->linears; l < end; l++)
        S->f[l->to] += (number)l->factor * forward(S, S->q, l->from)[j];
    for (const hol_linear_force *l = T->timed, *end = l + T->timeds; l < end; l++) {
        const number *w = law_of(S, l->law, 0);
        S->f[l->to] += (number)l->factor *
                       (l->from < 0 ? w[j] : expression_sum(0, j, j, w, forward(S, S->q, l->from)));
    }
    lines(S, j);
    motors(S, j);
    bushings(S, j);
    places(S, j);
}

/* ---------------------------------------------------------------- the recurrence */

static void take_span(const series *S, int n, int k)
{
    const hol_span_sum *u = &S->T->span[n];
    number x[3] = {0};
    for (const hol_span_term *t = S->T->term + u->first, *end = t + u->count; t < end; t++)
        x[t->axis] += (number)t->factor * S->now[t->coordinate];
    for (int c = 0; c < 3; c++) {
        if (k == 0) x[c] += (number)u->fixed[c];
        put_last(forward(S, S->x, 3 * n + c), k, x[c]);
        backward(S, S->x_back, 3 * n + c, k)[0] = x[c];
    }
}

/* Of coordinates whose coefficient k is S->now. */
static void take_spans(const series *S, int k)
{
    const hol_terms *T = S->T;
    if (k == 0)
        for (int n = 0; n < T->spans; n++) take_span(S, n, k);
    else
        for (int n = 0; n < T->movings; n++) take_span(S, T->moving[n], k);
    take_turned_spans(S, k);
}

/* Takes the coefficient k of all coordinates, S->now, into the arrays. */
static void take_coefficient(const series *S, int k)
{
    for (int i = 0; i < S->nq; i++) {
        put_last(forward(S, S->q, i), k, S->now[i]);
        backward(S, S->back, i, k)[0] = S->now[i];
    }
    take_spans(S, k);
}

/* f and b of  M k (k-1) q_k + (G; A)^T (lambda, alpha)_{k-2} = f, (G; A) q_k = b. */
static void known_sides(const series *S, int k)
{
    forces(S, k - 2);
    for (int r = 0; r < S->rows; r++) S->b[r] = 0;
    frames(S, k);
    products(S, k);
    drives(S, k);
    slides(S, k);
}

/* f and b of  M q_k + (G; A)^T y = f, (G; A) q_k = b,  y = (lambda, alpha)_{k-2} / (k (k-1)). */
static void right_hand_side(const series *S, int k)
{
    known_sides(S, k);
    number share = (number)1 / (number)(k * (k - 1));
    for (int i = 0; i < S->nq; i++) S->f[i] *= share;
}

static void take_multipliers(const series *S, int k)
{
    for (int r = 0; r < S->rows; r++)
        backward(S, S->y_back, r, k - 2)[0] = (number)(k * (k - 1)) * S->y[r];
    take_turned_forces(S, k - 2);
}

/* The solution of degree k, S->now and S->y. */
static void take_solution(const series *S, int k)
{
    take_coefficient(S, k);
    take_multipliers(S, k);
}

/* ---------------------------------------------------------------- making one */

static series *make(hol_memory *m, const hol_terms *T, int most)
{
    series *S = hol_alloc(m, 1, sizeof *S);
    S->T = T;
    S->most = most;
    S->stride = (most + 1 + PAD) / LANES * LANES;
    S->nq = T->nq;
    S->rows = T->nc + T->system->facts.na;
    S->q = numbers(m, S->nq, S->stride);
    S->back = numbers(m, S->nq, S->stride);
    S->x = numbers(m, 3 * T->spans, S->stride);
    S->x_back = numbers(m, 3 * T->spans, S->stride);
    S->along = numbers(m, 3 * T->spans, 1);
    S->y_back = numbers(m, S->rows, S->stride);
    S->line = hol_alloc(m, (size_t)T->lines, sizeof *S->line);
    for (int n = 0; n < T->lines; n++)
        S->line[n] = (line_series){numbers(m, 1, S->stride), numbers(m, 1, S->stride),
                                   numbers(m, 1, S->stride), numbers(m, 1, S->stride)};
    make_motors(m, S);
    make_bushings(m, S);
    make_places(m, S);
    S->law = hol_alloc(m, (size_t)T->laws, sizeof *S->law);
    for (int n = 0; n < T->laws; n++) S->law[n] = numbers(m, T->law[n]->count, S->stride);
    S->turned = hol_alloc(m, (size_t)T->drives, sizeof *S->turned);
    for (int n = 0; n < T->drives; n++)
        if (T->drive[n].turns)
            S->turned[n] = (turned_series){numbers(m, 3, S->stride),
                                           {numbers(m, 1, S->stride), numbers(m, 1, S->stride)}};
    S->f = numbers(m, S->nq, 1);
    S->b = numbers(m, S->rows, 1);
    S->now = numbers(m, S->nq, 1);
    S->y = numbers(m, S->rows, 1);
    S->n = S->nq;
    S->u = S->q, S->side = S->f, S->found = S->now;
    S->power = numbers(m, 1, S->stride);
    S->slope = numbers(m, 1, S->stride);
    return S;
}

static void clear(const series *S, number *array, int rows)
{
    memset(array, 0, (size_t)rows * (size_t)S->stride * sizeof *array);
}

/* About (q, v) at the time t: coefficients 0 and 1. */
static void begin(series *S, number t, const number q[], const number v[])
{
    S->t = t;
    begin_laws(S, t);
    for (int k = 0; k < 2; k++) {
        memcpy(S->now, k ? v : q, (size_t)S->nq * sizeof *S->now);
        take_coefficient(S, k);
    }
    S->degree = 1;
}

/* sum_k x_k w_k over the terms of degree `degree` and less, the smallest first; w is zero behind
 * its last. */
HOL_INLINED number weighted_sum(int degree, const number x[], const number w[])
{
    lane sum = {0};
    for (int k = degree / LANES * LANES; k >= 0; k -= LANES) sum += lane_at(x + k) * lane_at(w + k);
    return lane_sum(sum);
}

/* Of the unknowns and their rates. */
static void sum_up(const series *S, int degree, number h, number q[], number v[])
{
    const number *x = S->u;

    clear(S, S->power, 1);
    clear(S, S->slope, 1);
    number power_of_h = 1;
    S->power[0] = 1;
    for (int k = 1; k <= degree; k++) {
        S->slope[k] = (number)k * power_of_h;
        S->power[k] = power_of_h *= h;
    }
    for (int i = 0; i < S->n; i++, x += S->stride) {
        q[i] = weighted_sum(degree, x, S->power);
        v[i] = weighted_sum(degree, x, S->slope);
    }
}
