/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHA-256 of texts and files: see digest.h. */
#include "base/digest.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <nettle/sha2.h>

static void write_digest(struct sha256_ctx *hash, char digest[HOL_DIGEST])
{
    uint8_t byte[SHA256_DIGEST_SIZE];
    sha256_digest(hash, sizeof byte, byte);
    for (size_t i = 0; i < sizeof byte; i++) snprintf(digest + 2 * i, 3, "%02x", byte[i]);
}

void hol_digest(const char *const text[], int count, char digest[HOL_DIGEST])
{
    struct sha256_ctx hash;
    sha256_init(&hash);
    for (int i = 0; i < count; i++) sha256_update(&hash, strlen(text[i]), (const uint8_t *)text[i]);
    write_digest(&hash, digest);
}

bool hol_digest_file(FILE *file, char digest[HOL_DIGEST])
{
    struct sha256_ctx hash;
    uint8_t part[4096];
    size_t size;
    sha256_init(&hash);
    while ((size = fread(part, 1, sizeof part, file)) > 0) sha256_update(&hash, size, part);
    write_digest(&hash, digest);
    return !ferror(file);
}
