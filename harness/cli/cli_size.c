/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How large a model may be: see cli_size.h. */
#include "harness/cli/cli_size.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "base/say.h"
#include "harness/cli/cli_options.h"
#include "harness/cli/cli_terminal.h"
#include "holonomy/memory.h"
#include "mechanics/joint_size.h"

static struct {
    double bodies, memory; /* [bytes]; 0: as many as there may be */
} most;

/* ---------------------------------------------------------------- what is asked for */

static double unit_of(char letter)
{
    return letter == 'k' ? 0x1p10 : letter == 'M' ? 0x1p20 : letter == 'G' ? 0x1p30 : 0;
}

static bool take_number(const char *name, const char *word, double *number)
{
    char *end;
    double x = hol_strtod(word, &end);
    bool memory = !strcmp(name, "memory"), unit = memory && end != word && unit_of(*end) > 0;
    if (unit) x *= unit_of(*end++);
    *number = x;
    if (end != word && !*end && x >= 1 && x < (memory ? 0x1p62 : INT_MAX)) return true;
    return hol_refuse(false, "--limit %s: '%s' is no number from 1 on%s", name, word,
                      memory ? ", with k, M or G behind it or not" : "");
}

static bool take_one(char *word)
{
    static const struct {
        const char *name;
    } known[] = {{"bodies"}, {"memory"}};
    char *value = strchr(word, '=');
    if (value) *value++ = '\0';
    int k = cli_pick("unknown limit", word, known, sizeof *known, 2);
    return k >= 0 &&
           take_number(known[k].name, value ? value : "", k ? &most.memory : &most.bodies);
}

bool cli_size_limit(const char *word)
{
    char part[64];
    bool good;
    do {
        size_t n = strcspn(word, ",");
        snprintf(part, sizeof part, "%.*s", (int)(n < sizeof part ? n : sizeof part), word);
        good = take_one(part);
        word += n + (word[n] == ',');
    } while (good && *word);
    return good;
}

/* ---------------------------------------------------------------- what a model takes */

/* With its system, the factors and the state of a method, as measured on ladders and chains of up
 * to 120 000 bodies: to a factor of two or three. */
static double memory_of(const hol_model *model)
{
    static const double size[HOL_SHAPES] = {
        [HOL_RIGID] = 13e3, [HOL_POINT] = 3e3, [HOL_ROD] = 5e3, [HOL_PLANAR] = 5e3}; /* [bytes] */
    double sum = 0;
    for (int b = 0; b < hol_body_count(model); b++) sum += size[hol_body_at(model, b)->shape];
    return sum;
}

static const double slowness = 1.2e-8; /* of the set-up and a first step [s / byte] */
static const double large = 1e9;       /* [bytes], from which on it is told */

/* The matrices that a tree couples: their patterns, and values of each that is asked for. */
static double tree_of(const hol_model *model)
{
    return 16 * hol_joint_entries(model); /* [bytes] */
}

static double machine(void)
{
    return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}

/* False where it is more than --limit has, which the text says too. */
static bool describe(const hol_problem *problem, const char *where, int bodies, double memory,
                     hol_message *text)
{
    char limit[48] = "";
    bool many = most.bodies > 0 && bodies > most.bodies;
    bool much = most.memory > 0 && memory > most.memory;
    if (many)
        snprintf(limit, sizeof limit, "; --limit has %.0f bodies", most.bodies);
    else if (much)
        snprintf(limit, sizeof limit, "; --limit has %.2g GB", most.memory / 1e9);
    hol_say(text, "%s%s: %d bodies: about %.2g GB%s and %s before the first steps%s", problem->name,
            where, bodies, memory / 1e9, memory > machine() ? ", more than this machine has," : "",
            cli_span_of(slowness * memory).text, limit);
    return !many && !much;
}

/* `where`: " in joint coordinates", or nothing. */
static bool fits(const hol_problem *problem, const char *where, const hol_model *model,
                 double memory)
{
    hol_message text;
    bool good = describe(problem, where, hol_body_count(model), memory, &text);
    if (!good || memory >= large) hol_complain("%s", text.text);
    return good;
}

typedef bool judgement(const hol_problem *problem, const hol_model *model, void *data);

/* A problem with parameters makes its model by them; one that cannot is told later. */
static bool judge(const hol_problem *problem, const double par[], judgement *of, void *data)
{
    if (problem->model && !(problem->make && problem->parameters))
        return of(problem, problem->model, data);
    hol_message why;
    hol_model *model = hol_had(hol_model_new());
    bool good = !hol_problem_build(problem, par, model, &why) || of(problem, model, data);
    hol_model_free(model);
    return good;
}

static bool of_bodies(const hol_problem *problem, const hol_model *model, void *data)
{
    (void)data;
    return fits(problem, "", model, memory_of(model));
}

bool cli_size_fits(const hol_problem *problem, const double par[])
{
    return judge(problem, par, of_bodies, NULL);
}

static const char in_joint[] = " in joint coordinates";

/* What is less than the bodies take has been told with them. */
static bool of_tree(const hol_problem *problem, const hol_model *model, void *data)
{
    (void)data;
    double tree = tree_of(model), bodies = memory_of(model);
    return tree < bodies || fits(problem, in_joint, model, tree + bodies);
}

static bool is_joint(const char *formulation)
{
    return formulation && !strcmp(formulation, "joint");
}

bool cli_size_fits_in(const hol_problem *problem, const double par[], const char *formulation)
{
    return !is_joint(formulation) || judge(problem, par, of_tree, NULL);
}

typedef struct {
    bool joint;
    hol_message *text;
} excess;

static bool of_machine(const hol_problem *problem, const hol_model *model, void *data)
{
    const excess *x = data;
    double memory = memory_of(model) + (x->joint ? tree_of(model) : 0);
    return describe(problem, x->joint ? in_joint : "", hol_body_count(model), memory, x->text) &&
           memory <= machine();
}

bool cli_size_exceeds(const hol_problem *problem, const double par[], const char *formulation,
                      hol_message *text)
{
    return !judge(problem, par, of_machine, &(excess){is_joint(formulation), text});
}

/* Specs of one problem with the same values of its parameters are neighbours. */
static int by_model(const void *a, const void *b)
{
    const hol_spec *x = *(hol_spec *const *)a, *y = *(hol_spec *const *)b;
    int names = strcmp(x->problem->name, y->problem->name);
    if (names || x->problem != y->problem) return names ? names : x->problem < y->problem ? -1 : 1;
    size_t n = (size_t)hol_option_count(x->problem->parameters);
    return n ? memcmp(x->parameters, y->parameters, n * sizeof *x->parameters) : 0;
}

bool cli_size_fits_plan(const hol_plan *plan)
{
    size_t n = (size_t)plan->count;
    hol_spec **spec = hol_had(calloc(n, sizeof *spec));
    bool good = true, told = false; /* in joint coordinates */
    for (size_t i = 0; i < n; i++) spec[i] = &plan->spec[i];
    qsort(spec, n, sizeof *spec, by_model);
    for (size_t i = 0; i < n; i++) {
        const hol_spec *s = spec[i];
        bool first = !i || by_model(&spec[i - 1], &spec[i]);
        told = told && !first;
        if (first) good = cli_size_fits(s->problem, s->parameters) && good;
        if (told || !is_joint(s->formulation)) continue;
        good = cli_size_fits_in(s->problem, s->parameters, s->formulation) && good;
        told = true;
    }
    free(spec);
    return good;
}
