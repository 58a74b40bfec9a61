/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a ladder of steps ends: see ladder.h. */
#include "harness/plan/ladder.h"

#include <string.h>

#include "base/words.h"
#include "harness/store/record.h"

/* An error that no longer falls by this factor, twice, where every method's falls by 1/2 or more.
 */
static const double falls = 0.7;

const char *hol_ladder_end_name(hol_ladder_end end)
{
    static const char *const name[] = {HOL_LADDER_END_LIST(HOL_WORD)};
    return name[end];
}

typedef struct {
    bool came; /* to its end */
    double error, evaluations;
} run;

static hol_store_answer read_run(hol_store *store, const hol_spec *spec, run *r, hol_message *why)
{
    char key[HOL_KEY];
    hol_record record;
    if (!spec) return HOL_STORE_NONE;
    hol_store_answer answer = hol_store_key(store, spec, key, why);
    if (answer == HOL_STORE_FOUND) answer = hol_store_get(store, key, spec->problem, &record, why);
    if (answer != HOL_STORE_FOUND) return answer;
    *r = (run){record.end == HOL_END_OK, record.error.position, hol_record_evaluations(&record)};
    hol_record_clear(&record);
    return answer;
}

static bool fell(const run *coarse, const run *fine)
{
    return !(coarse->came && fine->error >= falls * coarse->error);
}

hol_store_answer hol_ladder_judge(hol_store *store, const hol_spec *const spec[HOL_LADDER_RUNS],
                                  const hol_rung *rung, hol_ladder_end *end, hol_message *why)
{
    run r[HOL_LADDER_RUNS] = {{0}};
    for (int k = 0; k < HOL_LADDER_RUNS; k++) {
        hol_store_answer answer = read_run(store, spec[k], &r[k], why);
        if (answer == HOL_STORE_FAILED || (k == 0 && answer == HOL_STORE_NONE)) return answer;
    }
    *end = HOL_LADDER_GOES_ON;
    if (!r[0].came || !(r[0].error >= 0))
        *end = HOL_LADDER_FAILED;
    else if (r[0].error <= rung->error)
        *end = HOL_LADDER_REACHED;
    else if (!fell(&r[1], &r[0]) && !fell(&r[2], &r[1]))
        *end = HOL_LADDER_ROUND_OFF;
    else if (2 * r[0].evaluations > rung->evaluations)
        *end = HOL_LADDER_SPENT;
    return HOL_STORE_FOUND;
}

static bool same_table(const hol_option table[], const double a[], const double b[])
{
    size_t size = (size_t)hol_option_count(table) * sizeof *a;
    return !size || !memcmp(a, b, size);
}

bool hol_ladder_below(const hol_spec *s, const hol_spec *half)
{
    return s->h == 2 * half->h && s->rtol == 0 && s->atol == 0 && half->rtol == 0 &&
           half->atol == 0 && s->problem == half->problem && s->method == half->method &&
           s->until == half->until && s->past_singular == half->past_singular &&
           !strcmp(s->formulation, half->formulation) &&
           same_table(s->problem->parameters, s->parameters, half->parameters) &&
           same_table(s->method->options, s->options, half->options);
}
