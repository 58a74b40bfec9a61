/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `start: assemble`, or a mapping of what is held and of the joints' coordinates: see
 * model_start.h.
 */
#include "harness/model/model_start.h"

#include <string.h>

#include "holonomy/memory.h"

enum { HOLD, JOINTS, SLOTS };
enum { JOINT, ANGLE, LENGTH, ANGLE_RATE, LENGTH_RATE, JOINT_SLOTS };

static const file_key keys[] = {{"hold", HOLD}, {"joints", JOINTS}},
                      joint_keys[] = {{"joint", JOINT},
                                      {"angle", ANGLE},
                                      {"length", LENGTH},
                                      {"angle_rate", ANGLE_RATE},
                                      {"length_rate", LENGTH_RATE}};
static const file_range range[JOINT_SLOTS] = {[ANGLE] = {"angle", " rad", -1e9, 1e9},
                                              [LENGTH] = {"length", " m", -1e9, 1e9},
                                              [ANGLE_RATE] = {"angle_rate", " rad/s", -1e9, 1e9},
                                              [LENGTH_RATE] = {"length_rate", " m/s", -1e9, 1e9}};

typedef struct {
    file_tree *tree;
    hol_start_asked asked;
    hol_joint_start *joint;
    const char **hold;
} start;

static const char *a_name(file_tree *tree, int node, const char *what)
{
    if (file_is_scalar(tree, node) && tree->node[node].text[0]) return tree->node[node].text;
    if (tree->node[node].kind != FILE_BAD)
        file_say_at(tree, node, "%s, not %s", what, file_what(tree, node).text);
    return NULL;
}

static void add_hold(start *s, const char *name)
{
    if (!name) return;
    s->hold = hol_grow(s->tree->memory, s->hold, s->asked.holds, sizeof *s->hold);
    s->hold[s->asked.holds++] = name;
}

/* One name, or a list of them. */
static void read_holds(start *s, int node)
{
    static const char what[] = "hold takes names: a body, BODY.x, .y, .z, or BODY.turn";
    if (node < 0) return;
    if (s->tree->node[node].kind != FILE_LIST) {
        add_hold(s, a_name(s->tree, node, what));
        return;
    }
    for (int k = s->tree->node[node].first; k >= 0; k = s->tree->node[k].next)
        add_hold(s, a_name(s->tree, k, what));
}

static void read_joint(start *s, int node)
{
    enum { KEYS = sizeof joint_keys / sizeof *joint_keys };
    file_field field[JOINT_SLOTS];
    double x[JOINT_SLOTS] = {0};
    hol_joint_start joint = {.joint = NULL};
    if (!file_gather(s->tree, node, "the start of a joint", joint_keys, KEYS, field, JOINT_SLOTS))
        return;
    if (field[JOINT].key < 0 && !s->tree->node[node].cut)
        file_say_at(s->tree, node, "missing key 'joint' of the start of a joint, its name");
    if (field[JOINT].value >= 0)
        joint.joint = a_name(s->tree, field[JOINT].value, "joint takes the name of a joint");
    for (int k = ANGLE; k < JOINT_SLOTS; k++)
        file_read_number(s->tree, field[k].value, &range[k], &x[k]);
    joint.has_angle = field[ANGLE].key >= 0, joint.angle = x[ANGLE];
    joint.has_length = field[LENGTH].key >= 0, joint.length = x[LENGTH];
    joint.has_angle_rate = field[ANGLE_RATE].key >= 0, joint.angle_rate = x[ANGLE_RATE];
    joint.has_length_rate = field[LENGTH_RATE].key >= 0, joint.length_rate = x[LENGTH_RATE];
    if (!joint.joint) return;
    s->joint = hol_grow(s->tree->memory, s->joint, s->asked.joints, sizeof joint);
    s->joint[s->asked.joints++] = joint;
}

static void read_joints(start *s, int node)
{
    if (node < 0 || s->tree->node[node].kind == FILE_BAD) return;
    if (s->tree->node[node].kind != FILE_LIST) {
        file_say_at(s->tree, node, "joints takes a list, each entry after '- ', not %s",
                    file_what(s->tree, node).text);
        return;
    }
    for (int k = s->tree->node[node].first; k >= 0; k = s->tree->node[k].next) read_joint(s, k);
}

static void read_whole(start *s, int node)
{
    file_field field[SLOTS];
    if (file_is_scalar(s->tree, node)) {
        if (strcmp(s->tree->node[node].text, "assemble") != 0)
            file_say_at(s->tree, node,
                        "start is `assemble`, or a mapping with `hold` and `joints`, not %s",
                        file_what(s->tree, node).text);
        return;
    }
    if (!file_gather(s->tree, node, "the start", keys, sizeof keys / sizeof *keys, field, SLOTS))
        return;
    read_holds(s, field[HOLD].value);
    read_joints(s, field[JOINTS].value);
}

void model_read_start(file_tree *tree, int node, int bodies, hol_model *model,
                      const hol_model_how *how)
{
    hol_message why;
    start s = {.tree = tree};
    if (node >= 0) read_whole(&s, node);
    for (int k = 0; k < how->holds; k++) add_hold(&s, how->hold[k]);
    s.asked.joint = s.joint, s.asked.hold = s.hold;
    if ((node < 0 && !how->assemble) || tree->mistakes || tree->node[0].cut) return;
    if (!hol_body_count(model)) return;
    if (!hol_assemble(model, &s.asked, how->done, &why))
        file_say_at(tree, node >= 0 ? node : bodies, "%s", why.text);
}

hol_redundant model_read_redundant(file_tree *tree, int node)
{
#define X(name, word) word,
    static const char *word[] = {HOL_REDUNDANT_LIST(X)};
#undef X
    enum { WORDS = sizeof word / sizeof *word };
    file_names names = {"redundant", word, WORDS, 0, "refuse, drop or least-norm"};
    file_picks picks = {0};
    file_read_names(tree, node, &names, &picks);
    if (picks.count > 1) file_say_at(tree, node, "redundant takes one word: %s", names.known);
    return picks.count == 1 ? (hol_redundant)(picks.at[0] + 1) : HOL_REDUNDANT_DEFAULT;
}
