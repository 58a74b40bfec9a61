/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gram matrices by the multifrontal method (Duff, Reid, ACM TOMS 9 (1983) 302), which suits where
 * the pivots alone are asked for: the order of elimination is a postorder, every column of blocks
 * takes what its children in the elimination tree left from the top of a stack, and no factor is
 * kept.  The order is that of the block LDL^T (block_order.h) with K = 1. */
#include <math.h>
#include <string.h>

#include "numerics/block_order.h"
#include "numerics/gram.h"
#include "numerics/saddle_path.h"

enum { COLUMNS_MOST = 64 }; /* columns that two rows share, kept at once */

struct hol_gram {
    hol_memory *memory; /* which it is in */
    hol_pattern rows;
    int m, given;
    const double *held;
    int *at;               /* per row of the pattern: where it stands in C and B; -1: in `held` */
    int *row;              /* per pivot: the row */
    hol_block_order order; /* without the couplings */
    int *from;     /* per column of blocks in elimination: where its rows stand in the front */
    int *index;    /* where those of a child do */
    double *front; /* the largest one */
    double *stack; /* what is left of the columns that wait for their parent */
    int *waiting;  /* these columns */
};

/* ---------------------------------------------------------------- set-up */

static void place_rows(hol_gram *g, const bool held[])
{
    const hol_pattern *P = &g->rows;
    g->at = hol_alloc(g->memory, (size_t)P->rows, sizeof *g->at);
    for (int i = 0; i < P->rows; i++) {
        g->at[i] = held && held[i] ? -1 : g->given;
        if (g->at[i] >= 0) g->given += P->start[i + 1] - P->start[i];
    }
}

typedef struct {
    const hol_pattern *rows;
    const bool *take, *held;
    const double *values;
    hol_gram *made;
} making;

/* Every column is a block of K = 1 by itself; the order is in scratch, what stays of it in the
 * memory of g. */
static void set_order(hol_memory *scratch, void *data)
{
    const making *x = data;
    hol_gram *g = x->made;
    const hol_pattern *P = &g->rows;
    bool *left = hol_alloc(scratch, (size_t)P->rows, sizeof *left);
    hol_block diagonal = {.size = P->cols, .value = -1};
    hol_bodies one = {
        .blocks = 1, .block = &diagonal, .of = hol_alloc(scratch, (size_t)P->cols, sizeof *one.of)};
    hol_block_order o;
    for (int i = 0; i < P->rows; i++) left[i] = x->take && !x->take[i];
    hol_block_order_make(scratch, &one, P, left, left, &o);
    size_t n = (size_t)o.count;
    g->order = (hol_block_order){
        .count = o.count,
        .block = hol_alloc_copy(g->memory, o.block, n, sizeof *o.block),
        .first = hol_alloc_copy(g->memory, o.first, n + 1, sizeof *o.first),
        .below = hol_alloc_copy(g->memory, o.below, (size_t)o.first[n], sizeof *o.below)};
    g->row = hol_alloc(g->memory, (size_t)P->rows, sizeof *g->row);
    for (const hol_row_block *b = o.block; b < o.block + o.count; b++)
        for (int i = 0; i < b->size; i++) g->row[g->m++] = b->row + i;
}

/* Rows of the blocks below the pivot of column j. */
static int rows_below(const hol_gram *g, int j)
{
    const hol_block_order *o = &g->order;
    int rows = 0;
    for (int k = o->first[j]; k < o->first[j + 1]; k++) rows += o->block[o->below[k]].size;
    return rows;
}

static bool is_child(const hol_gram *g, int child, int j)
{
    return g->order.below[g->order.first[child]] == j;
}

/* The greatest height of the stack, and the largest front, by going through the columns. */
static void make_room(hol_gram *g)
{
    hol_memory *m = g->memory;
    int n = g->order.count, count = 0;
    size_t height = 0, most = 0, widest = 0;
    g->waiting = hol_alloc(m, (size_t)n, sizeof *g->waiting);
    for (int j = 0; j < n; j++) {
        size_t rest = (size_t)rows_below(g, j), width = rest + (size_t)g->order.block[j].size;
        for (; count && is_child(g, g->waiting[count - 1], j); count--) {
            size_t left = (size_t)rows_below(g, g->waiting[count - 1]);
            height -= left * left;
        }
        if (width > widest) widest = width;
        if (!rest) continue;
        g->waiting[count++] = j;
        height += rest * rest;
        if (height > most) most = height;
    }
    hol_index(widest * widest);
    g->from = hol_alloc(m, (size_t)n, sizeof *g->from);
    g->index = hol_alloc(m, widest, sizeof *g->index);
    g->front = hol_alloc(m, widest * widest, sizeof *g->front);
    g->stack = hol_alloc(m, most, sizeof *g->stack);
}

static void make(hol_memory *m, void *data)
{
    making *x = data;
    hol_gram *g = x->made = hol_alloc(m, 1, sizeof *g);
    g->memory = m;
    g->rows = *x->rows;
    g->held = x->values;
    place_rows(g, x->held);
    hol_memory_end(hol_memory_of(set_order, x));
    make_room(g);
}

hol_gram *hol_gram_new(const hol_pattern *rows, const bool take[], const bool held[],
                       const double values[])
{
    making x = {rows, take, held, values, NULL};
    hol_memory_of(make, &x);
    return x.made;
}

void hol_gram_free(hol_gram *g)
{
    if (g) hol_memory_end(g->memory);
}

int hol_gram_size(const hol_gram *g)
{
    return g->m;
}

int hol_gram_given(const hol_gram *g)
{
    return g->given;
}

int hol_gram_row(const hol_gram *g, int k)
{
    return g->row[k];
}

/* ---------------------------------------------------------------- elimination */

/* The values of row i in C or B. */
static const double *row_of(const hol_gram *g, const double C[], int i)
{
    return g->at[i] < 0 ? g->held + g->rows.start[i] : C + g->at[i];
}

/* The columns that rows i and j share, from the ki-th and kj-th on: where they stand in each. */
static int shared_columns(const hol_pattern *P, int i, int j, int *ki, int *kj, int at[][2])
{
    const int *ci = P->col + P->start[i], *cj = P->col + P->start[j];
    int ni = P->start[i + 1] - P->start[i], nj = P->start[j + 1] - P->start[j], count = 0;
    while (*ki < ni && *kj < nj && count < COLUMNS_MOST) {
        int difference = ci[*ki] - cj[*kj];
        if (!difference) at[count][0] = *ki, at[count++][1] = *kj;
        *ki += difference <= 0;
        *kj += difference >= 0;
    }
    return count;
}

/* F += the products of the rows of blocks i and j, whose places in the front are fi and fj. */
static void add_products(const hol_gram *g, const double C[], const double B[], hol_row_block i,
                         int fi, hol_row_block j, int fj, int width)
{
    int at[COLUMNS_MOST][2], ki = 0, kj = 0, count;
    while ((count = shared_columns(&g->rows, i.row, j.row, &ki, &kj, at)))
        for (int a = 0; a < i.size; a++)
            for (int b = 0; b < j.size; b++) {
                const double *x = row_of(g, C, i.row + a), *y = row_of(g, B, j.row + b);
                double *sum = g->front + (fi + a) * width + fj + b;
                for (int k = 0; k < count; k++) *sum += x[at[k][0]] * y[at[k][1]];
            }
}

/* The front of column j: its own products, then what its children left, the stack's last first. */
static void assemble(hol_gram *g, const double C[], const double B[], int j, int width, int *count,
                     double **top)
{
    const hol_block_order *o = &g->order;
    memset(g->front, 0, (size_t)(width * width) * sizeof *g->front);
    add_products(g, C, B, o->block[j], 0, o->block[j], 0, width);
    for (int k = o->first[j]; k < o->first[j + 1]; k++) { /* 0 where they share no column: fill */
        int i = o->below[k];
        add_products(g, C, B, o->block[i], g->from[i], o->block[j], 0, width);
        add_products(g, C, B, o->block[j], 0, o->block[i], g->from[i], width);
    }
    for (; *count && is_child(g, g->waiting[*count - 1], j); --*count) {
        int child = g->waiting[*count - 1], n = 0;
        for (int k = o->first[child]; k < o->first[child + 1]; k++)
            for (int i = 0; i < o->block[o->below[k]].size; i++)
                g->index[n++] = g->from[o->below[k]] + i;
        *top -= n * n;
        for (int a = 0; a < n; a++) {
            double *F = g->front + g->index[a] * width;
            const double *left = *top + a * n;
            for (int b = 0; b < n; b++) F[g->index[b]] += left[b];
        }
    }
}

/* The first `size` pivots of the front, and what they leave of the rest; the least pivot over its
 * diagonal entry d of S, or 0. */
static double eliminate(double F[], int width, int size, const double d[], double pivot[])
{
    double least = INFINITY;
    for (int p = 0; p < size; p++) {
        const double *row = F + p * width;
        pivot[p] = row[p];
        if (!isfinite(row[p]) || row[p] == 0) return 0;
        least = fmin(least, row[p] / d[p]);
        for (int i = p + 1; i < width; i++) {
            double *other = F + i * width, c = other[p] / row[p];
            for (int k = p + 1; k < width && c != 0; k++) other[k] -= c * row[k];
        }
    }
    return least;
}

/* The diagonal of S in the rows of column j. */
static void diagonal_of(const hol_gram *g, const double C[], const double B[], int j, double d[])
{
    hol_row_block b = g->order.block[j];
    for (int i = 0; i < b.size; i++) {
        const double *x = row_of(g, C, b.row + i), *y = row_of(g, B, b.row + i);
        d[i] = 0;
        for (int k = 0; k < g->rows.start[b.row + 1] - g->rows.start[b.row]; k++)
            d[i] += x[k] * y[k];
    }
}

double hol_gram_pivots(hol_gram *g, const double C[], const double B[], double pivot[])
{
    const hol_block_order *o = &g->order;
    double *top = g->stack, *next = pivot, least = INFINITY, d[HOL_FREE_ROWS];
    int count = 0;
    for (int j = 0; j < o->count && least != 0; j++) {
        int size = o->block[j].size, width = size;
        g->from[j] = 0;
        for (int k = o->first[j]; k < o->first[j + 1]; k++) {
            g->from[o->below[k]] = width;
            width += o->block[o->below[k]].size;
        }
        assemble(g, C, B, j, width, &count, &top);
        diagonal_of(g, C, B, j, d);
        double ratio = eliminate(g->front, width, size, d, next);
        least = ratio == 0 ? 0 : fmin(least, ratio);
        next += size;
        if (width == size) continue;
        g->waiting[count++] = j;
        for (int i = size; i < width; i++, top += width - size)
            memcpy(top, g->front + i * width + size, (size_t)(width - size) * sizeof *top);
    }
    for (int k = 0; k < g->m && least == 0; k++) pivot[k] = 0;
    return least;
}
