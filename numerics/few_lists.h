/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists by which saddle_few.c works, made once from the patterns. */
#pragma once

#include "numerics/bodies.h"

typedef struct { /* the entries from .. to - 1 of a row of C, those in one block of K */
    int block, row, from, to;
    int w; /* where K^-1 times them stands in W */
} hol_piece;

typedef struct { /* numbers from, from + 1, ... of a row, in columns that follow each other */
    int row, from, column, count;
} hol_strip;

typedef struct { /* c, c + 1, ... of C and w, w + 1, ... of W, in the same columns */
    int c, w, count;
} hol_meeting;

typedef struct {
    int n, m, pieces, of_C, of_W, numbers; /* numbers: of W */
    bool parallel;                         /* W has the entries of C: K is diagonal in pattern */
    hol_piece *piece;                      /* of C */
    hol_strip *C, *W;                      /* of_C of C; of_W of W, each a column of W */
    hol_meeting *meeting; /* of S = C W: of S_ij, j <= i, those from meetings[i m + j] on */
    int *meetings;        /* m^2 + 1 */
} hol_few_lists;

void hol_few_lists_make(hol_memory *memory, const hol_bodies *bodies, const hol_pattern *C,
                        hol_few_lists *lists);
