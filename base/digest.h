/* SPDX-License-Identifier: GPL-3.0-or-later */
/* digest.h: SHA-256 of texts and files. */
#pragma once

#include <stdbool.h>

enum { HOL_DIGEST = 65 }; /* 64 hexadecimal digits, and the end */

/* Of the texts one after the other. */
void hol_digest(const char *const text[], int count, char digest[HOL_DIGEST]);
/* Of the bytes of a file; false, with errno, where they cannot be read. */
bool hol_digest_file(const char *path, char digest[HOL_DIGEST]);
