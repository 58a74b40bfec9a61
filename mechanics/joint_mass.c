/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mass and forces in joint coordinates: composite bodies from the tips to ground (Featherstone,
 * section 6.2; Walker, Orin 1982), forces likewise (section 5.3).  With the first and second moment
 * h, I of what a limb carries about the point x of its joint, a unit velocity along the axis u of
 *
 *     a slide   has the momentum m u, and h x u about x,
 *     a turn    has the momentum u x h, and I u about x. */
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/so3.h"
#include "mechanics/joint_tree.h"

/* ---------------------------------------------------------------- forces */

void hol_joint_gather(hol_eval *sys, double f[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    hol_limb_state *state = hol_scratch_of(sys)->joint->limb;
    for (int i = t->limbs - 1; i >= 0; i--) {
        const hol_limb *l = &t->limb[i];
        hol_limb_state *s = &state[i];
        for (int k = 0, n = hol_limb_freedoms(l); k < n; k++)
            f[hol_limb_at(l, k)] = hol_dot3(s->axis[k], k < l->slides ? s->F : s->N);
        if (l->parent < 0) continue;
        hol_limb_state *p = &state[l->parent];
        double d[3] = {s->x[0] - p->x[0], s->x[1] - p->x[1], s->x[2] - p->x[2]}, arm[3];
        hol_cross(d, s->F, arm);
        for (int k = 0; k < 3; k++) p->F[k] += s->F[k], p->N[k] += s->N[k] + arm[k];
    }
}

/* The wrench of the body, N about its mass centre, as one about x. */
static inline void set_wrench(hol_limb_state *s, const double F[3], const double N[3])
{
    double d[3] = {s->r[0] - s->x[0], s->r[1] - s->x[1], s->r[2] - s->x[2]};
    hol_cross(d, F, s->N);
    for (int k = 0; k < 3; k++) s->F[k] = F[k], s->N[k] += N[k];
}

/* Of a force in `lie`, the entries of one body: F, and N about its mass centre. */
static inline void wrench_of(const hol_limb *l, const hol_limb_state *s, const double of[],
                             double F[3], double N[3])
{
    for (int k = 0; k < 3; k++) F[k] = k < l->centre ? of[k] : 0, N[k] = 0;
    if (l->solid)
        hol_rotate(s->R, of + l->centre, N);
    else if (l->planar)
        N[2] = of[l->centre];
}

void hol_joint_pull(hol_eval *sys, const double q[], const double fa[], double f[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    hol_limb_state *state = hol_joint_place(sys, q);
    for (int i = 0; i < t->limbs; i++) {
        double F[3], N[3];
        wrench_of(&t->limb[i], &state[i], fa + t->limb[i].of_v, F, N);
        set_wrench(&state[i], F, N);
    }
    hol_joint_gather(sys, f);
}

/* F, N less M_lie V' v of one body, with the gyroscopic torque in its axes. */
static inline void take_inertia(const hol_limb *l, const hol_limb_state *s, double F[3],
                                double N[3])
{
    double w[3], L[3], n[3], g[3];
    for (int k = 0; k < 3; k++) F[k] -= l->m * s->a[k];
    if (l->planar) N[2] -= l->J[2] * s->alpha[2];
    if (!l->solid) return;
    hol_rotate_back(s->R, s->omega, w);
    hol_rotate_back(s->R, s->alpha, n);
    for (int k = 0; k < 3; k++) L[k] = l->J[k] * w[k];
    hol_cross(L, w, g);
    for (int k = 0; k < 3; k++) g[k] -= l->J[k] * n[k];
    hol_rotate(s->R, g, n);
    for (int k = 0; k < 3; k++) N[k] += n[k];
}

void hol_joint_gyroscopic(hol_eval *sys, const double q[], const double v[], double f[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    hol_limb_state *state = hol_joint_move(sys, q, v);
    for (int i = 0; i < t->limbs; i++) {
        double F[3] = {0}, N[3] = {0};
        take_inertia(&t->limb[i], &state[i], F, N);
        set_wrench(&state[i], F, N);
    }
    hol_joint_gather(sys, f);
}

/* What a force sees of a body, as in `lie`: points do not turn, potentials see no velocity. */
static inline void frame_of(const struct hol_joint_tree *t, const hol_limb_state state[], int body,
                            bool moving, hol_frame *f)
{
    static const hol_frame still = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    *f = still;
    if (body == HOL_GROUND) return;
    const hol_limb *l = &t->limb[t->limb_of[body]];
    const hol_limb_state *s = &state[t->limb_of[body]];
    bool turns = l->solid || l->planar;
    memcpy(f->r, s->r, sizeof f->r);
    if (turns) memcpy(f->R, s->R, sizeof f->R);
    if (!moving) return;
    memcpy(f->v, s->v, sizeof f->v);
    if (turns) memcpy(f->omega, s->omega, sizeof f->omega);
}

/* The wrenches of a force on its bodies, about x; of a planar body what is in its plane. */
static void add_force(const struct hol_joint_tree *t, hol_limb_state state[],
                      const hol_force *force, double time)
{
    hol_frame frame[2];
    hol_wrench w[2] = {0};
    bool moving = !force->law->energy;
    for (int k = 0; k < force->count; k++) frame_of(t, state, force->body[k], moving, &frame[k]);
    force->law->wrench(force, moving ? time : 0, frame, w);
    for (int k = 0; k < force->count; k++) {
        if (force->body[k] == HOL_GROUND) continue;
        const hol_limb *l = &t->limb[t->limb_of[force->body[k]]];
        hol_limb_state *s = &state[t->limb_of[force->body[k]]];
        double F[3], d[3], arm[3];
        for (int i = 0; i < 3; i++) F[i] = i < l->centre ? w[k].F[i] : 0, d[i] = s->r[i] - s->x[i];
        hol_cross(d, F, arm);
        for (int i = 0; i < 3; i++) {
            bool felt = l->solid || (l->planar && i == 2);
            s->F[i] += F[i];
            s->N[i] += arm[i] + (felt ? w[k].tau[i] : 0);
        }
    }
}

/* Forces are laws of the limbs' places in space, but for those on directors. */
void hol_joint_force(hol_eval *sys, double t, const double q[], const double v[], double f[])
{
    const struct hol_joint_tree *tree = hol_tree_of(sys);
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    hol_limb_state *state = hol_joint_move(sys, q, v);
    const double *g = sys->model->g;
    bool lie = tree->on_directors;
    if (lie)
        hol_outer_force(S->absolute, t, hol_joint_absolute_q(sys, q),
                        hol_joint_absolute_v(sys, q, v), S->fa);
    for (int i = 0; i < tree->limbs; i++) {
        const hol_limb *l = &tree->limb[i];
        double F[3] = {l->m * g[0], l->m * g[1], l->m * g[2]}, N[3] = {0};
        if (lie) wrench_of(l, &state[i], S->fa + l->of_v, F, N);
        take_inertia(l, &state[i], F, N);
        set_wrench(&state[i], F, N);
    }
    for (int k = 0; k < sys->model->forces && !lie; k++)
        add_force(tree, state, &sys->model->force[k], t);
    hol_joint_gather(sys, f);
}

double hol_joint_kinetic(hol_eval *sys, const double q[], const double v[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    const hol_limb_state *state = hol_joint_move(sys, q, v);
    double T = 0;
    for (int i = 0; i < t->limbs; i++) {
        double w[3];
        T += 0.5 * t->limb[i].m * hol_dot3(state[i].v, state[i].v);
        hol_rotate_back(state[i].R, state[i].omega, w);
        for (int k = 0; k < 3; k++) T += 0.5 * t->limb[i].J[k] * w[k] * w[k];
    }
    return T;
}

/* ---------------------------------------------------------------- mass */

/* I += m (|d|^2 1 - d d^T), and with the first moment h about the old point
 * 2 <d, h> 1 - d h^T - h d^T. */
static inline void shift(double m, const double d[3], const double h[3], double I[6])
{
    double g[3] = {m * d[0] + h[0], m * d[1] + h[1], m * d[2] + h[2]};
    double x = d[0] * g[0] + h[0] * d[0], y = d[1] * g[1] + h[1] * d[1],
           z = d[2] * g[2] + h[2] * d[2];
    I[0] += y + z;
    I[1] += x + z;
    I[2] += x + y;
    I[3] -= d[0] * g[1] + h[0] * d[1];
    I[4] -= d[0] * g[2] + h[0] * d[2];
    I[5] -= d[1] * g[2] + h[1] * d[2];
}

static inline void own_inertia(const hol_limb *l, hol_limb_state *s)
{
    static const double nothing[3];
    double d[3] = {s->r[0] - s->x[0], s->r[1] - s->x[1], s->r[2] - s->x[2]};
    const double *R = s->R, *J = l->J;
    s->m = l->m;
    for (int k = 0; k < 3; k++) s->h[k] = l->m * d[k];
    if (l->solid) {
        static const int row[6] = {0, 1, 2, 0, 0, 1}, col[6] = {0, 1, 2, 1, 2, 2};
        for (int k = 0; k < 6; k++) {
            const double *a = R + 3 * row[k], *b = R + 3 * col[k];
            s->inertia[k] = J[0] * a[0] * b[0] + J[1] * a[1] * b[1] + J[2] * a[2] * b[2];
        }
    } else {
        memset(s->inertia, 0, sizeof s->inertia);
        s->inertia[2] = J[2];
    }
    shift(l->m, d, nothing, s->inertia);
}

static inline void times(const double I[6], const double u[3], double x[3])
{
    x[0] = I[0] * u[0] + I[3] * u[1] + I[4] * u[2];
    x[1] = I[3] * u[0] + I[1] * u[1] + I[5] * u[2];
    x[2] = I[4] * u[0] + I[5] * u[1] + I[2] * u[2];
}

/* What every limb carries. */
static void compose(hol_eval *sys, const double q[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    hol_limb_state *state = hol_joint_place(sys, q);
    for (int i = 0; i < t->limbs; i++) own_inertia(&t->limb[i], &state[i]);
    for (int i = t->limbs - 1; i >= 0; i--) {
        const hol_limb_state *s = &state[i];
        if (t->limb[i].parent < 0) continue;
        hol_limb_state *p = &state[t->limb[i].parent];
        double d[3] = {s->x[0] - p->x[0], s->x[1] - p->x[1], s->x[2] - p->x[2]};
        for (int k = 0; k < 6; k++) p->inertia[k] += s->inertia[k];
        shift(s->m, d, s->h, p->inertia);
        p->m += s->m;
        for (int k = 0; k < 3; k++) p->h[k] += s->h[k] + s->m * d[k];
    }
}

/* Entries of the row and column i of a block from its column's momentum F, and N about the limb's
 * x, along the way to ground. */
static inline void fill(const struct hol_joint_tree *t, const hol_limb_state state[], int limb,
                        int k, double *M)
{
    const hol_tree_block *b = &t->block[t->limb[limb].tree];
    const hol_limb_state *s = &state[limb];
    const double *u = s->axis[k], *x = s->x;
    double F[3], N[3];
    int i = hol_limb_at(&t->limb[limb], k) - b->v;
    if (k < t->limb[limb].slides) {
        for (int c = 0; c < 3; c++) F[c] = s->m * u[c];
        hol_cross(s->h, u, N);
    } else {
        hol_cross(u, s->h, F);
        times(s->inertia, u, N);
    }
    for (int p = limb; p >= 0; p = t->limb[p].parent) {
        const hol_limb *l = &t->limb[p];
        const hol_limb_state *z = &state[p];
        double d[3] = {x[0] - z->x[0], x[1] - z->x[1], x[2] - z->x[2]}, n[3];
        hol_cross(d, F, n);
        for (int c = 0; c < 3; c++) n[c] += N[c];
        for (int c = 0, all = p == limb ? k + 1 : hol_limb_freedoms(l); c < all; c++) {
            int j = hol_limb_at(l, c) - b->v;
            M[i * b->nv + j] = M[j * b->nv + i] = hol_dot3(z->axis[c], c < l->slides ? F : n);
        }
    }
}

static void mass_at(hol_eval *sys, const double q[], double M[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    const hol_limb_state *state = hol_joint_place(sys, q);
    compose(sys, q);
    memset(M, 0, (size_t)sys->M.nnz * sizeof *M);
    for (int i = 0; i < t->limbs; i++) {
        double *block = M + sys->M.start[t->block[t->limb[i].tree].v];
        for (int k = 0, n = hol_limb_freedoms(&t->limb[i]); k < n; k++) fill(t, state, i, k, block);
    }
}

/* Where M is constant, of any q, one that is no state too: no slide, no angle, Q = 1. */
void hol_joint_mass(hol_eval *sys, const double q[], double M[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    if (!t->constant) {
        mass_at(sys, q, M);
        return;
    }
    if (!S->M_known) {
        size_t mark = hol_mark(sys->work);
        double *rest = hol_take(sys->work, sys->nq);
        memset(rest, 0, (size_t)sys->nq * sizeof *rest);
        for (int i = 0; i < t->limbs; i++)
            for (int k = 0; t->limb[i].ball && k < 3; k++) rest[t->limb[i].ball_q + 4 * k] = 1;
        mass_at(sys, rest, S->M);
        hol_release(sys->work, mark);
        S->M_known = true;
    }
    memcpy(M, S->M, (size_t)sys->M.nnz * sizeof *M);
}
