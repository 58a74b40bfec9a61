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
#include <string.h>

#include "holonomy/dense.h"
#include "numerics/block_load.h"
#include "numerics/saddle_path.h"

enum { BELOW_MOST = 3 }; /* blocks below a pivot, where the loops are unrolled */

/* A pivot this small against its diagonal entry is round-off: about 50 units in the last place. */
static const double vanishing = 1e-14;

/* ---------------------------------------------------------------- set-up */

/* The columns that are unrolled in all three of r, rb and nb: the joints of points in the plane (r
 * = rb = 2) and in space (3), and columns with nothing below.  On the ladder of paper 001 they take
 * 1.5 times as long otherwise (docs/solve.md); other shapes gain less than 6 %. */
#define BELOW(X, r)     X(r, r, 1) X(r, r, 2) X(r, r, 3)
#define UNROLLED(X)     BELOW(X, 2) BELOW(X, 3) X(1, 0, 0) X(2, 0, 0) X(3, 0, 0)
#define CODE(r, rb, nb) ((r)*24 + (rb)*6 + (nb))

static bool unrolled(const hol_block_column *column)
{
    return column->size <= HOL_BLOCK_ROWS &&
           (!column->below ||
            (column->below <= BELOW_MOST && column->size > 1 && column->others == column->size));
}

static int code(const hol_block_column *column)
{
    return unrolled(column) ? CODE(column->size, column->others, column->below) : column->size;
}

typedef struct {
    hol_block_state *state;
    const double *C;    /* its values; NULL where no row is held */
    hol_memory *memory; /* of what is made */
} making;

/* The lists, and S of the held rows with the present K. */
static void make_lists(hol_memory *scratch, void *data)
{
    const making *x = data;
    hol_memory *m = x->memory;
    hol_block_state *s = x->state;
    hol_block_lists *lists = &s->lists;
    hol_block_assembly still;
    hol_block_lists_make(m, scratch, &s->bodies, &s->C, x->C, s->held, lists, &still);
    s->C_values = hol_alloc(m, (size_t)s->C.nnz, sizeof *s->C_values);
    s->S = hol_alloc(m, (size_t)lists->values, sizeof *s->S);
    s->W = hol_alloc(m, (size_t)lists->wide, sizeof *s->W);
    s->unit = hol_alloc(m, (size_t)lists->units.numbers + HOL_UNIT_MOST, sizeof *s->unit);
    for (int j = 0; j < lists->columns; j++)
        lists->column[j].code = (unsigned char)code(lists->column + j);
    if (s->held) hol_block_assemble(s, &still, x->C);
}

static void keep_products(hol_memory *scratch, void *data)
{
    const making *x = data;
    hol_block_state *s = x->state;
    hol_block_keep(x->memory, scratch, &s->lists, s->S, &s->held_products);
}

static void make(hol_memory *m, void *data)
{
    making *x = data;
    x->memory = m;
    x->state->held_products = (hol_block_kept){0};
    hol_memory_end(hol_memory_of(make_lists, x));
    if (x->state->held) hol_memory_end(hol_memory_of(keep_products, x));
}

/* Ends the lists; those for held rows go before others are made. */
static void release(void *self)
{
    hol_block_state *s = self;
    hol_memory_end(s->made);
    s->made = NULL;
}

/* Lists where there are none, or not with the products of the present K. */
static void prepare(hol_block_state *s, const double C[])
{
    if (s->made && (s->kept || !s->held)) return;
    release(s);
    s->made = hol_memory_of(make, &(making){.state = s, .C = C});
    s->kept = true;
}

static void *create(hol_memory *m, const hol_pattern *K, const hol_pattern *C, const bool held[])
{
    hol_block_state *s = hol_alloc(m, 1, sizeof *s);
    size_t rows = (size_t)C->rows;
    if (!hol_bodies_make(m, K, &s->bodies)) return NULL;
    s->C = *C;
    s->diagonal = hol_alloc(m, rows, sizeof *s->diagonal);
    s->x = hol_alloc(m, (size_t)K->rows, sizeof *s->x);
    s->y = hol_alloc(m, rows, sizeof *s->y);
    for (int i = 0; held && i < C->rows && !s->held; i++)
        if (held[i]) s->held = hol_alloc_copy(m, held, rows, sizeof *held);
    hol_at_end(m, release, s);
    if (!s->held) prepare(s, NULL); /* else the values of held rows are needed first */
    return s;
}

static hol_status set_K(void *self, const double K[])
{
    hol_block_state *s = self;
    s->kept = false;
    return hol_bodies_set(&s->bodies, K);
}

static hol_status set_B(void *self, const double B[])
{
    (void)self, (void)B; /* B = C */
    return HOL_OK;
}

/* ---------------------------------------------------------------- the sweep */

typedef struct { /* of all pivots: the largest diagonal entry over its pivot */
    double largest;
    bool positive;
} verdict;

HOL_INLINED void judge(int size, const double D[], const double diagonal[], verdict *all)
{
    HOL_UNROLLED
    for (int i = 0; i < size; i++) {
        double x = diagonal[i] * D[i * (i + 3) / 2];
        all->positive &= x > 0;
        all->largest = x > all->largest ? x : all->largest;
    }
}

/* Factorises S and substitutes y = C x - b forward. */
static hol_status sweep(hol_block_state *s, const double C[], const double Sigma[], double x[],
                        const double b[], double y[])
{
    const hol_block_lists *lists = &s->lists;
    const int *target = lists->target, *below = lists->below_row;
    hol_block_loader l = hol_block_begin(s, C, Sigma, x, b, y);
    verdict pivots = {1, true};
    for (const hol_block_column *c = lists->column, *end = c + lists->columns; c < end; c++) {
        double *v = s->S + c->value;
        if (c->reach > l.loaded) hol_block_load(s, c->reach, &l);
        switch (c->code) {
#define X(r, rb, nb)                                                                               \
    case CODE(r, rb, nb):                                                                          \
        hol_eliminate(r, rb, nb, v, s->S, target, below, c->row, y);                               \
        judge(r, v, s->diagonal + c->row, &pivots);                                                \
        break;
            UNROLLED(X)
#undef X
#define X(r)                                                                                       \
    case r:                                                                                        \
        hol_eliminate_any(r, c->below, lists->size_of, v, s->S, target, below, c->row, y);         \
        judge(r, v, s->diagonal + c->row, &pivots);                                                \
        break;
            HOL_ROWS_LIST(X)
#undef X
        }
        below += c->below;
        target += c->below * (c->below + 1) / 2;
    }
    hol_block_load_rest(s, &l);
    bool regular = l.regular && pivots.positive && pivots.largest * vanishing < 1;
    s->ratio = regular ? 1 / pivots.largest : 0;
    return regular ? HOL_OK : HOL_SINGULAR;
}

static void substitute_forward(const hol_block_state *s, double y[])
{
    const hol_block_lists *lists = &s->lists;
    const int *below = lists->below_row;
    for (const hol_block_column *c = lists->column, *end = c + lists->columns; c < end; c++) {
        const double *v = s->S + c->value;
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
            HOL_ROWS_LIST(X)
#undef X
        }
        below += c->below;
    }
}

/* Of the units from the last one before `end` down to `first`, z = C^T y of all other rows:
 * y = p (y - w z), and z plus what c y adds beyond the forward substitution. */
static void substitute_units_back(const hol_block_state *s, const double C[], int first, int end,
                                  const double **number, double y[], double z[])
{
    for (int k = end - 1; k >= first; k--) {
        const hol_block_unit *u = s->lists.units.unit + k;
        double w[HOL_BLOCK_ROWS], t = 0, p = *(*number -= hol_unit_numbers(u->length));
        if (u->length == 2)
            hol_unit_column(2, s, u, C, w);
        else
            hol_unit_column(3, s, u, C, w);
        for (int i = 0; i < u->length; i++) t += w[i] * z[u->col + i];
        y[u->row] = p * (y[u->row] - t);
        for (int i = 0; i < u->length; i++) z[u->col + i] -= p * t * C[u->from + i];
    }
}

/* y = D^-1 y - L^T y, last column first, and z += C^T y. */
static void substitute_back(const hol_block_state *s, const double C[], double y[], double z[])
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
        const double *v = s->S + c->value;
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
            HOL_ROWS_LIST(X)
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
                HOL_ROWS_LIST(X)
#undef X
            }
        }
    }
    substitute_units_back(s, C, 0, units, &number, y, z);
}

/* ---------------------------------------------------------------- solve */

/* C of the rows that are not held. */
static void keep_values(hol_block_state *s, const double C[])
{
    for (int i = 0; i < s->C.rows; i++)
        if (!s->held || !s->held[i])
            for (int k = s->C.start[i]; k < s->C.start[i + 1]; k++) s->C_values[k] = C[k];
}

static hol_status factor(void *self, const double C[], const double Sigma[])
{
    hol_block_state *s = self;
    prepare(s, C);
    keep_values(s, C);
    memset(s->x, 0, (size_t)s->C.cols * sizeof *s->x);
    memset(s->y, 0, (size_t)s->C.rows * sizeof *s->y);
    return sweep(s, C, Sigma, s->x, s->y, s->y);
}

/* x = K^-1 (a - C^T y) from K^-1 a in x and y after the forward substitution. */
static void finish(hol_block_state *s, const double C[], double x[], double y[])
{
    double *z = s->x;
    memset(z, 0, (size_t)s->C.cols * sizeof *z);
    substitute_back(s, C, y, z);
    hol_bodies_solve(&s->bodies, z);
    hol_axpy(s->C.cols, -1, z, x);
}

static void solve(void *self, const double a[], const double b[], double x[], double y[])
{
    hol_block_state *s = self;
    if (x != a) memcpy(x, a, (size_t)s->C.cols * sizeof *x);
    hol_bodies_solve(&s->bodies, x);
    hol_block_loader l = hol_block_begin(s, s->C_values, NULL, x, b, y);
    hol_block_load_rhs(s, &l);
    substitute_forward(s, y);
    finish(s, s->C_values, x, y);
}

static hol_status factor_solve(void *self, const double C[], const double Sigma[], const double a[],
                               const double b[], double x[], double y[])
{
    hol_block_state *s = self;
    prepare(s, C);
    if (x != a) memcpy(x, a, (size_t)s->C.cols * sizeof *x);
    hol_bodies_solve(&s->bodies, x);
    hol_status status = sweep(s, C, Sigma, x, b, y);
    if (!status) finish(s, C, x, y);
    return status;
}

static double pivot_ratio(const void *self)
{
    return ((const hol_block_state *)self)->ratio;
}

const hol_saddle_ops hol_saddle_block = {
    .name = "block",
    .create = create,
    .set_K = set_K,
    .set_B = set_B,
    .factor = factor,
    .solve = solve,
    .factor_solve = factor_solve,
    .pivot_ratio = pivot_ratio,
};
