/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a matrix in blocks of one to three, and constant rows in a compact form.
 *
 * The rows of a joint have the same columns, and where its Jacobian is constant their values are
 * mostly multiples of the identity: c 1 on as many columns as the block has rows (points that
 * coincide).  What is not of that form is kept column by column, zeros not at all. */
#pragma once

#include <stdbool.h>

#include "holonomy/memory.h"
#include "holonomy/pattern.h"
#include "holonomy/status.h"

enum {                     /* rows of a block, at most */
       HOL_BLOCK_ROWS = 3, /* held */
       HOL_FREE_ROWS = 6   /* not held */
};

typedef struct {
    int row, size; /* first row, number */
} hol_row_block;

/* Consecutive rows with the same columns, all held or none; returns their number.  held NULL: none.
 * block: one per row of C at most. */
int hol_row_blocks(const hol_pattern *C, const bool held[], hol_row_block block[]);

typedef struct {
    int col;  /* c x[col .. col + size) */
    double c; /* size: of the block */
} hol_scaled_part;

typedef struct {
    int col; /* value x[col] */
    double value[HOL_BLOCK_ROWS];
} hol_column_part;

typedef struct {
    int row, size;
    int scaled, columns; /* how many parts, one block's after another's */
} hol_held_block;

typedef struct {
    int blocks, scaled_parts, column_parts;
    hol_held_block *block;
    hol_scaled_part *scaled;
    hol_column_part *column;
} hol_held_rows;

/* Of some blocks, in their order; C: values in the pattern. */
void hol_held_rows_make(hol_memory *m, const hol_pattern *P, const double C[],
                        const hol_row_block block[], int blocks, hol_held_rows *rows);

/* y (size) += C x of one block, and x += C^T y.  The parts of the block; `size` a constant where
 * inlined. */
static inline void hol_held_add(int size, int scaled, const hol_scaled_part *s, int columns,
                                const hol_column_part *c, const double x[], double y[])
{
    for (; scaled > 0; scaled--, s++)
        for (int k = 0; k < size; k++) y[k] += s->c * x[s->col + k];
    for (; columns > 0; columns--, c++)
        for (int k = 0; k < size; k++) y[k] += c->value[k] * x[c->col];
}

static inline void hol_held_add_transposed(int size, int scaled, const hol_scaled_part *s,
                                           int columns, const hol_column_part *c, const double y[],
                                           double x[])
{
    for (; scaled > 0; scaled--, s++)
        for (int k = 0; k < size; k++) x[s->col + k] += s->c * y[k];
    for (; columns > 0; columns--, c++)
        for (int k = 0; k < size; k++) x[c->col] += c->value[k] * y[k];
}
