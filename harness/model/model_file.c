/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model's file as a problem: see model_file.h. */
#include "holonomy/model_file.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/model/model_item.h"
#include "holonomy/memory.h"

typedef struct {
    hol_problem problem; /* first: a hol_problem is one of these */
    hol_model *model;
    char name[64], about[256], source[256], reference[64], digest[HOL_DIGEST];
} model_file;

enum { MODEL, ABOUT, SOURCE, SPAN, STEP, REFERENCE, BODIES, JOINTS, FORCES, SYMMETRIES, SLOTS };

static const file_key keys[] = {
    {"model", MODEL},   {"about", ABOUT},           {"source", SOURCE}, {"span", SPAN},
    {"step", STEP},     {"reference", REFERENCE},   {"bodies", BODIES}, {"joints", JOINTS},
    {"forces", FORCES}, {"symmetries", SYMMETRIES},
};
enum { KEYS = sizeof keys / sizeof *keys };

static const file_range span_range = {"span", " s", 1e-9, 1e9},
                        step_range = {"step", " s", 1e-9, 1e6};

static void read_name(file_tree *tree, const file_field *field, model_file *file)
{
    static const char sound[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    file_read_line(tree, field->value, "model", file->name, sizeof file->name);
    if (file->name[strspn(file->name, sound)])
        file_say_at(tree, field->value,
                    "model: a name has letters, digits, '-', '_' and '.', not %s",
                    file_what(tree, field->value).text);
    if (field->key < 0 && !tree->node[0].cut) file_say_at(tree, 0, "missing key 'model', its name");
}

static void say_same_name(file_tree *tree, int node, const hol_model *model)
{
    int last = hol_body_count(model) - 1;
    for (int b = 0; b < last; b++)
        if (!strcmp(hol_body_at(model, b)->name, hol_body_at(model, last)->name))
            file_say_at(tree, node, "two bodies are named '%s'", hol_body_at(model, b)->name);
}

static void read_list(file_tree *tree, const file_field *field, const model_kinds *kinds,
                      hol_model *model)
{
    int list = field->value;
    if (list < 0 || tree->node[list].kind == FILE_BAD) return;
    if (tree->node[list].kind != FILE_LIST) {
        file_say_at(tree, list, "%s takes a list, each entry after '- ', not %s",
                    keys[field->key].name, file_what(tree, list).text);
        return;
    }
    for (int node = tree->node[list].first; node >= 0; node = tree->node[node].next) {
        int before = hol_body_count(model);
        model_read_item(tree, node, kinds, model);
        if (hol_body_count(model) > before) say_same_name(tree, node, model);
    }
}

/* What only the whole model shows: joints that are open at the start.  `natural` has a place for
 * every body. */
static void check_whole(file_tree *tree, int bodies, const hol_model *model)
{
    hol_message why = {"there is no memory for the system"};
    if (!hol_body_count(model)) {
        file_say_at(tree, bodies, "a model has one body at least, in the list `bodies`");
        return;
    }
    hol_eval *sys = hol_eval_take(hol_realise(model, hol_formulation_named("natural"), NULL, &why));
    if (!sys) file_say_at(tree, bodies, "%s", why.text);
    hol_eval_free(sys);
}

static void read_root(file_tree *tree, model_file *file)
{
    file_field field[SLOTS];
    if (file_has_key(tree, 0, "runs") && !file_has_key(tree, 0, "model")) {
        file_say_at(tree, 0,
                    "this is a plan, for `holonomy sweep`: a model has the keys 'model' "
                    "and 'bodies'");
        return;
    }
    if (!file_gather(tree, 0, "a model", keys, KEYS, field, SLOTS)) return;
    read_name(tree, &field[MODEL], file);
    file_read_line(tree, field[ABOUT].value, "about", file->about, sizeof file->about);
    file_read_line(tree, field[SOURCE].value, "source", file->source, sizeof file->source);
    file_read_line(tree, field[REFERENCE].value, "reference", file->reference,
                   sizeof file->reference);
    file_read_number(tree, field[SPAN].value, &span_range, &file->problem.t_end);
    file_read_number(tree, field[STEP].value, &step_range, &file->problem.step);
    read_list(tree, &field[BODIES], &model_bodies, file->model);
    read_list(tree, &field[JOINTS], &model_joints, file->model);
    read_list(tree, &field[FORCES], &model_forces, file->model);
    read_list(tree, &field[SYMMETRIES], &model_symmetries, file->model);
    if (!tree->mistakes && !tree->node[0].cut)
        check_whole(tree, field[BODIES].value >= 0 ? field[BODIES].name : 0, file->model);
}

typedef struct { /* a file as it is read */
    const char *path;
    model_file *file;
    file_tree tree;
    hol_mistakes *mistakes;
} reading;

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
                                  .digest = file->digest,
                                  .t_end = 10,
                                  .step = 0.01};
    file_tree_read(&r->tree, r->path, "a model", 1);
    if (r->tree.count)
        read_root(&r->tree, file);
    else if (!r->tree.mistakes)
        file_say(&r->tree, 1, 1, "the file is empty: a model has the keys 'model' and 'bodies'");
    strcpy(file->digest, r->tree.digest);
    if (file->reference[0]) file->problem.reference = file->reference;
    file_hand_over(&r->tree, r->mistakes);
}

const hol_problem *hol_model_read(const char *path, hol_mistakes *mistakes)
{
    reading r = {.path = path, .mistakes = mistakes};
    *mistakes = (hol_mistakes){0};
    bool whole = hol_try(read_file, &r);
    file_tree_free(&r.tree);
    if (whole && !mistakes->count) return &r.file->problem;
    if (!whole) hol_mistakes_free(mistakes);
    if (r.file) hol_model_close(&r.file->problem);
    return NULL;
}

void hol_model_close(const hol_problem *problem)
{
    model_file *file = (model_file *)(uintptr_t)problem;
    if (!file) return;
    hol_model_free(file->model);
    free(file);
}

bool hol_model_is_file(const char *name)
{
    const char *end = strrchr(name, '.');
    return end && (!strcmp(end, ".yaml") || !strcmp(end, ".yml"));
}
