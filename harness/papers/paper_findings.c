/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a paper says beside what was measured: see paper.h. */
#include <stdarg.h>

#include "harness/memory.h"
#include "harness/papers/paper.h"

const char *hol_paper_answer_name(hol_paper_answer answer)
{
    static const char *const name[] = {
#define X(name, text) text,
        HOL_PAPER_ANSWER_LIST(X)
#undef X
    };
    return name[answer];
}

hol_paper_answer hol_paper_if(bool holds)
{
    return holds ? HOL_PAPER_CONFIRMED : HOL_PAPER_REFUTED;
}

void hol_paper_find(hol_paper_findings *found, const char *place, const char *says,
                    hol_paper_answer answer, const char *measured, ...)
{
    found->of = hol_renew(found->of, (size_t)(found->count + 1) * sizeof *found->of);
    hol_paper_finding *one = &found->of[found->count++];
    va_list values;
    snprintf(one->place, sizeof one->place, "%s", place);
    snprintf(one->says, sizeof one->says, "%s", says);
    one->answer = answer;
    va_start(values, measured);
    vsnprintf(one->measured, sizeof one->measured, measured, values);
    va_end(values);
}
