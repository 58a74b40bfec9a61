/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of a spanning tree: its joints with their freedoms, free bodies, joints cut. */
#include <stdio.h>
#include <string.h>

#include "mechanics/joint_tree.h"

const char *hol_tree_about(const hol_eval *sys)
{
    return hol_tree_of(sys) ? hol_tree_of(sys)->about : NULL;
}

enum { ABOUT = 400 }; /* characters of what is said of a tree */

typedef struct {
    char *text;
    const char *title; /* of the names at its end */
    int used;
    bool full;
} saying;

/* "title: NAME, NAME (2); ", its first name with the title; where there is no room "..." ends it.
 */
static void say(saying *s, const char *title, const char *name, int freedoms)
{
    char more[80], number[16] = "";
    bool first = !s->title || strcmp(s->title, title) != 0;
    s->title = title;
    if (freedoms > 0) snprintf(number, sizeof number, " (%d)", freedoms);
    int n = snprintf(more, sizeof more, "%s%s%s%s",
                     first && s->used ? "; "
                     : first          ? ""
                                      : ", ",
                     first ? title : "", name, number);
    if (s->full || s->used + n + 5 > ABOUT) {
        if (!s->full) memcpy(s->text + s->used, ", ...", sizeof ", ...");
        s->full = true;
        return;
    }
    memcpy(s->text + s->used, more, (size_t)n + 1);
    s->used += n;
}

const char *hol_joint_about(hol_memory *m, const struct hol_joint_tree *t)
{
    saying s = {.text = hol_alloc(m, ABOUT + 8, 1)};
    for (const hol_limb *l = t->limb; l < t->limb + t->limbs; l++)
        if (l->joint) say(&s, "tree: ", l->joint, hol_limb_freedoms(l));
    for (const hol_limb *l = t->limb; l < t->limb + t->limbs; l++)
        if (!l->joint) say(&s, "free: ", t->whole->body[l->body].name, hol_limb_freedoms(l));
    for (int k = 0; k < t->whole->joints; k++)
        if (!t->taken[k + 1]) say(&s, "cut: ", t->whole->joint[k].name, 0);
    return s.text;
}
