/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows in blocks, and constant rows in a compact form: see held_rows.h. */
#include <string.h>

#include "numerics/held_rows.h"

static bool same_columns(const hol_pattern *C, int i, int j)
{
    int n = C->start[i + 1] - C->start[i];
    return C->start[j + 1] - C->start[j] == n &&
           !memcmp(C->col + C->start[i], C->col + C->start[j], (size_t)n * sizeof *C->col);
}

int hol_row_blocks(const hol_pattern *C, const bool held[], hol_row_block block[])
{
    int count = 0;
    for (int i = 0; i < C->rows; i++) {
        hol_row_block *last = block + count - 1;
        int most = held && held[i] ? HOL_BLOCK_ROWS : HOL_FREE_ROWS;
        if (count && last->size < most && same_columns(C, i - 1, i) &&
            (!held || held[i] == held[i - 1]))
            last->size++;
        else
            block[count++] = (hol_row_block){i, 1};
    }
    return count;
}

/* c where the columns at, at + 1, .. of a block are adjacent and hold c times the identity; 0 where
 * not.  `length`: of its rows. */
static double scale_of(int size, int length, const int col[], const double C[], int at)
{
    double c = C[at];
    if (at + size > length) return 0;
    for (int j = 0; j < size; j++) {
        if (col[at + j] != col[at] + j) return 0;
        for (int i = 0; i < size; i++)
            if (C[i * length + at + j] != (i == j ? c : 0)) return 0;
    }
    return c;
}

/* Lists the parts of a block, or counts them where the lists are NULL. */
static void list_parts(const hol_pattern *P, const double values[], hol_held_block *b,
                       hol_scaled_part *scaled, hol_column_part *column)
{
    int start = P->start[b->row], length = P->start[b->row + 1] - start;
    const double *C = values + start;
    const int *col = P->col + start;
    b->scaled = b->columns = 0;
    for (int at = 0, next; at < length; at = next) {
        double c = scale_of(b->size, length, col, C, at);
        bool zero = true;
        next = at + (c != 0 ? b->size : 1);
        for (int i = 0; i < b->size; i++) zero = zero && C[i * length + at] == 0;
        if (c != 0) {
            if (scaled) scaled[b->scaled] = (hol_scaled_part){col[at], c};
            b->scaled++;
        } else if (!zero) {
            if (column) {
                column[b->columns].col = col[at];
                for (int i = 0; i < b->size; i++) column[b->columns].value[i] = C[i * length + at];
            }
            b->columns++;
        }
    }
}

void hol_held_rows_make(hol_memory *m, const hol_pattern *P, const double C[],
                        const hol_row_block block[], int blocks, hol_held_rows *rows)
{
    *rows = (hol_held_rows){.blocks = blocks,
                            .block = hol_alloc(m, (size_t)blocks, sizeof *rows->block)};
    for (int k = 0; k < blocks; k++) {
        hol_held_block *b = rows->block + k;
        *b = (hol_held_block){.row = block[k].row, .size = block[k].size};
        list_parts(P, C, b, NULL, NULL);
        rows->scaled_parts += b->scaled;
        rows->column_parts += b->columns;
    }
    rows->scaled = hol_alloc(m, (size_t)rows->scaled_parts, sizeof *rows->scaled);
    rows->column = hol_alloc(m, (size_t)rows->column_parts, sizeof *rows->column);
    int scaled = 0, columns = 0;
    for (hol_held_block *b = rows->block; b < rows->block + blocks; b++) {
        list_parts(P, C, b, rows->scaled + scaled, rows->column + columns);
        scaled += b->scaled;
        columns += b->columns;
    }
}
