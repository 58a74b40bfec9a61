/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A growing list of words: see names.h. */
#include "harness/run/names.h"

#include <string.h>

#include "holonomy/memory.h"
#include "holonomy/method.h"
#include "holonomy/problem.h"

void hol_names_add(hol_names *names, const char *word)
{
    names->of = hol_renew(names->of, (size_t)(names->count + 1) * sizeof *names->of);
    names->of[names->count++] = word;
}

void hol_names_clear(hol_names *names)
{
    free(names->of);
    *names = (hol_names){0};
}

int hol_names_place(const hol_names *names, const char *word)
{
    for (int i = 0; i < names->count; i++)
        if (!strcmp(names->of[i], word)) return i;
    return -1;
}

void hol_names_of_methods(hol_names *names)
{
    for (int k = 0; hol_method_at(k); k++) hol_names_add(names, hol_method_at(k)->name);
}

void hol_names_of_problems(hol_names *names)
{
    for (int k = 0; hol_problem_at(k); k++) hol_names_add(names, hol_problem_at(k)->name);
}

void hol_names_of_core_problems(hol_names *names)
{
    for (int k = 0; hol_core_problem_at(k); k++) hol_names_add(names, hol_core_problem_at(k)->name);
}

void hol_names_of_formulations(hol_names *names)
{
    for (int k = 0; hol_formulation_at(k); k++)
        hol_names_add(names, hol_formulation_name(hol_formulation_at(k)));
    hol_names_add(names, "own");
}
