/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_text.h: a model read from memory, by way of a file, and what is wrong
 * with it. */
#ifndef HOL_TESTS_MODEL_TEXT_H
#define HOL_TESTS_MODEL_TEXT_H

#include "holonomy/model_file.h"
#include "tests/harness/plan_text.h"

static inline const hol_problem *read_text(const char *text, hol_mistakes *mistakes)
{
    write_bytes(text, strlen(text));
    const hol_problem *problem = hol_model_read(path, mistakes);
    unlink(path);
    return problem;
}

/* The text must have exactly these mistakes, "line:column: ...". */
static inline void expect_mistakes(const char *text, int count, const char *const wanted[])
{
    hol_mistakes mistakes;
    ck_assert_ptr_null(read_text(text, &mistakes));
    for (int i = 0; i < mistakes.count && i < count; i++)
        ck_assert_str_eq(mistakes.text[i] + strlen(path) + 1, wanted[i]);
    ck_assert_msg(mistakes.count == count, "%d mistakes, not %d; the last: %s", mistakes.count,
                  count, mistakes.count ? mistakes.text[mistakes.count - 1] : "none");
    hol_mistakes_free(&mistakes);
}

#endif
