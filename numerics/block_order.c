/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Order and fill of the block LDL^T.  A block is local where all it couples with couples with each
 * other already (the inner rows of a body): eliminated first, it makes no fill.  The rest follows
 * in the order of the model or that of AMD (Amestoy, Davis, Duff, ACM TOMS 30 (2004) 381),
 * whichever makes fewer operations; a postorder of the elimination tree, the largest subtree first,
 * then brings every local block close to its first use. */
#include <stdlib.h>
#include <string.h>
#include <suitesparse/amd.h>

#include "numerics/block_order.h"
#include "numerics/saddle_path.h"

typedef struct { /* lists of integers, one after another */
    int count, *start, *item;
} lists;

static int *integers(hol_memory *m, int count)
{
    return hol_alloc(m, (size_t)count, sizeof(int));
}

static int by_value(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* ---------------------------------------------------------------- which blocks couple */

/* A site: the columns of a block of K, or one column where K is diagonal in pattern. */
static int site(const hol_bodies *bodies, int col)
{
    const hol_block *b = bodies->block + bodies->of[col];
    return b->value < 0 ? col : b->first;
}

/* The sites of every row block, ascending. */
static lists sites_of(hol_memory *m, const hol_bodies *bodies, const hol_pattern *C, int count,
                      const hol_row_block block[])
{
    lists l = {count, integers(m, count + 1), integers(m, C->nnz)};
    for (int i = 0, n = 0; i < count; i++) {
        for (int k = C->start[block[i].row]; k < C->start[block[i].row + 1]; k++) {
            int s = site(bodies, C->col[k]);
            if (n == l.start[i] || l.item[n - 1] != s) l.item[n++] = s;
        }
        l.start[i + 1] = n;
    }
    return l;
}

static lists transposed(hol_memory *m, const lists *l, int count)
{
    lists t = {count, integers(m, count + 2), integers(m, l->start[l->count])};
    for (int k = 0; k < l->start[l->count]; k++) t.start[l->item[k] + 2]++;
    for (int i = 0; i < count; i++) t.start[i + 2] += t.start[i + 1];
    for (int i = 0; i < l->count; i++)
        for (int k = l->start[i]; k < l->start[i + 1]; k++) t.item[t.start[l->item[k] + 1]++] = i;
    return t;
}

/* Per block, the others that share a site with it. */
static lists neighbours_of(hol_memory *m, const lists *sites, const lists *users)
{
    int n = sites->count, *mark = integers(m, n);
    lists l = {.count = n, .start = integers(m, n + 1)};
    for (int pass = 0; pass < 2; pass++) { /* count, then list */
        size_t total = 0;
        memset(mark, 0, (size_t)n * sizeof *mark);
        for (int i = 0; i < n; i++) {
            mark[i] = i + 1;
            for (int k = sites->start[i]; k < sites->start[i + 1]; k++)
                for (int u = users->start[sites->item[k]]; u < users->start[sites->item[k] + 1];
                     u++) {
                    int j = users->item[u];
                    if (mark[j] == i + 1) continue;
                    mark[j] = i + 1;
                    if (pass) l.item[total] = j;
                    total++;
                }
            l.start[i + 1] = hol_index(total);
        }
        if (!pass) l.item = integers(m, l.start[n]);
    }
    return l;
}

/* Every neighbour has all of this block's sites: the neighbours couple with each other. */
static bool is_local(const lists *sites, const lists *near, int i)
{
    const int *s = sites->item + sites->start[i], count = sites->start[i + 1] - sites->start[i];
    for (int k = near->start[i]; k < near->start[i + 1]; k++) {
        int j = near->item[k], found = 0;
        for (int u = sites->start[j]; u < sites->start[j + 1] && found < count; u++)
            found += sites->item[u] == s[found];
        if (found < count) return false;
    }
    return true;
}

/* ---------------------------------------------------------------- fill */

typedef struct {
    lists below;    /* of each column, places in the order, ascending */
    int *parent;    /* of each column in the elimination tree; -1: a root */
    double updates; /* multiplications of the factorisation */
} structure;

/* Appends i, where its mark is not `now` yet. */
static void push_new(hol_memory *m, lists *l, int *end, int i, int now, int mark[])
{
    if (mark[i] == now) return;
    mark[i] = now;
    l->item = hol_grow(m, l->item, *end, sizeof *l->item);
    l->item[*end] = i;
    *end = hol_index((size_t)*end + 1);
}

/* at: the place of each block in the order; order: the block at each place. */
static structure eliminate(hol_memory *m, const lists *near, const hol_row_block block[],
                           const int at[], const int order[])
{
    int n = near->count, *child = integers(m, n), *next = integers(m, n), *mark = integers(m, n);
    structure f = {.below = {.count = n, .start = integers(m, n + 1)}, .parent = integers(m, n)};
    int *start = f.below.start, end = 0;
    for (int j = 0; j < n; j++) child[j] = next[j] = f.parent[j] = -1;
    for (int j = 0; j < n; j++) {
        int first = end;
        mark[j] = j + 1;
        for (int k = near->start[order[j]]; k < near->start[order[j] + 1]; k++)
            if (at[near->item[k]] > j) push_new(m, &f.below, &end, at[near->item[k]], j + 1, mark);
        for (int c = child[j]; c >= 0; c = next[c])
            for (int k = start[c]; k < start[c + 1]; k++)
                push_new(m, &f.below, &end, f.below.item[k], j + 1, mark);
        int *item = f.below.item;
        if (end > first) qsort(item + first, (size_t)(end - first), sizeof *item, by_value);
        start[j + 1] = end;
        double rows = 0, size = block[order[j]].size;
        for (int k = first; k < end; k++) rows += block[order[item[k]]].size;
        f.updates += size * rows * (rows + 2 * size);
        if (end == first) continue;
        f.parent[j] = item[first];
        next[j] = child[item[first]];
        child[item[first]] = j;
    }
    return f;
}

/* ---------------------------------------------------------------- order */

/* The blocks that are not local in the order of AMD; false where it fails. */
static bool amd_of_rest(hol_memory *m, const lists *near, const bool local[], const int rest[],
                        int count, int order[])
{
    int n = near->count, *number = integers(m, n), *start = integers(m, count + 1), total = 0;
    int *item = integers(m, near->start[n]), *permuted = integers(m, count);
    for (int k = 0; k < count; k++) number[rest[k]] = k;
    for (int k = 0; k < count; k++) {
        for (int u = near->start[rest[k]]; u < near->start[rest[k] + 1]; u++)
            if (!local[near->item[u]]) item[total++] = number[near->item[u]];
        qsort(item + start[k], (size_t)(total - start[k]), sizeof *item, by_value);
        start[k + 1] = total;
    }
    int status = amd_order(count, start, item, permuted, NULL, NULL);
    if (status == AMD_OUT_OF_MEMORY) hol_no_memory();
    for (int k = 0; k < count; k++) order[k] = rest[permuted[k]];
    return status >= AMD_OK;
}

/* Places in postorder, of the children of a node that with the largest subtree first. */
static void postorder(hol_memory *m, const structure *f, int n, int place[])
{
    int *size = integers(m, n + 1), *left = integers(m, n), *big = integers(m, n + 1);
    int *filled = integers(m, n + 1);
    for (int j = 0; j <= n; j++) big[j] = -1, size[j] = 1;
    for (int j = 0; j < n; j++) { /* children come before their parents */
        int p = f->parent[j] < 0 ? n : f->parent[j];
        size[p] += size[j];
        if (big[p] < 0 || size[j] > size[big[p]]) big[p] = j;
    }
    /* the first place of a subtree: its parent's, after the largest and the siblings placed */
    for (int j = 0; j <= n; j++) filled[j] = big[j] < 0 ? 0 : size[big[j]];
    for (int j = n - 1; j >= 0; j--) {
        int p = f->parent[j] < 0 ? n : f->parent[j], base = p == n ? 0 : left[p];
        left[j] = base;
        if (big[p] != j) {
            left[j] += filled[p];
            filled[p] += size[j];
        }
        place[j] = left[j] + size[j] - 1;
    }
}

static structure best_structure(hol_memory *m, const lists *sites, const lists *near,
                                const hol_row_block block[], int at[], int order[])
{
    int n = near->count, locals = 0, rest = 0;
    int *other = integers(m, n), *later = integers(m, n), *where = integers(m, n);
    bool *local = hol_alloc(m, (size_t)n, sizeof *local);
    for (int i = 0; i < n; i++)
        if ((local[i] = is_local(sites, near, i))) order[locals++] = i;
    for (int i = 0; i < n; i++)
        if (!local[i]) {
            order[locals + rest] = i;
            later[rest++] = i;
        }
    for (int k = 0; k < n; k++) at[order[k]] = k;
    structure best = eliminate(m, near, block, at, order);
    memcpy(other, order, (size_t)n * sizeof *other);
    if (rest <= 2 || !amd_of_rest(m, near, local, later, rest, other + locals)) return best;
    for (int k = 0; k < n; k++) where[other[k]] = k;
    structure f = eliminate(m, near, block, where, other);
    if (f.updates >= best.updates) return best;
    memcpy(order, other, (size_t)n * sizeof *other);
    memcpy(at, where, (size_t)n * sizeof *at);
    return f;
}

/* The structure renumbered; a column's ancestors keep their order. */
static void renumber(hol_memory *m, const structure *f, const int place[], hol_block_order *order)
{
    int n = order->count;
    order->first = integers(m, n + 1);
    order->below = integers(m, f->below.start[n]);
    for (int j = 0; j < n; j++)
        order->first[place[j] + 1] = f->below.start[j + 1] - f->below.start[j];
    for (int j = 0; j < n; j++) order->first[j + 1] += order->first[j];
    for (int j = 0; j < n; j++)
        for (int k = f->below.start[j]; k < f->below.start[j + 1]; k++)
            order->below[order->first[place[j]] + k - f->below.start[j]] = place[f->below.item[k]];
}

/* Itself and the later ones among the neighbours of each block. */
static void list_coupled(hol_memory *m, const lists *near, const int at[], const int original[],
                         hol_block_order *order)
{
    int n = order->count, total = 0;
    order->start = integers(m, n + 1);
    order->coupled = integers(m, hol_index((size_t)n + (size_t)near->start[n] / 2));
    for (int j = 0; j < n; j++) {
        int i = original[j], first = total;
        order->coupled[total++] = j;
        for (int k = near->start[i]; k < near->start[i + 1]; k++)
            if (at[near->item[k]] > j) order->coupled[total++] = at[near->item[k]];
        qsort(order->coupled + first, (size_t)(total - first), sizeof(int), by_value);
        order->start[j + 1] = total;
    }
}

typedef struct {
    hol_memory *memory; /* of the order */
    const hol_bodies *bodies;
    const hol_pattern *C;
    const bool *held, *unit;
    hol_block_order *order;
} making;

static void make(hol_memory *scratch, void *data)
{
    const making *x = data;
    hol_memory *m = x->memory;
    hol_row_block *block = hol_alloc(scratch, (size_t)x->C->rows, sizeof *block);
    int all = hol_row_blocks(x->C, x->held, block), n = 0;
    for (int i = 0; i < all; i++)
        if (!x->unit[block[i].row]) block[n++] = block[i];
    lists sites = sites_of(scratch, x->bodies, x->C, n, block);
    lists users = transposed(scratch, &sites, x->C->cols);
    lists near = neighbours_of(scratch, &sites, &users);
    int *at = integers(scratch, n), *by = integers(scratch, n), *place = integers(scratch, n);

    structure f = best_structure(scratch, &sites, &near, block, at, by);
    postorder(scratch, &f, n, place);
    hol_block_order *order = x->order;
    *order = (hol_block_order){.count = n, .block = hol_alloc(m, (size_t)n, sizeof *block)};
    renumber(m, &f, place, order);
    for (int i = 0; i < n; i++) at[i] = place[at[i]];
    for (int i = 0; i < n; i++) {
        order->block[at[i]] = block[i];
        by[at[i]] = i;
    }
    list_coupled(m, &near, at, by, order);
}

void hol_block_order_make(hol_memory *m, const hol_bodies *bodies, const hol_pattern *C,
                          const bool held[], const bool unit[], hol_block_order *order)
{
    hol_memory_end(hol_memory_of(make, &(making){m, bodies, C, held, unit, order}));
}
