/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spanning tree of a model in joint coordinates: of all trees one with fewest coordinates
 * (Kruskal), the earlier of equals.  Joints that are soft, or that the model cuts (hol_cut_joint),
 * are in none, nor those that lack a row: a tree keeps the whole joint, and the rows that others
 * have in place of that one would depend on it.  A body that no joint of the tree carries moves
 * freely. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanics/joint_tree.h"

typedef struct {       /* a joint, or of a body its freedom in space */
    int end[2], joint; /* joint -1: none; HOL_GROUND */
    int order, index;
} edge;

/* ---------------------------------------------------------------- which joints can carry */

static bool is_planar(const hol_model *model, int body)
{
    return body != HOL_GROUND && model->body[body].shape == HOL_PLANAR;
}

static bool is_point(const hol_model *model, int body)
{
    return body != HOL_GROUND && model->body[body].shape == HOL_POINT;
}

/* The freedoms of a joint between two bodies in the plane: about e3, and along a direction in it.
 * -1: what it leaves free there is something else. */
static int planar_freedoms(const hol_joint *j)
{
    const double along = 1e-12, *n = j->axis[0].rho;
    if (j->ball) return 1;
    if (j->crossed) return -1;
    if (j->turns) return hypot(n[0], n[1]) < along ? 1 : -1;
    if (j->slides) return fabs(n[2]) < along ? 1 : -1;
    return 0;
}

/* The freedoms that a joint leaves between its bodies; -1: no tree takes it. */
static int freedoms(const hol_model *model, const hol_joint *j)
{
    const int body[2] = {j->point[0].body, j->point[1].body};
    if (!(body[0] == HOL_GROUND || body[1] == HOL_GROUND ||
          is_planar(model, body[0]) == is_planar(model, body[1])))
        return -1;
    if (is_planar(model, body[0]) || is_planar(model, body[1])) return planar_freedoms(j);
    if (is_point(model, body[0]) || is_point(model, body[1])) return j->ball ? 0 : -1;
    return j->ball ? 3 : j->crossed ? 2 : j->turns + j->slides;
}

/* Coordinates of a body that nothing carries. */
static int free_freedoms(const hol_body *b)
{
    int centre = b->fixed ? 0 : b->shape == HOL_PLANAR ? 2 : 3;
    return centre + (b->shape == HOL_PLANAR ? 1 : b->shape == HOL_RIGID ? 3 : 0);
}

static int by_order(const void *a, const void *b)
{
    const edge *x = a, *y = b;
    if (x->order != y->order) return x->order - y->order;
    return (x->index > y->index) - (x->index < y->index);
}

/* Per joint: has it all its rows, none of them soft, and is it not to be cut? */
static bool *whole_joints(hol_memory *m, const hol_model *model)
{
    bool *whole = hol_alloc(m, (size_t)model->joints, sizeof *whole);
    int *left = hol_alloc(m, (size_t)model->joints, sizeof *left);
    for (int r = 0; r < model->rows; r++)
        if (model->row[r].joint) left[model->row[r].joint - 1]++;
    for (int k = 0; k < model->joints; k++) whole[k] = left[k] == model->joint[k].rows;
    for (int r = 0; r < model->rows; r++)
        if (model->row[r].joint && model->row[r].cut) whole[model->row[r].joint - 1] = false;
    for (const hol_softness *s = model->soft; s < model->soft + model->softs; s++)
        if (!s->nonholonomic && model->row[s->row].joint)
            whole[model->row[s->row].joint - 1] = false;
    hol_drop(m, left);
    return whole;
}

/* Every edge, in the order in which the tree takes them.  A body with its centre fixed in space
 * hangs there. */
static edge *edges_of(hol_memory *m, const hol_model *model, int *count)
{
    bool *whole = whole_joints(m, model);
    int n = 0;
    edge *e = hol_alloc(m, (size_t)(model->bodies + model->joints), sizeof *e);
    for (int b = 0; b < model->bodies; b++, n++)
        e[n] = (edge){{HOL_GROUND, b},
                      -1,
                      model->body[b].fixed ? -1 : free_freedoms(&model->body[b]),
                      model->joints + b};
    for (int k = 0; k < model->joints; k++) {
        const hol_joint *j = &model->joint[k];
        int order = freedoms(model, j);
        if (order < 0 || !whole[k]) continue;
        e[n++] = (edge){{j->point[0].body, j->point[1].body}, k, order, k};
    }
    qsort(e, (size_t)n, sizeof *e, by_order);
    hol_drop(m, whole);
    *count = n;
    return e;
}

static int root_of(int *up, int b)
{
    while (up[b] != b) b = up[b] = up[up[b]];
    return b;
}

/* Keeps the edges of the tree, the first of `e`; bodies shift by one, ground is 0. */
static int keep_tree(hol_memory *m, const hol_model *model, edge *e, int count)
{
    int *up = hol_alloc(m, (size_t)model->bodies + 1, sizeof *up), kept = 0;
    for (int b = 0; b <= model->bodies; b++) up[b] = b;
    for (int k = 0; k < count; k++) {
        int a = root_of(up, e[k].end[0] + 1), b = root_of(up, e[k].end[1] + 1);
        if (a == b) continue;
        up[a] = b;
        e[kept++] = e[k];
    }
    hol_drop(m, up);
    return kept;
}

/* ---------------------------------------------------------------- the limb of an edge */

static void columns(const double a[3], const double b[3], const double c[3], double A[9])
{
    for (int i = 0; i < 3; i++) A[3 * i] = a[i], A[3 * i + 1] = b[i], A[3 * i + 2] = c[i];
}

static void transpose(double A[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) {
            double x = A[3 * i + j];
            A[3 * i + j] = A[3 * j + i];
            A[3 * j + i] = x;
        }
}

/* The frame (a, n x a, n) with the part of a across n. */
static void frame(const double n[3], const double a[3], double A[9])
{
    double x[3], b[3], part = hol_dot3(n, a);
    for (int k = 0; k < 3; k++) x[k] = a[k] - part * n[k];
    double size = sqrt(hol_dot3(x, x));
    for (int k = 0; k < 3; k++) x[k] /= size;
    hol_cross(n, x, b);
    columns(x, b, n, A);
}

static void start_of(const hol_model *model, int body, double R[9])
{
    static const hol_pose ground = {.p = {1}};
    hol_quaternion_to_matrix((body == HOL_GROUND ? &ground : &model->body[body].at)->p, R);
}

/* -1 where at the start x of the one body and y of the other point away from each other. */
static double sign_at_start(const hol_model *model, const int body[2], const double x[3],
                            const double y[3])
{
    double R[9], u[3], w[3];
    start_of(model, body[0], R);
    hol_rotate(R, x, u);
    start_of(model, body[1], R);
    hol_rotate(R, y, w);
    return hol_dot3(u, w) < 0 ? -1 : 1;
}

static void scaled(const double x[3], double factor, double y[3])
{
    for (int k = 0; k < 3; k++) y[k] = factor * x[k];
}

/* Parallel axes: rows do not tell an axis from its opposite, the start does.  The coordinate is
 * that of the joint (joint_reading.c) though the limb's body be the joint's first. */
static void along_axis(const hol_model *model, const hol_joint *j, int p, const int body[2],
                       hol_limb *l)
{
    double n[2][3], across[3], sign = p ? -1 : 1;
    scaled(j->axis[p].rho, sign, n[0]);
    scaled(j->axis[1 - p].rho, sign, n[1]);
    scaled(n[1], sign_at_start(model, body, n[0], n[1]), n[1]);
    memcpy(across, j->across[1 - p], sizeof across);
    if (!j->turns) scaled(across, sign_at_start(model, body, j->across[p], across), across);
    frame(n[0], j->across[p], l->A);
    frame(n[1], across, l->C);
    transpose(l->C);
    l->slides = j->slides && !(is_planar(model, l->body) && j->turns);
    l->turns = j->turns;
    l->first = 2;
}

/* The cross of a universal joint: the first axis in the body before, the second in the limb's. */
static void across_axes(const hol_joint *j, int p, hol_limb *l)
{
    double a[3], b[3];
    hol_across(j->axis[p].rho, a, b);
    frame(j->axis[p].rho, a, l->A);
    hol_across(j->axis[1 - p].rho, a, b);
    frame(j->axis[1 - p].rho, a, l->C);
    transpose(l->C);
    l->turns = 2;
}

/* Body axes that are parallel, or turned by half a turn about one of them, as at the start. */
static void fixed_axes(const hol_model *model, const int body[2], hol_limb *l)
{
    for (int k = 0; k < 3; k++) {
        double e[3] = {k == 0, k == 1, k == 2};
        l->C[4 * k] = sign_at_start(model, body, e, e);
    }
}

static void by_joint(const hol_model *model, const edge *e, int p, hol_limb *l)
{
    const hol_joint *j = &model->joint[e->joint];
    const int body[2] = {e->end[p], e->end[1 - p]};
    bool planar = is_planar(model, l->body);
    l->joint = j->name;
    l->joint_index = e->joint;
    for (int k = 0; k < (planar ? 2 : 3); k++) {
        l->at_parent[k] = j->point[p].rho[k];
        l->rho[k] = j->point[1 - p].rho[k];
    }
    if (j->ball && planar)
        l->turns = 1;
    else if (j->ball)
        l->ball = !is_point(model, l->body);
    else if (j->crossed)
        across_axes(j, p, l);
    else if (j->turns || j->slides)
        along_axis(model, j, p, body, l);
    else
        fixed_axes(model, body, l);
}

static void by_itself(const hol_body *b, hol_limb *l)
{
    l->slides = b->fixed ? 0 : b->shape == HOL_PLANAR ? 2 : 3;
    l->turns = b->shape == HOL_PLANAR;
    l->ball = b->shape == HOL_RIGID;
    if (b->fixed) memcpy(l->at_parent, b->at.r, sizeof l->at_parent);
}

static bool is_one(const double A[9])
{
    static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (int k = 0; k < 9; k++)
        if (A[k] != one[k]) return false;
    return true;
}

/* Of the edge whose end p is ground or has its limb. */
static hol_limb limb_of(const hol_model *model, const edge *e, int p, const int limb[])
{
    int before = e->end[p], body = e->end[1 - p];
    const hol_body *b = &model->body[body];
    hol_limb l = {.body = body,
                  .parent = before == HOL_GROUND ? -1 : limb[before],
                  .joint_index = -1,
                  .A = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                  .C = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                  .m = b->m};
    if (b->shape == HOL_RIGID) memcpy(l.J, b->J, sizeof l.J);
    if (b->shape == HOL_PLANAR) l.J[2] = b->J[2];
    if (e->joint < 0)
        by_itself(b, &l);
    else
        by_joint(model, e, p, &l);
    l.solid = b->shape == HOL_RIGID;
    l.planar = b->shape == HOL_PLANAR;
    l.plain_A = is_one(l.A);
    l.plain_C = is_one(l.C);
    double AC[9];
    hol_matrix_multiply3(l.A, l.C, AC);
    l.angle = atan2(AC[3], AC[0]);
    l.sense = l.A[8];
    return l;
}

hol_limb hol_free_limb(const hol_model *model, int body)
{
    return limb_of(model, &(edge){{HOL_GROUND, body}, -1, 0, 0}, 0, NULL);
}

/* ---------------------------------------------------------------- from ground outwards */

/* Depth first, so that the limbs of a block follow each other. */
static void grow(hol_memory *m, const hol_model *model, const edge *e, int count,
                 struct hol_joint_tree *t)
{
    int n = model->bodies + 1, *stack = hol_alloc(m, (size_t)count + 1, sizeof *stack), top = 0;
    int *start = hol_alloc(m, (size_t)n + 1, sizeof *start), *at;
    int *list = hol_alloc(m, 2 * (size_t)count, sizeof *list);
    for (int k = 0; k < count; k++)
        for (int i = 0; i < 2; i++) start[e[k].end[i] + 2]++;
    for (int b = 0; b < n; b++) start[b + 1] += start[b];
    at = hol_alloc_copy(m, start, (size_t)n + 1, sizeof *at);
    for (int k = 0; k < count; k++)
        for (int i = 0; i < 2; i++) list[at[e[k].end[i] + 1]++] = k;
    for (int k = start[1] - 1; k >= start[0]; k--) stack[top++] = list[k];
    while (top) {
        const edge *x = &e[stack[--top]];
        int p = x->end[0] != HOL_GROUND && t->limb_of[x->end[0]] < 0;
        int body = x->end[1 - p];
        t->limb[t->limbs] = limb_of(model, x, p, t->limb_of);
        hol_limb *l = &t->limb[t->limbs];
        l->tree = l->parent < 0 ? t->blocks++ : t->limb[l->parent].tree;
        t->limb_of[body] = t->limbs++;
        for (int k = start[body + 2] - 1; k >= start[body + 1]; k--)
            if (&e[list[k]] != x) stack[top++] = list[k];
    }
    hol_drop(m, stack);
    hol_drop(m, start);
    hol_drop(m, at);
    hol_drop(m, list);
}

/* Slides and angles of a block first, then its rotation matrices. */
static void number(hol_memory *m, struct hol_joint_tree *t)
{
    int q = 0, v = 0;
    t->block = hol_alloc(m, (size_t)t->blocks, sizeof *t->block);
    for (int first = 0, end; first < t->limbs; first = end) {
        hol_tree_block *b = &t->block[t->limb[first].tree];
        b->q = q, b->v = v;
        for (end = first; end < t->limbs && t->limb[end].tree == t->limb[first].tree; end++) {
            hol_limb *l = &t->limb[end];
            int flats = l->slides + l->turns;
            l->q = q, l->v = v;
            b->flats += flats, b->balls += l->ball;
            q += flats, v += flats;
        }
        for (int k = first; k < end; k++) {
            hol_limb *l = &t->limb[k];
            l->ball_q = q, l->ball_v = v;
            if (l->ball) q += 9, v += 3;
        }
        b->nv = b->flats + 3 * b->balls;
    }
}

/* The mass of a block is constant where one body hangs on ground by at most one turn, or nothing
 * turns. */
static bool mass_is_constant(const struct hol_joint_tree *t)
{
    for (int first = 0, end; first < t->limbs; first = end) {
        bool turns = false;
        for (end = first; end < t->limbs && t->limb[end].tree == t->limb[first].tree; end++)
            turns = turns || t->limb[end].turns || t->limb[end].ball;
        if (turns && (end > first + 1 || t->limb[first].turns > 1)) return false;
    }
    return true;
}

bool hol_joint_tree_make(hol_memory *m, const hol_model *model, struct hol_joint_tree *t)
{
    int count;
    bool carries = false;
    edge *e = edges_of(m, model, &count);
    count = keep_tree(m, model, e, count);
    for (int k = 0; k < count; k++) carries = carries || e[k].joint >= 0;
    if (carries) {
        t->whole = model;
        t->limb = hol_alloc(m, (size_t)count, sizeof *t->limb);
        t->limb_of = hol_alloc(m, (size_t)model->bodies, sizeof *t->limb_of);
        for (int b = 0; b < model->bodies; b++) t->limb_of[b] = -1;
        grow(m, model, e, count, t);
        number(m, t);
        t->constant = mass_is_constant(t);
    }
    hol_drop(m, e);
    return carries;
}
