/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists by which saddle_schur.c works, made once from the patterns. */
#pragma once

#include "numerics/bodies.h"

typedef struct { /* the entries from .. to - 1 of a row of B, those in one block of K */
    int block, column, from, to; /* column: of W, the row of B */
} hol_piece;

typedef struct {
    int n, m, pieces;
    hol_piece *piece;
    /* The entries of a row of C: three[threes[i]] ... are the first of three that lie side by side
     * in one block of K, which holds bodies of 3, 6 or 12 coordinates, one[ones[i]] ... those left.
     */
    int *threes, *three, *ones, *one;
} hol_schur_lists;

void hol_schur_lists_make(hol_memory *memory, const hol_bodies *bodies, const hol_pattern *C,
                          hol_schur_lists *lists);
