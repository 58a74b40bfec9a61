/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a plan's file to its runs: see plan.h, and docs/plans.md for the format. */
#include "harness/plan/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan/plan_entry.h"
#include "holonomy/memory.h"
#include "holonomy/model_file.h"
#include "holonomy/plugin.h"

enum { PLAN_RUNGS = 12 };    /* below the shortest step: down to a 4096th of it */
enum { PLAN_RUNS = 100000 }; /* of one plan, before equal ones are merged */

enum { TITLE, CERTIFICATES, MEASURES, PLUGINS, DEFAULTS, RUNS, SLOTS };

static const file_key keys[] = {{"title", TITLE},       {"certificates", CERTIFICATES},
                                {"measures", MEASURES}, {"plugins", PLUGINS},
                                {"defaults", DEFAULTS}, {"runs", RUNS}};
enum { KEYS = sizeof keys / sizeof *keys };

/* ---------------------------------------------------------------- equal runs */

/* In any order in which equal runs stand together, but for the frames of their motions. */
static int compare_runs(const hol_spec *x, const hol_spec *y)
{
    const double of_x[] = {x->h,      x->rtol,    x->atol,          x->until,
                           x->series, x->repeats, x->past_singular, x->redundant},
                 of_y[] = {y->h,      y->rtol,    y->atol,          y->until,
                           y->series, y->repeats, y->past_singular, y->redundant};
    int order = memcmp(&x->problem, &y->problem, sizeof x->problem);
    if (!order) order = memcmp(&x->method, &y->method, sizeof x->method);
    if (!order) order = memcmp(of_x, of_y, sizeof of_x);
    if (!order) order = strcmp(x->formulation, y->formulation);
    size_t parameters = (size_t)hol_option_count(x->problem->parameters) * sizeof(double);
    size_t options = (size_t)hol_option_count(x->method->options) * sizeof(double);
    if (!order && parameters) order = memcmp(x->parameters, y->parameters, parameters);
    if (!order && options) order = memcmp(x->options, y->options, options);
    return order;
}

static int by_run(const void *a, const void *b)
{
    const hol_spec *x = *(hol_spec *const *)a, *y = *(hol_spec *const *)b;
    int order = compare_runs(x, y);
    return order ? order : x < y ? -1 : x > y;
}

static void merge_rungs(hol_rung *first, const hol_rung *other)
{
    if (!first->evaluations || !other->evaluations) {
        *first = (hol_rung){0}; /* one of them is made anyway */
        return;
    }
    if (other->error < first->error) first->error = other->error;
    if (other->evaluations > first->evaluations) first->evaluations = other->evaluations;
}

/* Leaves the first of equal runs, with the most frames that are asked of any. */
static void merge_equal(hol_plan *plan)
{
    hol_spec **by = hol_new(plan->count, sizeof *by), *first = NULL;
    for (int i = 0; i < plan->count; i++) by[i] = &plan->spec[i];
    qsort(by, (size_t)plan->count, sizeof *by, by_run);
    for (int i = 0; i < plan->count; i++) {
        if (!first || compare_runs(first, by[i])) {
            first = by[i];
            continue;
        }
        if (by[i]->motion > first->motion) first->motion = by[i]->motion;
        merge_rungs(&plan->rung[first - plan->spec], &plan->rung[by[i] - plan->spec]);
        hol_spec_clear(by[i]); /* has no problem any more */
    }
    hol_plan_compact(plan);
    free(by);
}

void hol_plan_compact(hol_plan *plan)
{
    int count = plan->count;
    plan->count = 0;
    for (int i = 0; i < count; i++) {
        if (!plan->spec[i].problem) continue;
        plan->rung[plan->count] = plan->rung[i];
        plan->spec[plan->count++] = plan->spec[i];
    }
}

/* ---------------------------------------------------------------- products of lists */

typedef struct {
    file_tree tree;
    plan_problems problems;
    file_names formulation;
    plan_entry *entry; /* the tree's */
    int entries;
    hol_plan *plan;
} reader;

/* The rungs below the shortest step. */
static void add_rungs(reader *r, const plan_entry *e, const hol_spec *base)
{
    hol_spec spec = *base;
    double least = HUGE_VAL;
    for (int i = 0; i < e->step.count; i++) least = fmin(least, e->step.x[i]);
    spec.h = e->factor ? least * base->h : least;
    if (e->steps > 0.0) spec.until = e->steps * spec.h;
    spec.series = spec.motion = 0; /* these are kept of the step above */
    for (int i = 0; i < PLAN_RUNGS; i++) {
        spec.h *= 0.5;
        r->plan->rung[r->plan->count] =
            (hol_rung){.error = e->ladder, .evaluations = e->evaluations};
        r->plan->spec[r->plan->count++] = hol_spec_copy(&spec);
    }
}

/* A method in a formulation at every step or tolerance. */
static void add_levels(reader *r, const plan_entry *e, const hol_spec *base, bool adaptive)
{
    const file_numbers *levels = adaptive ? &e->tolerance : &e->step;
    for (int i = 0; i < levels->count; i++) {
        hol_spec spec = *base;
        if (adaptive)
            spec.rtol = spec.atol = levels->x[i];
        else
            spec.h = e->factor ? levels->x[i] * base->h : levels->x[i];
        if (e->steps > 0.0) spec.until = e->steps * spec.h;
        if (adaptive) r->plan->rung[r->plan->count].evaluations = e->tolerance_evaluations;
        r->plan->spec[r->plan->count++] = hol_spec_copy(&spec);
    }
    if (!adaptive && e->ladder > 0) add_rungs(r, e, base);
}

static void add_formulations(reader *r, const plan_entry *e, const hol_spec *base, bool adaptive)
{
    int last = r->formulation.count - 1; /* default; own is before it */
    for (int i = 0; i < e->formulation.count; i++) {
        int place = e->formulation.at[i];
        hol_spec spec = *base;
        if (place == last - 1 && !base->problem->own) continue;
        snprintf(spec.formulation, sizeof spec.formulation, "%s",
                 place == last ? "" : r->formulation.name[place]);
        add_levels(r, e, &spec, adaptive);
    }
}

static void add_entry(reader *r, const plan_entry *e)
{
    for (int i = 0; i < e->problem.count; i++)
        for (int k = 0; k < e->method.count; k++) {
            const hol_method *method = hol_method_at(e->method.at[k]);
            hol_spec base = hol_spec_of(r->problems.of[e->problem.at[i]].problem, method);
            bool adaptive = e->tolerance.count && plan_has_estimate(&r->problems, e->problem.at[i],
                                                                    method, e->options[k]);
            hol_spec spec = base;
            if (e->parameters) spec.parameters = e->parameters;
            spec.options = e->options[k];
            if (e->until > 0.0) spec.until = e->until;
            spec.series = e->series;
            spec.motion = e->motion;
            spec.repeats = e->repeats;
            spec.past_singular = e->past_singular;
            spec.redundant = e->redundant;
            add_formulations(r, e, &spec, adaptive);
            hol_spec_clear(&base);
        }
}

/* At most, for the two ladders exclude each other. */
static double run_count(const plan_entry *e)
{
    int steps = e->step.count + (e->ladder > 0 ? PLAN_RUNGS : 0);
    int levels = steps > e->tolerance.count ? steps : e->tolerance.count;
    return (double)e->problem.count * e->method.count * e->formulation.count * levels;
}

/* ---------------------------------------------------------------- the file */

static void read_runs(reader *r, int node, const plan_entry *defaults)
{
    file_tree *tree = &r->tree;
    const file_node *n = &tree->node[node];
    double asked = 0.0;
    if (n->kind == FILE_BAD) return;
    if (n->kind != FILE_LIST) {
        file_say_at(tree, node, "runs takes a list, each run after '- ', not %s",
                    file_what(tree, node).text);
        return;
    }
    if (!n->count && !n->cut) file_say_at(tree, node, "an empty list: runs takes one run at least");
    r->entry = hol_alloc(tree->memory, n->count, sizeof *r->entry);
    for (int i = n->first; i >= 0; i = tree->node[i].next) {
        plan_entry *entry = &r->entry[r->entries++];
        bool within = asked <= PLAN_RUNS;
        *entry = *defaults;
        plan_entry_read(tree, &r->problems, i, entry);
        asked += run_count(entry);
        if (within && asked > PLAN_RUNS)
            file_say_at(tree, i, "from here on the plan asks for more than %d runs", PLAN_RUNS);
    }
}

static void load_plugin(file_tree *tree, int node)
{
    char path[1024];
    hol_message why;
    if (!file_is_scalar(tree, node)) {
        if (tree->node[node].kind != FILE_BAD)
            file_say_at(tree, node, "plugins takes a file or a list of files, not %s",
                        file_what(tree, node).text);
        return;
    }
    plan_path(tree, tree->node[node].text, path, sizeof path);
    if (!hol_plugin_load(path, &why)) file_say_at(tree, node, "%s", why.text);
}

static void load_plugins(file_tree *tree, int node)
{
    if (tree->node[node].kind != FILE_LIST)
        load_plugin(tree, node);
    else
        for (int i = tree->node[node].first; i >= 0; i = tree->node[i].next) load_plugin(tree, i);
}

/* The names that follow may be those of a plug-in. */
static void read_root(reader *r)
{
    file_tree *tree = &r->tree;
    file_field field[SLOTS];
    if (file_has_key(tree, 0, "model") && !file_has_key(tree, 0, "runs")) {
        file_say_at(tree, 0, "this is a model, for `holonomy run`: a plan has the key 'runs'");
        return;
    }
    if (!file_gather(tree, 0, "a plan", keys, KEYS, field, SLOTS)) return;
    file_read_line(tree, field[TITLE].value, "title", r->plan->title, sizeof r->plan->title);
    file_read_yes(tree, field[CERTIFICATES].value, "certificates", &r->plan->certificates);
    file_read_yes(tree, field[MEASURES].value, "measures", &r->plan->measures);
    if (field[PLUGINS].value >= 0) load_plugins(tree, field[PLUGINS].value);
    r->problems = plan_problems_new();
    plan_entry defaults = plan_entry_new(tree);
    if (field[DEFAULTS].value >= 0) plan_entry_defaults(tree, field[DEFAULTS].value, &defaults);
    if (field[RUNS].value >= 0) read_runs(r, field[RUNS].value, &defaults);
    if (field[RUNS].key < 0 && !tree->node[0].cut)
        file_say_at(tree, 0, "missing key 'runs' of a plan");
}

static void expand(reader *r)
{
    double most = 0.0;
    for (int i = 0; i < r->entries; i++) most += run_count(&r->entry[i]);
    r->plan->spec = hol_new((int)most, sizeof *r->plan->spec);
    r->plan->rung = hol_new((int)most, sizeof *r->plan->rung);
    for (int i = 0; i < r->entries; i++) add_entry(r, &r->entry[i]);
    merge_equal(r->plan);
}

/* The runs refer to them. */
static void keep_models(hol_plan *plan, const plan_problems *problems)
{
    plan->model = hol_new(problems->count - problems->named, sizeof *plan->model);
    for (int k = problems->named; k < problems->count; k++)
        if (problems->of[k].model) plan->model[plan->models++] = problems->of[k].model;
}

hol_plan *hol_plan_read(const char *path, hol_mistakes *mistakes)
{
    reader r = {.plan = hol_new(1, sizeof *r.plan)};
    file_tree_read(&r.tree, path, "a plan", 1);
    r.formulation = plan_formulations(&r.tree);
    if (r.tree.count)
        read_root(&r);
    else if (!r.tree.mistakes)
        file_say(&r.tree, 1, 1, "the file is empty: a plan has the key 'runs'");
    bool good = !r.tree.mistakes;
    if (good) expand(&r);
    file_hand_over(&r.tree, mistakes);
    keep_models(r.plan, &r.problems);
    plan_problems_free(&r.problems);
    file_tree_free(&r.tree);
    if (good) return r.plan;
    hol_plan_free(r.plan);
    return NULL;
}

void hol_plan_free(hol_plan *plan)
{
    if (!plan) return;
    for (int i = 0; i < plan->count; i++) hol_spec_clear(&plan->spec[i]);
    for (int k = 0; k < plan->models; k++) hol_model_close(plan->model[k]);
    free(plan->model);
    free(plan->spec);
    free(plan->rung);
    free(plan);
}
