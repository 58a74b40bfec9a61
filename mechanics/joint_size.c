/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How large a model is in joint coordinates, and by which algebra its accelerations are found. */
#include "mechanics/joint_size.h"

#include <limits.h>
#include <string.h>

#include "mechanics/connections.h"
#include "mechanics/joint_tree.h"

/* The model with the points that coincide among its joints: a model of many rods has no room for
 * joints that nobody asks for by name. */
const hol_model *hol_joint_with_balls(hol_memory *m, const hol_model *model)
{
    hol_model *all = hol_alloc_copy(m, model, 1, sizeof *all);
    hol_joint ball;
    int balls = 0;
    for (int r = 0; r < model->rows; r++) balls += hol_ball_at(model, r, &ball);
    all->joint = hol_alloc(m, (size_t)(model->joints + balls), sizeof *all->joint);
    all->row = hol_alloc(m, (size_t)model->rows, sizeof *all->row);
    if (model->joints) memcpy(all->joint, model->joint, (size_t)model->joints * sizeof *all->joint);
    if (model->rows) memcpy(all->row, model->row, (size_t)model->rows * sizeof *all->row);
    for (int r = 0; r < model->rows; r++) {
        if (!hol_ball_at(model, r, &ball)) continue;
        all->joint[all->joints++] = ball;
        for (int k = 0; k < ball.rows; k++) all->row[r + k].joint = all->joints;
    }
    return all;
}

/* Velocities of a tree from which on the bodies' equations are solved faster than its own, as
 * measured on chains; they have the same solution where no row depends on others. */
enum { SPARSE_LEAST = 64 };

static int widest_block(const struct hol_joint_tree *t)
{
    int widest = 0;
    for (int b = 0; b < t->blocks; b++) widest = t->block[b].nv > widest ? t->block[b].nv : widest;
    return widest;
}

bool hol_joint_is_sparse(const struct hol_joint_tree *t)
{
    return !t->constant && t->full->facts.has & HOL_FULL_RANK && widest_block(t) >= SPARSE_LEAST;
}

/* Few coordinates, and rows that have all of them. */
bool hol_joint_is_dense(const hol_system *R)
{
    const hol_eval *sys = &R->facts;
    int rows = sys->nj + sys->na, n = sys->nv;
    return !R->tree->sparse && n && n + rows <= HOL_DENSE_TREE && sys->Gr.nnz == rows * n;
}

static double entries_of(hol_memory *m, const struct hol_joint_tree *t)
{
    bool *taken = hol_alloc(m, (size_t)t->whole->joints + 1, sizeof *taken);
    double M = 0, rows = t->whole->slides;
    for (int b = 0; b < t->blocks; b++) M += (double)t->block[b].nv * t->block[b].nv;
    for (int i = 0; i < t->limbs; i++) taken[t->limb[i].joint_index + 1] = true;
    taken[0] = false;
    for (int r = 0; r < t->whole->rows; r++) rows += !taken[t->whole->row[r].joint];
    hol_drop(m, taken);
    return M + rows * widest_block(t);
}

typedef struct {
    const hol_model *model;
    double entries;
} counting;

static void count_entries(hol_memory *m, void *data)
{
    counting *x = data;
    struct hol_joint_tree t = {0};
    if (hol_joint_tree_make(m, hol_joint_with_balls(m, x->model), &t))
        x->entries = entries_of(m, &t);
}

double hol_joint_entries(const hol_model *model)
{
    counting x = {.model = model};
    hol_memory *m = hol_memory_of(count_entries, &x);
    hol_memory_end(m);
    return x.entries;
}

/* The entries of a matrix are counted in int. */
bool hol_joint_countable(hol_memory *m, const struct hol_joint_tree *t, hol_message *why)
{
    double entries = entries_of(m, t);
    if (entries <= INT_MAX) return true;
    return hol_wrong(
        why,
        "in joint coordinates any two of the %d on one tree have an entry in the mass matrix: "
        "%.3g entries of matrices, of which %d can be counted",
        widest_block(t), entries, INT_MAX);
}
