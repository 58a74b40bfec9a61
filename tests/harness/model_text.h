/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_text.h: a model read from memory, by way of a file. */
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

#endif
