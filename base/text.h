/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h: a text of any length, written as a file is; a file that there is no memory to open. */
#pragma once

#include <stdio.h>

typedef struct {
    FILE *out;
    char *text; /* of no use before its end */
    size_t size, room;
} hol_text;

/* The three leave the innermost hol_try where there is no memory (base/memory.h).  A hol_text stays
 * where it is until its end. */
void hol_text_begin(hol_text *t);
/* The whole text, to be freed by free(). */
char *hol_text_end(hol_text *t);
/* As fopen. */
FILE *hol_open_file(const char *path, const char *mode);

/* Adds to a text with room for `size` bytes, as far as there is room. */
void hol_append(char text[], size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
