/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What saddle_block.c executes: the columns of the block LDL^T of S = C K^-1 C^T + Sigma in the
 * order of elimination, each list one column's part after another's, so that a sweep over the
 * columns reads them from end to end.
 *
 * The values of a column are contiguous: its pivot block D, the lower triangle by rows, then the
 * blocks below it, row-major. */
#pragma once

#include "numerics/block_order.h"
#include "numerics/block_units.h"

typedef struct {
    int row;              /* first row of C */
    int below;            /* blocks below the pivot */
    int reach;            /* columns to be assembled before this one is eliminated */
    int value;            /* where its values begin */
    unsigned char size;   /* rows of C */
    unsigned char others; /* rows of each block below; 0: none, or not all the same */
    bool held;            /* its rows of C are held, */
    bool still;           /* and those of all the blocks below that it takes part in assembling */
    bool plain;           /* see block_plain.h; */
    unsigned char pivots; /* entries of its pivot there */
    unsigned char code;   /* of the unrolled loops that eliminate it, for saddle_block.c */
} hol_block_column;

/* The lists are long: no entry is wider than it must be. */
typedef struct { /* a stretch of W = K^-1 C^T for the rows of the column, row by row of C: a block
                    of K, or a run of columns where that is diagonal in pattern */
    int from;    /* the entries in the first row of C: position, */
    int block, col;            /* of K: the block, the stretch's first column */
    unsigned short take;       /* their number, */
    unsigned short shift, len; /* their place in the stretch, its length */
} hol_block_piece;

typedef struct {                  /* target (rows x size, or lower triangle) += C_J W */
    int target, left, row_length; /* C_J: position, length of its rows, */
    int w;                        /* in W: position, */
    unsigned short w_length, len; /* length of the piece, entries */
    unsigned char rows;           /* number of rows of C_J */
    bool lower;
} hol_block_product;

typedef struct { /* target (rows x size) += c times as many entries of W */
    int target, rows, w, w_length;
    double c;
} hol_block_scaling;

typedef struct { /* target (rows x size) += value (rows) by one entry of W */
    int target, rows, w, w_length;
    double value[HOL_BLOCK_ROWS];
} hol_block_axis;

typedef struct { /* per column: how many of each list are its own */
    int pieces, products, scalings, axes;
} hol_block_share;

typedef struct { /* how columns are assembled */
    hol_block_share *share;
    hol_block_piece *piece;
    hol_block_product *product;
    hol_block_scaling *scaling;
    hol_block_axis *axis;
} hol_block_assembly;

typedef struct {
    int columns, values;
    int wide;                 /* most doubles of W of a column */
    int below_blocks;         /* below all pivots */
    hol_block_column *column; /* and one more, where the values end */
    unsigned char *size_of;   /* per row of C where a block begins: its rows */
    int *below_row;           /* per block below a pivot: its first row of C */
    int *target;        /* per pair of blocks below a pivot: where their product is subtracted */
    hol_held_rows held; /* blocks and parts in the order of the columns */
    hol_block_assembly live; /* what is not of held rows alone */
    hol_block_units units;
} hol_block_lists;

/* plain is left false.  values: C, of which held rows are read; held NULL: none.  still: the
 * products of held rows alone, which change with K only.  The lists belong to m, still to m_still.
 */
void hol_block_lists_make(hol_memory *m, hol_memory *m_still, const hol_bodies *bodies,
                          const hol_pattern *C, const double values[], const bool held[],
                          hol_block_lists *lists, hol_block_assembly *still);
