/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The word that a rule finds for numbers: see paper_rule.h. */
#include <math.h>

#include "base/words.h"
#include "harness/papers/paper_rule.h"

HOL_WORD_OF(hol_paper_answer_name, hol_paper_answer, HOL_PAPER_ANSWER_LIST(HOL_WORD))

hol_paper_answer hol_paper_word(const hol_paper_rule *rule, int count, const double x[],
                                const double bound[2], double *value)
{
    *value = NAN;
    if (count % rule->group != 0 || count < rule->group * rule->least) return HOL_PAPER_REFUTED;
    for (int k = 0; k < count; k++)
        if (!isfinite(x[k])) return HOL_PAPER_REFUTED;
    hol_paper_answer word = rule->judge(count / rule->group, x, bound, value);
    return isfinite(*value) ? word : HOL_PAPER_REFUTED;
}
