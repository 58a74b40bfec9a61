/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The problems that are tried: see claims.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/memory.h"
#include "holonomy/model_file.h"
#include "tests/probes/probes.h"
#include "tests/ways.h"

bool hol_chosen(const char *variable, const char *name)
{
    const char *names = getenv(variable), *at = names;
    size_t length = strlen(name);
    if (!names || !names[strspn(names, " ")]) return true;
    for (; (at = strstr(at, name)); at++)
        if ((at == names || at[-1] == ' ') && (!at[length] || at[length] == ' ')) return true;
    return false;
}

enum { MODELS = 16 };
static const hol_problem *model_of[MODELS + 1]; /* of files; kept as long as the program runs */

/* HOL_MODELS: the paths of model files, apart by blanks, that are tried as problems are. */
static void read_models(void)
{
    char *paths = hol_had(strdup(getenv("HOL_MODELS") ? getenv("HOL_MODELS") : "")), *rest = NULL;
    int n = 0;
    for (char *path = strtok_r(paths, " ", &rest); path; path = strtok_r(NULL, " ", &rest)) {
        hol_mistakes mistakes;
        model_of[n] = n < MODELS ? hol_model_read(path, &mistakes) : NULL;
        if (!model_of[n++]) {
            fprintf(stderr, "HOL_MODELS: %s cannot be read, or is one too many\n", path);
            exit(EXIT_FAILURE);
        }
        hol_mistakes_free(&mistakes);
    }
    free(paths);
}

/* The problems in C, then the probes, then the files of HOL_MODELS; last, where problems are named,
 * the models of problems/. */
static const hol_problem *any_problem_at(int k)
{
    static const hol_problem *const probe[] = {&hol_probe_torque_revolute, &hol_probe_planar_well,
                                               &hol_probe_driven_point, &hol_probe_four_bar};
    enum { PROBES = sizeof probe / sizeof *probe };
    static bool read;
    if (!read) read_models();
    read = true;
    int known = 0, models = 0;
    while (hol_core_problem_at(known)) known++;
    while (model_of[models]) models++;
    if (k < known) return hol_core_problem_at(k);
    k -= known;
    if (k < PROBES) return probe[k];
    k -= PROBES;
    if (k < models) return model_of[k];
    return getenv("HOL_PROBLEMS") ? hol_problem_at(known + k - models) : NULL;
}

const hol_problem *hol_tried_problem_at(int k)
{
    const hol_problem *problem;
    for (int i = 0; (problem = any_problem_at(i)); i++)
        if (hol_chosen("HOL_PROBLEMS", problem->name) && k-- == 0) return problem;
    return NULL;
}
