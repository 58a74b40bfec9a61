/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scratch of a step: a stack of doubles.  Positions in it are logical: what reaches past the block
 * lies in a piece of its own on the heap, freed when its mark is released, and the block is regrown
 * to the greatest height at the outermost release.  Invariant: the block is zero from `used` on. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mechanics/holonomy.h"

typedef struct hol_spill {
    struct hol_spill *below;
    size_t at; /* logical position */
    _Alignas(16) double value[];
} spill;

_Static_assert(_Alignof(max_align_t) >= 16, "the heap is 16-byte aligned");

static void *zeroed(size_t count, size_t size, size_t extra)
{
    void *memory = count > (SIZE_MAX - extra) / size ? NULL : calloc(1, extra + count * size);
    if (!memory) {
        fprintf(stderr, "holonomy: no memory for %zu numbers of scratch\n", count);
        exit(EXIT_FAILURE);
    }
    return memory;
}

hol_work *hol_work_new(void)
{
    enum { FIRST = 1024 }; /* doubles: enough for a pendulum */
    hol_work *w = zeroed(1, sizeof *w, 0);
    w->block = zeroed(FIRST, sizeof(double), 0);
    w->capacity = FIRST;
    return w;
}

static void drop_spills(hol_work *w, size_t mark)
{
    while (w->spills && w->spills->at >= mark) {
        spill *top = w->spills;
        w->spills = top->below;
        free(top);
    }
}

void hol_work_free(hol_work *w)
{
    if (!w) return;
    drop_spills(w, 0);
    free(w->block);
    free(w);
}

double *hol_take_spilled(hol_work *w, size_t at, size_t end)
{
    if (end > w->peak) w->peak = end;
    spill *top = zeroed(end - at, sizeof(double), sizeof *top);
    top->below = w->spills;
    top->at = at;
    w->spills = top;
    return top->value;
}

void hol_release(hol_work *w, size_t mark)
{
    size_t end = w->used < w->capacity ? w->used : w->capacity;
    w->used = mark;
    if (end > mark) memset(w->block + mark, 0, (end - mark) * sizeof(double));
    if (w->spills) drop_spills(w, mark);
    if (mark == 0 && w->peak > w->capacity) {
        free(w->block);
        w->block = zeroed(w->peak, sizeof(double), 0);
        w->capacity = w->peak;
    }
}
