/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters, constants and copies of a model's file: see model_parameters.h. */
#include "harness/model/model_parameters.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- parameters */

enum { DEFAULT, RANGE, HELP, SLOTS };
static const file_key keys[] = {{"default", DEFAULT}, {"range", RANGE}, {"help", HELP}};

bool model_sound_name(file_tree *tree, int node, const char *what)
{
    if (tree->node[node].kind == FILE_BAD) return false;
    if (file_is_scalar(tree, node) && hol_expression_name(tree->node[node].text) &&
        strcmp(tree->node[node].text, "t") != 0)
        return true;
    file_say_at(tree, node,
                "%s name has up to 31 letters, digits and '_', and is no function, "
                "'pi' or 't': not %s",
                what, file_what(tree, node).text);
    return false;
}

static void read_whole(file_tree *tree, int name, int node, hol_memory *m, hol_option *row)
{
    file_field field[SLOTS];
    char help[256] = "";
    double range[2] = {-DBL_MAX, DBL_MAX};
    if (!file_gather(tree, node, "a parameter", keys, SLOTS, field, SLOTS)) return;
    if (field[DEFAULT].key < 0 && !tree->node[node].cut)
        file_say_at(tree, name, "missing key 'default' of the parameter '%s'", row->name);
    file_read_number(tree, field[DEFAULT].value, &(file_range){"default", "", -DBL_MAX, DBL_MAX},
                     &row->value);
    if (field[RANGE].value >= 0) file_read_vector(tree, field[RANGE].value, "range", 2, range);
    if (!(range[0] <= range[1]))
        file_say_at(tree, field[RANGE].value, "range: the least value stands before the largest");
    else if (field[DEFAULT].value >= 0 && !(row->value >= range[0] && row->value <= range[1]))
        file_say_at(tree, field[DEFAULT].value, "default = %g is out of range [%g, %g]", row->value,
                    range[0], range[1]);
    row->min = range[0], row->max = range[1];
    file_read_line(tree, field[HELP].value, "help", help, sizeof help);
    row->help = hol_alloc_copy(m, help, strlen(help) + 1, 1);
}

static bool stands_before(file_tree *tree, int node, const char *const name[], int count)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(name[i], tree->node[node].text)) {
            file_say_at(tree, node, "two parameters or constants are named '%s'", name[i]);
            return true;
        }
    return false;
}

bool model_is_mapping(file_tree *tree, int node, const char *what)
{
    if (node < 0 || tree->node[node].kind == FILE_BAD) return false;
    if (tree->node[node].kind != FILE_MAP)
        file_say_at(tree, node, "%s takes a mapping 'name: value', not %s", what,
                    file_what(tree, node).text);
    else if (tree->node[node].count > 2 * FILE_KEYS)
        file_say_at(tree, node, "more than %d %s", FILE_KEYS, what);
    else
        return true;
    return false;
}

const hol_option *model_read_parameters(file_tree *tree, int node, hol_memory *m)
{
    static const hol_scope none; /* a default is made of no other parameter */
    int count = 0;
    const char *before[FILE_KEYS];
    if (!model_is_mapping(tree, node, "parameters") || !tree->node[node].count) return NULL;
    hol_option *table = hol_alloc(m, (size_t)tree->node[node].count / 2 + 1, sizeof *table);
    tree->names = &none;
    for (int name = tree->node[node].first, value; name >= 0; name = tree->node[value].next) {
        value = tree->node[name].next;
        if (value < 0) break;
        if (!model_sound_name(tree, name, "a parameter's") ||
            stands_before(tree, name, before, count))
            continue;
        const char *text = tree->node[name].text;
        hol_option *row = &table[count];
        *row = (hol_option){.name = hol_alloc_copy(m, text, strlen(text) + 1, 1),
                            .kind = HOL_REAL,
                            .min = -DBL_MAX,
                            .max = DBL_MAX,
                            .help = ""};
        before[count++] = row->name;
        if (tree->node[value].kind == FILE_MAP)
            read_whole(tree, name, value, m, row);
        else
            file_read_number(tree, value, &(file_range){row->name, "", -DBL_MAX, DBL_MAX},
                             &row->value);
    }
    return count ? table : NULL;
}

/* ---------------------------------------------------------------- names */

static void add_name(model_names *names, const char *name, double value)
{
    names->name[names->scope.constants] = name;
    names->value[names->scope.constants++] = value;
}

static void read_constants(file_tree *tree, model_names *names, const hol_option table[],
                           const double value[], int constants)
{
    *names = (model_names){.scope = {.constant = names->name, .value = names->value}};
    tree->names = &names->scope;
    for (int i = 0; table && table[i].name; i++) add_name(names, table[i].name, value[i]);
    if (!model_is_mapping(tree, constants, "constants")) return;
    for (int name = tree->node[constants].first, node; name >= 0; name = tree->node[node].next) {
        double x = 0;
        node = tree->node[name].next;
        if (node < 0) break;
        if (!model_sound_name(tree, name, "a parameter's") ||
            stands_before(tree, name, names->name, names->scope.constants))
            continue;
        file_read_number(tree, node, &(file_range){tree->node[name].text, "", -DBL_MAX, DBL_MAX},
                         &x);
        add_name(names, tree->node[name].text, x);
    }
}

void model_set_names(file_tree *tree, model_names *names, const hol_option table[],
                     const double value[], int constants, int tables)
{
    read_constants(tree, names, table, value, constants);
    model_read_tables(tree, tables, names);
}

/* ---------------------------------------------------------------- copies */

static int value_of(const file_tree *tree, int node, const char *key)
{
    if (tree->node[node].kind != FILE_MAP) return -1;
    for (int name = tree->node[node].first; name >= 0;) {
        int value = tree->node[name].next;
        if (file_is_scalar(tree, name) && !strcmp(tree->node[name].text, key)) return value;
        name = value < 0 ? -1 : tree->node[value].next;
    }
    return -1;
}

void model_read_copies(file_tree *tree, int node, model_copies *copies)
{
    const file_range range = {"repeat", "", -MODEL_COPIES, MODEL_COPIES};
    int repeat = value_of(tree, node, "repeat"), index = value_of(tree, node, "index");
    double end[2] = {1, 1};
    int before = tree->mistakes + tree->unsaid;
    *copies = (model_copies){1, 1, NULL};
    if (repeat < 0) {
        if (index >= 0) file_say_at(tree, index, "an index without 'repeat'");
        return;
    }
    copies->index = "i";
    if (index >= 0 && model_sound_name(tree, index, "a parameter's"))
        copies->index = tree->node[index].text;
    if (tree->node[repeat].kind == FILE_LIST) {
        if (file_read_vector(tree, repeat, "repeat", 2, end) && end[1] - end[0] >= MODEL_COPIES)
            file_say_at(tree, repeat, "repeat: more than %d copies", MODEL_COPIES);
    } else {
        file_read_number(tree, repeat, &range, &end[1]);
    }
    for (int k = 0; k < 2; k++)
        if (end[k] != nearbyint(end[k]) || fabs(end[k]) > 1e9)
            file_say_at(tree, repeat, "repeat takes integers, not %g", end[k]);
    if (tree->mistakes + tree->unsaid == before && end[1] < end[0])
        file_say_at(tree, repeat, "repeat: no copy from %g to %g", end[0], end[1]);
    for (int k = 0; k < tree->names->constants && copies->index; k++)
        if (!strcmp(tree->names->constant[k], copies->index)) {
            file_say_at(tree, repeat,
                        "the index '%s' is also a parameter or a constant: name it "
                        "by 'index'",
                        copies->index);
            copies->index = NULL;
        }
    if (tree->mistakes + tree->unsaid > before) return;
    copies->first = (int)end[0], copies->last = (int)end[1];
}

void model_set_index(file_tree *tree, model_names *names, const model_copies *copies, int value)
{
    hol_scope *scope = &names->scope;
    int last = scope->constants - 1;
    tree->copy[0] = '\0';
    if (last >= 0 && names->name[last] == copies->index) scope->constants--;
    if (!copies->index || value > copies->last) return;
    add_name(names, copies->index, value);
    snprintf(tree->copy, sizeof tree->copy, " (%s = %d)", copies->index, value);
}
