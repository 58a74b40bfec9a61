/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHA-256 of texts and files: see digest.h. */
#include "base/digest.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <nettle/base16.h>
#include <nettle/sha2.h>

static void write_digits(struct sha256_ctx *hash, char digest[HOL_DIGEST])
{
    uint8_t byte[SHA256_DIGEST_SIZE];
    sha256_digest(hash, sizeof byte, byte);
    base16_encode_update(digest, sizeof byte, byte);
    digest[BASE16_ENCODE_LENGTH(sizeof byte)] = '\0';
}

void hol_digest(const char *const text[], int count, char digest[HOL_DIGEST])
{
    struct sha256_ctx hash;
    sha256_init(&hash);
    for (int i = 0; i < count; i++) sha256_update(&hash, strlen(text[i]), (const uint8_t *)text[i]);
    write_digits(&hash, digest);
}

bool hol_digest_file(const char *path, char digest[HOL_DIGEST])
{
    struct sha256_ctx hash;
    uint8_t part[4096];
    size_t n;
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    sha256_init(&hash);
    while ((n = fread(part, 1, sizeof part, file)) > 0) sha256_update(&hash, n, part);
    int wrong = ferror(file) ? errno : 0;
    fclose(file);
    write_digits(&hash, digest);
    errno = wrong;
    return !wrong;
}
