/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Second and third derivatives in joint coordinates that add.  Along the way from ground to a body
 * let i <= j <= k be coordinates, u_i the axis of i, d_k = dy/dq_k of a vector y of the body.
 * Everything behind a turn i turns about u_i, nothing turns behind a slide, so that
 *
 *     d2 y / dq_i dq_j = u_i x d_j,    d3 y / dq_i dq_j dq_k = u_i x (u_j x d_k)
 *
 * where i, and i and j, are turns, else 0. */
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/so3.h"
#include "mechanics/drives.h"
#include "mechanics/joint_tree.h"

typedef struct { /* a coordinate on the way */
    int v;
    bool turns;
    int ball;               /* of a ball's three, which turn at once, the first; -1: of none */
    const double *axis, *x; /* a point of the axis */
    double d[3];            /* of the vector y */
    double W[3], D[3];      /* along a direction: sum_{k <= j} u_k of turns, sum_{k > j} d_k */
} step;

typedef struct {
    int count;
    step *step; /* from ground */
} way;

static way way_to(hol_eval *sys, const hol_limb_state state[], int limb, step room[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    way w = {0, room};
    for (int p = limb; p >= 0; p = t->limb[p].parent) w.count += hol_limb_freedoms(&t->limb[p]);
    int at = w.count;
    for (int p = limb; p >= 0; p = t->limb[p].parent) {
        const hol_limb *l = &t->limb[p];
        for (int k = hol_limb_freedoms(l) - 1; k >= 0; k--) {
            room[--at] = (step){.v = hol_limb_at(l, k),
                                .turns = k >= l->slides,
                                .axis = state[p].axis[k],
                                .x = state[p].x};
            room[at].ball = l->ball && k >= l->slides ? at - (k - l->slides) : -1;
        }
    }
    return w;
}

/* d of y = w r + turned, turned a direction of the body. */
static void differentiate(way *of, double w, const double r[3], const double turned[3])
{
    for (step *s = of->step; s < of->step + of->count; s++) {
        double arm[3];
        for (int k = 0; k < 3; k++) arm[k] = w * (r[k] - s->x[k]) + turned[k];
        if (s->turns)
            hol_cross(s->axis, arm, s->d);
        else
            for (int k = 0; k < 3; k++) s->d[k] = w * s->axis[k];
    }
}

/* W and D along u, after d.  A ball's velocities are in the axes of its body, which turn with all
 * three: its W is that before it, its D has all of it, and only first derivatives follow. */
static void direct(way *of, const double u[])
{
    double W[3] = {0}, D[3] = {0};
    for (int i = 0; i < of->count; i++) {
        step *s = &of->step[i];
        memcpy(s->W, s->ball >= 0 && s->ball < i ? of->step[s->ball].W : W, sizeof W);
        if (s->turns) hol_axpy(3, u[s->v], s->axis, W);
        if (s->ball < 0) memcpy(s->W, W, sizeof W);
    }
    for (int i = of->count - 1; i >= 0; i--) {
        step *s = &of->step[i];
        memcpy(s->D, D, sizeof D);
        hol_axpy(3, u[s->v], s->d, D);
        for (int k = 0; i == s->ball && k < 3; k++) memcpy(s[k].D, D, sizeof D);
    }
}

/* d2 y, i before or at j */
static void second(const step *i, const step *j, double out[3])
{
    memset(out, 0, 3 * sizeof *out);
    if (i->turns) hol_cross(i->axis, j->d, out);
}

/* d_j differentiated along u: sum_k u_k d2 y / dq_j dq_k */
static void second_along(const step *j, double out[3])
{
    double x[3];
    hol_cross(j->W, j->d, out);
    if (!j->turns) return;
    hol_cross(j->axis, j->D, x);
    hol_axpy(3, 1, x, out);
}

/* sum_k u_k d3 y, i before or at j: k behind j; between them or j; before i or i. */
static void third_along(const step *i, const step *j, double out[3])
{
    double x[3], between[3];
    memset(out, 0, 3 * sizeof *out);
    if (!i->turns) return;
    if (j->turns) {
        hol_cross(j->axis, j->D, x);
        hol_cross(i->axis, x, out);
    }
    for (int k = 0; k < 3; k++) between[k] = j->W[k] - i->W[k];
    hol_cross(between, j->d, x);
    hol_cross(i->axis, x, x);
    hol_axpy(3, 1, x, out);
    hol_cross(i->axis, j->d, x);
    hol_cross(i->W, x, x);
    hol_axpy(3, 1, x, out);
}

/* ---------------------------------------------------------------- rows scale <a, b> + offset */

typedef struct {
    double value[3], rate[3]; /* the span, and its derivative along u */
    double *d, *d1;           /* 3 nv: d, and d differentiated along u */
} span;

static void end_of(const struct hol_joint_tree *t, const hol_limb_state state[], const hol_probe *p,
                   double turned[3], const hol_limb_state **at)
{
    *at = &state[t->limb_of[p->slot]];
    memset(turned, 0, 3 * sizeof *turned);
    if (p->turns) hol_rotate((*at)->R, p->rho, turned);
}

/* u: NULL, no rates. */
static span span_of(hol_eval *sys, const hol_limb_state state[], const hol_vector *of,
                    const double u[], step room[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    int n = sys->nv;
    span s = {.d = hol_take(sys->work, 3 * n), .d1 = hol_take(sys->work, 3 * n)};
    memcpy(s.value, of->fixed, sizeof s.value);
    for (int e = 0; e < 2; e++) {
        if (of->end[e] < 0) continue;
        const hol_probe *p = &t->absolute->probe[of->end[e]];
        const hol_limb_state *at;
        double turned[3], sign = e ? -1 : 1, x[3];
        end_of(t, state, p, turned, &at);
        int centre = t->limb[t->limb_of[p->slot]].centre;
        for (int k = 0; k < 3; k++)
            s.value[k] += sign * (turned[k] + (k < centre ? p->w * at->r[k] : 0));
        way w = way_to(sys, state, t->limb_of[p->slot], room);
        differentiate(&w, p->w, at->r, turned);
        if (u) direct(&w, u);
        for (const step *c = w.step; c < w.step + w.count; c++) {
            hol_axpy(3, sign, c->d, s.d + 3 * c->v);
            if (!u) continue;
            hol_axpy(3, sign * u[c->v], c->d, s.rate);
            second_along(c, x);
            hol_axpy(3, sign, x, s.d1 + 3 * c->v);
        }
    }
    return s;
}

/* K += factor <g, d2 y>, and where u is given factor (<g1, d2 y> + <g, d3 y u>). */
static void add_ends(hol_eval *sys, const hol_limb_state state[], const hol_vector *of,
                     double factor, const double g[3], const double g1[3], const double u[],
                     step room[], double K[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    int n = sys->nv;
    for (int e = 0; e < 2; e++) {
        if (of->end[e] < 0) continue;
        const hol_probe *p = &t->absolute->probe[of->end[e]];
        const hol_limb_state *at;
        double turned[3], x[3], value;
        end_of(t, state, p, turned, &at);
        way w = way_to(sys, state, t->limb_of[p->slot], room);
        differentiate(&w, p->w, at->r, turned);
        if (u) direct(&w, u);
        for (int j = 0; j < w.count; j++)
            for (int i = 0; i <= j; i++) {
                int a = w.step[i].v, b = w.step[j].v;
                second(&w.step[i], &w.step[j], x);
                value = hol_dot3(u ? g1 : g, x);
                if (u) third_along(&w.step[i], &w.step[j], x), value += hol_dot3(g, x);
                value *= e ? -factor : factor;
                K[a * n + b] += value;
                if (i < j) K[b * n + a] += value;
            }
    }
}

/* K += the Hessian of factor <a, b>, or its derivative along u. */
static void add_row(hol_eval *sys, const hol_limb_state state[], const hol_bilinear *row,
                    double factor, const double u[], double K[])
{
    const hol_system *a = hol_tree_of(sys)->absolute;
    const hol_vector *of[2] = {&a->vector[row->vec[0]], &a->vector[row->vec[1]]};
    size_t mark = hol_mark(sys->work);
    int n = sys->nv;
    step *room = hol_take_bytes(sys->work, n, sizeof *room);
    span s[2] = {span_of(sys, state, of[0], u, room), span_of(sys, state, of[1], u, room)};
    for (int k = 0; k < 2; k++)
        add_ends(sys, state, of[k], factor, s[1 - k].value, s[1 - k].rate, u, room, K);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < 2; k++) {
                const span *x = &s[k], *y = &s[1 - k];
                K[i * n + j] += factor * (u ? hol_dot3(x->d1 + 3 * i, y->d + 3 * j) +
                                                  hol_dot3(x->d + 3 * i, y->d1 + 3 * j)
                                            : hol_dot3(x->d + 3 * i, y->d + 3 * j));
            }
    hol_release(sys->work, mark);
}

/* The row of the height of a body that rolls is left out: it comes with nonholonomic rows, with
 * which only Newton's matrices ask for Hessians. */
static void add_rows(hol_eval *sys, const double q[], const double u[], const double lambda[],
                     double K[])
{
    hol_eval *a = hol_scratch_of(sys)->joint->absolute;
    const hol_system *R = a->system;
    const hol_limb_state *state = hol_joint_place(sys, q);
    hol_K(sys);
    for (int r = 0; r < sys->nj; r++) {
        const hol_row *row = &a->model->row[r];
        hol_bilinear part[2] = {R->row[r]};
        double factor[2] = {R->row[r].scale, 0};
        if (lambda[r] == 0 || row->contact) continue;
        bool turns = hol_row_turns(row);
        if (turns) hol_turned_parts(a, r, part, factor);
        for (int k = 0; k < (turns ? 2 : 1); k++)
            add_row(sys, state, &part[k], lambda[r] * factor[k], u, K);
    }
}

void hol_joint_hessian(hol_eval *sys, const double q[], const double lambda[], double K[])
{
    for (int i = 0; i < sys->nj; i++) sys->count->hessians += lambda[i] != 0;
    add_rows(sys, q, NULL, lambda, K);
}

void hol_joint_hessian_rate(hol_eval *sys, const double q[], const double u[],
                            const double lambda[], double K[])
{
    for (int i = 0; i < sys->nj; i++) sys->count->third_derivatives += lambda[i] != 0;
    add_rows(sys, q, u, lambda, K);
}

/* ---------------------------------------------------------------- kinetic energy */

typedef struct { /* of a body: R dOmega/dq_i = e_i, in space axes, and dV/dq_i of its mass centre */
    double e[3], V[3];
} kinetic_step;

/* x = R J R^T u */
static void inertia(const hol_limb *l, const hol_limb_state *s, const double u[3], double x[3])
{
    double b[3];
    hol_rotate_back(s->R, u, b);
    for (int k = 0; k < 3; k++) b[k] *= l->J[k];
    hol_rotate(s->R, b, x);
}

/* Behind the turn i the body's angular velocity turns along: e_i = omega_(before i) x u_i. */
static void kinetic_steps(const way *w, kinetic_step out[])
{
    for (int i = 0; i < w->count; i++) {
        const step *s = &w->step[i];
        memset(&out[i], 0, sizeof out[i]);
        if (s->turns) hol_cross(s->W, s->axis, out[i].e); /* u_i x u_i = 0 */
        second_along(s, out[i].V);
    }
}

typedef struct {
    hol_eval *sys;
    const hol_limb *l;
    const hol_limb_state *s;
    way w;
    kinetic_step *k;
    double L[3]; /* R J Omega */
} body_terms;

static body_terms terms_of(hol_eval *sys, const hol_limb_state state[], int limb, const double v[])
{
    static const double nothing[3];
    body_terms b = {.sys = sys, .l = &hol_tree_of(sys)->limb[limb], .s = &state[limb]};
    step *room = hol_take_bytes(sys->work, sys->nv, sizeof *room);
    b.k = hol_take_bytes(sys->work, sys->nv, sizeof *b.k);
    b.w = way_to(sys, state, limb, room);
    differentiate(&b.w, 1, b.s->r, nothing);
    direct(&b.w, v);
    kinetic_steps(&b.w, b.k);
    inertia(b.l, b.s, b.s->omega, b.L);
    return b;
}

void hol_joint_grad_kinetic(hol_eval *sys, const double q[], const double v[], double dT[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    const hol_limb_state *state = hol_joint_move(sys, q, v);
    memset(dT, 0, (size_t)sys->nv * sizeof *dT);
    for (int i = 0; i < t->limbs; i++) {
        size_t mark = hol_mark(sys->work);
        body_terms b = terms_of(sys, state, i, v);
        for (int k = 0; k < b.w.count; k++)
            dT[b.w.step[k].v] += b.l->m * hol_dot3(b.s->v, b.k[k].V) + hol_dot3(b.L, b.k[k].e);
        hol_release(sys->work, mark);
    }
}

/* d2 T / dq_i dq_j of one body, i before or at j; R d2 Omega = e_i x u_j. */
static double second_kinetic(const body_terms *b, int i, int j)
{
    double x[3], Ie[3], T;
    third_along(&b->w.step[i], &b->w.step[j], x);
    T = b->l->m * (hol_dot3(b->k[i].V, b->k[j].V) + hol_dot3(b->s->v, x));
    inertia(b->l, b->s, b->k[j].e, Ie);
    T += hol_dot3(b->k[i].e, Ie);
    if (!b->w.step[j].turns) return T;
    hol_cross(b->k[i].e, b->w.step[j].axis, x);
    return T + hol_dot3(b->L, x);
}

/* d (M v)_i / dq_j of one body: R d(R^T u_i)/dq_j = u_i x u_j where j is behind i, else 0. */
static double mixed_kinetic(const body_terms *b, int i, int j)
{
    const step *si = &b->w.step[i], *sj = &b->w.step[j];
    double x[3], T;
    if (i <= j)
        second(si, sj, x);
    else
        second(sj, si, x);
    T = b->l->m * (hol_dot3(x, b->s->v) + hol_dot3(si->d, b->k[j].V));
    if (!si->turns) return T;
    inertia(b->l, b->s, b->k[j].e, x);
    T += hol_dot3(si->axis, x);
    if (j <= i || !sj->turns) return T;
    hol_cross(si->axis, sj->axis, x);
    return T + hol_dot3(x, b->L);
}

void hol_joint_kinetic_tangent(hol_eval *sys, const double q[], const double v[], double Tqq[],
                               double Tvq[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    const hol_limb_state *state = hol_joint_move(sys, q, v);
    int n = sys->nv;
    memset(Tqq, 0, (size_t)hol_K(sys)->nnz * sizeof *Tqq);
    memset(Tvq, 0, (size_t)hol_K(sys)->nnz * sizeof *Tvq);
    for (int limb = 0; limb < t->limbs; limb++) {
        size_t mark = hol_mark(sys->work);
        body_terms b = terms_of(sys, state, limb, v);
        for (int i = 0; i < b.w.count; i++)
            for (int j = 0; j < b.w.count; j++) {
                int at = b.w.step[i].v * n + b.w.step[j].v;
                Tqq[at] += i <= j ? second_kinetic(&b, i, j) : second_kinetic(&b, j, i);
                Tvq[at] += mixed_kinetic(&b, i, j);
            }
        hol_release(sys->work, mark);
    }
}
