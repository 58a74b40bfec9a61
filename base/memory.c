/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Owners of memory: blocks in a ring, each with its links before it. */
#include "holonomy/memory.h"

#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- no memory */

typedef struct guard {
    jmp_buf at;
    struct guard *outer;
} guard;

static _Thread_local guard *innermost;

bool hol_try(void (*call)(void *data), void *data)
{
    guard g; /* its buffer is not cleared, which would cost four times what the call does */
    g.outer = innermost;
    innermost = &g;
    bool whole = !setjmp(g.at);
    if (whole) call(data);
    innermost = g.outer;
    return whole;
}

void hol_no_memory(void)
{
    assert(innermost);
    longjmp(innermost->at, 1);
}

void hol_lack_memory(void)
{
    if (innermost) hol_no_memory();
}

bool hol_trying(void)
{
    return innermost;
}

/* ---------------------------------------------------------------- owners */

typedef struct block {
    _Alignas(16) struct block *next;
    struct block *previous;
} block;

typedef struct cleanup {
    struct cleanup *below;
    void (*call)(void *self);
    void *self;
} cleanup;

enum { TEXTS = 4096, LONGEST = 64 };

struct hol_memory {
    block ring; /* begins and ends here */
    cleanup *last;
    char *text;  /* where the next text goes, */
    size_t room; /* and how much there is for it */
};

hol_memory *hol_memory_new(void)
{
    hol_memory *m = calloc(1, sizeof *m);
    if (m) m->ring.next = m->ring.previous = &m->ring;
    return m;
}

typedef struct {
    hol_memory *owner;
    void (*call)(hol_memory *m, void *data);
    void *data;
} making;

static void make_for(void *data)
{
    const making *x = data;
    x->call(x->owner, x->data);
}

hol_memory *hol_memory_of(void (*call)(hol_memory *m, void *data), void *data)
{
    making x = {hol_memory_new(), call, data};
    if (x.owner && hol_try(make_for, &x)) return x.owner;
    hol_memory_end(x.owner);
    hol_lack_memory();
    return NULL;
}

static void link_block(hol_memory *m, block *b)
{
    b->next = &m->ring;
    b->previous = m->ring.previous;
    b->previous->next = b->next->previous = b;
}

static void unlink_block(block *b)
{
    b->previous->next = b->next;
    b->next->previous = b->previous;
}

void hol_memory_end(hol_memory *m)
{
    if (!m) return;
    for (cleanup *c = m->last; c; c = c->below) c->call(c->self);
    for (block *b = m->ring.next, *next; b != &m->ring; b = next) {
        next = b->next;
        free(b);
    }
    free(m);
}

void *hol_alloc(hol_memory *m, size_t count, size_t size)
{
    block *b = NULL;
    if (!size || count <= (SIZE_MAX - sizeof *b) / size) b = calloc(1, sizeof *b + count * size);
    if (!b) hol_no_memory();
    link_block(m, b);
    return b + 1;
}

void *hol_alloc_copy(hol_memory *m, const void *from, size_t count, size_t size)
{
    void *copy = hol_alloc(m, count, size);
    if (count) memcpy(copy, from, count * size);
    return copy;
}

void *hol_grow(hol_memory *m, void *array, int count, size_t size)
{
    if (count & (count - 1)) return array; /* the capacity is the next power of two */
    size_t room = count ? 2 * (size_t)count : 1;
    block *b = array ? (block *)array - 1 : NULL, *grown = NULL;
    if (b) unlink_block(b);
    if (room <= (SIZE_MAX - sizeof *b) / size) grown = realloc(b, sizeof *b + room * size);
    if (!grown && b) link_block(m, b);
    if (!grown) hol_no_memory();
    link_block(m, grown);
    return grown + 1;
}

void hol_drop(hol_memory *m, void *array)
{
    (void)m;
    if (!array) return;
    unlink_block((block *)array - 1);
    free((block *)array - 1);
}

void hol_at_end(hol_memory *m, void (*call)(void *self), void *self)
{
    cleanup *c = hol_alloc(m, 1, sizeof *c);
    *c = (cleanup){m->last, call, self};
    m->last = c;
}

const char *hol_keep(hol_memory *m, const char *format, ...)
{
    if (m->room < LONGEST) {
        m->text = hol_alloc(m, TEXTS, 1);
        m->room = TEXTS;
    }
    char *kept = m->text;
    va_list list;
    va_start(list, format);
    vsnprintf(kept, LONGEST, format, list);
    va_end(list);
    m->text += strlen(kept) + 1;
    m->room -= strlen(kept) + 1;
    return kept;
}

/* ---------------------------------------------------------------- without an owner */

void *hol_had(void *memory)
{
    if (!memory) hol_no_memory();
    return memory;
}

void *hol_new(int count, size_t size)
{
    return hol_had(calloc(count > 0 ? (size_t)count : 1, size));
}

void *hol_renew(void *memory, size_t size)
{
    return hol_had(realloc(memory, size ? size : 1));
}
