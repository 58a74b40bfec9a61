/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of models and of set-up: zeroed, growing arrays, texts that stay where they are.  There is
 * no going on without it. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mechanics/internal.h"

void *hol_make(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p) {
        fputs("holonomy: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return p;
}

void *hol_append(void *array, int count, size_t size)
{
    if (count & (count - 1)) return array; /* capacity: the next power of two */
    void *grown = realloc(array, (count ? 2 * (size_t)count : 1) * size);
    if (!grown) {
        fputs("holonomy: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return grown;
}

enum { TEXTS = 4096, LONGEST = 64 };

struct hol_texts {
    hol_texts *below;
    size_t used;
    char text[TEXTS];
};

const char *hol_keep(hol_texts **texts, const char *format, ...)
{
    if (!*texts || (*texts)->used + LONGEST > TEXTS) {
        hol_texts *fresh = hol_make(1, sizeof *fresh);
        fresh->below = *texts;
        *texts = fresh;
    }
    char *kept = (*texts)->text + (*texts)->used;
    va_list list;
    va_start(list, format);
    vsnprintf(kept, LONGEST, format, list);
    va_end(list);
    (*texts)->used += strlen(kept) + 1;
    return kept;
}

void hol_texts_free(hol_texts *texts)
{
    for (hol_texts *below; texts; texts = below) {
        below = texts->below;
        free(texts);
    }
}
