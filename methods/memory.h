/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of set-up. */
#ifndef HOL_METHODS_MEMORY_H
#define HOL_METHODS_MEMORY_H

#include <stdio.h>
#include <stdlib.h>

/* Zeroed; no memory ends the program. */
static inline void *hol_zeroed(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        fprintf(stderr, "holonomy: no memory for a method\n");
        exit(EXIT_FAILURE);
    }
    return memory;
}

#endif
