/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the limbs of a tree are and how they move, limb by limb from ground (Featherstone, Rigid
 * Body Dynamics Algorithms, chapters 4 and 5, in space axes): poses, velocities, and what is left
 * of accelerations where v' = 0. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/so3.h"
#include "mechanics/joint_tree.h"

static const hol_limb_state ground = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};

static inline const hol_limb_state *before(const hol_limb *l, const hol_limb_state state[])
{
    return l->parent < 0 ? &ground : &state[l->parent];
}

/* y += factor x */
static inline void add_cross(const double a[3], const double b[3], double y[3])
{
    y[0] += a[1] * b[2] - a[2] * b[1];
    y[1] += a[2] * b[0] - a[0] * b[2];
    y[2] += a[0] * b[1] - a[1] * b[0];
}

static inline void column(const double T[9], int k, double x[3])
{
    x[0] = T[k], x[1] = T[3 + k], x[2] = T[6 + k];
}

/* ---------------------------------------------------------------- places */

/* T = R_p A, and x where no slide has moved. */
static inline void base(const hol_limb *l, const hol_limb_state *p, double T[9], double x[3])
{
    if (l->plain_A)
        memcpy(T, p->R, 9 * sizeof *T);
    else if (l->parent < 0)
        memcpy(T, l->A, 9 * sizeof *T);
    else
        hol_matrix_multiply3(p->R, l->A, T);
    hol_rotate(p->R, l->at_parent, x);
    hol_axpy(3, 1, p->r, x);
}

/* T rot3(angle) */
static inline void turn(double T[9], double angle)
{
    double c = cos(angle), s = sin(angle);
    for (int i = 0; i < 9; i += 3) {
        double a = T[i], b = T[i + 1];
        T[i] = c * a + s * b;
        T[i + 1] = c * b - s * a;
    }
}

/* T B, B the matrix with the columns e2, e3, e1: the second axis of a cross is then the third. */
static inline void cross_over(double T[9])
{
    for (int i = 0; i < 9; i += 3) {
        double a = T[i];
        T[i] = T[i + 1];
        T[i + 1] = T[i + 2];
        T[i + 2] = a;
    }
}

static inline void place_limb(const hol_limb *l, const double q[], const hol_limb_state state[],
                              hol_limb_state *s)
{
    double T[9];
    int axes = l->slides;
    base(l, before(l, state), T, s->x);
    for (int k = 0; k < l->slides; k++) {
        column(T, l->first + k, s->axis[k]);
        hol_axpy(3, q[l->q + k], s->axis[k], s->x);
    }
    for (int k = 0; k < l->turns; k++) {
        if (k) cross_over(T);
        column(T, 2, s->axis[axes++]);
        turn(T, q[l->q + l->slides + k]);
    }
    if (l->ball)
        hol_matrix_multiply3(T, q + l->ball_q, s->R);
    else if (l->plain_C)
        memcpy(s->R, T, sizeof T);
    else
        hol_matrix_multiply3(T, l->C, s->R);
    for (int k = 0; l->ball && k < 3; k++) column(s->R, k, s->axis[axes++]);
    double d[3];
    hol_rotate(s->R, l->rho, d);
    for (int k = 0; k < 3; k++) s->r[k] = s->x[k] - d[k];
}

/* ---------------------------------------------------------------- velocities */

/* Velocity and bias of the point x of the limb before, then those of the slides' and turns' part.
 * A turn's axis, and the rotation of a ball, turn with the body before: alpha += omega x w. */
static inline void move_limb(const hol_limb *l, const double v[], const hol_limb_state state[],
                             hol_limb_state *s)
{
    const hol_limb_state *p = before(l, state);
    double d[3], w[3] = {0}, slide[3] = {0}, rate[3];
    for (int k = 0; k < 3; k++) d[k] = s->x[k] - p->r[k];
    memcpy(s->omega, p->omega, sizeof w);
    memcpy(s->alpha, p->alpha, sizeof w);
    memcpy(s->v, p->v, sizeof w);
    memcpy(s->a, p->a, sizeof w);
    hol_cross(p->omega, d, rate);
    hol_axpy(3, 1, rate, s->v);
    add_cross(p->alpha, d, s->a);
    add_cross(p->omega, rate, s->a);
    if (l->slides) {
        for (int k = 0; k < l->slides; k++) hol_axpy(3, v[l->v + k], s->axis[k], slide);
        hol_axpy(3, 1, slide, s->v);
        hol_cross(p->omega, slide, rate);
        hol_axpy(3, 2, rate, s->a);
    }
    for (int k = 0; k < l->turns; k++) {
        const double *axis = s->axis[l->slides + k];
        double factor = v[l->v + l->slides + k];
        for (int i = 0; i < 3; i++) w[i] = factor * axis[i];
        add_cross(s->omega, w, s->alpha);
        hol_axpy(3, 1, w, s->omega);
    }
    if (l->ball) {
        hol_rotate(s->R, v + l->ball_v, w);
        add_cross(s->omega, w, s->alpha);
        hol_axpy(3, 1, w, s->omega);
    }
    for (int k = 0; k < 3; k++) d[k] = s->r[k] - s->x[k];
    hol_cross(s->omega, d, rate);
    hol_axpy(3, 1, rate, s->v);
    add_cross(s->alpha, d, s->a);
    add_cross(s->omega, rate, s->a);
}

/* ---------------------------------------------------------------- what stands */

hol_limb_state *hol_joint_place(hol_eval *sys, const double q[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    if (S->placed && !memcmp(S->q, q, (size_t)sys->nq * sizeof *q)) return S->limb;
    memcpy(S->q, q, (size_t)sys->nq * sizeof *q);
    S->placed = true;
    S->moving = S->G_stands = S->qa_stands = S->va_stands = false;
    S->arms_stand = false;
    for (int i = 0; i < t->limbs; i++) place_limb(&t->limb[i], q, S->limb, &S->limb[i]);
    return S->limb;
}

hol_limb_state *hol_joint_move(hol_eval *sys, const double q[], const double v[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    hol_joint_place(sys, q);
    if (S->moving && !memcmp(S->v, v, (size_t)sys->nv * sizeof *v)) return S->limb;
    memcpy(S->v, v, (size_t)sys->nv * sizeof *v);
    S->moving = true;
    S->va_stands = false;
    for (int i = 0; i < t->limbs; i++) move_limb(&t->limb[i], v, S->limb, &S->limb[i]);
    return S->limb;
}

/* ---------------------------------------------------------------- from poses */

/* The angle of a rotation about e3. */
static double about3(const double D[9])
{
    return atan2(D[3] - D[1], D[0] + D[4]);
}

/* D = T^T R C^T, what is left for the angles or the ball. */
static void angles_of(const hol_limb *l, const double T[9], const double R[9], double q[])
{
    double Tt[9], Ct[9], D[9];
    for (int i = 0; i < 9; i++) Tt[i] = T[i % 3 * 3 + i / 3], Ct[i] = l->C[i % 3 * 3 + i / 3];
    hol_matrix_multiply3(Tt, R, D);
    hol_matrix_multiply3(D, Ct, D);
    if (l->ball) {
        hol_polar(D, q + l->ball_q);
        return;
    }
    double *angle = q + l->q + l->slides, rest[9];
    if (l->turns == 1) angle[0] = about3(D);
    if (l->turns < 2) return;
    angle[0] = atan2(D[5], D[2]); /* rot3(a) B e3 = rot3(a) e1 */
    double B[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    turn(B, angle[0]);
    cross_over(B);
    for (int i = 0; i < 9; i++) Tt[i] = B[i % 3 * 3 + i / 3];
    hol_matrix_multiply3(Tt, D, rest);
    angle[1] = about3(rest);
}

void hol_joint_rates(const hol_limb *l, const hol_limb_state *s, const hol_limb_flow *p,
                     const hol_limb_flow *b, double v[])
{
    double w[3], u[3], d[3];
    for (int k = 0; k < 3; k++) d[k] = s->x[k] - s->r[k];
    hol_cross(b->omega, d, u);
    hol_axpy(3, 1, b->v, u);
    hol_axpy(3, -1, p->v, u);
    for (int k = 0; k < 3; k++) d[k] = p->r[k] - s->x[k];
    add_cross(p->omega, d, u);
    for (int k = 0; k < 3; k++) w[k] = b->omega[k] - p->omega[k];
    for (int k = 0; k < l->slides; k++) v[l->v + k] = hol_dot3(s->axis[k], u);
    for (int k = l->slides; k < l->slides + l->turns; k++) v[l->v + k] = hol_dot3(s->axis[k], w);
    if (l->ball) hol_rotate_back(s->R, w, v + l->ball_v);
}

void hol_joint_from_poses(hol_eval *sys, const hol_pose pose[], double q[], double v[])
{
    const struct hol_joint_tree *t = hol_tree_of(sys);
    struct hol_joint_scratch *S = hol_scratch_of(sys)->joint;
    S->placed = S->moving = false;
    for (int i = 0; i < t->limbs; i++) {
        const hol_limb *l = &t->limb[i];
        hol_limb_state *s = &S->limb[i];
        const hol_limb_state *p = before(l, S->limb);
        const hol_pose *at = &pose[l->body];
        double R[9], T[9], x[3], x0[3], omega[3];
        hol_quaternion_to_matrix(at->p, R);
        base(l, p, T, x0);
        hol_rotate(R, l->rho, x);
        for (int k = 0; k < 3; k++) x[k] += at->r[k] - x0[k];
        for (int k = 0; k < l->slides; k++) {
            double u[3];
            column(T, l->first + k, u);
            q[l->q + k] = hol_dot3(u, x);
        }
        angles_of(l, T, R, q);
        place_limb(l, q, S->limb, s);
        hol_rotate(s->R, at->omega, omega);
        hol_joint_rates(l, s, &(hol_limb_flow){p->r, p->omega, p->v},
                        &(hol_limb_flow){s->r, omega, at->v}, v);
        move_limb(l, v, S->limb, s);
    }
}
