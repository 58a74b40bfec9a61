/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows eliminated with their body, in closed form, before the block LDL^T: the unit vector of a
 * rod.  Such a row c stands alone on a stretch of two or three columns where K is diagonal in
 * pattern; every other row block that touches the stretch is held, has as many rows as the stretch
 * has columns, and is a multiple of the identity there.  With
 *
 *     w = K^-1 c^T,   p = 1 / (c w + sigma),   U = p w w^T,
 *
 * what remains is the system without that row, K^-1 replaced by K^-1 - U: two blocks a_i 1 and a_j
 * 1 on the stretch lose a_i a_j U in S, K^-1 a loses p w (c K^-1 a - b). */
#pragma once

#include "numerics/bodies.h"
#include "numerics/held_rows.h"

typedef struct {
    int row, from; /* of C; its first entry */
    int col;       /* first one */
    int length;    /* columns: 2 or 3 */
} hol_block_unit;

typedef struct { /* S at `target` loses c U */
    int unit;    /* where the numbers of the unit begin: p, then U's lower triangle by rows */
    int target;
    double c;
} hol_block_term;

typedef struct {
    int count, terms, numbers;
    hol_block_unit *unit; /* in the order of the first column that needs them */
    hol_block_term *term; /* of each column: those of its pivot block, then the others */
    int *until;           /* per column: units needed up to it */
    int *pivot, *all;     /* per column: terms of the pivot block, all terms */
} hol_block_units;

/* Marks the rows that are such; held_rows: all held blocks. */
void hol_block_units_find(hol_memory *scratch, const hol_bodies *bodies, const hol_pattern *C,
                          const bool held[], const hol_held_rows *held_rows, bool unit[]);

/* Where block (i, j) stands among the values, i not before j. */
typedef int hol_block_place(const void *of, int i, int j);

/* The units and their terms for `columns` columns, in m; column_of: of each held block in
 * held_rows, ascending. */
void hol_block_units_make(hol_memory *m, hol_memory *scratch, const hol_pattern *C,
                          const bool unit[], const hol_held_rows *held_rows, const int column_of[],
                          int columns, hol_block_place *place, const void *of,
                          hol_block_units *units);

/* Doubles of a unit. */
static inline int hol_unit_numbers(int length)
{
    return 1 + length * (length + 1) / 2;
}
