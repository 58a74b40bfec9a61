/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries of a model's file by their tables: see model_item.h. */
#include "harness/model/model_item.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* ---------------------------------------------------------------- what a kind takes */

/* The count that `takes` gives a key, 1 where it says none; 0: the kind does not take it. */
static int taken(const char *takes, const char *key, bool *optional)
{
    size_t length = strlen(key);
    for (const char *word = takes; *word; word += strspn(word, " ")) {
        size_t end = strcspn(word, " "), stem = strcspn(word, ":? ");
        *optional = word[end - 1] == '?';
        if (stem == length && !strncmp(word, key, length))
            return word[stem] == ':' && word[stem + 1] != 't' ? atoi(word + stem + 1) : 1;
        word += end;
    }
    return 0;
}

/* Does `takes` give it an expression of time? */
static bool takes_time(const char *takes, const char *key)
{
    char word[40];
    snprintf(word, sizeof word, "%s:t", key);
    const char *found = strstr(takes, word);
    return found && (found == takes || found[-1] == ' ');
}

/* The same of a kind of a list. */
static int taken_by(const model_kinds *kinds, const model_kind *kind, const char *key,
                    bool *optional)
{
    int count = taken(kind->takes, key, optional);
    if (!count) count = taken("repeat? index?", key, optional);
    return count || !kinds->common ? count : taken(kinds->common, key, optional);
}

/* The keys of all kinds of a list; from: their places in the table above. */
static int keys_of(const model_kinds *kinds, file_key key[], int from[])
{
    int count = 0;
    bool optional;
    for (int i = 0; i < model_key_count; i++) {
        const char *name = model_keys[i].key.name;
        bool known = kinds->kind_key && !strcmp(name, kinds->kind_key);
        for (int k = 0; k < kinds->kinds && !known; k++)
            known = taken_by(kinds, &kinds->kind[k], name, &optional);
        if (!known) continue;
        from[count] = i;
        key[count++] = model_keys[i].key;
    }
    return count;
}

static const model_kind *kind_of(file_tree *tree, int node, const model_kinds *kinds,
                                 const file_field *field)
{
    if (!kinds->kind_key) return kinds->kind;
    file_names names = {kinds->kind_key, hol_alloc(tree->memory, kinds->kinds, sizeof(char *)),
                        kinds->kinds, 0, NULL};
    file_picks picks = {0};
    char known[256] = "";
    for (int k = 0; k < kinds->kinds; k++) {
        names.name[k] = kinds->kind[k].name;
        hol_append(known, sizeof known, "%s%s", k ? ", " : "", names.name[k]);
    }
    names.known = known;
    if (field->value >= 0)
        file_read_names(tree, field->value, &names, &picks);
    else if (field->key < 0 && !tree->node[node].cut)
        file_say_at(tree, node, "missing key '%s' of a %s: %s", kinds->kind_key, kinds->what,
                    known);
    if (picks.count > 1)
        file_say_at(tree, field->value, "a %s has one %s, not %d", kinds->what, kinds->kind_key,
                    picks.count);
    return picks.count == 1 ? &kinds->kind[picks.at[0]] : NULL;
}

/* ---------------------------------------------------------------- the entry */

/* The name of the key that a kind takes for a slot, where it must be given. */
static void say_missing(file_tree *tree, int node, const model_kinds *kinds, const model_kind *kind,
                        const bool has[])
{
    for (int i = 0; i < model_key_count && !tree->node[node].cut; i++) {
        bool optional;
        if (has[model_keys[i].key.slot] || !taken(kind->takes, model_keys[i].key.name, &optional) ||
            optional)
            continue;
        if (kinds->kind_key)
            file_say_at(tree, node, "missing key '%s' of a %s, %s %s", model_keys[i].key.name,
                        kinds->what, kinds->kind_key, kind->name);
        else
            file_say_at(tree, node, "missing key '%s' of a %s", model_keys[i].key.name,
                        kinds->what);
    }
}

/* kind NULL: unknown; of its fields only the names are of use. */
static void read_fields(file_tree *tree, const model_kinds *kinds, const model_kind *kind,
                        const file_field field[], const int from[], const hol_model *model,
                        model_item *item)
{
    for (int s = 0; s < ITEM_SLOTS; s++) {
        bool optional;
        bool named = s == ITEM_NAME || s == ITEM_BODIES;
        if (field[s].key < 0 || s == ITEM_KIND || !(kind || named)) continue;
        const model_key *key = &model_keys[from[field[s].key]];
        const char *name = key->key.name;
        int count = kind ? taken_by(kinds, kind, name, &optional) : 0;
        item->has[s] = true;
        if (kind && !count)
            file_say_at(tree, field[s].name, "'%s' is no key of a %s, %s %s", name, kinds->what,
                        kinds->kind_key ? kinds->kind_key : "kind", kind->name);
        else if (field[s].value >= 0 && tree->node[field[s].value].kind != FILE_BAD) {
            key->read(&(model_value){tree, field[s].value, name, s, count,
                                     kind && takes_time(kind->takes, name), model, item});
            file_check_units(tree, field[s].value, name, key->unit);
        }
    }
}

void model_read_item(file_tree *tree, int node, const model_kinds *kinds, hol_model *model)
{
    file_key key[FILE_KEYS];
    file_field field[ITEM_SLOTS];
    int from[FILE_KEYS], before = tree->mistakes + tree->unsaid;
    char what[64];
    hol_message why;
    model_item item = {.name = ""};
    item.x[ITEM_P][0] = 1;
    snprintf(what, sizeof what, "a %s", kinds->what);
    int count = keys_of(kinds, key, from);
    if (!file_gather(tree, node, what, key, count, field, ITEM_SLOTS)) return;
    const model_kind *kind = kind_of(tree, node, kinds, &field[ITEM_KIND]);
    read_fields(tree, kinds, kind, field, from, model, &item);
    if (kind) say_missing(tree, node, kinds, kind, item.has);
    if (!kind || tree->mistakes + tree->unsaid > before || !file_is_whole(tree, node)) {
        if (kinds->stand_in) kinds->stand_in(model, &item);
        return;
    }
    model_add(model, kind, &item);
    if (kinds->complete) kinds->complete(model, &item);
    if (hol_model_mistakes(model, &why)) file_say_at(tree, node, "%s", why.text);
}
