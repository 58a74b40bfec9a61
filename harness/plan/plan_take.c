/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of another store that belong to a plan: see plan_take.h. */
#include "harness/plan/plan_take.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const hol_plan *plan;
    char (*key)[HOL_KEY]; /* of each run of the plan */
    hol_spec *spec;       /* what is added */
    int count;
} taking;

static bool is_in(const taking *t, const hol_spec *spec)
{
    char key[HOL_KEY];
    hol_spec_key(spec, key);
    for (int i = 0; i < t->plan->count; i++)
        if (!strcmp(t->key[i], key)) return true;
    return false;
}

static void add(taking *t, hol_spec spec)
{
    t->spec = hol_renew(t->spec, (size_t)(t->count + 1) * sizeof *t->spec);
    t->spec[t->count++] = spec;
}

static bool wanted(void *self, const char *problem, const char *method, const char *line)
{
    taking *t = self;
    hol_spec spec;
    for (const hol_spec *like = t->plan->spec; like < t->plan->spec + t->plan->count; like++) {
        if (strcmp(like->problem->name, problem) != 0 || strcmp(like->method->name, method) != 0 ||
            !hol_spec_read(line, like, &spec))
            continue;
        if (is_in(t, &spec))
            hol_spec_clear(&spec);
        else
            add(t, spec);
        return true;
    }
    return false;
}

static void append(hol_plan *plan, const taking *t)
{
    size_t count = (size_t)(plan->count + t->count);
    plan->spec = hol_renew(plan->spec, count * sizeof *plan->spec);
    plan->rung = hol_renew(plan->rung, count * sizeof *plan->rung);
    for (int i = 0; i < t->count; i++) {
        plan->rung[plan->count] = (hol_rung){.error = 0};
        plan->spec[plan->count++] = t->spec[i];
    }
}

bool hol_plan_take(hol_plan *plan, hol_store *store, const char *path, double steps,
                   hol_store_taken *taken, hol_message *why)
{
    taking t = {.plan = plan, .key = hol_new(plan->count, sizeof *t.key)};
    for (int i = 0; i < plan->count; i++) hol_spec_key(&plan->spec[i], t.key[i]);
    const hol_store_taking asked = {.steps = steps, .wanted = wanted, .self = &t};
    bool good = hol_store_take(store, path, &asked, taken, why);
    if (good)
        append(plan, &t);
    else
        for (int i = 0; i < t.count; i++) hol_spec_clear(&t.spec[i]);
    free(t.spec), free(t.key);
    return good;
}
