/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows scale <a, b> + offset - share w(t) in joint coordinates, from the spans in space and their
 * derivatives along the motion with v' = 0: d/dt(G) v = scale (<a'', b> + 2 <a', b'> + <a, b''>).
 */
#include <string.h>

#include "mechanics/drives.h"
#include "mechanics/joint_tree.h"

/* The parts of the ends: of limbs all, of spans those that rows have. */
static void set_spans(hol_eval *sys, const double q[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    const hol_system *R = t->absolute;
    const hol_limb_state *state = hol_joint_place(sys, q);
    if (S->arms_stand) return;
    S->arms_stand = true;
    for (int i = 0; i < t->spans; i++) {
        const hol_vector *u = &R->vector[t->span[i]];
        double *x = S->x[0] + 3 * t->span[i];
        memcpy(x, u->fixed, sizeof u->fixed);
        for (int e = 0; e < 2; e++) {
            if (u->end[e] < 0) continue;
            const hol_probe *p = &R->probe[u->end[e]];
            const hol_limb *l = &t->limb[t->limb_of[p->slot]];
            const hol_limb_state *s = &state[t->limb_of[p->slot]];
            double *arm = S->arm + 3 * u->end[e], sign = e ? -1 : 1;
            if (p->turns) hol_rotate(s->R, p->rho, arm);
            for (int k = 0; k < 3; k++)
                x[k] += sign * (arm[k] + (k < l->centre ? p->w * s->r[k] : 0));
        }
    }
}

static void set_rates(hol_eval *sys, const double q[], const double v[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    const hol_system *R = t->absolute;
    const hol_limb_state *state = hol_joint_move(sys, q, v);
    set_spans(sys, q);
    for (int i = 0; i < t->spans; i++) {
        const hol_vector *u = &R->vector[t->span[i]];
        double *x1 = S->x[1] + 3 * t->span[i], *x2 = S->x[2] + 3 * t->span[i];
        for (int k = 0; k < 3; k++) x1[k] = x2[k] = 0;
        for (int e = 0; e < 2; e++) {
            if (u->end[e] < 0) continue;
            const hol_probe *p = &R->probe[u->end[e]];
            const hol_limb_state *s = &state[t->limb_of[p->slot]];
            const double *arm = S->arm + 3 * u->end[e], sign = e ? -1 : 1;
            double rate[3], turn[3], bend[3];
            hol_cross(s->omega, arm, rate);
            hol_cross(s->alpha, arm, turn);
            hol_cross(s->omega, rate, bend);
            for (int k = 0; k < 3; k++) {
                x1[k] += sign * (p->w * s->v[k] + rate[k]);
                x2[k] += sign * (p->w * s->a[k] + turn[k] + bend[k]);
            }
        }
    }
}

void hol_joint_plain_curvature(hol_eval *sys, const double q[], const double v[], double g[])
{
    const struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    set_rates(sys, q, v);
    for (int r = 0; r < sys->nc; r++) {
        const hol_bilinear *row = &hol_tree_of(sys)->absolute->row[r];
        int a = 3 * row->vec[0], b = 3 * row->vec[1];
        g[r] = row->scale *
               (hol_dot3(S->x[2] + a, S->x[0] + b) + 2 * hol_dot3(S->x[1] + a, S->x[1] + b) +
                hol_dot3(S->x[0] + a, S->x[2] + b));
    }
}

/* Both spans' ends pull with the other span; the blocks of a row are where the ends' trees are. */
static void row_gradient(hol_eval *sys, const hol_limb_state state[], int r, double G[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    const struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    const hol_bilinear *row = &t->absolute->row[r];
    for (int a = 0; a < 2; a++)
        for (int e = 0; e < 2; e++) {
            int end = t->absolute->vector[row->vec[a]].end[e];
            if (end < 0) continue;
            const hol_probe *p = &t->absolute->probe[end];
            const double *other = S->x[0] + 3 * row->vec[1 - a];
            double F[3], N[3], g[3];
            int limb = t->limb_of[p->slot];
            for (int k = 0; k < 3; k++) {
                g[k] = (e ? -row->scale : row->scale) * other[k];
                F[k] = p->w * g[k];
            }
            hol_cross(S->arm + 3 * end, g, N);
            const hol_limb_touch *x = t->touch + t->touches[r];
            while (x->limb != limb) x++;
            hol_joint_pull_wrench(t, state, limb, F, N, G + x->to);
        }
}

/* D = d x / d q of a span by coordinates (nv x 3). */
static void differentiate(hol_eval *sys, const hol_limb_state state[], int span, double D[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    const struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    const hol_vector *u = &t->absolute->vector[span];
    for (int k = 0; k < 3 * sys->nv; k++) D[k] = 0;
    for (int e = 0; e < 2; e++) {
        if (u->end[e] < 0) continue;
        const hol_probe *p = &t->absolute->probe[u->end[e]];
        const double *arm = S->arm + 3 * u->end[e], sign = e ? -1 : 1;
        const double *r = state[t->limb_of[p->slot]].r;
        for (int b = t->limb_of[p->slot]; b >= 0; b = t->limb[b].parent) {
            const hol_limb *l = &t->limb[b];
            const hol_limb_state *z = &state[b];
            double x[3], d[3];
            for (int c = 0; c < 3; c++) x[c] = sign * (p->w * (r[c] - z->x[c]) + arm[c]);
            for (int k = 0, all = hol_limb_freedoms(l); k < all; k++) {
                double *to = D + 3 * hol_limb_at(l, k);
                const double *axis = z->axis[k];
                if (k >= l->slides)
                    hol_cross(axis, x, d);
                else
                    for (int c = 0; c < 3; c++) d[c] = sign * p->w * axis[c];
                for (int c = 0; c < 3; c++) to[c] += d[c];
            }
        }
    }
}

static bool moves(const hol_system *R, int span)
{
    return R->vector[span].end[0] >= 0 || R->vector[span].end[1] >= 0;
}

/* Of a small tree: rows share the derivatives of their spans. */
static void gradients(hol_eval *sys, const hol_limb_state state[], double G[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    const struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    const hol_system *R = t->absolute;
    int n = sys->nv;
    for (int i = 0; i < t->spans; i++)
        if (moves(R, t->span[i])) differentiate(sys, state, t->span[i], S->D + 3 * n * t->span[i]);
    for (int r = 0; r < sys->nc; r++, G += n) {
        const hol_bilinear *row = &R->row[r];
        int a = row->vec[0], b = row->vec[1];
        const double *xa = S->x[0] + 3 * a, *xb = S->x[0] + 3 * b;
        const double *Da = S->D + 3 * n * a, *Db = S->D + 3 * n * b;
        bool first = moves(R, a), second = moves(R, b);
        for (int k = 0; k < n; k++)
            G[k] = row->scale * ((first ? hol_dot3(Da + 3 * k, xb) : 0) +
                                 (second ? hol_dot3(xa, Db + 3 * k) : 0));
    }
}

void hol_joint_plain_rows(hol_eval *sys, double t, const double q[], double phi[], double G[])
{
    const struct hol_joint_tree *tree = hol_tree_of(sys);
    const struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    const hol_limb_state *state = hol_joint_place(sys, q);
    set_spans(sys, q);
    for (int r = 0; phi && r < sys->nc; r++) {
        const hol_bilinear *row = &tree->absolute->row[r];
        phi[r] = row->scale * hol_dot3(S->x[0] + 3 * row->vec[0], S->x[0] + 3 * row->vec[1]) +
                 row->offset;
    }
    if (phi && tree->absolute->drives) hol_take_drives(tree->absolute, t, phi);
    if (!G) return;
    if (tree->dense) {
        gradients(sys, state, G);
        return;
    }
    memset(G, 0, (size_t)sys->G.nnz * sizeof *G);
    for (int r = 0; r < sys->nc; r++) row_gradient(sys, state, r, G);
}
