/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constraint rows of a realised model.  Each joint row is scale <a, b> + offset with a and b sums
 * of body-fixed points and directions, so that one product rule gives its Jacobian, its curvature
 * and its Hessian in every formulation; inner rows come from the bodies' descriptions of
 * orientation. */
#include <string.h>

#include "mechanics/internal.h"
#include "numerics/so3.h"

enum { WIDEST = 9 }; /* velocities of one orientation, at most */

int hol_find(const hol_pattern *P, int row, int col)
{
    int low = P->start[row], high = P->start[row + 1];
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (P->col[middle] < col)
            low = middle + 1;
        else
            high = middle;
    }
    return low < P->start[row + 1] && P->col[low] == col ? low : -1;
}

void hol_probe_at(const hol_realised *R, const hol_probe *p, const double q[], double x[3])
{
    const hol_slot *s = &R->slot[p->slot];
    x[0] = x[1] = x[2] = 0;
    if (p->turns) s->o->turn(q + s->q + s->centre, p->rho, x);
    if (p->w != 0)
        for (int k = 0; k < s->centre; k++) x[k] += p->w * q[s->q + k];
}

void hol_probe_along(const hol_realised *R, const hol_probe *p, int order, const double q[],
                     const double v[], double x[3])
{
    const hol_slot *s = &R->slot[p->slot];
    x[0] = x[1] = x[2] = 0;
    if (p->turns)
        (order == 1 ? s->o->turn_rate : s->o->turn_curve)(q + s->q + s->centre,
                                                          v + s->v + s->centre, p->rho, x);
    if (order == 1 && p->w != 0)
        for (int k = 0; k < s->centre; k++) x[k] += p->w * v[s->v + k];
}

void hol_probe_pull(const hol_realised *R, const hol_probe *p, const double q[], double factor,
                    const double g[3], double out[])
{
    const hol_slot *s = &R->slot[p->slot];
    double scaled[3] = {factor * g[0], factor * g[1], factor * g[2]};
    if (p->w != 0)
        for (int k = 0; k < s->centre; k++) out[k] += p->w * scaled[k];
    if (p->turns) s->o->pull(q + s->q + s->centre, p->rho, scaled, out + s->centre);
}

/* Values (order 0) or derivatives along v of all vectors. */
static void spans(const hol_realised *R, int order, const double q[], const double v[], double *x)
{
    for (int i = 0; i < R->vectors; i++, x += 3) {
        const hol_vector *u = &R->vector[i];
        for (int k = 0; k < 3; k++) x[k] = order ? 0 : u->fixed[k];
        for (int e = 0; e < 2; e++) {
            if (u->end[e] < 0) continue;
            double y[3];
            const hol_probe *p = &R->probe[u->end[e]];
            if (order)
                hol_probe_along(R, p, order, q, v, y);
            else
                hol_probe_at(R, p, q, y);
            for (int k = 0; k < 3; k++) x[k] += e ? -y[k] : y[k];
        }
    }
}

/* d <a, b> = <da, b> + <a, db>; a square takes the first twice. */
static void row_gradient(const hol_realised *R, const hol_bilinear *row, const double q[],
                         double G[])
{
    bool square = row->vec[0] == row->vec[1];
    for (int a = 0; a < (square ? 1 : 2); a++) {
        const hol_vector *u = &R->vector[row->vec[a]];
        const double *other = R->x + 3 * row->vec[1 - a];
        double scale = square ? 2 * row->scale : row->scale;
        for (int e = 0; e < 2; e++)
            if (u->end[e] >= 0)
                hol_probe_pull(R, &R->probe[u->end[e]], q, e ? -scale : scale, other,
                               G + row->at[a][e]);
    }
}

static void inner_rows(const hol_system *sys, const double q[], double phi[], double G[])
{
    const hol_realised *R = hol_self(sys);
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        if (s->nv == s->nr) continue;
        s->o->inner_rows(q + s->q + s->centre, phi ? phi + s->inner : NULL,
                         G ? G + R->inner_at[b] : NULL);
    }
}

static void links(const hol_realised *R, const double q[], double phi[], double G[])
{
    for (const hol_link *l = R->link; l < R->link + R->links; l++) {
        double d[3];
        for (int k = 0; k < 3; k++)
            d[k] = l->fixed[k] + q[l->q[0] + k] - (l->q[1] < 0 ? 0 : q[l->q[1] + k]);
        if (phi) phi[l->row] = l->scale * hol_dot3(d, d) + l->offset;
        if (!G) continue;
        for (int k = 0; k < 3; k++) G[l->at[0] + k] = 2 * l->scale * d[k];
        if (l->at[1] >= 0)
            for (int k = 0; k < 3; k++) G[l->at[1] + k] = -2 * l->scale * d[k];
    }
}

static void constraints(const hol_system *sys, double t, const double q[], double phi[], double G[])
{
    const hol_realised *R = hol_self(sys);
    (void)t;
    if (phi) sys->count->constraints++;
    if (G) sys->count->jacobians++;
    links(R, q, phi, G);
    if (R->bents) spans(R, 0, q, NULL, R->x);
    for (int i = 0; i < R->bents; i++) {
        int r = R->bent[i], first = sys->G.start[r], length = sys->G.start[r + 1] - first;
        const hol_bilinear *row = &R->row[r];
        if (phi)
            phi[r] =
                row->scale * hol_dot3(R->x + 3 * row->vec[0], R->x + 3 * row->vec[1]) + row->offset;
        if (!G) continue;
        memset(G + first, 0, (size_t)length * sizeof *G);
        row_gradient(R, row, q, G);
    }
    if (sys->nc > sys->nj) inner_rows(sys, q, phi, G);
}

/* d/dt(G) v = scale (<a'', b> + 2 <a', b'> + <a, b''>); a link's a'' is zero. */
static void curvature(const hol_system *sys, const double q[], const double v[], double g[])
{
    const hol_realised *R = hol_self(sys);
    sys->count->curvatures++;
    sys->count->hessians += sys->nj;
    for (const hol_link *l = R->link; l < R->link + R->links; l++) {
        double d[3];
        for (int k = 0; k < 3; k++) d[k] = v[l->v[0] + k] - (l->v[1] < 0 ? 0 : v[l->v[1] + k]);
        g[l->row] = 2 * l->scale * hol_dot3(d, d);
    }
    if (R->bents) {
        spans(R, 0, q, NULL, R->x);
        spans(R, 1, q, v, R->x1);
        spans(R, 2, q, v, R->x2);
    }
    for (int i = 0; i < R->bents; i++) {
        const hol_bilinear *row = &R->row[R->bent[i]];
        int a = 3 * row->vec[0], b = 3 * row->vec[1];
        g[R->bent[i]] =
            row->scale * (hol_dot3(R->x2 + a, R->x + b) + 2 * hol_dot3(R->x1 + a, R->x1 + b) +
                          hol_dot3(R->x + a, R->x2 + b));
    }
    for (int k = 0; k < R->slots; k++) {
        const hol_slot *s = &R->slot[k];
        if (s->nv > s->nr)
            s->o->inner_curve(q + s->q + s->centre, v + s->v + s->centre, g + s->inner);
    }
}

/* ---------------------------------------------------------------- second and third derivatives */

/* dx/dv of a probe, 3 x nv of its body. */
static void probe_jacobian(const hol_realised *R, const hol_probe *p, const double q[], double J[])
{
    int n = R->slot[p->slot].nv;
    memset(J, 0, 3 * (size_t)n * sizeof *J);
    for (int i = 0; i < 3; i++) {
        double e[3] = {i == 0, i == 1, i == 2};
        hol_probe_pull(R, p, q, 1, e, J + i * n);
    }
}

/* Its derivative along u; false where it is zero. */
static bool probe_bend(const hol_realised *R, const hol_probe *p, const double q[],
                       const double u[], double J1[])
{
    const hol_slot *s = &R->slot[p->slot];
    if (!p->turns || !s->o->bend) return false;
    int m = s->nv - s->centre;
    double turning[3 * WIDEST];
    s->o->bend(q + s->q + s->centre, u + s->v + s->centre, p->rho, turning);
    memset(J1, 0, 3 * (size_t)s->nv * sizeof *J1);
    for (int i = 0; i < 3; i++)
        memcpy(J1 + i * s->nv + s->centre, turning + i * m, (size_t)m * sizeof *J1);
    return true;
}

static void add_block(const hol_system *sys, const hol_slot *a, const hol_slot *b, int i, int j,
                      double value, double K[])
{
    K[hol_find(&sys->K, a->v + i, b->v + j)] += value;
}

/* K += factor A^T B, A (3 x nv of slot a), B (3 x nv of slot b). */
static void add_product(const hol_system *sys, const hol_slot *a, const hol_slot *b, double factor,
                        const double A[], const double B[], double K[])
{
    for (int i = 0; i < a->nv; i++) {
        int at = hol_find(&sys->K, a->v + i, b->v);
        for (int j = 0; j < b->nv; j++)
            K[at + j] += factor * (A[i] * B[j] + A[a->nv + i] * B[b->nv + j] +
                                   A[2 * a->nv + i] * B[2 * b->nv + j]);
    }
}

/* K += factor d2 <g, x(q)>, g constant: column j is the gradient's change along e_j. */
static void add_second(const hol_system *sys, const hol_probe *p, const double q[], double factor,
                       const double g[3], double K[])
{
    const hol_realised *R = hol_self(sys);
    const hol_slot *s = &R->slot[p->slot];
    if (!p->turns || !s->o->bend) return;
    int m = s->nv - s->centre;
    for (int j = 0; j < m; j++) {
        double e[WIDEST] = {0}, J1[3 * WIDEST];
        e[j] = 1;
        s->o->bend(q + s->q + s->centre, e, p->rho, J1);
        for (int i = 0; i < m; i++)
            add_block(sys, s, s, s->centre + i, s->centre + j,
                      factor * (g[0] * J1[i] + g[1] * J1[m + i] + g[2] * J1[2 * m + i]), K);
    }
}

static void inner_hessian(const hol_system *sys, const double lambda[], double K[])
{
    const hol_realised *R = hol_self(sys);
    for (int b = 0; b < R->slots; b++) {
        const hol_slot *s = &R->slot[b];
        if (s->nv == s->nr) continue;
        int m = s->nv - s->centre;
        double *H = R->block;
        memset(H, 0, (size_t)(m * m) * sizeof *H);
        s->o->inner_hessian(lambda + s->inner, H);
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++)
                add_block(sys, s, s, s->centre + i, s->centre + j, H[i * m + j], K);
    }
}

/* Hessian of scale <a, b>: <a'', b> + <a, b''> + a'^T b' + b'^T a'. */
static void row_hessian(const hol_system *sys, const hol_bilinear *row, const double q[],
                        double factor, double K[])
{
    const hol_realised *R = hol_self(sys);
    double *A = R->block, *B = A + 3 * R->widest;
    for (int a = 0; a < 2; a++) {
        const hol_vector *u = &R->vector[row->vec[a]], *w = &R->vector[row->vec[1 - a]];
        for (int e = 0; e < 2; e++) {
            if (u->end[e] < 0) continue;
            const hol_probe *p = &R->probe[u->end[e]];
            add_second(sys, p, q, e ? -factor : factor, R->x + 3 * row->vec[1 - a], K);
            probe_jacobian(R, p, q, A);
            for (int f = 0; f < 2; f++) {
                if (w->end[f] < 0) continue;
                const hol_probe *r = &R->probe[w->end[f]];
                probe_jacobian(R, r, q, B);
                add_product(sys, &R->slot[p->slot], &R->slot[r->slot], e == f ? factor : -factor, A,
                            B, K);
            }
        }
    }
}

/* Of a link: 2 scale times the identity, with the signs of its ends. */
static void link_hessian(const hol_link *l, double lambda, double K[])
{
    for (int e = 0; e < 2; e++)
        for (int f = 0; f < 2; f++)
            for (int k = 0; k < 3 && l->in_K[e][f][k] >= 0; k++)
                K[l->in_K[e][f][k]] += (e == f ? 2 : -2) * l->scale * lambda;
}

static void hessian(const hol_system *sys, const double q[], const double lambda[], double K[])
{
    const hol_realised *R = hol_self(sys);
    for (int i = 0; i < sys->nj; i++) sys->count->hessians += lambda[i] != 0;
    for (int i = 0; i < R->links; i++) link_hessian(&R->link[i], lambda[R->link[i].row], K);
    if (R->bents) spans(R, 0, q, NULL, R->x);
    for (int i = 0; i < R->bents; i++) {
        int r = R->bent[i];
        if (lambda[r] != 0) row_hessian(sys, &R->row[r], q, lambda[r] * R->row[r].scale, K);
    }
    inner_hessian(sys, lambda, K);
}

/* K += factor d3 <g, x(q)> (dir, ., .). */
static void add_third(const hol_system *sys, const hol_probe *p, const double q[],
                      const double dir[], double factor, const double g[3], double K[])
{
    const hol_realised *R = hol_self(sys);
    const hol_slot *s = &R->slot[p->slot];
    if (!p->turns || !s->o->bend_rate) return;
    int m = s->nv - s->centre;
    for (int j = 0; j < m; j++) {
        double e[WIDEST] = {0}, J2[3 * WIDEST];
        e[j] = 1;
        s->o->bend_rate(q + s->q + s->centre, dir + s->v + s->centre, e, p->rho, J2);
        for (int i = 0; i < m; i++)
            add_block(sys, s, s, s->centre + i, s->centre + j,
                      factor * (g[0] * J2[i] + g[1] * J2[m + i] + g[2] * J2[2 * m + i]), K);
    }
}

/* The row's Hessian differentiated along u (primes: along u):
 * <a'', b>' = <a''', b> + <a'', b'>, and (da^T db)' = (da')^T db + da^T db'. */
static void row_hessian_rate(const hol_system *sys, const hol_bilinear *row, const double q[],
                             const double dir[], double factor, double K[])
{
    const hol_realised *R = hol_self(sys);
    double *A = R->block, *B = A + 3 * R->widest;
    for (int a = 0; a < 2; a++) {
        const hol_vector *u = &R->vector[row->vec[a]], *w = &R->vector[row->vec[1 - a]];
        int other = 3 * row->vec[1 - a];
        for (int e = 0; e < 2; e++) {
            if (u->end[e] < 0) continue;
            const hol_probe *p = &R->probe[u->end[e]];
            const hol_slot *s = &R->slot[p->slot];
            double sign = e ? -factor : factor;
            add_third(sys, p, q, dir, sign, R->x + other, K);
            add_second(sys, p, q, sign, R->x1 + other, K);
            if (!probe_bend(R, p, q, dir, A)) continue;
            for (int f = 0; f < 2; f++) {
                if (w->end[f] < 0) continue;
                const hol_probe *r = &R->probe[w->end[f]];
                const hol_slot *o = &R->slot[r->slot];
                probe_jacobian(R, r, q, B);
                add_product(sys, s, o, e == f ? factor : -factor, A, B, K);
                add_product(sys, o, s, e == f ? factor : -factor, B, A, K);
            }
        }
    }
}

/* In flat coordinates x(q) is at most quadratic: so is a row between a moving and a fixed span. */
static bool is_quadratic(const hol_realised *R, const hol_bilinear *row)
{
    int moving = 0;
    for (int a = 0; a < 2; a++) {
        const hol_vector *u = &R->vector[row->vec[a]];
        moving += u->end[0] >= 0 || u->end[1] >= 0;
        for (int e = 0; e < 2; e++) {
            const hol_probe *p = u->end[e] < 0 ? NULL : &R->probe[u->end[e]];
            if (p && p->turns && R->slot[p->slot].o->bend_rate) return false;
        }
    }
    return moving < 2;
}

static void hessian_rate(const hol_system *sys, const double q[], const double u[],
                         const double lambda[], double K[])
{
    const hol_realised *R = hol_self(sys);
    spans(R, 0, q, NULL, R->x);
    spans(R, 1, q, u, R->x1);
    for (int i = 0; i < R->bents; i++) { /* a link's Hessian is constant */
        int r = R->bent[i];
        if (lambda[r] == 0 || is_quadratic(R, &R->row[r])) continue;
        sys->count->third_derivatives++;
        row_hessian_rate(sys, &R->row[r], q, u, lambda[r] * R->row[r].scale, K);
    }
}

/* ---------------------------------------------------------------- nonholonomic rows */

static void nonholonomic(const hol_system *sys, double t, const double q[], double A[], double w[])
{
    const hol_realised *R = hol_self(sys);
    spans(R, 0, q, NULL, R->x);
    if (A) memset(A, 0, (size_t)sys->A.nnz * sizeof *A);
    for (int r = 0; r < R->rollings; r++) {
        const hol_rolling *row = &R->rolling[r];
        const hol_vector *point = &R->vector[row->point];
        if (A && point->end[0] >= 0)
            hol_probe_pull(R, &R->probe[point->end[0]], q, 1, R->x + 3 * row->direction,
                           A + row->at[0]);
        if (w) w[r] = row->w ? row->w(t) : 0;
    }
}

/* A v' = w' - <d', x'> - <d, x''>; w' by a central difference of the user's w, which leaves about
 * 1e-11 of w. */
static void nonholonomic_rate(const hol_system *sys, double t, const double q[], const double v[],
                              double b[])
{
    const hol_realised *R = hol_self(sys);
    const double step = 1e-5; /* [s] */
    spans(R, 0, q, NULL, R->x);
    spans(R, 1, q, v, R->x1);
    spans(R, 2, q, v, R->x2);
    for (int r = 0; r < R->rollings; r++) {
        const hol_rolling *row = &R->rolling[r];
        int d = 3 * row->direction, x = 3 * row->point;
        b[r] = -hol_dot3(R->x1 + d, R->x1 + x) - hol_dot3(R->x + d, R->x2 + x);
        if (row->w) b[r] += (row->w(t + step) - row->w(t - step)) / (2 * step);
    }
}

void hol_set_constraints(hol_system *sys)
{
    sys->constraints = constraints;
    sys->curvature = curvature;
    sys->hessian = hessian;
    sys->hessian_rate = hessian_rate;
    sys->nonholonomic = nonholonomic;
    sys->nonholonomic_rate = nonholonomic_rate;
}
