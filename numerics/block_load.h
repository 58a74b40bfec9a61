/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of S = C K^-1 C^T + Sigma, each assembled shortly before the sweep of saddle_block.c
 * eliminates it: K^-1 C^T of the rows of a column, the products of its pieces, the numbers of plain
 * columns and of units, the right-hand side C x - b. */
#pragma once

#include "numerics/block_kernels.h"
#include "numerics/block_plain.h"

typedef struct {
    hol_bodies bodies;
    hol_pattern C;    /* borrowed */
    bool *held;       /* m, or NULL */
    hol_memory *made; /* of what follows, NULL: it has to be made */
    hol_block_lists lists;
    hol_block_kept held_products;
    double *C_values; /* of the last factorisation, unless all rows are held */
    double *unit;     /* numbers of the units, and zeros for a U = 0 */
    double *S;        /* the columns: S, then its factors */
    double *W;        /* of one column */
    bool kept;        /* S of held rows is that of this K */
    double *diagonal; /* m: of S */
    double *x, *y;    /* n, m: scratch */
    double ratio;     /* smallest pivot over its diagonal entry */
} hol_block_state;

typedef struct { /* where a sweep stands in the lists of an assembly */
    const hol_block_share *share;
    const hol_block_piece *piece;
    const hol_block_product *product;
    const hol_block_scaling *scaling;
    const hol_block_axis *axis;
} hol_block_cursor;

/* Where the assembly of columns stands, the right-hand side C x - b beside it. */
typedef struct {
    hol_block_cursor at;
    int loaded, units; /* columns, units */
    double *number;    /* of the next unit */
    const hol_block_term *term;
    const hol_held_block *held;
    const hol_scaled_part *scaled;
    const hol_column_part *column;
    const hol_plain_block *plain;
    const double *kept, *C, *Sigma, *b;
    double *x, *y;
    bool regular; /* no pivot of a unit vanished */
} hol_block_loader;

/* All columns of an assembly into S, which is zero. */
void hol_block_assemble(const hol_block_state *s, const hol_block_assembly *a, const double C[]);

/* Sigma NULL: 0.  x (n): K^-1 a, from which the units take their part; y (m): C x - b. */
hol_block_loader hol_block_begin(const hol_block_state *s, const double C[], const double Sigma[],
                                 double x[], const double b[], double y[]);
/* The columns before `reach`, with the units on them. */
void hol_block_load(hol_block_state *s, int reach, hol_block_loader *l);
/* The units that are left, which no column needs. */
void hol_block_load_rest(const hol_block_state *s, hol_block_loader *l);
/* The right-hand side alone, the numbers of the units and the factors being there. */
void hol_block_load_rhs(const hol_block_state *s, hol_block_loader *l);

/* w = K^-1 c^T of a unit. */
HOL_INLINED void hol_unit_column(int length, const hol_block_state *s, const hol_block_unit *u,
                                 const double C[], double w[])
{
    for (int i = 0; i < length; i++) w[i] = C[u->from + i] * s->bodies.inverse[u->col + i];
}
