/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/memory.h: memory of set-up, and what becomes of a call that finds none left.
 *
 * A block belongs to an owner (a model, a system, a stepper) and ends with it; nobody frees blocks
 * one by one.  Where there is no memory the call is left through the innermost hol_try of its
 * thread, which gives false; what had been made so far stays with its owners. */
#ifndef HOLONOMY_MEMORY_H
#define HOLONOMY_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h> /* free */

#include "holonomy/api.h"

HOL_API_BEGIN

typedef struct hol_memory hol_memory;

hol_memory *hol_memory_new(void); /* an owner of nothing yet; NULL: no memory */
/* An owner of what call(m, data) makes; where that finds no memory, nothing of it stays and the
 * caller's hol_try is left in turn, or, without one, this is NULL. */
hol_memory *hol_memory_of(void (*call)(hol_memory *m, void *data), void *data);
/* What was asked for by hol_at_end, the last first, then all blocks; NULL is no owner. */
void hol_memory_end(hol_memory *m);

/* Zeroed and 16-byte aligned, `count` pieces of `size` bytes, never NULL. */
void *hol_alloc(hol_memory *m, size_t count, size_t size);
/* The same, with what stands at `from`. */
void *hol_alloc_copy(hol_memory *m, const void *from, size_t count, size_t size);
/* An array of `count` elements with room for one more; the capacities are the powers of two.
 * NULL is an array of none. */
void *hol_grow(hol_memory *m, void *array, int count, size_t size);
/* Ends a block before its owner; NULL is no block. */
void hol_drop(hol_memory *m, void *block);
/* call(self) when the owner ends: what a foreign library made. */
void hol_at_end(hol_memory *m, void (*call)(void *self), void *self);

/* Keeps a text of at most 63 characters, the rest is cut off. */
const char *hol_keep(hol_memory *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* call(data); false where it found no memory. */
bool hol_try(void (*call)(void *data), void *data);
/* Leaves the innermost hol_try: there is no memory. */
void hol_no_memory(void) __attribute__((noreturn));
/* The same where the thread is inside one; else it returns, and the caller says so in its way. */
void hol_lack_memory(void);
/* Is the thread inside one? */
bool hol_trying(void);

/* ---------------------------------------------------------------- without an owner */

/* Zeroed, and made larger or smaller with its content; to be freed by free().  Never NULL: the
 * innermost hol_try is left where there is no memory, or what is not memory is missing. */
void *hol_new(int count, size_t size);
void *hol_renew(void *memory, size_t size);
void *hol_had(void *memory);

HOL_API_END

#endif
