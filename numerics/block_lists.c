/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists of the block LDL^T, from its order and structure: see block_lists.h. */
#include "numerics/block_lists.h"
#include "numerics/saddle_path.h"

typedef struct { /* what the making of lists needs at hand */
    hol_memory *scratch;
    const hol_bodies *bodies;
    const hol_pattern *C;
    const hol_block_order *order;
    const hol_block_lists *lists;
    const int *offset;           /* per block below a pivot: where it stands */
    const int *scaled, *columns; /* per held block, in order: its first parts */
    const int *held_at;          /* per column: its held block, or -1 */
    hol_block_assembly out;      /* in scratch, */
    hol_block_share total;       /* its length so far */
} maker;

static bool is_held(const bool held[], int row)
{
    return held && held[row];
}

/* ---------------------------------------------------------------- structure */

/* Where block (i, j) stands, i not before j. */
static int block_at(const hol_block_order *order, const hol_block_lists *lists, const int offset[],
                    int i, int j)
{
    if (i == j) return lists->column[j].value;
    int low = order->first[j], high = order->first[j + 1];
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (order->below[middle] < i)
            low = middle + 1;
        else
            high = middle;
    }
    return offset[low];
}

/* Rows of the blocks below a column's pivot if all have as many, else 0. */
static int common_size(const hol_block_order *order, int j)
{
    int size = 0;
    for (int k = order->first[j]; k < order->first[j + 1]; k++) {
        int rows = order->block[order->below[k]].size;
        if (size && rows != size) return 0;
        size = rows;
    }
    return size;
}

static void make_columns(const hol_block_order *order, const bool held[], hol_block_lists *lists,
                         int offset[])
{
    int at = 0, reach = 0;
    for (int j = 0; j < order->count; j++) {
        int size = order->block[j].size, end = order->first[j + 1], tall = 0;
        int value = at;
        lists->size_of[order->block[j].row] = (unsigned char)size;
        at += size * (size + 1) / 2;
        for (int k = order->first[j]; k < end; k++) {
            const hol_row_block *b = order->block + order->below[k];
            offset[k] = at + tall;
            lists->below_row[k] = b->row;
            tall += b->size * size;
        }
        at = hol_index((size_t)at + (size_t)tall);
        if (reach < j + 1) reach = j + 1;
        if (end > order->first[j] && reach < order->below[end - 1] + 1)
            reach = order->below[end - 1] + 1;
        lists->column[j] = (hol_block_column){.row = order->block[j].row,
                                              .below = end - order->first[j],
                                              .reach = reach,
                                              .value = value,
                                              .size = (unsigned char)size,
                                              .others = (unsigned char)common_size(order, j),
                                              .held = is_held(held, order->block[j].row)};
    }
    lists->column[order->count].value = lists->values = at;
}

/* Of every pair of blocks below a pivot, (a, c), a from c on, c by c. */
static void make_targets(hol_memory *m, const hol_block_order *order, hol_block_lists *lists,
                         const int offset[])
{
    size_t pairs = 0;
    for (int j = 0; j < order->count; j++) {
        size_t below = (size_t)lists->column[j].below;
        pairs += (size_t)hol_index(below * (below + 1)) / 2;
    }
    int *target = lists->target = hol_alloc(m, pairs, sizeof *target);
    for (int j = 0; j < order->count; j++)
        for (int c = order->first[j]; c < order->first[j + 1]; c++)
            for (int a = c; a < order->first[j + 1]; a++)
                *target++ = block_at(order, lists, offset, order->below[a], order->below[c]);
}

/* ---------------------------------------------------------------- assembly */

static int list_pieces(maker *m, int row, hol_block_share *share)
{
    const hol_pattern *C = m->C;
    int first = m->total.pieces, end = C->start[row + 1];
    for (int k = C->start[row]; k < end;) {
        int from = k++, b = m->bodies->of[C->col[from]];
        const hol_block *block = m->bodies->block + b;
        while (k < end && m->bodies->of[C->col[k]] == b && C->col[k] == C->col[k - 1] + 1 &&
               k - from < USHRT_MAX)
            k++;
        hol_block_piece p = {.from = from, .block = b, .col = C->col[from]};
        p.take = p.len = (unsigned short)(k - from);
        if (block->value >= 0) {
            p.shift = (unsigned short)(p.col - block->first);
            p.col = block->first;
            p.len = (unsigned short)block->size;
        }
        m->out.piece = hol_grow(m->scratch, m->out.piece, m->total.pieces, sizeof p);
        m->out.piece[m->total.pieces++] = p;
    }
    share->pieces = m->total.pieces - first;
    return first;
}

/* The rows of J by the stretch of one piece, run by run. */
static void list_products(maker *m, int row, int target, bool lower, const hol_block_piece *p,
                          int w, hol_block_share *share)
{
    const hol_pattern *C = m->C;
    int begin = C->start[row], end = C->start[row + 1];
    for (int k = begin; k < end;) {
        int from = k++;
        while (k < end && C->col[k] == C->col[k - 1] + 1) k++;
        int x = C->col[from] > p->col ? C->col[from] : p->col;
        int stop = C->col[k - 1] < p->col + p->len ? C->col[k - 1] + 1 : p->col + p->len;
        if (x >= stop) continue;
        hol_block_product product = {.target = target,
                                     .left = from + x - C->col[from],
                                     .row_length = end - begin,
                                     .rows = m->lists->size_of[row],
                                     .w = w + x - p->col,
                                     .w_length = p->len,
                                     .len = (unsigned short)(stop - x),
                                     .lower = lower};
        m->out.product = hol_grow(m->scratch, m->out.product, m->total.products, sizeof product);
        m->out.product[m->total.products++] = product;
        share->products++;
    }
}

static void list_axis(maker *m, int target, int rows, int col, const double value[],
                      const hol_block_piece *p, int w, hol_block_share *share)
{
    if (col < p->col || col >= p->col + p->len) return;
    hol_block_axis axis = {target, rows, w + col - p->col, p->len, {value[0], value[1], value[2]}};
    m->out.axis = hol_grow(m->scratch, m->out.axis, m->total.axes, sizeof axis);
    m->out.axis[m->total.axes++] = axis;
    share->axes++;
}

/* The parts of the held block J by the stretch of one piece. */
static void list_parts(maker *m, int held, int target, const hol_block_piece *p, int w,
                       hol_block_share *share)
{
    const hol_held_block *b = m->lists->held.block + held;
    const hol_scaled_part *s = m->lists->held.scaled + m->scaled[held];
    const hol_column_part *c = m->lists->held.column + m->columns[held];
    for (int k = 0; k < b->scaled; k++) {
        if (s[k].col >= p->col && s[k].col + b->size <= p->col + p->len) {
            hol_block_scaling scaling = {target, b->size, w + s[k].col - p->col, p->len, s[k].c};
            m->out.scaling =
                hol_grow(m->scratch, m->out.scaling, m->total.scalings, sizeof scaling);
            m->out.scaling[m->total.scalings++] = scaling;
            share->scalings++;
            continue;
        }
        for (int i = 0; i < b->size; i++) {
            double value[HOL_BLOCK_ROWS] = {0};
            value[i] = s[k].c;
            list_axis(m, target, b->size, s[k].col + i, value, p, w, share);
        }
    }
    for (int k = 0; k < b->columns; k++)
        list_axis(m, target, b->size, c[k].col, c[k].value, p, w, share);
}

/* Column I: what it takes from C and K, of held rows alone or of the others. */
static void list_column(maker *m, int i, bool still)
{
    const hol_block_order *order = m->order;
    hol_block_share *share = m->out.share + i;
    bool held = m->held_at[i] >= 0;
    int first = -1;
    for (int k = order->start[i]; k < order->start[i + 1]; k++) {
        int j = order->coupled[k], w = 0;
        bool other = m->held_at[j] >= 0;
        if ((held && other) != still) continue;
        if (first < 0) first = list_pieces(m, order->block[i].row, share);
        int target = block_at(order, m->lists, m->offset, j, i);
        for (int at = 0; at < share->pieces; at++) {
            hol_block_piece p = m->out.piece[first + at];
            if (other && !held)
                list_parts(m, m->held_at[j], target, &p, w, share);
            else
                list_products(m, order->block[j].row, target, i == j, &p, w, share);
            w += p.len * order->block[i].size;
        }
    }
}

/* ---------------------------------------------------------------- all */

/* The held rows in the order of the columns. */
static void make_held(hol_memory *m, hol_memory *scratch, const hol_pattern *C,
                      const double values[], const bool held[], const hol_block_order *order,
                      hol_held_rows *rows)
{
    hol_row_block *block = hol_alloc(scratch, (size_t)order->count, sizeof *block);
    int count = 0;
    for (int j = 0; j < order->count; j++)
        if (is_held(held, order->block[j].row)) block[count++] = order->block[j];
    hol_held_rows_make(m, C, values, block, count, rows);
}

/* What the lists of both assemblies are made with. */
static maker begin(hol_memory *scratch, const hol_bodies *bodies, const hol_pattern *C,
                   const bool held[], const hol_block_order *order, const hol_block_lists *lists,
                   const int offset[])
{
    int n = order->count, blocks = lists->held.blocks, at = 0;
    int *scaled = hol_alloc(scratch, (size_t)blocks + 1, sizeof *scaled);
    int *columns = hol_alloc(scratch, (size_t)blocks + 1, sizeof *columns);
    int *held_at = hol_alloc(scratch, (size_t)n, sizeof *held_at);
    for (int k = 0; k < blocks; k++) {
        scaled[k + 1] = scaled[k] + lists->held.block[k].scaled;
        columns[k + 1] = columns[k] + lists->held.block[k].columns;
    }
    for (int j = 0; j < n; j++) held_at[j] = is_held(held, order->block[j].row) ? at++ : -1;
    return (maker){.scratch = scratch,
                   .bodies = bodies,
                   .C = C,
                   .order = order,
                   .lists = lists,
                   .offset = offset,
                   .scaled = scaled,
                   .columns = columns,
                   .held_at = held_at};
}

/* Lists one of the two assemblies, in scratch. */
static hol_block_assembly make_assembly(maker m, bool still)
{
    int n = m.order->count;
    m.out.share = hol_alloc(m.scratch, (size_t)n, sizeof *m.out.share);
    for (int i = 0; i < n; i++) list_column(&m, i, still);
    return m.out;
}

/* A list from scratch in m, no longer than it is. */
static void *moved_list(hol_memory *m, hol_memory *scratch, void *list, size_t count, size_t size)
{
    void *moved = hol_alloc_copy(m, list, count, size);
    hol_drop(scratch, list);
    return moved;
}

static hol_block_assembly moved(hol_memory *m, hol_memory *scratch, hol_block_assembly a,
                                int columns)
{
    size_t pieces = 0, products = 0, scalings = 0, axes = 0;
    for (const hol_block_share *s = a.share; s < a.share + columns; s++) {
        pieces += (size_t)s->pieces;
        products += (size_t)s->products;
        scalings += (size_t)s->scalings;
        axes += (size_t)s->axes;
    }
    a.share = moved_list(m, scratch, a.share, (size_t)columns, sizeof *a.share);
    a.piece = moved_list(m, scratch, a.piece, pieces, sizeof *a.piece);
    a.product = moved_list(m, scratch, a.product, products, sizeof *a.product);
    a.scaling = moved_list(m, scratch, a.scaling, scalings, sizeof *a.scaling);
    a.axis = moved_list(m, scratch, a.axis, axes, sizeof *a.axis);
    return a;
}

/* The rows eliminated with their bodies, before there is an order. */
static bool *find_units(hol_memory *scratch, const hol_bodies *bodies, const hol_pattern *C,
                        const double values[], const bool held[])
{
    bool *unit = hol_alloc(scratch, (size_t)C->rows, sizeof *unit);
    if (!held) return unit;
    hol_row_block *block = hol_alloc(scratch, (size_t)C->rows, sizeof *block);
    int count = 0, all = hol_row_blocks(C, held, block);
    for (int i = 0; i < all; i++)
        if (held[block[i].row]) block[count++] = block[i];
    hol_held_rows rows;
    hol_held_rows_make(scratch, C, values, block, count, &rows);
    hol_block_units_find(scratch, bodies, C, held, &rows, unit);
    void *used[] = {rows.block, rows.scaled, rows.column, block}; /* there is much of it */
    for (int i = 0; i < 4; i++) hol_drop(scratch, used[i]);
    return unit;
}

typedef struct {
    const hol_block_order *order;
    const hol_block_lists *lists;
    const int *offset;
} places;

static int place_of(const void *of, int i, int j)
{
    const places *p = of;
    return block_at(p->order, p->lists, p->offset, i, j);
}

static void make_units(hol_memory *m, hol_memory *scratch, const hol_pattern *C, const bool unit[],
                       const bool held[], const hol_block_order *order, hol_block_lists *lists,
                       const int offset[])
{
    int *column_of = hol_alloc(scratch, (size_t)lists->held.blocks, sizeof *column_of), at = 0;
    for (int j = 0; j < order->count; j++)
        if (is_held(held, order->block[j].row)) column_of[at++] = j;
    hol_block_units_make(m, scratch, C, unit, &lists->held, column_of, order->count, place_of,
                         &(places){order, lists, offset}, &lists->units);
}

/* Doubles of W for the widest column. */
static int widest(const hol_block_lists *lists, const hol_block_assembly *assembly)
{
    int most = 0;
    const hol_block_piece *p = assembly->piece;
    for (int j = 0; j < lists->columns; j++) {
        int wide = 0;
        for (int k = 0; k < assembly->share[j].pieces; k++)
            wide += p++->len * lists->column[j].size;
        if (wide > most) most = wide;
    }
    return most;
}

typedef struct {
    hol_memory *memory, *memory_still;
    const hol_bodies *bodies;
    const hol_pattern *C;
    const double *values;
    const bool *held;
    hol_block_lists *lists;
    hol_block_assembly *still;
} making;

static void make(hol_memory *scratch, void *data)
{
    const making *x = data;
    hol_memory *m = x->memory;
    hol_block_lists *lists = x->lists;
    hol_block_order order;
    bool *unit = find_units(scratch, x->bodies, x->C, x->values, x->held);
    hol_block_order_make(scratch, x->bodies, x->C, x->held, unit, &order);
    int n = order.count, below = order.first[n];
    int *offset = hol_alloc(scratch, (size_t)below, sizeof *offset);
    *lists = (hol_block_lists){.columns = n,
                               .below_blocks = below,
                               .column = hol_alloc(m, (size_t)n + 1, sizeof *lists->column),
                               .size_of = hol_alloc(m, (size_t)x->C->rows, 1),
                               .below_row = hol_alloc(m, (size_t)below, sizeof *lists->below_row)};
    make_columns(&order, x->held, lists, offset);
    make_targets(m, &order, lists, offset);
    make_held(m, scratch, x->C, x->values, x->held, &order, &lists->held);
    maker with = begin(scratch, x->bodies, x->C, x->held, &order, lists, offset);
    lists->live = moved(m, scratch, make_assembly(with, false), n);
    with.scratch = x->memory_still;
    *x->still = make_assembly(with, true);
    make_units(m, scratch, x->C, unit, x->held, &order, lists, offset);
    for (int j = 0; j < lists->columns; j++)
        lists->column[j].still = lists->column[j].held && !lists->live.share[j].pieces;
    int wide = widest(lists, &lists->live), wide_still = widest(lists, x->still);
    lists->wide = wide > wide_still ? wide : wide_still;
}

void hol_block_lists_make(hol_memory *m, hol_memory *m_still, const hol_bodies *bodies,
                          const hol_pattern *C, const double values[], const bool held[],
                          hol_block_lists *lists, hol_block_assembly *still)
{
    making x = {m, m_still, bodies, C, values, held, lists, still};
    hol_memory_end(hol_memory_of(make, &x));
}
