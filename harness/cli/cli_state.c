/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reader of the start of a run, `run --state FILE.json`; JSON is YAML. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli.h"
#include "harness/model/file_values.h"

enum { NAME, R, P, V, OMEGA, MEMBERS };
static const file_key member[MEMBERS] = {
    {"name", NAME}, {"r", R}, {"p", P}, {"v", V}, {"omega", OMEGA}};
static const double unit_tolerance = 1e-3; /* of |p|: a drift, not a mistake */

static void read_name(file_tree *tree, int node, hol_start_pose *pose)
{
    const file_node *n = &tree->node[node];
    if (!file_is_scalar(tree, node) || !n->text[0] || strlen(n->text) >= sizeof pose->name) {
        file_say_at(tree, node, "'name' takes a name of 1 to %zu characters, not %s",
                    sizeof pose->name - 1, file_what(tree, node).text);
        return;
    }
    strcpy(pose->name, n->text);
    pose->line = n->line;
    pose->column = n->column;
}

static void one_body(file_tree *tree, int node, hol_start_pose *pose)
{
    hol_pose *at = &pose->at;
    double *const to[MEMBERS] = {NULL, at->r, at->p, at->v, at->omega};
    file_field field[MEMBERS];
    if (!file_gather(tree, node, "a body", member, MEMBERS, field, MEMBERS)) return;
    for (int i = 0; i < MEMBERS; i++) {
        int value = field[i].value;
        if (field[i].key < 0 && !tree->node[node].cut)
            file_say_at(tree, node, "the body lacks '%s'", member[i].name);
        else if (value >= 0 && i == NAME)
            read_name(tree, value, pose);
        else if (value >= 0 &&
                 file_read_vector(tree, value, member[i].name, i == P ? 4 : 3, to[i]) && i == P &&
                 fabs(hol_norm(4, at->p) - 1) > unit_tolerance)
            file_say_at(tree, value, "|p| = %.6g is not 1: no Euler parameters",
                        hol_norm(4, at->p));
    }
}

/* The list `bodies` of the outermost mapping, whose other members are passed over; -1. */
static int list_of_bodies(file_tree *tree)
{
    int list = -1;
    int name = tree->node[0].kind == FILE_MAP ? tree->node[0].first : -1;
    for (int value; name >= 0; name = tree->node[value].next) {
        if ((value = tree->node[name].next) < 0) break;
        if (!file_is_scalar(tree, name) || strcmp(tree->node[name].text, "bodies") != 0) continue;
        if (list >= 0) file_say_at(tree, name, "'bodies' stands twice");
        list = value;
    }
    if (list >= 0 && tree->node[list].kind == FILE_LIST && tree->node[list].first >= 0) return list;
    if (!tree->mistakes) file_say_at(tree, 0, "there is no 'bodies' with a body in it");
    return -1;
}

static hol_start_pose *all_bodies(file_tree *tree, int *count)
{
    hol_start_pose *start = NULL;
    int list = tree->count ? list_of_bodies(tree) : -1;
    for (int node = list < 0 ? -1 : tree->node[list].first; node >= 0;
         node = tree->node[node].next) {
        start = hol_renew(start, (size_t)(*count + 1) * sizeof *start);
        hol_start_pose *pose = &start[*count];
        *pose = (hol_start_pose){0};
        one_body(tree, node, pose);
        for (int i = 0; i < *count; i++)
            if (pose->name[0] && !strcmp(start[i].name, pose->name))
                file_say_at(tree, node, "the body '%s' stands twice", pose->name);
        ++*count;
    }
    return start;
}

hol_start_pose *cli_read_state(const char *path, int *count)
{
    file_tree tree;
    hol_mistakes mistakes;
    *count = 0;
    enum { TIMES = 20 }; /* thousands of bodies, and their trajectory */
    cli_reads(path);
    file_tree_read(&tree, path, "a start", TIMES);
    if (!tree.count && !tree.mistakes)
        file_say(&tree, 1, 1, "there is no 'bodies' with a body in it");
    hol_start_pose *start = all_bodies(&tree, count);
    bool good = !tree.mistakes;
    file_hand_over(&tree, &mistakes);
    file_tree_free(&tree);
    cli_say_mistakes(&mistakes);
    if (good) return start;
    free(start);
    return NULL;
}
