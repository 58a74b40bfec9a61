/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHA-256 of texts: see digest.h. */
#include "base/digest.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <nettle/sha2.h>

void hol_digest(const char *const text[], int count, char digest[HOL_DIGEST])
{
    uint8_t byte[SHA256_DIGEST_SIZE];
    struct sha256_ctx hash;
    sha256_init(&hash);
    for (int i = 0; i < count; i++) sha256_update(&hash, strlen(text[i]), (const uint8_t *)text[i]);
    sha256_digest(&hash, sizeof byte, byte);
    for (size_t i = 0; i < sizeof byte; i++) snprintf(digest + 2 * i, 3, "%02x", byte[i]);
}
