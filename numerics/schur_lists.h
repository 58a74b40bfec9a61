/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists by which saddle_schur.c works, made once from the patterns. */
#ifndef HOL_SCHUR_LISTS_H
#define HOL_SCHUR_LISTS_H

#include "numerics/bodies.h"

typedef struct { /* a stretch of column j of W: in one block of K, end to end, or one run of row j
                  * of B where the block is diagonal in pattern */
    int block, col, len, w; /* first row of W, length, position in the values of W */
    int from, to;           /* the entries of row j of B in it */
} hol_piece;

typedef struct { /* a product with a stretch of W, 3 or 1 long */
    int left, w; /* positions of the other factor, in C or y, and in the values of W */
} hol_term;

typedef struct { /* sum e: the terms start[e] .. start[e + 1] - 1 */
    int sums, *start;
    hol_term *term;
} hol_terms;

typedef struct {
    int n, m, pieces, W_values;
    hol_piece *piece;
    int *column;        /* m + 1: first piece of each column of W */
    hol_terms CW3, CW1; /* the entries of C W, row-major, each the sum of both */
    hol_terms Wy3, Wy1; /* each row of W y is in one of them; */
    int *row3, *row1;   /* the row, or the first of three, of each sum */
} hol_schur_lists;

void hol_schur_lists_make(hol_memory *memory, const hol_bodies *bodies, const hol_pattern *C,
                          hol_schur_lists *lists);

#endif
