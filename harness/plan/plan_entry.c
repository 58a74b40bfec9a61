/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An entry of a plan: see plan_entry.h. */
#include "harness/plan/plan_entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "base/text.h"
#include "harness/model/model_start.h"
#include "holonomy/memory.h"

enum {
    FORMULATION,
    STEP,
    TOLERANCE,
    UNTIL,
    SERIES,
    REPEATS,
    PAST_SINGULAR,
    REDUNDANT,
    MOTION,
    LADDER,
    EVALUATIONS,
    TOLERANCE_EVALUATIONS,
    SHARED, /* slots up to here may stand in `defaults` */
    PROBLEM = SHARED,
    METHOD,
    PARAMETERS,
    OPTIONS,
    SLOTS
};

/* The keys of `defaults` first. */
static const file_key keys[] = {
    {"step", STEP},
    {"step_factor", STEP},
    {"tolerance", TOLERANCE},
    {"until", UNTIL},
    {"formulation", FORMULATION},
    {"formulations", FORMULATION},
    {"series", SERIES},
    {"repeats", REPEATS},
    {"past_singular", PAST_SINGULAR},
    {"steps", UNTIL},
    {"motion", MOTION},
    {"redundant", REDUNDANT},
    {"ladder", LADDER},
    {"evaluations", EVALUATIONS},
    {"tolerance_evaluations", TOLERANCE_EVALUATIONS},
    {"problem", PROBLEM},
    {"problems", PROBLEM},
    {"parameters", PARAMETERS},
    {"method", METHOD},
    {"methods", METHOD},
    {"options", OPTIONS},
};
enum { KEYS = sizeof keys / sizeof *keys, SHARED_KEYS = 15 };

static const file_range step_range = {"step", " s", 1e-9, 1e6},
                        factor_range = {"step_factor", "", 1e-6, 1e6},
                        tolerance_range = {"tolerance", "", 1e-15, 1},
                        until_range = {"until", " s", 1e-9, 1e9},
                        steps_range = {"steps", "", 1, 1e9},
                        series_range = {"series", "", 0, 100000},
                        motion_range = {"motion", "", 0, 100000},
                        ladder_range = {"ladder", " m", 1e-15, 1e6},
                        evaluations_range = {"evaluations", "", 1, 1e12},
                        tolerance_evaluations_range = {"tolerance_evaluations", "", 1, 1e12},
                        repeats_range = {"repeats", "", 0, 1000};

/* ---------------------------------------------------------------- names */

/* The tree's copy of all names of a kind, with room for one more. */
static file_names all_names(file_tree *tree, const char *kind, void (*add)(hol_names *names))
{
    hol_names known = {0};
    add(&known);
    int count = known.count;
    file_names names = {kind, hol_alloc(tree->memory, count + 1, sizeof *names.name), count, count,
                        NULL};
    memcpy(names.name, known.of, (size_t)count * sizeof *names.name);
    hol_names_clear(&known);
    return names;
}

file_names plan_formulations(file_tree *tree)
{
    file_names names = all_names(tree, "formulation", hol_names_of_formulations);
    names.name[names.count++] = "default";
    return names;
}

static void read_names(file_tree *tree, plan_problems *problems, const file_field field[],
                       plan_entry *entry)
{
    file_names methods = all_names(tree, "method", hol_names_of_methods);
    if (field[PROBLEM].value >= 0)
        plan_read_problems(tree, problems, field[PROBLEM].value, &entry->problem);
    file_read_names(tree, field[METHOD].value, &methods, &entry->method);
}

/* ---------------------------------------------------------------- what defaults may have */

plan_entry plan_entry_new(file_tree *tree)
{
    plan_entry entry = {.factor = true, .repeats = 1, .evaluations = 1e6};
    entry.step = (file_numbers){1, hol_alloc(tree->memory, 1, sizeof(double))};
    entry.step.x[0] = 1.0;
    entry.formulation = (file_picks){1, hol_alloc(tree->memory, 1, sizeof(int))};
    entry.formulation.at[0] = plan_formulations(tree).count - 1;
    return entry;
}

static void read_shared(file_tree *tree, const file_field field[], plan_entry *entry)
{
    file_names formulations = plan_formulations(tree);
    if (field[STEP].value >= 0) {
        entry->factor = !strcmp(keys[field[STEP].key].name, factor_range.name);
        file_read_numbers(tree, field[STEP].value, entry->factor ? &factor_range : &step_range,
                          &entry->step);
    }
    file_read_numbers(tree, field[TOLERANCE].value, &tolerance_range, &entry->tolerance);
    if (field[UNTIL].value >= 0) {
        bool steps = !strcmp(keys[field[UNTIL].key].name, steps_range.name);
        entry->until = entry->steps = 0;
        file_read_number(tree, field[UNTIL].value, steps ? &steps_range : &until_range,
                         steps ? &entry->steps : &entry->until);
    }
    file_read_number(tree, field[LADDER].value, &ladder_range, &entry->ladder);
    file_read_number(tree, field[EVALUATIONS].value, &evaluations_range, &entry->evaluations);
    file_read_number(tree, field[TOLERANCE_EVALUATIONS].value, &tolerance_evaluations_range,
                     &entry->tolerance_evaluations);
    file_read_integer(tree, field[SERIES].value, &series_range, &entry->series);
    file_read_integer(tree, field[MOTION].value, &motion_range, &entry->motion);
    file_read_integer(tree, field[REPEATS].value, &repeats_range, &entry->repeats);
    file_read_yes(tree, field[PAST_SINGULAR].value, "past_singular", &entry->past_singular);
    if (field[REDUNDANT].value >= 0)
        entry->redundant = model_read_redundant(tree, field[REDUNDANT].value);
    file_read_names(tree, field[FORMULATION].value, &formulations, &entry->formulation);
}

void plan_entry_defaults(file_tree *tree, int node, plan_entry *entry)
{
    file_field field[SLOTS];
    if (file_gather(tree, node, "defaults", keys, SHARED_KEYS, field, SLOTS))
        read_shared(tree, field, entry);
}

/* ---------------------------------------------------------------- parameters, options */

static int row_named(const hol_option table[], const char *name)
{
    for (int i = 0; i < hol_option_count(table); i++)
        if (!strcmp(table[i].name, name)) return i;
    return -1;
}

/* Sets a row of the table; false with what is wrong with the value. */
static bool set_row(file_tree *tree, int value, const char *what, const hol_option table[], int row,
                    double to[], hol_message *why)
{
    char text[160];
    const file_node *n = &tree->node[value];
    if (n->kind == FILE_TEXT && table[row].kind != HOL_CHOICE)
        return hol_wrong(why, "%s '%s' takes a number, not %s in quotes", what, table[row].name,
                         file_what(tree, value).text);
    if (!file_is_scalar(tree, value))
        return hol_wrong(why, "%s '%s' takes one value, not %s", what, table[row].name,
                         file_what(tree, value).text);
    snprintf(text, sizeof text, "%s=%s", table[row].name, file_show(n->text).text);
    return hol_option_set(table, what, text, to, why);
}

typedef struct {              /* the tables a mapping of values goes into */
    const char *what, *owner; /* "parameter" of "rigid-body" */
    int count;
    const hol_option **table;
    double **value;
} targets;

static void say_unknown_row(file_tree *tree, int name, const targets *to)
{
    hol_names known = {0};
    for (int k = 0; k < to->count; k++)
        for (int i = 0; i < hol_option_count(to->table[k]); i++)
            hol_names_add(&known, to->table[k][i].name);
    file_shown shown = file_what(tree, name);
    const char *near = file_is_scalar(tree, name)
                           ? hol_nearest(tree->node[name].text, known.of, known.count)
                           : NULL;
    char names[160] = "";
    for (int i = 0; !near && to->count == 1 && i < known.count; i++)
        hol_append(names, sizeof names, "%s%s", i ? ", " : "", known.of[i]);
    if (near)
        file_say_at(tree, name, "unknown %s %s of %s: did you mean '%s'?", to->what, shown.text,
                    to->owner, near);
    else if (names[0])
        file_say_at(tree, name, "unknown %s %s of %s (%ss: %s)", to->what, shown.text, to->owner,
                    to->what, names);
    else
        file_say_at(tree, name, "unknown %s %s of %s", to->what, shown.text, to->owner);
    hol_names_clear(&known);
}

/* One "name: value" goes into every table that has a row of that name. */
static void read_row(file_tree *tree, int name, int value, const targets *to)
{
    bool known = false, good = true;
    hol_message why;
    if (tree->node[name].kind == FILE_BAD) return;
    for (int k = 0; k < to->count && file_is_scalar(tree, name); k++) {
        int row = row_named(to->table[k], tree->node[name].text);
        if (row < 0) continue;
        known = true;
        if (value < 0 || tree->node[value].kind == FILE_BAD) continue;
        if (!set_row(tree, value, to->what, to->table[k], row, to->value[k], &why) && good) {
            file_say_at(tree, value, "%s", why.text);
            good = false;
        }
    }
    if (!known) say_unknown_row(tree, name, to);
}

static bool same_before(const file_tree *tree, int first, int name, int *line)
{
    if (!file_is_scalar(tree, name)) return false;
    for (int i = first; i != name; i = tree->node[tree->node[i].next].next)
        if (file_is_scalar(tree, i) && !strcmp(tree->node[i].text, tree->node[name].text)) {
            *line = tree->node[i].line;
            return true;
        }
    return false;
}

static void read_rows(file_tree *tree, int node, const targets *to)
{
    int count = 0, line, first = tree->node[node].first;
    if (tree->node[node].kind == FILE_BAD) return;
    if (tree->node[node].kind != FILE_MAP) {
        file_say_at(tree, node, "the %ss are a mapping 'name: value', not %s", to->what,
                    file_what(tree, node).text);
        return;
    }
    for (int name = first, value; name >= 0; name = value) {
        value = tree->node[name].next;
        if (++count > FILE_KEYS) {
            file_say_at(tree, name, "more than %d %ss", FILE_KEYS, to->what);
            break;
        }
        if (same_before(tree, first, name, &line))
            file_say_at(tree, name, "duplicate %s '%s': it stands in line %d already", to->what,
                        file_show(tree->node[name].text).text, line);
        else
            read_row(tree, name, value, to);
        if (value >= 0) value = tree->node[value].next;
    }
}

static void read_parameters(file_tree *tree, const plan_problems *problems, const file_field *field,
                            plan_entry *entry)
{
    if (!entry->problem.count || field->value < 0) return;
    if (entry->problem.count > 1) {
        file_say_at(tree, field->name, "parameters belong to a single problem: here are %d",
                    entry->problem.count);
        return;
    }
    const hol_problem *problem = problems->of[entry->problem.at[0]].problem;
    const hol_option *table = problem->parameters;
    entry->parameters = hol_alloc(tree->memory, hol_option_count(table), sizeof(double));
    hol_option_defaults(table, entry->parameters);
    read_rows(tree, field->value,
              &(targets){"parameter", problem->name, 1, &table, &entry->parameters});
}

static void read_options(file_tree *tree, const file_field *field, plan_entry *entry)
{
    int n = entry->method.count;
    const hol_option **table = hol_alloc(tree->memory, n, sizeof *table);
    entry->options = hol_alloc(tree->memory, n, sizeof *entry->options);
    for (int k = 0; k < n; k++) {
        table[k] = hol_method_at(entry->method.at[k])->options;
        entry->options[k] = hol_alloc(tree->memory, hol_option_count(table[k]), sizeof(double));
        hol_option_defaults(table[k], entry->options[k]);
    }
    if (!n || field->value < 0) return;
    const char *owner = n == 1 ? hol_method_at(entry->method.at[0])->name : "these methods";
    read_rows(tree, field->value, &(targets){"option", owner, n, table, entry->options});
}

/* ---------------------------------------------------------------- the entry */

static void check_tolerance(file_tree *tree, plan_problems *problems, int node,
                            const plan_entry *entry)
{
    if (!entry->problem.count || !entry->method.count) return;
    for (int k = 0; k < entry->method.count; k++)
        if (plan_has_estimate(problems, entry->problem.at[0], hol_method_at(entry->method.at[k]),
                              entry->options[k]))
            return;
    file_say_at(tree, node, "tolerance: no method here has an error estimate, they take a step");
}

static void check_own(file_tree *tree, const plan_problems *problems, const file_field *field,
                      const plan_entry *entry)
{
    int own = plan_formulations(tree).count - 2;
    const file_picks *picks = &entry->formulation;
    if (picks->count != 1 || picks->at[0] != own || !entry->problem.count) return;
    for (int i = 0; i < entry->problem.count; i++)
        if (problems->of[entry->problem.at[i]].problem->own) return;
    file_say_at(tree, field->value, "formulation own: no problem here has a system of its own");
}

void plan_entry_read(file_tree *tree, plan_problems *problems, int node, plan_entry *entry)
{
    file_field field[SLOTS];
    if (!file_gather(tree, node, "a run", keys, KEYS, field, SLOTS)) return;
    const double *inherited = entry->tolerance.x;
    bool cut = tree->node[node].cut;
    if (field[PROBLEM].key < 0 && !cut) file_say_at(tree, node, "missing key 'problem' of a run");
    if (field[METHOD].key < 0 && !cut) file_say_at(tree, node, "missing key 'method' of a run");
    read_names(tree, problems, field, entry);
    read_shared(tree, field, entry);
    read_parameters(tree, problems, &field[PARAMETERS], entry);
    read_options(tree, &field[OPTIONS], entry);
    if (field[FORMULATION].value >= 0) check_own(tree, problems, &field[FORMULATION], entry);
    if (entry->tolerance.x != inherited)
        check_tolerance(tree, problems, field[TOLERANCE].value, entry);
}
