/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calls of the allocator: see allocations.h.  The program's own malloc and its kin stand before
 * those of glibc for all that it loads, count, and hand on.  Weak: a test may have its own. */
#include <stdlib.h>

#include "base/sanitized.h"
#include "harness/study/allocations.h"

#if defined __GLIBC__ && !defined HOL_SANITIZED

#define COUNTING __attribute__((weak, visibility("default")))

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local long calls;

COUNTING void *malloc(size_t size)
{
    calls++;
    return __libc_malloc(size);
}

COUNTING void *calloc(size_t count, size_t size)
{
    calls++;
    return __libc_calloc(count, size);
}

COUNTING void *realloc(void *block, size_t size)
{
    calls++;
    return __libc_realloc(block, size);
}

COUNTING void *aligned_alloc(size_t alignment, size_t size)
{
    calls++;
    return __libc_memalign(alignment, size);
}

long hol_allocations(void)
{
    return calls;
}

#else

long hol_allocations(void)
{
    return -1;
}

#endif
