/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows that no joint of the tree meets: those of the model in `lie`, pulled back on the
 * coordinates of the joints. */
#include <string.h>

#include "base/row_times.h"
#include "holonomy/dense.h"
#include "holonomy/so3.h"
#include "mechanics/joint_tree.h"

/* ---------------------------------------------------------------- the bodies in `lie` */

const double *hol_joint_absolute_q(hol_eval *sys, const double q[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    hol_limb_state *state = hol_joint_place(sys, q);
    if (S->qa_stands) return S->qa;
    for (int i = 0; i < t->limbs; i++) {
        const hol_limb *l = &t->limb[i];
        hol_limb_state *s = &state[i];
        double *qa = S->qa + l->of_q;
        for (int k = 0; k < l->centre; k++) qa[k] = s->r[k];
        if (l->solid) memcpy(qa + l->centre, s->R, sizeof s->R);
        if (!l->planar) continue;
        s->angle = l->angle + (l->parent < 0 ? 0 : state[l->parent].angle);
        for (int k = 0; k < l->turns; k++) s->angle += l->sense * q[l->q + l->slides + k];
        qa[l->centre] = s->angle;
    }
    S->qa_stands = true;
    return S->qa;
}

/* Of the body of a limb from a vector in space axes and one that turns. */
static inline void put(const hol_limb *l, const hol_limb_state *s, const double v[3],
                       const double omega[3], double out[])
{
    for (int k = 0; k < l->centre; k++) out[k] = v[k];
    if (l->solid) hol_rotate_back(s->R, omega, out + l->centre);
    if (l->planar) out[l->centre] = omega[2];
}

const double *hol_joint_absolute_v(hol_eval *sys, const double q[], const double v[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    const hol_limb_state *s = hol_joint_move(sys, q, v);
    if (S->va_stands) return S->va;
    for (int i = 0; i < t->limbs; i++)
        put(&t->limb[i], &s[i], s[i].v, s[i].omega, S->va + t->limb[i].of_v);
    S->va_stands = true;
    return S->va;
}

void hol_joint_bias(hol_eval *sys, const double q[], const double v[], double bias[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    const hol_limb_state *s = hol_joint_move(sys, q, v);
    for (int i = 0; i < t->limbs; i++)
        put(&t->limb[i], &s[i], s[i].a, s[i].alpha, bias + t->limb[i].of_v);
}

void hol_joint_absolute_a(hol_eval *sys, const double q[], const double v[], const double a[],
                          double out[])
{
    int n = hol_scratch_of(sys)->joint->absolute->nv;
    hol_joint_bias(sys, q, v, out);
    hol_axpy(n, 1, hol_joint_absolute_v(sys, q, a), out);
}

/* ---------------------------------------------------------------- rows pulled back */

/* row += V^T of the block of one body; row is counted from the column of v_0 of its tree. */
static inline void pull_block(const struct hol_joint_tree *t, const hol_limb_state state[],
                              const hol_limb_touch *x, const double block[], double row[])
{
    const hol_limb *l = &t->limb[x->limb];
    double F[3] = {0}, N[3] = {0};
    for (int k = 0; k < l->centre; k++) F[k] = block[k];
    if (l->solid) hol_rotate(state[x->limb].R, block + l->centre, N);
    if (l->planar) N[2] = block[l->centre];
    hol_joint_pull_wrench(t, state, x->limb, F, N, row);
}

/* `count` rows from `first` on of (G; A), their values in `lie` in C. */
static void pull_rows(hol_eval *sys, const double q[], int first, int count, const double C[],
                      const hol_pattern *P, double out[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    const hol_limb_state *state = hol_joint_place(sys, q);
    const hol_limb_touch *x = t->touch + t->touches[first],
                         *end = t->touch + t->touches[first + count];
    memset(out, 0, (size_t)P->nnz * sizeof *out);
    for (; x < end; x++) pull_block(t, state, x, C + x->from, out + x->to);
}

/* Those in `lie` at (t, q). */
static const double *rows_at(hol_eval *sys, double t, const double q[], double phi[])
{
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    const double *qa = hol_joint_absolute_q(sys, q);
    bool timed = !(sys->has & HOL_SCLERONOMIC);
    bool stands = S->G_stands && (!timed || S->G_time == t);
    if (!stands || phi) hol_constraints(S->absolute, t, qa, phi, stands ? NULL : S->G);
    S->G_stands = true;
    S->G_time = stands ? S->G_time : t;
    return S->G;
}

void hol_joint_constraints(hol_eval *sys, double t, const double q[], double phi[], double G[])
{
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    if (!sys->nc) return;
    if (hol_tree_of(sys)->plain) {
        hol_joint_plain_rows(sys, t, q, phi, G);
        return;
    }
    if (!G) {
        hol_constraints(S->absolute, t, hol_joint_absolute_q(sys, q), phi, NULL);
        return;
    }
    pull_rows(sys, q, 0, sys->nc, rows_at(sys, t, q, phi), &sys->G, G);
}

void hol_joint_flow(hol_eval *sys, double t, const double q[], const double v[], double phi[],
                    double Gv[], double G[])
{
    hol_joint_constraints(sys, t, q, phi, G);
    hol_multiply(&sys->G, G, v, Gv);
}

/* ---------------------------------------------------------------- curvature */

/* d/dt(G) v = d/dt(G_lie) v_lie + G_lie V' v; of a row turned by time it is a part of hol_drive,
 * for G depends on it. */
void hol_joint_curvature(hol_eval *sys, const double q[], const double v[], double g[])
{
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    if (!sys->nc) return;
    if (hol_tree_of(sys)->plain) {
        hol_joint_plain_curvature(sys, q, v, g);
        return;
    }
    const double *va = hol_joint_absolute_v(sys, q, v), *qa = hol_joint_absolute_q(sys, q);
    const hol_eval *a = S->absolute;
    hol_joint_bias(sys, q, v, S->fa);
    hol_curvature(S->absolute, qa, va, g);
    const double *G = rows_at(sys, S->G_time, q, NULL);
    for (int r = 0; r < sys->nc; r++)
        if (!hol_row_turns(&a->model->row[r])) g[r] += hol_row_times(&a->G, r, G, S->fa);
}

void hol_joint_drive(hol_eval *sys, double t, const double q[], const double v[], double phi_t[],
                     double phi_tt[])
{
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    const double *va = hol_joint_absolute_v(sys, q, v), *qa = hol_joint_absolute_q(sys, q);
    const hol_eval *a = S->absolute;
    hol_drive(S->absolute, t, qa, va, phi_t, phi_tt);
    if (!phi_tt || !a->system->turned) return;
    hol_joint_bias(sys, q, v, S->fa);
    const double *G = rows_at(sys, t, q, NULL);
    for (int r = 0; r < sys->nc; r++)
        if (hol_row_turns(&a->model->row[r])) phi_tt[r] += hol_row_times(&a->G, r, G, S->fa);
}

/* ---------------------------------------------------------------- nonholonomic rows */

void hol_joint_nonholonomic(hol_eval *sys, double t, const double q[], double A[], double w[])
{
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    hol_nonholonomic_rows(S->absolute, t, hol_joint_absolute_q(sys, q), A ? S->A : NULL, w);
    if (A) pull_rows(sys, q, sys->nc, sys->na, S->A, &sys->A, A);
}

void hol_joint_nonholonomic_rate(hol_eval *sys, double t, const double q[], const double v[],
                                 double b[])
{
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    const double *va = hol_joint_absolute_v(sys, q, v), *qa = hol_joint_absolute_q(sys, q);
    const hol_eval *a = S->absolute;
    hol_nonholonomic_rows(S->absolute, t, qa, S->A, NULL);
    hol_nonholonomic_rate(S->absolute, t, qa, va, b);
    hol_joint_bias(sys, q, v, S->fa);
    for (int r = 0; r < sys->na; r++) b[r] -= hol_row_times(&a->A, r, S->A, S->fa);
}
