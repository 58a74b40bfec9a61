/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The static structure of a block LDL^T of S = C K^-1 C^T + Sigma: which row blocks of C couple,
 * in which order they are eliminated, and which blocks the factor then has. */
#pragma once

#include "numerics/bodies.h"
#include "numerics/held_rows.h"

typedef struct {
    int count;
    hol_row_block *block; /* in the order of elimination */
    int *start, *coupled; /* of each, in that order: those it shares a body with, itself and later
                           * ones, ascending */
    int *first, *below;   /* of each column of the factor: the blocks below its pivot, ascending */
} hol_block_order;

/* unit: rows that take no part, for they are eliminated before.  The order belongs to m. */
void hol_block_order_make(hol_memory *m, const hol_bodies *bodies, const hol_pattern *C,
                          const bool held[], const bool unit[], hol_block_order *order);
