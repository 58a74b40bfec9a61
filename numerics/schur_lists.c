/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which product of an entry of C with one of W = K^-1 B^T goes into which entry of S, and which of
 * W with a multiplier into which entry of x.  Bodies have 3, 6 or 12 coordinates, so that all of it
 * is done by stretches of three, and the rest one by one. */
#include "numerics/schur_lists.h"
#include "numerics/saddle_path.h"

/* The pieces of every column of W, after the pattern of the rows of B. */
static void find_pieces(hol_schur_lists *s, const hol_bodies *bodies, const hol_pattern *B)
{
    const int *col = B->col, *block_of = bodies->of;
    for (int j = 0; j < s->m; j++) {
        s->column[j] = s->pieces;
        for (int k = B->start[j], end = B->start[j + 1]; k < end;) {
            int b = block_of[col[k]], from = k++;
            bool runs = bodies->block[b].value < 0;
            while (k < end && block_of[col[k]] == b && (!runs || col[k] == col[k - 1] + 1)) k++;
            hol_piece p = {b, bodies->block[b].first, bodies->block[b].size, s->W_values, from, k};
            if (runs) {
                p.col = col[from];
                p.len = k - from;
            }
            s->piece[s->pieces++] = p;
            s->W_values += p.len;
        }
    }
    s->column[s->m] = s->pieces;
}

/* ---------------------------------------------------------------- sums */

static void terms_make(hol_memory *memory, hol_terms *terms, int sums)
{
    terms->sums = sums;
    terms->start = hol_alloc(memory, (size_t)sums + 1, sizeof *terms->start);
}

/* Sums are listed in order, start[e + 1] being the end of sum e, and twice: the first time their
 * terms are only counted. */
static void terms_place(hol_memory *memory, hol_terms *terms)
{
    terms->term = hol_alloc(memory, (size_t)terms->start[terms->sums], sizeof *terms->term);
}

static void begin(hol_terms *terms, int e)
{
    terms->start[e + 1] = terms->start[e];
}

static void add(hol_terms *terms, int e, int left, int w)
{
    int at = terms->start[e + 1]++;
    if (terms->term) terms->term[at] = (hol_term){left, w};
}

/* Entry (i, j) of C W: the products of row i of C with column j of W. */
static void list_entry(hol_schur_lists *s, const hol_pattern *C, int i, int j)
{
    const int *col = C->col;
    int e = i * s->m + j;
    begin(&s->CW3, e);
    begin(&s->CW1, e);
    for (int k = C->start[i], end = C->start[i + 1]; k < end;) {
        int from = k++;
        while (k < end && col[k] == col[k - 1] + 1) k++;
        for (int at = s->column[j]; at < s->column[j + 1]; at++) {
            const hol_piece *p = s->piece + at;
            int x = col[from] > p->col ? col[from] : p->col;
            int stop = col[k - 1] < p->col + p->len ? col[k - 1] + 1 : p->col + p->len;
            int left = from - col[from], w = p->w - p->col;
            for (; x + 3 <= stop; x += 3) add(&s->CW3, e, left + x, w + x);
            for (; x < stop; x++) add(&s->CW1, e, left + x, w + x);
        }
    }
}

/* Sum e of W y: the pieces in this row. */
static void list_row(hol_schur_lists *s, hol_terms *terms, int e, int row)
{
    begin(terms, e);
    for (int j = 0; j < s->m; j++)
        for (int at = s->column[j]; at < s->column[j + 1]; at++) {
            const hol_piece *p = s->piece + at;
            if (p->col <= row && row < p->col + p->len) add(terms, e, j, p->w + row - p->col);
        }
}

/* Distributes the rows of W y: by threes that no piece cuts, else singly. */
static void distribute(hol_memory *memory, hol_schur_lists *s)
{
    int threes = 0, ones = 0;
    /* per row: a piece begins or ends before the row */
    bool *cut = hol_alloc(memory, (size_t)s->n + 1, sizeof *cut);
    for (int k = 0; k < s->pieces; k++)
        cut[s->piece[k].col] = cut[s->piece[k].col + s->piece[k].len] = true;
    for (int row = 0; row < s->n;) {
        bool three = row + 3 <= s->n && !cut[row + 1] && !cut[row + 2];
        if (three)
            s->row3[threes++] = row;
        else
            s->row1[ones++] = row;
        row += three ? 3 : 1;
    }
    terms_make(memory, &s->Wy3, threes);
    terms_make(memory, &s->Wy1, ones);
    hol_drop(memory, cut);
}

static void list_all(hol_schur_lists *s, const hol_pattern *C)
{
    for (int e = 0; e < s->m * s->m; e++) list_entry(s, C, e / s->m, e % s->m);
    for (int e = 0; e < s->Wy3.sums; e++) list_row(s, &s->Wy3, e, s->row3[e]);
    for (int e = 0; e < s->Wy1.sums; e++) list_row(s, &s->Wy1, e, s->row1[e]);
}

static void make_terms(hol_memory *memory, hol_schur_lists *s, const hol_pattern *C)
{
    hol_terms *all[] = {&s->CW3, &s->CW1, &s->Wy3, &s->Wy1};
    terms_make(memory, &s->CW3, s->m * s->m);
    terms_make(memory, &s->CW1, s->m * s->m);
    distribute(memory, s);
    list_all(s, C);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) terms_place(memory, all[k]);
    list_all(s, C);
}

/* ---------------------------------------------------------------- all */

void hol_schur_lists_make(hol_memory *memory, const hol_bodies *bodies, const hol_pattern *C,
                          hol_schur_lists *lists)
{
    size_t n = (size_t)C->cols, m = (size_t)C->rows;
    hol_index(m * m);
    *lists = (hol_schur_lists){
        .n = C->cols,
        .m = C->rows,
        .piece = hol_alloc(memory, (size_t)C->nnz, sizeof(hol_piece)),
        .column = hol_alloc(memory, m + 1, sizeof(int)),
        .row3 = hol_alloc(memory, n / 3, sizeof(int)),
        .row1 = hol_alloc(memory, n, sizeof(int)),
    };
    find_pieces(lists, bodies, C);
    make_terms(memory, lists, C);
}
