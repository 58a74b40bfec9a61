/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where joint coordinates stand, and the patterns of their matrices: one dense block of M for each
 * tree on ground, and rows on the trees of the bodies that they touch. */
#include <stdlib.h>
#include <string.h>

#include "mechanics/joint_tree.h"
#include "mechanics/pattern_rows.h"

/* Slides and angles of a block are one slot, each of its rotation matrices another. */
void hol_joint_lay_out_slots(hol_system *R)
{
    hol_eval *sys = &R->facts;
    const struct hol_joint_tree *t = R->tree;
    int balls = 0, last = 0;
    for (int b = 0; b < t->blocks; b++) balls += t->block[b].balls;
    R->slot = hol_alloc(R->memory, (size_t)(t->blocks + balls), sizeof *R->slot);
    for (int b = 0; b < t->blocks; b++) {
        const hol_tree_block *x = &t->block[b];
        int n = x->flats;
        R->slot[R->slots++] = (hol_slot){.centre = n,
                                         .q = x->q,
                                         .v = x->v,
                                         .r = x->v,
                                         .nv = n,
                                         .nr = n,
                                         .inner = 0,
                                         .centre_block = n};
        R->mass_blocks += x->nv * x->nv;
        if (n > R->widest) R->widest = n;
        for (; last < t->limbs && t->limb[last].tree == b; last++) {
            const hol_limb *l = &t->limb[last];
            if (!l->ball) continue;
            R->slot[R->slots++] = (hol_slot){.o = &hol_rotation,
                                             .body = &R->facts.model->body[l->body],
                                             .q = l->ball_q,
                                             .v = l->ball_v,
                                             .r = l->ball_v,
                                             .nv = 3,
                                             .nr = 3,
                                             .turn_block = 3};
        }
        sys->nq += n + 9 * x->balls;
        sys->nv += x->nv;
    }
    if (R->widest < 3) R->widest = 3;
    sys->nr = sys->nv;
}

static void block_columns(hol_pattern_rows *p, const hol_tree_block *b)
{
    for (int j = 0; j < b->nv; j++) hol_put_column(p, b->v + j);
}

/* One dense block for each tree on ground. */
static hol_pattern mass_pattern(hol_system *R)
{
    hol_pattern_rows M = {.memory = R->memory};
    for (int b = 0; b < R->tree->blocks; b++)
        for (int i = 0; i < R->tree->block[b].nv; i++) {
            hol_open_row(&M);
            block_columns(&M, &R->tree->block[b]);
        }
    return hol_pattern_of_rows(&M, R->facts.nv);
}

/* The limb of the body that has the column v in `lie`. */
static int limb_at(const hol_system *R, int v)
{
    const hol_system *a = R->tree->absolute;
    int low = 0, high = a->slots - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (a->slot[middle].v <= v)
            low = middle;
        else
            high = middle - 1;
    }
    while (!a->slot[low].nv) low--; /* a point that is fixed has no columns */
    return R->tree->limb_of[low];
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The row of the pattern P in `lie` on the trees of the bodies that it touches. */
static void add_row(hol_system *R, const hol_pattern *P, int row, hol_pattern_rows *to,
                    int *touched)
{
    enum { MOST = 8 };
    struct hol_joint_tree *t = R->tree;
    int tree[MOST], trees = 0, first = *touched, at[MOST];
    hol_open_row(to);
    for (int k = P->start[row]; k < P->start[row + 1];) {
        int limb = limb_at(R, P->col[k]);
        t->touch = hol_grow(R->memory, t->touch, *touched, sizeof *t->touch);
        t->touch[(*touched)++] = (hol_limb_touch){.limb = limb, .from = k};
        tree[trees++] = t->limb[limb].tree;
        k += t->absolute->slot[t->limb[limb].body].nv;
    }
    qsort(tree, (size_t)trees, sizeof *tree, by_number);
    for (int i = 0; i < trees; i++) {
        if (i && tree[i] == tree[i - 1]) {
            at[i] = at[i - 1];
            continue;
        }
        at[i] = to->nnz - t->block[tree[i]].v;
        block_columns(to, &t->block[tree[i]]);
    }
    for (int k = first; k < *touched; k++)
        for (int i = 0; i < trees; i++)
            if (tree[i] == t->limb[t->touch[k].limb].tree) t->touch[k].to = at[i];
}

void hol_joint_lay_out_patterns(hol_system *R)
{
    hol_eval *sys = &R->facts;
    struct hol_joint_tree *t = R->tree;
    const hol_eval *a = &t->absolute->facts;
    hol_pattern_rows G = {.memory = R->memory}, A = {.memory = R->memory},
                     Gr = {.memory = R->memory};
    int touched = 0, rows = sys->nc + sys->na;
    t->touches = hol_alloc(R->memory, (size_t)rows + 1, sizeof *t->touches);
    for (int r = 0; r < rows; r++) {
        bool joint = r < sys->nc;
        t->touches[r] = touched;
        add_row(R, joint ? &a->G : &a->A, joint ? r : r - sys->nc, joint ? &G : &A, &touched);
    }
    t->touches[rows] = touched;
    sys->G = hol_pattern_of_rows(&G, sys->nv);
    sys->A = hol_pattern_of_rows(&A, sys->nv);
    sys->M = sys->Mr = mass_pattern(R);
    sys->Gr = sys->G;
    if (!sys->na) return;
    for (int p = 0; p < 2; p++) {
        const hol_pattern *P = p ? &sys->A : &sys->G;
        for (int r = 0; r < P->rows; r++) {
            hol_open_row(&Gr);
            for (int k = P->start[r]; k < P->start[r + 1]; k++) hol_put_column(&Gr, P->col[k]);
        }
    }
    sys->Gr = hol_pattern_of_rows(&Gr, sys->nv);
}
