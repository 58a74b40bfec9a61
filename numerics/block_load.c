/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of S assembled for the sweep: see block_load.h. */
#include "numerics/block_load.h"

#include <string.h>

/* ---------------------------------------------------------------- assembly */

/* W = K^-1 C^T of the rows of a column. */
static void make_pieces(const hol_block_state *s, const hol_block_column *column, int count,
                        const hol_block_piece *p, const double C[])
{
    int length = s->C.start[column->row + 1] - s->C.start[column->row];
    double *w = s->W;
    for (; count > 0; count--, p++) {
        const hol_block *b = s->bodies.block + p->block;
        const double *inverse = s->bodies.inverse + p->col + p->shift;
        for (int k = 0; k < column->size; k++, w += p->len) {
            const double *c = C + p->from + k * length;
            double *to = w + p->shift;
            if (p->take < p->len)
                for (int i = 0; i < p->len; i++) w[i] = 0;
            if (b->diagonal) {
                for (int i = 0; i < p->take; i++) to[i] = c[i] * inverse[i];
            } else {
                for (int i = 0; i < p->take; i++) to[i] = c[i];
                hol_bodies_solve_one(&s->bodies, b, w);
            }
        }
    }
}

/* Of `len` entries a row, which is a constant where it is that of a body. */
HOL_INLINED void add_product(int len, const hol_block_product *p, int size, const double C[],
                             const double W[], double S[])
{
    double *to = S + p->target;
    const double *c = C + p->left;
    for (int i = 0; i < p->rows; i++, c += p->row_length) {
        const double *w = W + p->w;
        for (int j = 0; j < (p->lower ? i + 1 : size); j++, w += p->w_length) {
            double sum = c[0] * w[0];
            HOL_UNROLLED
            for (int k = 1; k < len; k++) sum += c[k] * w[k];
            *to++ += sum;
        }
    }
}

static hol_block_cursor begin(const hol_block_assembly *a)
{
    return (hol_block_cursor){a->share, a->piece, a->product, a->scaling, a->axis};
}

/* Adds the next column's part to S. */
static void assemble(const hol_block_state *s, const hol_block_column *column, hol_block_cursor *at,
                     const double C[], double S[])
{
    hol_block_share n = *at->share++;
    if (!n.pieces) return;
    int size = column->size;
    const double *W = s->W;
    make_pieces(s, column, n.pieces, at->piece, C);
    at->piece += n.pieces;
    for (const hol_block_product *p = at->product, *end = p + n.products; p < end; p++)
        p->len == 3   ? add_product(3, p, size, C, W, S)
        : p->len == 6 ? add_product(6, p, size, C, W, S)
                      : add_product(p->len, p, size, C, W, S);
    at->product += n.products;
    for (const hol_block_scaling *p = at->scaling, *end = p + n.scalings; p < end; p++)
        if (size == 1)
            for (int i = 0; i < p->rows; i++) S[p->target + i] += p->c * W[p->w + i];
        else
            for (int i = 0; i < p->rows; i++)
                for (int j = 0; j < size; j++)
                    S[p->target + i * size + j] += p->c * W[p->w + j * p->w_length + i];
    at->scaling += n.scalings;
    for (const hol_block_axis *p = at->axis, *end = p + n.axes; p < end; p++)
        for (int i = 0; i < p->rows; i++)
            for (int j = 0; j < size; j++)
                S[p->target + i * size + j] += p->value[i] * W[p->w + j * p->w_length];
    at->axis += n.axes;
}

void hol_block_assemble(const hol_block_state *s, const hol_block_assembly *a, const double C[])
{
    hol_block_cursor at = begin(a);
    for (int j = 0; j < s->lists.columns; j++) assemble(s, s->lists.column + j, &at, C, s->S);
}

/* ---------------------------------------------------------------- columns */

hol_block_loader hol_block_begin(const hol_block_state *s, const double C[], const double Sigma[],
                                 double x[], const double b[], double y[])
{
    const hol_held_rows *held = &s->lists.held;
    return (hol_block_loader){.at = begin(&s->lists.live),
                              .number = s->unit,
                              .term = s->lists.units.term,
                              .held = held->block,
                              .scaled = held->scaled,
                              .column = held->column,
                              .plain = s->held_products.plain,
                              .kept = s->held_products.rest,
                              .C = C,
                              .Sigma = Sigma,
                              .b = b,
                              .x = x,
                              .y = y,
                              .regular = true};
}

HOL_INLINED void load_held_rhs(int size, hol_block_loader *l, int row)
{
    double sum[HOL_BLOCK_ROWS] = {0};
    const hol_held_block *h = l->held++;
    hol_held_add(size, h->scaled, l->scaled, h->columns, l->column, l->x, sum);
    l->scaled += h->scaled;
    l->column += h->columns;
    for (int i = 0; i < size; i++) l->y[row + i] = sum[i] - l->b[row + i];
}

static void load_column_rhs(const hol_block_state *s, const hol_block_column *column,
                            hol_block_loader *l)
{
    if (column->held) {
        load_held_rhs(column->size, l, column->row);
        return;
    }
    int row = column->row, from = s->C.start[row], length = s->C.start[row + 1] - from;
    switch (column->size) {
#define X(r)                                                                                       \
    case r:                                                                                        \
        hol_rows_times(r, length, s->C.col + from, l->C + from, l->x, l->b + row, l->y + row);     \
        break;
        HOL_ROWS_LIST(X)
#undef X
    }
}

/* Sigma, and the diagonal as it is before elimination. */
HOL_INLINED void load_diagonal(int size, const hol_block_loader *l, int row, double D[],
                               double diagonal[])
{
    for (int i = 0, at = 0; i < size; at += ++i + 1) {
        if (l->Sigma) D[at] += l->Sigma[row + i];
        diagonal[row + i] = D[at];
    }
}

/* S less the terms of the units on a column of blocks of `size` rows. */
HOL_INLINED void subtract_terms(int size, const hol_block_state *s, hol_block_loader *l, int pivot,
                                int all)
{
    const hol_block_term *t = l->term, *own = t + pivot, *end = t + all;
    for (; t < own; t++) {
        const double *U = s->unit + t->unit + 1;
        double *to = s->S + t->target;
        for (int k = 0; k < size * (size + 1) / 2; k++) to[k] -= t->c * U[k];
    }
    for (; t < end; t++) {
        const double *U = s->unit + t->unit + 1;
        double *to = s->S + t->target;
        for (int i = 0; i < size; i++)
            for (int j = 0; j < size; j++)
                *to++ -= t->c * U[i < j ? j * (j + 1) / 2 + i : i * (i + 1) / 2 + j];
    }
    l->term = end;
}

static void load_any(hol_block_state *s, const hol_block_column *column, hol_block_loader *l)
{
    int from = column[0].value, to = column[1].value;
    const hol_block_units *units = &s->lists.units;
    size_t size = (size_t)(to - from) * sizeof *s->S;
    if (l->kept) {
        memcpy(s->S + from, l->kept, size);
        l->kept += to - from;
    } else {
        memset(s->S + from, 0, size);
    }
    assemble(s, column, &l->at, l->C, s->S);
    load_diagonal(column->size, l, column->row, s->S + from, s->diagonal);
    subtract_terms(column->size, s, l, units->pivot[l->loaded], units->all[l->loaded]);
    load_column_rhs(s, column, l);
}

/* Of `size` rows. */
HOL_INLINED void load_plain(int size, hol_block_state *s, const hol_block_column *column,
                            hol_block_loader *l)
{
    const hol_plain_block *p = l->plain, *below = p + column->pivots, *end = below + column->below;
    const hol_plain_factors *f = s->held_products.factors;
    double *v = s->S + column->value, D[HOL_UNIT_MOST] = {0};
    for (int i = 0; i < size; i++) D[i * (i + 3) / 2] = f[p->factors].a;
    load_diagonal(size, l, column->row, D, s->diagonal);
    for (; p < below; p++)
        for (int k = 0; k < size * (size + 1) / 2; k++) D[k] += f[p->factors].c * s->unit[p->U + k];
    for (int k = 0; k < size * (size + 1) / 2; k++) *v++ = D[k];
    for (; p < end; p++) {
        const double *U = s->unit + p->U, a = f[p->factors].a, c = f[p->factors].c;
        for (int i = 0; i < size; i++)
            for (int j = 0; j < size; j++) {
                double x = c * U[i < j ? j * (j + 1) / 2 + i : i * (i + 1) / 2 + j];
                *v++ = i == j ? a + x : x;
            }
    }
    l->plain = end;
    load_held_rhs(size, l, column->row);
    l->at.share++;
}

/* y = c x - b and x less p w y. */
HOL_INLINED void substitute_unit(int length, const hol_block_unit *u, const hol_block_loader *l,
                                 double p, const double w[])
{
    const double *c = l->C + u->from;
    double *x = l->x + u->col, sum = 0;
    for (int i = 0; i < length; i++) sum += c[i] * x[i];
    l->y[u->row] = sum -= l->b[u->row];
    for (int i = 0; i < length; i++) x[i] -= p * sum * w[i];
}

HOL_INLINED void load_unit(int length, const hol_block_state *s, const hol_block_unit *u,
                           hol_block_loader *l)
{
    double w[HOL_BLOCK_ROWS], D = 0, *n = l->number;
    hol_unit_column(length, s, u, l->C, w);
    for (int i = 0; i < length; i++) D += l->C[u->from + i] * w[i];
    if (l->Sigma) D += l->Sigma[u->row];
    l->regular = l->regular && D > 0;
    double p = *n++ = 1 / D;
    for (int i = 0; i < length; i++)
        for (int j = 0; j <= i; j++) *n++ = p * w[i] * w[j];
    substitute_unit(length, u, l, p, w);
    l->number = n;
}

static void load_units(const hol_block_state *s, int until, hol_block_loader *l)
{
    for (; l->units < until; l->units++) {
        const hol_block_unit *u = s->lists.units.unit + l->units;
        if (u->length == 2)
            load_unit(2, s, u, l);
        else
            load_unit(3, s, u, l);
    }
}

void hol_block_load_rest(const hol_block_state *s, hol_block_loader *l)
{
    load_units(s, s->lists.units.count, l);
}

void hol_block_load(hol_block_state *s, int reach, hol_block_loader *l)
{
    const hol_block_lists *lists = &s->lists;
    load_units(s, lists->units.until[reach - 1], l);
    for (; l->loaded < reach; l->loaded++) {
        const hol_block_column *column = lists->column + l->loaded;
        if (column->plain && column->size == 2)
            load_plain(2, s, column, l);
        else if (column->plain)
            load_plain(3, s, column, l);
        else
            load_any(s, column, l);
    }
}

void hol_block_load_rhs(const hol_block_state *s, hol_block_loader *l)
{
    const hol_block_lists *lists = &s->lists;
    for (const hol_block_unit *u = lists->units.unit, *end = u + lists->units.count; u < end; u++) {
        double w[HOL_BLOCK_ROWS];
        hol_unit_column(u->length, s, u, l->C, w);
        substitute_unit(u->length, u, l, *l->number, w);
        l->number += hol_unit_numbers(u->length);
    }
    for (int j = 0; j < lists->columns; j++) load_column_rhs(s, lists->column + j, l);
}
