/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists of terms.h of limbs, the axes of their joints: of joint coordinates, and of `lie`,
 * where no body carries another; rows and forces in coordinates of the bodies, for each of which it
 * is known how it can turn. */
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

static void set_inertia(hol_limb_terms *x, const double upright[9])
{
    const double *J = x->limb->J, *n = upright + 3 * x->about;
    for (int j = 0; j < 3; j++) {
        x->E[j] = x->limb->solid ? 0.5 * (J[0] + J[1] + J[2]) - J[j] : 0;
        x->J += J[j] * n[j] * n[j];
    }
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

/* ---------------------------------------------------------------- all of them */

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
    set_inertia(x, body->upright);
    add_axes(T, i);
    body->q = q;
    body->centre = 3;
    body->size = size[x->turn];
    body->turn = x->turn;
    body->about = x->about;
    return q + body->centre + body->size;
}

hol_terms *hol_joint_terms(hol_memory *m, const hol_system *R)
{
    const struct hol_joint_tree *t = R->tree;
    int q = 0;
    hol_terms of = {.body = hol_alloc(m, (size_t)t->absolute->slots, sizeof *of.body),
                    .limb = hol_alloc(m, (size_t)t->limbs, sizeof *of.limb),
                    .axis = hol_alloc(m, (size_t)R->facts.nv, sizeof *of.axis)};
    for (int i = 0; i < t->limbs; i++) q = add_limb(&of, i, &t->limb[i], q);
    for (int n = 0; n < of.axes; n++) of.axis[n].moves = moves(&of, &of.axis[n]);
    hol_terms *T = hol_terms_of_bodies(m, t->absolute, q, of.body);
    T->limb = of.limb;
    T->limbs = t->limbs;
    T->axis = of.axis;
    T->axes = of.axes;
    return T;
}
