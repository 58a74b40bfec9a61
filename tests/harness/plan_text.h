/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_text.h: a plan read from memory, by way of a file. */
#ifndef HOL_TESTS_PLAN_TEXT_H
#define HOL_TESTS_PLAN_TEXT_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/plan/plan.h"

static char path[64]; /* of the last one */

static inline void write_bytes(const char *bytes, size_t size)
{
    strcpy(path, "/tmp/holonomy-plan-XXXXXX");
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    FILE *out = fdopen(file, "wb");
    ck_assert_ptr_nonnull(out);
    ck_assert_uint_eq(fwrite(bytes, 1, size, out), size);
    ck_assert_int_eq(fclose(out), 0);
}

static inline hol_plan *read_bytes(const char *bytes, size_t size, hol_mistakes *mistakes)
{
    write_bytes(bytes, size);
    hol_plan *plan = hol_plan_read(path, mistakes);
    unlink(path);
    return plan;
}

#endif
