/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows eliminated with their body: see block_units.h. */
#include <string.h>

#include "numerics/block_units.h"
#include "numerics/saddle_path.h"

enum { FREE = -1, SHARED = -2 };

/* Per column: the first column of the scaled parts on it where all agree on their stretch, FREE
 * where there is none, SHARED where something else touches it.  size: of those parts. */
static int *stretches(hol_memory *m, int columns, const hol_held_rows *rows, unsigned char size[])
{
    int *first = hol_alloc(m, (size_t)columns, sizeof *first);
    const hol_scaled_part *s = rows->scaled;
    for (int i = 0; i < columns; i++) first[i] = FREE;
    for (int b = 0; b < rows->blocks; b++)
        for (const hol_scaled_part *end = s + rows->block[b].scaled; s < end; s++)
            for (int k = 0; k < rows->block[b].size; k++) {
                int *at = first + s->col + k;
                bool same = *at == s->col && size[s->col + k] == rows->block[b].size;
                *at = *at == FREE || same ? s->col : SHARED;
                size[s->col + k] = (unsigned char)rows->block[b].size;
            }
    for (int k = 0; k < rows->column_parts; k++) first[rows->column[k].col] = SHARED;
    return first;
}

/* Per column: rows that are not held. */
static int *free_rows(hol_memory *m, const hol_pattern *C, const bool held[])
{
    int *users = hol_alloc(m, (size_t)C->cols, sizeof *users);
    for (int i = 0; i < C->rows; i++)
        for (int k = C->start[i]; k < C->start[i + 1] && !held[i]; k++) users[C->col[k]]++;
    return users;
}

void hol_block_units_find(hol_memory *scratch, const hol_bodies *bodies, const hol_pattern *C,
                          const bool held[], const hol_held_rows *held_rows, bool unit[])
{
    memset(unit, 0, (size_t)C->rows * sizeof *unit);
    if (!held) return;
    unsigned char *size = hol_alloc(scratch, (size_t)C->cols, 1);
    int *first = stretches(scratch, C->cols, held_rows, size), *users = free_rows(scratch, C, held);
    for (int i = 0; i < C->rows; i++) {
        int from = C->start[i], length = C->start[i + 1] - from;
        unit[i] = !held[i] && length >= 2 && length <= HOL_BLOCK_ROWS;
        for (int k = 0; k < length && unit[i]; k++) {
            int col = C->col[from + k];
            bool whole = first[col] == FREE || (first[col] == C->col[from] && size[col] == length);
            unit[i] = col == C->col[from] + k && users[col] == 1 && whole &&
                      bodies->block[bodies->of[col]].value < 0;
        }
    }
    hol_drop(scratch, size);
    hol_drop(scratch, first);
    hol_drop(scratch, users);
}

/* ---------------------------------------------------------------- lists */

typedef struct { /* the held parts on each unit, one unit's after another's, columns ascending */
    int *start, *column;
    double *c;
} parts;

static parts parts_of(hol_memory *m, const hol_held_rows *rows, const int column_of[],
                      const int unit_at[], int count)
{
    parts p = {.start = hol_alloc(m, (size_t)count + 2, sizeof(int))};
    for (int k = 0; k < rows->scaled_parts; k++)
        if (unit_at[rows->scaled[k].col] >= 0) p.start[unit_at[rows->scaled[k].col] + 2]++;
    for (int u = 0; u < count; u++) p.start[u + 2] += p.start[u + 1];
    p.column = hol_alloc(m, (size_t)p.start[count + 1], sizeof *p.column);
    p.c = hol_alloc(m, (size_t)p.start[count + 1], sizeof *p.c);
    const hol_scaled_part *s = rows->scaled;
    for (int b = 0; b < rows->blocks; b++)
        for (const hol_scaled_part *end = s + rows->block[b].scaled; s < end; s++) {
            if (unit_at[s->col] < 0) continue;
            int at = p.start[unit_at[s->col] + 1]++;
            p.column[at] = column_of[b];
            p.c[at] = s->c;
        }
    return p;
}

/* The rows in the order of the first column that needs them, those that none needs last. */
static void sort_units(hol_memory *scratch, const hol_pattern *C, const int row[], const parts *p,
                       int columns, hol_block_units *units, int number[])
{
    int *next = hol_alloc(scratch, (size_t)columns + 2, sizeof *next);
    for (int u = 0; u < units->count; u++)
        next[(p->start[u] < p->start[u + 1] ? p->column[p->start[u]] : columns) + 1]++;
    for (int j = 0; j <= columns; j++) next[j + 1] += next[j];
    for (int j = 0; j < columns; j++) units->until[j] = next[j + 1];
    for (int u = 0; u < units->count; u++) {
        int place = next[p->start[u] < p->start[u + 1] ? p->column[p->start[u]] : columns]++;
        int from = C->start[row[u]];
        units->unit[place] =
            (hol_block_unit){row[u], from, C->col[from], C->start[row[u] + 1] - from};
        number[place] = u;
    }
}

/* The terms of all columns: of each, those of the pivot block first. */
static void list_terms(hol_memory *m, hol_memory *scratch, const parts *p, const int at[],
                       const int place_of[], int columns, hol_block_place *place, const void *of,
                       hol_block_units *units)
{
    int *next = hol_alloc(scratch, (size_t)columns + 1, sizeof *next), total = 0;
    int *pivots = hol_alloc(scratch, (size_t)columns + 1, sizeof *pivots);
    for (int u = 0; u < units->count; u++)
        for (int i = p->start[u]; i < p->start[u + 1]; i++) {
            units->pivot[p->column[i]]++;
            units->all[p->column[i]] += p->start[u + 1] - i;
        }
    for (int j = 0; j < columns; j++) {
        pivots[j] = total;
        next[j] = total + units->pivot[j];
        total = hol_index((size_t)total + (size_t)units->all[j]);
    }
    units->terms = total;
    units->term = hol_alloc(m, (size_t)total, sizeof *units->term);
    for (int k = 0; k < units->count; k++) {
        int u = place_of[k];
        for (int j = p->start[u]; j < p->start[u + 1]; j++)
            for (int i = j; i < p->start[u + 1]; i++) {
                int *to = (i == j ? pivots : next) + p->column[j];
                units->term[(*to)++] = (hol_block_term){
                    at[k], place(of, p->column[i], p->column[j]), p->c[i] * p->c[j]};
            }
    }
}

void hol_block_units_make(hol_memory *m, hol_memory *scratch, const hol_pattern *C,
                          const bool unit[], const hol_held_rows *held_rows, const int column_of[],
                          int columns, hol_block_place *place, const void *of,
                          hol_block_units *units)
{
    *units = (hol_block_units){.until = hol_alloc(m, (size_t)columns, sizeof(int)),
                               .pivot = hol_alloc(m, (size_t)columns, sizeof(int)),
                               .all = hol_alloc(m, (size_t)columns, sizeof(int))};
    int *row = hol_alloc(scratch, (size_t)C->rows, sizeof *row);
    int *unit_at = hol_alloc(scratch, (size_t)C->cols, sizeof *unit_at);
    for (int i = 0; i < C->cols; i++) unit_at[i] = -1;
    for (int i = 0; i < C->rows; i++) {
        if (!unit[i]) continue;
        unit_at[C->col[C->start[i]]] = units->count;
        row[units->count++] = i;
    }
    size_t count = (size_t)units->count;
    units->unit = hol_alloc(m, count, sizeof *units->unit);
    int *number = hol_alloc(scratch, count, sizeof *number);
    int *at = hol_alloc(scratch, count, sizeof *at);
    parts p = parts_of(scratch, held_rows, column_of, unit_at, units->count);
    sort_units(scratch, C, row, &p, columns, units, number);
    for (int k = 0; k < units->count; k++) {
        at[k] = units->numbers;
        units->numbers += hol_unit_numbers(units->unit[k].length);
    }
    list_terms(m, scratch, &p, at, number, columns, place, of, units);
}
