/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of the problems: those in C, of the build and of plug-ins, then those of the shelf; and
 * the model of one.  The build writes registry.inc, a line HOL_PROBLEM(stem) for every C file
 * of its list; a file exports hol_problem_<stem>. */
#include <string.h>

#include "problems/registry.h"
#include "problems/shelf.h"

#define HOL_PROBLEM(stem) extern const hol_problem hol_problem_##stem;
#include "problems/registry.inc"
#undef HOL_PROBLEM

static const hol_problem *const problems[] = {
#define HOL_PROBLEM(stem) &hol_problem_##stem,
#include "problems/registry.inc"
#undef HOL_PROBLEM
    NULL,
};

static hol_problem_list of_the_build = {.problems = problems};

void hol_problems_add(hol_problem_list *more)
{
    hol_problem_list *last = &of_the_build;
    while (last->next) last = last->next;
    last->next = more;
}

bool hol_problem_build(const hol_problem *problem, const double par[], hol_model *model,
                       hol_message *why)
{
    if (!hol_option_check(problem->parameters, "parameter", par, why)) return false;
    if (problem->make) return problem->make(problem, par, model, why);
    problem->build(model, par);
    return !hol_model_mistakes(model, why);
}

/* Problem *k of those in C; NULL past the last, and *k is less by their number. */
static const hol_problem *in_c(int *k)
{
    for (const hol_problem_list *list = &of_the_build; list && *k >= 0; list = list->next)
        for (int i = 0; list->problems[i]; i++)
            if ((*k)-- == 0) return list->problems[i];
    return NULL;
}

const hol_problem *hol_core_problem_at(int k)
{
    return in_c(&k);
}

const hol_problem *hol_problem_at(int k)
{
    const hol_problem *problem = in_c(&k);
    return problem || k < 0 ? problem : hol_shelf.at(k);
}

const hol_problem *hol_problem_named(const char *name)
{
    const hol_problem *problem;
    for (int k = 0; (problem = hol_core_problem_at(k)); k++)
        if (!strcmp(problem->name, name)) return problem;
    return hol_shelf.named(name);
}
