/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the numbers of C and of W = K^-1 C^T stand, and where they meet: see few_lists.h. */
#include "numerics/few_lists.h"
#include "numerics/saddle_path.h"

/* Entries of row i; what K^-1 makes of them fills a block, unless that is diagonal. */
static void find_pieces(hol_few_lists *s, const hol_bodies *bodies, const hol_pattern *C, int i)
{
    for (int k = C->start[i], end = C->start[i + 1]; k < end;) {
        int block = bodies->of[C->col[k]], from = k++;
        while (k < end && bodies->of[C->col[k]] == block) k++;
        s->piece[s->pieces++] = (hol_piece){block, i, from, k, s->numbers};
        bool coupled = bodies->block[block].value >= 0;
        s->numbers = hol_index((size_t)s->numbers +
                               (size_t)(coupled ? bodies->block[block].size : k - from));
        if (coupled) s->parallel = false;
    }
}

/* One number more, at the end of the last strip where it follows that. */
static int extend(hol_strip strip[], int strips, hol_strip next)
{
    hol_strip *last = strip + strips - 1;
    if (strips && last->row == next.row && last->column + last->count == next.column &&
        last->from + last->count == next.from) {
        last->count += next.count;
        return strips;
    }
    strip[strips] = next;
    return strips + 1;
}

static void find_strips(hol_few_lists *s, const hol_bodies *bodies, const hol_pattern *C)
{
    for (const hol_piece *p = s->piece; p < s->piece + s->pieces; p++) {
        const hol_block *b = bodies->block + p->block;
        for (int k = p->from; k < p->to; k++)
            s->of_C = extend(s->C, s->of_C, (hol_strip){p->row, k, C->col[k], 1});
        if (b->value >= 0)
            s->of_W = extend(s->W, s->of_W, (hol_strip){p->row, p->w, b->first, b->size});
        for (int k = p->from; b->value < 0 && k < p->to; k++)
            s->of_W = extend(s->W, s->of_W, (hol_strip){p->row, p->w + k - p->from, C->col[k], 1});
    }
}

static int row_of_strips(const hol_strip strip[], int strips, int from, int row)
{
    while (from < strips && strip[from].row == row) from++;
    return from;
}

/* Strips a of C against strips b of W; their number, and where out is not NULL they themselves. */
static int meet(const hol_strip a[], int of_a, const hol_strip b[], int of_b, hol_meeting *out)
{
    int count = 0;
    for (int i = 0; i < of_a; i++)
        for (int j = 0; j < of_b; j++) {
            int first = a[i].column > b[j].column ? a[i].column : b[j].column;
            int end_a = a[i].column + a[i].count, end_b = b[j].column + b[j].count;
            int end = end_a < end_b ? end_a : end_b;
            if (first >= end) continue;
            if (out)
                out[count] = (hol_meeting){a[i].from + first - a[i].column,
                                           b[j].from + first - b[j].column, end - first};
            count++;
        }
    return count;
}

/* Into out, or counted alone. */
static void find_meetings(hol_few_lists *s, hol_meeting *out)
{
    int count = 0;
    for (int i = 0, a = 0, end_a; i < s->m; i++, a = end_a) {
        end_a = row_of_strips(s->C, s->of_C, a, i);
        for (int j = 0, b = 0, end_b; j < s->m; j++, b = end_b) {
            end_b = row_of_strips(s->W, s->of_W, b, j);
            s->meetings[i * s->m + j] = count;
            if (j > i) continue;
            count = hol_index((size_t)count + (size_t)meet(s->C + a, end_a - a, s->W + b, end_b - b,
                                                           out ? out + count : NULL));
        }
    }
    s->meetings[s->m * s->m] = count;
}

void hol_few_lists_make(hol_memory *memory, const hol_bodies *bodies, const hol_pattern *C,
                        hol_few_lists *lists)
{
    size_t m = (size_t)C->rows, entries = (size_t)C->nnz;
    *lists = (hol_few_lists){
        .n = C->cols,
        .m = C->rows,
        .parallel = true,
        .piece = hol_alloc(memory, entries, sizeof(hol_piece)),
        .C = hol_alloc(memory, entries, sizeof(hol_strip)),
        .W = hol_alloc(memory, entries, sizeof(hol_strip)),
        .meetings = hol_alloc(memory, (size_t)hol_index(m * m) + 1, sizeof(int)),
    };
    for (int i = 0; i < lists->m; i++) find_pieces(lists, bodies, C, i);
    find_strips(lists, bodies, C);
    find_meetings(lists, NULL);
    size_t count = (size_t)lists->meetings[m * m];
    lists->meeting = hol_alloc(memory, count, sizeof(hol_meeting));
    find_meetings(lists, lists->meeting);
}
