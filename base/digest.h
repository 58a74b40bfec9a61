/* SPDX-License-Identifier: GPL-3.0-or-later */
/* digest.h: SHA-256 of texts and files. */
#ifndef HOL_DIGEST_H
#define HOL_DIGEST_H

#include <stdbool.h>
#include <stdio.h>

enum { HOL_DIGEST = 65 }; /* 64 hexadecimal digits, and the end */

/* Of the texts one after the other. */
void hol_digest(const char *const text[], int count, char digest[HOL_DIGEST]);

/* Of the rest of the file; false where it cannot be read. */
bool hol_digest_file(FILE *file, char digest[HOL_DIGEST]);

#endif
