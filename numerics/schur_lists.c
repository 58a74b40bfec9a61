/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which entries of a row of the constraints lie in one block of K, and side by side: see
 * schur_lists.h. */
#include "numerics/schur_lists.h"
#include "numerics/saddle_path.h"

/* Entries of row j. */
static void find_pieces(hol_schur_lists *s, const int block_of[], const hol_pattern *C, int j)
{
    for (int k = C->start[j], end = C->start[j + 1]; k < end;) {
        int block = block_of[C->col[k]], from = k++;
        while (k < end && block_of[C->col[k]] == block) k++;
        s->piece[s->pieces++] = (hol_piece){block, j, from, k};
    }
}

/* Runs of columns that follow each other in one block, by threes as long as they last. */
static void find_threes(hol_schur_lists *s, const int block_of[], const hol_pattern *C, int i)
{
    int threes = s->threes[i], ones = s->ones[i];
    for (int k = C->start[i], end = C->start[i + 1]; k < end;) {
        int run = k++;
        while (k < end && C->col[k] == C->col[k - 1] + 1 &&
               block_of[C->col[k]] == block_of[C->col[run]])
            k++;
        for (; run + 3 <= k; run += 3) s->three[threes++] = run;
        while (run < k) s->one[ones++] = run++;
    }
    s->threes[i + 1] = threes;
    s->ones[i + 1] = ones;
}

void hol_schur_lists_make(hol_memory *memory, const hol_bodies *bodies, const hol_pattern *C,
                          hol_schur_lists *lists)
{
    size_t m = (size_t)C->rows, entries = (size_t)C->nnz;
    hol_index(m * m);
    *lists = (hol_schur_lists){
        .n = C->cols,
        .m = C->rows,
        .piece = hol_alloc(memory, entries, sizeof(hol_piece)),
        .threes = hol_alloc(memory, m + 1, sizeof(int)),
        .three = hol_alloc(memory, entries / 3, sizeof(int)),
        .ones = hol_alloc(memory, m + 1, sizeof(int)),
        .one = hol_alloc(memory, entries, sizeof(int)),
    };
    for (int i = 0; i < lists->m; i++) {
        find_pieces(lists, bodies->of, C, i);
        find_threes(lists, bodies->of, C, i);
    }
}
