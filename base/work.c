/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scratch of a step: a stack of doubles.  Positions in it are logical: what reaches past the block
 * lies in a piece of its own on the heap, freed when its mark is released, and the block is regrown
 * to the greatest height at the outermost release.  Invariant: the block is zero from `used` on. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/memory.h"
#include "holonomy/work.h"

typedef struct hol_spill {
    struct hol_spill *below;
    size_t at; /* logical position */
    _Alignas(16) double value[];
} spill;

_Static_assert(_Alignof(max_align_t) >= 16, "the heap is 16-byte aligned");

hol_work *hol_work_new(void)
{
    enum { FIRST = 1024 }; /* doubles: enough for a pendulum */
    hol_work *w = calloc(1, sizeof *w);
    if (w) w->block = calloc(w->capacity = FIRST, sizeof *w->block);
    if (w && w->block) return w;
    free(w);
    return NULL;
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
    size_t size = end - at;
    spill *top = size > (SIZE_MAX - sizeof *top) / sizeof *top->value
                     ? NULL
                     : calloc(1, sizeof *top + size * sizeof *top->value);
    if (!top) hol_no_memory();
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
    if (mark || w->peak <= w->capacity) return;
    free(w->block);
    w->block = calloc(w->peak, sizeof *w->block);
    w->capacity = w->block ? w->peak : 0; /* without memory all is spilled */
}
