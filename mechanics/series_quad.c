/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Power series of the motion in quadruple precision: see series_quad.h. */
#define HOL_QUAD
#include "mechanics/series_quad.h"

#include <math.h>
#include <string.h>

#include "base/doubles.h"
#include "mechanics/quad_pose.h"
#include "mechanics/series_factors.h"
#include "mechanics/series_of.h"

static const double round_off = 0x1p-112;

struct hol_quad_motion {
    series *S;
    hol_series_factors *factors;
    hol_eval *sys;
    int degree;
    number t;
    number *mass; /* nv, of the diagonal M */
    number *q, *v;
    number *rest_f, *rest_b; /* of a solution */
    double *f, *b, *x, *y;   /* of one in double precision */
};

static number magnitude(number x)
{
    return x < 0 ? -x : x;
}

static number largest(int n, const number x[])
{
    number most = 0;
    for (int i = 0; i < n; i++)
        if (!(magnitude(x[i]) <= most)) most = magnitude(x[i]);
    return most;
}

/* ---------------------------------------------------------------- the matrix at the state */

/* S->f -= C^T y, b -= C x of the inner rows: <d_a, x_b> + <d_b, x_a>, of a square half of it. */
static void take_inner_rows(const series *S, const number x[], const number y[], number b[])
{
    for (const hol_frame_rows *F = S->T->frame; F < S->T->frame + S->T->frames; F++) {
        for (int r = 0; r < (F->vectors == 3 ? PAIRS : 1); r++) {
            int d = F->q + F->size * pair[r][0], e = F->q + F->size * pair[r][1];
            number half = d == e ? (number)0.5 : (number)1, lambda = y[F->row + r];
            for (int c = 0; c < F->size; c++) {
                number at_d = forward(S, S->q, d + c)[0], at_e = forward(S, S->q, e + c)[0];
                b[F->row + r] -= half * (at_d * x[e + c] + at_e * x[d + c]);
                S->f[d + c] -= half * lambda * at_e;
                S->f[e + c] -= half * lambda * at_d;
            }
        }
    }
}

/* rest = (f, b) - (M, C^T; C, 0) (x, y) */
static void residual(hol_quad_motion *Q, const number f[], const number b[], const number x[],
                     const number y[])
{
    series *S = Q->S;
    number *kept = S->f;
    S->f = Q->rest_f;
    for (int i = 0; i < S->nq; i++) Q->rest_f[i] = f[i] - Q->mass[i] * x[i];
    for (int r = 0; r < S->rows; r++) Q->rest_b[r] = b[r];
    less_rows_along(S, x, Q->rest_b);
    less_row_forces(S, y);
    take_inner_rows(S, x, y, Q->rest_b);
    S->f = kept;
}

/* M x + C^T y = f, C x = b: each solution in double precision gives the residual of the last one
 * some 14 digits more. */
static void solve(hol_quad_motion *Q, const number f[], const number b[], number x[], number y[])
{
    enum { MOST = 12 };
    const series *S = Q->S;
    for (int i = 0; i < S->nq; i++) x[i] = 0, Q->rest_f[i] = f[i];
    for (int r = 0; r < S->rows; r++) y[r] = 0, Q->rest_b[r] = b[r];
    for (int n = 0; n < MOST; n++) {
        number size = largest(S->nq, Q->rest_f), rows = largest(S->rows, Q->rest_b);
        if (rows > size) size = rows;
        if (!(size > 0)) break;
        for (int i = 0; i < S->nq; i++) Q->f[i] = (double)(Q->rest_f[i] / size);
        for (int r = 0; r < S->rows; r++) Q->b[r] = (double)(Q->rest_b[r] / size);
        hol_series_solve_by(Q->factors, Q->f, Q->b, Q->x, Q->y);
        number change = 0;
        for (int i = 0; i < S->nq; i++) {
            number d = size * (number)Q->x[i];
            x[i] += d;
            if (magnitude(d) > change) change = magnitude(d);
        }
        for (int r = 0; r < S->rows; r++) y[r] += size * (number)Q->y[r];
        if (change <= (number)round_off * largest(S->nq, x)) break;
        residual(Q, f, b, x, y);
    }
}

/* ---------------------------------------------------------------- onto the constraints */

/* Of a driven row: what time adds to Phi, and to its rate. */
static number driven(const series *S, int i, int rate)
{
    const hol_driven_row *d = &S->T->drive[i];
    number at[2][3], b[3], sum = 0;
    if (!d->turns) return -(number)d->share * law_of(S, d->law, 0)[rate];
    span_at(S, d->a, at[0]);
    span_at(S, d->beside, at[1]);
    span_at(S, d->b, b);
    for (int k = 0; k < 2; k++) sum += law_of(S, d->law, k)[rate] * dot3(at[k], b);
    return sum;
}

/* b = -Phi at the state (holonomic rows), 0 of the others. */
static void violations(const hol_quad_motion *Q, number b[])
{
    const series *S = Q->S;
    for (int r = 0; r < S->rows; r++) b[r] = 0;
    for (const hol_product *p = S->T->product; p < S->T->product + S->T->rows; p++) {
        number at[2][3];
        span_at(S, p->a, at[0]);
        span_at(S, p->b, at[1]);
        b[p->row] -= (number)p->scale * dot3(at[0], at[1]) + (number)p->offset;
    }
    for (int i = 0; i < S->T->drives; i++) b[S->T->drive[i].row] -= driven(S, i, 0);
    for (const hol_frame_rows *F = S->T->frame; F < S->T->frame + S->T->frames; F++) {
        for (int r = 0; r < (F->vectors == 3 ? PAIRS : 1); r++) {
            int d = F->q + F->size * pair[r][0], e = F->q + F->size * pair[r][1];
            number sum = d == e ? -1 : 0;
            for (int c = 0; c < F->size; c++)
                sum += forward(S, S->q, d + c)[0] * forward(S, S->q, e + c)[0];
            b[F->row + r] = d == e ? -sum / 2 : -sum;
        }
    }
}

/* S->b -= Phi_t, += w */
static void take_rates(const series *S)
{
    const hol_terms *T = S->T;
    for (int i = 0; i < T->drives; i++) S->b[T->drive[i].row] -= driven(S, i, 1);
    for (int i = 0; i < T->slides; i++)
        if (T->slide[i].law >= 0)
            S->b[first_slide(S) + T->slide[i].row] += law_of(S, T->slide[i].law, 0)[0];
}

static hol_status factor(hol_quad_motion *Q)
{
    for (int i = 0; i < Q->S->nq; i++) Q->x[i] = (double)Q->q[i];
    return hol_series_factor(Q->factors, (double)Q->t, Q->x);
}

/* Newton's iteration for the position, the velocity by one solution; the series is then about
 * (Q->q, Q->v). */
static hol_status onto_constraints(hol_quad_motion *Q)
{
    enum { MOST = 20 };
    series *S = Q->S;
    hol_status status;
    number change = 1;
    for (int n = 0; change > 16 * (number)round_off * largest(S->nq, Q->q); n++) {
        if (n == MOST) return HOL_DIVERGED;
        if ((status = factor(Q))) return status;
        begin(S, Q->t, Q->q, Q->v);
        violations(Q, S->b);
        memset(S->f, 0, (size_t)S->nq * sizeof *S->f);
        solve(Q, S->f, S->b, S->now, S->y);
        change = largest(S->nq, S->now);
        for (int i = 0; i < S->nq; i++) Q->q[i] += S->now[i];
        if (change != change) return HOL_NOT_FINITE;
    }
    if ((status = factor(Q))) return status;
    begin(S, Q->t, Q->q, Q->v);
    memset(S->y, 0, (size_t)S->rows * sizeof *S->y);
    memset(S->b, 0, (size_t)S->rows * sizeof *S->b);
    memset(S->f, 0, (size_t)S->nq * sizeof *S->f);
    less_rows_along(S, Q->v, S->b);
    take_inner_rows(S, Q->v, S->y, S->b);
    take_rates(S);
    solve(Q, S->f, S->b, S->now, S->y);
    for (int i = 0; i < S->nq; i++) Q->v[i] += S->now[i];
    begin(S, Q->t, Q->q, Q->v);
    return HOL_OK;
}

/* ---------------------------------------------------------------- the motion */

/* M of each coordinate: E_i = tr J / 2 - J_i of a director, as the numbers of the model have it. */
static void set_masses(hol_quad_motion *Q)
{
    const hol_system *R = Q->sys->system;
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        const double *J = s->body->J;
        number *mass = Q->mass + s->v, half = ((number)J[0] + (number)J[1] + (number)J[2]) / 2;
        for (int k = 0; k < s->centre; k++) *mass++ = s->body->m;
        for (int k = s->centre; k < s->nv; k++)
            *mass++ = s->o == &hol_circle     ? (number)J[2]
                      : s->o == &hol_rod_axis ? (number)J[1]
                                              : half - (number)J[(k - s->centre) / 3];
    }
}

static void extend(hol_quad_motion *Q)
{
    series *S = Q->S;
    for (int k = S->degree + 1; k <= Q->degree; k++) {
        right_hand_side(S, k);
        solve(Q, S->f, S->b, S->now, S->y);
        take_solution(S, k);
        S->degree = k;
    }
}

hol_quad_motion *hol_quad_motion_new(hol_memory *m, hol_eval *sys, int degree)
{
    hol_quad_motion *Q = hol_alloc(m, 1, sizeof *Q);
    int rows = sys->nc + sys->na;
    Q->sys = sys;
    Q->degree = degree;
    Q->factors = hol_series_factors_new(m, sys);
    Q->S = make(m, hol_terms_new(m, sys->system), degree);
    Q->mass = numbers(m, sys->nv, 1);
    Q->q = numbers(m, sys->nq, 1);
    Q->v = numbers(m, sys->nq, 1);
    Q->rest_f = numbers(m, sys->nv, 1);
    Q->rest_b = numbers(m, rows, 1);
    Q->f = hol_doubles(m, sys->nv);
    Q->b = hol_doubles(m, rows);
    Q->x = hol_doubles(m, sys->nv);
    Q->y = hol_doubles(m, rows);
    set_masses(Q);
    return Q;
}

hol_status hol_quad_motion_start(hol_quad_motion *Q, hol_quad t, const double q[], const double v[])
{
    Q->t = t;
    for (int i = 0; i < Q->S->nq; i++) Q->q[i] = q[i], Q->v[i] = v[i];
    hol_status status = onto_constraints(Q);
    if (!status) extend(Q);
    return status;
}

void hol_quad_motion_state(const hol_quad_motion *Q, hol_quad q[], hol_quad v[])
{
    memcpy(q, Q->q, (size_t)Q->S->nq * sizeof *q);
    memcpy(v, Q->v, (size_t)Q->S->nq * sizeof *v);
}

hol_status hol_quad_motion_resume(hol_quad_motion *Q, hol_quad t, const hol_quad q[],
                                  const hol_quad v[])
{
    Q->t = t;
    memcpy(Q->q, q, (size_t)Q->S->nq * sizeof *q);
    memcpy(Q->v, v, (size_t)Q->S->nq * sizeof *v);
    hol_status status = factor(Q);
    if (status) return status;
    begin(Q->S, t, Q->q, Q->v);
    extend(Q);
    return HOL_OK;
}

/* By the double's logarithm: a step need not be exact, but for one that ends at a knot. */
hol_quad hol_quad_motion_step(const hol_quad_motion *Q, double part)
{
    const series *S = Q->S;
    double position = (double)largest(S->nq, Q->q), velocity = (double)largest(S->nq, Q->v),
           h = INFINITY;
    for (int k = Q->degree - 1; k <= Q->degree; k++) {
        number most = 0;
        for (int i = 0; i < S->nq; i++) {
            number size = magnitude(forward(S, S->q, i)[k]);
            if (size > most) most = size;
        }
        if (most == 0) continue;
        double term = log((double)most), tolerance = log(part);
        h = fmin(h, exp((tolerance + log(position) - term) / k));
        if (velocity > 0) h = fmin(h, exp((tolerance + log(velocity / k) - term) / (k - 1)));
    }
    number knot = (number)hol_model_knot(S->T->system->facts.model, (double)Q->t) - Q->t;
    return knot < (number)h ? knot : (number)h;
}

hol_status hol_quad_motion_go(hol_quad_motion *Q, hol_quad h, hol_quad t)
{
    sum_up(Q->S, Q->degree, h, Q->q, Q->v);
    Q->t = t;
    hol_status status = onto_constraints(Q);
    if (!status) extend(Q);
    return status;
}

/* ---------------------------------------------------------------- what is seen of it */

static void poses(const hol_quad_motion *Q, hol_quad_pose pose[])
{
    const hol_system *R = Q->sys->system;
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        hol_quad_pose_of(s, Q->q + s->q, Q->v + s->v, &pose[b]);
    }
}

void hol_quad_motion_look(const hol_quad_motion *Q, hol_quad_pose pose[], hol_quad multiplier[])
{
    const series *S = Q->S;
    const hol_eval *sys = Q->sys;
    poses(Q, pose);
    for (int r = 0; r < sys->nj; r++) multiplier[r] = backward(S, S->y_back, r, 0)[0];
    for (int r = 0; r < sys->na; r++)
        multiplier[sys->nj + r] = backward(S, S->y_back, sys->nc + r, 0)[0];
}

hol_quad hol_quad_motion_energy(const hol_quad_motion *Q)
{
    const series *S = Q->S;
    number energy = 0;
    for (int i = 0; i < S->nq; i++)
        energy += Q->mass[i] * Q->v[i] * Q->v[i] / 2 - (number)S->T->constant[i] * Q->q[i];
    for (const hol_line_force *F = S->T->line; F < S->T->line + S->T->lines; F++) {
        number x[3];
        span_at(S, F->span, x);
        number stretch = number_root(dot3(x, x)) - (number)F->length;
        energy += (number)F->stiffness * stretch * stretch / 2;
    }
    for (int n = 0; n < S->T->motors; n++) {
        number x = S->motor[n].x[0];
        energy += (number)S->T->motor[n].stiffness * x * x / 2;
    }
    for (int n = 0; n < S->T->bushings; n++) {
        number *const *z = S->bushing[n].z;
        const double(*K)[6] = S->T->bushing[n].K;
        for (int i = 0; K && i < 6; i++)
            for (int k = 0; k < 6; k++) energy += z[i][0] * (number)K[i][k] * z[k][0] / 2;
    }
    for (int n = 0; n < S->T->places; n++) {
        const hol_expression *U = S->T->place[n].law->U;
        number x[3], w[HOL_OPERATIONS_MOST];
        span_at(S, S->T->place[n].span, x);
        expression_extend(U, 0, x, 1, w);
        energy += w[U->count - 1];
    }
    return energy;
}

double hol_quad_motion_kinetic(const hol_quad_motion *Q)
{
    number sum = 0;
    for (int i = 0; i < Q->S->nq; i++) sum += Q->mass[i] * Q->v[i] * Q->v[i] / 2;
    return (double)sum;
}

hol_quad hol_quad_motion_violation(const hol_quad_motion *Q)
{
    violations(Q, Q->S->b);
    return largest(Q->S->rows, Q->S->b);
}
