/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ways of claims.h: which methods are tried on which problems, in which formulations and with
 * which options.  Nothing here knows a method, a problem or a formulation by name. */
#include "tests/ways.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/experiment.h"
#include "holonomy/memory.h"
#include "holonomy/reference.h"

/* The formulations of a problem: those of models, and its finished system. */
static const char *formulation_at(const hol_problem *problem, int k)
{
    int first = problem->own ? 1 : 0;
    if (k < first) return "own";
    const hol_formulation *f = hol_formulation_at(k - first);
    return f ? hol_formulation_name(f) : NULL;
}

/* ---------------------------------------------------------------- the list of ways */

enum { CHOICE_PROBLEMS = 1, LARGE = 2 };
static hol_way *list;
static int listed, room;

static void add(const hol_way *way)
{
    if (listed == room) list = hol_renew(list, (size_t)(room = 2 * room + 64) * sizeof *list);
    list[listed++] = *way;
}

/* The method with one choice set; false where its set-up refuses it. */
static bool accepts(const hol_way *way, hol_eval *sys)
{
    hol_status status;
    double *opt = hol_way_values(way->method->options);
    if (way->option >= 0) opt[way->option] = way->choice;
    hol_stepper *s = hol_stepper_new(sys, way->method, opt, &status, NULL);
    if (!s && status != HOL_UNSUPPORTED) {
        fprintf(stderr, "%s on %s: set-up fails: %s\n", way->method->name, way->problem->name,
                hol_status_name(status));
        exit(EXIT_FAILURE);
    }
    hol_stepper_free(s);
    free(opt);
    return s != NULL;
}

/* The grid with every choice in every formulation, which has no limit of time. */
static bool all_of_it(void)
{
    const char *asked = getenv("HOL_LONG");
    return asked && !strcmp(asked, "all");
}

/* Whether this choice is on the list for enough problems, or for this one in a formulation. */
static bool tried(const hol_way *way)
{
    int problems = 0;
    for (int i = 0; i < listed; i++) {
        const hol_way *w = &list[i];
        if (w->method != way->method || w->option != way->option || w->choice != way->choice)
            continue;
        if (w->problem == way->problem) return !all_of_it();
        problems++;
    }
    return problems >= CHOICE_PROBLEMS && !getenv("HOL_LONG");
}

/* The defaults, then every other choice of every option, one at a time: each on the first problem
 * of the order that takes it, in the first formulation that does; where HOL_LONG is set on all, and
 * in all where it is `all`. */
static void add_ways(hol_way way, hol_eval *sys, hol_census *census)
{
    const hol_option *table = way.method->options;
    way.option = -1;
    if (!accepts(&way, sys)) {
        census->refused++;
        return;
    }
    census->run++;
    add(&way);
    for (way.option = 0; table && table[way.option].name; way.option++) {
        const hol_option *o = &table[way.option];
        if (o->kind != HOL_CHOICE) continue;
        for (way.choice = 0; way.choice <= (int)o->max; way.choice++) {
            if (way.choice == (int)o->value) continue;
            if (tried(&way))
                census->choices_left++;
            else if (accepts(&way, sys))
                add(&way);
            else
                census->choices_refused++;
        }
    }
}

/* NULL where the formulation has no place for the model; a wrong model ends the program. */
static hol_experiment *realise(const hol_way *way)
{
    hol_refusal why;
    double *par = hol_trial_parameters(way->problem);
    hol_experiment *x = hol_experiment_open(
        &(hol_setup){.problem = way->problem, .formulation = way->formulation, .parameters = par},
        &why);
    if (!x && why.outcome != HOL_UNFIT) {
        fprintf(stderr, "%s in %s: %s\n", way->problem->name, way->formulation, why.reason.text);
        exit(EXIT_FAILURE);
    }
    free(par);
    return x;
}

static int bodies_of(const hol_problem *problem)
{
    double *par = hol_trial_parameters(problem);
    hol_model *model = hol_model_new();
    hol_message why;
    if (!hol_problem_build(problem, par, model, &why)) {
        fprintf(stderr, "%s: %s\n", problem->name, why.text);
        exit(EXIT_FAILURE);
    }
    int bodies = hol_body_count(model);
    hol_model_free(model);
    free(par);
    return bodies;
}

static bool is_large(const hol_problem *problem)
{
    return bodies_of(problem) > LARGE;
}

static bool listed_for(const hol_way *way)
{
    for (int i = 0; i < listed; i++)
        if (list[i].method == way->method && list[i].problem == way->problem) return true;
    return false;
}

/* A large problem is stepped in its own coordinates, and in the last formulation that takes it,
 * which has the fewest; in all where HOL_LONG is set. */
static bool left_to_long(const hol_way *way)
{
    return is_large(way->problem) && strcmp(way->formulation, "own") != 0 && listed_for(way) &&
           !getenv("HOL_LONG");
}

/* ---------------------------------------------------------------- pairs of method and problem */

typedef struct {
    const hol_method *method;
    const hol_problem *problem;
    uint64_t features; /* of the systems on which the method steps the problem; 0: none */
    bool picked;       /* for `make check` */
} pair;
static pair *pairs; /* by method and problem */
static int methods, problems;

/* Traits that a system has, traits that it lacks, and its formulation, each a bit. */
static uint64_t features_of(const hol_eval *sys, int formulation)
{
    enum { SYMMETRIES = 12, ROWS, CONSTRAINTS, TRAITS }; /* behind the last trait */
    uint64_t has = (uint64_t)sys->has | (uint64_t)(sys->ns > 0) << SYMMETRIES |
                   (uint64_t)(sys->na > 0) << ROWS | (uint64_t)(sys->nc > 0) << CONSTRAINTS;
    uint64_t all = ((uint64_t)1 << TRAITS) - 1;
    return has | (~has & all) << TRAITS | (uint64_t)1 << (2 * TRAITS + formulation);
}

/* In the formulations that `make check` takes: see left_to_long. */
static uint64_t features(const hol_method *method, const hol_problem *problem)
{
    hol_way way = {method, problem, NULL, -1, 0};
    int n = 0;
    while (formulation_at(problem, n)) n++;
    uint64_t sum = 0;
    bool large = is_large(problem), taken = false;
    for (int f = n - 1; f >= 0; f--) {
        way.formulation = formulation_at(problem, f);
        bool own = !strcmp(way.formulation, "own");
        hol_experiment *x = realise(&way);
        hol_eval *sys = x ? x->sys : NULL;
        bool fits = sys && !sys->same_as && !hol_missing(method, sys) && accepts(&way, sys);
        if (fits && !(large && taken && !own)) sum |= features_of(sys, own ? n : f);
        taken |= fits;
        hol_experiment_close(x);
    }
    return sum;
}

static int count_bits(uint64_t x)
{
    int n = 0;
    for (; x; x &= x - 1) n++;
    return n;
}

static int picked_of(int m, int p) /* m or p -1: of all */
{
    int n = 0;
    for (int i = 0; i < methods * problems; i++)
        n += pairs[i].picked && (m < 0 || i / problems == m) && (p < 0 || i % problems == p);
    return n;
}

/* First those that choices are tried on: see add_ways.  Then the problem not picked yet that shows
 * most of what was not seen; of equals the one with the fewest methods, then the first. -1: none.
 */
static int next_problem(int m, uint64_t seen)
{
    int best = -1, most = -1, fewest = 0;
    for (int p = 0; p < problems; p++) {
        const pair *x = &pairs[m * problems + p];
        int gain = count_bits(x->features & ~seen), tried = picked_of(-1, p);
        if (!x->features || x->picked) continue;
        if (picked_of(m, -1) < CHOICE_PROBLEMS) return p;
        if (gain < most || (gain == most && tried >= fewest)) continue;
        best = p, most = gain, fewest = tried;
    }
    return best;
}

/* Each method on so many problems: those that show most of the traits and formulations it meets. */
static void pick_problems(int m)
{
    uint64_t seen = 0;
    for (int p; picked_of(m, -1) < HOL_FEWEST_PAIRS && (p = next_problem(m, seen)) >= 0;) {
        pair *x = &pairs[m * problems + p];
        x->picked = true;
        seen |= x->features;
    }
}

/* Each problem with so many methods at least: those that have the fewest problems. */
static void pick_methods(int p)
{
    while (picked_of(-1, p) < HOL_FEWEST_PAIRS) {
        int best = -1;
        for (int m = 0; m < methods; m++) {
            const pair *x = &pairs[m * problems + p];
            if (!x->features || x->picked) continue;
            if (best < 0 || picked_of(m, -1) < picked_of(best, -1)) best = m;
        }
        if (best < 0) return;
        pairs[best * problems + p].picked = true;
    }
}

static pair *pair_of(const hol_method *method, const hol_problem *problem)
{
    for (int i = 0; i < methods * problems; i++)
        if (pairs[i].method == method && pairs[i].problem == problem) return &pairs[i];
    return NULL;
}

uint64_t hol_pair_features(const hol_method *method, const hol_problem *problem)
{
    return pair_of(method, problem)->features;
}

static bool left_to_grid(const hol_way *way)
{
    return !getenv("HOL_LONG") && !pair_of(way->method, way->problem)->picked;
}

static void survey(const hol_way *way, hol_census *census)
{
    hol_experiment *x = realise(way);
    hol_eval *sys = x ? x->sys : NULL;
    census->triples++;
    if (!sys)
        census->unfit++;
    else if (sys->same_as)
        census->same++;
    else if (hol_missing(way->method, sys)) {
        census->missing++;
        way = &(hol_way){way->method, way->problem, way->formulation, -1, 0};
        census->refusals += !accepts(way, sys);
    } else if (left_to_long(way) || left_to_grid(way))
        census->left++;
    else
        add_ways(*way, sys, census);
    hol_experiment_close(x);
}

static void survey_all(hol_way way, hol_census *census)
{
    int n = 0;
    bool last_first = is_large(way.problem);
    while (formulation_at(way.problem, n)) n++;
    for (int f = 0; f < n; f++) {
        way.formulation = formulation_at(way.problem, last_first ? n - 1 - f : f);
        survey(&way, census);
    }
}

/* Few bodies first, a single one last: the smallest problems in which bodies are coupled. */
static int rank_of(const hol_problem *problem)
{
    int bodies = bodies_of(problem);
    return bodies > 1 ? bodies : INT_MAX;
}

typedef struct {
    const hol_problem *problem;
    int rank, number;
} ranked;

static int compare_rank(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    return x->rank != y->rank ? (x->rank > y->rank) - (x->rank < y->rank) : x->number - y->number;
}

/* A new array of all problems in that order, ended by NULL. */
static ranked *in_order(void)
{
    int n = 0;
    while (hol_tried_problem_at(n)) n++;
    ranked *order = hol_new(n + 1, sizeof *order);
    for (int k = 0; k < n; k++)
        order[k] = (ranked){hol_tried_problem_at(k), rank_of(hol_tried_problem_at(k)), k};
    qsort(order, (size_t)n, sizeof *order, compare_rank);
    return order;
}

static void pair_all(const ranked *order)
{
    while (hol_method_at(methods)) methods++;
    while (order[problems].problem) problems++;
    pairs = hol_new(methods * problems, sizeof *pairs);
    for (int m = 0; m < methods; m++)
        for (int p = 0; p < problems; p++) {
            const hol_method *method = hol_method_at(m);
            uint64_t has =
                hol_chosen("HOL_METHODS", method->name) ? features(method, order[p].problem) : 0;
            pairs[m * problems + p] = (pair){method, order[p].problem, has, false};
        }
    for (int m = 0; m < methods; m++) pick_problems(m);
    for (int p = 0; p < problems; p++) pick_methods(p);
}

static hol_census list_all(void)
{
    hol_census counted = {0};
    hol_way way = {0};
    ranked *order = in_order();
    pair_all(order);
    for (int m = 0; (way.method = hol_method_at(m)); m++)
        for (int p = 0;
             hol_chosen("HOL_METHODS", way.method->name) && (way.problem = order[p].problem); p++)
            survey_all(way, &counted);
    free(order);
    counted.ways = listed;
    return counted;
}

int hol_ways(hol_census *census)
{
    static hol_census counted;
    if (!pairs) counted = list_all();
    if (census) *census = counted;
    return listed;
}

const hol_way *hol_way_at(int way)
{
    return &list[way];
}

bool hol_reference_numbered(int k, const hol_problem **problem, char file[64])
{
    for (int i = 0; (*problem = hol_problem_at(i)); i++)
        for (int n = 0; hol_reference_file(*problem, n, file); n++)
            if (k-- == 0) return true;
    return false;
}
