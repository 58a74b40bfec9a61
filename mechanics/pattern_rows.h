/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pattern that grows row by row. */
#pragma once

#include "holonomy/memory.h"
#include "holonomy/pattern.h"

typedef struct {
    hol_memory *memory;
    int *start, *col, rows, nnz;
} hol_pattern_rows;

static inline void hol_open_row(hol_pattern_rows *p)
{
    p->start = hol_grow(p->memory, p->start, p->rows, sizeof *p->start);
    p->start[p->rows++] = p->nnz;
}

static inline void hol_put_column(hol_pattern_rows *p, int col)
{
    p->col = hol_grow(p->memory, p->col, p->nnz, sizeof *p->col);
    p->col[p->nnz++] = col;
}

static inline hol_pattern hol_pattern_of_rows(hol_pattern_rows *p, int cols)
{
    int rows = p->rows;
    hol_open_row(p);
    return (hol_pattern){rows, cols, p->nnz, p->start, p->col};
}
