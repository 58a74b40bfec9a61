/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/work.h: scratch of a step. */
#ifndef HOLONOMY_WORK_H
#define HOLONOMY_WORK_H

#include <assert.h>
#include <stddef.h>

#include "holonomy/api.h"

HOL_API_BEGIN

/* A stack of doubles.  What hol_take gives is zeroed, 16-byte aligned and valid until the mark
 * below it is released (the step's own mark ends with the step).  A stack too small spills to the
 * heap and is regrown at the next outermost release: later steps allocate nothing.  A call that
 * finds no memory leaves the innermost hol_try (holonomy/memory.h). */
typedef struct hol_work {
    double *block; /* zero from `used` on */
    size_t capacity, used, peak;
    struct hol_spill *spills;
} hol_work;

hol_work *hol_work_new(void); /* NULL: no memory */
void hol_work_free(hol_work *w);
void hol_release(hol_work *w, size_t mark);
double *hol_take_spilled(hol_work *w, size_t at, size_t end);

static inline size_t hol_mark(const hol_work *w)
{
    return w->used;
}

static inline double *hol_take(hol_work *w, int n)
{
    assert(n >= 0);
    size_t at = w->used, end = at + (((size_t)n + 1) & ~(size_t)1); /* even: 16-byte aligned */
    assert(n >= 0 && end >= at);
    w->used = end;
    return end <= w->capacity ? w->block + at : hol_take_spilled(w, at, end);
}

/* The same for n pieces of `size` bytes that are no doubles. */
static inline void *hol_take_bytes(hol_work *w, int n, size_t size)
{
    return hol_take(w, (int)(((size_t)n * size + sizeof(double) - 1) / sizeof(double)));
}

HOL_API_END

#endif
