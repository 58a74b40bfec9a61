/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a ladder ends: see ladder.h. */
#include "harness/plan/ladder.h"

#include <math.h>
#include <string.h>

#include "harness/store/record.h"

/* An error that no longer falls by this factor a halving, twice, over one or over two of them,
 * where every method's falls by 1/2 or more: round-off may lie low once. */
static const double falls = 0.7;

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

/* The error of the run r[0] from that of r[n], of 2^n its step. */
static bool fell(const run r[], int n)
{
    return !(r[n].came && r[0].error >= pow(falls, n) * r[n].error);
}

static bool is_adaptive(const hol_spec *spec)
{
    return spec->rtol > 0 || spec->atol > 0;
}

/* Evaluations of the rung: twice those of twice its step; of a tolerance by the power of it on
 * which the two runs above lie, where both came to their end. */
static double forecast(const hol_spec *const spec[], const run r[])
{
    if (!is_adaptive(spec[0])) return 2 * r[1].evaluations;
    if (!r[1].came || !r[2].came) return r[1].evaluations;
    double power = log(r[1].evaluations / r[2].evaluations) / log(spec[2]->rtol / spec[1]->rtol);
    return r[1].evaluations * pow(spec[1]->rtol / spec[0]->rtol, fmax(power, 0));
}

hol_store_answer hol_ladder_judge(hol_store *store, const hol_spec *const spec[HOL_LADDER_RUNS],
                                  const hol_rung *rung, hol_ladder_end *end, hol_message *why)
{
    run r[HOL_LADDER_RUNS] = {{0}};
    for (int k = 1; k < HOL_LADDER_RUNS; k++) {
        hol_store_answer answer = read_run(store, spec[k], &r[k], why);
        if (answer == HOL_STORE_FAILED || (k == 1 && answer == HOL_STORE_NONE)) return answer;
    }
    bool steps = !is_adaptive(spec[0]);
    *end = HOL_LADDER_GOES_ON;
    if (steps && (!r[1].came || !(r[1].error >= 0)))
        *end = HOL_LADDER_FAILED;
    else if (steps && r[1].error <= rung->error)
        *end = HOL_LADDER_REACHED;
    else if (steps &&
             ((!fell(&r[1], 1) && !fell(&r[2], 1)) || (!fell(&r[1], 2) && !fell(&r[2], 2))))
        *end = HOL_LADDER_ROUND_OFF;
    else if (forecast(spec, r) > rung->evaluations)
        *end = HOL_LADDER_SPENT;
    return HOL_STORE_FOUND;
}

static bool same_table(const hol_option table[], const double a[], const double b[])
{
    size_t size = (size_t)hol_option_count(table) * sizeof *a;
    return !size || !memcmp(a, b, size);
}

static bool finer_control(const hol_spec *s, const hol_spec *finer)
{
    if (is_adaptive(s))
        return s->h == finer->h && s->rtol > finer->rtol && finer->rtol > 0 &&
               s->atol >= finer->atol;
    return s->h == 2 * finer->h && !is_adaptive(finer);
}

bool hol_ladder_below(const hol_spec *s, const hol_spec *finer)
{
    return finer_control(s, finer) && s->problem == finer->problem && s->method == finer->method &&
           s->until == finer->until && s->past_singular == finer->past_singular &&
           !strcmp(s->formulation, finer->formulation) &&
           same_table(s->problem->parameters, s->parameters, finer->parameters) &&
           same_table(s->method->options, s->options, finer->options);
}
