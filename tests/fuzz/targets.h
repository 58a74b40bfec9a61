/* SPDX-License-Identifier: GPL-3.0-or-later */
/* targets.h: what reads bytes that a stranger may have written. */
#ifndef HOL_TESTS_FUZZ_TARGETS_H
#define HOL_TESTS_FUZZ_TARGETS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *name;
    void (*read)(const char *path); /* the bytes, in a file */
} fuzz_target;

/* NULL behind the last one. */
const fuzz_target *fuzz_target_at(int k);
const fuzz_target *fuzz_target_named(const char *name);
/* The target reads so many bytes; false where it found no memory. */
bool fuzz_try(const fuzz_target *target, const void *bytes, size_t size);

#endif
