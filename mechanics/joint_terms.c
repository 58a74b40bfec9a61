/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists of terms.h of joint coordinates: the limbs with the axes of their joints; forces, and
 * the rows that the tree leaves, in coordinates of the bodies, each of which has as many as its
 * limb can turn. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "holonomy/so3.h"
#include "mechanics/terms.h"

static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/* The columns of what is fixed in a limb: its body's axes, or those of space. */
static const double *axes_of(const hol_terms *T, int limb)
{
    if (limb < 0 || T->limb[limb].turn == HOL_TURN_DIRECTORS) return one;
    return T->body[T->limb[limb].limb->body].upright;
}

/* ---------------------------------------------------------------- how a limb turns */

/* R = R_p A [B] C where all angles are 0, B with the columns e2, e3, e1. */
static void set_upright(const hol_terms *T, const hol_limb *l, double R[9])
{
    static const double B[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0};
    const double *before = l->parent < 0 ? one : T->body[T->limb[l->parent].limb->body].upright;
    hol_matrix_multiply3(before, l->A, R);
    if (l->turns > 1) hol_matrix_multiply3(R, B, R);
    hol_matrix_multiply3(R, l->C, R);
}

/* The axis of space, 0 to 2, that a unit vector is along but for round-off; -1: none. */
static int along(const double a[3])
{
    for (int n = 0; n < 3; n++)
        if (hypot(a[(n + 1) % 3], a[(n + 2) % 3]) <= 4 * DBL_EPSILON) return n;
    return -1;
}

/* An axis of space about which the limb turns is one for good where nothing before it turns about
 * another. */
static void set_turn(const hol_terms *T, hol_limb_terms *x)
{
    const hol_limb *l = x->limb;
    const hol_limb_terms *p = l->parent < 0 ? NULL : &T->limb[l->parent];
    double a[3] = {x->A[2], x->A[5], x->A[8]};
    int about = along(a);
    x->turn = p ? p->turn : HOL_TURN_NONE;
    x->about = p ? p->about : 0;
    if (l->ball) x->turn = HOL_TURN_DIRECTORS;
    if (!l->turns || x->turn == HOL_TURN_DIRECTORS) return;
    bool circle = l->turns == 1 && about >= 0 && (x->turn == HOL_TURN_NONE || x->about == about);
    x->turn = circle ? HOL_TURN_CIRCLE : HOL_TURN_DIRECTORS;
    if (!circle) return;
    x->about = about;
    x->sense = a[about] < 0 ? -1 : 1;
}

static void set_inertia(hol_limb_terms *x)
{
    const double *J = x->limb->J;
    for (int j = 0; j < 3; j++) x->E[j] = x->limb->solid ? 0.5 * (J[0] + J[1] + J[2]) - J[j] : 0;
}

/* ---------------------------------------------------------------- axes of joints */

/* Slides and the first turn along columns of A, in the limb before; the second turn about the last
 * row of C, those of a rotation matrix about its columns, in the limb itself. */
static void add_axes(hol_terms *T, int i)
{
    const hol_limb *l = T->limb[i].limb;
    const double *A = T->limb[i].A;
    for (int k = 0; k < hol_limb_freedoms(l); k++) {
        int column = k < l->slides ? l->first + k : 2, ball = k - l->slides - l->turns;
        double a[3] = {A[column], A[3 + column], A[6 + column]};
        bool own = k > l->slides || ball >= 0;
        hol_limb_axis *axis = &T->axis[T->axes++];
        *axis = (hol_limb_axis){.limb = own ? i : l->parent, .v = hol_limb_at(l, k)};
        memcpy(axis->a, ball >= 0 ? one + 3 * ball : own ? l->C + 6 : a, sizeof axis->a);
    }
}

static bool moves(const hol_terms *T, const hol_limb_axis *axis)
{
    if (axis->limb < 0 || T->limb[axis->limb].turn == HOL_TURN_NONE) return false;
    const hol_limb_terms *of = &T->limb[axis->limb];
    return of->turn == HOL_TURN_DIRECTORS || along(axis->a) != of->about;
}

/* ---------------------------------------------------------------- limbs */

/* Its coordinates, the first free one of which is q, and the first behind them. */
static int add_limb(hol_terms *T, int i, const hol_limb *l, int q)
{
    static const int size[] = {
        [HOL_TURN_NONE] = 0, [HOL_TURN_CIRCLE] = 2, [HOL_TURN_DIRECTORS] = 9};
    hol_limb_terms *x = &T->limb[i];
    hol_body_terms *body = &T->body[l->body];
    const double *before = axes_of(T, l->parent);
    *x = (hol_limb_terms){.limb = l,
                          .q = q,
                          .axis = T->axes,
                          .slides = l->slides,
                          .turns = l->turns + (l->ball ? 3 : 0)};
    set_upright(T, l, body->upright);
    hol_rotate(before, l->at_parent, x->at);
    hol_matrix_multiply3(before, l->A, x->A);
    set_turn(T, x);
    hol_rotate(axes_of(T, i), l->rho, x->rho);
    set_inertia(x);
    add_axes(T, i);
    body->q = q;
    body->centre = 3;
    body->size = size[x->turn];
    body->turn = x->turn;
    body->about = x->about;
    return q + body->centre + body->size;
}

/* ---------------------------------------------------------------- forces along coordinates */

static int body_before(const hol_terms *T, const hol_limb *l)
{
    return l->parent < 0 ? HOL_GROUND : T->limb[l->parent].limb->body;
}

/* Where all coordinates are 0: x of a body, or of ground, in space. */
static void in_space(const hol_terms *T, int body, const double x[3], double out[3])
{
    if (body == HOL_GROUND)
        memcpy(out, x, 3 * sizeof *out);
    else
        hol_rotate(T->body[body].upright, x, out);
}

/* There, the angle and the length of joint_forces.h; the latter from the point of a limb's joint.
 */
static double angle_at_zero(const hol_terms *T, const hol_limb *l, const double par[9])
{
    const int *body = T->force->body;
    double across[3], a[3], b[3], x[3];
    (void)l;
    hol_cross(par, par + 3, across);
    in_space(T, body[0], par + 3, a);
    in_space(T, body[0], across, b);
    in_space(T, body[1], par + 6, x);
    return atan2(hol_dot3(b, x), hol_dot3(a, x));
}

static double length_at_zero(const hol_terms *T, const hol_limb *l, const double par[9])
{
    const int *body = T->force->body;
    bool first = body[1] == l->body;
    const double *at[2] = {first ? l->at_parent : l->rho, first ? l->rho : l->at_parent};
    double d[3] = {0}, n[3];
    in_space(T, body[0], par, n);
    for (int e = 0; e < 2; e++) {
        double arm[3], x[3];
        for (int k = 0; k < 3; k++) arm[k] = par[3 + 3 * e + k] - at[e][k];
        in_space(T, body[e], arm, x);
        for (int k = 0; k < 3; k++) d[k] += e ? x[k] : -x[k];
    }
    return hol_dot3(n, d);
}

/* Does a body turn with the one before the limb: is it that, or does neither turn? */
static bool turns_with(const hol_terms *T, int body, const hol_limb *l)
{
    int before = body_before(T, l);
    bool still = before == HOL_GROUND || T->body[before].turn == HOL_TURN_NONE;
    return body == before || (still && (body == HOL_GROUND || T->body[body].turn == HOL_TURN_NONE));
}

/* +1 or -1 where the axis of the force is that along or about which the limb moves; else 0. */
static int sense_of(const hol_terms *T, const hol_limb *l, bool first, const double n[3])
{
    double third[3] = {l->A[2], l->A[5], l->A[8]}, axis[3], x[3], across[3];
    in_space(T, body_before(T, l), third, axis);
    in_space(T, T->force->body[0], n, x);
    hol_cross(axis, x, across);
    if (hypot(across[0], hypot(across[1], across[2])) > 8 * DBL_EPSILON) return 0;
    return (hol_dot3(axis, x) > 0) == first ? 1 : -1;
}

bool hol_limb_motor_along(hol_terms *T, hol_joint_coordinate of, const double par[9],
                          const hol_expression *Q)
{
    static double (*const at_zero[])(const hol_terms *, const hol_limb *, const double par[9]) = {
        [HOL_ANGLE] = angle_at_zero, [HOL_LENGTH] = length_at_zero};
    const int *body = T->force->body;
    for (int i = 0; i < T->limbs; i++) {
        const hol_limb *l = T->limb[i].limb;
        bool first = l->body == body[1]; /* the other body is that from which x is counted */
        int other = first ? body[0] : body[1], sense;
        if (!first && l->body != body[0]) continue;
        bool moves = of == HOL_ANGLE
                         ? l->turns == 1 && turns_with(T, other, l)
                         : l->slides == 1 && l->first == 2 && other == body_before(T, l);
        if (!moves || !(sense = sense_of(T, l, first, par))) continue;
        T->limb_motor = hol_grow(T->memory, T->limb_motor, T->limb_motors, sizeof *T->limb_motor);
        T->limb_motor[T->limb_motors++] =
            (hol_limb_motor){.v = of == HOL_ANGLE ? l->v + l->slides : l->v,
                             .sense = sense,
                             .of = of,
                             .offset = at_zero[of](T, l, par),
                             .Q = Q};
        return true;
    }
    return false;
}

/* ---------------------------------------------------------------- all of them */

hol_terms *hol_joint_terms(hol_memory *m, const hol_system *R)
{
    const struct hol_joint_tree *t = R->tree;
    hol_terms *T = hol_alloc(m, 1, sizeof *T);
    *T = (hol_terms){.memory = m,
                     .limbs = t->limbs,
                     .body = hol_alloc(m, (size_t)t->absolute->slots, sizeof *T->body),
                     .limb = hol_alloc(m, (size_t)t->limbs, sizeof *T->limb),
                     .axis = hol_alloc(m, (size_t)R->facts.nv, sizeof *T->axis)};
    for (int i = 0; i < t->limbs; i++) T->nq = add_limb(T, i, &t->limb[i], T->nq);
    for (int n = 0; n < T->axes; n++) T->axis[n].moves = moves(T, &T->axis[n]);
    hol_terms_of_bodies(T, t->absolute);
    return T;
}
