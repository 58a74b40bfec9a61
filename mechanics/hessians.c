/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Second and third derivatives of the constraint rows of a realised model, by the product rule on
 * scale <a, b> + offset. */
#include <string.h>

#include "holonomy/so3.h"
#include "mechanics/absolute.h"
#include "mechanics/contact.h"
#include "mechanics/drives.h"
#include "numerics/inlined.h"

enum { WIDEST = 9 }; /* velocities of one orientation, at most */

/* dx/dv of a probe, 3 x nv of its body. */
static void probe_jacobian(const hol_system *R, const hol_probe *p, const double q[], double J[])
{
    int n = R->slot[p->slot].nv;
    memset(J, 0, 3 * (size_t)n * sizeof *J);
    for (int i = 0; i < 3; i++) {
        double e[3] = {i == 0, i == 1, i == 2};
        hol_probe_pull(R, p, q, 1, e, J + i * n);
    }
}

/* The same, u not NULL: its derivative along u; false where that is zero. */
HOL_INLINED bool probe_slope(const hol_system *R, const hol_probe *p, const double q[],
                             const double u[], double J1[])
{
    const hol_slot *s = &R->slot[p->slot];
    if (!u) probe_jacobian(R, p, q, J1);
    if (!u || !p->turns || !s->o->bend) return !u;
    int m = s->nv - s->centre;
    double turning[3 * WIDEST];
    s->o->bend(q + s->q + s->centre, u + s->v + s->centre, p->rho, turning);
    memset(J1, 0, 3 * (size_t)s->nv * sizeof *J1);
    for (int i = 0; i < 3; i++)
        memcpy(J1 + i * s->nv + s->centre, turning + i * m, (size_t)m * sizeof *J1);
    return true;
}

static void add_block(hol_eval *sys, const hol_slot *a, const hol_slot *b, int i, int j,
                      double value, double K[])
{
    K[hol_entry(hol_K(sys), a->v + i, b->v + j)] += value;
}

/* K += factor A^T B, A (3 x nv of slot a), B (3 x nv of slot b). */
static void add_product(hol_eval *sys, const hol_slot *a, const hol_slot *b, double factor,
                        const double A[], const double B[], double K[])
{
    for (int i = 0; i < a->nv; i++) {
        int at = hol_entry(hol_K(sys), a->v + i, b->v);
        for (int j = 0; j < b->nv; j++)
            K[at + j] += factor * (A[i] * B[j] + A[a->nv + i] * B[b->nv + j] +
                                   A[2 * a->nv + i] * B[2 * b->nv + j]);
    }
}

/* K += factor d2 <g, x(q)>, g constant: column j is the gradient's change along e_j; dir not NULL:
 * factor d3 <g, x(q)> (dir, ., .). */
static void add_bends(hol_eval *sys, const hol_probe *p, const double q[], const double dir[],
                      double factor, const double g[3], double K[])
{
    const hol_system *R = sys->system;
    const hol_slot *s = &R->slot[p->slot];
    if (!p->turns || !(dir ? s->o->bend_rate != NULL : s->o->bend != NULL)) return;
    int m = s->nv - s->centre;
    const double *turned = q + s->q + s->centre;
    for (int j = 0; j < m; j++) {
        double e[WIDEST] = {0}, J[3 * WIDEST];
        e[j] = 1;
        if (dir)
            s->o->bend_rate(turned, dir + s->v + s->centre, e, p->rho, J);
        else
            s->o->bend(turned, e, p->rho, J);
        for (int i = 0; i < m; i++)
            add_block(sys, s, s, s->centre + i, s->centre + j,
                      factor * (g[0] * J[i] + g[1] * J[m + i] + g[2] * J[2 * m + i]), K);
    }
}

static void inner_hessian(hol_eval *sys, const double lambda[], double K[])
{
    const hol_system *R = sys->system;
    for (const hol_slot *s = R->slot; s < R->slot + R->slots; s++) {
        if (s->nv == s->nr) continue;
        int m = s->nv - s->centre;
        double *H = hol_scratch_of(sys)->block;
        memset(H, 0, (size_t)(m * m) * sizeof *H);
        s->o->inner_hessian(lambda + s->inner, H);
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++)
                add_block(sys, s, s, s->centre + i, s->centre + j, H[i * m + j], K);
    }
}

/* Hessian of factor <a, b>, <a'', b> + <a, b''> + a'^T b' + b'^T a'; dir not NULL: differentiated
 * along it (primes: along it), <a'', b>' = <a''', b> + <a'', b'> and
 * (da^T db)' = (da')^T db + da^T db'.  It is NULL or not where this is inlined. */
static void row_hessian(hol_eval *sys, const hol_bilinear *row, const double q[],
                        const double dir[], double factor, double K[])
{
    const hol_system *R = sys->system;
    const hol_scratch *S = hol_scratch_of(sys);
    double *A = S->block, *B = A + 3 * R->widest;
    for (int a = 0; a < 2; a++) {
        const hol_vector *u = &R->vector[row->vec[a]], *w = &R->vector[row->vec[1 - a]];
        int other = 3 * row->vec[1 - a];
        for (int e = 0; e < 2; e++) {
            if (u->end[e] < 0) continue;
            const hol_probe *p = &R->probe[u->end[e]];
            double sign = e ? -factor : factor;
            add_bends(sys, p, q, dir, sign, S->x + other, K);
            if (dir) add_bends(sys, p, q, NULL, sign, S->x1 + other, K);
            if (!probe_slope(R, p, q, dir, A)) continue;
            for (int f = 0; f < 2; f++) {
                if (w->end[f] < 0) continue;
                const hol_probe *r = &R->probe[w->end[f]];
                const hol_slot *s = &R->slot[p->slot], *o = &R->slot[r->slot];
                probe_jacobian(R, r, q, B);
                add_product(sys, s, o, e == f ? factor : -factor, A, B, K);
                if (dir) add_product(sys, o, s, e == f ? factor : -factor, B, A, K);
            }
        }
    }
}

void hol_turned_parts(hol_eval *sys, int row, hol_bilinear part[2], double factor[2])
{
    const hol_system *R = sys->system;
    for (int i = 0; i < R->drives; i++) {
        const hol_driven *d = &R->drive[i];
        if (d->row != row) continue;
        for (int k = 0; k < 2; k++) {
            part[k] = (hol_bilinear){.vec = {d->x[k], d->b}};
            factor[k] = hol_scratch_of(sys)->turn[2 * i + k];
        }
    }
}

/* Of the row, of a turned one of its two parts. */
static void add_row(hol_eval *sys, int r, const double q[], const double dir[], double lambda,
                    double K[])
{
    const hol_system *R = sys->system;
    hol_bilinear part[2];
    double factor[2] = {0};
    if (!hol_row_turns(&sys->model->row[r])) {
        row_hessian(sys, &R->row[r], q, dir, lambda * R->row[r].scale, K);
        return;
    }
    hol_turned_parts(sys, r, part, factor);
    for (int k = 0; k < 2; k++) row_hessian(sys, &part[k], q, dir, lambda * factor[k], K);
}

/* Of a link: 2 scale times the identity, with the signs of its ends. */
static void link_hessian(const hol_link *l, int in_K[2][2][3], double lambda, double K[])
{
    for (int e = 0; e < 2; e++)
        for (int f = 0; f < 2; f++)
            for (int k = 0; k < 3 && in_K[e][f][k] >= 0; k++)
                K[in_K[e][f][k]] += (e == f ? 2 : -2) * l->scale * lambda;
}

/* g = dx/dv^T n in the first of three rows, the others zero: g^T g is then a product of such. */
static void along_normal(const double n[3], int nv, double J[])
{
    for (int j = 0; j < nv; j++) {
        J[j] = n[0] * J[j] + n[1] * J[nv + j] + n[2] * J[2 * nv + j];
        J[nv + j] = J[2 * nv + j] = 0;
    }
}

/* Of 1/2 sum_k w_k s_k^2 (contact.h): sum_k w_k (s_k s_k'' + ds_k^T ds_k); u not NULL:
 * differentiated along it, with s = s_k, sum_k w_k (s' s'' + s (s'')' + (ds')^T ds + ds^T ds'). */
HOL_INLINED void touch_hessian(hol_eval *sys, const hol_contact *c, const double q[],
                               const double u[], double lambda, double K[])
{
    const hol_system *R = sys->system;
    const hol_scratch *S = hol_scratch_of(sys);
    const double *n = S->x + 3 * c->normal;
    double *A = S->block, *B = A + 3 * R->widest;
    for (int k = 0; k < HOL_CONTACT_SPANS; k++) {
        const hol_probe *p = &R->probe[R->vector[c->x[k]].end[0]];
        const hol_slot *s = &R->slot[p->slot];
        double factor = lambda * c->weight[k];
        add_bends(sys, p, q, u, factor * hol_contact_part(c, k, n, S->x, c->level), n, K);
        if (u) add_bends(sys, p, q, NULL, factor * hol_contact_part(c, k, n, S->x1, 0), n, K);
        if (!probe_slope(R, p, q, u, A)) continue;
        along_normal(n, s->nv, A);
        if (!u) {
            add_product(sys, s, s, factor, A, A, K);
            continue;
        }
        probe_jacobian(R, p, q, B);
        along_normal(n, s->nv, B);
        add_product(sys, s, s, factor, A, B, K);
        add_product(sys, s, s, factor, B, A, K);
    }
}

void hol_absolute_hessian(hol_eval *sys, const double q[], const double lambda[], double K[])
{
    const hol_system *R = sys->system;
    for (int i = 0; i < sys->nj; i++) sys->count->hessians += lambda[i] != 0;
    hol_K(sys);
    for (int i = 0; i < R->links; i++)
        link_hessian(&R->link[i], hol_scratch_of(sys)->link_in_K[i], lambda[R->link[i].row], K);
    if (R->bents || R->touches) hol_spans(sys, 0, q, NULL);
    for (const hol_touch *k = R->touch; k < R->touch + R->touches; k++)
        if (lambda[k->row] != 0) touch_hessian(sys, k->contact, q, NULL, lambda[k->row], K);
    for (int i = 0; i < R->bents; i++) {
        int r = R->bent[i];
        if (lambda[r] != 0) add_row(sys, r, q, NULL, lambda[r], K);
    }
    inner_hessian(sys, lambda, K);
}

/* In flat coordinates x(q) is at most quadratic: so is a row between a moving and a fixed span. */
static bool is_quadratic(const hol_system *R, const hol_bilinear *row)
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

void hol_absolute_hessian_rate(hol_eval *sys, const double q[], const double u[],
                               const double lambda[], double K[])
{
    const hol_system *R = sys->system;
    hol_spans(sys, 1, q, u);
    for (const hol_touch *k = R->touch; k < R->touch + R->touches; k++) {
        if (lambda[k->row] == 0 || sys->has & HOL_QUADRATIC) continue;
        sys->count->third_derivatives++;
        touch_hessian(sys, k->contact, q, u, lambda[k->row], K);
    }
    for (int i = 0; i < R->bents; i++) { /* a link's Hessian is constant */
        int r = R->bent[i];
        if (lambda[r] == 0 || is_quadratic(R, &R->row[r])) continue;
        sys->count->third_derivatives++;
        add_row(sys, r, q, u, lambda[r], K);
    }
}
