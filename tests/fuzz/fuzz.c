/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libFuzzer's program: of the target $HOL_FUZZ, `make check-fuzz`. */
#include <cblas.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/targets.h"

static const fuzz_target *target;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *name = getenv("HOL_FUZZ");
    (void)argc, (void)argv;
    target = name ? fuzz_target_named(name) : NULL;
    if (!target) {
        fputs("HOL_FUZZ is one of", stderr);
        for (int k = 0; fuzz_target_at(k); k++) fprintf(stderr, " %s", fuzz_target_at(k)->name);
        fputs("\n", stderr);
        exit(64);
    }
    openblas_set_num_threads(1);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_try(target, bytes, size);
    return 0;
}
