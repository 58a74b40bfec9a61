/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.h: zeroed memory of set-up and output; there is no going on without it. */
#ifndef HOL_MEMORY_H
#define HOL_MEMORY_H

#include <stdio.h>
#include <stdlib.h>

static inline void *hol_had(void *memory)
{
    if (memory) return memory;
    fputs("holonomy: out of memory\n", stderr);
    exit(EXIT_FAILURE);
}

static inline void *hol_new(int count, size_t size)
{
    return hol_had(calloc(count > 0 ? (size_t)count : 1, size));
}

static inline void *hol_renew(void *memory, size_t size)
{
    return hol_had(realloc(memory, size ? size : 1));
}

#endif
