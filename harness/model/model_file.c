/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model's file as a problem: see model_file.h. */
#include "holonomy/model_file.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/data.h"
#include "harness/model/model_item.h"
#include "harness/model/model_parameters.h"
#include "harness/model/model_start.h"
#include "holonomy/memory.h"

enum {
    MODEL,
    ABOUT,
    SOURCE,
    SPAN,
    STEP,
    REFERENCE,
    PARAMETERS,
    CONSTANTS,
    TABLES,
    BODIES,
    JOINTS,
    ROLLING,
    FORCES,
    SYMMETRIES,
    START,
    REDUNDANT,
    SLOTS
};

static const file_key keys[] = {
    {"model", MODEL},
    {"about", ABOUT},
    {"source", SOURCE},
    {"span", SPAN},
    {"step", STEP},
    {"reference", REFERENCE},
    {"bodies", BODIES},
    {"joints", JOINTS},
    {"rolling", ROLLING},
    {"forces", FORCES},
    {"symmetries", SYMMETRIES},
    {"start", START},
    {"parameters", PARAMETERS},
    {"constants", CONSTANTS},
    {"tables", TABLES},
    {"redundant", REDUNDANT},
};
enum { KEYS = sizeof keys / sizeof *keys };

typedef struct {
    hol_problem problem; /* first: a hol_problem is one of these */
    hol_model *model;
    file_tree tree;          /* which other values of the parameters read again */
    int bodies, part[SLOTS]; /* nodes; bodies: where its key stands, else the root */
    char name[64], about[256], source[256], reference[64], digest[HOL_DIGEST];
} model_file;

static const file_range span_range = {"span", " s", 1e-9, 1e9},
                        step_range = {"step", " s", 1e-9, 1e6};

static void read_name(file_tree *tree, const file_field *field, const char *shelved,
                      model_file *file)
{
    static const char sound[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    file_read_line(tree, field->value, "model", file->name, sizeof file->name);
    if (file->name[strspn(file->name, sound)])
        file_say_at(tree, field->value,
                    "model: a name has letters, digits, '-', '_' and '.', not %s",
                    file_what(tree, field->value).text);
    if (field->key < 0 && !tree->node[0].cut) file_say_at(tree, 0, "missing key 'model', its name");
    if (file->name[0] && shelved && strcmp(file->name, shelved) != 0)
        file_say_at(tree, field->value,
                    "model: the file makes it the problem '%s', which is not the name %s", shelved,
                    file_what(tree, field->value).text);
}

static void say_same_name(file_tree *tree, int node, const hol_model *model)
{
    int last = hol_body_count(model) - 1;
    for (int b = 0; b < last; b++)
        if (!strcmp(hol_body_at(model, b)->name, hol_body_at(model, last)->name))
            file_say_at(tree, node, "two bodies are named '%s'", hol_body_at(model, b)->name);
}

/* All copies of an entry; of those with mistakes the first tells them. */
static void read_entry(file_tree *tree, int node, const model_kinds *kinds, model_names *names,
                       hol_model *model)
{
    model_copies copies;
    int said = -1, unsaid = 0;
    model_read_copies(tree, node, &copies);
    for (int i = copies.first; i <= copies.last; i++) {
        int before = hol_body_count(model), mistakes = tree->mistakes;
        model_set_index(tree, names, &copies, i);
        model_read_item(tree, node, kinds, model);
        if (hol_body_count(model) > before) say_same_name(tree, node, model);
        if (said >= 0)
            tree->mistakes = said, tree->unsaid = unsaid;
        else if (tree->mistakes > mistakes)
            said = tree->mistakes, unsaid = tree->unsaid;
    }
    model_set_index(tree, names, &copies, copies.last + 1);
}

static void read_list(file_tree *tree, int list, const char *key, const model_kinds *kinds,
                      model_names *names, hol_model *model)
{
    if (list < 0 || tree->node[list].kind == FILE_BAD) return;
    if (tree->node[list].kind != FILE_LIST) {
        file_say_at(tree, list, "%s takes a list, each entry after '- ', not %s", key,
                    file_what(tree, list).text);
        return;
    }
    for (int node = tree->node[list].first; node >= 0; node = tree->node[node].next)
        read_entry(tree, node, kinds, names, model);
}

/* The model by the values that the names have, its start as the file and `how` want it. */
static void read_model(file_tree *tree, const model_file *file, model_names *names,
                       const hol_model_how *how, hol_model *model)
{
    static const model_kinds *const kinds[] = {
        [BODIES] = &model_bodies, [JOINTS] = &model_joints,         [ROLLING] = &model_rollings,
        [FORCES] = &model_forces, [SYMMETRIES] = &model_symmetries,
    };
    for (int k = 0; k < KEYS; k++)
        if (keys[k].slot >= BODIES && keys[k].slot <= SYMMETRIES)
            read_list(tree, file->part[keys[k].slot], keys[k].name, kinds[keys[k].slot], names,
                      model);
    model_read_start(tree, file->part[START], file->bodies, model, how);
    tree->names = NULL;
}

/* `make` of a problem: the file's tree is read again, which stays as it is. */
static bool make(const hol_problem *problem, const double par[], hol_model *model, hol_message *why)
{
    const model_file *file = (const model_file *)problem;
    model_names names;
    hol_mistakes mistakes;
    file_tree tree = file->tree;
    tree.memory = hol_had(hol_memory_new());
    model_set_names(&tree, &names, problem->parameters, par, file->part[CONSTANTS],
                    file->part[TABLES]);
    read_model(&tree, file, &names, &(hol_model_how){0}, model);
    file_hand_over(&tree, &mistakes);
    bool whole = !mistakes.count;
    if (!whole) hol_say(why, "%s", mistakes.text[0]);
    hol_mistakes_free(&mistakes);
    file_tree_free(&tree);
    return whole;
}

/* What only the whole model shows: joints that are open at the start.  `natural` has a place for
 * every body. */
static void check_whole(file_tree *tree, int bodies, const hol_model *model)
{
    hol_message why = {""};
    if (!hol_body_count(model)) {
        file_say_at(tree, bodies, "a model has one body at least, in the list `bodies`");
        return;
    }
    hol_eval *sys = hol_eval_take(hol_realise(model, hol_formulation_named("natural"), NULL, &why));
    if (!sys && !why.text[0]) hol_no_memory();
    if (!sys) file_say_at(tree, bodies, "%s", why.text);
    hol_eval_free(sys);
}

static void read_root(file_tree *tree, model_file *file, const hol_model_how *how)
{
    file_field field[SLOTS];
    model_names names;
    double par[FILE_KEYS];
    if (file_has_key(tree, 0, "runs") && !file_has_key(tree, 0, "model")) {
        file_say_at(tree, 0,
                    "this is a plan, for `holonomy sweep`: a model has the keys 'model' "
                    "and 'bodies'");
        return;
    }
    if (!file_gather(tree, 0, "a model", keys, KEYS, field, SLOTS)) return;
    read_name(tree, &field[MODEL], how->shelved, file);
    file_read_line(tree, field[ABOUT].value, "about", file->about, sizeof file->about);
    file_read_line(tree, field[SOURCE].value, "source", file->source, sizeof file->source);
    file_read_line(tree, field[REFERENCE].value, "reference", file->reference,
                   sizeof file->reference);
    if (strchr(file->reference, '/'))
        file_say_at(tree, field[REFERENCE].value,
                    "reference: a file beside the model's or of the folder reference/, by its name "
                    "alone, not %s",
                    file_what(tree, field[REFERENCE].value).text);
    file->bodies = field[BODIES].value >= 0 ? field[BODIES].name : 0;
    for (int k = CONSTANTS; k < SLOTS; k++) file->part[k] = field[k].value;
    file->problem.parameters = model_read_parameters(tree, field[PARAMETERS].value, tree->memory);
    hol_option_defaults(file->problem.parameters, par);
    model_set_names(tree, &names, file->problem.parameters, how->parameters ? how->parameters : par,
                    file->part[CONSTANTS], file->part[TABLES]);
    file_read_number(tree, field[SPAN].value, &span_range, &file->problem.t_end);
    file_read_number(tree, field[STEP].value, &step_range, &file->problem.step);
    file->problem.redundant = model_read_redundant(tree, field[REDUNDANT].value);
    read_model(tree, file, &names, how, file->model);
    if (!tree->mistakes && !tree->node[0].cut) check_whole(tree, file->bodies, file->model);
}

typedef struct { /* a file as it is read */
    const char *path;
    model_file *file;
    hol_mistakes *mistakes;
    const hol_model_how *how;
} reading;

/* A problem has the reference of its name where one is shipped. */
static void find_reference(model_file *file)
{
    char name[sizeof file->reference + 16], path[512];
    snprintf(name, sizeof name, "reference/%.58s.ref", file->name);
    if (file->reference[0] || strlen(file->name) > 58 || !hol_data_find(name, path, sizeof path))
        return;
    strcpy(file->reference, strchr(name, '/') + 1);
}

static void read_file(void *data)
{
    reading *r = data;
    model_file *file = r->file = hol_new(1, sizeof *file);
    file->model = hol_had(hol_model_new());
    file->problem = (hol_problem){.name = file->name,
                                  .source = file->source,
                                  .about = file->about,
                                  .drawing = "",
                                  .model = file->model,
                                  .make = make,
                                  .digest = file->digest,
                                  .t_end = 10,
                                  .step = 0.01};
    file_tree_read(&file->tree, r->path, "a model", 1);
    if (file->tree.count)
        read_root(&file->tree, file, r->how);
    else if (!file->tree.mistakes)
        file_say(&file->tree, 1, 1, "the file is empty: a model has the keys 'model' and 'bodies'");
    strcpy(file->digest, file->tree.digest);
    if (r->how->shelved)
        find_reference(file);
    else
        file->problem.file = file->tree.path;
    if (file->reference[0]) file->problem.reference = file->reference;
    file_hand_over(&file->tree, r->mistakes);
}

const hol_problem *hol_model_read_as(const char *path, const hol_model_how *how,
                                     hol_mistakes *mistakes)
{
    reading r = {.path = path, .mistakes = mistakes, .how = how};
    *mistakes = (hol_mistakes){0};
    bool whole = hol_try(read_file, &r);
    if (whole && !mistakes->count) return &r.file->problem;
    if (!whole) hol_mistakes_free(mistakes);
    if (r.file) hol_model_close(&r.file->problem);
    return NULL;
}

const hol_problem *hol_model_read(const char *path, hol_mistakes *mistakes)
{
    return hol_model_read_as(path, &(hol_model_how){0}, mistakes);
}

void hol_model_close(const hol_problem *problem)
{
    model_file *file = (model_file *)(uintptr_t)problem;
    if (!file) return;
    hol_model_free(file->model);
    file_tree_free(&file->tree);
    free(file);
}

bool hol_model_is_file(const char *name)
{
    const char *end = strrchr(name, '.');
    return end && (!strcmp(end, ".yaml") || !strcmp(end, ".yml"));
}
