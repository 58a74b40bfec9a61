/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands of S between calls: the products of held rows, which change with K only.
 *
 * A column is plain where they are all it is made of, every block of them is a multiple of 1, and
 * the units on it (block_units.h) are at most one a block below the pivot: points that coincide, in
 * whatever number of bodies.  Each of its blocks is a 1 + c U, and written once. */
#pragma once

#include "numerics/block_lists.h"

enum { HOL_UNIT_MOST = HOL_BLOCK_ROWS * (HOL_BLOCK_ROWS + 1) / 2 }; /* numbers of the largest U */

typedef struct {
    double a, c;
} hol_plain_factors;

typedef struct { /* a 1 + c U; small, for the list is long and read in every call */
    int factors;
    int U; /* where U begins in the numbers of the units; behind the last one U = 0 */
} hol_plain_block;

typedef struct {
    hol_plain_block *plain; /* of plain columns: of the pivot one per unit on it, at least one, a in
                               the first; then the blocks below */
    hol_plain_factors *factors; /* of bodies and joints alike they are the same, and stand once */
    double *rest;               /* the other columns as they stand in S */
} hol_block_kept;

/* From S with the products of held rows and nothing else, in m, that of the lists.  Marks the plain
 * columns; their terms of units leave the lists. */
void hol_block_keep(hol_memory *m, hol_memory *scratch, hol_block_lists *lists, const double S[],
                    hol_block_kept *kept);
