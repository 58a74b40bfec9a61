/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle-point solve by a static block LDL^T of the complement, where K is block-diagonal and
 * positive definite and B = C:
 *
 *     S y = C K^-1 a - b,  S = C K^-1 C^T + Sigma,   x = K^-1 (a - C^T y)
 *
 * Pattern, order and every list are found once (block_order.c, block_lists.c); nothing is pivoted,
 * for S is positive definite where the rows are independent or Sigma > 0.  One sweep assembles the
 * columns, shortly before they are needed, eliminates them and substitutes forward; the products of
 * held rows are kept between calls.
 *
 * Each pivot is compared with its diagonal entry of S before elimination: a small ratio means lost
 * digits, a vanishing one lost rank. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Shuffles of vectors of two cost more than the scalars they replace. */
#pragma GCC optimize("no-tree-slp-vectorize")

#include "numerics/block_kernels.h"
#include "numerics/block_lists.h"
#include "numerics/dense.h"
#include "numerics/saddle_path.h"

/* A pivot this small against its diagonal entry is round-off: about 50 units in the last place. */
static const double vanishing = 1e-14;

typedef struct {
    hol_bodies bodies;
    hol_pattern C; /* borrowed */
    bool *held;    /* m, or NULL */
    hol_block_lists lists;
    hol_block_assembly still;
    bool listed, kept; /* lists are made; S of held rows is that of this K */
    double *C_values;  /* of the last factorisation, unless all rows are held */
    double *S_kept;    /* of held rows: of plain columns a number a block, else all of the column */
    double *unit;      /* numbers of the units */
    double *S;         /* the columns: S, then its factors */
    double *diagonal;  /* m: of S */
    double *W;         /* of one column */
    double *x, *y;     /* n, m: scratch */
    double ratio;      /* smallest pivot over its diagonal entry */
} block;

/* ---------------------------------------------------------------- set-up */

/* The columns that are unrolled: rows of the pivot, of the blocks below, and their number. */
#define SIZES(X, r, rb) X(r, rb, 1) X(r, rb, 2) X(r, rb, 3) X(r, rb, 4) X(r, rb, 5)
#define UNROLLED(X)                                                                                \
    SIZES(X, 1, 1)                                                                                 \
    SIZES(X, 1, 2) SIZES(X, 1, 3) SIZES(X, 2, 2) SIZES(X, 3, 3) X(1, 0, 0) X(2, 0, 0) X(3, 0, 0)
#define CODE(r, rb, nb) ((r)*24 + (rb)*6 + (nb))
/* Any other column is unrolled in the rows of its pivot alone, its code their number. */
#define ANY(X) X(1) X(2) X(3) X(4) X(5) X(6)

static bool unrolled(const hol_block_column *column)
{
    return column->below ? column->below <= HOL_BELOW_MOST && column->others &&
                               (column->size == 1 || column->size == column->others) &&
                               column->others <= HOL_BLOCK_ROWS
                         : column->size <= HOL_BLOCK_ROWS;
}

static int code(const hol_block_column *column)
{
    return unrolled(column) ? CODE(column->size, column->others, column->below) : column->size;
}

static void make_lists(block *s, const double C[])
{
    hol_block_lists_make(&s->bodies, &s->C, C, s->held, &s->lists, &s->still);
    s->C_values = hol_saddle_memory(s->C.nnz, sizeof(double));
    s->S = hol_saddle_memory(s->lists.values, sizeof(double));
    s->W = hol_saddle_memory(s->lists.wide, sizeof(double));
    s->unit = hol_saddle_memory(s->lists.units.numbers, sizeof(double));
    for (int j = 0; j < s->lists.columns; j++)
        s->lists.column[j].code = (unsigned char)code(s->lists.column + j);
    s->listed = true;
}

static void *create(const hol_pattern *K, const hol_pattern *C, const bool held[])
{
    hol_bodies bodies;
    if (!hol_bodies_make(K, &bodies)) return NULL;
    block *s = hol_saddle_memory(1, sizeof *s);
    s->bodies = bodies;
    s->C = *C;
    s->diagonal = hol_saddle_memory(C->rows, sizeof(double));
    s->x = hol_saddle_memory(K->rows, sizeof(double));
    s->y = hol_saddle_memory(C->rows, sizeof(double));
    for (int i = 0; held && i < C->rows; i++)
        if (held[i] && !s->held) s->held = hol_saddle_memory(C->rows, sizeof *s->held);
    for (int i = 0; s->held && i < C->rows; i++) s->held[i] = held[i];
    if (!s->held) make_lists(s, NULL); /* else the values of held rows are needed first */
    return s;
}

static void drop_lists(block *s)
{
    if (s->listed) hol_block_lists_free(&s->lists);
    hol_block_assembly_free(&s->still);
    free(s->C_values);
    free(s->S_kept);
    free(s->unit);
    free(s->S);
    free(s->W);
}

static void destroy(void *self)
{
    block *s = self;
    drop_lists(s);
    hol_bodies_free(&s->bodies);
    free(s->held);
    free(s->diagonal);
    free(s->x);
    free(s->y);
    free(s);
}

static hol_status set_K(void *self, const double K[])
{
    block *s = self;
    s->kept = false;
    return hol_bodies_set(&s->bodies, K);
}

static hol_status set_B(void *self, const double B[])
{
    (void)self, (void)B; /* B = C */
    return HOL_OK;
}

/* ---------------------------------------------------------------- assembly */

/* W = K^-1 C^T of the rows of a column. */
static void make_pieces(const block *s, const hol_block_column *column, int count,
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

typedef struct { /* where a sweep stands in the lists of an assembly */
    const hol_block_share *share;
    const hol_block_piece *piece;
    const hol_block_product *product;
    const hol_block_scaling *scaling;
    const hol_block_axis *axis;
} cursor;

static cursor begin(const hol_block_assembly *a)
{
    return (cursor){a->share, a->piece, a->product, a->scaling, a->axis};
}

/* Adds the next column's part to S. */
static void assemble(const block *s, const hol_block_column *column, cursor *at, const double C[],
                     double S[])
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

/* Every block of a column is a multiple of 1; its blocks have as many rows as it has. */
static bool is_plain(const hol_block_column *column, const double v[])
{
    int r = column->size;
    if (!column->still || r < 2 || (column->below && column->others != r)) return false;
    for (int i = 0; i < r; i++)
        for (int j = 0; j <= i; j++, v++)
            if (i == j ? *v != *(v - i * (i + 3) / 2) : *v != 0) return false;
    for (int a = 0; a < column->below; a++, v += r * r)
        for (int i = 0; i < r * r; i++)
            if (v[i] != (i % (r + 1) ? 0 : v[0])) return false;
    return true;
}

/* Keeps the products of held rows that stand in S. */
static void keep_products(block *s)
{
    const hol_block_lists *lists = &s->lists;
    double *kept = s->S_kept = hol_saddle_memory(lists->values, sizeof *kept);
    for (int j = 0; j < lists->columns; j++) {
        hol_block_column *c = lists->column + j;
        const double *v = s->S + lists->value[j], *end = s->S + lists->value[j + 1];
        if ((c->plain = is_plain(c, v))) {
            *kept++ = *v;
            v += c->size * (c->size + 1) / 2;
            for (; v < end; v += c->size * c->size) *kept++ = *v;
        } else {
            while (v < end) *kept++ = *v++;
        }
    }
    size_t count = (size_t)(kept - s->S_kept);
    double *fitted = realloc(s->S_kept, (count + 1) * sizeof *fitted);
    if (fitted) s->S_kept = fitted;
}

/* The lists, and the products of held rows, where they are not those of the present K. */
static void prepare(block *s, const double C[])
{
    if (s->kept || (s->listed && !s->held)) return;
    if (s->listed) drop_lists(s); /* the lists for held rows are not kept beside their products */
    make_lists(s, C);
    s->kept = true;
    cursor at = begin(&s->still); /* S is zero yet */
    for (int j = 0; j < s->lists.columns; j++) assemble(s, s->lists.column + j, &at, C, s->S);
    keep_products(s);
    hol_block_assembly_free(&s->still);
    s->still = (hol_block_assembly){0};
}

/* ---------------------------------------------------------------- columns */

/* Where the assembly of columns stands, the right-hand side C x - b beside it. */
typedef struct {
    cursor at;
    int loaded, units; /* columns, units */
    double *number;    /* of the next unit */
    const hol_block_term *term;
    const hol_held_block *held;
    const hol_scaled_part *scaled;
    const hol_column_part *column;
    const double *kept, *C, *Sigma, *b;
    double *x, *y;
    bool regular; /* no pivot of a unit vanished */
} loader;

static loader begin_load(const block *s, const double C[], const double Sigma[], double x[],
                         const double b[], double y[])
{
    const hol_held_rows *held = &s->lists.held;
    return (loader){.at = begin(&s->lists.live),
                    .number = s->unit,
                    .term = s->lists.units.term,
                    .held = held->block,
                    .scaled = held->scaled,
                    .column = held->column,
                    .kept = s->S_kept,
                    .C = C,
                    .Sigma = Sigma,
                    .b = b,
                    .x = x,
                    .y = y,
                    .regular = true};
}

HOL_INLINED void load_held_rhs(int size, loader *l, int row)
{
    double sum[HOL_BLOCK_ROWS] = {0};
    const hol_held_block *h = l->held++;
    hol_held_add(size, h->scaled, l->scaled, h->columns, l->column, l->x, sum);
    l->scaled += h->scaled;
    l->column += h->columns;
    for (int i = 0; i < size; i++) l->y[row + i] = sum[i] - l->b[row + i];
}

static void load_rhs(const block *s, const hol_block_column *column, loader *l)
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
        ANY(X)
#undef X
    }
}

/* Sigma, and the diagonal as it is before elimination. */
HOL_INLINED void load_diagonal(int size, const loader *l, int row, double D[], double diagonal[])
{
    for (int i = 0, at = 0; i < size; at += ++i + 1) {
        if (l->Sigma) D[at] += l->Sigma[row + i];
        diagonal[row + i] = D[at];
    }
}

/* S less the terms of the units on a column of blocks of `size` rows. */
HOL_INLINED void subtract_terms(int size, const block *s, loader *l, int pivot, int all)
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

static void load_any(block *s, const hol_block_column *column, loader *l, int from, int to)
{
    const hol_block_units *units = &s->lists.units;
    size_t size = (size_t)(to - from) * sizeof *s->S;
    if (s->S_kept) {
        memcpy(s->S + from, l->kept, size);
        l->kept += to - from;
    } else {
        memset(s->S + from, 0, size);
    }
    assemble(s, column, &l->at, l->C, s->S);
    load_diagonal(column->size, l, column->row, s->S + from, s->diagonal);
    subtract_terms(column->size, s, l, units->pivot[l->loaded], units->all[l->loaded]);
    load_rhs(s, column, l);
}

/* Of `size` rows. */
HOL_INLINED void load_plain(int size, block *s, const hol_block_column *column, loader *l, int from)
{
    const hol_block_units *units = &s->lists.units;
    double *v = s->S + from;
    for (int i = 0; i < size; i++)
        for (int j = 0; j <= i; j++) *v++ = i == j ? *l->kept : 0;
    l->kept++;
    for (int a = 0; a < column->below; a++, l->kept++)
        for (int i = 0; i < size * size; i++) *v++ = i % (size + 1) ? 0 : *l->kept;
    load_diagonal(size, l, column->row, s->S + from, s->diagonal);
    subtract_terms(size, s, l, units->pivot[l->loaded], units->all[l->loaded]);
    load_held_rhs(size, l, column->row);
    l->at.share++;
}

/* w = K^-1 c^T of a unit. */
HOL_INLINED void unit_column(int length, const block *s, const hol_block_unit *u, const double C[],
                             double w[])
{
    for (int i = 0; i < length; i++) w[i] = C[u->from + i] * s->bodies.inverse[u->col + i];
}

/* y = c x - b and x less p w y. */
HOL_INLINED void substitute_unit(int length, const hol_block_unit *u, const loader *l, double p,
                                 const double w[])
{
    const double *c = l->C + u->from;
    double *x = l->x + u->col, sum = 0;
    for (int i = 0; i < length; i++) sum += c[i] * x[i];
    l->y[u->row] = sum -= l->b[u->row];
    for (int i = 0; i < length; i++) x[i] -= p * sum * w[i];
}

HOL_INLINED void load_unit(int length, const block *s, const hol_block_unit *u, loader *l)
{
    double w[HOL_BLOCK_ROWS], D = 0, *n = l->number;
    unit_column(length, s, u, l->C, w);
    for (int i = 0; i < length; i++) D += l->C[u->from + i] * w[i];
    if (l->Sigma) D += l->Sigma[u->row];
    l->regular = l->regular && D > 0;
    double p = *n++ = 1 / D;
    for (int i = 0; i < length; i++)
        for (int j = 0; j <= i; j++) *n++ = p * w[i] * w[j];
    substitute_unit(length, u, l, p, w);
    l->number = n;
}

static inline void load_units(const block *s, int until, loader *l)
{
    for (; l->units < until; l->units++) {
        const hol_block_unit *u = s->lists.units.unit + l->units;
        if (u->length == 2)
            load_unit(2, s, u, l);
        else
            load_unit(3, s, u, l);
    }
}

static inline void load(block *s, int reach, loader *l)
{
    const hol_block_lists *lists = &s->lists;
    for (; l->loaded < reach; l->loaded++) {
        const hol_block_column *column = lists->column + l->loaded;
        const int *value = lists->value + l->loaded;
        load_units(s, lists->units.until[l->loaded], l);
        if (column->plain && column->size == 2)
            load_plain(2, s, column, l, value[0]);
        else if (column->plain)
            load_plain(3, s, column, l, value[0]);
        else
            load_any(s, column, l, value[0], value[1]);
    }
}

typedef struct { /* the smallest pivot over its diagonal entry */
    double least, of;
} ratio;

HOL_INLINED bool judge(int size, const double d[], const double diagonal[], ratio *pivot)
{
    bool regular = true;
    for (int i = 0; i < size; i++) {
        regular = regular && d[i] > vanishing * diagonal[i];
        if (d[i] * pivot->of < pivot->least * diagonal[i]) *pivot = (ratio){d[i], diagonal[i]};
    }
    return regular;
}

/* Factorises S and substitutes y = C x - b forward. */
static hol_status sweep(block *s, const double C[], const double Sigma[], double x[],
                        const double b[], double y[])
{
    const hol_block_lists *lists = &s->lists;
    const int *target = lists->target, *below = lists->below_row;
    loader l = begin_load(s, C, Sigma, x, b, y);
    ratio pivot = {1, 1};
    bool regular = true;
    for (const hol_block_column *c = lists->column, *end = c + lists->columns; c < end; c++) {
        double *v = s->S + lists->value[c - lists->column], d[HOL_FREE_ROWS];
        if (c->reach > l.loaded) load(s, c->reach, &l);
        switch (c->code) {
#define X(r, rb, nb)                                                                               \
    case CODE(r, rb, nb):                                                                          \
        hol_eliminate(r, rb, nb, v, s->S, target, below, c->row, y, d);                            \
        regular = judge(r, d, s->diagonal + c->row, &pivot);                                       \
        break;
            UNROLLED(X)
#undef X
#define X(r)                                                                                       \
    case r:                                                                                        \
        hol_eliminate_any(r, c->below, lists->size_of, v, s->S, target, below, c->row, y, d);      \
        regular = judge(r, d, s->diagonal + c->row, &pivot);                                       \
        break;
            ANY(X)
#undef X
        }
        below += c->below;
        target += c->below * (c->below + 1) / 2;
        if (!regular) {
            s->ratio = 0;
            return HOL_SINGULAR;
        }
    }
    load_units(s, lists->units.count, &l);
    s->ratio = l.regular ? pivot.least / pivot.of : 0;
    return l.regular ? HOL_OK : HOL_SINGULAR;
}

static void substitute_forward(const block *s, double y[])
{
    const hol_block_lists *lists = &s->lists;
    const int *below = lists->below_row;
    for (const hol_block_column *c = lists->column, *end = c + lists->columns; c < end; c++) {
        const double *v = s->S + lists->value[c - lists->column];
        switch (c->code) {
#define X(r, rb, nb)                                                                               \
    case CODE(r, rb, nb):                                                                          \
        hol_forward(r, rb, nb, v, below, c->row, y);                                               \
        break;
            UNROLLED(X)
#undef X
#define X(r)                                                                                       \
    case r:                                                                                        \
        hol_forward_any(r, c->below, lists->size_of, v, below, c->row, y);                         \
        break;
            ANY(X)
#undef X
        }
        below += c->below;
    }
}

/* Of the units from the last one before `end` down to `first`, z = C^T y of all other rows:
 * y = p (y - w z), and z plus what c y adds beyond the forward substitution. */
static void substitute_units_back(const block *s, const double C[], int first, int end,
                                  const double **number, double y[], double z[])
{
    for (int k = end - 1; k >= first; k--) {
        const hol_block_unit *u = s->lists.units.unit + k;
        double w[HOL_BLOCK_ROWS], t = 0, p = *(*number -= hol_unit_numbers(u->length));
        if (u->length == 2)
            unit_column(2, s, u, C, w);
        else
            unit_column(3, s, u, C, w);
        for (int i = 0; i < u->length; i++) t += w[i] * z[u->col + i];
        y[u->row] = p * (y[u->row] - t);
        for (int i = 0; i < u->length; i++) z[u->col + i] -= p * t * C[u->from + i];
    }
}

/* y = D^-1 y - L^T y, last column first, and z += C^T y. */
static void substitute_back(const block *s, const double C[], double y[], double z[])
{
    const hol_block_lists *lists = &s->lists;
    const hol_held_rows *held = &lists->held;
    const hol_block_column *first = lists->column;
    const hol_held_block *h = held->block + held->blocks;
    const hol_scaled_part *scaled = held->scaled + held->scaled_parts;
    const hol_column_part *column = held->column + held->column_parts;
    const int *below = lists->below_row + lists->below_blocks, *until = lists->units.until;
    const double *number = s->unit + lists->units.numbers;
    int units = lists->units.count;
    for (const hol_block_column *c = first + lists->columns; c-- > first;) {
        int used = until[c - first];
        substitute_units_back(s, C, used, units, &number, y, z);
        units = used;
        const double *v = s->S + lists->value[c - first];
        below -= c->below;
        switch (c->code) {
#define X(r, rb, nb)                                                                               \
    case CODE(r, rb, nb):                                                                          \
        hol_backward(r, rb, nb, v, below, c->row, y);                                              \
        break;
            UNROLLED(X)
#undef X
#define X(r)                                                                                       \
    case r:                                                                                        \
        hol_backward_any(r, c->below, lists->size_of, v, below, c->row, y);                        \
        break;
            ANY(X)
#undef X
        }
        const double *yc = y + c->row;
        if (c->held) {
            h--;
            scaled -= h->scaled;
            column -= h->columns;
            if (c->size == 2)
                hol_held_add_transposed(2, h->scaled, scaled, h->columns, column, yc, z);
            else
                hol_held_add_transposed(c->size, h->scaled, scaled, h->columns, column, yc, z);
        } else {
            int from = s->C.start[c->row], length = s->C.start[c->row + 1] - from;
            switch (c->size) {
#define X(r)                                                                                       \
    case r:                                                                                        \
        hol_rows_transposed_add(r, length, s->C.col + from, C + from, yc, z);                      \
        break;
                ANY(X)
#undef X
            }
        }
    }
    substitute_units_back(s, C, 0, units, &number, y, z);
}

/* ---------------------------------------------------------------- solve */

/* Those of rows that are not held. */
static void keep_values(block *s, const double C[])
{
    for (int i = 0; i < s->C.rows; i++)
        if (!s->held || !s->held[i])
            for (int k = s->C.start[i]; k < s->C.start[i + 1]; k++) s->C_values[k] = C[k];
}

static hol_status factor(void *self, const double C[], const double Sigma[])
{
    block *s = self;
    prepare(s, C);
    keep_values(s, C);
    memset(s->x, 0, (size_t)s->C.cols * sizeof *s->x);
    memset(s->y, 0, (size_t)s->C.rows * sizeof *s->y);
    return sweep(s, C, Sigma, s->x, s->y, s->y);
}

/* x = K^-1 (a - C^T y) from K^-1 a in x and y after the forward substitution. */
static void finish(block *s, const double C[], double x[], double y[])
{
    double *z = s->x;
    memset(z, 0, (size_t)s->C.cols * sizeof *z);
    substitute_back(s, C, y, z);
    hol_bodies_solve(&s->bodies, z);
    hol_axpy(s->C.cols, -1, z, x);
}

static void solve(void *self, const double a[], const double b[], double x[], double y[])
{
    block *s = self;
    const hol_block_lists *lists = &s->lists;
    if (x != a) memcpy(x, a, (size_t)s->C.cols * sizeof *x);
    hol_bodies_solve(&s->bodies, x);
    loader l = begin_load(s, s->C_values, NULL, x, b, y);
    for (int k = 0; k < lists->units.count; k++) {
        const hol_block_unit *u = lists->units.unit + k;
        double w[HOL_BLOCK_ROWS];
        unit_column(u->length, s, u, s->C_values, w);
        substitute_unit(u->length, u, &l, *l.number, w);
        l.number += hol_unit_numbers(u->length);
    }
    for (int j = 0; j < lists->columns; j++) load_rhs(s, lists->column + j, &l);
    substitute_forward(s, y);
    finish(s, s->C_values, x, y);
}

static hol_status factor_solve(void *self, const double C[], const double Sigma[], const double a[],
                               const double b[], double x[], double y[])
{
    block *s = self;
    prepare(s, C);
    if (x != a) memcpy(x, a, (size_t)s->C.cols * sizeof *x);
    hol_bodies_solve(&s->bodies, x);
    hol_status status = sweep(s, C, Sigma, x, b, y);
    if (!status) finish(s, C, x, y);
    return status;
}

static double pivot_ratio(const void *self)
{
    return ((const block *)self)->ratio;
}

const hol_saddle_ops hol_saddle_block = {
    .name = "block",
    .create = create,
    .destroy = destroy,
    .set_K = set_K,
    .set_B = set_B,
    .factor = factor,
    .solve = solve,
    .factor_solve = factor_solve,
    .pivot_ratio = pivot_ratio,
};
