/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of the problems: those in C, then those of the shelf; and the model of one.  The build
 * writes registry.inc, a line HOL_PROBLEM(stem) for every C file of its list; a file exports
 * hol_problem_<stem>. */
#include <string.h>

#include "holonomy/problem.h"
#include "problems/shelf.h"

#define HOL_PROBLEM(stem) extern const hol_problem hol_problem_##stem;
#include "problems/registry.inc"
#undef HOL_PROBLEM

static const hol_problem *const problems[] = {
#define HOL_PROBLEM(stem) &hol_problem_##stem,
#include "problems/registry.inc"
#undef HOL_PROBLEM
};

enum { PROBLEMS = sizeof problems / sizeof *problems };

bool hol_problem_build(const hol_problem *problem, const double par[], hol_model *model,
                       hol_message *why)
{
    if (problem->make) return problem->make(problem, par, model, why);
    problem->build(model, par);
    return true;
}

const hol_problem *hol_core_problem_at(int k)
{
    return k >= 0 && k < PROBLEMS ? problems[k] : NULL;
}

const hol_problem *hol_problem_at(int k)
{
    return k < PROBLEMS ? hol_core_problem_at(k) : hol_shelf.at(k - PROBLEMS);
}

const hol_problem *hol_problem_named(const char *name)
{
    for (int k = 0; k < PROBLEMS; k++)
        if (!strcmp(problems[k]->name, name)) return problems[k];
    return hol_shelf.named(name);
}
