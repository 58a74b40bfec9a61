/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A method on a problem, set up: see paper_rig.h. */
#include "harness/papers/paper_rig.h"

#include <stdlib.h>

#include "harness/memory.h"
#include "harness/run.h"

void hol_rig_close(hol_rig *r)
{
    hol_state_free(r->z);
    hol_stepper_free(r->s);
    hol_system_free(r->sys);
    hol_model_free(r->model);
    free(r->par);
    free(r->opt);
}

/* The table's defaults and what the words change of them. */
static bool set(const hol_option table[], const char *what, const char *const word[],
                double **value, hol_message *why)
{
    *value = hol_new(hol_option_count(table), sizeof **value);
    hol_option_defaults(table, *value);
    for (int i = 0; i < HOL_RIG_WORDS && word[i]; i++)
        if (!hol_option_set(table, what, word[i], *value, why)) return false;
    return true;
}

bool hol_rig_open(hol_rig *r, const hol_rig_plan *plan, hol_message *why)
{
    const hol_problem *problem = hol_problem_named(plan->problem);
    bool unfit;
    hol_status status;
    *r = (hol_rig){.method = hol_method_named(plan->method)};
    const char *formulation = plan->formulation ? plan->formulation : r->method->formulation;
    if (!set(problem->parameters, "parameter", plan->parameter, &r->par, why)) return false;
    if (!set(r->method->options, "option", plan->option, &r->opt, why)) return false;
    r->sys = hol_problem_system(problem, r->par, formulation, &r->model, &unfit, why);
    if (!r->sys) return false;
    r->s = hol_stepper_new(r->sys, r->method, r->opt, &status);
    if (!r->s) {
        hol_say(why, "%s: %s", plan->method, hol_status_text(status));
        return false;
    }
    r->z = hol_state_new(r->sys, r->method, r->opt);
    return true;
}

bool hol_rig_went(hol_rig *r, hol_status status, double h, long n, hol_message *why)
{
    hol_message reason;
    if (status == HOL_OK) {
        r->z->t = (double)n * h;
        return true;
    }
    hol_failure_text(r->s, status, n ? n : -1, r->z->t, &reason);
    hol_say(why, "%s, h = %g: %.400s", r->method->name, h, reason.text);
    return false;
}

bool hol_rig_start(hol_rig *r, double h, hol_message *why)
{
    return hol_rig_went(r, hol_start(r->s, 0, h, NULL, r->z), h, 0, why);
}

bool hol_rig_step(hol_rig *r, double h, long n, hol_message *why)
{
    return hol_rig_went(r, hol_step(r->s, h, r->z), h, n, why);
}

double hol_rig_energy(const hol_rig *r)
{
    return r->sys->kinetic(r->sys, r->z->q, r->z->v) + r->sys->potential(r->sys, r->z->q);
}
