/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The problems of a plan, the program's and models in files: see plan_entry.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan/plan_entry.h"
#include "harness/run/names.h"
#include "holonomy/memory.h"
#include "holonomy/model_file.h"

static plan_problem *add(plan_problems *problems, const hol_problem *problem, const char *name)
{
    size_t n = (size_t)++problems->count;
    problems->of = hol_renew(problems->of, n * sizeof *problems->of);
    problems->of[n - 1] = (plan_problem){.problem = problem};
    hol_names_add(&problems->name, name);
    return &problems->of[n - 1];
}

plan_problems plan_problems_new(void)
{
    plan_problems problems = {0};
    const hol_problem *problem;
    while ((problem = hol_problem_at(problems.count))) add(&problems, problem, problem->name);
    problems.named = problems.count;
    while (hol_core_problem_at(problems.core)) problems.core++;
    return problems;
}

void plan_problems_free(plan_problems *problems)
{
    for (int k = 0; k < problems->count; k++) hol_experiment_close(problems->of[k].x);
    free(problems->of);
    hol_names_clear(&problems->name);
    *problems = (plan_problems){0};
}

/* ---------------------------------------------------------------- models */

void plan_path(const file_tree *tree, const char *file, char path[], size_t size)
{
    const char *end = strrchr(tree->path, '/');
    int folder = end && file[0] != '/' ? (int)(end + 1 - tree->path) : 0;
    snprintf(path, size, "%.*s%s", folder, tree->path, file);
}

/* A model with mistakes stands as the first problem: the plan is of no use anyway. */
static void read_model(file_tree *tree, plan_problems *problems, int node)
{
    char path[1024];
    const char *name = tree->node[node].text;
    hol_mistakes mistakes;
    plan_path(tree, name, path, sizeof path);
    const hol_problem *model = hol_model_read(path, &mistakes);
    if (!model && !mistakes.count) hol_no_memory();
    if (!model)
        file_say_at(tree, node, "%s%s", mistakes.text[0],
                    mistakes.count > 1 ? ", and more: `holonomy explain` says all" : "");
    hol_mistakes_free(&mistakes);
    add(problems, model ? model : problems->of[0].problem, name)->model = model;
}

static void read_if_model(file_tree *tree, plan_problems *problems, int node)
{
    if (!file_is_scalar(tree, node) || !hol_model_is_file(tree->node[node].text)) return;
    for (int k = problems->named; k < problems->count; k++)
        if (!strcmp(problems->name.of[k], tree->node[node].text)) return;
    read_model(tree, problems, node);
}

void plan_read_problems(file_tree *tree, plan_problems *problems, int node, file_picks *picks)
{
    read_if_model(tree, problems, node);
    if (tree->node[node].kind == FILE_LIST)
        for (int i = tree->node[node].first; i >= 0; i = tree->node[i].next)
            read_if_model(tree, problems, i);
    file_names names = {"problem", problems->name.of, problems->count, problems->core, NULL};
    file_read_names(tree, node, &names, picks);
}

/* ---------------------------------------------------------------- error estimates */

/* The problem by its defaults, in the first formulation that has room for it. */
static void make_system(plan_problem *p)
{
    hol_refusal why;
    hol_names formulations = {0};
    hol_names_of_formulations(&formulations);
    p->tried = true;
    for (int i = 0; i < formulations.count && !p->x; i++)
        p->x = hol_experiment_open(
            &(hol_setup){.problem = p->problem, .formulation = formulations.of[i]}, &why);
    hol_names_clear(&formulations);
}

bool plan_has_estimate(plan_problems *problems, int k, const hol_method *method,
                       const double options[])
{
    plan_problem *p = &problems->of[k];
    if (!p->tried) make_system(p);
    if (!p->x) return false;
    hol_claims claims = hol_method_claims(method, p->x->sys, options);
    return hol_takes_tolerances(&claims);
}
