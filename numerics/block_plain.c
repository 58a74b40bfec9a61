/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The products of held rows, kept: see block_plain.h. */
#include <limits.h>

#include "numerics/block_plain.h"

/* Every block of a column is a multiple of 1; its blocks have as many rows as it has. */
static bool is_diagonal(const hol_block_column *column, const double v[])
{
    int r = column->size;
    if (!column->still || r < 2 || (column->below && column->others != r)) return false;
    for (int i = 0; i < r; i++)
        for (int j = 0; j <= i; j++, v++)
            if (i == j ? *v != *(v - i * (i + 3) / 2) : *v != 0) return false;
    for (int a = 0; a < column->below; a++, v += r * r)
        for (int i = 0; i < r * r; i++)
            if (v[i] != (i % (r + 1) ? 0 : v[0])) return false;
    return true;
}

typedef struct {
    double a, c;
    int U;
} entry;

/* Column j as a list of a 1 + c U; their number, 0 where it is no such column.  t: the terms of its
 * units. */
static int list_column(const hol_block_lists *lists, int j, const hol_block_term *t,
                       const double S[], entry e[])
{
    const hol_block_units *units = &lists->units;
    const hol_block_column *c = lists->column + j;
    int pivots = units->pivot[j], first = pivots ? pivots : 1, count = first + c->below;
    int size = c->size, below = c->value + size * (size + 1) / 2;
    if (pivots > UCHAR_MAX || !is_diagonal(c, S + c->value)) return 0;
    for (int k = 0; k < count; k++) e[k] = (entry){.U = units->numbers};
    e[0].a = S[c->value];
    for (int b = 0; b < c->below; b++) e[first + b].a = S[below + b * size * size];
    for (int k = 0; k < units->all[j]; k++, t++) {
        entry *to = e + (k < pivots ? k : first + (t->target - below) / (size * size));
        if (to->c != 0) return 0;
        to->c = -t->c;
        to->U = t->unit + 1; /* behind p of the unit */
    }
    return count;
}

static int most_of_column(const hol_block_lists *lists)
{
    int most = 0;
    for (int j = 0; j < lists->columns; j++) {
        int entries = lists->units.pivot[j] + 1 + lists->column[j].below;
        if (entries > most) most = entries;
    }
    return most;
}

/* The place of (a, c) among the factors, the last of which are looked through. */
static int place_of(hol_memory *m, double a, double c, hol_plain_factors **factors, int *count)
{
    enum { LAST = 16 };
    for (int k = *count - 1; k >= 0 && k >= *count - LAST; k--)
        if ((*factors)[k].a == a && (*factors)[k].c == c) return k;
    *factors = hol_grow(m, *factors, *count, sizeof **factors);
    (*factors)[*count] = (hol_plain_factors){a, c};
    return (*count)++;
}

void hol_block_keep(hol_memory *m, hol_memory *scratch, hol_block_lists *lists, const double S[],
                    hol_block_kept *kept)
{
    hol_block_units *units = &lists->units;
    hol_block_term *t = units->term;
    size_t most = (size_t)lists->below_blocks + (size_t)lists->columns + (size_t)units->terms;
    hol_plain_block *plain = hol_alloc(scratch, most, sizeof *plain), *p = plain;
    hol_plain_factors *factors = NULL;
    entry *e = hol_alloc(scratch, (size_t)most_of_column(lists), sizeof *e);
    double *rest = hol_alloc(scratch, (size_t)lists->values, sizeof *rest), *r = rest;
    int terms = 0, pairs = 0;
    for (int j = 0; j < lists->columns; j++) {
        hol_block_column *c = lists->column + j;
        int count = list_column(lists, j, t, S, e), all = units->all[j];
        if ((c->plain = count > 0)) {
            c->pivots = (unsigned char)(count - c->below);
            for (int k = 0; k < count; k++)
                *p++ =
                    (hol_plain_block){place_of(scratch, e[k].a, e[k].c, &factors, &pairs), e[k].U};
            units->pivot[j] = units->all[j] = 0;
        } else {
            for (int k = c->value; k < c[1].value; k++) *r++ = S[k];
            for (int k = 0; k < all; k++) units->term[terms++] = t[k];
        }
        t += all;
    }
    hol_block_term *left = hol_alloc_copy(m, units->term, (size_t)terms, sizeof *left);
    hol_drop(m, units->term);
    units->term = left;
    units->terms = terms;
    kept->plain = hol_alloc_copy(m, plain, (size_t)(p - plain), sizeof *p);
    kept->factors = hol_alloc_copy(m, factors, (size_t)pairs, sizeof *factors);
    kept->rest = hol_alloc_copy(m, rest, (size_t)(r - rest), sizeof *r);
}
